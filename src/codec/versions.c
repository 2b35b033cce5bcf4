#include "codec/versions.h"

#include <libdeflate.h>
#include <png.h>
#include <zlib.h>

#include "codec/image_format.h"

void codec_versions(struct buffer *text)
{
    buffer_printf(text, "libpng %s zlib %s libdeflate %s libwebp %x", png_get_libpng_ver(NULL),
                  zlibVersion(), LIBDEFLATE_VERSION_STRING, (unsigned)image_webp_version());
}
