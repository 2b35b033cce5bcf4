#include "assets/sources/mpq_archive.h"

#include "assets/sources/mpq_reader.h"
#include "assets/sources/mpq_sectors.h"

#include <fcntl.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "os/subprocess.h"
#include "os/syscall_filter.h"

/*
 * A reader has a subprocess. A request is a struct question: what to do, and the name of a file.
 * The answer is a struct head, with a status and a message, and a body of bytes. The subprocess
 * opens the archives on its first read and keeps them open. If it crashes or exceeds its limits,
 * the request fails with ADTMAP_BAD_DATA. It may have read damaged data, so that its answer is not
 * trusted: the parent limits the status, the message and the size of the body.
 */

/*
 * Limits of a request. The slowest compression unpacks 16 MiB in a second, and opening an archive
 * takes less than one. A disk may need a minute, with ten more for large files.
 */
enum {
    CPU_SECONDS = 2,
    CPU_SECONDS_MOST = 10,
    BYTES_PER_CPU_SECOND = 16 << 20,
    SECONDS = 60,
    BYTES_PER_SECOND = 4 << 20,
};

/* A file of 2 GiB, packed and unpacked, and a buffer that doubles. */
static const uint64_t MEMORY_MOST = UINT64_C(8) << 30;

enum kind { CHECK, HASHES, FIND, READ, READ_SINGLE, LIST };

struct question {
    enum kind kind;
    char canonical[MPQ_NAME_BYTES];
};

struct head {
    enum adtmap_status status;
    char what[160];
    struct mpq_found found; /* of FIND */
    size_t bad_part;        /* of CHECK */
};

struct mpq_reader {
    const struct mpq_part *parts;
    size_t part_count;
    struct subprocess *subprocess;
    bool was_stopped; /* the last request ended with the subprocess */
    HANDLE handle;    /* these two in the subprocess only */
    int descriptor;   /* the archive's file, if there is one part; else negative */
};

/* ---- in the subprocess ---- */

static void refuse(struct head *head, enum adtmap_status status, const char *what)
{
    head->status = status;
    snprintf(head->what, sizeof head->what, "%s", what);
}

/* Why bytes of a file are missing: memory, or damage. */
static void refuse_unpacked(struct head *head, unsigned got, unsigned size)
{
    if (GetLastError() == ERROR_NOT_ENOUGH_MEMORY) {
        refuse(head, ADTMAP_NO_MEMORY, "unpacking it takes more memory than there is");
        return;
    }
    head->status = ADTMAP_BAD_DATA;
    snprintf(head->what, sizeof head->what,
             "%u of %u bytes can be unpacked: damaged in the archive", got, size);
}

static DWORD number_of(HANDLE handle, SFileInfoClass what)
{
    DWORD number = 0;
    SFileGetFileInfo(handle, what, &number, sizeof number, NULL);
    return number;
}

/* Unpacks without StormLib if the file is one for mpq_sectors.h. */
static bool unpack_sectors(const struct mpq_reader *reader, HANDLE file, DWORD size, uint8_t *data)
{
    const DWORD known = MPQ_FILE_EXISTS | MPQ_FILE_COMPRESS | MPQ_FILE_SECTOR_CRC;
    DWORD flags = mpq_archive_file_flags(file);
    ULONGLONG offset = 0;
    if (reader->descriptor < 0 || (flags & ~known) || !(flags & MPQ_FILE_COMPRESS) ||
        !SFileGetFileInfo(file, SFileInfoByteOffset, &offset, sizeof offset, NULL)) {
        return false;
    }
    const struct mpq_packed_file packed = {
        .offset = offset,
        .packed_bytes = number_of(file, SFileInfoCompressedSize),
        .bytes = size,
        .sector_bytes = number_of(reader->handle, SFileMpqSectorSize),
    };
    return packed.sector_bytes > 0 && packed.packed_bytes <= INT32_MAX &&
           mpq_sectors_unpack(reader->descriptor, &packed, data);
}

