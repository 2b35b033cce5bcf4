#include "assets/notes.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 256, OF_CONTENTS = 3 };

static const uint32_t NONE = UINT32_MAX;

struct slot {
    struct note note;
    char *name;
    uint64_t hash;
};

struct notes {
    pthread_mutex_t lock;
    struct slot *slots;
    uint32_t count;
    uint32_t capacity; /* a power of two */
    uint32_t *table;   /* 2 * capacity indices of slots, by hash; NONE: free */
};

static bool begins_with(const struct note *note, const char *prefix)
{
    return strncmp(note->name, prefix, strlen(prefix)) == 0;
}

bool note_is_of_id(const struct note *note)
{
    return begins_with(note, NOTE_ID);
}

bool note_is_of_placing(const struct note *note)
{
    return begins_with(note, NOTE_PLACING);
}

const char *note_file(const struct note *note)
{
    if (begins_with(note, NOTE_UNREAD)) {
        return note->name + strlen(NOTE_UNREAD);
    }
    return note->name + (note_is_of_placing(note) ? strlen(NOTE_PLACING) : 0);
}

struct notes *notes_create(void)
{
    struct notes *notes = calloc(1, sizeof *notes);
    if (notes) {
        pthread_mutex_init(&notes->lock, NULL);
    }
    return notes;
}

void notes_destroy(struct notes *notes)
{
    if (notes) {
        for (uint32_t i = 0; i < notes->count; i++) {
            free(notes->slots[i].name);
        }
        free(notes->slots);
        free(notes->table);
        pthread_mutex_destroy(&notes->lock);
        free(notes);
    }
}

static uint32_t *place_of(const struct notes *notes, const char *name, uint64_t hash)
{
    uint32_t mask = 2 * notes->capacity - 1;
    uint32_t at = (uint32_t)hash & mask;
    while (notes->table[at] != NONE && (notes->slots[notes->table[at]].hash != hash ||
                                        strcmp(notes->slots[notes->table[at]].name, name) != 0)) {
        at = (at + 1) & mask;
    }
    return &notes->table[at];
}

static bool grow(struct notes *notes)
{
    uint32_t capacity = notes->capacity ? 2 * notes->capacity : FIRST_CAPACITY;
    struct slot *slots = reallocarray(notes->slots, capacity, sizeof *slots);
    if (!slots) {
        return false;
    }
    notes->slots = slots;
    uint32_t *table = reallocarray(NULL, 2 * (size_t)capacity, sizeof *table);
    if (!table) {
        return false;
    }
    memset(table, 0xff, 2 * (size_t)capacity * sizeof *table);
    free(notes->table);
    notes->table = table;
    notes->capacity = capacity;
    for (uint32_t i = 0; i < notes->count; i++) {
        *place_of(notes, slots[i].name, slots[i].hash) = i;
    }
    return true;
}

/* The slot of `name`, a new one if need be; NONE when out of memory. */
static uint32_t find_or_make(struct notes *notes, const char *name)
{
    if (notes->count == notes->capacity && !grow(notes)) {
        return NONE;
    }
    uint64_t hash = hash64(name, strlen(name));
    uint32_t *place = place_of(notes, name, hash);
    if (*place == NONE) {
        struct slot *slot = &notes->slots[notes->count];
        *slot = (struct slot){.name = strdup(name), .hash = hash};
        if (!slot->name) {
            return NONE;
        }
        slot->note = (struct note){slot->name, IDENTITY_ABSENT, 0};
        *place = notes->count++;
    }
    return *place;
}

/* How much an identity says. */
static int weight(struct hash128 identity)
{
    if (identity.high == 0 && identity.low <= IDENTITY_BROKEN.low) {
        return (int)identity.low;
    }
    return OF_CONTENTS;
}

bool note_has_contents(const struct note *note)
{
    return weight(note->identity) == OF_CONTENTS;
}

bool notes_add(struct notes *notes, const struct note *note, uint32_t *index)
{
    pthread_mutex_lock(&notes->lock);
    *index = find_or_make(notes, note->name);
    if (*index != NONE) {
        struct note *known = &notes->slots[*index].note;
        if (weight(note->identity) > weight(known->identity)) {
            known->identity = note->identity;
            known->key = note->key;
        }
    }
    pthread_mutex_unlock(&notes->lock);
    return *index != NONE;
}

bool notes_find(struct notes *notes, const char *name, uint32_t *index)
{
    pthread_mutex_lock(&notes->lock);
    *index = notes->capacity ? *place_of(notes, name, hash64(name, strlen(name))) : NONE;
    pthread_mutex_unlock(&notes->lock);
    return *index != NONE;
}

struct note notes_at(struct notes *notes, uint32_t index)
{
    pthread_mutex_lock(&notes->lock);
    struct note note = notes->slots[index].note;
    pthread_mutex_unlock(&notes->lock);
    return note;
}
