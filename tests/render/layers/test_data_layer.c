/* Data layers, each against values worked out here from the formula, pixel by pixel. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "assets/textures/filter_whole.h"
#include "base/size.h"
#include "formats/grid.h"
#include "render/draw_scene.h"
#include "render/layers/data_layer.h"
#include "render/random.h"
#include "render/terrain/terrain_fixture.h"

enum { ABSENT = 35, MOST_PX = 640 };

/* A tile of random chunks, of which one is absent. */
static struct adt_chunk chunks[ADT_CHUNKS];
static uint8_t alphas[ADT_CHUNKS][2][ADT_MAP_TEXELS];
static uint64_t shadows[ADT_CHUNKS][ADT_MAP_EDGE];
static struct scene_tile scene;
static struct random source;
static uint8_t pixels[4 * MOST_PX * MOST_PX];

static void make_chunk(uint32_t index)
{
    struct adt_chunk *chunk = &chunks[index];
    for (size_t v = 0; v < ADT_VERTICES; v++) {
        chunk->height_yd[v] = (float)random_below(&source, 40000) / 64.0F - 300.0F;
        for (size_t c = 0; c < 3; c++) {
            chunk->normal[v][c] = (int8_t)((int)random_below(&source, 200) - 100);
            chunk->color[v][c] = (uint8_t)random_below(&source, 256);
        }
        chunk->normal[v][2] = (int8_t)(20 + random_below(&source, 108));
    }
    for (size_t i = 0; i < ADT_MAP_TEXELS; i++) {
        alphas[index][0][i] = (uint8_t)random_below(&source, 256);
        alphas[index][1][i] = (uint8_t)random_below(&source, 256);
    }
    for (size_t i = 0; i < ADT_MAP_EDGE; i++) {
        shadows[index][i] =
            (uint64_t)random_below(&source, UINT32_MAX) << 32 | random_below(&source, UINT32_MAX);
    }
    chunk->present = true;
    chunk->has_colors = index % 5 != 0;
    chunk->flags = index % 3 ? 0 : ADT_CHUNK_IMPASSABLE;
    chunk->area_id = random_below(&source, 4000);
    chunk->holes =
        (uint64_t)random_below(&source, UINT32_MAX) << 32 | random_below(&source, UINT32_MAX);
    chunk->shadow = index % 4 ? shadows[index] : NULL;
    chunk->layer_count = index % 4;
    for (uint32_t i = 1; i < chunk->layer_count && i < 3; i++) {
        chunk->layers[i].alpha = alphas[index][i - 1];
    }
}

static int make_tile(void **state)
{
    (void)state;
    source = random_seeded();
    scene.blend = ADTMAP_BLEND_WEIGHTED;
    for (uint32_t i = 0; i < ADT_CHUNKS; i++) {
        make_chunk(i);
        scene.chunks[i].terrain = i == ABSENT ? NULL : &chunks[i];
    }
    return 0;
}

static struct adtmap_layer_image draw(const char *name, uint32_t size_px,
                                      struct adtmap_height_range range)
{
    struct arena arena = {0};
    struct adtmap_layer_image image = {.pixels = pixels};
    assert_true(adtmap_layer_parse(name, &image.layer));
    image.stride_bytes = size_px * adtmap_layer_pixel_bytes(image.layer);
    const struct data_layer_input input = {
        .scene = &scene, .height = range, .size_px = size_px, .threads = 2, .arena = &arena};
    assert_true(data_layers[image.layer.kind].draw(&input, &image));
    arena_free(&arena);
    return image;
}

static const struct adtmap_height_range wide = {-2000.0F, 4553.5F, 0};

/* Where pixel `i`'s centre lies, in quads. */
static double centre(uint32_t i, uint32_t size_px)
{
    return (i + 0.5) * QUADS_PER_TILE / size_px;
}

/* The chunk at a place in quads, and where in the chunk. */
static const struct adt_chunk *chunk_under(double x, double y, double *in_x, double *in_y)
{
    int column = (int)(x / QUADS_PER_CHUNK);
    int row = (int)(y / QUADS_PER_CHUNK);
    *in_x = x - column * QUADS_PER_CHUNK;
    *in_y = y - row * QUADS_PER_CHUNK;
    return scene.chunks[row * ADT_EDGE + column].terrain;
}

