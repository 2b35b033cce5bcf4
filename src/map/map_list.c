/* Which maps there are: folders with a WDT or ADTs, and those that Map.dbc knows of. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/buffer.h"
#include "base/path.h"
#include "base/text.h"
#include "map/map.h"
#include "map/map_names.h"

#define MAPS_FOLDER "world/maps/"

/* One map: its folder, canonical and as it is spelled. */
struct map_folder {
    char name[MAP_NAME_BYTES];
    char spelled[MAP_NAME_BYTES];
};

struct folder_listing {
    const struct assets *assets;
    struct buffer folders; /* of struct map_folder */
    const struct map_names *names;
};

static size_t folder_count(const struct folder_listing *listing)
{
    return listing->folders.size / sizeof(struct map_folder);
}

static struct map_folder *folder_at(const struct folder_listing *listing, size_t index)
{
    return (struct map_folder *)(void *)listing->folders.data + index;
}

/* `spelled` counts if it begins as the name does: files may be stored under their ids. */
static void add_folder(struct folder_listing *listing, const char *name, size_t length,
                       const char *spelled)
{
    struct map_folder folder = {0};
    memcpy(folder.name, name, length);
    bool same = text_compare_nocase_n(spelled, name, length) == 0;
    snprintf(folder.spelled, sizeof folder.spelled, "%.*s", (int)length, same ? spelled : name);
    map_names_spell(listing->names, folder.spelled);
    buffer_append(&listing->folders, &folder, sizeof folder);
}

/* Whether the file is stored under its id, and the listfile has a name for it. */
static bool has_better_name(const struct assets *assets, const char *name)
{
    char listed[NAME_BYTES];
    const char *base = path_base(name);
    size_t digits = strspn(base, "0123456789");
    return digits > 0 && digits < 10 && base[digits] == '.' &&
           assets_name_of_id(assets, (uint32_t)strtoul(base, NULL, 10), listed) &&
           strcmp(listed, name) != 0;
}

/* A map is a folder below World/Maps that holds its WDT or one of its ADTs. */
static void visit_file(void *user, const char *name, const char *origin)
{
    struct folder_listing *listing = user;
    const char *folder = name + strlen(MAPS_FOLDER);
    const char *slash = strchr(folder, '/');
    if (!slash || strchr(slash + 1, '/')) {
        return;
    }
    size_t length = (size_t)(slash - folder);
    bool of_map = strncmp(slash + 1, folder, length) == 0 &&
                  (strcmp(slash + 1 + length, ".wdt") == 0 ||
                   (slash[1 + length] == '_' && name_has_suffix(name, ".adt")));
    if (!of_map || length >= MAP_NAME_BYTES || has_better_name(listing->assets, name)) {
        return;
    }
    size_t count = folder_count(listing);
    const char *last = count > 0 ? folder_at(listing, count - 1)->name : "";
    if (strncmp(last, folder, length) != 0 || last[length] != '\0') {
        add_folder(listing, folder, length, path_base(origin));
    }
}

/* Adds the maps of the table whose WDT is there: archives may not list it. */
static void add_unlisted(const struct assets *assets, struct folder_listing *listing)
{
    struct dbc_map map;
    for (uint32_t i = 0; i < map_names_count(listing->names); i++) {
        char canonical[NAME_BYTES];
        char wdt[2 * NAME_BYTES + sizeof MAPS_FOLDER "/.wdt"];
        bool plain = map_names_at(listing->names, i, &map) &&
                     name_canonical(map.folder, canonical) && !strchr(canonical, '/') &&
                     strlen(canonical) < MAP_NAME_BYTES;
        if (!plain) {
            continue;
        }
        snprintf(wdt, sizeof wdt, MAPS_FOLDER "%s/%s.wdt", canonical, canonical);
        if (assets_has(assets, wdt)) {
            add_folder(listing, canonical, strlen(canonical), map.folder);
        }
    }
}

static int compare_folders(const void *a, const void *b)
{
    const struct map_folder *x = a;
    const struct map_folder *y = b;
    int order = strcmp(x->name, y->name);
    return order ? order : strcmp(x->spelled, y->spelled);
}

static void visit_folders(const struct folder_listing *listing,
                          void (*visit)(void *user, const char *name), void *user)
{
    size_t count = folder_count(listing);
    if (count > 1) {
        array_sort(listing->folders.data, count, sizeof(struct map_folder), compare_folders);
    }
    for (size_t i = 0; i < count; i++) {
        const struct map_folder *folder = folder_at(listing, i);
        if (i == 0 || strcmp(folder[-1].name, folder->name) != 0) {
            visit(user, folder->spelled);
        }
    }
}

enum adtmap_status map_list(struct adtmap_data *data, const struct diag *diag,
                            void (*visit)(void *user, const char *name), void *user)
{
    struct map_names names;
    struct folder_listing listing = {.assets = data->assets, .names = &names};
    enum adtmap_status status = map_names_open(data->assets, diag, &names);
    if (!status) {
        status = assets_list(data->assets, MAPS_FOLDER, diag, visit_file, &listing);
    }
    add_unlisted(data->assets, &listing);
    if (status == ADTMAP_OK && listing.folders.failed) {
        status = diag_fail_memory(diag);
    }
    if (status == ADTMAP_OK) {
        visit_folders(&listing, visit, user);
    }
    buffer_free(&listing.folders);
    map_names_close(&names);
    return status;
}
