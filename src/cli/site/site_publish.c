/*
 * Builds are opened one after the other, and each only if a rendering is drawn from it, since
 * opening data takes time and memory. What concerns all maps is checked before the first is drawn;
 * a map that fails costs itself. The index comes last, as it lists maps that have pages.
 *
 * The list of a rendering is written after its last map; before that after 1, 2, 4, 8, ... maps
 * that have changed, so that a publication that takes days shows what it has. Writing it after each
 * map would read a card for each pair of maps: half a million for a thousand maps.
 */
#include "cli/site/site_publish.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "cli/out_folder.h"
#include "cli/site/site_data.h"
#include "cli/site/site_index.h"
#include "cli/site/site_maps.h"
#include "job/phases/site.h"
#include "map/map.h"
#include "os/clock.h"
#include "os/file.h"
#include "os/output_file.h"
#include "output/web/web_site.h"

struct publishing {
    struct session *session;
    const struct site_file *file;
    const struct site_publish_options *options;
    const struct diag *diag;
    struct site_items *builds; /* the maps of each build */
    struct site_client client; /* what their data say of them */
    size_t failed;             /* maps and entries with an error */
    size_t stale;              /* with --check: maps and first pages that would change */
    size_t done;
    bool is_unsure;               /* which maps the file has: an entry is wrong, or data are */
    char name[HASH128_HEX_BYTES]; /* which site file it is, for the records of its maps */
    struct site_leaving leaving;
    struct buffer shared; /* paths below the site's folder of what maps of a rendering share */
    struct progress_whole whole; /* of the build that is drawn, where progress is shown */
};

/* A rendering while its maps are published, and the list of them. */
struct rendering_list {
    const char *folder; /* of the rendering, below the site's */
    struct job_maps listed;
    size_t changed; /* maps, since it was begun */
    size_t next;    /* it is written when as many have changed */
    bool is_current;
    bool has_maps;              /* one was rendered */
    struct option_strings from; /* the same folder of other sites that have it; from malloc */
};

/* How many tiles a map has; 0: it cannot be opened, which its own run says. */
static size_t count_tiles(struct adtmap_data *data, const char *name)
{
    struct adtmap_map *map;
    struct adtmap_message ignored;
    size_t count = 0;
    const struct adtmap_log *log = data->log;
    data->log = NULL; /* the map's run warns, too */
    if (!adtmap_map_open(data, name, &map, &ignored)) {
        const struct tile_set tiles = map_tiles(map);
        count = tile_set_count(&tiles);
    }
    adtmap_map_close(map);
    data->log = log;
    return count;
}

/* Counts what is drawn from a build, for the line of progress. */
static void count_work(struct publishing *publishing, const struct site_items *maps, size_t build)
{
    const struct site_file *file = publishing->file;
    publishing->whole = (struct progress_whole){.began = clock_seconds()};
    for (size_t i = 0; i < maps->count; i++) {
        size_t tiles = maps->items[i].is_wanted
                           ? count_tiles(publishing->session->data, maps->items[i].name)
                           : 0;
        for (size_t r = 0; r < file->renderings.count && maps->items[i].is_wanted; r++) {
            if (site_file_build(file, r) == build && site_file_has(file, maps->items[i].map, r)) {
                publishing->whole.count++;
                publishing->whole.tiles_all += tiles;
            }
        }
    }
}

/* The address of a rendering; "" if that of the site is not known. */
static void print_address(const struct site_file *file, const char *rendering,
                          char address[WEB_ADDRESS_BYTES])
{
    const char *of_site = file->top.address ? file->top.address : "";
    size_t length = strlen(of_site);
    while (length > 0 && of_site[length - 1] == '/') {
        length--;
    }
    snprintf(address, WEB_ADDRESS_BYTES, "%.*s/%s", (int)length, of_site, rendering);
    if (length == 0) {
        address[0] = '\0';
    }
}

/* Writes what the maps of a rendering share, the list of them last. */
static void write_list(struct publishing *publishing, struct rendering_list *list)
{
    char *out = path_join(publishing->file->out, list->folder);
    const struct web_site site = {.out = out,
                                  .leaflet = publishing->options->leaflet,
                                  .title = site_file_title(publishing->file)};
    struct site_result result;
    enum adtmap_status status = out ? site_write(&site, &list->listed, publishing->diag, &result)
                                    : diag_fail_memory(publishing->diag);
    list->is_current = status == ADTMAP_OK;
    if (status) {
        list->next = SIZE_MAX; /* what has failed is tried once more, at the end */
        messages_write(publishing->session->messages, publishing->diag->failure);
        publishing->failed++;
    }
    free(out);
}

