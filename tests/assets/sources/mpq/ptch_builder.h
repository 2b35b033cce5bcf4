/* Patches of files for tests, with what they make of a file. */
#ifndef TESTS_ASSETS_SOURCES_MPQ_PTCH_BUILDER_H
#define TESTS_ASSETS_SOURCES_MPQ_PTCH_BUILDER_H

#include "base/buffer.h"
#include "render/random.h"

/* Changes a file at random: fills empty `changed` with the new contents and `patch` with a patch,
 * of the kind COPY or BSD0. */
void ptch_make(const struct buffer *old, bool is_copy, struct random *random,
               struct buffer *changed, struct buffer *patch);

/* Fills `patch` with one that makes `changed` of `old`, of the kind COPY, which fits any file, or
 * BSD0, which StormLib packs. */
void ptch_copy(const struct buffer *old, const struct buffer *changed, struct buffer *patch);
void ptch_replace(const struct buffer *old, const struct buffer *changed, struct buffer *patch);

#endif
