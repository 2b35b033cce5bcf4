/*
 * Every chunk of the files of every era, cut short at every byte of its header, and with a size
 * that leaves it nothing: nothing is read outside, what is wrong is said in a few lines, and all
 * other chunks of terrain are there.
 */
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

enum {
    PLACES_MAX = 64,
    HEADER = 8,
    LINES_MAX = 24,
    WHOLE = 256,
    /* Of the bytes of a header, and of the sizes that it claims: sanitizers take ten times as long.
     */
    CUTS = ADTMAP_SANITIZED ? 3 : 1,
    CLAIMS = ADTMAP_SANITIZED ? 4 : 1,
};

/* One file of a tile, where its chunks begin, and the file itself before and after damage. */
struct file {
    struct buffer bytes;
    size_t places[PLACES_MAX];
    size_t place_count;
};

/* The files of a tile as struct adt_files has them: root, tex0, obj0. */
struct tile {
    struct file files[3];
    size_t file_count;
    size_t base; /* of the tile in a WDT */
};

static const char *const ids[] = {"MVER", "MHDR", "MCIN", "MTEX", "MTXP", "MAMP", "MCNK",
                                  "MCVT", "MCNR", "MCLY", "MCRF", "MCAL", "MCSH", "MCCV",
                                  "MCRD", "MCRW", "MDDF", "MODF", "MCLV"};

static bool is_chunk(const uint8_t *at)
{
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        const char *id = ids[i];
        if (at[0] == id[3] && at[1] == id[2] && at[2] == id[1] && at[3] == id[0]) {
            return true;
        }
    }
    return false;
}

/* The first chunks from `from` on; of hundreds of equal MCNKs a few are enough. */
static void note_places(struct file *file, size_t from, size_t most)
{
    for (size_t at = from; at + HEADER <= file->bytes.size && most; at++) {
        if (is_chunk(file->bytes.data + at) && file->place_count < PLACES_MAX) {
            file->places[file->place_count++] = at;
            at += HEADER - 1;
            most--;
        }
    }
}

static void note_first_and_last(struct file *file)
{
    note_places(file, 0, 20);
    note_places(file, file->bytes.size / 2, 4);
    note_places(file, file->bytes.size - file->bytes.size / WHOLE, 12);
}

/* Reads the tile with file `damaged` cut to `size` bytes; returns how much terrain there is. */
static uint32_t read_tile(const struct tile *tile, size_t damaged, size_t size)
{
    uint8_t *copies[3] = {NULL};
    struct adt_bytes bytes[3] = {{0}};
    struct captured captured = {0};
    struct adtmap_message failure = {0};
    static struct arena arena;
    struct adt_tile *read;
    const struct adtmap_log log = {captured_write, &captured};
    const struct diag diag = {"test.adt", &log, &failure};
    const struct adt_request facts = {.alpha_depth = ADT_ALPHA_4BIT};
    for (size_t i = 0; i < tile->file_count; i++) {
        size_t begin = i == 0 ? tile->base : 0;
        size_t end = i == damaged ? size : tile->files[i].bytes.size;
        size_t length = end > begin ? end - begin : 0;
        copies[i] = malloc(length ? length : 1); /* of its exact size, for sanitizers */
        memcpy(copies[i], tile->files[i].bytes.data + begin, length);
        bytes[i] = (struct adt_bytes){copies[i], length, NULL};
    }
    const struct adt_files files = {.root = bytes[0],
                                    .tex0 = bytes[1],
                                    .obj0 = bytes[2],
                                    .root_offset = tile->base,
                                    .x = 31,
                                    .y = 40};
    enum adtmap_status status = adt_read(&files, &facts, &arena, &diag, &read);
    uint32_t there = status ? 0 : read->chunk_count;
    assert_true(status == ADTMAP_OK || (status == ADTMAP_BAD_DATA && failure.what[0]));
    assert_true(captured.warnings <= LINES_MAX);
    assert_true(there == WHOLE || captured.warnings > 0 || status);
    for (size_t i = 0; i < 3; i++) {
        free(copies[i]);
    }
    arena_reset(&arena);
    return there;
}

/* Cut where it is cut, a tile keeps the terrain that is whole before; a part file costs none. */
static void cut_headers(const struct tile *tile)
{
    for (size_t f = 0; f < tile->file_count; f++) {
        uint32_t before = 0;
        for (size_t p = 0; p < tile->files[f].place_count; p++) {
            for (size_t byte = 0; byte < HEADER; byte += CUTS) {
                uint32_t there = read_tile(tile, f, tile->files[f].places[p] + byte);
                assert_true(there >= before);
                assert_true(f == 0 || there == WHOLE);
                before = there;
            }
        }
        assert_true(f > 0 || before >= WHOLE - 1);
    }
}

/* A chunk that says it has next to nothing costs itself, or is found to be larger. */
static void empty_chunks(struct tile *tile)
{
    for (size_t f = 0; f < tile->file_count; f++) {
        struct file *file = &tile->files[f];
        for (size_t p = 0; p < file->place_count; p++) {
            uint32_t size = get_u32(&file->bytes, file->places[p] + 4);
            for (uint32_t claimed = 0; claimed <= HEADER; claimed += CLAIMS) {
                put_u32(&file->bytes, file->places[p] + 4, claimed);
                assert_true(read_tile(tile, f, file->bytes.size) >= WHOLE - 1);
            }
            put_u32(&file->bytes, file->places[p] + 4, size);
        }
    }
}

static void damage(struct tile *tile)
{
    for (size_t f = 0; f < tile->file_count; f++) {
        assert_true(tile->files[f].place_count >= 20);
        assert_int_equal(read_tile(tile, f, tile->files[f].bytes.size), WHOLE);
    }
    cut_headers(tile);
    empty_chunks(tile);
}

static void in_one_file(void **state)
{
    (void)state;
    const struct adt_plan plan = {
        .tile_x = 31,
        .tile_y = 40,
        .chunk_count = BUILT_CHUNKS,
        .flags = BUILT_FLAG_SHADOW | BUILT_FLAG_COLORS,
        .texture_count = 3,
        .layer_count = 2,
        .layers = {{0, 0, BUILT_ALPHA_NONE}, {1, 0x100, BUILT_ALPHA_4BIT}},
        .doodad_refs = 1,
    };
    struct adt_built built;
    adt_build(&plan, &built);
    struct tile tile = {.files = {{.bytes = built.bytes}}, .file_count = 1};
    note_first_and_last(&tile.files[0]);
    damage(&tile);
    adt_built_free(&built);
}

static void in_a_wdt(void **state)
{
    (void)state;
    struct alpha_built built;
    alpha_build(&(struct alpha_normals){.north_sign = 1, .west_sign = 1}, &built);
    struct tile tile = {.files = {{.bytes = built.bytes}}, .file_count = 1, .base = built.tile};
    note_places(&tile.files[0], built.tile + HEADER, 20);
    note_places(&tile.files[0], built.mcnk[255], 20);
    damage(&tile);
    buffer_free(&built.bytes);
}

static void in_several_files(void **state)
{
    (void)state;
    struct split_built built;
    split_build(SPLIT_LIGHTS | SPLIT_SMALL_MAPS, &built);
    struct tile tile = {
        .files = {{.bytes = built.root}, {.bytes = built.tex0}, {.bytes = built.obj0}},
        .file_count = 3};
    for (size_t f = 0; f < 3; f++) {
        note_first_and_last(&tile.files[f]);
    }
    damage(&tile);
    split_free(&built);
}

int test_chunk_damage(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_one_file),
        cmocka_unit_test(in_a_wdt),
        cmocka_unit_test(in_several_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
