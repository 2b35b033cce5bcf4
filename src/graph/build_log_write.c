/* The file of a log: the part of graph/build_log.h that writes it whole and opens its journal. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/path.h"
#include "graph/build_log.h"
#include "os/private_folder.h"

static const uint32_t NONE = UINT32_MAX;

char *build_log_path(const char *directory)
{
    return path_join(directory, BUILD_LOG_FOLDER "/log");
}

/* Moves the inputs that records refer to into `kept`, in order of records. numbers[] gets their new
 * numbers, NONE for an unused input. Returns how many are kept. */
static uint32_t keep_inputs(struct build_log *log, uint32_t *numbers, struct dependency *kept)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < log->count; i++) {
        const struct build_record *record = &log->records[i];
        for (uint32_t k = 0; k < record->input_count; k++) {
            uint32_t input = record->inputs[k];
            if (numbers[input] == NONE) {
                kept[count] = log->inputs[input];
                numbers[input] = count++;
            }
            record->inputs[k] = numbers[input];
        }
    }
    return count;
}

/* Drops inputs that no record refers to, and numbers the others in order of records. False when out
 * of memory; the log is as before then. */
static bool compact_inputs(struct build_log *log)
{
    uint32_t count = log->input_count;
    if (count == 0) {
        return true;
    }
    uint32_t *numbers = array_resize(NULL, count, sizeof *numbers);
    struct dependency *kept = array_resize(NULL, count, sizeof *kept);
    if (!numbers || !kept) {
        free(numbers);
        free(kept);
        return false;
    }
    memset(numbers, 0xff, count * sizeof *numbers);
    log->input_count = keep_inputs(log, numbers, kept);
    for (uint32_t i = 0; i < count; i++) {
        if (numbers[i] == NONE) {
            free((char *)(uintptr_t)log->inputs[i].name);
        }
    }
    memcpy(log->inputs, kept, log->input_count * sizeof *kept);
    free(numbers);
    free(kept);
    build_log_index_inputs(log);
    return true;
}

enum adtmap_status build_log_open_folder(const char *path, build_log_folder_opener *open_folder,
                                         const struct diag *diag, struct private_folder *folder)
{
    char *hidden = path_directory(path);
    char *parent = hidden ? path_directory(hidden) : NULL;
    *folder = (struct private_folder){.id = -1};
    enum adtmap_status status =
        parent ? open_folder(parent, path_base(hidden), diag, folder) : diag_fail_memory(diag);
    free(parent);
    free(hidden);
    return status;
}

/* Makes the hidden folder, removes temporary files of killed runs from it, and writes the log. */
static enum adtmap_status replace_file(const char *path, const struct buffer *text,
                                       const struct diag *diag)
{
    struct private_folder folder;
    enum adtmap_status status = build_log_open_folder(path, private_folder_make, diag, &folder);
    if (!status) {
        private_folder_sweep(&folder);
        status = private_file_write(&folder, path_base(path), text->data, text->size, diag);
    }
    private_folder_close(&folder);
    return status;
}

static void print_log(struct buffer *text, const struct build_log *log)
{
    buffer_printf(text, "%s", BUILD_LOG_HEAD);
    if (log->map) {
        buffer_printf(text, "map\t%s\n", log->map);
    }
    for (uint32_t i = 0; i < log->fact_count; i++) {
        buffer_printf(text, "fact\t%s\t", log->facts[i].name);
        buffer_text(text, log->facts[i].value);
        buffer_u8(text, '\n');
    }
    for (uint32_t i = 0; i < log->input_count; i++) {
        build_log_print_input(text, i, &log->inputs[i]);
    }
    for (uint32_t i = 0; i < log->count; i++) {
        const struct hash128 never = {0};
        const struct build_record *record = &log->records[i];
        if (record->state != BUILD_GONE || !hash128_equal(record->published, never)) {
            build_log_print_record(text, &log->records[i]);
        }
    }
    build_log_print_sum(text);
}

/* A fact, and its place among the others. */
struct placed_fact {
    struct build_fact fact;
    uint32_t place;
};

static int by_first_word(const void *a, const void *b)
{
    const struct placed_fact *one = a;
    const struct placed_fact *other = b;
    size_t length = strcspn(one->fact.name, " ");
    size_t other_length = strcspn(other->fact.name, " ");
    int order =
        strncmp(one->fact.name, other->fact.name, length > other_length ? length : other_length);
    if (length == other_length && order == 0) {
        return (one->place > other->place) - (one->place < other->place);
    }
    return order;
}

/* Facts of one word, such as layers, keep their order. The words are sorted, so that a log does not
 * depend on what failed in earlier runs. False when out of memory. */
static bool sort_facts(struct build_log *log)
{
    struct placed_fact *placed = array_resize(NULL, (size_t)log->fact_count + 1, sizeof *placed);
    for (uint32_t i = 0; placed && i < log->fact_count; i++) {
        placed[i] = (struct placed_fact){log->facts[i], i};
    }
    if (placed && log->fact_count > 0) {
        array_sort(placed, log->fact_count, sizeof *placed, by_first_word);
    }
    for (uint32_t i = 0; placed && i < log->fact_count; i++) {
        log->facts[i] = placed[i].fact;
    }
    free(placed);
    return placed != NULL;
}

enum adtmap_status build_log_write(struct build_log *log, const char *path, const struct diag *diag)
{
    struct buffer text = {0};
    if (!compact_inputs(log) || !sort_facts(log)) {
        return diag_fail_memory(diag);
    }
    build_log_close_journal(log); /* its lines have the old numbers */
    print_log(&text, log);
    enum adtmap_status status =
        text.failed ? diag_fail_memory(diag) : replace_file(path, &text, diag);
    log->is_changed &= status != ADTMAP_OK;
    buffer_free(&text);
    return status;
}

enum adtmap_status build_log_open_journal(struct build_log *log, const char *path,
                                          const struct diag *diag)
{
    /* The log is written first, so that inputs have the same numbers in the file and in memory. */
    enum adtmap_status status = build_log_write(log, path, diag);
    if (status) {
        return status;
    }
    log->inputs_logged = log->input_count;
    struct private_folder folder;
    status = build_log_open_folder(path, private_folder_open, diag, &folder);
    if (!status) {
        status = private_file_append(&folder, path_base(path), diag, &log->journal);
    }
    private_folder_close(&folder);
    return status;
}