static const struct adt_chunk *chunk_at_pixel(uint32_t x, uint32_t y, uint32_t size_px,
                                              unsigned *quad)
{
    double in_x;
    double in_y;
    const struct adt_chunk *chunk =
        chunk_under(centre(x, size_px), centre(y, size_px), &in_x, &in_y);
    *quad = (unsigned)in_y * QUADS_PER_CHUNK + (unsigned)in_x;
    return chunk;
}

/* Linear in the triangle of inner vertex and quad's edge that holds the place: by its plane. */
static double interpolate(const double value[ADT_VERTICES], double x, double y)
{
    size_t nw = (size_t)y * VERTEX_SOUTH + (size_t)x;
    double u = x - floor(x) - 0.5;
    double v = y - floor(y) - 0.5;
    double inner = value[nw + VERTEX_INNER];
    bool is_north_south = fabs(v) >= fabs(u);
    size_t first = nw;
    size_t second = nw;
    if (is_north_south) {
        first = v < 0 ? nw : nw + VERTEX_SOUTH;
        second = first + VERTEX_EAST;
    } else {
        first = u < 0 ? nw : nw + VERTEX_EAST;
        second = first + VERTEX_SOUTH;
    }
    double out =
        2 * (is_north_south ? fabs(v) : fabs(u)); /* 0 at the inner vertex, 1 at the edge */
    double along = is_north_south ? u : v;
    double middle = (value[first] + value[second]) / 2;
    return inner + out * (middle - inner) + along * (value[second] - value[first]);
}

enum quantity { HEIGHT, NORMAL_NORTH, NORMAL_WEST, NORMAL_UP, RED, GREEN, BLUE };

static double vertex_value(const struct adt_chunk *chunk, size_t v, enum quantity quantity)
{
    if (quantity == HEIGHT) {
        return (double)chunk->height_yd[v];
    }
    if (quantity <= NORMAL_UP) {
        return chunk->normal[v][quantity - NORMAL_NORTH];
    }
    return chunk->has_colors ? chunk->color[v][quantity - RED] : 127;
}

/* The mean over a pixel's samples; false where there is no ground under any. */
static bool expect(enum quantity quantity, uint32_t x, uint32_t y, uint32_t size_px, double *value)
{
    uint32_t factor = size_px < 256 ? (256 + size_px - 1) / size_px : 1;
    uint32_t count = 0;
    double sum = 0;
    for (uint32_t i = 0; i < factor * factor; i++) {
        double in_x;
        double in_y;
        double values[ADT_VERTICES];
        const struct adt_chunk *chunk =
            chunk_under(centre(x * factor + i % factor, size_px * factor),
                        centre(y * factor + i / factor, size_px * factor), &in_x, &in_y);
        for (size_t v = 0; chunk && v < ADT_VERTICES; v++) {
            values[v] = vertex_value(chunk, v, quantity);
        }
        sum += chunk ? interpolate(values, in_x, in_y) : 0;
        count += chunk != NULL;
    }
    *value = count ? sum / count : 0;
    return count > 0;
}

/* A size that quads divide, one that they do not, one where pixels average, one of each again. */
static const uint32_t sizes[] = {256, 300, 100, 16, 640};

/* Half a step of grey, and what places rounded to 1/65536 quad come to on slopes this steep. */
static const double allowed_yd = 0.05 + 0.04;

static void heights_are_those_of_the_triangles(void **state)
{
    (void)state;
    for (size_t s = 0; s < COUNT_OF(sizes); s++) {
        uint32_t n = sizes[s];
        struct adtmap_layer_image image = draw("height", n, wide);
        const uint16_t *grey = image.pixels;
        assert_float_equal(image.range_yd[0], -2000, 0);
        assert_true(image.ground_yd[0] >= -300.0F && image.ground_yd[1] < 325.0F);
        for (uint32_t i = 0; i<n * n; i += n> 256 ? 7 : 1) {
            double yards;
            bool ground = expect(HEIGHT, i % n, i / n, n, &yards);
            double drawn = grey[i] * 0.1 - 2000;
            assert_true(ground ? fabs(drawn - yards) < allowed_yd : grey[i] == 0);
        }
    }
}

