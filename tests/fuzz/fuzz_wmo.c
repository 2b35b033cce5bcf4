/* WMO of every version: a root and, for v16 and v17, one group file that is read as every group. */
#include <stdlib.h>

#include "formats/wmo/wmo.h"
#include "formats/wmo/wmo_flood.h"
#include "fuzz/fuzz.h"

enum { GROUPS_READ = 4 };

static void read_groups(const struct wmo *root, const struct fuzz_part *file, struct arena *arena,
                        const struct diag *diag)
{
    struct wmo_group *group;
    if (!wmo_read_group(root, file->data, file->size, root->group_count, arena, diag, &group)) {
        abort(); /* there is none behind the last */
    }
    for (uint32_t i = 0; i < root->group_count && i < GROUPS_READ; i++) {
        if (wmo_read_group(root, file->data, file->size, i, arena, diag, &group) == ADTMAP_OK) {
            wmo_fix_colors(root, group);
            if (group->is_flooded) {
                static struct wmo_flood flood;
                wmo_flood_fill(group, liquid_class_of(group->liquid_type), &flood);
            }
            if (group->lightmaps && group->lightmaps->count > 0) {
                static uint8_t rgba[WMO_LIGHTMAP_EDGE * WMO_LIGHTMAP_EDGE * 4];
                wmo_decode_lightmap(group->lightmaps, group->lightmaps->count - 1, rgba);
            }
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_part parts[2];
    struct fuzz_diag listener;
    struct arena arena = {0};
    struct wmo *root;
    fuzz_listen(&listener);
    fuzz_cut(data, size, parts, 2);
    if (wmo_read_root(parts[0].data, parts[0].size, &arena, &listener.diag, &root) == ADTMAP_OK) {
        bool inside = root->storage == WMO_GROUPS_IN_ROOT;
        read_groups(root, &parts[inside ? 0 : 1], &arena, &listener.diag);
    }
    arena_free(&arena);
    fuzz_free(parts, 2);
    return 0;
}
