/*
 * What all chunks of all tiles share. Settings become fixed point here, once, in the formats that
 * the kernels multiply in 16 bits: ambient light with 13 bits behind the point, diffuse light with
 * 14, shadows with 16.
 */
#include <stdlib.h>
#include <string.h>

#include "render/terrain/terrain_parts.h"

/* Fixed point of a non-negative setting, saturated. */
static uint16_t fixed(float value, unsigned bits)
{
    float scaled = value * (float)(1U << bits) + 0.5F;
    return scaled < 65535.0F ? (uint16_t)scaled : UINT16_MAX;
}

/* As many rows as keep what a strip needs in the nearest cache. */
static uint32_t strip_rows(uint32_t quad_px, uint32_t row_px)
{
    enum { STRIP_PX = 256 };
    uint32_t rows = row_px < STRIP_PX ? STRIP_PX / row_px : 1;
    return rows < quad_px ? rows : quad_px;
}

static struct light_constants constants_of(const struct sun_light *light)
{
    struct light_constants constants = {
        .shadow_ambient = fixed(light->shadow_ambient, 16),
        .shadow_diffuse = fixed(light->shadow_diffuse, 16),
    };
    for (size_t i = 0; i < 3; i++) {
        constants.ambient[i] = fixed(light->ambient[i], 13);
        constants.diffuse[i] = fixed(light->diffuse[i], 14);
    }
    return constants;
}

struct light_constants terrain_light_at(const struct terrain_plan *plan,
                                        const struct hour_tint *tint)
{
    const struct sun_light light = sun_light_at_hour(&plan->light_of_settings, tint);
    return constants_of(&light);
}

static void init_light(struct terrain_plan *plan, const struct sun_light *light)
{
    plan->light_of_settings = *light;
    plan->light = constants_of(light);
    for (size_t i = 0; i < 3; i++) {
        plan->sun[i] = (float)light->sun[i];
    }
    plan->has_vertex_lights = plan->has_vertex_colors && !light->is_flat;
    plan->is_lit = !light->is_flat || light->shadow_ambient > 0.0F || plan->has_vertex_colors;
}

static void init_relief(struct terrain_plan *plan, const struct adtmap_settings *settings)
{
    plan->size_px = settings->size_px;
    plan->has_liquids = (settings->draw & ADTMAP_DRAW_LIQUID) != 0;
    plan->is_clear = plan->has_liquids && settings->water_look == ADTMAP_WATER_LOOK_CLEAR;
    plan->shore = plan->has_liquids ? (uint32_t)(settings->shore * 256.0F + 0.5F) : 0;
    for (int class = 0; class < LIQUID_CLASSES; class ++) {
        for (int c = 0; c < 3; c++) {
            plan->shore_rgb[class][c] = relief_shore_color(settings->liquids[class].deep[c]);
        }
    }
}

static bool alloc_plan(struct terrain_plan *plan, bool has_tints)
{
    bool complete = true;
    if (has_tints) {
        plan->tints = relief_tints_create();
        complete = plan->tints != NULL;
    }
    for (size_t v = 0; v < FAN_VERTICES; v++) {
        plan->fan.weights[v] =
            arena_alloc_dirty(&plan->memory, fan_weights_count(plan->quad_px), sizeof(uint16_t));
        complete = complete && plan->fan.weights[v];
    }
    plan->taps = arena_alloc_dirty(&plan->memory, plan->row_px, sizeof *plan->taps);
    return complete && plan->taps;
}

static struct terrain_plan *create_plan(const struct adtmap_settings *settings, uint32_t quad_px,
                                        enum terrain_kind kind)
{
    struct terrain_plan *plan = calloc(1, sizeof *plan);
    if (!plan) {
        return NULL;
    }
    plan->kind = kind;
    plan->kernels = terrain_kernels_get(settings->cpu);
    plan->quad_px = quad_px;
    plan->row_px = QUADS_PER_CHUNK * quad_px;
    plan->strip_rows = strip_rows(quad_px, plan->row_px);
    const bool is_relief = settings->ground == ADTMAP_GROUND_RELIEF;
    plan->has_vertex_colors = (settings->draw & ADTMAP_DRAW_VERTEX_COLORS) && !is_relief;
    init_relief(plan, settings);
    memcpy(plan->background, settings->background, sizeof plan->background);
    if (!alloc_plan(plan, is_relief)) {
        terrain_plan_destroy(plan);
        return NULL;
    }
    const struct sun_light light = sun_light_of(&settings->light);
    init_light(plan, &light);
    fan_weights_init(&plan->fan, quad_px);
    resample_taps_init(plan->taps, plan->row_px);
    return plan;
}

