/* The places of a map as an earlier run has left them. The hash at the end is made to fit. They are
 * kept in a file, all of them and those of some areas, and read again. */
#include <stdio.h>
#include <stdlib.h>

#include "base/buffer.h"
#include "fuzz/fuzz.h"
#include "job/facts/places.h"

static void keep(const struct places *places, const struct area_ids *ids, const struct diag *diag)
{
    char folder[FUZZ_PATH_BYTES];
    char log[FUZZ_PATH_BYTES + 16];
    struct places again;
    fuzz_folder_make(folder);
    snprintf(log, sizeof log, "%s/.adtmap/log", folder);
    if (places_save(log, places, ids, diag) == ADTMAP_OK &&
        places_load(log, diag, &again) == ADTMAP_OK) {
        if (again.zone_count != places->zone_count || again.parent_count != places->parent_count ||
            (ids ? again.area_count > places->area_count
                 : again.area_count != places->area_count)) {
            abort();
        }
        places_free(&again);
    }
    if (places_remove(log, diag) == ADTMAP_OK && places_load(log, diag, &again) == ADTMAP_OK) {
        abort();
    }
    fuzz_folder_remove(folder);
}

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
        uint32_t number = places.area_count > 0 ? places.areas[places.area_count - 1].id : 1;
        keep(&places, NULL, &listener.diag);
        keep(&places, &(struct area_ids){.items = &number, .count = 1}, &listener.diag);
        places_free(&places);
    }
    buffer_free(&text);
    return 0;
}
