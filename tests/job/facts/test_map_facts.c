/* Facts of a map: what is recorded is read back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "assets/temporary.h"
#include "job/facts/map_facts.h"

static const struct map_facts all = {
    .title = "Eastern Kingdoms",
    .address = "https://maps.example/wow",
    .web_quality = 85,
    .has_look = true,
    .look = {true, {1, 20, 255}, {1000, 2500, 64000, 1}},
};

static void what_is_recorded_is_read_back(void **state)
{
    (void)state;
    struct map_facts facts;
    struct build_log *log = build_log_create();
    assert_true(map_facts_record(&all, log));
    map_facts_read(log, &facts);
    assert_string_equal(facts.title, all.title);
    assert_string_equal(facts.address, all.address);
    assert_int_equal(facts.web_quality, 85);
    assert_true(facts.has_look && facts.look.has_ground);
    assert_memory_equal(facts.look.ground, all.look.ground, sizeof all.look.ground);
    assert_memory_equal(facts.look.shown, all.look.shown, sizeof all.look.shown);
    build_log_destroy(log);
}

static void what_is_not_known_is_not_recorded(void **state)
{
    (void)state;
    struct map_facts facts = {0};
    struct build_log *log = build_log_create();
    assert_true(map_facts_record(&facts, log));
    assert_int_equal(log->fact_count, 0);
    assert_true(map_facts_record(&all, log));
    assert_int_equal(log->fact_count, 4);
    assert_true(map_facts_record(&facts, log)); /* an address that is forgotten */
    assert_int_equal(log->fact_count, 0);
    build_log_destroy(log);
}

static void a_damaged_fact_is_not_known(void **state)
{
    (void)state;
    struct map_facts facts;
    struct build_log *log = build_log_create();
    assert_true(build_log_set_fact(log, "look", "1 0000ff 1 2 three 4"));
    assert_true(build_log_set_fact(log, "web-quality", "many"));
    map_facts_read(log, &facts);
    assert_false(facts.has_look);
    assert_int_equal(facts.web_quality, 0);
    build_log_destroy(log);
}

static void an_address_has_no_slash_at_its_end(void **state)
{
    (void)state;
    struct map_facts facts = {0};
    map_facts_set_address("https://maps.example//", &facts);
    assert_string_equal(facts.address, "https://maps.example");
}

/* A page with one of these changed is written again. */
static void each_fact_of_pages_is_in_their_recipe(void **state)
{
    (void)state;
    struct map_facts changed[7];
    for (size_t i = 0; i < 7; i++) {
        changed[i] = all;
    }
    changed[1].title[0] = 'W';
    map_facts_set_address("https://other.example", &changed[2]);
    snprintf(changed[3].site_title, sizeof changed[3].site_title, "Maps");
    snprintf(changed[4].live, sizeof changed[4].live, "players.json");
    changed[5].has_number = true;
    snprintf(changed[6].watched, sizeof changed[6].watched, "yes");
    for (size_t i = 0; i < 7; i++) {
        for (size_t k = 0; k < i; k++) {
            assert_false(
                hash128_equal(map_facts_page_hash(&changed[i]), map_facts_page_hash(&changed[k])));
        }
    }
    changed[0].web_quality = 60;
    assert_true(hash128_equal(map_facts_page_hash(&changed[0]), map_facts_page_hash(&all)));
}

static const struct web_map_card card = {
    .name = "Azeroth",
    .title = "Eastern\tKingdoms",
    .address = "https://maps.example/wow",
    .bounds = {0, 62, 64, 2},
    .look = {true, {1, 20, 255}, {1000, 2500, 64000, 1}},
    .has_thumbnail = true,
};

/* Writes the log of the card's map; *text becomes its bytes. */
static void write_log(const struct temporary *folder, char text[2048])
{
    char path[256];
    struct build_log *log = build_log_create();
    log->map = strdup("Azeroth");
    assert_true(map_facts_record(&all, log));
    assert_true(map_facts_record_card(&card, log));
    assert_int_equal(
        build_log_write(log, temporary_path(folder, ".adtmap/log", path), &diag_silent), ADTMAP_OK);
    FILE *file = fopen(path, "r");
    text[fread(text, 1, 2047, file)] = '\0';
    fclose(file);
    build_log_destroy(log);
}

