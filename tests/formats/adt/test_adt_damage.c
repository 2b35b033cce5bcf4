/* Damage that is settled: what still arrives, and the one line that says so. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "formats/adt/adt_reading.h"

/* A file to damage, and what became of it. */
struct damaged {
    struct adt_built built;
    struct reading reading;
};

static void build(struct damaged *damaged, const struct adt_plan *plan)
{
    *damaged = (struct damaged){0};
    adt_build(plan, &damaged->built);
}

static void read_back(struct damaged *damaged, enum adt_alpha_depth depth)
{
    const struct buffer *bytes = &damaged->built.bytes;
    reading_begin(&damaged->reading, bytes, bytes->size, depth);
}

static void end(struct damaged *damaged)
{
    reading_end(&damaged->reading);
    adt_built_free(&damaged->built);
}

/* Overwrites the word `at` bytes behind the FourCC of a sub-chunk. */
static void put_part(struct damaged *damaged, uint32_t chunk, const char *id, size_t at,
                     uint32_t value)
{
    put_u32(&damaged->built.bytes, adt_built_part(&damaged->built, chunk, id) + at, value);
}

static void put_header(struct damaged *damaged, uint32_t chunk, size_t field, uint32_t value)
{
    put_u32(&damaged->built.bytes, damaged->built.mcnk[chunk] + 8 + field, value);
}

static const struct adt_chunk *chunk_of(const struct damaged *damaged, uint32_t index)
{
    assert_int_equal(damaged->reading.status, ADTMAP_OK);
    return &damaged->reading.tile->chunks[index];
}

/* There is one warning: about `chunk`, containing `words`. */
static void one_warning(const struct damaged *damaged, const char *chunk, const char *words)
{
    const struct captured *captured = &damaged->reading.captured;
    for (unsigned i = 0; i < captured->warnings; i++) {
        print_message("%s: %s\n", captured->kept[i].chunk, captured->kept[i].what);
    }
    assert_int_equal(captured->warnings, 1);
    assert_non_null(captured_find(captured, chunk, words));
}

static bool heights_are_right(const struct damaged *damaged, uint32_t index)
{
    const struct adt_chunk *chunk = chunk_of(damaged, index);
    for (uint32_t v = 0; v < BUILT_VERTICES; v++) {
        if (!chunk->present || chunk->height_yd[v] != built_height(index, v)) {
            return false;
        }
    }
    return true;
}

static void all_heights_are_right(const struct damaged *damaged)
{
    for (uint32_t i = 0; i < BUILT_CHUNKS; i++) {
        assert_true(heights_are_right(damaged, i));
    }
}

static void a_lying_mcin_is_not_followed(void **state)
{
    (void)state;
    for (size_t lie = 0; lie < 5; lie++) {
        struct adt_plan plan = plan_of_4_bits();
        struct damaged damaged;
        build(&damaged, &plan);
        size_t entry = damaged.built.mcin + 8 + 16 * (size_t)77;
        const uint32_t lies[] = {0, 0xFFFFFFFF, (uint32_t)damaged.built.bytes.size - 4,
                                 (uint32_t)damaged.built.mtex, (uint32_t)damaged.built.mcnk[3]};
        put_u32(&damaged.built.bytes, entry, lies[lie]);
        read_back(&damaged, ADT_ALPHA_4BIT);
        all_heights_are_right(&damaged);
        one_warning(&damaged, "MCIN", "256 of 256 chunks found by walking");
        end(&damaged);
    }
}

static void lying_sizes_in_mcin_do_no_harm(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {0, 1, 0x7FFFFFFF, 0xFFFFFFFF};
    for (size_t i = 0; i < 4; i++) {
        struct adt_plan plan = plan_of_4_bits();
        struct damaged damaged;
        build(&damaged, &plan);
        for (size_t entry = 0; entry < BUILT_CHUNKS; entry++) {
            put_u32(&damaged.built.bytes, damaged.built.mcin + 8 + 16 * entry + 4, sizes[i]);
        }
        read_back(&damaged, ADT_ALPHA_4BIT);
        all_heights_are_right(&damaged);
        assert_int_equal(damaged.reading.captured.warnings, 0);
        end(&damaged);
    }
}

