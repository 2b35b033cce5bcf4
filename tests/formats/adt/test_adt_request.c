/* What is read of a tile follows from the request, in each era. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "formats/adt/adt.h"
#include "formats/era_builder.h"

enum { MDDF_BYTES = 36, MH2O_HEADERS = 256 * 12 };

/* Doodad 77 of the file "a.m2". */
static void add_doodad(struct buffer *file)
{
    size_t begin = begin_chunk(file, "MMDX");
    buffer_append(file, "a.m2", 5);
    end_chunk(file, begin);
    begin = begin_chunk(file, "MMID");
    buffer_u32le(file, 0);
    end_chunk(file, begin);
    begin = begin_chunk(file, "MDDF");
    buffer_u32le(file, 0);
    buffer_u32le(file, 77);
    append_zeroes(file, MDDF_BYTES - 12);
    buffer_u32le(file, 1024); /* scale 1, flags */
    end_chunk(file, begin);
}

/* One flat instance of 8 x 8 quads in the first chunk. */
static void add_liquid(struct buffer *file)
{
    size_t begin = begin_chunk(file, "MH2O");
    buffer_u32le(file, MH2O_HEADERS);
    buffer_u32le(file, 1);
    append_zeroes(file, MH2O_HEADERS - 8);
    buffer_u32le(file, 5); /* type, format 0 */
    append_zeroes(file, 8);
    buffer_u32le(file, 0x08080000);
    append_zeroes(file, 8);
    end_chunk(file, begin);
}

static bool has_maps(const struct adt_tile *tile)
{
    bool found = false;
    for (size_t i = 0; tile->chunks && i < ADT_CHUNKS; i++) {
        found |= tile->chunks[i].shadow != NULL;
        for (size_t k = 0; k < ADT_LAYERS_MAX; k++) {
            found |= tile->chunks[i].layers[k].alpha != NULL;
        }
    }
    return found;
}

/* Reads every set of parts; what was not asked for must be zero. `extras` are in the files: a layer
 * of liquid and a doodad. */
static void read_parts(const struct adt_files *files, uint32_t extras)
{
    for (unsigned parts = 1; parts < 64; parts++) {
        const struct diag quiet = {0};
        const struct adt_request request = {.contents = parts};
        struct arena arena = {0};
        struct adt_tile *tile;
        assert_int_equal(adt_read(files, &request, &arena, &quiet, &tile), ADTMAP_OK);
        assert_int_equal(tile->chunks != NULL, (parts & ADT_GROUND) != 0);
        assert_int_equal(tile->chunk_count != 0, (parts & ADT_GROUND) != 0);
        assert_int_equal(tile->texture_count != 0, (parts & (ADT_GROUND | ADT_TEXTURES)) != 0);
        assert_int_equal(has_maps(tile), (parts & ADT_TERRAIN) == ADT_TERRAIN);
        assert_int_equal(tile->liquids.count, parts & ADT_LIQUIDS ? extras : 0);
        assert_int_equal(tile->placements.doodad_count, parts & ADT_DOODADS ? extras : 0);
        arena_free(&arena);
    }
}

static void of_one_file_only_what_is_asked_for_is_read(void **state)
{
    (void)state;
    struct adt_built built;
    const struct adt_plan plan = {.chunk_count = 2,
                                  .texture_count = 2,
                                  .layer_count = 2,
                                  .layers = {{0}, {1, 0x100, BUILT_ALPHA_8BIT}}};
    adt_build(&plan, &built);
    add_liquid(&built.bytes);
    add_doodad(&built.bytes);
    const struct adt_files files = {.root = {built.bytes.data, built.bytes.size, NULL}};
    read_parts(&files, 1);
    adt_built_free(&built);
}

/* Textures were missing if liquids were asked for too, and terrain was not. */
static void of_split_files_only_what_is_asked_for_is_read(void **state)
{
    (void)state;
    struct split_built built;
    split_build(0, &built);
    add_liquid(&built.root);
    add_doodad(&built.obj0);
    const struct adt_files files = {.root = {built.root.data, built.root.size, NULL},
                                    .tex0 = {built.tex0.data, built.tex0.size, NULL},
                                    .obj0 = {built.obj0.data, built.obj0.size, NULL}};
    read_parts(&files, 1);
    split_free(&built);
}

static void of_a_tile_in_a_wdt_only_what_is_asked_for_is_read(void **state)
{
    (void)state;
    static const struct alpha_normals normals = {.north_sign = 1, .west_sign = 1};
    struct alpha_built built;
    alpha_build(&normals, &built);
    const struct adt_files files = {
        .root = {built.bytes.data + built.tile, built.bytes.size - built.tile, NULL},
        .root_offset = built.tile,
        .x = 31,
        .y = 40};
    read_parts(&files, 0);
    buffer_free(&built.bytes);
}

/* Reads all chunks but those that are farther in than one from the edge. */
static struct adt_tile *read_edges(const struct adt_files *files, struct arena *arena)
{
    const struct diag quiet = {0};
    const struct adt_request request = {.contents = ADT_GROUND, .left_out = {1, 15, 1, 15}};
    struct adt_tile *tile;
    assert_int_equal(adt_read(files, &request, arena, &quiet, &tile), ADTMAP_OK);
    return tile;
}

static void check_edges(const struct adt_files *files)
{
    struct arena arena = {0};
    const struct adt_tile *tile = read_edges(files, &arena);
    for (uint32_t i = 0; i < ADT_CHUNKS; i++) {
        const uint32_t column = i % ADT_EDGE, row = i / ADT_EDGE;
        const bool is_edge = column == 0 || column == 15 || row == 0 || row == 15;
        assert_int_equal(tile->chunks[i].present, is_edge);
    }
    arena_free(&arena);
}

