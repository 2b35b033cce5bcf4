#include "demo/pack/pack_storage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/path.h"
#include "demo/pack/file_walk.h"
#include "demo/pack/map_table_write.h"
#include "os/file.h"

enum { FIRST_OWN_ID = 500000, MAPS_MAX = 8 };

static const char listfile_name[] = "listfile.csv";

struct packing {
    struct casc_writer *writer;
    const struct diag *diag;
    struct blob listfile; /* or empty */
    uint32_t count;
    struct map_table_row maps[MAPS_MAX];
    size_t map_count;
};

/* The id that the list has for a name, in lines "id;name"; 0 when it has none. */
static uint32_t listed_id(const struct blob *list, const char *name)
{
    if (!list->data) {
        return 0;
    }
    const char *line = (const char *)list->data;
    const char *end = line + list->size;
    size_t length = strlen(name);
    while (line < end) {
        const char *line_end = memchr(line, '\n', (size_t)(end - line));
        line_end = line_end ? line_end : end;
        const char *found = memchr(line, ';', (size_t)(line_end - line));
        if (found && (size_t)(line_end - found - 1) == length &&
            strncasecmp(found + 1, name, length) == 0) {
            return (uint32_t)strtoul(line, NULL, 10);
        }
        line = line_end + 1;
    }
    return 0;
}

/* Notes a map by its WDT, "World/Maps/Demo/Demo.wdt". */
static void note_map(struct packing *packing, const char *name, uint32_t id)
{
    static const char folder[] = "World/Maps/";
    const char *base = path_base(name);
    if (!name_has_suffix(name, ".wdt") || strncmp(name, folder, strlen(folder)) != 0 ||
        packing->map_count == MAPS_MAX) {
        return;
    }
    struct map_table_row *map = &packing->maps[packing->map_count];
    *map = (struct map_table_row){.id = (uint32_t)packing->map_count++, .wdt_file_id = id};
    int length = (int)(strlen(base) - strlen(".wdt"));
    snprintf(map->folder, sizeof map->folder, "%.*s", length, base);
    snprintf(map->name, sizeof map->name, "The %.*s", length, base);
}

/* The table of the maps, for clients whose files have no names. */
static enum adtmap_status add_map_table(struct packing *packing)
{
    struct buffer table = {0};
    map_table_write(&table, packing->maps, packing->map_count);
    const struct casc_file file = {
        .id = MAP_TABLE_FILE_ID,
        .data = table.data,
        .size = table.size,
        .locale_flags = CASC_ALL_LOCALES,
    };
    enum adtmap_status status =
        table.failed ? diag_fail_memory(packing->diag) : casc_writer_add(packing->writer, &file);
    buffer_free(&table);
    return status;
}

static enum adtmap_status add_file(void *user, const char *name, const struct blob *bytes,
                                   const struct diag *diag)
{
    struct packing *packing = user;
    (void)diag;
    if (strcmp(name, listfile_name) == 0) {
        return ADTMAP_OK;
    }
    uint32_t listed = listed_id(&packing->listfile, name);
    const struct casc_file file = {
        .name = listed ? NULL : name,
        .id = listed ? listed : FIRST_OWN_ID + packing->count,
        .data = bytes->data,
        .size = bytes->size,
        .locale_flags = CASC_ALL_LOCALES,
        .packing = (enum casc_packing)(packing->count % 3),
    };
    packing->count++;
    note_map(packing, name, file.id);
    return casc_writer_add(packing->writer, &file);
}

static enum adtmap_status read_listfile(struct packing *packing, const char *folder)
{
    char *path = path_join(folder, listfile_name);
    enum adtmap_status status = path ? ADTMAP_OK : diag_fail_memory(packing->diag);
    if (!status && file_exists(path)) {
        status = file_map(path, packing->diag, &packing->listfile);
    }
    free(path);
    return status;
}

enum adtmap_status pack_storage(const char *folder, const char *directory,
                                const struct casc_product *product, const struct diag *diag)
{
    struct packing packing = {.diag = diag};
    enum adtmap_status status = read_listfile(&packing, folder);
    if (!status) {
        status = casc_writer_open(directory, product, diag, &packing.writer);
    }
    if (!status) {
        status = file_walk(folder, add_file, &packing, diag);
    }
    if (!status && product->root != CASC_ROOT_6_0) {
        status = add_map_table(&packing);
    }
    if (!status) {
        status = casc_writer_finish(packing.writer);
    } else {
        casc_writer_abort(packing.writer);
    }
    blob_release(&packing.listfile);
    return status;
}
