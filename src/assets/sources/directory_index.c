/*
 * The index is made in three steps: a walk lists all paths and collects evidence for the name rule
 * (directory_names.h); the rule gives each path its client name; the entries are sorted by name,
 * and of equal names the first is kept.
 *
 * The walk opens each directory relative to its open parent. Links are followed only to
 * files and directories inside the root, and to directories only outside of linked directories, so
 * that cycles end.
 */
#include "assets/sources/directory_index.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/sources/directory_names.h"
#include "base/array.h"
#include "base/path.h"
#include "os/file.h"
#include "os/folder.h"

enum {
    WARNINGS_MAX = 8, /* of one kind; the others are counted */

    /* Entries that all linked folders may add: so many for each file, and so many in any case.
     * Without a bound, 4,500 links to a folder of 4,500 files took 41 s and 1.5 GiB. */
    LINKED_PER_FILE = 8,
    LINKED_MIN = 4096,
};

/* A file while the index is made; path and name are offsets into the pool of strings. */
struct walked_file {
    size_t path; /* below the root, as on disk */
    size_t name; /* canonical */
    bool packed; /* `path` is an archive with this one file */
};

struct walked {
    struct buffer pool; /* NUL-terminated strings */
    struct walked_file *entries;
    size_t count;
    size_t unread;
};

static const char *string_at(const struct walked *walked, size_t offset)
{
    return (const char *)walked->pool.data + offset;
}

/* A link to a folder, which is walked after all others so that the order of a folder's entries does
 * not matter. */
struct folder_link {
    char *path;   /* below the root */
    char *target; /* the real path */
    unsigned depth;
};

/* State of the walk through the directory; `path` is the current path below the root, "" at the
 * root. */
struct walk {
    struct walked *walked;
    const struct diag *diag; /* names the root */
    struct name_signs signs;
    const char *real_root;
    char path[PATH_BYTES_MAX];
    size_t length;
    unsigned depth;
    bool linked;        /* inside a linked directory */
    size_t linked_left; /* entries that linked directories may still have */
    struct folder_link *links;
    size_t link_count;
    unsigned left_out;
};

static void walk_leave_out(struct walk *walk, const char *why)
{
    if (walk->left_out++ < WARNINGS_MAX) {
        diag_warn(walk->diag, NULL, NO_OFFSET, "%s: left out: %s", walk->path, why);
    }
}

/* Calls walk_leave_out for an entry that could not be opened, with the reason from errno. False
 * when out of memory. */
static bool leave_closed(struct walk *walk, const char *why)
{
    if (errno == ENOMEM) {
        return false;
    }
    walk_leave_out(walk, why);
    return true;
}

static size_t add_string(struct walked *walked, const char *text)
{
    size_t offset = walked->pool.size;
    buffer_append(&walked->pool, text, strlen(text) + 1);
    return offset;
}

static bool walk_add_file(struct walk *walk)
{
    struct walked *walked = walk->walked;
    if (!ARRAY_ROOM(walked->entries, walked->count)) {
        return false;
    }
    name_signs_note(&walk->signs, walk->path);
    walked->entries[walked->count++].path = add_string(walked, walk->path);
    return !walked->pool.failed;
}

static bool walk_directory(struct walk *walk, struct folder *folder);

static bool add_folder_link(struct walk *walk, const char *target, const char *holder)
{
    if (walk->linked || path_is_within(holder, target)) {
        walk_leave_out(walk, "the link makes a loop or is inside a linked folder");
        return true;
    }
    if (!ARRAY_ROOM(walk->links, walk->link_count)) {
        return false;
    }
    struct folder_link *link = &walk->links[walk->link_count++];
    *link = (struct folder_link){strdup(walk->path), strdup(target), walk->depth};
    return link->path && link->target;
}

static int compare_links(const void *a, const void *b)
{
    return strcmp(((const struct folder_link *)a)->path, ((const struct folder_link *)b)->path);
}

/* A link that is followed in part would depend on the order of entries: then it adds nothing. */
static bool walk_folder_link(struct walk *walk, const struct folder_link *link)
{
    size_t count = walk->walked->count;
    struct name_signs signs = walk->signs;
    walk->length = (size_t)snprintf(walk->path, sizeof walk->path, "%s", link->path);
    walk->depth = link->depth;
    bool fine = walk->linked_left == 0 || walk_directory(walk, folder_open(link->target));
    if (walk->linked_left == 0) {
        walk->walked->count = count;
        walk->signs = signs;
        walk_leave_out(walk, "links to folders hold too many files");
    }
    return fine;
}

