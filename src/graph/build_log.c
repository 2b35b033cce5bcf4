#include "graph/build_log.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "os/file.h"
#include "os/file_stamp.h"

enum { FIRST_CAPACITY = 256 };

static const uint32_t NONE = UINT32_MAX;

struct build_log *build_log_create(void)
{
    struct build_log *log = calloc(1, sizeof *log);
    if (log) {
        log->journal = -1;
    }
    return log;
}

static void record_free(struct build_record *record)
{
    free(record->path);
    free(record->inputs);
    free(record->note);
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
        record_free(&log->records[i]);
    }
    build_log_drop_facts(log, "");
    if (log->journal >= 0) {
        close(log->journal);
    }
    free(log->map);
    free(log->inputs);
    free(log->input_table);
    free(log->records);
    free(log->table);
    free(log->facts);
    free(log);
}

/* A table of twice `capacity` free places; NULL when out of memory. */
static uint32_t *create_table(uint32_t capacity)
{
    uint32_t *table = reallocarray(NULL, 2 * (size_t)capacity, sizeof *table);
    if (table) {
        memset(table, 0xff, 2 * (size_t)capacity * sizeof *table);
    }
    return table;
}

static uint32_t *input_place(const struct build_log *log, const struct dependency *dep)
{
    uint32_t mask = 2 * log->input_capacity - 1;
    uint64_t hash = hash64(dep->name, strlen(dep->name)) ^ dep->content_id.low;
    uint32_t at = (uint32_t)hash & mask;
    while (log->input_table[at] != NONE &&
           (strcmp(log->inputs[log->input_table[at]].name, dep->name) != 0 ||
            !hash128_equal(log->inputs[log->input_table[at]].content_id, dep->content_id))) {
        at = (at + 1) & mask;
    }
    return &log->input_table[at];
}

void build_log_index_inputs(struct build_log *log)
{
    memset(log->input_table, 0xff, 2 * (size_t)log->input_capacity * sizeof *log->input_table);
    for (uint32_t i = 0; i < log->input_count; i++) {
        *input_place(log, &log->inputs[i]) = i;
    }
}

static bool grow_inputs(struct build_log *log)
{
    uint32_t capacity = log->input_capacity ? 2 * log->input_capacity : FIRST_CAPACITY;
    struct dependency *inputs = reallocarray(log->inputs, capacity, sizeof *inputs);
    if (!inputs) {
        return false;
    }
    log->inputs = inputs;
    uint32_t *table = create_table(capacity);
    if (!table) {
        return false;
    }
    free(log->input_table);
    log->input_table = table;
    log->input_capacity = capacity;
    build_log_index_inputs(log);
    return true;
}

bool build_log_input(struct build_log *log, const struct dependency *dep, uint32_t *number)
{
    if (log->input_count == log->input_capacity && !grow_inputs(log)) {
        return false;
    }
    uint32_t *place = input_place(log, dep);
    if (*place == NONE) {
        struct dependency *input = &log->inputs[log->input_count];
        *input = (struct dependency){strdup(dep->name), dep->content_id, 0};
        if (!input->name) {
            return false;
        }
        *place = log->input_count++;
    }
    *number = *place;
    log->inputs[*number].key = dep->key;
    return true;
}

static uint32_t *record_place(const struct build_log *log, const char *path)
{
    uint32_t mask = 2 * log->capacity - 1;
    uint32_t at = (uint32_t)hash64(path, strlen(path)) & mask;
    while (log->table[at] != NONE && strcmp(log->records[log->table[at]].path, path) != 0) {
        at = (at + 1) & mask;
    }
    return &log->table[at];
}

