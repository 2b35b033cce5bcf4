/* Tiles of several files: each chunk of the later eras, files that are missing, damage. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "formats/adt/adt.h"
#include "formats/captured.h"
#include "formats/era_builder.h"

struct reading {
    struct split_built built;
    struct adt_files files;
    struct captured captured;
    struct adtmap_message failure;
    struct arena arena;
    struct adt_tile *tile;
    enum adtmap_status status;
};

static struct adt_bytes bytes_of(const struct buffer *buffer, const char *name)
{
    return (struct adt_bytes){buffer->data, buffer->size, name};
}

static void begin(struct reading *reading, unsigned traits)
{
    memset(reading, 0, sizeof *reading);
    split_build(traits, &reading->built);
    reading->files = (struct adt_files){
        .root = bytes_of(&reading->built.root, NULL),
        .tex0 = bytes_of(&reading->built.tex0, "test_tex0.adt"),
        .obj0 = bytes_of(&reading->built.obj0, "test_obj0.adt"),
        .obj1 = bytes_of(&reading->built.obj0, "test_obj1.adt"),
    };
}

static void read_tile(struct reading *reading)
{
    struct adtmap_log log = {captured_write, &reading->captured};
    struct diag diag = {"test.adt", &log, &reading->failure};
    const struct adt_request facts = {.alpha_depth = ADT_ALPHA_8BIT};
    reading->captured.warnings = 0;
    reading->status = adt_read(&reading->files, &facts, &reading->arena, &diag, &reading->tile);
}

static void end(struct reading *reading)
{
    arena_free(&reading->arena);
    split_free(&reading->built);
}

static void geometry_maps_and_references_come_together_by_order(void **state)
{
    (void)state;
    struct reading reading;
    begin(&reading, 0);
    read_tile(&reading);
    assert_int_equal(reading.status, ADTMAP_OK);
    assert_int_equal(reading.captured.warnings, 0);
    assert_int_equal(reading.tile->chunk_count, ADT_CHUNKS);
    for (uint32_t i = 0; i < ADT_CHUNKS; i++) {
        const struct adt_chunk *chunk = &reading.tile->chunks[i];
        assert_true(chunk->height_yd[144] == built_height(i, 144));
        assert_int_equal(chunk->normal[17][0], built_normal(i, 17, 0));
        assert_int_equal(chunk->layer_count, 2);
        assert_int_equal(chunk->layers[1].texture, 2);
        assert_int_equal(chunk->layers[1].alpha[64 * 63 + 63],
                         built_texel(i, 1, BUILT_ALPHA_8BIT, 63, 63));
        assert_int_equal(chunk->shadow[5] >> 9 & 1, built_shadow(i, 9, 5));
        assert_int_equal(chunk->doodad_ref_count, i == 5 ? 0 : i % 2);
        assert_int_equal(chunk->wmo_ref_count, i % 2 * 2);
    }
    end(&reading);
}

static void textures_have_scales_and_heights_by_mtxp(void **state)
{
    (void)state;
    struct reading reading;
    begin(&reading, 0);
    read_tile(&reading);
    const struct adt_texture *textures = reading.tile->textures;
    assert_int_equal(reading.tile->texture_count, SPLIT_TEXTURES);
    assert_int_equal(textures[5].scale_shift, 5);
    assert_int_equal(textures[8].scale_shift, 8); /* of four bits, not three */
    assert_null(textures[5].height_name);
    assert_true(textures[5].height_scale == 0.0F && textures[5].height_offset == 1.0F);
    assert_string_equal(textures[2].name, "Tileset\\Built\\G02.blp");
    assert_string_equal(textures[2].height_name, "Tileset\\Built\\G02_h.blp");
    assert_true(textures[2].height_scale == 0.5F && textures[2].height_offset == 0.25F);
    end(&reading);
}

static void mtxf_has_scales_alone(void **state)
{
    (void)state;
    struct reading reading;
    begin(&reading, SPLIT_MTXF);
    read_tile(&reading);
    assert_int_equal(reading.tile->textures[6].scale_shift, 6);
    assert_int_equal(reading.tile->textures[8].scale_shift, 8);
    assert_null(reading.tile->textures[2].height_name);
    end(&reading);
}

static void file_ids_stand_for_names(void **state)
{
    (void)state;
    struct reading reading;
    begin(&reading, SPLIT_FILE_IDS);
    read_tile(&reading);
    assert_int_equal(reading.captured.warnings, 0);
    assert_null(reading.tile->textures[2].name);
    assert_int_equal(reading.tile->textures[2].file_id, SPLIT_ID + 2);
    assert_int_equal(reading.tile->textures[2].height_file_id, SPLIT_HEIGHT_ID + 2);
    assert_int_equal(reading.tile->textures[3].height_file_id, 0); /* without parameters: unused */
    end(&reading);
}

