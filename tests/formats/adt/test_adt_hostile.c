/* Files that mean harm: cut anywhere, any field overwritten, work piled up. Nothing may crash, read
 * outside, or take long; that is for sanitizers and patience to see. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "formats/adt/adt_reading.h"
#include "render/random.h"

enum { WARNINGS_MAX = 24 }; /* more would be equal ones */

static void chunk_is_sound(const struct adt_chunk *chunk, uint32_t texture_count)
{
    assert_true(chunk->layer_count <= ADT_LAYERS_MAX);
    for (uint32_t i = 0; i < chunk->layer_count; i++) {
        assert_true(chunk->layers[i].texture < texture_count);
    }
    for (uint32_t v = 0; chunk->present && v < ADT_VERTICES; v++) {
        assert_true(isfinite(chunk->height_yd[v]));
    }
}

/* What holds for every tile, whatever the file. Returns the status. */
static enum adtmap_status is_sound(const struct buffer *bytes, size_t size,
                                   enum adt_alpha_depth depth)
{
    struct reading reading;
    reading_begin(&reading, bytes, size, depth);
    enum adtmap_status status = reading.status;
    assert_true(status == ADTMAP_OK || status == ADTMAP_BAD_DATA);
    assert_true(reading.captured.warnings <= WARNINGS_MAX);
    assert_true(status == ADTMAP_OK || reading.failure.what[0]);
    uint32_t present = 0;
    for (uint32_t i = 0; !status && i < ADT_CHUNKS; i++) {
        chunk_is_sound(&reading.tile->chunks[i], reading.tile->texture_count);
        present += reading.tile->chunks[i].present;
    }
    if (!status) {
        uint32_t x;
        uint32_t y;
        adt_tile_place(reading.tile, &x, &y);
        assert_true(present > 0 && present == reading.tile->chunk_count);
        for (uint32_t i = 0; i < reading.tile->texture_count; i++) {
            assert_true(strlen(reading.tile->textures[i].name) < size);
        }
    }
    reading_end(&reading);
    return status;
}

/* Two chunks: small enough to be read thousands of times. */
static struct adt_plan small_plan(enum adt_alpha_depth depth)
{
    struct adt_plan plan = depth == ADT_ALPHA_4BIT ? plan_of_4_bits() : plan_of_8_bits();
    plan.chunk_count = 2;
    plan.layer_count = 2;
    plan.traits = ADT_MCLQ_SIZE_ZERO;
    return plan;
}

static void cut_at_every_byte_it_gives_what_is_whole_or_says_no(void **state)
{
    (void)state;
    for (enum adt_alpha_depth depth = ADT_ALPHA_4BIT; depth <= ADT_ALPHA_8BIT; depth++) {
        struct adt_plan plan = small_plan(depth);
        struct adt_built built;
        adt_build(&plan, &built);
        size_t heights = adt_built_part(&built, 0, "MCVT") + 8 + BUILT_VERTICES * 4;
        for (size_t size = 0; size < built.bytes.size; size++) {
            enum adtmap_status status =
                is_sound(&built.bytes, size, size % 2 ? depth : ADT_ALPHA_INFER);
            assert_int_equal(status, size < heights ? ADTMAP_BAD_DATA : ADTMAP_OK);
        }
        adt_built_free(&built);
    }
}

static void a_whole_tile_cut_short_keeps_the_chunks_before_the_cut(void **state)
{
    (void)state;
    struct random random = random_seeded();
    struct adt_plan plan = plan_of_8_bits();
    struct adt_built built;
    adt_build(&plan, &built);
    for (size_t round = 0; round < 60; round++) {
        size_t size = random_below(&random, (uint32_t)built.bytes.size);
        struct reading reading;
        reading_begin(&reading, &built.bytes, size, ADT_ALPHA_8BIT);
        for (uint32_t i = 0; i + 1 < BUILT_CHUNKS; i++) {
            bool whole = built.mcnk[i + 1] <= size;
            assert_true(!whole || (reading.tile && reading.tile->chunks[i].present));
        }
        assert_true(!reading.tile || reading.captured.warnings > 0);
        reading_end(&reading);
    }
    adt_built_free(&built);
}

