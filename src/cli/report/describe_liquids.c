/*
 * Liquid layers of a tile are counted by type and class, as hundreds of chunks share one lake.
 * Heights are those of corners of filled quads: others in a file mean nothing.
 */
#include <math.h>

#include "base/json.h"
#include "cli/report/describe_lists.h"
#include "cli/report/describe_parts.h"

enum { KINDS_MAX = 64 }; /* types and classes told apart; layers of others are not listed */

/* Layers of one type and class. */
struct liquid_count {
    uint32_t type;
    uint8_t class; /* enum liquid_class */
    uint32_t layers, quads;
    float lowest_yd, highest_yd;
};

struct liquid_counts {
    size_t used;
    struct liquid_count of[KINDS_MAX];
};

static const char *class_name(uint8_t class)
{
    static const char *const names[LIQUID_CLASSES] = {
        [LIQUID_WATER] = "water",
        [LIQUID_OCEAN] = "ocean",
        [LIQUID_MAGMA] = "magma",
        [LIQUID_SLIME] = "slime",
    };
    return class < LIQUID_CLASSES ? names[class] : "none";
}

/* Vertices that belong to no filled quad have heights of no meaning. */
static void count_layer(const struct liquid_grid *grid, struct liquid_count *count)
{
    count->layers++;
    for (size_t i = 0; i < liquid_quads(grid); i++) {
        if (grid->quad[i] == LIQUID_NONE) {
            continue;
        }
        size_t corner = i / grid->width * (grid->width + 1) + i % grid->width;
        count->quads++;
        for (size_t k = 0; k < 4; k++) {
            float height = grid->height_yd[corner + k / 2 * (grid->width + 1) + k % 2];
            count->lowest_yd = fminf(count->lowest_yd, height);
            count->highest_yd = fmaxf(count->highest_yd, height);
        }
    }
}

/* The count of the grid's type and class; NULL: there are more of them than KINDS_MAX. */
static struct liquid_count *find_count(const struct liquid_grid *grid, struct liquid_counts *counts)
{
    uint8_t class = LIQUID_NONE; /* of the first quad that has one */
    for (size_t i = 0; i < liquid_quads(grid) && class == LIQUID_NONE; i++) {
        class = grid->quad[i];
    }
    for (size_t i = 0; i < counts->used; i++) {
        if (counts->of[i].type == grid->type && counts->of[i].class == class) {
            return &counts->of[i];
        }
    }
    if (counts->used == KINDS_MAX) {
        return NULL;
    }
    struct liquid_count *count = &counts->of[counts->used++];
    *count = (struct liquid_count){
        .type = grid->type,
        .class = class,
        .lowest_yd = INFINITY,
        .highest_yd = -INFINITY,
    };
    return count;
}

void describe_liquids(const struct liquid_layers *layers, struct json *facts)
{
    struct liquid_counts counts = {0};
    for (uint32_t i = 0; i < layers->count; i++) {
        struct liquid_count *count = find_count(&layers->layers[i].grid, &counts);
        if (count) {
            count_layer(&layers->layers[i].grid, count);
        }
    }
    json_number(facts, "liquid_layers", layers->count);
    json_number(facts, "liquid_layers_of_unknown_format", layers->unknown_formats);
    for (struct list_walk at = describe_whole_list(facts, "liquids", counts.used);
         describe_next(&at);) {
        const struct liquid_count *count = &counts.of[at.index];
        json_number(facts, "type", count->type);
        json_string(facts, "class", class_name(count->class));
        json_number(facts, "layers", count->layers);
        json_number(facts, "quads", count->quads);
        if (count->quads) {
            json_number(facts, "lowest_yd", (double)count->lowest_yd);
            json_number(facts, "highest_yd", (double)count->highest_yd);
        }
    }
}