static void heights_beyond_the_range_are_clamped(void **state)
{
    (void)state;
    enum { N = 256 };
    const struct adtmap_height_range narrow = {-10.0F, 10.0F, 0};
    const uint16_t *grey = draw("height", N, narrow).pixels;
    for (uint32_t i = 0; i < N * N; i++) {
        double yards;
        if (!expect(HEIGHT, i % N, i / N, N, &yards)) {
            continue;
        }
        double wanted = fmin(fmax((yards + 10) / 20 * 65535, 0), 65535);
        assert_true(fabs(grey[i] - wanted) < 6);
    }
}

static void a_tiles_own_range_is_that_of_its_vertices(void **state)
{
    (void)state;
    const struct adtmap_height_range own = {0.0F, 0.0F, 1};
    struct adtmap_layer_image image = draw("height", 256, own);
    float low = INFINITY;
    float high = -INFINITY;
    for (size_t i = 0; i < ADT_CHUNKS; i++) {
        for (size_t v = 0; i != ABSENT && v < ADT_VERTICES; v++) {
            low = fminf(low, chunks[i].height_yd[v]);
            high = fmaxf(high, chunks[i].height_yd[v]);
        }
    }
    assert_true(image.range_yd[0] == low && image.range_yd[1] == high);
    assert_true(image.ground_yd[0] == low && image.ground_yd[1] == high);
}

/* There was a range of nothing to divide by. */
static void flat_tiles_have_a_range_of_their_own_too(void **state)
{
    (void)state;
    static struct scene_tile flat;
    struct adt_chunk level = {.present = true};
    struct arena arena = {0};
    const struct adtmap_height_range own = {0.0F, 0.0F, 1};
    for (size_t v = 0; v < ADT_VERTICES; v++) {
        level.height_yd[v] = 40.0F;
    }
    flat.chunks[0].terrain = &level;
    struct adtmap_layer_image image = {.pixels = pixels, .stride_bytes = 512};
    const struct data_layer_input input = {
        .scene = &flat, .height = own, .size_px = 256, .threads = 1, .arena = &arena};
    assert_true(layer_height_draw(&input, &image));
    assert_true(image.range_yd[0] == 40.0F && image.range_yd[1] == 41.0F);
    assert_int_equal(*(const uint16_t *)image.pixels, 0);
    arena_free(&arena);
}

static void normals_are_unit_vectors_to_the_east_north_and_up(void **state)
{
    (void)state;
    for (size_t s = 0; s < COUNT_OF(sizes); s++) {
        uint32_t n = sizes[s];
        const uint8_t *rgba = draw("normal", n, wide).pixels;
        for (uint32_t i = 0; i<n * n; i += n> 256 ? 7 : 1) {
            double normal[3];
            bool ground = true;
            for (int c = 0; c < 3; c++) {
                ground = expect((enum quantity)(NORMAL_NORTH + c), i % n, i / n, n, &normal[c]);
            }
            double length =
                sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
            double wanted[3] = {-normal[1] / length, normal[0] / length, normal[2] / length};
            for (int c = 0; c < 3; c++) {
                double drawn = rgba[4 * i + (uint32_t)c];
                assert_true(ground ? fabs(drawn - (wanted[c] * 127.5 + 127.5)) < 0.52
                                   : drawn < 0.5);
            }
            assert_int_equal(rgba[4 * i + 3], 255);
        }
    }
}

static void vertex_colors_are_those_painted_or_neutral(void **state)
{
    (void)state;
    for (size_t s = 0; s < COUNT_OF(sizes); s++) {
        uint32_t n = sizes[s];
        const uint8_t *rgba = draw("vertex-color", n, wide).pixels;
        for (uint32_t i = 0; i<n * n; i += n> 256 ? 7 : 1) {
            for (int c = 0; c < 3; c++) {
                double wanted;
                bool ground = expect((enum quantity)(RED + c), i % n, i / n, n, &wanted);
                double drawn = rgba[4 * i + (uint32_t)c];
                assert_true(fabs(drawn - (ground ? wanted : 127)) < 0.51);
            }
        }
    }
}

