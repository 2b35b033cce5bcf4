/*
 * The encoding table: which encoding keys and what size the file with a content key has. Its index
 * of pages is kept; pages are read and checked when they are asked for, and some hundred of them
 * kept, as a run asks for a file several times.
 */
#ifndef ASSETS_SOURCES_CASC_ENCODING_H
#define ASSETS_SOURCES_CASC_ENCODING_H

#include "adtmap/status.h"
#include "assets/sources/casc/casc_key.h"
#include "assets/sources/casc/packed_view.h"
#include "base/diag.h"

/* Bounds, see docs/security.md. */
enum {
    ENCODING_PAGE_BYTES_MAX = 1 << 16,
};

enum { ENCODING_KEYS_MAX = 8 };

struct encoding_page {
    struct content_key first;
    struct md5 sum;
};

/* Pages that are kept, each in the slot of its number. */
enum { ENCODING_KEPT_PAGES = 256 };

struct encoding_kept {
    uint8_t *bytes; /* NULL: none */
    uint32_t page;
};

struct encoding {
    struct packed_view view;
    struct encoding_page *pages; /* in order of first keys */
    uint32_t page_count;
    uint32_t page_bytes;
    uint64_t pages_at;
    struct encoding_kept *kept; /* ENCODING_KEPT_PAGES */
    pthread_mutex_t lock;       /* of the pages that are kept */
};

/* What the table says of a file. */
struct encoding_entry {
    uint64_t content_bytes;
    struct encoding_key keys[ENCODING_KEYS_MAX];
    uint32_t key_count;
    uint32_t keys_left_out; /* beyond ENCODING_KEYS_MAX */
};

/* Takes the view over, also when it fails: with ADTMAP_BAD_DATA, ADTMAP_NO_MEMORY, and as
 * packed_view_read. */
enum adtmap_status encoding_open(struct packed_view view, const struct diag *diag,
                                 struct encoding *encoding);

/* Fine on one that is zero-initialised. */
void encoding_close(struct encoding *encoding);

/* Fails with ADTMAP_NOT_FOUND when the table lacks the key, and as packed_view_read. From any
 * thread. */
enum adtmap_status encoding_find(struct encoding *encoding, const struct content_key *content,
                                 const struct diag *diag, struct encoding_entry *entry);

/* Visits all entries, in order of content keys; pages that are damaged are passed over. */
typedef void encoding_visit(void *user, const struct content_key *content,
                            const struct encoding_entry *entry);
enum adtmap_status encoding_walk(struct encoding *encoding, const struct diag *diag,
                                 encoding_visit *visit, void *user);

#endif
