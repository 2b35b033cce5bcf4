/*
 * Work is counted against the bytes that come of it: an archive most of whose work is waste is
 * refused from then on, so that a hostile one cannot hold up a run (packed/unpack_waste.h).
 */
#include "assets/sources/source_mpq.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/sources/listed_names.h"
#include "assets/sources/mpq/mpq_archive.h"
#include "assets/sources/mpq/mpq_patch.h"
#include "assets/sources/packed/unpack_waste.h"
#include "base/path.h"
#include "base/size.h"
#include "base/text.h"

/* Size of the longest name with its NUL: clients have buffers of this size. */
enum { MPQ_NAME_BYTES = 260 };

static const struct mpq_extent whole = {.head_bytes = SIZE_MAX};

/* An archive that could be opened. */
struct opened_archive {
    struct mpq_archive archive;
    char *path;           /* as given */
    char *prefix;         /* of its names: "", or a folder and a '\\' */
    uint64_t named_bytes; /* mpq_archive_named_bytes */
    struct unpack_waste waste;
};

struct mpq {
    struct source source;
    struct opened_archive *parts;
    size_t part_count;
    struct file_stamp stamp; /* of all parts, taken before they were opened */
    bool has_stamp;
    struct listed_names names;
};

/* Writes the name of a file in a part. False if no archive can have it: too long. */
static bool name_in_part(const struct opened_archive *part, const char *canonical,
                         char name[MPQ_NAME_BYTES])
{
    size_t prefix = strlen(part->prefix);
    size_t length = strlen(canonical);
    if (length >= MPQ_NAME_BYTES || prefix + length >= MPQ_NAME_BYTES) {
        return false;
    }
    memcpy(name, part->prefix, prefix);
    memcpy(name + prefix, canonical, length + 1);
    return true;
}

static const struct mpq_entry *find_in_part(const struct opened_archive *part,
                                            const char *canonical)
{
    char name[MPQ_NAME_BYTES];
    return name_in_part(part, canonical, name) ? mpq_archive_find(&part->archive, name) : NULL;
}

/* What the parts have of a name. */
static struct archived_file find_versions(const struct mpq *mpq, const char *canonical)
{
    struct archived_file versions = {0};
    for (uint32_t i = 0; i < mpq->part_count; i++) {
        const struct mpq_entry *entry = find_in_part(&mpq->parts[i], canonical);
        if (!entry) {
            continue;
        }
        if (!(entry->flags & MPQ_PATCH)) {
            versions = (struct archived_file){entry, entry, i, i};
        } else if (mpq->part_count == 1 ||
                   (versions.whole && !(versions.whole->flags & MPQ_DELETED))) {
            versions.last = entry; /* of several parts a patch of no file is as if it were absent */
            versions.last_part = i;
        }
    }
    return versions;
}

static enum source_answer mpq_find(const struct source *source, const char *canonical,
                                   struct source_file *file)
{
    struct archived_file versions = find_versions((const struct mpq *)source, canonical);
    *file = (struct source_file){.source = source, .archived = versions};
    if (!versions.last) {
        return SOURCE_ABSENT;
    }
    return versions.last->flags & MPQ_DELETED ? SOURCE_DELETED : SOURCE_PRESENT;
}

static uint64_t fair_bytes(const struct opened_archive *part, const struct mpq_entry *entry)
{
    return unpack_waste_fair_bytes(entry->packed_bytes, part->archive.header.archive_bytes,
                                   part->named_bytes);
}

/* Counts what a file of `bytes` has cost, of which `fair` are no waste, and says so when the
 * archive has cost too much. What this build cannot unpack is sound. */
static void count_work(struct opened_archive *part, enum adtmap_status status, uint64_t work,
                       uint64_t fair, uint64_t bytes, const struct diag *diag)
{
    bool is_last = status == ADTMAP_BAD_DATA
                       ? unpack_waste_add_damaged(&part->waste, work)
                       : unpack_waste_add_sound(&part->waste, work, fair, bytes);
    if (is_last) {
        struct diag at_part = diag_at(diag, part->path);
        diag_warn(
            &at_part, NULL, NO_OFFSET,
            "a damaged archive: unpacking its files takes too long; no more of them are read");
    }
}

