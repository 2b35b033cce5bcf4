/* WMO groups: every chunk in its widths, and what is wrong with groups of strangers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/wmo/wmo_build.h"
#include "formats/wmo/wmo_loaded.h"

/* A group of the model, changed by a test, against the model's root. */
struct fixture {
    struct buffer file;
    struct loaded it;
};

static void begin_model(struct fixture *fixture, unsigned version, unsigned group)
{
    struct buffer root = {0};
    memset(fixture, 0, sizeof *fixture);
    write_root(&root, version, 0);
    load_root(&fixture->it, &root);
    assert_int_equal(fixture->it.status, ADTMAP_OK);
    write_group(&fixture->file, version, group);
    buffer_free(&root);
}

static const struct wmo_group *load(struct fixture *fixture)
{
    load_group(&fixture->it, &fixture->file, 0);
    assert_int_equal(fixture->it.status, ADTMAP_OK);
    return fixture->it.group;
}

static void end_model(struct fixture *fixture)
{
    buffer_free(&fixture->file);
    unload(&fixture->it);
}

/* A group with chosen chunks: begin, then vertices and indices as wanted. */
static size_t begin_bare(struct fixture *fixture, uint32_t flags, const uint16_t batches[3])
{
    begin_model(fixture, 17, 0);
    buffer_clear(&fixture->file);
    size_t begin = begin_chunk(&fixture->file, "MOGP");
    write_mogp_header(&fixture->file, 17, 0, batches);
    put_u32(&fixture->file, begin + 8, flags);
    return begin;
}

static void add_quad(struct buffer *file)
{
    static const float positions[12] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
    static const uint16_t indices[6] = {0, 1, 2, 0, 2, 3};
    size_t begin = begin_chunk(file, "MOVI");
    for (size_t i = 0; i < 6; i++) {
        buffer_u16le(file, indices[i]);
    }
    end_chunk(file, begin);
    begin = begin_chunk(file, "MOVT");
    add_floats(file, positions, 12);
    end_chunk(file, begin);
}

static void add_polygons(struct buffer *file, uint8_t first, uint8_t second)
{
    add_chunk(file, "MOPY", (const uint8_t[]){0x20, first, 0x20, second}, 4);
}

static void a_group_size_past_the_end_is_a_harmless_habit(void **state)
{
    (void)state;
    struct fixture f;
    begin_model(&f, 17, 0);
    put_u32(&f.file, find_data(&f.file, "MOGP") - 4, (uint32_t)f.file.size + 56);
    const struct wmo_group *group = load(&f);
    assert_int_equal(f.it.heard.warnings, 0);
    assert_int_equal(f.it.heard.notices, 1);
    assert_string_equal(f.it.heard.last.chunk, "MOGP");
    assert_int_equal(group->triangle_count, MODEL_TRIANGLES);
    assert_non_null(group->colors[0]);
    end_model(&f);
}

static void a_group_size_too_small_loses_nothing(void **state)
{
    (void)state;
    struct fixture f;
    begin_model(&f, 17, 0);
    put_u32(&f.file, find_data(&f.file, "MOGP") - 4, 68);
    const struct wmo_group *group = load(&f);
    assert_int_equal(group->batch_count, 2);
    assert_non_null(group->colors[0]);
    end_model(&f);
}

static void a_header_of_another_length_is_noticed(void **state)
{
    (void)state;
    struct fixture f;
    begin_model(&f, 17, 0);
    size_t mopy = find_data(&f.file, "MOPY") - 8;
    memmove(f.file.data + mopy - 4, f.file.data + mopy, f.file.size - mopy);
    f.file.size -= 4;
    const struct wmo_group *group = load(&f);
    assert_int_equal(group->triangle_count, MODEL_TRIANGLES);
    assert_int_equal(group->batch_count, 2);
    end_model(&f);
}

static void a_group_names_its_doodads(void **state)
{
    (void)state;
    struct fixture f;
    begin_model(&f, 17, 0);
    const uint16_t past = (uint16_t)f.it.root->doodad_count;
    assert_true(past > 0);
    size_t mogp = find_data(&f.file, "MOGP") - 4;
    add_chunk(&f.file, "MODR", (const uint8_t[]){0, 0, (uint8_t)past, 0}, 4);
    put_u32(&f.file, mogp, (uint32_t)(f.file.size - mogp - 4));
    const struct wmo_group *group = load(&f);
    assert_int_equal(group->doodad_count, 1);
    assert_int_equal(group->doodads[0], 0);
    assert_int_equal(f.it.heard.warnings, 1);
    assert_string_equal(f.it.heard.last.chunk, "MODR");
    end_model(&f);
}

