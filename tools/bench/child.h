/* One run of adtmap in a process of its own, measured from outside. */
#ifndef BENCH_CHILD_H
#define BENCH_CHILD_H

#include <cjson/cJSON.h>

struct child_result {
    double seconds;     /* from start to end of the process */
    double cpu_seconds; /* of all its threads, user and system */
    double peak_bytes;
    cJSON *report; /* what it printed */
};

/*
 * Runs `argv`, NULL-terminated, argv[0] being the program's path, and reads the JSON that it
 * prints. Ends this program when it fails. cJSON_Delete(report) is the caller's.
 */
struct child_result child_run(char *const argv[]);

#endif
