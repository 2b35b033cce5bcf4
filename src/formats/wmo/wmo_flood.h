/* The surface of the liquid that fills a WMO group without an MLIQ (WMO document, MLIQ). */
#ifndef FORMATS_WMO_WMO_FLOOD_H
#define FORMATS_WMO_WMO_FLOOD_H

#include "formats/wmo/wmo.h"

enum {
    FLOOD_EDGE = 32, /* quads across the group's box */
    FLOOD_QUADS = FLOOD_EDGE * FLOOD_EDGE,
    FLOOD_VERTICES = (FLOOD_EDGE + 1) * (FLOOD_EDGE + 1),
};

/* Rows run towards +Y, columns towards +X, over the group's box. */
struct wmo_flood {
    float position[FLOOD_VERTICES][3]; /* in axes of the model */
    uint8_t quad[FLOOD_QUADS];         /* the class, or LIQUID_NONE */
};

/*
 * Fills the quads over the group's floor. The surface stands at the ceiling, so that the roof above
 * hides it, and at the top of the group's box where there is no ceiling.
 */
void wmo_flood_fill(const struct wmo_group *group, enum liquid_class class,
                    struct wmo_flood *flood);

#endif