static void without_mhid_there_are_no_height_textures(void **state)
{
    (void)state;
    struct reading reading;
    begin(&reading, SPLIT_FILE_IDS | SPLIT_NO_MHID);
    read_tile(&reading);
    assert_int_equal(reading.tile->textures[2].file_id, SPLIT_ID + 2);
    assert_int_equal(reading.tile->textures[2].height_file_id, 0);
    end(&reading);
}

static void color_tables_belong_to_the_texture_of_their_row(void **state)
{
    (void)state;
    struct reading reading;
    begin(&reading, 0);
    struct buffer *tex0 = &reading.built.tex0;
    size_t begin = begin_chunk(tex0, "MTCG");
    append_zeroes(tex0, 16);
    for (uint32_t i = 0; i < 4; i++) {
        buffer_u32le(tex0, 60 + i);
    }
    end_chunk(tex0, begin);
    reading.files.tex0 = bytes_of(tex0, "test_tex0.adt");
    read_tile(&reading);
    const struct adt_texture *textures = reading.tile->textures;
    assert_int_equal(textures[0].grading_file_id, 0);
    assert_int_equal(textures[1].grading_distance, 60);
    assert_int_equal(textures[1].grading_file_id, 62);
    assert_int_equal(textures[1].grading_ramp_file_id, 63);
    assert_int_equal(textures[2].grading_file_id, 0);
    assert_int_equal(reading.captured.warnings, 0);
    end(&reading);
}

static void holes_of_64_bits_are_a_byte_a_row(void **state)
{
    (void)state;
    struct reading reading;
    begin(&reading, SPLIT_HOLES_64);
    read_tile(&reading);
    assert_true(reading.tile->chunks[3].holes == UINT64_C(0x8000000001020408));
    assert_true(reading.tile->chunks[3].present);
    end(&reading);
}

static void eight_layers_are_read(void **state)
{
    (void)state;
    struct reading reading;
    begin(&reading, SPLIT_EIGHT_LAYERS);
    read_tile(&reading);
    assert_int_equal(reading.captured.warnings, 0);
    assert_int_equal(reading.tile->chunks[99].layer_count, 8);
    assert_int_equal(reading.tile->chunks[99].layers[7].alpha[70],
                     built_texel(99, 7, BUILT_ALPHA_8BIT, 6, 1));
    end(&reading);
}

/* Texel (2 x, 2 y) lies a quarter of a coarse texel before the middle of (x, y). */
static void small_maps_are_enlarged_between_their_texels(void **state)
{
    (void)state;
    struct reading reading;
    begin(&reading, SPLIT_SMALL_MAPS);
    read_tile(&reading);
    const uint8_t *alpha = reading.tile->chunks[1].layers[1].alpha;
    assert_int_equal(alpha[0], split_small_texel(1, 1, 0, 0));
    assert_int_equal(alpha[64 * 63 + 63], split_small_texel(1, 1, 31, 31));
    double between = 0.25 * split_small_texel(1, 1, 4, 0) + 0.75 * split_small_texel(1, 1, 5, 0);
    assert_int_equal(alpha[10], (int)(between + 0.5));
    end(&reading);
}

static void lights_are_read_blue_first(void **state)
{
    (void)state;
    struct reading reading;
    begin(&reading, SPLIT_LIGHTS);
    read_tile(&reading);
    const struct adt_chunk *chunk = &reading.tile->chunks[0];
    assert_true(chunk->has_lights);
    assert_int_equal(chunk->light[3][0], 0x30);
    assert_int_equal(chunk->light[3][1], 0x20);
    assert_int_equal(chunk->light[3][2], 0x13);
    end(&reading);
}

/* Of the first chunk, whose last eight bytes are another, empty one. */
static void lights_that_are_too_short_are_left_out(void **state)
{
    (void)state;
    struct reading reading;
    begin(&reading, SPLIT_LIGHTS);
    struct buffer *root = &reading.built.root;
    size_t at = 0;
    while (memcmp(root->data + at, "VLCM", 4) != 0) {
        at++;
    }
    put_u32(root, at + 4, 572);
    memcpy(root->data + at + 580, "ESCM\0\0\0\0", 8);
    read_tile(&reading);
    assert_non_null(captured_find(&reading.captured, "MCLV", "572 bytes, 580 needed; left out"));
    assert_false(reading.tile->chunks[0].has_lights);
    assert_true(reading.tile->chunks[1].has_lights);
    end(&reading);
}

static void a_missing_file_is_a_warning(void **state)
{
    (void)state;
    struct reading reading;
    begin(&reading, 0);
    reading.files.tex0 = (struct adt_bytes){0};
    reading.files.obj0 = (struct adt_bytes){0};
    read_tile(&reading);
    assert_int_equal(reading.status, ADTMAP_OK);
    assert_int_equal(reading.captured.warnings, 2);
    assert_non_null(captured_find(&reading.captured, "", "_tex0"));
    assert_non_null(captured_find(&reading.captured, "", "_obj0"));
    assert_int_equal(reading.tile->chunks[0].layer_count, 0);
    end(&reading);
}

