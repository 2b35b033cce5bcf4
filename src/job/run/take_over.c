/*
 * Each folder gets a graph of its own, over its log, with a node for each tile of a series that the
 * run makes: so its tiles are judged by the same rule as the run's. The record of one that is up to
 * date goes into the run's log with the numbers that its inputs have there. Folders stay locked
 * until their files are copied and shards are removed.
 */
#include "job/run/take_over.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/path.h"
#include "base/size.h"
#include "job/settings/shard.h"
#include "os/file.h"
#include "os/file_stamp.h"
#include "os/folder.h"
#include "os/output_file.h"
#include "os/private_folder.h"

#define SHARDS_FOLDER "shards"

enum { MISSING_NAMED = 8 };

/* A folder of the map that has tiles. */
struct tile_source {
    char *parent;           /* its output folder */
    char *directory;        /* the map's in it */
    struct job_shard shard; /* count 0: it is none */
    bool is_own;            /* a shard of the run's own output folder */
    bool is_left;           /* it has tiles that the run does not replace, or nobody knows */
    bool is_unread;         /* it cannot be used, which a warning has said */
    struct build_log *log;
    struct graph graph;
    struct folder_lock lock;
};

struct take_over {
    struct tile_source *items;
    size_t count;
    uint32_t old_logs; /* of shards of an older adtmap, which lie in the map's folder */
};

/* What the graph of a source sees of the disk. */
struct source_disk {
    const struct run *run;
    const struct tile_source *source;
};

char *take_over_shard_folder(const char *out, const struct job_shard *shard)
{
    char name[96];
    snprintf(name, sizeof name, BUILD_LOG_FOLDER "/" SHARDS_FOLDER "/%u-of-%u",
             (unsigned)shard->index, (unsigned)shard->count);
    return path_join(out, name);
}

enum adtmap_status take_over_check_shard(const char *out, const struct job_shard *shard,
                                         const struct diag *diag)
{
    char *folders[] = {path_join(out, BUILD_LOG_FOLDER),
                       path_join(out, BUILD_LOG_FOLDER "/" SHARDS_FOLDER),
                       take_over_shard_folder(out, shard)};
    enum adtmap_status status = ADTMAP_OK;
    for (size_t i = 0; i < COUNT_OF(folders) && !status; i++) {
        const struct diag at_folder = diag_at(diag, folders[i]);
        status = !folders[i]                 ? diag_fail_memory(diag)
                 : !file_is_link(folders[i]) ? ADTMAP_OK
                                             : diag_fail(&at_folder, ADTMAP_IO, NULL, NO_OFFSET,
                                                         "is a link: shards go to a real folder");
    }
    for (size_t i = 0; i < COUNT_OF(folders); i++) {
        free(folders[i]);
    }
    return status;
}

static void close_source(struct tile_source *source)
{
    folder_lock_release(&source->lock);
    graph_free(&source->graph);
    build_log_destroy(source->log);
    free(source->directory);
    free(source->parent);
}

void take_over_free(struct take_over *taken)
{
    for (size_t i = 0; taken && i < taken->count; i++) {
        close_source(&taken->items[i]);
    }
    free(taken ? taken->items : NULL);
    free(taken);
}

static bool look_at_file(void *user, struct build_record *record, bool *is_same)
{
    const struct tile_source *source = ((const struct source_disk *)user)->source;
    *is_same = false;
    if (record->id.kind != NODE_TILE) {
        return true;
    }
    char *path = path_join(source->directory, record->path);
    bool fine = path && build_file_is(path, source->log->written_ns, &record->file, is_same);
    free(path);
    return fine;
}

static bool look_at_input(void *user, struct dependency *input, bool *is_same)
{
    const struct source_disk *disk = user;
    enum dep_match match =
        assets_compare(disk->run->asked.map->data->assets, disk->source->log->written_ns, input);
    *is_same = match == DEP_SAME;
    return match != DEP_NO_MEMORY;
}

/* A node for each tile on record there that the run is about. A record of another one, or of one
 * that was drawn with other settings, is one that the run does not replace. */
