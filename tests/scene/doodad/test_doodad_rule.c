/* Which models `--doodads minimap` draws, step by step. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "assets/m2_model.h"
#include "scene/doodad/doodad_rule.h"

static const struct adtmap_doodad_rules no_rules;

static void assert_judged(const char *name, bool is_drawn, const char *word)
{
    struct doodad_verdict verdict;
    assert_true(doodad_judge_name(&no_rules, name, &verdict));
    assert_int_equal(verdict.is_drawn, is_drawn);
    assert_string_equal(verdict.word, word);
}

static void what_people_build_is_drawn(void **state)
{
    (void)state;
    assert_judged("world/generic/human/woodfence01.m2", true, "fence");
    assert_judged("world/azeroth/elwynn/streetlamp01.m2", true, "lamp");
    assert_judged("world/x/treehouse02.m2", true, "house");
}

/* Defect of the past: plans of an architect were drawn as an arch. */
static void words_within_words_that_mean_something_else_decide_nothing(void **state)
{
    (void)state;
    struct doodad_verdict verdict;
    static const char *const names[] = {"world/x/architect_plans01.m2", "world/x/vegetables.m2",
                                        "world/x/tentacle02.m2", "world/x/clamp.m2"};
    for (size_t i = 0; i < 4; i++) {
        assert_false(doodad_judge_name(&no_rules, names[i], &verdict));
    }
    assert_judged("world/x/architect_tent.m2", true, "tent");
    assert_judged("world/x/tentacle_tent.m2", true, "tent");
    assert_judged("world/x/ruinarch03.m2", true, "arch");
}

static void plants_are_left_out_by_name_and_by_folder(void **state)
{
    (void)state;
    struct doodad_verdict verdict;
    assert_judged("world/azeroth/elwynn/elwynntree01.m2", false, "tree");
    assert_judged("world/critter/a01.m2", false, "critter");
    assert_judged("world/x/trees/ash01.m2", false, "trees");
    assert_true(doodad_judge_name(&no_rules, "trees/ash01.m2", &verdict));
    assert_int_equal(verdict.reason, DOODAD_BY_FOLDER);
    assert_false(doodad_judge_name(&no_rules, "world/mytrees/ash01.m2", &verdict));
    assert_false(doodad_judge_name(&no_rules, "world/treesap/ash01.m2", &verdict));
}

/* Whatever the model, a minimap shows no trees; a rule of the user may change that. */
static void names_that_decide_are_left_out_before_models_are_read(void **state)
{
    (void)state;
    struct adtmap_settings settings = {.doodads = ADTMAP_DOODADS_MINIMAP};
    adt_doodad_wanted *wanted = doodad_name_filter(&settings);
    assert_non_null(wanted);
    assert_false(wanted("World\\Azeroth\\Elwynn\\ElwynnTree01.MDX"));
    assert_true(wanted("World\\Generic\\Human\\WoodFence01.MDX"));
    assert_true(wanted("world/x/clamp.m2"));
    assert_true(wanted("../trees/tree.m2"));
    settings.doodads = ADTMAP_DOODADS_ALL;
    assert_null(doodad_name_filter(&settings));
    settings.doodads = ADTMAP_DOODADS_MINIMAP;
    settings.doodad_rules.count = 1;
    assert_null(doodad_name_filter(&settings));
}

static void the_first_rule_of_the_user_comes_before_words(void **state)
{
    (void)state;
    const struct adtmap_doodad_rule items[] = {{"*/elwynn/*", 1}, {"elwynntree", 0}, {"fence", 0}};
    const struct adtmap_doodad_rules rules = {items, 3};
    struct doodad_verdict verdict;
    assert_true(doodad_judge_name(&rules, "world/elwynn/elwynntree01.m2", &verdict));
    assert_true(verdict.is_drawn);
    assert_int_equal(verdict.reason, DOODAD_BY_PATTERN);
    assert_true(doodad_judge_name(&rules, "world/x/fence.m2", &verdict));
    assert_false(verdict.is_drawn);
    assert_string_equal(verdict.word, "fence");
}

/* Two right triangles: one of 1 square yard in the first batch, one of 3 in the second. */
static const float positions[][3] = {{0, 0, 0}, {2, 0, 0}, {0, 1, 0}, {6, 0, 0}};
static const uint32_t indices[] = {0, 1, 2, 0, 3, 2};

