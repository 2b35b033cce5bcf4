#include "os/file_stamp.h"

#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/hash.h"

/* FAT keeps times in steps of 2 s; local file systems in a few ms. */
static const int64_t SETTLED_SECONDS = 3;

static uint64_t never_zero(uint64_t key)
{
    return key ? key : 1;
}

bool file_stamp_of(const char *path, struct file_stamp *stamp)
{
    struct stat info;
    if (stat(path, &info)) {
        return false;
    }
    const uint64_t parts[] = {
        hash64(path, strlen(path)),     (uint64_t)info.st_size,
        (uint64_t)info.st_ino,          (uint64_t)info.st_mtim.tv_sec,
        (uint64_t)info.st_mtim.tv_nsec, (uint64_t)info.st_ctim.tv_sec,
        (uint64_t)info.st_ctim.tv_nsec,
    };
    int64_t now = (int64_t)time(NULL);
    stamp->key = never_zero(hash64(parts, sizeof parts));
    stamp->bytes = (uint64_t)info.st_size;
    stamp->is_settled =
        info.st_mtim.tv_sec < now - SETTLED_SECONDS && info.st_ctim.tv_sec < now - SETTLED_SECONDS;
    return true;
}

void file_stamp_join(struct file_stamp *stamp, const struct file_stamp *other)
{
    const uint64_t keys[] = {stamp->key, other->key};
    stamp->key = never_zero(hash64(keys, sizeof keys));
    stamp->bytes += other->bytes;
    stamp->is_settled = stamp->is_settled && other->is_settled;
}
