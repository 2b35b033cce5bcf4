#include "scene/mesh/mesh_list.h"

#include <stdlib.h>

#include "scene/mesh/liquid_sheet.h"

/* The pixels that the batch may touch. */
static void find_bounds(struct mesh_batch *batch)
{
    if (batch->sheet) {
        const struct liquid_sheet *sheet = batch->sheet;
        batch->first_column = (int32_t)(sheet->column * sheet->quad_px);
        batch->last_column = (int32_t)((sheet->column + sheet->width) * sheet->quad_px) - 1;
        batch->first_row = (int32_t)(sheet->row * sheet->quad_px);
        batch->last_row = (int32_t)((sheet->row + sheet->height) * sheet->quad_px) - 1;
        return;
    }
    int32_t low[2] = {INT32_MAX, INT32_MAX};
    int32_t high[2] = {INT32_MIN, INT32_MIN};
    for (uint32_t i = 0; i < batch->index_count; i++) {
        const struct mesh_position *at = &batch->vertices[batch->indices[i]].position;
        low[0] = at->x < low[0] ? at->x : low[0];
        low[1] = at->y < low[1] ? at->y : low[1];
        high[0] = at->x > high[0] ? at->x : high[0];
        high[1] = at->y > high[1] ? at->y : high[1];
    }
    batch->first_column = low[0] >> 8;
    batch->last_column = high[0] >> 8;
    batch->first_row = low[1] >> 8;
    batch->last_row = high[1] >> 8;
}

bool mesh_list_append(struct mesh_list *list, const struct mesh_batch *batch, struct arena *arena)
{
    struct mesh_node *node = arena_alloc(arena, 1, sizeof *node);
    if (!node) {
        return false;
    }
    *node = (struct mesh_node){*batch, list->count++, list->last};
    find_bounds(&node->batch);
    list->last = node;
    return true;
}

static int compare(const void *left, const void *right)
{
    const struct mesh_node *a = *(const struct mesh_node *const *)left;
    const struct mesh_node *b = *(const struct mesh_node *const *)right;
    bool a_late = mesh_blend_is_transparent(a->batch.material->blend);
    bool b_late = mesh_blend_is_transparent(b->batch.material->blend);
    if (a_late != b_late) {
        return a_late ? 1 : -1;
    }
    if (a_late && a->batch.height_yd != b->batch.height_yd) {
        return a->batch.height_yd < b->batch.height_yd ? -1 : 1;
    }
    return a->number < b->number ? -1 : 1;
}

bool mesh_list_sort(struct mesh_list *list, struct arena *arena)
{
    const struct mesh_node **nodes = arena_alloc(arena, list->count, sizeof *nodes);
    list->sorted = arena_alloc(arena, list->count, sizeof *list->sorted);
    if (!nodes || !list->sorted) {
        return false;
    }
    for (const struct mesh_node *node = list->last; node; node = node->next) {
        nodes[node->number] = node;
    }
    qsort(nodes, list->count, sizeof *nodes, compare);
    for (uint32_t i = 0; i < list->count; i++) {
        list->sorted[i] = &nodes[i]->batch;
    }
    return true;
}
