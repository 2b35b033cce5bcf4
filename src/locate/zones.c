/*
 * Areas are sorted by id; the first of equal ids and the first frame of an area count, as in
 * clients. Names lie in one block, in the order of the table.
 */
#include "locate/zones.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"
#include "map/tables/client_table.h"

enum {
    DEPTH_MAX = 8, /* of areas in areas; damaged tables may lead in a circle */
};

static int compare_ids(const void *a, const void *b)
{
    uint32_t first = ((const struct zone_area *)a)->id;
    uint32_t second = ((const struct zone_area *)b)->id;
    return first < second ? -1 : first > second;
}

static int compare_areas(const void *a, const void *b)
{
    uint32_t first = ((const struct zone_area *)a)->record;
    uint32_t second = ((const struct zone_area *)b)->record;
    int ids = compare_ids(a, b);
    return ids ? ids : first < second ? -1 : first > second;
}

static struct zone_area *area_by_id(const struct zones *zones, uint32_t id)
{
    const struct zone_area wanted = {.id = id};
    return array_find(&wanted, zones->areas, zones->count, sizeof wanted, compare_ids);
}

static enum adtmap_status read_areas(const struct assets *assets, const struct diag *diag,
                                     struct zones *zones)
{
    struct blob blob;
    struct table table;
    enum adtmap_status status = client_table_open(assets, TABLE_AREAS, diag, &blob, &table);
    uint32_t count = table_count(&table);
    if (status || count == 0) {
        blob_release(&blob);
        return status;
    }
    size_t name_bytes = 0;
    uint32_t long_names = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct dbc_area area;
        if (table_area_at(&table, i, &area)) {
            name_bytes += strnlen(area.name, AREA_NAME_BYTES_MAX) + 1;
            long_names += strnlen(area.name, AREA_NAME_BYTES_MAX + 1) > AREA_NAME_BYTES_MAX;
        }
    }
    if (long_names > 0) {
        const struct diag at_table = diag_at(diag, "AreaTable");
        diag_warn(&at_table, NULL, NO_OFFSET,
                  "%" PRIu32 " names of areas have more than %d bytes; cut", long_names,
                  AREA_NAME_BYTES_MAX);
    }
    zones->areas = calloc(count, sizeof *zones->areas);
    char *name = zones->names = malloc(name_bytes + 1);
    if (!zones->areas || !name) {
        blob_release(&blob);
        return diag_fail_memory(diag);
    }
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct dbc_area area;
        if (table_area_at(&table, i, &area)) {
            zones->areas[found++] = (struct zone_area){.id = area.id,
                                                       .map_id = area.map_id,
                                                       .parent = area.parent,
                                                       .record = i,
                                                       .name = name};
            size_t length = strnlen(area.name, AREA_NAME_BYTES_MAX);
            memcpy(name, area.name, length);
            name[length] = '\0';
            name += length + 1;
        }
    }
    blob_release(&blob);
    array_sort(zones->areas, found, sizeof *zones->areas, compare_areas);
    for (uint32_t i = 0; i < found; i++) {
        if (i == 0 || zones->areas[i].id != zones->areas[zones->count - 1].id) {
            zones->areas[zones->count++] = zones->areas[i];
        }
    }
    return ADTMAP_OK;
}

enum adtmap_status zones_open(const struct assets *assets, const struct diag *diag,
                              struct zones *zones)
{
    struct blob blob;
    struct table table;
    *zones = (struct zones){0};
    enum adtmap_status status = read_areas(assets, diag, zones);
    if (status) {
        return status;
    }
    status = client_table_open(assets, TABLE_FRAMES, diag, &blob, &table);
    for (uint32_t i = 0; i < table_count(&table); i++) {
        struct dbc_frame frame;
        struct zone_area *area = table_frame_at(&table, i, &frame) && frame.area_id
                                     ? area_by_id(zones, frame.area_id)
                                     : NULL;
        if (area && !area->has_frame) {
            area->has_frame = true;
            area->frame = frame;
        }
    }
    blob_release(&blob);
    return status;
}

void zones_close(struct zones *zones)
{
    free(zones->names);
    free(zones->areas);
    *zones = (struct zones){0};
}

const struct zone_area *zones_find(const struct zones *zones, uint32_t id)
{
    return area_by_id(zones, id);
}

const struct zone_area *zones_find_name(const struct zones *zones, const char *name)
{
    const struct zone_area *found = NULL;
    for (uint32_t i = 0; i < zones->count; i++) {
        const struct zone_area *area = &zones->areas[i];
        bool is_better = !found || (area->has_frame && !found->has_frame);
        if (is_better && text_compare_nocase(area->name, name) == 0) {
            found = area;
        }
    }
    return found;
}

uint32_t zones_of_area(const struct zones *zones, uint32_t area)
{
    const struct zone_area *entry = area_by_id(zones, area);
    for (int depth = 0; entry && entry->parent && depth < DEPTH_MAX; depth++) {
        const struct zone_area *parent = area_by_id(zones, entry->parent);
        if (!parent) {
            break;
        }
        entry = parent;
    }
    return entry ? entry->id : area;
}

bool zones_percent_of(const struct zones *zones, uint32_t zone, double x, double y,
                      double percent[2])
{
    const struct zone_area *area = area_by_id(zones, zone);
    if (!area || !area->has_frame) {
        return false;
    }
    const struct dbc_frame *frame = &area->frame;
    percent[0] = 100 * (frame->west - y) / (frame->west - frame->east);
    percent[1] = 100 * (frame->north - x) / (frame->north - frame->south);
    return true;
}

bool zones_point_of(const struct zones *zones, uint32_t zone, const double percent[2], double *x,
                    double *y)
{
    const struct zone_area *area = area_by_id(zones, zone);
    if (!area || !area->has_frame) {
        return false;
    }
    const struct dbc_frame *frame = &area->frame;
    *x = frame->north - percent[1] / 100 * (frame->north - frame->south);
    *y = frame->west - percent[0] / 100 * (frame->west - frame->east);
    return true;
}
