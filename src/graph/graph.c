/*
 * Nodes are kept in an array in the order in which they are declared, and found in a hash table.
 * Since inputs come first, one look at a node decides on it for good: what is made or removed below
 * it is known. Only nodes that are made of many (`gathers`) wait until all others are there.
 *
 * What a node is made of is compared by one hash, of its facts and of the contents of its inputs in
 * order. Contents come from the log, where a node that is made has its old content when the plan is
 * made and its new one when it is recorded: the same function serves both.
 */
#include "graph/graph.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* To look at a file takes some 4 us, at its end a thread of a team waits for up to 10 ms of
 * processor time: fewer files than this are looked at by one thread, in 2 ms. `publish` of 1,000
 * maps with 75 inputs each took 2.5 s of processor time so, and 8 with teams. */
enum { LOOKS_OF_A_TEAM = 512 };

static bool look_at_inputs(struct graph *graph, const struct graph_disk *disk)
{
    struct build_log *log = graph->log;
    bool fine = true;
    bool any_new_key = false;
#pragma omp parallel for num_threads(disk->threads) schedule(dynamic, 8)                           \
    reduction(&& : fine) reduction(|| : any_new_key) if (log->input_count >= LOOKS_OF_A_TEAM)
    for (uint32_t i = 0; i < log->input_count; i++) {
        struct dependency *input = &log->inputs[i];
        uint64_t before = input->key;
        graph->input_match[i] = disk->input(disk->user, input);
        fine = fine && graph->input_match[i] != FILE_NO_MEMORY;
        any_new_key = any_new_key || input->key != before;
    }
    log->is_changed |= any_new_key;
    return fine;
}

static bool look_at_files(struct graph *graph, const struct graph_disk *disk)
{
    struct build_log *log = graph->log;
    bool fine = true;
    bool any_new_key = false;
#pragma omp parallel for num_threads(disk->threads) schedule(dynamic, 32)                          \
    reduction(&& : fine) reduction(|| : any_new_key) if (log->count >= LOOKS_OF_A_TEAM)
    for (uint32_t i = 0; i < log->count; i++) {
        struct build_record *record = &log->records[i];
        uint64_t before = record->file.key;
        if (record->state == BUILD_MADE) {
            graph->file_match[i] = disk->file(disk->user, record);
            fine = fine && graph->file_match[i] != FILE_NO_MEMORY;
        }
        any_new_key = any_new_key || record->file.key != before;
    }
    log->is_changed |= any_new_key;
    return fine;
}

static void count_unreadable(struct graph *graph, enum file_match match, const char *file)
{
    if (match == FILE_UNREADABLE && graph->unreadable_count++ == 0) {
        graph->unreadable = file;
    }
}

bool graph_open(struct graph *graph, struct build_log *log, const struct graph_disk *disk)
{
    *graph = (struct graph){.log = log, .record_count = log->count};
    /* The zeroes are FILE_SAME, which stays without a disk. */
    graph->input_match = calloc((size_t)log->input_count + 1, sizeof *graph->input_match);
    graph->file_match = calloc((size_t)log->count + 1, sizeof *graph->file_match);
    graph->is_claimed = calloc((size_t)log->count + 1, sizeof(bool));
    graph->removed = calloc((size_t)log->count + 1, sizeof *graph->removed);
    graph->failed =
        !graph->input_match || !graph->file_match || !graph->is_claimed || !graph->removed;
    if (!graph->failed && disk) {
        graph->failed = !look_at_inputs(graph, disk) || !look_at_files(graph, disk);
    }
    if (graph->failed) {
        return false;
    }
    for (uint32_t i = 0; i < log->count; i++) {
        count_unreadable(graph, graph->file_match[i], log->records[i].path);
    }
    for (uint32_t i = 0; i < log->input_count; i++) {
        count_unreadable(graph, graph->input_match[i], dependency_file(&log->inputs[i]));
    }
    return true;
}

void graph_free(struct graph *graph)
{
    free(graph->nodes);
    hash_index_free(&graph->index);
    free(graph->removed);
    free(graph->input_match);
    free(graph->file_match);
    free(graph->is_claimed);
    arena_free(&graph->memory);
    *graph = (struct graph){0};
}

const struct node *graph_node(const struct graph *graph, uint32_t number)
{
    static const struct node nothing = {.fate = NODE_REMOVED};
    return number == NODE_NONE ? &nothing : &graph->nodes[number];
}

uint32_t graph_find(const struct graph *graph, struct node_id id)
{
    struct hash_probe probe = hash_index_probe(&graph->index, node_hash(id));
    while (hash_index_next(&graph->index, &probe)) {
        if (node_equal(graph->nodes[probe.number].id, id)) {
            return probe.number;
        }
    }
    return NODE_NONE;
}

