#include "faults/records.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "faults/child.h"
#include "graph/build_log.h"

static const struct dependency *sorted_inputs;

bool records_are_at(const char *path)
{
    return strstr(path, "/.adtmap/log") != NULL;
}

static int compare_inputs(const void *left, const void *right)
{
    const struct dependency *a = &sorted_inputs[*(const uint32_t *)left];
    const struct dependency *b = &sorted_inputs[*(const uint32_t *)right];
    return strcmp(a->name, b->name);
}

static int compare_records(const void *left, const void *right)
{
    const struct build_record *a = left;
    const struct build_record *b = right;
    return strcmp(a->path, b->path);
}

/* Times and places do not count, nor what a list of changes has left. */
static void put_in_order(struct build_log *log)
{
    sorted_inputs = log->inputs;
    for (uint32_t i = 0; i < log->input_count; i++) {
        log->inputs[i].key = 0;
    }
    for (uint32_t i = 0; i < log->count; i++) {
        struct build_record *record = &log->records[i];
        record->file.key = 0;
        record->published = (struct hash128){0};
        if (record->input_count > 0) {
            qsort(record->inputs, record->input_count, sizeof *record->inputs, compare_inputs);
        }
    }
    if (log->count > 0) {
        qsort(log->records, log->count, sizeof *log->records, compare_records);
    }
}

/* The log as text that depends on its records alone; NULL when it cannot be read. */
static char *read_in_order(const char *path, size_t *size)
{
    char ordered[64];
    snprintf(ordered, sizeof ordered, "log-in-order.%ld", (long)getpid()); /* tests run at once */
    const struct diag nobody = {0};
    struct build_log *log = build_log_create();
    bool fine = log && build_log_read(log, path, &nobody) == ADTMAP_OK;
    if (fine) {
        put_in_order(log);
        fine = build_log_write(log, ordered, &nobody) == ADTMAP_OK;
    }
    build_log_destroy(log);
    char *text = fine ? read_whole(ordered, size) : NULL;
    unlink(ordered);
    return text;
}

bool records_are_same(const char *path, const char *other)
{
    size_t size = 0;
    size_t other_size = 0;
    char *text = read_in_order(path, &size);
    char *other_text = read_in_order(other, &other_size);
    bool same = text && other_text && size == other_size && memcmp(text, other_text, size) == 0;
    free(text);
    free(other_text);
    return same;
}
