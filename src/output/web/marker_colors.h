/* Colours of markers that have none of their own: each group has one, different from the others'.
 */
#ifndef OUTPUT_WEB_MARKER_COLORS_H
#define OUTPUT_WEB_MARKER_COLORS_H

#include <stddef.h>

#include "output/web/marker.h"

/*
 * Gives markers without a colour that of their group. Groups take colours by their names, so that
 * one has the same on most maps, and the next free one where that is taken, as by a group whose
 * markers say so. There are twelve: with more groups some share one. Markers without a group are
 * red.
 */
void marker_colors_settle(struct marker *markers, size_t count);

#endif
