/*
 * Maps of zones as nodes of the build graph: pictures in the map's folder, and the files that a
 * client's world map shows, in the folder of a client. Which zones there are, the tables say
 * (job/facts/places.h); each is made of the pictures of the tiles that its frame has a part of. A
 * zone without such a tile is no node. Files in the folder of a client are kept as a minimap's are
 * (minimap.c): those of another folder, or of a run that does not ask for them, stay. So do those
 * of other zones if a name that is asked for is not known: it may be misspelled.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/path.h"
#include "base/size.h"
#include "base/text.h"
#include "job/outputs/client_folder.h"
#include "job/outputs/output_kind.h"
#include "job/outputs/output_record.h"
#include "job/outputs/zone_maps.h"
#include "os/temporary.h"
#include "output/picture_png.h"
#include "output/zones/zone_picture.h"

static bool is_named(const struct run *run, const struct zone_map *zone, const char *name)
{
    const struct area_name *area = zone->area ? places_area(&run->open.places, zone->area) : NULL;
    return text_compare_nocase(zone->name, name) == 0 ||
           (area && text_compare_nocase(area->name, name) == 0);
}

/* Without names in the settings all zones are asked for. */
static bool is_asked(const struct run *run, const struct zone_map *zone)
{
    const struct job_settings *settings = run->asked.settings;
    bool is_any = settings->zone_count == 0;
    for (size_t i = 0; i < settings->zone_count && !is_any; i++) {
        is_any = is_named(run, zone, settings->zones[i]);
    }
    return is_any;
}

/*
 * Damaged tables have frames of any size and number, which must neither end the run nor fill the
 * disk. *pixels are those of the zones before, to which those of this one are added if it has room:
 * all together have as many as ZONE_GRIDS_MAX grids of tiles.
 */
static bool has_room(const struct run *run, const struct zone_map *zone, double *pixels)
{
    double grid_px = (double)TILE_SET_GRID * run->request.series[0].drawn.size_px;
    const struct zone_rectangle rectangle =
        zone_rectangle(zone->frame, run->request.series[0].drawn.size_px);
    double own =
        (double)(rectangle.right - rectangle.left) * (double)(rectangle.bottom - rectangle.top);
    if (!zone_rectangle_fits(&rectangle)) {
        diag_warn(&run->diag, NULL, NO_OFFSET,
                  "no picture of the zone '%s': it would have %" PRId64 " x %" PRId64
                  " pixels; the limit is %.0f: choose smaller tiles",
                  zone->name, rectangle.right - rectangle.left, rectangle.bottom - rectangle.top,
                  ZONE_PIXELS_MAX);
        return false;
    }
    if (*pixels + own > ZONE_GRIDS_MAX * grid_px * grid_px) {
        diag_warn(&run->diag, NULL, NO_OFFSET,
                  "no picture of the zone '%s': those of zones would have more pixels than four "
                  "times the whole grid; name some with --zone",
                  zone->name);
        return false;
    }
    *pixels += own;
    return true;
}

/* Whether all names that are asked for are known. */
static bool check_names(const struct run *run)
{
    const struct job_settings *settings = run->asked.settings;
    const struct places *places = &run->open.places;
    if (places->zone_count == 0) {
        diag_warn(&run->diag, NULL, NO_OFFSET,
                  "the client's tables (WorldMapArea, UiMapAssignment) have no map of a zone here");
        return settings->zone_count == 0;
    }
    bool are_known = true;
    for (size_t i = 0; i < settings->zone_count; i++) {
        bool is_known = false;
        for (uint32_t k = 0; k < places->zone_count && !is_known; k++) {
            is_known = is_named(run, &places->zones[k], settings->zones[i]);
        }
        if (!is_known) {
            diag_warn(&run->diag, NULL, NO_OFFSET,
                      "no zone with a map of its own is called '%.64s'", settings->zones[i]);
            are_known = false;
        }
    }
    return are_known;
}

