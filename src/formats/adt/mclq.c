/*
 * One block for each of four flags of the MCNK, in the order of `kinds`, each with two ways to
 * write its vertices. A block may be missing: then another chunk stands in its place.
 */
#include "formats/adt/mclq.h"

#include "base/reader.h"
#include "base/size.h"
#include "formats/chunk.h"

enum {
    EDGE = 8,
    VERTICES = (EDGE + 1) * (EDGE + 1),
    QUADS = EDGE * EDGE,
    VERTEX_BYTES = 8,
    BYTES_MIN = 8 + VERTICES * VERTEX_BYTES + QUADS, /* without the flow vectors at the end */
    QUAD_KIND = 0x0F,
    QUAD_HIDDEN = 0x08,
};

static const struct mclq_kind {
    uint32_t flag;
    enum liquid_class class;
    enum liquid_type type;
    unsigned parts;
} kinds[MCLQ_LAYERS_MAX] = {
    {MCLQ_RIVER, LIQUID_WATER, LIQUID_TYPE_WATER, LIQUID_HAS_DEPTH},
    {MCLQ_OCEAN, LIQUID_OCEAN, LIQUID_TYPE_OCEAN, LIQUID_HAS_DEPTH},
    {MCLQ_MAGMA, LIQUID_MAGMA, LIQUID_TYPE_MAGMA, LIQUID_HAS_UV},
    {MCLQ_SLIME, LIQUID_SLIME, LIQUID_TYPE_SLIME, LIQUID_HAS_DEPTH},
};

/* The range of levels in a block; valid when low is a height and not above high. */
struct range {
    float low, high;
    bool valid;
};

static struct range read_range(struct reader *reader, uint32_t *invalid)
{
    uint32_t found = 0;
    struct range range;
    range.low = liquid_sane_height(reader_f32(reader), 0.0F, &found);
    range.high = liquid_sane_height(reader_f32(reader), range.low, &found);
    range.valid = found == 0 && range.low <= range.high;
    *invalid += found;
    return range;
}

static float within(const struct range *range, float height)
{
    if (!range->valid) {
        return height;
    }
    height = height < range->low ? range->low : height;
    return height > range->high ? range->high : height;
}

/* Oceans have no height of their own: 4 unused bytes stand in its place. */
static void mclq_read_vertices(struct reader *reader, const struct mclq_kind *kind,
                               const struct range *range, const struct liquid_arrays *arrays,
                               uint32_t *invalid)
{
    for (size_t i = 0; i < VERTICES; i++) {
        if (arrays->uv) {
            arrays->uv[i][0] = (float)reader_u16(reader) * 3.0F / 256.0F;
            arrays->uv[i][1] = (float)reader_u16(reader) * 3.0F / 256.0F;
        } else {
            arrays->depth[i] = reader_u8(reader);
            reader_skip(reader, 3);
        }
        float height = reader_f32(reader);
        arrays->height_yd[i] = kind->class == LIQUID_OCEAN
                                   ? range->low
                                   : within(range, liquid_sane_height(height, range->low, invalid));
    }
}

/* Returns how many quads are filled. */
static uint32_t mclq_read_quads(struct reader *reader, const struct mclq_kind *kind, uint8_t *quad)
{
    uint32_t filled = 0;
    for (size_t i = 0; i < QUADS; i++) {
        uint8_t bits = reader_u8(reader);
        bool hidden = (bits & QUAD_KIND) == QUAD_KIND || (bits & QUAD_HIDDEN);
        quad[i] = (uint8_t)(hidden ? LIQUID_NONE : kind->class);
        filled += !hidden;
    }
    return filled;
}

static bool read_block(struct reader *reader, const struct mclq_kind *kind, uint32_t chunk,
                       struct arena *arena, struct mclq *mclq)
{
    struct liquid_layer *layer = &mclq->layers[mclq->layer_count];
    struct liquid_arrays arrays;
    *layer = (struct liquid_layer){
        .chunk = chunk, .grid = {.width = EDGE, .height = EDGE, .type = (uint32_t)kind->type}};
    if (!liquid_grid_create(&layer->grid, kind->parts, arena, &arrays)) {
        return false;
    }
    struct range range = read_range(reader, &mclq->invalid_levels);
    mclq_read_vertices(reader, kind, &range, &arrays, &mclq->invalid_levels);
    mclq->layer_count += mclq_read_quads(reader, kind, arrays.quad) > 0;
    return true;
}

bool mclq_read(const uint8_t *data, size_t size, uint32_t flags, uint32_t chunk,
               struct arena *arena, struct mclq *mclq)
{
    *mclq = (struct mclq){0};
    struct reader bytes = reader_make(data, size);
    size_t offset = 0;
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        if (!(flags & kinds[i].flag)) {
            continue;
        }
        struct chunk other;
        struct reader block = reader_sub(&bytes, offset, BYTES_MIN);
        if (block.bad || chunk_at(&bytes, offset, &other)) {
            mclq->missing++;
        } else if (!read_block(&block, &kinds[i], chunk, arena, mclq)) {
            return false;
        }
        offset += MCLQ_BLOCK_BYTES;
    }
    return true;
}
