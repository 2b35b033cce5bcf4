/*
 * The rooms of a map's WMOs as nodes of a client's minimap. A WMO has a node of its own, without a
 * file, which depends on the files of the data; each block of its rooms (render/draw_interior.h) is
 * a node that refers to it. The rooms of a WMO that several maps have are shared by these.
 */
#ifndef JOB_OUTPUTS_MINIMAP_INTERIORS_H
#define JOB_OUTPUTS_MINIMAP_INTERIORS_H

#include "base/buffer.h"
#include "job/run/run.h"

/*
 * Draws and records the rooms of the WMOs in `tiles` that are new, or stale by the plan. Appends
 * the indices of records whose file is to be removed, uint32_t, to `gone`; drops those without a
 * file. ADTMAP_IO, ADTMAP_NO_MEMORY.
 */
enum adtmap_status minimap_interiors_make(struct run *run, const struct tile_set *tiles,
                                          struct buffer *gone);

/* What the list of WMOs is made of: the files that the map's pictures depend on. */
struct hash128 minimap_interiors_hash(const struct plan_request *request,
                                      const struct build_log *log);

#endif
