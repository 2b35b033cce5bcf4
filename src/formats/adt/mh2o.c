/*
 * Where things begin is collected first, so that each may use the bytes up to the next. An instance
 * that names a liquid object instead of a vertex format gets the format whose arrays fit these
 * bytes.
 */
#include "formats/adt/mh2o.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/reader.h"
#include "base/size.h"
#include "formats/grid.h"
#include "formats/warning_dedup.h"

enum {
    CHUNKS = 256,
    HEADER_BYTES = 12,
    INSTANCE_BYTES = 24,
    FORMATS = 4,
    FORMAT_FLAT = FORMATS, /* no vertex data */
    DEPTH_ONLY = 2,
    PADDING_BYTES = 7 /* what may follow vertex data before the next thing */
};

/* Arrays of a vertex format stand one after the other, in the order height, uv, depth. */
static const struct format {
    unsigned bytes; /* of all arrays for one vertex */
    bool has_height, has_uv, has_depth;
} formats[FORMATS + 1] = {
    {5, true, false, true}, {8, true, true, false},   {1, false, false, true},
    {9, true, true, true},  {0, false, false, false},
};

struct instance {
    uint32_t type, format;
    float low;
    uint32_t x, y, width, height;
    size_t bitmap, vertices; /* offsets, 0: none */
    bool has_depths_alone;   /* by its format, even if there is no vertex data */
};

struct mh2o {
    struct reader bytes;
    bool is_split; /* of the root of split files */
    struct arena *arena;
    size_t instance_count;
    size_t *offsets; /* of everything the chunk places, ascending; NULL until they are needed */
    size_t offset_count;
    size_t *others; /* of them, those that are not of vertex data */
    size_t other_count;
    struct liquid_layer *layers;
    uint32_t layer_count;
    uint32_t unknown_formats;
    int64_t offset; /* of the chunk in the file */
    struct warning_dedup dedup;
};

struct mh2o_header {
    size_t instances, attributes;
    uint32_t count;
};

static struct mh2o_header mh2o_read_header(const struct mh2o *mh2o, uint32_t chunk)
{
    struct reader reader = reader_sub(&mh2o->bytes, (size_t)chunk * HEADER_BYTES, HEADER_BYTES);
    struct mh2o_header header;
    header.instances = reader_u32(&reader);
    header.count = reader_u32(&reader);
    header.attributes = reader_u32(&reader);
    return header;
}

/* How many instances of the chunk can be read. */
static uint32_t usable_instances(const struct mh2o *mh2o, const struct mh2o_header *header)
{
    size_t size = (size_t)(mh2o->bytes.end - mh2o->bytes.begin);
    size_t room = header->instances < size ? (size - header->instances) / INSTANCE_BYTES : 0;
    return (uint32_t)size_min(size_min(header->count, MH2O_LAYERS_MAX), room);
}

static struct instance read_instance(const struct mh2o *mh2o, size_t offset)
{
    struct reader reader = reader_sub(&mh2o->bytes, offset, INSTANCE_BYTES);
    struct instance instance;
    instance.type = reader_u16(&reader);
    instance.format = reader_u16(&reader);
    instance.low = reader_f32(&reader);
    reader_skip(&reader, 4); /* highest level */
    instance.x = reader_u8(&reader);
    instance.y = reader_u8(&reader);
    instance.width = reader_u8(&reader);
    instance.height = reader_u8(&reader);
    instance.bitmap = reader_u32(&reader);
    instance.vertices = reader_u32(&reader);
    instance.has_depths_alone = false;
    return instance;
}

static int mh2o_compare_offsets(const void *a, const void *b)
{
    size_t left = *(const size_t *)a;
    size_t right = *(const size_t *)b;
    return (left > right) - (left < right);
}

/* Adds where the things of one chunk begin. */
static void collect_chunk(struct mh2o *mh2o, uint32_t chunk)
{
    struct mh2o_header header = mh2o_read_header(mh2o, chunk);
    mh2o->others[mh2o->other_count++] = header.instances;
    mh2o->others[mh2o->other_count++] = header.attributes;
    for (uint32_t i = 0; i < usable_instances(mh2o, &header); i++) {
        struct instance instance = read_instance(mh2o, header.instances + i * INSTANCE_BYTES);
        mh2o->others[mh2o->other_count++] = instance.bitmap;
        mh2o->offsets[mh2o->offset_count++] = instance.vertices;
    }
}

