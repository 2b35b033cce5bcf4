#include "os/stormlib.h"

#include "assets/sources/source_mpq.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/sources/mpq_damage.h"
#include "assets/sources/mpq_header.h"
#include "assets/sources/mpq_lookup.h"
#include "assets/sources/mpq_names.h"
#include "assets/sources/mpq_reader.h"
#include "base/path.h"
#include "base/size.h"

/*
 * StormLib is not thread-safe, not even for two files of one archive (StormLib issue 175): opening
 * a file writes to the archive's tables, reading moves its stream. So each reading thread borrows a
 * reader (mpq_reader.h), which is created on demand and kept. Names are looked up by a reader of
 * their own (mpq_lookup.h). This process has no archive open.
 */

struct mpq {
    struct source source;
    struct mpq_part *parts; /* the archives that could be opened; paths as given */
    size_t part_count;
    struct file_stamp stamp; /* of all parts, taken before they were opened */
    bool has_stamp;
    pthread_mutex_t lock;      /* protects the fields below */
    struct mpq_damage *damage; /* of each part */
    struct mpq_reader **idle;  /* readers not in use */
    size_t idle_count;
    size_t idle_capacity;
    /* set once, when opened */
    struct mpq_lookup *lookup;
    struct mpq_names names;
};

bool mpq_is_supported(void)
{
    return true;
}

const char *mpq_library_version(void)
{
    return STORMLIB_VERSION_STRING;
}

/* Takes an idle reader or creates one. NULL when out of memory. */
static struct mpq_reader *borrow(struct mpq *mpq)
{
    struct mpq_reader *reader = NULL;
    pthread_mutex_lock(&mpq->lock);
    if (mpq->idle_count > 0) {
        reader = mpq->idle[--mpq->idle_count];
    }
    pthread_mutex_unlock(&mpq->lock);
    return reader ? reader : mpq_reader_create(mpq->parts, mpq->part_count);
}

static bool keep_idle(struct mpq *mpq, struct mpq_reader *reader)
{
    if (mpq->idle_count == mpq->idle_capacity) {
        size_t capacity = mpq->idle_capacity ? 2 * mpq->idle_capacity : 8;
        struct mpq_reader **idle = reallocarray(mpq->idle, capacity, sizeof(struct mpq_reader *));
        if (!idle) {
            return false;
        }
        mpq->idle = idle;
        mpq->idle_capacity = capacity;
    }
    mpq->idle[mpq->idle_count++] = reader;
    return true;
}

static void give_back(struct mpq *mpq, struct mpq_reader *reader)
{
    pthread_mutex_lock(&mpq->lock);
    bool kept = keep_idle(mpq, reader);
    pthread_mutex_unlock(&mpq->lock);
    if (!kept) {
        mpq_reader_destroy(reader);
    }
}

static struct mpq_found look_up(const struct source *source, const char *canonical)
{
    return mpq_lookup_find(((const struct mpq *)source)->lookup, canonical);
}

/* Whether an archive without patches lists the name: then it has it, and lists cost no questions.
 */
static bool is_listed(const struct mpq *mpq, const char *canonical)
{
    return mpq->part_count == 1 && mpq_names_has(&mpq->names, canonical);
}

static enum source_answer find(const struct source *source, const char *canonical, size_t *id)
{
    *id = 0;
    if (is_listed((const struct mpq *)source, canonical)) {
        return SOURCE_PRESENT;
    }
    return look_up(source, canonical).answer;
}

static void origin(const struct source *source, size_t id, const char *canonical, char *text,
                   size_t size);

static enum adtmap_status fail_given_up(struct mpq *mpq, size_t part, const struct diag *diag)
{
    pthread_mutex_lock(&mpq->lock);
    bool given_up = mpq_damage_is_too_much(&mpq->damage[part]);
    pthread_mutex_unlock(&mpq->lock);
    return given_up ? diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                                "not read: too much of its archive is damaged")
                    : ADTMAP_OK;
}

