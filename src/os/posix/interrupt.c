#include "os/interrupt.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const int signals[] = {SIGINT, SIGTERM};

enum { SIGNALS = sizeof signals / sizeof *signals };

static const char *said_line;
static size_t said_bytes;
static bool on_terminal; /* where the cursor stands behind a progress line and "^C" */

/* Free of locks, so that the handler, which any thread may run, can use them. */
static atomic_bool is_holding;
static atomic_int came; /* the signal; 0: none */

/* SA_RESETHAND has restored the default, so raising the signal again ends the process. `came` is
 * set before `is_holding` is read: whoever ends the holding and asks then misses none. */
static void say(int signal_number)
{
    if (atomic_exchange(&came, signal_number)) {
        raise(signal_number);
        return;
    }
    ssize_t ignored = on_terminal ? write(STDERR_FILENO, "\n", 1) : 0;
    ignored = write(STDERR_FILENO, said_line, said_bytes);
    (void)ignored;
    if (!atomic_load(&is_holding)) {
        raise(signal_number);
    }
}

void interrupt_hold(bool is_held)
{
    atomic_store(&is_holding, is_held);
}

bool interrupt_came(void)
{
    return atomic_load(&came) != 0;
}

void interrupt_end(void)
{
    raise(atomic_load(&came));
    abort(); /* the signal is blocked */
}

void interrupt_say(const char *line)
{
    said_line = line;
    said_bytes = strlen(line);
    on_terminal = isatty(STDERR_FILENO);
    for (size_t i = 0; i < SIGNALS; i++) {
        struct sigaction before;
        struct sigaction action = {.sa_handler = say, .sa_flags = (int)SA_RESETHAND};
        sigemptyset(&action.sa_mask);
        if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
            sigaction(signals[i], &action, NULL);
        }
    }
}
