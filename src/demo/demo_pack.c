#include "demo/demo_pack.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/size.h"
#include "demo/demo.h"
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

static const struct casc_product *product_of(const char *era)
{
    for (size_t i = 0; i < COUNT_OF(storages); i++) {
        if (strcmp(storages[i].era, era) == 0) {
            return &storages[i].product;
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
        status = pack_storage(loose, directory, product, diag);
    }
    if (!status) {
        status = copy_listfile(loose, directory, diag);
    }
    remove_folder(loose);
    free(loose);
    return status;
}
