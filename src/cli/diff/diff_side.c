/*
 * Both kinds of side list their maps as names, sorted; pictures of an output folder are compared by
 * what its log says of them, and opened only where the file is another than the log says.
 */
#include "cli/diff/diff_side.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/path.h"
#include "base/text.h"
#include "cli/diff/diff_edited.h"
#include "job/records/map_folders.h"
#include "map/map.h"
#include "os/file.h"
#include "output/paths.h"

static void note_map(void *user, const char *name)
{
    struct diff_side *side = user;
    buffer_append(&side->maps, name, strlen(name) + 1);
    side->map_count++;
}

/* Lists the maps of an output folder; none if it is something else. */
static enum adtmap_status list_drawn(struct diff_side *side, const struct diag *diag)
{
    struct map_folders maps = {0};
    enum adtmap_status status = map_folders_add(&maps, side->path, map_folders_has_log, diag);
    for (size_t i = 0; i < maps.count && !status; i++) {
        note_map(side, maps.names[i]);
    }
    map_folders_free(&maps);
    return !status && side->maps.failed ? diag_fail_memory(diag) : status;
}

static enum adtmap_status open_data(struct diff_side *side, const struct session_input *input,
                                    const struct diag *diag)
{
    const char **paths = calloc(input->paths.count + 1, sizeof *paths);
    if (!paths) {
        return diag_fail_memory(diag);
    }
    for (size_t i = 0; i < input->paths.count; i++) {
        paths[i] = input->paths.items[i];
    }
    paths[input->paths.count] = side->path;
    enum adtmap_status status = adtmap_data_open_client(
        paths, input->paths.count + 1, &input->client, diag->log, &side->data, diag->failure);
    free(paths);
    if (!status && input->listfile) {
        status = adtmap_data_use_listfile(side->data, input->listfile, diag->failure);
    }
    if (status) {
        return status;
    }
    status = map_list(side->data, diag, note_map, side);
    if (status) {
        return status;
    }
    status = area_names_open(side->data->assets, diag, &side->areas);
    if (status) {
        return status;
    }
    if (side->maps.failed) {
        return diag_fail_memory(diag);
    }
    if (side->map_count == 0) {
        char contents[ASSETS_CONTENTS_BYTES];
        struct diag at_path = diag_at(diag, side->path);
        assets_path_contents(side->data->assets, input->paths.count, contents);
        return diag_fail(&at_path, ADTMAP_NOT_FOUND, NULL, NO_OFFSET, "no maps: %s", contents);
    }
    return ADTMAP_OK;
}

bool diff_side_open(struct diff_side *side, const char *path, const struct session_input *input,
                    struct messages *messages)
{
    struct adtmap_message failure = {0};
    const struct diag diag = {NULL, messages_log(messages), &failure};
    *side = (struct diff_side){.path = path};
    enum adtmap_status status = list_drawn(side, &diag);
    if (!status && side->map_count == 0) {
        status = open_data(side, input, &diag);
    }
    if (status) {
        messages_write(messages, &failure);
    }
    return !status;
}

void diff_side_close(struct diff_side *side)
{
    area_names_close(&side->areas);
    buffer_free(&side->maps);
    adtmap_data_close(side->data);
    *side = (struct diff_side){0};
}

bool diff_side_has(const struct diff_side *side, const char *name, const char **spelled)
{
    const char *found = (const char *)side->maps.data;
    for (size_t i = 0; i < side->map_count; i++, found += strlen(found) + 1) {
        if (text_compare_nocase(found, name) == 0) {
            *spelled = found;
            return true;
        }
    }
    return false;
}

enum adtmap_status diff_side_open_map(const struct diff_side *side, const char *name,
                                      const struct diag *diag, struct diff_map *map)
{
    const char *spelled = name;
    *map = (struct diff_map){0};
    diff_side_has(side, name, &spelled);
    if (side->data) {
        return adtmap_map_open(side->data, spelled, &map->map, diag->failure);
    }
    map->log = build_log_create();
    map->folder = path_map_directory(side->path, spelled);
    char *path = map->folder ? build_log_path(map->folder) : NULL;
    enum adtmap_status status =
        map->log && path ? build_log_read(map->log, path, diag) : diag_fail_memory(diag);
    free(path);
    return status ? status : diff_edited_find(map->folder, map->log, diag);
}

void diff_map_close(struct diff_map *map)
{
    adtmap_map_close(map->map);
    build_log_destroy(map->log);
    free(map->folder);
    *map = (struct diff_map){0};
}
