/*
 * MLIQ, liquid of a WMO group, and what it is (WMO document, "MLIQ chunk"). The class depends on
 * the root's flags, the group's liquid number and, in old files, on the quads themselves.
 */
#include "base/size.h"
#include "formats/grid.h"
#include "formats/wmo/wmo_parts.h"

enum {
    VERTEX_BYTES = 8,
    QUAD_KIND = 0x0F,
    QUAD_HIDDEN = 0x08,
    TYPES_FROM_ONE = 21,  /* group liquids below are basic ones, counted from 1 (newer files) */
    TYPES_FROM_ZERO = 20, /* the same, counted from 0 (older files) */
    LIQUID_BY_QUADS = 15, /* in older files */
};

/* Basic kinds are water, ocean, magma, slime; the types are those of liquids in WMOs. */
static uint32_t basic_type(uint32_t kind, uint32_t group_flags)
{
    static const uint32_t types[] = {LIQUID_TYPE_WMO_WATER, LIQUID_TYPE_WMO_OCEAN,
                                     LIQUID_TYPE_WMO_MAGMA, LIQUID_TYPE_WMO_SLIME};
    bool is_ocean = kind % COUNT_OF(types) == 0 && (group_flags & WMO_GROUP_OCEAN);
    return is_ocean ? (uint32_t)LIQUID_TYPE_WMO_OCEAN : types[kind % COUNT_OF(types)];
}

/* The type of the whole group's liquid; LIQUID_TYPE_UNKNOWN when each quad has its own. */
static uint32_t type_of_group(const struct wmo_group_reader *reader)
{
    uint32_t liquid = reader->header.liquid;
    uint32_t flags = reader->header.flags;
    if (reader->root->flags & WMO_LIQUID_TYPE_FROM_TABLE) {
        uint32_t kind = liquid > 0 ? liquid - 1 : 0;
        return liquid < TYPES_FROM_ONE ? basic_type(kind, flags) : liquid;
    }
    if (liquid == LIQUID_BY_QUADS) {
        return LIQUID_TYPE_UNKNOWN;
    }
    return liquid < TYPES_FROM_ZERO ? basic_type(liquid, flags) : liquid + 1;
}

static enum liquid_class class_of_quad(uint8_t bits, uint32_t group_flags)
{
    uint32_t kind = bits & QUAD_KIND;
    return liquid_class_of(basic_type(kind <= LIQUID_SLIME ? kind : 0, group_flags));
}

/* Bytes of a grid; false when its numbers cannot be those of a grid. */
static bool grid_bytes(uint32_t columns, uint32_t rows, size_t *bytes)
{
    size_t vertices;
    return columns >= 2 && rows >= 2 && size_multiply(columns, rows, &vertices) &&
           size_multiply(vertices, VERTEX_BYTES, bytes);
}

/* Settles the size of the grid: the vertices it names or, failing that, one more than its quads. */
static bool reconcile_size(struct wmo_mliq *mliq, uint32_t quad_columns, uint32_t quad_rows,
                           size_t room)
{
    size_t bytes;
    if (grid_bytes(mliq->columns, mliq->rows, &bytes) && bytes <= room) {
        return true;
    }
    if (quad_columns == UINT32_MAX || quad_rows == UINT32_MAX ||
        !grid_bytes(quad_columns + 1, quad_rows + 1, &bytes) || bytes > room) {
        return false;
    }
    mliq->columns = quad_columns + 1;
    mliq->rows = quad_rows + 1;
    return true;
}

bool wmo_mliq_open(const struct chunk *chunk, int64_t offset, const struct diag *diag,
                   struct wmo_mliq *mliq)
{
    struct reader bytes = reader_make(chunk->data, chunk->size);
    mliq->columns = reader_u32(&bytes);
    mliq->rows = reader_u32(&bytes);
    uint32_t quad_columns = reader_u32(&bytes);
    uint32_t quad_rows = reader_u32(&bytes);
    for (size_t i = 0; i < 3; i++) {
        float value = reader_f32(&bytes);
        mliq->corner[i] = wmo_is_coordinate(value) ? value : 0.0F;
    }
    mliq->material = reader_u16(&bytes);
    if (bytes.bad || quad_columns == 0 || quad_rows == 0) {
        return false;
    }
    if (!reconcile_size(mliq, quad_columns, quad_rows, reader_left(&bytes))) {
        diag_warn(diag, chunk->id, offset,
                  "a grid of %u x %u vertices does not fit %zu bytes; left out", mliq->columns,
                  mliq->rows, chunk->size);
        return false;
    }
    mliq->vertices = reader_bytes(&bytes, (size_t)mliq->columns * mliq->rows * VERTEX_BYTES);
    mliq->quads = reader_bytes(&bytes, (size_t)(mliq->columns - 1) * (mliq->rows - 1));
    if (!mliq->quads || quad_columns != mliq->columns - 1 || quad_rows != mliq->rows - 1) {
        diag_warn(diag, chunk->id, offset,
                  "%u x %u vertices with %u x %u quads, %zu bytes; what is missing is filled",
                  mliq->columns, mliq->rows, quad_columns, quad_rows, chunk->size);
    }
    return true;
}

float wmo_mliq_height(const struct wmo_mliq *mliq, size_t i)
{
    enum { HEIGHT_AT = 4 };
    struct reader bytes = reader_make(mliq->vertices + i * VERTEX_BYTES, VERTEX_BYTES);
    reader_skip(&bytes, HEIGHT_AT);
    return reader_f32(&bytes);
}