static void indices_past_the_vertices_cost_their_triangles(void **state)
{
    (void)state;
    struct fixture f;
    begin_model(&f, 17, 0);
    f.file.data[find_data(&f.file, "MOVI") + 2 * 4] = MODEL_CORNERS;
    const struct wmo_group *group = load(&f);
    assert_int_equal(f.it.heard.warnings, 1);
    assert_string_equal(f.it.heard.last.chunk, "MOVI");
    assert_int_equal(group->triangle_count, MODEL_TRIANGLES);
    assert_memory_equal(group->indices, ((uint32_t[]){0, 1, 2, 0, 0, 0, 6, 7, 8}), 36);
    end_model(&f);
}

static void positions_that_are_no_numbers_cost_their_triangles(void **state)
{
    (void)state;
    static const uint32_t bad[] = {0x7FC00000, 0xFF800000, 0x60000000};
    for (size_t i = 0; i < 3; i++) {
        struct fixture f;
        begin_model(&f, 17, 0);
        put_u32(&f.file, find_data(&f.file, "MOVT") + 12 * 7 + 4, bad[i]);
        const struct wmo_group *group = load(&f);
        assert_int_equal(f.it.heard.warnings, 1);
        assert_string_equal(f.it.heard.last.chunk, "MOVT");
        assert_memory_equal(group->indices + 3, ((uint32_t[]){3, 4, 5, 0, 0, 0, 9, 10, 11}), 36);
        assert_true(group->positions[7][1] == 0.0F);
        end_model(&f);
    }
}

static void wide_indices_win(void **state)
{
    (void)state;
    struct fixture f;
    size_t begin = begin_bare(&f, 0x8, (const uint16_t[3]){0});
    add_quad(&f.file);
    size_t movx = begin_chunk(&f.file, "MOVX");
    for (uint32_t i = 0; i < 3; i++) {
        buffer_u32le(&f.file, 3 - i);
    }
    end_chunk(&f.file, movx);
    add_polygons(&f.file, 0, 1);
    end_chunk(&f.file, begin);
    const struct wmo_group *group = load(&f);
    assert_int_equal(group->triangle_count, 1);
    assert_memory_equal(group->indices, ((uint32_t[]){3, 2, 1}), 12);
    end_model(&f);
}

static void a_polygon_entry_is_as_wide_as_the_triangles_say(void **state)
{
    (void)state;
    struct fixture f;
    size_t begin = begin_bare(&f, 0x8, (const uint16_t[3]){0});
    add_quad(&f.file);
    add_chunk(&f.file, "MOPY", (const uint8_t[]){0x20, 9, 1, 0, 0x24, 9, 0, 0}, 8);
    end_chunk(&f.file, begin);
    const struct wmo_group *group = load(&f);
    assert_int_equal(group->triangle_material[0], 1);
    assert_int_equal(group->triangle_material[1], 0);
    assert_int_equal(group->triangle_flags[1], 0x24);
    end_model(&f);
}

static void mpy2_has_wide_materials(void **state)
{
    (void)state;
    struct fixture f;
    size_t begin = begin_bare(&f, 0x8, (const uint16_t[3]){0});
    size_t mpy2 = begin_chunk(&f.file, "MPY2");
    buffer_u32le(&f.file, 0x00010120);
    buffer_u32le(&f.file, 0xFFFF0008);
    end_chunk(&f.file, mpy2);
    add_quad(&f.file);
    end_chunk(&f.file, begin);
    const struct wmo_group *group = load(&f);
    assert_int_equal(group->triangle_flags[0], 0x120);
    assert_int_equal(group->triangle_material[0], 1);
    assert_int_equal(group->triangle_material[1], WMO_NO_MATERIAL);
    assert_int_equal(group->batch_count, 1);
    end_model(&f);
}

static void without_polygons_batches_decide(void **state)
{
    (void)state;
    struct fixture f;
    size_t begin = begin_bare(&f, 0x8, (const uint16_t[3]){0, 0, 1});
    add_quad(&f.file);
    size_t moba = begin_chunk(&f.file, "MOBA");
    write_batch(&f.file, 17, 3, 3, 1);
    end_chunk(&f.file, moba);
    end_chunk(&f.file, begin);
    const struct wmo_group *group = load(&f);
    assert_int_equal(f.it.heard.warnings, 1);
    assert_int_equal(group->triangle_material[0], WMO_NO_MATERIAL);
    assert_int_equal(group->triangle_material[1], 1);
    end_model(&f);
}

