/* Sequences, and which of them a static model shows: Stand, or what its alias names. */
#include "formats/m2/m2_parts.h"

enum {
    STAND = 0,
    FLAG_ALIAS = 0x40,
    FLAGS_KEYS_HERE = 0x130, /* any of these: the keys are in the model or skeleton */
};

/* The parts of a sequence that matter. */
struct sequence_entry {
    uint16_t id, variation, alias;
    uint32_t length_ms, flags;
};

static struct sequence_entry read_entry(struct reader reader, bool has_range)
{
    struct sequence_entry entry = {0};
    entry.id = reader_u16(&reader);
    entry.variation = reader_u16(&reader);
    entry.length_ms = reader_u32(&reader);
    if (has_range) {
        uint32_t end = reader_u32(&reader);
        entry.length_ms = end > entry.length_ms ? end - entry.length_ms : 0;
    }
    reader_skip(&reader, 4); /* speed */
    entry.flags = reader_u32(&reader);
    reader_seek(&reader, (size_t)(reader.end - reader.begin) - 2);
    entry.alias = reader_u16(&reader);
    return entry;
}

/* Where the keys of a sequence are; itself, if aliases lead nowhere. */
static uint32_t follow_alias(const struct m2_animated *animated, const struct m2_array *array,
                             uint32_t sequence)
{
    uint32_t at = sequence;
    for (uint32_t steps = 0; steps < array->count; steps++) {
        struct sequence_entry entry =
            read_entry(m2_entry(&animated->bytes, array, at), animated->has_ranges);
        if (!(entry.flags & FLAG_ALIAS) || entry.alias == at) {
            return at;
        }
        if (entry.alias >= array->count) {
            return sequence;
        }
        at = entry.alias;
    }
    return sequence;
}

static uint32_t find_stand(const struct m2_file *file)
{
    for (uint32_t i = 0; i < file->sequence_count; i++) {
        if (file->sequences[i].id == STAND) {
            return i;
        }
    }
    return 0;
}

/* Keys before 264 are always in the model, whatever the flags. */
static void show_stand(const struct m2_array *array, const struct m2_file *file,
                       struct m2_animated *animated)
{
    animated->sequence = find_stand(file);
    if (animated->has_ranges || array->count == 0) {
        return;
    }
    animated->sequence = follow_alias(animated, array, animated->sequence);
    struct sequence_entry entry =
        read_entry(m2_entry(&animated->bytes, array, animated->sequence), false);
    animated->keys_absent = !(entry.flags & FLAGS_KEYS_HERE);
}

enum adtmap_status m2_read_sequences(const struct m2_array *array, struct arena *arena,
                                     const struct diag *diag, struct m2_animated *animated,
                                     struct m2_file *file)
{
    struct m2_sequence *sequences = arena_alloc(arena, array->count, sizeof *sequences);
    if (!sequences) {
        return diag_fail_memory(diag);
    }
    for (uint32_t i = 0; i < array->count; i++) {
        struct sequence_entry entry =
            read_entry(m2_entry(&animated->bytes, array, i), animated->has_ranges);
        sequences[i] = (struct m2_sequence){entry.id, entry.variation, NULL, entry.length_ms};
    }
    file->sequence_count = array->count;
    file->sequences = sequences;
    show_stand(array, file, animated);
    return ADTMAP_OK;
}
