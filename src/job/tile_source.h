/*
 * From the bytes of an ADT to a scene with its textures: what a worker does before it draws.
 */
#ifndef JOB_TILE_SOURCE_H
#define JOB_TILE_SOURCE_H

#include "adtmap/settings.h"
#include "base/arena.h"
#include "base/file.h"
#include "render/ground_cache.h"
#include "scene/scene.h"

/* A tile on its way to pixels. Everything but the pins lives in the arena it was made with. */
struct tile_source {
    struct adt_tile *adt;
    struct scene_tile *scene;
    struct ground_cache *grounds;
    struct ground_set textures;
};

/*
 * Parses the ADT `bytes` and pins its textures. `depth` is what the WDT says. The source borrows
 * `bytes` and lives until tile_source_close, which must come before the arena is reset.
 */
enum adtmap_status tile_source_open(const struct blob *bytes, enum adt_alpha_depth depth,
                                    const struct adtmap_settings *settings,
                                    struct ground_cache *grounds, struct arena *arena,
                                    const struct diag *diag, struct tile_source *source);

/* Unpins the textures. A source that failed to open may be closed. */
void tile_source_close(struct tile_source *source);

#endif
