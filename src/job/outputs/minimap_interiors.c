/*
 * Blocks refer to their WMO by a hash of what it was drawn from: `nodes` of a block is `pixels` of
 * the WMO. The WMO is recorded after its blocks. So a block that another drawing has left, or a run
 * that was cut short, does not match, and its file goes when the WMO is complete.
 *
 * The blocks of a map are bounded. WMOs come in the order of their names; one whose rooms do not
 * fit behind those of the WMOs before it has none. Its record has no `pixels` then, which no block
 * matches. `nodes` of a WMO is how many blocks its rooms have, so that a later run decides as the
 * first one did without opening WMOs that did not change.
 */
#include "job/outputs/minimap_interiors.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/path.h"
#include "job/outputs/client_folder.h"
#include "job/outputs/output_record.h"
#include "job/records/map_folders.h"
#include "map/map_placements.h"
#include "map/placement/placement_filter.h"
#include "render/draw_interior.h"
#include "scene/wmo/wmo_rooms.h"

/* Folds the contents of what a record was made of into a hash. Files that several tiles share are
 * recorded in the order in which threads come to them: it does not count. */
static struct hash128 fold_inputs(struct hash128 sum, const struct build_log *log,
                                  const struct build_record *record)
{
    struct hash128 both[] = {sum, {0}};
    for (uint32_t i = 0; i < record->input_count; i++) {
        const struct hash128 content = log->inputs[record->inputs[i]].content_id;
        both[1].low += content.low;
        both[1].high += content.high;
    }
    return hash128(both, sizeof both);
}

struct hash128 minimap_interiors_hash(const struct plan_request *request,
                                      const struct build_log *log)
{
    struct hash128 sum = {0};
    for (struct tile_step tile = {0}; tile_next(&tile);) {
        const struct build_record *record = plan_tile_record(request, log, 0, tile.x, tile.y);
        sum = record ? fold_inputs(sum, log, record) : sum;
    }
    return sum;
}

/* The WMOs that the map has. */
struct wmo_list {
    struct arena memory;
    struct buffer items; /* struct wmo_entry, sorted by path */
};

struct wmo_entry {
    const char *name; /* canonical */
    struct node_id node;
    const char *path; /* of the node */
};

static size_t entry_count(const struct wmo_list *list)
{
    return list->items.size / sizeof(struct wmo_entry);
}

static int compare_entries(const void *a, const void *b)
{
    return strcmp(((const struct wmo_entry *)a)->path, ((const struct wmo_entry *)b)->path);
}

/* Adds the WMO of a placement, if clients have a name for its rooms. False when out of memory. */
static bool add_wmo(const struct run *run, const struct adt_placement *placement,
                    struct wmo_list *list)
{
    char name[NAME_BYTES];
    char wmo[NAME_BYTES];
    char path[NODE_PATH_BYTES];
    bool has_name = placement->name
                        ? name_canonical(placement->name, name)
                        : assets_name_of_id(run->asked.map->data->assets, placement->file_id, name);
    if (!has_name ||
        !placement_is_wanted(&run->asked.settings->tile.objects, name, placement->unique_id) ||
        !client_minimap_wmo_name(name, wmo)) {
        return true;
    }
    struct wmo_entry entry = {.name = arena_string(&list->memory, name, strlen(name)),
                              .node = {.kind = NODE_MINIMAP_WMO,
                                       .key = run->request.minimap.key,
                                       .name = arena_string(&list->memory, wmo, strlen(wmo))}};
    node_path(entry.node, NULL, path);
    entry.path = arena_string(&list->memory, path, strlen(path));
    buffer_append(&list->items, &entry, sizeof entry);
    return entry.name && entry.node.name && entry.path && !list->items.failed;
}

/* The WMOs that `tiles` place, and the map's own. False when out of memory. */
static bool list_wmos(const struct run *run, const struct tile_set *tiles, struct wmo_list *list)
{
    bool fine = true;
    if (!(run->asked.settings->tile.draw & ADTMAP_DRAW_WMO)) {
        return true;
    }
    if (run->asked.map->building) {
        fine = add_wmo(run, run->asked.map->building, list);
    }
    for (struct tile_step tile = {0}; fine && tile_set_next(tiles, &tile);) {
        struct cache_pin pin;
        fine = map_placements_pin(run->asked.map, tile.x, tile.y, ADT_PLACEMENTS, NULL, &pin) ==
               ADTMAP_OK;
        const struct adt_placements *placed = fine ? map_placements_of(&pin) : NULL;
        for (uint32_t i = 0; placed && i < placed->wmo_count && fine; i++) {
            fine = add_wmo(run, &placed->wmos[i], list);
        }
        cache_release(&pin);
    }
    list->items.size =
        sizeof(struct wmo_entry) * array_sort_unique(list->items.data, entry_count(list),
                                                     sizeof(struct wmo_entry), compare_entries);
    return fine;
}

