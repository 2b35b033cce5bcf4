/*
 * The file stays mapped. A line takes 12 bytes of memory: its id, and offset and length of its
 * path. Ids are found by binary search in the sorted lines. Names are found by an index of
 * hashes.
 *
 * Names in the file have any spelling, and making millions of them canonical would take most of the
 * time. So hashing and comparing fold case and slashes on the fly, eight bytes at a time. Only a
 * name that is asked for is made canonical.
 */
#include "assets/sources/listfile.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/hash_index.h"
#include "base/size.h"
#include "os/file.h"

enum { LOOK_AT_BYTES = 4096 }; /* searched for bytes that text does not contain */

struct listfile_line {
    uint32_t id;     /* 0 in a list without ids */
    uint32_t offset; /* of the path in the file */
    uint32_t length; /* of the path */
};

struct listfile {
    struct blob text;
    struct listfile_line *lines; /* sorted by id, if there are ids */
    size_t count;
    bool has_ids;
    struct hash_index names; /* of lines; only if there are ids */
};

static const char *path_of(const struct listfile *listfile, size_t line)
{
    return (const char *)listfile->text.data + listfile->lines[line].offset;
}

/* Folds eight bytes at once: upper case to lower case, '\' to '/'. */
static uint64_t fold(uint64_t word)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t low = word & 0x7f * ones;
    uint64_t beyond_z = low + (0x7f - 'Z') * ones;
    uint64_t from_a = low + (0x80 - 'A') * ones;
    uint64_t upper = ~word & (from_a ^ beyond_z) & 0x80 * ones;
    uint64_t slash = word ^ '\\' * ones;
    uint64_t slashes = ~(((slash & 0x7f * ones) + 0x7f * ones) | slash | 0x7f * ones);
    uint64_t change = (slashes >> 7) * ('\\' ^ '/');
    return (word | upper >> 2) ^ change;
}

static uint64_t hash_name(const char *name, size_t length)
{
    uint64_t hash = length;
    for (size_t i = 0; i < length; i += sizeof hash) {
        uint64_t word = 0;
        memcpy(&word, name + i, size_min(sizeof word, length - i));
        hash = (hash ^ fold(word)) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    return hash * UINT64_C(0xbf58476d1ce4e5b9);
}

static bool same_name(const char *a, const char *b, size_t length)
{
    for (size_t i = 0; i < length; i += sizeof(uint64_t)) {
        uint64_t left = 0;
        uint64_t right = 0;
        memcpy(&left, a + i, size_min(sizeof left, length - i));
        memcpy(&right, b + i, size_min(sizeof right, length - i));
        if (fold(left) != fold(right)) {
            return false;
        }
    }
    return true;
}

static bool add_line(struct listfile *listfile, uint32_t id, size_t offset, size_t length)
{
    if (!ARRAY_ROOM(listfile->lines, listfile->count)) {
        return false;
    }
    listfile->lines[listfile->count++] =
        (struct listfile_line){id, (uint32_t)offset, (uint32_t)length};
    return true;
}

/* Reads "123;" at the start of a line. Returns its length, or 0 if there is no valid id. */
static size_t read_id(const char *line, size_t length, uint32_t *id)
{
    uint64_t value = 0;
    size_t at = 0;
    while (at < length && at < 11 && line[at] >= '0' && line[at] <= '9') {
        value = 10 * value + (uint64_t)(line[at++] - '0');
    }
    if (at == 0 || at == length || line[at] != ';' || value == 0 || value > UINT32_MAX) {
        return 0;
    }
    *id = (uint32_t)value;
    return at + 1;
}

/* State while lines are read. */
struct scan {
    bool begun; /* a line has decided the format */
    bool fine;  /* not out of memory */
    size_t broken;
    size_t first_broken; /* offset */
};

/* The length without trailing white space. */
static size_t trim(const char *text, size_t length)
{
    while (length > 0 && (text[length - 1] == '\r' || text[length - 1] == ' ')) {
        length--;
    }
    return length;
}

static void scan_line(struct listfile *listfile, struct scan *scan, size_t begin, size_t length)
{
    const char *line = (const char *)listfile->text.data + begin;
    length = trim(line, length);
    if (length == 0) {
        return;
    }
    uint32_t id = 0;
    size_t skip = read_id(line, length, &id);
    if (!scan->begun) {
        listfile->has_ids = skip > 0;
        scan->begun = true;
    }
    const char *more = memchr(line + skip, ';', length - skip);
    size_t path = more ? trim(line + skip, (size_t)(more - line) - skip) : length - skip;
    if (listfile->has_ids != (skip > 0) || path == 0 || path >= NAME_BYTES) {
        scan->first_broken = scan->broken++ > 0 ? scan->first_broken : begin;
    } else {
        scan->fine = add_line(listfile, id, begin + skip, path);
    }
}

static enum adtmap_status scan_lines(struct listfile *listfile, const struct diag *diag)
{
    static const char mark[] = "\xef\xbb\xbf"; /* byte order mark of UTF-8 */
    struct scan scan = {.fine = true};
    const char *text = (const char *)listfile->text.data;
    size_t size = listfile->text.size;
    size_t begin = size >= 3 && memcmp(text, mark, 3) == 0 ? 3 : 0;
    while (begin < size && scan.fine) {
        const char *newline = memchr(text + begin, '\n', size - begin);
        size_t end = newline ? (size_t)(newline - text) : size;
        scan_line(listfile, &scan, begin, end - begin);
        begin = end + 1;
    }
    if (!scan.fine) {
        return diag_fail_memory(diag);
    }
    if (scan.broken > 0) {
        diag_warn(diag, NULL, (int64_t)scan.first_broken,
                  "%zu lines skipped, this the first: not %s", scan.broken,
                  listfile->has_ids ? "an id, a semicolon and a path" : "a path");
    }
    return ADTMAP_OK;
}

static int compare_lines(const void *a, const void *b)
{
    const struct listfile_line *x = a;
    const struct listfile_line *y = b;
    uint32_t left = x->id != y->id ? x->id : x->offset;
    uint32_t right = x->id != y->id ? y->id : y->offset;
    return (left > right) - (left < right);
}

/* Sorts by id, unless the lines are sorted already, as in published listfiles. */
static void sort_lines(struct listfile *listfile)
{
    size_t i = 1;
    while (i < listfile->count && listfile->lines[i - 1].id <= listfile->lines[i].id) {
        i++;
    }
    if (i < listfile->count) {
        array_sort(listfile->lines, listfile->count, sizeof *listfile->lines, compare_lines);
    }
}

/* The line of a name with this hash; NULL: none. */
static const struct listfile_line *find_line(const struct listfile *listfile, uint64_t hash,
                                             const char *name, size_t length)
{
    struct hash_probe probe = hash_index_probe(&listfile->names, hash);
    while (hash_index_next(&listfile->names, &probe)) {
        if (listfile->lines[probe.number].length == length &&
            same_name(path_of(listfile, probe.number), name, length)) {
            return &listfile->lines[probe.number];
        }
    }
    return NULL;
}

/* Adds all names. Of equal names the first stays; it has the lowest id. Works in batches and
 * prefetches the slots of a batch, so that their cache misses overlap with the hashing of other
 * names. */
static bool index_names(struct listfile *listfile)
{
    enum { AHEAD = 32 };
    uint64_t hashes[AHEAD];
    struct hash_index *names = &listfile->names;
    if (!hash_index_reserve(names, listfile->count)) {
        return false;
    }
    for (size_t i = 0; i < listfile->count; i += AHEAD) {
        size_t count = size_min(AHEAD, listfile->count - i);
        for (size_t k = 0; k < count; k++) {
            hashes[k] = hash_name(path_of(listfile, i + k), listfile->lines[i + k].length);
            __builtin_prefetch(&names->slots[hash_index_probe(names, hashes[k]).at], 1);
        }
        for (size_t k = 0; k < count; k++) {
            size_t line = i + k;
            if (!find_line(listfile, hashes[k], path_of(listfile, line),
                           listfile->lines[line].length)) {
                (void)hash_index_add(names, hashes[k], (uint32_t)line); /* there is room */
            }
        }
    }
    return true;
}

static enum adtmap_status read_listfile(struct listfile *listfile, const struct diag *diag)
{
    enum adtmap_status status = file_map(diag->file, diag, &listfile->text);
    if (status) {
        return status;
    }
    if (listfile->text.size > UINT32_MAX) {
        return diag_fail(diag, ADTMAP_LIMIT, NULL, NO_OFFSET, "more than 4 GiB of names");
    }
    if (memchr(listfile->text.data, '\0', size_min(listfile->text.size, LOOK_AT_BYTES))) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET, "not a listfile: not text");
    }
    status = scan_lines(listfile, diag);
    if (status == ADTMAP_OK && listfile->count == 0) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                         "not a listfile: it contains no name");
    }
    if (status == ADTMAP_OK && listfile->has_ids) {
        sort_lines(listfile);
        status = index_names(listfile) ? ADTMAP_OK : diag_fail_memory(diag);
    }
    return status;
}

