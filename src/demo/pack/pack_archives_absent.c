/* Replaces pack_archives.c in a build without StormLib. */
#include "demo/pack/pack_archives.h"

enum adtmap_status pack_archives(const char *folder, const char *directory,
                                 const struct archive_client *client, const struct diag *diag)
{
    (void)folder;
    (void)directory;
    (void)client;
    return diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET,
                     "MPQ archives cannot be written: this adtmap was built without StormLib");
}
