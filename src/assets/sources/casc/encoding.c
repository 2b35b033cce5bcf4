/*
 * The table, big endian: "EN", u8 version (1), u8 16, u8 16 (bytes of keys), u16 KiB of a page of
 * content keys, u16 of one of encoding keys, u32 pages, u32 pages of encoding keys, u8 0, u32 bytes
 * of strings; the strings; the index, {first key, MD5} a page; the pages. The rest, which leads
 * from encoding keys to how they are packed, is not read.
 *
 * A page: u8 number of encoding keys (0 ends the page), u40 size, content key, encoding keys.
 */
#include "assets/sources/casc/encoding.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/reader.h"

enum {
    HEADER_BYTES = 22,
    INDEX_ENTRY_BYTES = 32,
};

struct encoding_header {
    uint32_t page_bytes;
    uint32_t page_count;
    uint32_t strings_bytes;
};

static enum adtmap_status encoding_read_header(struct packed_view *view, const struct diag *diag,
                                               struct encoding_header *header)
{
    uint8_t bytes[HEADER_BYTES];
    enum adtmap_status status = packed_view_read(view, 0, sizeof bytes, diag, bytes);
    if (status) {
        return status;
    }
    struct reader reader = reader_make(bytes, sizeof bytes);
    reader_skip(&reader, 5);
    header->page_bytes = (uint32_t)reader_big_endian(&reader, 2) * 1024;
    reader_skip(&reader, 2);
    header->page_count = (uint32_t)reader_big_endian(&reader, 4);
    reader_skip(&reader, 5);
    header->strings_bytes = (uint32_t)reader_big_endian(&reader, 4);
    static const uint8_t head[] = {'E', 'N', 1, CASC_KEY_BYTES, CASC_KEY_BYTES};
    if (memcmp(bytes, head, sizeof head) != 0) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, 0, "no encoding table of version 1");
    }
    if (header->page_bytes == 0 || header->page_bytes > ENCODING_PAGE_BYTES_MAX) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, 5, "pages of %u bytes", header->page_bytes);
    }
    return ADTMAP_OK;
}

static enum adtmap_status read_index(struct encoding *encoding,
                                     const struct encoding_header *header, const struct diag *diag)
{
    uint64_t at = HEADER_BYTES + (uint64_t)header->strings_bytes;
    uint64_t index_bytes = (uint64_t)header->page_count * INDEX_ENTRY_BYTES;
    uint64_t pages_bytes = (uint64_t)header->page_count * header->page_bytes;
    uint64_t content_bytes = encoding->view.file.blte.content_bytes;
    if (at + index_bytes + pages_bytes > content_bytes || header->page_count == 0) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, 9, "%u pages do not fit the table",
                         header->page_count);
    }
    _Static_assert(sizeof *encoding->pages == INDEX_ENTRY_BYTES, "read as it is stored");
    encoding->page_count = header->page_count;
    encoding->page_bytes = header->page_bytes;
    encoding->pages_at = at + index_bytes;
    encoding->pages = malloc((size_t)index_bytes);
    encoding->kept = calloc(ENCODING_KEPT_PAGES, sizeof *encoding->kept);
    if (!encoding->pages || !encoding->kept) {
        return diag_fail_memory(diag);
    }
    return packed_view_read(&encoding->view, at, (size_t)index_bytes, diag,
                            (uint8_t *)encoding->pages);
}

enum adtmap_status encoding_open(struct packed_view view, const struct diag *diag,
                                 struct encoding *encoding)
{
    struct encoding_header header;
    *encoding = (struct encoding){.view = view};
    pthread_mutex_init(&encoding->lock, NULL);
    enum adtmap_status status = encoding_read_header(&encoding->view, diag, &header);
    if (!status) {
        status = read_index(encoding, &header, diag);
    }
    if (status) {
        encoding_close(encoding);
    }
    return status;
}

void encoding_close(struct encoding *encoding)
{
    for (size_t i = 0; encoding->kept && i < ENCODING_KEPT_PAGES; i++) {
        free(encoding->kept[i].bytes);
    }
    if (encoding->kept) {
        pthread_mutex_destroy(&encoding->lock);
    }
    free(encoding->kept);
    free(encoding->pages);
    packed_view_close(&encoding->view);
    *encoding = (struct encoding){0};
}

static enum adtmap_status read_page(struct encoding *encoding, uint32_t page,
                                    const struct diag *diag, uint8_t *bytes)
{
    uint64_t at = encoding->pages_at + (uint64_t)page * encoding->page_bytes;
    enum adtmap_status status =
        packed_view_read(&encoding->view, at, encoding->page_bytes, diag, bytes);
    if (status) {
        return status;
    }
    struct md5 sum = md5_of(bytes, encoding->page_bytes);
    if (memcmp(sum.bytes, encoding->pages[page].sum.bytes, sizeof sum.bytes) != 0) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, (int64_t)at,
                         "page %u of the encoding table is damaged: its MD5 is another", page);
    }
    return ADTMAP_OK;
}