/* The files that write_list has written. `publish` itself writes the list of renderings. */
static void add_shared(struct publishing *publishing, const char *folder)
{
    for (size_t i = 0; web_site_shared_path(i); i++) {
        char name[PATH_NAME_BYTES];
        snprintf(name, sizeof name, "%s/%s", folder, web_site_shared_path(i));
        char *path = path_join(publishing->file->out, name);
        if (path && !name_has_suffix(name, "/" WEB_SITE_RENDERINGS_FILE) && file_exists(path)) {
            buffer_append(&publishing->shared, name, strlen(name) + 1);
        }
        publishing->shared.failed |= !path;
        free(path);
    }
}

/* Renders a map, with what the file says of it and what the run says, and counts what came of it.
 */
static void publish_map(struct publishing *publishing, const struct site_item *map,
                        size_t rendering, struct rendering_list *list)
{
    const struct site_file *file = publishing->file;
    const struct site_publish_options *options = publishing->options;
    const char *name = file->renderings.items[rendering].name;
    bool is_changed = false;
    bool is_wrong = true; /* more is amiss than what --check finds out of date */
    enum exit_status left = EXIT_NOT_RUN;
    char address[WEB_ADDRESS_BYTES];
    char *out = path_join(file->out, name);
    struct render_request request = {0};
    if (!out) {
        messages_error(publishing->session->messages, "out of memory");
        goto count;
    }
    if (site_file_request(file, map->map, rendering, publishing->diag, &request)) {
        goto count;
    }
    if (options->shard.count > 0) { /* draws tiles alone */
        request.products = (struct product_options){0};
        products_default(&request.products);
    } else {
        print_address(file, name, address);
        request.products.job.address = address;
        request.products.job.site_title = site_file_title(file);
        request.products.job.leaflet = options->leaflet;
    }
    request.products.job.threads = options->threads;
    request.products.memory_bytes = options->memory_bytes;
    const bool has_whole = publishing->whole.count > 1;
    publishing->whole.number++;
    publishing->whole.map = map->name;
    const struct render_run run = {
        .whole = has_whole ? &publishing->whole : NULL,
        .map = map->name,
        .out = out,
        .data = &file->builds.items[site_file_build(file, rendering)].data.paths,
        .title = file->maps.items[map->map].title,
        .leaves_list = true,
        .drops_others = options->shard.count == 0,
        .publisher = options->shard.count == 0 ? publishing->name : NULL,
        .redraw = options->redraw,
        .is_check = options->is_check,
        .is_brief = true,
        .is_wrong = &is_wrong,
        .is_changed = &is_changed,
        .shard = options->shard,
        .from = &list->from,
        .from_may_lack = true,
        .common = options->common,
    };
    left = render_request_run(publishing->session, &request, &run);
    list->has_maps |= left != EXIT_NOT_RUN;
    list->changed += is_changed;
    list->is_current &= !is_changed;
    if (has_whole) {
        publishing->whole.tiles_before += count_tiles(publishing->session->data, map->name);
    }
count:
    publishing->failed += left != EXIT_OK && is_wrong;
    publishing->stale += left != EXIT_OK && !is_wrong;
    publishing->done += left != EXIT_NOT_RUN;
    free(out);
    render_request_free(&request);
}

/* A site that lacks the rendering has nothing of it. False when out of memory. */
static bool find_others(const struct publishing *publishing, struct rendering_list *list)
{
    const struct option_strings *sites = &publishing->options->from;
    for (size_t i = 0; i < sites->count; i++) {
        char *folder = path_join(sites->items[i], list->folder);
        if (!folder) {
            return false;
        }
        if (file_is_directory(folder)) {
            list->from.items[list->from.count++] = folder;
        } else {
            free(folder);
        }
    }
    return true;
}

static void free_others(struct rendering_list *list)
{
    for (size_t i = 0; i < list->from.count; i++) {
        free((char *)(uintptr_t)list->from.items[i]);
    }
}

/* The rendering lists its maps of the file, rendered now or earlier, and no others. A shard and a
 * check write no list. */
