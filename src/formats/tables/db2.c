/*
 * Rows are records, then copies: ids that share the bytes of another id's record. A copy is found
 * by searching for that id, so db2_id, which needs no search, is for those who look for one row.
 */
#include "formats/tables/db2.h"

#include <string.h>

#include "base/reader.h"
#include "base/size.h"
#include "formats/tables/db2_versions.h"

enum { OFFSET_BYTES = 6 };

static bool has_magic(const uint8_t *data, size_t size, const char *family, char first, char last)
{
    return size >= 4 && memcmp(data, family, 3) == 0 && data[3] >= first && data[3] <= last;
}

bool db2_is(const uint8_t *data, size_t size)
{
    return has_magic(data, size, "WDB", '5', '6') || has_magic(data, size, "WDC", '1', '5');
}

enum adtmap_status db2_read(const uint8_t *data, size_t size, const struct diag *diag,
                            struct db2 *db2)
{
    memset(db2, 0, sizeof *db2);
    if (!db2_is(data, size)) {
        bool is_other = size >= 4 && memcmp(data, "WD", 2) == 0;
        return diag_fail(diag, is_other ? ADTMAP_UNSUPPORTED : ADTMAP_BAD_DATA, NULL, 0,
                         is_other ? "a %.4s table; WDB5, WDB6 and WDC1 to WDC5 are read"
                                  : "not a table",
                         (const char *)data);
    }
    db2->file = data;
    db2->file_bytes = size;
    return has_magic(data, size, "WDC", '2', '5') ? db2_read_wdc2(db2, diag)
                                                  : db2_read_wdb5(db2, diag);
}

static uint32_t u32_at(const uint8_t *bytes, size_t index)
{
    struct reader reader = reader_make(bytes + 4 * index, 4);
    return reader_u32(&reader);
}

static const struct db2_section *section_of(const struct db2 *db2, uint32_t record)
{
    for (uint32_t i = 0; i < db2->section_count; i++) {
        const struct db2_section *section = &db2->sections[i];
        if (record >= section->first && record - section->first < section->count) {
            return section;
        }
    }
    return NULL;
}

/* The bytes that the offsets have for a record; NULL for an id without a record. */
static const uint8_t *bytes_by_offset(const struct db2 *db2, const struct db2_section *section,
                                      uint32_t at, size_t *size)
{
    struct reader file = reader_make(db2->file, db2->file_bytes);
    struct reader entry = reader_make(section->offsets + (size_t)OFFSET_BYTES * at, OFFSET_BYTES);
    uint32_t offset = reader_u32(&entry);
    *size = reader_u16(&entry);
    reader_seek(&file, offset);
    return offset > 0 && *size > 0 ? reader_bytes(&file, *size) : NULL;
}

static uint32_t id_of(const struct db2 *db2, const struct db2_section *section, uint32_t at,
                      const struct db2_row *row)
{
    if (section->ids) {
        return u32_at(section->ids, at);
    }
    return section->offsets ? db2->lowest_id + at : db2_u32(db2, row, db2->id_field);
}

static bool read_record(const struct db2 *db2, uint32_t record, struct db2_row *row)
{
    const struct db2_section *section = section_of(db2, record);
    if (!section) {
        return false;
    }
    uint32_t at = record - section->first;
    *row = (struct db2_row){.record = record, .has_texts_inside = section->offsets != NULL};
    if (section->offsets) {
        row->bytes = bytes_by_offset(db2, section, at, &row->size);
    } else {
        row->bytes = section->records + (size_t)at * db2->record_bytes;
        row->size = db2->record_bytes;
    }
    row->id = row->bytes ? id_of(db2, section, at, row) : 0;
    return row->bytes != NULL;
}

/* The section and place of a copy; NULL beyond the table. */
static const struct db2_section *section_of_copy(const struct db2 *db2, uint32_t *copy)
{
    for (uint32_t i = 0; i < db2->section_count; i++) {
        const struct db2_section *section = &db2->sections[i];
        if (*copy < section->copy_count) {
            return section;
        }
        *copy -= section->copy_count;
    }
    return NULL;
}

static bool read_copy(const struct db2 *db2, uint32_t copy, struct db2_row *row)
{
    const struct db2_section *section = section_of_copy(db2, &copy);
    if (!section) {
        return false;
    }
    uint32_t source = u32_at(section->copies, 2 * (size_t)copy + 1);
    for (uint32_t i = 0; i < section->count; i++) {
        if (read_record(db2, section->first + i, row) && row->id == source) {
            row->id = u32_at(section->copies, 2 * (size_t)copy);
            return true;
        }
    }
    return false;
}

uint32_t db2_count(const struct db2 *db2)
{
    uint32_t count = db2->record_count;
    for (uint32_t i = 0; i < db2->section_count; i++) {
        count += db2->sections[i].copy_count;
    }
    return count;
}

bool db2_row_at(const struct db2 *db2, uint32_t index, struct db2_row *row)
{
    return index < db2->record_count ? read_record(db2, index, row)
                                     : read_copy(db2, index - db2->record_count, row);
}

uint32_t db2_id(const struct db2 *db2, uint32_t index)
{
    struct db2_row row;
    if (index < db2->record_count) {
        return read_record(db2, index, &row) ? row.id : 0;
    }
    uint32_t copy = index - db2->record_count;
    const struct db2_section *section = section_of_copy(db2, &copy);
    return section ? u32_at(section->copies, 2 * (size_t)copy) : 0;
}