/* A block that was written. */
struct room_block {
    struct node_id node;
    char file[NAME_BYTES];
};

/* The blocks of a map's WMOs, as they are gone through. */
struct room_budget {
    uint32_t used;
    uint32_t left_out; /* WMOs */
};

/* The rooms of one WMO under way. */
struct wmo_rooms {
    struct run *run;
    struct interior_drawing *drawing;
    const struct room_budget *budget;
    const struct wmo_entry *entry;
    struct buffer blocks; /* struct room_block */
    uint32_t count;       /* of blocks that its rooms are cut into, seen or not */
    bool is_left_out;     /* these do not fit on the map */
};

static bool fits(const struct room_budget *budget, uint32_t count)
{
    return count <= INTERIOR_BLOCKS_MAP_MAX - budget->used;
}

static enum adtmap_status make_block(struct wmo_rooms *rooms, const struct wmo_model *model,
                                     uint32_t group, uint32_t column, uint32_t row)
{
    static const size_t pixel_bytes = (size_t)INTERIOR_BLOCK_PX * INTERIOR_BLOCK_PX * 4;
    const struct diag *diag = &rooms->run->diag;
    const struct interior_blocks blocks = interior_blocks(model->groups[group]);
    char name[NAME_BYTES];
    struct room_block block = {.node = rooms->entry->node};
    bool is_seen = false;
    uint8_t *rgba = malloc(pixel_bytes);
    enum adtmap_status status =
        rgba ? interior_draw(rooms->drawing, model, group, column, row, diag, rgba, &is_seen)
             : diag_fail_memory(diag);
    if (!status && is_seen && client_minimap_room_name(block.node.name, group, column, row, name)) {
        const struct minimap_picture picture = {rgba, blocks.width_px, blocks.height_px, true};
        status = client_minimap_write(&rooms->run->open.minimap, &picture, name, diag, block.file);
        block.node.kind = NODE_MINIMAP_ROOM;
        block.node.number = group;
        block.node.x = column;
        block.node.y = row;
        buffer_append(&rooms->blocks, &block, sizeof block);
    }
    free(rgba);
    return !status && rooms->blocks.failed ? diag_fail_memory(diag) : status;
}

/* Counts the blocks of all rooms. The result is how many rooms a WMO may not have. */
static uint32_t count_blocks(const struct wmo_model *model, uint32_t *count)
{
    uint32_t left_out = 0;
    for (uint32_t g = 0; model->root && g < model->root->group_count; g++) {
        if (wmo_group_is_room(model->groups[g])) {
            const struct interior_blocks blocks = interior_blocks(model->groups[g]);
            left_out += !interior_has_room(&blocks, count);
        }
    }
    return left_out;
}

static enum adtmap_status make_rooms(struct wmo_rooms *rooms, const struct wmo_model *model)
{
    enum adtmap_status status = ADTMAP_OK;
    uint32_t count = 0;
    uint32_t left_out = count_blocks(model, &rooms->count);
    rooms->is_left_out = !fits(rooms->budget, rooms->count);
    if (rooms->is_left_out) {
        return ADTMAP_OK;
    }
    for (uint32_t g = 0; model->root && g < model->root->group_count && !status; g++) {
        if (!wmo_group_is_room(model->groups[g])) {
            continue;
        }
        const struct interior_blocks blocks = interior_blocks(model->groups[g]);
        if (!interior_has_room(&blocks, &count)) {
            continue;
        }
        for (uint32_t i = 0; i < blocks.columns * blocks.rows && !status; i++) {
            status = make_block(rooms, model, g, i % blocks.columns, i / blocks.columns);
        }
    }
    if (left_out > 0) {
        const struct diag at_wmo = diag_at(&rooms->run->diag, rooms->entry->name);
        diag_warn(&at_wmo, NULL, NO_OFFSET,
                  "%u of its rooms left out: together they would have more than %d pictures",
                  left_out, INTERIOR_BLOCKS_ALL_MAX);
    }
    return status;
}

