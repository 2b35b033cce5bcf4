#include "render/terrain/low_res_terrain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/size.h"
#include "map/hours/hour_grid.h"
#include "map/hours/map_hours.h"
#include "mesh/placed/liquid_depth.h"
#include "render/terrain/fan_weights.h"
#include "render/terrain/relief.h"
#include "render/texture/fade.h"
#include "render/texture/resample.h"
#include "scene/sun_light.h"

enum {
    RGBA = 4,
    SMOOTH_PX = 512, /* the least to draw at */
    LARGE_PX = 1024, /* smooth as it is */
    PART_BITS = 12,  /* of a place in a chunk: 1 is its edge */
    PART = 1 << PART_BITS,
    LIGHT_BITS = 12,  /* of light: 1 is what keeps a colour */
    NORMAL_BITS = 14, /* of unit vectors */

    /* Colours are kept by height in steps of a quarter yard. */
    STEPS_A_YARD = 4,
    LOWEST_YD = -600,
    HIGHEST_YD = 1700,
    STEPS = (HIGHEST_YD - LOWEST_YD) * STEPS_A_YARD + 1,

    /* Slopes count in quarter yards a chunk, of which a slope of 1 has 400 / 3. */
    LEVEL = 400,
    SLOPE_BITS = 6,
    SLOPE_MAX = 1 << 20,
    SEABED_RELIEF = 128, /* of 256 */
};

/* Between two of these a colour is linear in height. Two at one height are an edge. */
static const struct stop {
    int32_t yards;
    int32_t rgb[3];
} stops[] = {
    {LOWEST_YD, {14, 34, 72}}, {-300, {22, 52, 102}},   {-120, {36, 82, 138}},
    {-40, {62, 120, 172}},     {-8, {106, 166, 200}},   {0, {146, 198, 214}},
    {0, {214, 204, 160}},      {4, {188, 190, 134}},    {14, {126, 158, 92}},
    {60, {96, 142, 78}},       {140, {118, 150, 84}},   {260, {158, 164, 98}},
    {400, {178, 156, 104}},    {600, {154, 122, 86}},   {850, {128, 104, 84}},
    {1100, {150, 142, 136}},   {1400, {240, 242, 246}}, {HIGHEST_YD, {252, 253, 255}},
};

struct low_res_light {
    int32_t ambient[3], diffuse[3]; /* LIGHT_BITS */
};

struct low_res_drawing {
    const struct low_res_tile *tile;
    uint32_t size_px; /* of the drawing */
    struct low_res_light light;
    const struct hour_grid *hours; /* NULL: that light everywhere */
    struct sun_light of_settings;  /* which the grid changes */
    int32_t sun[3];                /* east, south, up */
    int32_t cut_step;              /* the highest that is drawn */
    uint8_t background[RGBA];
    bool is_relief;
    uint8_t (*colors)[3]; /* of each step */
    bool has_lines;
    struct contour_plan contours;
    uint32_t shore; /* strength of the line along the sea, 0..256 */
    uint8_t shore_rgb[3];
};

/* Height and slope at a vertex. */
struct slope_vertex {
    int32_t height, east, south;
};

/* A chunk under way. */
struct patch {
    struct slope_vertex vertices[FAN_VERTICES];
    struct low_res_light light[2][2]; /* at its corners, where it changes: north and south, west and
                                         east */
    bool is_hole;
    struct relief_planes heights; /* for lines */
    struct contour_quad contours;
};

static int32_t to_fixed(float value, int bits)
{
    return (int32_t)floor((double)value * (1 << bits) + 0.5);
}

static void fill_colors(struct low_res_drawing *drawing)
{
    size_t next = 1;
    for (int32_t step = 0; step < STEPS; step++) {
        int32_t height = LOWEST_YD * STEPS_A_YARD + step;
        while (next + 1 < COUNT_OF(stops) && height >= stops[next].yards * STEPS_A_YARD) {
            next++;
        }
        const struct stop *low = &stops[next - 1];
        const struct stop *high = &stops[next];
        int32_t span = (high->yards - low->yards) * STEPS_A_YARD;
        int32_t part = height - low->yards * STEPS_A_YARD;
        for (int c = 0; c < 3; c++) {
            int32_t twice = 2 * (low->rgb[c] * (span - part) + high->rgb[c] * part);
            drawing->colors[step][c] = (uint8_t)((twice + span) / (2 * span));
        }
    }
}

