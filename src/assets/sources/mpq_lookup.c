#include "assets/sources/mpq_lookup.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "assets/sources/mpq_damage.h"
#include "base/hash.h"
#include "base/hash_set.h"

/*
 * An archive of version 1 or 2 has each name as two hashes of 32 bits ("MPQ" of the wowdev wiki):
 *
 *     a = table[character] ^ (a + b)
 *     b = character + a + 33 * b + 3
 *
 * for each character in capitals, with '\\' between folders. The two hashes differ in the table,
 * which comes from a generator of pseudorandom numbers.
 */

enum { FIRST_SLOTS = 1024, HASH_KINDS = 2, CHARACTERS = 256 };

/* An answer by the hash of its name. */
struct kept_answer {
    struct hash128 name; /* zero: a free slot */
    struct mpq_found found;
};

struct mpq_lookup {
    uint32_t tables[HASH_KINDS][CHARACTERS];
    struct hash_set hashes; /* of all names in the archive; empty: unknown */
    const char *path;       /* of the first part, for the warning */
    const struct adtmap_log *log;
    pthread_mutex_t lock; /* protects the fields below */
    struct mpq_reader *reader;
    struct mpq_damage damage;
    struct kept_answer *slots; /* a power of two, at most half full */
    size_t slot_count;
    size_t count;
    uint64_t questions;
};

static uint32_t next_random(uint32_t *seed)
{
    *seed = (*seed * 125 + 3) % 0x2AAAAB;
    return *seed & 0xFFFF;
}

/* The generator makes five tables, character by character; names use the second and the third. */
static void fill_tables(uint32_t tables[HASH_KINDS][CHARACTERS])
{
    uint32_t seed = 0x100001;
    for (size_t character = 0; character < CHARACTERS; character++) {
        for (size_t table = 0; table < 5; table++) {
            uint32_t high = next_random(&seed);
            uint32_t number = high << 16 | next_random(&seed);
            if (table == 1 || table == 2) {
                tables[table - 1][character] = number;
            }
        }
    }
}

static uint32_t hash_name(const uint32_t table[CHARACTERS], const char *canonical)
{
    uint32_t a = 0x7FED7FED;
    uint32_t b = 0xEEEEEEEE;
    for (const char *at = canonical; *at; at++) {
        uint8_t character = (uint8_t)(*at == '/' ? '\\' : *at);
        character = (uint8_t)(*at >= 'a' && *at <= 'z' ? *at - 'a' + 'A' : character);
        a = table[character] ^ (a + b);
        b = character + a + 33 * b + 3;
    }
    return a;
}

/* Whether the archive may have the name. */
static bool may_have(const struct mpq_lookup *lookup, const char *canonical)
{
    uint64_t hash = (uint64_t)hash_name(lookup->tables[0], canonical) << 32 |
                    hash_name(lookup->tables[1], canonical);
    return lookup->hashes.count == 0 || hash_set_has(&lookup->hashes, hash);
}

/* Without the hashes all names are asked for. */
static void read_hashes(struct mpq_lookup *lookup)
{
    const struct diag quiet = {0};
    struct blob blob;
    if (mpq_reader_hashes(lookup->reader, &quiet, &blob)) {
        return;
    }
    bool fine = true;
    for (size_t at = 0; fine && at + sizeof(uint64_t) <= blob.size; at += sizeof(uint64_t)) {
        uint64_t hash;
        memcpy(&hash, blob.data + at, sizeof hash);
        fine = hash_set_add(&lookup->hashes, hash);
    }
    if (!fine) {
        hash_set_free(&lookup->hashes);
    }
    blob_release(&blob);
}

static bool is_free(const struct kept_answer *slot)
{
    return slot->name.low == 0 && slot->name.high == 0;
}

/* The slot of a name, or the free one where it belongs. */
static struct kept_answer *slot_of(struct kept_answer *slots, size_t slot_count,
                                   struct hash128 name)
{
    size_t at = (size_t)name.low & (slot_count - 1);
    while (!is_free(&slots[at]) && !hash128_equal(slots[at].name, name)) {
        at = (at + 1) & (slot_count - 1);
    }
    return &slots[at];
}

