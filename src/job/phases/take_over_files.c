/*
 * The files of tiles that are taken over. Those of the run's own shards, whose folders are to go,
 * are moved: renaming takes a tenth of the time of reading, comparing and writing, and no file has
 * two names, so that nobody who changes one in place changes another. Files of other folders, which
 * stay, are copied; so are those that cannot be moved (file_move).
 *
 * The log on the disk has the records before the first file comes. A run that is cut short in the
 * middle leaves files in the map's folder that are as recorded, and the others in the shards, from
 * where the next run takes them.
 *
 * Other folders may be written to while the run is at work: the whole map while its shards are
 * drawn. A file that is no longer as planned loses its record, and the run plans again.
 */
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "job/phases/drawn_folder.h"
#include "job/phases/shard_folder.h"
#include "job/phases/take_over.h"
#include "os/file.h"
#include "os/file_stamp.h"
#include "os/folder.h"

/* A file under way. */
struct taking {
    const struct run *run;
    struct drawn_folder *source;
    struct build_record *record; /* in the run's log */
    const char *from, *to;
    char *like;   /* a file that was copied; NULL: none yet */
    bool is_lost; /* it is gone, another than was planned, or cannot be read */
};

/* Reads the file and writes it. */
static enum adtmap_status copy_file(struct taking *taking)
{
    struct blob blob;
    const struct run *run = taking->run;
    enum adtmap_status status = file_map(taking->from, &diag_silent, &blob);
    taking->is_lost = status || !hash128_equal(hash128_blob(&blob), taking->record->file.content);
    taking->source->is_left |= status == ADTMAP_IO; /* the next run may be able to read it */
    if (status == ADTMAP_NO_MEMORY) {
        return diag_fail_memory(&run->diag);
    }
    status = taking->is_lost ? ADTMAP_OK
                             : file_write_atomic(taking->to, blob.data, blob.size, &run->diag);
    blob_release(&blob);
    return status;
}

/* Moves the file, if it may go; false: nothing has changed. */
static bool move_file(struct taking *taking)
{
    const struct drawn_folder *source = taking->source;
    const struct build_record *there = build_log_find(source->log, taking->record->id);
    struct build_file file = there ? there->file : (struct build_file){0};
    return source->is_own && taking->like &&
           hash128_equal(file.content, taking->record->file.content) &&
           build_file_compare(taking->from, source->log->written_ns, &file) == FILE_SAME &&
           file_move(taking->from, taking->to, taking->like);
}

static enum adtmap_status take_file(struct taking *taking)
{
    struct file_stamp stamp;
    enum adtmap_status status = ADTMAP_OK;
    if (taking->record->file.bytes == 0) {
        return file_remove(taking->to, &taking->run->diag);
    }
    bool is_moved = move_file(taking);
    if (!is_moved) {
        status = copy_file(taking);
    }
    if (status || taking->is_lost) {
        return status;
    }
    if (!taking->like) {
        taking->like = strdup(taking->to);
    }
    taking->record->file.key = file_stamp_of_output(taking->to, &stamp) ? stamp.key : 0;
    return taking->like ? ADTMAP_OK : diag_fail_memory(&taking->run->diag);
}

static struct drawn_folder *source_of(const struct run *run, const char *directory)
{
    struct take_over *taken = run->open.taken;
    size_t i = 0;
    while (taken->items[i].directory != directory) {
        i++;
    }
    return &taken->items[i];
}

enum adtmap_status take_over_files(struct run *run, uint32_t *lost)
{
    struct build_log *log = run->open.log;
    struct taking taking = {.run = run};
    enum adtmap_status status = ADTMAP_OK;
    *lost = 0;
    for (uint32_t i = 0; i < log->count && !status; i++) {
        struct build_record *record = taking.record = &log->records[i];
        if (!record->elsewhere) {
            continue;
        }
        char *from = path_join(record->elsewhere, record->path);
        char *to = run_full_path(run, record->id);
        taking.from = from;
        taking.to = to;
        taking.source = source_of(run, record->elsewhere);
        taking.is_lost = false;
        status = from && to ? take_file(&taking) : diag_fail_memory(&run->diag);
        free(from);
        free(to);
        record->elsewhere = NULL;
        log->is_changed = true;
        if (taking.is_lost) {
            build_log_drop(log, record);
            ++*lost;
        } else {
            run->result->taken_over++;
        }
    }
    free(taking.like);
    if (*lost > 0 && !status) {
        diag_warn(&run->diag, NULL, NO_OFFSET,
                  "%u %s gone, changed since this run began, or cannot be read: drawn here",
                  (unsigned)*lost,
                  *lost == 1 ? "file of another folder is" : "files of other folders are");
    }
    return status;
}

/* A shard that begins meanwhile finds the folder locked, or none. Where a folder with open files
 * cannot be renamed, the lock goes first: one that begins then has its own open. */
static void remove_shard(const char *out, struct drawn_folder *source)
{
    char *aside = shard_folder_put_aside(out, source->directory);
    folder_lock_release(&source->lock);
    if (!aside) {
        aside = shard_folder_put_aside(out, source->directory);
    }
    if (aside) {
        folder_remove(aside);
    }
    free(aside);
}

enum adtmap_status take_over_remove_shards(const struct run *run)
{
    struct take_over *taken = run->open.taken;
    enum adtmap_status status = ADTMAP_OK;
    bool any = false;
    for (size_t i = 0; i < taken->count && !status; i++) {
        struct drawn_folder *source = &taken->items[i];
        if (!source->is_own || source->is_left || !drawn_folder_is_ours_alone(source)) {
            continue;
        }
        status = any ? ADTMAP_OK : file_finish_writing(&run->diag); /* the copies are on the disk */
        if (!status) {
            remove_shard(run->asked.settings->out, source);
            any = true;
        }
    }
    shard_folder_clean(run->asked.settings->out);
    if (!run->asked.settings->tiles) {
        (void)shard_folder_old_ones(run->result->directory, true);
    }
    return status;
}
