#include "job/run/area_facts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "job/run/map_summary.h"
#include "output/manifest/manifest.h"
#include "output/web_text.h"
#include "scene/map/area_names.h"
#include "scene/map/client_table.h"

enum { AREAS_NAMED_MAX = 1 << 14 }; /* clients of 2026 have 10000 areas */

/* Of numbers in order, each once. */
struct ids {
    uint32_t *items;
    size_t count;
};

static int compare_ids(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static bool ids_have(const struct ids *ids, uint32_t id)
{
    return ids->count > 0 && bsearch(&id, ids->items, ids->count, sizeof id, compare_ids);
}

/* Takes over what `numbers` has. */
static struct ids ids_of(struct buffer *numbers)
{
    struct ids ids = {(void *)numbers->data, 0};
    size_t count = numbers->size / sizeof *ids.items;
    if (count > 0) {
        qsort(ids.items, count, sizeof *ids.items, compare_ids);
    }
    for (size_t i = 0; i < count; i++) {
        if (ids.count == 0 || ids.items[ids.count - 1] != ids.items[i]) {
            ids.items[ids.count++] = ids.items[i];
        }
    }
    return ids;
}

/* The chunks' areas of a picture on record. */
static bool read_tile(const struct build_log *log, const char *map, uint32_t x, uint32_t y,
                      uint32_t ids[AREA_TILE_CHUNKS])
{
    char path[PATH_NAME_BYTES];
    node_tile_path("", map, x, y, path);
    const struct build_record *record = build_log_find(log, path);
    return record && record->state == BUILD_MADE && series_read_areas(record, ids);
}

static void add_id(void *user, uint32_t id)
{
    buffer_u32le(user, id);
}

static void list_picture_areas(const struct run *run, struct buffer *ids)
{
    uint32_t chunks[AREA_TILE_CHUNKS];
    for (uint32_t i = 0; i < TILE_SET_TILES; i++) {
        bool is_known =
            read_tile(run->log, run->map_name, i % TILE_SET_GRID, i / TILE_SET_GRID, chunks);
        for (uint32_t k = 0; k < AREA_TILE_CHUNKS && is_known; k++) {
            if (k == 0 || chunks[k] != chunks[k - 1]) {
                buffer_u32le(ids, chunks[k]);
            }
        }
    }
}

static enum adtmap_status list_areas(const struct run *run, struct buffer *ids)
{
    struct map_summary *publish = malloc(sizeof *publish);
    if (!publish) {
        return diag_fail_memory(&run->diag);
    }
    map_summary_open(run->log, run->map_name, publish);
    map_summary_visit_areas(publish, add_id, ids);
    free(publish);
    list_picture_areas(run, ids);
    return ids->failed ? diag_fail_memory(&run->diag) : ADTMAP_OK;
}

static bool record_name(struct run *run, const struct area_names *names,
                        const struct dbc_area *area)
{
    char fact[32];
    char name[MANIFEST_AREA_BYTES] = "";
    char zone[MANIFEST_AREA_BYTES] = "";
    struct buffer text = {0};
    struct dbc_area parent;
    manifest_copy_text(area->name, name, sizeof name);
    if (area->parent && area_names_find(names, area->parent, &parent)) {
        manifest_copy_text(parent.name, zone, sizeof zone);
    }
    snprintf(fact, sizeof fact, AREA_FACTS_PREFIX "%u", (unsigned)area->id);
    buffer_printf(&text, "%s\t%s\t%u", name, zone, (unsigned)area->parent);
    buffer_u8(&text, 0);
    bool fine = !text.failed && (build_log_fact(run->log, fact) ||
                                 build_log_set_fact(run->log, fact, (const char *)text.data));
    buffer_free(&text);
    return fine;
}

/* Records the frames of areas in `ids`. */
static enum adtmap_status record_frames(struct run *run, const struct ids *ids)
{
    struct blob blob;
    struct table frames;
    uint32_t recorded = 0;
    enum adtmap_status status =
        client_table_open(run->map->data->assets, TABLE_FRAMES, &run->diag, &blob, &frames);
    for (uint32_t i = 0; i < table_count(&frames) && recorded < AREAS_NAMED_MAX && !status; i++) {
        struct dbc_frame frame;
        char fact[32];
        char text[128];
        if (!table_frame_at(&frames, i, &frame) || !ids_have(ids, frame.area_id)) {
            continue;
        }
        snprintf(fact, sizeof fact, AREA_FACTS_FRAME_PREFIX "%u", (unsigned)frame.area_id);
        snprintf(text, sizeof text, "%" PRId64 " %" PRId64 " %" PRId64 " %" PRId64,
                 web_text_millionths(frame.west), web_text_millionths(frame.east),
                 web_text_millionths(frame.north), web_text_millionths(frame.south));
        bool fine = build_log_fact(run->log, fact) || build_log_set_fact(run->log, fact, text);
        status = fine ? ADTMAP_OK : diag_fail_memory(&run->diag);
        recorded++;
    }
    blob_release(&blob);
    return status;
}

/* Records those of the table's areas that are in `ids`. The ids of their zones go to `zones`, which
 * may be NULL. */
static enum adtmap_status record_listed(struct run *run, const struct area_names *names,
                                        const struct ids *ids, struct buffer *zones)
{
    uint32_t recorded = 0;
    uint32_t count = table_count(&names->table);
    for (uint32_t i = 0; i < count && recorded < AREAS_NAMED_MAX; i++) {
        struct dbc_area area;
        if (!table_area_at(&names->table, i, &area) || !ids_have(ids, area.id)) {
            continue;
        }
        if (!record_name(run, names, &area)) {
            return diag_fail_memory(&run->diag);
        }
        recorded++;
        if (zones && area.parent) {
            buffer_u32le(zones, area.parent);
        }
    }
    return zones && zones->failed ? diag_fail_memory(&run->diag) : ADTMAP_OK;
}

static enum adtmap_status record_names(struct run *run, const struct area_names *names)
{
    struct buffer own = {0};
    struct buffer zones = {0};
    enum adtmap_status status = list_areas(run, &own);
    build_log_drop_facts(run->log, AREA_FACTS_PREFIX);
    build_log_drop_facts(run->log, AREA_FACTS_FRAME_PREFIX);
    if (!status) {
        const struct ids ids = ids_of(&own);
        status = record_listed(run, names, &ids, &zones);
        buffer_append(&zones, ids.items, ids.count * sizeof *ids.items);
    }
    if (!status) {
        const struct ids ids = ids_of(&zones);
        status = record_listed(run, names, &ids, NULL);
        status = status ? status : record_frames(run, &ids);
    }
    buffer_free(&own);
    buffer_free(&zones);
    return status;
}

enum adtmap_status area_facts_record_names(struct run *run)
{
    struct area_names names;
    enum adtmap_status status = area_names_open(run->map->data->assets, &run->diag, &names);
    if (!status) {
        status = record_names(run, &names);
    }
    area_names_close(&names);
    return status;
}

enum adtmap_status area_facts_record_tables(struct run *run)
{
    const struct diag nobody = {0};
    struct area_names names;
    struct table frames;
    struct blob blob;
    char hex[HASH128_HEX_BYTES];
    bool fine = !area_names_open(run->map->data->assets, &nobody, &names);
    fine &= !client_table_open(run->map->data->assets, TABLE_FRAMES, &nobody, &blob, &frames);
    const struct hash128 tables[] = {hash128_blob(&names.blob), hash128_blob(&blob)};
    hash128_hex(hash128(tables, sizeof tables), hex);
    fine = fine && build_log_set_fact(run->log, AREA_FACTS_TABLES, hex);
    blob_release(&blob);
    area_names_close(&names);
    return fine ? ADTMAP_OK : diag_fail_memory(&run->diag);
}

/* The name that a fact holds; false for another fact. */
static bool read_name(const struct build_fact *fact, struct area_name *name)
{
    const char *prefix = AREA_FACTS_PREFIX;
    const char *tab = strchr(fact->value, '\t');
    if (strncmp(fact->name, prefix, strlen(prefix)) != 0 || !tab) {
        return false;
    }
    const char *last = strchr(tab + 1, '\t');
    *name = (struct area_name){
        .id = (uint32_t)strtoul(fact->name + strlen(prefix), NULL, 10),
        .zone = last ? (uint32_t)strtoul(last + 1, NULL, 10) : 0,
    };
    snprintf(name->name, sizeof name->name, "%.*s", (int)(tab - fact->value), fact->value);
    return true;
}

static void read_frame(const struct build_log *log, struct area_name *name)
{
    char fact[32];
    snprintf(fact, sizeof fact, AREA_FACTS_FRAME_PREFIX "%u", (unsigned)name->id);
    const char *text = build_log_fact(log, fact);
    char *end = (char *)(uintptr_t)text;
    for (int i = 0; i < 4 && text; i++) {
        name->frame[i] = strtoll(end, &end, 10);
    }
}

static int compare_names(const void *a, const void *b)
{
    const struct area_name *x = a;
    const struct area_name *y = b;
    return (x->id > y->id) - (x->id < y->id);
}

/* The names on record, by id, from malloc; NULL when out of memory. */
static struct area_name *list_names(const struct build_log *log, uint32_t *count)
{
    struct area_name *names = calloc((size_t)log->fact_count + 1, sizeof *names);
    *count = 0;
    for (uint32_t i = 0; i < log->fact_count && names; i++) {
        if (read_name(&log->facts[i], &names[*count])) {
            read_frame(log, &names[(*count)++]);
        }
    }
    if (*count > 0) {
        qsort(names, *count, sizeof *names, compare_names);
    }
    return names;
}

static void fill_grid(const struct run *run, struct area_grid *grid)
{
    uint32_t ids[AREA_TILE_CHUNKS];
    for (uint32_t i = 0; i < TILE_SET_TILES; i++) {
        uint32_t x = i % TILE_SET_GRID;
        uint32_t y = i / TILE_SET_GRID;
        if (read_tile(run->log, run->map_name, x, y, ids)) {
            area_grid_put_tile(grid, x, y, ids);
        }
    }
}

enum adtmap_status area_facts_map(const struct run *run, struct area_map *map)
{
    struct area_grid grid;
    uint32_t count;
    struct area_name *names = list_names(run->log, &count);
    *map = (struct area_map){0};
    bool fine = area_grid_create(&grid) && names;
    if (fine) {
        fill_grid(run, &grid);
        fine = area_map_make(&grid, names, count, map);
    }
    free(names);
    area_grid_free(&grid);
    return fine ? ADTMAP_OK : diag_fail_memory(&run->diag);
}
