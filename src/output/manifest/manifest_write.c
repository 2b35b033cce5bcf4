/* The part of output/manifest/manifest.h that makes JSON. */
#include <cjson/cJSON.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "base/number.h"
#include "output/manifest/json.h"
#include "output/manifest/manifest.h"
#include "output/manifest/manifest_fields.h"
#include "output/manifest/manifest_layers.h"

/* A tree under construction; `failed` is out of memory. */
struct tree {
    const struct manifest *manifest;        /* NULL while settings are printed */
    const struct adtmap_settings *settings; /* NULL otherwise */
    bool failed;
};

static void add(struct tree *tree, cJSON *object, const char *name, cJSON *item)
{
    if (!cJSON_AddItemToObject(object, name, item)) {
        cJSON_Delete(item);
        tree->failed = true;
    }
}

static void append(struct tree *tree, cJSON *array, cJSON *item)
{
    if (!cJSON_AddItemToArray(array, item)) {
        cJSON_Delete(item);
        tree->failed = true;
    }
}

static void add_whole(struct tree *tree, cJSON *object, const char *name, uint32_t value)
{
    add(tree, object, name, cJSON_CreateNumber(value));
}

/* `tiles` tile edges of 1600/3 yards, to four places; whole numbers only, so that every machine
 * writes the same. */
static cJSON *make_yards(int tiles)
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
    return cJSON_CreateRaw(text);
}

/* The world that a rectangle of tiles covers; tile 32 begins at 0, +X is north and +Y is west. */
static cJSON *make_world(struct tree *tree, struct stitch_bounds tiles)
{
    cJSON *world = cJSON_CreateObject();
    int half = TILE_SET_GRID / 2;
    add(tree, world, "north", make_yards(half - (int)tiles.y));
    add(tree, world, "south", make_yards(half - (int)(tiles.y + tiles.rows)));
    add(tree, world, "west", make_yards(half - (int)tiles.x));
    add(tree, world, "east", make_yards(half - (int)(tiles.x + tiles.columns)));
    return world;
}

static void add_size(struct tree *tree, cJSON *object)
{
    const struct manifest *manifest = tree->manifest;
    add_whole(tree, object, "width", manifest->bounds.columns * manifest->size_px);
    add_whole(tree, object, "height", manifest->bounds.rows * manifest->size_px);
}

static cJSON *make_bounds(struct tree *tree)
{
    struct stitch_bounds bounds = tree->manifest->bounds;
    cJSON *tiles = cJSON_CreateObject();
    add_whole(tree, tiles, "x", bounds.x);
    add_whole(tree, tiles, "y", bounds.y);
    add_whole(tree, tiles, "columns", bounds.columns);
    add_whole(tree, tiles, "rows", bounds.rows);
    cJSON *pixels = cJSON_CreateObject();
    add_size(tree, pixels);
    cJSON *all = cJSON_CreateObject();
    add(tree, all, "tiles", tiles);
    add(tree, all, "pixels", pixels);
    add(tree, all, "world", make_world(tree, bounds));
    return all;
}

static cJSON *make_stitched(struct tree *tree)
{
    if (!tree->manifest->is_stitched) {
        return cJSON_CreateNull();
    }
    char name[PATH_NAME_BYTES];
    path_stitched_name(tree->manifest->map, name);
    cJSON *stitched = cJSON_CreateObject();
    add(tree, stitched, "file", cJSON_CreateString(name));
    add_size(tree, stitched);
    return stitched;
}

static cJSON *make_floats(struct tree *tree, const float *values, size_t count)
{
    if (count == 1) {
        return json_float(*values);
    }
    cJSON *array = cJSON_CreateArray();
    for (size_t i = 0; i < count; i++) {
        append(tree, array, json_float(values[i]));
    }
    return array;
}

static cJSON *make_float_fields(struct tree *tree, const struct manifest_float_field *fields,
                                size_t count)
{
    const char *settings = (const char *)tree->settings;
    cJSON *object = cJSON_CreateObject();
    for (size_t i = 0; i < count; i++) {
        float values[4];
        memcpy(values, settings + fields[i].offset, fields[i].count * sizeof *values);
        add(tree, object, fields[i].name, make_floats(tree, values, fields[i].count));
    }
    return object;
}