/* It claims the rest of the file, the next MCNK, or more than there is. */
static void an_mcnk_takes_nothing_from_the_next(void **state)
{
    (void)state;
    for (size_t lie = 0; lie < 3; lie++) {
        struct adt_plan plan = plan_of_4_bits();
        plan.traits = ADT_ZERO_OFFSETS;
        struct damaged damaged;
        build(&damaged, &plan);
        size_t begin = damaged.built.mcnk[5];
        const size_t lies[] = {damaged.built.bytes.size - begin, damaged.built.mcnk[7] - begin,
                               0x7FFFFFFF};
        put_u32(&damaged.built.bytes, begin + 4, (uint32_t)lies[lie] - 8);
        put_u32(&damaged.built.bytes, damaged.built.mcin + 8 + 16 * 5 + 4, (uint32_t)lies[lie]);
        put_part(&damaged, 5, "MCVT", 0, 0x58585858);
        read_back(&damaged, ADT_ALPHA_4BIT);
        assert_false(chunk_of(&damaged, 5)->present);
        assert_int_equal(damaged.reading.tile->chunk_count, 255);
        assert_true(heights_are_right(&damaged, 6));
        assert_non_null(captured_find(&damaged.reading.captured, "MCNK", "leads to no chunk"));
        assert_non_null(captured_find(&damaged.reading.captured, "MCVT", "missing"));
        assert_int_equal(damaged.reading.captured.warnings, 2);
        end(&damaged);
    }
}

static void an_unknown_sub_chunk_that_claims_too_much_hides_no_other(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {0, 1000, 0x7FFFFFFF, 0xFFFFFFFF};
    for (size_t i = 0; i < 4; i++) {
        struct adt_plan plan = plan_of_4_bits();
        plan.traits = ADT_ZERO_OFFSETS;
        struct damaged damaged;
        build(&damaged, &plan);
        put_part(&damaged, 9, "MCCV", 0, 0x4D434343);
        put_part(&damaged, 9, "MCCV", 4, sizes[i]);
        read_back(&damaged, ADT_ALPHA_4BIT);
        const struct adt_chunk *chunk = chunk_of(&damaged, 9);
        assert_int_equal(chunk->normal[3][2], 100);
        assert_int_equal(chunk->layer_count, 4);
        assert_true(chunk->shadow && chunk->layers[3].alpha && !chunk->has_colors);
        one_warning(&damaged, "MCCV", "missing");
        end(&damaged);
    }
}

static void one_lying_size_hides_no_other_chunk(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {0, 100, 200, 1000, 20000, 0x7FFFFFFF, 0xFFFFFFFF};
    for (size_t i = 0; i < 7; i++) {
        struct adt_plan plan = plan_of_4_bits();
        plan.traits = ADT_NO_MCIN | ADT_ZERO_MHDR;
        struct damaged damaged;
        build(&damaged, &plan);
        put_u32(&damaged.built.bytes, damaged.built.mcnk[10] + 4, sizes[i]);
        put_u32(&damaged.built.bytes, damaged.built.mhdr + 4, 0xFFFFFFFF);
        read_back(&damaged, ADT_ALPHA_4BIT);
        all_heights_are_right(&damaged);
        assert_int_equal(damaged.reading.tile->texture_count, 6);
        assert_int_equal(damaged.reading.captured.warnings, 2);
        assert_non_null(captured_find(&damaged.reading.captured, "MCNK", "leads to no chunk"));
        end(&damaged);
    }
}

