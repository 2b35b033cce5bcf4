/*
 * Records and inputs are arrays, found by hash tables of what they are. A record that is dropped
 * stays in its place as BUILD_GONE, so that numbers of records stay true while a plan refers to
 * them.
 */
#include "graph/build_log.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "os/file.h"

struct build_log *build_log_create(void)
{
    struct build_log *log = calloc(1, sizeof *log);
    if (log) {
        log->journal = OPEN_FILE_NONE;
    }
    return log;
}

void build_log_destroy(struct build_log *log)
{
    if (!log) {
        return;
    }
    for (uint32_t i = 0; i < log->input_count; i++) {
        free((char *)(uintptr_t)log->inputs[i].name);
    }
    for (uint32_t i = 0; i < log->count; i++) {
        free((char *)(uintptr_t)log->records[i].path);
        free(log->records[i].inputs);
        free(log->records[i].note);
    }
    build_log_drop_facts(log, "");
    open_file_close(&log->journal);
    free(log->map);
    free(log->inputs);
    hash_index_free(&log->input_index);
    free(log->records);
    hash_index_free(&log->index);
    free(log->facts);
    free(log);
}

static uint64_t hash_input(const struct dependency *dep)
{
    return hash64(dep->name, strlen(dep->name)) ^ dep->content_id.low;
}

void build_log_index_inputs(struct build_log *log)
{
    hash_index_clear(&log->input_index);
    for (uint32_t i = 0; i < log->input_count; i++) {
        (void)hash_index_add(&log->input_index, hash_input(&log->inputs[i]), i); /* it had room */
    }
}

bool build_log_input(struct build_log *log, const struct dependency *dep, uint32_t *number)
{
    uint64_t hash = hash_input(dep);
    struct hash_probe probe = hash_index_probe(&log->input_index, hash);
    while (hash_index_next(&log->input_index, &probe)) {
        struct dependency *known = &log->inputs[probe.number];
        if (strcmp(known->name, dep->name) == 0 &&
            hash128_equal(known->content_id, dep->content_id)) {
            known->key = dep->key;
            *number = probe.number;
            return true;
        }
    }
    char *name = ARRAY_ROOM(log->inputs, log->input_count) ? strdup(dep->name) : NULL;
    if (!name || !hash_index_add(&log->input_index, hash, log->input_count)) {
        free(name);
        return false;
    }
    log->inputs[log->input_count] = (struct dependency){name, dep->content_id, dep->key};
    *number = log->input_count++;
    return true;
}

struct build_record *build_log_find_any(const struct build_log *log, struct node_id id)
{
    struct hash_probe probe = hash_index_probe(&log->index, node_hash(id));
    while (hash_index_next(&log->index, &probe)) {
        if (node_equal(log->records[probe.number].id, id)) {
            return &log->records[probe.number];
        }
    }
    return NULL;
}

struct build_record *build_log_find(const struct build_log *log, struct node_id id)
{
    struct build_record *record = build_log_find_any(log, id);
    return record && record->state != BUILD_GONE ? record : NULL;
}

struct build_record *build_log_next(const struct build_log *log, enum node_kind kind, uint64_t key,
                                    const struct build_record *record)
{
    for (size_t i = record ? (size_t)(record - log->records) + 1 : 0; i < log->count; i++) {
        struct build_record *next = &log->records[i];
        if (next->state == BUILD_MADE && next->id.kind == kind && next->id.key == key) {
            return next;
        }
    }
    return NULL;
}

/* The path of a node, and behind it the name; from malloc. */
static char *print_node(const struct build_log *log, struct node_id id)
{
    char path[NODE_PATH_BYTES];
    node_path(id, log->map, path);
    size_t bytes = strlen(path) + 1;
    size_t name_bytes = id.name ? strlen(id.name) + 1 : 0;
    char *text = malloc(bytes + name_bytes);
    if (text) {
        memcpy(text, path, bytes);
        memcpy(text + bytes, id.name ? id.name : "", name_bytes);
    }
    return text;
}

/* The record of a node, even of one that is gone; a new one if there is none. NULL when out of
 * memory. */
static struct build_record *find_or_make(struct build_log *log, struct node_id id)
{
    struct build_record *record = build_log_find_any(log, id);
    if (record) {
        return record;
    }
    char *path = ARRAY_ROOM(log->records, log->count) ? print_node(log, id) : NULL;
    if (!path || !hash_index_add(&log->index, node_hash(id), log->count)) {
        free(path);
        return NULL;
    }
    id.name = id.name ? path + strlen(path) + 1 : NULL;
    log->records[log->count] = (struct build_record){.id = id, .path = path, .state = BUILD_GONE};
    return &log->records[log->count++];
}

/* Inputs that the journal lacks are appended before the record, which refers to them by number. */
static void append_record(struct build_log *log, const struct build_record *record)
{
    struct buffer text = {0};
    log->is_changed = true;
    if (!open_file_is(log->journal)) {
        return;
    }
    for (; log->inputs_logged < log->input_count; log->inputs_logged++) {
        build_log_print_input(&text, log->inputs_logged, &log->inputs[log->inputs_logged]);
    }
    build_log_print_record(&text, record);
    build_log_append(log, &text);
}

