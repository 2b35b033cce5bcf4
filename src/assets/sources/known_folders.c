/*
 * A tree: each folder that was listed has its entries, sorted by their own canonical names, and an
 * entry that is a folder leads to its own. Folders and strings stay where they are, so that files
 * can be borrowed.
 *
 * Folders whose names are one to a client ("World" and "WORLD", which tools leave on disks that
 * tell them apart) are listed together, as one.
 */
#include "assets/sources/known_folders.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/sources/directory_names.h"
#include "assets/sources/stored_names.h"
#include "base/array.h"
#include "base/path.h"
#include "os/file.h"
#include "os/folder.h"

struct known_folder;

struct known_entry {
    struct directory_file file;
    const char *own; /* the last part of the name */
    bool is_folder;
    size_t spellings; /* of a folder: this entry and those after it that are one to a client; 0: it
                         is one of those, whose first leads below */
    struct known_folder *below; /* NULL: not listed yet */
};

struct known_folder {
    struct known_entry *entries; /* sorted by `own` */
    size_t count;
    struct buffer strings;
};

struct known_folders {
    const char *root;
    struct known_folder *top;
};

static void free_folder(struct known_folder *folder)
{
    for (size_t i = 0; folder && i < folder->count; i++) {
        free_folder(folder->entries[i].below);
    }
    if (folder) {
        free(folder->entries);
        buffer_free(&folder->strings);
        free(folder);
    }
}

/* What is said of an entry that the tree does not hold. */
enum entry_kind { ENTRY_HELD, ENTRY_PASSED_OVER, ENTRY_UNSURE };

/* Adds an entry; its strings are offsets, path first, until all are there. */
static enum entry_kind add_entry(struct known_folder *folder, const char *above, const char *name,
                                 enum file_type type)
{
    char path[PATH_BYTES_MAX];
    char canonical[NAME_BYTES];
    bool packed;
    if (name[0] == '.' || (type != FILE_REGULAR && type != FILE_FOLDER && type != FILE_LINK)) {
        return ENTRY_PASSED_OVER;
    }
    int length = snprintf(path, sizeof path, "%s%s%s", above, *above ? "/" : "", name);
    if (length < 0 || (size_t)length >= sizeof path || !name_canonical(path, canonical)) {
        return ENTRY_PASSED_OVER;
    }
    if (type == FILE_LINK || strchr(name, '\\')) {
        return ENTRY_UNSURE;
    }
    char stripped[PATH_BYTES_MAX];
    if (type == FILE_REGULAR && name_has_suffix(name, ".mpq")) {
        return name_strip_archive(path, stripped, &packed) ? ENTRY_UNSURE : ENTRY_PASSED_OVER;
    }
    if (!ARRAY_ROOM(folder->entries, folder->count)) {
        return ENTRY_UNSURE;
    }
    folder->entries[folder->count++] = (struct known_entry){.is_folder = type == FILE_FOLDER};
    buffer_append(&folder->strings, path, (size_t)length + 1);
    buffer_append(&folder->strings, canonical, strlen(canonical) + 1);
    return folder->strings.failed ? ENTRY_UNSURE : ENTRY_HELD;
}

static int compare_own(const void *a, const void *b)
{
    return strcmp(((const struct known_entry *)a)->own, ((const struct known_entry *)b)->own);
}

/* Gives the entries their strings and order. False if two are one to a client, but for folders. */
static bool sort_entries(struct known_folder *folder)
{
    struct known_entry *first = folder->entries;
    const char *at = (const char *)folder->strings.data;
    for (size_t i = 0; i < folder->count; i++) {
        struct known_entry *entry = &folder->entries[i];
        entry->file.path = at;
        entry->file.name = at + strlen(at) + 1;
        entry->own = path_base(entry->file.name);
        at = entry->file.name + strlen(entry->file.name) + 1;
    }
    if (folder->count > 1) {
        array_sort(folder->entries, folder->count, sizeof *folder->entries, compare_own);
    }
    for (size_t i = 0; i < folder->count; i++) {
        struct known_entry *entry = &folder->entries[i];
        if (i == 0 || compare_own(first, entry) != 0) {
            first = entry;
        } else if (!first->is_folder || !entry->is_folder) {
            return false;
        }
        first->spellings++;
    }
    return true;
}

/* Adds what the folder at `path` below the root holds. False if it is not plain or cannot be read.
 */