static void sizes_that_lead_nowhere_are_settled_by_what_fits(void **state)
{
    (void)state;
    static const char *const ids[] = {"MCVT", "MCCV", "MCLY", "MCRF", "MCSH"};
    static const uint32_t sizes[] = {0, 7, 0x10000, 0xFFFFFFFF};
    for (size_t i = 0; i < 20; i++) {
        for (unsigned traits = 0; traits <= ADT_ZERO_OFFSETS; traits += ADT_ZERO_OFFSETS) {
            struct adt_plan plan = plan_of_4_bits();
            plan.traits = traits;
            struct damaged damaged;
            build(&damaged, &plan);
            put_part(&damaged, 9, ids[i / 4], 4, sizes[i % 4]);
            read_back(&damaged, ADT_ALPHA_4BIT);
            all_heights_are_right(&damaged);
            const struct adt_chunk *chunk = chunk_of(&damaged, 9);
            assert_true(chunk->has_colors && chunk->shadow && chunk->layer_count == 4);
            assert_int_equal(chunk->layers[3].alpha[64], built_texel(9, 3, BUILT_ALPHA_4BIT, 0, 1));
            assert_int_equal(chunk->doodad_ref_count + chunk->wmo_ref_count, 3);
            one_warning(&damaged, ids[i / 4], "leads nowhere");
            end(&damaged);
        }
    }
}

static void missing_sub_chunks_are_reported_once(void **state)
{
    (void)state;
    static const char *const ids[] = {"MCNR", "MCLY", "MCAL", "MCCV"};
    for (size_t i = 0; i < 4; i++) {
        struct adt_plan plan = plan_of_4_bits();
        plan.omit = ids[i];
        struct damaged damaged;
        build(&damaged, &plan);
        read_back(&damaged, ADT_ALPHA_4BIT);
        all_heights_are_right(&damaged);
        const struct adt_chunk *chunk = chunk_of(&damaged, 200);
        assert_int_equal(chunk->normal[7][2], i == 0 ? 127 : 100);
        assert_int_equal(chunk->layer_count, i == 1 ? 0 : 4);
        assert_int_equal(chunk->layers[1].alpha == NULL, i == 1 || i == 2);
        assert_int_equal(chunk->has_colors, i != 3);
        one_warning(&damaged, ids[i], "missing in this MCNK; left out (and 255 more like it)");
        end(&damaged);
    }
}

static void a_shadow_flag_without_a_map_is_a_harmless_habit(void **state)
{
    (void)state;
    struct adt_plan plan = plan_of_4_bits();
    plan.omit = "MCSH";
    struct damaged damaged;
    build(&damaged, &plan);
    read_back(&damaged, ADT_ALPHA_4BIT);
    assert_null(chunk_of(&damaged, 200)->shadow);
    assert_int_equal(damaged.reading.captured.warnings, 0);
    assert_int_equal(damaged.reading.captured.notices, 1);
    end(&damaged);
}

static void without_any_heights_it_is_no_tile(void **state)
{
    (void)state;
    struct adt_plan plan = plan_of_4_bits();
    plan.omit = "MCVT";
    struct damaged damaged;
    build(&damaged, &plan);
    read_back(&damaged, ADT_ALPHA_4BIT);
    assert_int_equal(damaged.reading.status, ADTMAP_BAD_DATA);
    assert_string_equal(damaged.reading.failure.file, "test.adt");
    assert_string_equal(damaged.reading.failure.chunk, "MCNK");
    one_warning(&damaged, "MCVT", "255 more");
    end(&damaged);
}

static void a_warning_names_the_place_in_the_file(void **state)
{
    (void)state;
    struct adt_plan plan = plan_of_4_bits();
    struct damaged damaged;
    build(&damaged, &plan);
    put_part(&damaged, 9, "MCLY", 8 + 16, 1000);
    read_back(&damaged, ADT_ALPHA_4BIT);
    one_warning(&damaged, "MCLY", "layer 1 has texture 1000 of 6; layer left out");
    const struct adtmap_message *message = &damaged.reading.captured.kept[0];
    assert_string_equal(message->file, "test.adt");
    assert_int_equal(message->offset, adt_built_part(&damaged.built, 9, "MCLY"));
    end(&damaged);
}

