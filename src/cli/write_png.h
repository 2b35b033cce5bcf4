/* One picture to one PNG file. */
#ifndef CLI_WRITE_PNG_H
#define CLI_WRITE_PNG_H

#include "base/diag.h"
#include "codec/png/png_write.h"

/* Finds out before drawing whether a picture can be written to `path` (os/output_file.h).
 * ADTMAP_BAD_ARGUMENT for another kind of file and for a terminal; as output_check. */
enum adtmap_status write_png_check(const char *path, const struct diag *diag);

/* Writes the file whole or not at all; failures name `path`. */
enum adtmap_status write_png(const char *path, const struct png_image *image,
                             const struct png_options *options, const struct adtmap_log *log,
                             struct adtmap_message *failure);

#endif
