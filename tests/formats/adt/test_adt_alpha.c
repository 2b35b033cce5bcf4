/* Tiles of 0.5.3 to 0.5.5: their WDT, each part of a chunk, normals in every order, damage. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "formats/adt/adt.h"
#include "formats/bytes.h"
#include "formats/captured.h"
#include "formats/era_builder.h"

enum { INDEX = 40 * 64 + 31 };

static const struct alpha_normals documented = {.north_sign = 1, .west_sign = 1};

/* A WDT and its tile as read; `bytes` are of exactly the size, for sanitizers. */
struct reading {
    struct alpha_built built;
    uint8_t *bytes;
    struct wdt *wdt;
    struct captured captured;
    struct adtmap_message failure;
    enum adtmap_edge edge; /* asked for */
    struct arena arena;
    struct adt_tile *tile;
    enum adtmap_status wdt_status, status;
};

static void read_first(struct reading *reading, size_t size)
{
    struct adtmap_log log = {captured_write, &reading->captured};
    struct diag diag = {"test.wdt", &log, &reading->failure};
    reading->bytes = malloc(size ? size : 1);
    memcpy(reading->bytes, reading->built.bytes.data, size);
    reading->wdt_status = wdt_read(reading->bytes, size, &diag, reading->wdt);
    struct wdt_range range = reading->wdt->ranges[INDEX];
    if (reading->wdt_status || !range.size) {
        reading->status = ADTMAP_NOT_FOUND;
        return;
    }
    const struct adt_files files = {
        .root = {.data = reading->bytes + range.offset, .size = range.size},
        .root_offset = range.offset,
        .x = 31,
        .y = 40,
    };
    struct adt_request facts = adt_request_of(reading->wdt);
    facts.edge = reading->edge;
    reading->status = adt_read(&files, &facts, &reading->arena, &diag, &reading->tile);
}

static void begin(struct reading *reading, const struct alpha_normals *normals)
{
    memset(reading, 0, sizeof *reading);
    reading->wdt = calloc(1, sizeof *reading->wdt);
    assert_non_null(reading->wdt);
    alpha_build(normals, &reading->built);
}

static void end(struct reading *reading)
{
    arena_free(&reading->arena);
    free(reading->wdt);
    free(reading->bytes);
    buffer_free(&reading->built.bytes);
}

static void wdt_says_where_its_tiles_are(void **state)
{
    (void)state;
    struct reading reading;
    begin(&reading, &documented);
    read_first(&reading, reading.built.bytes.size);
    assert_int_equal(reading.wdt_status, ADTMAP_OK);
    assert_true(reading.wdt->holds_tiles);
    assert_int_equal(wdt_tile_count(reading.wdt), 1);
    assert_true(wdt_has_tile(reading.wdt, 31, 40));
    assert_int_equal(reading.wdt->flags, 0);
    assert_int_equal(reading.wdt->ranges[INDEX].offset, reading.built.tile);
    assert_int_equal(reading.wdt->ranges[INDEX].size,
                     reading.built.bytes.size - reading.built.tile);
    assert_int_equal(reading.captured.warnings, 0);
    end(&reading);
}

static void geometry_is(const struct adt_tile *tile)
{
    for (uint32_t i = 0; i < ADT_CHUNKS; i++) {
        const struct adt_chunk *chunk = &tile->chunks[i];
        for (uint32_t v = 0; v < ADT_VERTICES; v++) {
            assert_true(chunk->height_yd[v] == alpha_height(i, v, false));
            for (uint32_t axis = 0; axis < 3; axis++) {
                assert_int_equal(chunk->normal[v][axis], alpha_normal(v, axis, false));
            }
        }
    }
}

static void a_tile_arrives_whole(void **state)
{
    (void)state;
    struct reading reading;
    uint32_t x;
    uint32_t y;
    begin(&reading, &documented);
    read_first(&reading, reading.built.bytes.size);
    assert_int_equal(reading.status, ADTMAP_OK);
    assert_int_equal(reading.captured.warnings, 0);
    assert_int_equal(reading.tile->chunk_count, ADT_CHUNKS);
    assert_int_equal(reading.tile->texture_count, 4);
    assert_string_equal(reading.tile->textures[2].name, "Tileset\\Built\\G02.blp");
    assert_true(adt_tile_place(reading.tile, &x, &y));
    assert_int_equal(x, 31);
    assert_int_equal(y, 40);
    geometry_is(reading.tile);
    const struct adt_chunk *chunk = &reading.tile->chunks[200];
    assert_int_equal(chunk->area_id, 77);
    assert_true(chunk->holes == UINT64_C(0x0C0C0303)); /* 2x2 quads for each bit of 0x21 */
    assert_int_equal(chunk->layer_count, 4);
    end(&reading);
}

