/*
 * A run that is cut short loses nothing: files of maps go first, then the list of changed files
 * tells of them, then their logs go, which tell what is ours, and at last what the log of the site
 * says of them. Each of these is found again by what comes behind it.
 */
#include "job/phases/site_leaving.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/path.h"
#include "base/size.h"
#include "graph/build_log.h"
#include "job/facts/map_facts.h"
#include "job/records/map_folders.h"
#include "job/records/recorded_file.h"
#include "job/records/site_changes.h"
#include "os/file.h"
#include "os/private_folder.h"
#include "os/temporary.h"
#include "output/paths.h"
#include "output/web/web_world.h"

static bool add_thing(struct site_leaving *leaving, const char *out, const char *rendering,
                      const char *map)
{
    char *folder = path_join(out, rendering);
    struct left_thing thing = {
        .rendering = strdup(rendering),
        .map = map ? strdup(map) : NULL,
        .path = !map || !folder ? folder : path_map_directory(folder, map),
    };
    bool fine = thing.rendering && (thing.map || !map) && thing.path &&
                ARRAY_ROOM(leaving->things, leaving->count);
    if (map) {
        free(folder);
    }
    if (!fine) {
        free(thing.rendering);
        free(thing.map);
        free(thing.path);
        return false;
    }
    leaving->things[leaving->count++] = thing;
    return true;
}

/* The log of a folder; NULL when out of memory. One that cannot be read is empty. */
static struct build_log *read_log(const char *directory)
{
    struct build_log *log = build_log_create();
    char *path = build_log_path(directory);
    enum adtmap_status status =
        log && path ? build_log_read(log, path, &diag_silent) : ADTMAP_NO_MEMORY;
    free(path);
    if (status && status != ADTMAP_NO_MEMORY) {
        build_log_destroy(log);
        return build_log_create();
    }
    if (status) {
        build_log_destroy(log);
        return NULL;
    }
    return log;
}

/* The site file that the last run of a map had; NULL: it had none, or the log is that of another
 * map, as in the copy of a folder. */
static const char *publisher_of(const struct build_log *log, const char *map)
{
    return log->map && strcmp(log->map, map) == 0 ? build_log_fact(log, MAP_FACT_PUBLISHED) : NULL;
}

/* Whether a rendering that leaves has maps with pages that stay, which need what all share. */
static enum adtmap_status has_other_maps(const struct site_leaving *leaving, const char *folder,
                                         size_t leaving_maps, const struct diag *diag, bool *has)
{
    struct map_folders maps = {0};
    size_t leave = 0;
    enum adtmap_status status = map_folders_add(&maps, folder, map_folders_has_pages, diag);
    for (size_t i = 0; i < maps.count; i++) {
        for (size_t k = leaving->count - leaving_maps; k < leaving->count; k++) {
            leave += strcmp(leaving->things[k].map, maps.names[i]) == 0;
        }
    }
    *has = maps.count > leave;
    map_folders_free(&maps);
    return status;
}

static enum adtmap_status find_rendering(struct site_leaving *leaving, const char *out,
                                         const char *rendering, size_t leaving_maps,
                                         const struct diag *diag)
{
    bool has_others = false;
    char *folder = path_join(out, rendering);
    const struct diag at_path = diag_at(diag, folder);
    enum adtmap_status status = folder ? ADTMAP_OK : diag_fail_memory(diag);
    if (!status && (file_is_real_folder(folder) || !file_exists(folder))) {
        status = has_other_maps(leaving, folder, leaving_maps, diag, &has_others);
        if (!status && has_others) {
            diag_notice(&at_path, NULL, NO_OFFSET,
                        "is not in the site file, but has maps that it has not published: stays");
        } else if (!status && !add_thing(leaving, out, rendering, NULL)) {
            status = diag_fail_memory(diag);
        }
    }
    free(folder);
    return status;
}

/* Adds the maps that leave a rendering, then the rendering, if it does. */
static enum adtmap_status find_in_rendering(struct site_leaving *leaving, const char *out,
                                            const char *rendering, const struct diag *diag)
{
    const struct site_members *members = &leaving->members;
    struct map_folders maps = {0};
    size_t before = leaving->count;
    char *folder = path_join(out, rendering);
    enum adtmap_status status = folder ? ADTMAP_OK : diag_fail_memory(diag);
    if (!status && file_is_real_folder(folder)) {
        status = map_folders_add(&maps, folder, map_folders_has_log, diag);
    }
    for (size_t i = 0; i < maps.count && !status; i++) {
        char *directory = path_map_directory(folder, maps.names[i]);
        bool stays = !directory || !file_is_real_folder(directory) ||
                     members->has_map(members->user, rendering, maps.names[i]);
        struct build_log *log = stays ? NULL : read_log(directory);
        bool fine = directory && (stays || log);
        const char *publisher = log ? publisher_of(log, maps.names[i]) : NULL;
        if (publisher && strcmp(publisher, members->publisher) == 0) {
            fine = add_thing(leaving, out, rendering, maps.names[i]);
        } else if (publisher) {
            leaving->foreign++;
        }
        status = fine ? ADTMAP_OK : diag_fail_memory(diag);
        build_log_destroy(log);
        free(directory);
    }
    if (!status && !members->has_rendering(members->user, rendering)) {
        status = find_rendering(leaving, out, rendering, leaving->count - before, diag);
    }
    map_folders_free(&maps);
    free(folder);
    return status;
}

