/*
 * The fact of a shard holds the time and the process that began it, so no two logs are equal. The
 * map's log names the shards that it has joined by the hash of their logs: a log that a killed
 * merge has left is removed, a new one under the same name is joined.
 */
#include "job/records/shard_logs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/array.h"
#include "base/number.h"
#include "base/path.h"
#include "job/records/places.h"
#include "job/settings/shard.h"
#include "os/file.h"
#include "os/folder.h"
#include "os/process.h"

static const char joined_prefix[] = "joined ";

bool shard_fact_set(struct build_log *log, const struct shard_fact *fact)
{
    struct buffer text = {0};
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now); /* tells shards apart that are begun again */
    buffer_printf(&text, "%u %u %016" PRIx64 "%016" PRIx64 " %d %d %lld.%09ld.%ld",
                  (unsigned)fact->shard.index, (unsigned)fact->shard.count, fact->plan.high,
                  fact->plan.low, fact->is_whole, fact->has_picture, (long long)now.tv_sec,
                  now.tv_nsec, (long)process_number());
    for (int y = 0; y < TILE_SET_GRID; y++) {
        buffer_printf(&text, " %" PRIx64, fact->asked.rows[y]);
    }
    buffer_u8(&text, 0);
    bool fine = !text.failed && build_log_set_fact(log, SHARD_FACT, (const char *)text.data) &&
                build_log_set_fact(log, SHARD_FACT_DONE, NULL);
    buffer_free(&text);
    return fine;
}

bool shard_fact_read(const struct build_log *log, struct shard_fact *fact)
{
    const char *text = build_log_fact(log, SHARD_FACT);
    struct number_reader reader = {text, !text};
    *fact = (struct shard_fact){0};
    fact->shard.index = number_next_u32(&reader, 10, SHARDS_MAX);
    fact->shard.count = number_next_u32(&reader, 10, SHARDS_MAX);
    fact->plan.high = number_next(&reader, 16, 16);
    fact->plan.low = number_next(&reader, 16, 16);
    fact->is_whole = number_next_u32(&reader, 10, 1) != 0;
    fact->has_picture = number_next_u32(&reader, 10, 1) != 0;
    number_skip(&reader, " ");
    if (!reader.bad) {
        reader.at += strspn(reader.at, "0123456789."); /* when it began, and who */
    }
    for (int y = 0; y < TILE_SET_GRID; y++) {
        fact->asked.rows[y] = number_next(&reader, 16, 16);
    }
    return !reader.bad && fact->shard.index <= fact->shard.count;
}

void shard_logs_free(struct shard_logs *logs)
{
    for (size_t i = 0; i < logs->count; i++) {
        free(logs->items[i].path);
    }
    free(logs->items);
    *logs = (struct shard_logs){0};
}

enum adtmap_status shard_logs_list(const char *directory, const struct diag *diag,
                                   struct shard_logs *logs)
{
    struct folder *stream = NULL;
    const char *entry;
    struct private_folder folder;
    *logs = (struct shard_logs){0};
    enum adtmap_status status = private_folder_open(directory, BUILD_LOG_FOLDER, diag, &folder);
    if (!status && private_folder_is_open(&folder)) {
        status = private_folder_list(&folder, diag, &stream);
    }
    while (stream && !status && (entry = folder_next(stream))) {
        struct job_shard shard;
        if (!shard_of_log(entry, &shard)) {
            continue;
        }
        char *path = path_join(folder.path, entry);
        if (path && ARRAY_ROOM(logs->items, logs->count)) {
            logs->items[logs->count++] = (struct shard_log){path, shard};
        } else {
            free(path);
            status = diag_fail_memory(diag);
        }
    }
    folder_close(stream);
    private_folder_close(&folder);
    return status;
}

/* The name of the fact that a shard log was joined. It contains the hash of the log: a new log
 * under the same name has not been joined. */
static bool joined_name(const char *path, char name[64])
{
    struct build_file file;
    char hex[HASH128_HEX_BYTES];
    if (build_file_of(path, &file) != ADTMAP_OK) {
        return false;
    }
    hash128_hex(file.content, hex);
    snprintf(name, 64, "%s%s", joined_prefix, hex);
    return true;
}

enum adtmap_status shard_logs_mark_joined(struct build_log *log, const char *directory,
                                          const struct diag *diag)
{
    struct shard_logs logs;
    enum adtmap_status status = shard_logs_list(directory, diag, &logs);
    build_log_drop_facts(log, joined_prefix);
    for (size_t i = 0; i < logs.count && !status; i++) {
        char name[64];
        if (joined_name(logs.items[i].path, name) && !build_log_set_fact(log, name, "1")) {
            status = diag_fail_memory(diag);
        }
    }
    shard_logs_free(&logs);
    return status;
}

enum adtmap_status shard_logs_remove_joined(const struct build_log *log, const char *directory,
                                            const struct diag *diag, bool *any)
{
    struct shard_logs logs;
    enum adtmap_status status = shard_logs_list(directory, diag, &logs);
    *any = false;
    for (size_t i = 0; i < logs.count && !status; i++) {
        const char *path = logs.items[i].path;
        char name[64];
        if (joined_name(path, name) && build_log_fact(log, name)) {
            *any = true;
            status = places_remove(path, diag);
            status = status ? status : file_remove(path, diag);
        }
    }
    shard_logs_free(&logs);
    return status;
}
