/* What a scene makes of a tile: which layers, which blend, and what shadow does to alpha. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "scene/scene.h"

/* A tile of one chunk with two layers above the bottom one, all in shadow in odd columns. */
struct fixture {
    struct adt_tile adt;
    struct adt_chunk chunks[ADT_CHUNKS];
    struct adt_texture textures[3];
    uint8_t alpha[2][ADT_MAP_TEXELS];
    uint64_t shadow[ADT_MAP_EDGE];
    struct adtmap_settings settings;
    struct arena arena;
    struct scene_tile *scene;
};

static struct fixture fixture;

static int set_up(void **state)
{
    (void)state;
    memset(&fixture, 0, sizeof fixture);
    fixture.adt.chunks = fixture.chunks;
    struct adt_chunk *chunk = &fixture.adt.chunks[37];
    for (size_t i = 0; i < ADT_MAP_TEXELS; i++) {
        fixture.alpha[0][i] = (uint8_t)i;
        fixture.alpha[1][i] = (uint8_t)(255 - i);
    }
    for (size_t y = 0; y < ADT_MAP_EDGE; y++) {
        fixture.shadow[y] = 0xAAAAAAAAAAAAAAAA;
    }
    fixture.adt.alpha_depth = ADT_ALPHA_8BIT;
    fixture.adt.chunk_count = 1;
    fixture.adt.texture_count = 3;
    fixture.adt.textures = fixture.textures;
    chunk->present = true;
    chunk->flags = ADT_CHUNK_DO_NOT_FIX_ALPHA_MAP | ADT_CHUNK_SHADOW;
    chunk->shadow = fixture.shadow;
    chunk->layer_count = 3;
    for (uint32_t i = 0; i < 3; i++) {
        chunk->layers[i].texture = 2 - i;
        chunk->layers[i].alpha = i ? fixture.alpha[i - 1] : NULL;
    }
    adtmap_settings_default(&fixture.settings);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(&fixture.arena);
    return 0;
}

static const struct scene_chunk *built_chunk(enum adtmap_blend map_blend)
{
    struct diag diag = {0};
    assert_int_equal(scene_build(&fixture.adt, map_blend, &fixture.settings, &fixture.arena, &diag,
                                 &fixture.scene),
                     ADTMAP_OK);
    return &fixture.scene->chunks[37];
}

/* By one client a factor of 2, by no document: it is asked for. */
static void layers_are_overbright_if_the_settings_ask(void **state)
{
    (void)state;
    fixture.adt.chunks[37].layers[1].flags = 0x80;
    assert_false(built_chunk(ADTMAP_BLEND_WEIGHTED)->layers[1].is_overbright);
    fixture.settings.overbright = 1;
    assert_true(built_chunk(ADTMAP_BLEND_WEIGHTED)->layers[1].is_overbright);
    assert_false(built_chunk(ADTMAP_BLEND_WEIGHTED)->layers[0].is_overbright);
}

/* Maps without any texture came out black without a word. */
static void a_tile_without_layers_is_bare_unless_it_is_white(void **state)
{
    (void)state;
    (void)built_chunk(ADTMAP_BLEND_WEIGHTED);
    assert_false(scene_is_bare(fixture.scene));
    for (uint32_t i = 0; i < ADT_CHUNKS; i++) {
        fixture.adt.chunks[i].layer_count = 0;
    }
    assert_false(built_chunk(ADTMAP_BLEND_WEIGHTED)->is_white);
    assert_true(scene_is_bare(fixture.scene));
    adtmap_settings_preset(ADTMAP_LIGHT_NOGGIT, &fixture.settings);
    assert_true(built_chunk(ADTMAP_BLEND_WEIGHTED)->is_white);
    assert_false(scene_is_bare(fixture.scene));
}

