/* WMO roots: materials and their textures, group tables, doodads, counts that lie. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/wmo/wmo_build.h"
#include "formats/wmo/wmo_loaded.h"

/* A v17 root with what a test puts into it, and a MOHD that counts nothing. */
static void begin_root(struct buffer *file)
{
    add_u32_chunk(file, "MVER", 17);
    size_t begin = begin_chunk(file, "MOHD");
    add_zeroes(file, 64);
    end_chunk(file, begin);
}

/* A MOMT entry of 64 bytes with three textures and the six numbers behind them. */
static void add_material(struct buffer *file, uint32_t shader, const uint32_t textures[9])
{
    buffer_u32le(file, 0);
    buffer_u32le(file, shader);
    buffer_u32le(file, 0);
    buffer_u32le(file, textures[0]);
    add_zeroes(file, 8);
    buffer_u32le(file, textures[1]);
    add_zeroes(file, 8);
    for (size_t i = 2; i < 9; i++) {
        buffer_u32le(file, textures[i]);
    }
}

static void load_material(struct loaded *it, const char *names, size_t names_size, uint32_t shader,
                          const uint32_t textures[9])
{
    struct buffer file = {0};
    begin_root(&file);
    if (names) {
        add_chunk(&file, "MOTX", names, names_size);
    }
    size_t begin = begin_chunk(&file, "MOMT");
    add_material(&file, shader, textures);
    end_chunk(&file, begin);
    load_root(it, &file);
    assert_int_equal(it->status, ADTMAP_OK);
    assert_int_equal(it->root->material_count, 1);
    buffer_free(&file);
}

static const char names[] = "a.blp\0b.blp\0c.blp";

static void a_shader_gets_the_textures_it_needs(void **state)
{
    (void)state;
    struct loaded it;
    load_material(&it, names, sizeof names, 18, (const uint32_t[9]){0, 6, 12});
    assert_int_equal(it.root->materials[0].shader, 18);
    assert_int_equal(it.root->materials[0].texture_count, 3);
    assert_string_equal(it.root->materials[0].textures[1].name, "b.blp");
    assert_string_equal(it.root->materials[0].textures[2].name, "c.blp");
    assert_int_equal(it.heard.warnings, 0);
    unload(&it);
}

/* Of shader 22 the second texture is not mixed, and of 23 the first is not. */
static void shaders_of_many_textures_get_them(void **state)
{
    (void)state;
    struct loaded it;
    const uint32_t textures[9] = {6, 500, 12, 0, 6, 12, 0, 6, 12};
    load_material(&it, names, sizeof names, 22, textures);
    assert_int_equal(it.root->materials[0].shader, 22);
    assert_int_equal(it.root->materials[0].texture_count, 6);
    assert_string_equal(it.root->materials[0].textures[5].name, "c.blp");
    unload(&it);
    load_material(&it, names, sizeof names, 23, textures);
    assert_int_equal(it.root->materials[0].shader, WMO_SHADER_DIFFUSE);
    unload(&it);
    const uint32_t all[9] = {500, 0, 12, 0, 6, 12, 0, 6, 12};
    load_material(&it, names, sizeof names, 23, all);
    assert_int_equal(it.heard.warnings, 0);
    assert_int_equal(it.root->materials[0].shader, 23);
    assert_int_equal(it.root->materials[0].texture_count, 9);
    assert_string_equal(it.root->materials[0].textures[8].name, "c.blp");
    unload(&it);
}

static void garbage_behind_the_needed_textures_is_not_looked_at(void **state)
{
    (void)state;
    struct loaded it;
    load_material(&it, names, sizeof names, 0, (const uint32_t[9]){6, 1048576000, 1028443341});
    assert_int_equal(it.root->materials[0].texture_count, 1);
    assert_string_equal(it.root->materials[0].textures[0].name, "b.blp");
    assert_int_equal(it.heard.warnings, 0);
    unload(&it);
}

static void a_shader_without_its_second_texture_becomes_diffuse(void **state)
{
    (void)state;
    struct loaded it;
    load_material(&it, names, sizeof names, 6, (const uint32_t[9]){6, 500});
    assert_int_equal(it.root->materials[0].shader, WMO_SHADER_DIFFUSE);
    assert_int_equal(it.root->materials[0].texture_count, 1);
    assert_string_equal(it.root->materials[0].textures[0].name, "b.blp");
    unload(&it);
}