static bool add_entries(struct known_folder *folder, const char *root, const char *path)
{
    char *whole = *path ? path_join(root, path) : strdup(root);
    struct folder *entries = whole ? folder_open(whole) : NULL;
    bool fine = entries;
    for (const char *name; fine && (name = folder_next(entries));) {
        fine = add_entry(folder, path, name, folder_entry_type(entries)) != ENTRY_UNSURE;
    }
    folder_close(entries);
    free(whole);
    return fine;
}

/* Lists the folders of an entry in all its spellings. NULL if one is not plain or cannot be read.
 */
static struct known_folder *list_folders(const char *root, const struct known_entry *spelled)
{
    struct known_folder *folder = calloc(1, sizeof *folder);
    bool fine = folder;
    for (size_t i = 0; fine && i < spelled->spellings; i++) {
        fine = add_entries(folder, root, spelled[i].file.path);
    }
    if (fine && sort_entries(folder)) {
        return folder;
    }
    free_folder(folder);
    return NULL;
}

static int compare_part(const void *key, const void *entry)
{
    return strcmp(key, ((const struct known_entry *)entry)->own);
}

/* The entry of that name, of several the first; NULL: none. */
static struct known_entry *entry_of(const struct known_folder *folder, const char *own)
{
    return folder->count ? array_find(own, folder->entries, folder->count, sizeof *folder->entries,
                                      compare_part)
                         : NULL;
}

/* Makes sure that the folder of an entry is listed. */
static bool go_below(const char *root, struct known_entry *entry)
{
    entry->below = entry->below ? entry->below : list_folders(root, entry);
    return entry->below;
}

/* Whether a file lies in an entry's folder or below. It looks no further than to the first. */
static bool holds_file(const char *root, struct known_entry *entry, unsigned depth)
{
    if (!entry->is_folder || depth == DIRECTORY_DEPTH_MAX || !go_below(root, entry)) {
        return !entry->is_folder;
    }
    bool holds = false;
    for (size_t i = 0; i < entry->below->count && !holds; i++) {
        holds = holds_file(root, &entry->below->entries[i], depth + 1);
    }
    return holds;
}

struct known_folders *known_folders_create(const char *root)
{
    struct known_folders *folders = calloc(1, sizeof *folders);
    if (!folders) {
        return NULL;
    }
    folders->root = root;
    folders->top = list_folders(root, &(struct known_entry){.file.path = "", .spellings = 1});
    struct known_entry *world = folders->top ? entry_of(folders->top, "world") : NULL;
    if (world && world->is_folder && holds_file(root, world, 1)) {
        return folders;
    }
    known_folders_destroy(folders);
    return NULL;
}

void known_folders_destroy(struct known_folders *folders)
{
    if (folders) {
        free_folder(folders->top);
        free(folders);
    }
}

/* Whether a folder has a file under an id. */
static bool has_id(const struct known_folder *folder)
{
    bool found = false;
    for (size_t i = 0; i < folder->count && !found; i++) {
        found = !folder->entries[i].is_folder && stored_file_id(folder->entries[i].own) != 0;
    }
    return found;
}

bool known_folders_hold_ids(struct known_folders *folders)
{
    const struct known_folder *top = folders->top;
    bool holds = has_id(top);
    for (size_t i = 0; i < top->count && !holds; i++) {
        struct known_entry *entry = &top->entries[i];
        holds = entry->is_folder && (!go_below(folders->root, entry) || has_id(entry->below));
    }
    return holds;
}

enum known_answer known_folders_find(struct known_folders *folders, const char *canonical,
                                     const struct directory_file **file)
{
    struct known_folder *folder = folders->top;
    char part[NAME_BYTES];
    for (unsigned depth = 1; depth < DIRECTORY_DEPTH_MAX; depth++) {
        size_t length = strcspn(canonical, "/");
        memcpy(part, canonical, length);
        part[length] = '\0';
        struct known_entry *entry = entry_of(folder, part);
        bool is_last = canonical[length] == '\0';
        if (!entry || entry->is_folder == is_last) {
            return KNOWN_ABSENT;
        }
        if (is_last) {
            *file = &entry->file;
            return KNOWN_PRESENT;
        }
        if (!go_below(folders->root, entry)) {
            return KNOWN_UNSURE;
        }
        folder = entry->below;
        canonical += length + 1;
    }
    return KNOWN_UNSURE;
}
