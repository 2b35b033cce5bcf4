/* Reads WMO files for tests, independently of the writer and the reader. Every chunk must end where
 * the next begins; any error fails the test. */
#ifndef TESTS_DEMO_WMO_WALK_H
#define TESTS_DEMO_WMO_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

uint32_t walk_u16(const uint8_t *at);
uint32_t walk_u32(const uint8_t *at);
float walk_f32(const uint8_t *at);

struct span {
    const uint8_t *data;
    size_t size;
};

/* Chunk number `which` (from 0) named `name`; data is NULL if there is none. */
struct span walk_find(struct span chunks, const char *name, int which);

/* The properties of a file's version. */
struct walk_format {
    uint32_t version;
    size_t face, batch, material, info, group_header;
};

struct walk_format walk_format_of(uint32_t version);

/* A root and its chunks, which v14 wraps in MOMO. */
struct walk_root {
    struct walk_format form;
    struct span whole, chunks;
    struct span header, textures, materials, infos;
};

struct walk_root walk_root_of(struct span file);

/* A group's header and chunks. */
struct walk_group {
    struct walk_format form;
    uint32_t flags;
    struct span header, chunks;
    struct span faces, indices, vertices, normals, uv, batches;
};

/* Reads the contents of a MOGP chunk. */
struct walk_group walk_group_of(struct span mogp, uint32_t version);

/* A batch: its material, indices and vertices. */
struct walk_batch {
    uint32_t material, first_index, index_count, first_vertex, last_vertex;
};

struct walk_batch walk_batch_of(const struct walk_group *group, size_t number);

size_t walk_count(struct span span, size_t stride);

#endif
