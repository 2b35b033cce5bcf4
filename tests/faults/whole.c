#include "faults/whole.h"

#include <ftw.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cjson/cJSON.h>

#include "base/diag.h"
#include "base/path.h"
#include "codec/png/png_read.h"
#include "faults/child.h"
#include "faults/records.h"

/* State of nftw's callbacks; there is one walk at a time. */
static struct {
    const char *folder;
    const char *other;
    const char *reference; /* the one of a run without faults */
    enum compared compared;
    char *wrong;
} walk;

static const char *other_path(const char *path, char other[4096])
{
    snprintf(other, 4096, "%s%s", walk.other, path + strlen(walk.folder));
    return other;
}

static bool png_is_whole(const char *bytes, size_t size)
{
    const struct diag quiet = {0};
    struct picture picture = {0};
    bool whole = picture_decode_png((const uint8_t *)bytes, size, &quiet, &picture) == ADTMAP_OK;
    picture_free(&picture);
    return whole;
}

/* From the marker of a picture's beginning to that of its end. */
static bool jpeg_is_whole(const char *bytes, size_t size)
{
    return size > 4 && memcmp(bytes, "\xff\xd8", 2) == 0 &&
           memcmp(bytes + size - 2, "\xff\xd9", 2) == 0;
}

static bool json_is_whole(const char *text)
{
    cJSON *document = cJSON_Parse(text);
    cJSON_Delete(document);
    return document != NULL;
}

/* The header gives the offset and size of the tile data, which come last. */
static bool archive_is_whole(const char *bytes, size_t size)
{
    uint64_t place[2];
    if (size < 127) {
        return false;
    }
    memcpy(place, bytes + 56, sizeof place);
    return memcmp(bytes, "PMTiles", 7) == 0 && place[0] + place[1] == size;
}

/* Six numbers, one per line. */
static bool world_file_is_whole(const char *text)
{
    size_t lines = 0;
    for (const char *at = text; (at = strchr(at, '\n')); at++) {
        lines++;
    }
    return lines == 6 && text[strlen(text) - 1] == '\n';
}

/* What the axes of a picture are. */
static bool xml_is_whole(const char *text)
{
    static const char end[] = "</PAMDataset>\n";
    const char *last = strstr(text, end);
    return last && last[strlen(end)] == '\0';
}

/* A script of one statement, of which a run without faults may have another: tiles.js ends with
 * what the last tile shows, which may be the one that was lost. */
static bool statement_is_whole(const char *bytes, size_t size)
{
    return size > 2 && memcmp(bytes + size - 2, ";\n", 2) == 0;
}

static bool ends_alike(const char *path, const char *bytes, size_t size)
{
    char other[4096];
    size_t other_size = 0;
    char *other_bytes = read_whole(other_path(path, other), &other_size);
    size_t tail = other_size < 4 ? other_size : 4;
    bool alike = other_bytes && size >= tail &&
                 memcmp(bytes + size - tail, other_bytes + other_size - tail, tail) == 0;
    free(other_bytes);
    return alike;
}

static bool file_is_whole(const char *path, const char *bytes, size_t size)
{
    if (name_has_suffix(path, ".png")) {
        return png_is_whole(bytes, size);
    }
    if (name_has_suffix(path, ".jpg")) {
        return jpeg_is_whole(bytes, size);
    }
    if (name_has_suffix(path, ".json") || name_has_suffix(path, ".geojson")) {
        return json_is_whole(bytes);
    }
    if (name_has_suffix(path, ".pmtiles")) {
        return archive_is_whole(bytes, size);
    }
    if (name_has_suffix(path, ".pgw")) {
        return world_file_is_whole(bytes);
    }
    if (name_has_suffix(path, ".aux.xml")) {
        return xml_is_whole(bytes);
    }
    if (strstr(path, "/values/") || name_has_suffix(path, "/site.js") ||
        name_has_suffix(path, "/tiles.js")) {
        return statement_is_whole(bytes, size);
    }
    if (records_are_at(path)) {
        return strncmp(bytes, "adtmap-log ", 11) == 0;
    }
    if (strstr(path, "/.adtmap/")) {
        return size == 0 || bytes[size - 1] == '\n';
    }
    return ends_alike(path, bytes, size);
}

static int look_at(const char *path, const struct stat *info, int type, struct FTW *place)
{
    (void)info;
    (void)place;
    if (type != FTW_F) {
        return 0;
    }
    size_t size = 0;
    char *bytes = read_whole(path, &size);
    bool whole = bytes && file_is_whole(path, bytes, size);
    free(bytes);
    if (strstr(path, ".tmp.")) {
        snprintf(walk.wrong, WRONG_BYTES, "left behind: %s", path);
        return 1;
    }
    if (!whole) {
        snprintf(walk.wrong, WRONG_BYTES, "torn: %s, %zu bytes", path, size);
    }
    return !whole;
}

/* Whether a file is part of the current comparison. */
static bool is_compared(const char *path)
{
    switch (walk.compared) {
    case COMPARE_SEEN:
        return !records_are_at(path) && !strstr(path, "/.adtmap/places");
    case COMPARE_LATER:
        return !name_has_suffix(path, "/.adtmap/changed.txt");
    case COMPARE_ALL:
        break;
    }
    return true;
}