static void unpack(const struct mpq_reader *reader, HANDLE file, struct head *head,
                   struct buffer *body)
{
    DWORD high = 0;
    DWORD size = SFileGetFileSize(file, &high);
    if (size == SFILE_INVALID_SIZE) {
        refuse(head, ADTMAP_BAD_DATA, "no size: damaged in the archive");
        return;
    }
    if (high != 0 || size > INT32_MAX) {
        refuse(head, ADTMAP_LIMIT, "more than 2 GiB");
        return;
    }
    DWORD got = 0;
    uint8_t *data = buffer_extend(body, size);
    if (size > 0 && !data) {
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
        refuse_unpacked(head, 0, size);
        buffer_free(body);
    } else if (size > 0 && unpack_sectors(reader, file, size, data)) {
        return;
    } else if (size > 0 && (!SFileReadFile(file, data, size, &got, NULL) || got != size)) {
        refuse_unpacked(head, got, size);
        buffer_clear(body);
    }
}

/* Memory of one file serves the next: pages that come fresh from the system take as long as
 * unpacking a tenth of them. */
static void keep_memory(void)
{
    enum { KEPT_BYTES = 64 << 20 };
    mallopt(M_MMAP_THRESHOLD, KEPT_BYTES);
    mallopt(M_TRIM_THRESHOLD, KEPT_BYTES);
}

/* Opens the archives; from then on the process opens no more files. NULL if they cannot be. */
static HANDLE open_for_good(struct mpq_reader *reader, size_t part_count, DWORD flags)
{
    size_t bad;
    reader->handle = mpq_archive_open(reader->parts, part_count, flags, &bad);
    reader->descriptor = part_count == 1 ? open(reader->parts[0].path, O_RDONLY | O_CLOEXEC) : -1;
    keep_memory();
    syscall_filter_seal();
    return reader->handle;
}

/* Opens the archives unless they are open. */
static bool keep_open(struct mpq_reader *reader)
{
    return reader->handle || open_for_good(reader, reader->part_count, MPQ_ARCHIVE_FLAGS);
}

/* Whether the file is a patch of a file that no part has. */
static bool lacks_its_base(const struct mpq_reader *reader, HANDLE file)
{
    return reader->part_count == 1 && (mpq_archive_file_flags(file) & MPQ_FILE_PATCH_FILE) != 0;
}

static void close_archive(struct mpq_reader *reader)
{
    if (reader->handle) {
        SFileCloseArchive(reader->handle);
        reader->handle = NULL;
    }
}

static void read_named(struct mpq_reader *reader, const char *canonical, struct head *head,
                       struct buffer *body)
{
    char name[MPQ_NAME_BYTES];
    if (!keep_open(reader)) {
        refuse(head, ADTMAP_IO, "the archive cannot be reopened");
        return;
    }
    HANDLE file = mpq_archive_name(canonical, name)
                      ? mpq_archive_find(reader->handle, reader->part_count, name)
                      : NULL;
    if (!file) {
        refuse(head, ADTMAP_NOT_FOUND, "not in the archive");
        return;
    }
    if (lacks_its_base(reader, file)) {
        refuse(head, ADTMAP_BAD_DATA,
               "holds only what an update changes; open the client's Data folder, which has the "
               "archive that it patches");
    } else {
        unpack(reader, file, head, body);
    }
    SFileCloseFile(file);
}

/* The name of the largest file of an archive, from StormLib. False if there is none. */
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

static HANDLE find_single(HANDLE handle, const char *canonical)
{
    char name[MAX_PATH];
    const char *const names[] = {canonical, path_base(canonical)};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        HANDLE file = NULL;
        if (mpq_archive_name(names[i], name) &&
            SFileOpenFileEx(handle, name, SFILE_OPEN_FROM_MPQ, &file)) {
            return file;
        }
    }
    HANDLE file = NULL;
    bool found = largest_file(handle, name);
    return found && SFileOpenFileEx(handle, name, SFILE_OPEN_FROM_MPQ, &file) ? file : NULL;
}