struct terrain_plan *terrain_plan_create(const struct adtmap_settings *settings, uint32_t quad_px)
{
    return create_plan(settings, quad_px, TERRAIN_LIT);
}

struct terrain_plan *terrain_plan_create_albedo(const struct adtmap_settings *settings,
                                                uint32_t quad_px)
{
    struct adtmap_settings plain = *settings;
    adtmap_settings_preset(ADTMAP_LIGHT_UNLIT, &plain);
    plain.draw = 0;
    plain.ground = ADTMAP_GROUND_TEXTURED;
    memcpy(plain.background, (const uint8_t[4]){0, 0, 0, 255}, sizeof plain.background);
    return create_plan(&plain, quad_px, TERRAIN_ALBEDO);
}

void terrain_plan_destroy(struct terrain_plan *plan)
{
    if (plan) {
        relief_tints_destroy(plan->tints);
        arena_free(&plan->memory);
        free(plan);
    }
}

static bool alloc_run(struct terrain_scratch *scratch, size_t count, uint16_t **run)
{
    *run = arena_alloc(&scratch->memory, count, sizeof **run);
    return *run != NULL;
}

static bool alloc_replicated(struct terrain_scratch *scratch, uint32_t row_px,
                             struct replicated *replicated)
{
    size_t outer = (size_t)row_px / QUADS_PER_CHUNK * (QUADS_PER_CHUNK + 1);
    return alloc_run(scratch, outer, &replicated->north) &&
           alloc_run(scratch, outer, &replicated->south) &&
           alloc_run(scratch, row_px, &replicated->inner);
}

static bool alloc_scratch(struct terrain_scratch *scratch, uint32_t row_px, uint32_t strip_px)
{
    scratch->rgba = arena_alloc(&scratch->memory, strip_px, 4);
    bool complete =
        scratch->rgba && alloc_run(scratch, (size_t)MAP_EDGE * MAP_EDGE, &scratch->texels) &&
        alloc_run(scratch, (size_t)MAP_EDGE * row_px, &scratch->columns) &&
        alloc_run(scratch, strip_px, &scratch->rest) && alloc_run(scratch, strip_px, &scratch->sun);
    for (size_t i = 0; i < MAPS_MAX && complete; i++) {
        complete = alloc_run(scratch, (size_t)MAP_EDGE * row_px, &scratch->maps[i]) &&
                   alloc_run(scratch, strip_px, &scratch->alpha[i]) &&
                   alloc_run(scratch, strip_px, &scratch->texture[i]);
    }
    for (size_t c = 0; c < 3 && complete; c++) {
        complete = alloc_run(scratch, strip_px, &scratch->color[c]);
    }
    for (size_t p = 0; p < HOUR_PLANES && complete; p++) {
        complete = alloc_run(scratch, strip_px, &scratch->hours[p]);
    }
    for (size_t p = 0; p < PLANES && complete; p++) {
        complete = alloc_run(scratch, strip_px, &scratch->planes[p]);
        complete = complete && alloc_replicated(scratch, row_px, &scratch->values[p]);
    }
    return complete;
}

struct terrain_scratch *terrain_scratch_create(const struct terrain_plan *plan)
{
    struct terrain_scratch *scratch = calloc(1, sizeof *scratch);
    if (scratch && !alloc_scratch(scratch, plan->row_px, plan->strip_rows * plan->row_px)) {
        terrain_scratch_destroy(scratch);
        scratch = NULL;
    }
    return scratch;
}

void terrain_scratch_destroy(struct terrain_scratch *scratch)
{
    if (scratch) {
        arena_free(&scratch->memory);
        free(scratch);
    }
}