static void publish_rendering(struct publishing *publishing, const struct site_items *maps,
                              size_t rendering)
{
    const char **names = calloc(maps->count + 1, sizeof *names);
    const struct site_publish_options *options = publishing->options;
    const bool has_list = options->shard.count == 0 && !options->is_check;
    struct rendering_list list = {
        .folder = publishing->file->renderings.items[rendering].name,
        .listed = {names, 0},
        .next = 1,
    };
    if (!names || !find_others(publishing, &list)) {
        messages_error(publishing->session->messages, "out of memory");
        publishing->failed++;
        free_others(&list);
        free(names);
        return;
    }
    for (size_t i = 0; i < maps->count; i++) {
        if (site_file_has(publishing->file, maps->items[i].map, rendering)) {
            names[list.listed.count++] = maps->items[i].name;
        }
    }
    for (size_t i = 0; i < maps->count; i++) {
        if (maps->items[i].is_wanted &&
            site_file_has(publishing->file, maps->items[i].map, rendering)) {
            publish_map(publishing, &maps->items[i], rendering, &list);
        }
        if (has_list && list.changed == list.next) {
            list.next *= 2;
            write_list(publishing, &list);
        }
    }
    if (has_list && list.has_maps && !list.is_current) {
        write_list(publishing, &list);
    }
    if (has_list && list.has_maps) {
        add_shared(publishing, list.folder);
    }
    free_others(&list);
    free(names);
}

/* Renders all that is drawn from one build; opens it only if something is. */
static void publish_build(struct publishing *publishing, size_t build)
{
    const struct site_file *file = publishing->file;
    struct session *session = publishing->session;
    struct site_items *maps = &publishing->builds[build];
    enum adtmap_status status = ADTMAP_OK;
    bool is_open = false;
    for (size_t i = 0; i < file->renderings.count && !status; i++) {
        if (site_file_build(file, i) != build) {
            continue;
        }
        if (!is_open) {
            size_t failed = publishing->failed;
            status = site_data_open(session, file, build, publishing->diag);
            status = status ? status
                            : site_items_list(file, build, session->data, publishing->options->only,
                                              publishing->diag, maps, &publishing->failed);
            if (!status && publishing->options->shard.count == 0) {
                status = site_client_add(file, maps, session->data, publishing->diag,
                                         &publishing->client);
            }
            publishing->is_unsure |= status || publishing->failed > failed;
            is_open = true;
            if (!status && progress_is_shown(publishing->options->common->verbosity)) {
                count_work(publishing, maps, build);
            }
        }
        if (!status) {
            publish_rendering(publishing, maps, i);
        }
    }
    if (status) {
        messages_write(session->messages, publishing->diag->failure);
        publishing->failed++;
    }
    adtmap_data_close(session->data);
    session->data = NULL;
}

/* The index of the entry of that name; their number if there is none. */
static size_t entry_named(const struct site_entries *entries, const char *name)
{
    size_t i = 0;
    while (i < entries->count && name_compare(entries->items[i].name, name) != 0) {
        i++;
    }
    return i;
}

static bool has_rendering(void *user, const char *name)
{
    const struct site_file *file = user;
    return entry_named(&file->renderings, name) < file->renderings.count;
}

/* By its name alone: what the data of a build lack today does not leave the site. */
static bool has_map(void *user, const char *rendering, const char *map)
{
    const struct site_file *file = user;
    const size_t wanted = entry_named(&file->renderings, rendering);
    bool has = false;
    for (size_t i = 0; i < file->maps.count && wanted < file->renderings.count && !has; i++) {
        has = site_file_has(file, i, wanted) && site_entry_names(file, i, map);
    }
    return has;
}

static bool has_world(void *user, const char *name)
{
    const struct site_file *file = user;
    return entry_named(&file->worlds, name) < file->worlds.count;
}

/* Which site file it is: a hash, since records do not tell strangers of this machine's folders. */
static void name_file(struct publishing *publishing)
{
    const char *given = publishing->options->path;
    char *path = file_real_path(given);
    const char *known = path ? path : given;
    hash128_hex(hash128(known, strlen(known)), publishing->name);
    free(path);
}

