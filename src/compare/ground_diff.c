/*
 *     old   grass   rock   sand            layers that are seen somewhere
 *             |        \
 *     new   grass   snow   rock   sand     1. layers of the same texture are partners
 *                                          2. the others are, in order: one texture replaced
 *                                          3. the rest was added or removed
 *
 * Alpha maps are compared where every layer has a partner. What counts is the share that a texture
 * has of a texel, not the stored value, as eras store it differently: weighted maps hold the share,
 * sequential ones how much a layer covers of those below it.
 */
#include "compare/ground_diff.h"

#include <math.h>
#include <string.h>

enum { NO_PARTNER = -1 };

/* Shares of one texel that count as equal: the same maps are equal to the bit; 4 bits round each
 * alpha by up to 8.5/255, and their last row and column may be copies. */
static const float SAME_DEPTH_TOLERANCE = 0.5F / 255;
enum { OTHER_DEPTH_FAINT = 24 };
static const float OTHER_DEPTH_TOLERANCE = OTHER_DEPTH_FAINT / 255.0F;

/* The layers of a chunk that are seen. */
struct ground_side {
    uint32_t count;
    bool repainted[ADT_LAYERS_MAX];
    const char *names[ADT_LAYERS_MAX];
    const uint8_t *alpha[ADT_LAYERS_MAX]; /* NULL: the bottom */
    int partner[ADT_LAYERS_MAX];
    bool is_weighted;
};

/* Whether the alpha map is anywhere above `faint`. */
static bool is_seen(const uint8_t *alpha, uint8_t faint)
{
    for (size_t i = 0; alpha && i < ADT_MAP_TEXELS; i++) {
        if (alpha[i] > faint) {
            return true;
        }
    }
    return false;
}

static struct ground_side ground_of(const struct tile_side *side, uint32_t index)
{
    const struct adt_chunk *chunk = &side->adt->chunks[index];
    struct ground_side ground = {.is_weighted = side->adt->alpha_depth == ADT_ALPHA_8BIT};
    for (uint32_t i = 0; i < chunk->layer_count; i++) {
        const struct adt_layer *layer = &chunk->layers[i];
        if (i == 0 || is_seen(layer->alpha, 0)) {
            ground.names[ground.count] = side->textures[layer->texture];
            ground.repainted[ground.count] = side->repainted && side->repainted[layer->texture];
            ground.alpha[ground.count] = i == 0 ? NULL : layer->alpha;
            ground.partner[ground.count++] = NO_PARTNER;
        }
    }
    return ground;
}

static struct texture_change *texture_change_of(struct tile_diff *diff, const char *name)
{
    uint32_t at = 0;
    while (at < diff->texture_count && strcmp(diff->textures[at].name, name) != 0) {
        at++;
    }
    if (at == diff->texture_count) {
        diff->textures[diff->texture_count++] = (struct texture_change){.name = name};
    }
    return &diff->textures[at];
}

static void make_partners(struct ground_side *a, uint32_t i, struct ground_side *b, uint32_t k)
{
    a->partner[i] = (int)k;
    b->partner[k] = (int)i;
}

static void pair_equal_names(struct ground_side *a, struct ground_side *b)
{
    for (uint32_t i = 0; i < a->count; i++) {
        for (uint32_t k = 0; k < b->count && a->partner[i] == NO_PARTNER; k++) {
            if (b->partner[k] == NO_PARTNER && strcmp(a->names[i], b->names[k]) == 0) {
                make_partners(a, i, b, k);
            }
        }
    }
}

/* Pairs the layers that are left, in order: one texture in place of another. */
static uint64_t pair_the_rest(struct ground_side *a, struct ground_side *b, struct tile_diff *diff)
{
    uint64_t changed = 0;
    for (uint32_t i = 0, k = 0; i < a->count && k < b->count;) {
        if (a->partner[i] != NO_PARTNER) {
            i++;
        } else if (b->partner[k] != NO_PARTNER) {
            k++;
        } else {
            texture_change_of(diff, a->names[i])->removed_from++;
            texture_change_of(diff, b->names[k])->added_to++;
            make_partners(a, i, b, k);
            changed++;
        }
    }
    return changed;
}

