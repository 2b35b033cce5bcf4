/*
 * Whether a file has changed is not asked of the disk: its record has the content that was listed
 * last. Records are marked only when the list is on the disk, so a list that could not be written
 * comes again with the next run.
 */
#include "job/records/changes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/array.h"
#include "os/output_file.h"
#include "os/private_folder.h"

enum adtmap_status changes_check(const char *path, const struct diag *diag)
{
    return path ? output_check(path, diag) : ADTMAP_OK;
}

/* The content of a node's file; zero without a file. */
static struct hash128 content_now(const struct build_record *record)
{
    bool has_file = record->state == BUILD_MADE && record->file.bytes > 0;
    return has_file ? record->file.content : (struct hash128){0};
}

/* The list is of OUT: a client's minimap lies elsewhere. */
static bool has_changed(const struct build_record *record)
{
    return !node_is_client(record->id) && !hash128_equal(content_now(record), record->published);
}

/* A line of the list. */
struct change_line {
    const char *folder; /* "" for files that all maps share */
    const char *path;
    bool is_removed;
};

static int compare_entries(const void *a, const void *b)
{
    const struct change_line *x = a;
    const struct change_line *y = b;
    char first[NAME_BYTES];
    char second[NAME_BYTES];
    snprintf(first, sizeof first, "%s%s%s", x->folder, x->folder[0] ? "/" : "", x->path);
    snprintf(second, sizeof second, "%s%s%s", y->folder, y->folder[0] ? "/" : "", y->path);
    return strcmp(first, second);
}

/* Lists the files of records that have changed, and those of the nodes in `removed`, which may be
 * NULL. */
static void list_entries(const struct build_log *log, const struct buffer *removed,
                         struct arena *memory, struct buffer *entries)
{
    for (uint32_t i = 0; i < log->count; i++) {
        const struct build_record *record = &log->records[i];
        struct hash128 now = content_now(record);
        bool is_shared = record->id.kind == NODE_SHARED;
        const struct change_line entry = {is_shared ? "" : log->map,
                                          is_shared ? record->id.name : record->path,
                                          hash128_equal(now, (struct hash128){0})};
        if (has_changed(record)) {
            buffer_append(entries, &entry, sizeof entry);
        }
    }
    const struct node_id *ids = removed ? (const void *)removed->data : NULL;
    for (size_t i = 0; removed && i < removed->size / sizeof *ids; i++) {
        const struct build_record *record = build_log_find_any(log, ids[i]);
        if (!record || !has_changed(record)) {
            char path[NODE_PATH_BYTES];
            node_path(ids[i], log->map, path);
            const struct change_line entry = {log->map, arena_string(memory, path, strlen(path)),
                                              true};
            buffer_append(entries, &entry, sizeof entry);
            entries->failed |= !entry.path;
        }
    }
}

static enum adtmap_status write_list(const char *directory, const char *path,
                                     const struct buffer *text, const struct diag *diag)
{
    const void *data = text->data ? (const void *)text->data : "";
    if (path) {
        return output_write(path, data, text->size, diag);
    }
    struct private_folder folder;
    enum adtmap_status status = private_folder_make(directory, BUILD_LOG_FOLDER, diag, &folder);
    if (!status) {
        status = private_file_write(&folder, "changed.txt", data, text->size, diag);
    }
    private_folder_close(&folder);
    return status;
}

enum adtmap_status changes_write(struct build_log *log, const char *directory, const char *path,
                                 const struct buffer *removed, const struct diag *diag)
{
    struct arena memory = {0};
    struct buffer entries = {0};
    struct buffer text = {0};
    list_entries(log, removed, &memory, &entries);
    struct change_line *items = (void *)entries.data;
    size_t count = entries.failed ? 0 : entries.size / sizeof *items;
    if (count > 0) {
        array_sort(items, count, sizeof *items, compare_entries);
    }
    for (size_t i = 0; i < count; i++) {
        buffer_printf(&text, "%s%s%s%s\n", items[i].is_removed ? "# removed " : "", items[i].folder,
                      items[i].folder[0] ? "/" : "", items[i].path);
    }
    enum adtmap_status status = entries.failed || text.failed
                                    ? diag_fail_memory(diag)
                                    : write_list(directory, path, &text, diag);
    for (uint32_t i = 0; i < log->count && !status; i++) {
        struct build_record *record = &log->records[i];
        if (has_changed(record)) {
            record->published = content_now(record);
            log->is_changed = true;
        }
    }
    arena_free(&memory);
    buffer_free(&entries);
    buffer_free(&text);
    return status;
}
