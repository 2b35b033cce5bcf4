/*
 * Shared code of the fuzz targets. A target is a file fuzz_<name>.c with one function that reads an
 * input and must return; libFuzzer or replay.c calls it. An input for several files contains them
 * in order with FUZZ_SEPARATOR between them.
 */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"

#define FUZZ_SEPARATOR "<<part>>"

/* Reads an input. Returns 0, or -1 for an input that is not worth mutating. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A diag that formats warnings and failures like the program and discards them. */
struct fuzz_diag {
    struct adtmap_message failure;
    struct adtmap_log log;
    struct diag diag;
};

/* The struct must not move afterwards. */
void fuzz_listen(struct fuzz_diag *listener);

struct fuzz_part {
    const uint8_t
        *data; /* exactly `size` bytes from malloc, so that sanitizers detect reads outside */
    size_t size;
};

/* Divides an input into at most `most` parts. Returns how many; the other parts are empty. */
size_t fuzz_cut(const uint8_t *data, size_t size, struct fuzz_part *parts, size_t most);

/* Frees the parts of fuzz_cut. */
void fuzz_free(struct fuzz_part *parts, size_t most);

enum { FUZZ_PATH_BYTES = 64 };

/* Makes a file in memory that this process and its children can open by `path`. Returns its
 * descriptor, which the caller closes. Ends the program on failure. */
int fuzz_file(const uint8_t *data, size_t size, char path[FUZZ_PATH_BYTES]);

/* Makes a new folder, in memory if there is such a place. Ends the program on failure. */
void fuzz_folder_make(char folder[FUZZ_PATH_BYTES]);

/* Writes a file below a folder, and the folders that lead to it; a name that no client has is left
 * out. */
void fuzz_folder_write(const char *folder, const char *name, const uint8_t *data, size_t size);

/* Writes a part that is a file: its name, a newline, its bytes. */
void fuzz_folder_add(const char *folder, const struct fuzz_part *part);

/* Removes a folder with all that is in it. */
void fuzz_folder_remove(const char *folder);

/* Removes the folder that was made last, if it is there: the target was left before its end. */
void fuzz_folder_remove_left(void);

#endif
