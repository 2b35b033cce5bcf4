#include "formats/adt.h"

#include <string.h>

#include "base/reader.h"
#include "base/size.h"
#include "formats/adt_layout.h"
#include "formats/adt_mcnk.h"
#include "formats/chunk.h"

enum {
    MCIN_ENTRY_BYTES = 16,
    NAME_BYTES_MAX = 260, /* of a file name in a client */
};

static const double TILE_YD = 1600.0 / 3.0;

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

static bool walk_to(const struct reader *file, const char *id, struct chunk *chunk)
{
    size_t offset = 0;
    while (next_top_chunk(file, &offset, chunk)) {
        if (chunk_is(chunk, id)) {
            return true;
        }
    }
    return false;
}

bool adt_find_chunk(const struct reader *file, const char *id, enum adt_mhdr_field mhdr_at,
                    struct chunk *chunk)
{
    struct chunk mhdr;
    if (walk_to(file, "MHDR", &mhdr) && mhdr.size >= (size_t)mhdr_at + 4) {
        struct reader field = reader_make(mhdr.data + mhdr_at, 4);
        size_t offset = reader_u32(&field);
        if (offset && chunk_is_at(file, mhdr.offset + CHUNK_HEADER_BYTES + offset, id, chunk)) {
            return true;
        }
    }
    return walk_to(file, id, chunk);
}

/*
 * Sets how far each MCNK may reach: to the next one. So no byte belongs to two of them, and the
 * time for a file does not grow faster than its size. False when two stand at one place.
 */
