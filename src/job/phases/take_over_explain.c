/* Says why tiles are drawn that other folders have, or ought to have: a line a folder. */
#include "base/buffer.h"
#include "base/size.h"
#include "job/phases/drawn_folder.h"
#include "job/phases/take_over.h"

enum { MISSING_NAMED = 8 };

/* Why a tile that a source has is drawn again. */
static const struct {
    enum dirty_reason reason;
    const char *why;
} causes[] = {
    {DIRTY_RECIPE, "made with other settings or by another version of adtmap"},
    {DIRTY_MAP, "of a map that lists other tiles"},
    {DIRTY_INPUT, "made of other data"},
    {DIRTY_OUTPUT, "without a file, or with one that is not as written or cannot be read"},
    {DIRTY_STRICT, "drawn without things that are missing"},
};

static void explain_source(const struct run *run, const struct drawn_folder *source)
{
    uint32_t counts[COUNT_OF(causes)] = {0};
    uint32_t total = 0;
    const char *input = NULL;
    struct buffer text = {0};
    const struct diag at_folder = diag_at(&run->diag, source->directory);
    for (uint32_t i = 0; i < source->graph.count; i++) {
        const struct node *node = &source->graph.nodes[i];
        uint32_t own = graph_find(&run->plan->graph, node->id);
        for (size_t k = 0; k < COUNT_OF(causes) && own != NODE_NONE; k++) {
            bool counts_here = node->reason == causes[k].reason &&
                               graph_node(&run->plan->graph, own)->fate == NODE_MADE;
            counts[k] += counts_here;
            total += counts_here;
            input = counts_here && !input ? node->changed_input : input;
        }
    }
    for (size_t k = 0; k < COUNT_OF(causes); k++) {
        if (counts[k] > 0) {
            buffer_printf(&text, "%s%u %s", text.size > 0 ? ", " : "", (unsigned)counts[k],
                          causes[k].why);
        }
    }
    if (total > 0 && !text.failed) {
        diag_warn(&at_folder, NULL, NO_OFFSET, "%u %s drawn again: %s%s%.120s%s%s", (unsigned)total,
                  total == 1 ? "tile is" : "tiles are", (const char *)text.data, input ? " (" : "",
                  input ? input : "", input ? ")" : "",
                  source->is_own && source->is_left ? "; the folder stays" : "");
    }
    buffer_free(&text);
    if (source->log->is_cut_short) {
        diag_warn(&at_folder, NULL, NO_OFFSET,
                  "its run was cut short: tiles that it lacks are drawn here%s",
                  source->is_own && source->is_left ? "; the folder stays" : "");
    }
}

/* Of a division that has some shards, names those that it lacks. */
static void explain_missing(const struct run *run, uint32_t shards)
{
    const struct take_over *taken = run->open.taken;
    struct buffer names = {0};
    uint32_t missing = 0;
    bool has[SHARDS_MAX + 1] = {false};
    for (size_t i = 0; i < taken->count; i++) {
        const struct drawn_folder *source = &taken->items[i];
        if (source->shard.count == shards && (source->log->map || source->is_unread)) {
            has[source->shard.index] = true;
        }
    }
    for (uint32_t index = 1; index <= shards; index++) {
        if (!has[index] && missing++ < MISSING_NAMED) {
            buffer_printf(&names, "%s%u", names.size > 0 ? ", " : "", (unsigned)index);
        }
    }
    if (missing > 0 && !names.failed) {
        diag_warn(&run->diag, NULL, NO_OFFSET,
                  "of %u shards, %u %s missing (%s%s): what they would bring is drawn here",
                  (unsigned)shards, (unsigned)missing, missing == 1 ? "is" : "are",
                  (const char *)names.data, missing > MISSING_NAMED ? ", ..." : "");
    }
    buffer_free(&names);
}

void take_over_explain(const struct run *run)
{
    for (uint32_t i = 0; i < run->open.log->count && run->asked.settings->is_check; i++) {
        run->result->taken_over += run->open.log->records[i].elsewhere != NULL;
    }
    const struct take_over *taken = run->open.taken;
    bool draws = false;
    for (uint32_t i = 0; i < run->request.series_count && !draws; i++) {
        const struct tile_set made = plan_made(&run->request, run->plan, NODE_TILE, i);
        draws = !tile_set_is_empty(&made);
    }
    if (!draws || run->asked.settings->shard.count > 0 ||
        run->asked.settings->redraw == REDRAW_ALL) {
        return;
    }
    for (size_t i = 0; i < taken->count; i++) {
        explain_source(run, &taken->items[i]);
        bool is_first = taken->items[i].shard.count > 0;
        for (size_t k = 0; k < i && is_first; k++) {
            is_first = taken->items[k].shard.count != taken->items[i].shard.count;
        }
        if (is_first) {
            explain_missing(run, taken->items[i].shard.count);
        }
    }
    if (taken->old_logs > 0) {
        diag_warn(&run->diag, NULL, NO_OFFSET,
                  "%u %s of an older adtmap, which wrote shards into the map's folder: what is not "
                  "the map's yet is drawn again",
                  (unsigned)taken->old_logs, taken->old_logs == 1 ? "shard is" : "shards are");
    }
}