static bool has_same_bytes(const char *path, const char *other, bool *both)
{
    size_t size = 0;
    size_t other_size = 0;
    char *bytes = read_whole(path, &size);
    char *other_bytes = read_whole(other, &other_size);
    *both = bytes && other_bytes;
    bool same = *both && size == other_size && memcmp(bytes, other_bytes, size) == 0;
    free(bytes);
    free(other_bytes);
    return same;
}

static bool has_line(const char *text, const char *line, size_t length)
{
    const char *end;
    for (const char *at = text; (end = strchr(at, '\n')); at = end + 1) {
        if ((size_t)(end - at) == length && memcmp(at, line, length) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether the lines of one list are in the other, those of `but` apart where that is not NULL. */
static bool holds_lines(const char *list, const char *lines, const char *but)
{
    const char *end;
    for (const char *at = lines; (end = strchr(at, '\n')); at = end + 1) {
        const char *found = but ? strstr(at, but) : NULL;
        if (!(found && found < end) && !has_line(list, at, (size_t)(end - at))) {
            return false;
        }
    }
    return true;
}

/*
 * Compares lists of changes. After a kill during the zoom levels all of them are written again, so
 * that the next run lists more of them than a run without faults. Otherwise both lists are equal.
 */
static bool lists_agree(const char *path, const char *other)
{
    bool swapped = walk.folder == walk.reference;
    size_t size;
    char *list = read_whole(swapped ? other : path, &size);
    char *wanted = read_whole(swapped ? path : other, &size);
    bool agree =
        list && wanted && holds_lines(list, wanted, NULL) && holds_lines(wanted, list, "/web/");
    free(list);
    free(wanted);
    return agree;
}

static int compare_file(const char *path, const struct stat *info, int type, struct FTW *place)
{
    char other[4096];
    (void)info;
    (void)place;
    if (type != FTW_F || !is_compared(path)) {
        return 0;
    }
    bool both = false;
    bool same = has_same_bytes(path, other_path(path, other), &both) ||
                (both && records_are_at(path) && records_are_same(path, other)) ||
                (both && walk.compared == COMPARE_ALL &&
                 name_has_suffix(path, "/.adtmap/changed.txt") && lists_agree(path, other));
    if (!same) {
        snprintf(walk.wrong, WRONG_BYTES, "%s: %s", both ? "differs" : "one has no such file",
                 path);
    }
    return !same;
}

static bool visit(const char *folder, const char *other, char *wrong, __nftw_func_t visitor)
{
    walk.folder = folder;
    walk.other = other;
    walk.wrong = wrong;
    return nftw(folder, visitor, 16, FTW_PHYS) != 1; /* -1 if the folder does not exist */
}

bool tree_is_whole(const char *folder, const char *reference, char wrong[WRONG_BYTES])
{
    return visit(folder, reference, wrong, look_at);
}

bool tree_is_same(const char *folder, const char *reference, enum compared compared,
                  char wrong[WRONG_BYTES])
{
    walk.compared = compared;
    walk.reference = reference;
    return visit(folder, reference, wrong, compare_file) &&
           visit(reference, folder, wrong, compare_file);
}

static int look_for_lost(const char *path, const struct stat *info, int type, struct FTW *place)
{
    char other[4096];
    char before[4096];
    (void)info;
    (void)place;
    snprintf(before, sizeof before, "%s%s", walk.reference, path + strlen(walk.folder));
    bool is_lost = type == FTW_F && is_compared(path) && access(before, F_OK) == 0 &&
                   access(other_path(path, other), F_OK) != 0;
    if (is_lost) {
        snprintf(walk.wrong, WRONG_BYTES, "is gone: %s", path);
    }
    return is_lost;
}

bool tree_keeps(const char *folder, const char *before, const char *reference,
                char wrong[WRONG_BYTES])
{
    walk.compared = COMPARE_SEEN;
    walk.reference = before;
    return visit(reference, folder, wrong, look_for_lost);
}

static int copy_one(const char *path, const struct stat *info, int type, struct FTW *place)
{
    char other[4096];
    size_t size = 0;
    (void)info;
    (void)place;
    other_path(path, other);
    if (type == FTW_D) {
        return mkdir(other, 0777);
    }
    char *bytes = read_whole(path, &size);
    FILE *file = bytes ? fopen(other, "wb") : NULL;
    bool copied = file && fwrite(bytes, 1, size, file) == size;
    copied = file && fclose(file) == 0 && copied;
    free(bytes);
    return !copied;
}

void tree_copy(const char *from, const char *to)
{
    walk.folder = from;
    walk.other = to;
    if (nftw(from, copy_one, 16, FTW_PHYS) != 0) {
        fprintf(stderr, "cannot copy %s to %s\n", from, to);
        exit(2);
    }
}

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *place)
{
    (void)info;
    (void)type;
    (void)place;
    return remove(path);
}

void tree_remove(const char *folder)
{
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}