static void a_material_without_any_texture_is_named(void **state)
{
    (void)state;
    struct loaded it;
    load_material(&it, names, sizeof names, 0, (const uint32_t[9]){500});
    assert_null(it.root->materials[0].textures[0].name);
    assert_int_equal(it.heard.warnings, 1);
    assert_string_equal(it.heard.last.chunk, "MOMT");
    unload(&it);
}

static void materials_beyond_4096_are_left_out(void **state)
{
    (void)state;
    for (uint32_t count = WMO_MATERIALS_MAX; count <= WMO_MATERIALS_MAX + 1; count++) {
        struct buffer file = {0};
        struct loaded it;
        begin_root(&file);
        add_chunk(&file, "MOTX", names, sizeof names);
        size_t begin = begin_chunk(&file, "MOMT");
        for (uint32_t i = 0; i < count; i++) {
            add_material(&file, 0, (const uint32_t[9]){0});
        }
        end_chunk(&file, begin);
        load_root(&it, &file);
        assert_int_equal(it.status, ADTMAP_OK);
        assert_int_equal(it.root->material_count, 4096);
        assert_int_equal(it.heard.warnings, count - 4096);
        assert_string_equal(it.heard.last.what,
                            count > 4096 ? "4097 entries, more than 4096; the rest left out" : "");
        buffer_free(&file);
        unload(&it);
    }
}

static void without_names_textures_are_file_ids(void **state)
{
    (void)state;
    struct loaded it;
    load_material(&it, NULL, 0, 23,
                  (const uint32_t[9]){101, 102, 103, 104, 105, 106, 107, 108, 109});
    assert_int_equal(it.root->materials[0].texture_count, 9);
    for (uint32_t i = 0; i < 9; i++) {
        assert_null(it.root->materials[0].textures[i].name);
        assert_int_equal(it.root->materials[0].textures[i].file_id, 101 + i);
    }
    unload(&it);
}

static void the_last_name_may_lack_its_end(void **state)
{
    (void)state;
    struct loaded it;
    load_material(&it, "a.blp\0b.b", 9, 0, (const uint32_t[9]){6});
    assert_string_equal(it.root->materials[0].textures[0].name, "b.b");
    unload(&it);
}

/* 4096 materials that each begin inside one endless name would keep gigabytes of names. */
static void names_too_long_for_a_file_are_none(void **state)
{
    (void)state;
    static const uint32_t textures[9] = {0};
    struct loaded it;
    char endless[1000];
    memset(endless, 'a', sizeof endless);
    load_material(&it, endless, sizeof endless, 0, textures);
    assert_null(it.root->materials[0].textures[0].name);
    assert_int_equal(it.heard.warnings, 1);
    unload(&it);
}

static void an_unknown_blend_mode_is_opaque(void **state)
{
    (void)state;
    struct buffer file = {0};
    struct loaded it;
    write_root(&file, 17, 0);
    put_u32(&file, find_data(&file, "MOMT") + 8, 14);
    load_root(&it, &file);
    assert_int_equal(it.root->materials[0].blend, SURFACE_OPAQUE);
    assert_int_equal(it.heard.warnings, 1);
    unload(&it);
    put_u32(&file, find_data(&file, "MOMT") + 8, 13);
    load_root(&it, &file);
    assert_int_equal(it.root->materials[0].blend, SURFACE_BLEND_ADD);
    buffer_free(&file);
    unload(&it);
}

static void counts_that_lie_lose_to_the_sizes_of_chunks(void **state)
{
    (void)state;
    struct buffer file = {0};
    struct loaded it;
    write_root(&file, 17, 0);
    size_t mohd = find_data(&file, "MOHD");
    for (size_t i = 0; i < 7; i++) {
        put_u32(&file, mohd + 4 * i, i == 1 ? 2 : 0xFFFFFFFF);
    }
    load_root(&it, &file);
    assert_int_equal(it.status, ADTMAP_OK);
    assert_int_equal(it.root->material_count, 2);
    assert_int_equal(it.root->doodad_count, 2);
    assert_int_equal(it.heard.warnings, 0);
    unload(&it);
    put_u32(&file, mohd + 4, 0xFFFFFFFF);
    load_root(&it, &file);
    assert_int_equal(it.root->group_count, 2);
    assert_int_equal(it.heard.warnings, 1);
    unload(&it);
    buffer_free(&file);
}

