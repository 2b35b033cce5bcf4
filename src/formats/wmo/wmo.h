/*
 * WMO: buildings. v14 (0.5.3 to 0.5.5, one file), v16 (0.6) and v17 (since; a root file and a file
 * for each group) are read into the same structures; nothing behind this header knows which client
 * wrote the files (WMO document; WMO v14 document).
 *
 * Everything read lives in the arena that the reader was given and borrows nothing of the file.
 * Model space is X, Y, Z with Z up, in yards. Colours are red, green, blue, alpha, 0..255.
 */
#ifndef FORMATS_WMO_WMO_H
#define FORMATS_WMO_WMO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/arena.h"
#include "base/diag.h"
#include "formats/liquid.h"
#include "formats/name_table.h"
#include "formats/surface.h"

enum {
    WMO_GROUPS_MAX = 512,     /* the clients' limit; more groups are left out */
    WMO_MATERIALS_MAX = 4096, /* more are left out */
    WMO_AMBIENTS_MAX = 64,    /* colours of doodad sets; more are left out */
    WMO_TEXTURES_MAX = 9,     /* of a material: shader 23; others use up to 6 */
    WMO_SLOTS_MAX = 8,        /* textures that a shader mixes */
    WMO_UV_SETS = 4,
    WMO_COLOR_SETS = 2,
    WMO_NO_MATERIAL = 0xFFFF,
    WMO_NO_LIGHTMAP = 0xFF,
    WMO_LIGHTMAP_EDGE = 256, /* texels */
    WMO_LIGHTMAP_BYTES = 32768,
};

/* MOHD flags. */
enum wmo_flag {
    WMO_NO_PORTAL_ATTENUATION = 0x1,
    WMO_UNIFIED_RENDER_PATH = 0x2, /* the ambient colour is not part of the vertex colours */
    WMO_LIQUID_TYPE_FROM_TABLE = 0x4,
    WMO_NO_COLOR_FIX = 0x8, /* wmo_fix_colors changes nothing but some alpha values */
    WMO_HAS_LOD = 0x10,
};

/* MOGP and MOGI flags. */
enum wmo_group_flag {
    WMO_GROUP_COLORS = 0x4,
    WMO_GROUP_EXTERIOR = 0x8,
    WMO_GROUP_EXTERIOR_LIT = 0x40,
    WMO_GROUP_UNREACHABLE = 0x80,
    WMO_GROUP_LOD = 0x400, /* of *_lodN.wmo files; others have it by chance */
    WMO_GROUP_LIQUID = 0x1000,
    WMO_GROUP_INTERIOR = 0x2000,
    WMO_GROUP_ALWAYS_DRAW = 0x10000, /* clients take WMO_GROUP_EXTERIOR away after reading */
    WMO_GROUP_OCEAN = 0x80000,       /* its water is ocean */
    WMO_GROUP_COLORS_2 = 0x1000000,
    WMO_GROUP_ANTIPORTAL = 0x4000000, /* also set by wmo_read_group, see there */
};

/* MOMT flags. */
enum wmo_material_flag {
    WMO_MATERIAL_UNLIT = 0x1,
    WMO_MATERIAL_TWO_SIDED = 0x4,
    WMO_MATERIAL_EXTERIOR_LIGHT = 0x8,
    WMO_MATERIAL_NIGHT_GLOW = 0x10,
    WMO_MATERIAL_WINDOW = 0x20,
    WMO_MATERIAL_CLAMP_S = 0x40,
    WMO_MATERIAL_CLAMP_T = 0x80,
};

/* MOMT shaders that matter behind the readers. */
enum wmo_shader {
    WMO_SHADER_DIFFUSE = 0,
    WMO_SHADER_ENV = 3,
    WMO_SHADER_OPAQUE = 4,
    WMO_SHADER_ENV_METAL = 5,
    WMO_SHADER_TWO_LAYER_DIFFUSE = 6,
    WMO_SHADER_TWO_LAYER_ENV_METAL = 7,
    WMO_SHADER_TWO_LAYER_TERRAIN = 8,
    WMO_SHADER_EMISSIVE = 9,
    WMO_SHADER_MASKED_ENV_METAL = 11,
    WMO_SHADER_ENV_METAL_EMISSIVE = 12,
    WMO_SHADER_TWO_LAYER_OPAQUE = 13,
    WMO_SHADER_TWO_LAYER_EMISSIVE = 15,
    WMO_SHADER_ADDITIVE_MASKED_ENV_METAL = 17,
    WMO_SHADER_TWO_LAYER_MOD2X = 18,
    WMO_SHADER_TWO_LAYER_MOD2X_NA = 19,
    WMO_SHADER_TWO_LAYER_ALPHA = 20,
    WMO_SHADER_PARALLAX = 22,
    WMO_SHADER_HEIGHTS = 23, /* four textures by the heights that four others have */
};

/* Where a vertex lies on a texture: a set of coordinates, or one of these. */
enum wmo_uv {
    WMO_UV_SPHERE = WMO_UV_SETS, /* what the normal reflects, in a picture of all directions */
    WMO_UV_REFLECTION,           /* the reflected direction itself */
    WMO_UV_GROUND,               /* as on the ground, by position */
};

