/*
 * The index is made in three steps: a walk lists all paths and collects evidence for the name rule
 * (directory_names.h); the rule gives each path its client name; the entries are sorted by name,
 * and of equal names the first is kept.
 *
 * The walk opens each directory relative to its open parent. Links are followed only to
 * files and directories inside the root, and to directories only outside of linked directories, so
 * that cycles end.
 */
#include "assets/sources/source_directory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/sources/directory_names.h"
#include "assets/sources/source_mpq.h"
#include "base/array.h"
#include "base/buffer.h"
#include "base/path.h"
#include "os/folder.h"

enum {
    WARNINGS_MAX = 8, /* of one kind; the others are counted */

    /* Entries that all linked folders may add: so many for each file, and so many in any case.
     * Without a bound, 4,500 links to a folder of 4,500 files took 41 s and 1.5 GiB. */
    LINKED_PER_FILE = 8,
    LINKED_MIN = 4096,
};

/* A file; path and name are offsets into the pool of strings. */
struct directory_file {
    size_t path; /* below the root, as on disk */
    size_t name; /* canonical */
    bool packed; /* `path` is an archive with this one file */
};

struct directory {
    struct source source;
    char *root;                     /* as the user gave it */
    struct buffer pool;             /* NUL-terminated strings */
    struct directory_file *entries; /* sorted by name */
    size_t count;
};

static const char *string_at(const struct directory *directory, size_t offset)
{
    return (const char *)directory->pool.data + offset;
}

static const struct directory *directory_of(const struct source_file *file)
{
    return (const struct directory *)file->source;
}

static const struct directory_file *directory_entry(const struct source_file *file)
{
    return &directory_of(file)->entries[file->index];
}

/* The path of a file on disk, from malloc; NULL when out of memory. */
static char *path_of(const struct source_file *file)
{
    return path_join(directory_of(file)->root,
                     string_at(directory_of(file), directory_entry(file)->path));
}

/* Reads a file that is an archive of its own. */
static enum adtmap_status read_packed(const struct source_file *file, const char *path,
                                      const struct diag *diag, struct blob *blob)
{
    const char *name = string_at(directory_of(file), directory_entry(file)->name);
    return mpq_read_single(path, name, diag, blob);
}

static enum adtmap_status directory_read_file(const struct source_file *file, const char *name,
                                              enum assets_use use, struct block_pool *pool,
                                              const struct diag *diag, struct blob *blob)
{
    (void)name;
    char *path = path_of(file);
    if (!path) {
        return diag_fail_memory(diag);
    }
    struct diag at_path = diag_at(diag, path);
    enum adtmap_status status =
        directory_entry(file)->packed
            ? read_packed(file, path, &at_path, blob)
            : file_read(path, use == ASSETS_WHOLE ? pool : NULL, &at_path, blob);
    free(path);
    return status;
}

static void read_ahead(const struct source_file *file)
{
    char *path = path_of(file);
    if (path && !directory_entry(file)->packed) {
        file_read_ahead(path);
    }
    free(path);
}

static bool size(const struct source_file *file, uint64_t *bytes)
{
    char *path = path_of(file);
    bool fine = false;
    if (path && directory_entry(file)->packed) { /* its size is unknown before it is unpacked */
        struct blob blob = {0};
        fine = read_packed(file, path, &diag_silent, &blob) == ADTMAP_OK;
        *bytes = blob.size;
        blob_release(&blob);
    } else if (path) {
        fine = file_look(path, bytes) != FILE_NONE;
    }
    free(path);
    return fine;
}

static bool stamp_file(const struct source_file *file, struct file_stamp *stamp)
{
    char *path = path_of(file);
    bool fine = path && file_stamp_of(path, stamp);
    free(path);
    return fine;
}

static void directory_origin(const struct source_file *file, const char *name, char *text,
                             size_t size)
{
    const struct directory *directory = directory_of(file);
    (void)name;
    size_t length = strlen(directory->root);
    bool slash = length > 0 && directory->root[length - 1] == '/';
    snprintf(text, size, "%s%s%s", directory->root, slash ? "" : "/",
             string_at(directory, directory_entry(file)->path));
}

static size_t directory_name_count(const struct source *source)
{
    return ((const struct directory *)source)->count;
}

static const char *directory_name_at(const struct source *source, size_t index)
{
    const struct directory *directory = (const struct directory *)source;
    return string_at(directory, directory->entries[index].name);
}

static void directory_destroy(struct source *source)
{
    struct directory *directory = (struct directory *)source;
    free(directory->root);
    free(directory->entries);
    buffer_free(&directory->pool);
    free(directory);
}

static const struct source_vtable vtable = {
    .find = source_find_listed,
    .read = directory_read_file,
    .read_ahead = read_ahead,
    .size = size,
    .stamp = stamp_file,
    .origin = directory_origin,
    .name_count = directory_name_count,
    .name = directory_name_at,
    .destroy = directory_destroy,
};

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
    struct directory *directory;
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

static size_t add_string(struct directory *directory, const char *text)
{
    size_t offset = directory->pool.size;
    buffer_append(&directory->pool, text, strlen(text) + 1);
    return offset;
}

