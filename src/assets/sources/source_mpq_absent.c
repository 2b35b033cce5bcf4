/* Replaces source_mpq.c in a build without StormLib. */
#include "assets/sources/source_mpq.h"

bool mpq_is_supported(void)
{
    return false;
}

const char *mpq_library_version(void)
{
    return NULL;
}

static enum adtmap_status fail_unsupported(const char *path, const struct diag *diag)
{
    struct diag at_path = diag_at(diag, path);
    return diag_fail(&at_path, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET,
                     "an MPQ archive; this adtmap was built without StormLib");
}

enum adtmap_status source_mpq_open(const struct mpq_part *parts, size_t count,
                                   const struct diag *diag, struct source **source)
{
    *source = NULL;
    return fail_unsupported(count > 0 ? parts[0].path : NULL, diag);
}

enum adtmap_status mpq_read_single(const char *path, const char *canonical, const struct diag *diag,
                                   struct blob *blob)
{
    (void)canonical;
    (void)blob;
    return fail_unsupported(path, diag);
}