/* Draws the rooms, and lists in `deps` what they were made of. */
static enum adtmap_status draw_wmo(struct wmo_rooms *rooms, struct dep_set *deps)
{
    struct cache_pin pin;
    dep_recorder_set(deps);
    enum adtmap_status status =
        wmo_cache_pin(rooms->run->asked.map->data->buildings, rooms->entry->name, &pin);
    if (!status) {
        status = make_rooms(rooms, pin.value);
        cache_release(&pin);
    } else {
        diag_fail_memory(&rooms->run->diag);
    }
    dep_recorder_set(NULL);
    return status;
}

/* Records the blocks, then the WMO. */
static enum adtmap_status record_wmo(struct wmo_rooms *rooms, struct dep_set *deps)
{
    struct run *run = rooms->run;
    const struct room_block *blocks = (const void *)rooms->blocks.data;
    struct build_record record = {.id = rooms->entry->node,
                                  .state = BUILD_MADE,
                                  .recipe = run->request.minimap.interior_recipe,
                                  .nodes = {.low = rooms->count}};
    enum adtmap_status status =
        output_record_inputs(run, deps, &record) ? ADTMAP_OK : diag_fail_memory(&run->diag);
    if (!status && !rooms->is_left_out) {
        record.pixels = fold_inputs(record.recipe, run->open.log, &record);
    }
    for (size_t i = 0; i < rooms->blocks.size / sizeof *blocks && !status; i++) {
        struct build_record block = {
            .id = blocks[i].node, .recipe = record.recipe, .nodes = record.pixels};
        status = client_folder_record(run, &run->open.minimap, &block, blocks[i].file);
    }
    if (status) {
        free(record.inputs);
        return status;
    }
    return build_log_put(run->open.log, &record) ? ADTMAP_OK : diag_fail_memory(&run->diag);
}

/* Whether the rooms of a WMO are as this run would make them; *count becomes that of their blocks.
 */
static bool is_current(const struct run *run, const struct wmo_entry *entry,
                       const struct room_budget *budget, uint32_t *count)
{
    static const struct hash128 none = {0};
    const struct build_record *record = build_log_find(run->open.log, entry->node);
    if (!record || record->state != BUILD_MADE) {
        return false;
    }
    bool was_left_out = hash128_equal(record->pixels, none);
    *count = (uint32_t)record->nodes.low;
    return !run_makes(run, entry->node) && was_left_out != fits(budget, *count);
}

/* Makes the rooms of a WMO, unless they are current. */
static enum adtmap_status make_wmo(struct run *run, struct interior_drawing *drawing,
                                   const struct wmo_entry *entry, struct room_budget *budget)
{
    struct wmo_rooms rooms = {.run = run, .drawing = drawing, .budget = budget, .entry = entry};
    struct dep_set deps = {0};
    enum adtmap_status status = ADTMAP_OK;
    if (!is_current(run, entry, budget, &rooms.count)) {
        rooms.count = 0;
        status = draw_wmo(&rooms, &deps);
        if (!status) {
            status = record_wmo(&rooms, &deps);
        }
    }
    if (fits(budget, rooms.count)) {
        budget->used += rooms.count;
    } else {
        budget->left_out++;
    }
    dep_set_free(&deps);
    buffer_free(&rooms.blocks);
    return status;
}

/* Makes the rooms of all WMOs. */
static enum adtmap_status make_wmos(struct run *run, struct interior_drawing *drawing,
                                    const struct wmo_list *list)
{
    const struct wmo_entry *entries = (const void *)list->items.data;
    struct room_budget budget = {0};
    enum adtmap_status status = ADTMAP_OK;
    for (size_t i = 0; i < entry_count(list) && !status; i++) {
        status = make_wmo(run, drawing, &entries[i], &budget);
    }
    if (!status && budget.left_out > 0) {
        diag_warn(&run->diag, NULL, NO_OFFSET,
                  "the rooms of %u buildings left out: those of the map would have more than %d "
                  "pictures together",
                  (unsigned)budget.left_out, INTERIOR_BLOCKS_MAP_MAX);
    }
    return status;
}

