/*
 * The table of a minimap, if clients have one, is written before its record, and after the files
 * that it names: if a run is cut short between them, the next one finds that the table lacks lines
 * of files on record. Files that go are removed before their records; with a table that is done
 * where the last line goes that names them.
 */
#include "job/outputs/client_folder.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/path.h"
#include "job/outputs/output_record.h"

/* Whether a record is of a file in the folder. */
static bool is_in_folder(const struct client_minimap_folder *folder,
                         const struct build_record *record)
{
    return folder->path && node_is_client(record->id) && record->id.key == folder->key &&
           record->state == BUILD_MADE && record->note;
}

/* Lines of the table. */
struct lines {
    struct arena memory;
    struct buffer items; /* struct md5translate_line */
    bool failed;
};

static void lines_free(struct lines *lines)
{
    buffer_free(&lines->items);
    arena_free(&lines->memory);
}

static size_t line_count(const struct lines *lines)
{
    return lines->items.size / sizeof(struct md5translate_line);
}

/* What a client calls the file of a node. */
static void name_of_node(const struct run *run, struct node_id id, char name[NAME_BYTES])
{
    if (id.kind == NODE_MINIMAP_ROOM) {
        client_minimap_room_name(id.name, id.number, id.x, id.y, name);
    } else {
        client_minimap_tile_name(run->asked.map_name, id.kind == NODE_MINIMAP_TILE, id.x, id.y,
                                 name);
    }
}

/* Adds the lines of the files on record; those of the records in `gone` go. */
static void add_recorded(const struct run *run, const struct client_minimap_folder *folder,
                         const struct buffer *gone, struct lines *lines)
{
    for (uint32_t i = 0; i < run->open.log->count; i++) {
        const struct build_record *record = &run->open.log->records[i];
        if (is_in_folder(folder, record)) {
            char name[NAME_BYTES];
            name_of_node(run, record->id, name);
            bool is_gone = array_find(&i, gone->data, gone->size / sizeof i, sizeof i,
                                      array_compare_u32) != NULL;
            const struct md5translate_line line = {arena_string(&lines->memory, name, strlen(name)),
                                                   is_gone ? NULL : record->note};
            buffer_append(&lines->items, &line, sizeof line);
            lines->failed |= !line.name || lines->items.failed;
        }
    }
}

static enum file_match compare_table(const struct run *run,
                                     const struct client_minimap_folder *folder)
{
    bool is_same = false;
    struct lines lines = {0};
    const struct buffer nothing = {0};
    add_recorded(run, folder, &nothing, &lines);
    bool fine = !lines.failed && client_minimap_has_lines(folder, (void *)lines.items.data,
                                                          line_count(&lines), &is_same);
    lines_free(&lines);
    return !fine ? FILE_NO_MEMORY : is_same ? FILE_SAME : FILE_CHANGED;
}

enum file_match client_folder_compare_file(const struct run *run, struct build_record *record)
{
    const struct client_minimap_folder *folder =
        record->id.kind == NODE_WORLDMAP ? &run->open.worldmap : &run->open.minimap;
    if (record->id.kind == NODE_MINIMAP_TABLE) {
        bool is_table = folder->table && record->id.key == folder->key;
        return is_table ? compare_table(run, folder) : FILE_SAME;
    }
    if (!is_in_folder(folder, record)) {
        return FILE_SAME;
    }
    char *path = path_join(folder->path, record->note);
    enum file_match match =
        path ? build_file_compare(path, run->open.log->written_ns, &record->file) : FILE_NO_MEMORY;
    free(path);
    return match;
}

enum adtmap_status client_folder_record(struct run *run, const struct client_minimap_folder *folder,
                                        struct build_record *record, const char *file)
{
    record->note = strdup(file);
    return record->note ? output_record_at(run, record, path_join(folder->path, file))
                        : diag_fail_memory(&run->diag);
}

static enum adtmap_status write_table(struct run *run, const struct client_minimap_folder *folder,
                                      const struct buffer *gone)
{
    struct lines lines = {0};
    struct build_record record = {.id = node_client(NODE_MINIMAP_TABLE, folder->key, 0, 0),
                                  .recipe = run->request.minimap.recipe};
    add_recorded(run, folder, gone, &lines);
    enum adtmap_status status = lines.failed ? diag_fail_memory(&run->diag) : ADTMAP_OK;
    if (!status) {
        status = client_minimap_merge_table(folder, (void *)lines.items.data, line_count(&lines),
                                            &run->diag);
    }
    lines_free(&lines);
    return status ? status : output_record_at(run, &record, strdup(folder->table));
}

enum adtmap_status client_folder_drop(struct run *run, const struct client_minimap_folder *folder,
                                      struct buffer *gone)
{
    const uint32_t *indices = (const void *)gone->data;
    size_t count = gone->size / sizeof *indices;
    if (gone->failed) {
        return diag_fail_memory(&run->diag);
    }
    if (count > 0) {
        array_sort(gone->data, count, sizeof *indices, array_compare_u32);
    }
    enum adtmap_status status = folder->table ? write_table(run, folder, gone) : ADTMAP_OK;
    for (size_t i = 0; i < count && !status; i++) {
        struct build_record *record = &run->open.log->records[indices[i]];
        if (!folder->table && record->note) {
            status = client_minimap_remove(folder, record->note, &run->diag);
        }
        if (!status) {
            build_log_drop(run->open.log, record);
        }
    }
    return status;
}
