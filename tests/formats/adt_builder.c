#include "formats/adt_builder.h"

#include <string.h>

enum {
    CHUNK_HEADER = 8,
    MCNK_HEADER = 128,
    MAP_EDGE = 64,
    MCIN_BYTES = BUILT_CHUNKS * 16,
    BASE_HEIGHT = 64,
    LIQUID_BLOCK = 0x324,
};

static const double TILE_YD = 1600.0 / 3.0;

void put_u32(struct buffer *bytes, size_t offset, uint32_t value)
{
    for (size_t i = 0; i < 4; i++) {
        bytes->data[offset + i] = (uint8_t)(value >> 8 * i);
    }
}

uint32_t get_u32(const struct buffer *bytes, size_t offset)
{
    uint32_t value = 0;
    for (size_t i = 0; i < 4; i++) {
        value |= (uint32_t)bytes->data[offset + i] << 8 * i;
    }
    return value;
}

static void put_f32(struct buffer *bytes, size_t offset, double value)
{
    float single = (float)value;
    uint32_t bits;
    memcpy(&bits, &single, sizeof bits);
    put_u32(bytes, offset, bits);
}

void append_zeroes(struct buffer *bytes, size_t count)
{
    uint8_t *begin = buffer_extend(bytes, count);
    if (begin) {
        memset(begin, 0, count);
    }
}

size_t begin_chunk(struct buffer *bytes, const char *id)
{
    size_t begin = bytes->size;
    for (size_t i = 4; i > 0; i--) {
        buffer_u8(bytes, (uint8_t)id[i - 1]);
    }
    buffer_u32le(bytes, 0);
    return begin;
}

void end_chunk(struct buffer *bytes, size_t begin)
{
    put_u32(bytes, begin + 4, (uint32_t)(bytes->size - begin - CHUNK_HEADER));
}

float built_height(uint32_t chunk, uint32_t vertex)
{
    return BASE_HEIGHT + (float)vertex * 0.25F - (float)chunk * 0.5F;
}

int8_t built_normal(uint32_t chunk, uint32_t vertex, uint32_t axis)
{
    return axis == 2 ? 100 : (int8_t)((int)((chunk * 31 + vertex * 7 + axis * 53) % 201) - 100);
}

uint8_t built_color(uint32_t chunk, uint32_t vertex, uint32_t channel)
{
    return (uint8_t)(1 + chunk * 3 + vertex * 5 + channel * 70);
}

bool built_shadow(uint32_t chunk, uint32_t x, uint32_t y)
{
    return (x * 7 + y * 13 + chunk) % 5 < 2;
}

uint32_t built_ref(uint32_t chunk, uint32_t index)
{
    return chunk * 1000 + index;
}

uint8_t built_texel(uint32_t chunk, uint32_t layer, enum built_alpha kind, uint32_t x, uint32_t y)
{
    uint32_t even = y * 3 + layer * 40 + chunk;
    uint32_t odd = x * 4 + y * 9 + layer * 17 + chunk;
    uint8_t value = (uint8_t)(y % 2 ? odd : even);
    return kind == BUILT_ALPHA_4BIT ? (uint8_t)(value / 16 * 17) : value;
}

/* Run-length code: even rows are one run of 64, odd rows one copy of 64. */
static void append_runs(struct buffer *bytes, uint32_t chunk, uint32_t layer)
{
    for (uint32_t y = 0; y < MAP_EDGE; y++) {
        buffer_u8(bytes, y % 2 ? MAP_EDGE : 0x80 | MAP_EDGE);
        for (uint32_t x = 0; x < (y % 2 ? MAP_EDGE : 1U); x++) {
            buffer_u8(bytes, built_texel(chunk, layer, BUILT_ALPHA_RUNS, x, y));
        }
    }
}

static void append_alpha(struct buffer *bytes, uint32_t chunk, uint32_t layer,
                         enum built_alpha kind)
{
    if (kind == BUILT_ALPHA_RUNS) {
        append_runs(bytes, chunk, layer);
        return;
    }
    for (uint32_t i = 0; kind != BUILT_ALPHA_NONE && i < MAP_EDGE * MAP_EDGE; i++) {
        uint8_t value = built_texel(chunk, layer, kind, i % MAP_EDGE, i / MAP_EDGE);
        if (kind == BUILT_ALPHA_8BIT) {
            buffer_u8(bytes, value);
        } else if (i % 2 == 0) {
            uint8_t next = built_texel(chunk, layer, kind, i % MAP_EDGE + 1, i / MAP_EDGE);
            buffer_u8(bytes, (uint8_t)(value / 17 | next / 17 << 4));
        }
    }
}

