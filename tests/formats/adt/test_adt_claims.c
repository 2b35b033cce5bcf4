/* ADTs and WDTs in which a field claims more than the file holds take no memory for it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/adt/adt.h"
#include "formats/adt_builder.h"
#include "formats/claims.h"
#include "formats/wdt.h"

static enum adtmap_status read_adt(const uint8_t *data, size_t size)
{
    static struct arena arena;
    const struct diag diag = {0};
    const struct adt_files files = {.root = {.data = data, .size = size}};
    const unsigned parts[] = {0, ADT_LIQUIDS, ADT_PLACEMENTS};
    enum adtmap_status all[sizeof parts / sizeof *parts];
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const struct adt_request request = {.contents = parts[i]};
        struct adt_tile *tile;
        all[i] = adt_read(&files, &request, &arena, &diag, &tile);
    }
    arena_reset(&arena);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (all[i] == ADTMAP_NO_MEMORY) {
            return all[i];
        }
    }
    return ADTMAP_OK;
}

static enum adtmap_status read_wdt(const uint8_t *data, size_t size)
{
    static struct arena arena;
    const struct diag diag = {0};
    static struct wdt wdt;
    struct adt_placements objects;
    enum adtmap_status status = wdt_read(data, size, &diag, &wdt);
    if (status != ADTMAP_NO_MEMORY) {
        status = adt_read_global_wmo(data, size, &arena, &diag, &objects);
    }
    arena_reset(&arena);
    return status;
}

static void claims_in_an_adt_take_no_memory(void **state)
{
    (void)state;
    struct adt_built built;
    const struct adt_plan plan = {
        .chunk_count = 1,
        .flags = BUILT_FLAG_SHADOW | BUILT_FLAG_RIVER | BUILT_FLAG_COLORS,
        .texture_count = 3,
        .layer_count = 2,
        .layers = {{.texture = 0}, {.texture = 2, .flags = 0x100, .alpha = BUILT_ALPHA_4BIT}},
        .doodad_refs = 2,
        .object_refs = 3,
        .traits = ADT_MCLQ_SIZE_ZERO,
    };
    adt_build(&plan, &built);
    claims_take_no_memory(&built.bytes, read_adt);
    adt_built_free(&built);
}

/* One instance in chunk 0, of which the header says nothing that is true. */
static void claims_in_mh2o_and_placements_take_no_memory(void **state)
{
    (void)state;
    struct buffer file = {0};
    size_t chunk = begin_chunk(&file, "MVER");
    buffer_u32le(&file, 18);
    end_chunk(&file, chunk);
    chunk = begin_chunk(&file, "MH2O");
    buffer_u32le(&file, 256 * 12);
    buffer_u32le(&file, 1);
    append_zeroes(&file, 256 * 12 - 8);
    append_zeroes(&file, 24 + 81 * 8);
    end_chunk(&file, chunk);
    chunk = begin_chunk(&file, "MWMO");
    buffer_append(&file, "a.wmo", 6);
    end_chunk(&file, chunk);
    chunk = begin_chunk(&file, "MWID");
    buffer_u32le(&file, 0);
    end_chunk(&file, chunk);
    chunk = begin_chunk(&file, "MODF");
    append_zeroes(&file, 2 * 64);
    end_chunk(&file, chunk);
    claims_take_no_memory(&file, read_adt);
    buffer_free(&file);
}

static void claims_in_a_wdt_take_no_memory(void **state)
{
    (void)state;
    struct buffer file = {0};
    const struct wdt_plan plan = {.flags = 1, .global_wmo = "world/wmo/a.wmo"};
    wdt_build(&plan, &file);
    claims_take_no_memory(&file, read_wdt);
    buffer_free(&file);
}

int test_adt_claims(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(claims_in_an_adt_take_no_memory),
        cmocka_unit_test(claims_in_mh2o_and_placements_take_no_memory),
        cmocka_unit_test(claims_in_a_wdt_take_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