static void a_card_is_read_back(void **state)
{
    (void)state;
    char text[2048];
    struct temporary folder = temporary_make();
    struct web_map_card read;
    write_log(&folder, text);
    assert_true(map_facts_read_card(folder.path, "Azeroth", &read));
    assert_string_equal(read.name, card.name);
    assert_string_equal(read.title, card.title);
    assert_string_equal(read.address, card.address);
    assert_memory_equal(&read.bounds, &card.bounds, sizeof read.bounds);
    assert_memory_equal(&read.look, &card.look, sizeof read.look);
    assert_true(read.has_thumbnail);
    assert_false(map_facts_read_card(folder.path, "azeroth", &read));
    temporary_remove(&folder);
}

/* Each byte of the facts, changed or the last one. What follows is not read. */
static void a_damaged_card_is_none(void **state)
{
    (void)state;
    char text[2048];
    struct temporary folder = temporary_make();
    struct web_map_card read;
    write_log(&folder, text);
    assert_non_null(strstr(text, "\nfact\tcard\t"));
    char *end = strstr(text, "\nsum\t");
    assert_non_null(end);
    for (char *at = text; at <= end; at++) {
        const char byte = *at;
        *at = '!';
        temporary_file(&folder, ".adtmap/log", text);
        assert_false(map_facts_read_card(folder.path, "Azeroth", &read));
        *at = '\0';
        temporary_file(&folder, ".adtmap/log", text);
        assert_false(map_facts_read_card(folder.path, "Azeroth", &read));
        *at = byte;
    }
    temporary_file(&folder, ".adtmap/log", text);
    assert_true(map_facts_read_card(folder.path, "Azeroth", &read));
    end[1] = '\0';
    temporary_file(&folder, ".adtmap/log", text);
    assert_true(map_facts_read_card(folder.path, "Azeroth", &read));
    temporary_remove(&folder);
}

/* An older adtmap keeps the line, which it does not know, and records other facts. */
static void a_card_beside_other_facts_is_none(void **state)
{
    (void)state;
    static const char *const names[] = {"title", "address", "look", "picture"};
    char text[2048], path[256];
    struct web_map_card read;
    for (size_t i = 0; i < 2 * (sizeof names / sizeof *names); i++) {
        struct temporary folder = temporary_make();
        write_log(&folder, text);
        temporary_path(&folder, ".adtmap/log", path);
        struct build_log *log = build_log_create();
        assert_int_equal(build_log_read(log, path, &diag_silent), ADTMAP_OK);
        assert_true(build_log_set_fact(log, names[i / 2], i % 2 ? "other" : NULL));
        bool is_same = !log->is_changed; /* the log has no picture to forget */
        assert_int_equal(build_log_write(log, path, &diag_silent), ADTMAP_OK);
        build_log_destroy(log);
        assert_int_equal(map_facts_read_card(folder.path, "Azeroth", &read), is_same);
        temporary_remove(&folder);
    }
}

/* As a line that was copied from one log to another. */
static void a_card_of_another_map_is_none(void **state)
{
    (void)state;
    char text[2048];
    struct temporary folder = temporary_make();
    struct web_map_card read;
    write_log(&folder, text);
    memcpy(strstr(text, "Azeroth"), "Draenor", strlen("Draenor"));
    temporary_file(&folder, ".adtmap/log", text);
    assert_false(map_facts_read_card(folder.path, "Draenor", &read));
    temporary_remove(&folder);
}

static void a_card_is_forgotten(void **state)
{
    (void)state;
    struct build_log *log = build_log_create();
    assert_true(map_facts_record_card(NULL, log));
    assert_false(log->is_changed);
    assert_true(map_facts_record_card(&card, log));
    assert_true(map_facts_record_card(NULL, log));
    assert_int_equal(log->fact_count, 0);
    build_log_destroy(log);
}

int test_map_facts(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_recorded_is_read_back),
        cmocka_unit_test(what_is_not_known_is_not_recorded),
        cmocka_unit_test(a_damaged_fact_is_not_known),
        cmocka_unit_test(an_address_has_no_slash_at_its_end),
        cmocka_unit_test(each_fact_of_pages_is_in_their_recipe),
        cmocka_unit_test(a_card_is_read_back),
        cmocka_unit_test(a_damaged_card_is_none),
        cmocka_unit_test(a_card_beside_other_facts_is_none),
        cmocka_unit_test(a_card_of_another_map_is_none),
        cmocka_unit_test(a_card_is_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
