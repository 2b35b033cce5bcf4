/*
 * From nodes to texels. ground_cover.c gives the signed cover of each material per node, 1/4 of the
 * texels' resolution. A chunk interpolates it, adds noise around the border and applies a smooth
 * step, which gives the material's alpha.
 *
 * A chunk has room for four layers. choose_layers adds up how much of each material a viewer would
 * see, with a higher weight at the chunk's rim, and keeps the four that show most. A layer fades
 * out towards neighbours that did not keep its material, so that no straight edge appears.
 */
#include "demo/world/ground.h"

#include <stdlib.h>
#include <string.h>

#include "base/portable_math.h"
#include "demo/textures/noise.h"
#include "demo/world/fields.h"
#include "demo/world/ground_cover.h"
#include "demo/world/scenery.h"

enum { NOISE_TEXELS = 1024, BLOCK = NODES_PER_CHUNK + 1 };

/* Noise amplitude and width of a material's border, in units of its signed cover. */
struct border {
    float ragged;
    float soft;
};

static const struct border borders[GROUND_MATERIAL_COUNT] = {
    [SEABED] = {0.0f, 1.0f},   [SAND] = {0.4f, 0.80f},   [GRASS] = {0.7f, 0.30f},
    [MEADOW] = {1.2f, 0.60f},  [HEATH] = {1.1f, 0.60f},  [FOREST] = {0.8f, 0.40f},
    [MUD] = {0.9f, 0.50f},     [SCREE] = {1.2f, 0.50f},  [ROCK] = {1.1f, 0.45f},
    [ASH] = {1.0f, 0.50f},     [BASALT] = {1.2f, 0.45f}, [SNOW] = {1.1f, 0.30f},
    [PLOUGHED] = {0.2f, 0.5f}, [GREENS] = {0.2f, 0.5f},  [WHEAT] = {0.2f, 0.5f},
    [DIRT] = {0.6f, 0.50f},    [COBBLES] = {0.3f, 0.4f}, [PAVING] = {1.2f, 0.35f},
    [CANOPY] = {0.0f, 1.0f},
};

static void make_noise(int8_t *noise)
{
    static const struct noise_sum sum = {.seed = 121, .octaves = 5, .period = 32, .gain = 0.75};
#pragma omp parallel for schedule(dynamic, 16)
    for (int32_t y = 0; y < NOISE_TEXELS; y++) {
        for (int32_t x = 0; x < NOISE_TEXELS; x++) {
            double value = noise_fractal(x / 32.0, y / 32.0, &sum) * 1.6;
            noise[y * NOISE_TEXELS + x] =
                (int8_t)portable_floor(127.0 * noise_clamp(value, -1.0, 1.0));
        }
    }
}

/* Noise of a material at a texel of the world, -1..1. Every material sees the table shifted, odd
 * ones transposed. */
static float noise_of(const struct ground *ground, enum ground_material material, int32_t x,
                      int32_t y)
{
    int32_t shift = (int32_t)material * 157;
    int32_t u = (((int)material & 1 ? y : x) + shift) & (NOISE_TEXELS - 1);
    int32_t v = (((int)material & 1 ? x : y) + 2 * shift) & (NOISE_TEXELS - 1);
    return (float)ground->noise[v * NOISE_TEXELS + u] * (1.0f / 127.0f);
}

static float cover_of(const struct ground *ground, enum ground_material material, float mask,
                      int32_t x, int32_t y)
{
    const struct border *border = &borders[material];
    float cover = (mask - 128.0f) * (1.0f / 64.0f);
    float value = cover + border->ragged * noise_of(ground, material, x, y) * 0.6f;
    float t = value / border->soft + 0.5f;
    t = t < 0.0f ? 0.0f : t > 1.0f ? 1.0f : t;
    return t * t * (3.0f - 2.0f * t);
}

static uint8_t mask_byte(double cover)
{
    return (uint8_t)portable_floor(128.0 + noise_clamp(cover * 64.0, -128.0, 127.0));
}

