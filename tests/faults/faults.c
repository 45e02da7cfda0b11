/*
 * faults: a library that makes calls fail, for LD_PRELOAD with glibc.
 * faults.sh builds and uses it.
 *
 *	FAULT="CALL N ERROR"	the Nth call of this kind fails
 *	FAULT="CALL N+ ERROR"	the Nth call and all after it fail
 *	FAULT_COUNT=file	writes the number of calls of each kind there
 *
 * CALL is memory, open, read, poll, write, close or closefd.  ERROR is a name
 * of errno.h or, for read, "short", which makes the read give a single byte.
 *
 * write and close are those of stdio for standard output, with 64 bytes at a
 * time.  A library cannot replace the calls that glibc itself makes, so stdout
 * becomes a stream of our own.  closefd is close(2) as the program calls it.
 */
#define _GNU_SOURCE

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <unistd.h>

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);

enum call { MEMORY, OPEN, READ, POLL, WRITE, CLOSE, CLOSEFD, CALLS };

static const char *const call_names[CALLS] = {
	"memory", "open", "read", "poll", "write", "close", "closefd"
};

static const struct {
	const char *name;
	int number;
} errors[] = {
	{ "ENOMEM", ENOMEM }, { "EIO", EIO }, { "EINTR", EINTR },
	{ "EAGAIN", EAGAIN }, { "ENOSPC", ENOSPC }, { "EPIPE", EPIPE },
	{ "EMFILE", EMFILE }, { "EACCES", EACCES }, { "EBADF", EBADF },
	{ "EISDIR", EISDIR }, { "EINVAL", EINVAL }, { "short", 0 }
};

static bool started;
static unsigned long count[CALLS];
static enum call wanted = CALLS;
static unsigned long from, to;
static int error;	/* 0: short */

/* Counts a call; returns whether it is one that is to fail. */
static bool
is_due(enum call call)
{
	if (!started)
		return false;
	count[call]++;
	if (call != wanted || count[call] < from || count[call] > to)
		return false;
	if (error != 0)
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

/* The next function of that name.  A union, as ISO C has no such cast. */
static int (*next_open)(const char *, int, ...);
static ssize_t (*next_read)(int, void *, size_t);
static int (*next_poll)(struct pollfd *, nfds_t, int);
static int (*next_close)(int);

int
open(const char *path, int flags, ...)
{
	va_list arguments;
	int mode;

	if (is_due(OPEN))
		return -1;
	va_start(arguments, flags);
	mode = flags & O_CREAT ? va_arg(arguments, int) : 0;
	va_end(arguments);
	return next_open(path, flags, mode);
}

ssize_t
read(int fd, void *to_bytes, size_t size)
{
	const bool due = is_due(READ);

	if (due && error != 0)
		return -1;
	return next_read(fd, to_bytes, due && size > 1 ? 1 : size);
}

int
poll(struct pollfd *fds, nfds_t n, int timeout)
{
	return is_due(POLL) ? -1 : next_poll(fds, n, timeout);
}

int
close(int fd)
{
	if (is_due(CLOSEFD)) {
		next_close(fd);
		return -1;
	}
	return next_close(fd);
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
	const char *name = getenv("FAULT_COUNT");
	FILE *out;
	int i;

	started = false;
	if (name == NULL || (out = fopen(name, "w")) == NULL)
		return;
	for (i = 0; i < CALLS; i++)
		fprintf(out, "%s %lu\n", call_names[i], count[i]);
	fclose(out);
}

static void
take_fault(const char *fault)
{
	char call[16], error_name[16], more[2] = "";
	size_t i;

	if (sscanf(fault, "%15s %lu%1[+] %15s", call, &from, more,
	    error_name) != 4 &&
	    sscanf(fault, "%15s %lu %15s", call, &from, error_name) != 3)
		_exit(99);
	to = *more == '+' ? (unsigned long)-1 : from;
	for (i = 0; i < CALLS; i++)
		if (strcmp(call, call_names[i]) == 0)
			wanted = (enum call)i;
	error = -1;
	for (i = 0; i < sizeof(errors) / sizeof(*errors); i++)
		if (strcmp(error_name, errors[i].name) == 0)
			error = errors[i].number;
	if (wanted == CALLS || error == -1)
		_exit(99);
}

__attribute__((constructor)) static void
start(void)
{
	static char buffer[64];
	const cookie_io_functions_t functions = {
		.write = write_stdout, .close = close_stdout
	};

	*(void **)&next_open = dlsym(RTLD_NEXT, "open");
	*(void **)&next_read = dlsym(RTLD_NEXT, "read");
	*(void **)&next_poll = dlsym(RTLD_NEXT, "poll");
	*(void **)&next_close = dlsym(RTLD_NEXT, "close");
	if (getenv("FAULT") != NULL)
		take_fault(getenv("FAULT"));
	stdout = fopencookie(NULL, "w", functions);
	setvbuf(stdout, buffer, _IOFBF, sizeof(buffer));
	atexit(write_counts);
	started = true;
}
