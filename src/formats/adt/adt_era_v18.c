/*
 * ADTs of one file, vanilla to Wrath: MHDR and MCIN point at everything (ADT/v18 document).
 */
#include "formats/adt/adt_era.h"
#include "formats/adt/adt_layers.h"
#include "formats/adt/adt_liquids.h"
#include "formats/adt/adt_mcnk.h"
#include "formats/adt/adt_textures.h"

static enum adtmap_status v18_read_chunks(const struct adt_file *file,
                                          const struct adt_mcnk_places *places,
                                          const struct adt_context *context, struct adt_tile *tile)
{
    for (uint32_t i = 0; i < places->count; i++) {
        struct adt_chunk chunk;
        uint32_t index;
        enum adtmap_status status =
            mcnk_read(&file->bytes, &places->at[i], i, MCNK_WHOLE, context, &chunk, &index);
        if (status == ADTMAP_NO_MEMORY) {
            return status;
        }
        if (!status && tile->chunks) {
            adt_place_chunk(tile, &chunk, index, i, (int64_t)places->at[i].offset, context->dedup);
        }
    }
    return ADTMAP_OK;
}

/* Terrain and liquids of all MCNKs. */
static enum adtmap_status v18_read_mcnks(struct adt_reading *reading,
                                         const struct adt_mcnk_places *places)
{
    struct adt_file *file = &reading->root;
    struct adt_tile *tile = reading->tile;
    struct adt_liquid_list liquids = {0};
    if ((reading->contents & ADT_MAPS) && tile->alpha_depth == ADT_ALPHA_INFER) {
        uint32_t votes[2] = {0};
        for (uint32_t i = 0; i < places->count; i++) {
            mcnk_vote_depth(&file->bytes, &places->at[i], votes);
        }
        tile->alpha_depth = adt_layers_depth(votes, &file->diag);
    }
    enum adtmap_status status = ADTMAP_OK;
    if (reading->contents & ADT_LIQUIDS) {
        status = adt_liquids_begin(file, MH2O_MONOLITHIC, places->count, reading->arena,
                                   reading->diag, &liquids);
    }
    const struct adt_context context = {
        .contents = reading->contents,
        .depth = tile->alpha_depth,
        .edge = tile->edge,
        .left_out = reading->request->left_out,
        .texture_count = tile->texture_count,
        .arena = reading->arena,
        .dedup = &file->dedup,
        .liquids = &liquids,
    };
    if (!status) {
        status = v18_read_chunks(file, places, &context, tile);
        tile->liquids = adt_liquids_of(&liquids);
    }
    warning_dedup_flush(&file->dedup);
    return status;
}

static enum adtmap_status v18_read_tile(struct adt_reading *reading)
{
    struct adt_file *file = &reading->root;
    struct adt_mcnk_places places = {0};
    enum adtmap_status status = ADTMAP_OK;
    if (reading->contents & (ADT_GROUND | ADT_LIQUIDS)) {
        status = adt_find_mcnks(file, MHDR_AT_MCIN, 0, &places);
        status = reading->contents & ADT_GROUND ? status : ADTMAP_OK;
    }
    if (!status && (reading->contents & (ADT_GROUND | ADT_TEXTURES))) {
        status = adt_textures_from_mtex(file, MHDR_AT_MTEX, reading->arena, reading->tile);
    }
    if (!status && (reading->contents & (ADT_GROUND | ADT_LIQUIDS))) {
        status = v18_read_mcnks(reading, &places);
    }
    if (!status && (reading->contents & ADT_PLACEMENTS)) {
        status = adt_read_placements(file, reading->contents, reading->request->doodad_wanted,
                                     reading->arena, &reading->tile->placements);
    }
    return status;
}

/* What is of no other era. */
const struct adt_era adt_era_v18 = {"one file, 1.0 to 3.3.5", NULL, v18_read_tile};