bool wmo_mliq_is_filled(const struct wmo_mliq *mliq, size_t i)
{
    uint8_t bits = mliq->quads ? mliq->quads[i] : 0;
    return (bits & QUAD_KIND) != QUAD_KIND && !(bits & QUAD_HIDDEN);
}

/* v14 has the axes turned by a quarter, and begins at the largest x: a building of 0.5.3 has -54.17
 * there where the same one of 1.12 has -70.83, four quads less, and swaps columns and rows.
 *
 * Index in the file of what stands at (column, row) of the result; `rows` and `columns` of it. */
static size_t source_index(const struct wmo_mliq *mliq, size_t column, size_t row, size_t columns,
                           size_t rows)
{
    return mliq->is_turned ? (columns - 1 - column) * rows + row : row * columns + column;
}

static void mliq_read_vertices(const struct wmo_group_reader *reader, const struct wmo_mliq *mliq,
                               const struct liquid_grid *grid, const struct liquid_arrays *arrays)
{
    uint32_t invalid = 0;
    size_t columns = (size_t)grid->width + 1;
    for (size_t i = 0; i < liquid_vertices(grid); i++) {
        size_t from = source_index(mliq, i % columns, i / columns, columns, grid->height + 1U);
        arrays->height_yd[i] =
            liquid_sane_height(wmo_mliq_height(mliq, from), mliq->corner[2], &invalid);
        for (size_t k = 0; arrays->uv && k < 2; k++) {
            struct reader bytes = reader_make(mliq->vertices + from * VERTEX_BYTES + 2 * k, 2);
            arrays->uv[i][k] = (float)reader_i16(&bytes) * 3.0F / 256.0F;
        }
    }
    if (invalid) {
        diag_warn(reader->diag, "MLIQ", wmo_offset(reader, &reader->chunks.liquid),
                  "%u heights are not numbers of a model; the corner's taken", invalid);
    }
}

static void mliq_read_quads(const struct wmo_group_reader *reader, const struct wmo_mliq *mliq,
                            const struct liquid_grid *grid, uint8_t *quad)
{
    for (size_t i = 0; i < liquid_quads(grid); i++) {
        size_t from =
            source_index(mliq, i % grid->width, i / grid->width, grid->width, grid->height);
        uint8_t bits = mliq->quads ? mliq->quads[from] : 0;
        enum liquid_class class = grid->type == LIQUID_TYPE_UNKNOWN
                                      ? class_of_quad(bits, reader->header.flags)
                                      : liquid_class_of(grid->type);
        quad[i] = (uint8_t)(wmo_mliq_is_filled(mliq, from) ? class : LIQUID_NONE);
    }
}

static bool read_grid(struct wmo_group_reader *reader, struct wmo_mliq *mliq)
{
    struct wmo_liquid *liquid = arena_alloc(reader->arena, 1, sizeof *liquid);
    struct liquid_arrays arrays;
    if (!liquid) {
        return false;
    }
    mliq->is_turned = reader->era->version == 14;
    liquid->material = mliq->material;
    liquid->corner[0] = mliq->corner[0];
    liquid->corner[1] = mliq->corner[1];
    if (mliq->is_turned) {
        liquid->corner[0] -= (float)(mliq->rows - 1) * (float)QUAD_YD;
    }
    liquid->grid.width = (mliq->is_turned ? mliq->rows : mliq->columns) - 1;
    liquid->grid.height = (mliq->is_turned ? mliq->columns : mliq->rows) - 1;
    liquid->grid.type = type_of_group(reader);
    bool flows = liquid_class_of(liquid->grid.type) == LIQUID_MAGMA;
    if (!liquid_grid_create(&liquid->grid, flows ? LIQUID_HAS_UV : LIQUID_HEIGHTS_ONLY,
                            reader->arena, &arrays)) {
        return false;
    }
    mliq_read_vertices(reader, mliq, &liquid->grid, &arrays);
    mliq_read_quads(reader, mliq, &liquid->grid, arrays.quad);
    reader->group->liquid = liquid;
    reader->group->liquid_type = liquid->grid.type;
    return true;
}

/*
 * Whether a group without a grid is filled up to the top of its box. 15 was "none" before numbers
 * of LiquidType.dbc, and tools still write it; what is outside has no top.
 */
static bool is_flooded(const struct wmo_group_reader *reader)
{
    enum { OLD_NONE = 15 };
    const uint32_t outside = WMO_GROUP_EXTERIOR | WMO_GROUP_EXTERIOR_LIT;
    return (reader->root->flags & WMO_LIQUID_TYPE_FROM_TABLE) && reader->header.liquid &&
           reader->header.liquid != OLD_NONE && !(reader->header.flags & outside) &&
           reader->header.box_is_sane;
}

bool wmo_read_liquid(struct wmo_group_reader *reader)
{
    const struct chunk *chunk = &reader->chunks.liquid;
    struct wmo_mliq mliq = {0};
    if (chunk->data && wmo_mliq_open(chunk, wmo_offset(reader, chunk), reader->diag, &mliq)) {
        return read_grid(reader, &mliq);
    }
    if (is_flooded(reader)) {
        reader->group->liquid_type = type_of_group(reader);
        reader->group->is_flooded = true;
    }
    return true;
}
