#include "gl_meshes.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "gl_context.h"
#include "gl_mesh_shader.h"
#include "gl_mesh_textures.h"

/* A batch on its way into the buffers. */
struct part {
    const struct mesh_batch *batch;
    uint32_t order; /* in the list */
};

/* A vertex in the buffer: place and light of a mesh's, and what its layers add. */
struct gl_vertex {
    int32_t place[2];
    float height;
    float light[4];
    float weights[4];
    float uv[SURFACE_TEXTURES][2];
};

/* Triangles that are drawn by one call. */
struct call {
    const struct surface_material *material;
    GLuint textures[SURFACE_TEXTURES];
    GLsizei first, count; /* indices */
};

struct gl_meshes {
    GLuint state; /* vertex array object */
    GLuint buffers[2];
    uint32_t index_count, call_count;
    struct call *calls;
    struct gl_mesh_textures textures;
    struct gl_mesh_shader shaders[SURFACE_MIXES];
};

/* Opaque batches may come in any order: those of one texture follow each other. */
static int by_look(const void *left, const void *right)
{
    const struct part *a = left;
    const struct part *b = right;
    bool is_free = a->batch->rank == MESH_DEFERRED && b->batch->rank == MESH_DEFERRED;
    const struct mip_texture *texture_a = a->batch->material->textures[0];
    const struct mip_texture *texture_b = b->batch->material->textures[0];
    if (is_free && texture_a != texture_b) {
        return texture_a < texture_b ? -1 : 1;
    }
    return (a->order > b->order) - (a->order < b->order);
}

static uint32_t list_parts(const struct mesh_list *list, struct part *parts)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        if (!list->sorted[i]->sheet && list->sorted[i]->count) {
            parts[count++] = (struct part){.batch = list->sorted[i], .order = i};
        }
    }
    return count;
}

static void attribute(enum gl_mesh_attribute location, GLint numbers, GLenum type, size_t offset)
{
    glVertexAttribPointer(location, numbers, type, GL_FALSE, sizeof(struct gl_vertex),
                          (const void *)offset);
    glEnableVertexAttribArray(location);
}

static void describe_vertices(void)
{
    attribute(GL_MESH_PLACE, 2, GL_INT, offsetof(struct gl_vertex, place));
    attribute(GL_MESH_HEIGHT, 1, GL_FLOAT, offsetof(struct gl_vertex, height));
    attribute(GL_MESH_LIGHT, 4, GL_FLOAT, offsetof(struct gl_vertex, light));
    attribute(GL_MESH_WEIGHTS, 4, GL_FLOAT, offsetof(struct gl_vertex, weights));
    attribute(GL_MESH_UV_01, 4, GL_FLOAT, offsetof(struct gl_vertex, uv[0]));
    attribute(GL_MESH_UV_23, 4, GL_FLOAT, offsetof(struct gl_vertex, uv[2]));
    attribute(GL_MESH_UV_45, 4, GL_FLOAT, offsetof(struct gl_vertex, uv[4]));
    attribute(GL_MESH_UV_67, 4, GL_FLOAT, offsetof(struct gl_vertex, uv[6]));
}

/* Places in an image as texture coordinates. */
static void texture_coordinates(const struct mip_texture *texture, struct mip_footprint footprint,
                                const float places[2], float uv[2])
{
    const struct mip_level *image = &texture->levels[footprint.level];
    uv[0] = places[0] / (float)(PLACE_ONE * image->width);
    uv[1] = places[1] / (float)(PLACE_ONE * image->height);
}

/* Corner `k` of triangle `number`, by its planes. */
static struct gl_vertex make_vertex(const struct mesh_list *list, uint32_t number, unsigned k)
{
    const struct mesh_triangle *triangle = mesh_list_triangle(list, number);
    const struct mesh_batch *batch = &list->batches[triangle->batch];
    const struct surface_material *material = batch->material;
    int32_t x = triangle->x[k], y = triangle->y[k];
    lanes_f planes = mesh_planes_at(&triangle->planes, triangle, x, y);
    lanes_f light = batch->light[0] + batch->light[1] * planes[PLANE_LIGHT];
    struct gl_vertex vertex = {.place = {x, y}, .height = planes[PLANE_HEIGHT]};
    if (batch->colors) {
        light = mesh_planes_at(&batch->colors[number - batch->first], triangle, x, y);
    }
    lanes_store(vertex.light, light);
    if (material->textures[0]) {
        const float places[2] = {planes[PLANE_U], planes[PLANE_V]};
        texture_coordinates(material->textures[0], triangle->texture, places, vertex.uv[0]);
    }
    if (!batch->layers) {
        return vertex;
    }
    const struct mesh_layers *layers = mesh_batch_layers(batch, number - batch->first);
    lanes_store(vertex.weights, mesh_planes_at(&layers->weights, triangle, x, y));
    for (unsigned t = 1; t < batch->texture_count; t++) {
        const struct mesh_layer_plane *layer = &layers->layer[t - 1];
        float east = (float)(x - triangle->x[0]), south = (float)(y - triangle->y[0]);
        if (batch->textures >> t & 1) {
            const float places[2] = {layer->at[0] + layer->east[0] * east + layer->south[0] * south,
                                     layer->at[1] + layer->east[1] * east +
                                         layer->south[1] * south};
            texture_coordinates(material->textures[t], layer->texture, places, vertex.uv[t]);
        }
    }
    return vertex;
}

