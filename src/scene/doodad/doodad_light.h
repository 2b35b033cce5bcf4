/* The light that a doodad stands in: that of the sun, or of the room around it. */
#ifndef SCENE_DOODAD_DOODAD_LIGHT_H
#define SCENE_DOODAD_DOODAD_LIGHT_H

#include "formats/wmo/wmo.h"
#include "scene/sun_light.h"

/* light = ambient + diffuse * max(0, n.l); red, green, blue, 1 leaves a texture as it is. */
struct doodad_light {
    float ambient[3];
    float diffuse[3];
    double to_light[3]; /* l: north, west, up, of length 1 */
};

/* Light under the open sky. */
struct doodad_light doodad_light_outside(const struct sun_light *light);

/*
 * Light in a room: the colour is that of the doodad's lamp, or its own in MODD. Diffuse is the
 * colour raised until its largest part is 112, ambient is the colour lowered until its largest part
 * is 96; black stays black. Flags say otherwise (enum wmo_doodad_flag): unadjusted ones have the
 * colour as diffuse light and that of the WMO around them. WebWowViewerCpp has the same rules; what
 * it does for flags 0x10 and 0x80, with numbers of MDDI, is left out. `toward`, unless NULL, leads
 * to what lights the doodad, else the sun's direction counts. The preset without sun lights rooms
 * as it does everything.
 */
struct doodad_light doodad_light_inside(const struct sun_light *light,
                                        const struct wmo_doodad *doodad, const uint8_t ambient[4],
                                        const double toward[3]);

#endif
