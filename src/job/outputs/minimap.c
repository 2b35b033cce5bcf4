/*
 * The minimap of a client as nodes of the build graph. A minimap of another folder, or of a run
 * that does not ask for it, stays as it is.
 *
 * Its nodes: tiles, made of pictures; the table, which is written with them, also when a line of it
 * is gone, and when tiles leave the map; and rooms. The rooms of a WMO are drawn together, when a
 * file that they were made of has changed or one of their own files is not as recorded. Which WMOs
 * the map has is looked up again when a file that its pictures depend on has changed: ADTs are
 * among these.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "job/outputs/client_folder.h"
#include "job/outputs/minimap_interiors.h"
#include "job/outputs/output_kind.h"
#include "os/temporary.h"

/* The layer that tiles without liquids are made of. Shards may not have drawn it. */
static uint32_t find_no_liquid(const struct run *run)
{
    char name[ADTMAP_LAYER_NAME_BYTES];
    uint32_t series = 1;
    adtmap_layer_file_name((struct adtmap_layer){.kind = ADTMAP_LAYER_NO_LIQUID}, name);
    while (series < run->request.series_count &&
           strcmp(run->request.series[series].name, name) != 0) {
        series++;
    }
    if (series == run->request.series_count) {
        diag_warn(&run->diag, NULL, NO_OFFSET,
                  "has no layer '%s': the minimap gets no tiles without liquids", name);
    }
    return series < run->request.series_count ? series : 0;
}

/* The series that tiles of a kind are made of; NULL: none. */
static const struct plan_of_series *
source_of(const struct plan *plan, const struct plan_minimap *minimap, enum node_kind kind)
{
    if (kind == NODE_MINIMAP_TILE) {
        return &plan->series[0];
    }
    return minimap->no_liquid > 0 ? &plan->series[minimap->no_liquid] : NULL;
}

static bool ask(struct run *run, uint32_t series)
{
    const struct client_minimap *minimap = run->asked.settings->minimap;
    if (minimap && series == 0) {
        run->request.minimap = (struct plan_minimap){
            .is_asked = true,
            .key = run->open.minimap.key,
            .no_liquid = minimap->no_liquid ? find_no_liquid(run) : 0,
            .recipe = recipe_minimap(minimap),
            .has_table = run->open.minimap.table != NULL,
            .has_interiors = minimap->interiors,
            .interior_recipe = recipe_interiors(minimap, run->request.series[0].drawn.recipe),
        };
    }
    return true;
}

static void declare_tile(struct planning *planning, enum node_kind kind, uint32_t x, uint32_t y)
{
    struct plan *plan = planning->plan;
    const struct plan_minimap *minimap = &planning->request->minimap;
    const struct plan_of_series *source = source_of(plan, minimap, kind);
    const struct node_id id = node_client(kind, minimap->key, x, y);
    if (!source || !tile_set_has(&source->present, x, y)) {
        plan->makes_minimap |= build_log_find(plan->graph.log, id) != NULL;
        return;
    }
    const uint32_t input =
        plan_tile_node(planning, kind == NODE_MINIMAP_TILE ? 0 : minimap->no_liquid, x, y);
    const struct node node = {
        .id = id, .recipe = minimap->recipe, .inputs = &input, .input_count = 1};
    plan->makes_minimap |=
        graph_node(&plan->graph, graph_add(&plan->graph, &node))->fate == NODE_MADE;
}

/* The WMOs on record; others are known when their map is read. The files of a WMO's rooms are
 * those of its node: where one is not as recorded, all are drawn. */
static void declare_interiors(struct planning *planning)
{
    struct plan *plan = planning->plan;
    const struct plan_request *request = planning->request;
    struct graph *graph = &plan->graph;
    const struct node list = {.id = node_client(NODE_MINIMAP_WMOS, request->minimap.key, 0, 0),
                              .recipe = request->minimap.interior_recipe,
                              .has_facts = true,
                              .facts = minimap_interiors_hash(request, graph->log)};
    const struct tile_set made = plan_made(request, plan, NODE_TILE, 0);
    uint32_t first = graph_add(graph, &list);
    const struct build_record *room = NULL;
    const struct build_record *wmo = NULL;
    while ((room = build_log_next(graph->log, NODE_MINIMAP_ROOM, request->minimap.key, room))) {
        wmo = build_log_find(graph->log, node_wmo_of(room->id));
        if (wmo && graph_file_match(graph, room) != FILE_SAME) {
            graph_spoil(graph, wmo);
        }
    }
    wmo = NULL;
    while ((wmo = build_log_next(graph->log, NODE_MINIMAP_WMO, request->minimap.key, wmo))) {
        const struct node node = {.id = wmo->id, .recipe = request->minimap.interior_recipe};
        graph_add(graph, &node);
    }
    plan->makes_interiors = !tile_set_is_empty(&made);
    for (uint32_t i = first; i < graph->count; i++) {
        plan->makes_interiors |= graph_node(graph, i)->fate == NODE_MADE;
    }
    plan->makes_minimap |= plan->makes_interiors;
}

