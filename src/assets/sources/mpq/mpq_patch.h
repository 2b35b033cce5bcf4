/*
 * Patches of files, in archives of clients from 4.0 on ("incremental patches" of zezula.net): what
 * a file was and becomes, by size and MD5, and either the new file or the differences.
 */
#ifndef ASSETS_SOURCES_MPQ_MPQ_PATCH_H
#define ASSETS_SOURCES_MPQ_MPQ_PATCH_H

#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/diag.h"
#include "os/file.h"

/*
 * Applies a patch to the file that it is of. ADTMAP_BAD_DATA if the patch is damaged or of another
 * file, ADTMAP_UNSUPPORTED for a kind that is not known, ADTMAP_LIMIT, ADTMAP_NO_MEMORY. *work is
 * what that has cost, as unpack_waste.h counts it.
 */
enum adtmap_status mpq_patch_apply(const struct blob *patch, const struct blob *old,
                                   const struct diag *diag, struct blob *changed, uint64_t *work);

#endif
