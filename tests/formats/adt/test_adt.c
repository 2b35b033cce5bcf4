/* Whole ADTs: every chunk against the formulas it was built from, in every layout that occurs. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "formats/adt/adt_reading.h"

static void geometry_is(const struct adt_chunk *chunk, uint32_t index)
{
    for (uint32_t v = 0; v < BUILT_VERTICES; v++) {
        assert_true(chunk->height_yd[v] == built_height(index, v));
        for (uint32_t axis = 0; axis < 3; axis++) {
            assert_int_equal(chunk->normal[v][axis], built_normal(index, v, axis));
        }
    }
}

static void colors_are(const struct adt_chunk *chunk, uint32_t index, bool there)
{
    assert_int_equal(chunk->has_colors, there);
    for (uint32_t v = 0; there && v < BUILT_VERTICES; v++) {
        for (uint32_t channel = 0; channel < 3; channel++) {
            assert_int_equal(chunk->color[v][channel], built_color(index, v, channel));
        }
    }
}

/* Where a texel's value comes from when its map has 63x63 of them. */
static uint32_t source(uint32_t at, bool copied)
{
    return copied && at == 63 ? 62 : at;
}

static void shadow_is(const struct adt_chunk *chunk, uint32_t index, bool copied)
{
    assert_non_null(chunk->shadow);
    for (uint32_t y = 0; y < 64; y++) {
        for (uint32_t x = 0; x < 64; x++) {
            bool wanted = built_shadow(index, source(x, copied), source(y, copied));
            assert_int_equal(chunk->shadow[y] >> x & 1, wanted);
        }
    }
}

static void alpha_is(const uint8_t *alpha, uint32_t index, uint32_t layer, enum built_alpha kind,
                     bool copied)
{
    assert_non_null(alpha);
    for (uint32_t y = 0; y < 64; y++) {
        for (uint32_t x = 0; x < 64; x++) {
            uint8_t wanted = built_texel(index, layer, kind, source(x, copied), source(y, copied));
            assert_int_equal(alpha[64 * y + x], wanted);
        }
    }
}

static void layers_are(const struct adt_chunk *chunk, uint32_t index, const struct adt_plan *plan)
{
    bool fixed = plan->flags & BUILT_FLAG_FIXED;
    assert_int_equal(chunk->layer_count, plan->layer_count);
    for (uint32_t i = 0; i < plan->layer_count; i++) {
        const struct built_layer *layer = &plan->layers[i];
        assert_int_equal(chunk->layers[i].texture, layer->texture);
        assert_int_equal(chunk->layers[i].flags, layer->flags);
        if (i == 0 || layer->alpha == BUILT_ALPHA_NONE) {
            assert_null(chunk->layers[i].alpha);
        } else {
            bool copied = !fixed && layer->alpha == BUILT_ALPHA_4BIT;
            alpha_is(chunk->layers[i].alpha, index, i, layer->alpha, copied);
        }
    }
}

static void refs_are(const struct adt_chunk *chunk, const struct adt_plan *plan)
{
    assert_int_equal(chunk->doodad_ref_count, plan->doodad_refs);
    assert_int_equal(chunk->wmo_ref_count, plan->object_refs);
}

/* Everything that `plan` puts into chunk `index` has arrived. */
static void chunk_is_as_planned(const struct adt_chunk *chunk, uint32_t index,
                                const struct adt_plan *plan)
{
    assert_true(chunk->present);
    assert_int_equal(chunk->flags, plan->flags);
    assert_int_equal(chunk->area_id, 4000 + index);
    geometry_is(chunk, index);
    colors_are(chunk, index, plan->flags & BUILT_FLAG_COLORS);
    layers_are(chunk, index, plan);
    refs_are(chunk, plan);
    if (plan->flags & BUILT_FLAG_SHADOW) {
        shadow_is(chunk, index, !(plan->flags & BUILT_FLAG_FIXED));
    } else {
        assert_null(chunk->shadow);
    }
}

