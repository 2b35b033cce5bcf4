#include "formats/liquid.h"

#include "base/size.h"

enum { BASIC_TYPES = 12 };

enum liquid_class liquid_class_of(uint32_t type)
{
    static const struct {
        uint32_t type;
        enum liquid_class class;
    } others[] = {
        {13, LIQUID_WATER},  {14, LIQUID_OCEAN},  {15, LIQUID_MAGMA},  {17, LIQUID_WATER},
        {19, LIQUID_MAGMA},  {20, LIQUID_SLIME},  {21, LIQUID_SLIME},  {41, LIQUID_WATER},
        {61, LIQUID_WATER},  {81, LIQUID_WATER},  {100, LIQUID_WATER}, {121, LIQUID_MAGMA},
        {141, LIQUID_MAGMA}, {181, LIQUID_SLIME},
    };
    /* 1 to 12 are still, slow and fast water, ocean, magma and slime, in this order. */
    if (type >= 1 && type <= BASIC_TYPES) {
        return (enum liquid_class)((type - 1) % LIQUID_CLASSES);
    }
    for (size_t i = 0; i < COUNT_OF(others); i++) {
        if (others[i].type == type) {
            return others[i].class;
        }
    }
    return LIQUID_WATER;
}

size_t liquid_count(const struct liquid_grid *grid, enum liquid_class class)
{
    size_t count = 0;
    for (size_t quad = 0; quad < liquid_quads(grid); quad++) {
        count += grid->quad[quad] == class;
    }
    return count;
}

bool liquid_grid_create(struct liquid_grid *grid, unsigned parts, struct arena *arena,
                        struct liquid_arrays *arrays)
{
    size_t vertices = liquid_vertices(grid);
    *arrays = (struct liquid_arrays){
        .height_yd = arena_alloc(arena, vertices, sizeof *arrays->height_yd),
        .quad = arena_alloc(arena, liquid_quads(grid), 1),
    };
    if (parts & LIQUID_HAS_DEPTH) {
        arrays->depth = arena_alloc(arena, vertices, 1);
    }
    if (parts & LIQUID_HAS_UV) {
        arrays->uv = arena_alloc(arena, vertices, sizeof *arrays->uv);
    }
    grid->height_yd = arrays->height_yd;
    grid->depth = arrays->depth;
    grid->uv = (const float(*)[2])arrays->uv;
    grid->quad = arrays->quad;
    return arrays->height_yd && arrays->quad && (arrays->depth || !(parts & LIQUID_HAS_DEPTH)) &&
           (arrays->uv || !(parts & LIQUID_HAS_UV));
}
