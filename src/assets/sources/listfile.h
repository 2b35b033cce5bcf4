/*
 * A listfile: which file has which id, for clients that keep files by id (Battle for Azeroth and
 * later), or just which files there are.
 *
 * Two forms: "123;world/maps/azeroth/azeroth.wdt", an id and a path a line, and one path a line.
 * The first line that is not empty decides which it is. Paths may be in any spelling; what stands
 * behind a second ';' does not count. Does not change once open: any thread may ask.
 */
#ifndef ASSETS_SOURCES_LISTFILE_H
#define ASSETS_SOURCES_LISTFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/diag.h"
#include "base/path.h"

struct listfile;

/*
 * Reads the file at `path`, which must stay as it is until the listfile is closed. Lines that are
 * neither are skipped, with one warning that counts them. Failures name the path:
 * ADTMAP_NOT_FOUND, ADTMAP_IO, ADTMAP_BAD_DATA when it is not text or has no name at all,
 * ADTMAP_LIMIT beyond 4 GiB, ADTMAP_NO_MEMORY.
 */
enum adtmap_status listfile_open(const char *path, const struct diag *diag,
                                 struct listfile **listfile);

/* NULL is fine. */
void listfile_close(struct listfile *listfile);

/* Whether its lines have ids. */
bool listfile_has_ids(const struct listfile *listfile);

/* Number of names. */
size_t listfile_count(const struct listfile *listfile);

/*
 * The canonical name at `index`, below listfile_count; in ascending order of ids when there are
 * ids, else as they stand. False, and nothing to use in `name`, when it is none a file can have.
 */
bool listfile_name(const struct listfile *listfile, size_t index, char name[NAME_BYTES]);

/* The canonical name of a file id; the last line counts when there are several. */
bool listfile_name_of_id(const struct listfile *listfile, uint32_t id, char name[NAME_BYTES]);

/* The id of a name in any spelling, the lowest when there are several; 0 when it has none. */
uint32_t listfile_id_of_name(const struct listfile *listfile, const char *name);

#endif
