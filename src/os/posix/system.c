#include "os/system.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/posix/posix.h"

#ifdef __linux__
#include <sys/random.h>
#endif

/* Modes of new files and folders, before the umask takes its part. */
enum { FILE_MODE = 0664, FOLDER_MODE = 0775 };

const enum path_style file_path_style = PATH_SLASHES;

int posix_directory(intptr_t folder)
{
    return folder == SYSTEM_HERE ? AT_FDCWD : (int)folder;
}

intptr_t system_open(intptr_t folder, const char *path, unsigned how)
{
    int flags = O_CLOEXEC | O_NOCTTY;
    flags |= how & SYSTEM_WRITE ? (how & SYSTEM_READ ? O_RDWR : O_WRONLY) : O_RDONLY;
    flags |= how & SYSTEM_APPEND ? O_APPEND : 0;
    flags |= how & SYSTEM_NEW ? O_CREAT | O_EXCL : 0;
    flags |= how & SYSTEM_NO_LINK ? O_NOFOLLOW : 0;
    flags |= how & (SYSTEM_WAIT | SYSTEM_NEW) ? 0 : O_NONBLOCK;
    return openat(posix_directory(folder), path, flags, FILE_MODE);
}

bool system_close(intptr_t file)
{
    return close((int)file) == 0;
}

ptrdiff_t system_read(intptr_t file, void *bytes, size_t size)
{
    ssize_t got;
    do {
        got = read((int)file, bytes, size);
    } while (got < 0 && errno == EINTR);
    return got;
}

ptrdiff_t system_read_at(intptr_t file, uint64_t offset, void *bytes, size_t size)
{
    ssize_t got;
    do {
        got = pread((int)file, bytes, size, (off_t)offset);
    } while (got < 0 && errno == EINTR);
    return got;
}

ptrdiff_t system_write(intptr_t file, const void *bytes, size_t size)
{
    ssize_t written;
    do {
        written = write((int)file, bytes, size);
    } while (written < 0 && errno == EINTR);
    return written;
}

intptr_t system_open_folder(intptr_t folder, const char *path, enum system_links links)
{
    return openat(posix_directory(folder), path,
                  O_RDONLY | O_DIRECTORY | O_CLOEXEC | (links == SYSTEM_FOLLOW ? 0 : O_NOFOLLOW));
}

void system_close_folder(intptr_t folder)
{
    close((int)folder);
}

static enum file_type type_of(mode_t mode)
{
    switch (mode & S_IFMT) {
    case S_IFREG:
        return FILE_REGULAR;
    case S_IFLNK:
        return FILE_LINK;
    case S_IFDIR:
        return FILE_FOLDER;
    case S_IFIFO:
        return FILE_PIPE;
    case S_IFSOCK:
        return FILE_SOCKET;
    default:
        return FILE_DEVICE;
    }
}

static struct system_info info_of(const struct stat *info)
{
    return (struct system_info){
        .type = type_of(info->st_mode),
        .bytes = (uint64_t)info->st_size,
        .links = (uint64_t)info->st_nlink,
        .id = (uint64_t)info->st_ino,
        .owner = (uint32_t)info->st_uid,
        .group = (uint32_t)info->st_gid,
        .mode = (uint32_t)info->st_mode & 07777,
#ifdef __APPLE__
        .written = info->st_mtimespec,
        .changed = info->st_ctimespec,
#else
        .written = info->st_mtim,
        .changed = info->st_ctim,
#endif
    };
}

bool system_look(intptr_t folder, const char *path, enum system_links links,
                 struct system_info *info)
{
    struct stat found;
    int flags = links == SYSTEM_FOLLOW ? 0 : AT_SYMLINK_NOFOLLOW;
    if (fstatat(posix_directory(folder), path, &found, flags)) {
        return false;
    }
    *info = info_of(&found);
    return true;
}

bool system_look_open(intptr_t file, struct system_info *info)
{
    struct stat found;
    if (fstat((int)file, &found)) {
        return false;
    }
    *info = info_of(&found);
    return true;
}

bool system_make_folder(intptr_t folder, const char *path)
{
    return mkdirat(posix_directory(folder), path, FOLDER_MODE) == 0;
}

bool system_remove(intptr_t folder, const char *path)
{
    return unlinkat(posix_directory(folder), path, 0) == 0;
}

bool system_remove_folder(intptr_t folder, const char *path)
{
    return unlinkat(posix_directory(folder), path, AT_REMOVEDIR) == 0;
}

FILE *file_open_stdio(const char *path)
{
    return fopen(path, "rb");
}

/* EINVAL and ENOTSUP: of a file that has no disk. */
bool system_flush(intptr_t file)
{
#ifdef __APPLE__
    bool fine = fcntl((int)file, F_FULLFSYNC) == 0 || fsync((int)file) == 0;
#else
    bool fine = fdatasync((int)file) == 0;
#endif
    return fine || errno == EINVAL || errno == ENOTSUP;
}

/* Flushing a whole disk costs as much as flushing a few files does. */
bool system_flush_files(const intptr_t *files, size_t count)
{
#ifdef __linux__
    enum { FEW = 3 };
    if (count > FEW) {
        return syncfs((int)files[0]) == 0;
    }
#endif
    bool fine = true;
    for (size_t i = 0; i < count && fine; i++) {
        fine = system_flush(files[i]);
    }
    return fine;
}

#ifdef __linux__

enum { DISKS_MAX = 8 };

/* Disks that are to be flushed, each by a file on it. */
static struct {
    pthread_mutex_t lock;
    size_t count;
    dev_t ids[DISKS_MAX];
    int files[DISKS_MAX];
} disks = {.lock = PTHREAD_MUTEX_INITIALIZER};

