/* Walks the bytes of world map objects, sharing nothing with what writes or reads them: every
 * chunk must end where the next begins. Used by tests only; a fault fails the test. */
#ifndef TESTS_DEMO_WMO_WALK_H
#define TESTS_DEMO_WMO_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

uint32_t walk_u16(const uint8_t *at);
uint32_t walk_u32(const uint8_t *at);
float walk_f32(const uint8_t *at);

/* Some bytes. */
struct span {
    const uint8_t *data;
    size_t size;
};

/* The chunk called `name`, the `which`th from 0; empty data where there is none. */
struct span walk_find(struct span chunks, const char *name, int which);

/* What kind of file it is. */
struct walk_form {
    uint32_t version;
    size_t face, batch, material, info, group_header;
};

struct walk_form walk_form_of(uint32_t version);

/* A root: its chunks, out of MOMO where it has one. */
struct walk_root {
    struct walk_form form;
    struct span whole, chunks;
    struct span header, textures, materials, infos;
};

struct walk_root walk_root_of(struct span file);

/* A group's header and chunks. */
struct walk_group {
    struct walk_form form;
    uint32_t flags;
    struct span header, chunks;
    struct span faces, indices, vertices, normals, uv, batches;
};

/* From the contents of a MOGP chunk. */
struct walk_group walk_group_of(struct span mogp, uint32_t version);

/* The material of a batch, and which indices and vertices it has. */
struct walk_batch {
    uint32_t material, first_index, index_count, first_vertex, last_vertex;
};

struct walk_batch walk_batch_of(const struct walk_group *group, size_t number);

size_t walk_count(struct span span, size_t stride);

#endif