static bool grow_records(struct build_log *log)
{
    uint32_t capacity = log->capacity ? 2 * log->capacity : FIRST_CAPACITY;
    struct build_record *records = reallocarray(log->records, capacity, sizeof *records);
    if (!records) {
        return false;
    }
    log->records = records;
    uint32_t *table = create_table(capacity);
    if (!table) {
        return false;
    }
    free(log->table);
    log->table = table;
    log->capacity = capacity;
    for (uint32_t i = 0; i < log->count; i++) {
        *record_place(log, records[i].path) = i;
    }
    return true;
}

struct build_record *build_log_find_any(const struct build_log *log, const char *path)
{
    uint32_t index = log->capacity ? *record_place(log, path) : NONE;
    return index == NONE ? NULL : &log->records[index];
}

struct build_record *build_log_find(const struct build_log *log, const char *path)
{
    struct build_record *record = build_log_find_any(log, path);
    return record && record->state != BUILD_GONE ? record : NULL;
}

/* The record of a path, even of a node that is gone; a new one if there is none. NULL when out of
 * memory. */
static struct build_record *find_or_make(struct build_log *log, const char *path)
{
    if (log->count == log->capacity && !grow_records(log)) {
        return NULL;
    }
    uint32_t *place = record_place(log, path);
    if (*place == NONE) {
        struct build_record *record = &log->records[log->count];
        *record = (struct build_record){.path = strdup(path), .state = BUILD_GONE};
        if (!record->path) {
            return NULL;
        }
        *place = log->count++;
    }
    return &log->records[*place];
}

/* Inputs that the journal lacks are appended before the record, which refers to them by number. */
static void append_record(struct build_log *log, const struct build_record *record)
{
    struct buffer text = {0};
    log->is_changed = true;
    if (log->journal < 0) {
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
    struct build_record *place = find_or_make(log, record->path);
    if (!place) {
        free(record->inputs);
        free(record->note);
        return false;
    }
    char *path = place->path;
    struct hash128 published = place->published;
    free(place->inputs);
    free(place->note);
    *place = *record;
    place->path = path;
    if (place->note && !place->note[0]) { /* as it comes back from the file */
        free(place->note);
        place->note = NULL;
    }
    place->published = published;
    append_record(log, place);
    return true;
}

void build_log_drop(struct build_log *log, struct build_record *record)
{
    free(record->inputs);
    free(record->note);
    *record = (struct build_record){
        .path = record->path, .state = BUILD_GONE, .published = record->published};
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
    struct build_fact *facts = reallocarray(log->facts, log->fact_count + 1, sizeof *facts);
    if (!facts) {
        return false;
    }
    log->facts = facts;
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
    if (log->journal >= 0) {
        buffer_printf(&text, "fact\t%s%s%s\n", name, value ? "\t" : "", value ? value : "");
        build_log_append(log, &text);
    }
    return true;
}

enum adtmap_status build_file_of(const char *path, struct build_file *file)
{
    const struct diag nobody = {0};
    struct file_stamp stamp;
    struct blob blob;
    if (!file_stamp_of_output(path, &stamp)) {
        return ADTMAP_NOT_FOUND;
    }
    enum adtmap_status status = file_map(path, &nobody, &blob);
    if (!status) {
        *file = (struct build_file){blob.size, stamp.key, hash128_blob(&blob)};
        blob_release(&blob);
    }
    return status;
}

bool build_file_is(const char *path, int64_t recorded_ns, struct build_file *file, bool *is_same)
{
    struct file_stamp stamp;
    struct build_file now;
    bool is_there = file_stamp_of_output(path, &stamp);
    *is_same = is_there ? false : file->bytes == 0;
    if (!is_there || stamp.bytes != file->bytes) {
        return true;
    }
    if (stamp.key == file->key && !file_stamp_is_racy(&stamp, recorded_ns)) {
        *is_same = true;
        return true;
    }
    enum adtmap_status status = build_file_of(path, &now);
    if (!status && hash128_equal(now.content, file->content)) {
        file->key = now.key;
        *is_same = true;
    }
    return status != ADTMAP_NO_MEMORY;
}
