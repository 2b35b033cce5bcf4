/*
 * The markers of a map. Those that the settings give are nodes, as are the pictures that they name:
 * a file that is missing is written again, a picture that no marker names is removed. Without that
 * setting the file in the folder belongs to the user, who may edit it; no run makes or removes it,
 * and published pictures stay while it names them.
 *
 * Pages load many markers in parts, where they are shown (output/web/marker_blocks.h).
 */
#include "job/outputs/map_markers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "job/outputs/output_kind.h"
#include "job/outputs/output_record.h"
#include "os/file.h"
#include "output/web/marker_blocks.h"

static const struct node_id node_markers = {.kind = NODE_MARKERS};

/* A part of the markers. */
static struct node_id points_of(uint32_t number)
{
    return (struct node_id){.kind = NODE_POINTS, .number = number};
}

/* The source of a picture that the given markers name: a path relative to the folder of their
 * file. */
static char *picture_source(const struct run *run, const char *name)
{
    char *folder = path_directory(run->asked.settings->markers);
    char *path = folder ? path_join(folder, name) : NULL;
    free(folder);
    return path;
}

/* The file of markers and the pictures that it names; a file's recipe is what it will hold. False
 * when out of memory. */
static bool list_files(struct run *run, const struct markers *markers)
{
    struct plan_request *request = &run->request;
    struct plan_file *file = calloc(markers->file_count + 1, sizeof *file);
    request->markers = file;
    if (!file) {
        return false;
    }
    request->gives_markers = run->asked.settings->markers != NULL;
    request->marker_files = (uint32_t)markers->file_count + 1;
    file->id.kind = NODE_MARKERS;
    if (request->gives_markers) {
        struct buffer text = {0};
        markers_geojson(&text, markers);
        file->recipe = hash128(text.data, text.size);
        bool fine = !text.failed;
        buffer_free(&text);
        if (!fine) {
            return false;
        }
    }
    for (size_t i = 0; i < markers->file_count; i++) {
        file++;
        snprintf(file->name, sizeof file->name, "%s", path_base(markers->files[i]));
        file->id = node_named(NODE_PICTURE, file->name);
        if (request->gives_markers) {
            struct build_file source = {0};
            char *path = picture_source(run, markers->files[i]);
            enum adtmap_status status = path ? build_file_of(path, &source) : ADTMAP_NO_MEMORY;
            free(path);
            if (status == ADTMAP_NO_MEMORY) {
                return false;
            }
            file->recipe = source.content;
        }
    }
    return true;
}

/* The markers count that pages will show: those given, else those in the folder. */
static struct hash128 page_recipe(const struct run *run, const char *path)
{
    const struct plan_request *request = &run->request;
    struct build_file file = {0};
    struct hash128 markers = {0};
    for (uint32_t i = 0; i < request->marker_files && request->gives_markers; i++) {
        const struct hash128 both[] = {markers, request->markers[i].recipe};
        markers = hash128(both, sizeof both);
    }
    if (!request->gives_markers && !request->drops_markers &&
        build_file_of(path, &file) == ADTMAP_OK) {
        markers = file.content;
    }
    const struct hash128 parts[] = {
        recipe_text("page with a way to its site, points, parents, rows of tiles"), markers,
        run->open.places.tables, map_facts_page_hash(&run->asked.facts)};
    return hash128(parts, sizeof parts);
}

static void see_warning(void *user, const struct adtmap_message *message)
{
    *(bool *)user |= message->level == ADTMAP_WARNING;
}

/* What the record of markers says that were put into the folder by hand: they are no node. */
static struct hash128 recipe_of_own(void)
{
    return recipe_text("markers");
}

/* Whether the markers in the folder are those that an earlier run was given, as it wrote them. */
static bool are_given(const struct run *run, const char *path)
{
    struct build_record *record = build_log_find(run->open.log, node_markers);
    return record && !hash128_equal(record->recipe, recipe_of_own()) &&
           build_file_compare(path, run->open.log->written_ns, &record->file) == FILE_SAME;
}

/* The markers in the folder and their pictures are the user's and may be damaged, which is said
 * when pages are written; then all pictures stay. */
static bool ask(struct run *run, uint32_t series)
{
    struct marker_blocks blocks = {0};
    struct markers in_folder = {0};
    const struct markers *markers = &run->open.markers;
    struct adtmap_message ignored;
    bool is_damaged = false;
    const struct adtmap_log witness = {see_warning, &is_damaged};
    const struct diag quiet = {NULL, &witness, &ignored};
    if (series > 0 || !run->asked.has_pages) {
        return true;
    }
    char *path = web_map_markers_path(run->result->directory);
    run->request.drops_markers = path && run->asked.settings->drops_others &&
                                 !run->asked.settings->markers && are_given(run, path);
    if (path && !run->asked.settings->markers) {
        markers = &in_folder;
    }
    if (path && markers == &in_folder && !run->request.drops_markers) {
        is_damaged |= file_exists(path) && markers_load(path, NULL, &quiet, &in_folder);
    }
    bool fine =
        path && marker_blocks_make(markers, &blocks) && (is_damaged || list_files(run, markers));
    if (blocks.has_more_groups) {
        diag_warn(&run->diag, NULL, NO_OFFSET,
                  "the markers have over %d groups; those of the others are one group, Others",
                  MARKER_GROUPS_MAX - 1);
    }
    run->request.point_blocks = (uint32_t)blocks.count;
    if (fine) {
        run->request.page_recipe = page_recipe(run, path);
    }
    marker_blocks_free(&blocks);
    markers_free(&in_folder);
    free(path);
    return fine;
}