/* Counts the layers without a partner, except those of which 4 bits may have left nothing. */
static uint64_t count_unpaired(const struct ground_side *ground, bool same_depth, bool is_new,
                               struct tile_diff *diff)
{
    uint64_t changed = 0;
    for (uint32_t i = 0; i < ground->count; i++) {
        bool counts =
            same_depth || !ground->alpha[i] || is_seen(ground->alpha[i], OTHER_DEPTH_FAINT);
        if (ground->partner[i] == NO_PARTNER && counts) {
            struct texture_change *texture = texture_change_of(diff, ground->names[i]);
            texture->added_to += is_new;
            texture->removed_from += !is_new;
            changed++;
        }
    }
    return changed;
}

/* Counts the layers of both versions whose texture looks different. */
static uint64_t count_repainted(const struct ground_side *a, const struct ground_side *b,
                                struct tile_diff *diff)
{
    uint64_t changed = 0;
    for (uint32_t i = 0; i < b->count; i++) {
        int k = b->partner[i];
        if (b->repainted[i] && k != NO_PARTNER && strcmp(a->names[k], b->names[i]) == 0) {
            texture_change_of(diff, b->names[i])->repainted_in++;
            changed++;
        }
    }
    return changed;
}

/* The share of each layer in a texel; they add up to 1. */
static void shares_of(const struct ground_side *ground, size_t texel, float share[ADT_LAYERS_MAX])
{
    float left = 1;
    for (uint32_t i = ground->count; i-- > 1;) {
        float alpha = (float)ground->alpha[i][texel] / 255;
        share[i] = ground->is_weighted ? alpha : alpha * left;
        left -= share[i];
    }
    share[0] = left;
}

static float texel_difference(const struct ground_side *a, const struct ground_side *b,
                              size_t texel)
{
    float shares[2][ADT_LAYERS_MAX];
    float largest = 0;
    shares_of(a, texel, shares[0]);
    shares_of(b, texel, shares[1]);
    for (uint32_t i = 0; i < a->count; i++) {
        largest = fmaxf(largest, fabsf(shares[0][i] - shares[1][a->partner[i]]));
    }
    return largest;
}

static bool is_edge(size_t texel)
{
    return texel % ADT_MAP_EDGE == ADT_MAP_EDGE - 1 || texel / ADT_MAP_EDGE == ADT_MAP_EDGE - 1;
}

static void compare_alpha(const struct ground_side *a, const struct ground_side *b,
                          struct tile_diff *diff)
{
    bool same_depth = a->is_weighted == b->is_weighted;
    float tolerance = same_depth ? SAME_DEPTH_TOLERANCE : OTHER_DEPTH_TOLERANCE;
    uint64_t count = 0;
    float largest = 0;
    for (size_t i = 0; i < ADT_MAP_TEXELS; i++) {
        float difference = same_depth || !is_edge(i) ? texel_difference(a, b, i) : 0;
        if (difference > tolerance) {
            count++;
            largest = fmaxf(largest, difference);
        }
    }
    change_add(&diff->changes[CHANGE_ALPHA], count, (double)largest);
}

/* The same layers in the same order with the same maps, which most chunks have. */
static bool is_same_ground(const struct ground_side *a, const struct ground_side *b)
{
    bool same = a->count == b->count && a->is_weighted == b->is_weighted;
    for (uint32_t i = 0; same && i < a->count; i++) {
        same = !b->repainted[i] && strcmp(a->names[i], b->names[i]) == 0 &&
               (i == 0 || memcmp(a->alpha[i], b->alpha[i], ADT_MAP_TEXELS) == 0);
    }
    return same;
}

void ground_diff_chunk(const struct tile_side *old_side, const struct tile_side *new_side,
                       uint32_t chunk, struct tile_diff *diff)
{
    struct ground_side a = ground_of(old_side, chunk);
    struct ground_side b = ground_of(new_side, chunk);
    if (is_same_ground(&a, &b)) {
        return;
    }
    bool same_depth = a.is_weighted == b.is_weighted;
    pair_equal_names(&a, &b);
    uint64_t changed = pair_the_rest(&a, &b, diff);
    changed += count_unpaired(&a, same_depth, false, diff);
    changed += count_unpaired(&b, same_depth, true, diff);
    changed += count_repainted(&a, &b, diff);
    change_add(&diff->changes[CHANGE_TEXTURES], changed, 0);
    if (a.count == b.count) {
        compare_alpha(&a, &b, diff);
    }
}