static struct m2_model make_model(struct m2_batch batches[2], enum surface_blend second, float side)
{
    batches[0] = (struct m2_batch){.first_index = 0, .index_count = 3};
    batches[1] = (struct m2_batch){.first_index = 3, .index_count = 3, .blend = second};
    return (struct m2_model){
        .box = {{0, 0, 0}, {side, 1, 1}},
        .vertex_count = 4,
        .positions = positions,
        .index_count = 6,
        .indices = indices,
        .batch_count = 2,
        .batches = batches,
    };
}

static void cards_with_alpha_are_foliage(void **state)
{
    (void)state;
    struct m2_batch batches[2];
    struct m2_model leaves = make_model(batches, SURFACE_ALPHA_KEY, 6);
    assert_true(m2_cut_share(&leaves) == 0.75F);
    struct doodad_verdict verdict = doodad_judge_model(&leaves, m2_cut_share(&leaves));
    assert_false(verdict.is_drawn);
    assert_int_equal(verdict.reason, DOODAD_BY_MATERIAL);
    struct m2_batch solid[2];
    struct m2_model rock = make_model(solid, SURFACE_OPAQUE, 6);
    assert_true(m2_cut_share(&rock) == 0.0F);
    assert_true(doodad_judge_model(&rock, m2_cut_share(&rock)).is_drawn);
}

static void small_things_are_left_out(void **state)
{
    (void)state;
    struct m2_batch batches[2];
    struct m2_model jar = make_model(batches, SURFACE_OPAQUE, 1.9F);
    struct doodad_verdict verdict = doodad_judge_model(&jar, m2_cut_share(&jar));
    assert_false(verdict.is_drawn);
    assert_int_equal(verdict.reason, DOODAD_BY_SIZE);
}

/* Trees and bushes have crowns, other plants, animals and effects are left out; what the name
 * leaves open goes by the model. */
static void relief_maps_have_crowns_and_shapes(void **state)
{
    (void)state;
    struct m2_model model = {.box = {.high = {2.0F, 2.0F, 8.0F}}};
    static const struct {
        const char *name;
        enum doodad_relief wanted;
    } cases[] = {
        {"world/azeroth/elwynn/elwynntree01.m2", DOODAD_RELIEF_CROWN},
        {"world/x/trees/ash01.m2", DOODAD_RELIEF_CROWN},
        {"world/x/bush02.m2", DOODAD_RELIEF_CROWN},
        {"world/x/fern02.m2", DOODAD_RELIEF_NOTHING},
        {"world/critter/a01.m2", DOODAD_RELIEF_NOTHING},
        {"world/x/smoke01.m2", DOODAD_RELIEF_NOTHING},
        {"world/x/treehouse02.m2", DOODAD_RELIEF_SHAPE},
        {"world/x/rock01.m2", DOODAD_RELIEF_SHAPE},
        {"world/x/thing.m2", DOODAD_RELIEF_SHAPE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        enum doodad_relief relief;
        assert_int_equal(doodad_relief_by_name(cases[i].name, &relief),
                         strcmp(cases[i].name, "world/x/thing.m2") != 0);
        assert_int_equal(relief, cases[i].wanted);
    }
    assert_int_equal(doodad_relief_by_model(&model, 0.1F), DOODAD_RELIEF_SHAPE);
    assert_int_equal(doodad_relief_by_model(&model, 0.9F), DOODAD_RELIEF_CROWN);
    model.box.high[2] = 2.5F;
    assert_int_equal(doodad_relief_by_model(&model, 0.9F), DOODAD_RELIEF_NOTHING);
    model.box.high[2] = model.box.high[0] = model.box.high[1] = 1.0F;
    assert_int_equal(doodad_relief_by_model(&model, 0.1F), DOODAD_RELIEF_NOTHING);
}

int test_doodad_rule(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_people_build_is_drawn),
        cmocka_unit_test(words_within_words_that_mean_something_else_decide_nothing),
        cmocka_unit_test(plants_are_left_out_by_name_and_by_folder),
        cmocka_unit_test(names_that_decide_are_left_out_before_models_are_read),
        cmocka_unit_test(the_first_rule_of_the_user_comes_before_words),
        cmocka_unit_test(cards_with_alpha_are_foliage),
        cmocka_unit_test(small_things_are_left_out),
        cmocka_unit_test(relief_maps_have_crowns_and_shapes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
