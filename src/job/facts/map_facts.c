/*
 * A fact is a row: its name in the log, whether pages show it, and how it is printed and read; of
 * texts, where they stand. Recording, reading and the recipe of pages go over the rows. A fact that
 * is not known prints nothing, and its line goes.
 */
#include "job/facts/map_facts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/size.h"

#define CARD "card"

enum {
    FACT_BYTES = WEB_ADDRESS_BYTES,
    CARD_BYTES = 2 * FACT_BYTES + WEB_TITLE_BYTES + 64,
};

void map_facts_set_address(const char *address, struct map_facts *facts)
{
    size_t length = strlen(address);
    while (length > 0 && address[length - 1] == '/') {
        length--;
    }
    snprintf(facts->address, sizeof facts->address, "%.*s", (int)length, address);
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

static void print_web_look(const struct web_look *look, char text[FACT_BYTES])
{
    const uint32_t *shown = look->shown;
    snprintf(text, FACT_BYTES, "%d %02x%02x%02x %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32,
             look->has_ground, look->ground[0], look->ground[1], look->ground[2], shown[0],
             shown[1], shown[2], shown[3]);
}

static struct web_look read_web_look(struct number_reader *reader)
{
    struct web_look look = {0};
    look.has_ground = number_next_u32(reader, 10, 1);
    uint32_t color = number_next_u32(reader, 16, 0xFFFFFF);
    for (size_t i = 0; i < COUNT_OF(look.shown); i++) {
        look.shown[i] = number_next_u32(reader, 10, UINT32_MAX);
    }
    for (size_t c = 0; c < COUNT_OF(look.ground); c++) {
        look.ground[c] = (uint8_t)(color >> (16 - 8 * c));
    }
    return look;
}

static void print_look(const struct map_facts *facts, char text[FACT_BYTES])
{
    if (facts->has_look) {
        print_web_look(&facts->look, text);
    }
}

static void read_look(const char *text, struct map_facts *facts)
{
    struct number_reader reader = {text, false};
    const struct web_look look = read_web_look(&reader);
    if (!reader.bad) {
        facts->look = look;
        facts->has_look = true;
    }
}

#define TEXT(member)                                                                               \
    .offset = offsetof(struct map_facts, member), .bytes = sizeof((struct map_facts *)0)->member

static const struct {
    const char *name;
    bool is_on_pages; /* and no input of theirs: the look comes from pictures, of which they are
                         made, the quality of zoom levels is in their recipes */
    void (*print)(const struct map_facts *facts, char text[FACT_BYTES]); /* nothing: not known */
    void (*read)(const char *text, struct map_facts *facts);
    size_t offset, bytes; /* of a text that has no function to print or read it */
} rows[] = {
    {"title", true, TEXT(title)},
    {"address", true, .read = map_facts_set_address, TEXT(address)},
    {"site-title", true, TEXT(site_title)},
    {"live", true, TEXT(live)},
    {"watched", true, TEXT(watched)},
    {"number", true, print_number, read_number, 0, 0},
    {"web-quality", false, print_quality, read_quality, 0, 0},
    {"look", false, print_look, read_look, 0, 0},
};

static void print_row(size_t row, const struct map_facts *facts, char text[FACT_BYTES])
{
    text[0] = '\0';
    if (rows[row].print) {
        rows[row].print(facts, text);
    } else {
        snprintf(text, FACT_BYTES, "%s", (const char *)facts + rows[row].offset);
    }
}

static void read_row(size_t row, const char *text, struct map_facts *facts)
{
    if (rows[row].read) {
        rows[row].read(text, facts);
    } else {
        snprintf((char *)facts + rows[row].offset, rows[row].bytes, "%s", text);
    }
}

void map_facts_read(const struct build_log *log, struct map_facts *facts)
{
    *facts = (struct map_facts){0};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const char *text = build_log_fact(log, rows[i].name);
        if (text) {
            read_row(i, text, facts);
        }
    }
}

bool map_facts_record(const struct map_facts *facts, struct build_log *log)
{
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char text[FACT_BYTES];
        print_row(i, facts, text);
        bool changes = text[0] || build_log_fact(log, rows[i].name);
        if (changes && !build_log_set_fact(log, rows[i].name, text[0] ? text : NULL)) {
            return false;
        }
    }
    return true;
}

