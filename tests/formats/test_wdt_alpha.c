/* WDTs of 0.5.3 to 0.5.5: where their tiles lie, and their names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/bytes.h"
#include "formats/wdt.h"

enum { ENTRY_BYTES = 16, TAIL_BYTES = 1000 };

struct fixture {
    struct buffer file;
    size_t main; /* offset of the entries */
    struct heard heard;
    struct wdt wdt;
};

/* A WDT without tiles, with MONM of `size` bytes, and room behind it. */
static void begin(struct fixture *f, const char *monm, size_t size)
{
    memset(f, 0, sizeof *f);
    add_u32_chunk(&f->file, "MVER", 18);
    size_t mphd = begin_chunk(&f->file, "MPHD");
    add_zeroes(&f->file, 128);
    end_chunk(&f->file, mphd);
    f->main = begin_chunk(&f->file, "MAIN");
    add_zeroes(&f->file, (size_t)TILE_SET_TILES * ENTRY_BYTES);
    end_chunk(&f->file, f->main);
    add_chunk(&f->file, "MONM", monm, size);
}

static void put_tile(struct fixture *f, size_t index, size_t offset)
{
    put_u32(&f->file, f->main + index * ENTRY_BYTES, (uint32_t)offset);
}

static void read_file(struct fixture *f)
{
    listen(&f->heard);
    assert_int_equal(wdt_read(f->file.data, f->file.size, &f->heard.diag, &f->wdt), ADTMAP_OK);
    assert_true(f->wdt.holds_tiles);
}

static void a_tile_reaches_to_the_next_one_in_the_file(void **state)
{
    (void)state;
    static const size_t indices[] = {4095, 0, 900, 7, 8, 9};
    static const size_t places[] = {700, 100, 40, 300, 900, 300};
    static const size_t sizes[] = {200, 200, 60, 400, 100, 400};
    struct fixture f;
    begin(&f, "", 0);
    size_t behind = f.file.size;
    add_zeroes(&f.file, TAIL_BYTES);
    for (size_t i = 0; i < sizeof indices / sizeof *indices; i++) {
        put_tile(&f, indices[i], behind + places[i]);
    }
    read_file(&f);
    assert_int_equal(wdt_tile_count(&f.wdt), 6);
    for (size_t i = 0; i < sizeof indices / sizeof *indices; i++) {
        assert_int_equal(f.wdt.ranges[indices[i]].offset, behind + places[i]);
        assert_int_equal(f.wdt.ranges[indices[i]].size, sizes[i]);
    }
    assert_true(wdt_has_tile(&f.wdt, 63, 63));
    assert_true(wdt_has_tile(&f.wdt, 900 % 64, 900 / 64));
    buffer_free(&f.file);
}

/* The header of a chunk is the least that a tile can have. */
static void a_tile_without_room_for_a_chunk_is_named(void **state)
{
    (void)state;
    for (size_t room = 7; room <= 8; room++) {
        struct fixture f;
        begin(&f, "", 0);
        add_zeroes(&f.file, TAIL_BYTES);
        put_tile(&f, 5, f.file.size - room);
        read_file(&f);
        assert_int_equal(f.wdt.ranges[5].size, room == 8 ? 8 : 0);
        assert_int_equal(f.heard.warnings, room == 7 ? 2 : 1); /* one of the stray bytes */
        buffer_free(&f.file);
    }
}

static void the_first_name_that_is_not_empty_is_the_map(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f, "\0\0World\\a.wmo\0b.wmo", 20);
    add_chunk(&f.file, "MODF", "x", 1);
    read_file(&f);
    assert_string_equal(f.wdt.global_wmo, "World\\a.wmo");
    assert_int_equal(f.wdt.flags, WDT_GLOBAL_WMO);
    assert_int_equal(f.wdt.object_names.size, 20);
    buffer_free(&f.file);
}

static void names_of_nothing_are_no_map(void **state)
{
    (void)state;
    struct fixture f;
    begin(&f, "\0\0\0", 3);
    read_file(&f);
    assert_string_equal(f.wdt.global_wmo, "");
    assert_int_equal(f.wdt.flags, 0);
    buffer_free(&f.file);
}

int test_wdt_alpha(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tile_reaches_to_the_next_one_in_the_file),
        cmocka_unit_test(a_tile_without_room_for_a_chunk_is_named),
        cmocka_unit_test(the_first_name_that_is_not_empty_is_the_map),
        cmocka_unit_test(names_of_nothing_are_no_map),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
