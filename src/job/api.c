/* The parts of the public API that draw. */
#include "adtmap/adtmap.h"
#include "base/arena.h"
#include "base/thread.h"
#include "job/map.h"
#include "job/tile_source.h"
#include "render/tile.h"

const char *adtmap_version(void)
{
    return ADTMAP_VERSION;
}

static enum adtmap_status draw_blob(const struct adtmap_map *map, const struct blob *blob,
                                    const struct adtmap_settings *settings, uint8_t *pixels,
                                    size_t stride_bytes, const struct diag *diag)
{
    enum adtmap_status status = ADTMAP_NO_MEMORY;
    struct arena arena = {0};
    struct tile_source source = {0};
    struct tile_scratch *scratch = NULL;
    struct ground_cache *grounds = NULL;
    struct tile_plan *plan = tile_plan_create(settings);
    if (plan) {
        scratch = tile_scratch_create(plan, thread_core_count());
        grounds = data_grounds(map->data, tile_plan_quad_px(plan));
    }
    if (!scratch || !grounds) {
        status = diag_fail_memory(diag);
        goto close;
    }
    status = tile_source_open(blob, map_alpha_depth(map), settings, grounds, &arena, diag, &source);
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

enum adtmap_status adtmap_tile_render(struct adtmap_map *map, uint32_t x, uint32_t y,
                                      const struct adtmap_settings *settings, uint8_t *pixels,
                                      size_t stride_bytes, struct adtmap_message *failure)
{
    enum adtmap_status status = adtmap_settings_check(settings, failure);
    if (status) {
        return status;
    }
    struct diag diag = {.log = map->data->log, .failure = failure};
    if (stride_bytes < (size_t)settings->size_px * 4) {
        return diag_fail(&diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                         "stride_bytes is %zu, a row has %zu", stride_bytes,
                         (size_t)settings->size_px * 4);
    }
    struct blob blob;
    status = map_read_adt(map, x, y, &diag, &blob);
    if (status) {
        return status;
    }
    char origin[512];
    map_adt_origin(map, x, y, origin, sizeof origin);
    diag.file = origin;
    status = draw_blob(map, &blob, settings, pixels, stride_bytes, &diag);
    blob_release(&blob);
    return status;
}
