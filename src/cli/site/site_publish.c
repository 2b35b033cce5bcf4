#include "cli/site/site_publish.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "cli/out_folder.h"
#include "cli/site/site_data.h"
#include "cli/site/site_index.h"
#include "cli/site/site_maps.h"
#include "os/output_file.h"
#include "output/web/web_site.h"

struct publishing {
    struct session *session;
    const struct site_file *file;
    const struct site_publish_options *options;
    const char *out;
    const struct diag *diag;
    struct site_items *builds; /* the maps of each build */
    size_t failed;             /* maps and entries with an error */
    size_t stale;              /* with --check: maps and first pages that would change */
    size_t done;
};

/* The options of the run, which no site file gives. */
static void take_run_options(const struct publishing *publishing, struct render_request *request)
{
    const struct site_publish_options *options = publishing->options;
    request->products.threads = options->threads;
    request->products.memory_bytes = options->memory_bytes;
    request->products.leaflet = options->leaflet;
}

/* A shard draws tiles alone; merging makes the rest. */
static void leave_products(struct render_request *request)
{
    struct product_options tiles = {.threads = request->products.threads,
                                    .memory_bytes = request->products.memory_bytes};
    products_default(&tiles);
    request->products = tiles;
}

/* A map, and the maps that its rendering lists. */
struct item {
    const struct site_item *map;
    size_t rendering;
    const struct job_maps *listed;
};

