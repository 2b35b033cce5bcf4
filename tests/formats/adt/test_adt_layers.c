/* Alpha maps of a chunk's layers, where MCLY says other things than the maps do. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/adt/adt_layers.h"
#include "formats/bytes.h"

enum { MAP_4 = 2048, MAP_8 = 4096, ROOM = 3 * MAP_8 };

/* What was read of up to three layers. Byte i of MCAL is 1 + i / 256, so that each texel tells
 * where it comes from. */
struct fixture {
    uint8_t data[ROOM];
    struct heard heard;
    struct warning_dedup dedup;
    struct arena arena;
    struct adt_context context;
    struct adt_layer_list list;
    struct adt_chunk chunk;
};

static struct fixture fixture;

struct layer {
    uint32_t flags;
    size_t alpha; /* offset in MCAL */
};

/* Reads `count` layers from `size` bytes of MCAL in a tile of a depth. */
static const struct adt_chunk *read_layers(enum adt_alpha_depth depth, size_t size, size_t count,
                                           const struct layer *layers)
{
    struct fixture *f = &fixture;
    arena_free(&f->arena);
    *f = (struct fixture){.list = {.count = count}};
    listen(&f->heard);
    f->dedup.diag = &f->heard.diag;
    f->context = (struct adt_context){.depth = depth, .arena = &f->arena, .dedup = &f->dedup};
    for (size_t i = 0; i < ROOM; i++) {
        f->data[i] = (uint8_t)(1 + i / 256);
    }
    f->chunk.flags = 0x8000;
    f->chunk.layer_count = (uint32_t)count;
    for (size_t i = 0; i < count; i++) {
        f->list.entries[i].flags = f->chunk.layers[i].flags = layers[i].flags;
        f->list.entries[i].alpha = layers[i].alpha;
        f->list.of_layer[i] = i;
    }
    const struct adt_alpha_source source = {.mcal = {.data = f->data, .size = size, .id = "MCAL"},
                                            .declared = size};
    assert_true(adt_layers_read_alpha(&f->context, &f->list, &source, &f->chunk));
    warning_dedup_flush(&f->dedup);
    return &f->chunk;
}

/* The first texels of 8 bits and of 4 bits from byte `at`. */
static uint8_t deep(size_t at)
{
    return (uint8_t)(1 + at / 256);
}

static uint8_t nibble(size_t at)
{
    return (uint8_t)(deep(at) % 16 * 17);
}

/*
 * A layer without a map may have any offset: tools leave what was there. It cut the room of the map
 * before it to the bytes of one of 4 bits.
 */
static void the_offset_of_a_layer_without_a_map_counts_for_nothing(void **state)
{
    (void)state;
    const struct layer layers[] = {{0, 0}, {0x100, 0}, {0, MAP_4}};
    const struct adt_chunk *chunk = read_layers(ADT_ALPHA_8BIT, MAP_8, 3, layers);
    assert_int_equal(chunk->layers[1].alpha[MAP_8 - 1], deep(MAP_8 - 1));
    assert_null(chunk->layers[2].alpha);
    assert_int_equal(fixture.heard.warnings, 0);
}

/* The bottom layer is what the others leave of the ground; a map of its own says nothing. */
static void the_bottom_layer_has_no_map(void **state)
{
    (void)state;
    const struct layer layers[] = {{0x100, 0}, {0x100, MAP_4}};
    const struct adt_chunk *chunk = read_layers(ADT_ALPHA_4BIT, 2 * MAP_4, 2, layers);
    assert_null(chunk->layers[0].alpha);
    assert_int_equal(chunk->layers[1].alpha[0], nibble(MAP_4));
}

/* Maps of 4 bits in a tile of 8, without and with the flag of runs, and runs in a tile of 4. */
static void the_bytes_of_a_map_overrule_its_flags(void **state)
{
    (void)state;
    const struct layer plain[] = {{0, 0}, {0x100, 0}, {0x100, MAP_4}};
    const struct adt_chunk *chunk = read_layers(ADT_ALPHA_8BIT, 2 * MAP_4, 3, plain);
    assert_int_equal(chunk->layers[1].alpha[0], nibble(0));
    assert_int_equal(chunk->layers[2].alpha[0], nibble(MAP_4));
    assert_int_equal(fixture.heard.warnings, 1);

    const struct layer flagged[] = {{0, 0}, {0x300, 0}, {0x300, MAP_4}};
    chunk = read_layers(ADT_ALPHA_4BIT, 2 * MAP_4, 3, flagged);
    assert_int_equal(chunk->layers[1].alpha[0], nibble(0));
    assert_int_equal(chunk->layers[2].alpha[0], nibble(MAP_4));
    assert_int_equal(fixture.heard.warnings, 1);

    const struct layer runs[] = {{0, 0}, {0x300, 0}, {0x300, 100}};
    chunk = read_layers(ADT_ALPHA_4BIT, MAP_8, 3, runs);
    assert_int_equal(chunk->layers[1].alpha[0], deep(1)); /* a run of one texel */
}

int test_adt_layers(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_offset_of_a_layer_without_a_map_counts_for_nothing),
        cmocka_unit_test(the_bottom_layer_has_no_map),
        cmocka_unit_test(the_bytes_of_a_map_overrule_its_flags),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    arena_free(&fixture.arena);
    return failed;
}
