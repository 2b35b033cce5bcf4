/*
 * ADTs of one file, vanilla to Wrath: MHDR and MCIN point at everything (ADT/v18 document).
 */
#include "formats/adt/adt_era.h"
#include "formats/adt/adt_layers.h"
#include "formats/adt/adt_layout.h"
#include "formats/adt/adt_liquids.h"
#include "formats/adt/adt_mcnk.h"
#include "formats/adt/adt_textures.h"

/* What is of no other era. */
static bool recognises(const struct adt_files *files)
{
    (void)files;
    return true;
}

static enum adtmap_status read_textures(const struct reader *file, struct arena *arena,
                                        const struct diag *diag, struct adt_tile *tile)
{
    struct chunk mtex;
    if (!adt_find_chunk(file, "MTEX", MHDR_AT_MTEX, &mtex)) {
        diag_warn(diag, "MTEX", NO_OFFSET, "no such chunk; the tile has no textures");
        return ADTMAP_OK;
    }
    return adt_textures_from_names(&mtex, arena, diag, tile);
}

static enum adt_alpha_depth infer_depth(const struct reader *file,
                                        const struct adt_mcnk_places *places,
                                        const struct diag *diag)
{
    uint32_t votes[2] = {0};
    for (uint32_t i = 0; i < places->count; i++) {
        mcnk_vote_depth(file, &places->at[i], votes);
    }
    return adt_layers_depth(votes, diag);
}

static enum adtmap_status read_chunks(const struct reader *file,
                                      const struct adt_mcnk_places *places,
                                      const struct adt_context *context, struct adt_tile *tile)
{
    for (uint32_t i = 0; i < places->count; i++) {
        struct adt_chunk chunk;
        uint32_t index;
        enum adtmap_status status =
            mcnk_read(file, &places->at[i], i, MCNK_WHOLE, context, &chunk, &index);
        if (status == ADTMAP_NO_MEMORY) {
            return status;
        }
        if (!status) {
            adt_place_chunk(tile, &chunk, index, i, (int64_t)places->at[i].offset, context->dedup);
        }
    }
    return ADTMAP_OK;
}

static enum adtmap_status read_tile(const struct adt_files *files, struct arena *arena,
                                    const struct diag *diag, struct adt_tile *tile)
{
    struct reader file = reader_make(files->root.data, files->root.size);
    struct adt_mcnk_places places;
    enum adtmap_status status = adt_find_mcnks(&file, diag, &places);
    if (!status) {
        status = read_textures(&file, arena, diag, tile);
    }
    if (status) {
        return status;
    }
    if (tile->alpha_depth == ADT_ALPHA_INFER) {
        tile->alpha_depth = infer_depth(&file, &places, diag);
    }
    struct warning_dedup dedup = {.diag = diag};
    const struct adt_context context = {
        .depth = tile->alpha_depth,
        .edge = tile->edge,
        .texture_count = tile->texture_count,
        .arena = arena,
        .dedup = &dedup,
    };
    status = read_chunks(&file, &places, &context, tile);
    warning_dedup_flush(&dedup);
    return status;
}

static enum adtmap_status read_liquids(const struct adt_files *files, struct arena *arena,
                                       const struct diag *diag, struct liquid_layers *layers)
{
    return adt_read_liquids(files->root.data, files->root.size, arena, diag, layers);
}

static enum adtmap_status read_objects(const struct adt_files *files, struct arena *arena,
                                       const struct diag *diag, struct adt_objects *objects)
{
    return adt_read_objects(files->root.data, files->root.size, arena, diag, objects);
}

const struct adt_era adt_era_v18 = {"one file, 1.0 to 3.3.5", recognises, read_tile, read_liquids,
                                    read_objects};
