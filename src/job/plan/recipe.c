/*
 * A recipe is the hash of a text that holds each setting in turn, in binary. The order of members
 * is part of it: a setting that is added, moved or removed makes all nodes again, as RECIPE_VERSION
 * does. What a kind of node does not depend on is left out of its text, so that a change of light
 * does not draw data layers again.
 */
#include "job/plan/recipe.h"

#include <string.h>

#include "base/buffer.h"
#include "base/size.h"
#include "codec/jpeg_tile.h"
#include "codec/versions.h"
#include "formats/adt/adt.h"
#include "map/hours/hour_field.h"
#include "map/hours/map_hours.h"
#include "map/map_low_res.h"
#include "map/map_placements.h"
#include "map/settings/settings.h"
#include "map/settings/settings_table.h"
#include "render/draw_interior.h"

enum { NEIGHBOURS = 9 };

static void put_string(struct buffer *text, const char *string)
{
    buffer_append(text, string, strlen(string) + 1);
}

static void put_program(struct buffer *text)
{
    put_string(text, ADTMAP_VERSION);
    buffer_u32le(text, RECIPE_VERSION);
    codec_versions(text);
    buffer_u8(text, 0);
}

static void put_floats(struct buffer *text, const float *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        buffer_f32le(text, values[i]);
    }
}

static void put_list(struct buffer *text, const struct adtmap_setting *setting,
                     struct settings_list list)
{
    const struct adtmap_doodad_rule *rules = list.items;
    buffer_u32le(text, (uint32_t)list.count);
    for (size_t i = 0; i < list.count; i++) {
        if (setting->kind == ADTMAP_SETTING_IDS) {
            buffer_u32le(text, ((const uint32_t *)list.items)[i]);
        } else if (setting->kind == ADTMAP_SETTING_TEXTS) {
            put_string(text, ((const char *const *)list.items)[i]);
        } else {
            buffer_u8(text, rules[i].include != 0);
            put_string(text, rules[i].pattern);
        }
    }
}

/* The settings that have one of the effects. */
static void put_settings(struct buffer *text, const struct adtmap_settings *settings,
                         uint32_t effects)
{
    for (size_t i = 0; i < settings_count; i++) {
        const struct adtmap_setting *setting = &settings_rows[i].setting;
        if (!(settings_rows[i].effects & effects)) {
            continue;
        }
        if (setting->count == 0) {
            put_list(text, setting, settings_list(settings, setting));
        }
        for (size_t k = 0; k < setting->count; k++) {
            double value = settings_number(settings, setting, k);
            if (setting->offset == offsetof(struct adtmap_settings, low_res)) {
                /* FILL and NEVER decide which tiles there are, not what they show */
                buffer_u8(text, settings->low_res == ADTMAP_LOW_RES_ONLY);
            } else if (setting->kind == ADTMAP_SETTING_REALS ||
                       setting->kind == ADTMAP_SETTING_DIRECTION) {
                buffer_f32le(text, (float)value);
            } else {
                buffer_u32le(text, (uint32_t)value);
            }
        }
    }
}

/* The hash of what was put; frees it. False when out of memory. */
static bool hash_text(struct buffer *text, struct hash128 *hash)
{
    bool fine = !text->failed;
    *hash = hash128(text->data, text->size);
    buffer_free(text);
    return fine;
}

struct hash128 recipe_program(void)
{
    struct buffer text = {0};
    struct hash128 hash;
    put_program(&text);
    hash_text(&text, &hash);
    return hash;
}

bool recipe_picture(const char *map_name, const struct job_settings *settings,
                    struct hash128 *recipe)
{
    struct buffer text = {0};
    put_program(&text);
    put_string(&text, map_name);
    buffer_u32le(&text, (uint32_t)settings->effort);
    put_settings(&text, &settings->tile, SETTINGS_DRAW_PICTURE);
    return hash_text(&text, recipe);
}

static void put_storey(struct buffer *text, const struct data_layer_storey *storey)
{
    put_floats(text, storey->range_yd, 2);
    buffer_u32le(text, storey->group_count);
    for (uint32_t i = 0; i < storey->group_count; i++) {
        buffer_u16le(text, storey->groups[i]);
    }
}

