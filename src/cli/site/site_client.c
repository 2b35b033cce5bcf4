#include "cli/site/site_client.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/path.h"
#include "map/map.h"
#include "map/open_data.h"

/* A build that is read into `client`. */
struct client_reading {
    struct site_client *client;
    bool is_out_of_memory;
    bool has_more_entrances, has_more_transforms; /* than are taken */
};

static void take_entrance(void *user, const struct client_entrance *entrance)
{
    struct client_reading *reading = user;
    struct site_client *client = reading->client;
    bool is_known = false;
    if (client->entrance_count >= SITE_ENTRANCES_MAX) {
        reading->has_more_entrances = true;
        return;
    }
    for (size_t i = 0; i < client->entrance_count && !is_known; i++) {
        is_known = name_compare(client->entrances[i].of, entrance->of) == 0;
    }
    if (is_known) {
        return;
    }
    if (!ARRAY_ROOM(client->entrances, client->entrance_count)) {
        reading->is_out_of_memory = true;
        return;
    }
    struct client_entrance *own = &client->entrances[client->entrance_count++];
    *own = *entrance;
    own->of = arena_string(&client->strings, entrance->of, strlen(entrance->of));
    own->on = arena_string(&client->strings, entrance->on, strlen(entrance->on));
    reading->is_out_of_memory |= !own->of || !own->on;
}

static void take_transform(void *user, const struct client_transform *transform)
{
    struct client_reading *reading = user;
    struct site_client *client = reading->client;
    if (client->transform_count >= SITE_TRANSFORMS_MAX) {
        reading->has_more_transforms = true;
        return;
    }
    if (!ARRAY_ROOM(client->transforms, client->transform_count)) {
        reading->is_out_of_memory = true;
        return;
    }
    struct client_transform *own = &client->transforms[client->transform_count++];
    *own = *transform;
    own->from = arena_string(&client->strings, transform->from, strlen(transform->from));
    own->onto = arena_string(&client->strings, transform->onto, strlen(transform->onto));
    reading->is_out_of_memory |= !own->from || !own->onto;
}

/* Whether a world of the file shows the map, or a part of it on another. */
static bool is_in_world(const struct site_file *file, const struct site_client *client,
                        const char *map)
{
    for (size_t i = 0; i < file->frames.count; i++) {
        const struct site_entry *frame = &file->frames.items[i];
        if (!frame->is_wrong && name_compare(frame->map, map) == 0) {
            return true;
        }
    }
    for (size_t i = 0; i < client->transform_count; i++) {
        if (name_compare(client->transforms[i].from, map) == 0) {
            return true;
        }
    }
    return false;
}

static enum adtmap_status add_ground(struct site_client *client, struct adtmap_data *data,
                                     const char *name, const struct diag *diag)
{
    struct adtmap_map *map;
    struct adtmap_message failure;
    if (!ARRAY_ROOM(client->grounds, client->ground_count)) {
        return diag_fail_memory(diag);
    }
    enum adtmap_status status = adtmap_map_open(data, name, &map, &failure);
    if (!status) {
        client->grounds[client->ground_count++] = (struct site_ground){name, map_tiles(map)};
    } else if (status != ADTMAP_NO_MEMORY) {
        const struct diag at_file = diag_at(diag, failure.file);
        diag_warn(&at_file, NULL, failure.offset, "%.200s; no world shows the map", failure.what);
        status = ADTMAP_OK;
    }
    adtmap_map_close(map);
    return status ? diag_fail_memory(diag) : ADTMAP_OK;
}

static void warn_of_rest(const struct diag *diag, const char *table, bool has_more, int most,
                         const char *things)
{
    const struct diag at_table = diag_at(diag, table);
    if (has_more) {
        diag_warn(&at_table, NULL, NO_OFFSET, "more than %d %s; the rest left out", most, things);
    }
}

enum adtmap_status site_client_add(const struct site_file *file, const struct site_items *items,
                                   struct adtmap_data *data, const struct diag *diag,
                                   struct site_client *client)
{
    struct client_reading reading = {.client = client};
    bool has_transforms = false;
    for (size_t i = 0; i < file->worlds.count && client->transform_count == 0; i++) {
        has_transforms |= file->worlds.items[i].transforms;
    }
    const struct client_world_visitor visitor = {has_transforms ? take_transform : NULL,
                                                 take_entrance, &reading};
    enum adtmap_status status = client_world_visit(data->assets, diag, &visitor);
    warn_of_rest(diag, "Map", reading.has_more_entrances, SITE_ENTRANCES_MAX, "entrances");
    warn_of_rest(diag, "WorldMapTransforms", reading.has_more_transforms, SITE_TRANSFORMS_MAX,
                 "transforms");
    if (!status && reading.is_out_of_memory) {
        status = diag_fail_memory(diag);
    }
    for (size_t i = 0; i < items->count && !status; i++) {
        const char *name = items->items[i].name;
        if (is_in_world(file, client, name) && !site_client_ground(client, name)) {
            status = add_ground(client, data, name, diag);
        }
    }
    return status;
}

const struct site_ground *site_client_ground(const struct site_client *client, const char *map)
{
    for (size_t i = 0; i < client->ground_count; i++) {
        if (name_compare(client->grounds[i].map, map) == 0) {
            return &client->grounds[i];
        }
    }
    return NULL;
}

void site_client_free(struct site_client *client)
{
    arena_free(&client->strings);
    free(client->entrances);
    free(client->transforms);
    free(client->grounds);
    *client = (struct site_client){0};
}