static void declare(struct planning *planning)
{
    const struct plan_request *request = planning->request;
    struct graph *graph = &planning->plan->graph;
    if (request->drops_markers) {
        return;
    }
    if (!request->gives_markers) {
        graph_claim(graph, build_log_find(graph->log, node_markers));
    }
    for (uint32_t i = 0; i < graph->log->count && !request->markers; i++) {
        const struct build_record *record = &graph->log->records[i];
        if (record->id.kind == NODE_PICTURE) {
            graph_claim(graph, record);
        }
    }
    for (uint32_t i = 0; i < request->marker_files; i++) {
        const struct plan_file *file = &request->markers[i];
        if (request->gives_markers) {
            graph_add(graph, &(struct node){.id = file->id, .recipe = file->recipe});
        } else {
            graph_claim(graph, build_log_find(graph->log, file->id));
        }
    }
    for (uint32_t i = 0; i <= request->point_blocks && request->point_blocks > 0; i++) {
        graph_add(graph,
                  &(struct node){.id = i < request->point_blocks ? points_of(i)
                                                                 : node_file(NODE_FILE_POINT_NAMES),
                                 .recipe = request->page_recipe,
                                 .gathers = GATHERS_ALL});
    }
}

static enum adtmap_status write(struct run *run, const struct map_summary *summary,
                                struct web_map *map)
{
    enum adtmap_status status = ADTMAP_OK;
    (void)summary;
    if (map && map->blocks.count > 0) {
        status = run_make_folder(run, points_of(0));
    }
    for (size_t i = 0; map && i < map->blocks.count && !status; i++) {
        struct buffer text = {0};
        struct build_record record = {.id = points_of((uint32_t)i)};
        marker_blocks_script(&text, &map->blocks, i);
        status = output_put_text(run, &text, &record);
    }
    if (map && map->blocks.count > 0 && !status) {
        struct buffer text = {0};
        struct build_record record = {.id = node_file(NODE_FILE_POINT_NAMES)};
        size_t left;
        if (!marker_blocks_names(&text, &map->blocks, &left)) {
            return diag_fail_memory(&run->diag);
        }
        if (left > 0) {
            diag_warn(&run->diag, NULL, NO_OFFSET,
                      "the names of the markers are over %d MiB; the search does not find the last "
                      "%zu",
                      MARKER_NAMES_BYTES_MAX >> 20, left);
        }
        status = output_put_text(run, &text, &record);
    }
    return status;
}

static enum adtmap_status list(const struct run *run, const char *series, struct buffer *nodes)
{
    bool has_blocks = !series[0] && run_has_folder(run, points_of(0));
    for (uint32_t i = 0; i < MARKER_BLOCKS_MAX && has_blocks; i++) {
        output_list(nodes, points_of(i));
    }
    if (has_blocks) {
        output_list(nodes, node_file(NODE_FILE_POINT_NAMES));
    }
    return ADTMAP_OK;
}

enum adtmap_status map_markers_put(struct run *run)
{
    const struct markers *markers = &run->open.markers;
    struct build_record record = {.id = node_markers, .recipe = recipe_of_own()};
    if (!run->asked.settings->markers) {
        struct build_record *earlier = build_log_find(run->open.log, node_markers);
        if (run_has_file(run, node_markers)) {
            return output_record(run, &record);
        }
        if (earlier) {
            build_log_drop(run->open.log, earlier);
        }
        return ADTMAP_OK;
    }
    enum adtmap_status status =
        markers->file_count > 0 ? run_make_folder(run, node_named(NODE_PICTURE, "x")) : ADTMAP_OK;
    for (size_t i = 0; i < markers->file_count && !status; i++) {
        struct build_record picture = {.id =
                                           node_named(NODE_PICTURE, path_base(markers->files[i]))};
        if (run_makes(run, picture.id)) {
            char *from = picture_source(run, markers->files[i]);
            char *to = run_full_path(run, picture.id);
            status = from && to ? file_copy(from, to, &run->diag) : diag_fail_memory(&run->diag);
            status = status ? status : output_record(run, &picture);
            free(from);
            free(to);
        }
    }
    if (status || !run_makes(run, node_markers)) {
        return status;
    }
    struct buffer text = {0};
    markers_geojson(&text, markers);
    return output_put_text(run, &text, &record);
}

const struct output_kind output_markers = {
    .ask = ask, .declare = declare, .write = write, .list = list};
