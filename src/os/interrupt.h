/* What a process says when it is stopped by Ctrl-C (SIGINT) or by a batch system (SIGTERM). */
#ifndef OS_INTERRUPT_H
#define OS_INTERRUPT_H

/*
 * From now on, SIGINT and SIGTERM write `line` to stderr and then end the process as they would
 * have done. Signals that are ignored stay ignored. The handler calls nothing but async-signal-safe
 * functions and touches no file: temporary files are removed by the next run (os/temporary.h).
 * `line` must outlive the process, as a literal does; it includes its newline. Call it before other
 * threads start.
 */
void interrupt_say(const char *line);

#endif
