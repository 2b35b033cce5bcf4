/*
 * Selects files of the data by name in any spelling, by folder, by shell pattern, or by file id.
 */
#ifndef CLI_COMMANDS_FILE_SELECTION_H
#define CLI_COMMANDS_FILE_SELECTION_H

#include "base/buffer.h"
#include "cli/options/options.h"
#include "cli/session.h"

/* Offsets into the pool, of strings. */
struct selected {
    size_t name;    /* canonical */
    size_t spelled; /* as the file system or archive has it; never leads outside, as `name` */
    size_t origin;  /* where it comes from, for people */
};

/* Zero-initialised: no files. */
struct selection {
    struct buffer pool;
    struct buffer items; /* of struct selected, in order of names, each once */
};

/*
 * Selects the files that match one of `patterns`, or all when there are none. In a pattern *, ? and
 * [] stand for any characters, slashes too; case does not matter, nor which slash. One without a
 * slash is matched against names without their folders, and so is a name when nothing else has it.
 * A pattern that matches nothing is reported on stderr with similar names, and counted in *missing.
 * False when out of memory, which is reported on stderr.
 */
bool selection_make(const struct session *session, const struct operands *patterns,
                    struct selection *selection, size_t *missing);

/* A file of the data; the strings live during the call only. */
typedef void selection_take(void *user, const char *name, const char *spelled, const char *origin);

/* Hands over the files that selection_make selects, in the same order. Without patterns and with
 * one, each file as soon as it is found. */
bool selection_stream(const struct session *session, const struct operands *patterns,
                      selection_take *take, void *user, size_t *missing);

void selection_free(struct selection *selection);

size_t selection_count(const struct selection *selection);
const char *selection_name(const struct selection *selection, size_t index);
const char *selection_spelled(const struct selection *selection, size_t index);
const char *selection_origin(const struct selection *selection, size_t index);

#endif
