/*
 * Which zones there are, the logs say; a picture is opened only where both have one and the files
 * differ, as the same pixels may be stored in other bytes. A frame is compared where both runs left
 * one: the file `places` may be missing, or damaged, and then says nothing.
 */
#include "cli/diff/diff_zones.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "cli/diff/diff_edited.h"
#include "output/paths.h"

/* A side of the map that is compared. */
struct zone_side {
    const struct build_log *log;
    char *folder; /* OUT/MAP */
    struct places places;
};

static void close_side(struct zone_side *side)
{
    free(side->folder);
    places_free(&side->places);
}

static enum adtmap_status open_side(const struct diff_side *side, const struct build_log *log,
                                    const char *name, const struct diag *diag,
                                    struct zone_side *zone_side)
{
    const char *spelled = name;
    diff_side_has(side, name, &spelled);
    zone_side->log = log;
    zone_side->folder = path_map_directory(side->path, spelled);
    char *log_path = zone_side->folder ? build_log_path(zone_side->folder) : NULL;
    enum adtmap_status status =
        log_path ? places_load(log_path, diag, &zone_side->places) : diag_fail_memory(diag);
    free(log_path);
    return status == ADTMAP_NO_MEMORY ? status : ADTMAP_OK;
}

/* The record of a zone's picture; NULL without a picture. */
static const struct build_record *picture_of(const struct zone_side *side, const char *name)
{
    const struct build_record *record = build_log_find(side->log, node_named(NODE_ZONE, name));
    return record && record->state == BUILD_MADE ? record : NULL;
}

static const int64_t *frame_of(const struct zone_side *side, const char *name)
{
    for (uint32_t i = 0; i < side->places.zone_count; i++) {
        if (strcmp(side->places.zones[i].name, name) == 0) {
            return side->places.zones[i].frame;
        }
    }
    return NULL;
}

static int compare_zones(const void *a, const void *b)
{
    const struct diff_zone *x = a;
    const struct diff_zone *y = b;
    return strcmp(x->name, y->name);
}

/* Appends the names of a side's pictures to an array of struct diff_zone. */
static void list_names(const struct zone_side *side, struct buffer *names)
{
    const struct build_record *record = NULL;
    while ((record = build_log_next(side->log, NODE_ZONE, 0, record))) {
        struct diff_zone zone = {0};
        if (strlen(record->id.name) < sizeof zone.name) {
            memcpy(zone.name, record->id.name, strlen(record->id.name));
            buffer_append(names, &zone, sizeof zone);
        }
    }
}

/* Compares the pixels of two files. False when out of memory. */
static bool compare_pictures(const struct zone_side sides[2], const struct session *session,
                             struct diff_zone *zone)
{
    const char *const folders[2] = {sides[0].folder, sides[1].folder};
    char path[NODE_PATH_BYTES];
    const char *const files[2] = {path, path};
    node_path(node_named(NODE_ZONE, zone->name), NULL, path);
    enum adtmap_status status =
        picture_pair_compare_in(&zone->pair, folders, files, &session->diag);
    if (status && status != ADTMAP_NO_MEMORY) {
        session_fail(session);
        zone->fate = TILE_UNREADABLE;
    }
    return status != ADTMAP_NO_MEMORY;
}

static bool compare_zone(const struct zone_side sides[2], const struct session *session,
                         struct diff_zone *zone)
{
    const struct build_record *old = picture_of(&sides[0], zone->name);
    const struct build_record *new = picture_of(&sides[1], zone->name);
    if (!old || !new) {
        zone->fate = old ? TILE_REMOVED : TILE_ADDED;
        return true;
    }
    const int64_t *frames[2] = {frame_of(&sides[0], zone->name), frame_of(&sides[1], zone->name)};
    if (frames[0] && frames[1]) {
        memcpy(zone->frames[0], frames[0], sizeof zone->frames[0]);
        memcpy(zone->frames[1], frames[1], sizeof zone->frames[1]);
        zone->is_moved = memcmp(frames[0], frames[1], sizeof zone->frames[0]) != 0;
    }
    zone->pair.same = hash128_equal(old->file.content, new->file.content) && !diff_is_edited(old);
    if (!zone->pair.same && !compare_pictures(sides, session, zone)) {
        return false;
    }
    if (zone->fate == TILE_SAME && (zone->is_moved || !zone->pair.same)) {
        zone->fate = TILE_CHANGED;
    }
    return true;
}

/* Compares all that are listed, each once, and keeps those that differ. */
static bool compare_listed(const struct zone_side sides[2], const struct session *session,
                           struct diff_zones *zones)
{
    size_t listed = zones->count;
    bool fine = true;
    zones->count = 0;
    if (listed > 1) {
        array_sort(zones->items, listed, sizeof *zones->items, compare_zones);
    }
    for (size_t i = 0; i < listed && fine; i++) {
        bool is_repeated =
            i + 1 < listed && compare_zones(&zones->items[i], &zones->items[i + 1]) == 0;
        struct diff_zone zone = zones->items[i];
        fine = is_repeated || compare_zone(sides, session, &zone);
        if (fine && !is_repeated && zone.fate != TILE_SAME) {
            zones->items[zones->count++] = zone;
            zones->fate_counts[zone.fate]++;
        }
    }
    return fine;
}

bool diff_zones_find(const struct diff_side sides[2], const struct diff_map maps[2],
                     const char *name, const struct session *session, struct diff_zones *zones)
{
    struct zone_side opened[2] = {{0}};
    struct buffer names = {0};
    enum adtmap_status status = ADTMAP_OK;
    *zones = (struct diff_zones){0};
    for (int i = 0; i < 2 && !status; i++) {
        status = open_side(&sides[i], maps[i].log, name, &session->diag, &opened[i]);
        if (!status) {
            list_names(&opened[i], &names);
        }
    }
    zones->items = (void *)names.data;
    zones->count = names.size / sizeof *zones->items;
    bool fine = !status && !names.failed && compare_listed(opened, session, zones);
    close_side(&opened[0]);
    close_side(&opened[1]);
    return fine;
}

void diff_zones_free(struct diff_zones *zones)
{
    free(zones->items);
    *zones = (struct diff_zones){0};
}
