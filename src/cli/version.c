#include "cli/version.h"

#include <stdio.h>

#include <cjson/cJSON.h>
#include <jpeglib.h>
#include <libdeflate.h>
#include <omp.h>
#include <png.h>
#include <xxhash.h>
#include <yaml.h>
#include <zlib.h>

#include "adtmap/adtmap.h"
#include "codec/image_format.h"
#include "codec/versions.h"

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
    printf("adtmap %s\n", adtmap_version());
    printf("  commit      %s\n", version_commit);
    printf("  libpng      %s\n", png_get_libpng_ver(NULL));
    printf("  zlib        %s\n", zlibVersion());
    printf("  libdeflate  %s\n", LIBDEFLATE_VERSION_STRING);
    printf("  libjpeg     %s\n", jpeg_version);
    unsigned webp = (unsigned)image_webp_version();
    if (webp) {
        printf("  libwebp     %u.%u.%u\n", webp >> 16, webp >> 8 & 0xff, webp & 0xff);
    }
    if (codec_bzip2_version()) {
        printf("  libbz2      %s\n", codec_bzip2_version());
    }
    if (codec_lzma_version()) {
        printf("  liblzma     %s\n", codec_lzma_version());
    }
    printf("  stb_dxt     " ADTMAP_STB_DXT_VERSION "\n");
    printf("  cJSON       %s\n", cJSON_Version());
    printf("  libyaml     %s\n", yaml_get_version_string());
    printf("  xxHash      %u.%u.%u\n", xxhash / 10000, xxhash / 100 % 100, xxhash % 100);
    printf("  OpenMP      %d\n", _OPENMP);
}
