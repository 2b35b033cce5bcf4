/* The part of output/manifest/manifest.h that writes JSON: a member a line, and an element of a
 * list a line, so that what changed shows well in a diff. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "map/settings/settings_table.h"
#include "output/manifest/manifest.h"
#include "output/manifest/manifest_layers.h"

static const char low_res_source[] = "wdl"; /* where a tile comes from that is_low_res */

/* `tiles` tile edges of 1600/3 yards, to four places; whole numbers only, so that every machine
 * writes the same. */
static void put_yards(struct json *json, const char *key, int tiles)
{
    char text[32];
    int64_t scaled = (int64_t)tiles * 16000000;
    uint64_t magnitude = ((uint64_t)(scaled < 0 ? -scaled : scaled) + 1) / 3;
    const char *sign = scaled < 0 ? "-" : "";
    if (magnitude % 10000) {
        snprintf(text, sizeof text, "%s%" PRIu64 ".%04" PRIu64, sign, magnitude / 10000,
                 magnitude % 10000);
    } else {
        snprintf(text, sizeof text, "%s%" PRIu64, sign, magnitude / 10000);
    }
    json_raw(json, key, text);
}

/* The world that a rectangle of tiles covers; tile 32 begins at 0, +X is north and +Y is west. */
static void put_world(struct json *json, struct stitch_bounds tiles)
{
    int half = TILE_SET_GRID / 2;
    json_object(json, "world");
    put_yards(json, "north", half - (int)tiles.y);
    put_yards(json, "south", half - (int)(tiles.y + tiles.rows));
    put_yards(json, "west", half - (int)tiles.x);
    put_yards(json, "east", half - (int)(tiles.x + tiles.columns));
    json_end(json);
}

static void put_size(struct json *json, const struct manifest *manifest)
{
    json_number(json, "width", manifest->bounds.columns * manifest->size_px);
    json_number(json, "height", manifest->bounds.rows * manifest->size_px);
}

static void put_bounds(struct json *json, const struct manifest *manifest)
{
    static const struct json_field fields[] = {
        JSON_FIELD("x", struct stitch_bounds, x),
        JSON_FIELD("y", struct stitch_bounds, y),
        JSON_FIELD("columns", struct stitch_bounds, columns),
        JSON_FIELD("rows", struct stitch_bounds, rows),
    };
    json_object(json, "bounds");
    json_object(json, "tiles");
    json_fields(json, fields, sizeof fields / sizeof *fields, &manifest->bounds);
    json_end(json);
    json_object(json, "pixels");
    put_size(json, manifest);
    json_end(json);
    put_world(json, manifest->bounds);
    json_end(json);
}

static void put_stitched(struct json *json, const struct manifest *manifest)
{
    if (!manifest->is_stitched) {
        json_null(json, "stitched");
        return;
    }
    char name[PATH_NAME_BYTES];
    path_stitched_name(manifest->map, name);
    json_object(json, "stitched");
    json_string(json, "file", name);
    put_size(json, manifest);
    json_end(json);
}

static void put_list(struct json *json, const char *key, const struct adtmap_setting *setting,
                     struct settings_list list)
{
    const struct adtmap_doodad_rule *rules = list.items;
    json_array(json, key);
    for (size_t i = 0; i < list.count; i++) {
        if (setting->kind == ADTMAP_SETTING_IDS) {
            json_number(json, NULL, ((const uint32_t *)list.items)[i]);
        } else if (setting->kind == ADTMAP_SETTING_TEXTS) {
            json_string(json, NULL, ((const char *const *)list.items)[i]);
        } else {
            json_object(json, NULL);
            json_string(json, rules[i].include ? "include" : "exclude", rules[i].pattern);
            json_end(json);
        }
    }
    json_end(json);
}

static void put_number(struct json *json, const char *key, const struct adtmap_setting *setting,
                       double value)
{
    switch (setting->kind) {
    case ADTMAP_SETTING_CHOICE:
        json_string(json, key, setting->choices[(size_t)value]);
        break;
    case ADTMAP_SETTING_BOOL:
    case ADTMAP_SETTING_BIT:
        json_bool(json, key, value != 0.0);
        break;
    case ADTMAP_SETTING_REALS:
    case ADTMAP_SETTING_DIRECTION:
        json_float(json, key, (float)value);
        break;
    default:
        json_number(json, key, value);
    }
}