static bool is_listed(const struct wmo_list *list, const struct build_record *wmo)
{
    const struct wmo_entry wanted = {.path = wmo->path};
    return array_find(&wanted, list->items.data, entry_count(list), sizeof wanted,
                      compare_entries) != NULL;
}

/* Finds blocks of WMOs that the map no longer has, or of another drawing than the last. */
static void find_gone(const struct run *run, const struct wmo_list *list, struct buffer *gone)
{
    const struct build_log *log = run->open.log;
    const struct build_record *room = NULL;
    while ((room = build_log_next(log, NODE_MINIMAP_ROOM, run->request.minimap.key, room))) {
        const struct build_record *wmo = build_log_find(log, node_wmo_of(room->id));
        if (!wmo || !is_listed(list, wmo) || !hash128_equal(wmo->pixels, room->nodes)) {
            client_folder_list(log, room, gone);
        }
    }
}

/* Drops those of `gone` that the log has, too: the other map keeps the files. */
static void drop_shared(struct run *run, const struct build_log *log, struct buffer *gone)
{
    uint32_t *indices = (void *)gone->data;
    size_t kept = 0;
    for (size_t i = 0; i < gone->size / sizeof *indices; i++) {
        struct build_record *record = &run->open.log->records[indices[i]];
        if (build_log_find(log, record->id)) {
            build_log_drop(run->open.log, record);
        } else {
            indices[kept++] = indices[i];
        }
    }
    gone->size = kept * sizeof *indices;
}

/* Takes files of other maps of OUT out of `gone`. A damaged log has no files. */
static enum adtmap_status keep_shared(struct run *run, struct buffer *gone)
{
    struct map_folders maps = {0};
    const char *out = run->asked.settings->out;
    enum adtmap_status status =
        gone->size > 0 ? map_folders_add(&maps, out, map_folders_has_log, &run->diag) : ADTMAP_OK;
    for (size_t i = 0; !status && i < maps.count; i++) {
        if (strcmp(maps.names[i], run->asked.map_name) == 0) {
            continue;
        }
        struct build_log *log = build_log_create();
        char *directory = path_map_directory(out, maps.names[i]);
        char *path = directory ? build_log_path(directory) : NULL;
        const struct diag quiet = {.file = directory, .failure = run->diag.failure};
        status = log && path ? build_log_read(log, path, &quiet) : diag_fail_memory(&run->diag);
        if (!status) {
            drop_shared(run, log, gone);
        }
        status = diag_is_transient(status) ? status : ADTMAP_OK;
        build_log_destroy(log);
        free(path);
        free(directory);
    }
    map_folders_free(&maps);
    return status;
}

/* Drops the records of WMOs that the map no longer has, after their blocks were found. */
static void drop_wmos(struct run *run, const struct wmo_list *list)
{
    const uint64_t key = run->request.minimap.key;
    struct build_record *wmo = NULL;
    while ((wmo = build_log_next(run->open.log, NODE_MINIMAP_WMO, key, wmo))) {
        if (!is_listed(list, wmo)) {
            build_log_drop(run->open.log, wmo);
        }
    }
}

enum adtmap_status minimap_interiors_make(struct run *run, const struct tile_set *tiles,
                                          struct buffer *gone)
{
    struct wmo_list list = {0};
    struct interior_drawing *drawing = NULL;
    enum adtmap_status status = ADTMAP_OK;
    if (list_wmos(run, tiles, &list)) {
        drawing = interior_drawing_create(run->asked.map->data, &run->asked.settings->tile,
                                          run_threads(run));
    }
    if (!drawing) {
        status = diag_fail_memory(&run->diag);
        goto end;
    }
    status = make_wmos(run, drawing, &list);
    if (status) {
        goto end;
    }
    find_gone(run, &list, gone);
    status = keep_shared(run, gone);
    if (status) {
        goto end;
    }
    drop_wmos(run, &list);
    const struct build_record record = {
        .id = node_client(NODE_MINIMAP_WMOS, run->request.minimap.key, 0, 0),
        .state = BUILD_MADE,
        .recipe = run->request.minimap.interior_recipe,
        .nodes = minimap_interiors_hash(&run->request, run->open.log),
    };
    if (!build_log_put(run->open.log, &record)) {
        status = diag_fail_memory(&run->diag);
    }
end:
    interior_drawing_destroy(drawing);
    buffer_free(&list.items);
    arena_free(&list.memory);
    return status;
}
