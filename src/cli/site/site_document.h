/*
 * A site file as text: the values of its keys, each with its place. libcyaml reads the file by a
 * schema that is made of the keys (site_keys.h); what the values mean is up to site_file.h.
 */
#ifndef CLI_SITE_SITE_DOCUMENT_H
#define CLI_SITE_SITE_DOCUMENT_H

#include "cli/site/site_marks.h"

/* The value of a key. */
struct site_cell {
    char *text;   /* of a single value; NULL: the key is not given, or has a list */
    char **items; /* of a list */
    uint32_t count;
};

struct site_document;

/*
 * Reads a site file. Values that are paths begin at the folder of the file; cells hold them as
 * paths from the working folder. ADTMAP_BAD_DATA for a text that is no YAML, a key that does not
 * exist or is given twice, or a list in place of a single value; ADTMAP_UNSUPPORTED for a later
 * version. The message gives line and column. ADTMAP_LIMIT for a file of more than 1 MiB, or
 * aliases that make it large. ADTMAP_IO, ADTMAP_NO_MEMORY.
 */
enum adtmap_status site_document_read(const char *path, const struct diag *diag,
                                      struct site_document **document);

/* NULL-safe. */
void site_document_free(struct site_document *document);

/* How many entries a section has; 0 or 1 for one that does not repeat. */
size_t site_document_count(const struct site_document *document, enum site_section section);

/* The values of an entry, in the order of the section's keys. */
const struct site_cell *site_document_cells(const struct site_document *document,
                                            enum site_section section, size_t entry);

/* A path from the file's folder as one from the working folder, from malloc; NULL when out of
 * memory. */
char *site_document_path(const struct site_document *document, const char *path);

/* Whether the file has the key at this place, with a value or an empty list. */
bool site_document_has(const struct site_document *document, const struct site_place *place);

/* The single value of a key; NULL if it is not given. */
const char *site_document_text(const struct site_document *document,
                               const struct site_place *place);

/* Whether the key was given. */
bool site_cell_is_given(const struct site_cell *cell);

/* Fails with ADTMAP_BAD_ARGUMENT and the line and column of a place. */
__attribute__((format(printf, 4, 5))) enum adtmap_status
site_document_fail(const struct site_document *document, const struct diag *diag,
                   const struct site_place *place, const char *format, ...);

/* The same with what went wrong there, behind the name of the key. */
enum adtmap_status site_document_fail_because(const struct site_document *document,
                                              const struct diag *diag,
                                              const struct site_place *place,
                                              const struct adtmap_message *cause);

#endif
