#include "render/light/tile_light.h"

#include <math.h>
#include <stdlib.h>

#include "formats/grid.h"
#include "os/large_alloc.h"
#include "scene/sun_light.h"

struct tile_light_scratch {
    unsigned threads;
    struct height_scratch **heights; /* one a thread */
    struct height_field field;       /* of the tile, with its margin */
    struct height_field neighbour;   /* of one next to it, without one */
    void *rows;                      /* of cast_shadows */
    void *sky;                       /* of sky_light */
    uint8_t *shade, *dark;
    struct height_drawing waiting; /* of the tile; a field of NULL: nothing waits */
};

/* The margin that shadows need on a side, away from which they go as far as `away` says, -1 to 1:
 * on that of the sun as far as they reach, on any other what the blur of covers takes. */
static uint32_t shadow_margin(const struct tile_light_plan *plan, int away)
{
    if (!plan->has_shadows || (plan->cast.east == 0 && plan->cast.south == 0)) {
        return 0;
    }
    return away > 0 ? cast_plan_margin_px(&plan->cast) : 1;
}

static struct edge_plan edges_of(const struct tile_light_plan *plan, uint32_t size_px)
{
    const struct cast_plan *cast = &plan->cast;
    const uint32_t for_sky = plan->has_sky ? sky_plan_margin_px(&plan->sky) : 0;
    const uint32_t for_shadows[SIDES] = {
        [SIDE_NORTH] = shadow_margin(plan, cast->south),
        [SIDE_SOUTH] = shadow_margin(plan, -cast->south),
        [SIDE_WEST] = shadow_margin(plan, cast->east),
        [SIDE_EAST] = shadow_margin(plan, -cast->east),
    };
    struct edge_plan edges = {
        .size_px = size_px, .has_shadows = plan->has_shadows, .has_surface = plan->has_sky};
    for (int i = 0; i < SIDES; i++) {
        const uint32_t px = for_shadows[i] > for_sky ? for_shadows[i] : for_sky;
        edges.sides_px[i] = px;
        edges.margin_px = px > edges.margin_px ? px : edges.margin_px;
    }
    return edges;
}

/* What a shadow takes of the light on level ground, of 255: liquids have colours of their own,
 * which are those of the open sun. */
static uint8_t shadow_on_level(const struct sun_light *light)
{
    float lit = 0.0F, taken = 0.0F;
    for (int c = 0; c < 3; c++) {
        const float sun = light->sun[2] > 0.0 ? light->diffuse[c] * (float)light->sun[2] : 0.0F;
        lit += light->ambient[c] + sun;
        taken += light->ambient[c] * light->shadow_ambient + sun * light->shadow_diffuse;
    }
    const float share = lit > 0.0F ? 255.0F * taken / lit + 0.5F : 0.0F;
    return (uint8_t)share;
}

static struct mesh_shadow shadow_on_meshes(const struct adtmap_settings *settings, uint32_t size_px)
{
    const struct sun_light sun = sun_light_of(&settings->light);
    struct mesh_shadow shadow = {
        .stride_bytes = size_px, .ambient = {[3] = 1.0F}, .strength = sun.shadow_diffuse};
    for (int c = 0; c < 3; c++) {
        shadow.ambient[c] = sun.ambient[c];
        shadow.diffuse[c] = sun.diffuse[c];
        shadow.of_ambient[c] = sun.shadow_ambient;
    }
    if (settings->water_look == ADTMAP_WATER_LOOK_CLEAR) {
        shadow.on_liquid = shadow_on_level(&sun);
    }
    return shadow;
}

struct tile_light_plan tile_light_plan_of(const struct adtmap_settings *settings, uint32_t quad_px)
{
    const uint32_t size_px = QUADS_PER_TILE * quad_px;
    struct tile_light_plan plan = {
        .has_shadows = settings->shadows == ADTMAP_SHADOWS_CAST,
        .has_sky = settings->sky > 0.0F,
        .cast = cast_plan_of(&settings->light, size_px),
        .sky = sky_plan_of(settings->sky, size_px),
        .on_meshes = shadow_on_meshes(settings, size_px),
        .settings = settings,
        .quad_px = quad_px,
    };
    plan.edges = edges_of(&plan, size_px);
    return plan;
}

struct tile_light_bytes tile_light_bytes_of(const struct tile_light_plan *plan)
{
    const struct edge_plan *edges = &plan->edges;
    const size_t size_px = edges->size_px, stride = size_px + 2 * (size_t)edges->margin_px;
    const size_t pixels = size_px * size_px;
    const size_t results = (size_t)plan->has_shadows + (size_t)plan->has_sky;
    if (results == 0) {
        return (struct tile_light_bytes){0};
    }
    return (struct tile_light_bytes){
        .tile = height_field_pixel_bytes(edges->has_shadows, edges->has_surface) *
                    (stride * stride + pixels) +
                results * pixels +
                (plan->has_sky ? sky_light_bytes(edges->size_px, edges->margin_px) : 0),
        .thread = height_scratch_bytes(plan->quad_px),
    };
}

