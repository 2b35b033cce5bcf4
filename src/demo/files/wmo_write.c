#include "demo/files/wmo_write.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/path.h"
#include "demo/files/wmo_group.h"
#include "demo/files/wmo_root.h"
#include "os/file.h"
#include "os/temporary.h"

/* Writes the buffer to a file and frees it. */
static enum adtmap_status put_file(const char *path, struct buffer *out, const struct diag *diag)
{
    enum adtmap_status status =
        out->failed ? diag_fail_memory(diag) : file_write_atomic(path, out->data, out->size, diag);
    buffer_free(out);
    return status;
}

static enum adtmap_status put_group(const char *stem, const struct model *model, int group,
                                    enum wmo_version version, const struct diag *diag)
{
    char path[4096];
    struct buffer out = {0};
    wmo_write_group(&out, model, group, version);
    snprintf(path, sizeof path, "%s_%03d.wmo", stem, group);
    return put_file(path, &out, diag);
}

enum adtmap_status wmo_write_files(const char *root, const char *name, const struct model *model,
                                   enum wmo_version version, const struct diag *diag)
{
    char path[4096];
    struct buffer out = {0};
    char *stem = path_join(root, name);
    char *folder = stem ? path_directory(stem) : NULL;
    enum adtmap_status status =
        folder && !model->failed ? file_make_directory(folder, diag) : diag_fail_memory(diag);
    if (!status) {
        temporary_sweep(folder, NULL);
        wmo_write_root(&out, model, version);
        snprintf(path, sizeof path, "%s.wmo", stem);
        status = put_file(path, &out, diag);
    }
    for (int g = 0; !status && version != WMO_V14 && g < model->group_count; g++) {
        status = put_group(stem, model, g, version, diag);
    }
    free(folder);
    free(stem);
    return status;
}
