/* The demo world's WMO files in every version, read by the test's own code: they are valid, have
 * the same geometry in each version, and contain every kind of material. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "demo/files/wmo_write.h"
#include "demo/models/building.h"
#include "demo/wmo_walk.h"

enum {
    GROUP_COLOURS = 0x4,
    GROUP_EXTERIOR = 0x8,
    GROUP_LIQUID = 0x1000,
    GROUP_INTERIOR = 0x2000,
    GROUP_COLOURS2 = 0x1000000,
    GROUP_UV2 = 0x2000000,
    GROUP_ANTIPORTAL = 0x4000000,
    GROUP_UV3 = 0x40000000,
};

static const struct {
    enum wmo_version version;
    uint32_t number;
} versions[4] = {{WMO_V17, 17}, {WMO_V16, 16}, {WMO_V14, 14}, {WMO_V17_BY_ID, 17}};

/* A building's root and groups, loaded from one file or several. */
struct loaded {
    struct buffer root;
    struct buffer groups[MODEL_GROUPS];
    int group_count;
    struct walk_root walk;
};

static struct span span_of(const struct buffer *buffer)
{
    assert_false(buffer->failed);
    return (struct span){buffer->data, buffer->size};
}

static void load(struct loaded *loaded, enum building building, int which)
{
    struct model model;
    building_make(building, &model);
    assert_false(model.failed);
    *loaded = (struct loaded){.group_count = model.group_count};
    wmo_write_root(&loaded->root, &model, versions[which].version);
    for (int g = 0; versions[which].number != 14 && g < model.group_count; g++) {
        wmo_write_group_file(&loaded->groups[g], &model, g, versions[which].version);
    }
    model_free(&model);
    loaded->walk = walk_root_of(span_of(&loaded->root));
    assert_int_equal(loaded->walk.form.version, versions[which].number);
}

static void unload(struct loaded *loaded)
{
    buffer_free(&loaded->root);
    for (int g = 0; g < MODEL_GROUPS; g++) {
        buffer_free(&loaded->groups[g]);
    }
}

static struct walk_group group_of(const struct loaded *loaded, int number)
{
    uint32_t version = loaded->walk.form.version;
    struct span file = version == 14 ? loaded->walk.whole : span_of(&loaded->groups[number]);
    struct span mogp = walk_find(file, "MOGP", version == 14 ? number : 0);
    assert_non_null(mogp.data);
    return walk_group_of(mogp, version);
}

typedef void visit_building(struct loaded *loaded, void *context);

static void visit_all(visit_building *visit, void *context)
{
    for (int which = 0; which < 3; which++) {
        for (int b = 0; b < BUILDING_COUNT; b++) {
            struct loaded loaded;
            load(&loaded, (enum building)b, which);
            visit(&loaded, context);
            unload(&loaded);
        }
    }
}

static void check_root(struct loaded *loaded, void *context)
{
    const struct walk_root *root = &loaded->walk;
    (void)context;
    size_t materials = walk_count(root->materials, root->form.material);
    assert_int_equal(walk_u32(root->header.data), materials);
    assert_int_equal(walk_u32(root->header.data + 4), loaded->group_count);
    assert_int_equal(walk_count(root->infos, root->form.info), loaded->group_count);
    for (size_t m = 0; m < materials; m++) {
        uint32_t name = walk_u32(root->materials.data + m * root->form.material + 12);
        assert_true(name > 0 && name < root->textures.size);
        assert_non_null(memchr(root->textures.data + name, 0, root->textures.size - name));
        assert_true(strlen((const char *)root->textures.data + name) > 4);
    }
}

static void roots_list_their_groups_and_textures(void **state)
{
    (void)state;
    visit_all(check_root, NULL);
}

static void check_box(const struct walk_group *group)
{
    for (size_t v = 0; v < walk_count(group->vertices, 12); v++) {
        for (size_t k = 0; k < 3; k++) {
            float at = walk_f32(group->vertices.data + 12 * v + 4 * k);
            assert_true(at >= walk_f32(group->header.data + 12 + 4 * k));
            assert_true(at <= walk_f32(group->header.data + 24 + 4 * k));
        }
    }
}