static void picked_layers_say_what_lies_at_the_centre(void **state)
{
    (void)state;
    for (size_t s = 0; s < COUNT_OF(sizes); s++) {
        static const char *const names[] = {"holes", "layers", "impassable"};
        uint32_t n = sizes[s];
        for (size_t k = 0; k < COUNT_OF(names); k++) {
            const uint8_t *grey = draw(names[k], n, wide).pixels;
            for (uint32_t i = 0; i < n * n; i++) {
                unsigned quad;
                const struct adt_chunk *chunk = chunk_at_pixel(i % n, i / n, n, &quad);
                const unsigned wanted[] = {
                    !chunk || (chunk->holes >> quad & 1) ? 255 : 0,
                    chunk ? 31 * chunk->layer_count : 0,
                    chunk && (chunk->flags & 2) ? 255 : 0,
                };
                assert_int_equal(grey[i], wanted[k]);
            }
        }
        const uint8_t *rgba = draw("area", n, wide).pixels;
        for (uint32_t i = 0; i < n * n; i++) {
            unsigned quad;
            uint8_t color[3];
            const struct adt_chunk *chunk = chunk_at_pixel(i % n, i / n, n, &quad);
            adtmap_area_color(chunk ? chunk->area_id : 0, color);
            assert_memory_equal(rgba + 4 * i, color, 3);
        }
    }
}

/* A map as it is drawn: bilinear in the chunk, clamped at its edge. Places in quads. */
static double map_value(const char *name, double x, double y)
{
    double in_x;
    double in_y;
    const struct adt_chunk *chunk = chunk_under(x, y, &in_x, &in_y);
    double tx = fmin(fmax(in_x * 8 - 0.5, 0), 63);
    double ty = fmin(fmax(in_y * 8 - 0.5, 0), 63);
    double sum = 0;
    for (unsigned k = 0; k < 4 && chunk; k++) {
        size_t column = size_min((size_t)tx + (k & 1), 63);
        size_t row = size_min((size_t)ty + (k >> 1), 63);
        double weight = (k & 1 ? tx - floor(tx) : 1 - tx + floor(tx)) *
                        (k >> 1 ? ty - floor(ty) : 1 - ty + floor(ty));
        unsigned value = 0;
        if (strcmp(name, "shadow") == 0) {
            value = chunk->shadow && (chunk->shadow[row] >> column & 1) ? 255 : 0;
        } else if (strcmp(name, "alpha:1") == 0) {
            value = chunk->layers[1].alpha ? chunk->layers[1].alpha[row * 64 + column] : 0;
        } else if (chunk->layer_count) {
            unsigned above = 0;
            for (size_t i = 1; i < 3; i++) {
                const uint8_t *alpha = chunk->layers[i].alpha;
                above += alpha ? alpha[row * 64 + column] : 0;
            }
            value = above < 255 ? 255 - above : 0;
        }
        sum += weight * value;
    }
    return sum;
}

static void maps_are_averaged_over_the_pixel(void **state)
{
    (void)state;
    static const char *const names[] = {"shadow", "alpha:1", "alpha:0"};
    for (size_t s = 0; s < COUNT_OF(sizes); s++) {
        uint32_t n = sizes[s];
        uint32_t samples = n < 64 ? 400 : 128;
        for (size_t k = 0; k < COUNT_OF(names); k++) {
            const uint8_t *grey = draw(names[k], n, wide).pixels;
            for (uint32_t i = (uint32_t)k; i < n * n; i += n < 64 ? 13 : 1 + n * n / 150) {
                double sum = 0;
                for (uint32_t j = 0; j < samples * samples; j++) {
                    sum += map_value(names[k], centre(i % n * samples + j % samples, n * samples),
                                     centre(i / n * samples + j / samples, n * samples));
                }
                assert_true(fabs(grey[i] - sum / samples / samples) < 0.8);
            }
        }
    }
}

static void what_layers_in_order_leave_to_the_bottom_one(void **state)
{
    (void)state;
    enum { N = 1024 };
    static uint8_t whole[N * N];
    struct arena arena = {0};
    struct adtmap_layer_image image = {
        .layer = {ADTMAP_LAYER_ALPHA, 0}, .pixels = whole, .stride_bytes = N};
    const struct data_layer_input input = {
        .scene = &scene, .height = wide, .size_px = N, .threads = 1, .arena = &arena};
    const struct adt_chunk *chunk = &chunks[3];
    scene.blend = ADTMAP_BLEND_SEQUENTIAL;
    memset(alphas[3][0], 51, ADT_MAP_TEXELS);
    memset(alphas[3][1], 102, ADT_MAP_TEXELS);
    assert_int_equal(chunk->layer_count, 3);
    assert_true(layer_alpha_draw(&input, &image));
    assert_int_equal(whole[3 * 64 + 20], 122); /* 255 * 0.8 * 0.6 */
    scene.blend = ADTMAP_BLEND_WEIGHTED;
    assert_true(layer_alpha_draw(&input, &image));
    assert_int_equal(whole[3 * 64 + 20], 102);
    arena_free(&arena);
}