/* What a shader mixes: t1 of its mix is slots[0], and so on. */
struct wmo_shading {
    enum surface_mix mix;
    uint32_t slot_count;
    struct wmo_slot {
        uint8_t texture; /* of the material */
        uint8_t uv;      /* enum wmo_uv, or a set */
    } slots[WMO_SLOTS_MAX];
};

const struct wmo_shading *wmo_shading_of(uint32_t shader);

/* MOPY flags. What a batch holds is drawn whatever they say, but for WMO_NO_MATERIAL. */
enum wmo_triangle_flag {
    WMO_TRIANGLE_RENDER = 0x20,
};

struct wmo_box {
    float low[3], high[3]; /* low <= high in each axis */
};

/* A texture by name as written, or by file id where name is NULL; neither: none. */
struct wmo_texture {
    const char *name;
    uint32_t file_id;
};

struct wmo_material {
    uint32_t flags;
    uint32_t shader; /* one whose textures are all there, else WMO_SHADER_DIFFUSE */
    enum surface_blend blend;
    uint32_t texture_count;                        /* up to the last that the shader mixes */
    struct wmo_texture textures[WMO_TEXTURES_MAX]; /* the first may be none: draw a stand-in */
};

struct wmo_group_info {
    uint32_t flags; /* enum wmo_group_flag */
    struct wmo_box box;
    const char *name; /* "" where there is none; converters may have shifted the names of groups */
    uint32_t file_id; /* 0: none */
    size_t offset;    /* of the MOGP in the root's file, for WMO_GROUPS_IN_ROOT */
};

struct wmo_doodad_set {
    char name[21];
    uint32_t begin, count; /* within wmo.doodads */
};

/* How rooms light a doodad. */
enum wmo_doodad_flag {
    WMO_DOODAD_UNADJUSTED = 0x2,   /* by its colour as it is, from the room's middle */
    WMO_DOODAD_COLOR_AROUND = 0x8, /* its colour comes from all sides */
    WMO_DOODAD_NO_DIRECT = 0x40,   /* from all sides alone */
};

struct wmo_doodad {
    const char *name; /* as written; NULL: file_id, or nothing if that is 0 */
    uint32_t file_id;
    uint32_t flags;
    float position[3];
    float rotation[4]; /* quaternion x, y, z, w */
    float scale;
    uint8_t color[4];
    bool has_lamp;       /* the alpha of `color` names a light (MOLT) that shines on it */
    float lamp[3];       /* where that stands */
    float lamp_color[3]; /* 0..1 */
};

/* The colour of rooms while a doodad set is shown. */
struct wmo_ambient {
    uint16_t doodad_set;
    uint8_t color[4];
};

/* Where group data is. */
enum wmo_storage {
    WMO_GROUPS_IN_FILES, /* <root>_000.wmo and so on, see wmo_group_file_name */
    WMO_GROUPS_IN_ROOT,  /* behind the root's own chunks */
};

struct wmo {
    uint32_t version; /* 14, 16 or 17 */
    enum wmo_storage storage;
    enum surface_era era;
    uint32_t flags;     /* enum wmo_flag */
    uint32_t id;        /* WMOAreaTable */
    uint8_t ambient[4]; /* MAVG (that of doodad set 0, else the first), MAVD or MOHD */
    uint32_t ambient_count;
    const struct wmo_ambient *ambients; /* MAVG */
    bool has_box;                       /* v14 files have none */
    struct wmo_box box;
    uint32_t material_count;
    const struct wmo_material *materials;
    uint32_t group_count;
    const struct wmo_group_info *groups;
    struct name_table group_names; /* MOGN, for the names in the headers of groups */
    uint32_t doodad_set_count;
    const struct wmo_doodad_set *doodad_sets;
    uint32_t doodad_count;
    const struct wmo_doodad *doodads;
};

enum wmo_batch_kind { WMO_BATCH_TRANSITION, WMO_BATCH_INTERIOR, WMO_BATCH_EXTERIOR };

/* Triangles of one material, in one piece. */
struct wmo_batch {
    uint32_t index_begin, index_count;  /* within wmo_group.indices; multiples of 3 */
    uint32_t vertex_first, vertex_last; /* what the triangles use lies within */
    uint32_t material;                  /* index into wmo.materials or WMO_NO_MATERIAL: stand-in */
    enum wmo_batch_kind kind;
};

/* MLIQ. Rows run towards +Y, columns towards +X, 25/6 yards each. */
struct wmo_liquid {
    float corner[2]; /* X, Y of vertex 0 */
    uint32_t material;
    struct liquid_grid grid; /* heights are model Z */
};

/*
 * Lightmaps of v14 interiors. Texture coordinates address the whole map. The rectangles of
 * MOLM are not read: no real file has shown yet what is relative to what.
 */
struct wmo_lightmaps {
    uint32_t count;
    const uint8_t *dxt1;        /* count * WMO_LIGHTMAP_BYTES */
    const uint8_t *of_triangle; /* a triangle: index of its map, or WMO_NO_LIGHTMAP */
    const float (*uv)[2];       /* a corner: 3 for each triangle */
};