/* The next entry of a page; false at its end. */
static bool next_entry(struct reader *page, struct content_key *content,
                       struct encoding_entry *entry)
{
    uint8_t count = reader_u8(page);
    *entry = (struct encoding_entry){.content_bytes = reader_big_endian(page, 5)};
    const uint8_t *key = count ? reader_bytes(page, CASC_KEY_BYTES) : NULL;
    if (!key) {
        return false;
    }
    memcpy(content->bytes, key, CASC_KEY_BYTES);
    for (uint32_t i = 0; i < count; i++) {
        key = reader_bytes(page, CASC_KEY_BYTES);
        if (key && i < ENCODING_KEYS_MAX) {
            memcpy(entry->keys[entry->key_count++].bytes, key, CASC_KEY_BYTES);
        }
        entry->keys_left_out += i >= ENCODING_KEYS_MAX;
    }
    return !page->bad;
}

static int compare_first_key(const void *key, const void *page)
{
    return content_key_compare(key, &((const struct encoding_page *)page)->first);
}

/* The last page whose first key is not above the key; the first if there is none. */
static uint32_t page_of(const struct encoding *encoding, const struct content_key *content)
{
    size_t behind = array_upper_bound(content, encoding->pages, encoding->page_count,
                                      sizeof *encoding->pages, compare_first_key);
    return behind > 0 ? (uint32_t)behind - 1 : 0;
}

/* The entry of a content key in a page. */
static bool find_in_page(const struct encoding *encoding, const uint8_t *bytes,
                         const struct content_key *content, struct encoding_entry *entry)
{
    struct reader page = reader_make(bytes, encoding->page_bytes);
    struct content_key key;
    while (next_entry(&page, &key, entry)) {
        if (content_key_compare(&key, content) == 0) {
            return true;
        }
    }
    return false;
}

/* Looks into a page if it is kept. False if it is not; *found says whether it has the key. */
static bool find_in_kept(struct encoding *encoding, uint32_t page,
                         const struct content_key *content, struct encoding_entry *entry,
                         bool *found)
{
    const struct encoding_kept *kept = &encoding->kept[page % ENCODING_KEPT_PAGES];
    pthread_mutex_lock(&encoding->lock);
    bool is_kept = kept->bytes && kept->page == page;
    *found = is_kept && find_in_page(encoding, kept->bytes, content, entry);
    pthread_mutex_unlock(&encoding->lock);
    return is_kept;
}

/* Takes `bytes`, from malloc. */
static void keep_page(struct encoding *encoding, uint32_t page, uint8_t *bytes)
{
    struct encoding_kept *kept = &encoding->kept[page % ENCODING_KEPT_PAGES];
    pthread_mutex_lock(&encoding->lock);
    free(kept->bytes);
    *kept = (struct encoding_kept){.page = page, .bytes = bytes};
    pthread_mutex_unlock(&encoding->lock);
}

enum adtmap_status encoding_find(struct encoding *encoding, const struct content_key *content,
                                 const struct diag *diag, struct encoding_entry *entry)
{
    uint32_t page = page_of(encoding, content);
    bool found;
    if (!find_in_kept(encoding, page, content, entry, &found)) {
        uint8_t *bytes = malloc(encoding->page_bytes);
        enum adtmap_status status =
            bytes ? read_page(encoding, page, diag, bytes) : diag_fail_memory(diag);
        if (status) {
            free(bytes);
            return status;
        }
        found = find_in_page(encoding, bytes, content, entry);
        keep_page(encoding, page, bytes);
    }
    if (found) {
        return ADTMAP_OK;
    }
    return diag_fail(diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET, "not in the encoding table");
}

enum adtmap_status encoding_walk(struct encoding *encoding, const struct diag *diag,
                                 encoding_visit *visit, void *user)
{
    uint8_t *bytes = malloc(encoding->page_bytes);
    if (!bytes) {
        return diag_fail_memory(diag);
    }
    enum adtmap_status status = ADTMAP_OK;
    for (uint32_t i = 0; i < encoding->page_count && !status; i++) {
        status = read_page(encoding, i, diag, bytes);
        struct reader page = reader_make(bytes, encoding->page_bytes);
        struct content_key key;
        struct encoding_entry entry;
        while (!status && next_entry(&page, &key, &entry)) {
            visit(user, &key, &entry);
        }
        /* Other pages are read in spite of a damaged one. */
        status = status == ADTMAP_BAD_DATA ? ADTMAP_OK : status;
    }
    free(bytes);
    return status;
}