/* Collects where things begin, and the end of the chunk, for bytes_from. */
static bool collect_offsets(struct mh2o *mh2o)
{
    size_t room = 2 * CHUNKS + 2 * mh2o->instance_count + 1;
    mh2o->offsets = arena_alloc_dirty(mh2o->arena, room, sizeof *mh2o->offsets);
    mh2o->others = arena_alloc_dirty(mh2o->arena, room, sizeof *mh2o->others);
    if (!mh2o->offsets || !mh2o->others) {
        return false;
    }
    for (uint32_t chunk = 0; chunk < CHUNKS; chunk++) {
        collect_chunk(mh2o, chunk);
    }
    memcpy(mh2o->offsets + mh2o->offset_count, mh2o->others,
           mh2o->other_count * sizeof *mh2o->others);
    mh2o->offset_count += mh2o->other_count;
    mh2o->offsets[mh2o->offset_count++] = (size_t)(mh2o->bytes.end - mh2o->bytes.begin);
    array_sort(mh2o->offsets, mh2o->offset_count, sizeof *mh2o->offsets, mh2o_compare_offsets);
    array_sort(mh2o->others, mh2o->other_count, sizeof *mh2o->others, mh2o_compare_offsets);
    return true;
}

/* Bytes from `offset` to the next thing that the chunk places. */
static size_t bytes_from(const struct mh2o *mh2o, size_t offset)
{
    size_t next = array_upper_bound(&offset, mh2o->offsets, mh2o->offset_count, sizeof offset,
                                    mh2o_compare_offsets);
    return next < mh2o->offset_count ? mh2o->offsets[next] - offset : 0;
}

static size_t vertex_count(const struct instance *instance)
{
    return ((size_t)instance->width + 1) * (instance->height + 1);
}

static bool rectangle_fits(const struct instance *instance)
{
    return instance->width > 0 && instance->height > 0 &&
           instance->x + instance->width <= QUADS_PER_CHUNK &&
           instance->y + instance->height <= QUADS_PER_CHUNK;
}

/* The format whose arrays for `vertices` and `padding` behind them take `room` bytes; FORMAT_FLAT
 * if none. */
static uint32_t format_of_size(size_t vertices, size_t padding, size_t room)
{
    uint32_t format = 0;
    while (format < FORMATS && formats[format].bytes * vertices + padding != room) {
        format++;
    }
    return format < FORMATS ? format : (uint32_t)FORMAT_FLAT;
}

/* Takes the rectangle of those given, and the format, whose arrays fit with the least padding. */
static void find_format(const struct instance *rectangles, size_t count, size_t room,
                        struct instance *instance)
{
    *instance = rectangles[0];
    instance->format = FORMAT_FLAT;
    for (size_t padding = 0; padding <= PADDING_BYTES; padding++) {
        for (size_t i = 0; i < count && instance->format == FORMAT_FLAT; i++) {
            *instance = rectangles[i];
            instance->format = format_of_size(vertex_count(instance), padding, room);
        }
    }
    if (instance->format == FORMAT_FLAT) {
        *instance = rectangles[0];
        instance->format = FORMAT_FLAT;
    }
}

/*
 * Finds format and rectangle of an instance that names a liquid object in place of a format. One
 * that refers to where another thing than vertex data begins has no vertex data.
 *
 * The document takes the rectangle as 0, 0, 8, 8, of clients with split files. Files of one piece
 * have what is stored: a real one with 0, 0, 7, 8 and 8 bytes of bits, in a shore, agrees with the
 * ground below the level in 64 of 64 quads as 7 x 8 bits, in 30 as 8 x 8.
 */