/* Reads `plan` and finds all of it, with `warnings` warnings, and no chunk too many. */
static void all_arrives(const struct adt_plan *plan, enum adt_alpha_depth depth, unsigned warnings)
{
    struct reading reading;
    reading_of(&reading, plan, depth);
    assert_int_equal(reading.status, ADTMAP_OK);
    assert_int_equal(reading.captured.warnings, warnings);
    assert_int_equal(reading.tile->chunk_count, plan->chunk_count);
    for (uint32_t i = 0; i < BUILT_CHUNKS; i++) {
        if (i < plan->chunk_count) {
            chunk_is_as_planned(&reading.tile->chunks[i], i, plan);
        } else {
            assert_false(reading.tile->chunks[i].present);
        }
    }
    reading_end(&reading);
}

static void four_bit_tiles_arrive_whole(void **state)
{
    (void)state;
    struct adt_plan plan = plan_of_4_bits();
    all_arrives(&plan, ADT_ALPHA_4BIT, 0);
}

static void eight_bit_tiles_arrive_whole_raw_and_runs_mixed(void **state)
{
    (void)state;
    struct adt_plan plan = plan_of_8_bits();
    all_arrives(&plan, ADT_ALPHA_8BIT, 0);
}

static void each_kind_of_alpha_is_read_in_each_layer(void **state)
{
    (void)state;
    static const struct {
        struct built_layer layer;
        enum adt_alpha_depth depth;
    } kinds[] = {{{1, 0x100, BUILT_ALPHA_4BIT}, ADT_ALPHA_4BIT},
                 {{1, 0x100, BUILT_ALPHA_8BIT}, ADT_ALPHA_8BIT},
                 {{1, 0x300, BUILT_ALPHA_RUNS}, ADT_ALPHA_8BIT},
                 {{1, 0x000, BUILT_ALPHA_NONE}, ADT_ALPHA_8BIT}};
    for (size_t kind = 0; kind < 4; kind++) {
        for (uint32_t place = 1; place < 8; place++) {
            bool deep = kinds[kind].depth == ADT_ALPHA_8BIT;
            struct adt_plan plan = deep ? plan_of_8_bits() : plan_of_4_bits();
            plan.chunk_count = 2;
            plan.layer_count = 8;
            for (uint32_t i = 4; i < 8; i++) {
                plan.layers[i] = plan.layers[1];
            }
            plan.layers[place] = kinds[kind].layer;
            all_arrives(&plan, kinds[kind].depth, 1); /* 2 chunks, so MCIN is not all there */
        }
    }
}

static void without_flag_8000_the_edges_of_4_bit_maps_and_shadows_are_copied(void **state)
{
    (void)state;
    struct adt_plan plan = plan_of_4_bits();
    plan.flags &= ~(uint32_t)BUILT_FLAG_FIXED;
    all_arrives(&plan, ADT_ALPHA_4BIT, 0);
}

static void without_flag_8000_8_bit_maps_keep_their_edges(void **state)
{
    (void)state;
    struct adt_plan plan = plan_of_8_bits();
    plan.flags &= ~(uint32_t)BUILT_FLAG_FIXED;
    all_arrives(&plan, ADT_ALPHA_8BIT, 0);
}

static void shadows_and_colors_need_their_flags(void **state)
{
    (void)state;
    struct adt_plan plan = plan_of_4_bits();
    struct adt_built built;
    struct reading reading;
    adt_build(&plan, &built);
    for (uint32_t i = 0; i < BUILT_CHUNKS; i++) {
        put_u32(&built.bytes, built.mcnk[i] + 8, BUILT_FLAG_FIXED);
    }
    reading_begin(&reading, &built.bytes, built.bytes.size, ADT_ALPHA_4BIT);
    assert_int_equal(reading.captured.warnings, 0);
    for (uint32_t i = 0; i < BUILT_CHUNKS; i++) {
        assert_null(reading.tile->chunks[i].shadow);
        assert_false(reading.tile->chunks[i].has_colors);
    }
    reading_end(&reading);
    adt_built_free(&built);
}

