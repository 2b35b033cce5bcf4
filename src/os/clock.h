/* Time that only moves forward, for rates and progress; never for anything that is written. */
#ifndef OS_CLOCK_H
#define OS_CLOCK_H

#include <time.h>

static inline double clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Seconds of the processor that this thread has taken. */
static inline double clock_thread_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Seconds since *since, which moves to now. */
static inline double clock_lap(double *since)
{
    double now = clock_seconds();
    double seconds = now - *since;
    *since = now;
    return seconds;
}

#endif