struct hash128 map_facts_page_hash(const struct map_facts *facts)
{
    struct hash128 parts[COUNT_OF(rows)] = {0};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        if (rows[i].is_on_pages) {
            char text[FACT_BYTES];
            print_row(i, facts, text);
            parts[i] = hash128(text, strlen(text));
        }
    }
    return hash128(parts, sizeof parts);
}

/* Of all facts but the card, in any order. */
static struct hash128 sum_of_facts(const struct build_log *log)
{
    struct hash128 sum = {0};
    for (uint32_t i = 0; i < log->fact_count; i++) {
        const struct build_fact *fact = &log->facts[i];
        if (strcmp(fact->name, CARD) != 0) {
            const struct hash128 parts[] = {hash128(fact->name, strlen(fact->name)),
                                            hash128(fact->value, strlen(fact->value))};
            const struct hash128 both = hash128(parts, sizeof parts);
            sum.low += both.low;
            sum.high += both.high;
        }
    }
    return sum;
}

/* Of the words of a card, the name of the map and the other facts of its log. Another sum has a
 * card that was damaged, that is another map's, or that an older adtmap, which does not know it,
 * left among new facts. */
static struct hash128 sum_of_card(const char *map, const struct build_log *log, const char *words)
{
    const struct hash128 parts[] = {hash128(map, strlen(map)), sum_of_facts(log),
                                    hash128(words, strlen(words))};
    return hash128(parts, sizeof parts);
}

bool map_facts_record_card(const struct web_map_card *card, struct build_log *log)
{
    char words[CARD_BYTES];
    char value[HASH128_HEX_BYTES + CARD_BYTES];
    char sum[HASH128_HEX_BYTES];
    char look[FACT_BYTES];
    if (!card) {
        return !build_log_fact(log, CARD) || build_log_set_fact(log, CARD, NULL);
    }
    print_web_look(&card->look, look);
    snprintf(words, sizeof words, "%u %u %u %u %d %s %s\t%s", (unsigned)card->bounds.x,
             (unsigned)card->bounds.y, (unsigned)card->bounds.columns, (unsigned)card->bounds.rows,
             card->has_thumbnail, look, card->address, card->title);
    hash128_hex(sum_of_card(card->name, log, words), sum);
    snprintf(value, sizeof value, "%s %s", sum, words);
    return build_log_set_fact(log, CARD, value);
}

static bool read_card(const struct build_log *log, const char *map, struct web_map_card *card)
{
    char sum[HASH128_HEX_BYTES];
    const char *value = build_log_fact(log, CARD);
    const char *words = value ? strchr(value, ' ') : NULL;
    const char *title = value ? strchr(value, '\t') : NULL;
    if (!words || !title) {
        return false;
    }
    hash128_hex(sum_of_card(map, log, ++words), sum);
    if ((size_t)(words - value) != strlen(sum) + 1 || strncmp(value, sum, strlen(sum)) != 0) {
        return false;
    }
    struct number_reader reader = {words, false};
    *card = (struct web_map_card){0};
    card->bounds.x = number_next_u32(&reader, 10, TILE_SET_GRID - 1);
    card->bounds.y = number_next_u32(&reader, 10, TILE_SET_GRID - 1);
    card->bounds.columns = number_next_u32(&reader, 10, TILE_SET_GRID);
    card->bounds.rows = number_next_u32(&reader, 10, TILE_SET_GRID);
    card->has_thumbnail = number_next_u32(&reader, 10, 1);
    card->look = read_web_look(&reader);
    number_skip(&reader, " ");
    snprintf(card->name, sizeof card->name, "%s", map);
    snprintf(card->address, sizeof card->address, "%.*s", (int)(title - reader.at), reader.at);
    snprintf(card->title, sizeof card->title, "%s", title + 1);
    return !reader.bad;
}

bool map_facts_read_card(const char *directory, const char *map, struct web_map_card *card)
{
    char *path = build_log_path(directory);
    struct build_log *log = path ? build_log_peek_facts(path, map) : NULL;
    bool fine = log && read_card(log, map, card);
    build_log_destroy(log);
    free(path);
    return fine;
}