static void every_layout_of_tools_gives_the_same_tile(void **state)
{
    (void)state;
    static const struct {
        unsigned traits;
        unsigned warnings;
    } layouts[] = {
        {ADT_ZERO_MHDR, 0},
        {ADT_ZERO_MHDR | ADT_STRAY_BYTES, 0},
        {ADT_STRAY_BYTES, 0},
        {ADT_ZERO_MCIN, 1},
        {ADT_NO_MCIN, 1},
        {ADT_NO_MCIN | ADT_STRAY_BYTES | ADT_ZERO_MHDR, 1},
        {ADT_ZERO_OFFSETS, 0},
        {ADT_ZERO_OFFSETS | ADT_MCNR_448, 0},
        {ADT_ZERO_OFFSETS | ADT_MCNR_BARE, 0},
        {ADT_ZERO_OFFSETS | ADT_MCAL_SIZE_ZERO, 0},
        {ADT_ZERO_OFFSETS | ADT_MCAL_SIZE_HUGE, 0},
        {ADT_ZERO_OFFSETS | ADT_ALPHA_BYTES_ZERO, 0},
        {ADT_ZERO_OFFSETS | ADT_MCLQ_SIZE_ZERO, 0},
        {ADT_MCNR_448, 0},
        {ADT_MCNR_BARE, 0},
        {ADT_MCAL_SIZE_ZERO, 0},
        {ADT_MCAL_SIZE_HUGE, 0},
        {ADT_ALPHA_BYTES_ZERO, 0},
        {ADT_MCLQ_SIZE_ZERO, 0},
        {ADT_ZERO_MHDR | ADT_ZERO_MCIN | ADT_ZERO_OFFSETS | ADT_STRAY_BYTES, 1},
    };
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        print_message("traits 0x%x\n", layouts[i].traits);
        struct adt_plan four = plan_of_4_bits();
        struct adt_plan eight = plan_of_8_bits();
        four.traits = eight.traits = layouts[i].traits;
        all_arrives(&four, ADT_ALPHA_4BIT, layouts[i].warnings);
        all_arrives(&eight, ADT_ALPHA_8BIT, layouts[i].warnings);
    }
}

static void coarse_holes_cover_2_by_2_quads(void **state)
{
    (void)state;
    struct adt_plan plan = plan_of_4_bits();
    for (unsigned bit = 0; bit < 16; bit++) {
        plan.holes = (uint16_t)(1U << bit);
        struct reading reading;
        reading_of(&reading, &plan, ADT_ALPHA_4BIT);
        for (unsigned row = 0; row < 8; row++) {
            for (unsigned column = 0; column < 8; column++) {
                bool open = row / 2 == bit / 4 && column / 2 == bit % 4;
                assert_int_equal(reading.tile->chunks[7].holes >> (8 * row + column) & 1, open);
            }
        }
        reading_end(&reading);
    }
}

/* The holes take the place of two offsets, so that heights and normals are found by walking. */
static void fine_holes_are_a_byte_a_row_and_take_no_heights_away(void **state)
{
    (void)state;
    static const uint8_t rows[8] = {0x01, 0x02, 0x84, 0xFF, 0x00, 0x10, 0x20, 0x80};
    struct adt_plan plan = plan_of_4_bits();
    plan.flags |= BUILT_FLAG_HOLES_64;
    memcpy(plan.holes_64, rows, sizeof rows);
    all_arrives(&plan, ADT_ALPHA_4BIT, 0);
    struct reading reading;
    reading_of(&reading, &plan, ADT_ALPHA_4BIT);
    for (unsigned row = 0; row < 8; row++) {
        assert_int_equal(reading.tile->chunks[255].holes >> 8 * row & 0xFF, rows[row]);
    }
    reading_end(&reading);
}

static void depth_is(const struct adt_plan *plan, enum adt_alpha_depth depth)
{
    struct reading reading;
    reading_of(&reading, plan, ADT_ALPHA_INFER);
    assert_int_equal(reading.tile->alpha_depth, depth);
    assert_int_equal(reading.captured.warnings, 0);
    reading_end(&reading);
}

