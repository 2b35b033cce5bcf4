/* The part of output/manifest/manifest.h that writes JSON: a member a line, and an element of a
 * list a line, so that what changed shows well in a diff. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "output/manifest/manifest.h"
#include "output/manifest/manifest_layers.h"
#include "scene/settings_table.h"

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

/* One row of the settings. */
static void put_row(struct json *json, const struct adtmap_settings *settings,
                    const struct settings_row *row)
{
    const char *value = (const char *)settings + row->offset;
    uint32_t whole = 0;
    if (row->kind != SETTING_FLOATS && row->kind != SETTING_BYTES) {
        whole = settings_whole(settings, row);
    }
    if (row->kind == SETTING_CHOICE) {
        json_string(json, row->key, row->names[whole]);
    } else if (row->kind == SETTING_BOOL) {
        json_bool(json, row->key, whole != 0);
    } else if (row->kind == SETTING_BITS) {
        json_object(json, row->key);
        for (size_t i = 0; row->names[i]; i++) {
            json_bool(json, row->names[i], whole >> i & 1);
        }
        json_end(json);
    } else {
        const char *key = row->count > 1 ? NULL : row->key;
        if (!key) {
            json_array(json, row->key);
        }
        for (size_t i = 0; i < row->count; i++) {
            float number;
            if (row->kind == SETTING_BYTES) {
                json_number(json, key, (uint8_t)value[i]);
            } else {
                memcpy(&number, value + i * sizeof number, sizeof number);
                json_float(json, key, number);
            }
        }
        if (!key) {
            json_end(json);
        }
    }
}

/* The rows of a group or, without one, those at the top that are of a kind. */
static void put_rows(struct json *json, const char *group, enum settings_kind kind,
                     const struct adtmap_settings *settings)
{
    for (size_t i = 0; i < SETTINGS_ROWS; i++) {
        const struct settings_row *row = &settings_rows[i];
        bool is_of_group =
            group ? row->group && strcmp(row->group, group) == 0 : !row->group && row->kind == kind;
        if (is_of_group && row->key) {
            put_row(json, settings, row);
        }
    }
}

static void put_strings(struct json *json, const char *key, const char *const *strings,
                        size_t count)
{
    json_array(json, key);
    for (size_t i = 0; i < count; i++) {
        json_string(json, NULL, strings[i]);
    }
    json_end(json);
}

/* A number, or null where it means nothing. */
static void put_optional(struct json *json, const char *key, float value, bool is_set)
{
    if (is_set) {
        json_float(json, key, value);
    } else {
        json_null(json, key);
    }
}

static void put_objects(struct json *json, const struct adtmap_objects *objects)
{
    json_object(json, "objects");
    put_strings(json, "hide", objects->hide, objects->hide_count);
    put_strings(json, "only", objects->only, objects->only_count);
    json_array(json, "hide_ids");
    for (size_t i = 0; i < objects->hide_id_count; i++) {
        json_number(json, NULL, objects->hide_ids[i]);
    }
    json_end(json);
    put_optional(json, "cut_height_yd", objects->cut_height_yd, isfinite(objects->cut_height_yd));
    json_end(json);
}

static void put_doodads(struct json *json, const struct adtmap_settings *settings)
{
    float least = settings->doodad_min_size_yd;
    json_object(json, "doodads");
    json_string(json, "kind", settings->doodads == ADTMAP_DOODADS_ALL ? "all" : "minimap");
    put_optional(json, "min_size_yd", least, least >= 0.0F);
    json_array(json, "rules");
    for (size_t i = 0; i < settings->doodad_rules.count; i++) {
        const struct adtmap_doodad_rule *rule = &settings->doodad_rules.items[i];
        json_object(json, NULL);
        json_string(json, rule->include ? "include" : "exclude", rule->pattern);
        json_end(json);
    }
    json_end(json);
    json_end(json);
}

void manifest_settings(struct buffer *text, const struct adtmap_settings *settings)
{
    struct json json = json_to(text, JSON_COMPACT);
    json_object(&json, NULL);
    put_rows(&json, NULL, SETTING_CHOICE, settings);
    json_object(&json, "light");
    put_rows(&json, "light", SETTING_FLOATS, settings);
    json_end(&json);
    json_object(&json, "liquids");
    put_rows(&json, "liquids", SETTING_FLOATS, settings);
    json_end(&json);
    put_objects(&json, &settings->objects);
    put_doodads(&json, settings);
    put_rows(&json, NULL, SETTING_BITS, settings);
    put_rows(&json, NULL, SETTING_BYTES, settings);
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
    struct tile_set set = manifest_tiles(manifest, state);
    manifest_begin_list(json, key, tile_set_count(&set));
    for (uint32_t i = 0; i < TILE_SET_TILES; i++) {
        uint32_t x = i % TILE_SET_GRID;
        uint32_t y = i / TILE_SET_GRID;
        if (!tile_set_has(&set, x, y)) {
            continue;
        }
        json_object(json, NULL);
        json_number(json, "x", x);
        json_number(json, "y", y);
        if (state == MANIFEST_PRESENT) {
            put_present(json, manifest, x, y);
        } else if (state == MANIFEST_FAILED) {
            json_string(json, "reason", manifest->tiles[y][x].reason);
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
