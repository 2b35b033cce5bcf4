/*
 * The file is printed as text and not through a writer of YAML, since its comments are half of its
 * use. Values are JSON strings, which are YAML too, so that no title needs rules of quoting.
 */
#include "cli/site/site_init.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/json.h"
#include "base/size.h"
#include "cli/common.h"
#include "cli/site/site_title.h"
#include "map/map.h"
#include "map/map_names.h"
#include "os/file.h"

/* A map that has tiles. */
struct init_map {
    const char *name;
    const char *title; /* "" if the map table has none */
    enum dbc_instance instance;
    unsigned tiles;
};

struct init_maps {
    struct adtmap_data *data;
    const struct diag *diag;
    struct map_names names;
    struct arena strings; /* of the items */
    struct init_map *items;
    size_t count;
    bool is_out_of_memory;
};

/* Headings in the order of the list. */
static const struct {
    enum dbc_instance instance;
    const char *title;
} groups[] = {
    {DBC_INSTANCE_NONE, "World"},   {DBC_INSTANCE_PARTY, "Dungeons"},
    {DBC_INSTANCE_RAID, "Raids"},   {DBC_INSTANCE_BATTLEGROUND, "Battlegrounds"},
    {DBC_INSTANCE_ARENA, "Arenas"}, {DBC_INSTANCE_OTHER, "Other maps"},
    {DBC_INSTANCE_UNKNOWN, NULL}, /* see heading_of */
};

/* The heading of a group, where maps have headings: of those that the table does not know, too. */
static const char *heading_of(const struct init_maps *maps, size_t group)
{
    bool has_headings = false;
    for (size_t i = 0; i < maps->count; i++) {
        has_headings |= maps->items[i].instance != DBC_INSTANCE_UNKNOWN;
    }
    bool is_unknown = groups[group].instance == DBC_INSTANCE_UNKNOWN;
    return is_unknown && has_headings ? groups[group - 1].title : groups[group].title;
}

static void add_map(struct init_maps *maps, const struct adtmap_map *map, unsigned tiles)
{
    struct dbc_map named;
    if (!map_names_find(&maps->names, map->name, &named)) {
        named = (struct dbc_map){.instance = DBC_INSTANCE_UNKNOWN, .name = ""};
    }
    if (!ARRAY_ROOM(maps->items, maps->count)) {
        maps->is_out_of_memory = true;
        return;
    }
    struct init_map *own = &maps->items[maps->count++];
    *own = (struct init_map){arena_string(&maps->strings, map->name, strlen(map->name)),
                             arena_string(&maps->strings, named.name, strlen(named.name)),
                             named.instance, tiles};
    maps->is_out_of_memory |= !own->name || !own->title;
}

/* Maps of the client's table that the data lack are left out; so are damaged ones,
 * with a warning. */
static void visit_map(void *user, const char *name)
{
    struct init_maps *maps = user;
    struct adtmap_map *map;
    struct adtmap_message failure;
    enum adtmap_status status = adtmap_map_open(maps->data, name, &map, &failure);
    maps->is_out_of_memory |= status == ADTMAP_NO_MEMORY;
    if (status && status != ADTMAP_NO_MEMORY && status != ADTMAP_NOT_FOUND) {
        const struct diag at_map = diag_at(maps->diag, failure.file);
        diag_warn(&at_map, NULL, failure.offset, "%.200s; the map is left out", failure.what);
    }
    if (!status) {
        const struct tile_set tiles = map_tiles(map);
        unsigned count = tile_set_count(&tiles);
        if (count > 0) {
            add_map(maps, map, count);
        }
    }
    adtmap_map_close(map);
}

/* `key: "text"`; a JSON string is one of YAML too. */
static void print_text(struct buffer *text, const char *key, const char *value)
{
    buffer_printf(text, "%s", key);
    json_quote(text, value);
    buffer_u8(text, '\n');
}

static enum adtmap_status print_path(struct buffer *text, const char *key, const char *path,
                                     const struct diag *diag)
{
    char *absolute = file_real_path(path);
    struct diag at_path = diag_at(diag, path);
    if (!absolute) {
        return diag_fail_errno(&at_path, errno, "cannot be found");
    }
    print_text(text, key, absolute);
    free(absolute);
    return ADTMAP_OK;
}

static enum adtmap_status print_data(struct buffer *text, const struct session_input *input,
                                     const struct diag *diag)
{
    enum adtmap_status status = ADTMAP_OK;
    buffer_printf(text, "\n# Client data: a folder or archives; a later one overrides an earlier "
                        "one.\ndata:\n");
    for (size_t i = 0; i < input->paths.count && !status; i++) {
        status = print_path(text, "  - ", input->paths.items[i], diag);
    }
    if (!status && input->listfile) {
        status = print_path(text, "listfile: ", input->listfile, diag);
    }
    if (!status && input->client.key_file) {
        status = print_path(text, "casc-keys: ", input->client.key_file, diag);
    }
    if (input->client.product) {
        print_text(text, "product: ", input->client.product);
    }
    if (input->client.locale) {
        print_text(text, "locale: ", input->client.locale);
    }
    return status;
}

