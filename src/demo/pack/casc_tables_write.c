#include "demo/pack/casc_tables_write.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/lookup3.h"
#include "base/size.h"
#include "demo/bytes/chunk_write.h"
#include "demo/pack/blte_write.h"

enum { KEY_BYTES = 16, SHORT_KEY_BYTES = 9, PAGE_BYTES = 4096 };

static void put_u64(struct buffer *out, uint64_t value)
{
    PUT_U32(out, (uint32_t)value, (uint32_t)(value >> 32));
}

static void put_block_head(struct buffer *out, const struct casc_root_entry *first, size_t count,
                           enum casc_root kind)
{
    if (kind != CASC_ROOT_11_1) {
        PUT_U32(out, (uint32_t)count, first->content_flags, first->locale_flags);
        return;
    }
    PUT_U32(out, (uint32_t)count, first->locale_flags, first->content_flags & 0xFFFF,
            first->content_flags & 0xFE010000);
    buffer_u8(out, (uint8_t)(first->content_flags >> 17));
}

static void put_block(struct buffer *out, const struct casc_root_entry *entries, size_t count,
                      enum casc_root kind)
{
    put_block_head(out, entries, count, kind);
    for (size_t i = 0; i < count; i++) {
        buffer_u32le(out, i == 0 ? entries[i].id : entries[i].id - entries[i - 1].id - 1);
    }
    for (size_t i = 0; i < count; i++) {
        buffer_append(out, entries[i].content.bytes, KEY_BYTES);
        if (kind == CASC_ROOT_6_0) {
            put_u64(out, entries[i].hash);
        }
    }
    for (size_t i = 0; kind != CASC_ROOT_6_0 && i < count; i++) {
        if (!(entries[i].content_flags & CASC_NO_HASHES)) {
            put_u64(out, entries[i].hash);
        }
    }
}

void casc_put_root(struct buffer *out, const struct casc_root_entry *entries, size_t count,
                   enum casc_root kind)
{
    size_t named = 0;
    for (size_t i = 0; i < count; i++) {
        named += !(entries[i].content_flags & CASC_NO_HASHES);
    }
    if (kind != CASC_ROOT_6_0) {
        buffer_append(out, "TSFM", 4);
    }
    if (kind == CASC_ROOT_8_2) {
        PUT_U32(out, (uint32_t)count, (uint32_t)named);
    } else if (kind != CASC_ROOT_6_0) {
        PUT_U32(out, 24, kind == CASC_ROOT_11_1 ? 2 : 1, (uint32_t)count, (uint32_t)named, 0);
    }
    for (size_t begin = 0, end; begin < count; begin = end) {
        end = begin + 1;
        while (end < count && entries[end].content_flags == entries[begin].content_flags &&
               entries[end].locale_flags == entries[begin].locale_flags) {
            end++;
        }
        put_block(out, entries + begin, end - begin, kind);
    }
}

static int compare_contents(const void *a, const void *b)
{
    const struct casc_encoding_entry *x = a;
    const struct casc_encoding_entry *y = b;
    return memcmp(x->content.bytes, y->content.bytes, KEY_BYTES);
}

/* Fills the rest of a page with zeros. */
static void end_page(struct buffer *pages)
{
    while (pages->size % PAGE_BYTES != 0 && !pages->failed) {
        buffer_u8(pages, 0);
    }
}

/* The pages, and the first key of each into `firsts`. */
static void put_pages(struct buffer *pages, struct buffer *firsts,
                      const struct casc_encoding_entry *entries, size_t count)
{
    enum { ENTRY_BYTES = 1 + 5 + 2 * KEY_BYTES };
    for (size_t i = 0; i < count && !pages->failed; i++) {
        if (i > 0 && compare_contents(&entries[i - 1], &entries[i]) == 0) {
            continue;
        }
        if (pages->size % PAGE_BYTES + ENTRY_BYTES > PAGE_BYTES) {
            end_page(pages);
        }
        if (pages->size % PAGE_BYTES == 0) {
            buffer_append(firsts, entries[i].content.bytes, KEY_BYTES);
        }
        buffer_u8(pages, 1);
        blte_put_number(pages, entries[i].content_bytes, 5);
        buffer_append(pages, entries[i].content.bytes, KEY_BYTES);
        buffer_append(pages, entries[i].key.bytes, KEY_BYTES);
    }
    end_page(pages);
}