static bool walk_add_file(struct walk *walk)
{
    struct directory *directory = walk->directory;
    if (!ARRAY_ROOM(directory->entries, directory->count)) {
        return false;
    }
    name_signs_note(&walk->signs, walk->path);
    directory->entries[directory->count++].path = add_string(directory, walk->path);
    return !directory->pool.failed;
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
    size_t count = walk->directory->count;
    struct name_signs signs = walk->signs;
    walk->length = (size_t)snprintf(walk->path, sizeof walk->path, "%s", link->path);
    walk->depth = link->depth;
    bool fine = walk->linked_left == 0 || walk_directory(walk, folder_open(link->target));
    if (walk->linked_left == 0) {
        walk->directory->count = count;
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
    walk->linked_left = LINKED_MIN + LINKED_PER_FILE * walk->directory->count;
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
    } else if (type == FILE_NONE) {
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
        walk->directory->source.unread++;
        return leave_closed(walk, "the folder cannot be read");
    }
    if (walk->depth == DIRECTORY_DEPTH_MAX) {
        walk_leave_out(walk, "folders are too deep");
        folder_close(folder);
        return true;
    }
    walk->depth++;
    bool fine = walk_entries(walk, folder);
    walk->depth--;
    folder_close(folder);
    return fine;
}

/*
 * Removes ".mpq" from the path of a one-file archive ("Azeroth.wdt.MPQ"). False for other archives,
 * which are not files of the directory.
 */
static bool strip_archive(const char *path, char stripped[PATH_BYTES_MAX], bool *packed)
{
    size_t length = strlen(path);
    *packed = name_has_suffix(path, ".mpq");
    if (length >= PATH_BYTES_MAX) {
        return false;
    }
    length -= *packed ? strlen(".mpq") : 0;
    memcpy(stripped, path, length);
    stripped[length] = '\0';
    return !*packed || strchr(path_base(stripped), '.') != NULL;
}

/* Sets the names of all entries; drops entries without a valid name. */
static bool name_entries(struct directory *directory, const struct name_rule *rule)
{
    size_t kept = 0;
    for (size_t i = 0; i < directory->count; i++) {
        char path[PATH_BYTES_MAX];
        char name[NAME_BYTES];
        struct directory_file entry = directory->entries[i];
        if (strip_archive(string_at(directory, entry.path), path, &entry.packed) &&
            name_rule_apply(rule, path, name)) {
            entry.name = add_string(directory, name);
            directory->entries[kept++] = entry;
        }
    }
    directory->count = kept;
    return !directory->pool.failed;
}

static int compare_entries(const void *a, const void *b, void *pool)
{
    const struct directory_file *x = a;
    const struct directory_file *y = b;
    const char *strings = pool;
    int order = strcmp(strings + x->name, strings + y->name);
    if (order == 0 && x->packed != y->packed) {
        return x->packed ? 1 : -1;
    }
    return order ? order : strcmp(strings + x->path, strings + y->path);
}

/* Keeps the first of equal names. */
static void drop_duplicates(struct directory *directory, const struct diag *diag)
{
    size_t kept = 0;
    size_t doubles = 0;
    for (size_t i = 0; i < directory->count; i++) {
        const struct directory_file *entry = &directory->entries[i];
        const struct directory_file *last = kept ? &directory->entries[kept - 1] : NULL;
        if (!last ||
            strcmp(string_at(directory, last->name), string_at(directory, entry->name)) != 0) {
            directory->entries[kept++] = *entry;
        } else if (entry->packed == last->packed && doubles++ < WARNINGS_MAX) {
            diag_warn(diag, NULL, NO_OFFSET, "%s and %s are one file to a client: using the first",
                      string_at(directory, last->path), string_at(directory, entry->path));
        }
    }
    directory->count = kept;
    if (doubles > WARNINGS_MAX) {
        diag_warn(diag, NULL, NO_OFFSET, "%zu more files whose names differ in case only",
                  doubles - WARNINGS_MAX);
    }
}

static enum adtmap_status index_root(struct directory *directory, struct folder *folder,
                                     const char *real_root, const struct diag *diag)
{
    struct walk walk = {.directory = directory, .diag = diag, .real_root = real_root};
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
    name_rule_choose(&rule, &walk.signs, directory->root, real_root);
    if (!name_entries(directory, &rule)) {
        return diag_fail_memory(diag);
    }
    if (directory->count) {
        array_sort_in(directory->entries, directory->count, sizeof *directory->entries,
                      compare_entries, directory->pool.data);
    }
    drop_duplicates(directory, diag);
    return ADTMAP_OK;
}

enum adtmap_status source_directory_open(const char *path, const struct diag *diag,
                                         struct source **source)
{
    struct diag at_path = diag_at(diag, path);
    *source = NULL;
    struct folder *folder = folder_open(path);
    char *real_root = folder ? file_real_path(path) : NULL;
    if (!real_root) {
        int error_number = errno;
        folder_close(folder);
        return diag_fail_errno(&at_path, error_number, "cannot read the directory");
    }
    struct directory *directory = calloc(1, sizeof *directory);
    if (directory) {
        directory->source.v = &vtable;
        directory->root = strdup(path);
    }
    if (!directory || !directory->root) {
        folder_close(folder);
        free(directory);
        free(real_root);
        return diag_fail_memory(&at_path);
    }
    enum adtmap_status status = index_root(directory, folder, real_root, &at_path);
    free(real_root);
    if (status) {
        directory_destroy(&directory->source);
        return status;
    }
    *source = &directory->source;
    return ADTMAP_OK;
}
