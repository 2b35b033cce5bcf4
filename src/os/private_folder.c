#include "os/private_folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "os/system.h"
#include "os/temporary.h"

enum { PATH_TEXT_BYTES = 256 };

/* A file of the folder for messages. */
struct file_place {
    char text[PATH_TEXT_BYTES];
    struct diag diag;
};

static const struct diag *place_of(struct file_place *place, const struct private_folder *folder,
                                   const char *name, const struct diag *diag)
{
    int size = snprintf(place->text, sizeof place->text, "%s/%s", folder->path, name);
    place->diag = diag_at(diag, size > 0 ? place->text : name);
    return &place->diag;
}

static enum adtmap_status refuse(const struct diag *diag, const char *kind)
{
    return diag_fail(diag, ADTMAP_IO, NULL, NO_OFFSET,
                     "is a %s; adtmap keeps its records in files and folders of its own only",
                     kind);
}

/* Opening a folder failed; says why. */
static enum adtmap_status fail_to_open(intptr_t parent, const char *name, const struct diag *diag)
{
    int error_number = errno;
    struct system_info info;
    if (system_look(parent, name, SYSTEM_NO_FOLLOW, &info) && info.type != FILE_FOLDER) {
        return refuse(diag, info.type == FILE_REGULAR ? "file" : file_type_name(info.type));
    }
    return diag_fail_errno(diag, error_number, "cannot open");
}

static enum adtmap_status open_below(intptr_t parent, const char *name, bool make,
                                     const struct diag *diag, struct private_folder *folder)
{
    struct diag at_path = diag_at(diag, folder->path);
    if (make && !system_make_folder(parent, name) && errno != EEXIST) {
        return diag_fail_errno(&at_path, errno, "cannot make directory");
    }
    folder->id = system_open_folder(parent, name, SYSTEM_NO_FOLLOW);
    if (private_folder_is_open(folder) || (errno == ENOENT && !make)) {
        return ADTMAP_OK;
    }
    return fail_to_open(parent, name, &at_path);
}

static enum adtmap_status open_folder(const char *parent, const char *name, bool make,
                                      const struct diag *diag, struct private_folder *folder)
{
    struct diag at_parent = diag_at(diag, parent);
    *folder = (struct private_folder){-1, path_join(parent, name)};
    if (!folder->path) {
        return diag_fail_memory(diag);
    }
    enum adtmap_status status = ADTMAP_OK;
    intptr_t above = system_open_folder(SYSTEM_HERE, parent[0] ? parent : ".", SYSTEM_FOLLOW);
    if (above != -1) {
        status = open_below(above, name, make, diag, folder);
        system_close_folder(above);
    } else if (make || (errno != ENOENT && errno != ENOTDIR)) {
        status = diag_fail_errno(&at_parent, errno, "cannot open");
    }
    if (!private_folder_is_open(folder)) {
        private_folder_close(folder);
    }
    return status;
}

enum adtmap_status private_folder_open(const char *parent, const char *name,
                                       const struct diag *diag, struct private_folder *folder)
{
    return open_folder(parent, name, false, diag, folder);
}

enum adtmap_status private_folder_make(const char *parent, const char *name,
                                       const struct diag *diag, struct private_folder *folder)
{
    *folder = (struct private_folder){.id = -1};
    enum adtmap_status status = file_make_directory(parent, diag);
    return status ? status : open_folder(parent, name, true, diag, folder);
}

void private_folder_close(struct private_folder *folder)
{
    if (private_folder_is_open(folder)) {
        system_close_folder(folder->id);
    }
    free(folder->path);
    *folder = (struct private_folder){.id = -1};
}

bool private_folder_has(const struct private_folder *folder, const char *name)
{
    struct system_info info;
    return system_look(folder->id, name, SYSTEM_NO_FOLLOW, &info) || !system_is_nothing(errno);
}

enum adtmap_status private_folder_list(const struct private_folder *folder, const struct diag *diag,
                                       struct folder **entries)
{
    struct diag at_path = diag_at(diag, folder->path);
    intptr_t own = system_open_folder(folder->id, ".", SYSTEM_NO_FOLLOW);
    *entries = own == -1 ? NULL : system_list(own);
    return *entries ? ADTMAP_OK : diag_fail_errno(&at_path, errno, "cannot list");
}

void private_folder_sweep(const struct private_folder *folder)
{
    temporary_sweep_at(folder->id);
}

/* Closes what is no regular file or has more hard links than `links_max`; 0: any number. */
static enum adtmap_status check_open(struct open_file *file, uint64_t links_max,
                                     const struct diag *diag)
{
    struct system_info info = {0};
    if (system_look_open(file->id, &info) && info.type == FILE_REGULAR &&
        (links_max == 0 || info.links <= links_max)) {
        return ADTMAP_OK;
    }
    open_file_close(file);
    const char *kind = file_type_name(info.type);
    return kind ? refuse(diag, kind)
                : diag_fail(diag, ADTMAP_IO, NULL, NO_OFFSET,
                            "has other hard links, so it is not written to; remove it");
}

