/*
 * A whole tile, from files to pixels. Each part is a file: its name, a newline, its bytes. The map
 * is World/Maps/M, the tile 32_32; other parts are files that they refer to.
 */
#include "adtmap/adtmap.h"
#include "fuzz/fuzz.h"

enum { FILES_MOST = 16, SIZE_PX = 64 };

/* `choice` has a bit for cast shadows and one for the light of the sky. */
static void draw(const char *place, size_t choice, const struct adtmap_log *log)
{
    static uint8_t pixels[SIZE_PX * SIZE_PX * 4];
    struct adtmap_data *data;
    struct adtmap_map *map;
    struct adtmap_message failure;
    struct adtmap_settings settings;
    adtmap_settings_default(&settings);
    settings.size_px = SIZE_PX;
    settings.shadows = choice & 1 ? ADTMAP_SHADOWS_CAST : ADTMAP_SHADOWS_BAKED;
    settings.sky = choice & 2 ? 1.0F : 0.0F;
    if (adtmap_data_open(&place, 1, log, &data, &failure)) {
        return;
    }
    if (adtmap_map_open(data, "M", &map, &failure) == ADTMAP_OK) {
        adtmap_tile_render(map, 32, 32, &settings, pixels, (size_t)SIZE_PX * 4, &failure);
        adtmap_map_close(map);
    }
    adtmap_data_close(data);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_diag listener;
    struct fuzz_part parts[FILES_MOST];
    char place[FUZZ_PATH_BYTES];
    fuzz_folder_make(place);
    fuzz_listen(&listener);
    size_t count = fuzz_cut(data, size, parts, FILES_MOST);
    for (size_t i = 0; i < count; i++) {
        fuzz_folder_add(place, &parts[i]);
    }
    draw(place, size, &listener.log);
    fuzz_folder_remove(place);
    fuzz_free(parts, FILES_MOST);
    return 0;
}