static bool limit_places(const struct reader *file, struct adt_mcnk_places *places)
{
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

/* The places as MCIN gives them; false unless every entry leads to an MCNK of its own. */
static bool places_from_mcin(const struct reader *file, struct adt_mcnk_places *places)
{
    struct chunk mcin;
    places->count = 0;
    if (!adt_find_chunk(file, "MCIN", MHDR_AT_MCIN, &mcin) ||
        mcin.size < ADT_CHUNKS * MCIN_ENTRY_BYTES) {
        return false;
    }
    struct reader reader = reader_make(mcin.data, mcin.size);
    for (; places->count < ADT_CHUNKS; places->count++) {
        struct chunk mcnk;
        size_t offset = reader_u32(&reader);
        places->at[places->count].offset = offset;
        places->at[places->count].size = reader_u32(&reader);
        reader_skip(&reader, 8);
        if (!chunk_is_at(file, offset, "MCNK", &mcnk)) {
            return false;
        }
    }
    return limit_places(file, places);
}

static void places_by_walking(const struct reader *file, struct adt_mcnk_places *places)
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

enum adtmap_status adt_find_mcnks(const struct reader *file, const struct diag *diag,
                                  struct adt_mcnk_places *places)
{
    if (places_from_mcin(file, places)) {
        return ADTMAP_OK;
    }
    places_by_walking(file, places);
    if (places->count == 0) {
        return diag_fail(diag, ADTMAP_BAD_DATA, "MCNK", NO_OFFSET,
                         "no such chunk in %zu bytes; not an ADT with terrain",
                         (size_t)(file->end - file->begin));
    }
    diag_warn(diag, "MCIN", NO_OFFSET,
              "missing or wrong; %u of %d chunks found by walking the file", places->count,
              ADT_CHUNKS);
    return ADTMAP_OK;
}

/*
 * Splits a block of zero-terminated names; they are copied, so that the last one ends too, but no
 * more of them than can be names.
 */
static enum adtmap_status read_names(const struct chunk *block, struct arena *arena,
                                     const struct diag *diag, struct adt_tile *tile)
{
    size_t size = size_min(block->size, (size_t)ADT_TEXTURES_MAX * NAME_BYTES_MAX);
    char *text = arena_string(arena, (const char *)block->data, size);
    const char **names = arena_alloc(arena, ADT_TEXTURES_MAX, sizeof *names);
    if (!text || !names) {
        return diag_fail_memory(diag);
    }
    size_t at = 0;
    for (; at < size && tile->texture_count < ADT_TEXTURES_MAX; at += strlen(text + at) + 1) {
        names[tile->texture_count++] = text + at;
    }
    if (at < block->size) {
        diag_warn(diag, block->id, (int64_t)block->offset,
                  "more than %u names in %zu bytes; the rest left out", tile->texture_count, size);
    }
    tile->textures = names;
    return ADTMAP_OK;
}

static enum adtmap_status read_textures(const struct reader *file, struct arena *arena,
                                        const struct diag *diag, struct adt_tile *tile)
{
    struct chunk mtex;
    if (!adt_find_chunk(file, "MTEX", MHDR_AT_MTEX, &mtex)) {
        diag_warn(diag, "MTEX", NO_OFFSET, "no such chunk; the tile has no textures");
        return ADTMAP_OK;
    }
    return read_names(&mtex, arena, diag, tile);
}

static enum adt_alpha_depth infer_depth(const struct mcnk_context *context,
                                        const struct adt_mcnk_places *places)
{
    uint32_t votes[2] = {0};
    for (uint32_t i = 0; i < places->count; i++) {
        mcnk_vote_depth(context, &places->at[i], votes);
    }
    enum adt_alpha_depth depth = votes[1] > votes[0] ? ADT_ALPHA_8BIT : ADT_ALPHA_4BIT;
    diag_info(context->tally->diag, "MCAL", NO_OFFSET,
              "no WDT says how deep alpha maps are; %d bits by the data (%u maps for 4, %u for 8)",
              depth == ADT_ALPHA_8BIT ? 8 : 4, votes[0], votes[1]);
    return depth;
}

/* Reads one MCNK into its place, or into the place of its turn when that is taken. */
static enum adtmap_status read_into_place(const struct mcnk_context *context,
                                          const struct mcnk_place *place, uint32_t turn,
                                          struct adt_tile *tile)
{
    struct adt_chunk chunk;
    uint32_t index;
    enum adtmap_status status = mcnk_read(context, place, turn, &chunk, &index);
    if (status) {
        return status == ADTMAP_BAD_DATA ? ADTMAP_OK : status;
    }
    if (tile->chunks[index].present) {
        bool is_free = !tile->chunks[turn].present;
        tally_warn(context->tally, "MCNK", (int64_t)place->offset, "place %u is taken; %s %u",
                   index, is_free ? "put by its turn at" : "left out, as is that of its turn,",
                   turn);
        if (!is_free) {
            return ADTMAP_OK;
        }
        index = turn;
    }
    tile->chunk_count++;
    tile->chunks[index] = chunk;
    return ADTMAP_OK;
}

static bool is_blank(const struct adt_chunk *chunk)
{
    static const uint8_t black[sizeof chunk->color];
    return memcmp(chunk->color, black, sizeof black) == 0;
}

/*
 * Some map tools write MCCV as zeroes everywhere and mean "none"; taken as written, such a tile
 * would be black.
 */
static void drop_blank_colors(struct adt_tile *tile, const struct diag *diag)
{
    uint32_t colored = 0;
    for (size_t i = 0; i < ADT_CHUNKS; i++) {
        if (tile->chunks[i].has_colors && !is_blank(&tile->chunks[i])) {
            return;
        }
        colored += tile->chunks[i].has_colors;
    }
    for (size_t i = 0; i < ADT_CHUNKS; i++) {
        tile->chunks[i].has_colors = false;
    }
    if (colored) {
        diag_warn(diag, "MCCV", NO_OFFSET, "all vertex colours of the tile are 0; left out");
    }
}

static enum adtmap_status read_chunks(struct mcnk_context *context,
                                      const struct adt_mcnk_places *places, struct adt_tile *tile)
{
    if (context->depth == ADT_ALPHA_INFER) {
        context->depth = infer_depth(context, places);
    }
    tile->alpha_depth = context->depth;
    for (uint32_t i = 0; i < places->count; i++) {
        enum adtmap_status status = read_into_place(context, &places->at[i], i, tile);
        if (status) {
            return status;
        }
    }
    if (tile->chunk_count == 0) {
        return diag_fail(context->tally->diag, ADTMAP_BAD_DATA, "MCNK", NO_OFFSET,
                         "not one of %u chunks could be read", places->count);
    }
    drop_blank_colors(tile, context->tally->diag);
    return ADTMAP_OK;
}

enum adtmap_status adt_read(const uint8_t *data, size_t size, enum adt_alpha_depth depth,
                            struct arena *arena, const struct diag *diag, struct adt_tile **tile)
{
    struct reader file = reader_make(data, size);
    struct adt_mcnk_places places;
    enum adtmap_status status = adt_find_mcnks(&file, diag, &places);
    if (status) {
        return status;
    }
    *tile = arena_alloc(arena, 1, sizeof **tile);
    if (!*tile) {
        return diag_fail_memory(diag);
    }
    status = read_textures(&file, arena, diag, *tile);
    if (status) {
        return status;
    }
    struct tally tally = {.diag = diag};
    struct mcnk_context context = {file, depth, (*tile)->texture_count, arena, &tally};
    status = read_chunks(&context, &places, *tile);
    tally_flush(&tally);
    return status;
}

/* The tile that the position of chunk `index` names, 64 y + x; false when it is none. */
static bool place_of_chunk(const struct adt_chunk *chunk, size_t index, uint32_t *place)
{
    /* The tile's north-west corner in tiles from the grid's, half a chunk inside. */
    double inside = 0.5 / ADT_EDGE;
    double column = 32.0 - (double)chunk->position[1] / TILE_YD -
                    (double)(index % ADT_EDGE) / ADT_EDGE + inside;
    double row = 32.0 - (double)chunk->position[0] / TILE_YD -
                 (double)(index / ADT_EDGE) / ADT_EDGE + inside;
    if (column >= 0.0 && column < 64.0 && row >= 0.0 && row < 64.0) {
        *place = (uint32_t)row * 64 + (uint32_t)column;
        return true;
    }
    return false;
}

bool adt_tile_place(const struct adt_tile *tile, uint32_t *x, uint32_t *y)
{
    uint16_t votes[64 * 64] = {0};
    uint32_t best = 0;
    for (size_t i = 0; i < ADT_CHUNKS; i++) {
        uint32_t place;
        if (tile->chunks[i].present && place_of_chunk(&tile->chunks[i], i, &place) &&
            ++votes[place] > votes[best]) {
            best = place;
        }
    }
    *x = best % 64;
    *y = best / 64;
    return votes[best] > 0;
}
