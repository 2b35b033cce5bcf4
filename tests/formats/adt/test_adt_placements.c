/* MDDF and MODF: names, file ids, places in the world, and placements that cannot be. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/adt/adt.h"
#include "formats/bytes.h"

static const char wmo_names[] = "inn.wmo\0\0tower.wmo";
enum { NAME_TOWER = 9 };

struct modf {
    uint32_t name, unique_id;
    float position[3], rotation[3], box[6];
    uint16_t flags, doodad_set, name_set, scale;
};

static void add_modf_entry(struct buffer *file, const struct modf *modf)
{
    buffer_u32le(file, modf->name);
    buffer_u32le(file, modf->unique_id);
    add_floats(file, modf->position, 3);
    add_floats(file, modf->rotation, 3);
    add_floats(file, modf->box, 6);
    buffer_u16le(file, modf->flags);
    buffer_u16le(file, modf->doodad_set);
    buffer_u16le(file, modf->name_set);
    buffer_u16le(file, modf->scale);
}

static void add_mddf_entry(struct buffer *file, uint32_t name, const float place[6], uint16_t scale,
                           uint16_t flags)
{
    buffer_u32le(file, name);
    buffer_u32le(file, 555);
    add_floats(file, place, 6);
    buffer_u16le(file, scale);
    buffer_u16le(file, flags);
}

static void add_modf(struct buffer *file, const struct modf *entries, size_t count)
{
    size_t begin = begin_chunk(file, "MODF");
    for (size_t i = 0; i < count; i++) {
        add_modf_entry(file, &entries[i]);
    }
    end_chunk(file, begin);
}

static void add_wmo_names(struct buffer *file)
{
    add_chunk(file, "MWMO", wmo_names, sizeof wmo_names);
    size_t begin = begin_chunk(file, "MWID");
    buffer_u32le(file, NAME_TOWER);
    buffer_u32le(file, 0);
    end_chunk(file, begin);
}

static struct hash128 hash_of(const struct buffer *file)
{
    uint8_t *copy = exact_copy(file, file->size);
    struct hash128 hash = adt_hash_placements(copy, file->size);
    free(copy);
    return hash;
}

/* Which follow each other, with what stands between them. */
static struct buffer placing_file(const char *between, const struct modf *modf, size_t count)
{
    struct buffer file = {0};
    add_wmo_names(&file);
    add_chunk(&file, "MCNK", between, strlen(between));
    add_modf(&file, modf, count);
    return file;
}

static void the_hash_is_of_buildings_and_their_names(void **state)
{
    (void)state;
    const struct modf inn = {.unique_id = 7};
    struct modf moved = inn;
    moved.position[1] = 1.0F;
    struct buffer files[] = {placing_file("terrain", &inn, 1), placing_file("other", &inn, 1),
                             placing_file("terrain", &moved, 1), placing_file("terrain", &inn, 0)};
    struct buffer renamed = {0};
    buffer_append(&renamed, files[0].data, files[0].size);
    renamed.data[CHUNK_HEADER_BYTES] = 'x';
    struct hash128 hash = hash_of(&files[0]);
    assert_true(hash128_equal(hash, hash_of(&files[1])));
    assert_false(hash128_equal(hash, hash_of(&files[2])));
    assert_false(hash128_equal(hash, hash_of(&files[3])));
    assert_false(hash128_equal(hash, hash_of(&renamed)));
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        buffer_free(&files[i]);
    }
    buffer_free(&renamed);
}

/* MMDX, and MDDF with one tree at `north`. */
static struct buffer doodad_file(const char *name, float north)
{
    struct buffer file = {0};
    const float place[6] = {1.0F, 2.0F, north, 0.0F, 90.0F, 0.0F};
    add_chunk(&file, "MMDX", name, strlen(name) + 1);
    add_chunk(&file, "MMID", "\0\0\0", 4);
    size_t begin = begin_chunk(&file, "MDDF");
    add_mddf_entry(&file, 0, place, 1024, 0);
    end_chunk(&file, begin);
    return file;
}

static void the_hash_is_of_doodads_too(void **state)
{
    (void)state;
    struct buffer files[] = {doodad_file("oak.mdx", 3.0F), doodad_file("oak.mdx", 4.0F),
                             doodad_file("elm.mdx", 3.0F), placing_file("terrain", NULL, 0)};
    struct hash128 hash = hash_of(&files[0]);
    for (size_t i = 1; i < sizeof files / sizeof *files; i++) {
        assert_false(hash128_equal(hash, hash_of(&files[i])));
    }
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        buffer_free(&files[i]);
    }
}

