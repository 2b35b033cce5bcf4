#include "assets/mpq_archive.h"

#include "assets/source_mpq.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/buffer.h"
#include "base/path.h"
#include "base/size.h"

/*
 * StormLib is not safe for threads, not even for two files of one archive (its maintainer's word,
 * StormLib issue 175): opening a file writes to the tables of the archive, reading moves its
 * stream. So every reader has handles of its own, opened when first needed and kept for the next;
 * looking a name up takes 0.15 to 0.2 microseconds and shares one handle under the lock.
 *
 * Measured with 178 files of real maps (50 MB, 31 MB packed with zlib), two cores: one lock round
 * all reads 210 MB/s whatever the number of threads; own handles 210 MB/s with one thread,
 * 350 MB/s with two. A handle takes 0.6 ms to open, 1.6 ms for 15000 files.
 */
struct part {
    char *path; /* as the user gave it */
    char *prefix;
};

/* Both are offsets into the pool. */
struct listed {
    size_t name;    /* canonical */
    size_t spelled; /* as the listfile has it, with '/' */
};

struct mpq {
    struct source source;
    struct part *parts; /* those that could be opened */
    size_t part_count;
    pthread_mutex_t lock; /* of all below */
    HANDLE index;         /* for looking up */
    HANDLE *idle;         /* handles of readers that are done */
    size_t idle_count;
    size_t idle_capacity;
    /* set once, when opened */
    struct buffer pool;   /* NUL-terminated strings */
    struct listed *names; /* in order of names */
    size_t name_count;
};

bool mpq_is_supported(void)
{
    return true;
}

/* All parts as one handle; NULL when one of them went away. */
static HANDLE open_parts(const struct mpq *mpq, DWORD flags)
{
    HANDLE handle = mpq_archive_open(mpq->parts[0].path, flags);
    for (size_t i = 1; handle && i < mpq->part_count; i++) {
        if (!mpq_archive_attach(handle, mpq->parts[i].path, mpq->parts[i].prefix)) {
            SFileCloseArchive(handle);
            handle = NULL;
        }
    }
    return handle;
}

/* A handle for one reader; NULL when none can be opened. */
static HANDLE borrow(struct mpq *mpq)
{
    HANDLE handle = NULL;
    pthread_mutex_lock(&mpq->lock);
    if (mpq->idle_count > 0) {
        handle = mpq->idle[--mpq->idle_count];
    }
    pthread_mutex_unlock(&mpq->lock);
    return handle ? handle : open_parts(mpq, MPQ_ARCHIVE_FLAGS);
}

static bool keep_idle(struct mpq *mpq, HANDLE handle)
{
    if (mpq->idle_count == mpq->idle_capacity) {
        size_t capacity = mpq->idle_capacity ? 2 * mpq->idle_capacity : 8;
        HANDLE *idle = reallocarray(mpq->idle, capacity, sizeof *idle);
        if (!idle) {
            return false;
        }
        mpq->idle = idle;
        mpq->idle_capacity = capacity;
    }
    mpq->idle[mpq->idle_count++] = handle;
    return true;
}

static void give_back(struct mpq *mpq, HANDLE handle)
{
    pthread_mutex_lock(&mpq->lock);
    bool kept = keep_idle(mpq, handle);
    pthread_mutex_unlock(&mpq->lock);
    if (!kept) {
        SFileCloseArchive(handle);
    }
}

/* StormLib opens "File00000012.xxx" by its number: no client asks for such a name. */
static bool is_pseudo_name(const char *name)
{
    return strncasecmp(name, "File", 4) == 0 && strspn(name + 4, "0123456789") == 8 &&
           name[12] == '.';
}

/* The spelling of archives; false for names that are in none. */
static bool archive_name(const char *canonical, char name[MPQ_NAME_BYTES])
{
    if (strlen(canonical) >= MPQ_NAME_BYTES || is_pseudo_name(canonical)) {
        return false;
    }
    strcpy(name, canonical);
    for (char *at = name; *at; at++) {
        *at = *at == '/' ? '\\' : *at;
    }
    return true;
}

