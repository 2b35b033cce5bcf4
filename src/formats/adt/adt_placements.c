/*
 * The name tables are opened first, then each placement is read, turned into world coordinates and
 * checked. One that cannot stand where it says, or that names no file, is a warning and left out.
 */
#include "formats/adt/adt_placements.h"

#include <math.h>
#include <string.h>

#include "base/reader.h"
#include "base/size.h"
#include "formats/adt/adt_file.h"
#include "formats/chunk.h"
#include "formats/grid.h"
#include "formats/name_table.h"
#include "formats/warning_dedup.h"

static const double MAP_CORNER_YD = 32.0 * TILE_YD;
static const float UNIT_SCALE = 1024.0F;

enum {
    MDDF_BYTES = 36,
    MODF_BYTES = 64,
    MWDR_BYTES = 8,
    MODF_KNOWN = 0x8F, /* all flags that the documents name */
};

/* Where the numbers of a placement count from. Those of a WDT count from the middle, or as in tiles
 * from the corner: what is nearer to the middle. */
enum origin { ORIGIN_MAP_CORNER, ORIGIN_WORLD, ORIGIN_NEARER };

/* The names that placements refer to, by index. */
struct names {
    struct name_table table;
    const size_t *begins; /* of the names in the table; may lie outside */
    size_t count;
};

struct placing {
    const struct diag *diag;
    struct arena *arena;
    enum origin origin;
    bool is_monolithic; /* of a file with MCIN, whose flags can be padding that nobody set */
    struct names names;
    adt_doodad_wanted *wanted;      /* NULL: all doodads are */
    struct reader set_ranges, sets; /* MWDR and MWDS; empty: none */
    const struct chunk *chunk;      /* of the placements, for messages */
    size_t entry_bytes;
    struct warning_dedup dedup;
};

/* Begins of names as MMID or MWID list them. */
static size_t listed_begins(const struct chunk *offsets, size_t *begins)
{
    struct reader reader = reader_make(offsets->data, offsets->size);
    size_t count = size_min(offsets->size / 4, ADT_NAMES_MAX);
    for (size_t i = 0; i < count; i++) {
        begins[i] = reader_u32(&reader);
    }
    return count;
}

/* Begins of all names in the text, for files without a list; *next becomes where the last ends. */
static size_t counted_begins(const struct names *names, size_t *begins, size_t *next)
{
    size_t count = 0;
    *next = 0;
    for (size_t at = 0; count < ADT_NAMES_MAX && name_table_next(&names->table, next); at = *next) {
        begins[count++] = at;
    }
    return count;
}

static void tell_left_out(const struct chunk *chunk, size_t there, size_t most, const char *what,
                          const struct diag *diag)
{
    if (there > most) {
        diag_warn(diag, chunk->id, (int64_t)chunk->offset,
                  "%zu %s are more than %zu; the rest left out", there, what, most);
    }
}

/* `text` and `offsets` may be NULL. False when memory ran out. */
static bool open_names(const struct chunk *text, const struct chunk *offsets, struct arena *arena,
                       const struct diag *diag, struct names *names)
{
    if (text && text->data) {
        tell_left_out(text, text->size, ADT_NAMES_BYTES_MAX, "bytes of names", diag);
    }
    if (offsets) {
        tell_left_out(offsets, offsets->size / 4, ADT_NAMES_MAX, "names", diag);
    }
    if (!name_table_open(text, ADT_NAMES_BYTES_MAX, arena, &names->table)) {
        return false;
    }
    size_t room = offsets && offsets->size >= 4 ? offsets->size / 4 : names->table.size;
    size_t *begins = arena_alloc_dirty(arena, size_min(room, ADT_NAMES_MAX), sizeof *begins);
    if (!begins) {
        return false;
    }
    names->begins = begins;
    if (offsets && offsets->size >= 4) {
        names->count = listed_begins(offsets, begins);
        return true;
    }
    size_t next = names->table.size;
    names->count = counted_begins(names, begins, &next);
    if (names->count == ADT_NAMES_MAX && next < names->table.size) {
        diag_warn(diag, text->id, (int64_t)text->offset, "more than %d names; the rest left out",
                  ADT_NAMES_MAX);
    }
    return true;
}