/* Names of zones in a message, as many as it has room for. */
struct name_list {
    char text[96];
    unsigned count;
    unsigned left; /* out */
};

static void add_name(struct name_list *list, const char *name)
{
    size_t length = strlen(list->text);
    size_t room = sizeof list->text - sizeof " and 128 more" - length;
    list->left += list->left > 0 || strlen(name) + 2 > room;
    if (list->left == 0) {
        snprintf(list->text + length, room, "%s%s", list->count ? ", " : "", name);
    }
    list->count++;
}

static const char *names_of(struct name_list *list)
{
    size_t length = strlen(list->text);
    if (list->left > 0) {
        snprintf(list->text + length, sizeof list->text - length, " and %u more", list->left);
    }
    return list->text;
}

/* Names, in one line, the zones whose files in the folder of a client are those of a zone of
 * another map, too: whichever run ends last has written them. */
static void warn_of_shared(const struct run *run)
{
    struct name_list shared = {0};
    for (uint32_t i = 0; i < run->open.places.zone_count; i++) {
        const struct zone_map *zone = &run->open.places.zones[i];
        if (zone->is_shared && is_asked(run, zone)) {
            char name[64];
            snprintf(name, sizeof name, "%.32s (map %u)", zone->name, (unsigned)zone->other_map);
            add_name(&shared, name);
        }
    }
    if (shared.count > 0) {
        diag_warn(&run->diag, NULL, NO_OFFSET,
                  "%s has the name of one of another map, and with it the files of the client's "
                  "world map, which are those of the last run; give each map a folder: %s",
                  shared.count == 1 ? "a zone" : "each of these zones", names_of(&shared));
    }
}

/* Whether a zone has the files of a client's world map; *count is that of zones that have, to which
 * this one is added. */
static bool has_files(const struct run *run, uint32_t *count)
{
    return run->asked.settings->worldmap && (*count)++ < WORLDMAP_ZONES_MAX;
}

/* The continent has a picture if it is named: it is the whole map. */
static bool ask(struct run *run, uint32_t series)
{
    const struct job_settings *settings = run->asked.settings;
    const struct places *places = &run->open.places;
    struct plan_zones *zones = &run->request.zones;
    bool has_pictures = run->asked.outputs & JOB_ZONES;
    if (series > 0 || !run_may_join(&run->request.series[0]) ||
        (!has_pictures && !settings->worldmap)) {
        return true;
    }
    zones->items = calloc((size_t)places->zone_count + 1, sizeof *zones->items);
    if (!zones->items) {
        return false;
    }
    double pixels = 0;
    uint32_t with_files = 0;
    for (uint32_t i = 0; i < places->zone_count; i++) {
        const struct zone_map *zone = &places->zones[i];
        bool is_continent = !zone->area && places->zone_count > 1;
        if (is_asked(run, zone)) {
            zones->items[zones->count++] = (struct plan_zone){
                .name = zone->name,
                .frame = zone->frame,
                .has_picture = has_pictures && (!is_continent || settings->zone_count > 0) &&
                               has_room(run, zone, &pixels),
                .has_files = has_files(run, &with_files)};
        }
    }
    const struct series *drawn = &run->request.series[0].drawn;
    const struct hash128 parts[] = {recipe_text("zone"),
                                    {.low = (uint64_t)drawn->effort},
                                    hash128(drawn->background, sizeof drawn->background)};
    zones->recipe = hash128(parts, sizeof parts);
    if (settings->worldmap) {
        zones->has_files = true;
        zones->key = run->open.worldmap.key;
        zones->file_recipe = recipe_minimap(settings->worldmap);
        warn_of_shared(run);
    }
    if (with_files > WORLDMAP_ZONES_MAX) {
        diag_warn(&run->diag, NULL, NO_OFFSET,
                  "no files of a client's world map for the last %u of %u zones: they are for %d; "
                  "name some with --zone",
                  with_files - WORLDMAP_ZONES_MAX, with_files, WORLDMAP_ZONES_MAX);
    }
    zones->keeps_others = !check_names(run);
    return true;
}