/* Each batch starts where the last one ended, and its indices stay within its vertices. */
static void check_batches(const struct walk_group *group, size_t materials)
{
    size_t next = 0;
    for (size_t b = 0; b < walk_count(group->batches, group->form.batch); b++) {
        struct walk_batch batch = walk_batch_of(group, b);
        assert_true(batch.material < materials);
        assert_int_equal(batch.first_index, next);
        assert_int_equal(batch.index_count % 3, 0);
        assert_true(batch.index_count > 0);
        next += batch.index_count;
        assert_true(next <= walk_count(group->indices, 2));
        for (size_t i = batch.first_index; i < next; i++) {
            uint32_t index = walk_u16(group->indices.data + 2 * i);
            assert_true(index >= batch.first_vertex && index <= batch.last_vertex);
            const uint8_t *face = group->faces.data + i / 3 * group->form.face;
            assert_int_equal(face[group->form.face / 2], batch.material);
            assert_int_equal(face[0], 0x20);
        }
    }
    for (size_t t = next / 3; t < walk_count(group->faces, group->form.face); t++) {
        const uint8_t *face = group->faces.data + t * group->form.face;
        assert_int_equal(face[group->form.face / 2], 0xFF);
        assert_int_equal(face[0] & 0x20, 0);
    }
}

static void check_counts(const struct walk_group *group)
{
    size_t vertices = walk_count(group->vertices, 12);
    size_t indices = walk_count(group->indices, 2);
    assert_int_equal(walk_count(group->faces, group->form.face) * 3, indices);
    assert_int_equal(walk_count(group->normals, 12), vertices);
    if (!(group->flags & GROUP_ANTIPORTAL)) {
        assert_int_equal(walk_count(group->uv, 8), vertices);
    }
    for (size_t i = 0; i < indices; i++) {
        assert_true(walk_u16(group->indices.data + 2 * i) < vertices);
        if (group->form.version == 14) {
            assert_int_equal(walk_u16(group->indices.data + 2 * i), i);
        }
    }
    struct span colours = walk_find(group->chunks, "MOCV", 0);
    bool coloured = (group->flags & (GROUP_COLOURS | GROUP_COLOURS2)) != 0;
    assert_int_equal(colours.size, coloured ? 4 * vertices : 0);
    bool second = (group->flags & GROUP_UV2) != 0;
    assert_int_equal(walk_find(group->chunks, "MOTV", 1).size, second ? 8 * vertices : 0);
    bool third = (group->flags & GROUP_UV3) != 0;
    assert_int_equal(walk_find(group->chunks, "MOTV", 2).size, third ? 8 * vertices : 0);
}

static void check_normals(const struct walk_group *group)
{
    for (size_t v = 0; v < walk_count(group->normals, 12); v++) {
        float square = 0.0f;
        for (size_t k = 0; k < 3; k++) {
            float part = walk_f32(group->normals.data + 12 * v + 4 * k);
            square += part * part;
        }
        assert_true(square > 0.98f && square < 1.02f);
    }
}

static void check_pool(const struct walk_group *group)
{
    struct span liquid = walk_find(group->chunks, "MLIQ", 0);
    assert_int_equal(liquid.data != NULL, (group->flags & GROUP_LIQUID) != 0);
    if (liquid.data) {
        size_t x = walk_u32(liquid.data);
        size_t y = walk_u32(liquid.data + 4);
        assert_int_equal(walk_u32(liquid.data + 8), x - 1);
        assert_int_equal(walk_u32(liquid.data + 12), y - 1);
        assert_int_equal(liquid.size, 30 + 8 * x * y + (x - 1) * (y - 1));
    }
}

static void check_groups(struct loaded *loaded, void *context)
{
    const struct walk_root *root = &loaded->walk;
    (void)context;
    for (int g = 0; g < loaded->group_count; g++) {
        struct walk_group group = group_of(loaded, g);
        bool old = root->form.version == 14;
        const uint8_t *info = root->infos.data + (size_t)g * root->form.info + (old ? 8 : 0);
        assert_int_equal(walk_u32(info), group.flags);
        assert_memory_equal(info + 4, group.header.data + 12, 24);
        check_counts(&group);
        check_box(&group);
        check_normals(&group);
        check_pool(&group);
        check_batches(&group, walk_count(root->materials, root->form.material));
        if (!old) {
            uint32_t batches = walk_u16(group.header.data + 0x28) +
                               walk_u16(group.header.data + 0x2A) +
                               walk_u16(group.header.data + 0x2C);
            assert_int_equal(batches, walk_count(group.batches, group.form.batch));
        }
    }
}