static enum adtmap_status open_file(const struct private_folder *folder, const char *name,
                                    unsigned how, uint64_t links_max, const struct diag *diag,
                                    struct open_file *file)
{
    file->id = system_open(folder->id, name, how | SYSTEM_NO_LINK);
    if (!open_file_is(*file)) {
        return errno == ELOOP ? refuse(diag, "link") : diag_fail_errno(diag, errno, "cannot open");
    }
    return check_open(file, links_max, diag);
}

enum adtmap_status private_file_read(const struct private_folder *folder, const char *name,
                                     size_t bytes_max, const struct diag *diag, struct blob *blob)
{
    struct file_place place = {.text = ""};
    struct open_file file;
    *blob = (struct blob){0};
    if (!private_folder_has(folder, name)) {
        return ADTMAP_NOT_FOUND;
    }
    place_of(&place, folder, name, diag);
    enum adtmap_status status = open_file(folder, name, SYSTEM_READ, 0, &place.diag, &file);
    if (status) {
        return status;
    }
    status = file_read_open(file, bytes_max, &place.diag, blob);
    open_file_close(&file);
    return status;
}

size_t private_file_read_start(const struct private_folder *folder, const char *name, void *bytes,
                               size_t size)
{
    struct open_file file;
    size_t count = 0;
    ptrdiff_t got = 1;
    if (open_file(folder, name, SYSTEM_READ, 0, &diag_silent, &file)) {
        return 0;
    }
    while (count < size && got > 0) {
        got = system_read(file.id, (uint8_t *)bytes + count, size - count);
        count += got > 0 ? (size_t)got : 0;
    }
    open_file_close(&file);
    return got < 0 ? 0 : count;
}

/* A file with other hard links does not count: replacing it makes one that can be changed in place.
 */
static bool has_contents(const struct private_folder *folder, const char *name, const void *data,
                         size_t size)
{
    struct blob blob = {0};
    struct open_file file;
    if (open_file(folder, name, SYSTEM_READ, 1, &diag_silent, &file)) {
        return false;
    }
    bool same = !file_read_open(file, size, &diag_silent, &blob) && blob.size == size &&
                (size == 0 || memcmp(blob.data, data, size) == 0);
    blob_release(&blob);
    open_file_close(&file);
    return same;
}

enum adtmap_status private_file_write(const struct private_folder *folder, const char *name,
                                      const void *data, size_t size, const struct diag *diag)
{
    struct file_place place = {.text = ""};
    struct file_writer writer;
    if (has_contents(folder, name, data, size)) {
        return ADTMAP_OK;
    }
    enum adtmap_status status = file_writer_open_with(&writer, folder->id, name, data, size,
                                                      place_of(&place, folder, name, diag));
    return status ? status : file_writer_commit(&writer);
}

enum adtmap_status private_file_append(const struct private_folder *folder, const char *name,
                                       const struct diag *diag, struct open_file *file)
{
    struct file_place place = {.text = ""};
    return open_file(folder, name, SYSTEM_WRITE | SYSTEM_APPEND, 1,
                     place_of(&place, folder, name, diag), file);
}

static enum adtmap_status warn_not_lockable(const struct diag *diag)
{
    if (errno != EROFS) {
        diag_warn(diag, NULL, NO_OFFSET,
                  "cannot open: %s; another run that writes there would go unnoticed",
                  diag_errno_text(errno));
    }
    return ADTMAP_OK;
}

enum adtmap_status private_file_open_lock(const struct private_folder *folder, const char *name,
                                          const struct diag *diag, struct open_file *file)
{
    enum { HOW = SYSTEM_READ | SYSTEM_WRITE | SYSTEM_NO_LINK };
    struct file_place place = {.text = ""};
    place_of(&place, folder, name, diag);
    file->id = system_open(folder->id, name, HOW | SYSTEM_NEW);
    if (open_file_is(*file)) {
        system_share(file->id, folder->id);
        return ADTMAP_OK;
    }
    if (errno == EEXIST) {
        file->id = system_open(folder->id, name, HOW);
    }
    if (!open_file_is(*file)) {
        return errno == ENOENT  ? ADTMAP_NOT_FOUND
               : errno == ELOOP ? refuse(&place.diag, "link")
                                : warn_not_lockable(&place.diag);
    }
    return check_open(file, 1, &place.diag);
}

enum adtmap_status private_file_remove(const struct private_folder *folder, const char *name,
                                       const struct diag *diag)
{
    struct file_place place = {.text = ""};
    place_of(&place, folder, name, diag);
    return system_remove(folder->id, name) || errno == ENOENT
               ? ADTMAP_OK
               : diag_fail_errno(&place.diag, errno, "cannot remove");
}
