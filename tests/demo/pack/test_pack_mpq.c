/* Archives of the demo world. That they hold its files is for tests/cli/demo_archives.sh. */
#include "assets/sources/mpq_builder.h"

#include <fcntl.h>
#include <unistd.h>

#include "assets/temporary.h"
#include "demo/pack/pack_archives.h"

/* Opens a file as descriptor 0, and returns what had been open there: -1, nothing. */
static int occupy_descriptor_0(void)
{
    int kept = dup(0);
    close(0);
    assert_int_equal(open("/dev/null", O_RDONLY), 0);
    return kept;
}

static void give_back_descriptor_0(int kept)
{
    bool is_open = fcntl(0, F_GETFD) >= 0;
    if (kept >= 0) {
        assert_int_equal(dup2(kept, 0), 0);
        close(kept);
    }
    assert_true(is_open);
}

/* StormLib 9.22 closes descriptor 0 when it creates an archive without a file. */
static void making_archives_closes_no_file_of_others(void **state)
{
    static const struct archive_client client = {
        1, {"a.MPQ", "a.MPQ", "a.MPQ", NULL, "a.MPQ"}, {42, 4, 0}};
    (void)state;
    char path[256];
    struct adtmap_message failure;
    const struct diag diag = {NULL, NULL, &failure};
    struct temporary place = temporary_make();
    temporary_file(&place, "in/World/Maps/A/A.wdt", "map");
    temporary_file(&place, "in/Tileset/Grass.blp", "texture");
    int kept = occupy_descriptor_0();
    enum adtmap_status status =
        pack_archives(temporary_path(&place, "in", path), place.path, &client, &diag);
    give_back_descriptor_0(kept);
    assert_int_equal(status, ADTMAP_OK);
    temporary_remove(&place);
}

/* The archives that tests build are made in the process that runs them. */
static void building_an_archive_for_a_test_closes_no_file_of_others(void **state)
{
    static const struct packed_file files[] = {{"a.txt", "text", 0}};
    (void)state;
    char path[256];
    struct temporary place = temporary_make();
    int kept = occupy_descriptor_0();
    mpq_build(temporary_path(&place, "a.mpq", path), MPQ_CREATE_LISTFILE, files, 1);
    give_back_descriptor_0(kept);
    temporary_remove(&place);
}

int test_pack_mpq(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(making_archives_closes_no_file_of_others),
        cmocka_unit_test(building_an_archive_for_a_test_closes_no_file_of_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