/* The clients' limit, with a MOGI for as many groups as one likes. */
static void groups_beyond_512_are_left_out(void **state)
{
    (void)state;
    struct buffer file = {0};
    struct loaded it;
    begin_root(&file);
    put_u32(&file, find_data(&file, "MOHD") + 4, 512);
    size_t begin = begin_chunk(&file, "MOGI");
    add_zeroes(&file, (size_t)32 * 600);
    end_chunk(&file, begin);
    load_root(&it, &file);
    assert_int_equal(it.root->group_count, WMO_GROUPS_MAX);
    assert_int_equal(it.heard.warnings, 1);
    buffer_free(&file);
    unload(&it);
}

static void a_table_of_512_groups_is_whole(void **state)
{
    (void)state;
    struct buffer file = {0};
    struct loaded it;
    begin_root(&file);
    put_u32(&file, find_data(&file, "MOHD") + 4, 512);
    size_t begin = begin_chunk(&file, "MOGI");
    add_zeroes(&file, (size_t)32 * 512);
    end_chunk(&file, begin);
    load_root(&it, &file);
    assert_int_equal(it.root->group_count, 512);
    assert_int_equal(it.heard.warnings, 0);
    buffer_free(&file);
    unload(&it);
}

static void without_mogi_the_declared_groups_count_up_to_512(void **state)
{
    (void)state;
    struct buffer file = {0};
    struct loaded it;
    begin_root(&file);
    put_u32(&file, find_data(&file, "MOHD") + 4, 0x7FFFFFFF);
    load_root(&it, &file);
    assert_int_equal(it.root->group_count, WMO_GROUPS_MAX);
    assert_string_equal(it.root->groups[511].name, "");
    buffer_free(&file);
    unload(&it);
}

/* An entry of MAVG or MAVD: its colours are 1, 2 and 3 in all channels. */
static void add_ambient(struct buffer *file, uint32_t flags, uint16_t doodad_set, uint32_t more)
{
    add_zeroes(file, 20);
    for (uint32_t i = 1; i <= 3; i++) {
        buffer_u32le(file, 0x01010101 * (i + more));
    }
    buffer_u32le(file, flags);
    buffer_u16le(file, doodad_set);
    add_zeroes(file, 10);
}

/* Rooms of 8.3 and later were lit by the colour of MOHD, which is black in many of their files. */
static void ambient_volumes_replace_the_colour_of_the_header(void **state)
{
    (void)state;
    static const struct {
        const char *id;
        uint32_t flags;
        uint16_t first_set, second_set;
        uint8_t wanted;
    } cases[] = {
        {"MAVG", 0, 0, 1, 1}, {"MAVG", 1, 0, 1, 3}, {"MAVG", 0, 2, 0, 11}, {"MAVG", 0, 2, 3, 1},
        {"MAVD", 0, 0, 0, 1}, {"MAVD", 1, 0, 0, 3}, {"MAVD", 0, 2, 0, 1},  {"MAVX", 0, 0, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buffer file = {0};
        struct loaded it;
        begin_root(&file);
        size_t begin = begin_chunk(&file, cases[i].id);
        add_ambient(&file, cases[i].flags, cases[i].first_set, 0);
        add_ambient(&file, cases[i].flags, cases[i].second_set, 10);
        end_chunk(&file, begin);
        load_root(&it, &file);
        for (size_t c = 0; c < 3; c++) {
            assert_int_equal(it.root->ambient[c], cases[i].wanted);
        }
        buffer_free(&file);
        unload(&it);
    }
}

/* All placements of a building had the light of its doodad set 0. */
static void each_doodad_set_has_its_ambient_colour(void **state)
{
    (void)state;
    static const struct {
        uint16_t sets[2];
        size_t count;
        uint8_t wanted;
    } cases[] = {{{0}, 0, 11}, {{2}, 1, 1}, {{0}, 1, 11}, {{7, 3}, 2, 21}, {{7, 8}, 2, 1}};
    struct buffer file = {0};
    struct loaded it;
    begin_root(&file);
    size_t begin = begin_chunk(&file, "MAVG");
    add_ambient(&file, 0, 2, 0);
    add_ambient(&file, 0, 0, 10);
    for (uint32_t i = 2; i <= WMO_AMBIENTS_MAX; i++) {
        add_ambient(&file, 0, (uint16_t)(i == WMO_AMBIENTS_MAX ? 8 : 3), 20);
    }
    end_chunk(&file, begin);
    load_root(&it, &file);
    assert_int_equal(it.root->ambient_count, WMO_AMBIENTS_MAX);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const uint8_t *color = wmo_ambient_of_sets(it.root, cases[i].sets, cases[i].count);
        assert_int_equal(color[0], cases[i].wanted);
    }
    buffer_free(&file);
    unload(&it);
}

