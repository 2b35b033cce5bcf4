/*
 * Little endian:
 *
 *     "WDB5", "WDB6" or "WDC1"; u32 records, fields, bytes a record, bytes of strings, hash of the
 *         table, hash of the layout, lowest id, highest id, locale, bytes of copies; u16 flags, u16
 *         field of the id
 *     WDB6: u32 fields in all, bytes of common data
 *     WDC1: u32 fields in all, offset of bit fields, lookup columns, offset of the map, bytes of
 *         ids, of columns, of common data, of the pallet, of relations
 *     4 bytes a field (db2_field.c)
 *     records and strings; with flag 1 instead records with their texts inside, then the map: u32
 *         offset and u16 bytes for each id from the lowest to the highest, 0 for one without a
 *         record. Up to WDB6 the bytes of strings are the offset of the map then.
 *     WDB5 and WDB6 with flag 2: u32 for each id from the lowest to the highest, not needed
 *     ids, up to WDB6 with flag 4 only; copies
 *     WDB6: common data; WDC1: columns, pallet, common data
 */
#include "formats/tables/db2_versions.h"

#include "formats/tables/db2_field.h"

enum {
    FLAG_TEXTS_INSIDE = 1,
    FLAG_SECOND_KEY = 2,
    FLAG_IDS = 4,
    PLACE_BYTES = 4,
    OFFSET_BYTES = 6,
    COLUMN_BYTES = 24,
};

struct wdb5_header {
    uint32_t strings_bytes;
    uint32_t highest_id;
    uint32_t copies_bytes;
    uint32_t map_offset;
    uint32_t ids_bytes;
    uint32_t columns_bytes;
    uint16_t flags;
    bool is_wdc1;
};

static void read_wdc1_header(struct reader *reader, struct db2 *db2, struct wdb5_header *header)
{
    header->is_wdc1 = true;
    reader_skip(reader, 12);
    header->map_offset = reader_u32(reader);
    header->ids_bytes = reader_u32(reader);
    header->columns_bytes = reader_u32(reader);
    db2->common_bytes = reader_u32(reader);
    db2->pallet_bytes = reader_u32(reader);
    reader_skip(reader, 4);
}

static struct wdb5_header read_header(struct reader *reader, struct db2 *db2)
{
    struct wdb5_header header = {0};
    const uint8_t *magic = reader_bytes(reader, 4);
    db2->record_count = reader_u32(reader);
    db2->field_count = reader_u32(reader);
    db2->record_bytes = reader_u32(reader);
    header.strings_bytes = reader_u32(reader);
    reader_skip(reader, 4);
    db2->layout_hash = reader_u32(reader);
    db2->lowest_id = reader_u32(reader);
    header.highest_id = reader_u32(reader);
    reader_skip(reader, 4);
    header.copies_bytes = reader_u32(reader);
    header.flags = reader_u16(reader);
    db2->id_field = reader_u16(reader);
    if (magic[2] == 'C') {
        read_wdc1_header(reader, db2, &header);
        return header;
    }
    reader_skip(reader, magic[3] == '6' ? 4 : 0);
    db2->common_bytes = magic[3] == '6' ? reader_u32(reader) : 0;
    header.map_offset = header.strings_bytes;
    header.ids_bytes = header.flags & FLAG_IDS ? 4 * db2->record_count : 0;
    return header;
}

/* The records that the map of offsets has, one for each id. */
static enum adtmap_status take_offsets(struct db2 *db2, struct reader *reader,
                                       const struct wdb5_header *header, const struct diag *diag)
{
    struct db2_section *section = &db2->sections[0];
    db2->record_count = header->highest_id - db2->lowest_id + 1;
    if (header->highest_id < db2->lowest_id) {
        db2->record_count = 0;
    }
    reader_seek(reader, header->map_offset);
    section->count = db2->record_count;
    section->offsets = reader_array(reader, db2->record_count, OFFSET_BYTES);
    return db2_check_header(db2, true, diag);
}

/* Takes what follows the records. False if it does not fit. */
static bool take_rest(struct db2 *db2, struct reader *reader, const struct wdb5_header *header)
{
    struct db2_section *section = &db2->sections[0];
    if (!header->is_wdc1 && header->flags & FLAG_SECOND_KEY &&
        header->highest_id >= db2->lowest_id) { /* up to WDB6, a u32 for each id */
        reader_skip(reader, 4 * ((size_t)header->highest_id - db2->lowest_id + 1));
    }
    if (section->offsets) {
        reader_skip(reader, header->ids_bytes); /* the map tells them */
    } else if (!db2_take_ids(section, reader, header->ids_bytes)) {
        return false;
    }
    db2_take_copies(section, reader, header->copies_bytes);
    if (header->is_wdc1) {
        db2->field_count = header->columns_bytes / COLUMN_BYTES;
        db2->columns = reader_bytes(reader, header->columns_bytes);
        db2->pallet = reader_bytes(reader, db2->pallet_bytes);
    }
    db2->common = reader_bytes(reader, db2->common_bytes);
    db2->common_is_padded = db2_common_is_padded(db2->common, db2->common_bytes);
    return !reader->bad;
}

enum adtmap_status db2_read_wdb5(struct db2 *db2, const struct diag *diag)
{
    struct reader reader = reader_make(db2->file, db2->file_bytes);
    const struct wdb5_header header = read_header(&reader, db2);
    db2->section_count = 1;
    db2->places = reader_array(&reader, db2->field_count, PLACE_BYTES);
    enum adtmap_status status = db2_check_header(db2, !reader.bad, diag);
    if (!status && header.flags & FLAG_TEXTS_INSIDE) {
        status = take_offsets(db2, &reader, &header, diag);
    } else if (!status) {
        struct db2_section *section = &db2->sections[0];
        section->count = db2->record_count;
        section->records = reader_array(&reader, db2->record_count, db2->record_bytes);
        section->strings = (const char *)reader_bytes(&reader, header.strings_bytes);
        section->strings_bytes = header.strings_bytes;
    }
    if (!status && !take_rest(db2, &reader, &header)) {
        status = diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET, "a table that is cut off");
    }
    return status;
}
