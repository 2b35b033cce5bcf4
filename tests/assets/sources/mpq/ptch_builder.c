#include "assets/sources/mpq/ptch_builder.h"

#include <string.h>

#include "base/md5.h"
#include "base/size.h"

static void put_u64(struct buffer *buffer, uint64_t value)
{
    buffer_u32le(buffer, (uint32_t)value);
    buffer_u32le(buffer, (uint32_t)(value >> 32));
}

/* Writes `bytes` as runs: zeros by their number, others as they are. */
static void put_runs(struct buffer *packed, const struct buffer *bytes)
{
    buffer_u32le(packed, (uint32_t)bytes->size);
    for (size_t at = 0; at < bytes->size;) {
        size_t length = 1;
        bool zero = bytes->data[at] == 0;
        while (at + length < bytes->size && length < 128 &&
               (bytes->data[at + length] == 0) == zero) {
            length++;
        }
        buffer_u8(packed, (uint8_t)((zero ? 0 : 0x80) + length - 1));
        if (!zero) {
            buffer_append(packed, bytes->data + at, length);
        }
        at += length;
    }
}

static void put_differences(struct buffer *differences, size_t changed_bytes,
                            const struct buffer *steps, const struct buffer *added,
                            const struct buffer *taken)
{
    buffer_append(differences, "BSDIFF40", 8);
    put_u64(differences, steps->size);
    put_u64(differences, added->size);
    put_u64(differences, changed_bytes);
    buffer_append(differences, steps->data, steps->size);
    buffer_append(differences, added->data, added->size);
    buffer_append(differences, taken->data, taken->size);
}

/* Steps through the old file: keeps, changes, inserts, goes on or back. */
static void make_differences(const struct buffer *old, struct random *random,
                             struct buffer *changed, struct buffer *differences)
{
    struct buffer steps = {0};
    struct buffer added = {0};
    struct buffer taken = {0};
    size_t from = 0;
    for (size_t n = 0; n < 20; n++) {
        size_t add = random_below(random, (uint32_t)size_min(old->size - from, 2000) + 1);
        size_t take = random_below(random, 100);
        for (size_t i = 0; i < add; i++) {
            uint8_t change = (uint8_t)(random_below(random, 10) == 0 ? random_next(random) : 0);
            buffer_u8(&added, change);
            buffer_u8(changed, (uint8_t)(old->data[from + i] + change));
        }
        for (size_t i = 0; i < take; i++) {
            uint8_t byte = (uint8_t)random_next(random);
            buffer_u8(&taken, byte);
            buffer_u8(changed, byte);
        }
        from += add;
        size_t to = random_below(random, (uint32_t)old->size + 1);
        size_t move = to >= from ? to - from : from - to;
        buffer_u32le(&steps, (uint32_t)add);
        buffer_u32le(&steps, (uint32_t)take);
        buffer_u32le(&steps, (uint32_t)move | (to < from ? 0x80000000 : 0));
        from = to;
    }
    put_differences(differences, changed->size, &steps, &added, &taken);
    buffer_free(&steps);
    buffer_free(&added);
    buffer_free(&taken);
}

static void put_md5(struct buffer *patch, const struct buffer *contents)
{
    struct md5 hash = md5_of(contents->data, contents->size);
    buffer_append(patch, hash.bytes, sizeof hash.bytes);
}

/* `data` is `unpacked_bytes` before it was packed. */
static void put_patch(struct buffer *patch, const char *kind, const struct buffer *old,
                      const struct buffer *changed, const struct buffer *data,
                      size_t unpacked_bytes)
{
    enum { HEAD_BYTES = 68 };
    buffer_append(patch, "PTCH", 4);
    buffer_u32le(patch, (uint32_t)(HEAD_BYTES + unpacked_bytes));
    buffer_u32le(patch, (uint32_t)old->size);
    buffer_u32le(patch, (uint32_t)changed->size);
    buffer_append(patch, "MD5_", 4);
    buffer_u32le(patch, 40);
    put_md5(patch, old);
    put_md5(patch, changed);
    buffer_append(patch, "XFRM", 4);
    buffer_u32le(patch, (uint32_t)(12 + data->size));
    buffer_append(patch, kind, 4);
    buffer_append(patch, data->data, data->size);
}

void ptch_copy(const struct buffer *old, const struct buffer *changed, struct buffer *patch)
{
    put_patch(patch, "COPY", old, changed, changed, changed->size);
}

void ptch_replace(const struct buffer *old, const struct buffer *changed, struct buffer *patch)
{
    const struct buffer none = {0};
    struct buffer step = {0};
    struct buffer unpacked = {0};
    struct buffer data = {0};
    buffer_u32le(&step, 0);
    buffer_u32le(&step, (uint32_t)changed->size);
    buffer_u32le(&step, 0);
    put_differences(&unpacked, changed->size, &step, &none, changed);
    put_runs(&data, &unpacked);
    put_patch(patch, "BSD0", old, changed, &data, unpacked.size);
    buffer_free(&step);
    buffer_free(&unpacked);
    buffer_free(&data);
}

void ptch_make(const struct buffer *old, bool is_copy, struct random *random,
               struct buffer *changed, struct buffer *patch)
{
    struct buffer unpacked = {0};
    struct buffer data = {0};
    if (is_copy) {
        size_t size = 1000 + random_below(random, 1000);
        for (size_t i = 0; i < size; i++) {
            buffer_u8(changed, (uint8_t)(random_next(random) % 7));
        }
        ptch_copy(old, changed, patch);
        return;
    }
    make_differences(old, random, changed, &unpacked);
    put_runs(&data, &unpacked);
    put_patch(patch, "BSD0", old, changed, &data, unpacked.size);
    buffer_free(&unpacked);
    buffer_free(&data);
}
