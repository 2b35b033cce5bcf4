/*
 * Terrain against brute force: the formula of a pixel, in floating point, at 16x16 points of each
 * pixel, on random but smooth ground. Held to 45 dB at every size that is drawn in place.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "render/random.h"
#include "render/terrain/terrain_fixture.h"

enum { SAMPLES = 16 };

static struct fixture fixture;
static struct random random_state;

static double wave(const double phase[4], double u, double v)
{
    return 0.5 + 0.25 * (sin(phase[0] * u + phase[1]) + cos(phase[2] * v + phase[3]));
}

static void random_phase(double phase[4], double frequency)
{
    for (size_t i = 0; i < 4; i++) {
        phase[i] = frequency * (0.3 + random_below(&random_state, 1000) / 1000.0);
    }
}

static void randomize_maps(void)
{
    for (size_t layer = 0; layer < 3; layer++) {
        double phase[4];
        random_phase(phase, 14);
        uint8_t *alpha = fixture_add_layer(&fixture);
        for (size_t i = 0; i < ADT_MAP_TEXELS; i++) {
            alpha[i] = (uint8_t)(140 * wave(phase, (double)(i % 64) / 64, (double)(i / 64) / 64));
        }
    }
    for (size_t y = 0; y < 64; y++) {
        fixture.shadow[y] = (UINT64_MAX << (y / 2)) >> (y / 3);
    }
    fixture.scene.chunks[0].shadow = fixture.shadow;
}

static void randomize(void)
{
    fixture_init(&fixture);
    randomize_maps();
    for (size_t t = 0; t < FIXTURE_TEXTURES; t++) {
        for (size_t i = 0; i < sizeof fixture.texels[t]; i++) {
            fixture.texels[t][i] = (uint8_t)(60 + 20 * t + random_below(&random_state, 60));
        }
    }
    fixture.terrain.has_colors = true;
    double phase[6][4];
    for (size_t i = 0; i < 6; i++) {
        random_phase(phase[i], 5);
    }
    for (size_t i = 0; i < ADT_VERTICES; i++) {
        double row = (double)(i / 17) / 8 + (i % 17 < 9 ? 0 : 1.0 / 16);
        double column = i % 17 < 9 ? (double)(i % 17) / 8 : (double)(i % 17 - 9) / 8 + 1.0 / 16;
        for (size_t c = 0; c < 3; c++) {
            double bend = wave(phase[c], column, row);
            fixture.terrain.normal[i][c] = (int8_t)(c < 2 ? 200 * (bend - 0.5) : 60 + 60 * bend);
            fixture.terrain.color[i][c] = (uint8_t)(90 + 70 * wave(phase[3 + c], column, row));
        }
    }
}

/* Bilinear with texel centres at (i + 0.5) / 64, clamped. */
static double map_at(double u, double v, double (*texel)(const void *map, int x, int y),
                     const void *map)
{
    double x = fmin(fmax(u * 64 - 0.5, 0), 63);
    double y = fmin(fmax(v * 64 - 0.5, 0), 63);
    int x0 = x < 62 ? (int)x : 62;
    int y0 = y < 62 ? (int)y : 62;
    double fx = x - x0;
    double fy = y - y0;
    return (1 - fy) * ((1 - fx) * texel(map, x0, y0) + fx * texel(map, x0 + 1, y0)) +
           fy * ((1 - fx) * texel(map, x0, y0 + 1) + fx * texel(map, x0 + 1, y0 + 1));
}

static double alpha_texel(const void *map, int x, int y)
{
    return ((const uint8_t *)map)[64 * y + x] / 255.0;
}

static double shadow_texel(const void *map, int x, int y)
{
    return (double)(((const uint64_t *)map)[y] >> x & 1);
}

/* Weights of the vertices at (u, v) of the chunk. */
static void fan_at(double u, double v, size_t vertex[5], double weight[5])
{
    size_t column = (size_t)(u * 8);
    size_t row = (size_t)(v * 8);
    double x = u * 8 - (double)column;
    double y = v * 8 - (double)row;
    size_t first = row * 17 + column;
    const size_t vertices[5] = {first, first + 1, first + 17, first + 18, first + 9};
    memcpy(vertex, vertices, sizeof vertices);
    weight[0] = fmax(0, 1 - x - y);
    weight[1] = fmax(0, x - y);
    weight[2] = fmax(0, y - x);
    weight[3] = fmax(0, x + y - 1);
    weight[4] = 1 - weight[0] - weight[1] - weight[2] - weight[3];
}

