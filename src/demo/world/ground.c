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
#include "demo/world/scenery.h"
#include "demo/world/surface.h"

enum { BLOCK = NODES_PER_CHUNK + 1 };

/* A texel is shaded if the hill's shadow reaches at least this high above it. */
static const float hill_shadow_yd = 0.4f;

/*
 * Noise amplitude and width of a material's border, in units of its signed cover. `thickest` is the
 * largest share of the ground below that the material hides; crops stand in rows and trees apart.
 * `missed` is how much a viewer misses it: seabed, sand and grass lie below the others, so that an
 * edge shows if one chunk omits them; roads are thin.
 */
static const struct {
    float ragged, soft, thickest, missed;
} rules[GROUND_MATERIAL_COUNT] = {
    [SEABED] = {0.0f, 1.0f, 1.0f, 4.0f},   [SAND] = {0.4f, 0.8f, 1.0f, 4.0f},
    [GRASS] = {0.7f, 0.4f, 1.0f, 4.0f},    [MEADOW] = {1.2f, 0.8f, 1.0f, 1.0f},
    [HEATH] = {1.1f, 0.8f, 1.0f, 1.0f},    [FOREST] = {0.8f, 0.6f, 1.0f, 1.0f},
    [MUD] = {0.9f, 0.6f, 1.0f, 1.0f},      [SCREE] = {1.5f, 0.7f, 1.0f, 1.0f},
    [ROCK] = {1.4f, 0.6f, 1.0f, 1.0f},     [ASH] = {0.9f, 0.8f, 1.0f, 1.0f},
    [BASALT] = {1.0f, 0.6f, 1.0f, 1.0f},   [SNOW] = {0.55f, 0.9f, 1.0f, 2.0f},
    [PLOUGHED] = {0.2f, 0.5f, 1.0f, 1.5f}, [GREENS] = {0.2f, 0.5f, 0.8f, 1.5f},
    [WHEAT] = {0.2f, 0.5f, 0.8f, 2.0f},    [DIRT] = {0.6f, 0.6f, 1.0f, 12.0f},
    [COBBLES] = {0.3f, 0.4f, 1.0f, 12.0f}, [PAVING] = {1.2f, 0.35f, 1.0f, 8.0f},
    [CANOPY] = {0.0f, 1.0f, 0.6f, 1.0f},
};

static float cover_of(const struct ground *ground, int material, float mask, int32_t x, int32_t y)
{
    /* every material sees the noise shifted, odd ones transposed */
    int32_t shift = material * 157;
    int32_t u = ((material & 1 ? y : x) + shift) & (NOISE_TEXELS - 1);
    int32_t v = ((material & 1 ? x : y) + 2 * shift) & (NOISE_TEXELS - 1);
    float noise = (float)ground->noise[v * NOISE_TEXELS + u] * (1.0f / 127.0f);
    float cover = (mask - 128.0f) * (1.0f / 64.0f);
    float t = (cover + rules[material].ragged * noise * 0.6f) / rules[material].soft + 0.5f;
    t = t < 0.0f ? 0.0f : t > 1.0f ? 1.0f : t;
    return t * t * (3.0f - 2.0f * t);
}

/* Node `k` of a chunk, whose nodes are counted row by row. */
static int32_t block_node(int32_t x, int32_t y, int32_t k)
{
    return lattice_node(x * NODES_PER_CHUNK + k % BLOCK, y * NODES_PER_CHUNK + k / BLOCK);
}

static uint32_t choose_layers(const struct ground *ground, int32_t x, int32_t y)
{
    /* a missing material shows more at the chunk's rim than inside */
    const float rim_weight = 6.0f;
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
                float cover =
                    mask > 0.0f ? cover_of(ground, m, mask, node_x * 4, node_y * 4) : 0.0f;
                cover = m == SEABED ? 1.0f : cover * rules[m].thickest;
                seen[m] += left * cover * rules[m].missed * (rim ? rim_weight : 1.0f);
                peak[m] = left * cover > peak[m] ? left * cover : peak[m];
                left *= 1.0f - cover;
            }
        }
    }
    uint32_t kept = 0;
    for (int layer = 0; layer < GROUND_LAYERS; layer++) {
        int best = -1;
        for (int m = 0; m < GROUND_MATERIAL_COUNT; m++) {
            if (!(kept >> m & 1) && peak[m] > 0.06f && (best < 0 || seen[m] > seen[best])) {
                best = m;
            }
        }
        kept |= best >= 0 ? 1u << best : 0u;
    }
    return kept;
}