static void without_a_wdt_the_depth_follows_from_the_data(void **state)
{
    (void)state;
    struct adt_plan plan = plan_of_4_bits();
    depth_is(&plan, ADT_ALPHA_4BIT);
    plan.layer_count = 2; /* one map, whose room only sizeAlpha tells */
    depth_is(&plan, ADT_ALPHA_4BIT);
    plan.layers[1] = (struct built_layer){1, 0x100, BUILT_ALPHA_8BIT};
    depth_is(&plan, ADT_ALPHA_8BIT);
    plan.layers[1] = (struct built_layer){1, 0x300, BUILT_ALPHA_RUNS};
    depth_is(&plan, ADT_ALPHA_8BIT);
    plan.layer_count = 1;
    depth_is(&plan, ADT_ALPHA_4BIT);
    plan = plan_of_8_bits();
    depth_is(&plan, ADT_ALPHA_8BIT);
    plan.traits = ADT_ZERO_MHDR | ADT_ZERO_OFFSETS | ADT_MCAL_SIZE_ZERO;
    depth_is(&plan, ADT_ALPHA_8BIT);
    plan = plan_of_4_bits();
    plan.traits = ADT_ZERO_MHDR | ADT_ZERO_OFFSETS | ADT_MCAL_SIZE_ZERO;
    depth_is(&plan, ADT_ALPHA_4BIT);
}

static void without_normals_the_ground_faces_up(void **state)
{
    (void)state;
    struct adt_plan plan = plan_of_4_bits();
    struct reading reading;
    plan.omit = "MCNR";
    reading_of(&reading, &plan, ADT_ALPHA_4BIT);
    assert_non_null(reading.tile);
    for (uint32_t v = 0; v < ADT_VERTICES; v++) {
        const int8_t *normal = reading.tile->chunks[7].normal[v];
        assert_memory_equal(normal, ((const int8_t[]){0, 0, 127}), 3);
    }
    reading_end(&reading);
}

static void textures_are_the_names_of_mtex(void **state)
{
    (void)state;
    struct adt_plan plan = plan_of_4_bits();
    struct reading reading;
    reading_of(&reading, &plan, ADT_ALPHA_4BIT);
    assert_int_equal(reading.tile->texture_count, 6);
    for (unsigned i = 0; i < 6; i++) {
        char name[64];
        snprintf(name, sizeof name, "Tileset\\Built\\Ground%02u.blp", i);
        assert_string_equal(reading.tile->textures[i].name, name);
    }
    reading_end(&reading);
}

static void the_place_of_a_tile_follows_from_its_positions(void **state)
{
    (void)state;
    for (uint32_t column = 0; column < 64; column++) {
        struct adt_plan plan = {.tile_x = column,
                                .tile_y = (column * 7 + 5) % 64,
                                .chunk_count = column % 8 ? 1 : BUILT_CHUNKS,
                                .texture_count = 1};
        struct reading reading;
        uint32_t x = 99;
        uint32_t y = 99;
        reading_of(&reading, &plan, ADT_ALPHA_4BIT);
        assert_true(adt_tile_place(reading.tile, &x, &y));
        assert_int_equal(x, plan.tile_x);
        assert_int_equal(y, plan.tile_y);
        reading_end(&reading);
    }
}

static void single_wrong_positions_do_not_move_a_tile(void **state)
{
    (void)state;
    struct adt_plan plan = plan_of_4_bits();
    struct reading reading;
    uint32_t x;
    uint32_t y;
    reading_of(&reading, &plan, ADT_ALPHA_4BIT);
    for (size_t i = 0; i < 100; i++) {
        float *position = reading.tile->chunks[i < 50 ? i : 255 - i].position;
        position[0] = position[1] = i % 2 ? 0.0F : NAN;
    }
    assert_true(adt_tile_place(reading.tile, &x, &y));
    assert_int_equal(x, 30);
    assert_int_equal(y, 41);
    for (size_t i = 0; i < BUILT_CHUNKS; i++) {
        reading.tile->chunks[i].position[0] = i % 2 ? 1e30F : -INFINITY;
    }
    assert_false(adt_tile_place(reading.tile, &x, &y));
    reading_end(&reading);
}

/* Ids of areas are 32 bits wide, though those of clients stay below 16,000. */
static void area_ids_are_not_cut(void **state)
{
    (void)state;
    struct adt_plan plan = plan_of_4_bits();
    struct adt_built built;
    struct reading reading;
    adt_build(&plan, &built);
    put_u32(&built.bytes, built.mcnk[3] + 8 + 0x34, 70000);
    put_u32(&built.bytes, built.mcnk[4] + 8 + 0x34, UINT32_MAX);
    reading_begin(&reading, &built.bytes, built.bytes.size, ADT_ALPHA_4BIT);
    assert_int_equal(reading.tile->chunks[3].area_id, 70000);
    assert_int_equal(reading.tile->chunks[4].area_id, UINT32_MAX);
    reading_end(&reading);
    adt_built_free(&built);
}

