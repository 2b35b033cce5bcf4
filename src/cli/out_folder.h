/* Places of outputs that a user names by mistake. */
#ifndef CLI_OUT_FOLDER_H
#define CLI_OUT_FOLDER_H

#include "base/diag.h"
#include "cli/options/option_kinds.h"

/*
 * Refuses the root folder; of the data, a path of -d itself, everything in the folder of a client
 * (MPQ or CASC), and the folders of client files below a path. A folder of another name there is
 * fine: repositories of map makers keep their pictures so. ADTMAP_BAD_ARGUMENT, ADTMAP_NO_MEMORY.
 */
enum adtmap_status out_folder_check(const char *out, const struct option_strings *data,
                                    const struct diag *diag);

/*
 * Warns of a file to be written that lies in the folder of a client (MPQ or CASC), in a folder of
 * client files below a path of the data, or next to such folders, unless that is the current
 * folder. A single ADT in a folder of its own may have its picture next to it.
 */
void out_file_check(const char *out, const struct option_strings *data, const struct diag *diag);

/*
 * Of the folder for a demo world: refuses the one that a client is started from, whose files it
 * would replace, and warns of one in a client's data or with files that it did not write.
 * ADTMAP_BAD_ARGUMENT, ADTMAP_NO_MEMORY.
 */
enum adtmap_status out_demo_check(const char *folder, const struct diag *diag);

#endif
