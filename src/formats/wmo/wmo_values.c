/* Colours and boxes, as all chunks of WMOs write them. */
#include "formats/wmo/wmo_parts.h"

void wmo_read_bgra(struct reader *reader, uint8_t rgba[4])
{
    rgba[2] = reader_u8(reader);
    rgba[1] = reader_u8(reader);
    rgba[0] = reader_u8(reader);
    rgba[3] = reader_u8(reader);
}

bool wmo_read_box(struct reader *reader, struct wmo_box *box)
{
    bool sane = true;
    for (size_t i = 0; i < 3; i++) {
        box->low[i] = reader_f32(reader);
    }
    for (size_t i = 0; i < 3; i++) {
        box->high[i] = reader_f32(reader);
        sane = sane && wmo_is_coordinate(box->low[i]) && wmo_is_coordinate(box->high[i]) &&
               box->low[i] <= box->high[i];
    }
    if (!sane) {
        *box = (struct wmo_box){0};
    }
    return sane;
}