static cJSON *make_strings(struct tree *tree, const char *const *strings, size_t count)
{
    cJSON *array = cJSON_CreateArray();
    for (size_t i = 0; i < count; i++) {
        append(tree, array, cJSON_CreateString(strings[i]));
    }
    return array;
}

static cJSON *make_objects(struct tree *tree)
{
    const struct adtmap_objects *objects = &tree->settings->objects;
    cJSON *object = cJSON_CreateObject();
    cJSON *ids = cJSON_CreateArray();
    bool cut = isfinite(objects->cut_height_yd);
    for (size_t i = 0; i < objects->hide_id_count; i++) {
        append(tree, ids, cJSON_CreateNumber(objects->hide_ids[i]));
    }
    add(tree, object, "hide", make_strings(tree, objects->hide, objects->hide_count));
    add(tree, object, "only", make_strings(tree, objects->only, objects->only_count));
    add(tree, object, "hide_ids", ids);
    add(tree, object, "cut_height_yd",
        cut ? json_float(objects->cut_height_yd) : cJSON_CreateNull());
    return object;
}

static cJSON *make_doodads(struct tree *tree)
{
    const struct adtmap_settings *settings = tree->settings;
    bool is_all = settings->doodads == ADTMAP_DOODADS_ALL;
    float least = settings->doodad_min_size_yd;
    cJSON *object = cJSON_CreateObject();
    cJSON *rules = cJSON_CreateArray();
    for (size_t i = 0; i < settings->doodad_rules.count; i++) {
        const struct adtmap_doodad_rule *rule = &settings->doodad_rules.items[i];
        cJSON *entry = cJSON_CreateObject();
        add(tree, entry, rule->include ? "include" : "exclude", cJSON_CreateString(rule->pattern));
        append(tree, rules, entry);
    }
    add(tree, object, "kind", cJSON_CreateString(is_all ? "all" : "minimap"));
    add(tree, object, "min_size_yd", least >= 0.0F ? json_float(least) : cJSON_CreateNull());
    add(tree, object, "rules", rules);
    return object;
}

static cJSON *make_settings(struct tree *tree)
{
    const struct adtmap_settings *settings = tree->settings;
    cJSON *draw = cJSON_CreateObject();
    for (size_t i = 0; i < MANIFEST_DRAW_FIELDS; i++) {
        const struct manifest_draw_field *field = &manifest_draw_fields[i];
        add(tree, draw, field->name, cJSON_CreateBool((settings->draw & field->bit) != 0));
    }
    cJSON *background = cJSON_CreateArray();
    for (size_t i = 0; i < 4; i++) {
        append(tree, background, cJSON_CreateNumber(settings->background[i]));
    }
    cJSON *object = cJSON_CreateObject();
    add(tree, object, "blend", cJSON_CreateString(manifest_blend_names[settings->blend]));
    add(tree, object, "edge", cJSON_CreateString(manifest_edge_names[settings->edge]));
    add(tree, object, "far", cJSON_CreateString(manifest_low_res_names[settings->low_res]));
    add(tree, object, "light",
        make_float_fields(tree, manifest_light_fields, MANIFEST_LIGHT_FIELDS));
    add(tree, object, "liquids",
        make_float_fields(tree, manifest_liquid_fields, MANIFEST_LIQUID_FIELDS));
    add(tree, object, "objects", make_objects(tree));
    add(tree, object, "doodads", make_doodads(tree));
    add(tree, object, "draw", draw);
    add(tree, object, "background", background);
    return object;
}

static void add_present(struct tree *tree, cJSON *object, uint32_t x, uint32_t y)
{
    const struct manifest *manifest = tree->manifest;
    char name[PATH_NAME_BYTES];
    char hex[HASH128_HEX_BYTES];
    path_tile_name(manifest->map, x, y, name);
    hash128_hex(manifest->tiles[y][x].hash, hex);
    cJSON *pixel = cJSON_CreateObject();
    add_whole(tree, pixel, "x", (x - manifest->bounds.x) * manifest->size_px);
    add_whole(tree, pixel, "y", (y - manifest->bounds.y) * manifest->size_px);
    add(tree, object, "file", cJSON_CreateString(name));
    add(tree, object, "hash", cJSON_CreateString(hex));
    if (manifest->tiles[y][x].is_low_res) {
        add(tree, object, "source", cJSON_CreateString(manifest_low_res_source));
    }
    add(tree, object, "pixel", pixel);
    add(tree, object, "world", make_world(tree, (struct stitch_bounds){x, y, 1, 1}));
}