bool recipe_layer(const char *map_name, const struct job_settings *settings,
                  struct adtmap_layer layer, struct hash128 *recipe)
{
    struct buffer text = {0};
    char name[ADTMAP_LAYER_NAME_BYTES];
    adtmap_layer_file_name(layer, name);
    put_program(&text);
    put_string(&text, map_name);
    put_string(&text, name);
    buffer_u32le(&text, (uint32_t)settings->effort);
    uint32_t needs = data_layers[layer.kind].needs;
    uint32_t effects = SETTINGS_DRAW_LAYERS;
    effects |= needs & SCENE_NEEDS_OBJECTS ? SETTINGS_DRAW_OBJECT_LAYERS : 0U;
    effects |= needs & SCENE_NEEDS_LOOK ? SETTINGS_DRAW_PICTURE : 0U;
    put_settings(&text, &settings->tile, effects);
    if (layer.kind == ADTMAP_LAYER_STOREY && layers_of(settings)->storeys) {
        put_storey(&text, &layers_of(settings)->storeys[layer.index]);
    }
    if (data_layers[layer.kind].tells == LAYER_TELLS_HEIGHTS) {
        const struct adtmap_height_range *range = &layers_of(settings)->height;
        buffer_u8(&text, range->each_tile != 0);
        put_floats(&text, &range->low_yd, 1);
        put_floats(&text, &range->high_yd, 1);
    }
    return hash_text(&text, recipe);
}

bool recipe_zoom(const struct job_settings *settings, enum image_format format, uint32_t quality,
                 struct hash128 *recipe)
{
    struct buffer text = {0};
    put_program(&text);
    buffer_u32le(&text, settings->tile.size_px);
    buffer_u32le(&text, (uint32_t)format);
    buffer_u32le(&text, (uint32_t)settings->effort);
    if (image_is_lossy(format, quality)) {
        buffer_u32le(&text, quality);
        buffer_u32le(&text, jpeg_tile_version());
    }
    return hash_text(&text, recipe);
}

struct hash128 recipe_stitched(struct hash128 tile, enum stitch_extent extent)
{
    const struct hash128 parts[] = {tile, {.low = (uint64_t)extent}};
    return hash128(parts, sizeof parts);
}

struct hash128 recipe_layer_zoom(struct hash128 zoom, struct hash128 tile)
{
    const struct hash128 parts[] = {zoom, tile};
    return hash128(parts, sizeof parts);
}

struct hash128 recipe_text(const char *what)
{
    const struct hash128 parts[] = {hash128(what, strlen(what)),
                                    hash128(ADTMAP_VERSION, strlen(ADTMAP_VERSION)),
                                    {.low = RECIPE_VERSION}};
    return hash128(parts, sizeof parts);
}

struct hash128 recipe_minimap(const struct client_minimap *minimap)
{
    const struct hash128 parts[] = {
        recipe_text("client minimap"),
        {.low = (uint64_t)minimap->encoding, .high = minimap->size_px},
    };
    return hash128(parts, sizeof parts);
}

struct hash128 recipe_interiors(const struct client_minimap *minimap, struct hash128 picture)
{
    const struct hash128 parts[] = {
        recipe_minimap(minimap), picture, {.low = INTERIOR_BLOCKS_MAP_MAX}};
    return hash128(parts, sizeof parts);
}

static void put_placement(struct buffer *text, const struct adt_placement *placement)
{
    put_string(text, placement->name ? placement->name : "");
    buffer_u32le(text, placement->file_id);
    buffer_u32le(text, placement->unique_id);
    buffer_u32le(text, placement->flags);
    buffer_append(text, placement->position, sizeof placement->position);
    put_floats(text, placement->rotation, 3);
    put_floats(text, &placement->scale, 1);
    buffer_u8(text, placement->has_box);
    put_floats(text, placement->box.low, 3);
    put_floats(text, placement->box.high, 3);
    buffer_u32le(text, placement->doodad_set);
    buffer_u16le(text, placement->sets.count);
    for (size_t i = 0; i < COUNT_OF(placement->sets.sets); i++) {
        buffer_u16le(text, placement->sets.sets[i]);
    }
    buffer_u32le(text, placement->name_set);
}

