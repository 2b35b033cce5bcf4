#include "os/process.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>

#include "os/thread.h"
#include "os/windows/windows.h"

#include <psapi.h>
#include <shellapi.h>

static UINT console_code_page;

/* It is the console's, and stays behind the program. */
static void restore_code_page(void)
{
    SetConsoleOutputCP(console_code_page);
}

char **process_begin(int *argc, char **argv)
{
    (void)argv; /* not UTF-8, and with patterns such as *.adt replaced by names of files */
    for (int stream = 0; stream < 3; stream++) {
        _setmode(stream, _O_BINARY);
    }
    console_code_page = GetConsoleOutputCP();
    if (console_code_page != 0 && SetConsoleOutputCP(CP_UTF8)) {
        atexit(restore_code_page);
    }
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), argc);
    char **arguments = wide ? calloc((size_t)*argc + 1, sizeof *arguments) : NULL;
    for (int i = 0; arguments && i < *argc; i++) {
        arguments[i] = windows_utf8(wide[i]);
        if (!arguments[i]) {
            return NULL;
        }
    }
    LocalFree(wide);
    return arguments;
}

/* For a pipe that nobody reads the C library says EINVAL. */
bool process_finish_stdout(void)
{
    bool fine = fflush(stdout) == 0 && !ferror(stdout);
    if (!fine && GetFileType(GetStdHandle(STD_OUTPUT_HANDLE)) == FILE_TYPE_PIPE) {
        errno = EPIPE;
    }
    return fine;
}

static bool is_console(DWORD stream)
{
    DWORD mode;
    return GetConsoleMode(GetStdHandle(stream), &mode) != 0;
}

bool process_stdout_is_terminal(void)
{
    return is_console(STD_OUTPUT_HANDLE);
}

bool process_stderr_is_terminal(void)
{
    return is_console(STD_ERROR_HANDLE);
}

unsigned long process_number(void)
{
    return GetCurrentProcessId();
}

double process_peak_bytes(void)
{
    PROCESS_MEMORY_COUNTERS memory;
    return GetProcessMemoryInfo(GetCurrentProcess(), &memory, sizeof memory)
               ? (double)memory.PeakWorkingSetSize
               : 0.0;
}

unsigned thread_core_count(void)
{
    DWORD count = GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
    return count > 0 ? (unsigned)count : 1;
}