/* The first folder of a path below the site; false for a file of the site itself, or a name that no
 * rendering has. */
static bool rendering_of(const char *path, char rendering[NAME_BYTES])
{
    size_t length = strcspn(path, "/");
    if (path[length] == '\0' || length >= NAME_BYTES) {
        return false;
    }
    memcpy(rendering, path, length);
    rendering[length] = '\0';
    return path_check_map_name(rendering, &diag_silent) == ADTMAP_OK;
}

/* The name of the world that a file below the folder of a rendering belongs to; false: to none. */
static bool world_of(const char *path, const char *rendering, char world[NAME_BYTES])
{
    static const char prefix[] = "/" WEB_WORLD_PREFIX;
    const char *below = path + strlen(rendering);
    if (strncmp(below, prefix, strlen(prefix)) != 0) {
        return false;
    }
    below += strlen(prefix);
    size_t length = size_min(strcspn(below, "/"), NAME_BYTES - 1);
    memcpy(world, below, length);
    world[length] = '\0';
    return true;
}

/* Adds a text that is not there. */
static bool add_text(struct buffer *texts, const char *text)
{
    const char *known = NULL;
    while ((known = buffer_next_text(texts, known))) {
        if (strcmp(known, text) == 0) {
            return false;
        }
    }
    buffer_append(texts, text, strlen(text) + 1);
    return true;
}

/* Adds the world of a file of a rendering that stays, if it leaves. */
static void find_world(struct site_leaving *leaving, const char *path, const char *rendering)
{
    const struct site_members *members = &leaving->members;
    char world[NAME_BYTES];
    char folder[3 * NAME_BYTES];
    if (world_of(path, rendering, world) && members->has_rendering(members->user, rendering) &&
        !members->has_world(members->user, world)) {
        snprintf(folder, sizeof folder, "%s/" WEB_WORLD_PREFIX "%s", rendering, world);
        add_text(&leaving->worlds, folder);
    }
}

enum adtmap_status site_leaving_find(const char *out, const struct site_members *members,
                                     const struct diag *diag, struct site_leaving *leaving)
{
    struct build_log *log = read_log(out);
    struct buffer seen = {0};
    leaving->members = *members;
    enum adtmap_status status = log ? ADTMAP_OK : diag_fail_memory(diag);
    for (uint32_t i = 0; !status && i < log->count; i++) {
        const struct build_record *record = &log->records[i];
        char rendering[NAME_BYTES];
        if (record->state != BUILD_MADE || record->id.kind != NODE_SHARED ||
            !rendering_of(record->id.name, rendering)) {
            continue;
        }
        find_world(leaving, record->id.name, rendering);
        if (add_text(&seen, rendering)) {
            status = find_in_rendering(leaving, out, rendering, diag);
        }
        if (seen.failed || leaving->worlds.failed) {
            status = diag_fail_memory(diag);
        }
    }
    buffer_free(&seen);
    build_log_destroy(log);
    return status;
}

/* A file that cannot be removed keeps its records, by which the next run finds it. */
static enum adtmap_status note_stuck(struct left_thing *thing, enum adtmap_status status,
                                     const struct adtmap_message *why, const struct diag *diag)
{
    if (status == ADTMAP_NO_MEMORY) {
        return diag_fail_memory(diag);
    }
    const struct diag at_path = diag_at(diag, why->file[0] ? why->file : thing->path);
    diag_warn(&at_path, NULL, NO_OFFSET, "%.200s: it stays on the site, whose file lacks it",
              why->what);
    thing->state = LEFT_STUCK;
    return ADTMAP_OK;
}

static enum adtmap_status remove_files_of_map(struct site_leaving *leaving,
                                              struct left_thing *thing, const struct diag *diag)
{
    struct adtmap_message why = {0};
    const struct diag quiet = {thing->path, NULL, &why};
    enum adtmap_status status = folder_lock_find(&thing->lock, thing->path, &quiet);
    struct build_log *log = status ? NULL : read_log(thing->path);
    status = status || log ? status : ADTMAP_NO_MEMORY;
    const char *publisher = log ? publisher_of(log, thing->map) : NULL;
    if (log && (!publisher || strcmp(publisher, leaving->members.publisher) != 0)) {
        build_log_destroy(log); /* somebody else has drawn it since it was found */
        return ADTMAP_OK;
    }
    thing->state = LEFT_EMPTY;
    for (uint32_t i = 0; !status && i < log->count; i++) {
        struct build_record *record = &log->records[i];
        bool is_left = false;
        bool has_file = record->file.bytes > 0;
        if (record->state != BUILD_MADE || node_is_outside(record->id)) {
            continue;
        }
        status = recorded_file_remove(thing->path, record->path, log->written_ns, &record->file,
                                      &quiet, &is_left);
        if (!status && !is_left && has_file) {
            buffer_printf(&leaving->removed, "%s/%s/%s", thing->rendering, thing->map,
                          record->path);
            buffer_u8(&leaving->removed, '\0');
        }
    }
    build_log_destroy(log);
    return status ? note_stuck(thing, status, &why, diag) : ADTMAP_OK;
}