bool build_log_put(struct build_log *log, const struct build_record *record)
{
    struct build_record *place = find_or_make(log, record->id);
    if (!place) {
        free(record->inputs);
        free(record->note);
        return false;
    }
    const struct build_record before = *place;
    free(place->inputs);
    free(place->note);
    *place = *record;
    place->id = before.id;
    place->path = before.path;
    if (place->note && !place->note[0]) { /* as it comes back from the file */
        free(place->note);
        place->note = NULL;
    }
    place->published = before.published;
    append_record(log, place);
    return true;
}

void build_log_drop(struct build_log *log, struct build_record *record)
{
    free(record->inputs);
    free(record->note);
    *record = (struct build_record){.id = record->id,
                                    .path = record->path,
                                    .state = BUILD_GONE,
                                    .published = record->published};
    append_record(log, record);
}

static struct build_fact *find_fact(const struct build_log *log, const char *name)
{
    for (uint32_t i = 0; i < log->fact_count; i++) {
        if (strcmp(log->facts[i].name, name) == 0) {
            return &log->facts[i];
        }
    }
    return NULL;
}

const char *build_log_fact(const struct build_log *log, const char *name)
{
    const struct build_fact *fact = find_fact(log, name);
    return fact ? fact->value : NULL;
}

static void fact_remove(struct build_log *log, struct build_fact *fact)
{
    free(fact->name);
    free(fact->value);
    uint32_t index = (uint32_t)(fact - log->facts);
    memmove(fact, fact + 1, (--log->fact_count - index) * sizeof *fact);
    log->is_changed = true;
}

void build_log_drop_facts(struct build_log *log, const char *prefix)
{
    for (uint32_t i = log->fact_count; i > 0; i--) {
        if (strncmp(log->facts[i - 1].name, prefix, strlen(prefix)) == 0) {
            fact_remove(log, &log->facts[i - 1]);
        }
    }
}

static bool add_fact(struct build_log *log, const char *name, const char *value)
{
    if (!ARRAY_ROOM(log->facts, log->fact_count)) {
        return false;
    }
    struct build_fact fact = {strdup(name), strdup(value)};
    if (!fact.name || !fact.value) {
        free(fact.name);
        free(fact.value);
        return false;
    }
    log->facts[log->fact_count++] = fact;
    log->is_changed = true;
    return true;
}

/* The fact keeps its place. */
static bool replace_value(struct build_log *log, struct build_fact *fact, const char *value)
{
    char *copy = strdup(value);
    if (copy) {
        free(fact->value);
        fact->value = copy;
        log->is_changed = true;
    }
    return copy != NULL;
}

bool build_log_set_fact(struct build_log *log, const char *name, const char *value)
{
    struct buffer text = {0};
    struct build_fact *fact = find_fact(log, name);
    if (fact && value && strcmp(fact->value, value) == 0) {
        return true;
    }
    bool fine = true;
    if (fact && value) {
        fine = replace_value(log, fact, value);
    } else if (value) {
        fine = add_fact(log, name, value);
    } else if (fact) {
        fact_remove(log, fact);
    }
    if (!fine) {
        return false;
    }
    if (open_file_is(log->journal)) {
        buffer_printf(&text, "fact\t%s%s%s\n", name, value ? "\t" : "", value ? value : "");
        build_log_append(log, &text);
    }
    return true;
}

enum adtmap_status build_file_of(const char *path, struct build_file *file)
{
    struct file_stamp stamp;
    struct blob blob;
    if (!file_stamp_of_output(path, &stamp)) {
        return diag_fail_errno(&diag_silent, errno, "cannot look at");
    }
    enum adtmap_status status = file_map(path, &diag_silent, &blob);
    if (!status) {
        *file = (struct build_file){blob.size, stamp.key, hash128_blob(&blob)};
        blob_release(&blob);
    }
    return status;
}

/* What it means that a file on record could not be looked at or read. */
static enum file_match match_of_failure(enum adtmap_status status, const struct build_file *file)
{
    if (status == ADTMAP_NOT_FOUND) {
        return file->bytes == 0 ? FILE_SAME : FILE_CHANGED;
    }
    return status == ADTMAP_NO_MEMORY ? FILE_NO_MEMORY : FILE_UNREADABLE;
}

enum file_match build_file_compare(const char *path, int64_t recorded_ns, struct build_file *file)
{
    struct file_stamp stamp;
    struct build_file now = {0};
    if (!file_stamp_of_output(path, &stamp)) {
        return match_of_failure(diag_fail_errno(&diag_silent, errno, "cannot look at"), file);
    }
    if (stamp.bytes != file->bytes) {
        return FILE_CHANGED;
    }
    if (stamp.key == file->key && !file_stamp_is_racy(&stamp, recorded_ns)) {
        return FILE_SAME;
    }
    enum adtmap_status status = build_file_of(path, &now);
    if (status) {
        return match_of_failure(status, file);
    }
    if (!hash128_equal(now.content, file->content)) {
        return FILE_CHANGED;
    }
    file->key = now.key;
    return FILE_SAME;
}