/* The volumes of the whole building count more than those of a place in it. */
static void global_ambient_volumes_come_before_local_ones(void **state)
{
    (void)state;
    struct buffer file = {0};
    struct loaded it;
    begin_root(&file);
    for (uint32_t i = 0; i < 2; i++) {
        size_t begin = begin_chunk(&file, i == 0 ? "MAVD" : "MAVG");
        add_ambient(&file, 0, 0, 10 * i);
        end_chunk(&file, begin);
    }
    load_root(&it, &file);
    assert_int_equal(it.root->ambient[0], 11);
    buffer_free(&file);
    unload(&it);
}

/* 160 bytes are five groups of 32 or four of 40. */
static void group_infos_are_as_wide_as_the_count_says(void **state)
{
    (void)state;
    for (uint32_t count = 4; count <= 5; count++) {
        struct buffer file = {0};
        struct loaded it;
        begin_root(&file);
        put_u32(&file, find_data(&file, "MOHD") + 4, count);
        size_t begin = begin_chunk(&file, "MOGI");
        add_zeroes(&file, 160);
        put_u32(&file, begin + (count == 4 ? 48 : 32), 0x2000);
        end_chunk(&file, begin);
        load_root(&it, &file);
        assert_int_equal(it.root->group_count, count);
        assert_int_equal(it.root->groups[1].flags, 0x2000);
        buffer_free(&file);
        unload(&it);
    }
}

/* The era of a root with a chunk more and flags in MOHD. */
static enum surface_era era_of_root(unsigned version, const char *chunk, uint16_t flags)
{
    struct buffer file = {0};
    struct loaded it;
    add_u32_chunk(&file, "MVER", version);
    write_mohd(&file, version, flags);
    if (chunk) {
        end_chunk(&file, begin_chunk(&file, chunk));
    }
    load_root(&it, &file);
    assert_int_equal(it.status, ADTMAP_OK);
    enum surface_era era = it.root->era;
    buffer_free(&file);
    unload(&it);
    return era;
}

/* v17 is the version of all clients since 1.0, whose alpha keys differ. */
static void what_only_7_writes_tells_the_era(void **state)
{
    (void)state;
    static const char *const chunks[] = {"GFID", "MODI", "MOUV", "MAVG"};
    for (size_t i = 0; i < sizeof chunks / sizeof *chunks; i++) {
        assert_int_equal(era_of_root(17, chunks[i], 0), SURFACE_ERA_SINCE_7);
    }
    assert_int_equal(era_of_root(17, NULL, WMO_HAS_LOD), SURFACE_ERA_SINCE_7);
    assert_int_equal(era_of_root(17, "MFOG", 0xF), SURFACE_ERA_UNKNOWN);
    assert_int_equal(era_of_root(16, NULL, WMO_HAS_LOD), SURFACE_ERA_BEFORE_7);
}

static void names_in_mogi_make_no_antiportals(void **state)
{
    (void)state;
    struct buffer file = {0};
    struct loaded it;
    begin_root(&file);
    add_chunk(&file, "MOGN", "\0Antiportal", 12);
    size_t begin = begin_chunk(&file, "MOGI");
    for (uint32_t i = 0; i < 2; i++) {
        buffer_u32le(&file, 0x2000);
        add_zeroes(&file, 24);
        buffer_u32le(&file, i == 0 ? 1 : 0xFFFFFFFF);
    }
    end_chunk(&file, begin);
    load_root(&it, &file);
    assert_int_equal(it.root->groups[0].flags, 0x2000);
    assert_string_equal(it.root->groups[0].name, "Antiportal");
    assert_int_equal(it.root->groups[1].flags, 0x2000);
    buffer_free(&file);
    unload(&it);
}