/* Whether a chunk is there, and whether the file begins with it, tells the eras apart. */
static void the_hash_of_placing_is_of_marks_too(void **state)
{
    (void)state;
    static const char *const marks[] = {"MHDR", "MCIN", "MTEX"};
    struct buffer plain = placing_file("terrain", &(struct modf){.unique_id = 7}, 1);
    struct buffer other = placing_file("other", &(struct modf){.unique_id = 7}, 1);
    struct hash128 hash = adt_hash_placements(plain.data, plain.size);
    assert_true(hash128_equal(hash, adt_hash_placements(other.data, other.size)));
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        struct buffer last = {0};
        struct buffer first = {0};
        buffer_append(&last, plain.data, plain.size);
        add_chunk(&last, marks[i], "", 0);
        add_chunk(&first, marks[i], "", 0);
        buffer_append(&first, plain.data, plain.size);
        struct hash128 of_last = adt_hash_placements(last.data, last.size);
        assert_false(hash128_equal(hash, of_last));
        assert_false(hash128_equal(of_last, adt_hash_placements(first.data, first.size)));
        buffer_free(&last);
        buffer_free(&first);
    }
    buffer_free(&plain);
    buffer_free(&other);
}

/* A file of one piece up to its terrain; MHDR leads to its tables. *tables is where they end. Among
 * them stands a chunk that is of no use, unless it is NULL. */
static struct buffer one_piece(const char *among, size_t *tables)
{
    static const char ids[][5] = {"MCIN", "MTEX", "MMDX", "MMID", "MWMO", "MWID", "MDDF", "MODF"};
    struct buffer file = {0};
    add_u32_chunk(&file, "MVER", 18);
    size_t mhdr = begin_chunk(&file, "MHDR");
    add_zeroes(&file, 64);
    end_chunk(&file, mhdr);
    for (uint32_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        put_u32(&file, mhdr + 4 + 4 * i, (uint32_t)(file.size - mhdr));
        add_chunk(&file, ids[i], "M M M M ", 4 * (i % 3));
        if (i == 1 && among) {
            add_chunk(&file, among, "00000000", 8);
        }
    }
    *tables = file.size;
    add_chunk(&file, "MCNK", "terrain", 8);
    return file;
}

static void of_a_file_of_one_piece_the_first_bytes_are_enough(void **state)
{
    (void)state;
    size_t tables;
    struct buffer file = one_piece(NULL, &tables);
    struct hash128 hash = hash_of(&file);
    for (size_t size = 0; size <= file.size; size++) { /* 8: what follows has to begin */
        uint8_t *copy = exact_copy(&file, size);
        assert_int_equal(adt_placements_bytes(copy, size), size < tables + 8 ? 0 : tables);
        free(copy);
    }
    add_chunk(&file, "MWDS", "not of this era", 15);
    assert_true(hash128_equal(hash, hash_of(&file)));
    file.data[tables - 1] ^= 1;
    assert_false(hash128_equal(hash, hash_of(&file)));
    buffer_free(&file);
}

static void tables_that_may_be_elsewhere_need_the_whole_file(void **state)
{
    (void)state;
    for (size_t field = 0; field < 8; field++) {
        size_t tables;
        struct buffer file = one_piece(NULL, &tables);
        file.data[12 + 8 + 4 + 4 * field] ^= 4; /* of MHDR, which stands behind MVER */
        assert_int_equal(adt_placements_bytes(file.data, file.size), 0);
        buffer_free(&file);
    }
}