static bool judge(const struct run *run, struct tile_source *source)
{
    uint32_t judged = 0;
    uint32_t drawn = 0;
    for (uint32_t i = 0; i < run->request.series_count; i++) {
        const struct plan_series *series = &run->request.series[i];
        for (struct tile_step at = {0};
             series->is_asked && tile_set_next(&run->request.asked, &at);) {
            const struct build_record *record =
                plan_tile_record(&run->request, source->log, i, at.x, at.y);
            if (!record || record->state != BUILD_MADE) {
                continue;
            }
            const struct node node = {.id = record->id,
                                      .policy = NODE_MAKE,
                                      .recipe = series->drawn.recipe,
                                      .facts = series->facts[at.y][at.x],
                                      .has_facts = true};
            uint32_t number = graph_add(&source->graph, &node);
            source->is_left |=
                number == NODE_NONE || !hash128_equal(record->recipe, series->drawn.recipe);
            judged++;
        }
    }
    for (uint32_t i = 0; i < source->log->count; i++) {
        const struct build_record *record = &source->log->records[i];
        drawn += record->state == BUILD_MADE && record->id.kind == NODE_TILE;
    }
    bool is_told = source->log->count > 0 && !source->is_unread;
    source->is_left |= judged < drawn || (!is_told && run->asked.settings->tiles);
    return !source->graph.failed;
}

/* Reads what is there. A source that cannot be used stays without records, with a warning. */
static enum adtmap_status read_source(struct run *run, struct tile_source *source)
{
    struct adtmap_message why = {0};
    const struct diag quiet = {.file = source->directory, .failure = &why};
    const struct diag at_folder = diag_at(&run->diag, source->directory);
    const struct job_settings *settings = run->asked.settings;
    char *path = build_log_path(source->directory);
    enum adtmap_status status = path ? ADTMAP_OK : diag_fail_memory(&quiet);
    bool only_looks = settings->is_check || settings->shard.count > 0;
    if (!status && only_looks) {
        status = output_folder_check(source->directory, &quiet);
    } else if (!status) {
        status = folder_lock_find(&source->lock, source->directory, &quiet);
        if (status == ADTMAP_IO && source->lock.is_settled) {
            source->is_left = true;
            snprintf(why.what, sizeof why.what, "a run is writing there");
        }
    }
    if (!status) {
        status = build_log_read(source->log, path, &quiet);
    }
    free(path);
    if (status == ADTMAP_NO_MEMORY) {
        return diag_fail_memory(&run->diag);
    }
    if (!status && source->log->is_damaged) {
        snprintf(why.what, sizeof why.what, "the build log is damaged");
    }
    if (status || source->log->is_damaged) {
        diag_warn(&at_folder, NULL, NO_OFFSET, "%.200s: its tiles are drawn here", why.what);
        source->is_unread = true;
        source->is_left |= status != ADTMAP_OK; /* of another version, or not to be read now */
        build_log_destroy(source->log);
        source->log = build_log_create();
    }
    return source->log ? ADTMAP_OK : diag_fail_memory(&run->diag);
}

static enum adtmap_status open_source(struct run *run, struct tile_source *source)
{
    enum adtmap_status status = read_source(run, source);
    const struct source_disk disk = {run, source};
    const struct graph_disk looks = {(void *)(uintptr_t)&disk, look_at_file, look_at_input,
                                     (int)run_threads(run)};
    if (status) {
        return status;
    }
    bool fine = graph_open(&source->graph, source->log, &looks);
    source->graph.redraw = run->asked.settings->redraw;
    source->graph.is_strict = run->asked.settings->strict;
    return fine && judge(run, source) ? ADTMAP_OK : diag_fail_memory(&run->diag);
}

static bool has_same_inputs(const struct build_record *a, const struct build_record *b)
{
    return a->input_count == b->input_count &&
           memcmp(a->inputs, b->inputs, a->input_count * sizeof *a->inputs) == 0;
}

/* Puts the record into the run's log, with the numbers that inputs have there, unless the run has
 * the same; the file is to be copied if the map's is another. False when out of memory. */
