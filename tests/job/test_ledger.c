/* The ledger: what is written is read again, journal or whole, and damage costs records only. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <cmocka.h>

#include "assets/temporary.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "job/ledger.h"
#include "os/file.h"

static const struct diag nobody;

static struct ledger_tile make_tile(struct ledger *ledger, const char *const *names, uint32_t count)
{
    struct ledger_tile tile = {
        .settings = {1, 2}, .how = {3, 4}, .pixels = {5, 6}, .missing_assets = 7};
    tile.file = (struct ledger_file){8, 9, {10, 11}};
    tile.inputs = malloc(sizeof *tile.inputs * (count + 1));
    assert_non_null(tile.inputs);
    for (uint32_t i = 0; i < count; i++) {
        const struct note note = {names[i], hash128(names[i], strlen(names[i])), 12};
        assert_true(ledger_input(ledger, &note, &tile.inputs[tile.input_count++]));
    }
    return tile;
}

static void expect_input(const struct ledger *ledger, uint32_t x, uint32_t y, uint32_t index,
                         const char *name)
{
    const struct ledger_tile *tile = &ledger->tiles[y][x];
    assert_true(tile->is_known);
    assert_true(index < tile->input_count);
    assert_string_equal(ledger->inputs[tile->inputs[index]].name, name);
}

static void a_journal_that_nobody_finished_is_read(void **state)
{
    (void)state;
    static const char *const names[] = {"world/a b.adt", "id//5"};
    struct temporary t = temporary_make();
    char path[512];
    snprintf(path, sizeof path, "%s/.adtmap/ledger", t.path);
    struct ledger *ledger = ledger_create();
    assert_int_equal(ledger_open_journal(ledger, path, &nobody), ADTMAP_OK);
    struct ledger_tile first = make_tile(ledger, names, 2);
    ledger_set_tile(ledger, 1, 2, &first);
    struct ledger_tile second = make_tile(ledger, names + 1, 1);
    ledger_set_tile(ledger, 63, 63, &second);
    struct ledger_tile third = make_tile(ledger, names, 0);
    ledger_set_tile(ledger, 0, 0, &third);
    ledger_forget_tile(ledger, 0, 0);
    ledger_lose_layers(ledger, 7, 9);
    assert_int_equal(ledger_begin_levels(ledger, &nobody), ADTMAP_OK);
    ledger_destroy(ledger);

    /* The line under way when the run was killed. */
    int descriptor = open(path, O_WRONLY | O_APPEND);
    assert_int_equal(write(descriptor, "tile 5 5 00", 11), 11);
    close(descriptor);

    ledger = ledger_create();
    assert_int_equal(ledger_read(ledger, path, &nobody), ADTMAP_OK);
    struct tile_set known = ledger_tiles(ledger);
    assert_int_equal(tile_set_count(&known), 2);
    expect_input(ledger, 1, 2, 0, "world/a b.adt");
    expect_input(ledger, 1, 2, 1, "id//5");
    expect_input(ledger, 63, 63, 0, "id//5");
    assert_int_equal(ledger->tiles[2][1].missing_assets, 7);
    assert_int_equal(ledger->tiles[2][1].file.key, 9);
    assert_true(hash128_equal(ledger->tiles[2][1].how, (struct hash128){3, 4}));
    assert_int_equal(ledger->levels, LEVELS_BEGUN);
    assert_true(tile_set_has(&ledger->lost, 7, 9));
    assert_int_equal(tile_set_count(&ledger->lost), 1);

    /* Written whole: the same. */
    assert_int_equal(ledger_write(ledger, path, &nobody), ADTMAP_OK);
    ledger_destroy(ledger);
    ledger = ledger_create();
    assert_int_equal(ledger_read(ledger, path, &nobody), ADTMAP_OK);
    expect_input(ledger, 1, 2, 1, "id//5");
    assert_int_equal(ledger->input_count, 2);
    assert_true(tile_set_has(&ledger->lost, 7, 9));

    /* Settled by a manifest. */
    ledger_settle_layers(ledger);
    assert_int_equal(ledger_write(ledger, path, &nobody), ADTMAP_OK);
    ledger_destroy(ledger);
    ledger = ledger_create();
    assert_int_equal(ledger_read(ledger, path, &nobody), ADTMAP_OK);
    assert_int_equal(tile_set_count(&ledger->lost), 0);
    ledger_destroy(ledger);
    temporary_remove(&t);
}

/* Inputs that no tile refers to are gone from it, and records that follow have the numbers of those
 * that stay. */
