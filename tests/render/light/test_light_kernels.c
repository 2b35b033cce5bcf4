/* Every variant of the kernels gives the bits of the plain one. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cpu_names.h"
#include "render/light/height_field.h"
#include "render/light/light_kernels.h"
#include "render/random.h"

enum { LENGTH = 200, CARRIES = 4, SAMPLES_LENGTH = 4 * LENGTH, RUNS = 300 };

struct inputs {
    size_t count;
    uint16_t caster[LENGTH], receiver[LENGTH], height[LENGTH], known[4][LENGTH];
    uint8_t cover[3][LENGTH], rgba[4 * LENGTH];
    int32_t carries[CARRIES][LENGTH], surface[LENGTH];
    uint32_t sums[4][LENGTH], squares[LENGTH], squares_known[LENGTH];
    float ground[2 * 17 + 9], weights[2 * GROUND_BLOCK];
    float samples[SAMPLES_LENGTH], u[SAMPLES_LENGTH], v[SAMPLES_LENGTH];
};

struct outputs {
    uint8_t blurred[LENGTH], shade[LENGTH], rounded[LENGTH], rgba[4 * LENGTH];
    uint16_t height[LENGTH];
    int32_t lowest, highest, has_unknown;
    int32_t carries[CARRIES][LENGTH], surface[LENGTH], ground[3][4][20];
    uint32_t squares[LENGTH], squares_known[LENGTH];
    float level[SAMPLES_LENGTH], dark[2][LENGTH];
};

static struct random random_state;

static uint32_t below(uint32_t end)
{
    return random_below(&random_state, end);
}

/* Heights of files may be anything. */
static float any_height(void)
{
    static const float odd[] = {NAN, INFINITY, -INFINITY, 3e38F, -3e38F, 2e6F};
    const uint32_t which = below(40);
    return which < 6 ? odd[which] : (float)(int32_t)below(20000) / 16.0F - 500.0F;
}

static int32_t any_surface(void)
{
    static const int32_t odd[] = {SURFACE_NONE, SURFACE_MOST, -SURFACE_MOST};
    const uint32_t which = below(40);
    return which < 3 ? odd[which] : (int32_t)below(70000) - 2000;
}

static void fill(struct inputs *in)
{
    in->count = 1 + below(LENGTH);
    for (size_t i = 0; i < LENGTH; i++) {
        in->caster[i] = (uint16_t)(below(2) ? below(UINT16_MAX + 1U) : 0);
        in->receiver[i] = (uint16_t)(below(2) ? below(UINT16_MAX + 1U) : 0);
        in->height[i] = (uint16_t)(below(8) ? below(UINT16_MAX + 1U) : 0);
        for (size_t k = 0; k < 3; k++) {
            in->cover[k][i] = (uint8_t)(below(2) ? below(256) : 255 * below(2));
        }
        for (size_t k = 0; k < CARRIES; k++) {
            in->carries[k][i] = (int32_t)below(k < 2 ? 256U * UINT16_MAX : 256U);
        }
        for (size_t k = 0; k < 4; k++) {
            in->sums[k][i] = below(1U << 30);
            in->known[k][i] = (uint16_t)below(600);
        }
        in->surface[i] = any_surface();
        in->squares[i] = below(1U << 29);
        in->squares_known[i] = below(300000);
    }
    for (size_t i = 0; i < sizeof in->ground / sizeof *in->ground; i++) {
        in->ground[i] = (float)(int32_t)below(20000) / 16.0F - 500.0F;
    }
    for (size_t i = 0; i < sizeof in->weights / sizeof *in->weights; i++) {
        in->weights[i] = (float)below(1024) / 4096.0F;
    }
    for (size_t i = 0; i < sizeof in->rgba; i++) {
        in->rgba[i] = (uint8_t)below(256);
    }
    for (size_t i = 0; i < SAMPLES_LENGTH; i++) {
        in->samples[i] = any_height();
        in->u[i] = (float)below(1024) / 1024.0F;
        in->v[i] = (float)below(1024) / 1024.0F;
    }
}

