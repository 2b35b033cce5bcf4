/*
 * A program that embeds the library: draws one tile into memory. Arguments: data, map, x, y. It is
 * also built against headers that lack fields; the guards show that the library writes no further
 * than the structs go.
 */
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

static struct {
    struct adtmap_settings settings;
    uint8_t guard[GUARD_BYTES];
} drawing;

static struct {
    struct adtmap_tile_request request;
    uint8_t guard[GUARD_BYTES];
} asking;

int main(int argc, char **argv)
{
    struct adtmap_data *data = NULL;
    struct adtmap_map *map = NULL;
    struct adtmap_message failure = {0};
    const char *const paths[] = {argc == 5 ? argv[1] : ""};
    adtmap_settings_default(&drawing.settings);
    adtmap_tile_request_default(&asking.request);
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
    if (memcmp(drawing.guard, zeros, sizeof zeros) || memcmp(asking.guard, zeros, sizeof zeros)) {
        fputs("embed: the library wrote behind a struct\n", stderr);
        return 1;
    }
    printf("%s %d %d %d\n", adtmap_version(), pixels[32][32][0], pixels[32][32][1],
           pixels[32][32][2]);
    fprintf(stderr, "%zu %zu\n", sizeof drawing.settings, sizeof asking.request);
    adtmap_map_close(map);
    adtmap_data_close(data);
    return 0;
}