static void shadow_takes_alpha_from_upper_8_bit_layers(void **state)
{
    (void)state;
    const struct scene_chunk *chunk = built_chunk(ADTMAP_BLEND_WEIGHTED);
    assert_int_equal(chunk->layer_count, 3);
    assert_null(chunk->layers[0].alpha);
    assert_ptr_equal(chunk->layers[1].alpha, fixture.alpha[0]);
    assert_ptr_equal(chunk->layers[2].alpha, fixture.alpha[1]);
    assert_ptr_equal(chunk->shadow, fixture.shadow);
    assert_true(chunk->shadow_takes_alpha);
}

static void shadow_leaves_4_bit_layers_alone(void **state)
{
    (void)state;
    fixture.adt.alpha_depth = ADT_ALPHA_4BIT;
    assert_false(built_chunk(ADTMAP_BLEND_SEQUENTIAL)->shadow_takes_alpha);
}

static void shadow_leaves_layers_without_flag_8000_alone(void **state)
{
    (void)state;
    fixture.adt.chunks[37].flags = ADT_CHUNK_SHADOW;
    assert_false(built_chunk(ADTMAP_BLEND_WEIGHTED)->shadow_takes_alpha);
}

static void shadow_that_is_not_drawn_changes_nothing(void **state)
{
    (void)state;
    fixture.settings.draw &= ~(uint32_t)ADTMAP_DRAW_SHADOWS;
    const struct scene_chunk *chunk = built_chunk(ADTMAP_BLEND_WEIGHTED);
    assert_false(chunk->shadow_takes_alpha);
    assert_null(chunk->shadow);
}

static void upper_layers_without_alpha_are_left_out(void **state)
{
    (void)state;
    fixture.adt.chunks[37].layers[1].alpha = NULL;
    const struct scene_chunk *chunk = built_chunk(ADTMAP_BLEND_WEIGHTED);
    assert_int_equal(chunk->layer_count, 2);
    assert_int_equal(chunk->layers[0].texture, 2);
    assert_int_equal(chunk->layers[1].texture, 0);
    assert_ptr_equal(chunk->layers[1].alpha, fixture.alpha[1]);
}

static void the_bottom_layer_covers_all_whatever_its_map_says(void **state)
{
    (void)state;
    fixture.adt.chunks[37].layers[0].alpha = fixture.alpha[0];
    assert_null(built_chunk(ADTMAP_BLEND_WEIGHTED)->layers[0].alpha);
}

static void the_map_decides_the_blend_unless_the_settings_do(void **state)
{
    (void)state;
    built_chunk(ADTMAP_BLEND_WEIGHTED);
    assert_int_equal(fixture.scene->blend, ADTMAP_BLEND_WEIGHTED);
    built_chunk(ADTMAP_BLEND_SEQUENTIAL);
    assert_int_equal(fixture.scene->blend, ADTMAP_BLEND_SEQUENTIAL);
    fixture.settings.blend = ADTMAP_BLEND_HEIGHT;
    built_chunk(ADTMAP_BLEND_SEQUENTIAL);
    assert_int_equal(fixture.scene->blend, ADTMAP_BLEND_HEIGHT);
}

static void absent_chunks_stay_empty(void **state)
{
    (void)state;
    built_chunk(ADTMAP_BLEND_WEIGHTED);
    for (size_t i = 0; i < ADT_CHUNKS; i++) {
        assert_int_equal(fixture.scene->chunks[i].terrain != NULL, i == 37);
    }
}

#define SCENE_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int test_scene(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST(layers_are_overbright_if_the_settings_ask),
        SCENE_TEST(a_tile_without_layers_is_bare_unless_it_is_white),
        SCENE_TEST(shadow_takes_alpha_from_upper_8_bit_layers),
        SCENE_TEST(shadow_leaves_4_bit_layers_alone),
        SCENE_TEST(shadow_leaves_layers_without_flag_8000_alone),
        SCENE_TEST(shadow_that_is_not_drawn_changes_nothing),
        SCENE_TEST(upper_layers_without_alpha_are_left_out),
        SCENE_TEST(the_bottom_layer_covers_all_whatever_its_map_says),
        SCENE_TEST(the_map_decides_the_blend_unless_the_settings_do),
        SCENE_TEST(absent_chunks_stay_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
