/* One group of a placed WMO that becomes meshes. */
#ifndef MESH_PLACED_WMO_MESH_GROUP_H
#define MESH_PLACED_WMO_MESH_GROUP_H

#include "mesh/mesh_builder.h"
#include "mesh/placed/wmo_mesh_light.h"

struct wmo_mesh_lightmaps;

/* One group of one object under way. */
struct wmo_mesh_group {
    struct mesh_builder *builder;
    const struct placed_wmo *object;
    const struct surface_material *materials; /* of the object */
    const struct wmo_group *group;
    struct mesh_view view;
    float sun[3];                         /* towards the sun, in axes of the model */
    struct wmo_mesh_lightmaps *lightmaps; /* of all groups of the tile */
    const struct hour_field *hours;       /* that reaches the object; NULL: no time of day */
    struct sun_light light;               /* of the settings, or of the time of day where it is the
                                             same at the whole object */
};

/* A batch of it. */
struct wmo_mesh_batch {
    const struct wmo_mesh_group *drawing;
    const struct wmo_batch *batch;
    const struct wmo_material *material; /* NULL: none */
    struct wmo_mesh_light light;
    bool varies;                /* the sun is another at each vertex, by the time of day */
    const uint8_t (*mixing)[4]; /* colours whose alpha mixes textures; NULL: it is 1 */
};

struct wmo_mesh_batch wmo_mesh_batch_of(const struct wmo_mesh_group *drawing,
                                        const struct wmo_batch *batch);

/* mesh_light_function of a wmo_mesh_batch; vertices are those of the group. */
void wmo_mesh_vertex_lights(const void *user, const uint32_t *vertices, uint32_t count,
                            struct mesh_lights *lights);

/* The shape of all triangles of a batch, which must outlive it. */
struct mesh_shape wmo_mesh_shape(const struct wmo_mesh_batch *batch);

/* The flags of its material (enum wmo_material_flag); 0 without one. */
uint32_t wmo_mesh_material_flags(const struct wmo_mesh_batch *batch);

/* The material that it is drawn with. */
const struct surface_material *wmo_mesh_batch_material(const struct wmo_mesh_batch *batch);

#endif