static bool take_record(struct run *run, const struct tile_source *source,
                        const struct build_record *record)
{
    struct build_log *log = run->open.log;
    struct build_record taken = *record;
    bool has_file = false;
    char *path = run_full_path(run, record->id);
    taken.note = record->note ? strdup(record->note) : NULL;
    taken.inputs = array_resize(NULL, (size_t)record->input_count + 1, sizeof *taken.inputs);
    bool fine = path && taken.inputs && (taken.note || !record->note);
    for (uint32_t i = 0; i < record->input_count && fine; i++) {
        fine = build_log_input(log, &source->log->inputs[record->inputs[i]], &taken.inputs[i]);
    }
    const struct build_record *own = build_log_find(log, record->id);
    bool is_known =
        fine && own && own->state == BUILD_MADE && hash128_equal(own->recipe, record->recipe) &&
        hash128_equal(own->nodes, record->nodes) &&
        hash128_equal(own->file.content, record->file.content) && has_same_inputs(own, &taken);
    if (fine && own && !own->elsewhere) {
        /* A key is of one content: with another it would stand for bytes that are not there. */
        bool is_same = hash128_equal(own->file.content, record->file.content);
        taken.file.key = is_same ? own->file.key : 0;
        fine = build_file_is(path, log->written_ns, &taken.file, &has_file);
    }
    free(path);
    if (!fine || (is_known && (has_file || own->elsewhere))) {
        free(taken.inputs);
        free(taken.note);
        return fine;
    }
    taken.elsewhere = has_file ? NULL : source->directory;
    return build_log_put(log, &taken);
}

static bool take_tiles(struct run *run, const struct tile_source *source)
{
    bool fine = true;
    for (uint32_t i = 0; i < run->request.series_count && fine; i++) {
        const struct plan_series *series = &run->request.series[i];
        for (struct tile_step at = {0};
             series->is_asked && fine && tile_set_next(&series->tiles, &at);) {
            const struct build_record *record =
                plan_tile_record(&run->request, source->log, i, at.x, at.y);
            uint32_t number = record ? graph_find(&source->graph, record->id) : NODE_NONE;
            bool is_current =
                number != NODE_NONE && graph_node(&source->graph, number)->reason == UP_TO_DATE;
            fine = !is_current || take_record(run, source, record);
        }
    }
    return fine;
}

/* Opens the map's folder in an output folder, if there is one, and takes over what it has. Sets
 * *found if there is. */
static enum adtmap_status take_from(struct run *run, const char *out, const struct job_shard *shard,
                                    bool is_own, bool *found)
{
    struct take_over *taken = run->open.taken;
    struct tile_source source = {.parent = strdup(out),
                                 .directory = path_map_directory(out, run->asked.map_name),
                                 .shard = *shard,
                                 .is_own = is_own,
                                 .log = build_log_create()};
    char *hidden = source.directory ? path_join(source.directory, BUILD_LOG_FOLDER) : NULL;
    bool is_there = shard->count == 0 ? hidden && file_is_directory(hidden)
                                      : hidden && file_is_real_folder(source.directory);
    free(hidden);
    if (!source.directory || !source.parent || !source.log ||
        !ARRAY_ROOM(taken->items, taken->count)) {
        close_source(&source);
        return diag_fail_memory(&run->diag);
    }
    if (!is_there) {
        close_source(&source);
        return ADTMAP_OK;
    }
    *found = true;
    struct tile_source *added = &taken->items[taken->count++];
    *added = source;
    enum adtmap_status status = open_source(run, added);
    if (status) {
        return status;
    }
    struct build_log *log = run->open.log;
    int64_t written_ns = added->log->written_ns;
    if (written_ns && (!log->written_ns || written_ns < log->written_ns)) {
        log->written_ns = written_ns;
    }
    return take_tiles(run, added) ? ADTMAP_OK : diag_fail_memory(&run->diag);
}

