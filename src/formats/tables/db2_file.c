#include "formats/tables/db2_file.h"

#include "base/size.h"

enum { COPY_BYTES = 8 };

enum adtmap_status db2_check_header(const struct db2 *db2, bool is_whole, const struct diag *diag)
{
    if (!is_whole || db2->record_bytes == 0) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET, "a table cut in its header");
    }
    if (db2->record_count > DB2_RECORDS_MAX) {
        return diag_fail(diag, ADTMAP_LIMIT, NULL, NO_OFFSET, "%u records: more than %d",
                         db2->record_count, DB2_RECORDS_MAX);
    }
    return ADTMAP_OK;
}

bool db2_take_ids(struct db2_section *section, struct reader *reader, size_t bytes)
{
    section->ids = bytes > 0 ? reader_bytes(reader, bytes) : NULL;
    return bytes == 0 || bytes / 4 >= section->count;
}

void db2_take_copies(struct db2_section *section, struct reader *reader, size_t bytes)
{
    section->copies = reader_bytes(reader, bytes);
    section->copy_count =
        section->copies ? (uint32_t)size_min(bytes / COPY_BYTES, DB2_COPIES_MAX) : 0;
}