bool system_flush_later(intptr_t file)
{
    struct stat info;
    if (fstat((int)file, &info)) {
        return false;
    }
    pthread_mutex_lock(&disks.lock);
    size_t i = 0;
    while (i < disks.count && disks.ids[i] != info.st_dev) {
        i++;
    }
    bool is_known = i < disks.count;
    if (!is_known && i < DISKS_MAX) {
        disks.ids[i] = info.st_dev;
        disks.files[i] = fcntl((int)file, F_DUPFD_CLOEXEC, 0);
        is_known = disks.files[i] >= 0;
        disks.count += is_known;
    }
    pthread_mutex_unlock(&disks.lock);
    if (!is_known) {
        return system_flush(file);
    }
    /* The disk begins while other files are made; whether it does is no matter for the flush. */
    sync_file_range((int)file, 0, 0, SYNC_FILE_RANGE_WRITE);
    return true;
}

bool system_flush_disks(void)
{
    int error_number = 0;
    pthread_mutex_lock(&disks.lock);
    while (disks.count > 0) {
        int file = disks.files[--disks.count];
        if (syncfs(file)) {
            error_number = errno;
        }
        close(file);
    }
    pthread_mutex_unlock(&disks.lock);
    errno = error_number;
    return !error_number;
}

#else

bool system_flush_later(intptr_t file)
{
    return system_flush(file);
}

bool system_flush_disks(void)
{
    return true;
}

#endif

/* A second descriptor keeps the locks. */
bool system_close_and_rename(intptr_t file, intptr_t folder, const char *from, const char *to)
{
    int directory = posix_directory(folder);
    int lock = fcntl((int)file, F_DUPFD_CLOEXEC, 0);
    int error_number = lock < 0 ? errno : 0;
    if (close((int)file) && !error_number) {
        error_number = errno;
    }
    if (!error_number && renameat(directory, from, directory, to)) {
        error_number = errno;
    }
    if (error_number) {
        unlinkat(directory, from, 0);
    }
    if (lock >= 0) {
        close(lock);
    }
    errno = error_number;
    return !error_number;
}

bool system_move(const char *from, const char *to)
{
    return rename(from, to) == 0;
}

bool system_lock(intptr_t file)
{
    return flock((int)file, LOCK_EX | LOCK_NB) == 0;
}

/* Locks of open files where there are some; else those of the process, which others still see. */
bool system_lock_range(intptr_t file, struct file_range range, bool wait)
{
#ifdef F_OFD_SETLK
    enum { TRY = F_OFD_SETLK, WAIT = F_OFD_SETLKW };
#else
    enum { TRY = F_SETLK, WAIT = F_SETLKW };
#endif
    struct flock record = {.l_type = F_WRLCK,
                           .l_whence = SEEK_SET,
                           .l_start = (off_t)range.begin,
                           .l_len = (off_t)range.bytes};
    while (fcntl((int)file, wait ? WAIT : TRY, &record)) {
        if (errno != EINTR || !wait) {
            errno = errno == EACCES ? EAGAIN : errno;
            return false;
        }
    }
    return true;
}

bool system_is_locked(intptr_t file, struct file_range range)
{
#ifdef F_OFD_GETLK
    enum { ASK = F_OFD_GETLK };
#else
    enum { ASK = F_GETLK };
#endif
    struct flock record = {.l_type = F_WRLCK,
                           .l_whence = SEEK_SET,
                           .l_start = (off_t)range.begin,
                           .l_len = (off_t)range.bytes};
    return fcntl((int)file, ASK, &record) == 0 && record.l_type != F_UNLCK;
}

/* The file's owner may always write. */
void system_share(intptr_t file, intptr_t folder)
{
    struct stat info;
    if (fstat((int)folder, &info) == 0) {
        fchmod((int)file, (info.st_mode & FILE_MODE) | S_IRUSR | S_IWUSR);
    }
}

bool system_may_write(const char *path)
{
    return access(path, W_OK) == 0;
}

bool system_may_write_into(const char *path)
{
    return access(path, W_OK | X_OK) == 0;
}

intptr_t system_numbered(int number)
{
    int flags = fcntl(number, F_GETFL);
    if (flags >= 0 && (flags & O_ACCMODE) != O_RDONLY) {
        return number;
    }
    errno = EBADF;
    return -1;
}

bool system_random(uint64_t *value)
{
#ifdef __linux__
    return getrandom(value, sizeof *value, 0) == (ssize_t)sizeof *value;
#else
    arc4random_buf(value, sizeof *value);
    return true;
#endif
}

char *system_real_path(const char *path)
{
    return realpath(path, NULL);
}

char *system_real_path_of(intptr_t file)
{
#ifdef F_GETPATH
    char path[4096];
    return fcntl((int)file, F_GETPATH, path) == 0 ? realpath(path, NULL) : NULL;
#else
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", (int)file);
    return realpath(path, NULL);
#endif
}

char *system_real_path_of_folder(intptr_t folder)
{
    return system_real_path_of(folder);
}

void *system_map(intptr_t file, size_t size)
{
    void *memory = mmap(NULL, size, PROT_READ, MAP_PRIVATE, (int)file, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

void system_unmap(void *memory, size_t size)
{
    munmap(memory, size);
}

void system_drop(void *memory, size_t offset, size_t size)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t begin = (offset + page - 1) / page * page;
    size_t end = (offset + size) / page * page;
    if (begin < end) {
        madvise((char *)memory + begin, end - begin, MADV_DONTNEED);
    }
}

void system_read_ahead(intptr_t file, size_t size)
{
#ifdef POSIX_FADV_WILLNEED
    posix_fadvise((int)file, 0, (off_t)size, POSIX_FADV_WILLNEED);
#else
    (void)file;
    (void)size;
#endif
}
