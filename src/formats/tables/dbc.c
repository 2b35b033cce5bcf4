#include "formats/tables/dbc.h"

#include <string.h>

#include "base/reader.h"
#include "base/size.h"

enum { FIELD_BYTES = 4, ID_BYTES = 6, LAST_BUILD_WITHOUT_IDS = 12880 };

static bool has_magic(const uint8_t *data, size_t size, const char *magic)
{
    return size >= 4 && memcmp(data, magic, 4) == 0;
}

static enum adtmap_status check_magic(const uint8_t *data, size_t size, const struct diag *diag)
{
    if (has_magic(data, size, "WDBC") || has_magic(data, size, "WDB2")) {
        return ADTMAP_OK;
    }
    if (size >= 4 && (memcmp(data, "WDB", 3) == 0 || memcmp(data, "WDC", 3) == 0)) {
        return diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, 0,
                         "a %.4s table; WDBC, WDB2, WDB5, WDB6 and WDC1 to WDC5 are read",
                         (const char *)data);
    }
    return diag_fail(diag, ADTMAP_BAD_DATA, NULL, 0, "not a DBC");
}

/* What WDB2 has between the header and the records. */
static void skip_wdb2_header(struct reader *reader)
{
    reader_skip(reader, 4);
    uint32_t build = reader_u32(reader);
    reader_skip(reader, 4);
    if (build <= LAST_BUILD_WITHOUT_IDS) {
        return;
    }
    uint32_t lowest = reader_u32(reader);
    uint32_t highest = reader_u32(reader);
    reader_skip(reader, 8);
    if (highest > 0 && highest >= lowest) {
        reader_skip(reader, ID_BYTES * ((size_t)highest - lowest + 1));
    }
}

/* Keeps the records that are there, of `claimed`. */
static void take_records(struct dbc *dbc, struct reader *reader, uint32_t claimed,
                         const struct diag *diag)
{
    size_t whole = reader_left(reader) / dbc->record_bytes;
    dbc->record_count = whole < claimed ? (uint32_t)whole : claimed;
    if (dbc->record_count < claimed) {
        diag_warn(diag, NULL, (int64_t)reader_offset(reader), "%u records said, %u there", claimed,
                  dbc->record_count);
    }
    dbc->records = reader_bytes(reader, (size_t)dbc->record_count * dbc->record_bytes);
}

/* Keeps the strings that are there and end, of `claimed` bytes. */
static void take_strings(struct dbc *dbc, struct reader *reader, uint32_t claimed,
                         const struct diag *diag)
{
    int64_t offset = (int64_t)reader_offset(reader);
    size_t size = size_min(claimed, reader_left(reader));
    const char *strings = (const char *)reader_bytes(reader, size);
    while (size > 0 && strings[size - 1]) {
        size--;
    }
    dbc->strings = strings;
    dbc->strings_bytes = size;
    if (dbc->strings_bytes < claimed) {
        diag_warn(diag, NULL, offset, "%u bytes of strings said, %zu there that end", claimed,
                  dbc->strings_bytes);
    }
}

enum adtmap_status dbc_read(const uint8_t *data, size_t size, const struct diag *diag,
                            struct dbc *dbc)
{
    memset(dbc, 0, sizeof *dbc);
    enum adtmap_status status = check_magic(data, size, diag);
    if (status) {
        return status;
    }
    struct reader reader = reader_make(data, size);
    reader_skip(&reader, 4);
    uint32_t record_count = reader_u32(&reader);
    uint32_t field_count = reader_u32(&reader);
    uint32_t record_bytes = reader_u32(&reader);
    uint32_t strings_bytes = reader_u32(&reader);
    if (has_magic(data, size, "WDB2")) {
        skip_wdb2_header(&reader);
    }
    if (reader.bad) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET, "%zu bytes: cut in the header",
                         size);
    }
    if (record_bytes == 0 || field_count == 0) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, 8, "records of %u fields and %u bytes",
                         field_count, record_bytes);
    }
    dbc->field_count = field_count;
    dbc->record_bytes = record_bytes;
    take_records(dbc, &reader, record_count, diag);
    if (dbc->record_count == record_count) {
        take_strings(dbc, &reader, strings_bytes, diag);
    }
    return ADTMAP_OK;
}

uint32_t dbc_u32(const struct dbc *dbc, uint32_t record, uint32_t field)
{
    if (record >= dbc->record_count || field >= dbc->record_bytes / FIELD_BYTES) {
        return 0;
    }
    const uint8_t *at = dbc->records + (size_t)record * dbc->record_bytes;
    struct reader reader = reader_make(at + (size_t)field * FIELD_BYTES, FIELD_BYTES);
    return reader_u32(&reader);
}

const char *dbc_string(const struct dbc *dbc, uint32_t record, uint32_t field)
{
    uint32_t offset = dbc_u32(dbc, record, field);
    return offset < dbc->strings_bytes ? dbc->strings + offset : "";
}

const char *dbc_text(const struct dbc *dbc, uint32_t record, uint32_t field, uint32_t languages)
{
    const char *first = dbc_string(dbc, record, field);
    for (uint32_t i = 1; first[0] == '\0' && i < languages; i++) {
        const char *other = dbc_string(dbc, record, field + i);
        first = other[0] != '\0' && other > dbc->strings && other[-1] == '\0' ? other : first;
    }
    return first;
}