static double sun_at(const size_t vertex[5], const double weight[5])
{
    static const double sun[3] = {0.5647, 0.5647, 0.6018};
    double dot = 0;
    double square = 0;
    for (size_t axis = 0; axis < 3; axis++) {
        double n = 0;
        for (size_t i = 0; i < 5; i++) {
            n += weight[i] * fixture.terrain.normal[vertex[i]][axis];
        }
        dot += n * sun[axis];
        square += n * n;
    }
    return fmax(0, dot / sqrt(square));
}

static double texture_at(size_t texture, double u, double v, size_t channel)
{
    size_t x = (size_t)(u * 8 * FIXTURE_TEXTURE_PX) % FIXTURE_TEXTURE_PX;
    size_t y = (size_t)(v * 8 * FIXTURE_TEXTURE_PX) % FIXTURE_TEXTURE_PX;
    return fixture.texels[texture][4 * (y * FIXTURE_TEXTURE_PX + x) + channel];
}

static double blend_at(const double alpha[4], const double color[4])
{
    double sum = alpha[1] + alpha[2] + alpha[3];
    double mixed = color[0];
    if (fixture.scene.blend == ADTMAP_BLEND_WEIGHTED) {
        mixed *= fmax(0, 1 - sum);
        for (size_t i = 1; i < 4; i++) {
            mixed += alpha[i] * color[i];
        }
        return mixed;
    }
    for (size_t i = 1; i < 4; i++) {
        mixed += alpha[i] * (color[i] - mixed);
    }
    return mixed;
}

static void sample(double u, double v, double out[3])
{
    size_t vertex[5];
    double weight[5];
    double alpha[4] = {0};
    fan_at(u, v, vertex, weight);
    for (size_t i = 1; i < 4; i++) {
        alpha[i] = map_at(u, v, alpha_texel, fixture.alpha[i]);
    }
    double shadow = map_at(u, v, shadow_texel, fixture.shadow);
    double lit = 0.5 + 0.8308 * sun_at(vertex, weight) * (1 - 0.65 * shadow);
    for (size_t c = 0; c < 3; c++) {
        double color[4];
        double tint = 0;
        for (size_t i = 0; i < 4; i++) {
            color[i] = texture_at(i, u, v, c);
        }
        for (size_t i = 0; i < 5; i++) {
            tint += weight[i] * fixture.terrain.color[vertex[i]][c] / 127;
        }
        out[c] += fmin(255, blend_at(alpha, color) * tint * lit);
    }
}

static double psnr(uint32_t quad_px)
{
    uint32_t row_px = 8 * quad_px;
    uint8_t *pixels = fixture_draw(&fixture, quad_px);
    double squares = 0;
    for (uint32_t i = 0; i < row_px * row_px; i++) {
        double sum[3] = {0};
        for (uint32_t s = 0; s < SAMPLES * SAMPLES; s++) {
            sample((i % row_px + (s % SAMPLES + 0.5) / SAMPLES) / row_px,
                   ((double)(i / row_px) + (s / SAMPLES + 0.5) / SAMPLES) / row_px, sum);
        }
        for (size_t c = 0; c < 3; c++) {
            double error = pixels[4 * i + c] - sum[c] / (SAMPLES * SAMPLES);
            squares += error * error;
        }
    }
    free(pixels);
    return 10 * log10(255.0 * 255.0 * 3 * row_px * row_px / squares);
}

static void pixels_are_near_brute_force(enum adtmap_blend blend)
{
    random_state = random_seeded();
    static const uint32_t sizes[] = {2, 3, 4, 8};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        randomize();
        fixture.scene.blend = blend;
        double decibel = psnr(sizes[i]);
        printf("%u px a quad: %.1f dB\n", sizes[i], decibel);
        assert_true(decibel >= 45);
    }
}

static void weighted_blend_is_near_brute_force(void **state)
{
    (void)state;
    pixels_are_near_brute_force(ADTMAP_BLEND_WEIGHTED);
}

static void sequential_blend_is_near_brute_force(void **state)
{
    (void)state;
    pixels_are_near_brute_force(ADTMAP_BLEND_SEQUENTIAL);
}

int test_terrain_brute_force(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weighted_blend_is_near_brute_force),
        cmocka_unit_test(sequential_blend_is_near_brute_force),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