static void reconcile_object(struct mh2o *mh2o, uint32_t chunk, struct instance *instance)
{
    size_t offset = instance->vertices;
    bool has_vertices = offset && !array_find(&offset, mh2o->others, mh2o->other_count,
                                              sizeof offset, mh2o_compare_offsets);
    size_t room = has_vertices ? bytes_from(mh2o, offset) : 0;
    struct instance rectangles[2] = {*instance, *instance};
    rectangles[1].x = rectangles[1].y = 0;
    rectangles[1].width = rectangles[1].height = QUADS_PER_CHUNK;
    bool is_whole = mh2o->is_split || !rectangle_fits(instance);
    find_format(rectangles + (is_whole ? 1 : 0), is_whole ? 1 : 2, room, instance);
    if (room && instance->format == FORMAT_FLAT) {
        mh2o->unknown_formats++;
        warning_dedup_warn(&mh2o->dedup, "MH2O", mh2o->offset,
                           "%zu bytes of vertex data of chunk %u fit no known format; flat at the "
                           "lower level",
                           room, chunk);
    }
}

static void reconcile_format(struct mh2o *mh2o, uint32_t chunk, struct instance *instance)
{
    instance->has_depths_alone = instance->format == DEPTH_ONLY;
    if (instance->format >= FORMATS) {
        reconcile_object(mh2o, chunk, instance);
        instance->has_depths_alone = instance->format == DEPTH_ONLY;
    } else if (!instance->vertices) {
        instance->format = FORMAT_FLAT;
    }
    struct reader data = reader_sub(&mh2o->bytes, instance->vertices,
                                    formats[instance->format].bytes * vertex_count(instance));
    if (instance->format != FORMAT_FLAT && data.bad) {
        warning_dedup_warn(&mh2o->dedup, "MH2O", mh2o->offset,
                           "vertex data of chunk %u lie past the end; flat at the lower level",
                           chunk);
        instance->format = FORMAT_FLAT;
    }
}

static float level_of(struct mh2o *mh2o, uint32_t chunk, const struct instance *instance)
{
    uint32_t invalid = 0;
    bool at_zero = mh2o->is_split
                       ? instance->has_depths_alone
                       : instance->format == DEPTH_ONLY && instance->type == LIQUID_TYPE_OCEAN;
    float level = at_zero ? 0.0F : liquid_sane_height(instance->low, 0.0F, &invalid);
    if (invalid) {
        warning_dedup_warn(&mh2o->dedup, "MH2O", mh2o->offset,
                           "the lower level of chunk %u is no number of a map; taken as 0", chunk);
    }
    return level;
}

static void mh2o_read_heights(struct mh2o *mh2o, uint32_t chunk, struct reader *data,
                              size_t vertices, float level, float *height_yd)
{
    uint32_t invalid = 0;
    for (size_t i = 0; i < vertices; i++) {
        height_yd[i] = liquid_sane_height(reader_f32(data), level, &invalid);
    }
    if (invalid) {
        warning_dedup_warn(&mh2o->dedup, "MH2O", mh2o->offset,
                           "heights of chunk %u are no numbers of a map; the lower level taken",
                           chunk);
    }
}

static void mh2o_read_vertices(struct mh2o *mh2o, uint32_t chunk, const struct instance *instance,
                               const struct liquid_arrays *arrays)
{
    const struct format *format = &formats[instance->format];
    size_t vertices = vertex_count(instance);
    float level = level_of(mh2o, chunk, instance);
    struct reader data = reader_sub(&mh2o->bytes, instance->vertices, format->bytes * vertices);
    for (size_t i = 0; i < vertices; i++) {
        arrays->height_yd[i] = level;
    }
    if (format->has_height) {
        mh2o_read_heights(mh2o, chunk, &data, vertices, level, arrays->height_yd);
    }
    for (size_t i = 0; format->has_uv && i < vertices; i++) {
        arrays->uv[i][0] = (float)reader_u16(&data) / 8.0F;
        arrays->uv[i][1] = (float)reader_u16(&data) / 8.0F;
    }
    for (size_t i = 0; format->has_depth && i < vertices; i++) {
        arrays->depth[i] = reader_u8(&data);
    }
}

static void mh2o_read_quads(struct mh2o *mh2o, uint32_t chunk, const struct instance *instance,
                            uint8_t *quad)
{
    size_t quads = (size_t)instance->width * instance->height;
    size_t bytes = (quads + 7) / 8;
    struct reader bits = reader_sub(&mh2o->bytes, instance->bitmap, bytes);
    const uint8_t *exists = instance->bitmap ? reader_bytes(&bits, bytes) : NULL;
    if (instance->bitmap && !exists) {
        warning_dedup_warn(&mh2o->dedup, "MH2O", mh2o->offset,
                           "a bitmap of chunk %u lies past the end; every quad filled", chunk);
    }
    uint8_t class = (uint8_t)liquid_class_of(instance->type);
    for (size_t i = 0; i < quads; i++) {
        quad[i] = !exists || (exists[i / 8] >> i % 8 & 1) ? class : (uint8_t)LIQUID_NONE;
    }
}