static void a_journal_goes_on_behind_what_was_written_anew(void **state)
{
    (void)state;
    static const char *const names[] = {"a.adt", "b.blp", "c.wmo", "d.wmo"};
    struct temporary t = temporary_make();
    char path[512];
    snprintf(path, sizeof path, "%s/.adtmap/ledger", t.path);
    struct ledger *ledger = ledger_create();
    struct ledger_tile gone = make_tile(ledger, names, 1);
    ledger_set_tile(ledger, 0, 0, &gone);
    struct ledger_tile later = make_tile(ledger, names + 2, 1);
    ledger_set_tile(ledger, 9, 9, &later);
    struct ledger_tile first = make_tile(ledger, names + 1, 2);
    ledger_set_tile(ledger, 1, 0, &first);
    ledger_forget_tile(ledger, 0, 0);
    assert_int_equal(ledger_open_journal(ledger, path, &nobody), ADTMAP_OK);
    assert_int_equal(ledger->input_count, 2);
    expect_input(ledger, 9, 9, 0, "c.wmo");

    struct ledger_tile appended = make_tile(ledger, names, 4);
    ledger_set_tile(ledger, 2, 0, &appended);
    assert_int_equal(ledger->input_count, 4);
    struct ledger *read = ledger_create();
    assert_int_equal(ledger_read(read, path, &nobody), ADTMAP_OK);
    assert_int_equal(read->input_count, 4);
    expect_input(read, 1, 0, 0, "b.blp");
    expect_input(read, 1, 0, 1, "c.wmo");
    expect_input(read, 9, 9, 0, "c.wmo");
    for (uint32_t i = 0; i < 4; i++) {
        expect_input(read, 2, 0, i, names[i]);
    }
    ledger_destroy(read);
    ledger_destroy(ledger);
    temporary_remove(&t);
}

/* Cut anywhere, the records before the cut are what they were. */
static void a_journal_that_is_cut_short_has_its_first_records(void **state)
{
    (void)state;
    static const char *const names[] = {"a.adt", "b.blp"};
    struct temporary t = temporary_make();
    struct blob whole;
    char path[512];
    snprintf(path, sizeof path, "%s/.adtmap/ledger", t.path);
    struct ledger *ledger = ledger_create();
    assert_int_equal(ledger_open_journal(ledger, path, &nobody), ADTMAP_OK);
    for (uint32_t i = 0; i < 2; i++) {
        struct ledger_tile tile = make_tile(ledger, names, i + 1);
        ledger_set_tile(ledger, i, 0, &tile);
    }
    ledger_destroy(ledger);
    assert_int_equal(file_map(path, &nobody, &whole), ADTMAP_OK);
    uint32_t most = 0;
    for (size_t size = strlen("adtmap-ledger 1\n"); size <= whole.size; size++) {
        assert_int_equal(file_write_atomic(path, whole.data, size, &nobody), ADTMAP_OK);
        ledger = ledger_create();
        assert_int_equal(ledger_read(ledger, path, &nobody), ADTMAP_OK);
        struct tile_set known = ledger_tiles(ledger);
        uint32_t count = tile_set_count(&known);
        assert_true(count == most || count == most + 1);
        most = count;
        for (uint32_t i = 0; i < count; i++) {
            assert_int_equal(ledger->tiles[0][i].input_count, i + 1);
            expect_input(ledger, i, 0, i, names[i]);
        }
        ledger_destroy(ledger);
    }
    assert_int_equal(most, 2);
    blob_release(&whole);
    temporary_remove(&t);
}

static void a_journal_ends_at_the_first_record_that_is_lost(void **state)
{
    (void)state;
    struct temporary t = temporary_make();
    char path[512];
    snprintf(path, sizeof path, "%s/.adtmap/ledger", t.path);
    struct ledger *ledger = ledger_create();
    assert_int_equal(ledger_open_journal(ledger, path, &nobody), ADTMAP_OK);
    struct buffer lost = {.failed = true};
    struct buffer after = {0};
    buffer_printf(&after, "levels begun\n");
    assert_false(ledger_append(ledger, &lost));
    assert_false(ledger_append(ledger, &after));
    assert_int_equal(ledger_begin_levels(ledger, &nobody), ADTMAP_IO);

    struct ledger *read = ledger_create();
    assert_int_equal(ledger_read(read, path, &nobody), ADTMAP_OK);
    assert_int_equal(read->levels, LEVELS_NONE);
    ledger_destroy(read);
    assert_int_equal(ledger_write(ledger, path, &nobody), ADTMAP_OK);
    ledger_destroy(ledger);
    read = ledger_create();
    assert_int_equal(ledger_read(read, path, &nobody), ADTMAP_OK);
    assert_int_equal(read->levels, LEVELS_BEGUN);
    ledger_destroy(read);
    temporary_remove(&t);
}

