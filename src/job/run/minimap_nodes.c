/*
 * The order of writing: files of tiles first, each with its record, then the table, then its
 * record. If a run is cut short between them, the next one finds that the table lacks lines of
 * tiles on record. Files that leave the minimap are removed before their records.
 */
#include "job/run/minimap_nodes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"

enum adtmap_status minimap_nodes_request(struct run *run)
{
    const struct client_minimap *minimap = run->settings->minimap;
    if (!minimap) {
        return ADTMAP_OK;
    }
    enum adtmap_status status = client_minimap_open(minimap, &run->diag, &run->minimap);
    run->request.minimap = (struct plan_minimap){
        .is_asked = true,
        .key = run->minimap.key,
        .recipe = recipe_minimap(minimap),
        .has_table = run->minimap.table != NULL,
    };
    return status;
}

/* Whether a node belongs to the minimap that is asked for; *name is what follows the key. */
static bool is_ours(const struct run *run, const char *path, const char **name)
{
    char table[PATH_NAME_BYTES];
    node_minimap_table_path(run->request.minimap.key, table);
    size_t length = (size_t)(strrchr(table, '/') + 1 - table);
    *name = path + length;
    return run->request.minimap.is_asked && strncmp(path, table, length) == 0;
}

/* The tile that the name of a node stands for; false: it is no tile's. */
static bool read_tile(const char *name, uint32_t *x, uint32_t *y)
{
    unsigned column;
    unsigned row;
    bool is_tile = sscanf(name, "%2u_%2u", &column, &row) == 2;
    *x = is_tile ? column : 0;
    *y = is_tile ? row : 0;
    return is_tile;
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

/* Adds the line of a tile; `file` is borrowed, NULL: the line goes. */
static void add_line(const struct run *run, uint32_t x, uint32_t y, const char *file,
                     struct lines *lines)
{
    char name[NAME_BYTES];
    client_minimap_tile_name(run->map_name, x, y, name);
    const struct md5translate_line line = {arena_string(&lines->memory, name, strlen(name)), file};
    lines->failed |= !line.name;
    buffer_append(&lines->items, &line, sizeof line);
    lines->failed |= lines->items.failed;
}

/* Adds the lines of the tiles on record. Of those that `shown` lacks the line goes; NULL: lacks
 * none. */
static void add_recorded(const struct run *run, const struct tile_set *shown, struct lines *lines)
{
    for (uint32_t i = 0; i < run->log->count; i++) {
        const struct build_record *record = &run->log->records[i];
        const char *name;
        uint32_t x;
        uint32_t y;
        if (record->state == BUILD_MADE && is_ours(run, record->path, &name) &&
            read_tile(name, &x, &y)) {
            bool stays = !shown || tile_set_has(shown, x, y);
            add_line(run, x, y, stays ? record->note : NULL, lines);
        }
    }
}

static bool table_is_same(const struct run *run, bool *is_same)
{
    struct lines lines = {0};
    add_recorded(run, NULL, &lines);
    bool fine = !lines.failed && client_minimap_has_lines(&run->minimap, (void *)lines.items.data,
                                                          line_count(&lines), is_same);
    lines_free(&lines);
    return fine;
}

bool minimap_node_is_same(const struct run *run, struct build_record *record, bool *is_same)
{
    const char *name;
    uint32_t x;
    uint32_t y;
    *is_same = true;
    if (!is_ours(run, record->path, &name)) {
        return true;
    }
    if (!read_tile(name, &x, &y)) {
        return table_is_same(run, is_same);
    }
    char *path = path_join(run->minimap.path, record->note ? record->note : "");
    bool fine = path && build_file_is(path, run->log->written_ns, &record->file, is_same);
    free(path);
    return fine;
}

/* Records a file, whose path below the folder becomes the record's note. */
static enum adtmap_status record_file(struct run *run, struct build_record *record,
                                      const char *path, const char *file)
{
    record->state = BUILD_MADE;
    record->recipe = run->request.minimap.recipe;
    enum adtmap_status status = build_file_of(path, &record->file);
    struct diag at_path = diag_at(&run->diag, path);
    if (status == ADTMAP_NOT_FOUND || status == ADTMAP_IO) {
        return diag_fail(&at_path, ADTMAP_IO, NULL, NO_OFFSET,
                         "cannot be read: changed while adtmap was at work");
    }
    record->note = file ? strdup(file) : NULL;
    if (status || (file && !record->note)) {
        return diag_fail_memory(&run->diag);
    }
    return build_log_put(run->log, record) ? ADTMAP_OK : diag_fail_memory(&run->diag);
}

static enum adtmap_status record_tile(struct run *run, uint32_t x, uint32_t y, const char *file)
{
    char node[PATH_NAME_BYTES];
    node_minimap_path(run->request.minimap.key, x, y, node);
    struct build_record record = {.path = node,
                                  .nodes = nodes_of_minimap(&run->request, run->log, x, y)};
    char *path = path_join(run->minimap.path, file);
    enum adtmap_status status =
        path ? record_file(run, &record, path, file) : diag_fail_memory(&run->diag);
    free(path);
    return status;
}

static enum adtmap_status convert_tile(const struct run *run, uint32_t x, uint32_t y,
                                       const struct diag *diag, char file[NAME_BYTES])
{
    char node[PATH_NAME_BYTES];
    char name[NAME_BYTES];
    node_tile_path("", run->map_name, x, y, node);
    client_minimap_tile_name(run->map_name, x, y, name);
    char *picture = path_join(run->result->directory, node);
    enum adtmap_status status =
        picture ? client_minimap_convert(&run->minimap, picture, name, diag, file)
                : diag_fail_memory(diag);
    free(picture);
    return status;
}

/* Converts tiles into files[y * 64 + x]; the first failure by the order of tiles counts. */
static enum adtmap_status convert_tiles(const struct run *run, const struct tile_set *tiles,
                                        char (*files)[NAME_BYTES])
{
    enum adtmap_status first = ADTMAP_OK;
    uint32_t first_tile = TILE_SET_TILES;
#pragma omp parallel for schedule(dynamic)
    for (uint32_t i = 0; i < TILE_SET_TILES; i++) {
        struct adtmap_message failure = {0};
        const struct diag diag = {NULL, run->diag.log, &failure};
        uint32_t x = i % TILE_SET_GRID;
        uint32_t y = i / TILE_SET_GRID;
        enum adtmap_status status =
            tile_set_has(tiles, x, y) ? convert_tile(run, x, y, &diag, files[i]) : ADTMAP_OK;
#pragma omp critical(minimap_nodes)
        if (status && i < first_tile) {
            first = status;
            first_tile = i;
            if (run->diag.failure) {
                *run->diag.failure = failure;
            }
        }
    }
    return first;
}

static enum adtmap_status make_tiles(struct run *run, const struct tile_set *tiles)
{
    char(*files)[NAME_BYTES] = calloc(TILE_SET_TILES, sizeof *files);
    enum adtmap_status status =
        files ? convert_tiles(run, tiles, files) : diag_fail_memory(&run->diag);
    for (uint32_t i = 0; i < TILE_SET_TILES && !status; i++) {
        if (tile_set_has(tiles, i % TILE_SET_GRID, i / TILE_SET_GRID)) {
            status = record_tile(run, i % TILE_SET_GRID, i / TILE_SET_GRID, files[i]);
        }
    }
    free(files);
    return status;
}

static enum adtmap_status write_table(struct run *run, const struct tile_set *present)
{
    char node[PATH_NAME_BYTES];
    struct lines lines = {0};
    struct build_record record = {.path = node};
    node_minimap_table_path(run->request.minimap.key, node);
    add_recorded(run, present, &lines);
    enum adtmap_status status = lines.failed ? diag_fail_memory(&run->diag) : ADTMAP_OK;
    if (!status) {
        status = client_minimap_merge_table(&run->minimap, (void *)lines.items.data,
                                            line_count(&lines), &run->diag);
    }
    lines_free(&lines);
    return status ? status : record_file(run, &record, run->minimap.table, NULL);
}

/* Drops the records of tiles that are not present. Without a table their files go here. */
static enum adtmap_status drop_absent(struct run *run, const struct tile_set *present)
{
    enum adtmap_status status = ADTMAP_OK;
    for (uint32_t i = 0; i < run->log->count && !status; i++) {
        struct build_record *record = &run->log->records[i];
        const char *name;
        uint32_t x;
        uint32_t y;
        if (record->state != BUILD_MADE || !is_ours(run, record->path, &name) ||
            !read_tile(name, &x, &y) || tile_set_has(present, x, y)) {
            continue;
        }
        if (!run->minimap.table && record->note) {
            status = client_minimap_remove(&run->minimap, record->note, &run->diag);
        }
        if (!status) {
            build_log_drop(run->log, record);
        }
    }
    return status;
}

enum adtmap_status minimap_nodes_write(struct run *run)
{
    struct tile_set present = nodes_present(&run->request, run->log, &run->plan->series[0].present);
    struct tile_set tiles = nodes_present(&run->request, run->log, &run->plan->minimap_tiles);
    enum adtmap_status status = make_tiles(run, &tiles);
    if (!status && run->minimap.table) {
        status = write_table(run, &present);
    }
    return status ? status : drop_absent(run, &present);
}
