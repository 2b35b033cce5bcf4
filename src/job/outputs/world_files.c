/*
 * What places a picture for geographic programs, two small files next to it: a world file, and one
 * that says what its axes are (output/game_axes.h). Stitched pictures always have them, tiles and
 * pictures of zones if the run asks for them (JOB_WORLD_FILES): a continent has a thousand tiles.
 *
 * Where a tile or a zone lies is part of the recipe, so that nothing is written again when a
 * picture changes. A stitched picture shows what is on record, so its world file is one of the
 * texts.
 */
#include <stdlib.h>

#include "job/outputs/output_kind.h"
#include "job/outputs/output_record.h"
#include "output/game_axes.h"
#include "output/zones/zone_picture.h"
#include "output/zoom/web_geo.h"

static struct hash128 place_recipe(int64_t left_px, int64_t top_px, uint32_t size_px)
{
    const struct hash128 parts[] = {
        recipe_text(GAME_AXES_WKT), {(uint64_t)left_px, (uint64_t)top_px}, {size_px, 0}};
    return hash128(parts, sizeof parts);
}

/* Whether a picture that the plan knows is there after the run, as this run would draw it. */
static bool is_shown(const struct graph *graph, struct node_id picture)
{
    enum node_fate fate = graph_node(graph, graph_find(graph, picture))->fate;
    return fate == NODE_MADE || fate == NODE_STAYS;
}

/* Of pictures that are not asked for, the stitched one stays as it is. */
static void declare_stitched(struct planning *planning, const struct plan_series *series)
{
    struct graph *graph = &planning->plan->graph;
    const struct node_id picture = node_stitched(series->name);
    bool is_left =
        !series->name[0] && !series->is_asked && build_log_find(graph->log, picture) != NULL;
    uint32_t number = graph_find(graph, picture);
    if (graph_node(graph, number)->fate != NODE_REMOVED || is_left) {
        const struct node world = {.id = node_of_series(NODE_WORLD, series->name, 0, 0),
                                   .recipe = planning->request->world_recipe,
                                   .gathers = GATHERS_ALL};
        const struct node axes = {.id = node_of_series(NODE_AXES, series->name, 0, 0),
                                  .recipe = recipe_text(GAME_AXES_WKT)};
        graph_add(graph, &world);
        graph_add(graph, &axes);
    }
}

/* Tiles of another recipe may have another size; a run of some tiles leaves the others' files. */
static void declare_tiles(struct planning *planning, const struct plan_series *series)
{
    static const enum node_kind kinds[] = {NODE_TILE_WORLD, NODE_TILE_AXES};
    const struct plan_request *request = planning->request;
    struct graph *graph = &planning->plan->graph;
    uint32_t size_px = series->drawn.size_px;
    for (struct tile_step tile = {0}; tile_next(&tile);) {
        uint32_t number = graph_find(graph, node_tile(series->name, tile.x, tile.y));
        enum node_fate fate = graph_node(graph, number)->fate;
        bool is_left =
            fate == NODE_IGNORED || (!request->has_world_files && !request->drops_others &&
                                     !tile_set_has(&request->asked, tile.x, tile.y));
        for (int i = 0; i < 2 && fate != NODE_REMOVED; i++) {
            const struct node node = {.id = node_of_series(kinds[i], series->name, tile.x, tile.y),
                                      .recipe = place_recipe((int64_t)tile.x * size_px,
                                                             (int64_t)tile.y * size_px, size_px)};
            if (is_left) {
                graph_claim(graph, build_log_find(graph->log, node.id));
            } else if (request->has_world_files) {
                graph_add(graph, &node);
            }
        }
    }
}

static void declare(struct planning *planning)
{
    const struct plan_request *request = planning->request;
    struct graph *graph = &planning->plan->graph;
    uint32_t size_px = request->series[0].drawn.size_px;
    for (uint32_t i = 0; i < request->series_count; i++) {
        declare_stitched(planning, &request->series[i]);
        declare_tiles(planning, &request->series[i]);
    }
    for (uint32_t i = 0; i < request->zones.count && request->has_world_files; i++) {
        const struct plan_zone *zone = &request->zones.items[i];
        if (is_shown(graph, node_named(NODE_ZONE, zone->name))) {
            const struct zone_rectangle place = zone_rectangle(zone->frame, size_px);
            struct node node = {.id = node_named(NODE_ZONE_WORLD, zone->name),
                                .recipe = place_recipe(place.left, place.top, size_px)};
            graph_add(graph, &node);
            node.id.kind = NODE_ZONE_AXES;
            graph_add(graph, &node);
        }
    }
}

