#include "scene/wmo/wmo_mesh_batch.h"

#include <string.h>

#include "formats/grid.h"
#include "scene/mesh/mesh_triangle.h"

static uint32_t vertex_count_of(const struct wmo_batch *batch)
{
    return batch->vertex_last - batch->vertex_first + 1;
}

static bool make_room(const struct wmo_batch *batch, struct arena *arena,
                      struct wmo_mesh_scratch *scratch)
{
    uint32_t vertices = vertex_count_of(batch);
    if (vertices > scratch->vertex_room) {
        scratch->vertex_room = vertices;
        scratch->positions = arena_alloc_dirty(arena, vertices, sizeof *scratch->positions);
        scratch->number = arena_alloc_dirty(arena, vertices, sizeof *scratch->number);
    }
    if (batch->index_count > scratch->index_room) {
        scratch->index_room = batch->index_count;
        scratch->corners = arena_alloc_dirty(arena, batch->index_count, sizeof *scratch->corners);
    }
    return scratch->positions && scratch->number && scratch->corners;
}

/* Fills the positions; returns their mean height. */
static float place_vertices(const struct wmo_mesh_group *drawing, const struct wmo_batch *batch)
{
    struct mesh_position *positions = drawing->scratch->positions;
    uint32_t count = vertex_count_of(batch);
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        positions[i] =
            mesh_view_position(&drawing->view, drawing->group->positions[batch->vertex_first + i]);
        sum += (double)positions[i].z_yd;
    }
    return (float)(sum / (double)count);
}

/* Lists the corners of the triangles that are seen, and numbers their vertices; returns how many
 * corners and vertices these are. */
static uint32_t list_seen(const struct wmo_mesh_group *drawing, const struct wmo_batch *batch,
                          uint32_t *vertex_count)
{
    struct wmo_mesh_scratch *scratch = drawing->scratch;
    const struct mesh_material *material = wmo_mesh_batch_material(drawing, batch);
    uint32_t size_px = QUADS_PER_TILE * drawing->target->quad_px;
    const struct pixel_area tile = {0, size_px, 0, size_px};
    const uint32_t *indices = drawing->group->indices + batch->index_begin;
    uint32_t count = 0;
    *vertex_count = 0;
    memset(scratch->number, 0, vertex_count_of(batch) * sizeof *scratch->number);
    for (uint32_t i = 0; i + 2 < batch->index_count; i += 3) {
        struct mesh_position position[3];
        for (uint32_t k = 0; k < 3; k++) {
            position[k] = scratch->positions[indices[i + k] - batch->vertex_first];
        }
        for (uint32_t k = 0; k < 3 && mesh_is_seen(position, material, &tile); k++) {
            uint32_t vertex = indices[i + k] - batch->vertex_first;
            scratch->corners[count++] = vertex;
            scratch->number[vertex] += scratch->number[vertex] ? 0 : ++*vertex_count;
        }
    }
    return count;
}

/* The triangles that were listed, in memory of their own. False when out of memory. */
static bool copy_seen(const struct wmo_mesh_group *drawing, const struct wmo_batch *batch,
                      uint32_t vertex_count, struct mesh_batch *mesh)
{
    const struct wmo_mesh_scratch *scratch = drawing->scratch;
    struct arena *arena = drawing->target->arena;
    struct mesh_vertex *vertices = arena_alloc_dirty(arena, vertex_count, sizeof *vertices);
    uint32_t *indices = arena_alloc_dirty(arena, mesh->index_count, sizeof *indices);
    if (!vertices || !indices) {
        return false;
    }
    for (uint32_t i = 0; i < mesh->index_count; i++) {
        indices[i] = scratch->number[scratch->corners[i]] - 1;
    }
    for (uint32_t i = 0; i < vertex_count_of(batch); i++) {
        if (scratch->number[i]) {
            wmo_mesh_vertex(drawing, batch, batch->vertex_first + i, &scratch->positions[i],
                            &vertices[scratch->number[i] - 1]);
        }
    }
    mesh->vertices = vertices;
    mesh->indices = indices;
    return true;
}

bool wmo_mesh_append_batch(const struct wmo_mesh_group *drawing, const struct wmo_batch *batch)
{
    uint32_t vertex_count;
    if (!make_room(batch, drawing->target->arena, drawing->scratch)) {
        return false;
    }
    struct mesh_batch mesh = {.height_yd = place_vertices(drawing, batch)};
    mesh.index_count = list_seen(drawing, batch, &vertex_count);
    return mesh.index_count == 0 ||
           (copy_seen(drawing, batch, vertex_count, &mesh) &&
            mesh_target_append(drawing->target, wmo_mesh_batch_material(drawing, batch), &mesh));
}
