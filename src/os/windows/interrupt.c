#include "os/interrupt.h"

#include <string.h>

#include "os/process.h"
#include "os/windows/windows.h"

static const char *said_line;
static bool on_terminal; /* where the cursor stands behind a progress line */

/* Windows calls it in a thread of its own, and ends the process after FALSE. */
static BOOL WINAPI say(DWORD event)
{
    (void)event;
    process_write_stderr("\n", on_terminal ? 1 : 0);
    process_write_stderr(said_line, strlen(said_line));
    return FALSE;
}

void interrupt_say(const char *line)
{
    said_line = line;
    on_terminal = process_stderr_is_terminal();
    SetConsoleCtrlHandler(say, TRUE);
}
