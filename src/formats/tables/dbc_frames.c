#include "formats/tables/dbc_frames.h"

#include <math.h>

#include "base/size.h"

/* The layouts begin with the same fields. */
static const uint32_t field_counts[] = {8, 9, 10, 11, 12, 14};
enum { FIELD_AREA = 2, FIELD_EDGES = 4 };

static bool is_known(const struct dbc *dbc)
{
    bool is = false;
    for (size_t i = 0; i < COUNT_OF(field_counts); i++) {
        is |= field_counts[i] == dbc->field_count && dbc->record_bytes / 4 >= dbc->field_count;
    }
    return is;
}

enum adtmap_status dbc_frames_check(const struct dbc *dbc, const struct diag *diag)
{
    return is_known(dbc) ? ADTMAP_OK
                         : diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, 8,
                                     "records of %u fields and %u bytes: no known layout of maps "
                                     "of zones",
                                     dbc->field_count, dbc->record_bytes);
}

bool dbc_frame_at(const struct dbc *dbc, uint32_t record, struct dbc_frame *frame)
{
    const double least_yd = 1.0;
    const double most_yd = 1e5;
    double edges[4];
    bool fine = is_known(dbc) && record < dbc->record_count;
    for (uint32_t i = 0; i < 4 && fine; i++) {
        edges[i] = (double)dbc_f32(dbc, record, FIELD_EDGES + i);
        fine = fabs(edges[i]) <= most_yd; /* false for what is no number */
    }
    if (!fine) {
        return false;
    }
    *frame = (struct dbc_frame){dbc_u32(dbc, record, FIELD_AREA), edges[0], edges[1], edges[2],
                                edges[3]};
    return frame->area_id != 0 && frame->west - frame->east >= least_yd &&
           frame->north - frame->south >= least_yd;
}