/* Overwrites the word at `at` by bad values, one after the other, and reads. */
static void overwrite(struct adt_built *built, size_t at, struct random *random)
{
    uint32_t before = get_u32(&built->bytes, at);
    const uint32_t values[] = {0,
                               0xFFFFFFFF,
                               0x7FFFFFFF,
                               before + 1,
                               random_next(random),
                               random_below(random, (uint32_t)built->bytes.size),
                               random_below(random, 300)};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        put_u32(&built->bytes, at, values[i]);
        is_sound(&built->bytes, built->bytes.size, (enum adt_alpha_depth)(i % 3));
    }
    put_u32(&built->bytes, at, before);
}

static void any_overwritten_field_of_a_chunk_is_survived(void **state)
{
    (void)state;
    struct random random = random_seeded();
    for (enum adt_alpha_depth depth = ADT_ALPHA_4BIT; depth <= ADT_ALPHA_8BIT; depth++) {
        struct adt_plan plan = small_plan(depth);
        struct adt_built built;
        adt_build(&plan, &built);
        for (size_t at = built.mhdr; at < built.mhdr + 8 + 64; at += 4) {
            overwrite(&built, at, &random);
        }
        for (uint32_t chunk = 0; chunk < 2; chunk++) {
            for (size_t at = 0; at < 8 + 128; at += 4) {
                overwrite(&built, built.mcnk[chunk] + at, &random);
            }
            for (size_t i = 0; i < BUILT_PARTS_MAX && built.parts[chunk][i].offset; i++) {
                overwrite(&built, built.parts[chunk][i].offset, &random);
                overwrite(&built, built.parts[chunk][i].offset + 4, &random);
            }
            for (size_t at = 8; at < 8 + 32; at += 4) {
                overwrite(&built, adt_built_part(&built, chunk, "MCLY") + at, &random);
            }
        }
        adt_built_free(&built);
    }
}

static void any_overwritten_field_of_mcin_is_survived(void **state)
{
    (void)state;
    struct random random = random_seeded();
    struct adt_plan plan = {.chunk_count = BUILT_CHUNKS, .texture_count = 1};
    struct adt_built built;
    adt_build(&plan, &built);
    for (size_t entry = 0; entry < BUILT_CHUNKS; entry += 85) {
        for (size_t at = 0; at < 16; at += 4) {
            overwrite(&built, built.mcin + 8 + 16 * entry + at, &random);
        }
    }
    overwrite(&built, built.mcin, &random);
    overwrite(&built, built.mcin + 4, &random);
    overwrite(&built, built.mtex + 4, &random);
    adt_built_free(&built);
}

static void many_overwritten_bytes_are_survived(void **state)
{
    (void)state;
    struct random random = random_seeded();
    struct adt_plan plan = small_plan(ADT_ALPHA_8BIT);
    struct adt_built built;
    adt_build(&plan, &built);
    uint8_t *whole = malloc(built.bytes.size);
    memcpy(whole, built.bytes.data, built.bytes.size);
    for (uint32_t round = 0; round < 1500; round++) {
        for (uint32_t i = 0; i < 1 + round % 30; i++) {
            size_t at = random_below(&random, (uint32_t)built.bytes.size);
            built.bytes.data[at] = (uint8_t)random_next(&random);
            at = built.mcnk[random_below(&random, 2)] + 4 + random_below(&random, 132);
            built.bytes.data[at] = (uint8_t)random_next(&random);
        }
        is_sound(&built.bytes, built.bytes.size, (enum adt_alpha_depth)(round % 3));
        memcpy(built.bytes.data, whole, built.bytes.size);
    }
    free(whole);
    adt_built_free(&built);
}

static void what_is_no_adt_is_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "R", "REVM", "hello, this is no map at all",
                                        "KNCM\xFF\xFF\xFF\xFF"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct buffer bytes = {0};
        buffer_append(&bytes, texts[i], strlen(texts[i]) + 1);
        assert_int_equal(is_sound(&bytes, strlen(texts[i]), ADT_ALPHA_INFER), ADTMAP_BAD_DATA);
        buffer_free(&bytes);
    }
}

