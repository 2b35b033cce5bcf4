#include "job/draw_tile.h"

#include "base/arena.h"
#include "base/thread.h"
#include "job/map.h"
#include "job/tile_source.h"
#include "render/tile.h"

enum adtmap_status draw_tile(struct adtmap_data *data, const struct blob *bytes,
                             enum adt_alpha_depth depth, const struct adtmap_settings *settings,
                             uint8_t *pixels, size_t stride_bytes, const struct diag *diag)
{
    enum adtmap_status status = ADTMAP_NO_MEMORY;
    struct arena arena = {0};
    struct tile_source source = {0};
    struct tile_scratch *scratch = NULL;
    struct ground_cache *grounds = NULL;
    struct tile_plan *plan = tile_plan_create(settings);
    if (plan) {
        scratch = tile_scratch_create(plan, thread_core_count());
        grounds = data_grounds(data, tile_plan_quad_px(plan));
    }
    if (!scratch || !grounds) {
        status = diag_fail_memory(diag);
        goto close;
    }
    status = tile_source_open(bytes, depth, settings, grounds, &arena, diag, &source);
    if (!status) {
        status = tile_draw(plan, source.scene, source.textures.textures, scratch, pixels,
                           stride_bytes, diag);
    }
close:
    tile_source_close(&source);
    tile_scratch_destroy(scratch);
    tile_plan_destroy(plan);
    arena_free(&arena);
    return status;
}
