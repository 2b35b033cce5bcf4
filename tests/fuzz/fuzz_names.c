/* Client names: an accepted name stays inside the data root and is its own canonical form. A part
 * of a tile is data. */
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "formats/file_kinds.h"
#include "formats/wmo/wmo.h"
#include "fuzz/fuzz.h"
#include "output/paths.h"

static void check_canonical(const char *name)
{
    char again[NAME_BYTES];
    const struct {
        const char *text;
        size_t length;
    } banned[] = {{"../", 3}, {"/../", 4}, {"//", 2}, {"\\", 1}, {"\n", 1}};
    if (name[0] == '/' || name[0] == '\0' || name[1] == ':' || !name_canonical(name, again) ||
        strcmp(name, again) != 0 || name_compare(name, again) != 0) {
        abort();
    }
    for (size_t i = 0; i < sizeof banned / sizeof *banned; i++) {
        const char *found = strstr(name, banned[i].text);
        if (found && (i > 0 || found == name)) {
            abort();
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_diag listener;
    char canonical[NAME_BYTES];
    char group[NAME_BYTES];
    char *name = malloc(size + 1);
    if (!name) {
        return -1;
    }
    fuzz_listen(&listener);
    memcpy(name, data, size);
    name[size] = '\0';
    if (name_canonical(name, canonical)) {
        check_canonical(canonical);
        wmo_group_file_name(canonical, size ? data[0] : 0, group, sizeof group);
    }
    path_check_map_name(name, &listener.diag);
    char *directory = path_directory(name);
    char *joined = directory ? path_join(directory, path_base(name)) : NULL;
    if (file_kind_of(name) == FILE_NO_DATA && tile_part_of(name) != TILE_PARTS) {
        abort();
    }
    if (file_stem_length(name, strlen(name)) > strlen(name)) {
        abort();
    }
    free(joined);
    free(directory);
    free(name);
    return 0;
}
