#include "compare/tile_diff.h"

#include <math.h>
#include <string.h>

#include "compare/ground_diff.h"
#include "compare/liquid_diff.h"

/* Files round heights differently: alpha clients store them absolute, later ones from a base. */
static const double HEIGHT_TOLERANCE_YD = 0.01;

static void compare_heights(const struct adt_chunk *a, const struct adt_chunk *b,
                            struct tile_diff *diff)
{
    uint64_t count = 0;
    double largest = 0;
    for (size_t i = 0; i < ADT_VERTICES; i++) {
        double difference = fabs((double)a->height_yd[i] - (double)b->height_yd[i]);
        if (difference > HEIGHT_TOLERANCE_YD) {
            count++;
            largest = fmax(largest, difference);
        }
    }
    change_add(&diff->changes[CHANGE_HEIGHT], count, largest);
}

static void compare_normals(const struct adt_chunk *a, const struct adt_chunk *b,
                            struct tile_diff *diff)
{
    uint64_t count = 0;
    for (size_t i = 0; i < ADT_VERTICES; i++) {
        count += memcmp(a->normal[i], b->normal[i], sizeof a->normal[i]) != 0;
    }
    change_add(&diff->changes[CHANGE_NORMALS], count, 0);
}

static bool same_color(const struct adt_chunk *a, const struct adt_chunk *b, size_t vertex)
{
    static const uint8_t plain[3] = {127, 127, 127};
    static const uint8_t dark[3] = {0};
    const uint8_t *colors[] = {a->has_colors ? a->color[vertex] : plain,
                               b->has_colors ? b->color[vertex] : plain};
    const uint8_t *lights[] = {a->has_lights ? a->light[vertex] : dark,
                               b->has_lights ? b->light[vertex] : dark};
    return memcmp(colors[0], colors[1], 3) == 0 && memcmp(lights[0], lights[1], 3) == 0;
}

static void compare_colors(const struct adt_chunk *a, const struct adt_chunk *b,
                           struct tile_diff *diff)
{
    uint64_t count = 0;
    for (size_t i = 0; i < ADT_VERTICES; i++) {
        count += !same_color(a, b, i);
    }
    change_add(&diff->changes[CHANGE_COLORS], count, 0);
}

static void compare_shadows(const struct adt_chunk *a, const struct adt_chunk *b,
                            struct tile_diff *diff)
{
    uint64_t count = 0;
    for (size_t row = 0; row < ADT_MAP_EDGE; row++) {
        uint64_t rows[] = {a->shadow ? a->shadow[row] : 0, b->shadow ? b->shadow[row] : 0};
        count += (uint64_t)__builtin_popcountll(rows[0] ^ rows[1]);
    }
    change_add(&diff->changes[CHANGE_SHADOWS], count, 0);
}

static void compare_holes(const struct adt_chunk *a, const struct adt_chunk *b,
                          struct tile_diff *diff)
{
    uint64_t count = (uint64_t)__builtin_popcountll(a->holes ^ b->holes);
    change_add(&diff->changes[CHANGE_HOLES], count, 0);
}

static void compare_areas(const struct adt_chunk *a, const struct adt_chunk *b,
                          struct tile_diff *diff)
{
    uint32_t at = 0;
    change_add(&diff->changes[CHANGE_AREAS], a->area_id != b->area_id, 0);
    if (a->area_id == b->area_id) {
        return;
    }
    while (at < diff->area_count &&
           (diff->areas[at].old_id != a->area_id || diff->areas[at].new_id != b->area_id)) {
        at++;
    }
    if (at == diff->area_count) {
        diff->areas[diff->area_count++] = (struct area_change){a->area_id, b->area_id, 0};
    }
    diff->areas[at].chunk_count++;
}

static void compare_impassable(const struct adt_chunk *a, const struct adt_chunk *b,
                               struct tile_diff *diff)
{
    bool differs = ((a->flags ^ b->flags) & ADT_CHUNK_IMPASSABLE) != 0;
    change_add(&diff->changes[CHANGE_IMPASSABLE], differs, 0);
}

/* A chunk that only one version has differs in all its vertices. */
static void compare_chunk(const struct tile_side *old_side, const struct tile_side *new_side,
                          uint32_t index, struct tile_diff *diff)
{
    const struct adt_chunk *a = &old_side->adt->chunks[index];
    const struct adt_chunk *b = &new_side->adt->chunks[index];
    if (a->present != b->present) {
        change_add(&diff->changes[CHANGE_HEIGHT], ADT_VERTICES, 0);
    }
    if (a->present && b->present) {
        compare_heights(a, b, diff);
        compare_normals(a, b, diff);
        compare_colors(a, b, diff);
        compare_shadows(a, b, diff);
        compare_holes(a, b, diff);
        compare_areas(a, b, diff);
        compare_impassable(a, b, diff);
        ground_diff_chunk(old_side, new_side, index, diff);
    }
}

bool tile_diff_make(const struct tile_side *old_side, const struct tile_side *new_side,
                    struct arena *arena, struct tile_diff *diff)
{
    size_t textures = (size_t)old_side->adt->texture_count + new_side->adt->texture_count;
    *diff = (struct tile_diff){0};
    diff->textures = arena_alloc(arena, textures + 1, sizeof *diff->textures);
    diff->areas = arena_alloc(arena, ADT_CHUNKS, sizeof *diff->areas);
    if (!diff->textures || !diff->areas) {
        return false;
    }
    for (uint32_t i = 0; i < ADT_CHUNKS; i++) {
        compare_chunk(old_side, new_side, i, diff);
        liquid_diff_chunk(&old_side->adt->liquids, &new_side->adt->liquids, i, diff);
    }
    return true;
}

bool tile_diff_is_empty(const struct tile_diff *diff)
{
    for (size_t kind = 0; kind < CHANGE_KINDS; kind++) {
        if (diff->changes[kind].count > 0) {
            return false;
        }
    }
    return true;
}