static void groups_are_valid_in_every_version(void **state)
{
    (void)state;
    visit_all(check_groups, NULL);
}

static void v14_root_has_offsets_of_its_groups(void **state)
{
    (void)state;
    for (int b = 0; b < BUILDING_COUNT; b++) {
        struct loaded loaded;
        load(&loaded, (enum building)b, 2);
        for (int g = 0; g < loaded.group_count; g++) {
            const uint8_t *info = loaded.walk.infos.data + 40 * g;
            struct span mogp = walk_find(loaded.walk.whole, "MOGP", g);
            size_t at = (size_t)(mogp.data - loaded.walk.whole.data) - 8;
            assert_int_equal(walk_u32(info), at);
            assert_int_equal(walk_u32(info + 4), mogp.size + 8);
        }
        unload(&loaded);
    }
}

/* The vertices of a triangle must not depend on the version. */
static void compare_groups(const struct walk_group *a, const struct walk_group *b)
{
    size_t corners = walk_count(a->indices, 2);
    assert_int_equal(corners, walk_count(b->indices, 2));
    for (size_t i = 0; i < corners; i++) {
        size_t va = walk_u16(a->indices.data + 2 * i);
        size_t vb = walk_u16(b->indices.data + 2 * i);
        assert_memory_equal(a->vertices.data + 12 * va, b->vertices.data + 12 * vb, 12);
        assert_memory_equal(a->normals.data + 12 * va, b->normals.data + 12 * vb, 12);
        if (a->uv.data && b->uv.data) {
            assert_memory_equal(a->uv.data + 8 * va, b->uv.data + 8 * vb, 8);
        }
        const uint8_t *fa = a->faces.data + i / 3 * a->form.face;
        const uint8_t *fb = b->faces.data + i / 3 * b->form.face;
        assert_int_equal(fa[a->form.face / 2], fb[b->form.face / 2]);
    }
}

static void every_version_holds_the_same_triangles(void **state)
{
    (void)state;
    for (int b = 0; b < BUILDING_COUNT; b++) {
        struct loaded newest;
        load(&newest, (enum building)b, 0);
        for (int which = 1; which < 3; which++) {
            struct loaded older;
            load(&older, (enum building)b, which);
            for (int g = 0; g < newest.group_count; g++) {
                struct walk_group a = group_of(&newest, g);
                struct walk_group c = group_of(&older, g);
                compare_groups(&a, &c);
            }
            unload(&older);
        }
        unload(&newest);
    }
}

/* The kinds of materials and groups found in the files of one version. */
struct kinds {
    uint32_t blends, shaders, flags, groups;
    int unseen, liquids, lights;
};

static void count_kinds(const struct loaded *loaded, struct kinds *kinds)
{
    const struct walk_root *root = &loaded->walk;
    for (size_t m = 0; m < walk_count(root->materials, 64); m++) {
        const uint8_t *material = root->materials.data + 64 * m;
        kinds->flags |= walk_u32(material);
        kinds->shaders |= 1u << walk_u32(material + 4);
        kinds->blends |= 1u << walk_u32(material + 8);
    }
    kinds->lights += walk_find(root->chunks, "MOLT", 0).size > 0;
    for (int g = 0; g < loaded->group_count; g++) {
        struct walk_group group = group_of(loaded, g);
        kinds->groups |= group.flags;
        kinds->liquids += walk_find(group.chunks, "MLIQ", 0).data != NULL;
        for (size_t t = 0; t < walk_count(group.faces, 2); t++) {
            kinds->unseen += group.faces.data[2 * t + 1] == 0xFF;
        }
    }
}

