/*
 * The table of all kinds of outputs, and the loops over it: ask, declare, open, record, write,
 * deliver, list.
 */
#include "job/outputs/outputs.h"

#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/path.h"
#include "base/size.h"
#include "job/outputs/client_folder.h"
#include "job/outputs/stitched.h"
#include "os/file.h"
#include "os/folder.h"

/* What a node names as an input is declared before it. Files of the map are written before world
 * files, which are made of all records but texts, the archive among them. */
static const struct output_kind *const kinds[] = {
    &output_tiles, &output_markers, &output_files, &output_stitched,
    &output_zoom,  &output_minimap, &output_zones, &output_world_files,
};
_Static_assert(COUNT_OF(kinds) <= PLAN_KINDS_MAX, "a plan has room for each kind");

bool outputs_ask(struct run *run)
{
    for (size_t i = 0; i < COUNT_OF(kinds) * run->request.series_count; i++) {
        const struct output_kind *kind = kinds[i / run->request.series_count];
        if (kind->ask && !kind->ask(run, (uint32_t)(i % run->request.series_count))) {
            return false;
        }
    }
    return true;
}

struct plan *outputs_plan(const struct plan_request *request, struct build_log *log,
                          const struct graph_disk *disk)
{
    struct plan *plan = calloc(1, sizeof *plan);
    struct planning planning = {request, plan, malloc(TILE_SET_TILES * sizeof *planning.inputs)};
    bool fine = plan && planning.inputs && graph_open(&plan->graph, log, disk);
    if (!fine) {
        goto end;
    }
    plan->graph.redraw = request->policy;
    plan->graph.is_strict = request->is_strict;
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        if (disk || i == 0) {
            kinds[i]->declare(&planning);
        }
        plan->first_node[i + 1] = plan->graph.count;
    }
    fine =
        graph_close(&plan->graph, plan->makes_absent || plan->makes_minimap || plan->makes_zones);
    plan->makes_texts = plan->graph.made_count > 0; /* they are made of all others */
end:
    free(planning.inputs);
    if (!fine) {
        plan_free(plan);
        return NULL;
    }
    return plan;
}

/* Texts alone are told as such; with pages they count as the website, as does a page that is
 * missing from a site. */
uint32_t outputs_products(const struct run *run)
{
    uint32_t products = 0;
    const struct plan *plan = run->plan;
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        for (uint32_t k = plan->first_node[i]; k < plan->first_node[i + 1]; k++) {
            const struct node *node = graph_node(&plan->graph, k);
            products |= node->fate == NODE_MADE && !node_is_text(node) ? kinds[i]->product : 0;
        }
    }
    products |= plan->graph.removed_count > 0 ? PRODUCT_LEFTOVER : 0U;
    products |= plan->makes_minimap ? PRODUCT_MINIMAP : 0U;
    products |= plan->makes_zones ? PRODUCT_ZONES : 0U;
    if ((plan->makes_texts && run->asked.has_pages) ||
        ((run->asked.outputs & JOB_WEB) &&
         !run_has_file(run, node_named(NODE_SHARED, "index.html")))) {
        products |= PRODUCT_WEB;
    }
    return products | (plan->makes_texts && !products ? PRODUCT_TEXTS : 0U);
}

/* Stitched pictures get memory in the proportion of their rows of tiles. */
static struct memory_need need_of(const struct run *run, unsigned threads, uint32_t tile_count)
{
    const struct job_settings *settings = run->asked.settings;
    struct memory_need need = {
        .bound_bytes = settings->memory_bytes,
        .threads = threads,
        .tile_count = tile_count ? tile_count : 1,
        .tile_bytes = memory_budget_tile_bytes(
            &settings->tile, (unsigned)stitched_pixel_bytes(run, 0), layers_of(settings)->count),
        .team_bytes = memory_budget_team_bytes(&settings->tile, threads),
        .row_columns = 1,
    };
    for (uint32_t i = 0; i < run->request.series_count; i++) {
        stitched_add_need(run, i, &need);
    }
    return need;
}