static void a_shard_tells_what_it_is_a_part_of(void **state)
{
    (void)state;
    struct temporary t = temporary_make();
    char path[512];
    snprintf(path, sizeof path, "%s/ledger.3-of-8", t.path);
    struct ledger *ledger = ledger_create();
    ledger->shard = (struct ledger_shard){
        .shard = {3, 8}, .settings = {1, 2}, .plan = {3, 4}, .effort = PNG_SMALL};
    tile_set_add(&ledger->shard.asked_for, 0, 0);
    tile_set_add(&ledger->shard.asked_for, 63, 0);
    tile_set_add(&ledger->shard.asked_for, 31, 63);
    assert_int_equal(ledger_write(ledger, path, &nobody), ADTMAP_OK);
    struct ledger *read = ledger_create();
    assert_int_equal(ledger_read(read, path, &nobody), ADTMAP_OK);
    assert_int_equal(read->shard.shard.index, 3);
    assert_int_equal(read->shard.shard.count, 8);
    assert_true(hash128_equal(read->shard.settings, ledger->shard.settings));
    assert_true(hash128_equal(read->shard.plan, ledger->shard.plan));
    assert_int_equal(read->shard.effort, PNG_SMALL);
    assert_false(read->shard.is_whole);
    assert_memory_equal(&read->shard.asked_for, &ledger->shard.asked_for, sizeof(struct tile_set));
    ledger_destroy(read);
    ledger_destroy(ledger);
    temporary_remove(&t);
}

static void lines_that_are_no_records_are_passed_over(void **state)
{
    (void)state;
    static const char text[] =
        "adtmap-ledger 1\n"
        "input 0 00000000000000000000000000000001 0000000000000000 a\n"
        "input 2 00000000000000000000000000000001 0000000000000000 out of turn\n"
        "input 1 00000000000000000000000000000001 0000000000000000 b\n"
        "tile 64 0 x\n"
        "tile 1 1 00000000000000000000000000000001 00000000000000000000000000000002 "
        "00000000000000000000000000000003 0 5 0000000000000000 00000000000000000000000000000004 "
        "0,1\n"
        "tile 2 1 00000000000000000000000000000001 00000000000000000000000000000002 "
        "00000000000000000000000000000003 0 5 0000000000000000 00000000000000000000000000000004 "
        "0,9\n"
        "tile\n\nnonsense 1 2\nlevels\nlevel 1\nstitched\nshard 1\n";
    struct temporary t = temporary_make();
    char path[512];
    snprintf(path, sizeof path, "%s/ledger", t.path);
    assert_int_equal(file_write_atomic(path, text, strlen(text), &nobody), ADTMAP_OK);
    struct ledger *ledger = ledger_create();
    assert_int_equal(ledger_read(ledger, path, &nobody), ADTMAP_OK);
    struct tile_set known = ledger_tiles(ledger);
    assert_int_equal(tile_set_count(&known), 1);
    expect_input(ledger, 1, 1, 1, "b");
    assert_int_equal(ledger->levels, LEVELS_BEGUN);
    assert_false(ledger->has_stitched);
    ledger_destroy(ledger);
    temporary_remove(&t);
}

static void a_file_is_known_by_its_contents_when_its_times_do_not_tell(void **state)
{
    (void)state;
    struct temporary t = temporary_make();
    char path[512];
    struct ledger_file file;
    bool is;
    snprintf(path, sizeof path, "%s/file", t.path);
    assert_int_equal(file_write_atomic(path, "four", 4, &nobody), ADTMAP_OK);
    assert_int_equal(ledger_file_of(path, &file), ADTMAP_OK);
    file.key = 0; /* as of a file whose times do not tell */
    assert_true(ledger_file_is(path, &file, &is));
    assert_true(is);
    assert_int_equal(file_write_atomic(path, "FOUR", 4, &nobody), ADTMAP_OK);
    assert_true(ledger_file_is(path, &file, &is));
    assert_false(is);
    assert_int_equal(file_write_atomic(path, "fours", 5, &nobody), ADTMAP_OK);
    assert_true(ledger_file_is(path, &file, &is));
    assert_false(is);
    unlink(path);
    assert_true(ledger_file_is(path, &file, &is));
    assert_false(is);
    temporary_remove(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_journal_that_nobody_finished_is_read),
        cmocka_unit_test(a_journal_goes_on_behind_what_was_written_anew),
        cmocka_unit_test(a_journal_that_is_cut_short_has_its_first_records),
        cmocka_unit_test(a_journal_ends_at_the_first_record_that_is_lost),
        cmocka_unit_test(a_shard_tells_what_it_is_a_part_of),
        cmocka_unit_test(lines_that_are_no_records_are_passed_over),
        cmocka_unit_test(a_file_is_known_by_its_contents_when_its_times_do_not_tell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