/* The same on a relief map: tints, and over those below the sea's height its colour. */
static enum adtmap_status fill_tints(const struct adtmap_settings *settings,
                                     struct low_res_drawing *drawing)
{
    const struct adtmap_liquid *sea = &settings->liquids[ADTMAP_LIQUID_OCEAN];
    struct relief_tints *tints = relief_tints_create();
    for (int32_t step = 0; tints && step < STEPS; step++) {
        const float height = (float)LOWEST_YD + (float)step / (float)STEPS_A_YARD;
        const uint16_t *tint = relief_tint(tints, height);
        const float deep = clear_water_depth(settings, -height);
        const float alpha =
            height < 0.0F ? sea->shallow[3] + (sea->deep[3] - sea->shallow[3]) * deep : 0.0F;
        for (int c = 0; c < 3; c++) {
            float water = sea->shallow[c] + (sea->deep[c] - sea->shallow[c]) * deep;
            float ground = (float)tint[c] * (1.0F / 256.0F);
            drawing->colors[step][c] = (uint8_t)(ground + (255.0F * water - ground) * alpha + 0.5F);
        }
    }
    relief_tints_destroy(tints);
    return tints ? ADTMAP_OK : ADTMAP_NO_MEMORY;
}

static void set_lines(const struct adtmap_settings *settings, struct low_res_drawing *drawing)
{
    const float step_yd = drawing->tile->contour_yd;
    const struct adtmap_liquid *sea = &settings->liquids[ADTMAP_LIQUID_OCEAN];
    const bool has_sea = (settings->draw & ADTMAP_DRAW_LIQUID) != 0;
    drawing->contours = contour_plan_of(step_yd, WDL_INNER, drawing->size_px, settings->size_px);
    drawing->shore = has_sea ? (uint32_t)(settings->shore * 256.0F + 0.5F) : 0;
    drawing->has_lines = step_yd > 0.0F || drawing->shore > 0;
    for (int c = 0; c < 3; c++) {
        drawing->shore_rgb[c] = relief_shore_color(sea->deep[c]);
    }
}

static struct low_res_light fixed_light(const struct sun_light *light)
{
    struct low_res_light fixed;
    for (int c = 0; c < 3; c++) {
        fixed.ambient[c] = to_fixed(light->ambient[c], LIGHT_BITS);
        fixed.diffuse[c] = to_fixed(light->diffuse[c], LIGHT_BITS);
    }
    return fixed;
}

static void set_light(const struct sun_light *light, struct low_res_drawing *drawing)
{
    drawing->of_settings = *light;
    drawing->light = fixed_light(light);
    drawing->sun[0] = to_fixed((float)-light->sun[1], NORMAL_BITS);
    drawing->sun[1] = to_fixed((float)-light->sun[0], NORMAL_BITS);
    drawing->sun[2] = to_fixed((float)light->sun[2], NORMAL_BITS);
}

/* The grid of a time of day over the tile. False when out of memory. */
static bool set_hours(const struct adtmap_settings *settings, struct arena *arena,
                      struct low_res_drawing *drawing)
{
    const struct low_res_tile *tile = drawing->tile;
    float height_yd[HOUR_GRID_CORNERS];
    if (!settings_have_time(settings) || !tile->hours || !tile->hours->is_known) {
        return true;
    }
    for (int i = 0; i < HOUR_GRID_CORNERS; i++) {
        height_yd[i] = (float)tile->outer[1 + i / HOUR_GRID_EDGE][1 + i % HOUR_GRID_EDGE];
    }
    const struct hour_field *field =
        hour_field_make(tile->hours, settings_half_minutes(settings), arena);
    drawing->hours = field ? hour_grid_make(field, tile->x, tile->y, height_yd, arena) : NULL;
    return drawing->hours != NULL;
}

/* The step of a height in yards, PART_BITS behind the point. */
static int32_t step_of(int32_t height)
{
    int32_t step = (height >> (PART_BITS - 2)) - LOWEST_YD * STEPS_A_YARD;
    return step < 0 ? 0 : step < STEPS ? step : STEPS - 1;
}

/* A vertex between `same`, its neighbours on its own lattice west, east, north and south of it, and
 * `other`, those on the other one from the north-west row by row. */
