/* What belongs to this process: its standard streams, its number, its memory, its libraries. */
#ifndef OS_PROCESS_H
#define OS_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

#include "os/file.h"

/*
 * Takes what the system hands to main, before anything else. Standard streams pass bytes as they
 * are, and a console shows UTF-8. Returns the arguments in UTF-8, which last as long as the
 * process, and sets their count; NULL when out of memory.
 */
char **process_begin(int *argc, char **argv);

bool process_stdout_is_terminal(void);
bool process_stderr_is_terminal(void);

/* Reads standard input to its end, as file_read_open does. */
enum adtmap_status process_read_stdin(size_t bytes_max, const struct diag *diag, struct blob *blob);

/* Writes behind what stdio has for standard output, and leaves nothing behind in stdio. Returns 0
 * or an errno. */
int process_write_stdout(const void *data, size_t size);

/* Writes what stdio still has for standard output. False if that or an earlier write to it failed;
 * errno says why, EPIPE if nobody reads the pipe any more. */
bool process_finish_stdout(void);

/* In one piece where the system allows, so that lines of several processes do not mix. There is
 * nowhere to report a failure to. */
void process_write_stderr(const char *text, size_t size);

/* Another one for each process that is running. */
unsigned long process_number(void);

/* A function of another type, which the caller knows. */
typedef void process_function(void);

/*
 * The function `name` of the shared library `file`, which is loaded now and stays; NULL if there is
 * no such library or function. For what few commands need: libraries that a program is linked to
 * are loaded each time it starts. A file without a folder is looked for among those of the system.
 * Not on Windows.
 */
process_function *process_load_function(const char *file, const char *name);

/* The most memory this process has had, as the system counts it; 0: unknown. */
double process_peak_bytes(void);

#endif