/* Says what is going to leave before the first map is drawn: there is time to end the run. */
static void announce_leaving(const struct publishing *publishing)
{
    const struct site_leaving *leaving = &publishing->leaving;
    size_t count = leaving->count;
    for (const char *world = NULL; (world = buffer_next_text(&leaving->worlds, world));) {
        count++;
    }
    if (count > 0 && !publishing->is_unsure && !publishing->options->is_check &&
        publishing->options->common->verbosity != VERBOSITY_QUIET) {
        const char *first =
            leaving->count > 0 ? leaving->things[0].path : (const char *)leaving->worlds.data;
        printf("%s: %zu %s not in the site file, %s%s: removed when the maps are drawn\n",
               publishing->file->out, count, count == 1 ? "folder is" : "folders are",
               count == 1 ? "" : "the first is ", first);
        fflush(stdout);
    }
}

/* Before the first map is drawn. */
static void find_leaving(struct publishing *publishing)
{
    const struct site_file *file = publishing->file;
    struct site_leaving *leaving = &publishing->leaving;
    const struct site_members members = {has_rendering, has_map, has_world, (void *)(uintptr_t)file,
                                         publishing->name};
    const struct diag at_out = diag_at(publishing->diag, file->out);
    if (site_leaving_find(file->out, &members, publishing->diag, leaving)) {
        messages_write(publishing->session->messages, publishing->diag->failure);
        publishing->failed++;
        publishing->is_unsure = true;
        return;
    }
    if (leaving->foreign > 0) {
        diag_warn(&at_out, NULL, NO_OFFSET,
                  "%zu %s of another site file, or of this one at another path, %s not in it: %s",
                  leaving->foreign, leaving->foreign == 1 ? "map" : "maps",
                  leaving->foreign == 1 ? "is" : "are",
                  leaving->foreign == 1 ? "it stays" : "they stay");
    }
    announce_leaving(publishing);
}

/* An error in a line of the file would take away what nobody meant: a map whose name is misspelled,
 * or whose renderings are. */
static void keep_if_unsure(struct publishing *publishing)
{
    const struct diag at_out = diag_at(publishing->diag, publishing->file->out);
    struct site_leaving *leaving = &publishing->leaving;
    if (publishing->is_unsure && (leaving->count > 0 || leaving->worlds.size > 0)) {
        diag_warn(&at_out, NULL, NO_OFFSET,
                  "what is not in the site file stays until the file and the data have no errors");
        site_leaving_free(leaving);
    }
}

/* Says what has been taken away, or with --check would be. */
static void tell_leaving(struct publishing *publishing)
{
    const struct site_leaving *leaving = &publishing->leaving;
    const bool is_check = publishing->options->is_check;
    const bool is_quiet = publishing->options->common->verbosity == VERBOSITY_QUIET;
    const char *form =
        is_check ? "%s%s%s would be removed: it is not in the site file\n" : "removed: %s%s%s\n";
    for (size_t i = 0; i < leaving->count; i++) {
        const struct left_thing *thing = &leaving->things[i];
        publishing->stale += is_check;
        publishing->failed += thing->state == LEFT_STUCK;
        if (!is_quiet && (is_check || thing->state == LEFT_GONE)) {
            printf(form, thing->path, "", "");
        }
    }
    for (const char *world = NULL; (world = buffer_next_text(&leaving->worlds, world));) {
        publishing->stale += is_check;
        if (!is_quiet) {
            printf(form, publishing->file->out, "/", world);
        }
    }
}

/* Writes the list of maps and the worlds, or with --check compares them: they show what is in the
 * folder, also the maps that --map leaves alone, and those that other publications have drawn: of
 * two at once the last one shows the maps of both. */
static void put_index(struct publishing *publishing)
{
    const bool is_check = publishing->options->is_check;
    bool is_same = true;
    struct site_worlds worlds = {0};
    struct open_file lock = OPEN_FILE_NONE;
    enum adtmap_status status =
        is_check ? ADTMAP_OK : site_lock(publishing->file->out, publishing->diag, &lock);
    if (!status) {
        status = site_worlds_make(publishing->file, &publishing->client, publishing->builds,
                                  publishing->diag, &worlds, &publishing->failed);
    }
    if (!status) {
        status = site_index_put(publishing->file, publishing->builds, &worlds, &publishing->shared,
                                &publishing->leaving, publishing->diag, is_check ? &is_same : NULL);
    }
    open_file_close(&lock);
    site_worlds_free(&worlds);
    if (status) {
        messages_write(publishing->session->messages, publishing->diag->failure);
        publishing->failed++;
    } else if (publishing->options->common->verbosity != VERBOSITY_QUIET &&
               (!is_check || !is_same)) {
        printf(is_check ? "%s/index.html would be written again\n" : "site: %s/index.html\n",
               publishing->file->out);
    }
    publishing->stale += !status && !is_same;
    if (!status) {
        tell_leaving(publishing);
    }
}

