#include "codec/versions.h"

#ifdef ADTMAP_HAVE_BZIP2
#include <bzlib.h>
#endif
#include <libdeflate.h>
#ifdef ADTMAP_HAVE_LZMA
#include <lzma.h>
#endif
#include <png.h>
#include <zlib.h>

#include "codec/image_format.h"

void codec_versions(struct buffer *text)
{
    buffer_printf(text, "libpng %s zlib %s libdeflate %s libwebp %x", png_get_libpng_ver(NULL),
                  zlibVersion(), LIBDEFLATE_VERSION_STRING, (unsigned)image_webp_version());
}

const char *codec_bzip2_version(void)
{
#ifdef ADTMAP_HAVE_BZIP2
    return BZ2_bzlibVersion();
#else
    return NULL;
#endif
}

const char *codec_lzma_version(void)
{
#ifdef ADTMAP_HAVE_LZMA
    return lzma_version_string();
#else
    return NULL;
#endif
}