/* False when out of memory. */
static bool walk_folder_links(struct walk *walk)
{
    bool fine = true;
    walk->linked = true;
    walk->linked_left = LINKED_MIN + LINKED_PER_FILE * walk->walked->count;
    if (walk->link_count > 0) {
        array_sort(walk->links, walk->link_count, sizeof *walk->links, compare_links);
    }
    for (size_t i = 0; i < walk->link_count && fine; i++) {
        fine = walk_folder_link(walk, &walk->links[i]);
    }
    return fine;
}

static void free_links(struct walk *walk)
{
    for (size_t i = 0; i < walk->link_count; i++) {
        free(walk->links[i].path);
        free(walk->links[i].target);
    }
    free(walk->links);
}

/* Handles the symbolic link walk->path, an entry of the folder. False when out of memory. */
static bool walk_link(struct walk *walk, const struct folder *folder, const char *name)
{
    uint64_t bytes;
    char *holder = folder_real_path(folder);
    char *link = holder ? path_join(holder, name) : NULL;
    char *target = link ? file_real_path(link) : NULL;
    enum file_type type = target ? file_look(target, &bytes) : FILE_NONE;
    bool fine = true;
    if (!holder) {
        fine = leave_closed(walk, "the link cannot be followed");
    } else if (type == FILE_NONE || type == FILE_UNKNOWN) {
        fine = leave_closed(walk, "the link leads nowhere");
    } else if (!path_is_within(target, walk->real_root)) {
        walk_leave_out(walk, "the link leads out of the data");
    } else if (type == FILE_REGULAR) {
        fine = walk_add_file(walk);
    } else if (type == FILE_FOLDER) {
        fine = add_folder_link(walk, target, holder);
    }
    free(holder);
    free(link);
    free(target);
    return fine;
}

/* Handles the entry that the folder has returned last. False when out of memory. */
static bool walk_entry(struct walk *walk, struct folder *folder, const char *name)
{
    switch (folder_entry_type(folder)) {
    case FILE_REGULAR:
        return walk_add_file(walk);
    case FILE_FOLDER:
        return walk_directory(walk, folder_enter(folder, name));
    case FILE_LINK:
        return walk_link(walk, folder, name);
    default:
        return true;
    }
}

/* Counts an entry; false when linked directories have had too many. */
static bool may_walk(struct walk *walk)
{
    if (walk->linked && walk->linked_left > 0) {
        walk->linked_left--;
    }
    return !walk->linked || walk->linked_left > 0;
}

static bool walk_entries(struct walk *walk, struct folder *folder)
{
    size_t length = walk->length;
    const char *name;
    bool fine = true;
    while (fine && (name = folder_next(folder)) && may_walk(walk)) {
        size_t room = sizeof walk->path - length;
        int added = snprintf(walk->path + length, room, "%s%s", length ? "/" : "", name);
        if (name[0] != '.' && (size_t)added < room) {
            walk->length = length + (size_t)added;
            fine = walk_entry(walk, folder, name);
        }
        walk->path[length] = '\0';
        walk->length = length;
    }
    return fine;
}

/* Walks a folder and closes it; for NULL, errno says why. Folders that are unreadable or nested too
 * deeply are skipped. False when out of memory. */
static bool walk_directory(struct walk *walk, struct folder *folder)
{
    if (!folder) {
        walk->walked->unread++;
        return leave_closed(walk, "the folder cannot be read");
    }
    if (walk->depth == DIRECTORY_DEPTH_MAX) {
        char why[64];
        snprintf(why, sizeof why, "nested in more than %d folders", DIRECTORY_DEPTH_MAX);
        walk_leave_out(walk, why);
        folder_close(folder);
        return true;
    }
    walk->depth++;
    bool fine = walk_entries(walk, folder);
    walk->depth--;
    folder_close(folder);
    return fine;
}

