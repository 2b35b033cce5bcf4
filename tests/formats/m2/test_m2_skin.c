/* Skins: sections, batches, and which layout old sections have. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena.h"
#include "formats/bytes.h"
#include "formats/m2/m2_parts.h"

enum { TABLE_BYTES = 40 };

struct section {
    uint16_t level, first_index, index_count;
};

struct skin_file {
    uint32_t index_count;
    size_t section_bytes;   /* of an entry */
    struct section section; /* the second; the first has the first triangle */
    uint8_t priority;
};

static void add_array(struct buffer *file, uint32_t count, uint32_t offset)
{
    buffer_u32le(file, count);
    buffer_u32le(file, offset);
}

static void add_section(struct buffer *file, const struct section *section, size_t bytes)
{
    const uint16_t words[] = {0, section->level, 0, 0, section->first_index, section->index_count};
    for (size_t i = 0; i < 6; i++) {
        buffer_u16le(file, words[i]);
    }
    add_zeroes(file, bytes - sizeof words);
}

/* Writes the arrays of two sections and a batch; offsets count from the file's first byte. */
static void write_skin(struct buffer *file, const struct skin_file *skin)
{
    static const struct section first = {0, 0, 3};
    uint32_t indices = (uint32_t)file->size + TABLE_BYTES;
    uint32_t sections = indices + 2 * skin->index_count;
    add_array(file, 0, indices);
    add_array(file, skin->index_count, indices);
    add_array(file, 0, indices);
    add_array(file, 2, sections);
    add_array(file, 1, sections + 2 * (uint32_t)skin->section_bytes);
    add_zeroes(file, 2 * (size_t)skin->index_count);
    add_section(file, &first, skin->section_bytes);
    add_section(file, &skin->section, skin->section_bytes);
    buffer_u8(file, 0);
    buffer_u8(file, skin->priority);
    add_zeroes(file, 22);
}

/* Reads a skin of its own file, or, with a version, of a model. */
static enum adtmap_status read_skin(const struct skin_file *written, uint32_t version,
                                    struct m2_section *section, int32_t *priority)
{
    struct buffer file = {0};
    struct arena arena = {0};
    struct m2_skin skin;
    const struct diag nobody = {0};
    buffer_append(&file, "SKIN", 4);
    write_skin(&file, written);
    struct reader bytes = reader_make(file.data, file.size);
    enum adtmap_status status = version ? m2_read_skin(bytes, 4, version, &arena, &nobody, &skin)
                                        : m2_read_skin_file(bytes, &arena, &nobody, &skin);
    if (!status) {
        *section = skin.sections[1];
        *priority = skin.batches[0].priority;
    }
    arena_free(&arena);
    buffer_free(&file);
    return status;
}

static void is_section(const struct skin_file *written, uint32_t version, uint32_t first_index,
                       uint32_t index_count)
{
    struct m2_section section = {0};
    int32_t priority = 0;
    assert_int_equal(read_skin(written, version, &section, &priority), ADTMAP_OK);
    assert_int_equal(section.first_index, first_index);
    assert_int_equal(section.index_count, index_count);
    assert_int_equal(priority, (int8_t)written->priority);
}

static void is_damaged(const struct skin_file *written)
{
    struct m2_section section;
    int32_t priority;
    assert_int_equal(read_skin(written, 0, &section, &priority), ADTMAP_BAD_DATA);
}

/* Each level adds 65536. */
static void indices_beyond_65536_are_reached_by_the_level(void **state)
{
    (void)state;
    const struct skin_file skin = {131072 + 9, 48, {2, 6, 3}, 0};
    is_section(&skin, 0, 131072 + 6, 3);
}

static void a_section_ends_within_the_indices(void **state)
{
    (void)state;
    const struct skin_file whole = {9, 48, {0, 6, 3}, 0};
    const struct skin_file empty = {9, 48, {0, 9, 0}, 0};
    const struct skin_file past = {9, 48, {0, 7, 3}, 0};
    const struct skin_file far = {9, 48, {1, 0, 0}, 0};
    is_section(&whole, 0, 6, 3);
    is_section(&empty, 0, 9, 0);
    is_damaged(&past);
    is_damaged(&far);
}

static void a_section_has_whole_triangles(void **state)
{
    (void)state;
    const struct skin_file skin = {9, 48, {0, 0, 4}, 0};
    is_damaged(&skin);
}

static void priorities_are_signed(void **state)
{
    (void)state;
    for (unsigned priority = 0; priority < 256; priority++) {
        const struct skin_file skin = {3, 48, {0, 0, 3}, (uint8_t)priority};
        is_section(&skin, 0, 0, 3);
    }
}

/* Sections have 32 bytes to 257, 48 later. Files of the other layout say so by where batches are.
 */
static void old_sections_end_where_batches_begin(void **state)
{
    static const uint32_t versions[] = {256, 257, 260, 263};
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        const struct skin_file brief = {9, 32, {0, 3, 6}, 0};
        const struct skin_file wide = {9, 48, {0, 3, 6}, 0};
        is_section(&brief, versions[i], 3, 6);
        is_section(&wide, versions[i], 3, 6);
    }
}

int test_m2_skin(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(indices_beyond_65536_are_reached_by_the_level),
        cmocka_unit_test(a_section_ends_within_the_indices),
        cmocka_unit_test(a_section_has_whole_triangles),
        cmocka_unit_test(priorities_are_signed),
        cmocka_unit_test(old_sections_end_where_batches_begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
