#include "job/draw_tile.h"

#include "base/arena.h"
#include "base/thread.h"
#include "job/map.h"
#include "job/tile_source.h"
#include "render/tile.h"

enum adtmap_status draw_tile(const struct tile_request *request, const struct adt_files *files,
                             uint8_t *pixels, size_t stride_bytes, const struct diag *diag)
{
    enum adtmap_status status = ADTMAP_NO_MEMORY;
    struct arena arena = {0};
    struct tile_source source = {0};
    struct tile_plan *plan = tile_plan_create(request->settings);
    struct tile_scratch *scratch = plan ? tile_scratch_create(plan, thread_core_count()) : NULL;
    if (!scratch) {
        status = diag_fail_memory(diag);
        goto close;
    }
    struct tile_request sized = *request;
    sized.quad_px = tile_plan_quad_px(plan);
    status = tile_source_open(&sized, files, &arena, diag, &source);
    if (!status) {
        const struct tile_input input = {source.scene, source.textures.textures,
                                         request->data->mips, &arena};
        uint32_t stand_ins;
        status = tile_draw(plan, &input, scratch, pixels, stride_bytes, diag, &stand_ins);
    }
close:
    tile_source_close(&source);
    tile_scratch_destroy(scratch);
    tile_plan_destroy(plan);
    arena_free(&arena);
    return status;
}
