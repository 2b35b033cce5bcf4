/* Doodads of the demo world: what every era writes is read back as one and the same model. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "demo/files/doodad_parts.h"
#include "formats/m2/m2.h"

struct read_model {
    struct arena scratch, arena;
    struct m2_model *model;
};

static const struct diag quiet;

static void read_model(enum doodad doodad, uint32_t version, struct read_model *read)
{
    struct model model;
    struct doodad_parts parts;
    struct buffer file = {0};
    struct buffer skin = {0};
    struct m2_file *parsed;
    *read = (struct read_model){0};
    doodad_make(doodad, &model);
    assert_true(doodad_parts_make(&parts, doodad, &model, version >= 264));
    m2_write(&file, &parts, version);
    skin_write(&skin, &parts, version);
    assert_false(file.failed || skin.failed);
    assert_int_equal(m2_read(file.data, file.size, &read->scratch, &quiet, &parsed), ADTMAP_OK);
    struct m2_bytes skin_bytes = {skin.data, skin.size};
    struct m2_bytes none = {0};
    assert_int_equal(m2_build(parsed, skin_bytes, none, &read->arena, &quiet, &read->model),
                     ADTMAP_OK);
    buffer_free(&file);
    buffer_free(&skin);
    doodad_parts_free(&parts);
    model_free(&model);
}

static void free_model(struct read_model *read)
{
    arena_free(&read->scratch);
    arena_free(&read->arena);
}

static void same_batch(const struct m2_model *a, const struct m2_model *b, uint32_t number)
{
    const struct m2_batch *one = &a->batches[number];
    const struct m2_batch *other = &b->batches[number];
    assert_int_equal(one->index_count, other->index_count);
    assert_int_equal(one->blend, other->blend);
    assert_int_equal(one->mix, other->mix);
    assert_true(one->unlit == other->unlit && one->two_sided == other->two_sided);
    assert_true(one->depth_write == other->depth_write);
    assert_int_equal(one->stage_count, other->stage_count);
    for (uint32_t t = 0; t < one->stage_count; t++) {
        assert_string_equal(a->textures[one->stages[t].texture].name,
                            b->textures[other->stages[t].texture].name);
        assert_int_equal(one->stages[t].uv_set, other->stages[t].uv_set);
    }
    for (uint32_t i = 0; i < one->index_count; i++) {
        uint32_t p = a->indices[one->first_index + i];
        uint32_t q = b->indices[other->first_index + i];
        assert_memory_equal(a->positions[p], b->positions[q], sizeof *a->positions);
        assert_memory_equal(a->normals[p], b->normals[q], sizeof *a->normals);
        assert_memory_equal(a->uv[0][p], b->uv[0][q], sizeof *a->uv[0]);
    }
}

/* A doodad is the same model in each of the versions. */
static void are_the_same(enum doodad doodad, const uint32_t *versions, size_t count)
{
    struct read_model first;
    read_model(doodad, versions[0], &first);
    assert_true((first.model->batch_count > 0) == (doodad != DOODAD_MIST));
    for (size_t v = 1; v < count; v++) {
        struct read_model other;
        read_model(doodad, versions[v], &other);
        assert_int_equal(first.model->batch_count, other.model->batch_count);
        for (uint32_t b = 0; b < first.model->batch_count; b++) {
            same_batch(first.model, other.model, b);
        }
        free_model(&other);
    }
    free_model(&first);
}

static bool is_glass(int doodad)
{
    return doodad == DOODAD_GLASS || doodad == DOODAD_GLASS_LATE;
}

/* Only glass has materials that clients before 264 draw in another way. */
static void all_versions_hold_the_same_models(void **state)
{
    static const uint32_t versions[] = {256, 260, 264, 272, 274};
    (void)state;
    for (int d = 0; d < DOODAD_COUNT; d++) {
        are_the_same((enum doodad)d, versions, is_glass(d) ? 2 : 5);
        are_the_same((enum doodad)d, versions + 2, 3);
    }
}

/* The batches with a mix. */
static int count_mix(const struct read_model *read, enum surface_mix mix)
{
    int count = 0;
    for (uint32_t b = 0; b < read->model->batch_count; b++) {
        count += read->model->batches[b].mix == mix;
    }
    return count;
}

static void glass_shows_blends_and_two_textures(void **state)
{
    static const enum surface_mix mixes[] = {MIX_MOD, MIX_MOD2X, MIX_ADD};
    static const enum surface_mix late_mixes[] = {MIX_MOD_ALPHA, MIX_ADD_ALPHA, MIX_MOD2X_ALPHA};
    (void)state;
    struct read_model passes;
    struct read_model combined;
    struct read_model late;
    read_model(DOODAD_GLASS, 256, &passes);
    read_model(DOODAD_GLASS, 264, &combined);
    read_model(DOODAD_GLASS_LATE, 264, &late);
    assert_int_equal(passes.model->batch_count, combined.model->batch_count + 3);
    for (int k = 0; k < 3; k++) {
        assert_int_equal(count_mix(&combined, mixes[k]), 1);
        assert_int_equal(count_mix(&passes, mixes[k]), 0);
        assert_int_equal(count_mix(&late, late_mixes[k]), 1);
    }
    int blends[SURFACE_BLENDS] = {0};
    for (uint32_t b = 0; b < combined.model->batch_count; b++) {
        blends[combined.model->batches[b].blend]++;
    }
    for (int blend = SURFACE_ALPHA_KEY; blend <= SURFACE_MOD2X; blend++) {
        assert_int_equal(blends[blend], 1);
    }
    assert_int_equal(blends[SURFACE_NO_ALPHA_ADD], 1);
    assert_int_equal(late.model->batches[late.model->batch_count - 4].blend, SURFACE_BLEND_ADD);
    free_model(&passes);
    free_model(&combined);
    free_model(&late);
}

/* The board of the sign is modelled above its arm; the bone turns it down. */
static void bones_turn_the_sign_and_the_glow(void **state)
{
    (void)state;
    struct read_model sign;
    struct read_model lamp;
    read_model(DOODAD_SIGN, 264, &sign);
    assert_float_equal(sign.model->box.high[2], 3.0, 1e-5);
    read_model(DOODAD_LAMP_POST, 264, &lamp);
    const struct m2_batch *glow = &lamp.model->batches[lamp.model->batch_count - 1];
    assert_int_equal(glow->blend, SURFACE_ADD);
    for (uint32_t i = 0; i < glow->index_count; i++) {
        uint32_t vertex = lamp.model->indices[glow->first_index + i];
        assert_float_equal(lamp.model->positions[vertex][2], 3.3, 1e-4);
    }
    free_model(&sign);
    free_model(&lamp);
}

int test_doodad_write(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_versions_hold_the_same_models),
        cmocka_unit_test(glass_shows_blends_and_two_textures),
        cmocka_unit_test(bones_turn_the_sign_and_the_glow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
