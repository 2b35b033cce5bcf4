/* What the readers of WMO parts share among themselves. The public side is wmo.h. */
#ifndef FORMATS_WMO_WMO_PARTS_H
#define FORMATS_WMO_WMO_PARTS_H

#include "base/reader.h"
#include "formats/chunk.h"
#include "formats/warning_dedup.h"
#include "formats/wmo/wmo.h"

/* Bounds, see docs/security.md. */
enum {
    WMO_DRAWS_MAX =
        4, /* how often all triangles may be drawn; batches of real files never overlap */
};

enum { WMO_BATCH_RANGES = 4 };

/* Batches of one kind, in the order of MOBA (v14). */
struct wmo_batch_range {
    uint32_t begin, count;
};

/* MOGP, of any version. */
struct wmo_group_header {
    uint32_t name; /* offset in MOGN */
    uint32_t flags, flags_2;
    struct wmo_box box;
    bool box_is_sane;
    uint32_t portal_ref_begin, portal_ref_count;
    uint32_t batches[3];  /* transition, interior, exterior */
    bool has_batch_kinds; /* of `batches` */
    struct wmo_batch_range interior[WMO_BATCH_RANGES], exterior[WMO_BATCH_RANGES]; /* v14 */
    uint32_t liquid;
    uint32_t id;
};

/* MOBA, of any version. */
struct wmo_raw_batch {
    uint32_t index_begin, index_count, vertex_last;
    uint32_t material; /* WMO_NO_MATERIAL: not known */
};

/* MOMT: v14 begins with a version word and has no shader. */
enum wmo_material_layout { WMO_MATERIAL_VERSIONED, WMO_MATERIAL_SHADED };

/* How a version writes what they all have. Sizes in bytes. */
struct wmo_era {
    uint32_t version;
    enum wmo_material_layout material_layout;
    size_t material_bytes, group_info_bytes, group_header_bytes, triangle_bytes, batch_bytes;
    void (*read_group_header)(struct reader *reader, struct wmo_group_header *header);
    struct wmo_raw_batch (*read_batch)(struct reader *reader);
};

/* The era of a version; NULL for one that is not known. */
const struct wmo_era *wmo_era_of(uint32_t version);

/*
 * The version that a file begins with: MVER, or without one what its first chunk tells (14 for
 * MOMO, else 17).
 */
uint32_t wmo_version_of(const struct reader *file);

/* v14 (wmo_v14.c). */
void wmo_v14_read_group_header(struct reader *reader, struct wmo_group_header *header);
struct wmo_raw_batch wmo_v14_read_batch(struct reader *reader);

/* A group that is being read. */
struct wmo_group_reader {
    const struct wmo *root;
    const struct wmo_era *era;
    struct arena *arena;
    const struct diag *diag;
    struct warning_dedup dedup;
    size_t offset; /* of `body` in the file */
    struct reader body;
    struct wmo_group_header header;
    struct wmo_group *group;
    const uint8_t *invalid_vertices; /* a vertex: 1 where its position was no number; NULL: none */
    uint32_t polygon_count;          /* triangles that MOPY says something of */
    uint16_t *triangle_material;     /* the group's, while it is being read */
    struct {
        struct chunk polygons, wide_polygons, indices, vertices, normals, uv[WMO_UV_SETS];
        struct chunk batches, colors[WMO_COLOR_SETS], weights, liquid, ambient;
        struct chunk light_uv, light_maps, doodads;
    } chunks; /* size 0 and data NULL: not there */
};

/* The offset in the file for messages about a chunk of the group. */
static inline int64_t wmo_offset(const struct wmo_group_reader *reader, const struct chunk *chunk)
{
    return (int64_t)(reader->offset + chunk->offset);
}

/*
 * Steps of reading a group, in this order; each false only when memory ran out.
 * wmo_triangles.c: indices, then what MOPY says of the triangles.
 * wmo_batches.c: MOBA, or batches made from the triangles' materials.
 * wmo_liquid.c: MLIQ. wmo_v14.c: lightmaps.
 */
bool wmo_read_triangles(struct wmo_group_reader *reader);
bool wmo_read_batches(struct wmo_group_reader *reader);
bool wmo_read_liquid(struct wmo_group_reader *reader);
bool wmo_v14_read_lightmaps(struct wmo_group_reader *reader);

/* MLIQ as the file has it. */
struct wmo_mliq {
    uint32_t columns, rows; /* vertices */
    float corner[3];
    uint32_t material;
    const uint8_t *vertices;
    const uint8_t *quads; /* NULL: cut off, all are filled */
    bool is_turned;       /* columns run towards +Y and rows towards -X; false as opened */
};

/*
 * Opens MLIQ, which stands at `offset` of its file; false, after a warning where one is due, when
 * it has no grid.
 */
bool wmo_mliq_open(const struct chunk *chunk, int64_t offset, const struct diag *diag,
                   struct wmo_mliq *mliq);

/* The height of vertex `i`, as written, and whether quad `i` is filled; rows of columns. */
float wmo_mliq_height(const struct wmo_mliq *mliq, size_t i);
bool wmo_mliq_is_filled(const struct wmo_mliq *mliq, size_t i);

/* Values of several chunks. */
void wmo_read_bgra(struct reader *reader, uint8_t rgba[4]);
bool wmo_read_box(struct reader *reader, struct wmo_box *box); /* false, and zeroes: not a box */

/* A coordinate that a model can have; false for NaN as well. Without a branch, so that loops can be
 * vectorized. */
static inline bool wmo_is_coordinate(float value)
{
    return (value > -1e6F) & (value < 1e6F);
}

#endif