static void put_range(struct buffer *text, const struct adtmap_map *map, struct wdt_range range)
{
    struct hash128 hash = {0};
    if (range.size > 0) {
        hash = hash128(map->wdt_bytes.data + range.offset, range.size);
    }
    buffer_append(text, &hash, sizeof hash);
}

/* The bytes, in the WDT itself, that a tile's picture depends on: all of its own tile, and the
 * placements of a neighbour, since buildings reach across the edge. */
static void put_held(struct buffer *text, const struct adtmap_map *map, struct wdt_range range,
                     bool itself)
{
    if (itself) {
        put_range(text, map, range);
        return;
    }
    struct hash128 placing = adt_hash_placements(map->wdt_bytes.data + range.offset, range.size);
    buffer_append(text, &placing, sizeof placing);
}

static void put_neighbour(struct buffer *text, const struct adtmap_map *map, uint32_t x, uint32_t y,
                          bool itself)
{
    bool has_file = tile_set_has(&map->files, x, y);
    const struct adtmap_map *source = map_of_tile(map, x, y);
    buffer_u8(text, has_file);
    if (source != map) {
        put_string(text, source->name);
    }
    if (!has_file) {
        return;
    }
    map = source;
    const struct wdt_file_ids *ids = &map->wdt.ids[y * ADTMAP_GRID + x];
    buffer_u32le(text, ids->root);
    buffer_u32le(text, ids->tex0);
    buffer_u32le(text, ids->obj0);
    buffer_u32le(text, ids->obj1);
    if (map->wdt.holds_tiles) {
        put_held(text, map, map->wdt.ranges[y * ADTMAP_GRID + x], itself);
    }
}

static void put_request(struct buffer *text, const struct adt_request *request)
{
    buffer_u32le(text, (uint32_t)request->alpha_depth);
    buffer_u8(text, request->has_height_blend);
}

/* Facts of the map that all of its tiles depend on. */
static void put_map(struct buffer *text, const struct adtmap_map *map)
{
    const struct adt_request facts = adt_request_of(map->has_wdt ? &map->wdt : NULL);
    const struct liquid_types *liquids = &map->data->liquid_types;
    put_request(text, &facts);
    for (uint32_t i = 0; i < liquids->count; i++) {
        buffer_u32le(text, liquids->entries[i].id);
        buffer_u32le(text, (uint32_t)liquids->entries[i].class);
    }
    if (map->building) {
        put_placement(text, map->building);
    }
    if (map->wdt.holds_tiles) {
        put_range(text, map, map->wdt.doodad_names);
        put_range(text, map, map->wdt.object_names);
    }
    for (size_t i = 0; i < map->parents.count; i++) {
        put_string(text, map->parents.maps[i]->name);
        put_map(text, map->parents.maps[i]);
    }
}

/* Facts of the map that a tile's terrain depends on. */
static void put_tile(struct buffer *text, const struct adtmap_map *map, uint32_t x, uint32_t y)
{
    buffer_u32le(text, x);
    buffer_u32le(text, y);
    buffer_u8(text, tile_set_has(&map->tiles_without_adt, x, y));
    buffer_u32le(text, map_of_tile(map, x, y)->wdt.ranges[y * ADTMAP_GRID + x].offset);
    put_neighbour(text, map, x, y, true);
}

/* The buildings that reach into the tile from far away. */
static void put_far(struct buffer *text, const struct adtmap_map *map, uint32_t x, uint32_t y)
{
    struct far_placement_step far;
    text->failed |= map_far_placements_begin(map, x, y, &far) != ADTMAP_OK;
    while (!text->failed && map_far_placements_next(map, &far)) {
        put_placement(text, far.placement);
    }
}

/* What light that comes from the sides depends on in addition: the tiles next to this one are drawn
 * for it, with what their own neighbours place there. */