static void a_flag_moves_the_material_of_a_batch(void **state)
{
    (void)state;
    struct fixture f;
    begin_model(&f, 17, 0);
    size_t moba = find_data(&f.file, "MOBA");
    f.file.data[moba + 10] = 1;
    f.file.data[moba + 22] = 2;
    f.file.data[moba + 23] = 77;
    const struct wmo_group *group = load(&f);
    assert_int_equal(group->batches[0].material, 1);
    assert_int_equal(f.it.heard.warnings, 0);
    end_model(&f);
}

static void v16_batches_of_24_bytes_are_known_by_their_count(void **state)
{
    (void)state;
    struct fixture f;
    begin_model(&f, 16, 0);
    size_t moba = find_data(&f.file, "MOBA");
    /* From 2 x 32 bytes to 2 x 24: the second entry moves up, the zeroes behind it go. */
    memmove(f.file.data + moba + 24, f.file.data + moba + 32, f.file.size - moba - 32);
    f.file.size -= 8;
    memmove(f.file.data + moba + 48, f.file.data + moba + 56, f.file.size - moba - 56);
    f.file.size -= 8;
    put_u32(&f.file, moba - 4, 48);
    const struct wmo_group *group = load(&f);
    assert_int_equal(group->batch_count, 2);
    assert_int_equal(group->batches[1].index_begin, 6);
    assert_int_equal(group->batches[1].material, 1);
    end_model(&f);
}

/* 96 bytes are three batches of 32 or four of 24. */
static void batches_are_as_wide_as_the_header_counts(void **state)
{
    (void)state;
    for (uint16_t count = 3; count <= 4; count++) {
        struct fixture f;
        size_t begin = begin_bare(&f, 0x8, (const uint16_t[3]){1, 1, (uint16_t)(count - 2)});
        add_quad(&f.file);
        add_polygons(&f.file, 0, 0);
        size_t moba = begin_chunk(&f.file, "MOBA");
        for (uint16_t i = 0; i < count; i++) {
            write_batch(&f.file, count == 3 ? 16 : 17, 3, 3, 1);
        }
        end_chunk(&f.file, moba);
        end_chunk(&f.file, begin);
        const struct wmo_group *group = load(&f);
        assert_int_equal(group->batch_count, count);
        for (uint16_t i = 0; i < count; i++) {
            assert_int_equal(group->batches[i].index_count, 3);
            assert_int_equal(group->batches[i].material, 1);
        }
        assert_int_equal(f.it.heard.warnings, 0);
        end_model(&f);
    }
}

static void batches_without_material_follow_the_triangles(void **state)
{
    (void)state;
    struct fixture f;
    size_t begin = begin_bare(&f, 0x8, (const uint16_t[3]){1, 0, 0});
    add_quad(&f.file);
    add_polygons(&f.file, 1, 0);
    size_t moba = begin_chunk(&f.file, "MOBA");
    write_batch(&f.file, 17, 0, 6, 0xFF);
    end_chunk(&f.file, moba);
    end_chunk(&f.file, begin);
    const struct wmo_group *group = load(&f);
    assert_int_equal(group->batch_count, 2);
    assert_int_equal(group->transition_count, 2);
    assert_int_equal(group->batches[0].material, 1);
    assert_int_equal(group->batches[0].index_count, 3);
    assert_int_equal(group->batches[1].material, 0);
    assert_int_equal(group->batches[1].index_begin, 3);
    assert_int_equal(group->batches[1].kind, WMO_BATCH_TRANSITION);
    end_model(&f);
}

static void without_batches_the_triangles_make_them(void **state)
{
    (void)state;
    struct fixture f;
    size_t begin = begin_bare(&f, 0x2000, (const uint16_t[3]){0});
    add_quad(&f.file);
    add_polygons(&f.file, 0xFF, 1);
    end_chunk(&f.file, begin);
    const struct wmo_group *group = load(&f);
    assert_int_equal(group->batch_count, 1);
    assert_int_equal(group->batches[0].index_begin, 3);
    assert_int_equal(group->batches[0].material, 1);
    assert_int_equal(group->batches[0].kind, WMO_BATCH_INTERIOR);
    assert_int_equal(f.it.heard.warnings, 1);
    end_model(&f);
}

static void batches_are_cut_to_what_is_there(void **state)
{
    (void)state;
    struct fixture f;
    begin_model(&f, 17, 0);
    size_t moba = find_data(&f.file, "MOBA");
    f.file.data[moba + 24 + 16] = 200; /* indices of the second */
    f.file.data[moba + 23] = 9;        /* material of the first */
    const struct wmo_group *group = load(&f);
    assert_int_equal(group->batches[0].material, WMO_NO_MATERIAL);
    assert_int_equal(group->batches[1].index_count, 6);
    assert_int_equal(f.it.heard.warnings, 2);
    unload(&f.it);
    buffer_free(&f.file);

    begin_model(&f, 17, 0);
    put_u32(&f.file, find_data(&f.file, "MOBA") + 12, 0xFFFFFFFE);
    group = load(&f);
    assert_int_equal(group->batches[0].index_count, 0);
    assert_int_equal(group->batches[1].index_count, 3);
    end_model(&f);
}

