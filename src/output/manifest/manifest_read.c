/* The reading half of manifest.h: a manifest may have been edited, or made, by anybody. */
#include <cjson/cJSON.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "os/file.h"
#include "output/manifest/json.h"
#include "output/manifest/manifest.h"
#include "output/manifest/manifest_fields.h"
#include "output/manifest/manifest_items.h"
#include "output/manifest/manifest_layers.h"

/* A member could not be read: it is wrong, or there was no memory for it, as errno says. */
static enum adtmap_status fail(const struct diag *diag, const char *what)
{
    if (errno == ENOMEM) {
        return diag_fail_memory(diag);
    }
    return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET, "manifest: %s is missing or wrong",
                     what);
}

const cJSON *manifest_member(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

static bool to_whole(const cJSON *item, uint32_t low, uint32_t high, uint32_t *value)
{
    if (!cJSON_IsNumber(item) || !(item->valuedouble >= low && item->valuedouble <= high)) {
        return false;
    }
    *value = (uint32_t)item->valuedouble;
    return (double)*value == item->valuedouble;
}

bool manifest_get_whole(const cJSON *object, const char *name, uint32_t low, uint32_t high,
                        uint32_t *value)
{
    return to_whole(manifest_member(object, name), low, high, value);
}

bool manifest_is_text(const cJSON *item, const char *wanted)
{
    return cJSON_IsString(item) && strcmp(item->valuestring, wanted) == 0;
}

static bool read_bounds(const cJSON *root, struct stitch_bounds *bounds)
{
    const cJSON *tiles = manifest_member(manifest_member(root, "bounds"), "tiles");
    return manifest_get_whole(tiles, "x", 0, TILE_SET_GRID, &bounds->x) &&
           manifest_get_whole(tiles, "y", 0, TILE_SET_GRID, &bounds->y) &&
           manifest_get_whole(tiles, "columns", 0, TILE_SET_GRID - bounds->x, &bounds->columns) &&
           manifest_get_whole(tiles, "rows", 0, TILE_SET_GRID - bounds->y, &bounds->rows);
}

/* Which of `count` names the member has; -1 for another, `fallback` when it is not there. */
static int find_name(const cJSON *settings, const char *name, const char *const *names, int count,
                     int fallback)
{
    const cJSON *item = manifest_member(settings, name);
    int index = item ? count - 1 : fallback;
    while (item && index >= 0 && !manifest_is_text(item, names[index])) {
        index--;
    }
    return index;
}

/* `edge` and `far` came later than manifests did. */
static bool read_choices(const cJSON *object, struct adtmap_settings *settings)
{
    int blend = find_name(object, "blend", manifest_blend_names, MANIFEST_BLENDS, -1);
    int edge = find_name(object, "edge", manifest_edge_names, MANIFEST_EDGES, ADTMAP_EDGE_AUTO);
    int far = find_name(object, "far", manifest_low_res_names, MANIFEST_FARS, ADTMAP_LOW_RES_FILL);
    if (blend < 0 || edge < 0 || far < 0) {
        return false;
    }
    settings->blend = (enum adtmap_blend)blend;
    settings->edge = (enum adtmap_edge)edge;
    settings->low_res = (enum adtmap_low_res)far;
    return true;
}

bool manifest_get_floats(const cJSON *item, size_t count, float *values)
{
    if (count > 1 && (!cJSON_IsArray(item) || cJSON_GetArraySize(item) != (int)count)) {
        return false;
    }
    const cJSON *at = count > 1 ? item->child : item;
    for (size_t i = 0; i < count; i++, at = at->next) {
        if (!cJSON_IsNumber(at) || !(at->valuedouble >= -1e6 && at->valuedouble <= 1e6)) {
            return false;
        }
        values[i] = (float)at->valuedouble;
    }
    return true;
}

static bool read_float_fields(const cJSON *object, const struct manifest_float_field *fields,
                              size_t count, struct adtmap_settings *settings)
{
    for (size_t i = 0; i < count; i++) {
        float values[4];
        if (!manifest_get_floats(manifest_member(object, fields[i].name), fields[i].count,
                                 values)) {
            return false;
        }
        memcpy((char *)settings + fields[i].offset, values, fields[i].count * sizeof *values);
    }
    return true;
}

static bool read_draw(const cJSON *settings, uint32_t *draw)
{
    const cJSON *object = manifest_member(settings, "draw");
    *draw = 0;
    for (size_t i = 0; i < MANIFEST_DRAW_FIELDS; i++) {
        const cJSON *item = manifest_member(object, manifest_draw_fields[i].name);
        if (!cJSON_IsBool(item)) {
            return false;
        }
        *draw |= cJSON_IsTrue(item) ? manifest_draw_fields[i].bit : 0;
    }
    return true;
}

static bool read_background(const cJSON *settings, uint8_t background[4])
{
    const cJSON *array = manifest_member(settings, "background");
    if (!cJSON_IsArray(array) || cJSON_GetArraySize(array) != 4) {
        return false;
    }
    const cJSON *item = array->child;
    for (int i = 0; i < 4; i++, item = item->next) {
        uint32_t value;
        if (!to_whole(item, 0, 255, &value)) {
            return false;
        }
        background[i] = (uint8_t)value;
    }
    return true;
}

/* Room for the values of an array, zeroed, from malloc; *values stays NULL for an empty one. */
static bool make_room(const cJSON *array, size_t size, void **values)
{
    *values = NULL;
    if (!cJSON_IsArray(array)) {
        return false;
    }
    size_t count = (size_t)cJSON_GetArraySize(array);
    *values = count > 0 ? calloc(count, size) : NULL;
    return count == 0 || *values;
}

/* Strings from malloc, as manifest_destroy frees them. */
static bool read_strings(const cJSON *array, const char *const **strings, size_t *count)
{
    const cJSON *item = NULL;
    void *room;
    bool fine = make_room(array, sizeof **strings, &room);
    char **read = room;
    *strings = room;
    cJSON_ArrayForEach(item, array)
    {
        char *copy = fine && cJSON_IsString(item) ? strdup(item->valuestring) : NULL;
        fine = copy != NULL;
        if (fine) {
            read[(*count)++] = copy;
        }
    }
    return fine;
}

static bool read_ids(const cJSON *array, struct adtmap_objects *objects)
{
    const cJSON *item = NULL;
    void *room;
    bool fine = make_room(array, sizeof *objects->hide_ids, &room);
    uint32_t *ids = room;
    objects->hide_ids = ids;
    cJSON_ArrayForEach(item, array)
    {
        fine = fine && to_whole(item, 0, UINT32_MAX, &ids[objects->hide_id_count++]);
    }
    return fine;
}

static bool read_cut_height(const cJSON *item, float *height_yd)
{
    *height_yd = INFINITY;
    return cJSON_IsNull(item) || manifest_get_floats(item, 1, height_yd);
}

/* Into a manifest that owns them from here on. */
static bool read_objects(const cJSON *root, struct manifest *manifest)
{
    const cJSON *object = manifest_member(manifest_member(root, "settings"), "objects");
    struct adtmap_objects *objects = &manifest->settings.objects;
    *objects = (struct adtmap_objects){0};
    manifest->owns_objects = true;
    return read_strings(manifest_member(object, "hide"), &objects->hide, &objects->hide_count) &&
           read_strings(manifest_member(object, "only"), &objects->only, &objects->only_count) &&
           read_ids(manifest_member(object, "hide_ids"), objects) &&
           read_cut_height(manifest_member(object, "cut_height_yd"), &objects->cut_height_yd);
}

static bool read_settings(const cJSON *root, struct adtmap_settings *settings)
{
    const cJSON *object = manifest_member(root, "settings");
    adtmap_settings_default(settings);
    return manifest_get_whole(root, "tile_size", ADTMAP_SIZE_MIN_PX, ADTMAP_SIZE_MAX_PX,
                              &settings->size_px) &&
           read_choices(object, settings) &&
           read_float_fields(manifest_member(object, "light"), manifest_light_fields,
                             MANIFEST_LIGHT_FIELDS, settings) &&
           read_float_fields(manifest_member(object, "liquids"), manifest_liquid_fields,
                             MANIFEST_LIQUID_FIELDS, settings) &&
           read_draw(object, &settings->draw) && read_background(object, settings->background) &&
           adtmap_settings_check(settings, NULL) == ADTMAP_OK;
}

static bool read_stitched(const cJSON *root, struct manifest *manifest)
{
    const cJSON *stitched = manifest_member(root, "stitched");
    char name[PATH_NAME_BYTES];
    path_stitched_name(manifest->map, name);
    manifest->is_stitched = !cJSON_IsNull(stitched);
    return !manifest->is_stitched || manifest_is_text(manifest_member(stitched, "file"), name);
}

/* 16 lower-case hexadecimal digits. */
static bool read_hex(const char *text, uint64_t *value)
{
    *value = 0;
    for (int i = 0; i < 16; i++) {
        bool is_digit = text[i] >= '0' && text[i] <= '9';
        if (!is_digit && !(text[i] >= 'a' && text[i] <= 'f')) {
            return false;
        }
        *value = *value << 4 | (uint64_t)(is_digit ? text[i] - '0' : text[i] - 'a' + 10);
    }
    return true;
}

bool manifest_get_hash(const cJSON *item, struct hash128 *hash)
{
    return cJSON_IsString(item) && strlen(item->valuestring) == HASH128_HEX_BYTES - 1 &&
           read_hex(item->valuestring, &hash->high) && read_hex(item->valuestring + 16, &hash->low);
}

static bool is_inside(struct stitch_bounds bounds, uint32_t x, uint32_t y)
{
    return x >= bounds.x && x < bounds.x + bounds.columns && y >= bounds.y &&
           y < bounds.y + bounds.rows;
}

static bool read_present(const cJSON *item, struct manifest *manifest, uint32_t x, uint32_t y)
{
    struct hash128 hash;
    char name[PATH_NAME_BYTES];
    path_tile_name(manifest->map, x, y, name);
    if (!is_inside(manifest->bounds, x, y) ||
        !manifest_is_text(manifest_member(item, "file"), name) ||
        !manifest_get_hash(manifest_member(item, "hash"), &hash)) {
        return false;
    }
    manifest_set_present(manifest, x, y, hash);
    manifest->tiles[y][x].is_low_res =
        manifest_is_text(manifest_member(item, "source"), manifest_low_res_source);
    return true;
}

static bool read_failed(const cJSON *item, struct manifest *manifest, uint32_t x, uint32_t y)
{
    const cJSON *reason = manifest_member(item, "reason");
    return cJSON_IsString(reason) && manifest_set_failed(manifest, x, y, reason->valuestring);
}

static bool read_absent(const cJSON *item, struct manifest *manifest, uint32_t x, uint32_t y)
{
    (void)item;
    manifest_set_absent(manifest, x, y);
    return true;
}

static bool read_list(const cJSON *list, struct manifest *manifest,
                      bool (*read)(const cJSON *item, struct manifest *manifest, uint32_t x,
                                   uint32_t y))
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, list)
    {
        uint32_t x;
        uint32_t y;
        if (!manifest_get_whole(item, "x", 0, TILE_SET_GRID - 1, &x) ||
            !manifest_get_whole(item, "y", 0, TILE_SET_GRID - 1, &y) ||
            manifest->tiles[y][x].state != MANIFEST_NOTHING || !read(item, manifest, x, y)) {
            return false;
        }
    }
    return cJSON_IsArray(list);
}

