#include "formats/adt/adt_layout.h"

enum { MCIN_ENTRY_BYTES = 16 };

/* chunk_next on the whole file; a chunk whose size leads to no other does not hide what it skips.
 */
static bool next_top_chunk(const struct reader *file, size_t *offset, struct chunk *chunk)
{
    size_t skipped = 0;
    size_t size = (size_t)(file->end - file->begin);
    struct chunk next;
    bool found = chunk_next(file, offset, &skipped, chunk);
    if (found && (chunk->cut || (*offset < size && !chunk_at(file, *offset, &next)))) {
        *offset = chunk->offset + CHUNK_HEADER_BYTES;
    }
    return found;
}

bool adt_walk_to(const struct reader *file, const char *id, struct chunk *chunk)
{
    size_t offset = 0;
    while (next_top_chunk(file, &offset, chunk)) {
        if (chunk_is(chunk, id)) {
            return true;
        }
    }
    return false;
}

bool adt_find_chunk(const struct reader *file, const char *id, size_t mhdr_at, struct chunk *chunk)
{
    struct chunk mhdr;
    if (adt_walk_to(file, "MHDR", &mhdr) && mhdr.size >= mhdr_at + 4) {
        struct reader field = reader_make(mhdr.data + mhdr_at, 4);
        size_t offset = reader_u32(&field);
        if (offset && chunk_is_at(file, mhdr.offset + CHUNK_HEADER_BYTES + offset, id, chunk)) {
            return true;
        }
    }
    return adt_walk_to(file, id, chunk);
}

/* The limits of MCNKs that stand one behind the other, as they do in most files; else false. */
static bool limit_in_order(const struct reader *file, struct adt_mcnk_places *places)
{
    for (uint32_t i = 0; i < places->count; i++) {
        bool is_last = i + 1 == places->count;
        size_t end = (size_t)(file->end - file->begin);
        places->at[i].limit = is_last ? end : places->at[i + 1].offset;
        if (places->at[i].limit <= places->at[i].offset) {
            return false;
        }
    }
    return true;
}

/*
 * Sets how far each MCNK may reach: to the next one. So no byte belongs to two of them, and the
 * time for a file does not grow faster than its size. False when two stand at one place.
 */
static bool limit_places(const struct reader *file, struct adt_mcnk_places *places)
{
    if (limit_in_order(file, places)) {
        return true;
    }
    for (uint32_t i = 0; i < places->count; i++) {
        struct mcnk_place *place = &places->at[i];
        place->limit = (size_t)(file->end - file->begin);
        for (uint32_t j = 0; j < places->count; j++) {
            size_t other = places->at[j].offset;
            if (other == place->offset && j != i) {
                return false;
            }
            if (other > place->offset && other < place->limit) {
                place->limit = other;
            }
        }
    }
    return true;
}

/*
 * The places as MCIN gives them, whose entries count from `base` bytes before the file; false
 * unless every entry leads to an MCNK of its own.
 */
static bool places_from_mcin(const struct reader *file, size_t mhdr_at, size_t base,
                             struct adt_mcnk_places *places)
{
    struct chunk mcin;
    places->count = 0;
    if (!adt_find_chunk(file, "MCIN", mhdr_at, &mcin) ||
        mcin.size < ADT_CHUNKS * MCIN_ENTRY_BYTES) {
        return false;
    }
    struct reader reader = reader_make(mcin.data, mcin.size);
    for (; places->count < ADT_CHUNKS; places->count++) {
        struct chunk mcnk;
        size_t written = reader_u32(&reader);
        size_t offset = written - base;
        places->at[places->count].offset = offset;
        places->at[places->count].size = reader_u32(&reader);
        reader_skip(&reader, 8);
        if (written < base || !chunk_is_at(file, offset, "MCNK", &mcnk)) {
            return false;
        }
    }
    return limit_places(file, places);
}

void adt_walk_mcnks(const struct reader *file, struct adt_mcnk_places *places)
{
    struct chunk chunk;
    size_t offset = 0;
    places->count = 0;
    while (places->count < ADT_CHUNKS && next_top_chunk(file, &offset, &chunk)) {
        if (chunk_is(&chunk, "MCNK")) {
            places->at[places->count++] = (struct mcnk_place){.offset = chunk.offset};
        }
    }
    limit_places(file, places);
}

enum adtmap_status adt_fail_without_mcnks(const struct reader *file, const struct diag *diag)
{
    return diag_fail(diag, ADTMAP_BAD_DATA, "MCNK", NO_OFFSET,
                     "no such chunk in %zu bytes; not an ADT with terrain",
                     (size_t)(file->end - file->begin));
}

enum adtmap_status adt_find_mcnks_by(const struct reader *file, size_t mhdr_at, size_t base,
                                     const struct diag *diag, struct adt_mcnk_places *places)
{
    if (places_from_mcin(file, mhdr_at, base, places)) {
        return ADTMAP_OK;
    }
    adt_walk_mcnks(file, places);
    if (places->count == 0) {
        return adt_fail_without_mcnks(file, diag);
    }
    diag_warn(diag, "MCIN", NO_OFFSET,
              "missing or wrong; %u of %d chunks found by walking the file", places->count,
              ADT_CHUNKS);
    return ADTMAP_OK;
}

enum adtmap_status adt_find_mcnks(const struct reader *file, const struct diag *diag,
                                  struct adt_mcnk_places *places)
{
    return adt_find_mcnks_by(file, MHDR_AT_MCIN, 0, diag, places);
}
