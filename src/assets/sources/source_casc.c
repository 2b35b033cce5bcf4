#include "assets/sources/source_casc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lookup3.h"

/* What source.h calls the id of a file is its index in the root. */
struct casc {
    struct source source;
    struct storage *storage;
};

static struct storage *storage_of(const struct source *source)
{
    return ((const struct casc *)source)->storage;
}

static enum source_answer find_id(const struct source *source, uint32_t file_id, size_t *index)
{
    return root_find_id(&storage_of(source)->root, file_id, index) ? SOURCE_PRESENT : SOURCE_ABSENT;
}

/* "123" is file 123. */
static enum source_answer find(const struct source *source, const char *canonical, size_t *index)
{
    size_t digits = strspn(canonical, "0123456789");
    if (digits > 0 && digits < 10 && canonical[digits] == '\0') {
        return find_id(source, (uint32_t)strtoul(canonical, NULL, 10), index);
    }
    bool found = root_find_hash(&storage_of(source)->root, lookup3_name(canonical), index);
    return found ? SOURCE_PRESENT : SOURCE_ABSENT;
}

static void origin(const struct source *source, size_t index, const char *canonical, char *text,
                   size_t size)
{
    const struct storage *storage = storage_of(source);
    (void)index;
    snprintf(text, size, "%s (%s %s):%s", storage->folder, storage->build.product,
             storage->build.version, canonical);
}

static enum adtmap_status read_file(const struct source *source, size_t index,
                                    const char *canonical, enum assets_use use,
                                    struct block_pool *pool, const struct diag *diag,
                                    struct blob *blob)
{
    char where[512];
    (void)use;
    origin(source, index, canonical, where, sizeof where);
    struct diag at_file = diag_at(diag, where);
    return storage_read(storage_of(source), index, pool, &at_file, blob);
}

static void read_ahead(const struct source *source, size_t index, const char *canonical)
{
    (void)source;
    (void)index;
    (void)canonical;
}

static bool size(const struct source *source, size_t index, const char *canonical, uint64_t *bytes)
{
    (void)canonical;
    return storage_size(storage_of(source), index, bytes);
}

/* A content key is the MD5 of the file. */
static bool stamp(const struct source *source, size_t index, const char *canonical,
                  struct file_stamp *file_stamp)
{
    const struct storage *storage = storage_of(source);
    (void)canonical;
    *file_stamp = (struct file_stamp){0}; /* contents of a key never change */
    memcpy(&file_stamp->key, storage->root.files[index].content.bytes, sizeof file_stamp->key);
    file_stamp->key |= file_stamp->key == 0;
    return true;
}

static size_t name_count(const struct source *source)
{
    (void)source;
    return 0;
}

static const char *name_at(const struct source *source, size_t index)
{
    (void)source;
    (void)index;
    return "";
}

static void destroy(struct source *source)
{
    storage_close(storage_of(source));
    free(source);
}

static const struct source_vtable vtable = {
    .find = find,
    .find_id = find_id,
    .read = read_file,
    .read_ahead = read_ahead,
    .size = size,
    .stamp = stamp,
    .origin = origin,
    .name_count = name_count,
    .name = name_at,
    .destroy = destroy,
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
