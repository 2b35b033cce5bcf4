/* What reports call a file that a tile refers to, the same for clients that use names and ids. */
#ifndef COMPARE_ASSET_LABEL_H
#define COMPARE_ASSET_LABEL_H

#include "assets/assets.h"

/*
 * The canonical form of `name`; where that is NULL the name that the listfile has for the file id,
 * else "id:123". Extensions of models count as one: .mdx and .mdl become .m2.
 */
void asset_label(const struct assets *assets, const char *name, uint32_t file_id,
                 char label[NAME_BYTES]);

/* The file that a label stands for, whose name is the label. */
struct asset_ref asset_label_file(const char *label);

#endif
