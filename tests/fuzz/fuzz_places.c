/* The places of a map as an earlier run has left them. The hash at the end is made to fit. */
#include <stdlib.h>

#include "base/buffer.h"
#include "fuzz/fuzz.h"
#include "job/facts/places.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_diag listener;
    struct buffer text = {0};
    struct places places;
    char hex[HASH128_HEX_BYTES];
    fuzz_listen(&listener);
    buffer_append(&text, data, size);
    hash128_hex(hash128(data, size), hex);
    buffer_printf(&text, "end %s\n", hex);
    if (!text.failed && places_read(text.data, text.size, &listener.diag, &places) == ADTMAP_OK) {
        for (uint32_t i = 0; i < places.area_count; i++) {
            if (places_area(&places, places.areas[i].id) != &places.areas[i]) {
                abort();
            }
        }
        if (!places_hash(&places)) { /* prints all of them */
            abort();
        }
        places_free(&places);
    }
    buffer_free(&text);
    return 0;
}
