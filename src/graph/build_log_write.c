/* The lines of a log's file, and its journal: the part of graph/build_log.h that writes. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/path.h"
#include "graph/build_log.h"
#include "os/private_folder.h"

static const uint32_t NONE = UINT32_MAX;

char *build_log_path(const char *directory, uint32_t index, uint32_t count)
{
    char name[64];
    snprintf(name, sizeof name, BUILD_LOG_FOLDER "/log.%u-of-%u", (unsigned)index, (unsigned)count);
    return path_join(directory, count > 0 ? name : BUILD_LOG_FOLDER "/log");
}

static void print_hash(struct buffer *text, char before, struct hash128 hash)
{
    char hex[HASH128_HEX_BYTES] = "-";
    if (hash.low || hash.high) {
        hash128_hex(hash, hex);
    }
    buffer_u8(text, (uint8_t)before);
    buffer_append(text, hex, strlen(hex));
}

void build_log_print_input(struct buffer *text, uint32_t number, const struct dependency *input)
{
    buffer_printf(text, "input\t%u", (unsigned)number);
    print_hash(text, ' ', input->content_id);
    buffer_printf(text, " %016" PRIx64 " %s\n", input->key, input->name);
}

static void print_made(struct buffer *text, const struct build_record *record)
{
    print_hash(text, '\t', record->recipe);
    print_hash(text, ' ', record->nodes);
    print_hash(text, ' ', record->pixels);
    buffer_printf(text, " %" PRIu64 " %016" PRIx64, record->file.bytes, record->file.key);
    print_hash(text, ' ', record->file.content);
    if (hash128_equal(record->published, record->file.content)) {
        buffer_append(text, " =", 2);
    } else {
        print_hash(text, ' ', record->published);
    }
    buffer_printf(text, " %u\t", (unsigned)record->missing_assets);
    for (uint32_t i = 0; i < record->input_count; i++) {
        buffer_printf(text, "%s%u", i == 0 ? "" : ",", (unsigned)record->inputs[i]);
    }
    buffer_printf(text, "\t%s\n", record->note ? record->note : "");
}

void build_log_print_record(struct buffer *text, const struct build_record *record)
{
    static const char *const states[] = {
        [BUILD_MADE] = "made",
        [BUILD_FAILED] = "failed",
        [BUILD_ABSENT] = "absent",
        [BUILD_GONE] = "gone",
    };
    buffer_printf(text, "%s\t%s", states[record->state], record->path);
    if (record->state == BUILD_MADE) {
        print_made(text, record);
        return;
    }
    print_hash(text, '\t', record->published);
    if (record->state == BUILD_FAILED) {
        buffer_printf(text, "\t%s", record->note ? record->note : "");
    }
    buffer_u8(text, '\n');
}

static bool write_all(int descriptor, const struct buffer *text)
{
    size_t done = 0;
    while (!text->failed && done < text->size) {
        ssize_t written = write(descriptor, text->data + done, text->size - done);
        if (written < 0 && errno != EINTR) {
            return false;
        }
        done += written > 0 ? (size_t)written : 0;
    }
    return !text->failed;
}

static void close_journal(struct build_log *log)
{
    if (log->journal >= 0) {
        close(log->journal);
        log->journal = -1;
    }
}

void build_log_append(struct build_log *log, struct buffer *text)
{
    if (log->journal >= 0 && !write_all(log->journal, text)) {
        close_journal(log);
    }
    log->is_changed = true;
    buffer_free(text);
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
    uint32_t *numbers = reallocarray(NULL, count, sizeof *numbers);
    struct dependency *kept = reallocarray(NULL, count, sizeof *kept);
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
    *folder = (struct private_folder){.descriptor = -1};
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

static bool is_worth_a_line(const struct build_record *record)
{
    const struct hash128 never = {0};
    return record->state != BUILD_GONE || !hash128_equal(record->published, never);
}

static void print_log(struct buffer *text, const struct build_log *log)
{
    buffer_printf(text, "%s", BUILD_LOG_HEAD);
    if (log->map) {
        buffer_printf(text, "map\t%s\n", log->map);
    }
    for (uint32_t i = 0; i < log->fact_count; i++) {
        buffer_printf(text, "fact\t%s\t", log->facts[i].name);
        buffer_append(text, log->facts[i].value, strlen(log->facts[i].value));
        buffer_u8(text, '\n');
    }
    for (uint32_t i = 0; i < log->input_count; i++) {
        build_log_print_input(text, i, &log->inputs[i]);
    }
    for (uint32_t i = 0; i < log->count; i++) {
        if (is_worth_a_line(&log->records[i])) {
            build_log_print_record(text, &log->records[i]);
        }
    }
}

enum adtmap_status build_log_write(struct build_log *log, const char *path, const struct diag *diag)
{
    struct buffer text = {0};
    if (!compact_inputs(log)) {
        return diag_fail_memory(diag);
    }
    close_journal(log); /* its lines have the old numbers */
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
