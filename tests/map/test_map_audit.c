/* What a map refers to and the data do not have: the files of doodads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "adtmap/adtmap.h"
#include "assets/temporary.h"
#include "formats/m2/m2_builder.h"
#include "map/map_audit.h"

enum { PARENT_ID = 6001 };

static void write_bytes(const struct temporary *place, const char *name, struct buffer *bytes)
{
    char path[256];
    temporary_file(place, name, "");
    FILE *file = fopen(temporary_path(place, name, path), "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes->data, 1, bytes->size, file), bytes->size);
    fclose(file);
    buffer_free(bytes);
}

/* A tile with one doodad, and as many map chunks. */
static void write_tile(const struct temporary *place, unsigned chunks)
{
    static const float at[6] = {17066, 0, 17066, 0, 0, 0};
    static const char name[] = "World\\Tree.m2";
    struct buffer file = {0};
    add_u32_chunk(&file, "MVER", 18);
    add_chunk(&file, "MMDX", name, sizeof name);
    add_u32_chunk(&file, "MMID", 0);
    size_t begin = begin_chunk(&file, "MDDF");
    buffer_u32le(&file, 0);
    buffer_u32le(&file, 5);
    add_floats(&file, at, 6);
    buffer_u32le(&file, 1024);
    end_chunk(&file, begin);
    for (unsigned i = 0; i < chunks; i++) {
        begin = begin_chunk(&file, "MCNK");
        add_zeroes(&file, 128);
        size_t heights = begin_chunk(&file, "MCVT");
        add_zeroes(&file, 145 * sizeof(float));
        end_chunk(&file, heights);
        end_chunk(&file, begin);
    }
    write_bytes(place, "World/Maps/Zed/Zed_31_31.adt", &file);
}

/* The doodad's model, its skin, and its skeleton, which names a parent. */
static void write_tree(const struct temporary *place)
{
    struct built_model built = test_model;
    struct buffer model = {0};
    struct buffer skin = {0};
    struct buffer skeleton = {0};
    built.version = 274;
    write_skin(&skin, &built);
    write_skeleton(&skeleton, &built);
    write_skeleton_parent(&skeleton, PARENT_ID);
    built.bone_count = built.sequence_count = 0;
    write_chunked_model(&model, &built, 0, 6000);
    write_bytes(place, "World/Tree.m2", &model);
    write_bytes(place, "World/Tree00.skin", &skin);
    write_bytes(place, "World/Tree.skel", &skeleton);
}

struct findings {
    unsigned counts[MISSING_KINDS];
    char part[64]; /* the last part of a doodad */
};

static void see(void *user, const struct map_finding *finding)
{
    struct findings *findings = user;
    findings->counts[finding->kind]++;
    if (finding->kind == MISSING_DOODAD_PART) {
        snprintf(findings->part, sizeof findings->part, "%s", finding->name);
    }
}

static struct findings audit(const struct temporary *place)
{
    struct adtmap_data *data;
    struct adtmap_map *map;
    struct adtmap_message failure;
    const struct diag diag = {NULL, NULL, &failure};
    struct findings findings = {0};
    const char *path = place->path;
    assert_int_equal(adtmap_data_open(&path, 1, NULL, &data, NULL), ADTMAP_OK);
    assert_int_equal(adtmap_map_open(data, "Zed", &map, NULL), ADTMAP_OK);
    assert_int_equal(map_audit(map, &diag, see, &findings), ADTMAP_OK);
    adtmap_map_close(map);
    adtmap_data_close(data);
    return findings;
}

static void a_missing_parent_of_a_skeleton_is_listed(void **state)
{
    (void)state;
    struct temporary place = temporary_make();
    write_tile(&place, 1);
    write_tree(&place);
    struct findings findings = audit(&place);
    assert_int_equal(findings.counts[MISSING_DOODAD_PART], 1);
    assert_non_null(strstr(findings.part, "6001"));
    temporary_file(&place, "unknown/6001.skel", "");
    assert_int_equal(audit(&place).counts[MISSING_DOODAD_PART], 0);
    temporary_remove(&place);
}

/* No list of what a tile places was read when its terrain was damaged. */
static void placements_of_a_tile_without_readable_terrain_are_listed(void **state)
{
    (void)state;
    struct temporary place = temporary_make();
    write_tile(&place, 0);
    struct findings findings = audit(&place);
    assert_int_equal(findings.counts[MISSING_TERRAIN], 1);
    assert_int_equal(findings.counts[MISSING_DOODAD], 1);
    write_tree(&place);
    findings = audit(&place);
    assert_int_equal(findings.counts[MISSING_TERRAIN], 1);
    assert_int_equal(findings.counts[MISSING_DOODAD], 0);
    assert_int_equal(findings.counts[MISSING_DOODAD_PART], 1);
    temporary_remove(&place);
}

int test_map_audit(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_missing_parent_of_a_skeleton_is_listed),
        cmocka_unit_test(placements_of_a_tile_without_readable_terrain_are_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