/* Counts a file whose reading was stopped. Says once when the part is given up. */
static void count_stopped(struct mpq *mpq, size_t part, unsigned seconds, const struct diag *diag)
{
    struct mpq_damage *damage = &mpq->damage[part];
    struct diag at_part = diag_at(diag, mpq->parts[part].path);
    pthread_mutex_lock(&mpq->lock);
    bool is_last = mpq_damage_add(damage, seconds);
    unsigned files = damage->files;
    pthread_mutex_unlock(&mpq->lock);
    if (is_last) {
        diag_warn(&at_part, NULL, NO_OFFSET,
                  "a damaged archive: reading %u of its files crashed or took too long; no more of "
                  "its files are read",
                  files);
    }
}

static enum adtmap_status read_file(const struct source *source, size_t id, const char *canonical,
                                    struct block_pool *pool, const struct diag *diag,
                                    struct blob *blob)
{
    (void)pool;
    struct mpq *mpq = (struct mpq *)source;
    char place[PATH_MAX];
    const struct mpq_found found = look_up(source, canonical);
    origin(source, id, canonical, place, sizeof place);
    struct diag at_place = diag_at(diag, place);
    enum adtmap_status status = fail_given_up(mpq, found.part, &at_place);
    if (status) {
        return status;
    }
    struct mpq_reader *reader = borrow(mpq);
    if (!reader) {
        return diag_fail_memory(&at_place);
    }
    status = mpq_reader_read(reader, canonical, found.bytes, &at_place, blob);
    if (mpq_reader_was_stopped(reader)) {
        count_stopped(mpq, found.part, mpq_reader_cpu_seconds(found.bytes), diag);
    }
    give_back(mpq, reader);
    return status;
}

/* Does nothing: the file's position in the archive is unknown. */
static void read_ahead(const struct source *source, size_t id, const char *canonical)
{
    (void)source;
    (void)id;
    (void)canonical;
}

static bool size_of(const struct source *source, size_t id, const char *canonical, uint64_t *bytes)
{
    (void)id;
    *bytes = look_up(source, canonical).bytes;
    return *bytes != MPQ_BYTES_UNKNOWN;
}

/* The stamp of the archives, taken when they were opened, serves for every file in them. */
static bool stamp_archives(const struct source *source, size_t id, const char *canonical,
                           struct file_stamp *stamp)
{
    const struct mpq *mpq = (const struct mpq *)source;
    (void)id;
    (void)canonical;
    *stamp = mpq->stamp;
    return mpq->has_stamp;
}

/* Appends to `text` of `size` bytes; truncates. */
static void append_text(char *text, size_t size, const char *more)
{
    size_t used = strlen(text);
    size_t length = size_min(strlen(more), size - 1 - used);
    memcpy(text + used, more, length);
    text[used + length] = '\0';
}

static void origin(const struct source *source, size_t id, const char *canonical, char *text,
                   size_t size)
{
    const struct mpq *mpq = (const struct mpq *)source;
    (void)id;
    if (size == 0) {
        return;
    }
    size_t part = mpq->part_count > 1 ? look_up(source, canonical).part : 0;
    text[0] = '\0';
    append_text(text, size, mpq->parts[part].path);
    append_text(text, size, ":");
    append_text(text, size, mpq_names_spelled(&mpq->names, canonical));
}

static size_t name_count(const struct source *source)
{
    return ((const struct mpq *)source)->names.count;
}

static const char *name_at(const struct source *source, size_t index)
{
    return mpq_names_at(&((const struct mpq *)source)->names, index);
}

static void destroy(struct source *source)
{
    struct mpq *mpq = (struct mpq *)source;
    mpq_lookup_destroy(mpq->lookup);
    for (size_t i = 0; i < mpq->idle_count; i++) {
        mpq_reader_destroy(mpq->idle[i]);
    }
    for (size_t i = 0; i < mpq->part_count; i++) {
        free((char *)mpq->parts[i].path);
        free((char *)mpq->parts[i].prefix);
    }
    pthread_mutex_destroy(&mpq->lock);
    free(mpq->parts);
    free(mpq->damage);
    free(mpq->idle);
    mpq_names_free(&mpq->names);
    free(mpq);
}

