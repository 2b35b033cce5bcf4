#include "demo/tables/light_tables.h"

#include "base/size.h"
#include "demo/bytes/chunk_write.h"
#include "demo/world/sites.h"
#include "demo/world/world.h"

/* Lights have 36ths of a yard from the grid's north-west corner, times half minutes. */
enum { UNITS_A_YARD = 36, GRID_TILES = 64, HALF_MINUTES_AN_HOUR = 120 };
enum { BANDS = 18, KEYS = 16, WEATHERS_1_12 = 5, WEATHERS_3_3_5 = 8 };

/* Parameters go by their places here, from 1. */
enum look { LOOK_ISLAND, LOOK_SWAMP, LOOK_VOLCANO, LOOKS };

static const struct {
    enum look look;
    double x, y, up_yd; /* tiles, of the world; all 0 for the light of the whole map */
    double start_yd, end_yd;
} lights[] = {
    {LOOK_ISLAND, 0, 0, 0, 0, 0},
    {LOOK_SWAMP, 2.55, 6.05, SWAMP_LEVEL_YD, 240, 480},
    {LOOK_VOLCANO, CRATER_X, CRATER_Y, 60, 120, 330},
};

/* The colours of the day: by night until five, then at dawn, noon and dusk, and night from half
 * past ten on. Liquids are as bright as the sky over them. */
enum { NIGHT, DAWN, NOON, DUSK, TIMES };
static const struct {
    int band;
    uint32_t colors[LOOKS][TIMES];
} things[] = {
    /* the sun, or the moon */
    {0,
     {{0x5A7A9C, 0xFF7A28, 0xFF9C30, 0xFF6414},
      {0x4C7460, 0xC89848, 0xD0B048, 0xB87828},
      {0x8C5C58, 0xFF6420, 0xFF8430, 0xFF4C10}}},
    /* all round */
    {1,
     {{0x1E3A54, 0x60789A, 0x68849C, 0x6A5C78},
      {0x1C3C34, 0x4C6C50, 0x58785C, 0x505848},
      {0x502420, 0x80605C, 0x90706C, 0x804844}}},
    /* the sea, near and far */
    {14,
     {{0x1A323C, 0x3C4C50, 0x114B59, 0x44403C},
      {0x1C3628, 0x384C34, 0x284C38, 0x3C4430},
      {0x2C2024, 0x50403C, 0x38444C, 0x503028}}},
    {15,
     {{0x000C18, 0x0C2028, 0x001D29, 0x101C28},
      {0x041410, 0x0C2418, 0x082418, 0x10201C},
      {0x140408, 0x241418, 0x101C24, 0x240C0C}}},
    /* lakes and rivers, near and far */
    {16,
     {{0x263C38, 0x484C38, 0x4F5D30, 0x503C30},
      {0x28401C, 0x485420, 0x505C18, 0x4C481C},
      {0x40241C, 0x604434, 0x5C5038, 0x643020}}},
    {17,
     {{0x1C3034, 0x304448, 0x335255, 0x3C3C40},
      {0x1C3018, 0x34481C, 0x304C24, 0x38401C},
      {0x2C1414, 0x44302C, 0x403C3C, 0x4C201C}}},
};
static const uint32_t hours[TIMES + 1] = {5 * HALF_MINUTES_AN_HOUR, 13 * HALF_MINUTES_AN_HOUR / 2,
                                          12 * HALF_MINUTES_AN_HOUR, 20 * HALF_MINUTES_AN_HOUR,
                                          45 * HALF_MINUTES_AN_HOUR / 2};

void light_tables_put_lights(struct dbc_table *table, uint32_t map, bool is_old)
{
    const double corner = (double)(GRID_TILES - WORLD_TILES) / 2;
    for (uint32_t i = 0; i < COUNT_OF(lights); i++) {
        bool has_place = lights[i].end_yd > 0.0;
        double east = has_place ? (corner + lights[i].x) * TILE_YD * UNITS_A_YARD : 0.0;
        double south = has_place ? (corner + lights[i].y) * TILE_YD * UNITS_A_YARD : 0.0;
        uint32_t params = (uint32_t)lights[i].look + 1;
        DBC_U32(table, i + 1, map);
        DBC_F32(table, east, lights[i].up_yd * UNITS_A_YARD, south,
                lights[i].start_yd * UNITS_A_YARD, lights[i].end_yd * UNITS_A_YARD);
        DBC_U32(table, params);
        dbc_put_zeros(table, (is_old ? WEATHERS_1_12 : WEATHERS_3_3_5) - 1);
    }
}