/* Nothing below OUT/.adtmap is reached through a link. */
static enum adtmap_status take_from_shards(struct run *run, const char *out, bool is_own,
                                           bool *found)
{
    struct private_folder hidden;
    struct private_folder shards = {.id = -1};
    struct folder *entries = NULL;
    const char *name;
    const struct diag quiet = {.log = run->diag.log};
    enum adtmap_status status = private_folder_open(out, BUILD_LOG_FOLDER, &quiet, &hidden);
    if (!status && private_folder_is_open(&hidden)) {
        status = private_folder_open(hidden.path, SHARDS_FOLDER, &quiet, &shards);
    }
    if (!status && private_folder_is_open(&shards)) {
        status = private_folder_list(&shards, &quiet, &entries);
    }
    if (status == ADTMAP_IO && private_folder_is_open(&hidden)) { /* else the run says so */
        const struct diag at_out = diag_at(&run->diag, out);
        diag_warn(&at_out, NULL, NO_OFFSET,
                  BUILD_LOG_FOLDER "/" SHARDS_FOLDER " is a link or cannot be read: passed over");
    }
    status = status == ADTMAP_IO ? ADTMAP_OK : status;
    while (entries && !status && (name = folder_next(entries))) {
        struct job_shard shard;
        char *folder = path_join(shards.path, name);
        bool is_shard = folder && shard_of_name(name, "", &shard) && !file_is_link(folder);
        status = !folder    ? diag_fail_memory(&run->diag)
                 : is_shard ? take_from(run, folder, &shard, is_own, found)
                            : ADTMAP_OK;
        free(folder);
    }
    folder_close(entries);
    private_folder_close(&shards);
    private_folder_close(&hidden);
    return status == ADTMAP_NO_MEMORY ? diag_fail_memory(&run->diag) : status;
}

/* Works on files of shards of an older adtmap, which lie in the map's hidden folder: counts them,
 * and removes them. */
static uint32_t old_shards(const struct run *run, bool removes)
{
    struct private_folder folder;
    struct folder *entries = NULL;
    const char *name;
    uint32_t count = 0;
    enum adtmap_status status =
        private_folder_open(run->result->directory, BUILD_LOG_FOLDER, &diag_silent, &folder);
    if (!status && private_folder_is_open(&folder)) {
        status = private_folder_list(&folder, &diag_silent, &entries);
    }
    while (!status && entries && (name = folder_next(entries))) {
        struct job_shard shard;
        bool is_log = shard_of_name(name, "log.", &shard);
        count += is_log;
        if (removes && (is_log || shard_of_name(name, "places.", &shard))) {
            (void)private_file_remove(&folder, name, &diag_silent);
        }
    }
    folder_close(entries);
    private_folder_close(&folder);
    return count;
}

enum adtmap_status take_over_find(struct run *run)
{
    static const struct job_shard none = {0};
    const struct job_settings *settings = run->asked.settings;
    bool is_shard = settings->shard.count > 0;
    bool found;
    struct take_over *taken = run->open.taken = calloc(1, sizeof *taken);
    if (!taken) {
        return diag_fail_memory(&run->diag);
    }
    enum adtmap_status status = is_shard ? take_from(run, settings->whole, &none, false, &found)
                                         : take_from_shards(run, settings->out, true, &found);
    for (size_t i = 0; i < settings->from_count && !status; i++) {
        const struct diag at_path = diag_at(&run->diag, settings->from[i]);
        if (!file_is_directory(settings->from[i])) {
            return diag_fail(&at_path, ADTMAP_NOT_FOUND, NULL, NO_OFFSET, "no such folder");
        }
        found = false;
        status = take_from(run, settings->from[i], &none, false, &found);
        if (!status && !is_shard) {
            status = take_from_shards(run, settings->from[i], false, &found);
        }
        if (!status && !found) {
            diag_warn(&at_path, NULL, NO_OFFSET, "holds no tiles of the map %s",
                      run->asked.map_name);
        }
    }
    taken->old_logs = status || is_shard ? 0 : old_shards(run, false);
    return status;
}

/* Why a tile that a source has is drawn again. */
static const struct {
    enum dirty_reason reason;
    const char *why;
} causes[] = {
    {DIRTY_RECIPE, "made with other settings or by another version of adtmap"},
    {DIRTY_MAP, "of a map that lists other tiles"},
    {DIRTY_INPUT, "made of other data"},
    {DIRTY_OUTPUT, "without a file, or with another than was written"},
    {DIRTY_STRICT, "drawn without things that are missing"},
};

