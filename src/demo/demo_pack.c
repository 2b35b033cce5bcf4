#include "demo/demo_pack.h"

#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/size.h"
#include "demo/demo.h"
#include "demo/pack/pack_archives.h"
#include "demo/pack/pack_storage.h"
#include "os/file.h"

/* Where the files are until they are packed. */
static const char loose_name[] = ".loose";
static const char listfile_name[] = "listfile.csv";

struct era_storage {
    const char *era;
    struct casc_product product;
};

static const struct era_storage storages[] = {
    {"legion", {"wow", "7.3.5.26972", "enUS", CASC_ROOT_6_0}},
    {"legion-heights", {"wow", "7.3.5.26972", "enUS", CASC_ROOT_6_0}},
    {"bfa", {"wow", "8.2.5.31921", "enUS", CASC_ROOT_8_2}},
};

/* Clients of 0.5.3 have textures and models in archives, and each map and WMO in one of its own. */
static const struct archive_client alpha_client = {1,
                                                   {[ARCHIVE_MODELS] = "model.MPQ",
                                                    [ARCHIVE_TEXTURES] = "texture.MPQ",
                                                    [ARCHIVE_TABLES] = "dbc.MPQ"},
                                                   {13, 4, 0}};
static const struct archive_client beta_client = {
    1, {"terrain.MPQ", "wmo.MPQ", "model.MPQ", "texture.MPQ", "dbc.MPQ"}, {13, 4, 0}};
static const struct archive_client vanilla_client = {
    1, {"terrain.MPQ", "wmo.MPQ", "model.MPQ", "texture.MPQ", "dbc.MPQ"}, {42, 4, 0}};
static const struct archive_client wotlk_client = {
    2,
    {"lichking.MPQ", "common-2.MPQ", "common.MPQ", "common.MPQ", "enUS/locale-enUS.MPQ"},
    {66, 5, 59}};
static const struct archive_client cata_client = {
    4, {"world.MPQ", "world.MPQ", "art.MPQ", "art.MPQ", "enUS/locale-enUS.MPQ"}, {20, 6, 0}};
static const struct archive_client mop_client = {
    4, {"world.MPQ", "world.MPQ", "art.MPQ", "art.MPQ", "enUS/locale-enUS.MPQ"}, {19, 5, 0}};

static const struct {
    const char *era;
    const struct archive_client *client;
} archive_clients[] = {
    {"alpha", &alpha_client}, {"beta", &beta_client},    {"vanilla", &vanilla_client},
    {"wotlk", &wotlk_client}, {"wotlk4", &wotlk_client}, {"cata", &cata_client},
    {"mop", &mop_client},
};

static const struct casc_product *product_of(const char *era)
{
    for (size_t i = 0; i < COUNT_OF(storages); i++) {
        if (strcmp(storages[i].era, era) == 0) {
            return &storages[i].product;
        }
    }
    return NULL;
}

static const struct archive_client *archive_client_of(const char *era)
{
    for (size_t i = 0; i < COUNT_OF(archive_clients); i++) {
        if (strcmp(archive_clients[i].era, era) == 0) {
            return archive_clients[i].client;
        }
    }
    return NULL;
}

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *place)
{
    (void)info;
    (void)type;
    (void)place;
    return remove(path);
}

static void remove_folder(const char *path)
{
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static enum adtmap_status copy_listfile(const char *loose, const char *directory,
                                        const struct diag *diag)
{
    char *from = path_join(loose, listfile_name);
    char *to = path_join(directory, listfile_name);
    enum adtmap_status status = from && to ? ADTMAP_OK : diag_fail_memory(diag);
    if (!status && file_exists(from)) {
        status = file_copy(from, to, diag);
    }
    free(from);
    free(to);
    return status;
}

/* Packs the files below `loose` into `directory`. */
typedef enum adtmap_status pack_function(const char *loose, const char *directory,
                                         const void *client, const struct diag *diag);

static enum adtmap_status pack_as_storage(const char *loose, const char *directory,
                                          const void *client, const struct diag *diag)
{
    enum adtmap_status status = pack_storage(loose, directory, client, diag);
    return status ? status : copy_listfile(loose, directory, diag);
}

static enum adtmap_status pack_as_archives(const char *loose, const char *directory,
                                           const void *client, const struct diag *diag)
{
    return pack_archives(loose, directory, client, diag);
}

/* Writes the loose files of the era, packs them and removes them. */
static enum adtmap_status write_packed(const char *directory, const char *era, pack_function *pack,
                                       const void *client, const struct diag *diag)
{
    char *loose = path_join(directory, loose_name);
    if (!loose) {
        return diag_fail_memory(diag);
    }
    remove_folder(loose);
    enum adtmap_status status = file_make_directory(loose, diag);
    if (!status) {
        status = demo_write(loose, era, diag);
    }
    if (!status) {
        status = pack(loose, directory, client, diag);
    }
    remove_folder(loose);
    free(loose);
    return status;
}

enum adtmap_status demo_write_storage(const char *directory, const char *era,
                                      const struct diag *diag)
{
    const struct casc_product *product = product_of(era);
    if (!product) {
        return diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                         "clients of era %s have no storage (CASC): legion, legion-heights and bfa "
                         "have",
                         era);
    }
    return write_packed(directory, era, pack_as_storage, product, diag);
}

/* What holds the maps, below Data. */
static const char *map_archive_of(const struct archive_client *client)
{
    const char *archive = client->archives[ARCHIVE_MAPS];
    return archive ? archive : "World";
}

/* Fails if the folder holds archives of another client, which readers would use too. */
static enum adtmap_status check_archives(const char *directory, const struct archive_client *client,
                                         const struct diag *diag)
{
    enum adtmap_status status = ADTMAP_OK;
    for (size_t i = 0; i < COUNT_OF(archive_clients) && !status; i++) {
        const char *map_archive = map_archive_of(archive_clients[i].client);
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s/Data/%s", directory, map_archive);
        if (strcmp(map_archive, map_archive_of(client)) != 0 && file_exists(path)) {
            status = diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                               "holds the archives of era %s: remove them, or name another "
                               "directory",
                               archive_clients[i].era);
        }
    }
    return status;
}

enum adtmap_status demo_write_archives(const char *directory, const char *era,
                                       const struct diag *diag)
{
    const struct archive_client *client = archive_client_of(era);
    if (!client) {
        return diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                         "clients of era %s have no MPQ archives: those before legion have", era);
    }
    enum adtmap_status status = check_archives(directory, client, diag);
    return status ? status : write_packed(directory, era, pack_as_archives, client, diag);
}
