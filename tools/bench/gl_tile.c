#include "gl_tile.h"

#include <stdlib.h>
#include <string.h>

#include "assets/textures/texture_load.h"
#include "bench.h"
#include "formats/grid.h"
#include "gl_context.h"
#include "gl_shader.h"

enum {
    QUADS = QUADS_PER_CHUNK * QUADS_PER_CHUNK,
    INDICES_A_QUAD = 4 * 3,
    INDICES_A_CHUNK = QUADS * INDICES_A_QUAD,
    VERTICES = ADT_CHUNKS * ADT_VERTICES,
};

struct vertex {
    float place[3]; /* quads, east and south; height in yards */
    float normal[3];
    float color[3];
};

struct gl_chunk {
    unsigned layers;
    GLuint textures[GL_LAYERS_MAX];
    GLuint maps;
    GLsizei indices;
    float place[2]; /* chunks, east and south */
};

struct gl_tile {
    GLuint state;                       /* vertex array object */
    GLuint programs[GL_LAYERS_MAX + 1]; /* by number of layers */
    GLint chunk_place[GL_LAYERS_MAX + 1];
    GLuint buffers[2]; /* vertices, indices */
    GLuint *textures;  /* one per texture of the scene */
    uint32_t texture_count;
    struct gl_chunk chunks[ADT_CHUNKS];
};

static void place_vertices(uint32_t index, const struct adt_chunk *chunk, struct vertex *out)
{
    for (unsigned v = 0; v < ADT_VERTICES; v++) {
        unsigned row = v / VERTEX_SOUTH;
        unsigned column = v % VERTEX_SOUTH;
        float shift = column < VERTEX_INNER ? 0.0F : 0.5F;
        column -= column < VERTEX_INNER ? 0 : VERTEX_INNER;
        out[v].place[0] = (float)(index % ADT_EDGE * QUADS_PER_CHUNK + column) + shift;
        out[v].place[1] = (float)(index / ADT_EDGE * QUADS_PER_CHUNK + row) + shift;
        out[v].place[2] = chunk->height_yd[v];
        for (size_t i = 0; i < 3; i++) {
            out[v].normal[i] = (float)chunk->normal[v][i] / 127.0F;
            out[v].color[i] = chunk->has_colors ? (float)chunk->color[v][i] / 127.0F : 1.0F;
        }
    }
}

/* Lists four triangles for each quad that is not a hole. Returns the number of indices. */
static GLsizei list_triangles(uint32_t index, uint64_t holes, uint32_t *out)
{
    GLsizei count = 0;
    for (unsigned quad = 0; quad < QUADS; quad++) {
        uint32_t north_west =
            index * ADT_VERTICES + quad / QUADS_PER_CHUNK * VERTEX_SOUTH + quad % QUADS_PER_CHUNK;
        const uint32_t round[5] = {north_west, north_west + VERTEX_EAST,
                                   north_west + VERTEX_SOUTH + VERTEX_EAST,
                                   north_west + VERTEX_SOUTH, north_west};
        for (size_t side = 0; side < 4 && !(holes >> quad & 1); side++) {
            out[count++] = round[side];
            out[count++] = round[side + 1];
            out[count++] = north_west + VERTEX_INNER;
        }
    }
    return count;
}

