/*
 * A world is made in three steps: its frames are checked, the parts of maps that belong elsewhere
 * by the client's table are taken out of them, and the rest gets its place; those parts then lie
 * relative to the frames of the maps that they belong onto.
 */
#include "cli/site/site_worlds.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/path.h"
#include "base/text.h"
#include "cli/site/world_layout.h"

/* A frame of the world that is made. */
struct piece {
    const char *map;
    struct tile_set all; /* that the map has */
    size_t entry;        /* of the file; of a part that was moved, of the frame it lies on */
    bool is_whole;       /* not a part that the file names */
    const struct client_transform *moved_by; /* NULL: it stands in the file */
    size_t onto;                             /* the piece that it lies on */
};

struct making {
    const struct site_file *file;
    const struct site_client *client;
    const struct site_items *builds;
    const struct diag *diag;
    struct piece *pieces;
    struct world_frame *frames; /* of each piece */
    size_t count;
    size_t *wrong;
};

static bool add_piece(struct making *making, const struct piece *piece,
                      const struct world_frame *frame)
{
    bool fine =
        ARRAY_ROOM(making->pieces, making->count) && ARRAY_ROOM(making->frames, making->count);
    if (fine) {
        making->pieces[making->count] = *piece;
        making->frames[making->count++] = *frame;
    }
    return fine;
}

/* Adds an entry of the file, unless it is wrong. */
static enum adtmap_status add_entry(struct making *making, size_t entry)
{
    const struct site_entry *given = &making->file->frames.items[entry];
    struct site_place place = {SITE_FRAME, entry, "map", 0, false};
    const struct site_ground *ground = site_client_ground(making->client, given->map);
    if (!ground) {
        site_document_report(making->file->document, making->diag, making->wrong, &place,
                             "'%.64s' is no map of this site: 'maps' at the top lists them",
                             given->map);
        return ADTMAP_OK;
    }
    struct world_frame frame = {
        .tiles = ground->tiles,
        .has_offset = given->offset.count > 0,
        .offset = {given->spot[0], given->spot[1]},
        .scale = given->scale.given ? (double)given->scale.value : 1.0,
    };
    if (given->part.given) {
        tile_set_keep(&frame.tiles, &given->part.set);
    }
    if (tile_set_is_empty(&frame.tiles)) {
        place.key = given->part.given ? "part" : "map";
        site_document_report(making->file->document, making->diag, making->wrong, &place,
                             "'%.64s' has no tiles%s", ground->map,
                             given->part.given ? " there" : "");
        return ADTMAP_OK;
    }
    const struct piece piece = {
        .map = ground->map, .all = ground->tiles, .entry = entry, .is_whole = !given->part.given};
    return add_piece(making, &piece, &frame) ? ADTMAP_OK : diag_fail_memory(making->diag);
}

/* Takes the parts that belong onto maps of the world out of the frames that show their maps whole,
 * and adds them. Of transforms that overlap the first counts. */
static enum adtmap_status add_moved(struct making *making)
{
    const struct site_client *client = making->client;
    const size_t given = making->count;
    for (size_t i = 0; i < client->transform_count; i++) {
        const struct client_transform *transform = &client->transforms[i];
        const struct site_ground *ground = site_client_ground(client, transform->from);
        size_t onto = 0;
        while (onto < given && name_compare(making->pieces[onto].map, transform->onto) != 0) {
            onto++;
        }
        if (!ground || onto == given) {
            continue;
        }
        struct world_frame frame = {
            .tiles = world_layout_within(&ground->tiles, transform->low, transform->high),
            .has_offset = true,
            .scale = 1,
        };
        for (size_t k = 0; k < making->count; k++) {
            const struct piece *other = &making->pieces[k];
            if (name_compare(other->map, ground->map) != 0) {
                continue;
            }
            if (other->moved_by) {
                tile_set_remove_all(&frame.tiles, &making->frames[k].tiles);
            } else if (other->is_whole) {
                tile_set_remove_all(&making->frames[k].tiles, &frame.tiles);
            }
        }
        const struct piece piece = {.map = ground->map,
                                    .all = ground->tiles,
                                    .entry = making->pieces[onto].entry,
                                    .moved_by = transform,
                                    .onto = onto};
        if (!tile_set_is_empty(&frame.tiles) && !add_piece(making, &piece, &frame)) {
            return diag_fail_memory(making->diag);
        }
    }
    return ADTMAP_OK;
}