static void a_layer_with_no_texture_is_left_out_and_the_others_keep_their_maps(void **state)
{
    (void)state;
    struct adt_plan plan = plan_of_4_bits();
    struct damaged damaged;
    plan.layers[2].texture = 6;
    build(&damaged, &plan);
    read_back(&damaged, ADT_ALPHA_4BIT);
    const struct adt_chunk *chunk = chunk_of(&damaged, 100);
    assert_int_equal(chunk->layer_count, 3);
    assert_int_equal(chunk->layers[2].texture, 3);
    assert_int_equal(chunk->layers[2].alpha[64], built_texel(100, 3, BUILT_ALPHA_4BIT, 0, 1));
    one_warning(&damaged, "MCLY", "layer 2 has texture 6 of 6; layer left out (and 255 more");
    end(&damaged);
}

static void the_bottom_layer_with_no_texture_stays_at_the_bottom(void **state)
{
    (void)state;
    struct adt_plan plan = plan_of_4_bits();
    struct damaged damaged;
    plan.layers[0].texture = 0xFFFFFFFF;
    build(&damaged, &plan);
    read_back(&damaged, ADT_ALPHA_4BIT);
    const struct adt_chunk *chunk = chunk_of(&damaged, 100);
    assert_int_equal(chunk->layer_count, 4);
    assert_int_equal(chunk->layers[0].texture, 0);
    assert_int_equal(chunk->layers[1].texture, 5);
    one_warning(&damaged, "MCLY", "texture 0 taken");
    end(&damaged);
}

static void without_textures_there_are_no_layers_and_two_warnings(void **state)
{
    (void)state;
    struct adt_plan plan = plan_of_4_bits();
    struct damaged damaged;
    plan.traits = ADT_ZERO_MHDR;
    build(&damaged, &plan);
    put_u32(&damaged.built.bytes, damaged.built.mtex, 0x4D585858);
    read_back(&damaged, ADT_ALPHA_4BIT);
    assert_int_equal(damaged.reading.tile->texture_count, 0);
    assert_int_equal(chunk_of(&damaged, 0)->layer_count, 0);
    assert_int_equal(damaged.reading.captured.warnings, 2);
    assert_non_null(captured_find(&damaged.reading.captured, "MTEX", "no such chunk"));
    assert_non_null(captured_find(&damaged.reading.captured, "MCLY", "1023 more like it"));
    end(&damaged);
}

static void the_size_of_mcly_decides_how_many_layers_there_are(void **state)
{
    (void)state;
    static const uint32_t declared[] = {0, 1, 3, 5, 0xFFFFFFFF};
    for (size_t i = 0; i < 5; i++) {
        struct adt_plan plan = plan_of_4_bits();
        struct damaged damaged;
        build(&damaged, &plan);
        put_header(&damaged, 9, 0x0C, declared[i]);
        read_back(&damaged, ADT_ALPHA_4BIT);
        assert_int_equal(chunk_of(&damaged, 9)->layer_count, 4);
        one_warning(&damaged, "MCLY", "layers declared, 4 there; 4 taken");
        end(&damaged);
    }
}

static void layers_beyond_the_eighth_are_left_out(void **state)
{
    (void)state;
    struct adt_plan plan = plan_of_4_bits();
    struct damaged damaged;
    plan.layer_count = BUILT_LAYERS_MAX;
    for (size_t i = 4; i < BUILT_LAYERS_MAX; i++) {
        plan.layers[i] = plan.layers[1];
    }
    build(&damaged, &plan);
    read_back(&damaged, ADT_ALPHA_4BIT);
    assert_int_equal(chunk_of(&damaged, 9)->layer_count, ADT_LAYERS_MAX);
    one_warning(&damaged, "MCLY", "12 layers declared, 12 there; 8 taken (and 255 more");
    end(&damaged);
}

static void heights_that_are_no_numbers_become_level_ground(void **state)
{
    (void)state;
    static const uint32_t invalid[] = {0x7FC00000, 0x7F800000, 0xFF800000, 0x7F7FFFFF, 0xFFFFFFFF};
    for (size_t i = 0; i < 5; i++) {
        struct adt_plan plan = plan_of_4_bits();
        struct damaged damaged;
        build(&damaged, &plan);
        put_part(&damaged, 9, "MCVT", 8 + 4 * 20, invalid[i]);
        read_back(&damaged, ADT_ALPHA_4BIT);
        const struct adt_chunk *chunk = chunk_of(&damaged, 9);
        assert_true(chunk->height_yd[20] == chunk->position[2]);
        assert_true(chunk->height_yd[19] == built_height(9, 19));
        one_warning(&damaged, "MCVT", "1 vertices");
        end(&damaged);
    }
}

