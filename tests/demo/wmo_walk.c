#include "demo/wmo_walk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

uint32_t walk_u16(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8;
}

uint32_t walk_u32(const uint8_t *at)
{
    return walk_u16(at) | walk_u16(at + 2) << 16;
}

float walk_f32(const uint8_t *at)
{
    uint32_t bits = walk_u32(at);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

size_t walk_count(struct span span, size_t stride)
{
    assert_int_equal(span.size % stride, 0);
    return span.size / stride;
}

struct span walk_find(struct span chunks, const char *name, int which)
{
    struct span found = {0};
    size_t at = 0;
    while (at < chunks.size) {
        assert_true(at + 8 <= chunks.size);
        const uint8_t *head = chunks.data + at;
        size_t size = walk_u32(head + 4);
        assert_true(size <= chunks.size - at - 8);
        bool same = head[3] == (uint8_t)name[0] && head[2] == (uint8_t)name[1] &&
                    head[1] == (uint8_t)name[2] && head[0] == (uint8_t)name[3];
        if (same && which-- == 0) {
            found = (struct span){head + 8, size};
        }
        at += 8 + size;
    }
    assert_int_equal(at, chunks.size);
    return found;
}

struct walk_format walk_format_of(uint32_t version)
{
    switch (version) {
    case 14:
        return (struct walk_format){14, 4, 24, 44, 40, 128};
    case 16:
        return (struct walk_format){16, 4, 32, 64, 32, 68};
    default:
        assert_int_equal(version, 17);
        return (struct walk_format){17, 2, 24, 64, 32, 68};
    }
}

static struct span need(struct span chunks, const char *name)
{
    struct span found = walk_find(chunks, name, 0);
    assert_non_null(found.data);
    return found;
}

struct walk_root walk_root_of(struct span file)
{
    struct walk_root root = {.whole = file, .chunks = file};
    struct span version = need(file, "MVER");
    assert_int_equal(version.size, 4);
    root.form = walk_format_of(walk_u32(version.data));
    if (root.form.version == 14) {
        root.chunks = need(file, "MOMO");
    }
    root.header = need(root.chunks, "MOHD");
    assert_int_equal(root.header.size, 64);
    root.textures = walk_find(root.chunks, "MOTX", 0);
    root.materials = need(root.chunks, "MOMT");
    root.infos = need(root.chunks, "MOGI");
    return root;
}

struct walk_group walk_group_of(struct span mogp, uint32_t version)
{
    struct walk_group group = {.form = walk_format_of(version)};
    size_t header = group.form.group_header;
    assert_true(mogp.size >= header);
    group.header = (struct span){mogp.data, header};
    group.chunks = (struct span){mogp.data + header, mogp.size - header};
    group.flags = walk_u32(mogp.data + 8);
    group.faces = need(group.chunks, "MOPY");
    group.indices = need(group.chunks, version == 14 ? "MOIN" : "MOVI");
    group.vertices = need(group.chunks, "MOVT");
    group.normals = need(group.chunks, "MONR");
    group.uv = walk_find(group.chunks, "MOTV", 0);
    group.batches = need(group.chunks, "MOBA");
    return group;
}

struct walk_batch walk_batch_of(const struct walk_group *group, size_t number)
{
    const uint8_t *at = group->batches.data + number * group->form.batch;
    bool old = group->form.version == 14;
    return (struct walk_batch){
        .material = old ? at[1] : at[23],
        .first_index = old ? walk_u16(at + 14) : walk_u32(at + 12),
        .index_count = walk_u16(at + 16),
        .first_vertex = walk_u16(at + 18),
        .last_vertex = walk_u16(at + 20),
    };
}
