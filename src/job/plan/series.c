/*
 * A series is one line of text in the log, and a note is one more for each tile. Reals are stored
 * as the hexadecimal digits of their bits, so that exactly the same number is read back on every
 * machine and in every locale. A reader takes numbers in order and stays bad after the first wrong
 * one: a damaged fact counts as missing.
 */
#include "job/plan/series.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "job/plan/recipe.h"

void series_fact_name(const char *series, char name[64])
{
    snprintf(name, 64, "%s%.40s", series[0] ? SERIES_LAYER_PREFIX : "picture", series);
}

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static struct hash128 read_hash(struct number_reader *reader)
{
    uint64_t high = number_next(reader, 16, 16);
    return (struct hash128){.high = high, .low = number_next(reader, 16, 16)};
}

bool series_read(const struct build_log *log, const char *name, struct series *series)
{
    char fact[64];
    series_fact_name(name, fact);
    const char *text = build_log_fact(log, fact);
    struct number_reader reader = {text, !text};
    *series = (struct series){0};
    series->recipe = read_hash(&reader);
    series->program = read_hash(&reader);
    series->size_px = number_next_u32(&reader, 10, ADTMAP_SIZE_MAX_PX);
    series->effort = (enum png_effort)number_next_u32(&reader, 10, PNG_SMALL);
    uint32_t background = (uint32_t)number_next(&reader, 16, 8);
    series->low_res = (enum adtmap_low_res)number_next_u32(&reader, 10, ADTMAP_LOW_RES_ONLY);
    series->range = (enum manifest_range)number_next_u32(&reader, 10, MANIFEST_RANGE_TILE);
    series->range_yd[0] = float_of((uint32_t)number_next(&reader, 16, 8));
    series->range_yd[1] = float_of((uint32_t)number_next(&reader, 16, 8));
    number_skip(&reader, " ");
    for (unsigned i = 0; i < 4; i++) {
        series->background[i] = (uint8_t)(background >> 8 * i);
    }
    series->settings = reader.at;
    return !reader.bad && series->size_px >= ADTMAP_SIZE_MIN_PX;
}

bool series_record(struct build_log *log, const char *name, const struct series *series)
{
    char fact[64];
    struct buffer text = {0};
    uint32_t background = 0;
    for (unsigned i = 0; i < 4; i++) {
        background |= (uint32_t)series->background[i] << 8 * i;
    }
    series_fact_name(name, fact);
    buffer_printf(&text,
                  "%016" PRIx64 "%016" PRIx64 " %016" PRIx64 "%016" PRIx64 " %u %d %08x %d %d "
                  "%08" PRIx32 " %08" PRIx32 " ",
                  series->recipe.high, series->recipe.low, series->program.high,
                  series->program.low, (unsigned)series->size_px, (int)series->effort,
                  (unsigned)background, (int)series->low_res, (int)series->range,
                  bits_of(series->range_yd[0]), bits_of(series->range_yd[1]));
    buffer_append(&text, series->settings, strlen(series->settings) + 1);
    bool fine = !text.failed && build_log_set_fact(log, fact, (const char *)text.data);
    buffer_free(&text);
    return fine;
}

bool series_of_picture(const char *map, const struct job_settings *settings, struct buffer *text,
                       struct series *series)
{
    *series = (struct series){
        .program = recipe_program(),
        .size_px = settings->tile.size_px,
        .effort = settings->effort,
        .low_res = settings->tile.low_res,
    };
    memcpy(series->background, settings->tile.background, sizeof series->background);
    manifest_settings(text, &settings->tile);
    buffer_u8(text, 0);
    series->settings = (const char *)text->data;
    return !text->failed && recipe_picture(map, settings, &series->recipe);
}

bool series_of_layer(const char *map, const struct job_settings *settings, uint32_t index,
                     struct series *series)
{
    const struct data_layer_selection *layers = layers_of(settings);
    *series = (struct series){
        .program = recipe_program(),
        .size_px = settings->tile.size_px,
        .effort = settings->effort,
        .settings = "",
    };
    if (data_layers[layers->layers[index].kind].tells == LAYER_TELLS_HEIGHTS) {
        series->range = layers->height.each_tile ? MANIFEST_RANGE_TILE : MANIFEST_RANGE_FIXED;
        series->range_yd[0] = layers->height.low_yd;
        series->range_yd[1] = layers->height.high_yd;
    }
    if (layers->layers[index].kind == ADTMAP_LAYER_STOREY && layers->storeys) {
        const float *range_yd = layers->storeys[layers->layers[index].index].range_yd;
        series->range = MANIFEST_RANGE_FIXED;
        memcpy(series->range_yd, range_yd, sizeof series->range_yd);
    }
    return recipe_layer(map, settings, layers->layers[index], &series->recipe);
}

const char *series_layer_of_fact(const char *fact)
{
    size_t length = strlen(SERIES_LAYER_PREFIX);
    return strncmp(fact, SERIES_LAYER_PREFIX, length) == 0 ? fact + length : NULL;
}

/* The kind of a picture's note, the facts as digits, and the areas are apart by a space each. */
enum { NOTE_FACTS_AT = 4, NOTE_AREAS_AT = NOTE_FACTS_AT + HASH128_HEX_BYTES };

void series_print_picture_note(struct buffer *note, bool is_low_res, struct hash128 facts,
                               const struct area_tile *areas)
{
    char hex[HASH128_HEX_BYTES];
    hash128_hex(facts, hex);
    buffer_printf(note, "%s %s", is_low_res ? "wdl" : "adt", hex);
    if (areas) {
        buffer_printf(note, " ");
        area_tile_print(note, areas);
    }
    buffer_u8(note, 0);
}

bool series_is_low_res(const struct build_record *picture)
{
    return picture->note && strncmp(picture->note, "wdl", 3) == 0;
}

bool series_read_areas(const struct build_record *picture, struct area_tile *areas)
{
    return picture->note && strlen(picture->note) > NOTE_AREAS_AT &&
           area_tile_read(picture->note + NOTE_AREAS_AT, areas);
}

/* The ids of the chunks that there are, each once. */
static void print_areas(struct buffer *note, const uint32_t areas[AREA_TILE_CHUNKS])
{
    const char *between = "";
    for (uint32_t i = 0; i < AREA_TILE_CHUNKS; i++) {
        uint32_t known = 0;
        while (known < i && areas[known] != areas[i]) {
            known++;
        }
        if (known == i && areas[i] != AREA_NO_CHUNK) {
            buffer_printf(note, "%s%u", between, (unsigned)areas[i]);
            between = " ";
        }
    }
}

void series_print_note(struct buffer *note, struct adtmap_layer layer, const float ground_yd[2],
                       const float range_yd[2], const struct area_tile *areas)
{
    if (data_layers[layer.kind].tells == LAYER_TELLS_HEIGHTS) {
        buffer_printf(note, "%08" PRIx32 " %08" PRIx32 " %08" PRIx32 " %08" PRIx32,
                      bits_of(ground_yd[0]), bits_of(ground_yd[1]), bits_of(range_yd[0]),
                      bits_of(range_yd[1]));
    }
    if (data_layers[layer.kind].tells == LAYER_TELLS_AREAS) {
        print_areas(note, areas->ids);
    }
    buffer_u8(note, 0);
}

bool series_read_note(const char *note, float ground_yd[2], float range_yd[2])
{
    struct number_reader reader = {note, false};
    for (size_t i = 0; i < 4; i++) {
        float value = float_of((uint32_t)number_next(&reader, 16, 8));
        *(i < 2 ? &ground_yd[i] : &range_yd[i - 2]) = value;
    }
    return !reader.bad;
}
