#include "os/file_stamp.h"

#include <string.h>
#include <sys/stat.h>

#include "base/hash.h"

static int64_t nanoseconds(struct timespec time)
{
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static uint64_t never_zero(uint64_t key)
{
    return key ? key : 1;
}

static struct file_stamp make_stamp(const char *path, const struct stat *info)
{
    const uint64_t parts[] = {
        hash64(path, strlen(path)),      (uint64_t)info->st_size,
        (uint64_t)info->st_ino,          (uint64_t)info->st_mtim.tv_sec,
        (uint64_t)info->st_mtim.tv_nsec, (uint64_t)info->st_ctim.tv_sec,
        (uint64_t)info->st_ctim.tv_nsec,
    };
    int64_t written_ns = nanoseconds(info->st_mtim);
    int64_t changed_ns = nanoseconds(info->st_ctim);
    return (struct file_stamp){
        .key = never_zero(hash64(parts, sizeof parts)),
        .bytes = (uint64_t)info->st_size,
        .changed_ns = written_ns > changed_ns ? written_ns : changed_ns,
    };
}

bool file_stamp_of(const char *path, struct file_stamp *stamp)
{
    struct stat info;
    bool is_there = stat(path, &info) == 0;
    if (is_there) {
        *stamp = make_stamp(path, &info);
    }
    return is_there;
}

bool file_stamp_of_output(const char *path, struct file_stamp *stamp)
{
    struct stat info;
    bool is_there = lstat(path, &info) == 0 && S_ISREG(info.st_mode);
    if (is_there) {
        *stamp = make_stamp(path, &info);
    }
    return is_there;
}

void file_stamp_join(struct file_stamp *stamp, const struct file_stamp *other)
{
    const uint64_t keys[] = {stamp->key, other->key};
    stamp->key = never_zero(hash64(keys, sizeof keys));
    stamp->bytes += other->bytes;
    if (other->changed_ns > stamp->changed_ns) {
        stamp->changed_ns = other->changed_ns;
    }
}
