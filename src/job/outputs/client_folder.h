/*
 * The folder of a client: of its minimap, or of its world map. A node in it is told by the folder's
 * key, and the note of its record is the file's path below the folder. People ship these folders,
 * and other maps and older runs have files in them: only what this log has on record is compared,
 * replaced or removed. A folder that the run does not ask for is closed: it has nothing.
 */
#ifndef JOB_OUTPUTS_CLIENT_FOLDER_H
#define JOB_OUTPUTS_CLIENT_FOLDER_H

#include "base/buffer.h"
#include "job/run/run.h"

/* How the file of a node in either folder compares with its record; a table is the same if it has
 * the lines of the files on record. What is not in a folder of this run is the same. */
enum file_match client_folder_compare_file(const struct run *run, struct build_record *record);

/* Records a file that was written, as output_record does; `file` is its path below the folder. */
enum adtmap_status client_folder_record(struct run *run, const struct client_minimap_folder *folder,
                                        struct build_record *record, const char *file);

/* Appends the index of a record to a list of those that go. */
static inline void client_folder_list(const struct build_log *log,
                                      const struct build_record *record, struct buffer *gone)
{
    const uint32_t index = (uint32_t)(record - log->records);
    buffer_append(gone, &index, sizeof index);
}

/*
 * Drops the records whose indices, uint32_t, are in `gone`, and their files, unless another line of
 * the table names one. A table is written in any case, with the lines of all records. ADTMAP_IO,
 * ADTMAP_NO_MEMORY.
 */
enum adtmap_status client_folder_drop(struct run *run, const struct client_minimap_folder *folder,
                                      struct buffer *gone);

#endif
