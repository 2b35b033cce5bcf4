/*
 * u32 version, 0x80000003 to 0x80000005; i32 count of lights; for each
 *
 *     i32 chunk X, Y and radius: -1 each for the light that holds wherever no other does
 *     float X, height and Y in 36ths of a yard as in Light.dbc, radius, radius where it ends
 *     32 bytes of a name
 *
 * then for each four groups, of which the first is that of clear weather:
 *
 *     i32 count of the keys of each of 18 bands
 *     32 keys of each band: u32 time in half minutes, u32 colour
 *     fog and sky: 0x3A8 bytes in version 5, fewer before
 *
 * A count of -1 has no list and the groups of one light, perhaps not all of them. No real file was
 * at hand. What the groups of earlier versions end with is not known to the byte, so that their
 * size is found from that of the file.
 */
#include "formats/tables/lit.h"

#include "base/reader.h"
#include "base/size.h"

enum {
    HEAD_BYTES = 8,
    LIGHT_BYTES = 64,
    GROUPS = 4,
    KEY_BYTES = 8,
    COUNTS_BYTES = 4 * LIT_BANDS,
    BANDS_BYTES = COUNTS_BYTES + LIT_BANDS * LIT_KEYS * KEY_BYTES,
    GROUP_BYTES = 0x15F0, /* of version 5 */
};

#define FIRST_VERSION UINT32_C(0x80000003)
#define LAST_VERSION UINT32_C(0x80000005)

enum adtmap_status lit_read(const uint8_t *data, size_t size, const struct diag *diag,
                            struct lit *lit)
{
    struct reader reader = reader_make(data, size);
    *lit = (struct lit){0};
    const uint32_t version = reader_u32(&reader);
    const uint32_t count = reader_u32(&reader);
    if (reader.bad || version < FIRST_VERSION || version > LAST_VERSION) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, 0, "no lights of versions 3 to 5");
    }
    const bool is_only = count == UINT32_MAX;
    const uint32_t said = is_only ? 1 : count;
    lit->lights = is_only ? NULL : reader_array(&reader, said, LIGHT_BYTES);
    if (reader.bad) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, HEAD_BYTES, "%u lights said, not there",
                         (unsigned)said);
    }
    const size_t left = reader_left(&reader);
    lit->light_bytes = (size_t)GROUPS * GROUP_BYTES;
    if (version < LAST_VERSION && said > 0 && left % ((size_t)GROUPS * said) == 0) {
        lit->light_bytes = size_min(lit->light_bytes, left / said);
    }
    lit->colors = reader.at;
    const size_t whole = left / (lit->light_bytes > 0 ? lit->light_bytes : 1);
    const bool has_part = left - whole * lit->light_bytes >= BANDS_BYTES; /* the first group */
    lit->light_count =
        lit->light_bytes < BANDS_BYTES ? 0 : (uint32_t)size_min(said, whole + has_part);
    if (lit->light_count < said) {
        diag_warn(diag, NULL, NO_OFFSET, "%u lights said, %u there: the others left out",
                  (unsigned)said, (unsigned)lit->light_count);
    }
    return ADTMAP_OK;
}

bool lit_light_at(const struct lit *lit, uint32_t index, struct dbc_light *light)
{
    float units[5];
    *light = (struct dbc_light){.id = index + 1, .params_id = index + 1};
    if (!lit->lights) {
        return true;
    }
    struct reader reader = reader_make(lit->lights + (size_t)LIGHT_BYTES * index, LIGHT_BYTES);
    reader_skip(&reader, 2 * sizeof(uint32_t));
    const bool is_of_map = reader_u32(&reader) == UINT32_MAX;
    for (size_t i = 0; i < COUNT_OF(units); i++) {
        units[i] = reader_f32(&reader);
    }
    return is_of_map || dbc_light_place(units, light);
}

void lit_band_at(const struct lit *lit, uint32_t index, uint32_t band, struct lit_band *found)
{
    const uint8_t *group = lit->colors + lit->light_bytes * index;
    const uint8_t *key = group + COUNTS_BYTES + (size_t)LIT_KEYS * KEY_BYTES * band;
    const uint32_t count = load_u32(group + sizeof(uint32_t) * (size_t)band);
    found->count = count <= INT32_MAX ? (uint32_t)size_min(count, LIT_KEYS) : 0;
    for (uint32_t i = 0; i < found->count; i++, key += KEY_BYTES) {
        found->times[i] = load_u32(key);
        found->colors[i] = load_u32(key + sizeof(uint32_t));
    }
}