static bool make_room(struct mpq_lookup *lookup)
{
    size_t grown = lookup->slot_count ? 2 * lookup->slot_count : FIRST_SLOTS;
    struct kept_answer *slots = calloc(grown, sizeof *slots);
    if (!slots) {
        return false;
    }
    for (size_t i = 0; i < lookup->slot_count; i++) {
        if (!is_free(&lookup->slots[i])) {
            *slot_of(slots, grown, lookup->slots[i].name) = lookup->slots[i];
        }
    }
    free(lookup->slots);
    lookup->slots = slots;
    lookup->slot_count = grown;
    return true;
}

/* An answer that cannot be kept is asked for again. */
static void keep(struct mpq_lookup *lookup, struct hash128 name, const struct mpq_found *found)
{
    if (lookup->count == MPQ_ANSWERS_MOST) {
        memset(lookup->slots, 0, lookup->slot_count * sizeof *lookup->slots);
        lookup->count = 0;
    }
    if (2 * (lookup->count + 1) <= lookup->slot_count || make_room(lookup)) {
        *slot_of(lookup->slots, lookup->slot_count, name) = (struct kept_answer){name, *found};
        lookup->count++;
    }
}

static void count_stopped(struct mpq_lookup *lookup)
{
    const struct diag at_archive = {lookup->path, lookup->log, NULL};
    if (mpq_damage_add(&lookup->damage, mpq_reader_cpu_seconds(0))) {
        diag_warn(&at_archive, NULL, NO_OFFSET,
                  "a damaged archive: looking names up crashed or took too long; no more of its "
                  "files are found");
    }
}

static struct mpq_found ask(struct mpq_lookup *lookup, struct hash128 name, const char *canonical)
{
    const struct diag quiet = {0};
    struct mpq_found found = {.answer = SOURCE_ABSENT};
    if (mpq_damage_is_too_much(&lookup->damage)) {
        return found;
    }
    lookup->questions++;
    enum adtmap_status status = mpq_reader_find(lookup->reader, canonical, &quiet, &found);
    if (status == ADTMAP_NO_MEMORY) {
        return (struct mpq_found){.answer = SOURCE_PRESENT, .bytes = MPQ_BYTES_UNKNOWN};
    }
    if (mpq_reader_was_stopped(lookup->reader)) {
        count_stopped(lookup);
    }
    keep(lookup, name, &found);
    return found;
}

struct mpq_lookup *mpq_lookup_create(const struct mpq_part *parts, size_t count,
                                     const struct adtmap_log *log)
{
    struct mpq_lookup *lookup = calloc(1, sizeof *lookup);
    if (!lookup || pthread_mutex_init(&lookup->lock, NULL)) {
        free(lookup);
        return NULL;
    }
    lookup->path = parts[0].path;
    lookup->log = log;
    lookup->reader = mpq_reader_create(parts, count);
    if (!lookup->reader) {
        mpq_lookup_destroy(lookup);
        return NULL;
    }
    fill_tables(lookup->tables);
    read_hashes(lookup);
    return lookup;
}

void mpq_lookup_destroy(struct mpq_lookup *lookup)
{
    if (lookup) {
        mpq_reader_destroy(lookup->reader);
        pthread_mutex_destroy(&lookup->lock);
        hash_set_free(&lookup->hashes);
        free(lookup->slots);
        free(lookup);
    }
}

struct mpq_found mpq_lookup_find(struct mpq_lookup *lookup, const char *canonical)
{
    struct hash128 name = hash128(canonical, strlen(canonical));
    if (!may_have(lookup, canonical)) {
        return (struct mpq_found){.answer = SOURCE_ABSENT};
    }
    pthread_mutex_lock(&lookup->lock);
    const struct kept_answer *kept =
        lookup->slots ? slot_of(lookup->slots, lookup->slot_count, name) : NULL;
    struct mpq_found found = kept && !is_free(kept) ? kept->found : ask(lookup, name, canonical);
    pthread_mutex_unlock(&lookup->lock);
    return found;
}

uint64_t mpq_lookup_questions(struct mpq_lookup *lookup)
{
    pthread_mutex_lock(&lookup->lock);
    uint64_t questions = lookup->questions;
    pthread_mutex_unlock(&lookup->lock);
    return questions;
}