/* A file, from 1 as clients number them, of a client's world map. */
static struct node_id file_node(const struct plan_zones *zones, const char *zone, uint32_t number)
{
    return (struct node_id){
        .kind = NODE_WORLDMAP, .key = zones->key, .name = zone, .number = number};
}

/* Whether nothing of a frame, which lies on the tiles `wanted`, is drawn. */
static bool is_outside(const struct tile_set *wanted, const struct tile_set *present)
{
    struct tile_set drawn = *wanted;
    tile_set_keep(&drawn, present);
    return tile_set_is_empty(&drawn);
}

static void declare_zone(struct planning *planning, const struct plan_zone *zone)
{
    struct plan *plan = planning->plan;
    const struct plan_zones *zones = &planning->request->zones;
    struct node node = {.inputs = planning->inputs};
    struct tile_set wanted = zone_frame_tiles(zone->frame);
    if (is_outside(&wanted, &plan->series[0].present)) {
        return;
    }
    for (struct tile_step tile = {0}; tile_set_next(&wanted, &tile);) {
        planning->inputs[node.input_count++] = plan_tile_node(planning, 0, tile.x, tile.y);
    }
    const struct hash128 frame = hash128(zone->frame, 4 * sizeof *zone->frame);
    if (zone->has_picture) {
        const struct hash128 parts[] = {zones->recipe, frame};
        node.id = node_named(NODE_ZONE, zone->name);
        node.recipe = hash128(parts, sizeof parts);
        graph_add(&plan->graph, &node);
    }
    for (uint32_t i = 1; i <= ZONE_FILES && zone->has_files; i++) {
        const struct hash128 parts[] = {zones->recipe, zones->file_recipe, frame};
        node.id = file_node(zones, zone->name, i);
        node.recipe = hash128(parts, sizeof parts);
        graph_add(&plan->graph, &node);
    }
}

/* Lists records of files in the folder that is asked for that are no nodes any more. */
static void find_gone(const struct plan_zones *zones, const struct graph *graph,
                      struct buffer *gone)
{
    const struct build_record *file = NULL;
    while (zones->has_files && !zones->keeps_others &&
           (file = build_log_next(graph->log, NODE_WORLDMAP, zones->key, file))) {
        if (graph_find(graph, file->id) == NODE_NONE) {
            client_folder_list(graph->log, file, gone);
        }
    }
}

static void declare(struct planning *planning)
{
    struct graph *graph = &planning->plan->graph;
    const struct plan_zones *zones = &planning->request->zones;
    for (uint32_t i = 0; i < zones->count; i++) {
        declare_zone(planning, &zones->items[i]);
    }
    struct buffer gone = {0};
    find_gone(zones, graph, &gone);
    planning->plan->makes_zones = gone.size > 0;
    graph->failed |= gone.failed;
    buffer_free(&gone);
}

static char *path_of_tile(void *user, uint32_t x, uint32_t y)
{
    return run_full_path(user, node_tile("", x, y));
}

struct zone_work {
    const struct run *run;
    const struct zone_tiles *tiles;
    char (*files)[ZONE_FILES][NAME_BYTES]; /* become the paths of those that are made */
};

static enum adtmap_status write_picture(void *user, uint32_t index, const struct diag *diag)
{
    const struct zone_work *work = user;
    const struct run *run = work->run;
    const struct zone_tiles *tiles = work->tiles;
    const struct plan_zone *zone = &run->request.zones.items[index];
    const struct node_id node = node_named(NODE_ZONE, zone->name);
    const struct job_settings *settings = run->asked.settings;
    const struct png_text_chunk texts[] = {{"Map", run->asked.map_name}, {"Zone", zone->name}};
    const struct png_options options = {picture_png_kind(&settings->tile), settings->effort, texts,
                                        COUNT_OF(texts)};
    const struct zone_rectangle rectangle = zone_rectangle(zone->frame, tiles->size_px);
    if (!zone->has_picture || !run_makes(run, node)) {
        return ADTMAP_OK;
    }
    char *path = run_full_path(run, node);
    enum adtmap_status status =
        path ? zone_picture_write(path, tiles, &rectangle, &options, diag) : diag_fail_memory(diag);
    free(path);
    return status;
}

