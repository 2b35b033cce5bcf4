#include "job/tile_source.h"

/*
 * The blend that a map asks for: weighted came with 8-bit alpha maps, by the same bits of MPHD
 * (reference rendering b.5).
 */
static enum adtmap_blend blend_of(const struct adt_tile *adt)
{
    return adt->alpha_depth == ADT_ALPHA_8BIT ? ADTMAP_BLEND_WEIGHTED : ADTMAP_BLEND_SEQUENTIAL;
}

enum adtmap_status tile_source_open(const struct blob *bytes, enum adt_alpha_depth depth,
                                    const struct adtmap_settings *settings,
                                    struct ground_cache *grounds, struct arena *arena,
                                    const struct diag *diag, struct tile_source *source)
{
    *source = (struct tile_source){.grounds = grounds};
    enum adtmap_status status =
        adt_read(bytes->data, bytes->size, depth, arena, diag, &source->adt);
    if (status) {
        return status;
    }
    status = scene_build(source->adt, blend_of(source->adt), settings, arena, diag, &source->scene);
    if (status) {
        return status;
    }
    return ground_cache_pin(grounds, source->scene, arena, diag, &source->textures);
}

void tile_source_close(struct tile_source *source)
{
    if (source->grounds) {
        ground_cache_unpin(source->grounds, &source->textures);
    }
    *source = (struct tile_source){0};
}