/* The first of a kind counts, and terrain ends the tables. */
static void chunks_among_the_tables_may_repeat(void **state)
{
    (void)state;
    static const struct {
        const char *id;
        bool is_fine;
    } cases[] = {{"MCIN", true}, {"MHDR", true}, {"MFBO", true}, {"MCNK", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t tables;
        struct buffer file = one_piece(cases[i].id, &tables);
        assert_int_equal(adt_placements_bytes(file.data, file.size), cases[i].is_fine ? tables : 0);
        buffer_free(&file);
    }
}

struct loaded {
    struct arena arena;
    struct heard heard;
    struct adt_placements placements;
};

static void load_requested(struct loaded *it, const struct buffer *file,
                           const struct adt_request *request)
{
    memset(it, 0, sizeof *it);
    listen(&it->heard);
    uint8_t *copy = exact_copy(file, file->size);
    const struct adt_files files = {.root = {.data = copy, .size = file->size},
                                    .obj0 = {.data = copy, .size = file->size}};
    struct adt_tile *tile;
    assert_int_equal(adt_read(&files, request, &it->arena, &it->heard.diag, &tile), ADTMAP_OK);
    it->placements = tile->placements;
    free(copy);
}

static void load_contents(struct loaded *it, const struct buffer *file, unsigned contents)
{
    const struct adt_request request = {.contents = contents};
    load_requested(it, file, &request);
}

static void load(struct loaded *it, const struct buffer *file)
{
    load_contents(it, file, ADT_PLACEMENTS);
}

static void load_global(struct loaded *it, const struct buffer *file)
{
    memset(it, 0, sizeof *it);
    listen(&it->heard);
    uint8_t *copy = exact_copy(file, file->size);
    assert_int_equal(
        adt_read_global_wmo(copy, file->size, &it->arena, &it->heard.diag, &it->placements),
        ADTMAP_OK);
    free(copy);
}

static void unload(struct loaded *it)
{
    arena_free(&it->arena);
}

static const struct modf a_tower = {.name = 0,
                                    .unique_id = 4711,
                                    .position = {17000, 35, 16000},
                                    .rotation = {1, 2, 3},
                                    .box = {16990, 30, 15980, 17010, 60, 16020},
                                    .doodad_set = 2,
                                    .name_set = 3,
                                    .scale = 512};

static void buildings_stand_in_world_axes(void **state)
{
    (void)state;
    struct buffer file = {0};
    struct loaded it;
    add_wmo_names(&file);
    add_modf(&file, &a_tower, 1);
    load(&it, &file);
    assert_int_equal(it.placements.wmo_count, 1);
    const struct adt_placement *tower = &it.placements.wmos[0];
    assert_string_equal(tower->name, "tower.wmo");
    assert_int_equal(tower->unique_id, 4711);
    /* 32 tiles are 17066 2/3 yards: north of the middle by 1066 2/3, west by 66 2/3. */
    assert_float_equal(tower->position[0], 3200.0 / 3, 1e-9);
    assert_float_equal(tower->position[1], 200.0 / 3, 1e-9);
    assert_float_equal(tower->position[2], 35, 0);
    assert_float_equal(tower->rotation[1], 2, 0);
    assert_float_equal(tower->scale, 1, 0); /* without the flag the number means nothing */
    assert_int_equal(tower->doodad_set, 2);
    assert_int_equal(tower->name_set, 3);
    assert_true(tower->has_box);
    assert_float_equal(tower->box.low[0], 3140.0 / 3, 1e-3);
    assert_float_equal(tower->box.high[0], 3260.0 / 3, 1e-3);
    assert_float_equal(tower->box.low[1], 170.0 / 3, 1e-3);
    assert_float_equal(tower->box.high[1], 230.0 / 3, 1e-3);
    assert_float_equal(tower->box.low[2], 30, 0);
    assert_float_equal(tower->box.high[2], 60, 0);
    assert_int_equal(it.heard.warnings, 0);
    buffer_free(&file);
    unload(&it);
}

/* A dungeon with a position as tiles have it lay two map edges away from the grid. */
static void a_global_wmo_may_count_from_the_corner(void **state)
{
    (void)state;
    static const float corner = 17066.666F;
    static const struct {
        float position, box; /* both of x and z */
    } cases[] = {{0, 0}, {corner, corner}, {corner, 0}, {0, corner}};
    for (size_t i = 0; i < 4; i++) {
        struct buffer file = {0};
        struct loaded it;
        struct modf dungeon = a_tower;
        const float at = cases[i].position;
        const float box = cases[i].box;
        memcpy(dungeon.position, (float[]){at, 7, at}, sizeof dungeon.position);
        memcpy(dungeon.box, (float[]){box - 40, 0, box - 30, box + 40, 9, box + 30},
               sizeof dungeon.box);
        add_wmo_names(&file);
        add_modf(&file, &dungeon, 1);
        load_global(&it, &file);
        assert_int_equal(it.placements.wmo_count, 1);
        const struct adt_placement *placed = &it.placements.wmos[0];
        assert_float_equal(placed->position[0], 0, 0.01);
        assert_float_equal(placed->position[1], 0, 0.01);
        assert_float_equal(placed->position[2], 7, 0);
        assert_true(placed->has_box);
        assert_float_equal(placed->box.low[0], -30, 0.01);
        assert_float_equal(placed->box.high[0], 30, 0.01);
        assert_float_equal(placed->box.low[1], -40, 0.01);
        assert_float_equal(placed->box.high[1], 40, 0.01);
        buffer_free(&file);
        unload(&it);
    }
}

/* One of them shows, and nobody was told. */
static void a_second_unique_id_of_zero_is_a_warning(void **state)
{
    (void)state;
    for (uint32_t zeroes = 0; zeroes < 3; zeroes++) {
        struct buffer file = {0};
        struct loaded it;
        struct modf entries[3] = {a_tower, a_tower, a_tower};
        for (uint32_t i = 0; i < 3; i++) {
            entries[i].unique_id = i < zeroes ? 0 : i;
        }
        add_wmo_names(&file);
        add_modf(&file, entries, 3);
        load(&it, &file);
        assert_int_equal(it.placements.wmo_count, 3);
        /* entry 0 has the id 0 in any case */
        assert_int_equal(it.heard.warnings, zeroes > 1);
        if (zeroes > 1) {
            assert_string_equal(it.heard.last.chunk, "MODF");
            assert_non_null(strstr(it.heard.last.what, "2 entries have the unique id 0"));
        }
        buffer_free(&file);
        unload(&it);
    }
}

static void what_is_not_asked_for_is_not_read(void **state)
{
    (void)state;
    struct buffer file = doodad_file("oak.mdx", 3.0F);
    add_wmo_names(&file);
    add_modf(&file, &a_tower, 1);
    for (unsigned i = 0; i < 4; i++) {
        struct loaded it;
        load_contents(&it, &file, ADT_MAPS | (i & 1 ? ADT_DOODADS : 0U) | (i & 2 ? ADT_WMOS : 0U));
        assert_int_equal(it.placements.doodad_count, i & 1);
        assert_int_equal(it.placements.wmo_count, i >> 1);
        unload(&it);
    }
    buffer_free(&file);
}

static void flags_give_scale_and_file_ids(void **state)
{
    (void)state;
    struct buffer file = {0};
    struct loaded it;
    struct modf entries[2] = {a_tower, a_tower};
    entries[0].flags = 0x4;
    entries[1].flags = 0x8;
    entries[1].name = 123456;
    add_wmo_names(&file);
    add_modf(&file, entries, 2);
    load(&it, &file);
    assert_float_equal(it.placements.wmos[0].scale, 0.5F, 0);
    assert_null(it.placements.wmos[1].name);
    assert_int_equal(it.placements.wmos[1].file_id, 123456);
    assert_float_equal(it.placements.wmos[1].scale, 1, 0);
    buffer_free(&file);
    unload(&it);
}

static void add_set_ranges(struct buffer *file, const uint32_t (*ranges)[2], size_t count)
{
    static const uint16_t sets[] = {2, 8, 5, 6, 0, 5, 1, 3, 4, 7, 9, 10};
    size_t begin = begin_chunk(file, "MWDR");
    for (size_t i = 0; i < count; i++) {
        buffer_u32le(file, ranges[i][0]);
        buffer_u32le(file, ranges[i][1]);
    }
    end_chunk(file, begin);
    begin = begin_chunk(file, "MWDS");
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        buffer_u16le(file, sets[i]);
    }
    end_chunk(file, begin);
}

