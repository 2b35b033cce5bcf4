/* The releases of libraries. */
#ifndef CODEC_VERSIONS_H
#define CODEC_VERSIONS_H

#include "base/buffer.h"

/* Appends name and release of those that decide bytes of published files, libpng, zlib, libdeflate
 * and libwebp, as one line without its end. */
void codec_versions(struct buffer *text);

/* Of a library that archives are unpacked with, "1.0.8, 13-Jul-2019" or "5.4.1"; NULL: this build
 * is without it. */
const char *codec_bzip2_version(void);
const char *codec_lzma_version(void);

#endif
