/* Every variant of the kernels gives the bits of the plain one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cpu_names.h"
#include "render/random.h"
#include "render/terrain/terrain_kernels.h"

enum { LENGTH = 1024, ROWS = 16, RUNS = 200 };

struct inputs {
    uint16_t rows[ROWS][LENGTH];
    uint16_t color[3][LENGTH]; /* 8.8, at most 255.0 */
    uint16_t sun[LENGTH];      /* 2.14, at most 1 */
    uint16_t tint[3][LENGTH];  /* 2.14, at most 255/127 */
    float weights[5 * LENGTH];
    float quad[5]; /* heights of its vertices, in yards */
    uint8_t map[64 * 64];
    uint8_t shadow[64 * 64]; /* 0 or 255 */
    struct light_constants light;
    size_t n;
};

static struct random random_state;

/* Extremes are as likely as everything between them. */
static uint16_t value(uint16_t most)
{
    switch (random_below(&random_state, 8)) {
    case 0:
        return 0;
    case 1:
        return most;
    default:
        return (uint16_t)random_below(&random_state, most + 1U);
    }
}

static void fill(struct inputs *in)
{
    in->n = 8 * (1 + random_below(&random_state, LENGTH / 8));
    for (size_t i = 0; i < LENGTH; i++) {
        for (size_t row = 0; row < ROWS; row++) {
            in->rows[row][i] = value(UINT16_MAX);
        }
        in->sun[i] = value(16384);
        for (size_t c = 0; c < 3; c++) {
            in->color[c][i] = value(65280);
            in->tint[c][i] = value(32897);
        }
    }
    for (size_t i = 0; i < 5 * LENGTH; i++) {
        in->weights[i] = (float)value(UINT16_MAX) / 65536.0F;
    }
    for (size_t v = 0; v < 5; v++) {
        in->quad[v] = (float)value(UINT16_MAX) / 16.0F - 2000.0F;
    }
    for (size_t i = 0; i < sizeof in->map; i++) {
        in->map[i] = (uint8_t)value(255);
        in->shadow[i] = random_below(&random_state, 2) ? 255 : 0;
    }
    for (size_t c = 0; c < 3; c++) {
        in->light.ambient[c] = value(16384);
        in->light.diffuse[c] = value(32768);
    }
    in->light.shadow_ambient = value(UINT16_MAX);
    in->light.shadow_diffuse = value(UINT16_MAX);
}

struct outputs {
    uint16_t runs[11][LENGTH];
    uint8_t shaded[64 * 64];
    uint16_t map[64 * 64];
    uint16_t turned[64 * LENGTH];
    uint8_t lit[3][4 * LENGTH];
    float heights[2 * LENGTH];
};

static void run_light(const struct terrain_kernels *kernels, const struct inputs *in,
                      struct outputs *out)
{
    struct light_inputs light = {
        .color = {in->color[0], in->color[1], in->color[2]},
        .sun = in->sun,
        .shadow = in->rows[0],
        .vertex_color = {in->tint[0], in->tint[1], in->tint[2]},
        .vertex_light = {in->tint[1], in->tint[2], in->tint[0]},
    };
    kernels->light(out->lit[0], &light, &in->light, in->n);
    light.shadow = NULL;
    memset(light.vertex_color, 0, sizeof light.vertex_color);
    memset(light.vertex_light, 0, sizeof light.vertex_light);
    kernels->light(out->lit[1], &light, &in->light, in->n);
    kernels->unlit(out->lit[2], light.color, in->n);
}

static void run_all(const struct terrain_kernels *kernels, const struct inputs *in,
                    struct outputs *out)
{
    size_t n = in->n;
    memset(out, 0, sizeof *out);
    for (size_t i = 1; i <= 3; i++) {
        memcpy(out->runs[i], in->color[i - 1], sizeof out->runs[i]);
    }
    memcpy(out->runs[4], in->rows[1], sizeof out->runs[4]);
    const uint16_t *const values[5] = {in->rows[0], in->rows[1], in->rows[2], in->rows[3],
                                       in->rows[4]};
    const uint16_t *const weights[5] = {in->rows[5], in->rows[6], in->rows[7], in->rows[8],
                                        in->rows[9]};
    const float sun[3] = {0.5647F, 0.5647F, 0.6018F};
    const struct layer_height heights[4] = {
        {in->rows[11], 0.6F, 0.4F}, {NULL, 0.0F, 1.0F}, {in->rows[12], 3.0F, -1.0F}, {NULL, 1, 0}};
    uint16_t *const sharp[4] = {out->runs[7], out->runs[8], out->runs[9], out->runs[10]};
    for (size_t i = 0; i < 4; i++) {
        memcpy(sharp[i], in->rows[i], sizeof out->runs[0]);
    }
    kernels->height_blend(sharp, heights, 4, n);
    kernels->sum_taps(out->runs[0], in->rows[0], LENGTH, in->rows[10], 5, n);
    kernels->blend_over(out->runs[1], in->color[1], in->rows[0], n);
    kernels->blend_add(out->runs[2], in->color[2], in->rows[1], n);
    kernels->blend_set(out->runs[3], in->color[0], in->rows[2], n);
    kernels->take_alpha(out->runs[4], in->rows[3], n);
    kernels->sum_fan(out->runs[5], values, weights, n % 24 ? 1 : 3, n % 24 ? n : n / 3);
    kernels->sun(out->runs[6], values, sun, n);
    kernels->shade_alpha(out->shaded, in->map, in->shadow);
    kernels->load_alpha(out->map, in->map);
    kernels->transpose(out->turned, in->rows[0], 8, n);
    kernels->heights(out->heights, n, in->quad, in->weights, n % 16 ? 1 : 2, n % 16 ? n : n / 2);
    kernels->heights(out->heights + LENGTH, 32, in->quad, in->weights, 4, 16);
    run_light(kernels, in, out);
}

static void variants_agree(void **state)
{
    (void)state;
    static struct inputs in;
    static struct outputs wanted;
    static struct outputs got;
    random_state = random_seeded();
    for (int run = 0; run < RUNS; run++) {
        fill(&in);
        run_all(terrain_kernels_get(ADTMAP_CPU_PLAIN), &in, &wanted);
        for (int cpu = ADTMAP_CPU_AUTO; cpu < ADTMAP_CPU_KINDS; cpu++) {
            run_all(terrain_kernels_get((enum adtmap_cpu)cpu), &in, &got);
            assert_memory_equal(&got, &wanted, sizeof got);
        }
    }
}

static void asked_variant_is_given(void **state)
{
    (void)state;
    for (int cpu = ADTMAP_CPU_AUTO; cpu < ADTMAP_CPU_KINDS; cpu++) {
        enum adtmap_cpu wanted = (enum adtmap_cpu)cpu;
        assert_string_equal(terrain_kernels_get(wanted)->name, cpu_name(wanted));
    }
}

int test_terrain_kernels(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(variants_agree),
        cmocka_unit_test(asked_variant_is_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