static void assert_sets(const struct adt_placement *placement, const uint16_t *sets, uint16_t count)
{
    assert_int_equal(placement->sets.count, count);
    for (uint16_t i = 0; i < count; i++) {
        assert_int_equal(placement->sets.sets[i], sets[i]);
    }
}

/* The first two are of a real file, whose four sets are all used. */
static void a_flag_makes_the_set_a_range_of_sets(void **state)
{
    (void)state;
    static const uint32_t ranges[][2] = {{0, 1}, {2, 3}, {3, 5}, {6, 6}};
    static const uint16_t wanted[][2] = {{2, 8}, {5, 6}, {6, 5}, {1, 0}};
    struct buffer file = {0};
    struct loaded it;
    struct modf entries[6];
    for (uint16_t i = 0; i < 6; i++) {
        entries[i] = a_tower;
        entries[i].flags = i < 4 ? 0x80 : 0;
        entries[i].doodad_set = i < 5 ? i : 0;
    }
    add_wmo_names(&file);
    add_modf(&file, entries, 6);
    add_set_ranges(&file, ranges, 4);
    load(&it, &file);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(it.placements.wmos[i].doodad_set, i);
        assert_sets(&it.placements.wmos[i], wanted[i], i < 3 ? 2 : 1);
    }
    assert_sets(&it.placements.wmos[4], (const uint16_t[]){4}, 1);
    assert_sets(&it.placements.wmos[5], NULL, 0);
    assert_int_equal(it.heard.warnings, 0);
    struct hash128 before = hash_of(&file);
    file.data[file.size - 1] = 1;
    assert_false(hash128_equal(before, hash_of(&file)));
    buffer_free(&file);
    unload(&it);
}