/* Writes one that the plan makes, of a picture that is on record; one of a picture that has failed
 * since is removed. `world` is empty for what the axes are, and is freed. */
static enum adtmap_status put(struct run *run, struct node_id picture, struct node_id id,
                              struct buffer *world)
{
    const struct build_record *shown = build_log_find(run->open.log, picture);
    struct build_record *earlier = build_log_find(run->open.log, id);
    struct build_record record = {.id = id};
    bool has_picture = shown && shown->state == BUILD_MADE;
    if (!has_picture || !run_makes(run, id)) {
        buffer_free(world);
        return earlier && !has_picture ? run_remove(run, earlier) : ADTMAP_OK;
    }
    if (world->size == 0 && !world->failed) {
        buffer_text(world, GAME_AXES_AUX_XML);
    }
    return output_put_text(run, world, &record);
}

/* Writes both files of a picture. */
static enum adtmap_status put_both(struct run *run, struct node_id picture, struct node_id id,
                                   enum node_kind axes, struct buffer *world)
{
    struct buffer empty = {0};
    enum adtmap_status status = put(run, picture, id, world);
    id.kind = axes;
    return status ? status : put(run, picture, id, &empty);
}

static enum adtmap_status write_series(struct run *run, const struct map_summary *summary,
                                       uint32_t number)
{
    struct buffer world = {0};
    const struct plan_series *series = &run->request.series[number];
    int64_t size_px = series->drawn.size_px;
    map_summary_world_file(summary, number, &world);
    enum adtmap_status status =
        put_both(run, node_stitched(series->name), node_of_series(NODE_WORLD, series->name, 0, 0),
                 NODE_AXES, &world);
    for (struct tile_step tile = {0};
         run->request.has_world_files && !status && tile_next(&tile);) {
        const struct node_id id = node_of_series(NODE_TILE_WORLD, series->name, tile.x, tile.y);
        if (graph_find(&run->plan->graph, id) != NODE_NONE) {
            web_world_file(&world, tile.x * size_px, tile.y * size_px, (uint32_t)size_px);
            status =
                put_both(run, node_tile(series->name, tile.x, tile.y), id, NODE_TILE_AXES, &world);
        }
    }
    return status;
}

static enum adtmap_status write(struct run *run, const struct map_summary *summary,
                                struct web_map *map)
{
    enum adtmap_status status = ADTMAP_OK;
    uint32_t size_px = run->request.series[0].drawn.size_px;
    (void)map;
    for (uint32_t i = 0; i < run->request.series_count && !status; i++) {
        status = write_series(run, summary, i);
    }
    for (uint32_t i = 0; i < run->request.zones.count && run->request.has_world_files && !status;
         i++) {
        const struct plan_zone *zone = &run->request.zones.items[i];
        const struct zone_rectangle place = zone_rectangle(zone->frame, size_px);
        struct buffer world = {0};
        web_world_file(&world, place.left, place.top, size_px);
        status = put_both(run, node_named(NODE_ZONE, zone->name),
                          node_named(NODE_ZONE_WORLD, zone->name), NODE_ZONE_AXES, &world);
    }
    return status;
}

static enum adtmap_status list(const struct run *run, const char *series, struct buffer *nodes)
{
    output_list(nodes, node_of_series(NODE_WORLD, series, 0, 0));
    output_list(nodes, node_of_series(NODE_AXES, series, 0, 0));
    for (uint32_t i = 0; i < run->open.places.zone_count && !series[0]; i++) {
        output_list(nodes, node_named(NODE_ZONE_WORLD, run->open.places.zones[i].name));
        output_list(nodes, node_named(NODE_ZONE_AXES, run->open.places.zones[i].name));
    }
    enum adtmap_status status = output_list_tiles(run, NODE_TILE_WORLD, series, nodes);
    return status ? status : output_list_tiles(run, NODE_TILE_AXES, series, nodes);
}

const struct output_kind output_world_files = {
    .product = PRODUCT_WORLD_FILES,
    .declare = declare,
    .write = write,
    .list = list,
};
