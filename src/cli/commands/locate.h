/* Finds the data root and the WDT of an ADT by walking up from its folder. */
#ifndef CLI_COMMANDS_LOCATE_H
#define CLI_COMMANDS_LOCATE_H

#include "adtmap/status.h"
#include "base/diag.h"

/*
 * The data root of a file, from malloc: the nearest directory above it with a directory "World",
 * case ignored; without one, the file's own directory. Standard input, "-", counts as a file
 * in the current directory. ADTMAP_NOT_FOUND when the file is not there, ADTMAP_IO,
 * ADTMAP_NO_MEMORY.
 */
enum adtmap_status locate_root(const char *path, const struct diag *diag, char **root);

/*
 * The WDT in an ADT's folder whose name the ADT's name begins with, case ignored; of several, the
 * longest. From malloc; *wdt is NULL if no WDT fits. ADTMAP_IO, ADTMAP_NO_MEMORY.
 */
enum adtmap_status locate_wdt(const char *adt_path, const struct diag *diag, char **wdt);

#endif