/* 24 bytes of MOBA may name 65535 indices: a small file could ask for hours of drawing. */
static void batches_that_draw_the_same_over_and_over_are_left_out(void **state)
{
    (void)state;
    static const uint16_t counts[] = {4, 5, 100};
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        struct fixture f;
        size_t begin = begin_bare(&f, 0x8, (const uint16_t[3]){0, 0, counts[k]});
        add_quad(&f.file);
        add_polygons(&f.file, 0, 0);
        size_t moba = begin_chunk(&f.file, "MOBA");
        for (uint16_t i = 0; i < counts[k]; i++) {
            write_batch(&f.file, 17, 0, 6, 0);
        }
        end_chunk(&f.file, moba);
        end_chunk(&f.file, begin);
        const struct wmo_group *group = load(&f);
        uint32_t drawn = 0;
        for (uint32_t i = 0; i < group->batch_count; i++) {
            drawn += group->batches[i].index_count;
        }
        assert_int_equal(drawn, 4 * 6);
        assert_int_equal(f.it.heard.warnings, counts[k] > 4);
        end_model(&f);
    }
}

static void kinds_of_batches_come_from_the_header(void **state)
{
    (void)state;
    struct fixture f;
    size_t begin = begin_bare(&f, 0x2000, (const uint16_t[3]){1, 2, 1});
    add_quad(&f.file);
    add_polygons(&f.file, 0, 0);
    size_t moba = begin_chunk(&f.file, "MOBA");
    for (uint32_t i = 0; i < 5; i++) {
        write_batch(&f.file, 17, 3 * (i % 2), 3, 0);
    }
    end_chunk(&f.file, moba);
    end_chunk(&f.file, begin);
    const struct wmo_group *group = load(&f);
    static const enum wmo_batch_kind kinds[] = {WMO_BATCH_TRANSITION, WMO_BATCH_INTERIOR,
                                                WMO_BATCH_INTERIOR, WMO_BATCH_EXTERIOR,
                                                WMO_BATCH_EXTERIOR};
    for (uint32_t i = 0; i < 5; i++) {
        assert_int_equal(group->batches[i].kind, kinds[i]);
    }
    assert_int_equal(group->transition_count, 1);
    assert_int_equal(f.it.heard.warnings, 1); /* 5 batches, 4 counted */
    end_model(&f);
}

/* Batches behind the counts of a header without exterior ones. */
static void batches_that_nobody_counts_go_by_the_flags_of_the_group(void **state)
{
    (void)state;
    static const struct {
        uint32_t flags;
        enum wmo_batch_kind kind;
    } cases[] = {
        {0, WMO_BATCH_INTERIOR},
        {WMO_GROUP_INTERIOR, WMO_BATCH_INTERIOR},
        {WMO_GROUP_EXTERIOR, WMO_BATCH_EXTERIOR},
        {WMO_GROUP_EXTERIOR_LIT, WMO_BATCH_EXTERIOR},
    };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct fixture f;
        size_t begin = begin_bare(&f, cases[c].flags, (const uint16_t[3]){0, 1, 0});
        add_quad(&f.file);
        add_polygons(&f.file, 0, 0);
        size_t moba = begin_chunk(&f.file, "MOBA");
        write_batch(&f.file, 17, 0, 3, 0);
        write_batch(&f.file, 17, 3, 3, 0);
        end_chunk(&f.file, moba);
        end_chunk(&f.file, begin);
        const struct wmo_group *group = load(&f);
        assert_int_equal(group->flags, cases[c].flags); /* of v17 they are taken as they are */
        assert_int_equal(group->batches[0].kind, WMO_BATCH_INTERIOR);
        assert_int_equal(group->batches[1].kind, cases[c].kind);
        end_model(&f);
    }
}

static void add_color_chunk(struct buffer *file, const char *id, uint32_t color)
{
    size_t begin = begin_chunk(file, id);
    for (int i = 0; i < 4; i++) {
        buffer_u32le(file, color);
    }
    end_chunk(file, begin);
}