static enum exit_status render_item(struct publishing *publishing, const struct item *item,
                                    const char *out, struct render_request *request, bool *is_wrong)
{
    const struct site_publish_options *options = publishing->options;
    const struct render_run run = {
        .map = item->map->name,
        .out = out,
        .data = &publishing->file->builds[site_file_build(publishing->file, item->rendering)]
                     .data.paths,
        .title = publishing->file->maps[item->map->map].values.title,
        .listed = item->listed,
        .redraw = options->redraw,
        .is_check = options->is_check,
        .is_brief = true,
        .is_wrong = is_wrong,
        .shard = options->shard,
        .common = options->common,
    };
    take_run_options(publishing, request);
    if (options->shard.count > 0) {
        leave_products(request);
    }
    return options->is_merge ? render_request_merge(publishing->session, request, &run)
                             : render_request_run(publishing->session, request, &run);
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

/* *is_wrong: more is amiss than what --check finds out of date. */
static enum exit_status publish_item(struct publishing *publishing, const struct item *item,
                                     bool *is_wrong)
{
    const char *name = publishing->file->renderings[item->rendering].name;
    char address[WEB_ADDRESS_BYTES];
    struct render_request *request = malloc(sizeof *request);
    char *out = path_join(publishing->out, name);
    enum exit_status left = EXIT_NOT_RUN;
    print_address(publishing->file, name, address);
    if (!out || !request) {
        messages_error(publishing->session->messages, "out of memory");
    } else if (site_file_request(publishing->file, item->map->map, item->rendering,
                                 publishing->diag, request) == ADTMAP_OK) {
        request->products.address = address;
        left = render_item(publishing, item, out, request, is_wrong);
    }
    free(out);
    free(request);
    return left;
}

static void publish_maps(struct publishing *publishing, const struct site_items *maps,
                         size_t rendering, const struct job_maps *listed)
{
    for (size_t i = 0; i < maps->count; i++) {
        const struct item item = {&maps->items[i], rendering, listed};
        if (item.map->is_wanted && site_file_has(publishing->file, item.map->map, rendering)) {
            bool is_wrong = true;
            enum exit_status left = publish_item(publishing, &item, &is_wrong);
            publishing->failed += left != EXIT_OK && is_wrong;
            publishing->stale += left != EXIT_OK && !is_wrong;
            publishing->done += left != EXIT_NOT_RUN;
        }
    }
}

/* The rendering lists its maps of the file, rendered now or earlier, and no others. */
static void publish_rendering(struct publishing *publishing, const struct site_items *maps,
                              size_t rendering)
{
    const char **names = calloc(maps->count + 1, sizeof *names);
    struct job_maps listed = {names, 0};
    if (!names) {
        messages_error(publishing->session->messages, "out of memory");
        publishing->failed++;
        return;
    }
    for (size_t i = 0; i < maps->count; i++) {
        if (site_file_has(publishing->file, maps->items[i].map, rendering)) {
            names[listed.count++] = maps->items[i].name;
        }
    }
    publish_maps(publishing, maps, rendering, &listed);
    free(names);
}

static bool is_used(const struct site_file *file, size_t build)
{
    for (size_t i = 0; i < file->rendering_count; i++) {
        if (site_file_build(file, i) == build) {
            return true;
        }
    }
    return false;
}

/* Renders all that is drawn from one build. */
static void publish_build(struct publishing *publishing, size_t build)
{
    struct session *session = publishing->session;
    struct site_items *maps = &publishing->builds[build];
    enum adtmap_status status = site_data_open(session, publishing->file, build, publishing->diag);
    status =
        status ? status
               : site_items_list(publishing->file, build, session->data, publishing->options->only,
                                 publishing->diag, maps, &publishing->failed);
    if (status) {
        messages_write(session->messages, publishing->diag->failure);
        publishing->failed++;
    }
    for (size_t i = 0; i < publishing->file->rendering_count && !status; i++) {
        if (site_file_build(publishing->file, i) == build) {
            publish_rendering(publishing, maps, i);
        }
    }
    adtmap_data_close(session->data);
    session->data = NULL;
}

/* The list shows what is in the folder: also the maps that --map leaves alone. */
static void write_index(struct publishing *publishing)
{
    enum adtmap_status status =
        site_index_write(publishing->file, publishing->builds, publishing->out, publishing->diag);
    if (status) {
        messages_write(publishing->session->messages, publishing->diag->failure);
        publishing->failed++;
    } else if (publishing->options->common->verbosity != VERBOSITY_QUIET) {
        printf("site: %s/index.html\n", publishing->out);
    }
}

static void check_index(struct publishing *publishing)
{
    bool is_same;
    enum adtmap_status status = site_index_compare(publishing->file, publishing->builds,
                                                   publishing->out, publishing->diag, &is_same);
    if (status) {
        messages_write(publishing->session->messages, publishing->diag->failure);
    } else if (!is_same && publishing->options->common->verbosity != VERBOSITY_QUIET) {
        printf("%s/index.html would be written again\n", publishing->out);
    }
    publishing->failed += status != ADTMAP_OK;
    publishing->stale += !status && !is_same;
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

/* The maps, then the list of them, which merging writes if they are drawn in shards. */
static void publish_all(struct publishing *publishing)
{
    const struct site_publish_options *options = publishing->options;
    for (size_t i = 0; i < publishing->file->build_count; i++) {
        if (is_used(publishing->file, i)) {
            publish_build(publishing, i);
        }
    }
    if (publishing->done == 0) {
        say_nothing_done(publishing);
    } else if (options->shard.count == 0 && options->is_check) {
        check_index(publishing);
    } else if (options->shard.count == 0) {
        write_index(publishing);
    }
}

/* Whether the folder of the site can be written. */
static enum adtmap_status check_out(const struct site_file *file, const struct diag *diag)
{
    const struct site_place place = {.section = SITE_TOP, .key = "out"};
    struct adtmap_message failure = {0};
    const struct diag own = {diag->file, diag->log, &failure};
    enum adtmap_status status = output_check_folder(file->out, &own);
    for (size_t i = 0; i < file->build_count && !status; i++) {
        status = out_folder_check(file->out, &file->builds[i].data.paths, &own);
    }
    return status ? site_document_fail_because(file->document, diag, &place, &failure) : ADTMAP_OK;
}

/* What all maps need, and the first page, before anything is drawn. A shard writes no pages. */
static enum adtmap_status check_pages(const struct publishing *publishing)
{
    const struct site_publish_options *options = publishing->options;
    const struct web_site site = {.out = publishing->out, .leaflet = options->leaflet};
    if (options->shard.count > 0) {
        return ADTMAP_OK;
    }
    enum adtmap_status status = web_site_check_leaflet(&site, publishing->diag);
    return status ? status : web_site_check_portal(publishing->out, publishing->diag);
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
        .out = file->out,
        .diag = &diag,
        .builds = calloc(file->build_count, sizeof *publishing.builds),
        .failed = file->wrong_maps,
    };
    enum adtmap_status status =
        publishing.builds ? check_out(file, &diag) : diag_fail_memory(&diag);
    status = status ? status : check_pages(&publishing);
    if (status) {
        messages_write(session->messages, &failure);
    } else {
        publish_all(&publishing);
    }
    for (size_t i = 0; publishing.builds && i < file->build_count; i++) {
        site_items_free(&publishing.builds[i]);
    }
    free(publishing.builds);
    if (publishing.done == 0) {
        return EXIT_NOT_RUN;
    }
    if (publishing.failed > 0) {
        return options->is_check ? EXIT_NOT_RUN : EXIT_PARTIAL;
    }
    return publishing.stale > 0 ? EXIT_PARTIAL : EXIT_OK;
}