/* The range that begins at 2^31 wraps to MWDS 0 if its offset is counted in 32 bits. */
static void sets_that_no_range_gives_are_one_warning(void **state)
{
    (void)state;
    static const uint32_t ranges[][2] = {
        {1, 0}, {12, 12}, {11, 12}, {0, 7}, {UINT32_MAX, UINT32_MAX}, {1U << 31, 1U << 31}};
    static const uint16_t eight[] = {2, 8, 5, 6, 1, 3};
    struct buffer file = {0};
    struct loaded it;
    struct modf entries[7];
    for (uint16_t i = 0; i < 7; i++) {
        entries[i] = a_tower;
        entries[i].flags = 0x80;
        entries[i].doodad_set = i; /* there is no range 6 */
    }
    add_wmo_names(&file);
    add_modf(&file, entries, 7);
    add_set_ranges(&file, ranges, 6);
    load(&it, &file);
    assert_int_equal(it.placements.wmo_count, 7);
    for (size_t i = 0; i < 7; i++) {
        assert_sets(&it.placements.wmos[i], i == 3 ? eight : (const uint16_t[]){10},
                    i == 3   ? 6
                    : i == 2 ? 1
                             : 0);
    }
    assert_int_equal(it.heard.warnings, 1);
    buffer_free(&file);
    unload(&it);
}

static void of_a_longer_range_the_first_eight_sets_are_shown(void **state)
{
    (void)state;
    static const uint32_t ranges[][2] = {{0, 8}, {5, UINT32_MAX}, {4, 11}};
    static const uint16_t wanted[][7] = {
        {2, 8, 5, 6, 1, 3}, {5, 1, 3, 4, 7, 9, 10}, {5, 1, 3, 4, 7, 9, 10}};
    for (uint16_t i = 0; i < 3; i++) {
        struct buffer file = {0};
        struct loaded it;
        struct modf tower = a_tower;
        tower.flags = 0x80;
        tower.doodad_set = i;
        add_wmo_names(&file);
        add_modf(&file, &tower, 1);
        add_set_ranges(&file, ranges, 3);
        load(&it, &file);
        assert_sets(&it.placements.wmos[0], wanted[i], i == 0 ? 6 : 7);
        assert_int_equal(it.heard.warnings, i < 2);
        buffer_free(&file);
        unload(&it);
    }
}

/* In a file with MCIN the flag is padding. */
static void a_file_of_one_piece_has_no_ranges_of_sets(void **state)
{
    (void)state;
    struct buffer file = {0};
    struct loaded it;
    struct modf tower = a_tower;
    tower.flags = 0x80;
    add_u32_chunk(&file, "MVER", 18);
    add_chunk(&file, "MCIN", "", 0);
    add_wmo_names(&file);
    add_modf(&file, &tower, 1);
    load(&it, &file);
    assert_sets(&it.placements.wmos[0], (const uint16_t[]){2}, 1);
    assert_int_equal(it.heard.warnings, 0);
    buffer_free(&file);
    unload(&it);
}

static void doodads_are_read(void **state)
{
    (void)state;
    static const float place[6] = {17066, 1, 17066, 10, 20, 30};
    struct buffer file = {0};
    struct loaded it;
    add_chunk(&file, "MMDX", "tree.m2\0bush.m2", 16);
    size_t begin = begin_chunk(&file, "MMID");
    buffer_u32le(&file, 0);
    buffer_u32le(&file, 8);
    end_chunk(&file, begin);
    begin = begin_chunk(&file, "MDDF");
    add_mddf_entry(&file, 1, place, 2048, 0);
    add_mddf_entry(&file, 99, place, 1024, 0x40);
    end_chunk(&file, begin);
    load(&it, &file);
    assert_int_equal(it.placements.doodad_count, 2);
    assert_string_equal(it.placements.doodads[0].name, "bush.m2");
    assert_float_equal(it.placements.doodads[0].scale, 2, 0);
    assert_float_equal(it.placements.doodads[0].rotation[2], 30, 0);
    assert_int_equal(it.placements.doodads[0].unique_id, 555);
    assert_false(it.placements.doodads[0].has_box);
    assert_int_equal(it.placements.doodads[1].file_id, 99);
    buffer_free(&file);
    unload(&it);
}

static uint32_t names_asked;

static bool is_no_tree(const char *name)
{
    names_asked++;
    return strcmp(name, "tree.m2") != 0 && strcmp(name, "inn.wmo") != 0;
}

