#include "assets/sources/source_casc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lookup3.h"

/* The index of a file is that in the root. */
struct casc {
    struct source source;
    struct storage *storage;
};

static struct storage *storage_of(const struct source *source)
{
    return ((const struct casc *)source)->storage;
}

static enum source_answer find_id(const struct source *source, uint32_t file_id,
                                  struct source_file *file)
{
    *file = (struct source_file){.source = source};
    return root_find_id(&storage_of(source)->root, file_id, &file->index) ? SOURCE_PRESENT
                                                                          : SOURCE_ABSENT;
}

/* "123" is file 123. */
static enum source_answer casc_find(const struct source *source, const char *canonical,
                                    struct source_file *file)
{
    size_t digits = strspn(canonical, "0123456789");
    if (digits > 0 && digits < 10 && canonical[digits] == '\0') {
        return find_id(source, (uint32_t)strtoul(canonical, NULL, 10), file);
    }
    *file = (struct source_file){.source = source};
    bool found = root_find_hash(&storage_of(source)->root, lookup3_name(canonical), &file->index);
    return found ? SOURCE_PRESENT : SOURCE_ABSENT;
}

static enum adtmap_status casc_read_file(const struct source_file *file, const char *name,
                                         struct block_pool *pool, const struct diag *diag,
                                         struct blob *blob)
{
    (void)name;
    return storage_read(storage_of(file->source), file->index, pool, diag, blob);
}

static bool size(const struct source_file *file, uint64_t *bytes)
{
    return storage_size(storage_of(file->source), file->index, bytes);
}

/* A content key is the MD5 of the file. */
static bool stamp(const struct source_file *file, struct file_stamp *file_stamp)
{
    const struct root_file *listed = &storage_of(file->source)->root.files[file->index];
    *file_stamp = (struct file_stamp){0}; /* contents of a key never change */
    memcpy(&file_stamp->key, listed->content.bytes, sizeof file_stamp->key);
    file_stamp->key |= file_stamp->key == 0;
    return true;
}

static void casc_origin(const struct source_file *file, const char *name, char *text, size_t size)
{
    const struct storage *storage = storage_of(file->source);
    snprintf(text, size, "%s (%s %s):%s", storage->folder, storage->build.product,
             storage->build.version, name);
}

static size_t casc_name_count(const struct source *source)
{
    (void)source;
    return 0;
}

static const char *casc_name_at(const struct source *source, size_t index)
{
    (void)source;
    (void)index;
    return "";
}

static void casc_destroy(struct source *source)
{
    storage_close(storage_of(source));
    free(source);
}

static const struct source_vtable vtable = {
    .find = casc_find,
    .find_id = find_id,
    .read = casc_read_file,
    .size = size,
    .stamp = stamp,
    .origin = casc_origin,
    .name_count = casc_name_count,
    .name = casc_name_at,
    .destroy = casc_destroy,
};

enum adtmap_status source_casc_open(const struct storage_place *place,
                                    const struct adtmap_client *client, const struct diag *diag,
                                    struct source **source)
{
    *source = NULL;
    struct casc *casc = calloc(1, sizeof *casc);
    if (!casc) {
        return diag_fail_memory(diag);
    }
    casc->source.v = &vtable;
    enum adtmap_status status = storage_open(place, client, diag, &casc->storage);
    if (status) {
        free(casc);
        return status;
    }
    *source = &casc->source;
    return ADTMAP_OK;
}