/* A v14 file of 1.4 MB whose 512 groups were all in one place took 700. */
static void groups_in_one_place_are_read_once(void **state)
{
    (void)state;
    struct loaded it;
    struct buffer file = {0};
    write_v14(&file);
    size_t mogp = find_data(&file, "MOGP") - 8;
    size_t infos = find_data(&file, "MOGI");
    size_t stride = 40;
    put_u32(&file, infos, (uint32_t)mogp);
    put_u32(&file, infos + stride, (uint32_t)mogp);
    load_root(&it, &file);
    assert_int_equal(it.status, ADTMAP_OK);
    assert_int_equal(it.heard.warnings, 1);
    assert_int_equal(it.root->groups[0].offset, mogp);
    assert_int_equal(it.root->groups[1].offset, 0);
    load_group(&it, &file, 0);
    assert_int_equal(it.status, ADTMAP_OK);
    load_group(&it, &file, 1);
    assert_int_equal(it.status, ADTMAP_BAD_DATA);
    buffer_free(&file);
    unload(&it);
}

static void group_files_may_have_ids(void **state)
{
    (void)state;
    struct buffer file = {0};
    struct loaded it;
    write_root(&file, 17, WMO_HAS_LOD);
    size_t begin = begin_chunk(&file, "GFID");
    for (uint32_t i = 0; i < 6; i++) {
        buffer_u32le(&file, 700 + i); /* those of the levels of detail come behind */
    }
    end_chunk(&file, begin);
    load_root(&it, &file);
    assert_int_equal(it.root->groups[0].file_id, 700);
    assert_int_equal(it.root->groups[1].file_id, 701);
    buffer_free(&file);
    unload(&it);
}

static void doodads_may_have_ids(void **state)
{
    (void)state;
    struct buffer file = {0};
    struct loaded it;
    begin_root(&file);
    size_t begin = begin_chunk(&file, "MODI");
    buffer_u32le(&file, 31);
    buffer_u32le(&file, 32);
    end_chunk(&file, begin);
    begin = begin_chunk(&file, "MODD");
    for (uint32_t i = 1; i < 3; i++) {
        buffer_u32le(&file, i);
        add_zeroes(&file, 36);
    }
    end_chunk(&file, begin);
    load_root(&it, &file);
    assert_int_equal(it.root->doodads[0].file_id, 32);
    assert_int_equal(it.root->doodads[1].file_id, 0);
    assert_int_equal(it.heard.warnings, 1); /* the second has no file */
    buffer_free(&file);
    unload(&it);
}

/* The first names the second light, the next none, the third one that is not there. */
static void the_alpha_of_a_doodad_names_its_lamp(void **state)
{
    (void)state;
    static const uint32_t colors[] = {0x01102030, 0xFF102030, 0x07102030};
    static const uint8_t no_rotation[16] = {0};
    for (int is_v14 = 0; is_v14 < 2; is_v14++) {
        struct buffer file = {0};
        struct loaded it;
        if (is_v14) {
            add_u32_chunk(&file, "MVER", 14);
            write_mohd(&file, 14, 0);
        } else {
            begin_root(&file);
        }
        size_t begin = begin_chunk(&file, "MODD");
        for (size_t i = 0; i < 3; i++) {
            add_zeroes(&file, 36);
            buffer_u32le(&file, colors[i]);
        }
        end_chunk(&file, begin);
        begin = begin_chunk(&file, "MOLT");
        for (size_t i = 0; i < 2; i++) {
            buffer_u32le(&file, 0);
            buffer_u32le(&file, 0x00664433); /* alpha, red, green, blue: 0, 6, 4 and 3 of 15 */
            add_floats(&file, (const float[]){5, 6, 7, i ? 5 : 2}, 4);
            buffer_append(&file, no_rotation, is_v14 ? 0 : sizeof no_rotation);
            add_floats(&file, (const float[]){0, 9}, 2);
        }
        end_chunk(&file, begin);
        load_root(&it, &file);
        const struct wmo_doodad *doodads = it.root->doodads;
        assert_true(doodads[0].has_lamp);
        assert_float_equal(doodads[0].lamp_color[0], 1.0F, 1e-6); /* twice too bright */
        assert_float_equal(doodads[0].lamp_color[2], 0.5F, 1e-6);
        assert_float_equal(doodads[0].lamp[1], 6.0F, 0);
        assert_false(doodads[1].has_lamp);
        assert_true(doodads[2].has_lamp);
        assert_float_equal(doodads[2].lamp_color[0], 0.8F, 1e-6);
        assert_float_equal(doodads[2].lamp_color[1], 8.0F / 15.0F, 1e-6);
        buffer_free(&file);
        unload(&it);
    }
}

