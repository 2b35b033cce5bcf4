/* Pictures of an output folder that were deleted or changed since their run recorded them. */
#ifndef CLI_DIFF_DIFF_EDITED_H
#define CLI_DIFF_DIFF_EDITED_H

#include "cli/diff/diff_side.h"
#include "compare/build_log_diff.h"

/*
 * Looks for the pictures of tiles and zones that the log of the map's folder records, as
 * incremental runs do. In memory, those that are missing lose their record, and diff_is_edited of
 * those that are another file than the recorded one. Each kind is said in one line.
 * ADTMAP_NO_MEMORY.
 */
enum adtmap_status diff_edited_find(const char *folder, struct build_log *log,
                                    const struct diag *diag);

/* Whether the file of a record is another than the run has recorded: its content id is zero. */
bool diff_is_edited(const struct build_record *record);

/* Judges the tiles that were edited again: between two output folders by the pixels of both files,
 * against client data as changed. A picture that cannot be read is said on stderr. False when out
 * of memory. */
bool diff_edited_compare(const struct diff_map maps[2], const struct session *session,
                         struct build_log_diff *diff);

#endif
