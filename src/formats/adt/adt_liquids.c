#include "formats/adt/adt_liquids.h"

#include <string.h>

static enum adtmap_status read_mh2o(struct adt_file *file, enum mh2o_era era, struct arena *arena,
                                    struct liquid_layers *layers)
{
    struct chunk chunk;
    *layers = (struct liquid_layers){0};
    if (!file || !adt_find_chunk(file, &id_MH2O, MHDR_AT_MH2O, &chunk)) {
        return ADTMAP_OK;
    }
    return mh2o_read(chunk.data, chunk.size, (int64_t)chunk.offset, era, arena, &file->diag,
                     layers);
}

enum adtmap_status adt_liquids_begin(struct adt_file *file, enum mh2o_era era, uint32_t mcnk_count,
                                     struct arena *arena, const struct diag *diag,
                                     struct adt_liquid_list *list)
{
    struct liquid_layers first;
    *list = (struct adt_liquid_list){0};
    enum adtmap_status status = read_mh2o(file, era, arena, &first);
    if (status) {
        return status;
    }
    size_t room = first.count + (size_t)mcnk_count * MCLQ_LAYERS_MAX;
    list->layers = arena_alloc(arena, room, sizeof *list->layers);
    if (!list->layers) {
        return diag_fail_memory(diag);
    }
    if (first.count) {
        memcpy(list->layers, first.layers, first.count * sizeof *list->layers);
    }
    list->count = first.count;
    list->unknown_formats = first.unknown_formats;
    return ADTMAP_OK;
}

void adt_liquids_add(struct adt_liquid_list *list, const struct mclq *mclq)
{
    memcpy(list->layers + list->count, mclq->layers, mclq->layer_count * sizeof *list->layers);
    list->count += mclq->layer_count;
}

struct liquid_layers adt_liquids_of(const struct adt_liquid_list *list)
{
    return (struct liquid_layers){
        .count = list->count, .layers = list->layers, .unknown_formats = list->unknown_formats};
}
