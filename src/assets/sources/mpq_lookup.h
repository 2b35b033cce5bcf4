/*
 * Looks names up in archives, without StormLib in this process: a subprocess (mpq_reader.h) has the
 * archives open and answers. An answer takes 15 microseconds. So answers are kept, as most names of
 * a run are asked for many times. Names whose hashes an archive does not have are not asked for: a
 * client has 15 archives and most names are in one.
 */
#ifndef ASSETS_SOURCES_MPQ_LOOKUP_H
#define ASSETS_SOURCES_MPQ_LOOKUP_H

#include <stddef.h>
#include <stdint.h>

#include "assets/sources/mpq_reader.h"
#include "assets/sources/source.h"
#include "assets/sources/source_mpq.h"
#include "base/diag.h"

/* How many answers are kept; beyond, all are asked for again. */
enum { MPQ_ANSWERS_MOST = 1 << 15 };

/* Used by any number of threads. */
struct mpq_lookup;

/* Of archives that can be opened together. `parts` are borrowed, and `log` is, for a warning. NULL
 * when out of memory. */
struct mpq_lookup *mpq_lookup_create(const struct mpq_part *parts, size_t count,
                                     const struct adtmap_log *log);

/* NULL-safe. */
void mpq_lookup_destroy(struct mpq_lookup *lookup);

/*
 * Looks up a canonical name. A damaged archive whose tables crash the subprocess has no more files
 * from then on; a warning says so. A file counts as present if there is no memory for an answer:
 * reading it then fails for that reason.
 */
struct mpq_found mpq_lookup_find(struct mpq_lookup *lookup, const char *canonical);

/* How many names the subprocess was asked for. */
uint64_t mpq_lookup_questions(struct mpq_lookup *lookup);

#endif
