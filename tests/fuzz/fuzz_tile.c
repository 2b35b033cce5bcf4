/*
 * A whole tile, from files to pixels. Each part is a file: its name, a newline, its bytes. The map
 * is World/Maps/M, the tile 32_32; other parts are files that they refer to.
 */
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "adtmap/adtmap.h"
#include "base/path.h"
#include "fuzz/fuzz.h"

enum { FILES_MOST = 16, SIZE_PX = 64, PLACE_BYTES = 64 };

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *at)
{
    (void)info;
    (void)type;
    (void)at;
    return remove(path);
}

/* Writes a part to its file, if its name is valid. */
static void write_file(const char *place, const struct fuzz_part *part)
{
    char name[NAME_BYTES] = "";
    char canonical[NAME_BYTES];
    char path[PLACE_BYTES + NAME_BYTES];
    const uint8_t *newline = part->size ? memchr(part->data, '\n', part->size) : NULL;
    size_t length = newline ? (size_t)(newline - part->data) : 0;
    if (length == 0 || length >= 128) {
        return;
    }
    memcpy(name, part->data, length);
    if (!name_canonical(name, canonical)) {
        return;
    }
    snprintf(path, sizeof path, "%s/%s", place, canonical);
    for (char *at = path + strlen(place) + 1; *at; at++) {
        if (*at == '/') {
            *at = '\0';
            mkdir(path, 0777);
            *at = '/';
        }
    }
    FILE *file = fopen(path, "wb");
    if (file) {
        fwrite(newline + 1, 1, part->size - length - 1, file);
        fclose(file);
    }
}

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
    char place[PLACE_BYTES] = "/dev/shm/adtmap-fuzz-XXXXXX";
    if (access("/dev/shm", W_OK) != 0) {
        strcpy(place, "/tmp/adtmap-fuzz-XXXXXX");
    }
    if (!mkdtemp(place)) {
        perror(place);
        abort();
    }
    fuzz_listen(&listener);
    size_t count = fuzz_cut(data, size, parts, FILES_MOST);
    for (size_t i = 0; i < count; i++) {
        write_file(place, &parts[i]);
    }
    draw(place, size, &listener.log);
    nftw(place, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    fuzz_free(parts, FILES_MOST);
    return 0;
}
