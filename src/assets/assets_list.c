/* The names of all sources in one order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/assets.h"
#include "assets/assets_internal.h"
#include "base/array.h"
#include "base/buffer.h"
#include "base/path.h"

/* Canonical form of a prefix, which may end in a slash; false when no name begins so. */
static bool canonical_prefix(const char *prefix, char canonical[NAME_BYTES])
{
    size_t length = strlen(prefix);
    bool slash = length > 0 && (prefix[length - 1] == '/' || prefix[length - 1] == '\\');
    char name[NAME_BYTES];
    canonical[0] = '\0';
    if (length == 0) {
        return true;
    }
    if (length >= sizeof name) {
        return false;
    }
    snprintf(name, sizeof name, "%.*s", (int)(length - slash), prefix);
    if (!name_canonical(name, canonical)) {
        return false;
    }
    size_t end = strlen(canonical);
    if (slash && end + 1 < NAME_BYTES) {
        memcpy(canonical + end, "/", 2);
    }
    return true;
}

static bool has_prefix(const char *name, const char *prefix)
{
    return strncmp(name, prefix, strlen(prefix)) == 0;
}

/* Names of files that are there, but that no source lists. */
struct unlisted {
    struct buffer pool;
    struct buffer offsets; /* of size_t, in order of names */
};

static size_t unlisted_count(const struct unlisted *unlisted)
{
    return unlisted->offsets.size / sizeof(size_t);
}

static int assets_list_compare_offsets(const void *a, const void *b, void *pool)
{
    const char *strings = pool;
    return strcmp(strings + *(const size_t *)a, strings + *(const size_t *)b);
}

/* Whether the listfile may name files that the sources do not list: its lines have no ids, or a
 * source knows files by ids alone. */
static bool names_unlisted(const struct assets *assets)
{
    bool by_id = false;
    for (size_t i = 0; i < assets->sources.count; i++) {
        by_id = by_id || assets->sources.items[i]->v->find_id;
    }
    return assets->listfile && (by_id || !listfile_has_ids(assets->listfile));
}

/* Asks the sources for every name of such a list that begins with the prefix. */
static bool find_unlisted(const struct assets *assets, const char *prefix,
                          struct unlisted *unlisted)
{
    const struct listfile *listfile = assets->listfile;
    size_t count = names_unlisted(assets) ? listfile_count(listfile) : 0;
    for (size_t i = 0; i < count; i++) {
        char name[NAME_BYTES];
        struct asset asset;
        if (listfile_name(listfile, i, name) && has_prefix(name, prefix) &&
            assets_look_up(assets, name, &asset)) {
            size_t offset = unlisted->pool.size;
            buffer_append(&unlisted->pool, name, strlen(name) + 1);
            buffer_append(&unlisted->offsets, &offset, sizeof offset);
        }
    }
    if (unlisted->pool.failed || unlisted->offsets.failed) {
        return false;
    }
    if (unlisted_count(unlisted) > 1) {
        array_sort_in(unlisted->offsets.data, unlisted_count(unlisted), sizeof(size_t),
                      assets_list_compare_offsets, unlisted->pool.data);
    }
    return true;
}

/* One of the lists that are merged, and the place in it. */
struct stream {
    const struct source *source; /* of both NULL: the unlisted names */
    const struct stored_names *stored;
    size_t at;
    size_t count;
};

struct stream_merge {
    const char *prefix;
    struct stream *streams;
    size_t count;
    struct unlisted unlisted;
};

static const char *name_in(const struct stream_merge *merge, const struct stream *stream,
                           size_t index)
{
    if (stream->source) {
        return stream->source->v->name(stream->source, index);
    }
    if (stream->stored) {
        return stored_names_at(stream->stored, index);
    }
    size_t offset;
    memcpy(&offset, merge->unlisted.offsets.data + index * sizeof offset, sizeof offset);
    return (const char *)merge->unlisted.pool.data + offset;
}

/* Add a list, from its first name that is not less than the prefix, which unlisted names have. */
static void add_source(struct stream_merge *merge, const struct source *source)
{
    merge->streams[merge->count++] = (struct stream){
        .source = source,
        .at = source_lower_bound(source, merge->prefix),
        .count = source->v->name_count(source),
    };
}

static void add_stored(struct stream_merge *merge, const struct stored_names *stored)
{
    merge->streams[merge->count++] = (struct stream){
        .stored = stored,
        .at = stored_names_lower_bound(stored, merge->prefix),
        .count = stored_names_count(stored),
    };
}

/* The name a list is at; NULL when it has no more of the prefix. */
static const char *current_name(const struct stream_merge *merge, const struct stream *stream)
{
    const char *name = stream->at < stream->count ? name_in(merge, stream, stream->at) : NULL;
    return name && has_prefix(name, merge->prefix) ? name : NULL;
}

/* The least of the names that the lists are at; each list that is at it moves on. */
static const char *next_name(struct stream_merge *merge)
{
    const char *least = NULL;
    for (size_t i = 0; i < merge->count; i++) {
        const char *name = current_name(merge, &merge->streams[i]);
        if (name && (!least || strcmp(name, least) < 0)) {
            least = name;
        }
    }
    for (size_t i = 0; least && i < merge->count; i++) {
        const char *name = current_name(merge, &merge->streams[i]);
        while (name && strcmp(name, least) == 0) {
            merge->streams[i].at++;
            name = current_name(merge, &merge->streams[i]);
        }
    }
    return least;
}

enum adtmap_status assets_list(const struct assets *assets, const char *prefix,
                               const struct diag *diag, assets_visit *visit, void *user)
{
    char canonical[NAME_BYTES];
    if (!canonical_prefix(prefix, canonical)) {
        return ADTMAP_OK;
    }
    struct stream_merge merge = {.prefix = canonical};
    merge.streams = calloc(2 * assets->sources.count + 1, sizeof *merge.streams);
    bool fine = merge.streams && find_unlisted(assets, canonical, &merge.unlisted);
    for (size_t i = 0; fine && i < assets->sources.count; i++) {
        add_source(&merge, assets->sources.items[i]);
        const struct stored_names *stored = assets_listed_names(assets, i);
        if (stored) {
            add_stored(&merge, stored);
        }
    }
    if (fine) {
        merge.streams[merge.count++] = (struct stream){.count = unlisted_count(&merge.unlisted)};
    }
    const char *name;
    while (fine && (name = next_name(&merge))) {
        char origin[PATH_BYTES_MAX];
        if (assets_origin(assets, name, origin, sizeof origin)) {
            visit(user, name, origin);
        }
    }
    free(merge.streams);
    buffer_free(&merge.unlisted.pool);
    buffer_free(&merge.unlisted.offsets);
    return fine ? ADTMAP_OK : diag_fail_memory(diag);
}