static void threads_make_no_difference(void **state)
{
    (void)state;
    enum { N = 300 };
    static uint8_t other[4 * N * N];
    for (int kind = 0; kind < ADTMAP_LAYER_KINDS; kind++) {
        struct arena arena = {0};
        struct adtmap_layer_image image = {.layer = {(enum adtmap_layer_kind)kind, 0}};
        size_t bytes = N * N * adtmap_layer_pixel_bytes(image.layer);
        image.stride_bytes = N * adtmap_layer_pixel_bytes(image.layer);
        bool is_of_terrain = !data_layers[kind].needs;
        for (unsigned threads = 1; is_of_terrain && threads <= 3; threads += 2) {
            const struct data_layer_input input = {
                .scene = &scene, .height = wide, .size_px = N, .threads = threads, .arena = &arena};
            image.pixels = threads == 1 ? pixels : other;
            assert_true(data_layers[kind].draw(&input, &image));
        }
        assert_true(!is_of_terrain || memcmp(pixels, other, bytes) == 0);
        arena_free(&arena);
    }
}

/* A layer whose row lacks a member would crash where it is drawn, tinted or told. */
static void every_layer_has_a_whole_row(void **state)
{
    (void)state;
    uint32_t count = 0;
    for (size_t i = 0; i < ADTMAP_LAYER_KINDS; i++) {
        const struct data_layer *row = &data_layers[i];
        assert_true(row->name && row->about && row->title && row->count && row->tint && row->draw);
        assert_true(strlen(row->name) + 2 < ADTMAP_LAYER_NAME_BYTES);
        assert_true(strlen(row->title) + 2 < LAYER_TITLE_BYTES);
        assert_true((row->tint == LAYER_TINT_STEPS) == (row->step > 0));
        assert_true((row->tint == LAYER_TINT_RELIEF) <= (row->format == ADTMAP_LAYER_GREY16));
        assert_true((row->tells == LAYER_TELLS_HEIGHTS) == (row->format == ADTMAP_LAYER_GREY16));
        for (uint32_t index = 0; index < row->count; index++) {
            struct adtmap_layer found;
            const struct adtmap_layer layer = {(enum adtmap_layer_kind)i, index};
            char name[ADTMAP_LAYER_NAME_BYTES];
            adtmap_layer_file_name(layer, name);
            assert_true(data_layer_of_file_name(name, &found));
            assert_true(data_layer_same(found, layer));
            count++;
        }
    }
    assert_int_equal(count, ADTMAP_LAYERS_MAX);
}

static void area_colors_are_all_different_and_none_is_dark(void **state)
{
    (void)state;
    static uint8_t seen[1 << 24];
    uint8_t rgb[3];
    uint8_t before[3] = {0};
    adtmap_area_color(0, rgb);
    assert_memory_equal(rgb, before, 3);
    for (uint32_t id = 1; id < 1 << 21; id++) {
        adtmap_area_color(id, rgb);
        uint32_t color = (uint32_t)(rgb[0] << 16 | rgb[1] << 8 | rgb[2]);
        assert_int_equal(seen[color]++, 0);
        assert_true(rgb[0] >= 64 && rgb[1] >= 64 && rgb[2] >= 64);
        int apart = abs(rgb[0] - before[0]) + abs(rgb[1] - before[1]) + abs(rgb[2] - before[2]);
        assert_true(apart > 40);
        memcpy(before, rgb, 3);
    }
}