static void read_single(struct mpq_reader *reader, const char *canonical, struct head *head,
                        struct buffer *body)
{
    HANDLE handle = open_for_good(reader, 1, MPQ_OPEN_READ_ONLY);
    HANDLE file = handle ? find_single(handle, canonical) : NULL;
    if (file) {
        unpack(reader, file, head, body);
        SFileCloseFile(file);
    } else {
        refuse(head, ADTMAP_BAD_DATA,
               handle ? "no file in the archive" : "a damaged archive: its tables cannot be read");
    }
    close_archive(reader);
}

/* Whether it is a file for the client: not an internal file of the archive, not of
 * one language alone, and not deleted. */
static bool is_listed(const SFILE_FIND_DATA *found)
{
    return found->cFileName[0] != '(' && !mpq_archive_is_number(found->cFileName) &&
           found->lcLocale == 0 && (found->dwFileFlags & MPQ_FILE_DELETE_MARKER) == 0;
}

static void list(struct mpq_reader *reader, struct head *head, struct buffer *body)
{
    SFILE_FIND_DATA found;
    HANDLE handle =
        open_for_good(reader, reader->part_count, MPQ_OPEN_READ_ONLY | MPQ_OPEN_NO_ATTRIBUTES);
    if (!handle) {
        refuse(head, ADTMAP_BAD_DATA, "the names in the archive cannot be listed");
        return;
    }
    HANDLE search = SFileFindFirstFile(handle, "*", &found, NULL);
    bool more = search != NULL;
    while (more) {
        if (is_listed(&found)) {
            buffer_append(body, found.cFileName, strlen(found.cFileName) + 1);
        }
        more = SFileFindNextFile(search, &found);
    }
    if (search != NULL) {
        SFileFindClose(search);
    }
    close_archive(reader);
}

static void check(const struct mpq_reader *reader, struct head *head)
{
    HANDLE handle =
        mpq_archive_open(reader->parts, reader->part_count, MPQ_ARCHIVE_FLAGS, &head->bad_part);
    if (handle) {
        SFileCloseArchive(handle);
    } else {
        refuse(head, ADTMAP_BAD_DATA, "a damaged archive: its tables cannot be read");
    }
}

static void add_hashes(const TMPQHash *table, DWORD bytes, struct buffer *body)
{
    const DWORD deleted_or_free = 0xFFFFFFFE;
    for (size_t i = 0; i < bytes / sizeof *table; i++) {
        uint64_t hash = (uint64_t)table[i].dwName1 << 32 | table[i].dwName2;
        if (table[i].dwBlockIndex < deleted_or_free) {
            buffer_append(body, &hash, sizeof hash);
        }
    }
}

static void give_hashes(struct mpq_reader *reader, struct buffer *body)
{
    TMPQHeader header = {0};
    DWORD bytes = 0;
    if (!keep_open(reader) || reader->part_count > 1 ||
        !SFileGetFileInfo(reader->handle, SFileMpqHeader, &header, sizeof header, NULL) ||
        header.wFormatVersion > MPQ_FORMAT_VERSION_2) {
        return;
    }
    SFileGetFileInfo(reader->handle, SFileMpqHashTable, NULL, 0, &bytes);
    TMPQHash *table = bytes > 0 ? malloc(bytes) : NULL;
    if (table && SFileGetFileInfo(reader->handle, SFileMpqHashTable, table, bytes, NULL)) {
        add_hashes(table, bytes, body);
    }
    free(table);
}

