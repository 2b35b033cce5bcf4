/*
 * A map belongs to the entry of its name, else to the first pattern that it matches, if it has
 * tiles: a name is explicit, a pattern may match maps that nobody meant. Entries that no map of
 * their build belongs to are reported at their line, with near names.
 */
#include "cli/site/site_maps.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/path.h"
#include "base/text.h"
#include "map/map.h"

/* State of a walk over the maps of the data. */
struct item_search {
    const struct site_file *file;
    size_t build;
    struct adtmap_data *data;
    const char *only;
    const struct diag *diag;
    struct site_items *items;
    bool *is_found;  /* of each entry of the file */
    size_t compared; /* names with patterns */
    bool is_out_of_memory;
};

static bool has_tiles(struct item_search *search, const char *name)
{
    struct adtmap_map *map;
    struct adtmap_message failure;
    bool has = false;
    enum adtmap_status status = adtmap_map_open(search->data, name, &map, &failure);
    if (!status) {
        const struct tile_set tiles = map_tiles(map);
        has = tile_set_count(&tiles) > 0;
    }
    search->is_out_of_memory |= status == ADTMAP_NO_MEMORY;
    adtmap_map_close(map);
    return has;
}

/* Whether a rendering of the entry is drawn from the build. */
static bool is_of_build(const struct item_search *search, size_t map)
{
    for (size_t i = 0; i < search->file->renderings.count; i++) {
        if (site_file_build(search->file, i) == search->build &&
            site_file_has(search->file, map, i)) {
            return true;
        }
    }
    return false;
}

bool site_entry_names(const struct site_file *file, size_t entry, const char *map)
{
    const char *wanted = file->maps.items[entry].name;
    return wanted && (name_compare(wanted, map) == 0 || (site_file_is_pattern(file, entry) &&
                                                         text_matches(wanted, map, TEXT_ANY_CASE)));
}

/* The entry that a map belongs to; file->maps.count: none. */
static size_t find_entry(struct item_search *search, const char *name)
{
    const struct site_file *file = search->file;
    size_t by_pattern = file->maps.count;
    for (size_t i = 0; i < file->maps.count; i++) {
        const char *wanted = file->maps.items[i].name;
        if (!wanted) {
            continue;
        }
        if (name_compare(wanted, name) == 0) {
            return i;
        }
        if (by_pattern < file->maps.count || !site_file_is_pattern(file, i)) {
            continue;
        }
        search->compared++;
        if (search->compared <= SITE_COMPARED_MAX && text_matches(wanted, name, TEXT_ANY_CASE)) {
            by_pattern = i;
        }
    }
    return by_pattern < file->maps.count && has_tiles(search, name) ? by_pattern : file->maps.count;
}

static void add_item(struct item_search *search, size_t entry, const char *name)
{
    struct site_items *items = search->items;
    if (!ARRAY_ROOM(items->items, items->count)) {
        search->is_out_of_memory = true;
        return;
    }
    struct site_item *own = &items->items[items->count++];
    *own = (struct site_item){entry, strdup(name),
                              !search->only || text_matches(search->only, name, TEXT_ANY_CASE)};
    search->is_out_of_memory |= !own->name;
}

static void visit_map(void *user, const char *name)
{
    struct item_search *search = user;
    size_t entry = find_entry(search, name);
    if (entry == search->file->maps.count || !is_of_build(search, entry)) {
        return;
    }
    search->is_found[entry] = true;
    if (!search->file->maps.items[entry].is_wrong) {
        add_item(search, entry, name);
    }
}

/* Similar names are looked for among all maps, and said of the first entries. */
static enum adtmap_status report_lacking(const struct item_search *search, size_t *lacking)
{
    enum { NEAR_NAMED = 16 };
    const struct site_file *file = search->file;
    const char *build = file->builds.items[search->build].name;
    const struct site_place maps = {.section = SITE_TOP, .key = "maps", .is_key = true};
    if (search->compared > SITE_COMPARED_MAX) {
        site_document_report(file->document, search->diag, lacking, &maps,
                             "more than %d pairs of a map and a pattern: the last maps are left "
                             "out; name the maps",
                             SITE_COMPARED_MAX);
    }
    for (size_t i = 0; i < file->maps.count; i++) {
        const struct site_place place = {SITE_MAP, i, "name", 0, false};
        const struct site_entry *map = &file->maps.items[i];
        struct map_near_names near = {0};
        if (search->is_found[i] || map->is_wrong || !is_of_build(search, i) ||
            (search->only && !text_matches(search->only, map->name, TEXT_ANY_CASE))) {
            continue; /* with --map, only entries that it names are missed */
        }
        if (*lacking < NEAR_NAMED &&
            map_find_near_names(search->data, map->name, search->diag, &near)) {
            return ADTMAP_NO_MEMORY;
        }
        site_document_report(
            file->document, search->diag, lacking, &place, "'%.64s' %s of %s%s; %s%s", map->name,
            site_file_is_pattern(file, i) ? "matches no map with tiles" : "is no map",
            build[0] ? "build " : "the data", build,
            near.found ? "similar names: " : "'adtmap maps' lists them", near.text);
    }
    return ADTMAP_OK;
}

enum adtmap_status site_items_list(const struct site_file *file, size_t build,
                                   struct adtmap_data *data, const char *only,
                                   const struct diag *diag, struct site_items *items,
                                   size_t *lacking)
{
    struct item_search search = {
        .file = file, .build = build, .data = data, .only = only, .diag = diag, .items = items};
    search.is_found = calloc(file->maps.count + 1, sizeof *search.is_found);
    enum adtmap_status status =
        search.is_found ? map_list(data, diag, visit_map, &search) : diag_fail_memory(diag);
    if (!status && search.is_out_of_memory) {
        status = diag_fail_memory(diag);
    }
    if (!status) {
        status = report_lacking(&search, lacking);
    }
    free(search.is_found);
    return status;
}

void site_items_free(struct site_items *items)
{
    for (size_t i = 0; i < items->count; i++) {
        free(items->items[i].name);
    }
    free(items->items);
    *items = (struct site_items){0};
}