static void every_kind_of_material_occurs(void **state)
{
    static const uint32_t flags = 0x1 | 0x4 | 0x10 | 0x20 | 0x40 | 0x80;
    static const uint32_t groups = GROUP_COLOURS | GROUP_EXTERIOR | GROUP_LIQUID | GROUP_INTERIOR |
                                   GROUP_COLOURS2 | GROUP_UV2 | GROUP_ANTIPORTAL | GROUP_UV3;
    static const uint8_t mixes[] = {6, 7, 8, 9, 11, 12, 13, 15, 17, 18, 19, 20};
    struct kinds kinds = {0};
    (void)state;
    for (int b = 0; b < BUILDING_COUNT; b++) {
        struct loaded loaded;
        load(&loaded, (enum building)b, 0);
        count_kinds(&loaded, &kinds);
        unload(&loaded);
    }
    assert_int_equal(kinds.blends, 0x3FFF);
    assert_int_equal(kinds.flags & flags, flags);
    assert_int_equal(kinds.groups & groups, groups);
    for (size_t k = 0; k < sizeof mixes; k++) {
        assert_true(kinds.shaders >> mixes[k] & 1);
    }
    assert_true(kinds.unseen > 0);
    assert_true(kinds.lights > 10);
    assert_true(kinds.liquids >= 3);
}

/* The shaders of nine textures, which files by id have: two materials, and what their group needs.
 */
static void samples_of_nine_textures_are_in_files_by_id_alone(void **state)
{
    (void)state;
    for (int by_id = 0; by_id < 2; by_id++) {
        struct loaded loaded;
        int found = 0;
        load(&loaded, BUILDING_MATERIAL_SAMPLES, by_id ? 3 : 0);
        assert_int_equal(loaded.walk.textures.data != NULL, !by_id);
        for (size_t m = 0; m < walk_count(loaded.walk.materials, 64); m++) {
            static const uint8_t places[9] = {12, 24, 36, 40, 44, 48, 52, 56, 60};
            const uint8_t *material = loaded.walk.materials.data + 64 * m;
            bool is_sample = walk_u32(material + 4) >= 22;
            for (int t = 0; t < 9 && is_sample; t++) {
                assert_true(walk_u32(material + places[t]) >= 1000);
            }
            found += is_sample;
        }
        assert_int_equal(found, by_id ? 2 : 0);
        struct walk_group mixes = group_of(&loaded, loaded.group_count - 1);
        size_t vertices = walk_count(mixes.vertices, 12);
        assert_int_equal(mixes.flags & GROUP_COLOURS2, GROUP_COLOURS2);
        assert_int_equal(walk_find(mixes.chunks, "MOTV", 3).size, by_id ? 8 * vertices : 0);
        assert_int_equal(walk_find(mixes.chunks, "MOC2", 0).size, by_id ? 4 * vertices : 0);
        unload(&loaded);
    }
}

static void building_twice_gives_equal_bytes(void **state)
{
    (void)state;
    for (int b = 0; b < BUILDING_COUNT; b++) {
        struct loaded first;
        struct loaded second;
        load(&first, (enum building)b, 2);
        load(&second, (enum building)b, 2);
        assert_int_equal(first.root.size, second.root.size);
        assert_memory_equal(first.root.data, second.root.data, first.root.size);
        unload(&first);
        unload(&second);
    }
}

/* Seen from above, faces of the roof must point up and cover most of the cottage. */
static void most_of_a_cottage_is_roofed(void **state)
{
    double area = 0.0;
    struct model model;
    (void)state;
    building_make(BUILDING_COTTAGE_RED, &model);
    const struct model_group *group = &model.groups[0];
    for (uint32_t t = 0; t < group->triangle_count; t++) {
        const float *a = group->vertices[group->triangles[t].corner[0]].position;
        const float *b = group->vertices[group->triangles[t].corner[1]].position;
        const float *c = group->vertices[group->triangles[t].corner[2]].position;
        double twice = (double)((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
        bool roof = group->triangles[t].material == WALL_TILES_RED;
        area += roof && twice > 0.0 ? 0.5 * twice : 0.0;
    }
    model_free(&model);
    assert_true(area > 7.2 * 10.0);
}

int test_buildings(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(roots_list_their_groups_and_textures),
        cmocka_unit_test(groups_are_valid_in_every_version),
        cmocka_unit_test(v14_root_has_offsets_of_its_groups),
        cmocka_unit_test(every_version_holds_the_same_triangles),
        cmocka_unit_test(every_kind_of_material_occurs),
        cmocka_unit_test(samples_of_nine_textures_are_in_files_by_id_alone),
        cmocka_unit_test(building_twice_gives_equal_bytes),
        cmocka_unit_test(most_of_a_cottage_is_roofed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