static void colors_belong_to_the_sets_that_the_flags_name(void **state)
{
    (void)state;
    static const struct {
        uint32_t flags;
        int chunks;
        bool first, second;
    } cases[] = {{0x4, 1, true, false},
                 {0x1000004, 2, true, true},
                 {0x1000000, 1, false, true},
                 {0, 1, true, false}};
    for (size_t i = 0; i < 4; i++) {
        struct fixture f;
        size_t begin = begin_bare(&f, cases[i].flags, (const uint16_t[3]){0});
        add_quad(&f.file);
        add_polygons(&f.file, 0, 0);
        for (int k = 0; k < cases[i].chunks; k++) {
            add_color_chunk(&f.file, "MOCV", 0x11223344);
        }
        end_chunk(&f.file, begin);
        const struct wmo_group *group = load(&f);
        assert_int_equal(group->colors[0] != NULL, cases[i].first);
        assert_int_equal(group->colors[1] != NULL, cases[i].second);
        size_t set = cases[i].first ? 0 : 1;
        assert_memory_equal(group->colors[set][3], ((uint8_t[]){0x22, 0x33, 0x44, 0x11}), 4);
        end_model(&f);
    }
}

/* MOC2 is neither light nor a set of MOCV. */
static void weights_of_textures_are_read(void **state)
{
    (void)state;
    struct fixture f;
    size_t begin = begin_bare(&f, 0x4, (const uint16_t[3]){0});
    add_quad(&f.file);
    add_polygons(&f.file, 0, 0);
    add_color_chunk(&f.file, "MOC2", 0x11223344);
    end_chunk(&f.file, begin);
    const struct wmo_group *group = load(&f);
    assert_null(group->colors[0]);
    assert_null(group->colors[1]);
    assert_memory_equal(group->weights[3], ((uint8_t[]){0x22, 0x33, 0x44, 0x11}), 4);
    end_model(&f);
}

static void four_texture_coordinates_are_read_and_no_more(void **state)
{
    (void)state;
    struct fixture f;
    size_t begin = begin_bare(&f, 0x8, (const uint16_t[3]){0});
    add_quad(&f.file);
    add_polygons(&f.file, 0, 0);
    for (int set = 0; set < 5; set++) {
        size_t motv = begin_chunk(&f.file, "MOTV");
        for (int i = 0; i < 8; i++) {
            buffer_f32le(&f.file, (float)(10 * set + i));
        }
        end_chunk(&f.file, motv);
    }
    end_chunk(&f.file, begin);
    const struct wmo_group *group = load(&f);
    assert_int_equal(group->uv_count, 4);
    assert_float_equal(group->uv[3][1][1], 33, 0);
    end_model(&f);
}

static void short_arrays_of_vertices_are_left_out(void **state)
{
    (void)state;
    struct fixture f;
    size_t begin = begin_bare(&f, 0xC, (const uint16_t[3]){0});
    add_quad(&f.file);
    add_polygons(&f.file, 0, 0);
    size_t chunk = begin_chunk(&f.file, "MONR");
    add_zeroes(&f.file, 47);
    end_chunk(&f.file, chunk);
    chunk = begin_chunk(&f.file, "MOTV");
    add_zeroes(&f.file, 31);
    end_chunk(&f.file, chunk);
    chunk = begin_chunk(&f.file, "MOCV");
    add_zeroes(&f.file, 15);
    end_chunk(&f.file, chunk);
    end_chunk(&f.file, begin);
    const struct wmo_group *group = load(&f);
    assert_null(group->normals);
    assert_int_equal(group->uv_count, 0);
    assert_null(group->colors[0]);
    assert_int_equal(f.it.heard.warnings, 4); /* and one for the batches */
    end_model(&f);
}

/* A group whose header and, apart from it, whose MOGI have one of the names of a table. */
static uint32_t flags_of_named_group(const char *in_mogi, const char *in_mogp, bool has_batches)
{
    static const char names[] = "\0Antiportal\0hall";
    struct fixture f = {0};
    struct buffer root = {0};
    add_u32_chunk(&root, "MVER", 17);
    write_mohd(&root, 17, 0);
    add_chunk(&root, "MOGN", names, sizeof names);
    size_t begin = begin_chunk(&root, "MOGI");
    add_zeroes(&root, 28);
    buffer_u32le(&root, strcmp(in_mogi, "hall") == 0 ? 12 : 1);
    end_chunk(&root, begin);
    load_root(&f.it, &root);
    begin = begin_chunk(&f.file, "MOGP");
    write_mogp_header(&f.file, 17, 0, (const uint16_t[3]){0, 0, has_batches ? 1 : 0});
    put_u32(&f.file, begin, strcmp(in_mogp, "hall") == 0 ? 12 : 1);
    put_u32(&f.file, begin + 8, WMO_GROUP_EXTERIOR);
    add_quad(&f.file);
    add_polygons(&f.file, 0, 0);
    if (has_batches) {
        size_t batches = begin_chunk(&f.file, "MOBA");
        write_batch(&f.file, 17, 0, 6, 0);
        end_chunk(&f.file, batches);
    }
    end_chunk(&f.file, begin);
    uint32_t flags = load(&f)->flags;
    buffer_free(&root);
    end_model(&f);
    return flags;
}