static void put_setting(struct json *json, const char *key, const struct adtmap_settings *settings,
                        const struct settings_row *row)
{
    const struct adtmap_setting *setting = &row->setting;
    if (setting->count == 0) {
        put_list(json, key, setting, settings_list(settings, setting));
    } else if (settings_is_off(settings, row)) {
        json_null(json, key);
    } else if (setting->count == 1) {
        put_number(json, key, setting, settings_number(settings, setting, 0));
    } else {
        json_array(json, key);
        for (size_t i = 0; i < setting->count; i++) {
            put_number(json, NULL, setting, settings_number(settings, setting, i));
        }
        json_end(json);
    }
}

void manifest_settings(struct buffer *text, const struct adtmap_settings *settings)
{
    struct json json = json_to(text, JSON_COMPACT);
    const char *group = ""; /* that is open, up to its point */
    size_t group_bytes = 0;
    json_object(&json, NULL);
    for (size_t i = 0; i < settings_count; i++) {
        const char *place = settings_rows[i].json;
        if (!place) {
            continue;
        }
        const char *point = strchr(place, '.');
        size_t bytes = point ? (size_t)(point - place) : 0;
        if (bytes != group_bytes || strncmp(place, group, bytes) != 0) {
            char name[32];
            if (group_bytes) {
                json_end(&json);
            }
            if (bytes) {
                snprintf(name, sizeof name, "%.*s", (int)bytes, place);
                json_object(&json, name);
            }
            group = place;
            group_bytes = bytes;
        }
        put_setting(&json, place + (point ? bytes + 1 : 0), settings, &settings_rows[i]);
    }
    if (group_bytes) {
        json_end(&json);
    }
    json_end(&json);
}

static void put_present(struct json *json, const struct manifest *manifest, uint32_t x, uint32_t y)
{
    char name[PATH_NAME_BYTES];
    char hex[HASH128_HEX_BYTES];
    path_tile_name(manifest->map, x, y, name);
    hash128_hex(manifest->tiles[y][x].hash, hex);
    json_string(json, "file", name);
    json_string(json, "hash", hex);
    json_string(json, "source", manifest->tiles[y][x].is_low_res ? low_res_source : NULL);
    json_object(json, "pixel");
    json_number(json, "x", (x - manifest->bounds.x) * manifest->size_px);
    json_number(json, "y", (y - manifest->bounds.y) * manifest->size_px);
    json_end(json);
    put_world(json, (struct stitch_bounds){x, y, 1, 1});
}

/* The tiles of a state. */
static void put_tiles(struct json *json, const char *key, const struct manifest *manifest,
                      enum manifest_state state)
{
    struct tile_set set = {0};
    for (struct tile_step tile = {0}; tile_next(&tile);) {
        if (manifest->tiles[tile.y][tile.x].state == state) {
            tile_set_add(&set, tile.x, tile.y);
        }
    }
    manifest_begin_list(json, key, tile_set_count(&set));
    for (struct tile_step tile = {0}; tile_set_next(&set, &tile);) {
        json_object(json, NULL);
        json_number(json, "x", tile.x);
        json_number(json, "y", tile.y);
        if (state == MANIFEST_PRESENT) {
            put_present(json, manifest, tile.x, tile.y);
        } else if (state == MANIFEST_FAILED) {
            json_string(json, "reason", manifest->tiles[tile.y][tile.x].reason);
        }
        json_end(json);
    }
    json_end(json);
}

void manifest_print(struct buffer *text, const struct manifest *manifest)
{
    struct json json = json_to(text, JSON_COMPACT);
    json_object(&json, NULL);
    json_lines(&json, 2);
    json_number(&json, "format", MANIFEST_FORMAT);
    json_string(&json, "map", manifest->map);
    json_number(&json, "tile_size", manifest->size_px);
    put_bounds(&json, manifest);
    put_stitched(&json, manifest);
    json_raw(&json, "settings", manifest->settings);
    put_tiles(&json, "tiles", manifest, MANIFEST_PRESENT);
    put_tiles(&json, "failed", manifest, MANIFEST_FAILED);
    put_tiles(&json, "absent", manifest, MANIFEST_ABSENT);
    if (manifest->layers) {
        manifest_layers_add(manifest, &json);
    }
    json_end(&json);
    buffer_u8(text, '\n');
}