struct wmo_group {
    uint32_t flags; /* enum wmo_group_flag */
    uint32_t flags_2;
    struct wmo_box box;
    bool has_ambient;   /* of its own, which counts in all doodad sets */
    uint8_t ambient[4]; /* MDAL, or the root's */
    uint32_t id;        /* WMOAreaTable */

    uint32_t vertex_count;
    const float (*positions)[3];       /* finite */
    const float (*normals)[3];         /* NULL: none; else finite, of any length */
    uint32_t uv_count;                 /* sets */
    const float (*uv[WMO_UV_SETS])[2]; /* finite; NULL from uv_count on */
    /* [0] light, [1] its alpha mixes textures; NULL: none. [0] is for wmo_fix_colors to change. */
    uint8_t (*colors[WMO_COLOR_SETS])[4];
    uint8_t (*weights)[4]; /* MOC2, of WMO_SHADER_HEIGHTS: of its first three textures, and dark */

    uint32_t doodad_count;   /* MODR: doodads that the group shows */
    const uint16_t *doodads; /* indices into wmo.doodads, all below wmo.doodad_count */

    uint32_t triangle_count;
    const uint32_t *indices;           /* 3 for each triangle, all below vertex_count */
    const uint16_t *triangle_flags;    /* enum wmo_triangle_flag */
    const uint16_t *triangle_material; /* WMO_NO_MATERIAL: for collision; else go by the batch */

    uint32_t batch_count;
    const struct wmo_batch *batches; /* transition, interior, exterior; v14: in any order */
    uint32_t transition_count;       /* batches of the first kind */

    uint32_t liquid_type;            /* as MOGP names it, in the terms of LiquidType.dbc; 0: none */
    bool is_flooded;                 /* the whole box is filled up to its top, without a grid */
    const struct wmo_liquid *liquid; /* NULL: none */
    const struct wmo_lightmaps *lightmaps; /* NULL: none */
};

/* Whether a group is of the outside of its WMO. */
static inline bool wmo_group_is_shell(const struct wmo_group *group)
{
    return (group->flags & (WMO_GROUP_EXTERIOR | WMO_GROUP_EXTERIOR_LIT)) != 0;
}

/*
 * Reads a root file, or a v14 file whole. Fails with ADTMAP_BAD_DATA when it is no WMO root and
 * with ADTMAP_UNSUPPORTED for an unknown version. Chunk sizes decide over the counts in MOHD. What
 * refers to something that is not there is left out, each kind with one warning; textures that
 * only a shader's extras need are missing silently, and the shader becomes WMO_SHADER_DIFFUSE.
 */
enum adtmap_status wmo_read_root(const uint8_t *data, size_t size, struct arena *arena,
                                 const struct diag *diag, struct wmo **wmo);

/*
 * Reads group `index` of the root. `data` are the bytes of the group's file or, for
 * WMO_GROUPS_IN_ROOT, those of the root's file. Fails with ADTMAP_BAD_DATA when it has no usable
 * triangle data at all. A group that its own header names "antiportal" is one, unless it has
 * batches (of MOBA): it hides what is behind it and is not drawn. Triangles with indices past the
 * vertices, or at positions that are not numbers of a map, are kept as points of no area, so that
 * batches keep their places.
 */
enum adtmap_status wmo_read_group(const struct wmo *root, const uint8_t *data, size_t size,
                                  uint32_t index, struct arena *arena, const struct diag *diag,
                                  struct wmo_group **group);

/*
 * The file of group `index`: "<root>_000.wmo" for a root named "<root>.wmo". Returns the length, or
 * 0 when it does not fit `size` with its NUL.
 */
size_t wmo_group_file_name(const char *root_name, uint32_t index, char *name, size_t size);

/*
 * Turns the light colours (set 0) of a group into what is added to the light, as clients do on
 * loading (WMO document, "FixColorVertexAlpha"), halved: the renderer doubles them. Not to be done
 * twice. All arithmetic is in integers and truncates:
 *
 *   vertices of transition batches   c = max(c - ambient, 0); c = (c - c * a / 255) / 2
 *   all others                       c = clamp((c + c * a / 64 - ambient) / 2, 0, 255);
 *                                    a = 255 in an exterior group, else 0
 *
 * ambient is 0 with WMO_UNIFIED_RENDER_PATH; with WMO_NO_COLOR_FIX only a changes.
 */
void wmo_fix_colors(const struct wmo *root, struct wmo_group *group);

/*
 * The colour of rooms where `count` doodad sets are shown besides the first: that of the first of
 * them that has one, else the first of MAVG. The root's without sets, and without MAVG.
 */
const uint8_t *wmo_ambient_of_sets(const struct wmo *root, const uint16_t *sets, size_t count);

/* Decodes lightmap `index` to WMO_LIGHTMAP_EDGE squared texels of R, G, B, A. */
void wmo_decode_lightmap(const struct wmo_lightmaps *lightmaps, uint32_t index, uint8_t *rgba);

#endif
