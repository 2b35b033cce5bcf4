/*
 * Batches stand rank by rank, in a rank as they were appended, the transparent ones from the lowest
 * to the highest. Ranks are sorted by counting, so that the sort by height has the few
 * transparent batches alone.
 */
#include "mesh/mesh_list.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"

/* Whether triangles hide what is below, except where a key cuts them out. */
static bool is_solid(const struct surface_material *material)
{
    return !surface_is_transparent(material->blend) && material->depth_test &&
           material->depth_write;
}

bool mesh_is_deferred(const struct surface_material *material)
{
    return is_solid(material) && !material->alpha_key;
}

bool mesh_list_append(struct mesh_list *list, const struct mesh_batch *batch, struct arena *arena)
{
    enum { FIRST_ROOM = 64 };
    if (list->count == list->batch_room) {
        uint32_t room = list->batch_room ? 2 * list->batch_room : FIRST_ROOM;
        struct mesh_batch *grown = arena_alloc_dirty(arena, room, sizeof *grown);
        if (!grown) {
            return false;
        }
        if (list->count) {
            memcpy(grown, list->batches, list->count * sizeof *grown);
        }
        list->batches = grown;
        list->batch_room = room;
    }
    list->batches[list->count++] = *batch;
    return true;
}

enum { LINE = 64 }; /* bytes of a cache line: a triangle has parts of two */

bool mesh_list_reserve(struct mesh_list *list, uint32_t triangles, struct arena *arena)
{
    uint64_t wanted = (uint64_t)list->triangle_count + triangles;
    uint32_t blocks = (uint32_t)((wanted + MESH_BLOCK - 1) / MESH_BLOCK);
    uint32_t begun = (list->triangle_count + MESH_BLOCK - 1) / MESH_BLOCK;
    if (wanted > UINT32_MAX) {
        return false;
    }
    if (blocks > list->block_room) {
        uint32_t room = blocks > 2 * list->block_room ? blocks : 2 * list->block_room;
        struct mesh_triangle **grown = arena_alloc(arena, room, sizeof *grown);
        if (!grown) {
            return false;
        }
        if (list->block_room) {
            memcpy(grown, list->blocks, list->block_room * sizeof *grown);
        }
        list->blocks = grown;
        list->block_room = room;
    }
    for (uint32_t i = begun; i < blocks; i++) {
        if (!list->blocks[i]) {
            char *block = arena_alloc_dirty(arena, MESH_BLOCK * sizeof **list->blocks + LINE, 1);
            if (!block) {
                return false;
            }
            list->blocks[i] = (void *)(block + (LINE - (uintptr_t)block % LINE) % LINE);
        }
    }
    return true;
}

static enum mesh_rank rank_of(const struct mesh_batch *batch)
{
    if (surface_is_transparent(batch->material->blend)) {
        return MESH_TRANSPARENT;
    }
    if (batch->sheet || !is_solid(batch->material)) {
        return MESH_OPAQUE;
    }
    return mesh_is_deferred(batch->material) ? MESH_DEFERRED : MESH_KEYED;
}

/* array_sort leaves those of one height in the order in which they were appended. */
static int compare_heights(const void *left, const void *right)
{
    const struct mesh_batch *a = *(const struct mesh_batch *const *)left;
    const struct mesh_batch *b = *(const struct mesh_batch *const *)right;
    return a->height_yd < b->height_yd ? -1 : a->height_yd > b->height_yd;
}

static void find_tops_so_far(struct mesh_batch **transparent, uint32_t count)
{
    float highest_yd = -INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        struct mesh_batch *batch = transparent[i];
        highest_yd = batch->top_yd > highest_yd ? batch->top_yd : highest_yd;
        batch->top_so_far_yd = highest_yd;
    }
}

/* What mesh_shade_leaves does for, which nearly all of a forest is. */
static void find_leaf(struct mesh_batch *batch)
{
    const struct surface_material *material = batch->material;
    const struct mip_texture *texture = material->textures[0];
    bool is_product = material->mix == MIX_MOD || material->mix == MIX_MOD2X;
    batch->leaf_factor = 0.0F;
    if (is_product && material->textures[1]) {
        batch->leaf_factor = (material->mix == MIX_MOD2X ? 2.0F : 1.0F) / 255.0F;
    }
    batch->is_leaf = batch->rank == MESH_KEYED && texture && texture->alpha.is_opacity &&
                     !material->is_solid && !material->flat_color &&
                     (material->mix == MIX_FIRST || batch->leaf_factor > 0.0F) &&
                     !(batch->leaf_factor > 0.0F && material->textures[1]->alpha.is_opacity);
}

bool mesh_list_sort(struct mesh_list *list, struct arena *arena)
{
    list->sorted = arena_alloc_dirty(arena, list->count, sizeof *list->sorted);
    if (!list->sorted) {
        return false;
    }
    uint32_t next[MESH_TRANSPARENT + 2] = {0}; /* where the next batch of a rank goes */
    for (uint32_t i = 0; i < list->count; i++) {
        list->batches[i].rank = rank_of(&list->batches[i]);
        next[list->batches[i].rank + 1]++;
    }
    for (unsigned rank = 0; rank < MESH_TRANSPARENT; rank++) {
        next[rank + 1] += next[rank];
    }
    const uint32_t transparent = next[MESH_TRANSPARENT];
    for (uint32_t i = 0; i < list->count; i++) {
        list->sorted[next[list->batches[i].rank]++] = &list->batches[i];
    }
    array_sort(list->sorted + transparent, list->count - transparent, sizeof *list->sorted,
               compare_heights);
    find_tops_so_far(list->sorted + transparent, list->count - transparent);
    for (uint32_t i = 0; i < list->count; i++) {
        struct mesh_batch *batch = list->sorted[i];
        batch->order = i;
        if (!batch->sheet) {
            batch->texture_count = (uint8_t)surface_mix_textures(batch->material->mix);
            batch->textures = (uint8_t)surface_material_textures(batch->material);
            find_leaf(batch);
        }
    }
    return true;
}

bool mesh_list_pick(const struct mesh_list *list, mesh_pick *pick, const void *user,
                    struct arena *arena, struct mesh_list *picked)
{
    *picked = *list;
    picked->batches = arena_alloc_dirty(arena, list->count, sizeof *picked->batches);
    picked->sorted = arena_alloc_dirty(arena, list->count, sizeof *picked->sorted);
    picked->count = 0;
    if (!picked->batches || !picked->sorted) {
        return false;
    }
    for (uint32_t i = 0; i < list->count; i++) {
        /* Triangles name their batch by its place, which stays. */
        struct mesh_batch *batch = &picked->batches[list->sorted[i] - list->batches];
        *batch = *list->sorted[i];
        if (pick(user, batch)) {
            batch->order = picked->count;
            picked->sorted[picked->count++] = batch;
        }
    }
    return true;
}