/* NULL when there is no such name, or none that a file can have. */
static const char *name_of(const struct names *names, uint32_t index)
{
    return index < names->count ? name_table_at(&names->table, names->begins[index]) : NULL;
}

static bool is_near(double value)
{
    return fabs(value) <= 2.0 * MAP_CORNER_YD; /* false for NaN as well */
}

/* Of ORIGIN_NEARER, which one a position is meant from. Extractors of servers take a WDT's position
 * as that of a tile, and 0, 0 as the middle: both kinds are in use. */
static enum origin settle_origin(enum origin origin, const float file[3])
{
    double from_middle = fabs((double)file[0]) + fabs((double)file[2]);
    double from_corner =
        fabs(MAP_CORNER_YD - (double)file[0]) + fabs(MAP_CORNER_YD - (double)file[2]);
    if (origin != ORIGIN_NEARER) {
        return origin;
    }
    return from_corner < from_middle ? ORIGIN_MAP_CORNER : ORIGIN_WORLD;
}

/* File axes are west, up, north, with west and north counted backwards from the map's corner. */
static void to_world(enum origin origin, const float file[3], double world[3])
{
    double corner = origin == ORIGIN_MAP_CORNER ? MAP_CORNER_YD : 0.0;
    double sign = origin == ORIGIN_MAP_CORNER ? -1.0 : 1.0;
    world[0] = corner + sign * (double)file[2];
    world[1] = corner + sign * (double)file[0];
    world[2] = (double)file[1];
}

static void read_vector(struct reader *reader, float vector[3])
{
    for (size_t i = 0; i < 3; i++) {
        vector[i] = reader_f32(reader);
    }
}

/* Where a placement stands in the file. */
static int64_t offset_of(const struct placing *placing, const struct adt_placement *placement)
{
    size_t begin = placing->chunk->offset + CHUNK_HEADER_BYTES;
    return (int64_t)(begin + placing->entry_bytes * placement->index);
}

/* What MDDF and MODF begin with. */
static void read_place(struct placing *placing, struct reader *reader,
                       struct adt_placement *placement, uint32_t *name_id)
{
    float position[3];
    *name_id = reader_u32(reader);
    placement->unique_id = reader_u32(reader);
    read_vector(reader, position);
    read_vector(reader, placement->rotation);
    to_world(settle_origin(placing->origin, position), position, placement->position);
}

static void read_box(const struct placing *placing, struct reader *reader,
                     struct adt_placement *placement)
{
    float corners[2][3];
    float middle[3];
    double world[2][3];
    bool sane = true;
    read_vector(reader, corners[0]);
    read_vector(reader, corners[1]);
    for (size_t i = 0; i < 3; i++) {
        middle[i] = (corners[0][i] + corners[1][i]) / 2.0F;
    }
    for (size_t i = 0; i < 2; i++) {
        to_world(settle_origin(placing->origin, middle), corners[i], world[i]);
        sane = sane && is_near(world[i][0]) && is_near(world[i][1]) && is_near(world[i][2]);
    }
    placement->has_box = sane;
    for (size_t i = 0; sane && i < 3; i++) {
        placement->box.low[i] = (float)fmin(world[0][i], world[1][i]);
        placement->box.high[i] = (float)fmax(world[0][i], world[1][i]);
    }
}

static bool read_doodad(struct placing *placing, struct reader *reader,
                        struct adt_placement *placement, uint32_t *name_id)
{
    read_place(placing, reader, placement, name_id);
    placement->scale = (float)reader_u16(reader) / UNIT_SCALE;
    placement->flags = reader_u16(reader);
    return (placement->flags & ADT_DOODAD_FILE_ID) != 0;
}

/*
 * Lists the sets that a placement shows besides the first. With flag 0x80 its number is that of a
 * range of MWDR, whose begin and end, which belongs to it, count in MWDS. So says the document, and
 * so it is in 12.0 (map 2694, tile 33_33: ranges 0 to 1 and 2 to 3 of MWDS 2, 8, 5, 6, for two
 * places of one cave); public programs that leave out the end lose half of these sets.
 */