/* Reads what comes with the tiles; says the first member that is wrong, or NULL. */
static const char *read_members(const cJSON *root, struct manifest *manifest)
{
    if (!read_objects(root, manifest)) {
        return "objects";
    }
    if (!read_bounds(root, &manifest->bounds)) {
        return "bounds";
    }
    if (!read_stitched(root, manifest)) {
        return "stitched";
    }
    if (!read_list(manifest_member(root, "tiles"), manifest, read_present)) {
        return "tiles";
    }
    if (!read_list(manifest_member(root, "failed"), manifest, read_failed)) {
        return "failed";
    }
    if (!read_list(manifest_member(root, "absent"), manifest, read_absent)) {
        return "absent";
    }
    return manifest_layers_read(root, manifest) ? NULL : "layers";
}

static enum adtmap_status read_document(const cJSON *root, const struct diag *diag,
                                        struct manifest **manifest)
{
    uint32_t format;
    errno = 0;
    if (!manifest_get_whole(root, "format", 1, UINT32_MAX, &format)) {
        return fail(diag, "format");
    }
    if (format != MANIFEST_FORMAT) {
        return diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET,
                         "manifest: format %u is not known, only %d", format, MANIFEST_FORMAT);
    }
    const cJSON *map = manifest_member(root, "map");
    const struct diag silent = {0};
    if (!cJSON_IsString(map) || path_check_map_name(map->valuestring, &silent)) {
        return fail(diag, "map");
    }
    struct adtmap_settings settings;
    if (!read_settings(root, &settings)) {
        return fail(diag, "settings or tile_size");
    }
    struct manifest *made = NULL;
    enum adtmap_status status = manifest_create(map->valuestring, &settings, diag, &made);
    if (status) {
        return status;
    }
    const char *wrong = read_members(root, made);
    if (wrong) {
        manifest_destroy(made);
        return fail(diag, wrong);
    }
    *manifest = made;
    return ADTMAP_OK;
}

