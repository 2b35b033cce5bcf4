/* One picture to one PNG file. */
#ifndef CLI_COMMANDS_WRITE_PNG_H
#define CLI_COMMANDS_WRITE_PNG_H

#include "base/diag.h"
#include "codec/png/png_write.h"

/* Writes the file whole or not at all; failures name `path`. */
enum adtmap_status write_png(const char *path, const struct png_image *image,
                             const struct png_options *options, const struct adtmap_log *log,
                             struct adtmap_message *failure);

#endif