static void find_named(struct mpq_reader *reader, const char *canonical, struct head *head)
{
    char name[MPQ_NAME_BYTES];
    head->found.answer = SOURCE_ABSENT;
    HANDLE file = keep_open(reader) && mpq_archive_name(canonical, name)
                      ? mpq_archive_find(reader->handle, reader->part_count, name)
                      : NULL;
    if (file) {
        DWORD high = 0;
        DWORD low = SFileGetFileSize(file, &high);
        bool deleted = (mpq_archive_file_flags(file) & MPQ_FILE_DELETE_MARKER) != 0;
        head->found = (struct mpq_found){
            .answer = deleted ? SOURCE_DELETED : SOURCE_PRESENT,
            .bytes = low == SFILE_INVALID_SIZE ? MPQ_BYTES_UNKNOWN : (uint64_t)high << 32 | low,
            .part = mpq_archive_part_of(file, reader->parts, reader->part_count),
        };
        SFileCloseFile(file);
    }
}

static void answer(void *user, const void *asked, void *head, struct buffer *body)
{
    struct mpq_reader *reader = user;
    const struct question *question = asked;
    switch (question->kind) {
    case READ:
        read_named(reader, question->canonical, head, body);
        return;
    case READ_SINGLE:
        read_single(reader, question->canonical, head, body);
        return;
    case LIST:
        list(reader, head, body);
        return;
    case HASHES:
        give_hashes(reader, body);
        return;
    case FIND:
        find_named(reader, question->canonical, head);
        return;
    default:
        check(reader, head);
    }
}

/* ---- in the parent process ---- */

struct mpq_reader *mpq_reader_create(const struct mpq_part *parts, size_t count)
{
    struct mpq_reader *reader = malloc(sizeof *reader);
    if (!reader) {
        return NULL;
    }
    *reader = (struct mpq_reader){.parts = parts, .part_count = count};
    const struct subprocess_plan plan = {
        .work = answer,
        .user = reader,
        .question_size = sizeof(struct question),
        .head_size = sizeof(struct head),
        .body_most = INT32_MAX,
        .memory_most = MEMORY_MOST,
    };
    reader->subprocess = subprocess_create(&plan);
    if (!reader->subprocess) {
        mpq_reader_destroy(reader);
        return NULL;
    }
    return reader;
}

void mpq_reader_destroy(struct mpq_reader *reader)
{
    if (reader) {
        subprocess_destroy(reader->subprocess);
        free(reader);
    }
}

unsigned mpq_reader_cpu_seconds(uint64_t bytes)
{
    return CPU_SECONDS + (unsigned)(bytes / BYTES_PER_CPU_SECOND) < CPU_SECONDS_MOST
               ? CPU_SECONDS + (unsigned)(bytes / BYTES_PER_CPU_SECOND)
               : CPU_SECONDS_MOST;
}

static struct subprocess_limits limits_of(uint64_t bytes)
{
    uint64_t most = bytes < INT32_MAX ? bytes : INT32_MAX;
    return (struct subprocess_limits){mpq_reader_cpu_seconds(most),
                                      SECONDS + (unsigned)(most / BYTES_PER_SECOND)};
}

/* A request: what, of which file, of how many bytes (INT32_MAX: unknown). `doing` names it in
 * messages: "unpacking it", "reading its tables". */
struct request {
    enum kind kind;
    const char *canonical;
    uint64_t bytes;
    const char *doing;
};

