/* One run of the program under test with one fault in it, and what came of it. */
#ifndef TESTS_FAULTS_CHILD_H
#define TESTS_FAULTS_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is to go wrong; see preload.c. */
struct fault {
    const char *kind; /* NULL: nothing */
    uint64_t at;      /* 0: none, or the call that fails */
    uint64_t site;    /* 0, or the place whose first call fails */
    bool stay;
};

struct child {
    int status; /* as exit gave it; -1 when it did not come to that */
    int signal; /* that ended it, or 0 */
    bool late;  /* it was ended for taking too long */
    char *out;  /* what it printed, NUL-terminated, from malloc */
    char *err;
};

/* Where a run leaves its things. */
struct place {
    const char *preload; /* library */
    char work[256];      /* folder */
    char log[300];       /* the preloaded library's log, in it */
};

/* Runs `argv`; exits when that cannot be done. */
struct child child_run(const struct place *place, const struct fault *fault, char *const *argv);

void child_free(struct child *child);

/* A file's bytes with a NUL behind them, from malloc; NULL when there is none. */
char *read_whole(const char *path, size_t *size);

#endif
