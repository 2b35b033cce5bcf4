#include "os/interrupt.h"

#include <stdatomic.h>
#include <string.h>

#include "os/process.h"
#include "os/windows/windows.h"

static const char *said_line;
static bool on_terminal; /* where the cursor stands behind a progress line */

static atomic_bool is_holding;
static atomic_bool came;

/* Windows calls it in a thread of its own, and ends the process after FALSE. `came` is set before
 * `is_holding` is read: whoever ends the holding and asks then misses none. */
static BOOL WINAPI say(DWORD event)
{
    (void)event;
    if (atomic_exchange(&came, true)) {
        return FALSE;
    }
    process_write_stderr("\n", on_terminal ? 1 : 0);
    process_write_stderr(said_line, strlen(said_line));
    return atomic_load(&is_holding);
}

void interrupt_hold(bool is_held)
{
    atomic_store(&is_holding, is_held);
}

bool interrupt_came(void)
{
    return atomic_load(&came);
}

void interrupt_end(void)
{
    ExitProcess((UINT)STATUS_CONTROL_C_EXIT);
}

void interrupt_say(const char *line)
{
    said_line = line;
    on_terminal = process_stderr_is_terminal();
    SetConsoleCtrlHandler(say, TRUE);
}