void light_tables_put_params(struct dbc_table *table)
{
    for (uint32_t look = 0; look < LOOKS; look++) {
        DBC_U32(table, look + 1, 0, 0);
        DBC_F32(table, 0.5, look == LOOK_SWAMP ? 0.65 : 0.5, 1.0, 0.75, 1.0);
        DBC_U32(table, 0);
    }
}

static void put_band(struct dbc_table *table, uint32_t id, const uint32_t colors[TIMES])
{
    uint32_t keys = colors ? TIMES + 1 : 0;
    DBC_U32(table, id, keys);
    for (uint32_t i = 0; i < KEYS; i++) {
        DBC_U32(table, i < keys ? hours[i] : 0);
    }
    for (uint32_t i = 0; i < KEYS; i++) {
        DBC_U32(table, i < keys ? colors[i % TIMES] : 0);
    }
}

void light_tables_put_bands(struct dbc_table *table)
{
    for (uint32_t look = 0; look < LOOKS; look++) {
        for (int band = 0; band < BANDS; band++) {
            const uint32_t *colors = NULL;
            for (size_t k = 0; k < COUNT_OF(things); k++) {
                colors = things[k].band == band ? things[k].colors[look] : colors;
            }
            put_band(table, BANDS * look + (uint32_t)band + 1, colors);
        }
    }
}

/* One of the four groups of colours of a light; the demo world has one weather. */
static void put_group(struct buffer *out, enum look look, bool has_colors)
{
    enum { LIT_KEYS = 32, FOG_AND_SKY_BYTES = 0x308 };
    const uint32_t *colors[BANDS] = {0};
    for (size_t k = 0; k < COUNT_OF(things); k++) {
        colors[things[k].band] = has_colors ? things[k].colors[look] : NULL;
    }
    for (uint32_t band = 0; band < BANDS; band++) {
        PUT_U32(out, colors[band] ? TIMES + 1 : 0);
    }
    for (uint32_t band = 0; band < BANDS; band++) {
        for (uint32_t i = 0; i < LIT_KEYS; i++) {
            bool is_used = colors[band] && i <= TIMES;
            PUT_U32(out, is_used ? hours[i] : 0, is_used ? colors[band][i % TIMES] : 0);
        }
    }
    chunk_zeros(out, FOG_AND_SKY_BYTES);
}

void light_tables_put_lit(struct buffer *out)
{
    enum { NAME_WORDS = 8, GROUPS = 4 };
    const double corner = (double)(GRID_TILES - WORLD_TILES) / 2;
    PUT_U32(out, 0x80000004, COUNT_OF(lights));
    for (uint32_t i = 0; i < COUNT_OF(lights); i++) {
        const uint32_t chunk = lights[i].end_yd > 0.0 ? 0 : UINT32_MAX;
        PUT_U32(out, chunk, chunk, chunk);
        PUT_F32(out, (corner + lights[i].x) * TILE_YD * UNITS_A_YARD,
                lights[i].up_yd * UNITS_A_YARD, (corner + lights[i].y) * TILE_YD * UNITS_A_YARD,
                lights[i].start_yd * UNITS_A_YARD, lights[i].end_yd * UNITS_A_YARD);
        for (uint32_t word = 0; word < NAME_WORDS; word++) {
            PUT_U32(out, word == 0 ? 0x41U + i : 0); /* "A" */
        }
    }
    for (uint32_t i = 0; i < COUNT_OF(lights); i++) {
        for (uint32_t group = 0; group < GROUPS; group++) {
            put_group(out, lights[i].look, group == 0);
        }
    }
}