static struct slope_vertex make_vertex(int32_t height, const int32_t same[4],
                                       const int32_t other[4])
{
    return (struct slope_vertex){
        .height = height,
        .east = same[1] - same[0] + other[1] + other[3] - other[0] - other[2],
        .south = same[3] - same[2] + other[2] + other[3] - other[0] - other[1],
    };
}

/* `row` and `column` count in the arrays of struct low_res_tile. */
static struct slope_vertex outer_vertex(const struct low_res_tile *tile, size_t row, size_t column)
{
    const int32_t(*outer)[LOW_RES_OUTER] = tile->outer;
    const int32_t(*inner)[LOW_RES_INNER] = tile->inner;
    const int32_t same[4] = {outer[row][column - 1], outer[row][column + 1], outer[row - 1][column],
                             outer[row + 1][column]};
    const int32_t other[4] = {inner[row - 1][column - 1], inner[row - 1][column],
                              inner[row][column - 1], inner[row][column]};
    return make_vertex(outer[row][column], same, other);
}

static struct slope_vertex inner_vertex(const struct low_res_tile *tile, size_t row, size_t column)
{
    const int32_t(*outer)[LOW_RES_OUTER] = tile->outer;
    const int32_t(*inner)[LOW_RES_INNER] = tile->inner;
    const int32_t same[4] = {inner[row][column - 1], inner[row][column + 1], inner[row - 1][column],
                             inner[row + 1][column]};
    const int32_t other[4] = {outer[row][column], outer[row][column + 1], outer[row + 1][column],
                              outer[row + 1][column + 1]};
    return make_vertex(inner[row][column], same, other);
}

static void make_patch(const struct low_res_drawing *drawing, size_t row, size_t column,
                       struct patch *patch)
{
    const struct low_res_tile *tile = drawing->tile;
    for (size_t i = 0; i < FAN_INNER; i++) {
        patch->vertices[i] = outer_vertex(tile, row + 1 + i / 2, column + 1 + i % 2);
    }
    patch->vertices[FAN_INNER] = inner_vertex(tile, row + 1, column + 1);
    patch->is_hole = tile->holes[row] >> column & 1;
    for (size_t i = 0; i < 4 && drawing->hours; i++) {
        const size_t corner = (row + i / 2) * HOUR_GRID_EDGE + column + i % 2;
        const struct sun_light light =
            sun_light_at_hour(&drawing->of_settings, &drawing->hours->corners[corner]);
        patch->light[i / 2][i % 2] = fixed_light(&light);
    }
}

/* What lines in a patch need. */
static void set_patch_lines(const struct low_res_drawing *drawing, struct patch *patch)
{
    float heights[FAN_VERTICES];
    for (size_t i = 0; i < FAN_VERTICES; i++) {
        heights[i] = (float)patch->vertices[i].height;
    }
    patch->heights = relief_planes_of(heights);
    patch->contours = contour_quad_of(&drawing->contours, &patch->heights);
    patch->contours.shore_yd = drawing->shore > 0 ? 0.0F : NAN;
}

/* Weights of the five vertices, which add up to PART, at (u, v) in the chunk, east and south,
 * 0..PART. The weights of the fan are multiples of 1 / PART, which floats hold exactly. */
static void weigh(int32_t u, int32_t v, int32_t weights[FAN_VERTICES])
{
    float parts[FAN_VERTICES];
    fan_weights_at((float)u / PART, (float)v / PART, parts);
    for (size_t i = 0; i < FAN_VERTICES; i++) {
        weights[i] = (int32_t)(parts[i] * PART);
    }
}

/* PART times the height and slope at a place. */
struct sum {
    int64_t height, east, south;
};

static struct sum add_up(const struct patch *patch, const int32_t weights[FAN_VERTICES])
{
    struct sum sum = {0};
    for (size_t i = 0; i < FAN_VERTICES; i++) {
        sum.height += (int64_t)patch->vertices[i].height * weights[i];
        sum.east += (int64_t)patch->vertices[i].east * weights[i];
        sum.south += (int64_t)patch->vertices[i].south * weights[i];
    }
    return sum;
}