static void doodads_whose_names_are_not_wanted_are_left_out(void **state)
{
    (void)state;
    static const float place[6] = {17066, 1, 17066, 10, 20, 30};
    const struct adt_request request = {.contents = ADT_PLACEMENTS, .doodad_wanted = is_no_tree};
    struct buffer file = {0};
    struct loaded it;
    add_wmo_names(&file);
    add_modf(&file, &(struct modf){.name = 1, .scale = 1024}, 1); /* what is asked of is doodads */
    add_chunk(&file, "MMDX", "tree.m2\0bush.m2\0rock.m2", 24);
    size_t begin = begin_chunk(&file, "MDDF");
    add_mddf_entry(&file, 0, place, 1024, 0);
    add_mddf_entry(&file, 1, place, 2048, 0);
    add_mddf_entry(&file, 0, place, 1024, 0);
    add_mddf_entry(&file, 1000000, place, 1024, 0x40);
    end_chunk(&file, begin);
    names_asked = 0;
    load_requested(&it, &file, &request);
    assert_int_equal(names_asked, 2); /* a quarter of a million that nothing bears took a second */
    assert_int_equal(it.placements.wmo_count, 1);
    assert_string_equal(it.placements.wmos[0].name, "inn.wmo");
    assert_int_equal(it.placements.doodad_count, 2);
    assert_string_equal(it.placements.doodads[0].name, "bush.m2");
    assert_int_equal(it.placements.doodads[0].index, 1);
    assert_int_equal(it.placements.doodads[1].file_id, 1000000);
    buffer_free(&file);
    unload(&it);
}

/* The placements of a tile are kept for those around it, and a forest's trees took most of that. */
static void unwanted_doodads_take_no_room_with_the_others(void **state)
{
    (void)state;
    enum { TREES = 10000 };
    static const float place[6] = {17066, 1, 17066, 10, 20, 30};
    const struct adt_request request = {.contents = ADT_PLACEMENTS, .doodad_wanted = is_no_tree};
    struct buffer file = {0};
    struct loaded it;
    add_chunk(&file, "MMDX", "tree.m2\0bush.m2", 16);
    size_t begin = begin_chunk(&file, "MDDF");
    for (uint32_t i = 0; i <= TREES; i++) {
        add_mddf_entry(&file, i == TREES, place, 1024, 0);
    }
    end_chunk(&file, begin);
    load_requested(&it, &file, &request);
    assert_int_equal(it.placements.doodad_count, 1);
    assert_string_equal(it.placements.doodads[0].name, "bush.m2");
    assert_int_equal(it.placements.doodads[0].index, TREES);
    assert_in_range(arena_bytes(&it.arena), 1, TREES * sizeof(struct adt_placement) / 4);
    buffer_free(&file);
    unload(&it);
}

/* A million placements of a tile took 150 bytes each, and tiles are read nine at a time. */
static void placements_and_names_of_a_tile_are_bounded(void **state)
{
    (void)state;
    static const float place[6] = {17066, 1, 17066, 10, 20, 30};
    for (uint32_t beyond = 0; beyond < 2; beyond++) {
        struct buffer file = {0};
        struct loaded it;
        add_chunk(&file, "MMDX", "tree.m2", 8);
        size_t begin = begin_chunk(&file, "MMID");
        memset(buffer_extend(&file, 4 * (ADT_NAMES_MAX + beyond)), 0, 4 * (ADT_NAMES_MAX + beyond));
        end_chunk(&file, begin);
        begin = begin_chunk(&file, "MDDF");
        for (uint32_t i = 0; i < ADT_PLACEMENTS_MAX + beyond; i++) {
            add_mddf_entry(&file, i < 2 ? ADT_NAMES_MAX - 1 + i * beyond : 0, place, 1024, 0);
        }
        end_chunk(&file, begin);
        load(&it, &file);
        /* the second refers to a name that is left out */
        assert_int_equal(it.placements.doodad_count, ADT_PLACEMENTS_MAX - beyond);
        assert_int_equal(it.heard.warnings, 3 * beyond); /* of both bounds, and of the name */
        buffer_free(&file);
        unload(&it);
    }
}

static void without_a_list_names_count_in_their_order(void **state)
{
    (void)state;
    struct buffer file = {0};
    struct loaded it;
    struct modf entry = a_tower;
    entry.name = 2; /* the empty name counts */
    add_chunk(&file, "MWMO", wmo_names, sizeof wmo_names);
    add_modf(&file, &entry, 1);
    load(&it, &file);
    assert_string_equal(it.placements.wmos[0].name, "tower.wmo");
    buffer_free(&file);
    unload(&it);
}

static void placements_that_cannot_be_are_one_line_each_kind(void **state)
{
    (void)state;
    struct buffer file = {0};
    struct loaded it;
    struct modf entries[8];
    for (size_t i = 0; i < 8; i++) {
        entries[i] = a_tower;
        entries[i].unique_id = (uint32_t)i;
    }
    entries[0].name = 2;                  /* past the list */
    entries[1].position[0] = 0.0F / 0.0F; /* no number */
    entries[2].position[2] = -60000;      /* far outside */
    entries[3].rotation[1] = 1.0F / 0.0F; /* no angle */
    entries[4].flags = 4;                 /* a scale of 0 */
    entries[4].scale = 0;
    entries[5].box[0] = 0.0F / 0.0F; /* stands, without a box */
    entries[6].position[1] = 1e30F;
    add_wmo_names(&file);
    add_modf(&file, entries, 8);
    load(&it, &file);
    assert_int_equal(it.placements.wmo_count, 2);
    assert_int_equal(it.placements.wmos[0].unique_id, 5);
    assert_int_equal(it.placements.wmos[0].index, 5);
    assert_false(it.placements.wmos[0].has_box);
    assert_int_equal(it.placements.wmos[1].unique_id, 7);
    assert_int_equal(it.heard.warnings, 4);
    buffer_free(&file);
    unload(&it);
}