/* A chunk that says to be another one is read: it may end in either place. */
static void chunks_that_nobody_needs_are_not_read(void **state)
{
    (void)state;
    enum { INDEX_X = 12, NORTH = 3, INNER = 17 };
    struct split_built split;
    struct adt_built built;
    struct arena arena = {0};
    const struct adt_plan plan = {
        .chunk_count = ADT_CHUNKS, .texture_count = 1, .layer_count = 1, .layers = {{0}}};
    split_build(0, &split);
    check_edges(&(const struct adt_files){.root = {split.root.data, split.root.size, NULL},
                                          .tex0 = {split.tex0.data, split.tex0.size, NULL}});
    split_free(&split);
    adt_build(&plan, &built);
    const struct adt_files files = {.root = {built.bytes.data, built.bytes.size, NULL}};
    check_edges(&files);
    const uint8_t coordinates[8] = {INNER % ADT_EDGE, 0, 0, 0, INNER / ADT_EDGE};
    memcpy(built.bytes.data + built.mcnk[NORTH] + INDEX_X, coordinates, sizeof coordinates);
    assert_true(read_edges(&files, &arena)->chunks[INNER].present);
    arena_free(&arena);
    adt_built_free(&built);
}

/* So that a chunk at the edge which says to be one of them stands where it does in the whole tile,
 * and a tile of whose edges nothing is left is one. */
static void chunks_that_are_not_read_have_their_places(void **state)
{
    (void)state;
    enum { INDEX_X = 12, LAST = 255, INNER = 17 };
    struct adt_built built;
    struct arena arena = {0};
    const struct adt_plan plan = {
        .chunk_count = ADT_CHUNKS, .texture_count = 1, .layer_count = 1, .layers = {{0}}};
    adt_build(&plan, &built);
    const struct adt_files files = {.root = {built.bytes.data, built.bytes.size, NULL}};
    const uint8_t coordinates[8] = {INNER % ADT_EDGE, 0, 0, 0, INNER / ADT_EDGE};
    memcpy(built.bytes.data + built.mcnk[LAST] + INDEX_X, coordinates, sizeof coordinates);
    const struct adt_tile *tile = read_edges(&files, &arena);
    assert_true(tile->chunks[LAST].present);
    assert_false(tile->chunks[INNER].present);
    for (uint32_t i = 0; i < ADT_CHUNKS; i++) {
        const uint32_t column = i % ADT_EDGE, row = i / ADT_EDGE;
        if (column == 0 || column == 15 || row == 0 || row == 15) {
            const size_t end = i < LAST ? built.mcnk[i + 1] : built.bytes.size;
            uint8_t *heights =
                memmem(built.bytes.data + built.mcnk[i], end - built.mcnk[i], "TVCM", 4);
            assert_non_null(heights);
            heights[0] = '?';
        }
    }
    assert_false(read_edges(&files, &arena)->chunks[LAST].present);
    arena_free(&arena);
    adt_built_free(&built);
}

static void a_failure_of_terrain_is_one_only_if_terrain_is_wanted(void **state)
{
    (void)state;
    struct buffer file = {0};
    const struct diag quiet = {0};
    add_doodad(&file);
    const struct adt_files files = {.root = {file.data, file.size, NULL}};
    const unsigned parts[] = {ADT_TERRAIN, ADT_PLACEMENTS, ADT_TERRAIN | ADT_PLACEMENTS};
    const enum adtmap_status statuses[] = {ADTMAP_BAD_DATA, ADTMAP_OK, ADTMAP_BAD_DATA};
    for (size_t i = 0; i < 3; i++) {
        const struct adt_request request = {.contents = parts[i]};
        struct adtmap_message failure = {0};
        const struct diag diag = {"test.adt", quiet.log, &failure};
        struct arena arena = {0};
        struct adt_tile *tile;
        assert_int_equal(adt_read(&files, &request, &arena, &diag, &tile), statuses[i]);
        arena_free(&arena);
    }
    buffer_free(&file);
}

static void a_wdt_decides_on_depth_and_blend(void **state)
{
    (void)state;
    static struct wdt wdt;
    static const struct {
        uint32_t flags;
        enum adt_alpha_depth depth;
        bool has_height_blend;
    } cases[] = {
        {0, ADT_ALPHA_4BIT, false},
        {WDT_FILE_IDS | WDT_VERTEX_COLORS, ADT_ALPHA_4BIT, false},
        {WDT_BIG_ALPHA, ADT_ALPHA_8BIT, false},
        {WDT_HEIGHT_TEXTURES, ADT_ALPHA_8BIT, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wdt.flags = cases[i].flags;
        struct adt_request request = adt_request_of(&wdt);
        assert_int_equal(request.alpha_depth, cases[i].depth);
        assert_int_equal(request.has_height_blend, cases[i].has_height_blend);
    }
    assert_int_equal(adt_request_of(NULL).alpha_depth, ADT_ALPHA_INFER);
}

int test_adt_request(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_one_file_only_what_is_asked_for_is_read),
        cmocka_unit_test(of_split_files_only_what_is_asked_for_is_read),
        cmocka_unit_test(of_a_tile_in_a_wdt_only_what_is_asked_for_is_read),
        cmocka_unit_test(chunks_that_nobody_needs_are_not_read),
        cmocka_unit_test(chunks_that_are_not_read_have_their_places),
        cmocka_unit_test(a_failure_of_terrain_is_one_only_if_terrain_is_wanted),
        cmocka_unit_test(a_wdt_decides_on_depth_and_blend),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
