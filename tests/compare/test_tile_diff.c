/* Each kind of change of a tile is found, alone, and what is not drawn does not count. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compare/tile_diff.h"

enum { CHUNK = 37 }; /* the chunk that changes */

static const char *const textures[] = {"grass", "rock", "sand", "snow"};

/* A tile in memory that a test may change. */
struct version {
    struct adt_chunk chunks[ADT_CHUNKS];
    uint8_t alpha[3][ADT_MAP_TEXELS];
    uint64_t shadow[64];
    float heights[81];
    uint8_t depth[81];
    uint8_t quad[64];
    struct liquid_layer liquid;
    struct adt_tile adt;
    struct tile_side side;
};

static struct version *make_version(void)
{
    struct version *v = calloc(1, sizeof *v);
    assert_non_null(v);
    for (uint32_t i = 0; i < ADT_CHUNKS; i++) {
        v->chunks[i].present = true;
        v->chunks[i].area_id = 12;
        v->chunks[i].layer_count = 1;
        for (size_t k = 0; k < ADT_VERTICES; k++) {
            v->chunks[i].height_yd[k] = (float)(i + k);
            v->chunks[i].normal[k][2] = 127;
        }
    }
    struct adt_chunk *chunk = &v->chunks[CHUNK];
    chunk->layer_count = 3;
    for (uint32_t i = 1; i < 3; i++) {
        chunk->layers[i].texture = i;
        chunk->layers[i].alpha = v->alpha[i - 1];
        memset(v->alpha[i - 1], (int)(40 * i), ADT_MAP_TEXELS);
    }
    chunk->shadow = v->shadow;
    v->liquid.chunk = CHUNK;
    v->liquid.grid = (struct liquid_grid){
        .width = 8, .height = 8, .height_yd = v->heights, .depth = v->depth, .quad = v->quad};
    v->adt = (struct adt_tile){.chunks = v->chunks,
                               .texture_count = 4,
                               .liquids = {1, &v->liquid, 0},
                               .alpha_depth = ADT_ALPHA_8BIT};
    v->side = (struct tile_side){.adt = &v->adt, .textures = textures};
    return v;
}

typedef void edit(struct version *v);

/* The result for a tile before and after an edit. */
struct outcome {
    struct version *before, *after;
    struct arena arena;
    struct tile_diff diff;
};

static void start(struct outcome *o, edit *change)
{
    memset(o, 0, sizeof *o);
    o->before = make_version();
    o->after = make_version();
    change(o->after);
    assert_true(tile_diff_make(&o->before->side, &o->after->side, &o->arena, &o->diff));
}

static void stop(struct outcome *o)
{
    free(o->before);
    free(o->after);
    arena_free(&o->arena);
}

/* The edit is found as `count` of this kind in one chunk, and nothing else is. */
static void finds(edit *change, enum change_kind kind, uint64_t count, double largest)
{
    struct outcome o;
    start(&o, change);
    for (int i = 0; i < CHANGE_KINDS; i++) {
        bool is_it = i == (int)kind;
        assert_int_equal(o.diff.changes[i].count, is_it ? count : 0);
        assert_int_equal(o.diff.changes[i].chunk_count, is_it);
    }
    assert_true(o.diff.changes[kind].largest > largest - 0.01 &&
                o.diff.changes[kind].largest < largest + 0.01);
    assert_false(tile_diff_is_empty(&o.diff));
    stop(&o);
}

static void finds_nothing(edit *change)
{
    struct outcome o;
    start(&o, change);
    assert_true(tile_diff_is_empty(&o.diff));
    stop(&o);
}

static void raise_two(struct version *v)
{
    v->chunks[CHUNK].height_yd[3] += 5;
    v->chunks[CHUNK].height_yd[4] -= 2;
}

static void turn_normal(struct version *v)
{
    v->chunks[CHUNK].normal[9][0] = 20;
}

static void color(struct version *v)
{
    struct adt_chunk *chunk = &v->chunks[CHUNK];
    chunk->has_colors = true;
    memset(chunk->color, 127, sizeof chunk->color);
    chunk->color[100][1] = 90;
}

static void lamp(struct version *v)
{
    v->chunks[CHUNK].has_lights = true;
    v->chunks[CHUNK].light[7][2] = 200;
}

static void replace_texture(struct version *v)
{
    v->chunks[CHUNK].layers[1].texture = 3;
}

static void paint_alpha(struct version *v)
{
    v->alpha[1][64 * 5 + 6] = 131;
    v->alpha[1][64 * 63 + 63] = 0;
}

static void cast_shadow(struct version *v)
{
    v->shadow[10] = 0xF0;
}

static void dig(struct version *v)
{
    v->chunks[CHUNK].holes = 0x3;
}

static void rename_area(struct version *v)
{
    v->chunks[CHUNK].area_id = 40;
}

static void forbid(struct version *v)
{
    v->chunks[CHUNK].flags = ADT_CHUNK_IMPASSABLE;
}

static void raise_water(struct version *v)
{
    v->heights[0] = 1.5F; /* a corner of one quad */
}

static void pour_magma(struct version *v)
{
    v->quad[20] = LIQUID_MAGMA;
    v->quad[21] = LIQUID_NONE;
}

static void deepen(struct version *v)
{
    v->depth[40] = 100; /* a corner of four quads */
}

