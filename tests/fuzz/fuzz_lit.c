/* lights.lit, with all lights and bands. */
#include "formats/tables/lit.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_diag listener;
    struct lit lit;
    struct dbc_light light;
    struct lit_band found;
    fuzz_listen(&listener);
    if (lit_read(data, size, &listener.diag, &lit)) {
        return 0;
    }
    for (uint32_t i = 0; i < lit.light_count; i++) {
        lit_light_at(&lit, i, &light);
        for (uint32_t band = 0; band < LIT_BANDS; band++) {
            lit_band_at(&lit, i, band, &found);
        }
    }
    return 0;
}
