/*
 * A site file as text: its keys are those of site_keys.h, its values single ones or lists, each
 * with its place. What the values mean is up to site_file.h.
 */
#ifndef CLI_SITE_SITE_DOCUMENT_H
#define CLI_SITE_SITE_DOCUMENT_H

#include "base/text.h"
#include "cli/site/site_keys.h"
#include "cli/site/site_tree.h"

/* Bounds, see docs/security.md. */
enum {
    SITE_FILE_BYTES_MAX = 1 << 20,
    SITE_VALUES_BYTES_MAX = 64 << 20,
};

/* A place in a site file: an entry of a section, a key in it, or a value of the key's list. */
struct site_place {
    enum site_section section;
    size_t entry;    /* of a section that repeats */
    const char *key; /* NULL: the entry itself */
    size_t item;     /* of a value that is a list */
    bool is_key;     /* the key, not its value */
};

struct site_document;

/*
 * Reads a site file. Values that are paths begin at the folder of the file. ADTMAP_BAD_DATA for a
 * text that is no YAML; ADTMAP_BAD_ARGUMENT for a key that does not exist or is given twice, a list
 * in place of a single value, or a later version. The message gives line and column. ADTMAP_LIMIT
 * for a file of more than 1 MiB, that is nested too deep, whose aliases make it large, or with a
 * section of too many entries.
 * ADTMAP_IO, ADTMAP_NO_MEMORY.
 */
enum adtmap_status site_document_read(const char *path, const struct diag *diag,
                                      struct site_document **document);

/* NULL-safe. */
void site_document_free(struct site_document *document);

/* How many entries a section has; 0 or 1 for one that does not repeat. */
size_t site_document_count(const struct site_document *document, enum site_section section);

/* The entry of the parent section that an entry stands in. */
size_t site_document_owner(const struct site_document *document, enum site_section section,
                           size_t entry);

/* The value of a key, single or a list; NULL if it is not given, or there is no such entry. */
const struct site_node *site_document_value(const struct site_document *document,
                                            const struct site_place *place);

/* A path from the file's folder as one from the working folder, from malloc; NULL when out of
 * memory. */
char *site_document_path(const struct site_document *document, const char *path);

/* Fails with ADTMAP_BAD_ARGUMENT at a place, or the nearest around it that the file has. */
PRINTF_FORMAT(4, 5)
enum adtmap_status site_document_fail(const struct site_document *document, const struct diag *diag,
                                      const struct site_place *place, const char *format, ...);

/* The same with what went wrong there, behind the name of the key. */
enum adtmap_status site_document_fail_because(const struct site_document *document,
                                              const struct diag *diag,
                                              const struct site_place *place,
                                              const struct adtmap_message *cause);

/* Writes such a message to diag->log: as an error, which is counted in *wrong, or with NULL as a
 * warning. */
PRINTF_FORMAT(5, 6)
void site_document_report(const struct site_document *document, const struct diag *diag,
                          size_t *wrong, const struct site_place *place, const char *format, ...);

#endif