static const struct source_vtable vtable = {
    .find = find,
    .read = read_file,
    .read_ahead = read_ahead,
    .size = size_of,
    .stamp = stamp_archives,
    .origin = origin,
    .name_count = name_count,
    .name = name_at,
    .destroy = destroy,
};

static enum adtmap_status list_names(struct mpq *mpq, const struct diag *diag)
{
    size_t refused = 0;
    struct blob names = {0};
    struct adtmap_message why = {0};
    const struct diag quiet = {diag->file, diag->log, &why};
    struct mpq_reader *reader = borrow(mpq);
    if (!reader) {
        return diag_fail_memory(diag);
    }
    enum adtmap_status status = mpq_reader_list(reader, &quiet, &names);
    if (status ==
        ADTMAP_NO_MEMORY) { /* fail: without its listfile a valid archive would lose its names */
        mpq_reader_destroy(reader);
        return diag_fail(diag, status, NULL, NO_OFFSET, "%s", why.what);
    }
    if (status) {
        diag_warn(diag, NULL, NO_OFFSET, "none of its names is listed: %s", why.what);
    }
    mpq_reader_destroy(reader); /* frees the memory of the list */
    bool fine = mpq_names_fill(&mpq->names, (const char *)names.data, names.size, &refused);
    blob_release(&names);
    if (!fine) {
        return diag_fail_memory(diag);
    }
    if (refused > 0) {
        diag_warn(diag, NULL, NO_OFFSET,
                  "%zu names lead outside the data or are too long: left out", refused);
    }
    return ADTMAP_OK;
}

/* Records a part that was opened. */
static bool keep_part(struct mpq *mpq, const struct mpq_part *part)
{
    struct mpq_part *kept = &mpq->parts[mpq->part_count++];
    *kept = (struct mpq_part){strdup(part->path), strdup(part->prefix)};
    return kept->path && kept->prefix;
}

static void forget_part(struct mpq *mpq, size_t index)
{
    free((char *)mpq->parts[index].path);
    free((char *)mpq->parts[index].prefix);
    mpq->part_count--;
    memmove(&mpq->parts[index], &mpq->parts[index + 1],
            (mpq->part_count - index) * sizeof *mpq->parts);
}

/* Checks that archives can be opened together. */
static enum adtmap_status check_parts(const struct mpq_part *parts, size_t count,
                                      const struct diag *diag, size_t *bad)
{
    struct mpq_reader *reader = mpq_reader_create(parts, count);
    enum adtmap_status status =
        reader ? mpq_reader_check(reader, diag, bad) : diag_fail_memory(diag);
    mpq_reader_destroy(reader);
    return status;
}

/* Keeps a part that can be opened by itself. Failures name its path. */
static enum adtmap_status open_part(struct mpq *mpq, const struct mpq_part *part,
                                    const struct diag *diag)
{
    size_t bad;
    struct diag at_path = diag_at(diag, part->path);
    enum adtmap_status status = mpq_header_check_file(part->path, diag);
    if (!status) {
        status = check_parts(part, 1, &at_path, &bad);
    }
    if (status) {
        return status;
    }
    if (mpq->part_count == 0 && part->prefix[0] != '\0') {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                         "a patch archive without the archive that it patches");
    }
    return keep_part(mpq, part) ? ADTMAP_OK : diag_fail_memory(diag);
}

/* Leaves out kept parts that cannot be attached. */
static enum adtmap_status attach_parts(struct mpq *mpq, const struct diag *diag)
{
    while (mpq->part_count > 1) {
        size_t bad;
        struct adtmap_message why = {0};
        const struct diag quiet = {diag->file, diag->log, &why};
        enum adtmap_status status = check_parts(mpq->parts, mpq->part_count, &quiet, &bad);
        if (!status) {
            return ADTMAP_OK;
        }
        if (status == ADTMAP_NO_MEMORY) {
            return diag_fail(diag, status, NULL, NO_OFFSET, "%s", why.what);
        }
        const struct diag at_part = {mpq->parts[bad].path, diag->log, NULL};
        diag_warn(&at_part, NULL, NO_OFFSET, "left out: %s", why.what);
        forget_part(mpq, bad);
    }
    return ADTMAP_OK;
}