/* All triangles of the list, three vertices each. Those that are not seen are not in it. */
static void upload_vertices(const struct mesh_list *list)
{
    GLsizeiptr bytes = (GLsizeiptr)list->triangle_count * 3 * (GLsizeiptr)sizeof(struct gl_vertex);
    struct gl_vertex *all = bench_alloc(3 * (size_t)list->triangle_count, sizeof *all);
    for (uint32_t i = 0; i < list->triangle_count; i++) {
        for (unsigned k = 0; k < 3; k++) {
            all[3 * (size_t)i + k] = make_vertex(list, i, k);
        }
    }
    glBufferData(GL_ARRAY_BUFFER, bytes, all, GL_STATIC_DRAW);
    free(all);
}

static void upload_indices(const struct part *parts, uint32_t count, struct gl_meshes *meshes)
{
    uint32_t *all = bench_alloc(meshes->index_count, sizeof *all);
    uint32_t *next = all;
    for (uint32_t p = 0; p < count; p++) {
        for (uint32_t i = 0; i < 3 * parts[p].batch->count; i++) {
            *next++ = 3 * parts[p].batch->first + i;
        }
    }
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)meshes->index_count * (GLsizeiptr)sizeof *all,
                 all, GL_STATIC_DRAW);
    free(all);
}

static bool looks_equal(const struct surface_material *a, const struct surface_material *b)
{
    bool equal = a->blend == b->blend && a->mix == b->mix && a->depth_test == b->depth_test &&
                 a->depth_write == b->depth_write && a->is_solid == b->is_solid &&
                 a->alpha_key == b->alpha_key && a->third_weight == b->third_weight;
    for (unsigned t = 0; t < SURFACE_TEXTURES; t++) {
        equal &= a->textures[t] == b->textures[t] && a->wrap[t] == b->wrap[t];
    }
    return equal;
}

/* Adds a batch to the last call, or to one of its own. */
static void add_call(const struct mesh_batch *batch, GLsizei first, struct gl_meshes *meshes)
{
    struct call *call = meshes->calls + meshes->call_count;
    if (meshes->call_count && looks_equal(call[-1].material, batch->material)) {
        call[-1].count += 3 * (GLsizei)batch->count;
        return;
    }
    *call = (struct call){batch->material, {0}, first, 3 * (GLsizei)batch->count};
    for (unsigned t = 0; t < SURFACE_TEXTURES; t++) {
        call->textures[t] = gl_mesh_texture(&meshes->textures, batch->material->textures[t]);
    }
    meshes->call_count++;
}

static void list_calls(const struct part *parts, uint32_t count, uint32_t size_px,
                       struct gl_meshes *meshes)
{
    GLsizei first = 0;
    for (uint32_t i = 0; i < count; i++) {
        enum surface_mix mix = parts[i].batch->material->mix;
        if (!meshes->shaders[mix].program) {
            meshes->shaders[mix] = gl_mesh_shader_create(mix, size_px);
        }
        add_call(parts[i].batch, first, meshes);
        first += 3 * (GLsizei)parts[i].batch->count;
    }
    meshes->index_count = (uint32_t)first;
}

