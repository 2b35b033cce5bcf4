/* Landmarks of a map in tables of 3.3.5, and what damaged tables cost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "assets/data_fixture.h"
#include "formats/tables/dbc_builder.h"
#include "map/client_landmarks.h"
#include "map/table_files.h"

enum { LAND = 1, CAVE = 30 };

/* A map of a kind of instance that is entered on Land, at (10 i, 20 i). */
static void put_instance(struct dbc_bytes *maps, uint32_t i, uint32_t kind, const char *folder,
                         const char *name)
{
    set(maps, i, 0, CAVE + i - 1);
    set_text(maps, i, 1, folder);
    set(maps, i, 2, kind);
    set_text(maps, i, 5, name);
    set(maps, i, 59, LAND);
    set_float(maps, i, 60, 10.0F * (float)i);
    set_float(maps, i, 61, 20.0F * (float)i);
}

static void put_maps(struct fixture *f)
{
    struct dbc_bytes maps = dbc_make(66, 5);
    set(&maps, 0, 0, LAND);
    set_text(&maps, 0, 1, "Land");
    put_instance(&maps, 1, 1, "Cave", "The Deep");
    put_instance(&maps, 2, 2, "Lair", "The Lair"); /* of raids */
    put_instance(&maps, 3, 1, "Test", "");         /* unfinished */
    put_instance(&maps, 4, 3, "Field", "A battle");
    put_table(f, "DBFilesClient/Map.dbc", &maps, 0);
}

static void put_place(struct dbc_bytes *table, uint32_t record, uint32_t map, const char *name)
{
    set(table, record, 0, record + 1);
    set(table, record, 1, map);
    set_float(table, record, 2, 100.0F + (float)record);
    set_float(table, record, 3, -5);
    set_text(table, record, 5, name);
}

/* Flights on Land, in Cave and on a map that there is not. */
static void put_flights(struct fixture *f, uint32_t fields, size_t cut)
{
    struct dbc_bytes flights = dbc_make(fields, 3);
    put_place(&flights, 0, LAND, "Port");
    put_place(&flights, 1, CAVE, "Lift");
    put_place(&flights, 2, 999, "Nowhere");
    for (uint32_t i = 0; i < 3; i++) {
        set(&flights, i, 22, 1);
    }
    put_table(f, "DBFilesClient/TaxiNodes.dbc", &flights, cut);
}

static void put_graveyards(struct fixture *f)
{
    struct dbc_bytes graveyards = dbc_make(22, 1);
    put_place(&graveyards, 0, LAND, "Hill");
    put_table(f, "DBFilesClient/WorldSafeLocs.dbc", &graveyards, 0);
}

static void print(void *user, const struct landmark *landmark)
{
    char *text = user;
    sprintf(text + strlen(text), "%d %s %.0f %.0f; ", (int)landmark->kind, landmark->name,
            landmark->x, landmark->y);
}

/* What is visited of a map, as text. */
static void list(struct fixture *f, const char *folder, char text[256])
{
    text[0] = '\0';
    open_tables(f);
    assert_int_equal(client_landmarks_visit(f->assets, folder, &f->diag, print, text), ADTMAP_OK);
}

static void landmarks_are_those_of_the_map(void **state)
{
    struct fixture f;
    char text[256];
    (void)state;
    fixture_start(&f);
    put_maps(&f);
    put_flights(&f, 24, 0);
    put_graveyards(&f);
    list(&f, "land", text);
    assert_string_equal(text, "0 Port 100 -5; 1 Hill 100 -5; 2 The Deep 10 20; 2 The Lair 20 40; ");
    list(&f, "Cave", text);
    assert_string_equal(text, "0 Lift 101 -5; ");
    list(&f, "Unlisted", text);
    assert_string_equal(text, "");
    assert_int_equal(f.said.warnings, 0);
    fixture_stop(&f);
}

static void without_tables_there_are_none(void **state)
{
    struct fixture f;
    char text[256];
    (void)state;
    fixture_start(&f);
    list(&f, "Land", text);
    assert_string_equal(text, "");
    assert_int_equal(f.said.warnings, 0);
    fixture_stop(&f);
}

static void table_that_cannot_be_read_costs_its_kind_and_one_line(void **state)
{
    struct fixture f;
    char text[256];
    (void)state;
    fixture_start(&f);
    put_maps(&f);
    put_flights(&f, 25, 0);
    put_graveyards(&f);
    list(&f, "Land", text);
    assert_string_equal(text, "1 Hill 100 -5; 2 The Deep 10 20; 2 The Lair 20 40; ");
    assert_int_equal(f.said.warnings, 1);
    assert_string_equal(f.said.last, "records of 25 fields and 100 bytes: no known layout of "
                                     "flight masters; flight masters are not marked");
    assert_string_equal(f.said.file, "DBFilesClient/TaxiNodes.dbc");
    fixture_stop(&f);
}

static void table_that_is_cut_off_gives_what_it_has(void **state)
{
    struct fixture f;
    char text[256];
    (void)state;
    fixture_start(&f);
    put_maps(&f);
    put_flights(&f, 24, 7);
    list(&f, "Cave", text);
    assert_string_equal(text, "0 Lift 101 -5; ");
    assert_int_equal(f.said.warnings, 1);
    fixture_stop(&f);
}

int test_client_landmarks(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(landmarks_are_those_of_the_map),
        cmocka_unit_test(without_tables_there_are_none),
        cmocka_unit_test(table_that_cannot_be_read_costs_its_kind_and_one_line),
        cmocka_unit_test(table_that_is_cut_off_gives_what_it_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
