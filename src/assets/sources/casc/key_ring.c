#include "assets/sources/casc/key_ring.h"

#include <stdlib.h>

#include "assets/sources/casc/text_lines.h"
#include "base/array.h"

enum { NAME_DIGITS = 16, KEY_DIGITS = 32 };

/* "NAME KEY", "NAME;KEY": one character that is no digit between them, or several spaces. */
static bool read_line(struct text_part line, struct ring_key *key)
{
    uint8_t name[NAME_DIGITS / 2];
    if (line.size < NAME_DIGITS + 1 + KEY_DIGITS || !casc_hex_read(line.begin, name, sizeof name)) {
        return false;
    }
    struct text_part rest = {line.begin + NAME_DIGITS + 1, line.size - NAME_DIGITS - 1};
    rest = text_trim(rest);
    if (rest.size < KEY_DIGITS || !casc_hex_read(rest.begin, key->key, sizeof key->key)) {
        return false;
    }
    key->name = 0;
    for (size_t i = 0; i < sizeof name; i++) {
        key->name = key->name << 8 | name[i];
    }
    return true;
}

static int key_ring_compare_names(const void *a, const void *b)
{
    const struct ring_key *x = a;
    const struct ring_key *y = b;
    return (x->name > y->name) - (x->name < y->name);
}

enum adtmap_status key_ring_read(const uint8_t *data, size_t size, const struct diag *diag,
                                 struct key_ring *ring)
{
    struct text_part rest = {(const char *)data, size};
    struct text_part line;
    size_t broken = 0;
    *ring = (struct key_ring){
        .keys = calloc(size / (NAME_DIGITS + KEY_DIGITS) + 1, sizeof *ring->keys)};
    if (!ring->keys) {
        return diag_fail_memory(diag);
    }
    while (text_next_line(&rest, &line)) {
        line = text_trim(line);
        if (line.size == 0 || line.begin[0] == '#') {
            continue;
        }
        bool is_key = read_line(line, &ring->keys[ring->count]);
        ring->count += is_key;
        broken += !is_key;
    }
    if (ring->count == 0) {
        key_ring_free(ring);
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET, "no line is a key: NAME KEY");
    }
    if (broken > 0) {
        diag_warn(diag, NULL, NO_OFFSET, "%zu lines are no keys: skipped", broken);
    }
    array_sort(ring->keys, ring->count, sizeof *ring->keys, key_ring_compare_names);
    return ADTMAP_OK;
}

void key_ring_free(struct key_ring *ring)
{
    free(ring->keys);
    *ring = (struct key_ring){0};
}

const uint8_t *key_ring_find(const struct key_ring *ring, uint64_t name)
{
    struct ring_key wanted = {.name = name};
    const struct ring_key *found =
        array_find(&wanted, ring->keys, ring->count, sizeof wanted, key_ring_compare_names);
    return found ? found->key : NULL;
}
