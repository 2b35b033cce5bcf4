/*
 * A listfile: the names of files and, for clients that store files by id (Battle for Azeroth and
 * later), their ids.
 *
 * There are two formats: an id and a path per line, "123;world/maps/azeroth/azeroth.wdt", or a path
 * per line. The first line that is not empty decides. Paths may have any spelling; text after a
 * second ';' is ignored. An open listfile does not change and can be used by any thread.
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
 * Reads the file at `path`, which must not change until the listfile is closed. Lines of neither
 * format are skipped, with one warning that counts them. Failures name the path: ADTMAP_NOT_FOUND,
 * ADTMAP_IO, ADTMAP_BAD_DATA if it is not text or contains no name, ADTMAP_LIMIT over 4 GiB,
 * ADTMAP_NO_MEMORY.
 */
enum adtmap_status listfile_open(const char *path, const struct diag *diag,
                                 struct listfile **listfile);

/* NULL-safe. */
void listfile_close(struct listfile *listfile);

/* Whether its lines have ids. */
bool listfile_has_ids(const struct listfile *listfile);

/* The number of names. */
size_t listfile_count(const struct listfile *listfile);

/*
 * The canonical name at `index`, below listfile_count. Names are sorted by id, or in the order of
 * the file if there are no ids. False if the name is invalid (name_canonical); `name` is
 * then undefined.
 */
bool listfile_name(const struct listfile *listfile, size_t index, char name[NAME_BYTES]);

/* The canonical name of a file id. If several lines have the id, the last one counts. */
bool listfile_name_of_id(const struct listfile *listfile, uint32_t id, char name[NAME_BYTES]);

/* The id of a name in any spelling; the lowest if there are several, 0 if there is none. */
uint32_t listfile_id_of_name(const struct listfile *listfile, const char *name);

#endif