/*
 * Gives chunks in the shadow of hills the same bottom layer, rock, where there is room for it.
 * Clients let the bottom layer show through the others in shadow (MCAL: alpha * 178 >> 8), so that
 * two neighbours with different bottom layers would show an edge there.
 */
static void choose_bottom(struct ground *ground, int32_t x, int32_t y)
{
    uint32_t *kept = &ground->kept[y * WORLD_CHUNKS + x];
    uint32_t plants = *kept & (1u << MEADOW | 1u << HEATH | 1u << FOREST);
    bool shaded = false;
    for (int32_t k = 0; k < BLOCK * BLOCK; k++) {
        int32_t node = block_node(x, y, k);
        float height = ground->world->height_yd[node];
        shaded = shaded || ground->world->shade_yd[node] - height > hill_shadow_yd;
    }
    ground->bottom[y * WORLD_CHUNKS + x] = GROUND_MATERIAL_COUNT;
    bool mountain = *kept & (1u << SCREE | 1u << SNOW);
    if (shaded && mountain && __builtin_popcount(*kept | 1u << ROCK) > GROUND_LAYERS) {
        *kept &= ~(plants & (~plants + 1u)); /* the lowest of them makes room */
    }
    if (shaded && __builtin_popcount(*kept | 1u << ROCK) <= GROUND_LAYERS) {
        ground->bottom[y * WORLD_CHUNKS + x] = ROCK;
        *kept |= 1u << ROCK;
    }
}

struct ground *ground_create(const struct world *world)
{
    struct ground *ground = malloc(sizeof *ground);
    if (!ground) {
        return NULL;
    }
    ground->world = world;
#pragma omp parallel
    {
#pragma omp for schedule(dynamic, 1024)
        for (int32_t k = 0; k < NOISE_TEXELS * NOISE_TEXELS; k++) {
            double value =
                noise_sum(k % NOISE_TEXELS / 32.0, k / NOISE_TEXELS / 32.0, 121, 5, 32, 0.75);
            ground->noise[k] = (int8_t)portable_floor(127.0 * noise_clamp(1.6 * value, -1.0, 1.0));
        }
#pragma omp for schedule(dynamic, 1024)
        for (int32_t node = 0; node < LATTICE_NODES; node++) {
            double cover[GROUND_MATERIAL_COUNT];
            ground_cover_node(world, node % LATTICE, node / LATTICE, cover);
            for (int m = 0; m < GROUND_MATERIAL_COUNT; m++) {
                ground->mask[m][node] =
                    (uint8_t)portable_floor(128.0 + noise_clamp(cover[m] * 64.0, -128.0, 127.0));
            }
        }
#pragma omp for schedule(dynamic, 16)
        for (int32_t k = 0; k < WORLD_CHUNKS * WORLD_CHUNKS; k++) {
            ground->kept[k] = choose_layers(ground, k % WORLD_CHUNKS, k / WORLD_CHUNKS);
            choose_bottom(ground, k % WORLD_CHUNKS, k / WORLD_CHUNKS);
        }
    }
    return ground;
}

/* ---- texels ---- */

/* The value of texel `t` between nodes, which are 4 texels apart. */
static float block_sample(float block[BLOCK][BLOCK], int32_t t)
{
    int32_t x = t % TEXELS_PER_CHUNK;
    int32_t y = t / TEXELS_PER_CHUNK;
    const float *at = &block[y >> 2][x >> 2];
    float u = (float)(2 * (x & 3) + 1) * 0.125f;
    float v = (float)(2 * (y & 3) + 1) * 0.125f;
    float north = at[0] + (at[1] - at[0]) * u;
    float south = at[BLOCK] + (at[BLOCK + 1] - at[BLOCK]) * u;
    return north + (south - north) * v;
}