/* Adds the instance as a layer; false when memory ran out. */
static bool add_layer(struct mh2o *mh2o, uint32_t chunk, struct instance instance)
{
    if (instance.format >= FORMATS && !mh2o->offsets && !collect_offsets(mh2o)) {
        return false;
    }
    reconcile_format(mh2o, chunk, &instance);
    if (!rectangle_fits(&instance)) {
        warning_dedup_warn(&mh2o->dedup, "MH2O", mh2o->offset,
                           "a rectangle of chunk %u is not within it; left out", chunk);
        return true;
    }
    const struct format *format = &formats[instance.format];
    struct liquid_layer *layer = &mh2o->layers[mh2o->layer_count];
    *layer = (struct liquid_layer){
        .chunk = chunk,
        .x = instance.x,
        .y = instance.y,
        .grid = {.width = instance.width, .height = instance.height, .type = instance.type},
    };
    struct liquid_arrays arrays;
    unsigned parts =
        (format->has_depth ? LIQUID_HAS_DEPTH : 0U) | (format->has_uv ? LIQUID_HAS_UV : 0U);
    if (!liquid_grid_create(&layer->grid, parts, mh2o->arena, &arrays)) {
        return false;
    }
    mh2o_read_vertices(mh2o, chunk, &instance, &arrays);
    mh2o_read_quads(mh2o, chunk, &instance, arrays.quad);
    mh2o->layer_count++;
    return true;
}

static bool mh2o_read_chunk(struct mh2o *mh2o, uint32_t chunk)
{
    struct mh2o_header header = mh2o_read_header(mh2o, chunk);
    uint32_t count = usable_instances(mh2o, &header);
    if (header.count > MH2O_LAYERS_MAX) {
        warning_dedup_warn(&mh2o->dedup, "MH2O", mh2o->offset,
                           "more than 32 layers in chunk %u; the rest left out", chunk);
    } else if (header.count > count) {
        warning_dedup_warn(&mh2o->dedup, "MH2O", mh2o->offset,
                           "layers of chunk %u lie past the end; left out", chunk);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!add_layer(mh2o, chunk, read_instance(mh2o, header.instances + i * INSTANCE_BYTES))) {
            return false;
        }
    }
    return true;
}

enum adtmap_status mh2o_read(const uint8_t *data, size_t size, int64_t offset, enum mh2o_era era,
                             struct arena *arena, const struct diag *diag,
                             struct liquid_layers *layers)
{
    *layers = (struct liquid_layers){0};
    struct mh2o mh2o = {.bytes = reader_make(data, size),
                        .is_split = era == MH2O_SPLIT,
                        .arena = arena,
                        .offset = offset,
                        .dedup = {.diag = diag}};
    if (size < CHUNKS * HEADER_BYTES) {
        diag_warn(diag, "MH2O", offset, "%zu bytes, %d needed; no liquids read", size,
                  CHUNKS * HEADER_BYTES);
        return ADTMAP_OK;
    }
    for (uint32_t chunk = 0; chunk < CHUNKS; chunk++) {
        struct mh2o_header header = mh2o_read_header(&mh2o, chunk);
        mh2o.instance_count += usable_instances(&mh2o, &header);
    }
    mh2o.layers = arena_alloc(arena, mh2o.instance_count, sizeof *mh2o.layers);
    if (!mh2o.layers) {
        return diag_fail_memory(diag);
    }
    for (uint32_t chunk = 0; chunk < CHUNKS; chunk++) {
        if (!mh2o_read_chunk(&mh2o, chunk)) {
            return diag_fail_memory(diag);
        }
    }
    warning_dedup_flush(&mh2o.dedup);
    layers->count = mh2o.layer_count;
    layers->layers = mh2o.layers;
    layers->unknown_formats = mh2o.unknown_formats;
    return ADTMAP_OK;
}
