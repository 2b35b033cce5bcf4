/* What a process says when it is stopped by Ctrl-C (SIGINT) or by a batch system (SIGTERM). */
#ifndef OS_INTERRUPT_H
#define OS_INTERRUPT_H

#include <stdbool.h>

/*
 * From now on, SIGINT and SIGTERM write `line` to stderr and then end the process as they would
 * have done. Signals that are ignored stay ignored. The handler calls nothing but async-signal-safe
 * functions and touches no file: temporary files are removed by the next run (os/temporary.h).
 * `line` must outlive the process, as a literal does; it includes its newline. Call it before other
 * threads start.
 */
void interrupt_say(const char *line);

/*
 * While interrupts are held, the first one says the line and does nothing more: whoever is at work
 * asks interrupt_came, puts things in order and calls interrupt_end. A second one, of either
 * signal, ends the process, as all do when they are not held. Who ends the holding asks once more.
 * Threads: any.
 */
void interrupt_hold(bool is_held);
bool interrupt_came(void);

/* Ends the process as the interrupt that came would have done. One must have come. */
_Noreturn void interrupt_end(void);

#endif
