#include "job/run/tile_recorder.h"

#include <stdlib.h>
#include <string.h>

#include "job/run/output_record.h"
#include "os/file.h"
#include "os/file_stamp.h"

/* The note keeps what the manifest says of the node and the record has no field for. */
static bool add_note(const struct run *run, const struct tile_task *task, uint32_t series,
                     struct build_record *record)
{
    const struct tile_node *node = &task->nodes[series];
    struct buffer text = {0};
    if (series == 0) {
        series_print_picture_note(&text, task->is_low_res, run->facts->layer[task->y][task->x],
                                  task->areas);
    } else {
        series_print_note(&text, layers_of(run->settings)->layers[series - 1], node->ground_yd,
                          node->range_yd, task->areas);
    }
    record->note = text.failed ? NULL : strdup((const char *)text.data);
    buffer_free(&text);
    return record->note != NULL;
}

/* Whether a node is made of files other than those of its tile. */
static bool depends_on_assets(const struct run *run, uint32_t series)
{
    const uint32_t assets = LAYER_NEEDS_GROUNDS | LAYER_NEEDS_OBJECTS;
    return series == 0 ||
           (data_layers[layers_of(run->settings)->layers[series - 1].kind].needs & assets);
}

/* A node whose file is in place. */
static bool record_made(struct run *run, struct tile_task *task, uint32_t series, const char *path,
                        const char *full)
{
    const struct tile_node *node = &task->nodes[series];
    struct file_stamp stamp = {0};
    bool has_assets = depends_on_assets(run, series);
    bool has_stamp = file_stamp_of_output(full, &stamp);
    struct build_record record = {
        .path = (char *)(uintptr_t)path,
        .state = BUILD_MADE,
        .recipe = run->series[series].recipe,
        .nodes = run->request.series[series].facts[task->y][task->x],
        .pixels = node->pixels,
        .file = {node->png.size, has_stamp ? stamp.key : 0,
                 hash128(node->png.data, node->png.size)},
        .missing_assets = has_assets ? task->missing_assets : 0,
    };
    if (output_record_inputs(run, has_assets ? &task->dependencies : &task->own_files, &record) &&
        add_note(run, task, series, &record)) {
        return build_log_put(run->log, &record);
    }
    free(record.inputs);
    free(record.note);
    return false;
}

static bool add_failure(struct run *run, const struct tile_task *task,
                        const struct adtmap_message *message)
{
    struct job_result *result = run->result;
    struct job_failure *failures =
        reallocarray(result->failures, (size_t)result->failure_count + 1, sizeof *failures);
    if (!failures) {
        return false;
    }
    result->failures = failures;
    failures[result->failure_count++] = (struct job_failure){task->x, task->y, *message};
    return true;
}

/* Removes the file of an earlier run. A file that cannot be removed stays, with a warning, and does
 * not stop the other tiles. If the failure is that something else is in its place, no warning
 * repeats it. */
static enum adtmap_status remove_earlier(const char *full, const struct adtmap_message *failure,
                                         const struct diag *diag)
{
    if (strcmp(failure->file, full) == 0 && !file_is_regular(full)) {
        return ADTMAP_OK;
    }
    struct adtmap_message why = {0};
    const struct diag own = {full, diag->log, &why};
    enum adtmap_status status = file_remove(full, &own);
    if (status != ADTMAP_IO) {
        return status ? diag_fail_memory(diag) : ADTMAP_OK;
    }
    diag_warn(&own, NULL, NO_OFFSET, "%s; it is out of date", why.what);
    return ADTMAP_OK;
}

/* A failed node must not be represented by the file of an earlier run. */
static enum adtmap_status record_failed(struct run *run, const char *path, const char *full,
                                        const struct adtmap_message *message,
                                        const struct diag *diag)
{
    char reason[sizeof *message];
    char note[MANIFEST_REASON_BYTES];
    struct build_record record = {.path = (char *)(uintptr_t)path, .state = BUILD_FAILED};
    enum adtmap_status status = remove_earlier(full, message, diag);
    if (status) {
        return status;
    }
    adtmap_message_format(message, reason, sizeof reason);
    manifest_copy_text(reason, note, sizeof note);
    record.note = strdup(note);
    return record.note && build_log_put(run->log, &record) ? ADTMAP_OK : diag_fail_memory(diag);
}

static enum adtmap_status record_node(struct run *run, struct tile_task *task, uint32_t series,
                                      const struct diag *diag)
{
    char path[PATH_NAME_BYTES];
    const struct tile_node *node = task->nodes ? &task->nodes[series] : NULL;
    node_tile_path(run->names[series], run->map_name, task->x, task->y, path);
    char *full = node_full_path(run->settings->out, run->result->directory, path);
    enum adtmap_status status = full ? ADTMAP_OK : diag_fail_memory(diag);
    if (full && node && !node->status) {
        status = record_made(run, task, series, path, full) ? ADTMAP_OK : diag_fail_memory(diag);
    } else if (full) {
        status = record_failed(run, path, full, node ? &node->message : &task->message, diag);
    }
    free(full);
    return status;
}

/* The message of the first node that failed; NULL: none. */
static const struct adtmap_message *first_failure(const struct run *run,
                                                  const struct tile_task *task)
{
    if (task->status) {
        return &task->message;
    }
    for (uint32_t i = 0; i < run->request.series_count; i++) {
        if (tile_task_draws(task, i) && task->nodes[i].status) {
            return &task->nodes[i].message;
        }
    }
    return NULL;
}

void tile_recorder_take(void *user, struct tile_task *task)
{
    struct tile_recorder *recorder = user;
    struct run *run = recorder->run;
    struct diag diag = run->diag;
    const struct adtmap_message *failure = first_failure(run, task);
    diag.failure = recorder->status ? NULL : diag.failure; /* the first failure is reported */
    for (uint32_t i = 0; i < run->request.series_count; i++) {
        if (tile_task_draws(task, i)) {
            enum adtmap_status status = record_node(run, task, i, &diag);
            recorder->status = recorder->status ? recorder->status : status;
        }
    }
    run->result->missing_assets += task->missing_assets;
    run->result->incomplete += !failure && task->missing_assets > 0;
    run->result->drawn += failure == NULL;
    if (failure && !add_failure(run, task, failure)) {
        recorder->status = recorder->status ? recorder->status : diag_fail_memory(&diag);
    }
}
