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
    uint32_t order;        /* in the list */
    uint32_t first_vertex; /* in the buffer */
};

/* A vertex in the buffer: place and light of a mesh's, and what its layers add. */
struct gl_vertex {
    int32_t place[2];
    float height, mix;
    float light[4];
    float uv[MESH_TEXTURES][2];
};

/* Triangles that are drawn by one call. */
struct call {
    const struct mesh_material *material;
    GLuint textures[MESH_TEXTURES];
    GLsizei first, count; /* indices */
};

struct gl_meshes {
    GLuint state; /* vertex array object */
    GLuint buffers[2];
    uint32_t index_count, call_count;
    struct call *calls;
    struct gl_mesh_textures textures;
    struct gl_mesh_shader shaders[MESH_MIXES];
};

static uint32_t vertex_count(const struct mesh_batch *batch)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < batch->index_count; i++) {
        count = batch->indices[i] >= count ? batch->indices[i] + 1 : count;
    }
    return count;
}

static int by_vertices(const void *left, const void *right)
{
    const struct part *a = left;
    const struct part *b = right;
    return (a->batch->vertices > b->batch->vertices) - (a->batch->vertices < b->batch->vertices);
}

/* Opaque batches may come in any order: those of one texture follow each other. */
static int by_look(const void *left, const void *right)
{
    const struct part *a = left;
    const struct part *b = right;
    bool is_free = mesh_batch_is_deferred(a->batch) && mesh_batch_is_deferred(b->batch);
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
        if (!list->sorted[i]->sheet && list->sorted[i]->index_count) {
            parts[count++] = (struct part){.batch = list->sorted[i], .order = i};
        }
    }
    return count;
}

/* Gives batches with the same vertices one place in the buffer. Returns the number of vertices. */
static uint32_t place_vertices(struct part *parts, uint32_t count)
{
    uint32_t end = 0;
    uint32_t first = 0;
    qsort(parts, count, sizeof *parts, by_vertices);
    for (uint32_t i = 0; i < count; i++) {
        if (i == 0 || parts[i].batch->vertices != parts[i - 1].batch->vertices) {
            first = end;
        }
        parts[i].first_vertex = first;
        uint32_t part_end = first + vertex_count(parts[i].batch);
        end = part_end > end ? part_end : end;
    }
    return end;
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
    attribute(GL_MESH_MIX, 1, GL_FLOAT, offsetof(struct gl_vertex, mix));
    attribute(GL_MESH_UV_01, 4, GL_FLOAT, offsetof(struct gl_vertex, uv[0]));
    attribute(GL_MESH_UV_23, 4, GL_FLOAT, offsetof(struct gl_vertex, uv[2]));
}

static struct gl_vertex make_vertex(const struct mesh_batch *batch, uint32_t i)
{
    const struct mesh_vertex *from = &batch->vertices[i];
    struct gl_vertex vertex = {.place = {from->position.x, from->position.y},
                               .height = from->position.z_yd,
                               .mix = batch->layers ? batch->layers[i].mix : 0.0F};
    memcpy(vertex.light, from->light, sizeof vertex.light);
    memcpy(vertex.uv[0], from->uv, sizeof vertex.uv[0]);
    if (batch->layers) {
        memcpy(vertex.uv[1], batch->layers[i].uv, sizeof batch->layers[i].uv);
    }
    return vertex;
}

static void upload_vertices(const struct part *parts, uint32_t count, uint32_t vertices)
{
    GLsizeiptr bytes = (GLsizeiptr)vertices * (GLsizeiptr)sizeof(struct gl_vertex);
    struct gl_vertex *all = bench_alloc(vertices, sizeof *all);
    for (uint32_t p = 0; p < count; p++) {
        for (uint32_t i = 0; i < vertex_count(parts[p].batch); i++) {
            all[parts[p].first_vertex + i] = make_vertex(parts[p].batch, i);
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
        for (uint32_t i = 0; i < parts[p].batch->index_count; i++) {
            *next++ = parts[p].first_vertex + parts[p].batch->indices[i];
        }
    }
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)meshes->index_count * (GLsizeiptr)sizeof *all,
                 all, GL_STATIC_DRAW);
    free(all);
}

static bool looks_equal(const struct mesh_material *a, const struct mesh_material *b)
{
    bool equal = a->blend == b->blend && a->mix == b->mix && a->two_sided == b->two_sided &&
                 a->depth_test == b->depth_test && a->depth_write == b->depth_write &&
                 a->is_solid == b->is_solid && a->alpha_key == b->alpha_key &&
                 a->third_weight == b->third_weight;
    for (unsigned t = 0; t < MESH_TEXTURES; t++) {
        equal &= a->textures[t] == b->textures[t] && a->wrap[t] == b->wrap[t];
    }
    return equal;
}