/* Sets the names of all entries; drops entries without a valid name. */
static bool name_entries(struct walked *walked, const struct name_rule *rule)
{
    size_t kept = 0;
    for (size_t i = 0; i < walked->count; i++) {
        char path[PATH_BYTES_MAX];
        char name[NAME_BYTES];
        struct walked_file entry = walked->entries[i];
        if (name_strip_archive(string_at(walked, entry.path), path, &entry.packed) &&
            name_rule_apply(rule, path, name)) {
            entry.name = add_string(walked, name);
            walked->entries[kept++] = entry;
        }
    }
    walked->count = kept;
    return !walked->pool.failed;
}

static int compare_entries(const void *a, const void *b, void *pool)
{
    const struct walked_file *x = a;
    const struct walked_file *y = b;
    const char *strings = pool;
    int order = strcmp(strings + x->name, strings + y->name);
    if (order == 0 && x->packed != y->packed) {
        return x->packed ? 1 : -1;
    }
    return order ? order : strcmp(strings + x->path, strings + y->path);
}

/* Keeps the first of equal names. */
static void drop_duplicates(struct walked *walked, const struct diag *diag)
{
    size_t kept = 0;
    size_t doubles = 0;
    for (size_t i = 0; i < walked->count; i++) {
        const struct walked_file *entry = &walked->entries[i];
        const struct walked_file *last = kept ? &walked->entries[kept - 1] : NULL;
        if (!last || strcmp(string_at(walked, last->name), string_at(walked, entry->name)) != 0) {
            walked->entries[kept++] = *entry;
        } else if (entry->packed == last->packed && doubles++ < WARNINGS_MAX) {
            diag_warn(diag, NULL, NO_OFFSET, "%s and %s are one file to a client: using the first",
                      string_at(walked, last->path), string_at(walked, entry->path));
        }
    }
    walked->count = kept;
    if (doubles > WARNINGS_MAX) {
        diag_warn(diag, NULL, NO_OFFSET, "%zu more files whose names differ in case only",
                  doubles - WARNINGS_MAX);
    }
}

static enum adtmap_status walk_root(struct walked *walked, const char *root, const char *real_root,
                                    struct folder *folder, const struct diag *diag)
{
    struct walk walk = {.walked = walked, .diag = diag, .real_root = real_root};
    bool fine = walk_directory(&walk, folder) && walk_folder_links(&walk);
    free_links(&walk);
    if (!fine) {
        return diag_fail_memory(diag);
    }
    if (walk.left_out > WARNINGS_MAX) {
        diag_warn(diag, NULL, NO_OFFSET, "%u more links and folders left out",
                  walk.left_out - WARNINGS_MAX);
    }
    struct name_rule rule;
    name_rule_choose(&rule, &walk.signs, root, real_root);
    if (!name_entries(walked, &rule)) {
        return diag_fail_memory(diag);
    }
    if (walked->count) {
        array_sort_in(walked->entries, walked->count, sizeof *walked->entries, compare_entries,
                      walked->pool.data);
    }
    drop_duplicates(walked, diag);
    return ADTMAP_OK;
}

/* The entries by pointers; the index takes the strings. */
static bool point_at_strings(struct walked *walked, struct directory_index *index)
{
    index->files = calloc(walked->count + 1, sizeof *index->files);
    for (size_t i = 0; index->files && i < walked->count; i++) {
        const struct walked_file *entry = &walked->entries[i];
        index->files[i] = (struct directory_file){string_at(walked, entry->path),
                                                  string_at(walked, entry->name), entry->packed};
    }
    if (index->files) {
        index->count = walked->count;
        index->unread = walked->unread;
        index->strings = walked->pool;
        walked->pool = (struct buffer){0};
    }
    return index->files;
}

enum adtmap_status directory_index_make(const char *path, const struct diag *diag,
                                        struct directory_index *index)
{
    *index = (struct directory_index){0};
    struct folder *folder = folder_open(path);
    char *real_root = folder ? file_real_path(path) : NULL;
    if (!real_root) {
        int error_number = errno;
        folder_close(folder);
        return diag_fail_errno(diag, error_number, "cannot read the directory");
    }
    struct walked walked = {0};
    enum adtmap_status status = walk_root(&walked, path, real_root, folder, diag);
    if (!status && !point_at_strings(&walked, index)) {
        status = diag_fail_memory(diag);
    }
    free(real_root);
    free(walked.entries);
    buffer_free(&walked.pool);
    return status;
}

void directory_index_free(struct directory_index *index)
{
    free(index->files);
    buffer_free(&index->strings);
    *index = (struct directory_index){0};
}