static void a_base_height_that_is_no_number_is_level_0(void **state)
{
    (void)state;
    struct adt_plan plan = plan_of_4_bits();
    struct damaged damaged;
    build(&damaged, &plan);
    put_header(&damaged, 9, 0x70, 0x7FC00000);
    read_back(&damaged, ADT_ALPHA_4BIT);
    const struct adt_chunk *chunk = chunk_of(&damaged, 9);
    float base = chunk_of(&damaged, 8)->position[2];
    for (uint32_t v = 0; v < BUILT_VERTICES; v++) {
        assert_true(chunk->height_yd[v] == built_height(9, v) - base);
    }
    one_warning(&damaged, "MCVT", "base nan");
    end(&damaged);
}

static void normals_without_a_direction_point_up(void **state)
{
    (void)state;
    struct adt_plan plan = plan_of_4_bits();
    struct damaged damaged;
    build(&damaged, &plan);
    put_part(&damaged, 9, "MCNR", 8, 0);
    read_back(&damaged, ADT_ALPHA_4BIT);
    static const int8_t up[3] = {0, 0, 127};
    assert_memory_equal(chunk_of(&damaged, 9)->normal[0], up, 3);
    assert_int_equal(chunk_of(&damaged, 9)->normal[2][2], 100);
    assert_int_equal(damaged.reading.captured.warnings, 0);
    end(&damaged);
}

static void alpha_maps_outside_mcal_are_empty(void **state)
{
    (void)state;
    static const uint32_t places[] = {0x10000000, 0xFFFFFFFF};
    for (size_t i = 0; i < 4; i++) {
        bool deep = i / 2;
        struct adt_plan plan = deep ? plan_of_8_bits() : plan_of_4_bits();
        struct damaged damaged;
        build(&damaged, &plan);
        put_part(&damaged, 9, "MCLY", 8 + 3 * 16 + 8, places[i % 2]);
        read_back(&damaged, deep ? ADT_ALPHA_8BIT : ADT_ALPHA_4BIT);
        const struct adt_layer *layer = &chunk_of(&damaged, 9)->layers[3];
        for (size_t texel = 0; texel < ADT_MAP_TEXELS; texel++) {
            assert_int_equal(layer->alpha[texel], 0);
        }
        one_warning(&damaged, "MCAL", "alpha map of layer 3 ends after 0 of 4096 texels");
        end(&damaged);
    }
}

/* The last map reaches into the sub-chunk behind it: what is there of it arrives. */
static void alpha_maps_end_where_the_next_sub_chunk_begins(void **state)
{
    (void)state;
    struct adt_plan plan = plan_of_4_bits();
    struct damaged damaged;
    build(&damaged, &plan);
    put_part(&damaged, 9, "MCLY", 8 + 3 * 16 + 8, 3 * 2048 - 100);
    read_back(&damaged, ADT_ALPHA_4BIT);
    const struct adt_layer *layer = &chunk_of(&damaged, 9)->layers[3];
    assert_int_equal(layer->alpha[199], built_texel(9, 3, BUILT_ALPHA_4BIT, 63, 63));
    for (size_t texel = 200; texel < ADT_MAP_TEXELS; texel++) {
        assert_int_equal(layer->alpha[texel], 0);
    }
    one_warning(&damaged, "MCAL", "alpha map of layer 3 ends after 200 of 4096 texels");
    end(&damaged);
}

