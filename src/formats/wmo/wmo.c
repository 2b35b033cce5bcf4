/*
 * What differs between versions of WMOs is a row of wmo_era_of: sizes, and how a group's header and
 * batches are read. In addition the change that clients make to vertex colours once a group is
 * loaded (WMO document, MOCV): colours are stored with the ambient light in them, which comes off
 * again.
 */
#include "formats/wmo/wmo.h"

#include <stdio.h>
#include <string.h>

#include "base/size.h"
#include "base/text.h"
#include "formats/wmo/wmo_parts.h"

/* MOGP of v16 and v17 (68 bytes). */
static void read_group_header(struct reader *reader, struct wmo_group_header *header)
{
    header->name = reader_u32(reader);
    reader_skip(reader, 4); /* a second name, for people */
    header->flags = reader_u32(reader);
    header->box_is_sane = wmo_read_box(reader, &header->box);
    header->portal_ref_begin = reader_u16(reader);
    header->portal_ref_count = reader_u16(reader);
    for (size_t i = 0; i < COUNT_OF(header->batches); i++) {
        header->batches[i] = reader_u16(reader);
    }
    header->has_batch_kinds = true;
    reader_skip(reader, 2 + 4); /* padding, fog ids */
    header->liquid = reader_u32(reader);
    header->id = reader_u32(reader);
    header->flags_2 = reader_u32(reader);
}

/* MOBA of v16 and v17; a flag of Legion moves the material where the box ended before. */
static struct wmo_raw_batch read_batch(struct reader *reader)
{
    enum { LARGE_MATERIAL = 0x2, NO_SMALL_MATERIAL = 0xFF };
    struct wmo_raw_batch batch;
    reader_skip(reader, 10);
    uint32_t large = reader_u16(reader);
    batch.index_begin = reader_u32(reader);
    batch.index_count = reader_u16(reader);
    reader_skip(reader, 2);
    batch.vertex_last = reader_u16(reader);
    uint8_t flags = reader_u8(reader);
    uint8_t material = reader_u8(reader);
    batch.material = material == NO_SMALL_MATERIAL ? (uint32_t)WMO_NO_MATERIAL : material;
    if (flags & LARGE_MATERIAL) {
        batch.material = large;
    }
    return batch;
}

const struct wmo_era *wmo_era_of(uint32_t version)
{
    static const struct wmo_era eras[] = {
        {14, WMO_MATERIAL_VERSIONED, 44, 40, 128, 4, 24, wmo_v14_read_group_header,
         wmo_v14_read_batch},
        {16, WMO_MATERIAL_SHADED, 64, 32, 68, 4, 32, read_group_header, read_batch},
        {17, WMO_MATERIAL_SHADED, 64, 32, 68, 2, 24, read_group_header, read_batch},
    };
    for (size_t i = 0; i < COUNT_OF(eras); i++) {
        if (eras[i].version == version) {
            return &eras[i];
        }
    }
    return NULL;
}

uint32_t wmo_version_of(const struct reader *file)
{
    struct chunk first;
    if (chunk_is_at(file, 0, &id_MVER, &first) && first.size >= 4) {
        struct reader reader = reader_make(first.data, first.size);
        return reader_u32(&reader);
    }
    return chunk_is_at(file, 0, &id_MOMO, &first) ? 14 : 17;
}

size_t wmo_group_file_name(const char *root_name, uint32_t index, char *name, size_t size)
{
    size_t length = strlen(root_name);
    if (length >= 4 && text_compare_nocase(root_name + length - 4, ".wmo") == 0) {
        length -= 4;
    }
    int written =
        snprintf(name, size, "%.*s_%03u.wmo", (int)size_min(length, 1 << 20), root_name, index);
    return written > 0 && (size_t)written < size ? (size_t)written : 0;
}

static void fix_transition(uint8_t color[4], const uint8_t ambient[4])
{
    for (size_t i = 0; i < 3; i++) {
        int c = color[i] > ambient[i] ? color[i] - ambient[i] : 0;
        color[i] = (uint8_t)((c - c * color[3] / 255) / 2);
    }
}

static void fix_other(uint8_t color[4], const uint8_t ambient[4])
{
    for (size_t i = 0; i < 3; i++) {
        int c = (color[i] + color[i] * color[3] / 64 - ambient[i]) / 2;
        c = c < 0 ? 0 : c;
        color[i] = (uint8_t)(c > 255 ? 255 : c);
    }
}

const uint8_t *wmo_ambient_of_sets(const struct wmo *root, const uint16_t *sets, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < root->ambient_count; k++) {
            if (root->ambients[k].doodad_set == sets[i]) {
                return root->ambients[k].color;
            }
        }
    }
    return count > 0 && root->ambient_count > 0 ? root->ambients[0].color : root->ambient;
}

void wmo_fix_colors(const struct wmo *root, struct wmo_group *group)
{
    static const uint8_t none[4] = {0};
    const uint8_t *ambient = root->flags & WMO_UNIFIED_RENDER_PATH ? none : group->ambient;
    bool only_alpha = (root->flags & WMO_NO_COLOR_FIX) != 0;
    uint8_t alpha = group->flags & WMO_GROUP_EXTERIOR ? 255 : 0;
    uint32_t transitions = group->transition_count;
    /* the vertices of transition batches come first */
    uint32_t begin = transitions ? group->batches[transitions - 1].vertex_last + 1 : 0;
    if (!group->colors[0]) {
        return;
    }
    for (uint32_t i = 0; i < group->vertex_count; i++) {
        uint8_t *color = group->colors[0][i];
        if (!only_alpha && i < begin) {
            fix_transition(color, ambient);
        } else if (!only_alpha) {
            fix_other(color, ambient);
        }
        if (i >= begin) {
            color[3] = alpha;
        }
    }
}