static void find_sets(struct placing *placing, struct adt_placement *placement)
{
    struct reader sets = placing->sets;
    struct adt_doodad_sets *found = &placement->sets;
    if (placing->is_monolithic || !(placement->flags & ADT_WMO_SETS_ELSEWHERE)) {
        *found = (struct adt_doodad_sets){placement->doodad_set != 0, {placement->doodad_set}};
        return;
    }
    struct reader range =
        reader_sub(&placing->set_ranges, (size_t)MWDR_BYTES * placement->doodad_set, MWDR_BYTES);
    uint32_t begin = reader_u32(&range);
    uint32_t end = reader_u32(&range);
    bool is_given = !range.bad && begin <= end && begin < reader_left(&sets) / 2;
    uint32_t last = is_given ? end - begin : 0;
    if (is_given) {
        reader_skip(&sets, 2 * (size_t)begin);
    }
    for (uint32_t i = 0; is_given && i <= last && i < ADT_DOODAD_SETS_MAX; i++) {
        uint16_t set = reader_u16(&sets);
        bool is_new = set != 0 && !sets.bad;
        for (uint16_t k = 0; k < found->count; k++) {
            is_new = is_new && found->sets[k] != set;
        }
        if (is_new) {
            found->sets[found->count++] = set;
        }
    }
    if (!is_given || sets.bad || last >= ADT_DOODAD_SETS_MAX) {
        warning_dedup_warn(&placing->dedup, placing->chunk->id, offset_of(placing, placement),
                           "entry %u has sets of doodads that MWDR and MWDS do not give, or more "
                           "than %d; %u shown",
                           placement->index, (int)ADT_DOODAD_SETS_MAX, (unsigned)found->count);
    }
}

static bool read_wmo(struct placing *placing, struct reader *reader,
                     struct adt_placement *placement, uint32_t *name_id)
{
    read_place(placing, reader, placement, name_id);
    read_box(placing, reader, placement);
    placement->flags = reader_u16(reader);
    placement->doodad_set = reader_u16(reader);
    placement->name_set = reader_u16(reader);
    float scale = (float)reader_u16(reader) / UNIT_SCALE;
    bool is_padding = placing->is_monolithic && (placement->flags & ~(uint32_t)MODF_KNOWN);
    placement->scale = (placement->flags & ADT_WMO_SCALED) && !is_padding ? scale : 1.0F;
    find_sets(placing, placement);
    if (!placement->has_box) {
        warning_dedup_warn(&placing->dedup, placing->chunk->id, offset_of(placing, placement),
                           "the box of entry %u is no numbers of a map; taken as unknown",
                           placement->index);
    }
    return (placement->flags & ADT_WMO_FILE_ID) &&
           !(placing->is_monolithic && name_of(&placing->names, *name_id));
}

static const struct placement_kind_row {
    const struct chunk_id *id;
    size_t bytes;
    /* Reads one entry; returns whether the name id is a file id. */
    bool (*read)(struct placing *placing, struct reader *reader, struct adt_placement *placement,
                 uint32_t *name_id);
} doodads = {&id_MDDF, MDDF_BYTES, read_doodad}, wmos = {&id_MODF, MODF_BYTES, read_wmo};

/* Whether the placement can stand where it says. */
static bool is_placeable(struct placing *placing, const struct adt_placement *placement)
{
    bool named = placement->name || placement->file_id;
    bool somewhere = true;
    for (size_t i = 0; i < 3; i++) {
        somewhere =
            somewhere && is_near(placement->position[i]) && fabsf(placement->rotation[i]) <= 1e6F;
    }
    int64_t offset = offset_of(placing, placement);
    const char *id = placing->chunk->id;
    if (!named) {
        warning_dedup_warn(&placing->dedup, id, offset,
                           "entry %u has no name in the name table; left out", placement->index);
    } else if (!somewhere) {
        warning_dedup_warn(&placing->dedup, id, offset,
                           "entry %u lies far outside the map; left out", placement->index);
    } else if (placement->scale <= 0.0F) {
        warning_dedup_warn(&placing->dedup, id, offset, "entry %u has a scale of 0; left out",
                           placement->index);
    }
    return named && somewhere && placement->scale > 0.0F;
}

