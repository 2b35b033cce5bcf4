/*
 * The two forms differ in how a field is found: a DBC counts cells of four bytes, and a text takes
 * one for each language; a DB2 has fields of several elements. Callers see columns.
 */
#include "formats/tables/table.h"

#include <string.h>

static enum adtmap_status read_dbc(const uint8_t *data, size_t size, const struct diag *diag,
                                   struct table *table)
{
    struct dbc *dbc = &table->dbc;
    enum adtmap_status status = dbc_read(data, size, diag, dbc);
    if (status) {
        return status;
    }
    const struct dbc_layout *layout = table_layout_of_dbc(table->kind, dbc->field_count);
    if (!layout || dbc->record_bytes / 4 < layout->field_count) {
        return diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, 8,
                         "records of %u fields and %u bytes: no known layout of %s",
                         dbc->field_count, dbc->record_bytes, table_kind_name(table->kind));
    }
    table->as_dbc = layout;
    return ADTMAP_OK;
}

static enum adtmap_status read_db2(const uint8_t *data, size_t size, const struct diag *diag,
                                   struct table *table)
{
    enum adtmap_status status = db2_read(data, size, diag, &table->db2);
    if (status) {
        return status;
    }
    table->as_db2 = table_layout_of_db2(table->kind, table->db2.layout_hash);
    if (!table->as_db2) {
        return diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET,
                         "layout %08X is no known layout of %s", table->db2.layout_hash,
                         table_kind_name(table->kind));
    }
    table->db2.texts = table->as_db2->texts;
    return ADTMAP_OK;
}

enum adtmap_status table_read(const uint8_t *data, size_t size, enum table_kind kind,
                              const struct diag *diag, struct table *table)
{
    *table = (struct table){.kind = kind};
    enum adtmap_status status =
        db2_is(data, size) ? read_db2(data, size, diag, table) : read_dbc(data, size, diag, table);
    if (status) {
        *table = (struct table){.kind = kind};
    }
    return status;
}

uint32_t table_count(const struct table *table)
{
    return table->dbc.record_count + db2_count(&table->db2);
}

bool table_row_at(const struct table *table, uint32_t record, struct table_row *row)
{
    *row = (struct table_row){.table = table, .record = record};
    if (table->as_db2) {
        bool is_there = db2_row_at(&table->db2, record, &row->db2);
        row->id = row->db2.id;
        return is_there;
    }
    if (!table->as_dbc || record >= table->dbc.record_count) {
        return false;
    }
    row->id = dbc_u32(&table->dbc, record, table->as_dbc->id);
    return true;
}

bool table_find(const struct table *table, uint32_t id, struct table_row *row)
{
    for (uint32_t i = 0; i < table_count(table); i++) {
        /* The id of a DB2's record is found much faster than the record of a copy. */
        bool may_be = !table->as_db2 || db2_id(&table->db2, i) == id;
        if (may_be && table_row_at(table, i, row) && row->id == id) {
            return true;
        }
    }
    return false;
}

static uint32_t field_of(const struct table_row *row, unsigned column)
{
    const struct table *table = row->table;
    return table->as_db2 ? table->as_db2->fields[column] : table->as_dbc->fields[column];
}

bool row_has(const struct table_row *row, unsigned column)
{
    return field_of(row, column) != NO_FIELD;
}

uint32_t row_u32(const struct table_row *row, unsigned column, uint32_t element)
{
    const struct table *table = row->table;
    uint32_t field = field_of(row, column);
    if (field == NO_FIELD) {
        return 0;
    }
    return table->as_db2 ? db2_element(&table->db2, &row->db2, field, element)
                         : dbc_u32(&table->dbc, row->record, field + element);
}

static float f32_of_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

float row_f32(const struct table_row *row, unsigned column, uint32_t element)
{
    return f32_of_bits(row_u32(row, column, element));
}

float row_f32_behind(const struct table_row *row, unsigned column, uint32_t fields)
{
    const struct table *table = row->table;
    uint32_t field = field_of(row, column);
    if (field == NO_FIELD) {
        return 0;
    }
    return f32_of_bits(table->as_db2 ? db2_element(&table->db2, &row->db2, field + fields, 0)
                                     : dbc_u32(&table->dbc, row->record, field + fields));
}

static const char *text_of(const struct table_row *row, unsigned column, uint32_t languages)
{
    const struct table *table = row->table;
    uint32_t field = field_of(row, column);
    if (field == NO_FIELD) {
        return "";
    }
    return table->as_db2 ? db2_string(&table->db2, &row->db2, field)
                         : dbc_text(&table->dbc, row->record, field, languages);
}

const char *row_string(const struct table_row *row, unsigned column)
{
    return text_of(row, column, 1);
}

const char *row_text(const struct table_row *row, unsigned column)
{
    return text_of(row, column, row->table->as_dbc ? row->table->as_dbc->languages : 1);
}
