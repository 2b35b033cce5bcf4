#include "demo/pack/pack_storage.h"

#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/path.h"
#include "os/file.h"

enum { FIRST_OWN_ID = 500000 };

static const char listfile_name[] = "listfile.csv";

struct packing {
    const char *folder;
    struct casc_writer *writer;
    const struct diag *diag;
    struct blob listfile; /* or empty */
    uint32_t count;
};

/* The id that the list has for a name, in lines "id;name"; 0 when it has none. */
static uint32_t listed_id(const struct blob *list, const char *name)
{
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

static enum adtmap_status add_file(struct packing *packing, const char *path)
{
    const char *name = path + strlen(packing->folder) + 1;
    struct diag at_path = diag_at(packing->diag, path);
    struct blob bytes;
    enum adtmap_status status = file_map(path, &at_path, &bytes);
    if (status) {
        return status;
    }
    uint32_t listed = listed_id(&packing->listfile, name);
    const struct casc_file file = {
        .name = listed ? NULL : name,
        .id = listed ? listed : FIRST_OWN_ID + packing->count,
        .data = bytes.data,
        .size = bytes.size,
        .locale_flags = CASC_ALL_LOCALES,
        .packing = (enum casc_packing)(packing->count % 3),
    };
    packing->count++;
    status = casc_writer_add(packing->writer, &file);
    blob_release(&bytes);
    return status;
}

static int compare_names(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

static enum adtmap_status add_files(struct packing *packing)
{
    char *roots[] = {strdup(packing->folder), NULL};
    FTS *walk = roots[0] ? fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, compare_names) : NULL;
    enum adtmap_status status = walk ? ADTMAP_OK : diag_fail_memory(packing->diag);
    const FTSENT *entry;
    while (!status && (entry = fts_read(walk))) {
        bool is_list = entry->fts_level == 1 && strcmp(entry->fts_name, listfile_name) == 0;
        if (entry->fts_info == FTS_F && !is_list) {
            status = add_file(packing, entry->fts_path);
        }
    }
    if (walk) {
        fts_close(walk);
    }
    free(roots[0]);
    return status;
}

static enum adtmap_status read_listfile(struct packing *packing)
{
    char *path = path_join(packing->folder, listfile_name);
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
    struct packing packing = {.folder = folder, .diag = diag};
    enum adtmap_status status = read_listfile(&packing);
    if (!status) {
        status = casc_writer_open(directory, product, diag, &packing.writer);
    }
    if (!status) {
        status = add_files(&packing);
    }
    if (!status) {
        status = casc_writer_finish(packing.writer);
    } else {
        casc_writer_abort(packing.writer);
    }
    blob_release(&packing.listfile);
    return status;
}