static void compute_masks(struct ground *ground)
{
#pragma omp parallel for schedule(dynamic, 16)
    for (int32_t j = 0; j < LATTICE; j++) {
        for (int32_t i = 0; i < LATTICE; i++) {
            double cover[GROUND_MATERIAL_COUNT];
            ground_cover_node(ground->world, i, j, cover);
            int32_t node = lattice_node(i, j);
            for (int m = 0; m < GROUND_MATERIAL_COUNT; m++) {
                ground->mask[m][node] = mask_byte(cover[m]);
            }
        }
    }
}

/* The four materials that show most in a chunk, as bits. */
static uint32_t keep_most(const float seen[GROUND_MATERIAL_COUNT],
                          const float peak[GROUND_MATERIAL_COUNT])
{
    uint32_t kept = 0;
    for (int layer = 0; layer < GROUND_LAYERS; layer++) {
        int best = -1;
        for (int m = 0; m < GROUND_MATERIAL_COUNT; m++) {
            if (!(kept >> m & 1) && peak[m] > 0.06f && (best < 0 || seen[m] > seen[best])) {
                best = m;
            }
        }
        if (best >= 0) {
            kept |= 1u << best;
        }
    }
    return kept;
}

/*
 * Weights for choosing layers. `thickest` is the largest share of the ground below that a material
 * hides; crops stand in rows and trees apart. `missed` is how much a viewer misses the material.
 * Seabed, sand and grass count more because they lie below the others: an edge shows if one chunk
 * omits them. Roads count more because they are thin.
 */
static const struct {
    float thickest, missed;
} weights[GROUND_MATERIAL_COUNT] = {
    [SEABED] = {1.0f, 4.0f},   [SAND] = {1.0f, 4.0f},     [GRASS] = {1.0f, 4.0f},
    [MEADOW] = {1.0f, 1.0f},   [HEATH] = {1.0f, 1.0f},    [FOREST] = {1.0f, 1.0f},
    [MUD] = {1.0f, 1.0f},      [SCREE] = {1.0f, 1.0f},    [ROCK] = {1.0f, 1.0f},
    [ASH] = {1.0f, 1.0f},      [BASALT] = {1.0f, 1.0f},   [SNOW] = {1.0f, 2.0f},
    [PLOUGHED] = {1.0f, 1.5f}, [GREENS] = {0.8f, 1.5f},   [WHEAT] = {0.8f, 2.0f},
    [DIRT] = {1.0f, 12.0f},    [COBBLES] = {1.0f, 12.0f}, [PAVING] = {1.0f, 8.0f},
    [CANOPY] = {0.6f, 1.0f},
};

/* A missing material shows more at the chunk's rim than inside. */
#define RIM_WEIGHT 6.0f

static uint32_t choose_layers(const struct ground *ground, int32_t x, int32_t y)
{
    float seen[GROUND_MATERIAL_COUNT] = {0};
    float peak[GROUND_MATERIAL_COUNT] = {0};
    for (int32_t j = 0; j < BLOCK; j++) {
        for (int32_t i = 0; i < BLOCK; i++) {
            int32_t node_x = x * NODES_PER_CHUNK + i;
            int32_t node_y = y * NODES_PER_CHUNK + j;
            int32_t node = lattice_node(node_x, node_y);
            bool rim = i == 0 || j == 0 || i == BLOCK - 1 || j == BLOCK - 1;
            float left = 1.0f;
            for (int m = GROUND_MATERIAL_COUNT - 1; m >= 0 && left > 0.0f; m--) {
                float mask = (float)ground->mask[m][node];
                float cover = mask > 0.0f ? cover_of(ground, (enum ground_material)m, mask,
                                                     node_x * 4, node_y * 4)
                                          : 0.0f;
                cover = m == SEABED ? 1.0f : cover * weights[m].thickest;
                seen[m] += left * cover * weights[m].missed * (rim ? RIM_WEIGHT : 1.0f);
                peak[m] = left * cover > peak[m] ? left * cover : peak[m];
                left *= 1.0f - cover;
            }
        }
    }
    return keep_most(seen, peak);
}

