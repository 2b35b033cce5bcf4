/*
 * A fact is a row: its name in the log, whether shards hand it to the map, and how it is printed
 * and read. Recording, reading and merging go over the rows. A fact that is not known prints
 * nothing, and its line goes.
 */
#include "job/outputs/map_facts.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/size.h"

enum { FACT_BYTES = WEB_ADDRESS_BYTES };

static void print_title(const struct map_facts *facts, char text[FACT_BYTES])
{
    snprintf(text, FACT_BYTES, "%s", facts->title);
}

static void read_title(const char *text, struct map_facts *facts)
{
    snprintf(facts->title, sizeof facts->title, "%s", text);
}

static void print_address(const struct map_facts *facts, char text[FACT_BYTES])
{
    snprintf(text, FACT_BYTES, "%s", facts->address);
}

void map_facts_set_address(const char *address, struct map_facts *facts)
{
    size_t length = strlen(address);
    while (length > 0 && address[length - 1] == '/') {
        length--;
    }
    snprintf(facts->address, sizeof facts->address, "%.*s", (int)length, address);
}

static void print_site_title(const struct map_facts *facts, char text[FACT_BYTES])
{
    snprintf(text, FACT_BYTES, "%s", facts->site_title);
}

static void read_site_title(const char *text, struct map_facts *facts)
{
    snprintf(facts->site_title, sizeof facts->site_title, "%s", text);
}

static void print_live(const struct map_facts *facts, char text[FACT_BYTES])
{
    snprintf(text, FACT_BYTES, "%s", facts->live);
}

static void read_live(const char *text, struct map_facts *facts)
{
    snprintf(facts->live, sizeof facts->live, "%s", text);
}

static void print_number(const struct map_facts *facts, char text[FACT_BYTES])
{
    if (facts->has_number) {
        snprintf(text, FACT_BYTES, "%" PRIu32, facts->number);
    }
}

static void read_number(const char *text, struct map_facts *facts)
{
    struct number_reader reader = {text, false};
    facts->number = number_next_u32(&reader, 10, UINT32_MAX);
    facts->has_number = !reader.bad;
}

static void print_quality(const struct map_facts *facts, char text[FACT_BYTES])
{
    if (facts->web_quality > 0) {
        snprintf(text, FACT_BYTES, "%" PRIu32, facts->web_quality);
    }
}

static void read_quality(const char *text, struct map_facts *facts)
{
    struct number_reader reader = {text, false};
    facts->web_quality = number_next_u32(&reader, 10, IMAGE_QUALITY_MAX);
}

static void print_look(const struct map_facts *facts, char text[FACT_BYTES])
{
    const struct web_look *look = &facts->look;
    const uint32_t *shown = look->shown;
    if (facts->has_look) {
        snprintf(text, FACT_BYTES, "%d %02x%02x%02x %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32,
                 look->has_ground, look->ground[0], look->ground[1], look->ground[2], shown[0],
                 shown[1], shown[2], shown[3]);
    }
}

static void read_look(const char *text, struct map_facts *facts)
{
    struct web_look look = {0};
    struct number_reader reader = {text, false};
    look.has_ground = number_next_u32(&reader, 10, 1);
    uint32_t color = number_next_u32(&reader, 16, 0xFFFFFF);
    for (size_t i = 0; i < COUNT_OF(look.shown); i++) {
        look.shown[i] = number_next_u32(&reader, 10, UINT32_MAX);
    }
    for (size_t c = 0; c < COUNT_OF(look.ground); c++) {
        look.ground[c] = (uint8_t)(color >> (16 - 8 * c));
    }
    if (!reader.bad) {
        facts->look = look;
        facts->has_look = true;
    }
}

static const struct {
    const char *name;
    bool is_of_shards;
    void (*print)(const struct map_facts *facts, char text[FACT_BYTES]); /* nothing: not known */
    void (*read)(const char *text, struct map_facts *facts);
} rows[] = {
    {"title", true, print_title, read_title},
    {"address", false, print_address, map_facts_set_address},
    {"site-title", false, print_site_title, read_site_title},
    {"live", false, print_live, read_live},
    {"number", true, print_number, read_number},
    {"web-quality", false, print_quality, read_quality},
    {"look", false, print_look, read_look},
};

void map_facts_read(const struct build_log *log, struct map_facts *facts)
{
    *facts = (struct map_facts){0};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const char *text = build_log_fact(log, rows[i].name);
        if (text) {
            rows[i].read(text, facts);
        }
    }
}

bool map_facts_record(const struct map_facts *facts, struct build_log *log)
{
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char text[FACT_BYTES] = "";
        rows[i].print(facts, text);
        bool changes = text[0] || build_log_fact(log, rows[i].name);
        if (changes && !build_log_set_fact(log, rows[i].name, text[0] ? text : NULL)) {
            return false;
        }
    }
    return true;
}

void map_facts_join(const struct build_log *shard, struct map_facts *facts)
{
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const char *text = build_log_fact(shard, rows[i].name);
        if (rows[i].is_of_shards) {
            rows[i].read(text ? text : "", facts);
        }
    }
}
