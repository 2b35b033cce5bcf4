/* Row by row of quads; sheets of a quad are compared in the order of their heights. */
#include "compare/liquid_diff.h"

#include <math.h>

#include "formats/grid.h"

enum { SHEETS_MAX = 8 };

/* Heights that count as equal, in yards, and depths. */
static const double LIQUID_TOLERANCE_YD = 0.01;
enum { DEPTH_TOLERANCE = 2 };

/* The liquid of one layer in one quad. */
struct sheet {
    uint8_t class;
    bool has_depth;
    float height_yd[4]; /* north-west, north-east, south-west, south-east */
    uint8_t depth[4];
};

/* What is in a quad, the lowest first. */
struct quad_liquids {
    uint32_t count;
    struct sheet sheets[SHEETS_MAX];
};

static struct sheet sheet_of(const struct liquid_grid *grid, uint32_t column, uint32_t row)
{
    struct sheet sheet = {.class = grid->quad[row * grid->width + column],
                          .has_depth = grid->depth != NULL};
    for (uint32_t i = 0; i < 4; i++) {
        size_t vertex = (size_t)(row + i / 2) * (grid->width + 1) + column + i % 2;
        sheet.height_yd[i] = grid->height_yd[vertex];
        sheet.depth[i] = grid->depth ? grid->depth[vertex] : 0;
    }
    return sheet;
}

static void insert(struct quad_liquids *quad, const struct sheet *sheet)
{
    uint32_t at = quad->count;
    if (quad->count == SHEETS_MAX) {
        return;
    }
    while (at > 0 && quad->sheets[at - 1].height_yd[0] > sheet->height_yd[0]) {
        quad->sheets[at] = quad->sheets[at - 1];
        at--;
    }
    quad->sheets[at] = *sheet;
    quad->count++;
}

/* The quads of a row of a chunk. */
static void collect(const struct liquid_layers *layers, uint32_t chunk, uint32_t row,
                    struct quad_liquids quads[QUADS_PER_CHUNK])
{
    for (uint32_t i = 0; i < layers->count; i++) {
        const struct liquid_layer *layer = &layers->layers[i];
        if (layer->chunk != chunk || row < layer->y || row - layer->y >= layer->grid.height) {
            continue;
        }
        for (uint32_t column = 0; column < layer->grid.width; column++) {
            struct sheet sheet = sheet_of(&layer->grid, column, row - layer->y);
            if (sheet.class != LIQUID_NONE) {
                insert(&quads[layer->x + column], &sheet);
            }
        }
    }
}

/* Whether two sheets differ; *largest grows with the difference of their heights. */
static bool sheets_differ(const struct sheet *a, const struct sheet *b, double *largest)
{
    bool differ = a->class != b->class;
    for (size_t i = 0; i < 4; i++) {
        double height = fabs((double)a->height_yd[i] - (double)b->height_yd[i]);
        int depth =
            a->depth[i] > b->depth[i] ? a->depth[i] - b->depth[i] : b->depth[i] - a->depth[i];
        if (height > LIQUID_TOLERANCE_YD) {
            *largest = fmax(*largest, height);
            differ = true;
        }
        differ = differ || (a->has_depth && b->has_depth && depth > DEPTH_TOLERANCE);
    }
    return differ;
}

static bool quads_differ(const struct quad_liquids *a, const struct quad_liquids *b,
                         double *largest)
{
    bool differ = a->count != b->count;
    for (uint32_t i = 0; i < a->count && i < b->count; i++) {
        differ = sheets_differ(&a->sheets[i], &b->sheets[i], largest) || differ;
    }
    return differ;
}

void liquid_diff_chunk(const struct liquid_layers *old_layers,
                       const struct liquid_layers *new_layers, uint32_t chunk,
                       struct tile_diff *diff)
{
    uint64_t count = 0;
    double largest = 0;
    if (old_layers->count + new_layers->count == 0) {
        return;
    }
    for (uint32_t row = 0; row < QUADS_PER_CHUNK; row++) {
        struct quad_liquids quads[2][QUADS_PER_CHUNK] = {0};
        collect(old_layers, chunk, row, quads[0]);
        collect(new_layers, chunk, row, quads[1]);
        for (size_t i = 0; i < QUADS_PER_CHUNK; i++) {
            count += quads_differ(&quads[0][i], &quads[1][i], &largest);
        }
    }
    change_add(&diff->changes[CHANGE_LIQUIDS], count, largest);
}
