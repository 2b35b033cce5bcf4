/* The releases of libraries that decide bytes of published files. */
#ifndef CODEC_VERSIONS_H
#define CODEC_VERSIONS_H

#include "base/buffer.h"

/* Appends name and release of libpng, zlib, libdeflate and libwebp, as one line without its end. */
void codec_versions(struct buffer *text);

#endif