static enum adtmap_status write_files(void *user, uint32_t index, const struct diag *diag)
{
    const struct zone_work *work = user;
    const struct run *run = work->run;
    const struct plan_zone *zone = &run->request.zones.items[index];
    bool makes_any = false;
    for (uint32_t i = 1; i <= ZONE_FILES && zone->has_files; i++) {
        makes_any |= run_makes(run, file_node(&run->request.zones, zone->name, i));
    }
    if (!makes_any) {
        return ADTMAP_OK;
    }
    uint8_t *whole = malloc((size_t)4 * ZONE_MAP_WIDTH * ZONE_MAP_HEIGHT);
    uint8_t *file = malloc((size_t)4 * ZONE_FILE_PX * ZONE_FILE_PX);
    enum adtmap_status status = whole && file
                                    ? zone_picture_scale(work->tiles, zone->frame, diag, whole)
                                    : diag_fail_memory(diag);
    for (uint32_t i = 0; i < ZONE_FILES && !status; i++) {
        char name[NAME_BYTES];
        const struct minimap_picture picture = {file, ZONE_FILE_PX, ZONE_FILE_PX, false};
        snprintf(name, sizeof name, "%s\\%s%u.blp", zone->name, zone->name, (unsigned)i + 1);
        zone_picture_file(whole, i, file);
        status =
            client_minimap_write(&run->open.worldmap, &picture, name, diag, work->files[index][i]);
    }
    free(file);
    free(whole);
    return status;
}

static enum adtmap_status work_on_zones(struct run *run, run_work *do_one,
                                        char (*files)[ZONE_FILES][NAME_BYTES])
{
    struct tile_set present =
        plan_present(&run->request, run->open.log, 0, &run->plan->series[0].present);
    const struct series *drawn = &run->request.series[0].drawn;
    struct zone_tiles tiles = {
        .present = &present, .size_px = drawn->size_px, .path = path_of_tile, .user = run};
    memcpy(tiles.background, drawn->background, sizeof tiles.background);
    struct zone_work work = {run, &tiles, files};
    return run_each(run, run->request.zones.count, do_one, &work);
}

/* Names, in one line, the zones of which nothing is drawn. */
static void warn_of_outside(const struct run *run)
{
    const struct plan_zones *zones = &run->request.zones;
    struct name_list outside = {0};
    for (uint32_t i = 0; i < zones->count; i++) {
        struct tile_set wanted = zone_frame_tiles(zones->items[i].frame);
        if (is_outside(&wanted, &run->plan->series[0].present)) {
            add_name(&outside, zones->items[i].name);
        }
    }
    if (outside.count > 0) {
        diag_warn(&run->diag, NULL, NO_OFFSET, "%u %s outside of what is drawn: %s", outside.count,
                  outside.count == 1 ? "zone lies" : "zones lie", names_of(&outside));
    }
}

/* Pictures, before what is made of all records. */
static enum adtmap_status record(struct joined *joined, uint32_t series)
{
    struct run *run = joined->run;
    const struct plan_zones *zones = &run->request.zones;
    if (series > 0 || zones->count == 0) {
        return ADTMAP_OK;
    }
    enum adtmap_status status = run->asked.outputs & JOB_ZONES
                                    ? run_make_folder(run, node_named(NODE_ZONE, "x"))
                                    : ADTMAP_OK;
    if (!status) {
        status = work_on_zones(run, write_picture, NULL);
    }
    for (uint32_t i = 0; i < zones->count && !status; i++) {
        struct build_record made = {.id = node_named(NODE_ZONE, zones->items[i].name)};
        if (zones->items[i].has_picture && run_makes(run, made.id)) {
            status = output_record(run, &made);
        }
    }
    warn_of_outside(run);
    return status;
}

