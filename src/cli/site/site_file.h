/*
 * A site file, checked: builds, renderings and maps, and what is drawn of each map in each
 * rendering. The value that is nearest to the map counts: that of the map's entry, else that of the
 * rendering, else that of `all`.
 */
#ifndef CLI_SITE_SITE_FILE_H
#define CLI_SITE_SITE_FILE_H

#include "cli/site/site_document.h"
#include "os/file.h"

/* Bounds, see docs/security.md. */
enum {
    SITE_FOLDER_NAME_MAX = 64,
};

struct site_entries {
    struct site_entry *items; /* from malloc */
    size_t count;
};

struct site_file {
    struct site_document *document;
    struct site_entry top;
    char *out;                      /* folder of the site */
    struct blob logo;               /* the picture that `top` names, empty without */
    char logo_name[24];             /* of it below `out`; "" without */
    struct site_entries builds;     /* at least one */
    struct site_entries renderings; /* at least one */
    struct site_entries maps;       /* at least one */
    struct site_entries worlds;
    struct site_entries frames; /* those of a world in succession */
    size_t wrong_entries;       /* of maps, worlds and frames */
};

/*
 * Reads and checks a site file; strings stay valid until site_file_free, which is called in any
 * case. An entry of a map, of a world or in it that is wrong is reported to diag->log, and the
 * others are kept. Fails as site_document_read, and with ADTMAP_BAD_ARGUMENT for a value that
 * concerns more than one map.
 */
enum adtmap_status site_file_read(const char *path, const struct diag *diag,
                                  struct site_file *file);

/* A zeroed file may be freed. */
void site_file_free(struct site_file *file);

/* What the site is called. */
const char *site_file_title(const struct site_file *file);

/* The build of a rendering. */
size_t site_file_build(const struct site_file *file, size_t rendering);

/* Whether the map's entry asks for the rendering. */
bool site_file_has(const struct site_file *file, size_t map, size_t rendering);

/* What is drawn, into `request`, which borrows strings. Values of a map or a rendering count only
 * if there is such an entry: with maps.count, those of the rendering and of `all` do.
 * ADTMAP_BAD_ARGUMENT. render_request_free, whatever the status. */
enum adtmap_status site_file_request(const struct site_file *file, size_t map, size_t rendering,
                                     const struct diag *diag, struct render_request *request);

/* Whether the map's name is a pattern. */
bool site_file_is_pattern(const struct site_file *file, size_t map);

#endif
