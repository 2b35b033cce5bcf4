/* The ground textures of the demo world: procedural, tileable, 256 x 256. */
#ifndef DEMO_WORLD_TEXTURE_H
#define DEMO_WORLD_TEXTURE_H

#include <stdint.h>

#include "demo/textures/blp_write.h"
#include "demo/world/ground.h"

enum { TEXTURE_SIZE = 256, TEXTURE_BYTES = TEXTURE_SIZE * TEXTURE_SIZE * 4 };

/* A texture's file below the data root, with '/' between folders, and how it is stored. */
struct texture_file {
    const char *name;
    enum blp_kind kind;
};

const struct texture_file *texture_file_of(enum material material);

/* Paints red, green, blue, alpha (shininess); rows from the top. */
void texture_paint(enum material material, uint8_t rgba[TEXTURE_BYTES]);

#endif
