/* The demo world's files, read by the test's own code: they are valid, and contain every kind of
 * content that tests rely on. That every run writes the same is tests/cli/demo.sh's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <dirent.h>

#include <cmocka.h>

#include "base/path.h"
#include "os/file.h"
#include "shared_world.h"

enum { FIRST_TILE = 28, TILES = 8, CHUNKS = 256, VERTICES = 145 };

/* Worlds that are only read, and an empty folder. */
static struct shared_world worlds[3];
static struct temporary empty;
static const char *roots[3];

static const struct diag silent;

static uint32_t u32(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static float f32(const uint8_t *at)
{
    uint32_t bits = u32(at);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static int open_worlds(void **state)
{
    (void)state;
    static const char *const eras[3] = {"wotlk", "wotlk4", "vanilla"};
    for (int k = 0; k < 3; k++) {
        worlds[k] = shared_world_open(eras[k]);
        roots[k] = worlds[k].path;
    }
    empty = temporary_make();
    return 0;
}

static int close_worlds(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        shared_world_close(&worlds[k]);
    }
    temporary_remove(&empty);
    return 0;
}

static struct blob load(const char *root, const char *name)
{
    struct blob blob;
    char *path = path_join(root, name);
    assert_non_null(path);
    assert_int_equal(file_map(path, &silent, &blob), ADTMAP_OK);
    free(path);
    return blob;
}

/* False, with an empty blob, if the tile has no file. */
static bool load_tile(const char *root, int x, int y, struct blob *blob)
{
    char name[64];
    snprintf(name, sizeof name, "World/Maps/Demo/Demo_%d_%d.adt", x, y);
    char *path = path_join(root, name);
    assert_non_null(path);
    bool there = file_exists(path);
    free(path);
    *blob = there ? load(root, name) : (struct blob){0};
    return there;
}

static bool is_chunk(const uint8_t *at, const char *name)
{
    return at[0] == (uint8_t)name[3] && at[1] == (uint8_t)name[2] && at[2] == (uint8_t)name[1] &&
           at[3] == (uint8_t)name[0];
}

/* An MCNK of a tile, found through MCIN. */
static const uint8_t *chunk_of(const struct blob *tile, int number)
{
    const uint8_t *index = tile->data + 20 + u32(tile->data + 20 + 4) + 8;
    uint32_t offset = u32(index + 16 * number);
    assert_true(offset + 8 + 128 <= tile->size);
    assert_true(is_chunk(tile->data + offset, "MCNK"));
    return tile->data + offset;
}

/* The subchunk that a header field points to. */
static const uint8_t *subchunk_of(const uint8_t *mcnk, int field, const char *name)
{
    const uint8_t *part = mcnk + u32(mcnk + 8 + field);
    assert_true(part + 8 <= mcnk + 8 + u32(mcnk + 4));
    assert_true(is_chunk(part, name));
    assert_true(part + 8 + u32(part + 4) <= mcnk + 8 + u32(mcnk + 4));
    return part;
}

typedef void visit_chunk(const uint8_t *mcnk, int era, void *context);

static void visit_chunks(int era, visit_chunk *visit, void *context)
{
    for (int tile = 0; tile < TILES * TILES; tile++) {
        struct blob blob;
        if (load_tile(roots[era], FIRST_TILE + tile % TILES, FIRST_TILE + tile / TILES, &blob)) {
            for (int number = 0; number < CHUNKS; number++) {
                visit(chunk_of(&blob, number), era, context);
            }
        }
        blob_release(&blob);
    }
}

static DIR *open_folder(const char *folder)
{
    char *path = path_join(roots[0], folder);
    DIR *directory = opendir(path);
    free(path);
    assert_non_null(directory);
    return directory;
}

static void folders_have_their_files(void **state)
{
    static const char *const folders[] = {"World/Maps/Demo",        "World/Maps/Hall",
                                          "Tileset/Demo",           "World/Demo/Textures",
                                          "Dungeons/Textures/Demo", "World/wmo/Demo/Castle"};
    static const int least[] = {1 + 52, 1, 12, 20, 10, 7};
    (void)state;
    for (int k = 0; k < 6; k++) {
        int count = 0;
        DIR *directory = open_folder(folders[k]);
        for (struct dirent *entry = readdir(directory); entry; entry = readdir(directory)) {
            count += entry->d_name[0] != '.';
        }
        closedir(directory);
        assert_true(count >= least[k]);
    }
}

/* Checks that chunks fill the file from the first byte to the last. */
static void walk(const struct blob *file)
{
    size_t at = 0;
    while (at < file->size) {
        assert_true(at + 8 <= file->size);
        at += 8 + u32(file->data + at + 4);
    }
    assert_int_equal(at, file->size);
}

static void walk_parts(const uint8_t *mcnk, int era, void *context)
{
    (void)era;
    (void)context;
    const uint8_t *end = mcnk + 8 + u32(mcnk + 4);
    const uint8_t *at = mcnk + 8 + 128;
    while (at < end) {
        assert_true(at + 8 <= end);
        size_t padding = is_chunk(at, "MCNR") ? 13 : 0;
        at += 8 + u32(at + 4) + padding;
    }
    assert_ptr_equal(at, end);
    assert_int_equal(u32(subchunk_of(mcnk, 0x14, "MCVT") + 4), VERTICES * 4);
    assert_int_equal(u32(subchunk_of(mcnk, 0x18, "MCNR") + 4), VERTICES * 3);
    assert_int_equal(u32(subchunk_of(mcnk, 0x1C, "MCLY") + 4), 16 * u32(mcnk + 8 + 0x0C));
    subchunk_of(mcnk, 0x20, "MCRF");
    assert_int_equal(u32(subchunk_of(mcnk, 0x24, "MCAL") + 4) + 8, u32(mcnk + 8 + 0x28));
    subchunk_of(mcnk, 0x58, "MCSE");
    if (u32(mcnk + 8) & 0x1) {
        assert_int_equal(u32(subchunk_of(mcnk, 0x2C, "MCSH") + 4), 512);
    }
    if (u32(mcnk + 8) & 0x40) {
        assert_int_equal(u32(subchunk_of(mcnk, 0x74, "MCCV") + 4), VERTICES * 4);
    }
}

static void tables_are_where_the_header_says(const struct blob *tile)
{
    static const char *const names[] = {"MCIN", "MTEX", "MMDX", "MMID",
                                        "MWMO", "MWID", "MDDF", "MODF"};
    const uint8_t *header = tile->data + 12 + 8;
    for (int k = 0; k < 8; k++) {
        assert_true(is_chunk(header + u32(header + 4 + 4 * k), names[k]));
    }
    if (u32(header + 40)) {
        assert_true(is_chunk(header + u32(header + 40), "MH2O"));
    }
}

static void chunks_are_valid_in_every_era(void **state)
{
    (void)state;
    for (int era = 0; era < 3; era++) {
        struct blob wdt = load(roots[era], "World/Maps/Demo/Demo.wdt");
        walk(&wdt);
        for (int tile = 0; tile < TILES * TILES; tile++) {
            int x = FIRST_TILE + tile % TILES;
            int y = FIRST_TILE + tile / TILES;
            struct blob blob;
            bool there = load_tile(roots[era], x, y, &blob);
            assert_int_equal(u32(wdt.data + 12 + 40 + 8 + 8 * (y * 64 + x)) & 1, there);
            if (there) {
                walk(&blob);
                tables_are_where_the_header_says(&blob);
            }
            blob_release(&blob);
        }
        blob_release(&wdt);
        visit_chunks(era, walk_parts, NULL);
    }
}

static float outer_height(const uint8_t *mcnk, int column, int row)
{
    const uint8_t *heights = subchunk_of(mcnk, 0x14, "MCVT") + 8;
    return f32(mcnk + 8 + 0x70) + f32(heights + 4 * (17 * row + column));
}

static void edges_agree(const uint8_t *west_or_north, const uint8_t *other, bool below)
{
    for (int k = 0; k <= 8; k++) {
        float a = below ? outer_height(west_or_north, k, 8) : outer_height(west_or_north, 8, k);
        float b = below ? outer_height(other, k, 0) : outer_height(other, 0, k);
        assert_true(a == b);
    }
}

static void neighbouring_tiles_share_their_edges(void **state)
{
    (void)state;
    int seams = 0;
    for (int tile = 0; tile < TILES * TILES; tile++) {
        for (int below = 0; below < 2; below++) {
            int x = FIRST_TILE + tile % TILES;
            int y = FIRST_TILE + tile / TILES;
            struct blob here;
            struct blob next;
            bool first = load_tile(roots[0], x, y, &here);
            bool second = load_tile(roots[0], x + !below, y + below, &next);
            bool both = first && second;
            for (int k = 0; both && k < 16; k++) {
                edges_agree(chunk_of(&here, below ? 240 + k : 16 * k + 15),
                            chunk_of(&next, below ? k : 16 * k), below);
                seams++;
            }
            blob_release(&here);
            blob_release(&next);
        }
    }
    assert_true(seams > 1000);
}

/* Unpacks a run-length coded map. Returns the number of bytes read. */
static size_t unpack(const uint8_t *from, const uint8_t *end, uint8_t map[4096])
{
    const uint8_t *at = from;
    size_t filled = 0;
    while (filled < 4096) {
        assert_true(at + 2 <= end);
        size_t count = *at & 0x7F;
        bool fill = (*at++ & 0x80) != 0;
        assert_true(count > 0 && filled % 64 + count <= 64);
        assert_true(at + (fill ? 1 : count) <= end);
        for (size_t k = 0; k < count; k++) {
            map[filled++] = fill ? *at : at[k];
        }
        at += fill ? 1 : count;
    }
    return (size_t)(at - from);
}

/* Counts of the kinds of alpha maps in an era. */
struct alpha_census {
    int layers[5];
    int four_bit, raw, runs, mixed, kept_edge, shadows, holes;
};

static void count_alphas(const uint8_t *mcnk, int era, void *context)
{
    struct alpha_census *census = context;
    const uint8_t *layers = subchunk_of(mcnk, 0x1C, "MCLY");
    const uint8_t *alphas = subchunk_of(mcnk, 0x24, "MCAL");
    uint32_t count = u32(mcnk + 8 + 0x0C);
    uint32_t sums[4096] = {0};
    size_t expected = 0;
    bool raw = false;
    bool runs = false;
    assert_in_range(count, 1, 4);
    for (uint32_t k = 1; k < count; k++) {
        const uint8_t *layer = layers + 8 + 16 * k;
        const uint8_t *map = alphas + 8 + u32(layer + 8);
        uint8_t unpacked[4096];
        assert_true(u32(layer + 4) & 0x100);
        assert_int_equal(u32(layer + 8), expected);
        if (era != 0) {
            census->four_bit++;
            expected += 2048;
            continue;
        }
        if (u32(layer + 4) & 0x200) {
            expected += unpack(map, alphas + 8 + u32(alphas + 4), unpacked);
            map = unpacked;
            census->runs++;
            runs = true;
        } else {
            expected += 4096;
            census->raw++;
            raw = true;
        }
        for (int t = 0; t < 4096; t++) {
            sums[t] += map[t];
            assert_true(sums[t] <= 255);
        }
    }
    assert_int_equal(u32(alphas + 4), expected);
    census->layers[count]++;
    census->mixed += raw && runs;
    census->kept_edge += (u32(mcnk + 8) & 0x8000) != 0;
    census->shadows += (u32(mcnk + 8) & 1) != 0;
    census->holes += (u32(mcnk + 8 + 0x3C) & 0xFFFF) != 0;
}

static void every_kind_of_alpha_map_occurs(void **state)
{
    (void)state;
    for (int era = 0; era < 3; era++) {
        struct alpha_census census = {0};
        visit_chunks(era, count_alphas, &census);
        for (int k = 1; k <= 4; k++) {
            assert_true(census.layers[k] > 100);
        }
        assert_true(census.shadows > 100);
        assert_true(census.holes >= 20);
        assert_int_equal(census.kept_edge > 0, era != 2);
        assert_int_equal(census.four_bit > 100, era != 0);
        assert_int_equal(census.raw > 100, era == 0);
        assert_int_equal(census.runs > 100, era == 0);
        assert_int_equal(census.mixed > 100, era == 0);
    }
}

/* Layers that are blended one after the other stand in the order of MTEX. The first of weighted
 * layers may be any. */
static void count_textures(const uint8_t *mcnk, int era, void *context)
{
    uint32_t *most = context;
    uint32_t least = era == 0 ? 2 : 1;
    const uint8_t *layers = subchunk_of(mcnk, 0x1C, "MCLY");
    for (uint32_t k = 0; k < u32(mcnk + 8 + 0x0C); k++) {
        uint32_t texture = u32(layers + 8 + 16 * k);
        assert_true(k < least || texture > u32(layers + 8 + 16 * (k - 1)));
        *most = texture > *most ? texture : *most;
    }
}

static void layers_keep_one_order(void **state)
{
    (void)state;
    for (int era = 0; era < 3; era++) {
        uint32_t most = 0;
        visit_chunks(era, count_textures, &most);
        assert_true(most >= 11 && most < 32);
    }
}

/* Weights of each texture along the four edges of a chunk: west, east, north, south. */
struct rim {
    uint8_t share[32][4][64];
};

static int edge_texel(int edge, int k)
{
    return edge == 0 ? 64 * k : edge == 1 ? 64 * k + 63 : edge == 2 ? k : 64 * 63 + k;
}

static void read_rim(const uint8_t *mcnk, struct rim *rim)
{
    const uint8_t *layers = subchunk_of(mcnk, 0x1C, "MCLY");
    const uint8_t *alphas = subchunk_of(mcnk, 0x24, "MCAL");
    memset(rim, 0, sizeof *rim);
    memset(rim->share[u32(layers + 8)], 255, sizeof rim->share[0]);
    for (uint32_t k = 1; k < u32(mcnk + 8 + 0x0C); k++) {
        const uint8_t *layer = layers + 8 + 16 * k;
        const uint8_t *map = alphas + 8 + u32(layer + 8);
        uint8_t unpacked[4096];
        if (u32(layer + 4) & 0x200) {
            unpack(map, alphas + 8 + u32(alphas + 4), unpacked);
            map = unpacked;
        }
        for (int t = 0; t < 4 * 64; t++) {
            uint8_t share = map[edge_texel(t / 64, t % 64)];
            rim->share[u32(layer)][t / 64][t % 64] = share;
            rim->share[u32(layers + 8)][t / 64][t % 64] -= share;
        }
    }
}

/* Mean difference of the weights on both sides of an edge, 0..1. */
static double rim_difference(const struct rim *a, int edge_a, const struct rim *b, int edge_b)
{
    int total = 0;
    for (int texture = 0; texture < 32; texture++) {
        for (int k = 0; k < 64; k++) {
            total += abs(a->share[texture][edge_a][k] - b->share[texture][edge_b][k]);
        }
    }
    return total / (2.0 * 255.0 * 64.0);
}

static void ground_is_continuous_across_chunk_edges(void **state)
{
    (void)state;
    static struct rim rims[CHUNKS];
    int edges = 0;
    int broken = 0;
    for (int tile = 0; tile < TILES * TILES; tile++) {
        struct blob blob;
        if (!load_tile(roots[0], FIRST_TILE + tile % TILES, FIRST_TILE + tile / TILES, &blob)) {
            continue;
        }
        for (int c = 0; c < CHUNKS; c++) {
            read_rim(chunk_of(&blob, c), &rims[c]);
            if (c % 16 > 0) {
                edges++;
                broken += rim_difference(&rims[c - 1], 1, &rims[c], 0) > 0.3;
            }
            if (c >= 16) {
                edges++;
                broken += rim_difference(&rims[c - 16], 3, &rims[c], 2) > 0.3;
            }
        }
        blob_release(&blob);
    }
    print_message("%d of %d chunk edges are broken\n", broken, edges);
    assert_true(broken * 200 < edges);
}

static void check_mips(const struct blob *blp)
{
    const uint8_t *data = blp->data;
    uint32_t size = u32(data + 12);
    size_t expected = 0x94 + 1024;
    assert_int_equal(size, u32(data + 16));
    for (int mip = 0; size > 0; mip++, size /= 2) {
        uint32_t blocks = (size + 3) / 4 * ((size + 3) / 4);
        uint32_t alpha = (size * size * data[9] + 7) / 8;
        uint32_t bytes = data[8] == 1   ? size * size + alpha
                         : data[8] == 2 ? blocks * (data[10] == 0 ? 8 : 16)
                                        : size * size * 4;
        assert_int_equal(u32(data + 20 + 4 * mip), expected);
        assert_int_equal(u32(data + 84 + 4 * mip), bytes);
        expected += bytes;
    }
    assert_int_equal(expected, blp->size);
}

static void every_kind_of_texture_occurs(void **state)
{
    (void)state;
    static const uint8_t kinds[9][3] = {{1, 0, 8}, {1, 1, 8}, {1, 4, 8}, {1, 8, 8}, {2, 0, 0},
                                        {2, 1, 0}, {2, 8, 1}, {2, 8, 7}, {3, 8, 2}};
    int found[9] = {0};
    DIR *directory = open_folder("Tileset/Demo");
    for (struct dirent *entry = readdir(directory); entry; entry = readdir(directory)) {
        if (entry->d_name[0] == '.') {
            continue;
        }
        char *name = path_join("Tileset/Demo", entry->d_name);
        struct blob blp = load(roots[0], name);
        free(name);
        assert_memory_equal(blp.data, "BLP2", 4);
        check_mips(&blp);
        for (int k = 0; k < 9; k++) {
            found[k] += memcmp(blp.data + 8, kinds[k], 3) == 0;
        }
        blob_release(&blp);
    }
    closedir(directory);
    for (int k = 0; k < 9; k++) {
        assert_true(found[k] > 0);
    }
}

/* Checks the instances of a chunk and counts their types. */
static void check_instances(const uint8_t *mh2o, uint32_t size, int chunk, int types[256])
{
    const uint8_t *entry = mh2o + 12 * chunk;
    for (uint32_t k = 0; k < u32(entry + 4); k++) {
        assert_true(u32(entry) + 24 * (k + 1) <= size);
        const uint8_t *instance = mh2o + u32(entry) + 24 * k;
        uint32_t width = instance[14];
        uint32_t height = instance[15];
        assert_true(width > 0 && height > 0);
        assert_true(instance[12] + width <= 8 && instance[13] + height <= 8);
        assert_true(f32(instance + 4) <= f32(instance + 8));
        if (u32(instance + 16)) {
            assert_true(u32(instance + 16) + (width * height + 7) / 8 <= size);
        }
        if (u32(instance + 20)) {
            assert_true(u32(instance + 20) + (width + 1) * (height + 1) * 5 <= size);
        }
        types[instance[0]]++;
    }
}

static void liquids_of_every_class_occur(void **state)
{
    (void)state;
    int types[256] = {0};
    for (int tile = 0; tile < TILES * TILES; tile++) {
        struct blob blob;
        if (load_tile(roots[0], FIRST_TILE + tile % TILES, FIRST_TILE + tile / TILES, &blob)) {
            const uint8_t *header = blob.data + 20;
            const uint8_t *mh2o = header + u32(header + 40);
            for (int chunk = 0; u32(header + 40) && chunk < CHUNKS; chunk++) {
                check_instances(mh2o + 8, u32(mh2o + 4), chunk, types);
            }
        }
        blob_release(&blob);
    }
    assert_true(types[2] > 1000);
    assert_true(types[5] > 50);
    assert_true(types[3] > 0);
    assert_true(types[4] > 5);
}

static void check_old_liquid(const uint8_t *mcnk, int era, void *context)
{
    int *classes = context;
    (void)era;
    int count = 0;
    for (int k = 0; k < 4; k++) {
        int has = (u32(mcnk + 8) >> (2 + k)) & 1;
        classes[k] += has;
        count += has;
    }
    if (count) {
        assert_int_equal(u32(subchunk_of(mcnk, 0x60, "MCLQ") + 4), 804 * count);
    } else {
        assert_true(u32(mcnk + 8 + 0x64) <= 8);
    }
}

static void old_clients_get_the_same_classes_of_liquid(void **state)
{
    (void)state;
    int classes[4] = {0};
    visit_chunks(2, check_old_liquid, classes);
    for (int k = 0; k < 4; k++) {
        assert_true(classes[k] > 0);
    }
}

static void unknown_era_is_refused_with_the_list(void **state)
{
    (void)state;
    struct adtmap_message message = {0};
    struct diag diag = {.failure = &message};
    assert_int_equal(demo_write(empty.path, "burning", &diag), ADTMAP_BAD_ARGUMENT);
    assert_string_equal(demo_eras()[0], "wotlk");
    for (const char *const *era = demo_eras(); *era; era++) {
        assert_non_null(strstr(message.what, *era));
    }
}

static void directory_that_cannot_be_made_is_named(void **state)
{
    (void)state;
    struct adtmap_message message = {0};
    struct diag diag = {.failure = &message};
    char *blocked = path_join(empty.path, "file");
    assert_int_equal(file_write_atomic(blocked, "x", 1, &silent), ADTMAP_OK);
    assert_int_equal(demo_write(blocked, "wotlk", &diag), ADTMAP_IO);
    assert_non_null(strstr(message.file, "/file"));
    free(blocked);
}

static void file_that_cannot_be_written_fails(void **state)
{
    (void)state;
    struct adtmap_message message = {0};
    struct diag diag = {.failure = &message};
    char *blocked = path_join(empty.path, "Tileset/Demo/DemoGrass.blp");
    assert_int_equal(file_make_directory(blocked, &silent), ADTMAP_OK);
    assert_int_equal(demo_write(empty.path, "wotlk", &diag), ADTMAP_IO);
    assert_non_null(strstr(message.file, "DemoGrass.blp"));
    free(blocked);
}

int test_demo(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(folders_have_their_files),
        cmocka_unit_test(chunks_are_valid_in_every_era),
        cmocka_unit_test(neighbouring_tiles_share_their_edges),
        cmocka_unit_test(every_kind_of_alpha_map_occurs),
        cmocka_unit_test(layers_keep_one_order),
        cmocka_unit_test(ground_is_continuous_across_chunk_edges),
        cmocka_unit_test(every_kind_of_texture_occurs),
        cmocka_unit_test(liquids_of_every_class_occur),
        cmocka_unit_test(old_clients_get_the_same_classes_of_liquid),
        cmocka_unit_test(unknown_era_is_refused_with_the_list),
        cmocka_unit_test(directory_that_cannot_be_made_is_named),
        cmocka_unit_test(file_that_cannot_be_written_fails),
    };
    return cmocka_run_group_tests(tests, open_worlds, close_worlds);
}
