#include "os/private_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/path.h"
#include "os/file_at.h"
#include "os/temporary.h"

enum { PATH_TEXT_BYTES = 256, FOLDER_FLAGS = O_RDONLY | O_DIRECTORY | O_CLOEXEC };

/* A file of the folder for messages. */
struct place {
    char text[PATH_TEXT_BYTES];
    struct diag diag;
};

static const struct diag *place_of(struct place *place, const struct private_folder *folder,
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
static enum adtmap_status fail_to_open(int parent, const char *name, const struct diag *diag)
{
    int error_number = errno;
    enum file_type kind = file_type_at(parent, name);
    if (kind != FILE_NONE && kind != FILE_FOLDER) {
        return refuse(diag, kind == FILE_REGULAR ? "file" : file_type_name(kind));
    }
    return diag_fail_errno(diag, error_number, "cannot open");
}

static enum adtmap_status open_below(int parent, const char *name, bool make,
                                     const struct diag *diag, struct private_folder *folder)
{
    struct diag at_path = diag_at(diag, folder->path);
    if (make && mkdirat(parent, name, FILE_FOLDER_MODE) && errno != EEXIST) {
        return diag_fail_errno(&at_path, errno, "cannot make directory");
    }
    folder->id = openat(parent, name, FOLDER_FLAGS | O_NOFOLLOW);
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
    int descriptor = open(parent[0] ? parent : ".", FOLDER_FLAGS);
    if (descriptor >= 0) {
        status = open_below(descriptor, name, make, diag, folder);
        close(descriptor);
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
        close((int)folder->id);
    }
    free(folder->path);
    *folder = (struct private_folder){.id = -1};
}

bool private_folder_has(const struct private_folder *folder, const char *name)
{
    return file_type_at((int)folder->id, name) != FILE_NONE;
}

enum adtmap_status private_folder_list(const struct private_folder *folder, const struct diag *diag,
                                       struct folder **entries)
{
    struct diag at_path = diag_at(diag, folder->path);
    *entries = folder_of_descriptor(openat((int)folder->id, ".", FOLDER_FLAGS));
    return *entries ? ADTMAP_OK : diag_fail_errno(&at_path, errno, "cannot list");
}

void private_folder_sweep(const struct private_folder *folder)
{
    temporary_sweep_at((int)folder->id);
}

static int open_existing(const struct private_folder *folder, const char *name, int flags)
{
    return openat((int)folder->id, name, flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

/* Closes what is no regular file or has more hard links than `links_max`; 0: any number. */
static enum adtmap_status check_open(int *descriptor, nlink_t links_max, const struct diag *diag)
{
    struct stat info = {0};
    if (fstat(*descriptor, &info) == 0 && S_ISREG(info.st_mode) &&
        (links_max == 0 || info.st_nlink <= links_max)) {
        return ADTMAP_OK;
    }
    close(*descriptor);
    *descriptor = -1;
    const char *kind = file_type_name(file_type_of_mode(info.st_mode));
    return kind ? refuse(diag, kind)
                : diag_fail(diag, ADTMAP_IO, NULL, NO_OFFSET,
                            "has other hard links, so it is not written to; remove it");
}

static enum adtmap_status open_file(const struct private_folder *folder, const char *name,
                                    int flags, nlink_t links_max, const struct diag *diag,
                                    int *descriptor)
{
    *descriptor = open_existing(folder, name, flags);
    if (*descriptor < 0) {
        return errno == ELOOP ? refuse(diag, "link") : diag_fail_errno(diag, errno, "cannot open");
    }
    return check_open(descriptor, links_max, diag);
}

enum adtmap_status private_file_read(const struct private_folder *folder, const char *name,
                                     size_t bytes_max, const struct diag *diag, struct blob *blob)
{
    struct place place = {.text = ""};
    int descriptor;
    *blob = (struct blob){0};
    if (!private_folder_has(folder, name)) {
        return ADTMAP_NOT_FOUND;
    }
    place_of(&place, folder, name, diag);
    enum adtmap_status status = open_file(folder, name, O_RDONLY, 0, &place.diag, &descriptor);
    if (status) {
        return status;
    }
    status = file_read_open((struct open_file){descriptor}, bytes_max, &place.diag, blob);
    close(descriptor);
    return status;
}

/* A file with other hard links does not count: replacing it makes one that can be changed in place.
 */
static bool has_contents(const struct private_folder *folder, const char *name, const void *data,
                         size_t size)
{
    struct blob blob = {0};
    int descriptor;
    if (open_file(folder, name, O_RDONLY, 1, &diag_silent, &descriptor)) {
        return false;
    }
    bool same = !file_read_open((struct open_file){descriptor}, size, &diag_silent, &blob) &&
                blob.size == size && (size == 0 || memcmp(blob.data, data, size) == 0);
    blob_release(&blob);
    close(descriptor);
    return same;
}

enum adtmap_status private_file_write(const struct private_folder *folder, const char *name,
                                      const void *data, size_t size, const struct diag *diag)
{
    struct place place = {.text = ""};
    struct file_writer writer;
    if (has_contents(folder, name, data, size)) {
        return ADTMAP_OK;
    }
    enum adtmap_status status = file_writer_open_with(&writer, (int)folder->id, name, data, size,
                                                      place_of(&place, folder, name, diag));
    return status ? status : file_writer_commit(&writer);
}

enum adtmap_status private_file_append(const struct private_folder *folder, const char *name,
                                       const struct diag *diag, struct open_file *file)
{
    struct place place = {.text = ""};
    int descriptor;
    enum adtmap_status status = open_file(folder, name, O_WRONLY | O_APPEND, 1,
                                          place_of(&place, folder, name, diag), &descriptor);
    *file = (struct open_file){descriptor};
    return status;
}

/* The file's owner may always write; others as the folder lets them, but never everybody. */
static void share_with_folder(const struct private_folder *folder, int descriptor)
{
    struct stat info;
    if (fstat((int)folder->id, &info) == 0) {
        fchmod(descriptor, (info.st_mode & FILE_MODE) | S_IRUSR | S_IWUSR);
    }
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
    struct place place = {.text = ""};
    place_of(&place, folder, name, diag);
    int descriptor = openat((int)folder->id, name,
                            O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, FILE_MODE);
    *file = (struct open_file){descriptor};
    if (descriptor >= 0) {
        share_with_folder(folder, descriptor);
        return ADTMAP_OK;
    }
    if (errno == EEXIST) {
        descriptor = open_existing(folder, name, O_RDWR);
    }
    if (descriptor < 0) {
        return errno == ELOOP ? refuse(&place.diag, "link") : warn_not_lockable(&place.diag);
    }
    enum adtmap_status status = check_open(&descriptor, 1, &place.diag);
    *file = (struct open_file){descriptor};
    return status;
}

enum adtmap_status private_file_remove(const struct private_folder *folder, const char *name,
                                       const struct diag *diag)
{
    struct place place = {.text = ""};
    place_of(&place, folder, name, diag);
    return unlinkat((int)folder->id, name, 0) == 0 || errno == ENOENT
               ? ADTMAP_OK
               : diag_fail_errno(&place.diag, errno, "cannot remove");
}