bool ground_create(struct ground *ground, const struct world *world)
{
    *ground = (struct ground){.world = world,
                              .noise = malloc((size_t)NOISE_TEXELS * NOISE_TEXELS),
                              .kept = calloc((size_t)WORLD_CHUNKS * WORLD_CHUNKS, sizeof(uint32_t)),
                              .bottom = malloc((size_t)WORLD_CHUNKS * WORLD_CHUNKS)};
    bool ready = ground->noise && ground->kept && ground->bottom;
    for (int m = 0; m < GROUND_MATERIAL_COUNT; m++) {
        ground->mask[m] = malloc((size_t)LATTICE * LATTICE);
        ready = ready && ground->mask[m];
    }
    if (!ready) {
        return false;
    }
    make_noise(ground->noise);
    compute_masks(ground);
#pragma omp parallel for schedule(dynamic, 2)
    for (int32_t y = 0; y < WORLD_CHUNKS; y++) {
        for (int32_t x = 0; x < WORLD_CHUNKS; x++) {
            ground->kept[y * WORLD_CHUNKS + x] = choose_layers(ground, x, y);
        }
    }
    return ground_unify_bottom_layers(ground);
}

void ground_destroy(struct ground *ground)
{
    for (int m = 0; m < GROUND_MATERIAL_COUNT; m++) {
        free(ground->mask[m]);
    }
    free(ground->noise);
    free(ground->kept);
    free(ground->bottom);
    *ground = (struct ground){0};
}

/* Bilinear weight of texel t of 64 between two nodes, which are 4 texels apart. */
static float texel_fraction(int32_t t)
{
    return (float)(2 * (t & 3) + 1) * 0.125f;
}

static float block_sample(float block[BLOCK][BLOCK], int32_t x, int32_t y)
{
    int32_t i = x >> 2;
    int32_t j = y >> 2;
    float u = texel_fraction(x);
    float v = texel_fraction(y);
    float north = block[j][i] + (block[j][i + 1] - block[j][i]) * u;
    float south = block[j + 1][i] + (block[j + 1][i + 1] - block[j + 1][i]) * u;
    return north + (south - north) * v;
}

static void cover_chunk(const struct ground *ground, int32_t x, int32_t y,
                        enum ground_material material, uint8_t *cover)
{
    float block[BLOCK][BLOCK];
    for (int32_t j = 0; j < BLOCK; j++) {
        for (int32_t i = 0; i < BLOCK; i++) {
            int32_t node = lattice_node(x * NODES_PER_CHUNK + i, y * NODES_PER_CHUNK + j);
            block[j][i] = (float)ground->mask[material][node];
        }
    }
    for (int32_t v = 0; v < TEXELS_PER_CHUNK; v++) {
        for (int32_t u = 0; u < TEXELS_PER_CHUNK; u++) {
            float share = cover_of(ground, material, block_sample(block, u, v),
                                   x * TEXELS_PER_CHUNK + u, y * TEXELS_PER_CHUNK + v);
            cover[v * TEXELS_PER_CHUNK + u] = (uint8_t)(share * 255.0f + 0.5f);
        }
    }
}

/* Draws crops as rows: 6.5 yards apart for wheat, 4.2 for greens. */
static void draw_furrows(const struct ground *ground, int32_t x, int32_t y,
                         enum ground_material material, uint8_t *cover)
{
    for (int32_t t = 0; t < CHUNK_TEXELS; t++) {
        if (cover[t] == 0) {
            continue;
        }
        double east = (x * TEXELS_PER_CHUNK + t % TEXELS_PER_CHUNK + 0.5) * TEXEL_YD;
        double south = (y * TEXELS_PER_CHUNK + t / TEXELS_PER_CHUNK + 0.5) * TEXEL_YD;
        struct field field = field_at(ground->world, east, south);
        double spacing = material == WHEAT ? 6.5 : 4.2;
        double across = field.furrow_yd / spacing;
        across -= portable_floor(across);
        double ridge = across < 0.5 ? across * 2.0 : 2.0 - across * 2.0;
        double least = material == WHEAT ? 0.62 : 0.45;
        double share = noise_mix(least, 1.0, noise_step(0.15, 0.6, ridge));
        cover[t] = (uint8_t)((double)cover[t] * share + 0.5);
    }
}

