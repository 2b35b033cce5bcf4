/* The meshes of one tile, sorted by what they hide. */
#ifndef MESH_MESH_LIST_H
#define MESH_MESH_LIST_H

#include "base/arena.h"
#include "mesh/mesh_triangle.h"
#include "scene/surface_material.h"

struct liquid_sheet;

/* Kinds of batches, in drawing order but for the last two, whose triangles have one order together
 * (mesh_place_of). */
enum mesh_rank {
    MESH_DEFERRED,   /* hide all that is below them, whatever their alpha: only the nearest one at a
                        sample needs a colour */
    MESH_OPAQUE,     /* others that hide what is below */
    MESH_KEYED,      /* cut out by an alpha key, hide what is below where it passes */
    MESH_TRANSPARENT /* by height */
};

enum { CROWN_CORNERS = 24 }; /* of the rim of a disc */

/* A part of a tree's crown on a relief map: a dome, or, with a rim, a level disc. It is round in
 * the picture, as far as its box is square, and its height and its normal follow from where a
 * sample lies in it, so that it needs no triangles. */
struct crown_shape {
    float middle_px[2];      /* east and south of the tile's corner */
    float half_px[2];        /* half its width along them */
    float top_yd, height_yd; /* the height of a disc is 0 */
    float sun[3];            /* the direction towards it: east, south, up */

    /* The corners of a disc in turn, east and south of the middle, as parts of half_px, each within
     * 1 of it. NULL: a dome. */
    const float (*rim)[2];
};

/* Triangles with one material, a sheet of liquid, or a part of a crown. */
struct mesh_batch {
    const struct liquid_sheet *sheet;        /* NULL: no sheet */
    const struct crown_shape *crown;         /* NULL: no crown */
    const struct surface_material *material; /* of a sheet: only its blend mode counts */
    uint32_t first, count;                   /* its triangles among those of the list */
    /* Factors of red, green, blue, alpha; 1 leaves the texture as it is: `light[0]` and PLANE_LIGHT
     * times `light[1]`, or, where there are `colors`, a plane for each triangle. */
    lanes_f light[2];
    const struct mesh_planes *colors;
    const struct mesh_layers *layers; /* of each triangle; NULL with MIX_FIRST */
    uint32_t layers_bytes;            /* mesh_layers_bytes */
    float height_yd;                  /* by which transparent batches are sorted */
    float top_yd;                     /* the highest point of a transparent one; INFINITY: it is
                                         drawn after all leaves */
    uint16_t group;                   /* of its WMO, from 1; 0: it is of no group */
    bool is_doodad;
    bool is_liquid;     /* sheets are, too */
    bool covers_ground; /* triangles of a liquid of terrain */
    bool is_shell;      /* the outside of a WMO that has rooms */
    bool takes_shadow;  /* PLANE_LIGHT is the part that the sun has in its light */

    /* After mesh_list_sort: */
    uint32_t order;      /* in mesh_list.sorted */
    float top_so_far_yd; /* the highest top of it and of the transparent ones before it */
    enum mesh_rank rank;
    uint8_t texture_count; /* that the mix reads */
    uint8_t textures;      /* surface_material_textures */
    bool is_leaf;          /* cut out by an alpha key, of one texture or times another */
    float leaf_factor;     /* of the other one's colour, 0..255; 0: there is none */
};

/* The layers of triangle `i` of a batch that has some. */
static inline const struct mesh_layers *mesh_batch_layers(const struct mesh_batch *batch,
                                                          uint32_t i)
{
    return (const void *)((const char *)batch->layers + (size_t)i * batch->layers_bytes);
}

enum { MESH_BLOCK = 1 << 10 };

/* A zero-initialised list is empty. */
struct mesh_list {
    uint32_t count, batch_room;
    struct mesh_batch *batches; /* in the order in which they were appended */
    struct mesh_batch **sorted; /* after mesh_list_sort: by rank */
    uint32_t triangle_count, block_room;
    struct mesh_triangle **blocks; /* of MESH_BLOCK triangles each */
    /* What the list asks of the scene: of each of its surface_textures, by number, the finest level
     * that triangles sample; UINT8_MAX: they sample none. NULL: it asks for nothing. */
    uint8_t *finest;
};

static inline struct mesh_triangle *mesh_list_triangle(const struct mesh_list *list,
                                                       uint32_t number)
{
    return &list->blocks[number / MESH_BLOCK][number % MESH_BLOCK];
}

/* Whether triangles of a material are MESH_DEFERRED. */
bool mesh_is_deferred(const struct surface_material *material);

/* Appends a batch, whose triangles were added last. False when out of memory. */
bool mesh_list_append(struct mesh_list *list, const struct mesh_batch *batch, struct arena *arena);

/* Makes room for the triangles from triangle_count on; the caller fills them and counts. False when
 * out of memory. */
bool mesh_list_reserve(struct mesh_list *list, uint32_t triangles, struct arena *arena);

/* Fills `sorted`: by rank, transparent ones by height, else as they were appended. False when out
 * of memory. */
bool mesh_list_sort(struct mesh_list *list, struct arena *arena);

/* Whether a batch belongs to what is picked. */
typedef bool mesh_pick(const void *user, const struct mesh_batch *batch);

/* The batches of a sorted list that are picked, in their order. The list shares triangles and
 * materials with `list`. False when out of memory. */
bool mesh_list_pick(const struct mesh_list *list, mesh_pick *pick, const void *user,
                    struct arena *arena, struct mesh_list *picked);

#endif