enum adtmap_status outputs_share_memory(const struct run *run, unsigned threads,
                                        uint32_t tile_count, struct memory_budget *memory)
{
    struct memory_need need = need_of(run, threads, tile_count);
    return memory_budget_divide(&need, &run->diag, memory);
}

enum adtmap_status outputs_open(struct run *run, unsigned threads,
                                const struct memory_budget *memory, struct joined *joined)
{
    *joined = (struct joined){.run = run,
                              .threads = threads,
                              .stream_threads = memory->stream_threads,
                              .workers = memory->workers,
                              .stitch_bytes = memory->stitch_bytes,
                              .row_bytes = need_of(run, threads, 1).row_bytes};
    file_batch_open(&joined->files);
    for (size_t i = 0; i < COUNT_OF(kinds) * run->request.series_count; i++) {
        const struct output_kind *kind = kinds[i % COUNT_OF(kinds)];
        enum adtmap_status status =
            kind->open ? kind->open(joined, (uint32_t)(i / COUNT_OF(kinds))) : ADTMAP_OK;
        if (status) {
            return status;
        }
    }
    return ADTMAP_OK;
}

/* Records follow when all files are in place. */
enum adtmap_status outputs_finish(struct joined *joined)
{
    enum adtmap_status status = ADTMAP_OK;
    for (uint32_t i = 0; i < joined->count && !status; i++) {
        struct output *output = joined->outputs[i].output;
        joined->outputs[i].output = NULL;
        status = output->operations->finish(output);
    }
    if (!status && joined->run) {
        status = file_batch_finish(&joined->files, &joined->run->diag);
    }
    size_t count = joined->run ? COUNT_OF(kinds) * joined->run->request.series_count : 0;
    for (size_t i = 0; i < count && !status; i++) {
        const struct output_kind *kind = kinds[i % COUNT_OF(kinds)];
        status = kind->record ? kind->record(joined, (uint32_t)(i / COUNT_OF(kinds))) : ADTMAP_OK;
    }
    return status;
}

void outputs_abort(struct joined *joined)
{
    for (uint32_t i = 0; i < joined->count; i++) {
        struct output *output = joined->outputs[i].output;
        if (output) {
            output->operations->abort(output);
        }
        joined->outputs[i].output = NULL;
    }
    if (joined->run) {
        file_batch_close(&joined->files);
    }
    for (uint32_t i = 0; i < PLAN_SERIES_MAX; i++) {
        buffer_free(&joined->zoom[i].pictures);
        buffer_free(&joined->zoom[i].values);
    }
}

enum adtmap_status outputs_write(struct run *run, const struct map_summary *summary,
                                 struct web_map *map)
{
    enum adtmap_status status = ADTMAP_OK;
    for (size_t i = 0; i < COUNT_OF(kinds) && !status; i++) {
        status = kinds[i]->write ? kinds[i]->write(run, summary, map) : ADTMAP_OK;
    }
    return status;
}

enum adtmap_status outputs_deliver(struct run *run)
{
    enum adtmap_status status = ADTMAP_OK;
    for (size_t i = 0; i < COUNT_OF(kinds) && !status; i++) {
        status = kinds[i]->deliver ? kinds[i]->deliver(run) : ADTMAP_OK;
    }
    return status;
}

enum file_match outputs_compare_file(const struct run *run, struct build_record *record)
{
    if (node_is_client(record->id)) {
        return client_folder_compare_file(run, record);
    }
    /* A file that is elsewhere was compared there. */
    return record->elsewhere ? FILE_SAME : run_compare_file(run, record);
}

static enum adtmap_status list_series(const struct run *run, const char *series,
                                      struct buffer *nodes)
{
    enum adtmap_status status = ADTMAP_OK;
    for (size_t k = 0; k < COUNT_OF(kinds) && !status; k++) {
        status = kinds[k]->list ? kinds[k]->list(run, series, nodes) : ADTMAP_OK;
    }
    return status;
}

/* Whether the folder has files of a series: there are too many floors to look for those of each. */
static bool may_have(const struct run *run, struct adtmap_layer layer, const char *series)
{
    return layer.kind != ADTMAP_LAYER_STOREY || run_has_folder(run, node_tile(series, 0, 0)) ||
           run_has_folder(run, node_zoom(series, 0, 0, 0, IMAGE_PNG)) ||
           run_has_file(run, node_stitched(series));
}

