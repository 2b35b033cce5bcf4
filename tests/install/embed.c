/*
 * A program that embeds the library: draws one tile into memory. Arguments: data, map, x, y. With
 * OLDER it is a program whose headers lack the fields from `cpu` and `image_count` on, with NEWER
 * one of headers to come; the guards show that the library writes no further than its structs go.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <adtmap/adtmap.h>

#if !ADTMAP_VERSION_AT_LEAST(0, 1, 0) || ADTMAP_VERSION_AT_LEAST(ADTMAP_VERSION_MAJOR + 1, 0, 0)
#error "ADTMAP_VERSION_AT_LEAST"
#endif

enum { SIZE_PX = 64, GUARD_BYTES = 256 };

static uint8_t pixels[SIZE_PX][SIZE_PX][4];
static const uint8_t zeros[GUARD_BYTES];

#if defined(OLDER)
#define SETTINGS_BYTES offsetof(struct adtmap_settings, cpu)
#define REQUEST_BYTES offsetof(struct adtmap_tile_request, image_count)
#elif defined(NEWER)
#define SETTINGS_BYTES (sizeof(struct adtmap_settings) + 32)
#define REQUEST_BYTES (sizeof(struct adtmap_tile_request) + 32)
#else
#define SETTINGS_BYTES sizeof(struct adtmap_settings)
#define REQUEST_BYTES sizeof(struct adtmap_tile_request)
#endif

static union {
    struct adtmap_settings settings;
    uint8_t bytes[SETTINGS_BYTES + GUARD_BYTES];
} drawing;

static union {
    struct adtmap_tile_request request;
    uint8_t bytes[REQUEST_BYTES + GUARD_BYTES];
} asking;

int main(int argc, char **argv)
{
    struct adtmap_data *data = NULL;
    struct adtmap_map *map = NULL;
    struct adtmap_message failure = {0};
    const char *const paths[] = {argc == 5 ? argv[1] : ""};
    adtmap_settings_default_sized(&drawing.settings, SETTINGS_BYTES);
    adtmap_tile_request_default_sized(&asking.request, REQUEST_BYTES);
    drawing.settings.size_px = SIZE_PX;
    asking.request.settings = &drawing.settings;
    asking.request.picture = &pixels[0][0][0];
    asking.request.picture_stride_bytes = sizeof pixels[0];
    if (argc != 5 || adtmap_data_open(paths, 1, NULL, &data, &failure) ||
        adtmap_map_open(data, argv[2], &map, &failure) ||
        adtmap_tile_draw(map, (uint32_t)atoi(argv[3]), (uint32_t)atoi(argv[4]), &asking.request,
                         &failure)) {
        fprintf(stderr, "embed: %s\n", failure.what);
        return 1;
    }
    if (memcmp(drawing.bytes + SETTINGS_BYTES, zeros, sizeof zeros) ||
        memcmp(asking.bytes + REQUEST_BYTES, zeros, sizeof zeros)) {
        fputs("embed: the library wrote behind a struct\n", stderr);
        return 1;
    }
    printf("%s %d %d %d\n", adtmap_version(), pixels[32][32][0], pixels[32][32][1],
           pixels[32][32][2]);
    adtmap_map_close(map);
    adtmap_data_close(data);
    return 0;
}