static DWORD file_flags(HANDLE file)
{
    DWORD flags = 0;
    SFileGetFileInfo(file, SFileInfoFlags, &flags, sizeof flags, NULL);
    return flags;
}

/* A handle with patches attached answers SFileHasFile with a file that nobody closes. */
static HANDLE open_file(const struct mpq *mpq, HANDLE handle, const char *name)
{
    HANDLE file = NULL;
    bool maybe = mpq->part_count > 1 || SFileHasFile(handle, name);
    return maybe && SFileOpenFileEx(handle, name, SFILE_OPEN_FROM_MPQ, &file) ? file : NULL;
}

static enum source_answer find(const struct source *source, const char *canonical, size_t *id)
{
    struct mpq *mpq = (struct mpq *)source;
    char name[MPQ_NAME_BYTES];
    enum source_answer answer = SOURCE_ABSENT;
    *id = 0;
    if (!archive_name(canonical, name)) {
        return SOURCE_ABSENT;
    }
    pthread_mutex_lock(&mpq->lock);
    HANDLE file = open_file(mpq, mpq->index, name);
    if (file) {
        bool deleted = (file_flags(file) & MPQ_FILE_DELETE_MARKER) != 0;
        answer = deleted ? SOURCE_DELETED : SOURCE_PRESENT;
        SFileCloseFile(file);
    }
    pthread_mutex_unlock(&mpq->lock);
    return answer;
}

/* The bytes of an open file. */
static enum adtmap_status read_open_file(HANDLE file, const struct diag *diag, struct blob *blob)
{
    DWORD high = 0;
    DWORD size = SFileGetFileSize(file, &high);
    if (size == SFILE_INVALID_SIZE) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET, "no size: damaged in the archive");
    }
    if (high != 0 || size > INT32_MAX) {
        return diag_fail(diag, ADTMAP_LIMIT, NULL, NO_OFFSET, "%u bytes: more than 2 GiB", size);
    }
    uint8_t *data = malloc(size ? size : 1);
    if (!data) {
        return diag_fail_memory(diag);
    }
    DWORD got = 0;
    if (size > 0 && (!SFileReadFile(file, data, size, &got, NULL) || got != size)) {
        free(data);
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                         "%u of %u bytes can be unpacked: damaged in the archive", got, size);
    }
    *blob = blob_from_heap(data, size);
    return ADTMAP_OK;
}

/* Whether the file is nothing but a difference from a file that no part has. */
static bool lacks_its_base(const struct mpq *mpq, HANDLE file)
{
    return mpq->part_count == 1 && (file_flags(file) & MPQ_FILE_PATCH_FILE) != 0;
}

static enum adtmap_status read_named(const struct mpq *mpq, HANDLE handle, const char *canonical,
                                     const struct diag *diag, struct blob *blob)
{
    char name[MPQ_NAME_BYTES];
    HANDLE file = archive_name(canonical, name) ? open_file(mpq, handle, name) : NULL;
    if (!file) {
        return diag_fail(diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET, "not in the archive");
    }
    enum adtmap_status status;
    if (lacks_its_base(mpq, file)) {
        status = diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                           "holds only what an update changes; open the client's Data folder, "
                           "so that the archive it patches is there");
    } else {
        status = read_open_file(file, diag, blob);
    }
    SFileCloseFile(file);
    return status;
}

static void origin(const struct source *source, size_t id, const char *canonical, char *text,
                   size_t size);

static enum adtmap_status read_file(const struct source *source, size_t id, const char *canonical,
                                    const struct diag *diag, struct blob *blob)
{
    struct mpq *mpq = (struct mpq *)source;
    char place[PATH_MAX];
    struct diag at_place = *diag;
    origin(source, id, canonical, place, sizeof place);
    at_place.file = place;
    HANDLE handle = borrow(mpq);
    if (!handle) {
        return diag_fail(&at_place, ADTMAP_IO, NULL, NO_OFFSET, "the archive cannot be reopened");
    }
    enum adtmap_status status = read_named(mpq, handle, canonical, &at_place, blob);
    give_back(mpq, handle);
    return status;
}

