#include "demo/demo_pack.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/size.h"
#include "demo/demo.h"
#include "demo/files/era.h"
#include "demo/pack/pack_storage.h"
#include "os/file.h"
#include "os/folder.h"

/* Where the files are until they are packed. */
static const char loose_name[] = ".loose";
static const char listfile_name[] = "listfile.csv";

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

void demo_remove_loose(const char *directory)
{
    char *loose = path_join(directory, loose_name);
    if (loose) {
        folder_remove(loose);
    }
    free(loose);
}

/* Writes the loose files of the era, packs them into a storage or archives, and removes them. */
static enum adtmap_status write_packed(const char *directory, const struct era *era,
                                       bool is_storage, const struct diag *diag)
{
    char *loose = path_join(directory, loose_name);
    if (!loose) {
        return diag_fail_memory(diag);
    }
    folder_remove(loose);
    enum adtmap_status status = file_make_directory(loose, diag);
    status = status ? status : demo_write(loose, era->name, diag);
    if (!status && is_storage) {
        status = pack_storage(loose, directory, era->storage, diag);
        status = status ? status : copy_listfile(loose, directory, diag);
    } else if (!status) {
        status = pack_archives(loose, directory, era->archives, diag);
    }
    folder_remove(loose);
    free(loose);
    return status;
}

enum adtmap_status demo_write_storage(const char *directory, const char *era,
                                      const struct diag *diag)
{
    const struct era *of = era_find(era, diag);
    if (!of || !of->storage) {
        return diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                         "clients of era %s have no storage (CASC): legion, legion-heights and bfa "
                         "have",
                         era);
    }
    return write_packed(directory, of, true, diag);
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
    for (int k = 0; k < ERA_COUNT && !status; k++) {
        const char *map_archive = eras[k].archives ? map_archive_of(eras[k].archives) : NULL;
        char path[PATH_BYTES_MAX];
        if (!map_archive) {
            continue;
        }
        snprintf(path, sizeof path, "%s/Data/%s", directory, map_archive);
        if (strcmp(map_archive, map_archive_of(client)) != 0 && file_exists(path)) {
            status = diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                               "holds the archives of era %s: remove them, or name another "
                               "directory",
                               eras[k].name);
        }
    }
    return status;
}

enum adtmap_status demo_write_archives(const char *directory, const char *era,
                                       const struct diag *diag)
{
    const struct era *of = era_find(era, diag);
    if (!of || !of->archives) {
        return diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                         "clients of era %s have no MPQ archives: those before legion have", era);
    }
    enum adtmap_status status = check_archives(directory, of->archives, diag);
    return status ? status : write_packed(directory, of, false, diag);
}