static void names_never_reach_past_their_block(void **state)
{
    (void)state;
    struct buffer file = {0};
    struct loaded it;
    add_chunk(&file, "MWMO", "inn.wmo", 3);
    size_t begin = begin_chunk(&file, "MWID");
    buffer_u32le(&file, 3);
    buffer_u32le(&file, 1);
    end_chunk(&file, begin);
    struct modf entries[2] = {a_tower, a_tower};
    entries[1].name = 1;
    add_modf(&file, entries, 2);
    load(&it, &file);
    assert_int_equal(it.placements.wmo_count, 1);
    assert_string_equal(it.placements.wmos[0].name, "nn");
    buffer_free(&file);
    unload(&it);
}

/* A megabyte of letters without an end, and 8000 placements each named from another letter on:
 * every name was kept, in four gigabytes. */
static void names_too_long_for_a_file_are_none(void **state)
{
    (void)state;
    enum { LETTERS = 2000 };
    struct loaded it;
    struct buffer file = {0};
    char letters[LETTERS];
    memset(letters, 'a', sizeof letters);
    add_chunk(&file, "MWMO", letters, sizeof letters);
    size_t begin = begin_chunk(&file, "MWID");
    buffer_u32le(&file, 0);
    buffer_u32le(&file, LETTERS - 511);
    buffer_u32le(&file, LETTERS - 512);
    end_chunk(&file, begin);
    struct modf entries[] = {a_tower, a_tower, a_tower};
    for (uint32_t i = 0; i < 3; i++) {
        entries[i].name = i;
        entries[i].unique_id = i;
    }
    add_modf(&file, entries, 3);
    load(&it, &file);
    assert_int_equal(it.placements.wmo_count, 1);
    assert_int_equal(it.placements.wmos[0].unique_id, 1);
    assert_int_equal(it.heard.warnings, 1);
    buffer_free(&file);
    unload(&it);
}

/* Files of old map tools have 0x5556 or 0xaaac there: placements were lost, or drawn too large. */
static void flags_that_are_padding_are_not_obeyed(void **state)
{
    (void)state;
    struct buffer file = {0};
    struct loaded it;
    struct modf padded[3] = {a_tower, a_tower, a_tower};
    padded[0].flags = 0x5556;
    padded[1].flags = 0xaaac;
    padded[2].flags = 0x4;
    for (uint32_t i = 0; i < 3; i++) {
        padded[i].unique_id = i;
    }
    add_u32_chunk(&file, "MVER", 18);
    add_chunk(&file, "MCIN", "", 0);
    add_wmo_names(&file);
    add_modf(&file, padded, 3);
    load(&it, &file);
    assert_int_equal(it.placements.wmo_count, 3);
    for (uint32_t i = 0; i < 3; i++) {
        assert_string_equal(it.placements.wmos[i].name, "tower.wmo");
        assert_float_equal(it.placements.wmos[i].scale, i == 2 ? 0.5F : 1.0F, 0);
    }
    buffer_free(&file);
    unload(&it);
}

static void chunks_are_found_by_their_offsets_past_stray_bytes(void **state)
{
    (void)state;
    struct buffer file = {0};
    struct loaded it;
    add_u32_chunk(&file, "MVER", 18);
    size_t mhdr = begin_chunk(&file, "MHDR");
    add_zeroes(&file, 64);
    end_chunk(&file, mhdr);
    add_wmo_names(&file);
    add_modf(&file, &a_tower, 0);
    buffer_append(&file, "stray", 5);
    put_u32(&file, mhdr + 0x20, (uint32_t)(file.size - mhdr));
    add_modf(&file, &a_tower, 1);
    load(&it, &file);
    assert_int_equal(it.placements.wmo_count, 1);
    buffer_free(&file);
    unload(&it);
}

