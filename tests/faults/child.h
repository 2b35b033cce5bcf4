/* Runs the program under test with one injected fault and collects the result. */
#ifndef TESTS_FAULTS_CHILD_H
#define TESTS_FAULTS_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The fault to inject; see preload.c. */
struct fault {
    const char *kind; /* NULL for no fault */
    uint64_t at;      /* number of the call that fails, or 0 */
    uint64_t site;    /* call site whose first call fails, or 0 */
    bool stay;
};

struct child {
    int status; /* exit status; -1 if it did not exit */
    int signal; /* signal that ended it, or 0 */
    bool late;  /* killed after a timeout */
    char *out;  /* its standard output, NUL-terminated, from malloc */
    char *err;
};

/* The files of a run. */
struct place {
    const char *preload; /* library */
    char work[256];      /* folder */
    char log[300];       /* the preloaded library's log, in it */
};

/* Runs `argv`; exits on failure. */
struct child child_run(const struct place *place, const struct fault *fault, char *const *argv);

void child_free(struct child *child);

/* The bytes of a file and a NUL, from malloc; NULL if it does not exist. */
char *read_whole(const char *path, size_t *size);

#endif
