/* The markers in parts, which pages load where they are shown (output/web/marker_blocks.h). */
#include <stdlib.h>

#include "job/outputs/map_files.h"
#include "job/outputs/output_kind.h"
#include "job/outputs/output_record.h"
#include "os/file.h"
#include "output/web/marker_blocks.h"

/* Those in the folder may be damaged, which is said when pages are written. */
static bool ask(struct run *run, uint32_t series)
{
    struct marker_blocks blocks = {0};
    struct markers markers = {0};
    struct adtmap_message ignored;
    const struct diag quiet = {NULL, NULL, &ignored};
    bool is_given = run->asked.settings->markers != NULL;
    if (series > 0 || !run->asked.has_pages) {
        return true;
    }
    char *path = web_map_markers_path(run->result->directory);
    if (path && !is_given && file_exists(path)) {
        (void)markers_load(path, NULL, &quiet, &markers);
    }
    bool fine = path && marker_blocks_make(is_given ? &run->open.markers : &markers, &blocks);
    if (blocks.has_more_groups) {
        diag_warn(&run->diag, NULL, NO_OFFSET,
                  "the markers have over %d groups; those of the others are one group, Others",
                  MARKER_GROUPS_MAX - 1);
    }
    run->request.point_blocks = (uint32_t)blocks.count;
    run->request.point_recipe = map_files_page_recipe(run, "");
    marker_blocks_free(&blocks);
    markers_free(&markers);
    free(path);
    return fine;
}

static void declare(struct planning *planning)
{
    for (uint32_t i = 0; i < planning->request->point_blocks; i++) {
        char path[PATH_NAME_BYTES];
        const struct node node = {
            .path = path, .recipe = planning->request->point_recipe, .made_of = ""};
        node_marker_block_path(i, path);
        graph_add(&planning->plan->graph, &node);
    }
    if (planning->request->point_blocks > 0) {
        graph_add(&planning->plan->graph, &(struct node){.path = NODE_MARKER_NAMES,
                                                         .recipe = planning->request->point_recipe,
                                                         .made_of = ""});
    }
}

static enum adtmap_status write(struct run *run, const struct map_summary *summary,
                                struct web_map *map)
{
    char name[PATH_NAME_BYTES];
    enum adtmap_status status = ADTMAP_OK;
    (void)summary;
    if (map && map->blocks.count > 0) {
        node_marker_block_path(0, name);
        status = run_make_folder(run, name);
    }
    for (size_t i = 0; map && i < map->blocks.count && !status; i++) {
        struct buffer text = {0};
        struct build_record record = {.path = name};
        node_marker_block_path(i, name);
        marker_blocks_script(&text, &map->blocks, i);
        status = output_put_text(run, &text, &record);
    }
    if (map && map->blocks.count > 0 && !status) {
        struct buffer text = {0};
        struct build_record record = {.path = (char[]){NODE_MARKER_NAMES}};
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

static enum adtmap_status list(const struct run *run, const char *series, struct buffer *names)
{
    char name[PATH_NAME_BYTES];
    node_marker_block_path(0, name);
    bool has_blocks = !series[0] && run_has_folder(run, name);
    for (size_t i = 0; i < MARKER_BLOCKS_MAX && has_blocks; i++) {
        node_marker_block_path(i, name);
        output_list_name(names, name);
    }
    if (has_blocks) {
        output_list_name(names, NODE_MARKER_NAMES);
    }
    return ADTMAP_OK;
}

const struct output_kind output_points = {
    .ask = ask, .declare = declare, .write = write, .list = list};