static void run_sky(const struct light_kernels *kernels, const struct inputs *in, bool has_unknown,
                    float *dark, struct outputs *out)
{
    const struct sky_squares squares = {out->squares, out->squares_known, 16.0F / 39,
                                        1.0F / 624,   1.0F / 240,         1521.0F};
    struct sky_stretch row[2];
    for (size_t i = 0; i < 2; i++) {
        row[i] = (struct sky_stretch){in->sums[2 * i + 1], in->sums[2 * i],
                                      has_unknown ? in->known[2 * i + 1] : NULL,
                                      has_unknown ? in->known[2 * i] : NULL};
    }
    kernels->sky_add(&squares, &row[0], in->count);
    kernels->sky(dark, in->height, &squares, &row[1], &row[0], in->count);
}

static void run(const struct light_kernels *kernels, const struct inputs *in, struct outputs *out)
{
    const struct cast_line line = {in->caster,   in->receiver, in->cover[0],
                                   out->blurred, out->shade,   in->count};
    int32_t from[CARRIES][LENGTH];
    memset(out, 0, sizeof *out);
    memcpy(from, in->carries, sizeof from);
    memcpy(out->squares, in->squares, sizeof out->squares);
    memcpy(out->squares_known, in->squares_known, sizeof out->squares_known);
    memcpy(out->level, in->samples, sizeof out->level);
    kernels->blur(out->blurred, in->cover[0], in->cover[1], in->cover[2], in->count);
    kernels->cast(&line, 70000, &(const struct cast_carry){from[0], from[1], from[2], from[3]},
                  &(const struct cast_carry){out->carries[0], out->carries[1], out->carries[2],
                                             out->carries[3]});
    kernels->surface(out->surface, in->samples, in->count);
    static float weights[2 * GROUND_BLOCK];
    memcpy(weights, in->weights, sizeof weights);
    const struct ground_weights of_4 = {4, 1, weights}, of_5 = {5, 2, weights};
    kernels->ground(out->ground[0][0], 20, in->ground, 5, &of_4, 0, 4);
    kernels->ground(out->ground[1][0], 20, in->ground, 4, &of_4, 1, 3);
    kernels->ground(out->ground[2][0], 20, in->ground, 4, &of_5, 1, 5);
    kernels->flood(out->level, (const float[]){3.0F, -7.5F}, (const float[]){20.25F, 500.0F}, in->u,
                   in->v, 300.0F, in->count);
    const struct sky_range range = kernels->sky_range(in->surface, in->count);
    out->lowest = range.lowest;
    out->highest = range.highest;
    out->has_unknown = range.has_unknown;
    kernels->sky_heights(out->height, in->surface, -1000, in->count);
    run_sky(kernels, in, false, out->dark[0], out);
    run_sky(kernels, in, true, out->dark[1], out);
    kernels->sky_round(out->rounded, out->dark[1], 127.5F, in->count);
    memcpy(out->rgba, in->rgba, sizeof out->rgba);
    kernels->darken(out->rgba, in->cover[0], in->count);
}

static void variants_agree(void **state)
{
    (void)state;
    static struct inputs in;
    static struct outputs wanted, got;
    random_state = random_seeded();
    for (int i = 0; i < RUNS; i++) {
        fill(&in);
        run(light_kernels_get(ADTMAP_CPU_PLAIN), &in, &wanted);
        for (int cpu = ADTMAP_CPU_AUTO; cpu < ADTMAP_CPU_KINDS; cpu++) {
            run(light_kernels_get((enum adtmap_cpu)cpu), &in, &got);
            assert_memory_equal(&got, &wanted, sizeof got);
        }
    }
}

static void asked_variant_is_given(void **state)
{
    (void)state;
    for (int cpu = ADTMAP_CPU_AUTO; cpu < ADTMAP_CPU_KINDS; cpu++) {
        enum adtmap_cpu wanted = (enum adtmap_cpu)cpu;
        assert_string_equal(light_kernels_get(wanted)->name, cpu_name(wanted));
    }
}

int test_light_kernels(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(variants_agree),
        cmocka_unit_test(asked_variant_is_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