/* State while an MCNK is built. */
struct mcnk_build {
    const struct adt_plan *plan;
    struct adt_built *built;
    uint32_t index;
    size_t begin;
    uint32_t part_count;
};

/* Begins a subchunk and sets the header field at `offset_at`. Returns 0 if it is omitted. */
static size_t begin_part(struct mcnk_build *mcnk, const char *id, size_t offset_at)
{
    struct buffer *bytes = &mcnk->built->bytes;
    if (mcnk->plan->omit && strcmp(mcnk->plan->omit, id) == 0) {
        return 0;
    }
    size_t begin = begin_chunk(bytes, id);
    if (!(mcnk->plan->traits & ADT_ZERO_OFFSETS)) {
        put_u32(bytes, mcnk->begin + CHUNK_HEADER + offset_at, (uint32_t)(begin - mcnk->begin));
    }
    strcpy(mcnk->built->parts[mcnk->index][mcnk->part_count].id, id);
    mcnk->built->parts[mcnk->index][mcnk->part_count++].offset = begin;
    return begin;
}

static void append_header(struct mcnk_build *mcnk)
{
    const struct adt_plan *plan = mcnk->plan;
    struct buffer *bytes = &mcnk->built->bytes;
    uint32_t column = mcnk->index % 16;
    uint32_t row = mcnk->index / 16;
    bool nowhere = plan->traits & ADT_ZERO_INDICES;
    size_t header = bytes->size;
    append_zeroes(bytes, MCNK_HEADER);
    put_u32(bytes, header, plan->flags);
    put_u32(bytes, header + 0x04, nowhere ? 0 : column);
    put_u32(bytes, header + 0x08, nowhere ? 0 : row);
    put_u32(bytes, header + 0x0C, plan->layer_count);
    put_u32(bytes, header + 0x10, plan->doodad_refs);
    put_u32(bytes, header + 0x34, 4000 + mcnk->index);
    put_u32(bytes, header + 0x38, plan->object_refs);
    put_u32(bytes, header + 0x3C, plan->holes);
    put_f32(bytes, header + 0x68, TILE_YD * (32.0 - plan->tile_y - row / 16.0));
    put_f32(bytes, header + 0x6C, TILE_YD * (32.0 - plan->tile_x - column / 16.0));
    put_f32(bytes, header + 0x70, BASE_HEIGHT);
}

static void append_mcvt(struct mcnk_build *mcnk)
{
    struct buffer *bytes = &mcnk->built->bytes;
    size_t begin = begin_part(mcnk, "MCVT", 0x14);
    for (uint32_t i = 0; begin && i < BUILT_VERTICES; i++) {
        buffer_f32le(bytes, built_height(mcnk->index, i) - BASE_HEIGHT);
    }
    if (begin) {
        end_chunk(bytes, begin);
    }
}

static void append_mccv(struct mcnk_build *mcnk)
{
    struct buffer *bytes = &mcnk->built->bytes;
    size_t begin = mcnk->plan->flags & BUILT_FLAG_COLORS ? begin_part(mcnk, "MCCV", 0x74) : 0;
    if (!begin) {
        return;
    }
    for (uint32_t i = 0; i < BUILT_VERTICES; i++) {
        for (uint32_t channel = 3; channel > 0; channel--) {
            buffer_u8(bytes, built_color(mcnk->index, i, channel - 1));
        }
        buffer_u8(bytes, 0xEE);
    }
    end_chunk(bytes, begin);
}

static void append_mcnr(struct mcnk_build *mcnk)
{
    static const uint8_t padding[13] = {0, 112, 245, 18, 0, 8, 0, 0, 0, 84, 245, 18, 0};
    struct buffer *bytes = &mcnk->built->bytes;
    size_t begin = begin_part(mcnk, "MCNR", 0x18);
    if (!begin) {
        return;
    }
    for (uint32_t i = 0; i < BUILT_VERTICES * 3; i++) {
        buffer_u8(bytes, (uint8_t)built_normal(mcnk->index, i / 3, i % 3));
    }
    end_chunk(bytes, begin);
    if (!(mcnk->plan->traits & ADT_MCNR_BARE)) {
        buffer_append(bytes, padding, sizeof padding);
    }
    if (mcnk->plan->traits & ADT_MCNR_448) {
        end_chunk(bytes, begin);
    }
}

