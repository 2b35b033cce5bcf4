/* Pictures of one's own that pages show: icons and pictures of markers, the logo of a site. */
#ifndef OUTPUT_WEB_OWN_PICTURE_H
#define OUTPUT_WEB_OWN_PICTURE_H

#include "adtmap/status.h"
#include "os/file.h"

enum { OWN_PICTURE_BYTES_MAX = 256 << 10 };

/* Reads a picture. *problem becomes what is wrong with it, static storage, and then the blob is
 * empty; else NULL, and *extension that of its format, "png", "jpg" or "webp". Fails with
 * ADTMAP_NO_MEMORY only. */
enum adtmap_status own_picture_read(const char *path, struct blob *blob, const char **extension,
                                    const char **problem);

/* The extensions of formats; NULL after the last. */
const char *own_picture_extension(size_t index);

#endif
