/*
 * One client names a file, another numbers it: a label is the canonical name where the listfile has
 * one, else the number, so that equal files have equal labels in both builds.
 */
#include "compare/asset_label.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void unify_extension(char label[NAME_BYTES])
{
    size_t length = strlen(label);
    if (name_has_suffix(label, ".mdx") || name_has_suffix(label, ".mdl")) {
        memcpy(label + length - strlen("mdx"), "m2", sizeof "m2");
    }
}

void asset_label(const struct assets *assets, const char *name, uint32_t file_id,
                 char label[NAME_BYTES])
{
    if (name) {
        if (!name_canonical(name, label)) {
            snprintf(label, NAME_BYTES, "%s", name);
        }
        unify_extension(label);
        return;
    }
    assets_name_of_id(assets, file_id, label);
    if (assets_id_of_name(assets, label) != file_id) {
        snprintf(label, NAME_BYTES, "id:%" PRIu32, file_id);
    }
}

struct asset_ref asset_label_file(const char *label)
{
    bool is_id = strncmp(label, "id:", 3) == 0;
    return is_id ? (struct asset_ref){NULL, (uint32_t)strtoul(label + 3, NULL, 10)}
                 : (struct asset_ref){label, 0};
}
