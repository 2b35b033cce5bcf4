/*
 * The root of a build: which file ids and which hashes of names have which content. Of a file's
 * contents the first counts that is for the wanted locale and for ordinary clients.
 */
#ifndef ASSETS_SOURCES_CASC_ROOT_H
#define ASSETS_SOURCES_CASC_ROOT_H

#include "adtmap/status.h"
#include "assets/sources/casc/casc_key.h"
#include "base/diag.h"

/* How a root is laid out, by the first client that had it so. */
enum root_kind { ROOT_6_0, ROOT_8_2, ROOT_10_1_7, ROOT_11_1 };

enum root_content {
    ROOT_LOW_VIOLENCE = 0x80,
    ROOT_DO_NOT_LOAD = 0x100,
    ROOT_ENCRYPTED = 0x8000000,
    ROOT_NO_HASHES = 0x10000000,
};

struct root_file {
    uint32_t id;
    uint32_t content_flags;
    struct content_key content;
};

struct root_name {
    uint64_t hash; /* lookup3_name */
    uint32_t file; /* index in `files` */
};

struct root {
    enum root_kind kind;
    struct root_file *files; /* in order of ids, each once */
    size_t file_count;
    struct root_name *names; /* in order of hashes, each once */
    size_t name_count;
};

/* More files of a root are refused. */
enum { ROOT_ENTRIES_MAX = 6000000 };

/* The flag of a locale ("enUS"); 0 for one that is unknown. */
uint32_t root_locale_flag(const char *locale);

/* A list of all locales for messages, static storage. */
const char *root_locale_names(void);

/* "TSFM, version 2 (11.1)", static storage. */
const char *root_kind_name(enum root_kind kind);

/*
 * Reads a root. What is cut off at the end is a warning. Fails with ADTMAP_BAD_DATA when nothing
 * can be read, ADTMAP_UNSUPPORTED for a later version, ADTMAP_LIMIT beyond ROOT_ENTRIES_MAX,
 * ADTMAP_NO_MEMORY; the root is to be freed whatever is returned.
 */
enum adtmap_status root_read(const uint8_t *data, size_t size, uint32_t locale_flag,
                             const struct diag *diag, struct root *root);
void root_free(struct root *root);

/* Give the index of a file; false when there is none. */
bool root_find_id(const struct root *root, uint32_t id, size_t *file);
bool root_find_hash(const struct root *root, uint64_t hash, size_t *file);

#endif