/* Leaves out frames of which all was taken elsewhere, and parts that lie on such a frame. */
static void drop_empty(struct making *making)
{
    size_t kept = 0;
    for (size_t i = 0; i < making->count; i++) {
        const struct piece *piece = &making->pieces[i];
        if (piece->moved_by && tile_set_is_empty(&making->frames[piece->onto].tiles)) {
            making->frames[i].tiles = (struct tile_set){0};
        }
    }
    for (size_t i = 0; i < making->count; i++) {
        for (size_t k = i; k < making->count; k++) {
            if (making->pieces[k].moved_by && making->pieces[k].onto == i) {
                making->pieces[k].onto = kept;
            }
        }
        if (!tile_set_is_empty(&making->frames[i].tiles)) {
            making->pieces[kept] = making->pieces[i];
            making->frames[kept++] = making->frames[i];
        }
    }
    making->count = kept;
}

/* Gives all frames their places; those that were moved come after the others. */
static void place_frames(struct making *making)
{
    size_t given = 0;
    while (given < making->count && !making->pieces[given].moved_by) {
        given++;
    }
    world_layout_place(making->frames, given);
    for (size_t i = given; i < making->count; i++) {
        const struct client_transform *by = making->pieces[i].moved_by;
        const struct world_frame *onto = &making->frames[making->pieces[i].onto];
        making->frames[i].scale = by->scale * onto->scale;
        for (int k = 0; k < 2; k++) {
            making->frames[i].offset[k] = onto->offset[k] + by->offset[k] * onto->scale;
        }
    }
}

/* Of several frames that one lies over, the first is named. */
static void warn_overlaps(const struct making *making)
{
    for (size_t i = 0; i < making->count; i++) {
        uint32_t tiles = 0;
        for (size_t k = 0; k < i && !making->pieces[i].moved_by && tiles == 0; k++) {
            tiles = world_layout_overlap(&making->frames[k], &making->frames[i]);
            if (tiles > 0) {
                const struct site_place place = {SITE_FRAME, making->pieces[i].entry, "map", 0,
                                                 false};
                site_document_report(
                    making->file->document, making->diag, NULL, &place,
                    "'%.64s' lies over '%.64s' with %u tiles: give it another 'offset'",
                    making->pieces[i].map, making->pieces[k].map, (unsigned)tiles);
            }
        }
    }
}

/* Adds the world that is made to the list. */
static enum adtmap_status add_world(const struct making *making, const struct site_entry *given,
                                    struct site_worlds *worlds)
{
    struct web_frame *frames = malloc((making->count + 1) * sizeof *frames);
    if (!frames || !ARRAY_ROOM(worlds->worlds, worlds->count)) {
        free(frames);
        return diag_fail_memory(making->diag);
    }
    for (size_t i = 0; i < making->count; i++) {
        const struct world_frame *frame = &making->frames[i];
        frames[i] = (struct web_frame){
            .map = making->pieces[i].map,
            .offset = {frame->offset[0], frame->offset[1]},
            .scale = frame->scale,
            .is_part = memcmp(&frame->tiles, &making->pieces[i].all, sizeof frame->tiles) != 0,
            .tiles = frame->tiles,
        };
    }
    worlds->worlds[worlds->count++] = (struct web_world){
        given->name, given->title ? given->title : given->name, frames, making->count};
    return ADTMAP_OK;
}

/* The name of a map of the site as its data spell it; NULL: it has no such map. */
static const char *find_map(const struct site_file *file, const struct site_items *builds,
                            const char *name)
{
    for (size_t i = 0; i < file->builds.count; i++) {
        for (size_t k = 0; k < builds[i].count; k++) {
            if (name_compare(builds[i].items[k].name, name) == 0) {
                return builds[i].items[k].name;
            }
        }
    }
    return NULL;
}