/* A tree seen from above, in texels. */
struct tree {
    double x, y, radius;
};

enum { TREE_SPACING = 10, TREE_REACH = 2 };

/* Whether a cell of the grid of trees has one; `tree` gets its position in the world. */
static bool tree_in_cell(const struct ground *ground, int32_t cell_x, int32_t cell_y,
                         struct tree *tree)
{
    double x = (cell_x + 0.15 + 0.7 * noise_unit(cell_x, cell_y, 131u)) * TREE_SPACING;
    double y = (cell_y + 0.15 + 0.7 * noise_unit(cell_x, cell_y, 132u)) * TREE_SPACING;
    int32_t node = lattice_node((int32_t)(x / 4.0), (int32_t)(y / 4.0));
    double density = ((double)ground->mask[CANOPY][node] - 128.0) / 64.0;
    double chance = density > 0.0 ? 0.55 + 0.35 * noise_clamp(density, 0.0, 1.0) : 0.0;
    *tree = (struct tree){x, y, 3.4 + 2.6 * noise_unit(cell_x, cell_y, 133u)};
    return noise_unit(cell_x, cell_y, 134u) < chance;
}

static double disc(double dx, double dy, double radius)
{
    double square = (dx * dx + dy * dy) / (radius * radius);
    return square >= 1.0 ? 0.0 : 1.0 - square;
}

/* Draws the crown and shadow of a tree, whose position counts from the chunk's corner. */
static void draw_tree(const struct tree *tree, uint8_t *canopy, bool *shadow)
{
    double reach = tree->radius + 6.0;
    int32_t low_x = (int32_t)noise_clamp(tree->x - reach, 0.0, TEXELS_PER_CHUNK);
    int32_t low_y = (int32_t)noise_clamp(tree->y - reach, 0.0, TEXELS_PER_CHUNK);
    int32_t high_x = (int32_t)noise_clamp(tree->x + reach, 0.0, TEXELS_PER_CHUNK);
    int32_t high_y = (int32_t)noise_clamp(tree->y + reach, 0.0, TEXELS_PER_CHUNK);
    for (int32_t y = low_y; y < high_y; y++) {
        for (int32_t x = low_x; x < high_x; x++) {
            double dx = x + 0.5 - tree->x;
            double dy = y + 0.5 - tree->y;
            int32_t t = y * TEXELS_PER_CHUNK + x;
            double crown = disc(dx, dy, tree->radius);
            uint8_t cover = (uint8_t)(255.0 * noise_step(0.0, 0.45, crown));
            canopy[t] = cover > canopy[t] ? cover : canopy[t];
            shadow[t] = shadow[t] || disc(dx - 3.6, dy - 3.6, tree->radius) > 0.0;
        }
    }
}

static void draw_trees(const struct ground *ground, int32_t x, int32_t y, uint8_t *canopy,
                       bool *shadow)
{
    int32_t first_x = x * TEXELS_PER_CHUNK / TREE_SPACING - TREE_REACH;
    int32_t first_y = y * TEXELS_PER_CHUNK / TREE_SPACING - TREE_REACH;
    int32_t cells = TEXELS_PER_CHUNK / TREE_SPACING + 2 * TREE_REACH + 1;
    for (int32_t j = 0; j < cells; j++) {
        for (int32_t i = 0; i < cells; i++) {
            struct tree tree;
            if (tree_in_cell(ground, first_x + i, first_y + j, &tree)) {
                tree.x -= x * TEXELS_PER_CHUNK;
                tree.y -= y * TEXELS_PER_CHUNK;
                draw_tree(&tree, canopy, shadow);
            }
        }
    }
    for (int32_t t = 0; t < CHUNK_TEXELS; t++) {
        shadow[t] = shadow[t] && canopy[t] < 100;
    }
}