static void names_are_read_back(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",         "heights", "alpha", "alpha:8", "alpha:-1",  "alpha:1x",  "Height",
        "height:1", "alpha-1", "layer", "storey",  "storey:21", "storey:01", "storey: 1"};
    struct adtmap_layer layer;
    char name[ADTMAP_LAYER_NAME_BYTES];
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        assert_false(adtmap_layer_parse(wrong[i], &layer));
    }
    for (int kind = 0; kind < ADTMAP_LAYER_KINDS; kind++) {
        if (data_layers[kind].count == 1) {
            assert_true(
                adtmap_layer_parse(adtmap_layer_kind_name((enum adtmap_layer_kind)kind), &layer));
            assert_int_equal(layer.kind, kind);
        }
    }
    assert_true(adtmap_layer_parse("alpha:7", &layer));
    assert_int_equal(layer.index, 7);
    adtmap_layer_file_name(layer, name);
    assert_string_equal(name, "alpha-7");
    assert_true(adtmap_layer_parse("storey:20", &layer));
    assert_int_equal(layer.index, 20);
}

/* Holes, shadows and light are left out: the fixture's texture as it is. */
static void the_albedo_is_the_texture_alone(void **state)
{
    (void)state;
    static struct fixture fixture;
    static struct ground_texture *texture;
    static uint8_t square[4 * 128 * 128];
    const struct ground_size size = {.quad_px = 4};
    fixture_init(&fixture);
    fixture_color(&fixture, 0, 200, 100, 50);
    fixture.settings.size_px = 100;
    fixture.terrain.holes = UINT64_MAX;
    fixture.terrain.has_colors = true;
    memset(fixture.terrain.color, 30, sizeof fixture.terrain.color);
    memset(fixture.shadow, 0xFF, sizeof fixture.shadow);
    fixture.scene.chunks[0].shadow = fixture.shadow;
    texture = malloc(ground_texture_bytes(&size));
    ground_texture_init(&size, texture);
    filter_whole(GROUND_FILTER_COLORS, fixture.texels[0], FIXTURE_TEXTURE_PX, FIXTURE_TEXTURE_PX,
                 texture);
    const struct ground_texture *grounds[FIXTURE_TEXTURES] = {texture, texture, texture, texture};
    struct arena arena = {0};
    struct tile_plan *plan = tile_plan_create(&fixture.settings);
    assert_true(tile_plan_add_layers(plan, SCENE_NEEDS_GROUNDS));
    assert_int_equal(tile_plan_quad_px(plan), 4);
    struct tile_scratch *scratch = tile_scratch_create(plan, 1);
    const struct tile_input input = {.scene = &fixture.scene, .arena = &arena};
    fixture.scene.grounds = grounds;
    struct adtmap_layer_image image = {
        .layer = {ADTMAP_LAYER_ALBEDO, 0}, .pixels = square, .stride_bytes = 400};
    const struct diag diag = {0};
    assert_int_equal(tile_draw_layer(plan, &input, &wide, NULL, scratch, &diag, &image), ADTMAP_OK);
    assert_memory_equal(square + 4 * 100 + 4, ((uint8_t[]){200, 100, 50, 255}), 4);
    assert_memory_equal(square + 4 * 20, ((uint8_t[]){0, 0, 0, 255}), 4);
    tile_scratch_destroy(scratch);
    tile_plan_destroy(plan);
    arena_free(&arena);
    free(texture);
}

int test_data_layer(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heights_are_those_of_the_triangles),
        cmocka_unit_test(heights_beyond_the_range_are_clamped),
        cmocka_unit_test(a_tiles_own_range_is_that_of_its_vertices),
        cmocka_unit_test(flat_tiles_have_a_range_of_their_own_too),
        cmocka_unit_test(normals_are_unit_vectors_to_the_east_north_and_up),
        cmocka_unit_test(vertex_colors_are_those_painted_or_neutral),
        cmocka_unit_test(picked_layers_say_what_lies_at_the_centre),
        cmocka_unit_test(maps_are_averaged_over_the_pixel),
        cmocka_unit_test(what_layers_in_order_leave_to_the_bottom_one),
        cmocka_unit_test(threads_make_no_difference),
        cmocka_unit_test(every_layer_has_a_whole_row),
        cmocka_unit_test(area_colors_are_all_different_and_none_is_dark),
        cmocka_unit_test(names_are_read_back),
        cmocka_unit_test(the_albedo_is_the_texture_alone),
    };
    return cmocka_run_group_tests(tests, make_tile, NULL);
}
