/* A program of somebody else: draws one tile into memory. Arguments: data, map, x, y. */
#include <stdio.h>
#include <stdlib.h>

#include <adtmap/adtmap.h>

static uint8_t pixels[64][64][4];

int main(int argc, char **argv)
{
    struct adtmap_data *data = NULL;
    struct adtmap_map *map = NULL;
    struct adtmap_message failure = {0};
    struct adtmap_settings settings;
    const char *const paths[] = {argc == 5 ? argv[1] : ""};
    adtmap_settings_default(&settings);
    settings.size_px = 64;
    if (argc != 5 || adtmap_data_open(paths, 1, NULL, &data, &failure) ||
        adtmap_map_open(data, argv[2], &map, &failure) ||
        adtmap_tile_render(map, (uint32_t)atoi(argv[3]), (uint32_t)atoi(argv[4]), &settings,
                           &pixels[0][0][0], sizeof pixels[0], &failure)) {
        fprintf(stderr, "embed: %s\n", failure.what);
        return 1;
    }
    printf("%s %d %d %d\n", adtmap_version(), pixels[32][32][0], pixels[32][32][1],
           pixels[32][32][2]);
    adtmap_map_close(map);
    adtmap_data_close(data);
    return 0;
}