enum adtmap_status manifest_read(const uint8_t *data, size_t size, const struct diag *diag,
                                 struct manifest **manifest)
{
    *manifest = NULL;
    if (size > MANIFEST_BYTES_MAX) {
        return diag_fail(diag, ADTMAP_LIMIT, NULL, NO_OFFSET,
                         "a manifest of %zu bytes is over the limit of %d", size,
                         MANIFEST_BYTES_MAX);
    }
    cJSON *root;
    enum adtmap_status status = json_parse(data, size, diag, &root);
    if (!status) {
        status = read_document(root, diag, manifest);
    }
    cJSON_Delete(root);
    return status;
}

enum adtmap_status manifest_read_earlier(const char *path, const struct diag *diag,
                                         struct manifest **manifest)
{
    struct adtmap_message why = {0};
    const struct diag at_path = {path, diag->log, diag->failure};
    const struct diag quiet = {path, diag->log, &why};
    struct blob blob = {0};
    *manifest = NULL;
    if (!file_exists(path)) {
        return ADTMAP_OK;
    }
    enum adtmap_status status = file_map(path, &at_path, &blob);
    if (status) {
        return status;
    }
    status = manifest_read(blob.data, blob.size, &quiet, manifest);
    blob_release(&blob);
    if (status == ADTMAP_NO_MEMORY) {
        return diag_fail_memory(&at_path);
    }
    if (status) {
        diag_warn(&quiet, why.chunk, why.offset, "%.200s; passed over", why.what);
    }
    return ADTMAP_OK;
}
