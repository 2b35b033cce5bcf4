/*
 * The parts of an ADT that all eras share: which era reads it, what is wrong with a tile as a
 * whole, and which of its bytes placements depend on.
 */
#include "formats/adt/adt.h"

#include <string.h>

#include "base/size.h"
#include "formats/adt/adt_era.h"
#include "formats/grid.h"

/* The first that recognises the files reads them. */
static const struct adt_era *const eras[] = {
    &adt_era_alpha,
    &adt_era_split,
    &adt_era_v18,
};

const struct chunk_id *const adt_marks[ADT_MARKS] = {&id_MHDR, &id_MCIN, &id_MTEX};

struct adt_request adt_request_of(const struct wdt *wdt)
{
    if (!wdt) {
        return (struct adt_request){0};
    }
    return (struct adt_request){
        .alpha_depth = wdt_is_weighted(wdt) ? ADT_ALPHA_8BIT : ADT_ALPHA_4BIT,
        .has_height_blend = wdt->flags & WDT_HEIGHT_TEXTURES,
    };
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

/* The tile as it is before any file has been looked at. False: out of memory. */
static bool begin_tile(struct adt_reading *reading)
{
    const struct adt_request *request = reading->request;
    struct adt_tile *tile = arena_alloc(reading->arena, 1, sizeof *tile);
    if (!tile) {
        return false;
    }
    tile->alpha_depth = request->alpha_depth;
    tile->has_height_blend = request->has_height_blend;
    tile->edge = request->edge;
    if (reading->contents & ADT_GROUND) {
        tile->chunks = arena_alloc(reading->arena, ADT_CHUNKS, sizeof *tile->chunks);
    }
    reading->tile = tile;
    return tile->chunks || !(reading->contents & ADT_GROUND);
}

enum adtmap_status adt_read(const struct adt_files *files, const struct adt_request *request,
                            struct arena *arena, const struct diag *diag, struct adt_tile **tile)
{
    const unsigned all = ADT_TERRAIN | ADT_TEXTURES | ADT_LIQUIDS | ADT_PLACEMENTS;
    struct adt_reading *reading = arena_alloc(arena, 1, sizeof *reading);
    if (!reading) {
        return diag_fail_memory(diag);
    }
    reading->files = files;
    reading->request = request;
    reading->contents = request->contents ? request->contents : all;
    reading->arena = arena;
    reading->diag = diag;
    if (!begin_tile(reading)) {
        return diag_fail_memory(diag);
    }
    *tile = reading->tile;
    adt_file_open(&files->root, diag, &reading->root);
    adt_file_open(&files->tex0, diag, &reading->tex0);
    adt_file_open(&files->obj0, diag, &reading->obj0);
    adt_file_open(&files->obj1, diag, &reading->obj1);
    size_t era = 0;
    while (eras[era]->recognises && !eras[era]->recognises(reading)) {
        era++;
    }
    reading->tile->era = eras[era]->name;
    enum adtmap_status status = eras[era]->read(reading);
    if (status || !(reading->contents & ADT_GROUND)) {
        return status;
    }
    if (reading->tile->chunk_count == 0) {
        return diag_fail(diag, ADTMAP_BAD_DATA, "MCNK", NO_OFFSET,
                         "not one of its chunks could be read");
    }
    drop_blank_colors(reading->tile, diag);
    return ADTMAP_OK;
}

/*
 * Files of one piece begin with the tables of placements, 1 to 7 % of their bytes in real maps; the
 * chunks of terrain follow. To know that nothing behind them counts, MHDR must lead to these same
 * tables, and every step of the walk must be decided by bytes that are there.
 */
size_t adt_placements_bytes(const uint8_t *data, size_t size)
{
    static const struct {
        const struct chunk_id *id;
        uint8_t mhdr_at;
    } tables[] = {{&id_MCIN, MHDR_AT_MCIN}, {&id_MTEX, MHDR_AT_MTEX}, {&id_MMDX, MHDR_AT_MMDX},
                  {&id_MMID, MHDR_AT_MMID}, {&id_MWMO, MHDR_AT_MWMO}, {&id_MWID, MHDR_AT_MWID},
                  {&id_MDDF, MHDR_AT_MDDF}, {&id_MODF, MHDR_AT_MODF}};
    const struct reader bytes = reader_make(data, size);
    struct chunk mhdr = {0}, chunk;
    unsigned seen = 0;
    size_t walked = 0;
    while (chunk_next_linked(&bytes, &walked, &chunk)) {
        size_t end = chunk.offset + CHUNK_HEADER_BYTES + chunk.size;
        if (chunk.cut || size - end < CHUNK_HEADER_BYTES || chunk_is(&chunk, &id_MCNK)) {
            return 0;
        }
        mhdr = chunk_is(&chunk, &id_MHDR) && !mhdr.data ? chunk : mhdr;
        for (size_t i = 0; i < COUNT_OF(tables); i++) {
            if (chunk_is(&chunk, tables[i].id) && !(seen >> i & 1)) {
                struct reader field = reader_make(mhdr.data, mhdr.size);
                reader_skip(&field, tables[i].mhdr_at);
                if (mhdr.offset + CHUNK_HEADER_BYTES + reader_u32(&field) != chunk.offset) {
                    return 0;
                }
                seen |= 1U << i;
            }
        }
        if (seen == (1U << COUNT_OF(tables)) - 1) {
            return end;
        }
    }
    return 0;
}

struct hash128 adt_hash_placements(const uint8_t *data, size_t size)
{
    size_t needed = adt_placements_bytes(data, size);
    const struct adt_bytes bytes = {.data = data, .size = needed ? needed : size};
    struct adt_file file;
    struct chunk chunk;
    adt_file_open(&bytes, &diag_silent, &file);
    struct {
        struct hash128 tables;
        uint64_t marks; /* two bits a mark: it is there; it is what the file begins with */
    } all = {.tables = adt_hash_tables(&file)};
    for (size_t i = 0; i < ADT_MARKS; i++) {
        if (adt_walk_to(&file, adt_marks[i], &chunk)) {
            bool is_first = chunk.offset == 0;
            all.marks |= (is_first ? UINT64_C(3) : UINT64_C(1)) << 2 * i;
        }
    }
    return hash128(&all, sizeof all);
}

/* The tile that the position of chunk `index` names, 64 y + x; false if it names no tile. */
static bool place_of_chunk(const struct adt_chunk *chunk, size_t index, uint32_t *place)
{
    /* The tile's north-west corner in tiles from the grid's, half a chunk inside. */
    double inside = 0.5 / ADT_EDGE;
    double column =
        grid_tile_at((double)chunk->position[1]) - (double)(index % ADT_EDGE) / ADT_EDGE + inside;
    double row =
        grid_tile_at((double)chunk->position[0]) - (double)(index / ADT_EDGE) / ADT_EDGE + inside;
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
