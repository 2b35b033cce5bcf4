/*
 * Draws a sheet of liquid. Every pixel of its quads is covered, so nothing is rasterized. A sample
 * is covered where the liquid is not below the depth buffer.
 */
#ifndef RENDER_LIQUID_LIQUID_SHEET_DRAW_H
#define RENDER_LIQUID_LIQUID_SHEET_DRAW_H

#include "mesh/liquid_sheet.h"
#include "render/liquid/liquid_kernels.h"
#include "render/terrain/sample_quads.h"

/* Draws the part of the sheet that lies in the band. */
void liquid_sheet_draw(const struct liquid_kernels *kernels, const struct liquid_sheet *sheet,
                       struct sample_quads *quads);

#endif
