/*
 * One step of the model has three passes over the grid.
 *
 * 1. Flood. A priority flood starts at the coast and always expands the lowest node reached so far.
 *    A node reached below its predecessor is raised to it, which fills depressions. The order in
 *    which nodes leave the heap is a topological order of the drainage: every node comes after the
 *    node that it drains into. Each node then drains to its steepest neighbour; in filled
 *    depressions it keeps the node that the flood came from.
 * 2. Drain. Walking the order backwards adds the area of each node to its receiver.
 * 3. Cut. dh/dt = uplift - K * sqrt(area) * slope, solved implicitly: walking the order forwards,
 *    the receiver's new height is known, so that
 *        h = (h0 + dt * uplift + p * receiver) / (1 + p),   p = dt * sqrt(area) / length
 *    with K = 1. This is stable for any time step: 30 steps on 257 x 257 nodes and 6 on 513 x 513
 *    make the island (relief.c). Slopes above the talus are then cut down to it.
 *
 * The heap breaks ties by the node's index, so that the result is the same everywhere.
 */
#include "demo/world/erosion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Working memory of one run. */
struct work {
    int32_t *order; /* land nodes from the sea upwards */
    int32_t *heap;  /* binary heap, the lowest level first */
    double *level;  /* height with depressions filled */
    uint8_t *seen;
    int32_t order_count;
    int32_t heap_count;
};

static bool is_below(const struct work *work, int32_t a, int32_t b)
{
    return work->level[a] < work->level[b] || (work->level[a] == work->level[b] && a < b);
}

static void heap_push(struct work *work, int32_t node)
{
    int32_t at = work->heap_count++;
    while (at > 0) {
        int32_t parent = (at - 1) / 2;
        if (!is_below(work, node, work->heap[parent])) {
            break;
        }
        work->heap[at] = work->heap[parent];
        at = parent;
    }
    work->heap[at] = node;
}

static int32_t heap_pop(struct work *work)
{
    int32_t top = work->heap[0];
    int32_t last = work->heap[--work->heap_count];
    int32_t at = 0;
    for (;;) {
        int32_t child = 2 * at + 1;
        if (child >= work->heap_count) {
            break;
        }
        if (child + 1 < work->heap_count &&
            is_below(work, work->heap[child + 1], work->heap[child])) {
            child++;
        }
        if (!is_below(work, work->heap[child], last)) {
            break;
        }
        work->heap[at] = work->heap[child];
        at = child;
    }
    work->heap[at] = last;
    return top;
}

static bool is_sea(const struct erosion *erosion, int32_t node)
{
    int32_t x = node % erosion->size;
    int32_t y = node / erosion->size;
    int32_t last = erosion->size - 1;
    return x == 0 || y == 0 || x == last || y == last || erosion->height_yd[node] <= 0.0;
}

/* Pushes the sea nodes that touch land or the edge of the grid. */
static void push_coast(struct erosion *erosion, struct work *work)
{
    int32_t count = erosion->size * erosion->size;
    memset(work->seen, 0, (size_t)count);
    work->order_count = 0;
    work->heap_count = 0;
    for (int32_t i = 0; i < count; i++) {
        erosion->receiver[i] = i;
        work->level[i] = erosion->height_yd[i];
        if (is_sea(erosion, i)) {
            work->seen[i] = 1;
        }
    }
    for (int32_t i = 0; i < count; i++) {
        int32_t x = i % erosion->size;
        int32_t y = i / erosion->size;
        bool inside = x > 0 && y > 0 && x < erosion->size - 1 && y < erosion->size - 1;
        if (work->seen[i] && (!inside || !work->seen[i - 1] || !work->seen[i + 1] ||
                              !work->seen[i - erosion->size] || !work->seen[i + erosion->size])) {
            heap_push(work, i);
        }
    }
}

/* The 8 neighbours; directions 4 to 7 are diagonal. */
static const int32_t step_x[8] = {1, -1, 0, 0, 1, -1, 1, -1};
static const int32_t step_y[8] = {0, 0, 1, -1, 1, 1, -1, -1};