static void take_stamps(struct mpq *mpq, const struct mpq_part *parts, size_t count)
{
    mpq->has_stamp = file_stamp_of(parts[0].path, &mpq->stamp);
    for (size_t i = 1; i < count && mpq->has_stamp; i++) {
        struct file_stamp stamp;
        mpq->has_stamp = file_stamp_of(parts[i].path, &stamp);
        file_stamp_join(&mpq->stamp, &stamp);
    }
}

/* Keeps all parts that can be opened; warns about the others. */
static enum adtmap_status open_parts(struct mpq *mpq, const struct mpq_part *parts, size_t count,
                                     const struct diag *diag)
{
    enum adtmap_status status = ADTMAP_OK;
    for (size_t i = 0; i < count; i++) {
        struct adtmap_message why = {0};
        struct diag at_part = {parts[i].path, diag->log, count > 1 ? &why : diag->failure};
        status = open_part(mpq, &parts[i], &at_part);
        if (status == ADTMAP_NO_MEMORY) {
            return diag_fail_memory(diag);
        }
        if (status && count > 1) {
            diag_warn(&at_part, NULL, NO_OFFSET, "left out: %s", why.what);
        }
    }
    if (mpq->part_count > 0) {
        return attach_parts(mpq, diag);
    }
    struct diag at_last = diag_at(diag, parts[count - 1].path);
    return count > 1 ? diag_fail(&at_last, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                                 "a damaged archive: its tables cannot be read")
                     : status;
}

static enum adtmap_status open_lookup(struct mpq *mpq, const struct diag *diag)
{
    mpq->lookup = mpq_lookup_create(mpq->parts, mpq->part_count, diag->log);
    return mpq->lookup ? ADTMAP_OK : diag_fail_memory(diag);
}

static struct mpq *mpq_create(size_t part_count)
{
    struct mpq *mpq = calloc(1, sizeof *mpq);
    if (!mpq) {
        return NULL;
    }
    mpq->source.v = &vtable;
    mpq->parts = calloc(part_count, sizeof *mpq->parts);
    mpq->damage = calloc(part_count, sizeof *mpq->damage);
    if (!mpq->parts || !mpq->damage || pthread_mutex_init(&mpq->lock, NULL)) {
        free(mpq->parts);
        free(mpq->damage);
        free(mpq);
        return NULL;
    }
    return mpq;
}

enum adtmap_status source_mpq_open(const struct mpq_part *parts, size_t count,
                                   const struct diag *diag, struct source **source)
{
    *source = NULL;
    struct mpq *mpq = mpq_create(count);
    if (!mpq) {
        return diag_fail_memory(diag);
    }
    take_stamps(mpq, parts, count);
    enum adtmap_status status = open_parts(mpq, parts, count, diag);
    if (!status) {
        status = open_lookup(mpq, diag);
    }
    if (!status) {
        struct diag at_first = diag_at(diag, mpq->parts[0].path);
        status = list_names(mpq, &at_first);
    }
    if (status) {
        destroy(&mpq->source);
        return status;
    }
    *source = &mpq->source;
    return ADTMAP_OK;
}

enum adtmap_status mpq_read_single(const char *path, const char *canonical, const struct diag *diag,
                                   struct blob *blob)
{
    const struct mpq_part part = {path, ""};
    struct diag at_path = diag_at(diag, path);
    enum adtmap_status status = mpq_header_check_file(path, diag);
    if (status) {
        return status;
    }
    struct mpq_reader *reader = mpq_reader_create(&part, 1);
    status =
        reader ? mpq_reader_read_single(reader, canonical, &at_path, blob) : diag_fail_memory(diag);
    mpq_reader_destroy(reader);
    return status;
}