static void explain_source(const struct run *run, const struct tile_source *source)
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
        diag_warn(&at_folder, NULL, NO_OFFSET, "%u tiles are drawn again: %s%s%.120s%s%s",
                  (unsigned)total, (const char *)text.data, input ? " (" : "", input ? input : "",
                  input ? ")" : "", source->is_own && source->is_left ? "; the folder stays" : "");
    }
    buffer_free(&text);
    if (source->log->is_cut_short) {
        diag_warn(&at_folder, NULL, NO_OFFSET,
                  "its run was cut short: tiles that it lacks are drawn here");
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
        const struct tile_source *source = &taken->items[i];
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
                  "%u shards are of an older adtmap, which wrote them into the map's folder: their "
                  "tiles are drawn again",
                  (unsigned)taken->old_logs);
    }
}

/* Writes the file that the record tells of, if it is still there. */
static enum adtmap_status copy_file(const struct run *run, struct build_record *record,
                                    const char *from, const char *to)
{
    struct blob blob;
    struct file_stamp stamp;
    const struct diag at_path = diag_at(&run->diag, from);
    if (record->file.bytes == 0) {
        return file_remove(to, &run->diag);
    }
    enum adtmap_status status = file_read(from, NULL, &at_path, &blob);
    if (!status && !hash128_equal(hash128_blob(&blob), record->file.content)) {
        status = diag_fail(&at_path, ADTMAP_IO, NULL, NO_OFFSET,
                           "has changed during this run; start again");
    }
    if (!status) {
        status = file_write_atomic(to, blob.data, blob.size, &run->diag);
    }
    blob_release(&blob);
    record->file.key = !status && file_stamp_of_output(to, &stamp) ? stamp.key : 0;
    return status == ADTMAP_NOT_FOUND ? ADTMAP_IO : status;
}

enum adtmap_status take_over_copy(struct run *run)
{
    enum adtmap_status status = ADTMAP_OK;
    for (uint32_t i = 0; i < run->open.log->count && !status; i++) {
        struct build_record *record = &run->open.log->records[i];
        if (!record->elsewhere) {
            continue;
        }
        char *from = path_join(record->elsewhere, record->path);
        char *to = run_full_path(run, record->id);
        status = from && to ? copy_file(run, record, from, to) : diag_fail_memory(&run->diag);
        free(from);
        free(to);
        record->elsewhere = NULL;
        run->open.log->is_changed = true;
        run->result->taken_over++;
    }
    return status;
}

/* Removes a folder without entries. */
static void remove_empty(const char *path)
{
    struct folder *entries = folder_open(path);
    bool is_empty = entries && !folder_next(entries);
    folder_close(entries);
    if (is_empty) {
        folder_remove(path);
    }
}

/* Whether no run writes to the folder, now that it is to go. */
static bool is_ours_alone(struct tile_source *source)
{
    return source->lock.is_settled ||
           (folder_lock_find(&source->lock, source->directory, &diag_silent) == ADTMAP_OK &&
            source->lock.is_settled);
}

enum adtmap_status take_over_remove_shards(const struct run *run)
{
    struct take_over *taken = run->open.taken;
    enum adtmap_status status = ADTMAP_OK;
    bool any = false;
    char *shards = path_join(run->asked.settings->out, BUILD_LOG_FOLDER "/" SHARDS_FOLDER);
    for (size_t i = 0; i < taken->count && !status; i++) {
        struct tile_source *source = &taken->items[i];
        if (!source->is_own || source->is_left || !is_ours_alone(source)) {
            continue;
        }
        status = any ? ADTMAP_OK : file_finish_writing(&run->diag); /* the copies are on the disk */
        if (!status) {
            folder_remove(source->directory);
            folder_lock_release(&source->lock);
            folder_remove(source->directory); /* the lock, where open files stay */
            remove_empty(source->parent);
            any = true;
        }
    }
    if (shards && any) {
        remove_empty(shards);
    }
    free(shards);
    if (!run->asked.settings->tiles) {
        (void)old_shards(run, true);
    }
    return status;
}