/* Reads what one part has of a file: all of it or its head, or a patch. */
static enum adtmap_status mpq_read_part(struct opened_archive *part, const struct mpq_entry *entry,
                                        const char *canonical, const struct mpq_extent *extent,
                                        struct block_pool *pool, const struct diag *diag,
                                        struct blob *blob)
{
    char name[MPQ_NAME_BYTES];
    uint64_t work = 0;
    if (unpack_waste_is_too_much(&part->waste)) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                         "not read: too much of its archive is damaged");
    }
    name_in_part(part, canonical, name);
    enum adtmap_status status =
        mpq_archive_read(&part->archive, entry, name, extent, pool, diag, blob, &work);
    count_work(part, status, work, fair_bytes(part, entry), status ? entry->bytes : blob->size,
               diag);
    return status;
}

static enum adtmap_status mpq_read_file(const struct source_file *file, const char *name,
                                        struct block_pool *pool, const struct diag *diag,
                                        struct blob *blob)
{
    struct opened_archive *parts = ((const struct mpq *)file->source)->parts;
    const struct archived_file *versions = &file->archived;
    *blob = (struct blob){0};
    if (!versions->whole) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                         "holds only what an update changes; open the client's Data folder, which "
                         "has the archive that it patches");
    }
    enum adtmap_status status = mpq_read_part(&parts[versions->whole_part], versions->whole, name,
                                              &whole, pool, diag, blob);
    uint64_t fair = fair_bytes(&parts[versions->whole_part], versions->whole);
    for (uint32_t i = versions->whole_part + 1; !status && i <= versions->last_part; i++) {
        const struct mpq_entry *entry = find_in_part(&parts[i], name);
        struct blob patch = {0};
        struct blob changed = {0};
        if (!entry) {
            continue;
        }
        status = mpq_read_part(&parts[i], entry, name, &whole, pool, diag, &patch);
        if (!status) {
            uint64_t work;
            fair += fair_bytes(&parts[i], entry); /* most of a file is as it was */
            status = mpq_patch_apply(&patch, blob, diag, &changed, &work);
            count_work(&parts[i], status, work, fair, changed.size, diag);
        }
        blob_release(&patch);
        blob_release(blob);
        *blob = changed;
    }
    if (status) {
        blob_release(blob);
    }
    return status;
}

/* Of files of several sectors that no patch changes. */
static bool mpq_read_head(const struct source_file *file, const char *name,
                          const struct blob *known, size_t bytes, const struct diag *diag,
                          struct blob *blob)
{
    struct opened_archive *parts = ((const struct mpq *)file->source)->parts;
    const struct archived_file *versions = &file->archived;
    const struct mpq_entry *entry = versions->whole;
    const struct mpq_extent head = {.head_bytes = bytes, .known = known};
    *blob = (struct blob){0};
    return entry && entry == versions->last && entry->bytes > bytes &&
           !(entry->flags & (MPQ_SINGLE_UNIT | MPQ_DELETED)) &&
           !mpq_read_part(&parts[versions->whole_part], entry, name, &head, NULL, diag, blob);
}

static enum adtmap_status mpq_read_rest(const struct source_file *file, const char *name,
                                        const struct blob *head, struct block_pool *pool,
                                        const struct diag *diag, struct blob *blob)
{
    struct opened_archive *parts = ((const struct mpq *)file->source)->parts;
    const struct archived_file *versions = &file->archived;
    const struct mpq_extent all = {.head_bytes = SIZE_MAX, .known = head};
    *blob = (struct blob){0};
    return mpq_read_part(&parts[versions->whole_part], versions->whole, name, &all, pool, diag,
                         blob);
}

/* The entry of a patch has the size of the file that it makes. */
static bool size_of(const struct source_file *file, uint64_t *bytes)
{
    *bytes = file->archived.last->bytes;
    return true;
}

/* The stamp of the archives, taken when they were opened, serves for every file in them. */
static bool stamp_archives(const struct source_file *file, struct file_stamp *stamp)
{
    const struct mpq *mpq = (const struct mpq *)file->source;
    *stamp = mpq->stamp;
    return mpq->has_stamp;
}

static void mpq_origin(const struct source_file *file, const char *name, char *text, size_t size)
{
    const struct mpq *mpq = (const struct mpq *)file->source;
    snprintf(text, size, "%s:%s", mpq->parts[file->archived.last_part].path,
             listed_names_spelled(&mpq->names, name));
}

static size_t mpq_name_count(const struct source *source)
{
    return ((const struct mpq *)source)->names.count;
}

static const char *mpq_name_at(const struct source *source, size_t index)
{
    return listed_names_at(&((const struct mpq *)source)->names, index);
}

static void close_part(struct opened_archive *part)
{
    mpq_archive_close(&part->archive);
    free(part->path);
    free(part->prefix);
}