static void a_global_building_stands_without_the_corner(void **state)
{
    (void)state;
    struct buffer file = {0};
    struct loaded it;
    struct modf entry = a_tower;
    entry.unique_id = 0xFFFFFFFF;
    entry.position[0] = 5;
    entry.position[1] = 6;
    entry.position[2] = 7;
    float box[6] = {-100, -50, -300, 100, 50, 200};
    memcpy(entry.box, box, sizeof box);
    add_u32_chunk(&file, "MVER", 18);
    add_chunk(&file, "MWMO", "cave.wmo", 9);
    add_modf(&file, &entry, 1);
    load_global(&it, &file);
    assert_int_equal(it.placements.wmo_count, 1);
    const struct adt_placement *cave = &it.placements.wmos[0];
    assert_string_equal(cave->name, "cave.wmo");
    assert_float_equal(cave->position[0], 7, 0);
    assert_float_equal(cave->position[1], 5, 0);
    assert_float_equal(cave->position[2], 6, 0);
    assert_float_equal(cave->box.low[0], -300, 0);
    assert_float_equal(cave->box.high[1], 100, 0);
    buffer_free(&file);
    unload(&it);
}

/* An alpha WDT holds its tiles, and the placements of these are not the map's. */
static void placements_of_tiles_inside_a_wdt_are_not_global(void **state)
{
    (void)state;
    struct buffer file = {0};
    struct loaded it;
    add_chunk(&file, "MONM", "inn.wmo", 8);
    add_chunk(&file, "MHDR", "", 0);
    add_modf(&file, &a_tower, 1);
    load_global(&it, &file);
    assert_int_equal(it.placements.wmo_count, 0);
    buffer_free(&file);
    unload(&it);
}

static void files_cut_and_damaged_are_survived(void **state)
{
    (void)state;
    struct buffer file = {0};
    uint64_t seed = random_seed(0x5EED0036);
    struct modf entries[3] = {a_tower, a_tower, a_tower};
    add_wmo_names(&file);
    add_modf(&file, entries, 3);
    for (unsigned round = 0; round < 4000; round++) {
        struct buffer damaged = {.data = exact_copy(&file, file.size), .size = file.size};
        struct loaded it;
        damaged.size = round < file.size ? round : file.size;
        if (round >= file.size) {
            damage_bytes(damaged.data, damaged.size, &seed);
        }
        load(&it, &damaged);
        for (uint32_t i = 0; i < it.placements.wmo_count; i++) {
            const struct adt_placement *placement = &it.placements.wmos[i];
            assert_true(placement->name ? strlen(placement->name) < 100 : placement->file_id > 0);
            assert_true(placement->scale > 0);
            assert_true(placement->position[0] < 1e5 && placement->position[0] > -1e5);
        }
        unload(&it);
        load_global(&it, &damaged);
        assert_true(it.placements.wmo_count <= 1);
        unload(&it);
        buffer_free(&damaged);
    }
    buffer_free(&file);
}

int test_adt_placements(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_hash_is_of_buildings_and_their_names),
        cmocka_unit_test(the_hash_is_of_doodads_too),
        cmocka_unit_test(the_hash_of_placing_is_of_marks_too),
        cmocka_unit_test(of_a_file_of_one_piece_the_first_bytes_are_enough),
        cmocka_unit_test(tables_that_may_be_elsewhere_need_the_whole_file),
        cmocka_unit_test(chunks_among_the_tables_may_repeat),
        cmocka_unit_test(buildings_stand_in_world_axes),
        cmocka_unit_test(a_global_wmo_may_count_from_the_corner),
        cmocka_unit_test(a_second_unique_id_of_zero_is_a_warning),
        cmocka_unit_test(what_is_not_asked_for_is_not_read),
        cmocka_unit_test(flags_give_scale_and_file_ids),
        cmocka_unit_test(a_flag_makes_the_set_a_range_of_sets),
        cmocka_unit_test(sets_that_no_range_gives_are_one_warning),
        cmocka_unit_test(of_a_longer_range_the_first_eight_sets_are_shown),
        cmocka_unit_test(a_file_of_one_piece_has_no_ranges_of_sets),
        cmocka_unit_test(doodads_are_read),
        cmocka_unit_test(doodads_whose_names_are_not_wanted_are_left_out),
        cmocka_unit_test(unwanted_doodads_take_no_room_with_the_others),
        cmocka_unit_test(placements_and_names_of_a_tile_are_bounded),
        cmocka_unit_test(without_a_list_names_count_in_their_order),
        cmocka_unit_test(placements_that_cannot_be_are_one_line_each_kind),
        cmocka_unit_test(names_never_reach_past_their_block),
        cmocka_unit_test(names_too_long_for_a_file_are_none),
        cmocka_unit_test(flags_that_are_padding_are_not_obeyed),
        cmocka_unit_test(chunks_are_found_by_their_offsets_past_stray_bytes),
        cmocka_unit_test(a_global_building_stands_without_the_corner),
        cmocka_unit_test(placements_of_tiles_inside_a_wdt_are_not_global),
        cmocka_unit_test(files_cut_and_damaged_are_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