static void a_lamp_of_no_numbers_leaves_the_colour(void **state)
{
    (void)state;
    static const float lights[][4] = {
        {5, 6, 7, 2}, {NAN, 6, 7, 2}, {5, 6, INFINITY, 2}, {5, 6, 7, -1}, {5, 6, 7, NAN}};
    for (size_t i = 0; i < sizeof lights / sizeof *lights; i++) {
        struct buffer file = {0};
        struct loaded it;
        begin_root(&file);
        size_t begin = begin_chunk(&file, "MODD");
        add_zeroes(&file, 36);
        buffer_u32le(&file, 0x00102030);
        end_chunk(&file, begin);
        begin = begin_chunk(&file, "MOLT");
        buffer_u32le(&file, 0);
        buffer_u32le(&file, 0x00664433);
        add_floats(&file, lights[i], 4);
        add_zeroes(&file, 24);
        end_chunk(&file, begin);
        load_root(&it, &file);
        assert_int_equal(it.root->doodads[0].has_lamp, i == 0);
        buffer_free(&file);
        unload(&it);
    }
}

static void without_lights_a_doodad_keeps_its_colour(void **state)
{
    (void)state;
    struct buffer file = {0};
    struct loaded it;
    write_root(&file, 17, 0);
    file.data[find_data(&file, "MODD") + 39] = 0;
    load_root(&it, &file);
    assert_false(it.root->doodads[0].has_lamp);
    buffer_free(&file);
    unload(&it);
}

static void a_doodad_at_no_place_is_left_out_and_keeps_its_number(void **state)
{
    (void)state;
    struct buffer file = {0};
    struct loaded it;
    write_root(&file, 17, 0);
    put_u32(&file, find_data(&file, "MODD") + 8, 0x7FC00000);
    load_root(&it, &file);
    assert_int_equal(it.root->doodad_count, 2);
    assert_null(it.root->doodads[0].name);
    assert_string_equal(it.root->doodads[1].name, "tree.mdx");
    assert_int_equal(it.heard.warnings, 1);
    buffer_free(&file);
    unload(&it);
}

static void doodad_sets_stay_within_what_is_there(void **state)
{
    (void)state;
    struct buffer file = {0};
    struct loaded it;
    write_root(&file, 17, 0);
    put_u32(&file, find_data(&file, "MODS") + 24, 0xFFFFFFFF);
    load_root(&it, &file);
    assert_int_equal(it.root->doodad_sets[0].count, 2);
    assert_int_equal(it.heard.warnings, 1);
    buffer_free(&file);
    unload(&it);
}

static void v14_materials_of_64_bytes_are_known_by_their_count(void **state)
{
    (void)state;
    struct buffer file = {0};
    struct loaded it;
    add_u32_chunk(&file, "MVER", 14);
    size_t momo = begin_chunk(&file, "MOMO");
    write_mohd(&file, 14, 0);
    add_chunk(&file, "MOTX", model_textures, sizeof model_textures);
    size_t begin = begin_chunk(&file, "MOMT");
    for (int i = 0; i < 2; i++) {
        write_material(&file, 14, 0, 0, i == 0 ? TEXTURE_ROOF : TEXTURE_WALL);
        add_zeroes(&file, 20);
    }
    end_chunk(&file, begin);
    end_chunk(&file, momo);
    load_root(&it, &file);
    assert_int_equal(it.root->material_count, 2);
    assert_string_equal(it.root->materials[1].textures[0].name, "wall.blp");
    buffer_free(&file);
    unload(&it);
}

