#include "demo/pack/pack_storage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/text.h"
#include "demo/pack/file_walk.h"
#include "demo/pack/map_table.h"
#include "os/file.h"

enum { FIRST_OWN_ID = 500000 };

static const char listfile_name[] = "listfile.csv";

struct storage_packing {
    struct casc_writer *writer;
    const struct diag *diag;
    struct blob listfile; /* or empty */
    uint32_t count;
    struct map_table maps;
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
            text_compare_nocase_n(found + 1, name, length) == 0) {
            return (uint32_t)strtoul(line, NULL, 10);
        }
        line = line_end + 1;
    }
    return 0;
}

/* The table of the maps, in the version of the client. */
static enum adtmap_status add_map_table(struct storage_packing *packing, enum casc_root root)
{
    struct buffer table = {0};
    bool has_names = root == CASC_ROOT_6_0;
    (has_names ? map_table_write_wdc1 : map_table_write_wdc3)(&table, &packing->maps);
    const struct casc_file file = {
        .name = has_names ? MAP_TABLE_DB2_NAME : NULL,
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
    struct storage_packing *packing = user;
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
    map_table_add_file(&packing->maps, name, file.id);
    return casc_writer_add(packing->writer, &file);
}

static enum adtmap_status read_listfile(struct storage_packing *packing, const char *folder)
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
    struct storage_packing packing = {.diag = diag};
    enum adtmap_status status = read_listfile(&packing, folder);
    status = status ? status : casc_writer_open(directory, product, diag, &packing.writer);
    status = status ? status : file_walk(folder, add_file, &packing, diag);
    status = status ? status : add_map_table(&packing, product->root);
    if (!status) {
        status = casc_writer_finish(packing.writer);
    } else {
        casc_writer_abort(packing.writer);
    }
    blob_release(&packing.listfile);
    return status;
}