static void append_mcly(struct mcnk_build *mcnk)
{
    struct buffer *bytes = &mcnk->built->bytes;
    size_t begin = begin_part(mcnk, "MCLY", 0x1C);
    static const uint32_t sizes[] = {
        [BUILT_ALPHA_4BIT] = 2048, [BUILT_ALPHA_8BIT] = 4096, [BUILT_ALPHA_RUNS] = 32 * (2 + 65)};
    uint32_t alpha = 0;
    for (uint32_t i = 0; begin && i < mcnk->plan->layer_count; i++) {
        const struct built_layer *layer = &mcnk->plan->layers[i];
        buffer_u32le(bytes, layer->texture);
        buffer_u32le(bytes, layer->flags);
        buffer_u32le(bytes, alpha);
        buffer_u32le(bytes, 0xFFFFFFFF);
        alpha += sizes[layer->alpha];
    }
    if (begin) {
        end_chunk(bytes, begin);
    }
}

static void append_mcrf(struct mcnk_build *mcnk)
{
    struct buffer *bytes = &mcnk->built->bytes;
    size_t begin = begin_part(mcnk, "MCRF", 0x20);
    for (uint32_t i = 0; begin && i < mcnk->plan->doodad_refs + mcnk->plan->object_refs; i++) {
        buffer_u32le(bytes, built_ref(mcnk->index, i));
    }
    if (begin) {
        end_chunk(bytes, begin);
    }
}

static void append_mcsh(struct mcnk_build *mcnk)
{
    struct buffer *bytes = &mcnk->built->bytes;
    size_t begin = mcnk->plan->flags & BUILT_FLAG_SHADOW ? begin_part(mcnk, "MCSH", 0x2C) : 0;
    if (!begin) {
        return;
    }
    for (uint32_t i = 0; i < 512; i++) {
        unsigned bits = 0;
        for (uint32_t b = 0; b < 8; b++) {
            bits |= (unsigned)built_shadow(mcnk->index, i % 8 * 8 + b, i / 8) << b;
        }
        buffer_u8(bytes, (uint8_t)bits);
    }
    end_chunk(bytes, begin);
    put_u32(bytes, mcnk->begin + CHUNK_HEADER + 0x30, 512);
}

static void append_mclq(struct mcnk_build *mcnk)
{
    struct buffer *bytes = &mcnk->built->bytes;
    if (mcnk->plan->traits & ADT_MCLQ_SIZE_ZERO) {
        begin_part(mcnk, "MCLQ", 0x60);
        append_zeroes(bytes, LIQUID_BLOCK);
        put_u32(bytes, mcnk->begin + CHUNK_HEADER + 0x64, CHUNK_HEADER + LIQUID_BLOCK);
    }
}

static void append_mcal(struct mcnk_build *mcnk)
{
    struct buffer *bytes = &mcnk->built->bytes;
    size_t begin = begin_part(mcnk, "MCAL", 0x24);
    if (!begin) {
        return;
    }
    for (uint32_t i = 0; i < mcnk->plan->layer_count; i++) {
        append_alpha(bytes, mcnk->index, i, mcnk->plan->layers[i].alpha);
    }
    end_chunk(bytes, begin);
    unsigned traits = mcnk->plan->traits;
    if (traits & (ADT_MCAL_SIZE_ZERO | ADT_MCAL_SIZE_HUGE)) {
        put_u32(bytes, begin + 4, traits & ADT_MCAL_SIZE_ZERO ? 0 : 0x7FFFFFFF);
    }
    uint32_t size = (uint32_t)(bytes->size - begin);
    put_u32(bytes, mcnk->begin + CHUNK_HEADER + 0x28, traits & ADT_ALPHA_BYTES_ZERO ? 0 : size);
}

static void append_mcnk(const struct adt_plan *plan, uint32_t index, struct adt_built *built)
{
    struct buffer *bytes = &built->bytes;
    struct mcnk_build mcnk = {.plan = plan, .built = built, .index = index, .begin = bytes->size};
    built->mcnk[index] = begin_chunk(bytes, "MCNK");
    append_header(&mcnk);
    append_mcvt(&mcnk);
    append_mccv(&mcnk);
    append_mcnr(&mcnk);
    append_mcly(&mcnk);
    append_mcrf(&mcnk);
    append_mcsh(&mcnk);
    append_mclq(&mcnk);
    append_mcal(&mcnk);
    size_t sounds = begin_part(&mcnk, "MCSE", 0x58);
    if (sounds) {
        end_chunk(bytes, sounds);
    }
    if (plan->flags & BUILT_FLAG_HOLES_64) {
        memcpy(bytes->data + mcnk.begin + CHUNK_HEADER + 0x14, plan->holes_64, 8);
    }
    end_chunk(bytes, mcnk.begin);
}

