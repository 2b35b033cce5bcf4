/*
 * All parts of a stamp are hashed into one number, which logs keep; 0 is never a stamp. The path is
 * a part, since a file that is copied over another one may keep size and times.
 */
#include "os/file_stamp.h"

#include <errno.h>
#include <string.h>

#include "base/hash.h"
#include "os/system.h"

static int64_t nanoseconds(struct timespec time)
{
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static uint64_t never_zero(uint64_t key)
{
    return key ? key : 1;
}

static struct file_stamp make_stamp(const char *path, const struct system_info *info)
{
    const uint64_t parts[] = {
        hash64(path, strlen(path)),
        info->bytes,
        info->id,
        (uint64_t)info->written.tv_sec,
        (uint64_t)info->written.tv_nsec,
        (uint64_t)info->changed.tv_sec,
        (uint64_t)info->changed.tv_nsec,
    };
    int64_t written_ns = nanoseconds(info->written);
    int64_t changed_ns = nanoseconds(info->changed);
    return (struct file_stamp){
        .key = never_zero(hash64(parts, sizeof parts)),
        .bytes = info->bytes,
        .changed_ns = written_ns > changed_ns ? written_ns : changed_ns,
    };
}

bool file_stamp_of(const char *path, struct file_stamp *stamp)
{
    struct system_info info;
    bool is_there = system_look(SYSTEM_HERE, path, SYSTEM_FOLLOW, &info);
    if (is_there) {
        *stamp = make_stamp(path, &info);
    }
    return is_there;
}

bool file_stamp_of_output(const char *path, struct file_stamp *stamp)
{
    struct system_info info;
    if (!system_look(SYSTEM_HERE, path, SYSTEM_NO_FOLLOW, &info)) {
        return false;
    }
    if (info.type != FILE_REGULAR) {
        errno = ENOENT;
        return false;
    }
    *stamp = make_stamp(path, &info);
    return true;
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