static void mpq_destroy(struct source *source)
{
    struct mpq *mpq = (struct mpq *)source;
    for (size_t i = 0; i < mpq->part_count; i++) {
        close_part(&mpq->parts[i]);
    }
    free(mpq->parts);
    listed_names_free(&mpq->names);
    free(mpq);
}

static const struct source_vtable vtable = {
    .find = mpq_find,
    .read = mpq_read_file,
    .read_head = mpq_read_head,
    .read_rest = mpq_read_rest,
    /* no read_ahead: the tables say where a file is, but few systems read ahead of pread */
    .size = size_of,
    .stamp = stamp_archives,
    .origin = mpq_origin,
    .name_count = mpq_name_count,
    .name = mpq_name_at,
    .destroy = mpq_destroy,
};

/* Whether a name of a listfile is one of the part: not an internal file of the archive, and in the
 * folder of its patches if it has one. *name becomes what it is without that folder. */
static bool is_of_part(const struct opened_archive *part, const char **name)
{
    size_t prefix = strlen(part->prefix);
    if (**name == '(' || text_compare_nocase_n(*name, part->prefix, prefix) != 0) {
        return false;
    }
    *name += prefix;
    return true;
}

/* Appends the names of the part's listfile that it has, in their spelling, each with a NUL. */
static void append_names(const struct opened_archive *part, const struct blob *listfile,
                         struct buffer *names)
{
    const char *end = (const char *)listfile->data + listfile->size;
    for (const char *line = (const char *)listfile->data; line < end;) {
        char text[NAME_BYTES];
        size_t length = 0;
        while (line + length < end && line[length] && !strchr("\r\n", line[length])) {
            length++;
        }
        if (length > 0 && length < sizeof text) {
            const char *name = text;
            memcpy(text, line, length);
            text[length] = '\0';
            if (mpq_archive_find(&part->archive, text) && is_of_part(part, &name)) {
                for (char *at = text; *at; at++) {
                    *at = *at == '\\' ? '/' : *at;
                }
                buffer_append(names, name, strlen(name) + 1);
            }
        }
        line += length + 1;
    }
}

/* Takes the names of all parts' listfiles. A part without one is fine. */
static enum adtmap_status list_names(struct mpq *mpq, const struct diag *diag)
{
    struct buffer names = {0};
    size_t refused = 0;
    enum adtmap_status status = ADTMAP_OK;
    for (size_t i = 0; i < mpq->part_count; i++) {
        struct opened_archive *part = &mpq->parts[i];
        struct adtmap_message why = {0};
        const struct diag at_part = {part->path, diag->log, &why};
        const struct mpq_entry *entry = mpq_archive_find(&part->archive, "(listfile)");
        struct blob listfile = {0};
        if (!entry) {
            continue;
        }
        if (entry->bytes > MPQ_LISTFILE_BYTES_MAX) {
            diag_warn(&at_part, NULL, NO_OFFSET,
                      "none of its names is listed: a list of more than 64 MiB");
            continue;
        }
        status = mpq_read_part(part, entry, "(listfile)", &whole, NULL, &at_part, &listfile);
        if (!status) {
            append_names(part, &listfile, &names);
        } else if (!diag_is_transient(status)) { /* a valid archive would lose its names */
            diag_warn(&at_part, NULL, NO_OFFSET, "none of its names is listed: %s", why.what);
            status = ADTMAP_OK;
        }
        blob_release(&listfile);
        if (status) {
            const struct diag at_path = diag_at(diag, part->path);
            buffer_free(&names);
            return diag_fail(&at_path, status, NULL, NO_OFFSET, "its list of names: %s", why.what);
        }
    }
    bool fine = !names.failed && listed_names_fill(&mpq->names, (const char *)names.data,
                                                   names.size, MPQ_NAME_BYTES, &refused);
    buffer_free(&names);
    if (!fine) {
        return diag_fail_memory(diag);
    }
    if (refused > 0) {
        diag_warn(diag, NULL, NO_OFFSET,
                  "%zu names lead outside the data or are too long: left out", refused);
    }
    return ADTMAP_OK;
}

