#include "os/interrupt.h"

#include <stdatomic.h>
#include <string.h>

#include "os/process.h"
#include "os/windows/windows.h"

static const char *said_line;
static bool on_terminal; /* where the cursor stands behind a progress line */

static atomic_bool is_holding;
static atomic_bool came;

/* Windows calls it in a thread of its own, and ends the process after FALSE. */
static BOOL WINAPI say(DWORD event)
{
    (void)event;
    if (atomic_load(&came)) {
        return FALSE;
    }
    process_write_stderr("\n", on_terminal ? 1 : 0);
    process_write_stderr(said_line, strlen(said_line));
    atomic_store(&came, true);
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