/* Where no message has said yet why nothing was done. */
static void say_nothing_done(const struct publishing *publishing)
{
    const struct site_publish_options *options = publishing->options;
    if (publishing->failed == 0 && options->only) {
        messages_error(publishing->session->messages, "--map: no map of the file is '%.64s'",
                       options->only);
    } else if (publishing->failed == 0) {
        messages_error(publishing->session->messages, "the file has no map to publish");
    }
}

/* Whether the folder of the site can be written. */
static enum adtmap_status check_out(const struct site_file *file, const struct diag *diag)
{
    const struct site_place place = {.section = SITE_TOP, .key = "out"};
    struct adtmap_message failure = {0};
    const struct diag own = {diag->file, diag->log, &failure};
    enum adtmap_status status = ADTMAP_OK;
    for (size_t i = 0; i < file->builds.count && !status; i++) {
        status = out_folder_check(file->out, &file->builds.items[i].data.paths, &own);
    }
    status = status ? status : output_check_folder(file->out, &own);
    return status ? site_document_fail_because(file->document, diag, &place, &failure) : ADTMAP_OK;
}

/* A name that is misspelled would cost drawing all that is there. */
static enum adtmap_status check_others(const struct publishing *publishing)
{
    const struct option_strings *from = &publishing->options->from;
    for (size_t i = 0; i < from->count; i++) {
        const struct diag at_path = diag_at(publishing->diag, from->items[i]);
        if (!file_is_directory(from->items[i])) {
            return diag_fail(&at_path, ADTMAP_NOT_FOUND, NULL, NO_OFFSET, "no such folder");
        }
    }
    return ADTMAP_OK;
}

/* What all maps need, and the first page, before anything is drawn. A shard writes no pages. */
static enum adtmap_status check_pages(const struct publishing *publishing)
{
    const struct site_publish_options *options = publishing->options;
    const struct web_site site = {.out = publishing->file->out, .leaflet = options->leaflet};
    if (options->shard.count > 0) {
        return ADTMAP_OK;
    }
    enum adtmap_status status = web_site_check_leaflet(&site, publishing->diag);
    return status ? status : web_site_check_portal(publishing->file->out, publishing->diag);
}

enum exit_status site_publish(struct session *session, const struct site_file *file,
                              const struct site_publish_options *options)
{
    struct adtmap_message failure = {0};
    const struct diag diag = {NULL, messages_log(session->messages), &failure};
    struct publishing publishing = {
        .session = session,
        .file = file,
        .options = options,
        .diag = &diag,
        .builds = calloc(file->builds.count, sizeof *publishing.builds),
        .failed = file->wrong_entries,
        .is_unsure = file->wrong_entries > 0,
    };
    name_file(&publishing);
    enum adtmap_status status =
        publishing.builds ? check_out(file, &diag) : diag_fail_memory(&diag);
    status = status ? status : check_others(&publishing);
    status = status ? status : check_pages(&publishing);
    if (status) {
        messages_write(session->messages, &failure);
    } else {
        if (options->shard.count == 0 && !options->only) {
            find_leaving(&publishing);
        }
        for (size_t i = 0; i < file->builds.count; i++) {
            publish_build(&publishing, i);
        }
        keep_if_unsure(&publishing);
        if (publishing.done == 0) {
            say_nothing_done(&publishing);
        } else if (options->shard.count == 0) {
            put_index(&publishing);
        }
    }
    for (size_t i = 0; publishing.builds && i < file->builds.count; i++) {
        site_items_free(&publishing.builds[i]);
    }
    free(publishing.builds);
    site_client_free(&publishing.client);
    site_leaving_free(&publishing.leaving);
    buffer_free(&publishing.shared);
    if (publishing.done == 0) {
        return EXIT_NOT_RUN;
    }
    if (publishing.failed > 0) {
        return options->is_check ? EXIT_NOT_RUN : EXIT_PARTIAL;
    }
    return publishing.stale > 0 ? EXIT_PARTIAL : EXIT_OK;
}