/* Converters shift the names of MOGI: a group with another name of its own was not drawn. */
static void a_group_is_an_antiportal_by_its_own_name(void **state)
{
    (void)state;
    const uint32_t hidden = WMO_GROUP_EXTERIOR | WMO_GROUP_ANTIPORTAL | WMO_GROUP_UNREACHABLE;
    assert_int_equal(flags_of_named_group("Antiportal", "hall", false), WMO_GROUP_EXTERIOR);
    assert_int_equal(flags_of_named_group("Antiportal", "hall", true), WMO_GROUP_EXTERIOR);
    assert_int_equal(flags_of_named_group("hall", "Antiportal", false), hidden);
    assert_int_equal(flags_of_named_group("hall", "Antiportal", true), WMO_GROUP_EXTERIOR);
}

/* They are never drawn. */
static void antiportals_have_empty_coordinates(void **state)
{
    (void)state;
    for (uint32_t is_antiportal = 0; is_antiportal < 2; is_antiportal++) {
        struct fixture f;
        size_t begin =
            begin_bare(&f, is_antiportal ? WMO_GROUP_ANTIPORTAL : 0x8, (const uint16_t[3]){0});
        add_quad(&f.file);
        add_polygons(&f.file, 0, 0);
        end_chunk(&f.file, begin_chunk(&f.file, "MOTV"));
        end_chunk(&f.file, begin);
        assert_int_equal(load(&f)->uv_count, 0);
        assert_int_equal(f.it.heard.warnings, is_antiportal ? 0 : 2); /* and one for the batches */
        end_model(&f);
    }
}

/* Only the empty chunk is usual. */
static void antiportals_with_too_few_coordinates_are_a_warning(void **state)
{
    (void)state;
    struct fixture f;
    size_t begin = begin_bare(&f, WMO_GROUP_ANTIPORTAL, (const uint16_t[3]){0});
    add_quad(&f.file);
    add_polygons(&f.file, 0, 0);
    size_t few = begin_chunk(&f.file, "MOTV");
    buffer_f32le(&f.file, 0);
    buffer_f32le(&f.file, 0);
    end_chunk(&f.file, few);
    end_chunk(&f.file, begin);
    assert_int_equal(load(&f)->uv_count, 0);
    assert_int_equal(f.it.heard.warnings, 1);
    end_model(&f);
}

/* A second MOVT must not land where normals are kept. */
static void of_a_chunk_that_stands_there_twice_the_first_counts(void **state)
{
    (void)state;
    struct fixture f;
    size_t begin = begin_bare(&f, 0x8, (const uint16_t[3]){0});
    add_quad(&f.file);
    add_polygons(&f.file, 0, 0);
    size_t again = begin_chunk(&f.file, "MOVT");
    for (int i = 0; i < 12; i++) {
        buffer_f32le(&f.file, 7);
    }
    end_chunk(&f.file, again);
    end_chunk(&f.file, begin);
    const struct wmo_group *group = load(&f);
    assert_float_equal(group->positions[1][0], 1, 0);
    assert_null(group->normals);
    end_model(&f);
}

static void mdal_replaces_the_ambient_colour(void **state)
{
    (void)state;
    struct fixture f;
    size_t begin = begin_bare(&f, 0x8, (const uint16_t[3]){0});
    add_quad(&f.file);
    add_polygons(&f.file, 0, 0);
    add_u32_chunk(&f.file, "MDAL", 0xFF070809);
    end_chunk(&f.file, begin);
    const struct wmo_group *group = load(&f);
    assert_memory_equal(group->ambient, ((uint8_t[]){7, 8, 9, 255}), 4);
    end_model(&f);
}

static void groups_of_nothing_fail(void **state)
{
    (void)state;
    struct fixture f;
    size_t begin = begin_bare(&f, 0x8, (const uint16_t[3]){0});
    end_chunk(&f.file, begin);
    load_group(&f.it, &f.file, 0);
    assert_int_equal(f.it.status, ADTMAP_BAD_DATA);
    assert_string_equal(f.it.heard.failure.chunk, "MOGP");
    end_model(&f);
}