/* A v14 root of nothing but a MOHD with its ten numbers; 36 bytes of it are used. */
static void a_short_header_of_v14_is_whole(void **state)
{
    (void)state;
    for (size_t bytes = 35; bytes <= 36; bytes++) {
        struct buffer file = {0};
        struct loaded it;
        add_u32_chunk(&file, "MVER", 14);
        size_t momo = begin_chunk(&file, "MOMO");
        size_t mohd = begin_chunk(&file, "MOHD");
        add_zeroes(&file, bytes);
        end_chunk(&file, mohd);
        end_chunk(&file, momo);
        load_root(&it, &file);
        assert_int_equal(it.status, ADTMAP_OK);
        assert_int_equal(it.heard.warnings, bytes < 36);
        buffer_free(&file);
        unload(&it);
    }
}

/* Two materials of 44 bytes, which MOHD does not count. */
static void uncounted_materials_are_as_wide_as_divides_their_chunk(void **state)
{
    (void)state;
    struct buffer file = {0};
    struct loaded it;
    begin_root(&file);
    add_chunk(&file, "MOTX", names, sizeof names);
    size_t begin = begin_chunk(&file, "MOMT");
    for (uint32_t i = 0; i < 2; i++) {
        size_t material = file.size;
        add_zeroes(&file, 44);
        put_u32(&file, material + 12, 6 * i);
    }
    end_chunk(&file, begin);
    load_root(&it, &file);
    assert_int_equal(it.root->material_count, 2);
    assert_string_equal(it.root->materials[1].textures[0].name, "b.blp");
    buffer_free(&file);
    unload(&it);
}

int test_wmo_root(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_shader_gets_the_textures_it_needs),
        cmocka_unit_test(shaders_of_many_textures_get_them),
        cmocka_unit_test(garbage_behind_the_needed_textures_is_not_looked_at),
        cmocka_unit_test(a_shader_without_its_second_texture_becomes_diffuse),
        cmocka_unit_test(a_material_without_any_texture_is_named),
        cmocka_unit_test(materials_beyond_4096_are_left_out),
        cmocka_unit_test(without_names_textures_are_file_ids),
        cmocka_unit_test(the_last_name_may_lack_its_end),
        cmocka_unit_test(names_too_long_for_a_file_are_none),
        cmocka_unit_test(an_unknown_blend_mode_is_opaque),
        cmocka_unit_test(counts_that_lie_lose_to_the_sizes_of_chunks),
        cmocka_unit_test(groups_beyond_512_are_left_out),
        cmocka_unit_test(a_table_of_512_groups_is_whole),
        cmocka_unit_test(without_mogi_the_declared_groups_count_up_to_512),
        cmocka_unit_test(ambient_volumes_replace_the_colour_of_the_header),
        cmocka_unit_test(each_doodad_set_has_its_ambient_colour),
        cmocka_unit_test(global_ambient_volumes_come_before_local_ones),
        cmocka_unit_test(group_infos_are_as_wide_as_the_count_says),
        cmocka_unit_test(what_only_7_writes_tells_the_era),
        cmocka_unit_test(names_in_mogi_make_no_antiportals),
        cmocka_unit_test(groups_in_one_place_are_read_once),
        cmocka_unit_test(group_files_may_have_ids),
        cmocka_unit_test(doodads_may_have_ids),
        cmocka_unit_test(a_doodad_at_no_place_is_left_out_and_keeps_its_number),
        cmocka_unit_test(doodad_sets_stay_within_what_is_there),
        cmocka_unit_test(the_alpha_of_a_doodad_names_its_lamp),
        cmocka_unit_test(a_lamp_of_no_numbers_leaves_the_colour),
        cmocka_unit_test(without_lights_a_doodad_keeps_its_colour),
        cmocka_unit_test(a_short_header_of_v14_is_whole),
        cmocka_unit_test(uncounted_materials_are_as_wide_as_divides_their_chunk),
        cmocka_unit_test(v14_materials_of_64_bytes_are_known_by_their_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
