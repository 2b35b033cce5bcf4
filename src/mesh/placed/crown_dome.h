/*
 * The dome of a tree on a relief map. It is round in the picture, as far as its box is square, and
 * its height and its normal follow from where a sample lies in it, so that it needs no triangles.
 */
#ifndef MESH_PLACED_CROWN_DOME_H
#define MESH_PLACED_CROWN_DOME_H

struct crown_dome {
    float middle_px[2]; /* east and south of the tile's corner */
    float half_px[2];   /* half its width along them */
    float top_yd, height_yd;
    float sun[3]; /* the direction towards it: east, south, up */
};

#endif