/* A slope as a component of a normal whose upward component is LEVEL << SLOPE_BITS. */
static int32_t lean(int64_t sum)
{
    int64_t slope = sum * 3 / (PART >> SLOPE_BITS);
    return (int32_t)(slope < -SLOPE_MAX ? -SLOPE_MAX : slope > SLOPE_MAX ? SLOPE_MAX : slope);
}

/* How much of the sun's light falls on the ground, 0..1 in LIGHT_BITS. */
static int32_t sun_light(const struct low_res_drawing *drawing, int32_t east, int32_t south)
{
    const int32_t up = LEVEL << SLOPE_BITS;
    int64_t along = -(int64_t)east * drawing->sun[0] - (int64_t)south * drawing->sun[1] +
                    (int64_t)up * drawing->sun[2];
    if (along <= 0) {
        return 0;
    }
    int64_t square = (int64_t)east * east + (int64_t)south * south + (int64_t)up * up;
    int64_t length = (int64_t)sqrt((double)square);
    return (int32_t)((along >> (NORMAL_BITS - LIGHT_BITS)) / length);
}

/* A number between four at the corners of a chunk. */
static int32_t bilinear(int32_t corners[2][2], int32_t u, int32_t v)
{
    int32_t north = corners[0][0] + ((corners[0][1] - corners[0][0]) * u >> PART_BITS);
    int32_t south = corners[1][0] + ((corners[1][1] - corners[1][0]) * u >> PART_BITS);
    return north + ((south - north) * v >> PART_BITS);
}

/* The light at a place of a chunk. */
static struct low_res_light low_res_light_at(const struct low_res_drawing *drawing,
                                             const struct patch *patch, int32_t u, int32_t v)
{
    struct low_res_light light = drawing->light;
    for (int c = 0; c < 3 && drawing->hours; c++) {
        int32_t ambient[2][2];
        int32_t diffuse[2][2];
        for (int i = 0; i < 4; i++) {
            ambient[i / 2][i % 2] = patch->light[i / 2][i % 2].ambient[c];
            diffuse[i / 2][i % 2] = patch->light[i / 2][i % 2].diffuse[c];
        }
        light.ambient[c] = bilinear(ambient, u, v);
        light.diffuse[c] = bilinear(diffuse, u, v);
    }
    return light;
}

/* Water of relief maps has its own colour in any light, as over the ground of an ADT. */
static uint8_t shade(const struct low_res_drawing *drawing, const struct low_res_light *light,
                     int c, int32_t color, int32_t sun, bool under_water)
{
    int32_t lit = light->ambient[c] + (light->diffuse[c] * sun >> LIGHT_BITS);
    if (under_water && drawing->is_relief) {
        lit = 1 << LIGHT_BITS;
    } else if (under_water) {
        int32_t level_sun = drawing->sun[2] > 0 ? drawing->sun[2] >> (NORMAL_BITS - LIGHT_BITS) : 0;
        int32_t level = light->ambient[c] + (light->diffuse[c] * level_sun >> LIGHT_BITS);
        lit = level + (lit - level) * SEABED_RELIEF / 256;
    }
    int32_t value = (color * lit + (1 << (LIGHT_BITS - 1))) >> LIGHT_BITS;
    return (uint8_t)(value > 255 ? 255 : value);
}

/* On land, and along the sea. */
static void draw_lines(const struct low_res_drawing *drawing, const struct patch *patch, float u,
                       float v, uint8_t *rgba)
{
    const unsigned triangle = relief_triangle(u, v);
    const float height = relief_value(&patch->heights, triangle, u, v);
    if (drawing->contours.step_yd > 0.0F && height >= 0.0F) {
        relief_over(contour_rgb,
                    contour_cover(&drawing->contours, &patch->contours, triangle, height), rgba);
    }
    const uint32_t cover = shore_cover(&drawing->contours, &patch->heights, triangle, height);
    relief_over(drawing->shore_rgb, cover * drawing->shore >> 8, rgba);
}