/* An MCLQ of one liquid has 804 bytes, as all have in real files; empty ones have a size of 8. */
static void an_mclq_of_one_liquid_is_read(void **state)
{
    (void)state;
    const struct adt_plan plan = {.chunk_count = 2,
                                  .flags = BUILT_FLAG_RIVER,
                                  .texture_count = 1,
                                  .traits = ADT_MCLQ_SIZE_ZERO};
    struct adt_built built;
    struct arena arena = {0};
    struct adt_tile *tile;
    struct adtmap_message failure;
    const struct diag diag = {"test.adt", NULL, &failure};
    adt_build(&plan, &built);
    put_u32(&built.bytes, built.mcnk[1] + 8 + 0x64, 8);
    const struct adt_files files = {.root = {.data = built.bytes.data, .size = built.bytes.size}};
    const struct adt_request wanted = {.contents = ADT_LIQUIDS};
    assert_int_equal(adt_read(&files, &wanted, &arena, &diag, &tile), ADTMAP_OK);
    assert_int_equal(tile->liquids.count, 1);
    assert_int_equal(tile->liquids.layers[0].chunk, 0);
    arena_free(&arena);
    adt_built_free(&built);
}

/* A file that is changed before it is read. */
struct changed {
    struct adt_built built;
    struct reading reading;
};

static void build_changed(struct changed *it, const struct adt_plan *plan)
{
    adt_build(plan, &it->built);
}

/* Changes a field of the header of a chunk. */
static void put_field(struct changed *it, uint32_t chunk, size_t at, uint32_t value)
{
    put_u32(&it->built.bytes, it->built.mcnk[chunk] + 8 + at, value);
}

static void read_changed(struct changed *it, enum adt_alpha_depth depth)
{
    reading_begin(&it->reading, &it->built.bytes, it->built.bytes.size, depth);
}

static void end_changed(struct changed *it)
{
    reading_end(&it->reading);
    adt_built_free(&it->built);
}

/* Some tools write zeroes and mean none. */
static void colors_that_are_all_zero_are_none(void **state)
{
    (void)state;
    const struct adt_plan plan = plan_of_4_bits();
    for (uint32_t kept = 0; kept < 2; kept++) {
        struct changed it;
        build_changed(&it, &plan);
        for (uint32_t i = kept; i < BUILT_CHUNKS; i++) {
            size_t at = adt_built_part(&it.built, i, "MCCV") + 8;
            memset(it.built.bytes.data + at, 0, (size_t)4 * BUILT_VERTICES);
        }
        read_changed(&it, ADT_ALPHA_4BIT);
        assert_int_equal(it.reading.captured.warnings, 1 - kept);
        for (uint32_t i = 0; i < BUILT_CHUNKS; i++) {
            assert_int_equal(it.reading.tile->chunks[i].has_colors, kept);
        }
        end_changed(&it);
    }
    struct adt_plan without = plan;
    without.flags &= ~(uint32_t)BUILT_FLAG_COLORS;
    all_arrives(&without, ADT_ALPHA_4BIT, 0);
}

static void references_are_no_more_than_there_is_room_for(void **state)
{
    (void)state;
    const struct adt_plan plan = plan_of_4_bits(); /* room for three */
    struct changed it;
    build_changed(&it, &plan);
    put_field(&it, 3, 0x38, 9);
    put_field(&it, 4, 0x10, 9);
    read_changed(&it, ADT_ALPHA_4BIT);
    assert_int_equal(it.reading.tile->chunks[3].doodad_ref_count, 2);
    assert_int_equal(it.reading.tile->chunks[3].wmo_ref_count, 1);
    assert_int_equal(it.reading.tile->chunks[4].doodad_ref_count, 3);
    assert_int_equal(it.reading.tile->chunks[4].wmo_ref_count, 0);
    end_changed(&it);
}

/* What the header says of MCAL counts only if it leaves bytes, and no more than there are: else the
 * bytes of a map would not tell that they are of 4 bits. */