static void upload_mesh(const struct scene_tile *scene, struct gl_tile *tile)
{
    struct vertex *vertices = bench_alloc(VERTICES, sizeof *vertices);
    uint32_t *indices = bench_alloc((size_t)ADT_CHUNKS * INDICES_A_CHUNK, sizeof *indices);
    for (uint32_t i = 0; i < ADT_CHUNKS; i++) {
        const struct adt_chunk *terrain = scene->chunks[i].terrain;
        if (terrain) {
            place_vertices(i, terrain, vertices + (size_t)i * ADT_VERTICES);
            tile->chunks[i].indices =
                list_triangles(i, terrain->holes, indices + (size_t)i * INDICES_A_CHUNK);
        }
    }
    glGenBuffers(2, tile->buffers);
    glBindBuffer(GL_ARRAY_BUFFER, tile->buffers[0]);
    glBufferData(GL_ARRAY_BUFFER, VERTICES * (GLsizeiptr)sizeof *vertices, vertices,
                 GL_STATIC_DRAW);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, tile->buffers[1]);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER,
                 (GLsizeiptr)ADT_CHUNKS * INDICES_A_CHUNK * (GLsizeiptr)sizeof *indices, indices,
                 GL_STATIC_DRAW);
    glVertexAttribPointer(GL_AT_PLACE, 3, GL_FLOAT, GL_FALSE, sizeof *vertices, NULL);
    glVertexAttribPointer(GL_AT_NORMAL, 3, GL_FLOAT, GL_FALSE, sizeof *vertices,
                          (const void *)offsetof(struct vertex, normal));
    glVertexAttribPointer(GL_AT_COLOR, 3, GL_FLOAT, GL_FALSE, sizeof *vertices,
                          (const void *)offsetof(struct vertex, color));
    for (GLuint attribute = GL_AT_PLACE; attribute <= GL_AT_COLOR; attribute++) {
        glEnableVertexAttribArray(attribute);
    }
    free(vertices);
    free(indices);
}

static GLuint upload_image(const uint8_t *rgba, GLsizei width, GLsizei height, GLint wrap,
                           GLint minification)
{
    GLuint texture;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, wrap);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, wrap);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, minification);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    return texture;
}

/* The destination of the next rows of an image. */
struct filling {
    uint8_t *next;
    size_t row_bytes;
};

/* texture_take */
static void fill_rows(void *user, const uint8_t *rgba, uint32_t count)
{
    struct filling *filling = user;
    memcpy(filling->next, rgba, count * filling->row_bytes);
    filling->next += count * filling->row_bytes;
}

static void upload_textures(const struct scene_tile *scene, const struct assets *assets,
                            struct gl_tile *tile)
{
    static const struct texture_wish whole = {.least_edge = UINT32_MAX, .texels_most = UINT64_MAX};
    tile->texture_count = scene->texture_count;
    tile->textures = bench_alloc(scene->texture_count, sizeof *tile->textures);
    for (uint32_t i = 0; i < scene->texture_count; i++) {
        struct texture_source source;
        struct adtmap_message failure;
        const struct diag diag = {.failure = &failure};
        bench_check(texture_open(assets, scene->textures[i].colors, NULL, &whole, &diag, &source),
                    &failure);
        uint8_t *rgba = bench_alloc((size_t)source.width * source.height, 4);
        struct filling filling = {rgba, (size_t)source.width * 4};
        bench_check(texture_read(&source, fill_rows, &filling), &failure);
        if (scene->textures[i].scale_shift) {
            char name[ASSET_ID_BYTES];
            bench_fail("%s is stretched; try another tile",
                       asset_ref_text(scene->textures[i].colors, name));
        }
        tile->textures[i] = upload_image(rgba, (GLsizei)source.width, (GLsizei)source.height,
                                         GL_REPEAT, GL_LINEAR_MIPMAP_LINEAR);
        glGenerateMipmap(GL_TEXTURE_2D);
        texture_close(&source);
        free(rgba);
    }
}

/* Uploads alpha maps as red, green and blue, and the shadow as alpha. */
static GLuint upload_maps(const struct scene_chunk *chunk)
{
    static uint8_t texels[ADT_MAP_TEXELS][4];
    for (size_t t = 0; t < ADT_MAP_TEXELS; t++) {
        for (uint32_t i = 1; i < GL_LAYERS_MAX; i++) {
            texels[t][i - 1] = i < chunk->layer_count ? chunk->layers[i].alpha[t] : 0;
        }
        bool dark = chunk->shadow && chunk->shadow[t / ADT_MAP_EDGE] >> t % ADT_MAP_EDGE & 1;
        texels[t][3] = dark ? 255 : 0;
    }
    return upload_image(texels[0], ADT_MAP_EDGE, ADT_MAP_EDGE, GL_CLAMP_TO_EDGE, GL_LINEAR);
}