static bool size_of(const struct source *source, size_t id, const char *canonical, uint64_t *bytes)
{
    struct mpq *mpq = (struct mpq *)source;
    char name[MPQ_NAME_BYTES];
    bool fine = false;
    (void)id;
    if (!archive_name(canonical, name)) {
        return false;
    }
    pthread_mutex_lock(&mpq->lock);
    HANDLE file = open_file(mpq, mpq->index, name);
    if (file) {
        DWORD high = 0;
        DWORD low = SFileGetFileSize(file, &high);
        *bytes = (uint64_t)high << 32 | low;
        fine = low != SFILE_INVALID_SIZE;
        SFileCloseFile(file);
    }
    pthread_mutex_unlock(&mpq->lock);
    return fine;
}

/* `text` has `size` bytes; what does not fit is cut off. */
static void append_text(char *text, size_t size, const char *more)
{
    size_t used = strlen(text);
    size_t length = size_min(strlen(more), size - 1 - used);
    memcpy(text + used, more, length);
    text[used + length] = '\0';
}

/*
 * The path of the archive that has the last word on a file, in `chain`: StormLib gives all paths
 * one behind the other, each with its NUL, and an empty one at the end.
 */
static const char *last_archive(struct mpq *mpq, const char *name, char *chain, DWORD size)
{
    DWORD length = 0;
    const char *last = mpq->parts[0].path;
    pthread_mutex_lock(&mpq->lock);
    HANDLE file = mpq->part_count > 1 ? open_file(mpq, mpq->index, name) : NULL;
    if (file) {
        bool known = SFileGetFileInfo(file, SFileInfoPatchChain, chain, size, &length);
        for (char *at = chain; known && at < chain + length && *at; at += strlen(at) + 1) {
            last = at;
        }
        SFileCloseFile(file);
    }
    pthread_mutex_unlock(&mpq->lock);
    return last;
}

/* A name as the listfile spells it; the name itself when it is not listed. */
static const char *spelled(const struct mpq *mpq, const char *canonical)
{
    const char *strings = (const char *)mpq->pool.data;
    size_t low = 0;
    size_t high = mpq->name_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(canonical, strings + mpq->names[middle].name);
        if (order == 0) {
            return strings + mpq->names[middle].spelled;
        }
        if (order < 0) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return canonical;
}

static void origin(const struct source *source, size_t id, const char *canonical, char *text,
                   size_t size)
{
    struct mpq *mpq = (struct mpq *)source;
    char name[MPQ_NAME_BYTES];
    char chain[16 * PATH_MAX];
    (void)id;
    if (size == 0) {
        return;
    }
    text[0] = '\0';
    if (archive_name(canonical, name)) {
        append_text(text, size, last_archive(mpq, name, chain, sizeof chain));
        append_text(text, size, ":");
    }
    append_text(text, size, spelled(mpq, canonical));
}

static size_t name_count(const struct source *source)
{
    return ((const struct mpq *)source)->name_count;
}

static const char *name_at(const struct source *source, size_t index)
{
    const struct mpq *mpq = (const struct mpq *)source;
    return (const char *)mpq->pool.data + mpq->names[index].name;
}

static void destroy(struct source *source)
{
    struct mpq *mpq = (struct mpq *)source;
    if (mpq->index) {
        SFileCloseArchive(mpq->index);
    }
    for (size_t i = 0; i < mpq->idle_count; i++) {
        SFileCloseArchive(mpq->idle[i]);
    }
    for (size_t i = 0; i < mpq->part_count; i++) {
        free(mpq->parts[i].path);
        free(mpq->parts[i].prefix);
    }
    pthread_mutex_destroy(&mpq->lock);
    free(mpq->parts);
    free(mpq->idle);
    free(mpq->names);
    buffer_free(&mpq->pool);
    free(mpq);
}

static const struct source_vtable vtable = {
    .find = find,
    .read = read_file,
    .size = size_of,
    .origin = origin,
    .name_count = name_count,
    .name = name_at,
    .destroy = destroy,
};

static size_t add_string(struct mpq *mpq, const char *text)
{
    size_t offset = mpq->pool.size;
    buffer_append(&mpq->pool, text, strlen(text) + 1);
    return offset;
}

