/*
 * A picture of a change: the old picture, the new one, and the new one in pale colours with all
 * that changed outlined in red, side by side.
 */
#ifndef CODEC_CHANGE_SHEET_H
#define CODEC_CHANGE_SHEET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The width of a sheet for square pictures of `size_px`, at least 16; its height is size_px. */
uint32_t change_sheet_width(uint32_t size_px);

/*
 * Draws a sheet of opaque RGBA pixels without gaps between rows. The pictures are size_px x size_px
 * RGBA pixels; NULL is a picture that is not there, and makes all of the other one a change. The
 * outline follows cells of 1/64 of an edge, at least 2 px. False when out of memory.
 */
bool change_sheet_draw(const uint8_t *old_rgba, const uint8_t *new_rgba, uint32_t size_px,
                       uint8_t *sheet);

#endif
