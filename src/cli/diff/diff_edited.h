/* Pictures of an output folder that were deleted or changed since their run recorded them. */
#ifndef CLI_DIFF_DIFF_EDITED_H
#define CLI_DIFF_DIFF_EDITED_H

#include "base/tile_set.h"
#include "cli/diff/diff_side.h"
#include "compare/build_log_diff.h"

/*
 * Looks for the pictures of tiles and zones that the log of the map's folder records, as
 * incremental runs do. Those that are missing lose their record, in memory only; `edited` gets the
 * tiles whose picture is another file than the recorded one, and a zone of that kind the content id
 * zero. Each is said in one line. ADTMAP_NO_MEMORY.
 */
enum adtmap_status diff_edited_find(const char *folder, struct build_log *log,
                                    const struct diag *diag, struct tile_set *edited);

/* Judges the tiles that were edited again: between two output folders by the pixels of both files,
 * against client data as changed. A picture that cannot be read is said on stderr. False when out
 * of memory. */
bool diff_edited_compare(const struct diff_map maps[2], const struct session *session,
                         struct build_log_diff *diff);

#endif