static enum adtmap_status make_world(struct making *making, size_t index,
                                     struct site_worlds *worlds)
{
    const struct site_file *file = making->file;
    const struct site_entry *world = &file->worlds.items[index];
    const struct site_place place = {SITE_WORLD, index, "name", 0, false};
    char folder[NAME_BYTES];
    enum adtmap_status status = ADTMAP_OK;
    making->count = 0;
    snprintf(folder, sizeof folder, WEB_WORLD_PREFIX "%s", world->name);
    if (find_map(file, making->builds, folder)) {
        site_document_report(file->document, making->diag, making->wrong, &place,
                             "'%s' is the folder of a map", folder);
        return ADTMAP_OK;
    }
    for (size_t i = 0; i < file->frames.count && !status; i++) {
        if (file->frames.items[i].world == index && !file->frames.items[i].is_wrong) {
            status = add_entry(making, i);
        }
    }
    if (!status && world->transforms) {
        status = add_moved(making);
    }
    if (status) {
        return status;
    }
    drop_empty(making);
    if (making->count == 0) {
        site_document_report(file->document, making->diag, making->wrong, &place,
                             "the world '%.64s' shows no map", world->name);
        return ADTMAP_OK;
    }
    place_frames(making);
    warn_overlaps(making);
    return add_world(making, world, worlds);
}

static bool add_entrance(struct site_worlds *worlds, const struct web_entrance *entrance)
{
    bool fine = ARRAY_ROOM(worlds->entrances, worlds->entrance_count);
    if (fine) {
        worlds->entrances[worlds->entrance_count++] = *entrance;
    }
    return fine;
}

/* What the file says of a map counts before the client's table. */
static enum adtmap_status add_entrances(const struct making *making, struct site_worlds *worlds)
{
    const struct site_file *file = making->file;
    const struct site_client *client = making->client;
    const struct site_items *builds = making->builds;
    for (size_t i = 0; i < file->maps.count; i++) {
        const struct site_entry *map = &file->maps.items[i];
        bool has_entrance = map->entrance.count > 0 && !map->is_wrong;
        const char *of = has_entrance ? find_map(file, builds, map->name) : NULL;
        const char *on = of ? find_map(file, builds, map->entrance.items[0]) : NULL;
        const struct web_entrance entrance = {of, on, map->spot[0], map->spot[1]};
        if (on && !add_entrance(worlds, &entrance)) {
            return diag_fail_memory(making->diag);
        }
        if (of && !on) {
            const struct site_place place = {SITE_MAP, i, "entrance", 0, false};
            site_document_report(making->file->document, making->diag, making->wrong, &place,
                                 "entrance: '%.64s' is no map of this site",
                                 map->entrance.items[0]);
        }
    }
    const size_t of_file = worlds->entrance_count;
    for (size_t i = 0; i < client->entrance_count; i++) {
        const struct client_entrance *found = &client->entrances[i];
        const char *of = find_map(file, builds, found->of);
        const char *on = find_map(file, builds, found->on);
        bool is_known = !of || !on;
        for (size_t k = 0; k < of_file && !is_known; k++) {
            is_known = strcmp(worlds->entrances[k].of, of) == 0;
        }
        const struct web_entrance entrance = {of, on, found->x, found->y};
        if (!is_known && !add_entrance(worlds, &entrance)) {
            return diag_fail_memory(making->diag);
        }
    }
    return ADTMAP_OK;
}

enum adtmap_status site_worlds_make(const struct site_file *file, const struct site_client *client,
                                    const struct site_items *builds, const struct diag *diag,
                                    struct site_worlds *worlds, size_t *wrong)
{
    struct making making = {
        .file = file, .client = client, .builds = builds, .diag = diag, .wrong = wrong};
    enum adtmap_status status = ADTMAP_OK;
    for (size_t i = 0; i < file->worlds.count && !status; i++) {
        if (!file->worlds.items[i].is_wrong) {
            status = make_world(&making, i, worlds);
        }
    }
    if (!status) {
        status = add_entrances(&making, worlds);
    }
    free(making.pieces);
    free(making.frames);
    return status;
}

void site_worlds_free(struct site_worlds *worlds)
{
    for (size_t i = 0; i < worlds->count; i++) {
        free((struct web_frame *)(uintptr_t)worlds->worlds[i].frames);
    }
    free(worlds->worlds);
    free(worlds->entrances);
    *worlds = (struct site_worlds){0};
}
