/*
 * A skin, or view: which vertices, triangles and batches a model has at a level of detail. Since
 * 264 it is a file that begins with 'SKIN'; before, the same table of arrays is inside the model.
 *
 *     u16 vertex list[]   index into the vertices of the model
 *     u16 indices[]       index into the vertex list, 3 a triangle
 *     properties[]        not read
 *     sections[]          ranges of both lists; 48 bytes, 32 in 256 and 257
 *     batches[]           24 bytes: a section with its material
 */
#include <string.h>

#include "formats/m2/m2_parts.h"

enum {
    SECTION_BYTES = 48,
    SECTION_SHORT_BYTES = 32,
    BATCH_BYTES = 24,
    VERSION_LONG_SECTIONS = 260,
    VERSION_SKIN_FILES = 264,
    FILE_ARRAYS = 4, /* where the arrays begin in a file, behind its id */
};

/* A skin that is being read. */
struct skin_reader {
    struct reader header;
    struct arena *arena;
    const struct diag *diag;
    struct m2_skin *skin;
    struct m2_array sections, batches;
};

static bool m2_skin_read_array(struct skin_reader *reader, size_t stride, struct m2_array *array)
{
    *array = m2_read_array(&reader->header, stride);
    return !reader->header.bad && m2_array_fits(&reader->skin->bytes, array);
}

static struct m2_section read_section(struct reader reader)
{
    struct m2_section section = {0};
    reader_skip(&reader, 2);
    uint32_t level = reader_u16(&reader);
    reader_skip(&reader, 2 * 2); /* vertices */
    section.first_index = reader_u16(&reader) | level << 16;
    section.index_count = reader_u16(&reader);
    return section;
}

static bool section_holds(const struct m2_skin *skin, const struct m2_section *section)
{
    return section->first_index <= skin->indices.count &&
           section->index_count <= skin->indices.count - section->first_index &&
           section->index_count % 3 == 0;
}

/* Whether batches begin where sections of `stride` bytes end, as all writing tools have it. */
static bool ends_at_batches(const struct skin_reader *reader, size_t stride)
{
    const struct m2_array *sections = &reader->sections;
    return sections->offset + (uint64_t)sections->count * stride == reader->batches.offset;
}

static size_t section_bytes(const struct skin_reader *reader, uint32_t version)
{
    size_t usual = version < VERSION_LONG_SECTIONS ? SECTION_SHORT_BYTES : SECTION_BYTES;
    size_t other = SECTION_SHORT_BYTES + SECTION_BYTES - usual;
    bool may_differ = version < VERSION_SKIN_FILES && reader->sections.count > 0;
    return may_differ && !ends_at_batches(reader, usual) && ends_at_batches(reader, other) ? other
                                                                                           : usual;
}

static enum adtmap_status read_sections(struct skin_reader *reader, uint32_t version)
{
    struct m2_skin *skin = reader->skin;
    struct m2_section *sections =
        arena_alloc(reader->arena, reader->sections.count, sizeof *sections);
    if (!sections) {
        return diag_fail_memory(reader->diag);
    }
    skin->section_count = reader->sections.count;
    skin->sections = sections;
    reader->sections.stride = (uint32_t)section_bytes(reader, version);
    for (uint32_t i = 0; i < skin->section_count; i++) {
        struct reader entry = m2_entry(&skin->bytes, &reader->sections, i);
        sections[i] = read_section(entry);
        if (entry.bad || !section_holds(skin, &sections[i])) {
            return diag_fail(reader->diag, ADTMAP_BAD_DATA, "SKIN", reader->sections.offset,
                             "section %u reaches past the %u indices", i, skin->indices.count);
        }
    }
    return ADTMAP_OK;
}

static struct m2_skin_batch read_batch(struct reader reader)
{
    struct m2_skin_batch batch = {0};
    reader_skip(&reader, 1);               /* flags */
    uint8_t priority = reader_u8(&reader); /* signed */
    batch.priority = priority < 128 ? priority : priority - 256;
    batch.shader = reader_u16(&reader);
    batch.section = reader_u16(&reader);
    reader_skip(&reader, 2); /* geoset */
    batch.color = reader_u16(&reader);
    batch.material = reader_u16(&reader);
    batch.layer = reader_u16(&reader);
    batch.texture_count = reader_u16(&reader);
    batch.textures = reader_u16(&reader);
    batch.units = reader_u16(&reader);
    batch.weights = reader_u16(&reader);
    batch.transforms = reader_u16(&reader);
    return batch;
}

static enum adtmap_status read_batches(struct skin_reader *reader)
{
    struct m2_skin *skin = reader->skin;
    struct m2_skin_batch *batches =
        arena_alloc_dirty(reader->arena, reader->batches.count, sizeof *batches);
    if (!batches) {
        return diag_fail_memory(reader->diag);
    }
    skin->batch_count = reader->batches.count;
    skin->batches = batches;
    for (uint32_t i = 0; i < skin->batch_count; i++) {
        batches[i] = read_batch(m2_entry(&skin->bytes, &reader->batches, i));
        if (batches[i].section >= skin->section_count) {
            return diag_fail(reader->diag, ADTMAP_BAD_DATA, "SKIN", reader->batches.offset,
                             "batch %u is of section %u of %u", i, batches[i].section,
                             skin->section_count);
        }
    }
    return ADTMAP_OK;
}

enum adtmap_status m2_read_skin(struct reader bytes, size_t header, uint32_t version,
                                struct arena *arena, const struct diag *diag, struct m2_skin *skin)
{
    struct skin_reader reader = {.header = bytes, .arena = arena, .diag = diag, .skin = skin};
    struct m2_array properties;
    *skin = (struct m2_skin){.bytes = bytes};
    reader_seek(&reader.header, header);
    if (!m2_skin_read_array(&reader, 2, &skin->vertices) ||
        !m2_skin_read_array(&reader, 2, &skin->indices) ||
        !m2_skin_read_array(&reader, 4, &properties) ||
        !m2_skin_read_array(&reader, SECTION_SHORT_BYTES, &reader.sections) ||
        !m2_skin_read_array(&reader, BATCH_BYTES, &reader.batches)) {
        return diag_fail(diag, ADTMAP_BAD_DATA, "SKIN", (int64_t)header,
                         "the skin is cut off, or its arrays reach past the end");
    }
    enum adtmap_status status = read_sections(&reader, version);
    return status ? status : read_batches(&reader);
}

enum adtmap_status m2_read_skin_file(struct reader bytes, struct arena *arena,
                                     const struct diag *diag, struct m2_skin *skin)
{
    if (bytes.end - bytes.begin < 4 || memcmp(bytes.begin, id_SKIN.text, 4) != 0) {
        return diag_fail(diag, ADTMAP_BAD_DATA, "SKIN", NO_OFFSET, "its skin is no skin file");
    }
    return m2_read_skin(bytes, FILE_ARRAYS, VERSION_SKIN_FILES, arena, diag, skin);
}