void casc_put_encoding(struct buffer *out, struct casc_encoding_entry *entries, size_t count)
{
    static const char strings[] = "z";
    struct buffer pages = {0};
    struct buffer firsts = {0};
    array_sort(entries, count, sizeof *entries, compare_contents);
    put_pages(&pages, &firsts, entries, count);
    buffer_append(out, "EN\1\20\20", 5);
    blte_put_number(out, PAGE_BYTES / 1024, 2);
    blte_put_number(out, PAGE_BYTES / 1024, 2);
    blte_put_number(out, pages.size / PAGE_BYTES, 4);
    blte_put_number(out, 0, 5);
    blte_put_number(out, sizeof strings, 4);
    buffer_append(out, strings, sizeof strings);
    for (size_t i = 0; i < firsts.size / KEY_BYTES && !pages.failed; i++) {
        struct md5 sum = md5_of(pages.data + i * PAGE_BYTES, PAGE_BYTES);
        buffer_append(out, firsts.data + i * KEY_BYTES, KEY_BYTES);
        buffer_append(out, sum.bytes, KEY_BYTES);
    }
    buffer_append(out, pages.data, pages.size);
    out->failed = out->failed || pages.failed || firsts.failed;
    buffer_free(&pages);
    buffer_free(&firsts);
}

static int compare_keys(const void *a, const void *b)
{
    const struct casc_index_entry *x = a;
    const struct casc_index_entry *y = b;
    return memcmp(x->key.bytes, y->key.bytes, KEY_BYTES);
}

static unsigned bucket_of(const struct md5 *key)
{
    unsigned mixed = 0;
    for (size_t i = 0; i < SHORT_KEY_BYTES; i++) {
        mixed ^= key->bytes[i];
    }
    return (mixed & 15) ^ (mixed >> 4);
}

void casc_put_index(struct buffer *out, struct casc_index_entry *entries, size_t count,
                    unsigned bucket)
{
    enum { ENTRY_BYTES = SHORT_KEY_BYTES + 5 + 4 };
    uint8_t header[] = {7, 0, (uint8_t)bucket, 0, 4, 5, SHORT_KEY_BYTES, 30, 0, 0, 0, 0x40, 0, 0,
                        0, 0};
    struct buffer list = {0};
    struct lookup3 hash = {0, 0};
    array_sort(entries, count, sizeof *entries, compare_keys);
    for (size_t i = 0; i < count; i++) {
        bool is_new = i == 0 || compare_keys(&entries[i - 1], &entries[i]) != 0;
        if (is_new && bucket_of(&entries[i].key) == bucket) {
            buffer_append(&list, entries[i].key.bytes, SHORT_KEY_BYTES);
            blte_put_number(&list, (uint64_t)entries[i].archive << 30 | entries[i].offset, 5);
            buffer_u32le(&list, entries[i].bytes);
        }
    }
    for (size_t at = 0; at + ENTRY_BYTES <= list.size; at += ENTRY_BYTES) {
        hash = lookup3_pair(list.data + at, ENTRY_BYTES, hash);
    }
    PUT_U32(out, sizeof header, lookup3_of(header, sizeof header));
    buffer_append(out, header, sizeof header);
    PUT_U32(out, 0, 0, (uint32_t)list.size, hash.c);
    buffer_append(out, list.data, list.size);
    out->failed = out->failed || list.failed;
    buffer_free(&list);
}