/* Adds a batch to the last call, or to one of its own. */
static void add_call(const struct mesh_batch *batch, GLsizei first, struct gl_meshes *meshes)
{
    struct call *call = meshes->calls + meshes->call_count;
    if (meshes->call_count && looks_equal(call[-1].material, batch->material)) {
        call[-1].count += (GLsizei)batch->index_count;
        return;
    }
    *call = (struct call){batch->material, {0}, first, (GLsizei)batch->index_count};
    for (unsigned t = 0; t < MESH_TEXTURES; t++) {
        call->textures[t] = gl_mesh_texture(&meshes->textures, batch->material->textures[t]);
    }
    meshes->call_count++;
}

static void list_calls(const struct part *parts, uint32_t count, uint32_t size_px,
                       struct gl_meshes *meshes)
{
    GLsizei first = 0;
    for (uint32_t i = 0; i < count; i++) {
        enum mesh_mix mix = parts[i].batch->material->mix;
        if (!meshes->shaders[mix].program) {
            meshes->shaders[mix] = gl_mesh_shader_create(mix, size_px);
        }
        add_call(parts[i].batch, first, meshes);
        first += (GLsizei)parts[i].batch->index_count;
    }
    meshes->index_count = (uint32_t)first;
}

struct gl_meshes *gl_meshes_upload(const struct mesh_list *list, uint32_t size_px)
{
    struct gl_meshes *meshes = bench_alloc(1, sizeof *meshes);
    struct part *parts = bench_alloc(list->count, sizeof *parts);
    uint32_t count = list_parts(list, parts);
    uint32_t vertices = place_vertices(parts, count);
    meshes->textures = gl_mesh_textures_create(count * MESH_TEXTURES);
    meshes->calls = bench_alloc(count, sizeof *meshes->calls);
    glGenVertexArrays(1, &meshes->state);
    glBindVertexArray(meshes->state);
    glGenBuffers(2, meshes->buffers);
    glBindBuffer(GL_ARRAY_BUFFER, meshes->buffers[0]);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, meshes->buffers[1]);
    upload_vertices(parts, count, vertices);
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
static const GLenum factors[MESH_BLENDS][2] = {
    [BLEND_OPAQUE] = {GL_ONE, GL_ZERO},
    [BLEND_ALPHA_KEY] = {GL_ONE, GL_ZERO},
    [BLEND_ALPHA] = {GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA},
    [BLEND_ADD] = {GL_SRC_ALPHA, GL_ONE},
    [BLEND_MOD] = {GL_ZERO, GL_SRC_COLOR},
    [BLEND_MOD2X] = {GL_DST_COLOR, GL_SRC_COLOR},
    [BLEND_MOD_ADD] = {GL_DST_COLOR, GL_ONE},
    [BLEND_INV_SRC_ALPHA_ADD] = {GL_ONE_MINUS_SRC_ALPHA, GL_ONE},
    [BLEND_INV_SRC_ALPHA_OPAQUE] = {GL_ONE_MINUS_SRC_ALPHA, GL_ZERO},
    [BLEND_SRC_ALPHA_OPAQUE] = {GL_SRC_ALPHA, GL_ZERO},
    [BLEND_NO_ALPHA_ADD] = {GL_ONE, GL_ONE},
    [BLEND_CONSTANT_ALPHA] = {GL_ONE, GL_ZERO},
    [BLEND_SCREEN] = {GL_ONE_MINUS_DST_COLOR, GL_ONE},
    [BLEND_BLEND_ADD] = {GL_ONE, GL_ONE_MINUS_SRC_ALPHA},
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
    const struct mesh_material *material = call->material;
    const struct gl_mesh_shader *shader = &meshes->shaders[material->mix];
    glUseProgram(shader->program);
    glUniform1f(shader->is_solid, material->is_solid ? 1.0F : 0.0F);
    glUniform1f(shader->third_weight, material->third_weight);
    for (unsigned t = 0; t < MESH_TEXTURES; t++) {
        glActiveTexture(GL_TEXTURE0 + t);
        glBindTexture(GL_TEXTURE_2D, call->textures[t]);
        glBindSampler(t, gl_mesh_sampler(&meshes->textures, material->wrap[t]));
    }
    glBlendFunc(factors[material->blend][0], factors[material->blend][1]);
    glDepthFunc(material->depth_test ? GL_LEQUAL : GL_ALWAYS);
    glDepthMask(material->depth_write);
    enable(GL_CULL_FACE, !material->two_sided);
    enable(GL_SAMPLE_ALPHA_TO_COVERAGE, material->alpha_key > 0);
}

void gl_meshes_draw(const struct gl_meshes *meshes)
{
    glBindVertexArray(meshes->state);
    glEnable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
    glFrontFace(GL_CW);
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
    glDisable(GL_CULL_FACE);
    glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE);
    for (GLuint t = 0; t < MESH_TEXTURES; t++) {
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
    for (size_t i = 0; i < MESH_MIXES; i++) {
        glDeleteProgram(meshes->shaders[i].program);
    }
    gl_mesh_textures_free(&meshes->textures);
    glDeleteBuffers(2, meshes->buffers);
    glDeleteVertexArrays(1, &meshes->state);
    free(meshes->calls);
    free(meshes);
}
