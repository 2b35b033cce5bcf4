/*
 * The colour of a ground texture that is missing, so that a map without its textures still looks
 * like a map.
 *
 * The words of a tileset's file name say what it shows ("elwynngrassbase", "durotarsand02"): the
 * last word decides, as zones come first ("ashenvaleleaf" is leaf), folders and the
 * extension do not count. Grass is green, sand is yellow, snow is white, and so on; a name that
 * has no such word may name a colour, and others get one between earth, moss and stone. A hash of
 * the name varies each a little in brightness and tint, so that neighbouring textures can be told
 * apart. No channel is above 232.
 */
#ifndef ASSETS_FALLBACK_COLOR_H
#define ASSETS_FALLBACK_COLOR_H

#include <stdint.h>

/* The same colour, R, G, B as stored (sRGB), for a name in any spelling; on every machine. */
void fallback_color(const char *name, uint8_t rgb[3]);

#endif