static void a_root_alone_is_known_for_what_it_is(void **state)
{
    (void)state;
    struct reading reading;
    begin(&reading, 0);
    reading.files = (struct adt_files){.root = reading.files.root};
    read_tile(&reading);
    assert_int_equal(reading.status, ADTMAP_OK);
    assert_non_null(captured_find(&reading.captured, "", "_tex0"));
    assert_null(captured_find(&reading.captured, "MCIN", ""));
    end(&reading);
}

/* A whole file of an older client as the root: its layers, maps and references are not the tile's,
 * which has those in its other files; its colours and liquids are. */
static void a_root_has_the_geometry_alone(void **state)
{
    (void)state;
    const struct adt_plan plan = {
        .chunk_count = ADT_CHUNKS,
        .flags = BUILT_FLAG_SHADOW | BUILT_FLAG_COLORS | BUILT_FLAG_FIXED | BUILT_FLAG_RIVER,
        .texture_count = 4,
        .layer_count = 2,
        .layers = {{2, 0, BUILT_ALPHA_NONE}, {1, 0x100, BUILT_ALPHA_8BIT}},
        .doodad_refs = 2,
        .object_refs = 1,
        .traits = ADT_NO_MCIN | ADT_MCLQ_SIZE_ZERO,
        .omit = NULL,
    };
    struct adt_built whole;
    struct reading reading;
    adt_build(&plan, &whole);
    for (uint32_t i = 0; i < 3; i++) { /* without its maps, without its references, with both */
        begin(&reading, 0);
        reading.files.root = bytes_of(&whole.bytes, NULL);
        if (i < 2) {
            *(i == 0 ? &reading.files.tex0 : &reading.files.obj0) = (struct adt_bytes){0};
        }
        read_tile(&reading);
        assert_int_equal(reading.status, ADTMAP_OK);
        const struct adt_chunk *chunk = &reading.tile->chunks[7];
        assert_int_equal(chunk->layer_count, i == 0 ? 0 : 2);
        assert_int_equal(chunk->shadow != NULL, i > 0);
        assert_int_equal(chunk->doodad_ref_count, i == 1 ? 0 : 1);
        assert_int_equal(chunk->wmo_ref_count, i == 1 ? 0 : 2);
        assert_int_equal(chunk->color[9][1], built_color(7, 9, 1));
        assert_int_equal(reading.tile->liquids.count, ADT_CHUNKS);
        end(&reading);
    }
    adt_built_free(&whole);
}

static void damage_is_told_by_the_file_it_is_in(void **state)
{
    (void)state;
    struct reading reading;
    begin(&reading, 0);
    reading.files.tex0.size = reading.files.tex0.size / 2;
    read_tile(&reading);
    assert_int_equal(reading.status, ADTMAP_OK);
    assert_true(reading.captured.warnings > 0);
    assert_string_equal(reading.captured.kept[0].file, "test_tex0.adt");
    assert_int_equal(reading.tile->chunk_count, ADT_CHUNKS);
    end(&reading);
}

static void files_cut_short_are_survived(void **state)
{
    (void)state;
    struct reading reading;
    begin(&reading, SPLIT_EIGHT_LAYERS | SPLIT_HOLES_64);
    struct adt_bytes *const parts[] = {&reading.files.root, &reading.files.tex0,
                                       &reading.files.obj0};
    for (size_t part = 0; part < 3; part++) {
        struct adt_bytes whole = *parts[part];
        for (size_t size = 0; size < whole.size; size += size < 400 ? 7 : whole.size / 41 + 1) {
            uint8_t *copy = malloc(size + 1);
            memcpy(copy, whole.data, size);
            *parts[part] = (struct adt_bytes){copy, size, NULL};
            read_tile(&reading);
            assert_true(reading.status == ADTMAP_OK || reading.status == ADTMAP_BAD_DATA);
            arena_free(&reading.arena);
            free(copy);
        }
        *parts[part] = whole;
    }
    end(&reading);
}

int test_adt_split(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(geometry_maps_and_references_come_together_by_order),
        cmocka_unit_test(textures_have_scales_and_heights_by_mtxp),
        cmocka_unit_test(mtxf_has_scales_alone),
        cmocka_unit_test(file_ids_stand_for_names),
        cmocka_unit_test(without_mhid_there_are_no_height_textures),
        cmocka_unit_test(color_tables_belong_to_the_texture_of_their_row),
        cmocka_unit_test(holes_of_64_bits_are_a_byte_a_row),
        cmocka_unit_test(eight_layers_are_read),
        cmocka_unit_test(small_maps_are_enlarged_between_their_texels),
        cmocka_unit_test(lights_are_read_blue_first),
        cmocka_unit_test(lights_that_are_too_short_are_left_out),
        cmocka_unit_test(a_missing_file_is_a_warning),
        cmocka_unit_test(a_root_alone_is_known_for_what_it_is),
        cmocka_unit_test(a_root_has_the_geometry_alone),
        cmocka_unit_test(damage_is_told_by_the_file_it_is_in),
        cmocka_unit_test(files_cut_short_are_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
