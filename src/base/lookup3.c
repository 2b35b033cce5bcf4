#include "base/lookup3.h"

#include <string.h>

#include "base/path.h"

enum { BLOCK_BYTES = 12 };

struct state {
    uint32_t a, b, c;
};

static uint32_t rotate_left(uint32_t value, unsigned bits)
{
    return value << bits | value >> (32 - bits);
}

/* Adds up to 12 bytes, little endian. */
static void add(struct state *s, const uint8_t *bytes, size_t size)
{
    uint32_t *words[] = {&s->a, &s->b, &s->c};
    for (size_t i = 0; i < size; i++) {
        *words[i / 4] += (uint32_t)bytes[i] << (8 * (i % 4));
    }
}

static void mix(struct state *s)
{
    static const uint8_t turns[] = {4, 6, 8, 16, 19, 4};
    for (size_t i = 0; i < sizeof turns; i += 3) {
        s->a = (s->a - s->c) ^ rotate_left(s->c, turns[i]);
        s->c += s->b;
        s->b = (s->b - s->a) ^ rotate_left(s->a, turns[i + 1]);
        s->a += s->c;
        s->c = (s->c - s->b) ^ rotate_left(s->b, turns[i + 2]);
        s->b += s->a;
    }
}

static void finish(struct state *s)
{
    s->c = (s->c ^ s->b) - rotate_left(s->b, 14);
    s->a = (s->a ^ s->c) - rotate_left(s->c, 11);
    s->b = (s->b ^ s->a) - rotate_left(s->a, 25);
    s->c = (s->c ^ s->b) - rotate_left(s->b, 16);
    s->a = (s->a ^ s->c) - rotate_left(s->c, 4);
    s->b = (s->b ^ s->a) - rotate_left(s->a, 14);
    s->c = (s->c ^ s->b) - rotate_left(s->b, 24);
}

struct lookup3 lookup3_pair(const void *data, size_t size, struct lookup3 seed)
{
    const uint8_t *bytes = data;
    uint32_t start = 0xdeadbeef + (uint32_t)size + seed.c;
    struct state s = {start, start, start + seed.b};
    for (; size > BLOCK_BYTES; size -= BLOCK_BYTES, bytes += BLOCK_BYTES) {
        add(&s, bytes, BLOCK_BYTES);
        mix(&s);
    }
    if (size > 0) {
        add(&s, bytes, size);
        finish(&s);
    }
    return (struct lookup3){s.c, s.b};
}

uint64_t lookup3_name(const char *name)
{
    char upper[NAME_BYTES];
    size_t length = strlen(name);
    if (length >= sizeof upper) {
        return 0;
    }
    for (size_t i = 0; i < length; i++) {
        char c = name[i] == '/' ? '\\' : name[i];
        upper[i] = c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
    }
    struct lookup3 hash = lookup3_pair(upper, length, (struct lookup3){0, 0});
    return (uint64_t)hash.c << 32 | hash.b;
}