enum adtmap_status listfile_open(const char *path, const struct diag *diag,
                                 struct listfile **listfile)
{
    struct diag at_path = diag_at(diag, path);
    *listfile = NULL;
    struct listfile *opened = calloc(1, sizeof *opened);
    if (!opened) {
        return diag_fail_memory(&at_path);
    }
    enum adtmap_status status = read_listfile(opened, &at_path);
    if (status) {
        listfile_close(opened);
        return status;
    }
    *listfile = opened;
    return ADTMAP_OK;
}

void listfile_close(struct listfile *listfile)
{
    if (!listfile) {
        return;
    }
    blob_release(&listfile->text);
    free(listfile->lines);
    hash_index_free(&listfile->names);
    free(listfile);
}

bool listfile_has_ids(const struct listfile *listfile)
{
    return listfile->has_ids;
}

size_t listfile_count(const struct listfile *listfile)
{
    return listfile->count;
}

bool listfile_name(const struct listfile *listfile, size_t index, char name[NAME_BYTES])
{
    char path[NAME_BYTES];
    size_t length = listfile->lines[index].length;
    memcpy(path, path_of(listfile, index), length);
    path[length] = '\0';
    return strlen(path) == length && name_canonical(path, name);
}

static int listfile_compare_id(const void *id, const void *line)
{
    return array_compare_u32(id, &((const struct listfile_line *)line)->id);
}

/* Of several lines with the id the last counts. */
bool listfile_name_of_id(const struct listfile *listfile, uint32_t id, char name[NAME_BYTES])
{
    size_t behind = array_upper_bound(&id, listfile->lines, listfile->count,
                                      sizeof *listfile->lines, listfile_compare_id);
    return id != 0 && behind > 0 && listfile->lines[behind - 1].id == id &&
           listfile_name(listfile, behind - 1, name);
}

uint32_t listfile_id_of_name(const struct listfile *listfile, const char *name)
{
    char canonical[NAME_BYTES];
    if (!name_canonical(name, canonical)) {
        return 0;
    }
    size_t length = strlen(canonical);
    const struct listfile_line *line =
        find_line(listfile, hash_name(canonical, length), canonical, length);
    return line ? line->id : 0;
}