static void fill_with_chunks(uint8_t *data, size_t size, const char id[4])
{
    for (size_t i = 0; i + 8 <= size; i += 8) {
        memcpy(data + i, id, 4);
        memset(data + i + 4, 0, 4);
    }
}

/*
 * 256 entries of MCIN that all claim the millions of tiny chunks behind them. Walked again for each
 * MCNK and sub-chunk this is hours of work.
 */
static void millions_of_tiny_chunks_are_walked_a_few_times_only(void **state)
{
    (void)state;
    enum { TAIL = 32 << 20 };
    struct adt_plan plan = plan_of_8_bits();
    plan.traits = ADT_ZERO_OFFSETS;
    plan.omit = "MCCV";
    struct adt_built built;
    adt_build(&plan, &built);
    size_t tail = built.bytes.size;
    fill_with_chunks(buffer_extend(&built.bytes, TAIL), TAIL, "XXXM");
    for (uint32_t i = 0; i < BUILT_CHUNKS; i++) {
        uint32_t claimed = (uint32_t)(tail + TAIL - built.mcnk[i]);
        put_u32(&built.bytes, built.mcnk[i] + 4, claimed - 8);
        put_u32(&built.bytes, built.mcin + 8 + 16 * (size_t)i + 4, claimed);
    }
    assert_int_equal(is_sound(&built.bytes, built.bytes.size, ADT_ALPHA_INFER), ADTMAP_OK);
    put_u32(&built.bytes, built.mcin, 0);
    assert_int_equal(is_sound(&built.bytes, built.bytes.size, ADT_ALPHA_8BIT), ADTMAP_OK);
    fill_with_chunks(built.bytes.data, built.bytes.size, "XXXM");
    assert_int_equal(is_sound(&built.bytes, built.bytes.size, ADT_ALPHA_8BIT), ADTMAP_BAD_DATA);
    memset(built.bytes.data, 0, built.bytes.size);
    assert_int_equal(is_sound(&built.bytes, built.bytes.size, ADT_ALPHA_8BIT), ADTMAP_BAD_DATA);
    adt_built_free(&built);
}

/* A large MTEX is not copied whole. */
static void memory_does_not_grow_with_names_that_cannot_be(void **state)
{
    (void)state;
    enum { NAMES = 64 << 20 };
    struct adt_plan plan = {.chunk_count = 1};
    struct adt_built built;
    adt_build(&plan, &built);
    size_t mtex = built.bytes.size;
    buffer_append(&built.bytes, "XETM", 4);
    buffer_u32le(&built.bytes, NAMES);
    memset(buffer_extend(&built.bytes, NAMES), 'x', NAMES);
    put_u32(&built.bytes, built.mtex, 0);
    put_u32(&built.bytes, built.mhdr + 8 + 8, (uint32_t)(mtex - built.mhdr - 8));
    struct reading reading;
    reading_begin(&reading, &built.bytes, built.bytes.size, ADT_ALPHA_4BIT);
    assert_int_equal(reading.status, ADTMAP_OK);
    assert_int_equal(reading.tile->texture_count, 1);
    assert_true(strlen(reading.tile->textures[0].name) < 2 << 20);
    assert_non_null(captured_find(&reading.captured, "MTEX", "the rest left out"));
    reading_end(&reading);
    adt_built_free(&built);
}

int test_adt_hostile(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cut_at_every_byte_it_gives_what_is_whole_or_says_no),
        cmocka_unit_test(a_whole_tile_cut_short_keeps_the_chunks_before_the_cut),
        cmocka_unit_test(any_overwritten_field_of_a_chunk_is_survived),
        cmocka_unit_test(any_overwritten_field_of_mcin_is_survived),
        cmocka_unit_test(many_overwritten_bytes_are_survived),
        cmocka_unit_test(what_is_no_adt_is_refused),
        cmocka_unit_test(millions_of_tiny_chunks_are_walked_a_few_times_only),
        cmocka_unit_test(memory_does_not_grow_with_names_that_cannot_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