static enum adtmap_status remove_gone(struct run *run)
{
    struct buffer gone = {0};
    find_gone(&run->request.zones, &run->plan->graph, &gone);
    enum adtmap_status status = client_folder_drop(run, &run->open.worldmap, &gone);
    buffer_free(&gone);
    return status;
}

static enum adtmap_status deliver(struct run *run)
{
    const struct plan_zones *zones = &run->request.zones;
    if (!zones->has_files) {
        return ADTMAP_OK;
    }
    temporary_sweep_below(run->open.worldmap.path); /* people ship this folder */
    enum adtmap_status status = remove_gone(run);
    char(*files)[ZONE_FILES][NAME_BYTES] = calloc((size_t)zones->count + 1, sizeof *files);
    if (!status) {
        status = files ? work_on_zones(run, write_files, files) : diag_fail_memory(&run->diag);
    }
    for (uint32_t i = 0; i < zones->count * ZONE_FILES && !status; i++) {
        struct build_record made = {
            .id = file_node(zones, zones->items[i / ZONE_FILES].name, i % ZONE_FILES + 1)};
        const char *file = files[i / ZONE_FILES][i % ZONE_FILES];
        if (file[0]) {
            status = client_folder_record(run, &run->open.worldmap, &made, file);
        }
    }
    free(files);
    return status;
}

static enum adtmap_status list(const struct run *run, const char *series, struct buffer *nodes)
{
    for (uint32_t i = 0; i < run->open.places.zone_count && !series[0]; i++) {
        output_list(nodes, node_named(NODE_ZONE, run->open.places.zones[i].name));
    }
    return ADTMAP_OK;
}

void zone_maps_print(const struct run *run, struct buffer *text)
{
    const struct plan_zones *zones = &run->request.zones;
    uint32_t size_px = run->request.series[0].drawn.size_px;
    struct json json = json_to(text, JSON_PAGE);
    json_object(&json, NULL);
    json_array(&json, "zones");
    json_lines(&json, 2);
    for (uint32_t i = 0; i < run->open.places.zone_count; i++) {
        const struct zone_map *zone = &run->open.places.zones[i];
        const struct area_name *area =
            zone->area ? places_area(&run->open.places, zone->area) : NULL;
        const struct zone_rectangle rectangle = zone_rectangle(zone->frame, size_px);
        double bounds[4];
        const struct build_record *made =
            build_log_find(run->open.log, node_named(NODE_ZONE, zone->name));
        if (zones->count == 0 || !made || made->state != BUILD_MADE) {
            continue;
        }
        zone_rectangle_edges(&rectangle, size_px, bounds);
        json_object(&json, NULL);
        json_string(&json, "name", zone->name);
        json_string(&json, "title", area && area->name[0] ? area->name : NULL);
        if (zone->area) {
            json_number(&json, "area", zone->area);
        }
        json_string(&json, "file", made->path);
        json_number(&json, "width", (double)(rectangle.right - rectangle.left));
        json_number(&json, "height", (double)(rectangle.bottom - rectangle.top));
        zone_frame_describe(&json, "frame", zone->frame);
        int64_t whole[4]; /* of whole pixels */
        for (int k = 0; k < 4; k++) {
            whole[k] = number_millionths(bounds[k]);
        }
        zone_frame_describe(&json, "bounds", whole);
        json_end(&json);
    }
    json_end(&json);
    json_end(&json);
    buffer_u8(text, '\n');
}

const struct output_kind output_zones = {
    .product = PRODUCT_ZONES,
    .ask = ask,
    .declare = declare,
    .record = record,
    .deliver = deliver,
    .list = list,
};