/* Crops stand in rows: 6.5 yards apart for wheat, 4.2 for greens. Returns the share at a texel. */
static float furrow_share(const struct ground *ground, int32_t x, int32_t y, enum texture material)
{
    struct parcel field = parcel_at(ground->world, (x + 0.5) * TEXEL_YD, (y + 0.5) * TEXEL_YD);
    double across = field.furrow_yd / (material == WHEAT ? 6.5 : 4.2);
    across -= portable_floor(across);
    double ridge = across < 0.5 ? across * 2.0 : 2.0 - across * 2.0;
    return (float)noise_mix(material == WHEAT ? 0.62 : 0.45, 1.0, noise_step(0.15, 0.6, ridge));
}

static void cover_chunk(const struct ground *ground, int32_t x, int32_t y, enum texture material,
                        uint8_t *cover)
{
    float block[BLOCK][BLOCK];
    for (int32_t k = 0; k < BLOCK * BLOCK; k++) {
        int32_t node = block_node(x, y, k);
        block[k / BLOCK][k % BLOCK] = (float)ground->mask[material][node];
    }
    for (int32_t t = 0; t < CHUNK_TEXELS; t++) {
        int32_t u = x * TEXELS_PER_CHUNK + t % TEXELS_PER_CHUNK;
        int32_t v = y * TEXELS_PER_CHUNK + t / TEXELS_PER_CHUNK;
        float share = cover_of(ground, (int)material, block_sample(block, t), u, v);
        if (share > 0.0f && (material == GREENS || material == WHEAT)) {
            share *= furrow_share(ground, u, v, material);
        }
        cover[t] = (uint8_t)(share * 255.0f + 0.5f);
    }
}

enum { TREE_SPACING = 8, TREE_REACH = 2 };

static double disc(double dx, double dy, double radius)
{
    double square = (dx * dx + dy * dy) / (radius * radius);
    return square >= 1.0 ? 0.0 : 1.0 - square;
}

/* Draws the crown and shadow of the tree in a cell of the grid of trees, if there is one: a few
 * giants, and many small ones around them. Positions are in texels. */
static void draw_tree(const struct ground *ground, int32_t chunk_x, int32_t chunk_y, int32_t cell_x,
                      int32_t cell_y, uint8_t *canopy, bool *shadow)
{
    double tree_x = (cell_x + 0.1 + 0.8 * noise_unit(cell_x, cell_y, 131u)) * TREE_SPACING;
    double tree_y = (cell_y + 0.1 + 0.8 * noise_unit(cell_x, cell_y, 132u)) * TREE_SPACING;
    int32_t node = lattice_node((int32_t)(tree_x / 4.0), (int32_t)(tree_y / 4.0));
    double density = ((double)ground->mask[CANOPY][node] - 128.0) / 64.0;
    double chance = density > 0.0 ? 0.5 + 0.4 * noise_clamp(density, 0.0, 1.0) : 0.0;
    if (noise_unit(cell_x, cell_y, 134u) >= chance) {
        return;
    }
    double size = noise_unit(cell_x, cell_y, 133u);
    double radius = 2.2 + 2.0 * size + 2.4 * size * size * size;
    double fall = 0.6 + 0.55 * radius;
    tree_x -= chunk_x * TEXELS_PER_CHUNK;
    tree_y -= chunk_y * TEXELS_PER_CHUNK;
    for (int32_t y = (int32_t)noise_clamp(tree_y - radius, 0.0, TEXELS_PER_CHUNK);
         y < (int32_t)noise_clamp(tree_y + radius + fall + 1.0, 0.0, TEXELS_PER_CHUNK); y++) {
        for (int32_t x = (int32_t)noise_clamp(tree_x - radius, 0.0, TEXELS_PER_CHUNK);
             x < (int32_t)noise_clamp(tree_x + radius + fall + 1.0, 0.0, TEXELS_PER_CHUNK); x++) {
            double dx = x + 0.5 - tree_x;
            double dy = y + 0.5 - tree_y;
            int32_t t = y * TEXELS_PER_CHUNK + x;
            uint8_t cover = (uint8_t)(255.0 * noise_step(0.0, 0.45, disc(dx, dy, radius)));
            canopy[t] = cover > canopy[t] ? cover : canopy[t];
            shadow[t] = shadow[t] || disc(dx - fall, dy - fall, radius) > 0.0;
        }
    }
}

