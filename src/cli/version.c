#include "cli/version.h"

#include <stdio.h>

#include <cjson/cJSON.h>
#include <jpeglib.h>
#include <libdeflate.h>
#include <omp.h>
#include <png.h>
#include <xxhash.h>
#include <zlib.h>

#include "adtmap/adtmap.h"
#include "codec/image_format.h"

#define TEXT(number) TEXT_OF(number)
#define TEXT_OF(number) #number

#ifdef LIBJPEG_TURBO_VERSION
static const char jpeg_version[] = "turbo " TEXT(LIBJPEG_TURBO_VERSION);
#else
static const char jpeg_version[] = TEXT(JPEG_LIB_VERSION);
#endif

void version_print(void)
{
    unsigned xxhash = XXH_versionNumber();
    int webp = image_webp_version();
    printf("adtmap %s\n", adtmap_version());
    printf("  libpng      %s\n", png_get_libpng_ver(NULL));
    printf("  zlib        %s\n", zlibVersion());
    printf("  libdeflate  %s\n", LIBDEFLATE_VERSION_STRING);
    printf("  libjpeg     %s\n", jpeg_version);
    if (webp) {
        printf("  libwebp     %d.%d.%d\n", webp >> 16, webp >> 8 & 0xff, webp & 0xff);
    }
    printf("  cJSON       %s\n", cJSON_Version());
    printf("  xxHash      %u.%u.%u\n", xxhash / 10000, xxhash / 100 % 100, xxhash % 100);
    printf("  OpenMP      %d\n", _OPENMP);
}