static void maps_are_4_bits_with_copied_edges(void **state)
{
    (void)state;
    struct reading reading;
    begin(&reading, &documented);
    read_first(&reading, reading.built.bytes.size);
    const struct adt_chunk *chunk = &reading.tile->chunks[73];
    for (uint32_t i = 0; i < ADT_MAP_TEXELS; i++) {
        uint32_t from_x = i % 64 == 63 ? 62 : i % 64;
        uint32_t from_y = i / 64 == 63 ? 62 : i / 64;
        assert_int_equal(chunk->shadow[i / 64] >> i % 64 & 1, built_shadow(73, from_x, from_y));
        for (uint32_t layer = 1; layer < 4; layer++) { /* only the first has the flag */
            assert_int_equal(chunk->layers[layer].alpha[i],
                             built_texel(73, layer, BUILT_ALPHA_4BIT, from_x, from_y));
        }
    }
    end(&reading);
}

/* The WDT says nothing of it, the caller may. */
static void edges_are_kept_where_that_is_asked_for(void **state)
{
    (void)state;
    struct reading reading;
    begin(&reading, &documented);
    reading.edge = ADTMAP_EDGE_KEEP;
    read_first(&reading, reading.built.bytes.size);
    const struct adt_chunk *chunk = &reading.tile->chunks[73];
    for (uint32_t i = 0; i < ADT_MAP_TEXELS; i++) {
        assert_int_equal(chunk->shadow[i / 64] >> i % 64 & 1, built_shadow(73, i % 64, i / 64));
        assert_int_equal(chunk->layers[2].alpha[i],
                         built_texel(73, 2, BUILT_ALPHA_4BIT, i % 64, i / 64));
    }
    assert_non_null(strstr(reading.tile->edges, "as stored"));
    end(&reading);
}

static void normals_are_read_as_they_agree_with_heights(void **state)
{
    (void)state;
    for (int i = 0; i < 8; i++) {
        struct reading reading;
        const struct alpha_normals normals = {
            .by_rows = i & 1, .north_sign = i & 2 ? -1 : 1, .west_sign = i & 4 ? -1 : 1};
        begin(&reading, &normals);
        read_first(&reading, reading.built.bytes.size);
        geometry_is(reading.tile);
        assert_non_null(strstr(reading.tile->normals, normals.by_rows ? "9 and 8" : "81 + 64"));
        assert_non_null(strstr(reading.tile->normals, i & 2 ? "south" : "north"));
        assert_non_null(strstr(reading.tile->normals, i & 4 ? "east" : "west"));
        end(&reading);
    }
}

static void level_ground_says_that_nothing_was_checked(void **state)
{
    (void)state;
    struct reading reading;
    const struct alpha_normals normals = {.north_sign = 1, .west_sign = 1, .level = true};
    begin(&reading, &normals);
    read_first(&reading, reading.built.bytes.size);
    assert_non_null(strstr(reading.tile->normals, "unchecked"));
    assert_true(reading.tile->normals_open);
    end(&reading);
}

static void a_main_past_the_end_is_named_and_the_tile_absent(void **state)
{
    (void)state;
    struct reading reading;
    begin(&reading, &documented);
    put_u32(&reading.built.bytes, reading.built.main + 8 + (size_t)INDEX * 16, 0x7FFFFFF0);
    read_first(&reading, reading.built.bytes.size);
    assert_int_equal(reading.wdt_status, ADTMAP_OK);
    assert_int_equal(reading.wdt->ranges[INDEX].size, 0);
    assert_non_null(captured_find(&reading.captured, "MAIN", "past the end"));
    end(&reading);
}

