/*
 * What the functions say is not believed: a size has a bound, bytes that are missing are an error,
 * and a status that is none of ours is one of the system.
 */
#include "assets/sources/source_callbacks.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/sources/listed_names.h"
#include "assets/sources/packed/unpack_waste.h"
#include "base/buffer.h"

/* The index of a file is that of its name, if there is a list. */
struct callbacks {
    struct source source;
    struct adtmap_source given;
    char *label;
    struct listed_names names;
};

static const struct callbacks *callbacks_of(const struct source *source)
{
    return (const struct callbacks *)source;
}

static enum source_answer callbacks_find(const struct source *source, const char *canonical,
                                         struct source_file *file)
{
    const struct adtmap_source *given = &callbacks_of(source)->given;
    if (given->list) {
        return source_find_listed(source, canonical, file);
    }
    *file = (struct source_file){.source = source};
    return given->exists(given->user, canonical) ? SOURCE_PRESENT : SOURCE_ABSENT;
}

/* Without a list nobody could find a file that is stored under its id. */
static bool may_store_ids(const struct source *source)
{
    return callbacks_of(source)->given.list != NULL;
}

static const char *given_name(const struct source_file *file, const char *name)
{
    const struct callbacks *callbacks = callbacks_of(file->source);
    return callbacks->given.list ? listed_names_spelled_at(&callbacks->names, file->index) : name;
}

/* Explains a status that a function has returned. */
static enum adtmap_status explain(enum adtmap_status status, const char *action,
                                  const struct diag *diag)
{
    bool is_known = status > ADTMAP_OK && status <= ADTMAP_NO_MEMORY;
    if (status == ADTMAP_OK) {
        return ADTMAP_OK;
    }
    if (status == ADTMAP_NO_MEMORY) {
        return diag_fail_memory(diag);
    }
    return diag_fail(diag, is_known ? status : ADTMAP_IO, NULL, NO_OFFSET, "cannot %s: %s", action,
                     is_known ? adtmap_status_name(status) : "the source says no known status");
}

static enum adtmap_status open_file(const struct source_file *file, const char *name,
                                    const struct diag *diag, void **handle, uint64_t *bytes)
{
    const struct adtmap_source *given = &callbacks_of(file->source)->given;
    *handle = NULL;
    *bytes = 0;
    enum adtmap_status status =
        explain(given->open(given->user, given_name(file, name), handle, bytes), "open", diag);
    if (!status && !*handle) {
        status =
            diag_fail(diag, ADTMAP_IO, NULL, NO_OFFSET, "cannot open: the source gives no file");
    }
    return status;
}

static void close_file(const struct source_file *file, void *handle)
{
    const struct adtmap_source *given = &callbacks_of(file->source)->given;
    if (given->close) {
        given->close(given->user, handle);
    }
}

/* Reads an open file of `size` bytes. */
static enum adtmap_status read_bytes(const struct adtmap_source *given, void *handle,
                                     uint8_t *bytes, size_t size, const struct diag *diag)
{
    for (size_t read = 0; read < size;) {
        size_t got = 0;
        enum adtmap_status status = explain(
            given->read(given->user, handle, read, bytes + read, size - read, &got), "read", diag);
        if (status) {
            return status;
        }
        if (got > size - read) {
            return diag_fail(diag, ADTMAP_IO, NULL, NO_OFFSET,
                             "cannot read: the source gives %zu bytes where %zu were asked for",
                             got, size - read);
        }
        if (got == 0) {
            return diag_fail(diag, ADTMAP_BAD_DATA, NULL, (int64_t)read,
                             "cut off: the source says %zu bytes", size);
        }
        read += got;
    }
    return ADTMAP_OK;
}