static void print_groups(struct buffer *text, const struct init_maps *maps)
{
    const char *last = NULL; /* maps that the table does not know share that of others */
    const char *before = "\n# Headings of the list of maps, in this order.\ngroups:\n";
    for (size_t g = 0; g < COUNT_OF(groups); g++) {
        const char *heading = heading_of(maps, g);
        size_t i = 0;
        while (i < maps->count && maps->items[i].instance != groups[g].instance) {
            i++;
        }
        if (heading && i < maps->count && heading != last) {
            buffer_printf(text, "%s", before);
            print_text(text, "  - ", heading);
            before = "";
            last = heading;
        }
    }
}

static void print_maps(struct buffer *text, const struct init_maps *maps)
{
    buffer_printf(text, "\n# The maps that have tiles. An entry named \"*\" would take the rest.\n"
                        "maps:\n");
    for (size_t g = 0; g < COUNT_OF(groups); g++) {
        for (size_t i = 0; i < maps->count; i++) {
            const struct init_map *map = &maps->items[i];
            char problem[OPTION_PROBLEM_BYTES];
            const char *title;
            if (map->instance != groups[g].instance) {
                continue;
            }
            buffer_printf(text, "  # %u %s\n", map->tiles, common_tile_word(map->tiles));
            print_text(text, "  - name: ", map->name);
            /* one that 'publish' would refuse is left to the map table */
            if (site_title.read(NULL, map->title, &title, problem)) {
                print_text(text, "    title: ", map->title);
            }
            if (heading_of(maps, g)) {
                print_text(text, "    group: ", heading_of(maps, g));
            }
        }
    }
}

static const char head[] =
    "# A website of maps: 'adtmap publish' with this file makes it.\n"
    "# Keys are those of 'adtmap help render' without dashes, and a few more: docs/publish.md.\n"
    "# 'adtmap init --schema' prints the schema for editors.\n"
    "version: 1\n"
    "title: \"Maps\"\n"
    "# The folder of the site.\n"
    "out: \"site\"\n"
    "# Where it is published, for pictures of maps next to links.\n"
    "#address: \"https://maps.example\"\n";

static const char drawing[] =
    "\n# What is drawn of all maps. An entry of 'renderings' or 'maps' may say otherwise.\n"
    "all:\n"
    "  # Pixels on each edge of a tile.\n"
    "  size: 512\n"
    "#  light: noggit\n"
    "#  layer: [height, area]\n"
    "#  pmtiles: true\n"
    "  # Pictures of pages are PNG, as they are drawn. As WebP of this quality they take a\n"
    "  # ninth, and the site a fifth.\n"
    "#  web-format: webp\n"
    "#  web-quality: 85\n"
    "\n# Pictures of every map, each below a folder of this name.\n"
    "renderings:\n"
    "  - name: minimap\n"
    "    title: \"Minimap\"\n"
    "#  - name: trees\n"
    "#    title: \"With trees\"\n"
    "#    doodads: all\n"
    "#  - name: relief\n"
    "#    title: \"Relief map\"\n"
    "#    style: relief\n"
    "#  - name: rooms\n"
    "#    title: \"Without roofs\"\n"
    "#    roofs: false\n";

static enum adtmap_status find_maps(struct init_maps *maps, const struct session_input *input,
                                    const struct diag *diag)
{
    struct diag at_data = diag_at(diag, input->paths.items[0]);
    enum adtmap_status status = map_names_open(maps->data->assets, diag, &maps->names);
    if (status) {
        return status;
    }
    status = map_list(maps->data, diag, visit_map, maps);
    if (status) {
        return status;
    }
    if (maps->is_out_of_memory) {
        return diag_fail_memory(diag);
    }
    return maps->count > 0 ? ADTMAP_OK
                           : diag_fail(&at_data, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                                       "holds no map with tiles; 'adtmap maps' says what it holds");
}

enum adtmap_status site_init_write(struct adtmap_data *data, const struct session_input *input,
                                   const struct diag *diag, struct buffer *text)
{
    struct init_maps maps = {.data = data, .diag = diag};
    enum adtmap_status status = find_maps(&maps, input, diag);
    if (!status) {
        buffer_printf(text, "%s", head);
        status = print_data(text, input, diag);
        print_groups(text, &maps);
        buffer_printf(text, "%s", drawing);
        print_maps(text, &maps);
    }
    arena_free(&maps.strings);
    free(maps.items);
    map_names_close(&maps.names);
    return !status && text->failed ? diag_fail_memory(diag) : status;
}