static void size_of_alpha_maps_may_be_any(void **state)
{
    (void)state;
    const struct adt_plan plan = plan_of_4_bits();
    struct changed it;
    build_changed(&it, &plan);
    put_field(&it, 7, 0x28, 8);
    put_field(&it, 8, 0x28, 0x7FFFFFFF);
    read_changed(&it, ADT_ALPHA_8BIT);
    for (uint32_t i = 6; i < 9; i++) {
        alpha_is(it.reading.tile->chunks[i].layers[3].alpha, i, 3, BUILT_ALPHA_4BIT, false);
    }
    end_changed(&it);
}

/* What is said of a file that lacks a sub-chunk: a warning, a notice, or nothing. */
static void what_the_header_promises_is_missed(void **state)
{
    (void)state;
    static const struct {
        const char *omitted;
        uint32_t layers;
        unsigned warnings, notices;
    } cases[] = {{"MCLY", 4, 1, 0}, {"MCLY", 0, 0, 0}, {"MCAL", 4, 1, 0}, {"MCAL", 1, 0, 0},
                 {"MCCV", 4, 1, 0}, {"MCSH", 4, 0, 1}, {"MCNR", 4, 1, 0}, {"MCRF", 4, 0, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct adt_plan plan = plan_of_4_bits();
        struct reading reading;
        plan.omit = cases[i].omitted;
        plan.layer_count = cases[i].layers;
        reading_of(&reading, &plan, ADT_ALPHA_4BIT);
        assert_int_equal(reading.status, ADTMAP_OK);
        assert_int_equal(reading.captured.warnings, cases[i].warnings);
        assert_int_equal(reading.captured.notices, cases[i].notices);
        reading_end(&reading);
    }
}

/* It costs the part, not the chunk; without heights there is no chunk. Another chunk, which is
 * empty, stands in the part's last bytes. */
static void a_part_that_is_too_short_is_left_out(void **state)
{
    (void)state;
    static const struct {
        const char *part;
        uint32_t bytes;
    } parts[] = {{"MCVT", 580}, {"MCNR", 435}, {"MCSH", 512}, {"MCCV", 580}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        struct adt_plan plan = plan_of_4_bits();
        struct changed it;
        build_changed(&it, &plan);
        size_t part = adt_built_part(&it.built, 10, parts[i].part);
        put_u32(&it.built.bytes, part + 4, parts[i].bytes - 8);
        memcpy(it.built.bytes.data + part + parts[i].bytes, "ESCM\0\0\0\0", 8);
        read_changed(&it, ADT_ALPHA_4BIT);
        const struct adt_chunk *chunk = &it.reading.tile->chunks[10];
        assert_non_null(captured_find(&it.reading.captured, parts[i].part, "needed; left out"));
        assert_int_equal(chunk->present, i != 0);
        assert_int_equal(chunk->present && chunk->normal[7][2] == built_normal(10, 7, 2), i > 1);
        assert_int_equal(chunk->present && chunk->shadow, i == 1 || i == 3);
        assert_int_equal(chunk->present && chunk->has_colors, i == 1 || i == 2);
        end_changed(&it);
    }
}

static void size_that_leads_nowhere_is_said(void **state)
{
    (void)state;
    const struct adt_plan plan = plan_of_4_bits();
    struct changed it;
    build_changed(&it, &plan);
    put_u32(&it.built.bytes, adt_built_part(&it.built, 10, "MCLY") + 4, 0x7FFFFFFF);
    read_changed(&it, ADT_ALPHA_4BIT);
    assert_non_null(captured_find(&it.reading.captured, "MCLY", "its size leads nowhere"));
    end_changed(&it);
}

static void liquids_that_are_missing_or_nowhere_are_said(void **state)
{
    (void)state;
    enum { OCEAN = 0x8, FIRST_HEIGHT = 8 + 8 + 4 };
    struct adt_plan plan = {
        .chunk_count = BUILT_CHUNKS, .texture_count = 1, .traits = ADT_MCLQ_SIZE_ZERO};
    for (uint32_t i = 0; i < 3; i++) {
        struct adt_built built;
        struct arena arena = {0};
        struct adt_tile *tile;
        struct captured captured = {0};
        const struct adtmap_log log = {captured_write, &captured};
        const struct diag diag = {"test.adt", &log, NULL};
        plan.flags = BUILT_FLAG_RIVER | (i == 1 ? OCEAN : 0U);
        adt_build(&plan, &built);
        if (i == 2) {
            put_u32(&built.bytes, adt_built_part(&built, 0, "MCLQ") + FIRST_HEIGHT, 0x7FC00000);
        }
        const struct adt_files files = {
            .root = {.data = built.bytes.data, .size = built.bytes.size}};
        const struct adt_request wanted = {.contents = ADT_LIQUIDS};
        assert_int_equal(adt_read(&files, &wanted, &arena, &diag, &tile), ADTMAP_OK);
        assert_int_equal(tile->liquids.count, BUILT_CHUNKS);
        assert_int_equal(captured.warnings, i > 0);
        assert_int_equal(captured_find(&captured, "MCLQ", "1 liquids fewer") != NULL, i == 1);
        assert_int_equal(captured_find(&captured, "MCLQ", "1 heights are no numbers") != NULL,
                         i == 2);
        arena_free(&arena);
        adt_built_free(&built);
    }
}

/* Of two tiles with as many chunks the one that has them first counts, and none beyond the grid. */
static void a_tile_is_where_most_of_its_chunks_are(void **state)
{
    (void)state;
    const float tile_yd = 1600.0F / 3.0F;
    const struct adt_plan plan = plan_of_4_bits();
    struct reading reading;
    uint32_t x = 0;
    uint32_t y = 0;
    reading_of(&reading, &plan, ADT_ALPHA_4BIT);
    for (size_t i = 128; i < BUILT_CHUNKS; i++) {
        reading.tile->chunks[i].position[1] -= tile_yd;
    }
    assert_true(adt_tile_place(reading.tile, &x, &y));
    assert_int_equal(x, 30);
    reading.tile->chunks[0].present = false;
    assert_true(adt_tile_place(reading.tile, &x, &y));
    assert_int_equal(x, 31);
    for (size_t i = 0; i < BUILT_CHUNKS; i++) {
        reading.tile->chunks[i].position[1] += 40 * tile_yd;
    }
    assert_false(adt_tile_place(reading.tile, &x, &y));
    reading_end(&reading);
}

int test_adt(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_bit_tiles_arrive_whole),
        cmocka_unit_test(eight_bit_tiles_arrive_whole_raw_and_runs_mixed),
        cmocka_unit_test(each_kind_of_alpha_is_read_in_each_layer),
        cmocka_unit_test(without_flag_8000_the_edges_of_4_bit_maps_and_shadows_are_copied),
        cmocka_unit_test(without_flag_8000_8_bit_maps_keep_their_edges),
        cmocka_unit_test(shadows_and_colors_need_their_flags),
        cmocka_unit_test(every_layout_of_tools_gives_the_same_tile),
        cmocka_unit_test(coarse_holes_cover_2_by_2_quads),
        cmocka_unit_test(fine_holes_are_a_byte_a_row_and_take_no_heights_away),
        cmocka_unit_test(without_a_wdt_the_depth_follows_from_the_data),
        cmocka_unit_test(without_normals_the_ground_faces_up),
        cmocka_unit_test(textures_are_the_names_of_mtex),
        cmocka_unit_test(the_place_of_a_tile_follows_from_its_positions),
        cmocka_unit_test(single_wrong_positions_do_not_move_a_tile),
        cmocka_unit_test(area_ids_are_not_cut),
        cmocka_unit_test(an_mclq_of_one_liquid_is_read),
        cmocka_unit_test(colors_that_are_all_zero_are_none),
        cmocka_unit_test(references_are_no_more_than_there_is_room_for),
        cmocka_unit_test(size_of_alpha_maps_may_be_any),
        cmocka_unit_test(what_the_header_promises_is_missed),
        cmocka_unit_test(a_part_that_is_too_short_is_left_out),
        cmocka_unit_test(size_that_leads_nowhere_is_said),
        cmocka_unit_test(liquids_that_are_missing_or_nowhere_are_said),
        cmocka_unit_test(a_tile_is_where_most_of_its_chunks_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