/* Whether a rendering goes. */
static bool is_taken(const struct site_leaving *leaving, const char *rendering)
{
    bool is_taken = false;
    for (size_t i = 0; i < leaving->count; i++) {
        const struct left_thing *thing = &leaving->things[i];
        is_taken |=
            !thing->map && thing->state == LEFT_EMPTY && strcmp(thing->rendering, rendering) == 0;
    }
    return is_taken;
}

static bool has_file(void *user, const char *path)
{
    const struct site_leaving *leaving = user;
    char rendering[NAME_BYTES];
    const char *world = NULL;
    while ((world = buffer_next_text(&leaving->worlds, world))) {
        size_t length = strlen(world);
        if (strncmp(path, world, length) == 0 && path[length] == '/') {
            return false;
        }
    }
    return !rendering_of(path, rendering) || !is_taken(leaving, rendering);
}

/* A rendering with maps that stay keeps what these share; one with a map that could not be taken
 * away stays on record with it. */
static enum adtmap_status look_for_others(const struct site_leaving *leaving,
                                          struct left_thing *thing, const struct diag *diag)
{
    struct map_folders maps = {0};
    enum adtmap_status status = map_folders_add(&maps, thing->path, map_folders_has_pages, diag);
    thing->state = maps.count > 0 ? LEFT_KEPT : LEFT_EMPTY;
    for (const struct left_thing *map = leaving->things; map != thing; map++) {
        if (map->state == LEFT_STUCK && strcmp(map->rendering, thing->rendering) == 0) {
            thing->state = LEFT_STUCK;
        }
    }
    map_folders_free(&maps);
    return status;
}

/* Removes the records of a thing, all of whose files are gone, and its folder, if nothing is in it.
 */
static enum adtmap_status remove_records(struct left_thing *thing, const struct diag *diag)
{
    static const char *const names[] = {"places", "changed.txt", "lock", "log"};
    struct private_folder folder;
    enum adtmap_status status = private_folder_open(thing->path, BUILD_LOG_FOLDER, diag, &folder);
    temporary_sweep(thing->path, NULL);
    for (size_t i = 0; private_folder_is_open(&folder) && i < COUNT_OF(names) && !status; i++) {
        if (strcmp(names[i], "lock") == 0) {
            private_folder_sweep(&folder);
            folder_lock_release(&thing->lock); /* else Windows would not let it go */
        }
        status = private_file_remove(&folder, names[i], diag);
    }
    private_folder_close(&folder);
    recorded_folders_remove_empty(thing->path, BUILD_LOG_FOLDER "/log");
    file_remove_empty_folder(thing->path);
    thing->state = file_is_directory(thing->path) ? LEFT_KEPT : LEFT_GONE;
    return status;
}

static enum adtmap_status take_files(struct site_leaving *leaving, const struct diag *diag)
{
    enum adtmap_status status = ADTMAP_OK;
    for (size_t i = 0; i < leaving->count && !status; i++) {
        struct left_thing *thing = &leaving->things[i];
        status = thing->map ? remove_files_of_map(leaving, thing, diag)
                            : look_for_others(leaving, thing, diag);
    }
    return status;
}

static enum adtmap_status finish_things(void *user, const struct diag *diag)
{
    struct site_leaving *leaving = user;
    enum adtmap_status status = ADTMAP_OK;
    for (size_t i = 0; i < leaving->count && !status; i++) {
        struct left_thing *thing = &leaving->things[i];
        if (thing->state == LEFT_EMPTY) {
            status = remove_records(thing, diag);
        }
        if (!status && thing->state == LEFT_KEPT) {
            const struct diag at_path = diag_at(diag, thing->path);
            diag_warn(&at_path, NULL, NO_OFFSET,
                      "is no longer in the site file: what adtmap has not written, or somebody has "
                      "changed since, stays");
        }
    }
    return status;
}

enum adtmap_status site_leaving_take(struct site_leaving *leaving, const char *out,
                                     const struct buffer *files, const struct diag *diag)
{
    enum adtmap_status status = take_files(leaving, diag);
    if (!status && leaving->removed.failed) {
        status = diag_fail_memory(diag);
    }
    const struct site_departure departure = {&leaving->removed, has_file, finish_things, leaving};
    return status ? status : site_changes_write(out, files, &departure, diag);
}

void site_leaving_free(struct site_leaving *leaving)
{
    for (size_t i = 0; i < leaving->count; i++) {
        folder_lock_release(&leaving->things[i].lock);
        free(leaving->things[i].rendering);
        free(leaving->things[i].map);
        free(leaving->things[i].path);
    }
    free(leaving->things);
    buffer_free(&leaving->worlds);
    buffer_free(&leaving->removed);
    *leaving = (struct site_leaving){0};
}