static void put_surroundings(struct buffer *text, const struct adtmap_map *map, bool is_asked,
                             uint32_t x, uint32_t y)
{
    enum { EDGE = 5, TILES = EDGE * EDGE };
    for (uint32_t i = 0; i < TILES; i++) {
        uint32_t column = x - EDGE / 2 + i % EDGE, row = y - EDGE / 2 + i / EDGE;
        bool is_next = column + 1 >= x && column <= x + 1 && row + 1 >= y && row <= y + 1;
        if (column >= ADTMAP_GRID || row >= ADTMAP_GRID) {
            continue;
        }
        put_neighbour(text, map, column, row, is_next);
        if (is_next) {
            buffer_u8(text, tile_set_has(&map->tiles_without_adt, column, row));
            buffer_u8(text, map_is_water(map, column, row));
        }
        if (is_next && is_asked) {
            put_far(text, map, column, row);
        }
    }
}

static bool picture_facts(const struct adtmap_map *map, const struct hash128 *shared,
                          const struct hash128 *low_res, bool is_asked, bool has_side_light,
                          uint32_t x, uint32_t y, struct hash128 *facts)
{
    struct buffer text = {0};
    buffer_append(&text, shared, sizeof *shared);
    buffer_u8(&text, map_is_water(map, x, y));
    if (low_res) {
        buffer_append(&text, low_res, sizeof *low_res);
    }
    put_tile(&text, map, x, y);
    for (uint32_t i = 0; i < NEIGHBOURS; i++) {
        if (i != NEIGHBOURS / 2) {
            put_neighbour(&text, map, x - 1 + i % 3, y - 1 + i / 3, false);
        }
    }
    if (is_asked && !low_res) {
        put_far(&text, map, x, y);
    }
    if (has_side_light && !low_res) {
        put_surroundings(&text, map, is_asked, x, y);
    }
    return hash_text(&text, facts);
}

static bool layer_facts(const struct adtmap_map *map, uint32_t x, uint32_t y, struct hash128 *facts)
{
    struct buffer text = {0};
    const struct adt_request of_map = map_adt_request(map, x, y);
    put_request(&text, &of_map);
    put_tile(&text, map, x, y);
    return hash_text(&text, facts);
}

/* The light of a time of day, which is that of the map's lights in the client's tables: all tiles
 * depend on it, since a light may reach any of them. */
static void put_hours(struct buffer *text, const struct adtmap_map *map,
                      const struct adtmap_settings *settings)
{
    struct arena arena = {0};
    if (settings_have_time(settings)) {
        const struct hour_field *field =
            hour_field_make(&map->hours, settings_half_minutes(settings), &arena);
        text->failed |= !field;
        if (field) {
            hour_field_put(field, text);
        }
    }
    arena_free(&arena);
}

bool recipe_facts_make(const struct adtmap_map *map, const struct job_settings *settings,
                       const struct tile_set *asked, struct recipe_facts *facts)
{
    struct buffer text = {0};
    struct hash128 wdl = map_low_res_hash(map);
    struct tile_set low_res = map_low_res_tiles(map, settings->tile.low_res);
    const bool has_side_light = settings_have_side_light(&settings->tile);
    const float contour_yd = map_contour_yd(map, &settings->tile);
    struct hash128 shared; /* by pictures */
    put_map(&text, map);
    bool fine = hash_text(&text, &facts->shared);
    buffer_append(&text, &facts->shared, sizeof facts->shared);
    put_floats(&text, &contour_yd, 1);
    put_hours(&text, map, &settings->tile);
    fine = hash_text(&text, &shared) && fine;
    for (struct tile_step tile = {0}; fine && tile_next(&tile);) {
        const struct hash128 *source = tile_set_has(&low_res, tile.x, tile.y) ? &wdl : NULL;
        bool is_asked = tile_set_has(asked, tile.x, tile.y);
        fine = picture_facts(map, &shared, source, is_asked, has_side_light, tile.x, tile.y,
                             &facts->picture[tile.y][tile.x]) &&
               layer_facts(map, tile.x, tile.y, &facts->layer[tile.y][tile.x]);
    }
    return fine;
}
