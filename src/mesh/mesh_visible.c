#include "mesh/mesh_visible.h"

#include <string.h>

#include "mesh/mesh_triangle.h"

bool mesh_visible_begin(struct mesh_visible *seen, uint32_t vertex_count, uint32_t index_count,
                        struct arena *arena)
{
    seen->vertex_count = vertex_count;
    seen->index_count = index_count;
    if (vertex_count > seen->vertex_room) {
        seen->vertex_room = vertex_count;
        seen->positions = arena_alloc_dirty(arena, vertex_count, sizeof *seen->positions);
        seen->number = arena_alloc_dirty(arena, vertex_count, sizeof *seen->number);
    }
    if (index_count > seen->index_room) {
        seen->index_room = index_count;
        seen->corners = arena_alloc_dirty(arena, index_count, sizeof *seen->corners);
    }
    return seen->positions && seen->number && seen->corners;
}

void mesh_visible_list(struct mesh_visible *seen, const uint32_t *indices, uint32_t first_vertex,
                       const struct mesh_material *material, uint32_t size_px)
{
    const struct pixel_area tile = {0, size_px, 0, size_px};
    seen->corner_count = 0;
    seen->seen_count = 0;
    memset(seen->number, 0, seen->vertex_count * sizeof *seen->number);
    for (uint32_t i = 0; i + 2 < seen->index_count; i += 3) {
        const struct mesh_position *corner[3];
        for (uint32_t k = 0; k < 3; k++) {
            corner[k] = &seen->positions[indices[i + k] - first_vertex];
        }
        bool is_seen = mesh_is_seen(corner[0], corner[1], corner[2], material, &tile);
        for (uint32_t k = 0; k < 3 && is_seen; k++) {
            uint32_t vertex = indices[i + k] - first_vertex;
            seen->corners[seen->corner_count++] = vertex;
            seen->number[vertex] += seen->number[vertex] ? 0 : ++seen->seen_count;
        }
    }
}

bool mesh_visible_copy(const struct mesh_visible *seen, const struct mesh_material *material,
                       struct arena *arena, struct mesh_copy *copy, struct mesh_batch *mesh)
{
    bool layered = material->mix != MIX_FIRST;
    uint32_t count = seen->seen_count;
    uint32_t *indices = arena_alloc_dirty(arena, seen->corner_count, sizeof *indices);
    copy->vertices = arena_alloc_dirty(arena, count, sizeof *copy->vertices);
    copy->layers = layered ? arena_alloc_dirty(arena, count, sizeof *copy->layers) : NULL;
    if (!copy->vertices || !indices || (layered && !copy->layers)) {
        return false;
    }
    for (uint32_t i = 0; i < seen->corner_count; i++) {
        indices[i] = seen->number[seen->corners[i]] - 1;
    }
    mesh->vertices = copy->vertices;
    mesh->layers = copy->layers;
    mesh->indices = indices;
    mesh->index_count = seen->corner_count;
    mesh->is_culled = true;
    return true;
}