/* Editors give the unique id 0 to what they place; clients show one placement of each id. */
static void warn_of_zeroes(const struct placing *placing, uint32_t zeroes)
{
    if (zeroes > 1) {
        diag_warn(placing->diag, placing->chunk->id, (int64_t)placing->chunk->offset,
                  "%u entries have the unique id 0; one of them is drawn, as in clients",
                  (unsigned)zeroes);
    }
}

/* Whether doodads of a name are wanted; asked for names that are placed, since a file may list many
 * more. */
enum wish { NOT_ASKED, WANTED, UNWANTED };

static bool is_unwanted(const struct placing *placing, const char *name, uint8_t *wish)
{
    if (*wish == NOT_ASKED) {
        *wish = placing->wanted(name) ? WANTED : UNWANTED;
    }
    return *wish == UNWANTED;
}

static void warn_of_sizes(const struct placing *placing, size_t listed)
{
    const struct chunk *chunk = placing->chunk;
    if (listed > ADT_PLACEMENTS_MAX) {
        diag_warn(placing->diag, chunk->id, (int64_t)chunk->offset,
                  "%zu entries are more than %d; the rest is left out", listed, ADT_PLACEMENTS_MAX);
    }
    if (chunk->size % placing->entry_bytes) {
        diag_warn(placing->diag, chunk->id, (int64_t)chunk->offset,
                  "%zu bytes are not a multiple of %zu; the last %zu left out", chunk->size,
                  placing->entry_bytes, chunk->size % placing->entry_bytes);
    }
}

/* Reads `entries` entries to `array`; returns how many are left. `wishes` has a place for each
 * name; NULL: all are wanted. */
static uint32_t read_entries(struct placing *placing, const struct placement_kind_row *kind,
                             size_t entries, uint8_t *wishes, struct adt_placement *array)
{
    struct reader reader = reader_make(placing->chunk->data, placing->chunk->size);
    uint32_t count = 0;
    uint32_t zeroes = 0;
    placing->dedup = (struct warning_dedup){.diag = placing->diag};
    for (size_t i = 0; i < entries; i++) {
        struct adt_placement *placement = &array[count];
        uint32_t name_id;
        *placement = (struct adt_placement){.index = (uint32_t)i};
        if (kind->read(placing, &reader, placement, &name_id)) {
            placement->file_id = name_id;
        } else {
            placement->name = name_of(&placing->names, name_id);
        }
        const bool is_placed = is_placeable(placing, placement);
        zeroes += is_placed && placement->unique_id == 0;
        count += is_placed && !(wishes && placement->name &&
                                is_unwanted(placing, placement->name, &wishes[name_id]));
    }
    warning_dedup_flush(&placing->dedup);
    warn_of_zeroes(placing, zeroes);
    return count;
}

/* Reads entries of which many may be unwanted apart from `placing->arena`, which holds the tile's
 * placements for long, and copies what is left. NULL when out of memory. */
static const struct adt_placement *read_wanted(struct placing *placing,
                                               const struct placement_kind_row *kind,
                                               size_t entries, uint32_t *count)
{
    struct arena memory = {0};
    struct adt_placement *kept = NULL;
    struct adt_placement *array = arena_alloc_dirty(&memory, entries, sizeof *array);
    uint8_t *wishes = arena_alloc(&memory, placing->names.count, 1);
    if (array && wishes) {
        *count = read_entries(placing, kind, entries, wishes, array);
        kept = arena_alloc_dirty(placing->arena, *count, sizeof *kept);
    }
    if (kept && *count > 0) {
        memcpy(kept, array, *count * sizeof *kept);
    }
    arena_free(&memory);
    return kept;
}