/* Offsets of the header that lead out of the MCNK cost the part they place, no more. */
static void invalid_offsets_cost_only_their_part(void **state)
{
    (void)state;
    static const size_t fields[] = {0x18, 0x1C, 0x20, 0x24, 0x28, 0x2C, 0x30, 0x34, 0x64};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        struct reading reading;
        begin(&reading, &documented);
        put_u32(&reading.built.bytes, reading.built.mcnk[9] + 8 + fields[i], 0xFFFFFF00);
        read_first(&reading, reading.built.bytes.size);
        assert_int_equal(reading.status, ADTMAP_OK);
        assert_int_equal(reading.tile->chunk_count, fields[i] == 0x18 ? 255 : 256);
        end(&reading);
    }
}

static void put_field(struct reading *reading, uint32_t chunk, size_t at, uint32_t value)
{
    put_u32(&reading->built.bytes, reading->built.mcnk[chunk] + 8 + at, value);
}

/* MCNK says its size, and so does MCIN: the larger counts. */
static void a_chunk_is_as_large_as_either_size(void **state)
{
    (void)state;
    struct reading reading;
    begin(&reading, &documented);
    size_t mcin = reading.built.tile + 8 + 64 + 8;
    put_u32(&reading.built.bytes, reading.built.mcnk[3] + 4, 0);
    put_u32(&reading.built.bytes, mcin + 16 * 4 + 4, 0);
    read_first(&reading, reading.built.bytes.size);
    assert_int_equal(reading.captured.warnings, 0);
    geometry_is(reading.tile);
    end(&reading);
}

static void places_of_chunks_follow_from_the_tile(void **state)
{
    (void)state;
    const float chunk_yd = 100.0F / 3.0F;
    struct reading reading;
    begin(&reading, &documented);
    read_first(&reading, reading.built.bytes.size);
    const float *position = reading.tile->chunks[12 * 16 + 7].position;
    assert_float_equal(position[0], (-8 * 16 - 12) * chunk_yd, 0.01F);
    assert_float_equal(position[1], (16 - 7) * chunk_yd, 0.01F);
    end(&reading);
}

/* Later flags mean nothing here, so that no edge is kept for them; that of the shadow does. */
static void flags_are_those_of_the_first_clients(void **state)
{
    (void)state;
    struct reading reading;
    begin(&reading, &documented);
    put_field(&reading, 5, 0, BUILT_FLAG_SHADOW | BUILT_FLAG_FIXED);
    put_field(&reading, 6, 0, 0);
    put_field(&reading, 6, 0x34, 0);
    read_first(&reading, reading.built.bytes.size);
    assert_int_equal(reading.captured.warnings, 0);
    assert_int_equal(reading.tile->chunks[5].flags, BUILT_FLAG_SHADOW);
    const struct adt_chunk *chunk = &reading.tile->chunks[5];
    assert_int_equal(chunk->layers[1].alpha[63], chunk->layers[1].alpha[62]);
    assert_non_null(chunk->shadow);
    assert_null(reading.tile->chunks[6].shadow);
    end(&reading);
}

/* MCRF is empty, whatever the header says. */
static void references_are_those_that_are_there(void **state)
{
    (void)state;
    struct reading reading;
    begin(&reading, &documented);
    put_field(&reading, 5, 0x14, 2);
    put_field(&reading, 5, 0x3C, 3);
    size_t mcrf = reading.built.mcnk[5] + 8 + 128 +
                  get_u32(&reading.built.bytes, reading.built.mcnk[5] + 8 + 0x24);
    read_first(&reading, reading.built.bytes.size);
    assert_int_equal(reading.tile->chunks[5].doodad_ref_count, 0);
    assert_int_equal(reading.tile->chunks[5].wmo_ref_count, 0);
    end(&reading);
    begin(&reading, &documented);
    put_field(&reading, 5, 0x14, 2);
    put_field(&reading, 5, 0x3C, 3);
    put_u32(&reading.built.bytes, mcrf + 4, 16);
    read_first(&reading, reading.built.bytes.size);
    assert_int_equal(reading.tile->chunks[5].doodad_ref_count, 2);
    assert_int_equal(reading.tile->chunks[5].wmo_ref_count, 2);
    end(&reading);
}

