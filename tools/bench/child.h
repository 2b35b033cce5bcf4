/* Runs adtmap in a child process and measures it from outside. */
#ifndef BENCH_CHILD_H
#define BENCH_CHILD_H

#include <cjson/cJSON.h>

struct child_result {
    double seconds;     /* from start to end of the process */
    double cpu_seconds; /* of all its threads, user and system */
    double peak_bytes;
    double page_faults; /* that needed no disk */
    cJSON *report;      /* its output */
};

/*
 * Runs `argv`, NULL-terminated, with the program's path in argv[0], and parses the JSON that it
 * prints. Ends this program on failure. The caller frees the report with cJSON_Delete.
 */
struct child_result child_run(char *const argv[]);

#endif