static enum adtmap_status ask_with_head(struct mpq_reader *reader, const struct request *request,
                                        const struct diag *diag, struct head *head,
                                        struct blob *blob)
{
    struct question question = {.kind = request->kind};
    const struct subprocess_limits limits = limits_of(request->bytes);
    const char *doing = request->doing;
    uint8_t *body = NULL;
    size_t size = 0;
    snprintf(question.canonical, sizeof question.canonical, "%s", request->canonical);
    enum subprocess_end end =
        subprocess_ask(reader->subprocess, &question, &limits, head, &body, &size);
    reader->was_stopped = end == SUBPROCESS_DIED || end == SUBPROCESS_LATE;
    switch (end) {
    case SUBPROCESS_DIED:
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                         "a damaged archive: %s ends in a crash", doing);
    case SUBPROCESS_LATE:
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                         "a damaged archive: %s takes too long", doing);
    case SUBPROCESS_IMPOSSIBLE:
        return diag_fail(diag, ADTMAP_NO_MEMORY, NULL, NO_OFFSET, "no process or no memory for %s",
                         doing);
    default:
        break;
    }
    if (head->status) { /* a process that read damaged data may send anything */
        enum adtmap_status known =
            head->status <= ADTMAP_NO_MEMORY ? head->status : ADTMAP_BAD_DATA;
        free(body);
        return diag_fail(diag, known, NULL, NO_OFFSET, "%.*s", (int)sizeof head->what - 1,
                         head->what);
    }
    if (!body) {
        body = malloc(1);
    }
    *blob = blob_from_heap(body, size);
    return body ? ADTMAP_OK : diag_fail_memory(diag);
}

static enum adtmap_status ask(struct mpq_reader *reader, const struct request *request,
                              const struct diag *diag, struct blob *blob)
{
    struct head head;
    return ask_with_head(reader, request, diag, &head, blob);
}

bool mpq_reader_was_stopped(const struct mpq_reader *reader)
{
    return reader->was_stopped;
}

enum adtmap_status mpq_reader_check(struct mpq_reader *reader, const struct diag *diag, size_t *bad)
{
    const struct request request = {CHECK, "", INT32_MAX, "reading its tables"};
    struct head head = {.bad_part = SIZE_MAX};
    struct blob nothing = {0};
    enum adtmap_status status = ask_with_head(reader, &request, diag, &head, &nothing);
    *bad = head.bad_part < reader->part_count ? head.bad_part : reader->part_count - 1;
    blob_release(&nothing);
    return status;
}

enum adtmap_status mpq_reader_hashes(struct mpq_reader *reader, const struct diag *diag,
                                     struct blob *hashes)
{
    const struct request request = {HASHES, "", 0, "reading its tables"};
    return ask(reader, &request, diag, hashes);
}

enum adtmap_status mpq_reader_find(struct mpq_reader *reader, const char *canonical,
                                   const struct diag *diag, struct mpq_found *found)
{
    const struct request request = {FIND, canonical, 0, "looking names up"};
    struct head head;
    struct blob nothing = {0};
    if (strlen(canonical) >= MPQ_NAME_BYTES) {
        *found = (struct mpq_found){.answer = SOURCE_ABSENT};
        return ADTMAP_OK;
    }
    enum adtmap_status status = ask_with_head(reader, &request, diag, &head, &nothing);
    blob_release(&nothing);
    if (!status) {
        *found = head.found;
        found->answer = head.found.answer <= SOURCE_DELETED ? head.found.answer : SOURCE_ABSENT;
        found->part = head.found.part < reader->part_count ? head.found.part : 0;
    }
    return status;
}

enum adtmap_status mpq_reader_read(struct mpq_reader *reader, const char *canonical, uint64_t bytes,
                                   const struct diag *diag, struct blob *blob)
{
    const struct request request = {READ, canonical, bytes, "unpacking it"};
    if (strlen(canonical) >= MPQ_NAME_BYTES) {
        return diag_fail(diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET, "not in the archive");
    }
    return ask(reader, &request, diag, blob);
}

enum adtmap_status mpq_reader_read_single(struct mpq_reader *reader, const char *canonical,
                                          const struct diag *diag, struct blob *blob)
{
    const struct request request = {READ_SINGLE, canonical, INT32_MAX, "unpacking its file"};
    return ask(reader, &request, diag, blob);
}

enum adtmap_status mpq_reader_list(struct mpq_reader *reader, const struct diag *diag,
                                   struct blob *names)
{
    const struct request request = {LIST, "", INT32_MAX, "listing its names"};
    return ask(reader, &request, diag, names);
}
