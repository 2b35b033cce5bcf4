/* The pictures that `adtmap tile` draws, in memory, and the PNG files they become. */
#ifndef CLI_COMMANDS_TILE_OUTPUT_H
#define CLI_COMMANDS_TILE_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adtmap/layers.h"
#include "adtmap/settings.h"
#include "base/diag.h"
#include "cli/options/layer_options.h"

struct tile_pictures {
    const char *out;  /* where the picture goes, borrowed */
    uint8_t *picture; /* size_px rows of size_px RGBA pixels; NULL: not wanted */
    struct adtmap_layer_image images[ADTMAP_LAYERS_MAX];
    char *paths[ADTMAP_LAYERS_MAX]; /* where the layers go: look.height.png for look.png */
    size_t image_count;
};

/* Room for what the options ask for. False when out of memory; tile_pictures_free in any case. */
bool tile_pictures_make(const char *out, const struct layer_options *options, size_t size_px,
                        struct tile_pictures *pictures);
void tile_pictures_free(struct tile_pictures *pictures);

/* Finds out before drawing whether the files can be written. ADTMAP_BAD_ARGUMENT for layers with a
 * stream as output; else as write_png_check. */
enum adtmap_status tile_output_check(const struct tile_pictures *pictures, const struct diag *diag);

enum adtmap_status tile_output_write(const struct tile_pictures *pictures,
                                     const struct adtmap_settings *settings,
                                     const struct diag *diag);

/* Prints the names of the files, a line each. */
void tile_output_print(const struct tile_pictures *pictures);

struct json;

/* Adds "picture" (null: none) and "layers", each with its name, file and, of heights, ranges. */
void tile_output_describe(const struct tile_pictures *pictures, struct json *json);

#endif