static void declare(struct planning *planning)
{
    struct plan *plan = planning->plan;
    const struct plan_minimap *minimap = &planning->request->minimap;
    if (!minimap->is_asked) {
        return;
    }
    for (struct tile_step tile = {0}; tile_next(&tile);) {
        declare_tile(planning, NODE_MINIMAP_TILE, tile.x, tile.y);
        declare_tile(planning, NODE_MINIMAP_NO_LIQUID, tile.x, tile.y);
    }
    if (minimap->has_table && !tile_set_is_empty(&plan->series[0].present)) {
        const struct node table = {.id = node_client(NODE_MINIMAP_TABLE, minimap->key, 0, 0),
                                   .recipe = minimap->recipe};
        plan->makes_minimap |=
            graph_node(&plan->graph, graph_add(&plan->graph, &table))->fate == NODE_MADE;
    }
    if (minimap->has_interiors) {
        declare_interiors(planning);
    }
}

struct converting {
    const struct run *run;
    enum node_kind kind;
    const struct tile_set *tiles;
    char (*files)[NAME_BYTES]; /* [y * 64 + x] */
};

/* Converts tile `index` = y * 64 + x, if it is one of those wanted. */
static enum adtmap_status convert_tile(void *user, uint32_t index, const struct diag *diag)
{
    const struct converting *converting = user;
    const struct run *run = converting->run;
    uint32_t x = index % TILE_SET_GRID;
    uint32_t y = index / TILE_SET_GRID;
    char name[NAME_BYTES];
    if (!tile_set_has(converting->tiles, x, y)) {
        return ADTMAP_OK;
    }
    bool has_liquids = converting->kind == NODE_MINIMAP_TILE;
    const char *series =
        has_liquids ? "" : run->request.series[run->request.minimap.no_liquid].name;
    client_minimap_tile_name(run->asked.map_name, has_liquids, x, y, name);
    char *picture = run_full_path(run, node_tile(series, x, y));
    enum adtmap_status status = picture ? client_minimap_convert(&run->open.minimap, picture, name,
                                                                 diag, converting->files[index])
                                        : diag_fail_memory(diag);
    free(picture);
    return status;
}

static enum adtmap_status make_tiles(struct run *run, enum node_kind kind,
                                     const struct tile_set *tiles)
{
    char(*files)[NAME_BYTES] = calloc(TILE_SET_TILES, sizeof *files);
    struct converting converting = {run, kind, tiles, files};
    enum adtmap_status status = files ? run_each(run, TILE_SET_TILES, convert_tile, &converting)
                                      : diag_fail_memory(&run->diag);
    for (struct tile_step tile = {0}; !status && tile_set_next(tiles, &tile);) {
        struct build_record record = {
            .id = node_client(kind, run->request.minimap.key, tile.x, tile.y)};
        status = client_folder_record(run, &run->open.minimap, &record, files[tile.index]);
    }
    free(files);
    return status;
}

/* Tiles of a kind that are not present. */
static void find_gone_tiles(const struct run *run, enum node_kind kind,
                            const struct tile_set *present, struct buffer *gone)
{
    const struct build_record *tile = NULL;
    while ((tile = build_log_next(run->open.log, kind, run->request.minimap.key, tile))) {
        if (!tile_set_has(present, tile->id.x, tile->id.y)) {
            client_folder_list(run->open.log, tile, gone);
        }
    }
}

static enum adtmap_status deliver(struct run *run)
{
    struct buffer gone = {0};
    if (run->open.minimap.path) {
        temporary_sweep_below(run->open.minimap.path); /* people ship this folder */
    }
    if (!run->plan->makes_minimap) {
        return ADTMAP_OK;
    }
    _Static_assert(NODE_MINIMAP_NO_LIQUID == NODE_MINIMAP_TILE + 1, "one follows the other");
    const struct plan_minimap *minimap = &run->request.minimap;
    struct tile_set present[2] = {{{0}}};
    enum adtmap_status status = ADTMAP_OK;
    for (enum node_kind kind = NODE_MINIMAP_TILE; kind <= NODE_MINIMAP_NO_LIQUID && !status;
         kind++) {
        const struct plan_of_series *source = source_of(run->plan, minimap, kind);
        uint32_t series = kind == NODE_MINIMAP_TILE ? 0 : minimap->no_liquid;
        uint32_t i = kind - NODE_MINIMAP_TILE;
        if (source) {
            present[i] = plan_present(&run->request, run->open.log, series, &source->present);
            struct tile_set tiles =
                graph_made_places(&run->plan->graph, node_client(kind, minimap->key, 0, 0));
            tile_set_keep(&tiles, &present[i]);
            status = make_tiles(run, kind, &tiles);
        }
    }
    if (!status && run->plan->makes_interiors) {
        status = minimap_interiors_make(run, &present[0], &gone);
    }
    if (!status) {
        find_gone_tiles(run, NODE_MINIMAP_TILE, &present[0], &gone);
        find_gone_tiles(run, NODE_MINIMAP_NO_LIQUID, &present[1], &gone);
        status = client_folder_drop(run, &run->open.minimap, &gone);
    }
    buffer_free(&gone);
    return status;
}

const struct output_kind output_minimap = {
    .product = PRODUCT_MINIMAP,
    .ask = ask,
    .declare = declare,
    .deliver = deliver,
};