static enum adtmap_status placements_read_kind(struct placing *placing,
                                               const struct placement_kind_row *kind,
                                               const struct chunk *chunk,
                                               const struct adt_placement **placements,
                                               uint32_t *placement_count)
{
    const size_t listed = chunk->size / kind->bytes;
    const size_t entries = size_min(listed, ADT_PLACEMENTS_MAX);
    placing->chunk = chunk;
    placing->entry_bytes = kind->bytes;
    warn_of_sizes(placing, listed);
    if (kind == &doodads && placing->wanted) {
        *placements = read_wanted(placing, kind, entries, placement_count);
        return *placements ? ADTMAP_OK : diag_fail_memory(placing->diag);
    }
    struct adt_placement *array = arena_alloc_dirty(placing->arena, entries, sizeof *array);
    if (!array) {
        return diag_fail_memory(placing->diag);
    }
    *placement_count = read_entries(placing, kind, entries, NULL, array);
    *placements = array;
    return ADTMAP_OK;
}

/* Where one kind of placements and its names are in an ADT. */
static const struct placement_table {
    const struct placement_kind_row *kind;
    const struct chunk_id *text_id, *offsets_id;
    enum adt_mhdr_field at, text_at, offsets_at;
} doodad_table = {&doodads, &id_MMDX, &id_MMID, MHDR_AT_MDDF, MHDR_AT_MMDX, MHDR_AT_MMID},
  wmo_table = {&wmos, &id_MWMO, &id_MWID, MHDR_AT_MODF, MHDR_AT_MWMO, MHDR_AT_MWID};

static enum adtmap_status read_table(struct placing *placing, struct adt_file *file,
                                     const struct placement_table *table,
                                     const struct adt_placement **placements, uint32_t *count)
{
    struct chunk chunk;
    struct chunk text;
    struct chunk offsets;
    if (!adt_find_chunk(file, table->kind->id, table->at, &chunk) || chunk.size == 0) {
        return ADTMAP_OK;
    }
    bool has_text = adt_find_chunk(file, table->text_id, table->text_at, &text);
    bool has_offsets = adt_find_chunk(file, table->offsets_id, table->offsets_at, &offsets);
    if (!open_names(has_text ? &text : NULL, has_offsets ? &offsets : NULL, placing->arena,
                    placing->diag, &placing->names)) {
        return diag_fail_memory(placing->diag);
    }
    return placements_read_kind(placing, table->kind, &chunk, placements, count);
}

enum adtmap_status adt_read_placements(struct adt_file *file, unsigned contents,
                                       adt_doodad_wanted *wanted, struct arena *arena,
                                       struct adt_placements *result)
{
    struct chunk mcin;
    struct placing placing = {.diag = &file->diag,
                              .arena = arena,
                              .origin = ORIGIN_MAP_CORNER,
                              .wanted = wanted,
                              .is_monolithic = adt_walk_to(file, &id_MCIN, &mcin)};
    *result = (struct adt_placements){0};
    enum adtmap_status status = ADTMAP_OK;
    if (contents & ADT_DOODADS) {
        status = read_table(&placing, file, &doodad_table, &result->doodads, &result->doodad_count);
    }
    struct chunk chunk;
    /* Only find_sets asks for them, and of a file of one piece it does not: to look would be a walk
     * over all of its bytes. */
    if (!placing.is_monolithic && adt_walk_to(file, &id_MWDR, &chunk)) {
        placing.set_ranges = reader_make(chunk.data, chunk.size);
    }
    if (!placing.is_monolithic && adt_walk_to(file, &id_MWDS, &chunk)) {
        placing.sets = reader_make(chunk.data, chunk.size);
    }
    if (!status && (contents & ADT_WMOS)) {
        status = read_table(&placing, file, &wmo_table, &result->wmos, &result->wmo_count);
    }
    return status;
}

/* What one kind of placements and its names are, as each of the eras finds them. */
static struct hash128 hash_table(struct adt_file *file, const struct placement_table *table)
{
    const struct chunk_id *const ids[] = {table->kind->id, table->text_id, table->offsets_id};
    const size_t fields[] = {table->at, table->text_at, table->offsets_at};
    struct hash128 parts[COUNT_OF(ids)][2] = {0}; /* by the header, and by walking */
    struct chunk chunk;
    for (size_t i = 0; i < COUNT_OF(ids); i++) {
        if (adt_find_chunk(file, ids[i], fields[i], &chunk)) {
            parts[i][0] = hash128(chunk.data, chunk.size);
        }
        if (adt_walk_to(file, ids[i], &chunk)) {
            parts[i][1] = hash128(chunk.data, chunk.size);
        }
    }
    return hash128(parts, sizeof parts);
}