static void upload_chunk(const struct scene_tile *scene, uint32_t index, struct gl_tile *tile)
{
    const struct scene_chunk *from = &scene->chunks[index];
    struct gl_chunk *chunk = &tile->chunks[index];
    if (from->layer_count > GL_LAYERS_MAX) {
        bench_fail("a chunk has %u layers; try another tile", from->layer_count);
    }
    chunk->layers = from->layer_count;
    for (uint32_t i = 0; i < from->layer_count; i++) {
        chunk->textures[i] = tile->textures[from->layers[i].texture];
    }
    chunk->place[0] = (float)(index % ADT_EDGE);
    chunk->place[1] = (float)(index / ADT_EDGE);
    chunk->maps = upload_maps(from);
}

struct gl_tile *gl_tile_upload(const struct scene_tile *scene, const struct assets *assets,
                               const struct adtmap_settings *settings)
{
    struct gl_tile *tile = bench_alloc(1, sizeof *tile);
    if (scene->blend == ADTMAP_BLEND_HEIGHT) {
        bench_fail("the tile is blended by heights");
    }
    glGenVertexArrays(1, &tile->state);
    glBindVertexArray(tile->state);
    upload_mesh(scene, tile);
    glBindVertexArray(0);
    upload_textures(scene, assets, tile);
    for (uint32_t i = 0; i < ADT_CHUNKS; i++) {
        upload_chunk(scene, i, tile);
    }
    for (unsigned layers = 0; layers <= GL_LAYERS_MAX; layers++) {
        tile->programs[layers] = gl_shader_create(layers, scene->blend, &settings->light);
        tile->chunk_place[layers] = glGetUniformLocation(tile->programs[layers], "chunk");
    }
    glClearColor(0.0F, 0.0F, 0.0F, 1.0F);
    gl_check("while handing over the tile");
    return tile;
}

static void draw_chunk(const struct gl_tile *tile, const struct gl_chunk *chunk, size_t index)
{
    glUniform2fv(tile->chunk_place[chunk->layers], 1, chunk->place);
    for (GLenum i = 0; i < chunk->layers; i++) {
        glActiveTexture(GL_TEXTURE0 + i);
        glBindTexture(GL_TEXTURE_2D, chunk->textures[i]);
    }
    glActiveTexture(GL_TEXTURE0 + GL_UNIT_MAPS);
    glBindTexture(GL_TEXTURE_2D, chunk->maps);
    glDrawElements(GL_TRIANGLES, chunk->indices, GL_UNSIGNED_INT,
                   (const void *)(index * INDICES_A_CHUNK * sizeof(uint32_t)));
}

void gl_tile_draw(const struct gl_tile *tile)
{
    glBindVertexArray(tile->state);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    for (unsigned layers = 0; layers <= GL_LAYERS_MAX; layers++) {
        glUseProgram(tile->programs[layers]);
        for (size_t i = 0; i < ADT_CHUNKS; i++) {
            if (tile->chunks[i].layers == layers && tile->chunks[i].indices) {
                draw_chunk(tile, &tile->chunks[i], i);
            }
        }
    }
    glBindVertexArray(0);
}

void gl_tile_free(struct gl_tile *tile)
{
    for (size_t i = 0; i < ADT_CHUNKS; i++) {
        glDeleteTextures(1, &tile->chunks[i].maps);
    }
    for (size_t i = 0; i <= GL_LAYERS_MAX; i++) {
        glDeleteProgram(tile->programs[i]);
    }
    glDeleteTextures((GLsizei)tile->texture_count, tile->textures);
    glDeleteBuffers(2, tile->buffers);
    glDeleteVertexArrays(1, &tile->state);
    free(tile->textures);
    free(tile);
}
