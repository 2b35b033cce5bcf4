/*
 * What a record says of recipe and inputs comes from the node in the plan; what it says of the file
 * is read back from the disk, after it is in place. A text has no content id: nothing is made of
 * it, or all texts would be made of each other.
 */
#include "job/outputs/output_record.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/path.h"
#include "os/file.h"

void output_describe(const struct run *run, struct build_record *record)
{
    const struct graph *graph = &run->plan->graph;
    uint32_t number = graph_find(graph, record->id);
    const struct node *node = graph_node(graph, number);
    record->state = BUILD_MADE;
    record->pixels = record->file.content;
    if (number != NODE_NONE) {
        record->recipe = node->recipe;
        record->nodes = graph_hash_inputs(graph, node);
    }
    if (node_is_text(node) || record->id.kind == NODE_MARKERS || node_is_place(record->id)) {
        record->pixels = (struct hash128){0}; /* no node is made of it */
    }
}

enum adtmap_status output_record_at(struct run *run, struct build_record *record, char *path)
{
    struct diag at_path = diag_at(&run->diag, path);
    enum adtmap_status status = path ? build_file_of(path, &record->file) : ADTMAP_NO_MEMORY;
    output_describe(run, record);
    if (status) {
        free(record->note);
        free(record->inputs);
    }
    if (status == ADTMAP_NOT_FOUND || status == ADTMAP_IO) {
        status = diag_fail(&at_path, ADTMAP_IO, NULL, NO_OFFSET,
                           "cannot be read: changed while adtmap was at work");
    } else if (status || !build_log_put(run->open.log, record)) {
        status = diag_fail_memory(&run->diag);
    }
    free(path);
    return status;
}

enum adtmap_status output_record(struct run *run, struct build_record *record)
{
    return output_record_at(run, record, run_full_path(run, record->id));
}

enum adtmap_status output_put_text(struct run *run, struct buffer *text,
                                   struct build_record *record)
{
    char *path = run_full_path(run, record->id);
    enum adtmap_status status = path && !text->failed
                                    ? file_write_atomic(path, text->data, text->size, &run->diag)
                                    : diag_fail_memory(&run->diag);
    buffer_free(text);
    free(path);
    return status ? status : output_record(run, record);
}

bool output_record_inputs(const struct run *run, struct dep_set *deps, struct build_record *record)
{
    dep_set_sort_unique(deps);
    record->inputs = array_resize(NULL, (size_t)deps->count + 1, sizeof *record->inputs);
    bool fine = record->inputs && !deps->failed;
    for (uint32_t i = 0; i < deps->count && fine; i++) {
        struct dependency dep = assets_dependency(run->asked.map->data->assets, deps->items[i]);
        fine = build_log_input(run->open.log, &dep, &record->inputs[record->input_count++]);
    }
    return fine;
}