/* v14 lists of indices are not always complete: with a vertex for each corner they do not count. */
static void v14_corners_count_without_their_indices(void **state)
{
    (void)state;
    struct buffer file = {0};
    struct loaded it;
    write_v14(&file);
    size_t moin = find_data(&file, "MOIN");
    memset(file.data + moin, 0xFF, 2 * MODEL_CORNERS);
    load_root(&it, &file);
    load_group(&it, &file, 0);
    assert_int_equal(it.status, ADTMAP_OK);
    assert_int_equal(it.heard.warnings, 0);
    for (uint32_t i = 0; i < MODEL_CORNERS; i++) {
        assert_int_equal(it.group->indices[i], i);
    }
    buffer_free(&file);
    unload(&it);
}

static void v14_groups_that_are_not_exterior_are_interior(void **state)
{
    (void)state;
    struct buffer file = {0};
    struct loaded it;
    write_v14(&file);
    put_u32(&file, find_data(&file, "MOGP") + 8, 0x4);
    load_root(&it, &file);
    load_group(&it, &file, 0);
    assert_int_equal(it.group->flags, 0x4 | WMO_GROUP_INTERIOR);
    assert_int_equal(it.group->batches[0].kind, WMO_BATCH_INTERIOR);
    buffer_free(&file);
    unload(&it);
}

/* Ranges of batches, interior and exterior, were passed over: rooms with a piece of outer wall lit
 * it like a room. */
static void v14_batches_are_lit_as_their_ranges_say(void **state)
{
    (void)state;
    enum { HEADER_RANGES = 0x34, RANGE_BYTES = 8, BATCHES_AT = 4 };
    struct buffer file = {0};
    struct loaded it;
    write_v14(&file);
    load_root(&it, &file);
    size_t ranges = it.root->groups[1].offset + 8 + HEADER_RANGES;
    put_u32(&file, ranges + BATCHES_AT, 0x00010000);                   /* interior: batch 0 */
    put_u32(&file, ranges + 5 * RANGE_BYTES + BATCHES_AT, 0x00010001); /* exterior: batch 1 */
    load_group(&it, &file, 1);
    assert_int_equal(it.status, ADTMAP_OK);
    assert_int_equal(it.group->batch_count, 2);
    assert_int_equal(it.group->batches[0].kind, WMO_BATCH_INTERIOR);
    assert_int_equal(it.group->batches[1].kind, WMO_BATCH_EXTERIOR);
    put_u32(&file, ranges + BATCHES_AT, 0x00020000); /* both kinds claim batch 1 */
    load_group(&it, &file, 1);
    assert_int_equal(it.group->batches[1].kind, WMO_BATCH_INTERIOR);
    buffer_free(&file);
    unload(&it);
}

static void write_lightmapped(struct buffer *file, size_t maps, size_t corners)
{
    add_u32_chunk(file, "MVER", 14);
    size_t momo = begin_chunk(file, "MOMO");
    write_root_chunks(file, 14, 0);
    end_chunk(file, momo);
    size_t mogp = begin_chunk(file, "MOGP");
    write_mogp_header(file, 14, 0, (const uint16_t[3]){0});
    write_polygons(file, 14);
    write_vertices(file, 0);
    size_t begin = begin_chunk(file, "MOLV");
    for (size_t i = 0; i < 2 * corners; i++) {
        buffer_f32le(file, (float)i / 64);
    }
    end_chunk(file, begin);
    write_batches(file, 14);
    begin = begin_chunk(file, "MOLM");
    add_zeroes(file, 4 * MODEL_TRIANGLES);
    end_chunk(file, begin);
    begin = begin_chunk(file, "MOLD");
    for (size_t i = 0; i < maps; i++) {
        for (size_t k = 0; k < WMO_LIGHTMAP_BYTES; k += 8) {
            /* One colour: pure red in the first map, pure blue in the second. */
            buffer_u32le(file, i == 0 ? 0xF800F800 : 0x001F001F);
            buffer_u32le(file, 0);
        }
        add_zeroes(file, 4);
    }
    end_chunk(file, begin);
    end_chunk(file, mogp);
    file->data[find_data(file, "MOPY") + 4 * 1 + 1] = 1;
    file->data[find_data(file, "MOPY") + 4 * 2 + 1] = 2;
}

