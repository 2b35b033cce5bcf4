/* Entrances and parts of maps in tables of 3.3.5. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "assets/data_fixture.h"
#include "formats/tables/dbc_builder.h"
#include "map/client_world.h"
#include "map/table_files.h"

enum { LAND = 1, CAVE = 30, FIELD = 31, ISLES = 530 };

static void put_map(struct dbc_bytes *maps, uint32_t i, uint32_t id, const char *folder,
                    uint32_t kind, uint32_t entered_on)
{
    set(maps, i, 0, id);
    set_text(maps, i, 1, folder);
    set(maps, i, 2, kind);
    set_text(maps, i, 5, folder);
    set(maps, i, 59, entered_on);
    set_float(maps, i, 60, 10);
    set_float(maps, i, 61, -20);
}

static void put_tables(struct fixture *f)
{
    struct dbc_bytes maps = dbc_make(66, 6);
    put_map(&maps, 0, LAND, "Land", 0, LAND);
    put_map(&maps, 1, CAVE, "Cave", 1, LAND);
    put_map(&maps, 2, FIELD, "Field", 3, LAND);
    put_map(&maps, 3, ISLES, "Isles", 0, LAND);
    put_map(&maps, 4, 99, "Lost", 2, 98);      /* on a map that there is not */
    put_map(&maps, 5, LAND, "Later", 0, LAND); /* of equal ids the first counts */
    put_table(f, "DBFilesClient/Map.dbc", &maps, 0);
    struct dbc_bytes parts = dbc_make(10, 2);
    for (uint32_t i = 0; i < 2; i++) {
        set(&parts, i, 0, i + 1);
        set(&parts, i, 1, i == 0 ? ISLES : 98);
        set_float(&parts, i, 2, -100);
        set_float(&parts, i, 4, 300);
        set_float(&parts, i, 5, 400);
        set(&parts, i, 6, LAND);
        set_float(&parts, i, 7, 1000);
        set_float(&parts, i, 8, -2000);
    }
    put_table(f, "DBFilesClient/WorldMapTransforms.dbc", &parts, 0);
}

static void print_transform(void *user, const struct client_transform *part)
{
    char *text = user;
    sprintf(text + strlen(text), "%s %.0f,%.0f to %.0f,%.0f onto %s by %.0f,%.0f; ", part->from,
            part->low[0], part->low[1], part->high[0], part->high[1], part->onto, part->offset[0],
            part->offset[1]);
}

static void print_entrance(void *user, const struct client_entrance *entrance)
{
    char *text = user;
    sprintf(text + strlen(text), "%s on %s at %.0f,%.0f; ", entrance->of, entrance->on, entrance->x,
            entrance->y);
}

static void ways_and_parts_name_maps_that_there_are(void **state)
{
    struct fixture f;
    char text[256] = "";
    struct client_world_visitor visitor = {print_transform, print_entrance, text};
    (void)state;
    fixture_start(&f);
    put_tables(&f);
    open_tables(&f);
    assert_int_equal(client_world_visit(f.assets, &f.diag, &visitor), ADTMAP_OK);
    assert_string_equal(text, "Cave on Land at 10,-20; "
                              "Isles -100,0 to 300,400 onto Land by 1000,-2000; ");
    visitor.transform = NULL;
    text[0] = '\0';
    assert_int_equal(client_world_visit(f.assets, &f.diag, &visitor), ADTMAP_OK);
    assert_string_equal(text, "Cave on Land at 10,-20; ");
    assert_int_equal(f.said.warnings, 0);
    fixture_stop(&f);
}

int test_client_world(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_and_parts_name_maps_that_there_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