/* All files of ours that the folder may have: of pictures, and of every layer that there can be. */
static enum adtmap_status list_nodes(const struct run *run, struct buffer *nodes)
{
    enum adtmap_status status = list_series(run, "", nodes);
    for (int kind = 0; kind < ADTMAP_LAYER_KINDS; kind++) {
        for (uint32_t i = 0; i < data_layers[kind].count && !status; i++) {
            char series[ADTMAP_LAYER_NAME_BYTES];
            const struct adtmap_layer layer = {(enum adtmap_layer_kind)kind, i};
            adtmap_layer_file_name(layer, series);
            status = may_have(run, layer, series) ? list_series(run, series, nodes) : ADTMAP_OK;
        }
    }
    return status;
}

/* The last two numbers of a file's name, with '_' between them. False: it has none. */
static bool tile_of_name(const char *name, uint32_t *x, uint32_t *y)
{
    const char *middle = strrchr(name, '_');
    const char *begin = middle ? middle : name;
    while (begin > name && begin[-1] >= '0' && begin[-1] <= '9') {
        begin--;
    }
    struct number_reader reader = {begin, false};
    *x = number_next_u32(&reader, 10, ADTMAP_GRID - 1);
    number_skip(&reader, "_");
    *y = number_next_u32(&reader, 10, ADTMAP_GRID - 1);
    return !reader.bad;
}

enum adtmap_status output_list_tiles(const struct run *run, enum node_kind kind, const char *series,
                                     struct buffer *nodes)
{
    struct folder *folder = NULL;
    char *path = run_full_path(run, node_of_series(kind, series, 0, 0));
    char *directory = path ? path_directory(path) : NULL;
    enum adtmap_status status =
        directory ? folder_list(directory, &run->diag, &folder) : diag_fail_memory(&run->diag);
    for (const char *name; folder && (name = folder_next(folder));) {
        uint32_t x;
        uint32_t y;
        if (tile_of_name(name, &x, &y)) {
            char node[NODE_PATH_BYTES];
            const struct node_id id = node_of_series(kind, series, x, y);
            node_path(id, run->asked.map_name, node);
            if (strcmp(path_base(node), name) == 0) {
                output_list(nodes, id);
            }
        }
    }
    folder_close(folder);
    free(directory);
    free(path);
    return status;
}

enum adtmap_status outputs_find_leftovers(const struct run *run, struct buffer *nodes)
{
    struct buffer all = {0};
    enum adtmap_status status = list_nodes(run, &all);
    const struct node_id *ids = (const void *)all.data;
    for (size_t i = 0; i < all.size / sizeof *ids && !status; i++) {
        const struct build_record *record = build_log_find(run->open.log, ids[i]);
        bool is_made = record && record->state == BUILD_MADE && record->file.bytes > 0;
        char *full = is_made ? NULL : run_full_path(run, ids[i]);
        if (full && file_is_regular(full)) {
            output_list(nodes, ids[i]);
        }
        free(full);
    }
    bool failed = all.failed || nodes->failed;
    buffer_free(&all);
    return !status && failed ? diag_fail_memory(&run->diag) : status;
}

/* The file of a tile that failed was to be removed before, with a warning if that was not possible:
 * it does not stop the run. */
enum adtmap_status outputs_remove_leftovers(const struct run *run, struct buffer *nodes)
{
    enum adtmap_status status = outputs_find_leftovers(run, nodes);
    const struct node_id *ids = (const void *)nodes->data;
    for (size_t i = 0; i < nodes->size / sizeof *ids && !status; i++) {
        const struct build_record *record = build_log_find(run->open.log, ids[i]);
        bool has_failed = record && record->state == BUILD_FAILED;
        struct adtmap_message ignored;
        const struct diag quiet = {NULL, NULL, &ignored};
        char *path = run_full_path(run, ids[i]);
        status = path ? file_remove(path, has_failed ? &quiet : &run->diag)
                      : diag_fail_memory(&run->diag);
        status = has_failed && status == ADTMAP_IO ? ADTMAP_OK : status;
        free(path);
    }
    return status;
}
