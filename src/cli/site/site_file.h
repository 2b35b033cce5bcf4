/*
 * A site file, checked: builds, renderings and maps, and what is drawn of each map in each
 * rendering. The value that is nearest to the map counts: that of the map's entry, else that of the
 * rendering, else that of `all`.
 */
#ifndef CLI_SITE_SITE_FILE_H
#define CLI_SITE_SITE_FILE_H

#include "cli/site/site_document.h"
#include "os/file.h"

/* A place on a map; `map` is NULL without one. */
struct site_spot {
    const char *map;
    double x;
    double y;
};

/* An entry of `maps`. */
struct site_map {
    struct site_values values;
    struct site_spot entrance;
    bool is_wrong; /* reported; the map is left out */
};

/* An entry of `worlds`. */
struct site_world {
    const char *name;
    const char *title; /* the name, where the file has none */
    bool has_transforms;
    bool is_wrong; /* reported; the world is left out */
};

/* A map of a world, or a part of it. */
struct site_frame {
    size_t world; /* its index */
    const char *map;
    bool has_offset;
    double offset[2]; /* X, Y in yards */
    double scale;
    bool has_part;
    struct tile_set part;
    bool is_wrong; /* reported; the frame is left out */
};

struct site_file {
    struct site_document *document;
    struct site_values top;
    char *out;                  /* folder of the site */
    struct blob logo;           /* the picture that `top` names, empty without */
    char logo_name[24];         /* of it below `out`; "" without */
    struct site_values *builds; /* at least one */
    size_t build_count;
    struct site_values *renderings; /* at least one */
    size_t rendering_count;
    struct site_map *maps; /* at least one */
    size_t map_count;
    struct site_world *worlds;
    size_t world_count;
    struct site_frame *frames; /* those of a world in succession */
    size_t frame_count;
    size_t wrong_entries; /* of maps, worlds and frames */
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
 * if there is such an entry: with map_count, those of the rendering and of `all` do.
 * ADTMAP_BAD_ARGUMENT. render_request_free, whatever the status. */
enum adtmap_status site_file_request(const struct site_file *file, size_t map, size_t rendering,
                                     const struct diag *diag, struct render_request *request);

/* Whether the map's name is a pattern. */
bool site_file_is_pattern(const struct site_file *file, size_t map);

#endif
