/*
 * MHDR and MCIN are believed where they lead to a chunk of the right id, else the file is walked.
 * The walk goes on from where it stopped, and no MCNK reaches into the next one, so that the time
 * for a file grows with its size however its headers are made.
 */
#include "formats/adt/adt_file.h"

#include <assert.h>
#include <string.h>

enum { MCIN_ENTRY_BYTES = 16 };

/* Top-level chunks that are looked for. */
static const struct chunk_id *const top_ids[ADT_TOP_IDS] = {
    &id_MHDR, &id_MCIN, &id_MTEX, &id_MMDX, &id_MMID, &id_MWMO, &id_MWID, &id_MDDF,
    &id_MODF, &id_MH2O, &id_MAMP, &id_MDID, &id_MHID, &id_MTXP, &id_MTXF, &id_MTCG,
    &id_MBMH, &id_MBBB, &id_MBNV, &id_MBMI, &id_MWDR, &id_MWDS};

void adt_file_open(const struct adt_bytes *bytes, const struct diag *diag, struct adt_file *file)
{
    *file = (struct adt_file){
        .exists = bytes->data != NULL,
        .bytes = reader_make(bytes->data, bytes->size),
        .diag = *diag,
    };
    if (bytes->name) {
        file->diag.file = bytes->name;
    }
    file->dedup.diag = &file->diag;
}

/* The place of an id in the table; ADT_TOP_IDS when it has none. */
static size_t top_index(const char *id)
{
    size_t i = 0;
    while (i < ADT_TOP_IDS && memcmp(top_ids[i]->text, id, 4) != 0) {
        i++;
    }
    return i;
}

/* Walks one chunk further and remembers it; false at the end of the file. */
static bool walk_on(struct adt_file *file)
{
    struct chunk chunk;
    if (!chunk_next_linked(&file->bytes, &file->walked, &chunk)) {
        return false;
    }
    if (chunk_is(&chunk, &id_MCNK) && file->mcnk_count < ADT_CHUNKS) {
        file->mcnk_offsets[file->mcnk_count++] = chunk.offset;
    }
    size_t i = top_index(chunk.id);
    if (i < ADT_TOP_IDS && !file->top[i].data) {
        file->top[i] = chunk;
    }
    return true;
}

bool adt_walk_to(struct adt_file *file, const struct chunk_id *id, struct chunk *chunk)
{
    size_t i = top_index(id->text);
    assert(i < ADT_TOP_IDS);
    while (!file->top[i].data && walk_on(file)) {
    }
    *chunk = file->top[i];
    return chunk->data != NULL;
}

bool adt_find_chunk(struct adt_file *file, const struct chunk_id *id, size_t mhdr_at,
                    struct chunk *chunk)
{
    struct chunk mhdr;
    if (adt_walk_to(file, &id_MHDR, &mhdr) && mhdr.size >= mhdr_at + 4) {
        struct reader field = reader_make(mhdr.data + mhdr_at, 4);
        size_t offset = reader_u32(&field);
        if (offset &&
            chunk_is_at(&file->bytes, mhdr.offset + CHUNK_HEADER_BYTES + offset, id, chunk)) {
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
static bool places_from_mcin(struct adt_file *file, size_t mhdr_at, size_t base,
                             struct adt_mcnk_places *places)
{
    struct chunk mcin;
    places->count = 0;
    if (!adt_find_chunk(file, &id_MCIN, mhdr_at, &mcin) ||
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
        if (written < base || !chunk_is_at(&file->bytes, offset, &id_MCNK, &mcnk)) {
            return false;
        }
    }
    return limit_places(&file->bytes, places);
}

static void walk_mcnks(struct adt_file *file, struct adt_mcnk_places *places)
{
    while (file->mcnk_count < ADT_CHUNKS && walk_on(file)) {
    }
    places->count = file->mcnk_count;
    for (uint32_t i = 0; i < places->count; i++) {
        places->at[i] = (struct mcnk_place){.offset = file->mcnk_offsets[i]};
    }
    limit_places(&file->bytes, places);
}

/* Whether the last chunk reaches past the end, or its header is not whole. */
static bool ends_early(const struct reader *bytes)
{
    struct chunk chunk;
    size_t offset = 0;
    while (chunk_at(bytes, offset, &chunk) && !chunk.cut) {
        offset = chunk.offset + CHUNK_HEADER_BYTES + chunk.size;
    }
    return offset < (size_t)(bytes->end - bytes->begin);
}

/* Says so of a file that ends before its chunks do. */
static bool tell_cut(const struct adt_file *file, uint32_t count)
{
    bool is_cut = count > 0 && count < ADT_CHUNKS && ends_early(&file->bytes);
    if (is_cut) {
        diag_warn(&file->diag, "MCNK", NO_OFFSET,
                  "%u of %d chunks: the file is cut off after %zu bytes", count, ADT_CHUNKS,
                  (size_t)(file->bytes.end - file->bytes.begin));
    }
    return is_cut;
}

void adt_walk_mcnks(struct adt_file *file, struct adt_mcnk_places *places)
{
    walk_mcnks(file, places);
    tell_cut(file, places->count);
}

enum adtmap_status adt_fail_without_mcnks(const struct adt_file *file)
{
    size_t bytes = (size_t)(file->bytes.end - file->bytes.begin);
    struct chunk mver;
    if (chunk_is_at(&file->bytes, 0, &id_MVER, &mver) && ends_early(&file->bytes)) {
        return diag_fail(&file->diag, ADTMAP_BAD_DATA, "MCNK", NO_OFFSET,
                         "no such chunk: the file is cut off after %zu bytes", bytes);
    }
    return diag_fail(&file->diag, ADTMAP_BAD_DATA, "MCNK", NO_OFFSET,
                     "no such chunk in %zu bytes; not an ADT with terrain", bytes);
}

enum adtmap_status adt_find_mcnks(struct adt_file *file, size_t mhdr_at, size_t base,
                                  struct adt_mcnk_places *places)
{
    if (places_from_mcin(file, mhdr_at, base, places)) {
        return ADTMAP_OK;
    }
    walk_mcnks(file, places);
    if (places->count == 0) {
        return adt_fail_without_mcnks(file);
    }
    if (!tell_cut(file, places->count)) {
        diag_warn(&file->diag, "MCIN", NO_OFFSET,
                  "missing or wrong; %u of %d chunks found by walking the file", places->count,
                  ADT_CHUNKS);
    }
    return ADTMAP_OK;
}
