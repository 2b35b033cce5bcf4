#include "formats/adt/adt_liquids.h"

#include <string.h>

#include "base/warning_dedup.h"
#include "formats/adt/adt_layout.h"
#include "formats/adt/mclq.h"
#include "formats/adt/mh2o.h"

static enum adtmap_status read_mh2o(const struct reader *file, struct arena *arena,
                                    const struct diag *diag, struct liquid_layers *layers)
{
    struct chunk chunk;
    *layers = (struct liquid_layers){0};
    if (!adt_find_chunk(file, "MH2O", MHDR_AT_MH2O, &chunk)) {
        return ADTMAP_OK;
    }
    return mh2o_read(chunk.data, chunk.size, (int64_t)chunk.offset, arena, diag, layers);
}

/* The layers of the MCLQ in an MCNK, if it has one; false when memory ran out. */
static bool read_mclq(struct mcnk_parts *mcnk, uint32_t ordinal, struct arena *arena,
                      struct warning_dedup *dedup, struct mclq *mclq)
{
    struct chunk chunk;
    bool settled;
    uint32_t flags = mcnk_u32(mcnk, MCNK_FLAGS) & MCLQ_ANY;
    *mclq = (struct mclq){0};
    if (!flags || mcnk_u32(mcnk, MCNK_LIQUID_BYTES) <= CHUNK_HEADER_BYTES ||
        !mcnk_find(mcnk, MCNK_MCLQ, &chunk, &settled)) {
        return true;
    }
    size_t room = (size_t)(mcnk->bytes.end - chunk.data);
    if (!mclq_read(chunk.data, room, flags, mcnk_index(mcnk, ordinal), arena, mclq)) {
        return false;
    }
    if (mclq->missing) {
        warning_dedup_warn(dedup, "MCLQ", mcnk_file_offset(mcnk, &chunk),
                           "%u liquids fewer than the MCNK's flags promise; left out",
                           mclq->missing);
    }
    if (mclq->wild_levels) {
        warning_dedup_warn(dedup, "MCLQ", mcnk_file_offset(mcnk, &chunk),
                           "%u heights are no numbers of a map; replaced", mclq->wild_levels);
    }
    return true;
}

/* Reads the MCLQs of all MCNKs behind the layers there are; false when memory ran out. */
static bool read_mclqs(const struct reader *file, const struct adt_mcnk_places *places,
                       struct arena *arena, struct warning_dedup *dedup,
                       struct liquid_layer *layers, uint32_t *count)
{
    struct diag quiet = {0}; /* adt_read has named what is wrong with the MCNKs themselves */
    struct warning_dedup unheard = {.diag = &quiet};
    for (uint32_t i = 0; i < places->count; i++) {
        struct mcnk_parts mcnk;
        struct mclq mclq;
        if (!mcnk_open(file, &places->at[i], &unheard, &mcnk)) {
            continue;
        }
        if (!read_mclq(&mcnk, i, arena, dedup, &mclq)) {
            return false;
        }
        memcpy(layers + *count, mclq.layers, mclq.layer_count * sizeof *layers);
        *count += mclq.layer_count;
    }
    return true;
}

enum adtmap_status adt_read_liquids(const uint8_t *data, size_t size, struct arena *arena,
                                    const struct diag *diag, struct liquid_layers *layers)
{
    struct reader file = reader_make(data, size);
    struct diag quiet = {0};
    struct warning_dedup dedup = {.diag = diag};
    struct adt_mcnk_places places;
    enum adtmap_status status = read_mh2o(&file, arena, diag, layers);
    if (status || adt_find_mcnks(&file, &quiet, &places)) {
        return status;
    }
    size_t room = layers->count + (size_t)places.count * MCLQ_LAYERS_MAX;
    struct liquid_layer *all = arena_alloc(arena, room, sizeof *all);
    if (!all) {
        return diag_fail_memory(diag);
    }
    if (layers->count) {
        memcpy(all, layers->layers, layers->count * sizeof *all);
    }
    if (!read_mclqs(&file, &places, arena, &dedup, all, &layers->count)) {
        return diag_fail_memory(diag);
    }
    warning_dedup_flush(&dedup);
    layers->layers = all;
    return ADTMAP_OK;
}
