/* What the files of assets.h share. */
#ifndef ASSETS_ASSETS_INTERNAL_H
#define ASSETS_ASSETS_INTERNAL_H

#include <pthread.h>
#include <stdatomic.h>

#include "assets/assets.h"
#include "assets/dependency.h"
#include "assets/sources/given_names.h"
#include "assets/sources/listfile.h"
#include "assets/sources/open_path.h"
#include "assets/sources/source.h"
#include "assets/sources/stored_names.h"

/* A path that the assets were opened with. */
struct opened_path {
    char *path; /* from malloc */
    struct path_contents contents;
    size_t first_source, end_source; /* of the sources, those that the path stands for */
};

/* What sources store under file ids. It is made with a listfile, whose names it has, or for the
 * first id that is looked up: it takes a list of all files. */
struct stored_tables {
    pthread_mutex_t lock; /* of making it */
    atomic_bool made;
    struct stored_names **of; /* of each source, or NULL; NULL: not made, or out of memory */
};

struct assets {
    struct opened_path *paths;
    size_t path_count;
    struct source_list sources;
    struct stored_tables *stored;
    struct listfile *listfile; /* or NULL */
    struct given_names given;  /* by assets_name_file */
    struct dep_table *dependencies;
    struct block_pool *pool; /* for the bytes of files */
    bool is_unrecorded;      /* by assets_leave_unrecorded */
};

/* The stored names of a source that a listfile has; NULL: none. */
static inline const struct stored_names *assets_listed_names(const struct assets *assets,
                                                             size_t source)
{
    return assets->listfile && assets->stored->of ? assets->stored->of[source] : NULL;
}

/* assets_find by name, unrecorded; of a name that is canonical already. */
bool assets_look_up(const struct assets *assets, const char *name, struct asset *asset);
bool assets_look_up_canonical(const struct assets *assets, struct asset *asset);

/* The name of a file in its source. */
static inline const char *asset_stored_name(const struct asset *asset)
{
    return asset->file.stored ? asset->file.stored : asset->name;
}

/* Record as dependencies of the thread that a file was looked for, or an id, whose file has the
 * name or would have it. */
void assets_record_lookup(const struct assets *assets, const char *canonical, bool found);
void assets_record_id(const struct assets *assets, uint32_t file_id, const char *name, bool found);

/* The content id of a file id. The name matters without its file too: messages show it. */
struct hash128 assets_name_content_id(const char *name, bool found);

#endif
