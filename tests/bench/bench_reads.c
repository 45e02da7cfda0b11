/*
 * bench_reads offset file
 *
 * Reads a file as ministat does, in blocks of 128 KiB, and does nothing with
 * it.  Each read goes to an address that is this many bytes above the start of
 * a page.  bench.sh compares the system time for several offsets.
 *
 * On some processors a read takes 5 times longer if the offset is 16 to 22.
 * The kernel copies from the start of a page, so each load then appears to
 * depend on a store just before it: the low 12 bits of their addresses agree.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

enum { BLOCK = 128 * 1024, PAGE = 4096 };

int
main(int argc, char *argv[])
{
	const int fd = argc == 3 ? open(argv[2], O_RDONLY) : -1;
	char *buffer = malloc(BLOCK + 2 * PAGE), *at;
	ssize_t n;

	if (fd == -1 || buffer == NULL)
		return 2;
	at = buffer + PAGE - (uintptr_t)buffer % PAGE + atoi(argv[1]) % PAGE;
	do
		n = read(fd, at, BLOCK);
	while (n > 0);
	return n == 0 ? 0 : 2;
}