bool graph_makes(const struct graph *graph, struct node_id id)
{
    return graph_node(graph, graph_find(graph, id))->fate == NODE_MADE;
}

struct tile_set graph_made_places(const struct graph *graph, struct node_id id)
{
    struct tile_set made = {0};
    for (struct tile_step tile = {0}; tile_next(&tile);) {
        id.x = tile.x;
        id.y = tile.y;
        if (graph_makes(graph, id)) {
            tile_set_add(&made, tile.x, tile.y);
        }
    }
    return made;
}

void graph_spoil(struct graph *graph, const struct build_record *record)
{
    graph->file_match[record - graph->log->records] = FILE_CHANGED;
}

void graph_claim(struct graph *graph, const struct build_record *record)
{
    if (record) {
        graph->is_claimed[record - graph->log->records] = true;
    }
}

enum file_match graph_file_match(const struct graph *graph, const struct build_record *record)
{
    return graph->file_match[record - graph->log->records];
}

/* Whether a file counts as changed for a node. */
static bool counts_as_changed(enum file_match match, const struct node *node)
{
    return match == FILE_CHANGED || (match == FILE_UNREADABLE && node->policy == NODE_MAKE);
}

/* The first of a record's files of the data that has changed; NULL: none. */
static const char *changed_input(const struct graph *graph, const struct node *node,
                                 const struct build_record *record)
{
    for (uint32_t i = 0; i < record->input_count; i++) {
        if (counts_as_changed(graph->input_match[record->inputs[i]], node)) {
            return dependency_file(&graph->log->inputs[record->inputs[i]]);
        }
    }
    return NULL;
}

/* The content id by which others know a node; zero if there is nothing to be seen. */
static struct hash128 content_of(const struct graph *graph, uint32_t number)
{
    const struct node *node = graph_node(graph, number);
    const struct build_record *record = node->fate == NODE_STAYS || node->fate == NODE_MADE
                                            ? build_log_find(graph->log, node->id)
                                            : NULL;
    bool is_there =
        record && record->state == BUILD_MADE && hash128_equal(record->recipe, node->recipe);
    return is_there ? record->pixels : (struct hash128){0};
}

/* Whether a node that gathers is made of another. */
static bool is_gathered(enum node_gathers gathers, struct node_id id)
{
    return gathers == GATHERS_ALL || (id.kind == NODE_ZOOM && !node_is_layer(id));
}

/* Of the records that are gathered but texts, which no node is made of (they have no content id),
 * and files outside the map's folder; independent of the order of records. */
static struct hash128 hash_all(const struct build_log *log, enum node_gathers gathers)
{
    static const struct hash128 none = {0};
    struct hash128 sum = {0};
    for (uint32_t i = 0; i < log->count; i++) {
        const struct build_record *record = &log->records[i];
        bool is_text = record->state == BUILD_MADE && hash128_equal(record->pixels, none);
        if (record->state == BUILD_GONE || is_text || node_is_outside(record->id) ||
            !is_gathered(gathers, record->id)) {
            continue;
        }
        const struct hash128 parts[] = {
            hash128(record->path, strlen(record->path)),
            record->recipe,
            record->pixels,
            record->file.content,
            record->note ? hash128(record->note, strlen(record->note)) : none,
            {.low = (uint64_t)record->state},
        };
        struct hash128 hash = hash128(parts, sizeof parts);
        sum.low += hash.low;
        sum.high ^= hash.high;
    }
    return sum;
}

struct hash128 graph_hash_inputs(const struct graph *graph, const struct node *node)
{
    struct hash128 sum = node->gathers ? hash_all(graph->log, node->gathers) : node->facts;
    for (uint32_t i = 0; i < node->input_count; i++) {
        const struct hash128 both[] = {sum, content_of(graph, node->inputs[i])};
        sum = hash128(both, sizeof both);
    }
    return sum;
}

/* Whether an input is made, or a record goes that the node is made of. */
static bool changes_input(const struct graph *graph, const struct node *node)
{
    for (uint32_t i = 0; i < node->input_count; i++) {
        if (graph_node(graph, node->inputs[i])->fate == NODE_MADE) {
            return true;
        }
    }
    if (node->gathers != GATHERS_ZOOM) {
        return node->gathers == GATHERS_ALL && graph->made_count > 0;
    }
    for (uint32_t i = 0; i < graph->count; i++) {
        if (graph->nodes[i].fate == NODE_MADE && is_gathered(node->gathers, graph->nodes[i].id)) {
            return true;
        }
    }
    for (uint32_t i = 0; i < graph->removed_count; i++) {
        if (is_gathered(node->gathers, graph->log->records[graph->removed[i]].id)) {
            return true;
        }
    }
    return false;
}