static void draw_pixel(const struct low_res_drawing *drawing, const struct patch *patch, int32_t u,
                       int32_t v, uint8_t *rgba)
{
    int32_t weights[FAN_VERTICES];
    weigh(u, v, weights);
    struct sum sum = add_up(patch, weights);
    int32_t step = step_of((int32_t)sum.height);
    if ((patch->is_hole && !drawing->is_relief) || step > drawing->cut_step) {
        memcpy(rgba, drawing->background, RGBA);
        return;
    }
    int32_t sun = sun_light(drawing, lean(sum.east), lean(sum.south));
    const struct low_res_light light = low_res_light_at(drawing, patch, u, v);
    for (int c = 0; c < 3; c++) {
        rgba[c] = shade(drawing, &light, c, drawing->colors[step][c], sun, sum.height < 0);
    }
    rgba[3] = 255;
    if (drawing->has_lines) {
        draw_lines(drawing, patch, (float)u / PART, (float)v / PART, rgba);
    }
}

/* Where the middle of pixel `i` lies on the tile's edge, in chunks with PART_BITS. */
static uint32_t low_res_pixel_place(uint32_t i, uint32_t size_px)
{
    return (uint32_t)(((2 * (uint64_t)i + 1) * WDL_INNER << PART_BITS) / (2 * (uint64_t)size_px));
}

static void low_res_draw_row(const struct low_res_drawing *drawing, uint32_t y, uint8_t *row)
{
    uint32_t south = low_res_pixel_place(y, drawing->size_px);
    size_t chunk = SIZE_MAX;
    struct patch patch = {0};
    for (uint32_t x = 0; x < drawing->size_px; x++) {
        uint32_t east = low_res_pixel_place(x, drawing->size_px);
        if (east >> PART_BITS != chunk) {
            chunk = east >> PART_BITS;
            make_patch(drawing, south >> PART_BITS, chunk, &patch);
            if (drawing->has_lines) {
                set_patch_lines(drawing, &patch);
            }
        }
        draw_pixel(drawing, &patch, (int32_t)(east % PART), (int32_t)(south % PART),
                   row + (size_t)x * RGBA);
    }
}

static void draw(const struct low_res_drawing *drawing, unsigned threads, uint8_t *rgba,
                 size_t stride_bytes)
{
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t y = 0; y < drawing->size_px; y++) {
        low_res_draw_row(drawing, y, rgba + y * stride_bytes);
    }
}

static uint32_t drawing_size(uint32_t size_px)
{
    if (size_px >= LARGE_PX) {
        return size_px;
    }
    uint32_t times = (SMOOTH_PX + size_px - 1) / size_px;
    return size_px * (times > 2 ? times : 2);
}

bool low_res_terrain_draw(const struct adtmap_settings *settings, const struct low_res_tile *tile,
                          unsigned threads, uint8_t *rgba, size_t stride_bytes)
{
    struct low_res_drawing drawing = {.tile = tile,
                                      .size_px = drawing_size(settings->size_px),
                                      .colors = malloc(STEPS * sizeof *drawing.colors)};
    struct arena arena = {0};
    if (!drawing.colors || !set_hours(settings, &arena, &drawing)) {
        arena_free(&arena);
        free(drawing.colors);
        return false;
    }
    const struct sun_light light = sun_light_of(&settings->light);
    set_light(&light, &drawing);
    const float cut_yd = settings->objects.cut_height_yd;
    drawing.cut_step = cut_yd >= (float)HIGHEST_YD ? INT32_MAX
                       : cut_yd < (float)LOWEST_YD ? -1
                                                   : step_of(to_fixed(cut_yd, PART_BITS));
    memcpy(drawing.background, settings->background, RGBA);
    set_lines(settings, &drawing);
    drawing.is_relief = settings->ground == ADTMAP_GROUND_RELIEF;
    if (settings->ground == ADTMAP_GROUND_TEXTURED) {
        fill_colors(&drawing);
    } else if (fill_tints(settings, &drawing)) {
        arena_free(&arena);
        free(drawing.colors);
        return false;
    }
    bool done = drawing.size_px == settings->size_px;
    if (done) {
        draw(&drawing, threads, rgba, stride_bytes);
    } else {
        size_t row_bytes = (size_t)drawing.size_px * RGBA;
        uint8_t *large = malloc(row_bytes * drawing.size_px);
        if (large) {
            draw(&drawing, threads, large, row_bytes);
        }
        done = large && resample_area(large, drawing.size_px, rgba, settings->size_px, stride_bytes,
                                      threads);
        free(large);
    }
    if (done && tile->is_of_parent) {
        fade_picture(settings, rgba, stride_bytes);
    }
    arena_free(&arena);
    free(drawing.colors);
    return done;
}
