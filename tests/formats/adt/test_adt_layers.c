/* Alpha maps of a chunk's layers, where MCLY says other things than the maps do. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/buffer.h"
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

/* The map of an upper layer in a tile whose maps have 8x8 texels. */
static const uint8_t *read_small_map(enum adt_alpha_depth depth, const uint8_t *data, size_t size)
{
    struct fixture *f = &fixture;
    arena_free(&f->arena);
    *f = (struct fixture){.list = {.count = 2, .of_layer = {0, 1}}};
    listen(&f->heard);
    f->dedup.diag = &f->heard.diag;
    f->context = (struct adt_context){
        .depth = depth, .arena = &f->arena, .dedup = &f->dedup, .map_shift = 3};
    f->chunk.layer_count = 2;
    f->list.entries[1].flags = f->chunk.layers[1].flags = 0x100;
    const struct adt_alpha_source source = {.mcal = {.data = data, .size = size, .id = "MCAL"},
                                            .declared = size};
    assert_true(adt_layers_read_alpha(&f->context, &f->list, &source, &f->chunk));
    assert_int_equal(f->heard.warnings, 0);
    return f->chunk.layers[1].alpha;
}

static uint8_t texel(const uint8_t *map, size_t x, size_t y)
{
    return map[y * 64 + x];
}

/* A texel of 8x8 has its colour at its middle, 4 texels of 64 from its edge; between the middles
 * stand the nearest whole numbers. Small maps have edges of their own. */
static void small_maps_go_from_middle_to_middle(void **state)
{
    (void)state;
    uint8_t nibbles[32] = {0x0F};
    const uint8_t *map = read_small_map(ADT_ALPHA_4BIT, nibbles, sizeof nibbles);
    assert_int_equal(texel(map, 0, 0), 255);
    assert_int_equal(texel(map, 3, 3), 255);
    assert_int_equal(texel(map, 4, 3), 239); /* 255 * 120 / 128 = 239.06 */
    assert_int_equal(texel(map, 4, 4), 224); /* 224.12 */
    assert_int_equal(texel(map, 11, 4), 15); /* 14.94 */
    assert_int_equal(texel(map, 11, 11), 1); /* 0.996 */
    assert_int_equal(texel(map, 12, 0), 0);
    nibbles[0] = 0xA0; /* the second of the row */
    map = read_small_map(ADT_ALPHA_4BIT, nibbles, sizeof nibbles);
    assert_int_equal(texel(map, 3, 0), 0);
    assert_int_equal(texel(map, 12, 0), 159); /* 10 * 17 * 120 / 128 = 159.4 */
    assert_int_equal(texel(map, 11, 0), 159);
    nibbles[0] = 0;
    nibbles[31] = 0x10; /* the last */
    map = read_small_map(ADT_ALPHA_4BIT, nibbles, sizeof nibbles);
    assert_int_equal(texel(map, 63, 63), 17);
    assert_int_equal(texel(map, 60, 60), 17);
    assert_int_equal(texel(map, 59, 60), 16); /* 15.9 */
    uint8_t bytes[64] = {[8] = 100};
    map = read_small_map(ADT_ALPHA_8BIT, bytes, sizeof bytes);
    assert_int_equal(texel(map, 0, 12), 94); /* 93.75 */
    assert_int_equal(texel(map, 0, 3), 0);
    assert_int_equal(texel(map, 0, 4), 6); /* 6.25 */
}

static struct chunk mcly_of(const uint32_t (*entries)[4], size_t count, struct buffer *bytes)
{
    *bytes = (struct buffer){0};
    for (size_t i = 0; i < 4 * count; i++) {
        buffer_u32le(bytes, entries[i / 4][i % 4]);
    }
    return (struct chunk){.data = bytes->data, .size = bytes->size, .id = "MCLY"};
}

/* The bottom layer has to have a texture; others are left out, and those behind them keep their
 * entries. */
static void layers_without_a_texture_are_left_out(void **state)
{
    (void)state;
    static const uint32_t entries[][4] = {
        {7, 0, 0, 0}, {1, 0x100, 5, 0}, {2, 0x100, 9, 0}, {0, 0x300, 4, 0}};
    struct fixture *f = &fixture;
    struct buffer bytes;
    const struct chunk mcly = mcly_of(entries, 4, &bytes);
    for (uint32_t textures = 0; textures < 3; textures += 2) {
        arena_free(&f->arena);
        *f = (struct fixture){.context = {.dedup = &f->dedup, .texture_count = textures}};
        listen(&f->heard);
        f->dedup.diag = &f->heard.diag;
        adt_layers_list(&mcly, 4, &f->dedup, &f->list);
        assert_int_equal(f->list.count, 4);
        assert_int_equal(f->list.entries[2].alpha, 9);
        adt_layers_take(&f->context, &mcly, &f->list, &f->chunk);
        warning_dedup_flush(&f->dedup);
        assert_int_equal(f->chunk.layer_count, textures ? 3 : 0);
    }
    static const struct {
        uint32_t texture, flags, entry;
    } taken[] = {{0, 0, 0}, {1, 0x100, 1}, {0, 0x300, 3}};
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(f->chunk.layers[i].texture, taken[i].texture);
        assert_int_equal(f->chunk.layers[i].flags, taken[i].flags);
        assert_int_equal(f->list.of_layer[i], taken[i].entry);
    }
    assert_true(f->heard.warnings > 0);
    buffer_free(&bytes);
}

/* Each map votes by the bytes that it has to itself, and runs exist for 8 bits alone. */
static void maps_vote_for_their_depth(void **state)
{
    (void)state;
    struct adt_layer_list list = {.count = 5,
                                  .entries = {{.flags = 0x100, .alpha = 0},
                                              {.flags = 0x100, .alpha = 0},
                                              {.flags = 0x100, .alpha = MAP_4},
                                              {.flags = 0x300, .alpha = MAP_4 + MAP_8},
                                              {.flags = 0, .alpha = MAP_4 + MAP_8 + 7}}};
    uint32_t votes[2] = {0};
    adt_layers_vote(&list, 2 * MAP_4 + MAP_8, votes);
    assert_int_equal(votes[0], 2); /* also the runs, which have the bytes of 4 bits */
    assert_int_equal(votes[1], 2);
    assert_int_equal(adt_layers_depth(votes, &diag_silent), ADT_ALPHA_4BIT);
    votes[1]++;
    assert_int_equal(adt_layers_depth(votes, &diag_silent), ADT_ALPHA_8BIT);
}

int test_adt_layers(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_offset_of_a_layer_without_a_map_counts_for_nothing),
        cmocka_unit_test(the_bottom_layer_has_no_map),
        cmocka_unit_test(the_bytes_of_a_map_overrule_its_flags),
        cmocka_unit_test(small_maps_go_from_middle_to_middle),
        cmocka_unit_test(layers_without_a_texture_are_left_out),
        cmocka_unit_test(maps_vote_for_their_depth),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    arena_free(&fixture.arena);
    return failed;
}