static void what_is_not_there_is_said(void **state)
{
    (void)state;
    struct reading reading;
    begin(&reading, &documented);
    put_field(&reading, 5, 0x20, 0xFFFFFF00);
    put_field(&reading, 6, 0, BUILT_FLAG_RIVER);
    put_field(&reading, 6, 0x64, 0xFFFFFF00);
    put_field(&reading, 7, 0x20, 0xFFFFFF00);
    put_field(&reading, 7, 0x10, 0);
    read_first(&reading, reading.built.bytes.size);
    assert_int_equal(reading.captured.warnings, 2);
    assert_non_null(captured_find(&reading.captured, "MCLY", "missing in this MCNK"));
    assert_non_null(captured_find(&reading.captured, "MCLQ", "1 liquids missing"));
    end(&reading);
}

/* At the end of the last chunk, with a chunk header, as a tool writes it, or without. */
static void add_river(struct reading *reading, bool has_header, float level)
{
    enum { LAST = 255 };
    struct buffer *bytes = &reading->built.bytes;
    size_t body = reading->built.mcnk[LAST] + 8 + 128;
    put_field(reading, LAST, 0, BUILT_FLAG_RIVER);
    put_field(reading, LAST, 0x64, (uint32_t)(bytes->size - body));
    size_t part = has_header ? begin_chunk(bytes, "MCLQ") : 0;
    add_floats(bytes, (const float[]){level, level}, 2);
    for (uint32_t v = 0; v < 81; v++) {
        buffer_u32le(bytes, 0);
        add_floats(bytes, &level, 1);
    }
    append_zeroes(bytes, 64 + 84);
    if (has_header) {
        end_chunk(bytes, part);
    }
    put_u32(bytes, reading->built.mcnk[LAST] + 4,
            (uint32_t)(bytes->size - reading->built.mcnk[LAST] - 8));
}

static void liquids_have_a_chunk_header_or_none(void **state)
{
    (void)state;
    for (int has_header = 0; has_header < 2; has_header++) {
        struct reading reading;
        begin(&reading, &documented);
        add_river(&reading, has_header, 12.5F);
        read_first(&reading, reading.built.bytes.size);
        assert_int_equal(reading.captured.warnings, 0);
        assert_int_equal(reading.tile->liquids.count, 1);
        const struct liquid_layer *river = &reading.tile->liquids.layers[0];
        assert_int_equal(river->chunk, 255);
        assert_true(river->grid.height_yd[80] == 12.5F);
        end(&reading);
        begin(&reading, &documented);
        add_river(&reading, has_header, 12.5F);
        read_first(&reading,
                   reading.built.bytes.size - 84 - 4); /* a liquid has no need of the 84 */
        assert_non_null(captured_find(&reading.captured, "MCLQ", "1 liquids missing"));
        end(&reading);
    }
}

/* Cut at every byte of the first headers, and in places all over. */
static void files_cut_short_are_survived(void **state)
{
    (void)state;
    struct reading reading;
    begin(&reading, &documented);
    size_t whole = reading.built.bytes.size;
    size_t tile = reading.built.tile;
    for (size_t size = 0; size < whole;
         size += size < 200 || (size > tile && size < tile + 300) ? 1 : 4999) {
        read_first(&reading, size);
        assert_true(reading.status != ADTMAP_NO_MEMORY);
        arena_free(&reading.arena);
        free(reading.bytes);
        reading.bytes = NULL;
        reading.tile = NULL;
    }
    end(&reading);
}

int test_adt_alpha(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wdt_says_where_its_tiles_are),
        cmocka_unit_test(a_tile_arrives_whole),
        cmocka_unit_test(maps_are_4_bits_with_copied_edges),
        cmocka_unit_test(edges_are_kept_where_that_is_asked_for),
        cmocka_unit_test(normals_are_read_as_they_agree_with_heights),
        cmocka_unit_test(level_ground_says_that_nothing_was_checked),
        cmocka_unit_test(a_main_past_the_end_is_named_and_the_tile_absent),
        cmocka_unit_test(invalid_offsets_cost_only_their_part),
        cmocka_unit_test(a_chunk_is_as_large_as_either_size),
        cmocka_unit_test(places_of_chunks_follow_from_the_tile),
        cmocka_unit_test(flags_are_those_of_the_first_clients),
        cmocka_unit_test(references_are_those_that_are_there),
        cmocka_unit_test(what_is_not_there_is_said),
        cmocka_unit_test(liquids_have_a_chunk_header_or_none),
        cmocka_unit_test(files_cut_short_are_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
