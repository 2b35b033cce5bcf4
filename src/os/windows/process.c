#include "os/process.h"

#include "os/thread.h"
#include "os/windows/windows.h"

#include <psapi.h>

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