static bool alloc_scratch(const struct tile_light_plan *plan, struct tile_light_scratch *scratch)
{
    const struct edge_plan *edges = &plan->edges;
    const uint32_t size_px = edges->size_px;
    const size_t pixels = (size_t)size_px * size_px;
    scratch->heights = calloc(scratch->threads, sizeof *scratch->heights);
    bool complete = scratch->heights != NULL;
    for (unsigned i = 0; i < scratch->threads && complete; i++) {
        scratch->heights[i] = height_scratch_create(plan->quad_px);
        complete = scratch->heights[i] != NULL;
    }
    complete =
        complete &&
        height_field_init(&scratch->field, size_px, edges->margin_px, edges->has_shadows,
                          edges->has_surface) &&
        height_field_init(&scratch->neighbour, size_px, 0, edges->has_shadows, edges->has_surface);
    if (complete && plan->has_shadows) {
        scratch->rows = malloc(cast_row_memory_bytes(&scratch->field));
        scratch->shade = large_alloc(pixels);
        complete = scratch->rows && scratch->shade;
    }
    if (complete && plan->has_sky) {
        scratch->sky = large_alloc(sky_light_bytes(size_px, edges->margin_px));
        scratch->dark = large_alloc(pixels);
        complete = scratch->sky && scratch->dark;
    }
    return complete;
}

struct tile_light_scratch *tile_light_scratch_create(const struct tile_light_plan *plan,
                                                     unsigned threads)
{
    struct tile_light_scratch *scratch = calloc(1, sizeof *scratch);
    if (!scratch) {
        return NULL;
    }
    scratch->threads = threads;
    if (!alloc_scratch(plan, scratch)) {
        tile_light_scratch_destroy(scratch);
        return NULL;
    }
    return scratch;
}

void tile_light_scratch_destroy(struct tile_light_scratch *scratch)
{
    if (scratch) {
        for (unsigned i = 0; scratch->heights && i < scratch->threads; i++) {
            height_scratch_destroy(scratch->heights[i]);
        }
        free(scratch->heights);
        height_field_free(&scratch->field);
        height_field_free(&scratch->neighbour);
        free(scratch->rows);
        large_free(scratch->sky);
        large_free(scratch->shade);
        large_free(scratch->dark);
        free(scratch);
    }
}

/* A drawing of the heights out of edge_inside, or of those in it; of all if it is empty. */
static struct height_drawing drawing_of(const struct tile_light_plan *plan,
                                        const struct tile_light_input *input,
                                        const struct height_area *inside, bool is_inside_drawn,
                                        const struct tile_light_scratch *scratch,
                                        struct height_field *field)
{
    return (struct height_drawing){
        .scene = input->scene,
        .meshes = input->meshes,
        .bins = input->bins,
        .settings = plan->settings,
        .quad_px = plan->quad_px,
        .cap_yd = plan->cast.cap_yd,
        .inside = *inside,
        .is_inside_drawn = is_inside_drawn,
        .scratch = scratch->heights,
        .threads = scratch->threads,
        .field = field,
    };
}

struct edge_strips *tile_light_edges(const struct tile_light_plan *plan,
                                     const struct tile_light_input *input,
                                     struct tile_light_scratch *scratch, size_t *bytes)
{
    const struct height_area inside = edge_inside(&plan->edges);
    const struct height_drawing drawing =
        drawing_of(plan, input, &inside, false, scratch, &scratch->neighbour);
    return height_draw(&drawing) ? edge_strips_create(&plan->edges, &scratch->neighbour, bytes)
                                 : NULL;
}

/* Whether a picture has all that heights are drawn of: its light is applied to the whole, and what
 * its samples have before anything transparent is what heights are made of. */
static bool may_wait(const struct tile_light_plan *plan, const struct mesh_list *meshes)
{
    const struct adtmap_settings *settings = plan->settings;
    bool may = !plan->has_shadows && meshes->count > 0 &&
               !isfinite(settings->objects.cut_height_yd) && !isfinite(settings->cut_below_yd);
    for (uint32_t i = 0; i < meshes->count && may; i++) {
        may = !meshes->batches[i].is_liquid || meshes->batches[i].rank != MESH_DEFERRED;
    }
    return may;
}

bool tile_light_begin(const struct tile_light_plan *plan, const struct tile_light_input *input,
                      const struct edge_strips *own, bool has_picture,
                      struct tile_light_scratch *scratch)
{
    /* What a bound leaves out of the whole tile may be there without what stands farther in. */
    const bool is_known = own && input->bins->left_out == 0 && edge_strips_has_any(own);
    const bool waits = has_picture && may_wait(plan, input->meshes);
    const struct height_area inside =
        is_known ? edge_inside(&plan->edges) : (struct height_area){0};
    const struct height_drawing drawing =
        drawing_of(plan, input, &inside, is_known, scratch, &scratch->field);
    scratch->waiting = waits ? drawing : (struct height_drawing){0};
    if (!(waits ? height_draw_begin(&drawing) : height_draw(&drawing))) {
        return false;
    }
    if (is_known) {
        edge_strips_restore(own, &scratch->field);
    }
    return true;
}

const struct height_drawing *tile_light_waiting(const struct tile_light_scratch *scratch)
{
    return scratch->waiting.field ? &scratch->waiting : NULL;
}

void tile_light_add_edges(const struct tile_light_plan *plan, struct tile_light_scratch *scratch,
                          const struct edge_strips *strips, int east, int south)
{
    edge_strips_copy(&plan->edges, strips, east, south, &scratch->field);
}

struct tile_light tile_light_find(const struct tile_light_plan *plan,
                                  const struct scene_tile *scene,
                                  struct tile_light_scratch *scratch)
{
    const struct light_kernels *kernels = light_kernels_get(plan->settings->cpu);
    if (plan->has_shadows) {
        cast_shadows(&plan->cast, kernels, &scratch->field, scene->x, scene->y, scratch->rows,
                     scratch->shade);
    }
    if (plan->has_sky) {
        sky_light(&plan->sky, kernels, &scratch->field, scratch->threads, scratch->sky,
                  scratch->dark);
    }
    scratch->waiting = (struct height_drawing){0};
    return (struct tile_light){scratch->shade, scratch->dark};
}
