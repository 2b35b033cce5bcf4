/*
 * Writes a client's storage (CASC): archives, index files, tables, and the files of text that name
 * them. It shares no code with the reader.
 */
#ifndef DEMO_PACK_CASC_WRITE_H
#define DEMO_PACK_CASC_WRITE_H

#include "adtmap/status.h"
#include "base/diag.h"
#include "demo/pack/casc_file.h"

/* The game that the storage holds. */
struct casc_product {
    const char *name;    /* "wow" */
    const char *version; /* "9.2.5.43903" */
    const char *locale;  /* "enUS" */
    enum casc_root root;
};

/* A storage under way. */
struct casc_writer;

/* Makes `directory` if it is missing. `product` and `diag` must outlive the writer. */
enum adtmap_status casc_writer_open(const char *directory, const struct casc_product *product,
                                    const struct diag *diag, struct casc_writer **writer);

/* Adds a file; in the root they stand in the order in which they are added. */
enum adtmap_status casc_writer_add(struct casc_writer *writer, const struct casc_file *file);

/* Writes the tables; the writer is gone afterwards, whatever it returns. */
enum adtmap_status casc_writer_finish(struct casc_writer *writer);

/* Gives a writer up; NULL is fine. The files written so far stay. */
void casc_writer_abort(struct casc_writer *writer);

#endif
