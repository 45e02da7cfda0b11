/*
 * faults: a library that makes calls fail, for LD_PRELOAD with glibc.
 * faults.sh builds and uses it.
 *
 *	FAULT="CALL N ERRNO"	the Nth call of this kind fails
 *	FAULT="CALL N+ ERRNO"	the Nth call and all after it fail
 *	FAULT_COUNT=file	writes the number of calls of each kind there
 *
 * CALL is memory, open, read, write or close.  If ERRNO is 0, a read does not
 * fail, but gives a single byte.
 *
 * write and close are those of stdio for standard output, with 64 bytes at a
 * time.  A library cannot replace the calls that glibc itself makes, so stdout
 * becomes a stream of our own.
 */
#define _GNU_SOURCE

#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);

enum call { MEMORY, OPEN, READ, WRITE, CLOSE, CALLS };

static const char *const names[CALLS] = {
	"memory", "open", "read", "write", "close"
};
static bool started;
static unsigned long count[CALLS], from, to;
static enum call wanted = CALLS;
static int error;

/* Counts a call; returns whether it is one that is to fail. */
static bool
is_due(enum call call)
{
	if (!started)
		return false;
	count[call]++;
	if (call != wanted || count[call] < from || count[call] > to)
		return false;
	errno = error;
	return true;
}

void *
malloc(size_t size)
{
	return is_due(MEMORY) ? NULL : __libc_malloc(size);
}

void *
calloc(size_t n, size_t size)
{
	return is_due(MEMORY) ? NULL : __libc_calloc(n, size);
}

void *
realloc(void *memory, size_t size)
{
	return is_due(MEMORY) ? NULL : __libc_realloc(memory, size);
}

/* The next function of that name.  The program only reads files. */
static int (*next_open)(const char *, int, ...);
static ssize_t (*next_read)(int, void *, size_t);

int
open(const char *path, int flags, ...)
{
	return is_due(OPEN) ? -1 : next_open(path, flags);
}

ssize_t
read(int fd, void *to_bytes, size_t size)
{
	const bool due = is_due(READ);

	if (due && error != 0)
		return -1;
	return next_read(fd, to_bytes, due && size > 1 ? 1 : size);
}

static ssize_t
write_stdout(void *unused, const char *bytes, size_t size)
{
	(void)unused;
	if (is_due(WRITE))
		return 0;	/* fopencookie(3): an error, not -1 */
	return write(STDOUT_FILENO, bytes, size);
}

static int
close_stdout(void *unused)
{
	(void)unused;
	return is_due(CLOSE) ? EOF : 0;
}

static void
write_counts(void)
{
	FILE *out;

	started = false;
	out = fopen(getenv("FAULT_COUNT"), "w");
	for (int i = 0; i < CALLS; i++)
		fprintf(out, "%s %lu\n", names[i], count[i]);
	fclose(out);
}

__attribute__((constructor)) static void
start(void)
{
	static char buffer[64];
	const cookie_io_functions_t functions = {
		.write = write_stdout, .close = close_stdout
	};
	char call[16], more[2] = "";

	*(void **)&next_open = dlsym(RTLD_NEXT, "open");
	*(void **)&next_read = dlsym(RTLD_NEXT, "read");
	if (getenv("FAULT") != NULL) {
		if (sscanf(getenv("FAULT"), "%15s %lu%1[+ ]%d", call, &from,
		    more, &error) != 4)
			_exit(99);
		to = *more == '+' ? (unsigned long)-1 : from;
		for (wanted = MEMORY; strcmp(call, names[wanted]) != 0; )
			wanted++;
	}
	stdout = fopencookie(NULL, "w", functions);
	setvbuf(stdout, buffer, _IOFBF, sizeof(buffer));
	atexit(write_counts);
	started = true;
}
