/* Where the chunks of a tile's file stand: MCNKs in another order than MCIN, and wrong entries. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/adt/adt_file.h"
#include "formats/adt_builder.h"
#include "formats/captured.h"

enum { ENTRY_BYTES = 16 };

struct fixture {
    struct adt_built built;
    struct captured captured;
    struct adtmap_log log;
    struct diag diag;
    struct adt_file file;
    struct adt_mcnk_places places;
};

static void set_up(struct fixture *f)
{
    const struct adt_plan plan = {.chunk_count = BUILT_CHUNKS, .texture_count = 1};
    memset(f, 0, sizeof *f);
    adt_build(&plan, &f->built);
}

/* Entry `index` of MCIN leads to the chunk that was built as `chunk`. */
static void put_entry(struct fixture *f, uint32_t index, uint32_t chunk)
{
    put_u32(&f->built.bytes, f->built.mcin + 8 + (size_t)index * ENTRY_BYTES,
            (uint32_t)f->built.mcnk[chunk]);
}

static void find_places(struct fixture *f)
{
    const struct adt_bytes bytes = {f->built.bytes.data, f->built.bytes.size, NULL};
    f->log = (struct adtmap_log){captured_write, &f->captured};
    f->diag = (struct diag){"test.adt", &f->log, NULL};
    adt_file_open(&bytes, &f->diag, &f->file);
    assert_int_equal(adt_find_mcnks(&f->file, MHDR_AT_MCIN, 0, &f->places), ADTMAP_OK);
    assert_int_equal(f->places.count, BUILT_CHUNKS);
}

/* A chunk reaches to the next one in the file, whatever order MCIN has. */
static void chunks_in_another_order_end_where_the_next_begins(void **state)
{
    (void)state;
    struct fixture f;
    set_up(&f);
    put_entry(&f, 3, 200);
    put_entry(&f, 200, 3);
    put_entry(&f, 0, 255);
    put_entry(&f, 255, 0);
    find_places(&f);
    assert_int_equal(f.captured.warnings, 0);
    assert_int_equal(f.places.at[3].offset, f.built.mcnk[200]);
    assert_int_equal(f.places.at[3].limit, f.built.mcnk[201]);
    assert_int_equal(f.places.at[200].limit, f.built.mcnk[4]);
    assert_int_equal(f.places.at[0].limit, f.built.bytes.size);
    assert_int_equal(f.places.at[255].limit, f.built.mcnk[1]);
    assert_int_equal(f.places.at[7].limit, f.built.mcnk[8]);
    adt_built_free(&f.built);
}

/* With two entries for one chunk, another has none: the order of the file decides. */
static void entries_that_share_a_chunk_are_not_believed(void **state)
{
    (void)state;
    struct fixture f;
    set_up(&f);
    put_entry(&f, 9, 12);
    find_places(&f);
    assert_non_null(captured_find(&f.captured, "MCIN", "missing or wrong"));
    assert_int_equal(f.places.at[9].offset, f.built.mcnk[9]);
    assert_int_equal(f.places.at[9].limit, f.built.mcnk[10]);
    assert_int_equal(f.places.at[255].limit, f.built.bytes.size);
    adt_built_free(&f.built);
}

static void an_entry_that_leads_to_no_chunk_is_not_believed(void **state)
{
    (void)state;
    static const uint32_t wrong[] = {0, 1, UINT32_MAX};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct fixture f;
        set_up(&f);
        put_u32(&f.built.bytes, f.built.mcin + 8 + 77 * ENTRY_BYTES, wrong[i]);
        find_places(&f);
        assert_int_equal(f.captured.warnings, 1);
        assert_int_equal(f.places.at[77].offset, f.built.mcnk[77]);
        adt_built_free(&f.built);
    }
}

int test_adt_file(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chunks_in_another_order_end_where_the_next_begins),
        cmocka_unit_test(entries_that_share_a_chunk_are_not_believed),
        cmocka_unit_test(an_entry_that_leads_to_no_chunk_is_not_believed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
