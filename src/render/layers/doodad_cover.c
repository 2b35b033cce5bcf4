#include "render/layers/doodad_cover.h"

static const float white[3] = {255.0F, 255.0F, 255.0F};
static const float black[3] = {0.0F, 0.0F, 0.0F};

static bool hides(const struct mesh_batch *batch)
{
    enum surface_blend blend = batch->material->blend;
    return !batch->is_liquid &&
           (!surface_is_transparent(blend) || (batch->is_doodad && blend == SURFACE_ALPHA));
}

bool doodad_cover_meshes(const struct mesh_list *meshes, struct arena *arena,
                         struct mesh_list *cover)
{
    *cover = *meshes;
    cover->batches = arena_alloc_dirty(arena, meshes->count, sizeof *cover->batches);
    cover->sorted = arena_alloc_dirty(arena, meshes->count, sizeof *cover->sorted);
    cover->count = 0;
    if (!cover->batches || !cover->sorted) {
        return false;
    }
    for (uint32_t i = 0; i < meshes->count; i++) {
        uint32_t number = (uint32_t)(meshes->sorted[i] - meshes->batches);
        struct mesh_batch *batch = &cover->batches[number];
        *batch = *meshes->sorted[i];
        if (!hides(batch)) {
            continue;
        }
        struct surface_material *material = arena_alloc(arena, 1, sizeof *material);
        if (!material) {
            return false;
        }
        *material = *batch->material;
        material->flat_color = batch->is_doodad ? white : black;
        batch->material = material;
        batch->is_leaf = false;
        batch->order = cover->count;
        cover->sorted[cover->count++] = batch;
    }
    return true;
}

void doodad_cover_store(const uint8_t *rgba, uint32_t size_px,
                        const struct adtmap_layer_image *image)
{
    for (size_t y = 0; y < size_px; y++) {
        uint8_t *row = (uint8_t *)image->pixels + y * image->stride_bytes;
        for (size_t x = 0; x < size_px; x++) {
            row[x] = rgba[4 * (y * size_px + x)];
        }
    }
}
