/*
 * What every fuzz target shares. A target is one file, fuzz_<name>.c, with one function that reads
 * an input and must come back from it; libFuzzer's program or replay.c calls it. An input that
 * stands for several files has them one behind the other with FUZZ_SEPARATOR between.
 */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"

#define FUZZ_SEPARATOR "<<part>>"

/* Reads one input; gives 0, or -1 for one that is not worth mutating. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A diag whose warnings and failure are written out as a program would, to nowhere. */
struct fuzz_diag {
    struct adtmap_message failure;
    struct adtmap_log log;
    struct diag diag;
};

/* The struct must stay where it is afterwards. */
void fuzz_listen(struct fuzz_diag *listener);

struct fuzz_part {
    const uint8_t *data; /* of just `size` bytes from malloc, for a sanitizer to see its end */
    size_t size;
};

/* Cuts an input into at most `most` parts; how many there are. The rest of them is empty. */
size_t fuzz_cut(const uint8_t *data, size_t size, struct fuzz_part *parts, size_t most);

/* Gives back what fuzz_cut made. */
void fuzz_free(struct fuzz_part *parts, size_t most);

enum { FUZZ_PATH_BYTES = 64 };

/* Makes a file in memory that can be opened by the path, by processes forked off as well; ends the
 * program where it cannot. Gives the descriptor, to be closed. */
int fuzz_file(const uint8_t *data, size_t size, char path[FUZZ_PATH_BYTES]);

#endif