static bool add_name(struct mpq *mpq, const char *name, const char *spelled, size_t *capacity)
{
    if (mpq->name_count == *capacity) {
        size_t more = *capacity ? 2 * *capacity : 1024;
        struct listed *names = reallocarray(mpq->names, more, sizeof *names);
        if (!names) {
            return false;
        }
        mpq->names = names;
        *capacity = more;
    }
    struct listed *listed = &mpq->names[mpq->name_count++];
    listed->name = add_string(mpq, name);
    listed->spelled = add_string(mpq, spelled);
    for (char *at = (char *)mpq->pool.data + listed->spelled; !mpq->pool.failed && *at; at++) {
        *at = *at == '\\' ? '/' : *at;
    }
    return !mpq->pool.failed;
}

/* Files the client asks for: not what archives keep about themselves, nor what is deleted. */
static bool is_listed(const SFILE_FIND_DATA *found)
{
    return found->cFileName[0] != '(' && !is_pseudo_name(found->cFileName) &&
           (found->dwFileFlags & MPQ_FILE_DELETE_MARKER) == 0;
}

static bool collect_names(struct mpq *mpq, HANDLE handle, size_t *refused)
{
    SFILE_FIND_DATA found;
    size_t capacity = 0;
    bool fine = true;
    HANDLE search = SFileFindFirstFile(handle, "*", &found, NULL);
    bool more = search != NULL;
    while (more && fine) {
        char canonical[NAME_BYTES];
        if (is_listed(&found)) {
            bool usable = strlen(found.cFileName) < MPQ_NAME_BYTES &&
                          name_canonical(found.cFileName, canonical);
            *refused += !usable;
            fine = !usable || add_name(mpq, canonical, found.cFileName, &capacity);
        }
        more = SFileFindNextFile(search, &found);
    }
    if (search != NULL) {
        SFileFindClose(search);
    }
    return fine;
}

static int compare_names(const void *a, const void *b, void *pool)
{
    const char *strings = pool;
    const struct listed *x = a;
    const struct listed *y = b;
    int order = strcmp(strings + x->name, strings + y->name);
    return order ? order : strcmp(strings + x->spelled, strings + y->spelled);
}

static void sort_names(struct mpq *mpq)
{
    const char *strings = (const char *)mpq->pool.data;
    size_t kept = 0;
    if (mpq->name_count > 0) {
        qsort_r(mpq->names, mpq->name_count, sizeof *mpq->names, compare_names, mpq->pool.data);
    }
    for (size_t i = 0; i < mpq->name_count; i++) {
        if (kept == 0 ||
            strcmp(strings + mpq->names[kept - 1].name, strings + mpq->names[i].name) != 0) {
            mpq->names[kept++] = mpq->names[i];
        }
    }
    mpq->name_count = kept;
}

/* The names of the listfiles, by a handle of its own that then goes, with its memory. */
static enum adtmap_status list_names(struct mpq *mpq, const struct diag *diag)
{
    size_t refused = 0;
    HANDLE handle = open_parts(mpq, MPQ_OPEN_READ_ONLY | MPQ_OPEN_NO_ATTRIBUTES);
    if (!handle) {
        diag_warn(diag, NULL, NO_OFFSET, "the names in the archive cannot be listed");
        return ADTMAP_OK;
    }
    bool fine = collect_names(mpq, handle, &refused);
    SFileCloseArchive(handle);
    if (!fine) {
        return diag_fail_memory(diag);
    }
    if (refused > 0) {
        diag_warn(diag, NULL, NO_OFFSET,
                  "%zu names lead outside the data or are too long: left out", refused);
    }
    sort_names(mpq);
    return ADTMAP_OK;
}

/* Keeps a part that is open. */
static bool keep_part(struct mpq *mpq, const struct mpq_part *part)
{
    struct part *kept = &mpq->parts[mpq->part_count++];
    kept->path = strdup(part->path);
    kept->prefix = strdup(part->prefix);
    return kept->path && kept->prefix;
}

static enum adtmap_status fail_open(const char *path, const struct diag *diag)
{
    struct diag at_path = *diag;
    at_path.file = path;
    return diag_fail(&at_path, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                     "a damaged archive: its tables cannot be read");
}

