/* Where the rest of a lone ADT's data lies: found by walking up from the file. */
#ifndef CLI_COMMANDS_LOCATE_H
#define CLI_COMMANDS_LOCATE_H

#include "adtmap/status.h"
#include "base/diag.h"

/*
 * The data root of a file, from malloc: the nearest directory above it with a directory "World",
 * case ignored; the file's own directory when there is none. Standard input, "-", counts as a file
 * in the current directory. ADTMAP_NOT_FOUND when the file is not there, ADTMAP_IO,
 * ADTMAP_NO_MEMORY.
 */
enum adtmap_status locate_root(const char *path, const struct diag *diag, char **root);

/*
 * The WDT beside an ADT, from malloc: of those whose name the ADT's name begins with, case ignored,
 * the longest. *wdt is NULL when there is none. ADTMAP_IO, ADTMAP_NO_MEMORY.
 */
enum adtmap_status locate_wdt(const char *adt_path, const struct diag *diag, char **wdt);

#endif