static void maps_with_room_for_4_bits_are_4_bits_whatever_the_wdt_says(void **state)
{
    (void)state;
    struct adt_plan plan = plan_of_4_bits();
    struct damaged damaged;
    build(&damaged, &plan);
    read_back(&damaged, ADT_ALPHA_8BIT);
    for (uint32_t layer = 1; layer < 4; layer++) {
        assert_int_equal(chunk_of(&damaged, 9)->layers[layer].alpha[64],
                         built_texel(9, layer, BUILT_ALPHA_4BIT, 0, 1));
    }
    one_warning(&damaged, "MCAL",
                "flags 0x100 and 2048 bytes in a tile of 8 bits; read as 4 bits (and 767");
    end(&damaged);
}

static void runs_are_runs_whatever_the_wdt_says(void **state)
{
    (void)state;
    struct adt_plan plan = plan_of_8_bits();
    plan.layers[2] = plan.layers[1];
    struct damaged damaged;
    build(&damaged, &plan);
    read_back(&damaged, ADT_ALPHA_4BIT);
    for (uint32_t layer = 1; layer < 4; layer++) {
        assert_int_equal(chunk_of(&damaged, 9)->layers[layer].alpha[70],
                         built_texel(9, layer, BUILT_ALPHA_RUNS, 6, 1));
    }
    one_warning(&damaged, "MCAL",
                "flags 0x300 and 2144 bytes in a tile of 4 bits; read as runs (and 767");
    end(&damaged);
}

static void chunks_without_indices_stand_in_their_order(void **state)
{
    (void)state;
    struct adt_plan plan = plan_of_4_bits();
    plan.traits = ADT_ZERO_INDICES;
    struct damaged damaged;
    build(&damaged, &plan);
    read_back(&damaged, ADT_ALPHA_4BIT);
    all_heights_are_right(&damaged);
    one_warning(&damaged, "MCNK", "place 0 is taken; put by its order at 1 (and 254 more");
    end(&damaged);
}

static void indices_outside_the_tile_count_as_none(void **state)
{
    (void)state;
    static const uint32_t wrong[] = {16, 0x10000000, 0xFFFFFFFF};
    for (size_t i = 0; i < 6; i++) {
        struct adt_plan plan = plan_of_4_bits();
        struct damaged damaged;
        build(&damaged, &plan);
        put_header(&damaged, 9, i / 3 ? 0x04 : 0x08, wrong[i % 3]);
        read_back(&damaged, ADT_ALPHA_4BIT);
        all_heights_are_right(&damaged);
        assert_int_equal(damaged.reading.captured.warnings, 0);
        end(&damaged);
    }
}

/* Chunk 3 stands at 5 by its header; chunk 5 then finds its place and that of its order taken. */
static void a_chunk_never_overwrites_another(void **state)
{
    (void)state;
    struct adt_plan plan = plan_of_4_bits();
    struct damaged damaged;
    build(&damaged, &plan);
    put_header(&damaged, 3, 0x04, 5);
    read_back(&damaged, ADT_ALPHA_4BIT);
    assert_false(chunk_of(&damaged, 3)->present);
    assert_true(chunk_of(&damaged, 5)->height_yd[0] == built_height(3, 0));
    assert_int_equal(damaged.reading.tile->chunk_count, 255);
    one_warning(&damaged, "MCNK", "place 5 is taken; left out");
    end(&damaged);
}

static void colors_of_zeroes_in_the_whole_tile_are_none(void **state)
{
    (void)state;
    struct adt_plan plan = plan_of_4_bits();
    struct damaged damaged;
    build(&damaged, &plan);
    for (uint32_t i = 0; i < BUILT_CHUNKS; i++) {
        size_t colors = adt_built_part(&damaged.built, i, "MCCV") + 8;
        memset(damaged.built.bytes.data + colors, 0, BUILT_VERTICES * 4);
    }
    read_back(&damaged, ADT_ALPHA_4BIT);
    assert_false(chunk_of(&damaged, 0)->has_colors);
    one_warning(&damaged, "MCCV", "all vertex colours of the tile are 0");
    end(&damaged);
}