struct gl_meshes *gl_meshes_upload(const struct mesh_list *list, uint32_t size_px)
{
    struct gl_meshes *meshes = bench_alloc(1, sizeof *meshes);
    struct part *parts = bench_alloc(list->count, sizeof *parts);
    uint32_t count = list_parts(list, parts);
    meshes->textures = gl_mesh_textures_create(count * SURFACE_TEXTURES);
    meshes->calls = bench_alloc(count, sizeof *meshes->calls);
    glGenVertexArrays(1, &meshes->state);
    glBindVertexArray(meshes->state);
    glGenBuffers(2, meshes->buffers);
    glBindBuffer(GL_ARRAY_BUFFER, meshes->buffers[0]);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, meshes->buffers[1]);
    upload_vertices(list);
    describe_vertices();
    qsort(parts, count, sizeof *parts, by_look);
    list_calls(parts, count, size_px, meshes);
    upload_indices(parts, count, meshes);
    glBindVertexArray(0);
    free(parts);
    gl_check("while handing over buildings and doodads");
    return meshes;
}

/* OpenGL's factors of the blend modes (EGxBlend). */
static const GLenum factors[SURFACE_BLENDS][2] = {
    [SURFACE_OPAQUE] = {GL_ONE, GL_ZERO},
    [SURFACE_ALPHA_KEY] = {GL_ONE, GL_ZERO},
    [SURFACE_ALPHA] = {GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA},
    [SURFACE_ADD] = {GL_SRC_ALPHA, GL_ONE},
    [SURFACE_MOD] = {GL_ZERO, GL_SRC_COLOR},
    [SURFACE_MOD2X] = {GL_DST_COLOR, GL_SRC_COLOR},
    [SURFACE_MOD_ADD] = {GL_DST_COLOR, GL_ONE},
    [SURFACE_INV_ALPHA_ADD] = {GL_ONE_MINUS_SRC_ALPHA, GL_ONE},
    [SURFACE_INV_ALPHA_OPAQUE] = {GL_ONE_MINUS_SRC_ALPHA, GL_ZERO},
    [SURFACE_ALPHA_OPAQUE] = {GL_SRC_ALPHA, GL_ZERO},
    [SURFACE_NO_ALPHA_ADD] = {GL_ONE, GL_ONE},
    [SURFACE_CONSTANT_ALPHA] = {GL_ONE, GL_ZERO},
    [SURFACE_SCREEN] = {GL_ONE_MINUS_DST_COLOR, GL_ONE},
    [SURFACE_BLEND_ADD] = {GL_ONE, GL_ONE_MINUS_SRC_ALPHA},
};

static void enable(GLenum what, bool on)
{
    if (on) {
        glEnable(what);
    } else {
        glDisable(what);
    }
}

static void set_look(const struct gl_meshes *meshes, const struct call *call)
{
    const struct surface_material *material = call->material;
    const struct gl_mesh_shader *shader = &meshes->shaders[material->mix];
    glUseProgram(shader->program);
    glUniform1f(shader->is_solid, material->is_solid ? 1.0F : 0.0F);
    glUniform1f(shader->third_weight, material->third_weight);
    for (unsigned t = 0; t < SURFACE_TEXTURES; t++) {
        glActiveTexture(GL_TEXTURE0 + t);
        glBindTexture(GL_TEXTURE_2D, call->textures[t]);
        glBindSampler(t, gl_mesh_sampler(&meshes->textures, material->wrap[t]));
    }
    glBlendFunc(factors[material->blend][0], factors[material->blend][1]);
    glDepthFunc(material->depth_test ? GL_LEQUAL : GL_ALWAYS);
    glDepthMask(material->depth_write);
    enable(GL_SAMPLE_ALPHA_TO_COVERAGE, material->alpha_key > 0);
}

void gl_meshes_draw(const struct gl_meshes *meshes)
{
    glBindVertexArray(meshes->state);
    glEnable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_FALSE);
    for (uint32_t i = 0; i < meshes->call_count; i++) {
        const struct call *call = &meshes->calls[i];
        set_look(meshes, call);
        glDrawElements(GL_TRIANGLES, call->count, GL_UNSIGNED_INT,
                       (const void *)((size_t)call->first * sizeof(uint32_t)));
    }
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE);
    for (GLuint t = 0; t < SURFACE_TEXTURES; t++) {
        glBindSampler(t, 0);
    }
    glBindVertexArray(0);
}

uint32_t gl_meshes_triangle_count(const struct gl_meshes *meshes)
{
    return meshes->index_count / 3;
}

void gl_meshes_free(struct gl_meshes *meshes)
{
    for (size_t i = 0; i < SURFACE_MIXES; i++) {
        glDeleteProgram(meshes->shaders[i].program);
    }
    gl_mesh_textures_free(&meshes->textures);
    glDeleteBuffers(2, meshes->buffers);
    glDeleteVertexArrays(1, &meshes->state);
    free(meshes->calls);
    free(meshes);
}
