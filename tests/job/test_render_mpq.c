/* The demo world drawn from a client's archives equals the demo world drawn from a directory. */
#include "assets/sources/mpq_builder.h"

#include <stdlib.h>

#include "adtmap/adtmap.h"
#include "adtmap/settings.h"
#include "assets/temporary.h"
#include "map/map.h"
#include "os/file.h"
#include "shared_world.h"

enum { SIZE_PX = 64, BYTES = SIZE_PX * SIZE_PX * 4, ARCHIVES = 4 };

static const struct {
    const char *path;
    DWORD flags;
} archives[ARCHIVES] = {
    {"client/Data/common.MPQ", 0}, /* lists nothing */
    {"client/Data/enUS/locale-enUS.MPQ", MPQ_CREATE_LISTFILE},
    {"client/Data/patch.MPQ", MPQ_CREATE_LISTFILE},
    {"client/Data/patch-2.MPQ", MPQ_CREATE_LISTFILE},
};

static struct {
    HANDLE handle;
    size_t archive; /* index of the one that is being packed */
    size_t skip;    /* letters of a path before the name */
    size_t count;   /* of files seen */
} packing;

/*
 * Puts a file into the archive whose turn it is, encrypted or not, and nonsense under its name
 * into all earlier ones. Of the tiles only some are packed.
 */
static int pack_file(const char *path, const struct stat *info, int type, struct FTW *place)
{
    (void)info;
    (void)place;
    if (type != FTW_F || (strstr(path, ".adt") && !strstr(path, "_32_3"))) {
        return 0;
    }
    char name[256];
    struct blob blob;
    struct diag diag = {0};
    snprintf(name, sizeof name, "%s", path + packing.skip);
    for (char *at = name; *at; at++) {
        *at = *at == '/' ? '\\' : *at;
    }
    size_t turn = packing.count++ % ARCHIVES;
    if (packing.archive < turn) {
        mpq_add(packing.handle, name, "an older version", 16, 0);
    } else if (packing.archive == turn) {
        DWORD flags = MPQ_FILE_COMPRESS | (packing.count % 3 == 0 ? MPQ_FILE_ENCRYPTED : 0);
        assert_int_equal(file_map(path, &diag, &blob), ADTMAP_OK);
        mpq_add(packing.handle, name, blob.data, blob.size, flags);
        blob_release(&blob);
    }
    return 0;
}

static struct shared_world loose;
static struct temporary place;
static char client[256]; /* the archives that hold `loose` */

static int pack(void **state)
{
    (void)state;
    loose = shared_world_open(*demo_eras());
    place = temporary_make();
    temporary_path(&place, "client", client);
    char path[256];
    packing.skip = strlen(loose.path) + 1;
    for (size_t i = 0; i < ARCHIVES; i++) {
        temporary_file(&place, archives[i].path, "");
        packing.archive = i;
        packing.count = 0;
        packing.handle =
            mpq_create_archive(temporary_path(&place, archives[i].path, path), archives[i].flags);
        assert_int_equal(nftw(loose.path, pack_file, 16, FTW_PHYS), 0);
        assert_true(SFileCloseArchive(packing.handle));
    }
    assert_true(packing.count > 2 * ARCHIVES);
    return 0;
}

static int remove_worlds(void **state)
{
    (void)state;
    temporary_remove(&place);
    shared_world_close(&loose);
    return 0;
}

/* Draws a tile of the demo world in `root`. */
static void draw(const char *root, uint32_t x, uint32_t y, uint8_t *pixels)
{
    struct adtmap_message failure;
    struct adtmap_data *data;
    struct adtmap_map *map;
    struct adtmap_settings settings;
    adtmap_settings_default(&settings);
    settings.size_px = SIZE_PX;
    assert_int_equal(adtmap_data_open(&root, 1, NULL, &data, &failure), ADTMAP_OK);
    assert_int_equal(adtmap_map_open(data, "Demo", &map, &failure), ADTMAP_OK);
    assert_int_equal(
        adtmap_tile_render(map, x, y, &settings, pixels, (size_t)SIZE_PX * 4, &failure), ADTMAP_OK);
    adtmap_map_close(map);
    adtmap_data_close(data);
}

static void archives_and_directory_give_the_same_pixels(void **state)
{
    (void)state;
    static uint8_t wanted[BYTES];
    static uint8_t got[BYTES];
    for (uint32_t y = 30; y < 34; y++) {
        draw(loose.path, 32, y, wanted);
        draw(client, 32, y, got);
        assert_memory_equal(wanted, got, BYTES);
    }
}

/*
 * Placements of neighbours are read from ADTs whose own turn comes later; it must not unpack them
 * again. All tiles of column 32 that were packed, from the north.
 */
static void each_tile_of_an_archive_is_unpacked_once(void **state)
{
    (void)state;
    static uint8_t pixels[BYTES];
    struct adtmap_data *data;
    struct adtmap_map *map;
    struct adtmap_settings settings;
    adtmap_settings_default(&settings);
    settings.size_px = SIZE_PX;
    const char *const root = client;
    assert_int_equal(adtmap_data_open(&root, 1, NULL, &data, NULL), ADTMAP_OK);
    assert_int_equal(adtmap_map_open(data, "Demo", &map, NULL), ADTMAP_OK);
    for (uint32_t y = 0; y < ADTMAP_GRID; y++) {
        if (tile_set_has(&map->files, 32, y)) {
            assert_int_equal(adtmap_tile_render(map, 32, y, &settings, pixels, SIZE_PX * 4, NULL),
                             ADTMAP_OK);
        }
    }
    struct cache_statistics statistics = cache_statistics(map->tiles);
    assert_int_equal(statistics.loads, tile_set_count(&map->files));
    assert_int_equal(statistics.count, 0);
    adtmap_map_close(map);
    adtmap_data_close(data);
}

int test_render_mpq(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(archives_and_directory_give_the_same_pixels),
        cmocka_unit_test(each_tile_of_an_archive_is_unpacked_once),
    };
    return cmocka_run_group_tests(tests, pack, remove_worlds);
}