/* Opens an archive as the next part. Failures name its path. */
static enum adtmap_status open_part(struct mpq *mpq, const struct mpq_part *given,
                                    const struct diag *diag)
{
    struct opened_archive *part = &mpq->parts[mpq->part_count];
    struct diag at_path = diag_at(diag, given->path);
    size_t prefix = strlen(given->prefix);
    *part = (struct opened_archive){.archive.file = OPEN_FILE_NONE};
    enum adtmap_status status = mpq_archive_open(&at_path, &part->archive);
    if (!status && mpq->part_count == 0 && prefix > 0) {
        status = diag_fail(&at_path, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                           "a patch archive without the archive that it patches");
    }
    if (!status) {
        part->path = strdup(given->path);
        part->prefix = text_printf("%s%s", given->prefix, prefix > 0 ? "\\" : "");
        status = part->path && part->prefix ? ADTMAP_OK : diag_fail_memory(&at_path);
    }
    if (status) {
        close_part(part);
        return status;
    }
    part->named_bytes = mpq_archive_named_bytes(&part->archive);
    mpq->part_count++;
    mpq->source.unread += part->archive.header.is_inside_cut;
    uint32_t lost = part->archive.classic.lost_names;
    if (lost > 0 && part->archive.extended.name_count == 0) {
        diag_warn(&at_path, NULL, NO_OFFSET,
                  "a damaged archive: it ends before it says where %u of its files are", lost);
        mpq->source.unread++;
    }
    return ADTMAP_OK;
}

static void take_stamps(struct mpq *mpq, const struct mpq_part *parts, size_t count)
{
    mpq->has_stamp = file_stamp_of(parts[0].path, &mpq->stamp);
    for (size_t i = 1; i < count && mpq->has_stamp; i++) {
        struct file_stamp stamp;
        mpq->has_stamp = file_stamp_of(parts[i].path, &stamp);
        if (mpq->has_stamp) {
            file_stamp_join(&mpq->stamp, &stamp);
        }
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
            mpq->source.unread++;
        }
    }
    if (mpq->part_count > 0) {
        return ADTMAP_OK;
    }
    struct diag at_last = diag_at(diag, parts[count - 1].path);
    return count > 1 ? diag_fail(&at_last, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                                 "a damaged archive: its tables cannot be read")
                     : status;
}

enum adtmap_status source_mpq_open(const struct mpq_part *parts, size_t count,
                                   const struct diag *diag, struct source **source)
{
    *source = NULL;
    struct mpq *mpq = calloc(1, sizeof *mpq);
    struct opened_archive *room = calloc(count, sizeof *room);
    if (!mpq || !room) {
        free(mpq);
        free(room);
        return diag_fail_memory(diag);
    }
    mpq->source.v = &vtable;
    mpq->parts = room;
    take_stamps(mpq, parts, count);
    enum adtmap_status status = open_parts(mpq, parts, count, diag);
    if (!status) {
        struct diag at_first = diag_at(diag, mpq->parts[0].path);
        status = list_names(mpq, &at_first);
    }
    if (status) {
        mpq_destroy(&mpq->source);
        return status;
    }
    *source = &mpq->source;
    return ADTMAP_OK;
}

/* The largest file of an archive that is not one of its internal files. NULL if there is none. */
static const struct mpq_entry *largest_file(const struct mpq_archive *archive)
{
    const struct mpq_entry *const internal[] = {mpq_archive_find(archive, "(listfile)"),
                                                mpq_archive_find(archive, "(attributes)"),
                                                mpq_archive_find(archive, "(signature)")};
    const struct mpq_tables *tables =
        archive->classic.name_count > 0 ? &archive->classic : &archive->extended;
    const struct mpq_entry *largest = NULL;
    for (size_t i = 0; i < tables->name_count; i++) {
        const struct mpq_entry *entry = &tables->entries[tables->names[i].entry];
        bool is_internal = false;
        for (size_t k = 0; k < COUNT_OF(internal); k++) {
            is_internal = is_internal || entry == internal[k];
        }
        if (!is_internal && (!largest || entry->bytes > largest->bytes)) {
            largest = entry;
        }
    }
    return largest;
}

enum adtmap_status mpq_read_single(const char *path, const char *canonical, const struct diag *diag,
                                   struct blob *blob)
{
    struct mpq_archive archive;
    struct diag at_path = diag_at(diag, path);
    uint64_t work = 0;
    enum adtmap_status status = mpq_archive_open(&at_path, &archive);
    if (status) {
        return status;
    }
    const char *name = canonical;
    const struct mpq_entry *entry = mpq_archive_find(&archive, name);
    if (!entry) {
        name = path_base(canonical);
        entry = mpq_archive_find(&archive, name);
    }
    if (!entry) {
        name = NULL;
        entry = largest_file(&archive);
    }
    status = entry
                 ? mpq_archive_read(&archive, entry, name, &whole, NULL, &at_path, blob, &work)
                 : diag_fail(&at_path, ADTMAP_BAD_DATA, NULL, NO_OFFSET, "no file in the archive");
    mpq_archive_close(&archive);
    return status;
}