struct hash128 adt_hash_tables(struct adt_file *file)
{
    static const struct chunk_id *const set_ids[] = {&id_MWDR, &id_MWDS};
    struct hash128 tables[2 + COUNT_OF(set_ids)] = {hash_table(file, &wmo_table),
                                                    hash_table(file, &doodad_table)};
    for (size_t i = 0; i < COUNT_OF(set_ids); i++) {
        struct chunk chunk;
        if (adt_walk_to(file, set_ids[i], &chunk)) {
            tables[2 + i] = hash128(chunk.data, chunk.size);
        }
    }
    return hash128(tables, sizeof tables);
}

static enum adtmap_status read_named(struct placing *placing, struct adt_file *file,
                                     const struct placement_kind_row *kind,
                                     const struct chunk *names,
                                     const struct adt_placement **placements, uint32_t *count)
{
    struct chunk chunk;
    if (!adt_walk_to(file, kind->id, &chunk) || chunk.size == 0) {
        return ADTMAP_OK;
    }
    if (!open_names(names, NULL, placing->arena, placing->diag, &placing->names)) {
        return diag_fail_memory(placing->diag);
    }
    return placements_read_kind(placing, kind, &chunk, placements, count);
}

enum adtmap_status adt_read_placements_named(struct adt_file *file, unsigned contents,
                                             const struct chunk *doodad_names,
                                             const struct chunk *wmo_names, struct arena *arena,
                                             struct adt_placements *result)
{
    struct placing placing = {.diag = &file->diag, .arena = arena, .origin = ORIGIN_MAP_CORNER};
    *result = (struct adt_placements){0};
    enum adtmap_status status = ADTMAP_OK;
    if (contents & ADT_DOODADS) {
        status = read_named(&placing, file, &doodads, doodad_names, &result->doodads,
                            &result->doodad_count);
    }
    if (!status && (contents & ADT_WMOS)) {
        status = read_named(&placing, file, &wmos, wmo_names, &result->wmos, &result->wmo_count);
    }
    return status;
}

/* The WDT's own chunk `id`: an alpha WDT holds its tiles behind the first MHDR, with theirs. */
static bool find_global(const struct reader *file, const struct chunk_id *id, struct chunk *chunk)
{
    size_t offset = 0;
    size_t skipped = 0;
    while (chunk_next(file, &offset, &skipped, chunk) && !chunk_is(chunk, &id_MHDR)) {
        if (chunk_is(chunk, id)) {
            return true;
        }
    }
    return false;
}

enum adtmap_status adt_read_global_wmo(const uint8_t *data, size_t size, struct arena *arena,
                                       const struct diag *diag, struct adt_placements *result)
{
    struct reader file = reader_make(data, size);
    struct placing placing = {.diag = diag, .arena = arena, .origin = ORIGIN_NEARER};
    struct chunk chunk;
    struct chunk text;
    *result = (struct adt_placements){0};
    if (!find_global(&file, &id_MODF, &chunk) || chunk.size == 0) {
        return ADTMAP_OK;
    }
    if (chunk.size > MODF_BYTES) {
        diag_warn(diag, chunk.id, (int64_t)chunk.offset,
                  "%zu bytes in a WDT; one placement of %d read", chunk.size, MODF_BYTES);
        chunk.size = MODF_BYTES;
    }
    bool has_text = find_global(&file, &id_MWMO, &text) || find_global(&file, &id_MONM, &text);
    if (!open_names(has_text ? &text : NULL, NULL, arena, diag, &placing.names)) {
        return diag_fail_memory(diag);
    }
    return placements_read_kind(&placing, &wmos, &chunk, &result->wmos, &result->wmo_count);
}