static void lightmaps_are_read(void **state)
{
    (void)state;
    struct buffer file = {0};
    struct loaded it;
    write_lightmapped(&file, 2, MODEL_CORNERS);
    load_root(&it, &file);
    load_group(&it, &file, 0);
    assert_int_equal(it.status, ADTMAP_OK);
    const struct wmo_lightmaps *lightmaps = it.group->lightmaps;
    assert_non_null(lightmaps);
    assert_int_equal(lightmaps->count, 2);
    assert_memory_equal(lightmaps->of_triangle, ((uint8_t[]){0, 1, WMO_NO_LIGHTMAP, 0}), 4);
    assert_float_equal(lightmaps->uv[5][1], 11.0F / 64, 0);
    uint8_t *rgba = malloc((size_t)4 * WMO_LIGHTMAP_EDGE * WMO_LIGHTMAP_EDGE);
    wmo_decode_lightmap(lightmaps, 1, rgba);
    assert_memory_equal(rgba, ((uint8_t[]){0, 0, 255, 255}), 4);
    wmo_decode_lightmap(lightmaps, 0, rgba);
    assert_memory_equal(rgba + 4 * 65535, ((uint8_t[]){255, 0, 0, 255}), 4);
    free(rgba);
    buffer_free(&file);
    unload(&it);
}

static void lightmaps_without_coordinates_are_left_out(void **state)
{
    (void)state;
    struct buffer file = {0};
    struct loaded it;
    write_lightmapped(&file, 1, MODEL_CORNERS - 1);
    load_root(&it, &file);
    load_group(&it, &file, 0);
    assert_null(it.group->lightmaps);
    assert_int_equal(it.heard.warnings, 1);
    buffer_free(&file);
    unload(&it);
}

/* The root has a box of each group, too. */
static void a_box_that_is_none_is_that_of_the_root(void **state)
{
    (void)state;
    enum { BOX = 12 };
    for (int is_sane = 0; is_sane < 2; is_sane++) {
        struct fixture f;
        size_t begin = begin_bare(&f, 0, (const uint16_t[3]){0});
        put_u32(&f.file, begin + BOX, is_sane ? 0xC2C80000 : 0x7FC00000); /* -100, NaN */
        add_quad(&f.file);
        add_polygons(&f.file, 0, 0);
        end_chunk(&f.file, begin);
        const struct wmo_group *group = load(&f);
        float low = is_sane ? -100.0F : f.it.root->groups[0].box.low[0];
        assert_true(group->box.low[0] == low);
        end_model(&f);
    }
}

int test_wmo_group(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_group_size_past_the_end_is_a_harmless_habit),
        cmocka_unit_test(a_group_size_too_small_loses_nothing),
        cmocka_unit_test(a_header_of_another_length_is_noticed),
        cmocka_unit_test(a_group_names_its_doodads),
        cmocka_unit_test(indices_past_the_vertices_cost_their_triangles),
        cmocka_unit_test(positions_that_are_no_numbers_cost_their_triangles),
        cmocka_unit_test(wide_indices_win),
        cmocka_unit_test(a_polygon_entry_is_as_wide_as_the_triangles_say),
        cmocka_unit_test(mpy2_has_wide_materials),
        cmocka_unit_test(without_polygons_batches_decide),
        cmocka_unit_test(a_flag_moves_the_material_of_a_batch),
        cmocka_unit_test(v16_batches_of_24_bytes_are_known_by_their_count),
        cmocka_unit_test(batches_are_as_wide_as_the_header_counts),
        cmocka_unit_test(batches_without_material_follow_the_triangles),
        cmocka_unit_test(without_batches_the_triangles_make_them),
        cmocka_unit_test(batches_are_cut_to_what_is_there),
        cmocka_unit_test(batches_that_draw_the_same_over_and_over_are_left_out),
        cmocka_unit_test(kinds_of_batches_come_from_the_header),
        cmocka_unit_test(batches_that_nobody_counts_go_by_the_flags_of_the_group),
        cmocka_unit_test(a_box_that_is_none_is_that_of_the_root),
        cmocka_unit_test(colors_belong_to_the_sets_that_the_flags_name),
        cmocka_unit_test(weights_of_textures_are_read),
        cmocka_unit_test(four_texture_coordinates_are_read_and_no_more),
        cmocka_unit_test(short_arrays_of_vertices_are_left_out),
        cmocka_unit_test(a_group_is_an_antiportal_by_its_own_name),
        cmocka_unit_test(antiportals_have_empty_coordinates),
        cmocka_unit_test(antiportals_with_too_few_coordinates_are_a_warning),
        cmocka_unit_test(of_a_chunk_that_stands_there_twice_the_first_counts),
        cmocka_unit_test(mdal_replaces_the_ambient_colour),
        cmocka_unit_test(groups_of_nothing_fail),
        cmocka_unit_test(v14_corners_count_without_their_indices),
        cmocka_unit_test(v14_groups_that_are_not_exterior_are_interior),
        cmocka_unit_test(v14_batches_are_lit_as_their_ranges_say),
        cmocka_unit_test(lightmaps_are_read),
        cmocka_unit_test(lightmaps_without_coordinates_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