static void colors_of_zeroes_in_one_chunk_are_black(void **state)
{
    (void)state;
    struct adt_plan plan = plan_of_4_bits();
    struct damaged damaged;
    build(&damaged, &plan);
    size_t colors = adt_built_part(&damaged.built, 9, "MCCV") + 8;
    memset(damaged.built.bytes.data + colors, 0, BUILT_VERTICES * 4);
    read_back(&damaged, ADT_ALPHA_4BIT);
    assert_true(chunk_of(&damaged, 9)->has_colors);
    assert_int_equal(chunk_of(&damaged, 9)->color[0][0], 0);
    assert_int_equal(damaged.reading.captured.warnings, 0);
    end(&damaged);
}

static void the_last_name_of_mtex_needs_no_end(void **state)
{
    (void)state;
    struct adt_plan plan = plan_of_4_bits();
    struct damaged damaged;
    build(&damaged, &plan);
    size_t size = get_u32(&damaged.built.bytes, damaged.built.mtex + 4);
    damaged.built.bytes.data[damaged.built.mtex + 8 + size - 1] = 'x';
    read_back(&damaged, ADT_ALPHA_4BIT);
    assert_int_equal(damaged.reading.tile->texture_count, 6);
    assert_string_equal(damaged.reading.tile->textures[5].name, "Tileset\\Built\\Ground05.blpx");
    end(&damaged);
}

static void more_names_than_a_tile_can_have_are_left_out(void **state)
{
    (void)state;
    struct adt_plan plan = plan_of_4_bits();
    struct damaged damaged;
    plan.texture_count = 70000;
    build(&damaged, &plan);
    read_back(&damaged, ADT_ALPHA_4BIT);
    assert_int_equal(damaged.reading.tile->texture_count, ADT_TEXTURES_MAX);
    one_warning(&damaged, "MTEX", "the rest left out");
    end(&damaged);
}

int test_adt_damage(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lying_mcin_is_not_followed),
        cmocka_unit_test(lying_sizes_in_mcin_do_no_harm),
        cmocka_unit_test(an_mcnk_takes_nothing_from_the_next),
        cmocka_unit_test(an_unknown_sub_chunk_that_claims_too_much_hides_no_other),
        cmocka_unit_test(one_lying_size_hides_no_other_chunk),
        cmocka_unit_test(sizes_that_lead_nowhere_are_settled_by_what_fits),
        cmocka_unit_test(missing_sub_chunks_are_reported_once),
        cmocka_unit_test(a_shadow_flag_without_a_map_is_a_harmless_habit),
        cmocka_unit_test(without_any_heights_it_is_no_tile),
        cmocka_unit_test(a_warning_names_the_place_in_the_file),
        cmocka_unit_test(a_layer_with_no_texture_is_left_out_and_the_others_keep_their_maps),
        cmocka_unit_test(the_bottom_layer_with_no_texture_stays_at_the_bottom),
        cmocka_unit_test(without_textures_there_are_no_layers_and_two_warnings),
        cmocka_unit_test(the_size_of_mcly_decides_how_many_layers_there_are),
        cmocka_unit_test(layers_beyond_the_eighth_are_left_out),
        cmocka_unit_test(heights_that_are_no_numbers_become_level_ground),
        cmocka_unit_test(a_base_height_that_is_no_number_is_level_0),
        cmocka_unit_test(normals_without_a_direction_point_up),
        cmocka_unit_test(alpha_maps_outside_mcal_are_empty),
        cmocka_unit_test(alpha_maps_end_where_the_next_sub_chunk_begins),
        cmocka_unit_test(maps_with_room_for_4_bits_are_4_bits_whatever_the_wdt_says),
        cmocka_unit_test(runs_are_runs_whatever_the_wdt_says),
        cmocka_unit_test(chunks_without_indices_stand_in_their_order),
        cmocka_unit_test(indices_outside_the_tile_count_as_none),
        cmocka_unit_test(a_chunk_never_overwrites_another),
        cmocka_unit_test(colors_of_zeroes_in_the_whole_tile_are_none),
        cmocka_unit_test(colors_of_zeroes_in_one_chunk_are_black),
        cmocka_unit_test(the_last_name_of_mtex_needs_no_end),
        cmocka_unit_test(more_names_than_a_tile_can_have_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
