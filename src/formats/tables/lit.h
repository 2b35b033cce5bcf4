/*
 * lights.lit, the lights of a map of clients before 1.9, one file a map (the wiki's page LIT).
 * Later clients have them in tables: Light.dbc has their places, LightIntBand.dbc their colours.
 */
#ifndef FORMATS_TABLES_LIT_H
#define FORMATS_TABLES_LIT_H

#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/diag.h"
#include "formats/tables/table_records.h"

enum {
    LIT_BANDS = 18, /* as LightIntBand has them: sun, ambient light, .., ocean and rivers */
    LIT_KEYS = 32,  /* of a band, at most */
};

/* Borrows the bytes that it was read from. */
struct lit {
    uint32_t light_count;  /* with colours */
    const uint8_t *lights; /* NULL: the only one is that of the map */
    const uint8_t *colors;
    size_t light_bytes; /* of the colours of one */
};

/* The colours of a band in order of the file. */
struct lit_band {
    uint32_t count;
    uint32_t times[LIT_KEYS];  /* half minutes since midnight, any number */
    uint32_t colors[LIT_KEYS]; /* 0xRRGGBB, and any highest byte */
};

/*
 * Fails with ADTMAP_BAD_DATA when it is no such file. Lights whose colours are cut off are left out
 * with a warning. What a light has besides its bands differs between versions and is not looked at.
 */
enum adtmap_status lit_read(const uint8_t *data, size_t size, const struct diag *diag,
                            struct lit *lit);

/* Light `index`, below light_count; its id and its parameters are index + 1, its map is not set.
 * False if its place is none. */
bool lit_light_at(const struct lit *lit, uint32_t index, struct dbc_light *light);

/* A band of a light by clear weather. */
void lit_band_at(const struct lit *lit, uint32_t index, uint32_t band, struct lit_band *found);

#endif