static void append_mtex(const struct adt_plan *plan, struct adt_built *built)
{
    built->mtex = begin_chunk(&built->bytes, "MTEX");
    for (uint32_t i = 0; i < plan->texture_count; i++) {
        buffer_printf(&built->bytes, "Tileset\\Built\\Ground%02u.blp", i);
        buffer_u8(&built->bytes, 0);
    }
    end_chunk(&built->bytes, built->mtex);
}

static void fill_mcin(const struct adt_plan *plan, struct adt_built *built)
{
    for (uint32_t i = 0; i < plan->chunk_count && built->mcin; i++) {
        size_t entry = built->mcin + CHUNK_HEADER + i * (size_t)16;
        size_t mcnk = built->mcnk[i];
        if (!(plan->traits & ADT_ZERO_MCIN)) {
            put_u32(&built->bytes, entry, (uint32_t)mcnk);
            put_u32(&built->bytes, entry + 4, get_u32(&built->bytes, mcnk + 4) + CHUNK_HEADER);
        }
    }
}

static void fill_mhdr(const struct adt_plan *plan, struct adt_built *built)
{
    size_t data = built->mhdr + CHUNK_HEADER;
    if (!(plan->traits & ADT_ZERO_MHDR)) {
        put_u32(&built->bytes, data + 4, built->mcin ? (uint32_t)(built->mcin - data) : 0);
        put_u32(&built->bytes, data + 8, (uint32_t)(built->mtex - data));
    }
}

void adt_build(const struct adt_plan *plan, struct adt_built *built)
{
    *built = (struct adt_built){0};
    struct buffer *bytes = &built->bytes;
    size_t version = begin_chunk(bytes, "MVER");
    buffer_u32le(bytes, 18);
    end_chunk(bytes, version);
    built->mhdr = begin_chunk(bytes, "MHDR");
    append_zeroes(bytes, 64);
    end_chunk(bytes, built->mhdr);
    if (!(plan->traits & ADT_NO_MCIN)) {
        built->mcin = begin_chunk(bytes, "MCIN");
        append_zeroes(bytes, MCIN_BYTES);
        end_chunk(bytes, built->mcin);
    }
    append_mtex(plan, built);
    if (plan->traits & ADT_STRAY_BYTES) {
        append_zeroes(bytes, 8);
    }
    for (uint32_t i = 0; i < plan->chunk_count; i++) {
        append_mcnk(plan, i, built);
    }
    fill_mcin(plan, built);
    fill_mhdr(plan, built);
}

void adt_built_free(struct adt_built *built)
{
    buffer_free(&built->bytes);
}

size_t adt_built_part(const struct adt_built *built, uint32_t chunk, const char *id)
{
    for (size_t i = 0; i < BUILT_PARTS_MAX; i++) {
        if (strcmp(built->parts[chunk][i].id, id) == 0) {
            return built->parts[chunk][i].offset;
        }
    }
    return 0;
}

static bool wanted(const struct wdt_plan *plan, const char *id)
{
    return !plan->omit || strcmp(plan->omit, id) != 0;
}

void wdt_build(const struct wdt_plan *plan, struct buffer *bytes)
{
    size_t version = begin_chunk(bytes, "MVER");
    buffer_u32le(bytes, 18);
    end_chunk(bytes, version);
    if (wanted(plan, "MPHD")) {
        size_t header = begin_chunk(bytes, "MPHD");
        buffer_u32le(bytes, plan->flags);
        append_zeroes(bytes, 28);
        end_chunk(bytes, header);
    }
    if (wanted(plan, "MAIN")) {
        size_t tiles = begin_chunk(bytes, "MAIN");
        append_zeroes(bytes, (size_t)64 * 64 * 8);
        for (uint32_t i = 0; i < plan->tile_count; i++) {
            size_t entry = plan->tiles[i].y * (size_t)64 + plan->tiles[i].x;
            put_u32(bytes, tiles + CHUNK_HEADER + 8 * entry, plan->tiles[i].flags);
        }
        end_chunk(bytes, tiles);
    }
    if (plan->global_wmo) {
        size_t names = begin_chunk(bytes, "MWMO");
        buffer_append(bytes, plan->global_wmo, strlen(plan->global_wmo) + 1);
        end_chunk(bytes, names);
    }
}