/* Opens a part, as the index when it is the first, and attached to it otherwise. */
static enum adtmap_status open_part(struct mpq *mpq, const struct mpq_part *part,
                                    const struct diag *diag)
{
    enum adtmap_status status = mpq_archive_check(part->path, diag);
    if (status) {
        return status;
    }
    if (!mpq->index && part->prefix[0] != '\0') {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                         "an update, and no archive is there for it to change");
    }
    bool fine = mpq->index && mpq_archive_attach(mpq->index, part->path, part->prefix);
    if (!mpq->index) {
        mpq->index = mpq_archive_open(part->path, MPQ_ARCHIVE_FLAGS);
        fine = mpq->index != NULL;
    }
    if (!fine) {
        return fail_open(part->path, diag);
    }
    return keep_part(mpq, part) ? ADTMAP_OK : diag_fail_memory(diag);
}

/* Opens the parts that can be; warns of those left out. */
static enum adtmap_status open_index(struct mpq *mpq, const struct mpq_part *parts, size_t count,
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
    if (mpq->index) {
        return ADTMAP_OK;
    }
    return count > 1 ? fail_open(parts[count - 1].path, diag) : status;
}

static struct mpq *mpq_create(size_t part_count)
{
    struct mpq *mpq = calloc(1, sizeof *mpq);
    if (!mpq) {
        return NULL;
    }
    mpq->source.v = &vtable;
    mpq->parts = calloc(part_count, sizeof *mpq->parts);
    if (!mpq->parts || pthread_mutex_init(&mpq->lock, NULL)) {
        free(mpq->parts);
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
    enum adtmap_status status = open_index(mpq, parts, count, diag);
    if (status == ADTMAP_OK) {
        struct diag at_first = *diag;
        at_first.file = mpq->parts[0].path;
        status = list_names(mpq, &at_first);
    }
    if (status) {
        destroy(&mpq->source);
        return status;
    }
    *source = &mpq->source;
    return ADTMAP_OK;
}

/* The largest file of an archive by the name StormLib gives it; false when there is none. */
static bool largest_file(HANDLE handle, char name[MAX_PATH])
{
    SFILE_FIND_DATA found;
    DWORD largest = 0;
    HANDLE search = SFileFindFirstFile(handle, "*", &found, NULL);
    bool more = search != NULL;
    bool any = false;
    while (more) {
        if (found.cFileName[0] != '(' && (!any || found.dwFileSize > largest)) {
            memcpy(name, found.cFileName, MAX_PATH);
            largest = found.dwFileSize;
            any = true;
        }
        more = SFileFindNextFile(search, &found);
    }
    if (search != NULL) {
        SFileFindClose(search);
    }
    return any;
}

static HANDLE open_single(HANDLE handle, const char *canonical)
{
    char name[MAX_PATH];
    const char *const names[] = {canonical, path_base(canonical)};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        HANDLE file = NULL;
        if (archive_name(names[i], name) &&
            SFileOpenFileEx(handle, name, SFILE_OPEN_FROM_MPQ, &file)) {
            return file;
        }
    }
    HANDLE file = NULL;
    bool found = largest_file(handle, name);
    return found && SFileOpenFileEx(handle, name, SFILE_OPEN_FROM_MPQ, &file) ? file : NULL;
}

enum adtmap_status mpq_read_single(const char *path, const char *canonical, const struct diag *diag,
                                   struct blob *blob)
{
    struct diag at_path = *diag;
    at_path.file = path;
    enum adtmap_status status = mpq_archive_check(path, diag);
    if (status) {
        return status;
    }
    HANDLE handle = mpq_archive_open(path, MPQ_OPEN_READ_ONLY);
    if (!handle) {
        return fail_open(path, diag);
    }
    HANDLE file = open_single(handle, canonical);
    if (file) {
        status = read_open_file(file, &at_path, blob);
        SFileCloseFile(file);
    } else {
        status = diag_fail(&at_path, ADTMAP_BAD_DATA, NULL, NO_OFFSET, "no file in the archive");
    }
    SFileCloseArchive(handle);
    return status;
}