static enum adtmap_status callbacks_read(const struct source_file *file, const char *name,
                                         struct block_pool *pool, const struct diag *diag,
                                         struct blob *blob)
{
    void *handle;
    uint64_t bytes;
    *blob = (struct blob){0};
    enum adtmap_status status = open_file(file, name, diag, &handle, &bytes);
    if (status) {
        return status;
    }
    if (bytes > UNPACK_BYTES_MAX) {
        status = diag_fail(diag, ADTMAP_LIMIT, NULL, NO_OFFSET,
                           "%" PRIu64 " bytes, %d are the most that is read", bytes,
                           (int)UNPACK_BYTES_MAX);
    } else {
        uint8_t *room = blob_reserve(blob, (size_t)bytes, pool);
        status =
            room ? read_bytes(&callbacks_of(file->source)->given, handle, room, (size_t)bytes, diag)
                 : diag_fail_memory(diag);
    }
    close_file(file, handle);
    if (status) {
        blob_release(blob);
    }
    return status;
}

/* Unknown without a list: a file then has nothing that it could be opened by but the name that it
 * was looked up by, which is not given here. */
static bool callbacks_size(const struct source_file *file, uint64_t *bytes)
{
    void *handle;
    if (!callbacks_of(file->source)->given.list ||
        open_file(file, NULL, &diag_silent, &handle, bytes)) {
        return false;
    }
    close_file(file, handle);
    return true;
}

static bool no_stamp(const struct source_file *file, struct file_stamp *stamp)
{
    (void)file;
    (void)stamp;
    return false;
}

static void callbacks_origin(const struct source_file *file, const char *name, char *text,
                             size_t size)
{
    snprintf(text, size, "%s:%s", callbacks_of(file->source)->label, given_name(file, name));
}

static size_t callbacks_name_count(const struct source *source)
{
    return callbacks_of(source)->names.count;
}

static const char *callbacks_name(const struct source *source, size_t index)
{
    return listed_names_at(&callbacks_of(source)->names, index);
}

static void callbacks_destroy(struct source *source)
{
    struct callbacks *callbacks = (struct callbacks *)source;
    listed_names_free(&callbacks->names);
    free(callbacks->label);
    free(callbacks);
}

static const struct source_vtable vtable = {
    .find = callbacks_find,
    .may_store_ids = may_store_ids,
    .read = callbacks_read,
    .size = callbacks_size,
    .stamp = no_stamp,
    .origin = callbacks_origin,
    .name_count = callbacks_name_count,
    .name = callbacks_name,
    .destroy = callbacks_destroy,
};

static void add_name(void *to, const char *name)
{
    if (name) {
        buffer_append(to, name, strlen(name) + 1);
    }
}

static enum adtmap_status list_files(struct callbacks *callbacks, const struct diag *diag)
{
    struct buffer names = {0};
    size_t refused = 0;
    const struct diag at_source = diag_at(diag, callbacks->label);
    enum adtmap_status status =
        explain(callbacks->given.list(callbacks->given.user, add_name, &names), "list its files",
                &at_source);
    if (!status && (names.failed || !listed_names_fill(&callbacks->names, (const char *)names.data,
                                                       names.size, NAME_BYTES, &refused))) {
        status = diag_fail_memory(&at_source);
    }
    buffer_free(&names);
    if (refused > 0) {
        diag_warn(&at_source, NULL, NO_OFFSET,
                  "%zu names lead outside the data or are too long: left out", refused);
    }
    return status;
}

enum adtmap_status source_callbacks_open(const struct adtmap_source *given, const struct diag *diag,
                                         struct source **source)
{
    *source = NULL;
    const char *missing = !given->open                     ? "open"
                          : !given->read                   ? "read"
                          : !given->list && !given->exists ? "list or exists"
                                                           : NULL;
    if (missing) {
        return diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET, "the source has no %s",
                         missing);
    }
    struct callbacks *callbacks = calloc(1, sizeof *callbacks);
    if (!callbacks) {
        return diag_fail_memory(diag);
    }
    callbacks->source.v = &vtable;
    callbacks->given = *given;
    callbacks->label = strdup(given->label ? given->label : "source");
    enum adtmap_status status = callbacks->label ? ADTMAP_OK : diag_fail_memory(diag);
    if (!status && given->list) {
        status = list_files(callbacks, diag);
    }
    if (status) {
        callbacks_destroy(&callbacks->source);
        return status;
    }
    *source = &callbacks->source;
    return ADTMAP_OK;
}