static void each_kind_is_found_alone(void **state)
{
    (void)state;
    finds(raise_two, CHANGE_HEIGHT, 2, 5);
    finds(turn_normal, CHANGE_NORMALS, 1, 0);
    finds(color, CHANGE_COLORS, 1, 0);
    finds(lamp, CHANGE_COLORS, 1, 0);
    finds(replace_texture, CHANGE_TEXTURES, 1, 0);
    finds(paint_alpha, CHANGE_ALPHA, 2, 80 / 255.0);
    finds(cast_shadow, CHANGE_SHADOWS, 4, 0);
    finds(dig, CHANGE_HOLES, 2, 0);
    finds(rename_area, CHANGE_AREAS, 1, 0);
    finds(forbid, CHANGE_IMPASSABLE, 1, 0);
    finds(raise_water, CHANGE_LIQUIDS, 1, 1.5);
    finds(pour_magma, CHANGE_LIQUIDS, 2, 0);
    finds(deepen, CHANGE_LIQUIDS, 4, 0);
}

static void textures_and_areas_are_named(void **state)
{
    (void)state;
    struct outcome o;
    start(&o, replace_texture);
    assert_int_equal(o.diff.texture_count, 2);
    assert_string_equal(o.diff.textures[0].name, "rock");
    assert_int_equal(o.diff.textures[0].removed_from, 1);
    assert_int_equal(o.diff.textures[0].added_to, 0);
    assert_string_equal(o.diff.textures[1].name, "snow");
    assert_int_equal(o.diff.textures[1].added_to, 1);
    stop(&o);
    start(&o, rename_area);
    assert_int_equal(o.diff.area_count, 1);
    assert_int_equal(o.diff.areas[0].old_id, 12);
    assert_int_equal(o.diff.areas[0].new_id, 40);
    assert_int_equal(o.diff.areas[0].chunk_count, 1);
    stop(&o);
}

static void repaint(struct version *v)
{
    static const bool repainted[4] = {false, true, false, false};
    v->side.repainted = repainted;
}

/* The chunks that show the texture differ, and no other. */
static void a_repainted_texture_is_a_change_where_it_is_seen(void **state)
{
    (void)state;
    struct outcome o;
    finds(repaint, CHANGE_TEXTURES, 1, 0);
    start(&o, repaint);
    assert_int_equal(o.diff.texture_count, 1);
    assert_string_equal(o.diff.textures[0].name, "rock");
    assert_int_equal(o.diff.textures[0].repainted_in, 1);
    stop(&o);
}

static void remove_layer(struct version *v)
{
    v->chunks[CHUNK].layer_count = 2;
}

static void a_removed_layer_is_one_change_of_textures(void **state)
{
    (void)state;
    finds(remove_layer, CHANGE_TEXTURES, 1, 0);
}

static void leave_alone(struct version *v)
{
    (void)v;
}

/* Weighted layers, of which the order does not matter. */
static void reorder(struct version *v)
{
    struct adt_layer *layers = v->chunks[CHUNK].layers;
    struct adt_layer first = layers[1];
    layers[1] = layers[2];
    layers[2] = first;
}

static void add_unseen_layer(struct version *v)
{
    struct adt_chunk *chunk = &v->chunks[CHUNK];
    chunk->layers[chunk->layer_count++] = (struct adt_layer){.texture = 3, .alpha = v->alpha[2]};
}

static void color_plainly(struct version *v)
{
    v->chunks[CHUNK].has_colors = true;
    memset(v->chunks[CHUNK].color, 127, sizeof v->chunks[CHUNK].color);
}

static void round_heights(struct version *v)
{
    v->chunks[CHUNK].height_yd[0] += 0.004F;
    v->heights[3] += 0.004F;
}

/* The shares of 80 and 40 in 255, as sequential maps of 4 bits store them. */
static void store_sequentially(struct version *v)
{
    v->adt.alpha_depth = ADT_ALPHA_4BIT;
    memset(v->alpha[0], 17 * 3, ADT_MAP_TEXELS);
    memset(v->alpha[1], 17 * 5, ADT_MAP_TEXELS);
}

static void what_is_not_seen_does_not_count(void **state)
{
    (void)state;
    finds_nothing(leave_alone);
    finds_nothing(reorder);
    finds_nothing(add_unseen_layer);
    finds_nothing(color_plainly);
    finds_nothing(round_heights);
    finds_nothing(store_sequentially);
}

static void lose_chunk(struct version *v)
{
    v->chunks[CHUNK].present = false;
}

static void a_chunk_that_is_gone_differs_in_all_vertices(void **state)
{
    (void)state;
    finds(lose_chunk, CHANGE_HEIGHT, ADT_VERTICES, 0);
}

static void every_kind_has_a_name(void **state)
{
    (void)state;
    for (int i = 0; i < CHANGE_KINDS; i++) {
        assert_non_null(change_kind_name((enum change_kind)i));
        assert_string_not_equal(change_kind_unit((enum change_kind)i, 1),
                                change_kind_unit((enum change_kind)i, 2));
    }
}

int test_tile_diff(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_is_found_alone),
        cmocka_unit_test(textures_and_areas_are_named),
        cmocka_unit_test(a_repainted_texture_is_a_change_where_it_is_seen),
        cmocka_unit_test(a_removed_layer_is_one_change_of_textures),
        cmocka_unit_test(what_is_not_seen_does_not_count),
        cmocka_unit_test(a_chunk_that_is_gone_differs_in_all_vertices),
        cmocka_unit_test(every_kind_has_a_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