static void draw_trees(const struct ground *ground, int32_t x, int32_t y, uint8_t *canopy,
                       bool *shadow)
{
    enum { CELLS = TEXELS_PER_CHUNK / TREE_SPACING + 2 * TREE_REACH + 1 };
    for (int32_t k = 0; k < CELLS * CELLS; k++) {
        draw_tree(ground, x, y, x * TEXELS_PER_CHUNK / TREE_SPACING - TREE_REACH + k % CELLS,
                  y * TEXELS_PER_CHUNK / TREE_SPACING - TREE_REACH + k / CELLS, canopy, shadow);
    }
    for (int32_t t = 0; t < CHUNK_TEXELS; t++) {
        shadow[t] = shadow[t] && canopy[t] < 100;
    }
}

static void draw_shadows(const struct ground *ground, int32_t x, int32_t y, bool *shadow)
{
    float block[BLOCK][BLOCK];
    for (int32_t k = 0; k < BLOCK * BLOCK; k++) {
        int32_t node = block_node(x, y, k);
        block[k / BLOCK][k % BLOCK] =
            ground->world->shade_yd[node] - ground->world->height_yd[node];
    }
    for (int32_t t = 0; t < CHUNK_TEXELS; t++) {
        shadow[t] =
            shadow[t] || block_sample(block, t) > hill_shadow_yd ||
            (ground->world->scenery->shadow[y * TEXELS_PER_CHUNK + t / TEXELS_PER_CHUNK]
                                           [(x * TEXELS_PER_CHUNK + t % TEXELS_PER_CHUNK) / 8] >>
                 (t % 8) &
             1);
    }
}

/* Fades a layer out over 8 texels towards the neighbours that did not keep its material. */
static void fade_to_neighbours(const struct ground *ground, int32_t x, int32_t y,
                               enum texture material, uint8_t *cover)
{
    enum { FADE = 8 };
    for (int32_t k = 0; k < 9; k++) {
        int32_t dx = k % 3 - 1;
        int32_t dy = k / 3 - 1;
        if (x + dx < 0 || y + dy < 0 || x + dx >= WORLD_CHUNKS || y + dy >= WORLD_CHUNKS ||
            ground->kept[(y + dy) * WORLD_CHUNKS + x + dx] >> material & 1) {
            continue;
        }
        for (int32_t t = 0; t < CHUNK_TEXELS; t++) {
            int32_t u = t % TEXELS_PER_CHUNK;
            int32_t v = t / TEXELS_PER_CHUNK;
            int32_t from_x = dx > 0 ? TEXELS_PER_CHUNK - 1 - u : dx < 0 ? u : 0;
            int32_t from_y = dy > 0 ? TEXELS_PER_CHUNK - 1 - v : dy < 0 ? v : 0;
            int32_t from = from_x > from_y ? from_x : from_y;
            if (from < FADE) {
                cover[t] = (uint8_t)(cover[t] * ((2 * from + 1) * 255 / (2 * FADE)) / 255);
            }
        }
    }
}

void ground_make_chunk(const struct ground *ground, int32_t x, int32_t y,
                       struct ground_chunk *chunk)
{
    uint32_t kept = ground->kept[y * WORLD_CHUNKS + x];
    memset(chunk->shadow, 0, sizeof chunk->shadow);
    chunk->layer_count = 0;
    for (int m = 0; m < GROUND_MATERIAL_COUNT; m++) {
        if (!(kept >> m & 1)) {
            continue;
        }
        uint8_t *cover = chunk->cover[chunk->layer_count];
        chunk->material[chunk->layer_count] = (enum texture)m;
        memset(cover, chunk->layer_count == 0 ? 255 : 0, CHUNK_TEXELS);
        if (chunk->layer_count++ > 0) {
            if (m == CANOPY) {
                draw_trees(ground, x, y, cover, chunk->shadow);
            } else {
                cover_chunk(ground, x, y, (enum texture)m, cover);
            }
            fade_to_neighbours(ground, x, y, (enum texture)m, cover);
        }
    }
    draw_shadows(ground, x, y, chunk->shadow);
}