static void draw_hill_shadow(const struct ground *ground, int32_t x, int32_t y, bool *shadow)
{
    float block[BLOCK][BLOCK];
    bool any = false;
    for (int32_t j = 0; j < BLOCK; j++) {
        for (int32_t i = 0; i < BLOCK; i++) {
            int32_t node = lattice_node(x * NODES_PER_CHUNK + i, y * NODES_PER_CHUNK + j);
            block[j][i] = ground->world->shade_yd[node] - ground->world->height_yd[node];
            any = any || block[j][i] > HILL_SHADOW_YD;
        }
    }
    for (int32_t t = 0; any && t < CHUNK_TEXELS; t++) {
        float deep = block_sample(block, t % TEXELS_PER_CHUNK, t / TEXELS_PER_CHUNK);
        shadow[t] = shadow[t] || deep > HILL_SHADOW_YD;
    }
}

static void draw_building_shadow(const struct ground *ground, int32_t x, int32_t y, bool *shadow)
{
    for (int32_t t = 0; t < CHUNK_TEXELS; t++) {
        shadow[t] = shadow[t] || scenery_is_shaded(ground->world->scenery,
                                                   x * TEXELS_PER_CHUNK + t % TEXELS_PER_CHUNK,
                                                   y * TEXELS_PER_CHUNK + t / TEXELS_PER_CHUNK);
    }
}

/* Fades a layer out towards the neighbour in direction (dx, dy), over 8 texels. */
static void fade_to_neighbour(uint8_t *cover, int32_t dx, int32_t dy)
{
    enum { FADE = 8 };
    for (int32_t t = 0; t < CHUNK_TEXELS; t++) {
        int32_t x = t % TEXELS_PER_CHUNK;
        int32_t y = t / TEXELS_PER_CHUNK;
        int32_t from_x = dx > 0 ? TEXELS_PER_CHUNK - 1 - x : dx < 0 ? x : 0;
        int32_t from_y = dy > 0 ? TEXELS_PER_CHUNK - 1 - y : dy < 0 ? y : 0;
        int32_t from = from_x > from_y ? from_x : from_y;
        if (from < FADE) {
            int32_t share = (2 * from + 1) * 255 / (2 * FADE);
            cover[t] = (uint8_t)(cover[t] * share / 255);
        }
    }
}

static void fade_to_neighbours(const struct ground *ground, int32_t x, int32_t y,
                               enum ground_material material, uint8_t *cover)
{
    for (int32_t k = 0; k < 9; k++) {
        int32_t dx = k % 3 - 1;
        int32_t dy = k / 3 - 1;
        int32_t nx = x + dx;
        int32_t ny = y + dy;
        bool there = nx >= 0 && ny >= 0 && nx < WORLD_CHUNKS && ny < WORLD_CHUNKS;
        if (there && !(ground->kept[ny * WORLD_CHUNKS + nx] >> material & 1)) {
            fade_to_neighbour(cover, dx, dy);
        }
    }
}

static void make_layer(const struct ground *ground, int32_t x, int32_t y,
                       enum ground_material material, uint8_t *cover, bool *shadow)
{
    if (material == CANOPY) {
        memset(cover, 0, CHUNK_TEXELS);
        draw_trees(ground, x, y, cover, shadow);
    } else {
        cover_chunk(ground, x, y, material, cover);
    }
    if (material == GREENS || material == WHEAT) {
        draw_furrows(ground, x, y, material, cover);
    }
    fade_to_neighbours(ground, x, y, material, cover);
}

void ground_make_chunk(const struct ground *ground, int32_t x, int32_t y,
                       struct ground_chunk *chunk)
{
    memset(chunk->shadow, 0, sizeof chunk->shadow);
    chunk->layer_count = 0;
    uint32_t kept = ground->kept[y * WORLD_CHUNKS + x];
    for (int m = 0; m < GROUND_MATERIAL_COUNT; m++) {
        if (!(kept >> m & 1)) {
            continue;
        }
        int layer = chunk->layer_count++;
        chunk->material[layer] = (enum ground_material)m;
        if (layer == 0) {
            memset(chunk->cover[0], 255, CHUNK_TEXELS);
        } else {
            make_layer(ground, x, y, (enum ground_material)m, chunk->cover[layer], chunk->shadow);
        }
    }
    draw_hill_shadow(ground, x, y, chunk->shadow);
    draw_building_shadow(ground, x, y, chunk->shadow);
}
