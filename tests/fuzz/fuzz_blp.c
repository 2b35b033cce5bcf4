/* BLP1 and BLP2 in all encodings including JPEG: all levels, whole and in bands; and as they are
 * reduced: by blocks of DXT, by a fraction of JPEG, with colours multiplied by alpha. */
#include <stdlib.h>
#include <string.h>

#include "formats/blp/blp_whole.h"
#include "fuzz/fuzz.h"

enum { MOST_TEXELS = 1 << 18 }; /* larger inputs are slow and find nothing new */

static void decode_both_ways(const struct blp *blp, unsigned level, const struct diag *diag)
{
    size_t bytes = (size_t)4 * blp_level_width(blp, level) * blp_level_height(blp, level);
    uint8_t *whole = malloc(bytes);
    uint8_t *bands = malloc(bytes);
    if (whole && bands) {
        enum adtmap_status status = blp_decode_whole(blp, level, diag, whole);
        bool same = status == blp_decode_bands(blp, level, BLP_BAND_ROWS, diag, bands);
        if (!same || (!status && memcmp(whole, bands, bytes) != 0)) {
            abort();
        }
    }
    free(whole);
    free(bands);
}

static void decode_reduced(const struct blp *blp, unsigned level, unsigned reduction,
                           const struct diag *diag)
{
    struct blp_rows rows;
    uint8_t *texels = malloc((size_t)4 * blp_level_width(blp, level) * BLP_BAND_ROWS);
    if (texels && !blp_rows_begin_reduced(blp, level, reduction, diag, &rows)) {
        rows.by_alpha = true;
        enum adtmap_status status = ADTMAP_OK;
        while (rows.y < rows.height && !status) {
            uint32_t left = rows.height - rows.y;
            status =
                blp_rows_read(&rows, left < BLP_BAND_ROWS ? left : BLP_BAND_ROWS, diag, texels);
        }
        blp_rows_end(&rows);
    }
    free(texels);
}

/* As a texture of at least `edge` texels is read. */
static void reduce(const struct blp *blp, uint32_t edge, const struct diag *diag)
{
    unsigned level;
    bool is_of_blocks = blp_block_level(blp, edge, &level);
    unsigned reduction = is_of_blocks ? BLP_BLOCK_REDUCTION : blp_reduction(blp, edge);
    if ((size_t)blp_level_width(blp, level) * blp_level_height(blp, level) >> 2 * reduction <=
        MOST_TEXELS) {
        decode_reduced(blp, level, reduction, diag);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_diag listener;
    struct blp blp;
    fuzz_listen(&listener);
    if (blp_parse(data, size, &listener.diag, &blp)) {
        return 0;
    }
    blp_encoding_name(&blp);
    for (unsigned i = 0; i < blp.level_count; i++) {
        if ((size_t)blp_level_width(&blp, i) * blp_level_height(&blp, i) <= MOST_TEXELS) {
            decode_both_ways(&blp, i, &listener.diag);
        }
    }
    reduce(&blp, 1, &listener.diag);
    reduce(&blp, 16, &listener.diag);
    return 0;
}
