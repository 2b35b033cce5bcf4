#include "assets/sources/mpq_lookup.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "assets/sources/mpq_damage.h"
#include "base/hash.h"

enum { FIRST_SLOTS = 1024 };

/* An answer by the hash of its name. */
struct kept_answer {
    struct hash128 name; /* zero: a free slot */
    struct mpq_found found;
};

struct mpq_lookup {
    const char *path; /* of the first part, for the warning */
    const struct adtmap_log *log;
    pthread_mutex_t lock; /* protects the fields below */
    struct mpq_reader *reader;
    struct mpq_damage damage;
    struct kept_answer *slots; /* a power of two, at most half full */
    size_t slot_count;
    size_t count;
    uint64_t questions;
};

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
    return lookup;
}

void mpq_lookup_destroy(struct mpq_lookup *lookup)
{
    if (lookup) {
        mpq_reader_destroy(lookup->reader);
        pthread_mutex_destroy(&lookup->lock);
        free(lookup->slots);
        free(lookup);
    }
}

struct mpq_found mpq_lookup_find(struct mpq_lookup *lookup, const char *canonical)
{
    struct hash128 name = hash128(canonical, strlen(canonical));
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