static cJSON *make_tile(struct tree *tree, uint32_t x, uint32_t y)
{
    const struct manifest_tile *tile = &tree->manifest->tiles[y][x];
    cJSON *object = cJSON_CreateObject();
    add_whole(tree, object, "x", x);
    add_whole(tree, object, "y", y);
    if (tile->state == MANIFEST_PRESENT) {
        add_present(tree, object, x, y);
    } else if (tile->state == MANIFEST_FAILED) {
        add(tree, object, "reason", cJSON_CreateString(tile->reason));
    }
    return object;
}

static cJSON *make_tiles(struct tree *tree, enum manifest_state state)
{
    struct tile_set set = manifest_tiles(tree->manifest, state);
    cJSON *array = cJSON_CreateArray();
    for (uint32_t y = 0; y < TILE_SET_GRID; y++) {
        for (uint32_t x = 0; x < TILE_SET_GRID; x++) {
            if (tile_set_has(&set, x, y)) {
                append(tree, array, make_tile(tree, x, y));
            }
        }
    }
    return array;
}

static cJSON *make_document(struct tree *tree)
{
    cJSON *root = cJSON_CreateObject();
    add_whole(tree, root, "format", MANIFEST_FORMAT);
    add(tree, root, "map", cJSON_CreateString(tree->manifest->map));
    add_whole(tree, root, "tile_size", tree->manifest->size_px);
    add(tree, root, "bounds", make_bounds(tree));
    add(tree, root, "stitched", make_stitched(tree));
    add(tree, root, "settings", cJSON_CreateRaw(tree->manifest->settings));
    add(tree, root, "tiles", make_tiles(tree, MANIFEST_PRESENT));
    add(tree, root, "failed", make_tiles(tree, MANIFEST_FAILED));
    add(tree, root, "absent", make_tiles(tree, MANIFEST_ABSENT));
    if (tree->manifest->layers && !manifest_layers_add(tree->manifest, root)) {
        tree->failed = true;
    }
    return root;
}

static void print_value(struct buffer *text, const cJSON *item)
{
    char *printed = cJSON_PrintUnformatted(item);
    if (printed) {
        buffer_append(text, printed, strlen(printed));
    } else {
        text->failed = true;
    }
    cJSON_free(printed);
}

static void print_list(struct buffer *text, const cJSON *array)
{
    buffer_printf(text, "[");
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, array)
    {
        buffer_printf(text, "\n    ");
        print_value(text, item);
        buffer_printf(text, item->next ? "," : "\n  ");
    }
    buffer_printf(text, "]");
}

/* A member a line, and an element of a list a line: what changed shows well in a diff. */
static void print_document(struct buffer *text, const cJSON *root)
{
    const cJSON *member = NULL;
    buffer_printf(text, "{");
    cJSON_ArrayForEach(member, root)
    {
        buffer_printf(text, "\n  \"%s\": ", member->string);
        if (cJSON_IsArray(member)) {
            print_list(text, member);
        } else {
            print_value(text, member);
        }
        buffer_printf(text, member->next ? "," : "\n");
    }
    buffer_printf(text, "}\n");
}

/* Numbers have a decimal point whatever the program's locale. */
typedef void print_function(struct buffer *text, struct tree *tree);

static void print_plainly(struct buffer *text, struct tree *tree, print_function *print)
{
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!plain) {
        text->failed = true;
        return;
    }
    locale_t before = uselocale(plain);
    print(text, tree);
    uselocale(before);
    freelocale(plain);
    text->failed |= tree->failed;
}

static void print_all(struct buffer *text, struct tree *tree)
{
    cJSON *root = make_document(tree);
    print_document(text, root);
    cJSON_Delete(root);
}

static void print_settings(struct buffer *text, struct tree *tree)
{
    cJSON *settings = make_settings(tree);
    print_value(text, settings);
    cJSON_Delete(settings);
}

void manifest_settings(struct buffer *text, const struct adtmap_settings *settings)
{
    struct tree tree = {.settings = settings};
    print_plainly(text, &tree, print_settings);
}

void manifest_print(struct buffer *text, const struct manifest *manifest)
{
    struct tree tree = {.manifest = manifest};
    print_plainly(text, &tree, print_all);
}