/* Why a node that the run makes or keeps is out of date. `nodes` is the hash of its inputs. */
static enum dirty_reason reason_of(const struct graph *graph, struct node *node,
                                   const struct build_record *record)
{
    if (!record || record->state != BUILD_MADE) {
        return DIRTY_NEW;
    }
    bool has_inputs = node->input_count > 0 || node->gathers;
    if (node->policy == NODE_MAKE && graph->redraw == REDRAW_ALL && !has_inputs) {
        return DIRTY_FORCED;
    }
    if (node->policy == NODE_MAKE && graph->log->has_other_sum) {
        return DIRTY_RECORD;
    }
    if (!hash128_equal(record->recipe, node->recipe)) {
        return DIRTY_RECIPE;
    }
    if (!has_inputs && node->has_facts && !hash128_equal(record->nodes, node->facts)) {
        return DIRTY_MAP;
    }
    node->changed_input = changed_input(graph, node, record);
    if (node->changed_input) {
        return DIRTY_INPUT;
    }
    if (graph->is_strict && node->policy == NODE_MAKE && record->missing_assets > 0) {
        return DIRTY_STRICT;
    }
    if (has_inputs && (changes_input(graph, node) ||
                       !hash128_equal(record->nodes, graph_hash_inputs(graph, node)))) {
        return DIRTY_NODE;
    }
    return counts_as_changed(graph_file_match(graph, record), node) ? DIRTY_OUTPUT : UP_TO_DATE;
}

static void judge(struct graph *graph, struct node *node)
{
    const struct build_record *record = build_log_find(graph->log, node->id);
    bool is_made = record && record->state == BUILD_MADE;
    if (node->policy == NODE_LEAVE) {
        bool has_recipe = is_made && hash128_equal(record->recipe, node->recipe);
        bool has_file = is_made && !counts_as_changed(graph_file_match(graph, record), node);
        node->reason = !is_made      ? DIRTY_NEW
                       : !has_recipe ? DIRTY_RECIPE
                       : !has_file   ? DIRTY_OUTPUT
                                     : UP_TO_DATE;
        node->fate = node->reason == UP_TO_DATE ? NODE_STAYS : NODE_IGNORED;
        graph_claim(graph, record);
        return;
    }
    const struct hash128 own_recipe = node->recipe;
    if (node->policy == NODE_KEEP && is_made) {
        node->recipe = record->recipe;
    }
    node->reason = reason_of(graph, node, record);
    node->fate = NODE_STAYS;
    if (node->reason != UP_TO_DATE) {
        node->fate = node->policy == NODE_KEEP ? NODE_REMOVED : NODE_MADE;
    } else if (!hash128_equal(own_recipe, node->recipe) &&
               !hash128_equal(own_recipe, (struct hash128){0})) {
        node->reason = DIRTY_RECIPE;
        node->fate = NODE_IGNORED;
    }
    if (node->fate != NODE_REMOVED) {
        graph_claim(graph, record);
    }
}

uint32_t graph_add(struct graph *graph, const struct node *node)
{
    if (graph->failed || !ARRAY_ROOM(graph->nodes, graph->count) ||
        !hash_index_reserve(&graph->index, (size_t)graph->count + 1)) {
        graph->failed = true;
        return NODE_NONE;
    }
    struct node own = *node;
    uint32_t *inputs = NULL;
    if (own.id.name) {
        own.id.name = arena_string(&graph->memory, own.id.name, strlen(own.id.name));
    }
    if (node->input_count > 0) {
        inputs = arena_alloc_dirty(&graph->memory, node->input_count, sizeof *inputs);
    }
    if ((node->id.name && !own.id.name) || (node->input_count > 0 && !inputs)) {
        graph->failed = true;
        return NODE_NONE;
    }
    if (inputs) {
        memcpy(inputs, node->inputs, node->input_count * sizeof *inputs);
    }
    own.inputs = inputs;
    if (own.gathers) {
        graph_claim(graph, build_log_find(graph->log, own.id)); /* judged by graph_close */
    } else {
        judge(graph, &own);
        graph->made_count += own.fate == NODE_MADE;
    }
    graph->nodes[graph->count] = own;
    (void)hash_index_add(&graph->index, node_hash(own.id), graph->count);
    return graph->count++;
}

bool graph_close(struct graph *graph, bool has_more)
{
    for (uint32_t i = 0; i < graph->record_count && !graph->failed; i++) {
        const struct build_record *record = &graph->log->records[i];
        if (record->state != BUILD_GONE && !graph->is_claimed[i] && !node_is_outside(record->id)) {
            graph->removed[graph->removed_count++] = i;
        }
    }
    graph->made_count += graph->removed_count + has_more;
    for (uint32_t i = 0; i < graph->count; i++) {
        if (graph->nodes[i].gathers) {
            judge(graph, &graph->nodes[i]);
            graph->made_count += graph->nodes[i].fate == NODE_MADE;
        }
    }
    return !graph->failed;
}
