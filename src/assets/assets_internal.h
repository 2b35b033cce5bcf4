/* What the files of assets.h share. */
#ifndef ASSETS_ASSETS_INTERNAL_H
#define ASSETS_ASSETS_INTERNAL_H

#include "assets/listfile.h"
#include "assets/source.h"

struct assets {
    struct source_list sources;
    struct source **views;     /* of each source, its files stored by id, or NULL */
    struct listfile *listfile; /* or NULL */
};

/* The last source that has the file, unless a later one says it is deleted; NULL without one. */
const struct source *assets_find(const struct assets *assets, const char *canonical, size_t *id);

#endif