static double step_length(const struct erosion *erosion, int k)
{
    return k < 4 ? erosion->cell_yd : erosion->cell_yd * 1.4142135623730951;
}

static void visit_neighbours(struct erosion *erosion, struct work *work, int32_t node)
{
    int32_t x = node % erosion->size;
    int32_t y = node / erosion->size;
    for (int k = 0; k < 8; k++) {
        int32_t nx = x + step_x[k];
        int32_t ny = y + step_y[k];
        if (nx < 0 || ny < 0 || nx >= erosion->size || ny >= erosion->size) {
            continue;
        }
        int32_t next = ny * erosion->size + nx;
        if (work->seen[next]) {
            continue;
        }
        work->seen[next] = 1;
        erosion->receiver[next] = node;
        if (work->level[next] <= work->level[node]) {
            work->level[next] = work->level[node];
        }
        heap_push(work, next);
    }
}

/* Makes the node drain to its steepest neighbour. In depressions the flood's choice stays. */
static void choose_receiver(struct erosion *erosion, const struct work *work, int32_t node)
{
    double steepest = 0.0;
    for (int k = 0; k < 8; k++) {
        int32_t next = node + step_y[k] * erosion->size + step_x[k];
        double slope = (work->level[node] - work->level[next]) / step_length(erosion, k);
        if (slope > steepest) {
            steepest = slope;
            erosion->receiver[node] = next;
        }
    }
}

static void flood(struct erosion *erosion, struct work *work)
{
    push_coast(erosion, work);
    while (work->heap_count > 0) {
        int32_t node = heap_pop(work);
        if (!is_sea(erosion, node)) {
            work->order[work->order_count++] = node;
        }
        visit_neighbours(erosion, work, node);
    }
    for (int32_t i = 0; i < work->order_count; i++) {
        choose_receiver(erosion, work, work->order[i]);
    }
}

static void drain(struct erosion *erosion, const struct work *work)
{
    double cell = erosion->cell_yd * erosion->cell_yd;
    int32_t count = erosion->size * erosion->size;
    for (int32_t i = 0; i < count; i++) {
        erosion->drained_yd2[i] = cell;
    }
    for (int32_t i = work->order_count - 1; i >= 0; i--) {
        int32_t node = work->order[i];
        erosion->drained_yd2[erosion->receiver[node]] += erosion->drained_yd2[node];
    }
}

static void cut(struct erosion *erosion, const struct work *work, double duration)
{
    for (int32_t i = 0; i < work->order_count; i++) {
        int32_t node = work->order[i];
        int32_t receiver = erosion->receiver[node];
        bool straight = node % erosion->size == receiver % erosion->size ||
                        node / erosion->size == receiver / erosion->size;
        double length = straight ? erosion->cell_yd : erosion->cell_yd * 1.4142135623730951;
        double power = duration * sqrt(erosion->drained_yd2[node]) / length;
        double base = erosion->height_yd[receiver] > 0.0 ? erosion->height_yd[receiver] : 0.0;
        double raised = erosion->height_yd[node] + duration * erosion->uplift[node];
        double height = (raised + power * base) / (1.0 + power);
        double steepest = base + erosion->talus[node] * length;
        height = height < steepest ? height : steepest;
        erosion->height_yd[node] = height > 0.01 ? height : 0.01;
    }
}

bool erosion_run(struct erosion *erosion, int steps, double duration)
{
    size_t count = (size_t)erosion->size * (size_t)erosion->size;
    struct work work = {.order = malloc(count * sizeof *work.order),
                        .heap = malloc(count * sizeof *work.heap),
                        .level = malloc(count * sizeof *work.level),
                        .seen = malloc(count)};
    bool ready = work.order && work.heap && work.level && work.seen;
    for (int i = 0; ready && i < steps; i++) {
        flood(erosion, &work);
        drain(erosion, &work);
        cut(erosion, &work, duration);
    }
    free(work.order);
    free(work.heap);
    free(work.level);
    free(work.seen);
    return ready;
}
