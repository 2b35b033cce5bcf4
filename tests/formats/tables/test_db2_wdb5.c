/* DB2 of 7.x: WDB5, WDB6 and WDC1, with all that their tables may have; cut, and with sizes that
 * lie. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "formats/tables/table_records.h"
#include "formats/tables/wdb5_builder.h"

static struct adtmap_message failure;
static unsigned warnings;

static void note(void *user, const struct adtmap_message *message)
{
    (void)user;
    (void)message;
    warnings++;
}

static const struct adtmap_log log_of_warnings = {note, NULL};
static const struct diag diag = {"table", &log_of_warnings, &failure};
static const char *const versions[] = {"WDB5", "WDB6", "WDC1"};

enum { VERSIONS = sizeof versions / sizeof *versions };

/* Ends the table and reads it. */
static void finish(struct wdb5_table *table, struct buffer *bytes, struct table *read,
                   enum table_kind kind)
{
    wdb5_build(bytes, table);
    assert_int_equal(table_read(bytes->data, bytes->size, kind, &diag, read), ADTMAP_OK);
}

static void check_area(const struct table *read, uint32_t index, const struct dbc_area *wanted)
{
    struct dbc_area area;
    assert_true(table_area_at(read, index, &area));
    assert_int_equal(area.id, wanted->id);
    assert_string_equal(area.name, wanted->name);
    assert_int_equal(area.map_id, wanted->map_id);
    assert_int_equal(area.parent, wanted->parent);
    struct table_row found;
    assert_true(table_find(read, wanted->id, &found));
}

/* The areas of most tests here: a zone, and a part of it. */
static const struct dbc_area elwynn = {12, 530, 0, "Elwynn Forest"};
static const struct dbc_area northshire = {9, 0, 12, "Northshire Valley"};

static void add_areas(struct wdb5_table *table)
{
    wdb5_add_area(table, 12, "Elwynn Forest", 530, 0);
    wdb5_add_area(table, 9, "Northshire Valley", 0, 12);
}

static void records_with_ids_apart(void **state)
{
    (void)state;
    for (size_t i = 0; i < VERSIONS; i++) {
        struct wdb5_table table = wdb5_areas(versions[i]);
        struct buffer bytes;
        struct table read;
        struct dbc_area area;
        add_areas(&table);
        finish(&table, &bytes, &read, TABLE_AREAS);
        assert_int_equal(table_count(&read), 2);
        check_area(&read, 0, &elwynn);
        check_area(&read, 1, &northshire);
        assert_false(table_area_at(&read, 2, &area));
        buffer_free(&bytes);
    }
}

/* The field of the id has 24 bits: what follows is not part of it. */
static void records_with_ids_inside(void **state)
{
    (void)state;
    for (size_t i = 0; i < VERSIONS; i++) {
        struct wdb5_table table = wdb5_areas(versions[i]);
        struct buffer bytes;
        struct table read;
        table.flags = 0;
        table.id_field = 6;
        table.fields[6].width = 3;
        add_areas(&table);
        finish(&table, &bytes, &read, TABLE_AREAS);
        check_area(&read, 0, &elwynn);
        check_area(&read, 1, &northshire);
        buffer_free(&bytes);
    }
}

/* The last copy repeats a record that is not there. */
static void copies_have_ids_of_their_own(void **state)
{
    (void)state;
    static const struct dbc_area copy = {99, 0, 12, "Northshire Valley"};
    for (size_t i = 0; i < VERSIONS; i++) {
        struct wdb5_table table = wdb5_areas(versions[i]);
        struct buffer bytes;
        struct table read;
        struct dbc_area area;
        add_areas(&table);
        wdb5_put(&table.copies, (const uint32_t[]){99, 9, 100, 77}, 4);
        finish(&table, &bytes, &read, TABLE_AREAS);
        assert_int_equal(table_count(&read), 4);
        check_area(&read, 1, &northshire);
        check_area(&read, 2, &copy);
        assert_false(table_area_at(&read, 3, &area));
        assert_false(table_area_at(&read, 4, &area));
        buffer_free(&bytes);
    }
}

/* A line says so. */
static void copies_beyond_1024_are_left_out(void **state)
{
    (void)state;
    for (uint32_t count = 1024; count <= 1025; count++) {
        struct wdb5_table table = wdb5_areas("WDC1");
        struct buffer bytes;
        struct table read;
        struct dbc_area area;
        add_areas(&table);
        for (uint32_t i = 0; i < count; i++) {
            wdb5_put(&table.copies, (const uint32_t[]){100 + i, 9}, 2);
        }
        warnings = 0;
        finish(&table, &bytes, &read, TABLE_AREAS);
        assert_int_equal(warnings, count > 1024);
        assert_int_equal(table_count(&read), 2 + 1024);
        assert_true(table_area_at(&read, 2 + 1023, &area));
        assert_int_equal(area.id, 100 + 1023);
        assert_false(table_area_at(&read, 2 + 1024, &area));
        buffer_free(&bytes);
    }
}

static void add_areas_inside(struct wdb5_table *table)
{
    table->flags |= WDB5_TEXTS_INSIDE;
    wdb5_add_area_inside(table, "Northshire", "Northshire Valley", 0, 12);
    wdb5_put(&table->strings, (const uint32_t[]){0}, 1);
    buffer_u16le(&table->strings, 0);
    wdb5_add_area_inside(table, "", "An area", 1, 300);
    wdb5_add_area_inside(table, "ElwynnForest", "Elwynn Forest", 530, 0);
    wdb5_put(&table->ids, (const uint32_t[]){9, 11, 12}, 3);
}

/* The second id has no record. */
static void texts_inside_the_records(void **state)
{
    (void)state;
    static const struct dbc_area between = {11, 1, 300, "An area"};
    for (size_t i = 0; i < VERSIONS; i++) {
        struct wdb5_table table = wdb5_areas(versions[i]);
        struct buffer bytes;
        struct table read;
        struct dbc_area area;
        add_areas_inside(&table);
        finish(&table, &bytes, &read, TABLE_AREAS);
        assert_int_equal(table_count(&read), 4);
        check_area(&read, 0, &northshire);
        assert_false(table_area_at(&read, 1, &area));
        check_area(&read, 2, &between);
        check_area(&read, 3, &elwynn);
        buffer_free(&bytes);
    }
}

/* Of a record, and of the strings. A line says that one is none. */
static void texts_of_4096_bytes_are_none(void **state)
{
    (void)state;
    char text[TABLE_STRING_MAX + 1];
    for (size_t i = 0; i < 2 * VERSIONS; i++) {
        for (size_t bytes_said = TABLE_STRING_MAX - 1; bytes_said <= TABLE_STRING_MAX;
             bytes_said++) {
            struct wdb5_table table = wdb5_areas(versions[i / 2]);
            struct buffer bytes;
            struct table read;
            struct dbc_area area;
            memset(text, 'n', bytes_said);
            text[bytes_said] = '\0';
            table.lowest_id = table.highest_id = 9;
            if (i % 2) {
                table.flags |= WDB5_TEXTS_INSIDE;
                wdb5_add_area_inside(&table, "", text, 1, 12);
                buffer_u32le(&table.ids, 9);
            } else {
                table.flags |= WDB5_IDS;
                wdb5_add_area(&table, 9, text, 1, 12);
            }
            warnings = 0;
            finish(&table, &bytes, &read, TABLE_AREAS);
            const bool is_long = bytes_said == TABLE_STRING_MAX;
            assert_int_equal(warnings, is_long);
            assert_true(table_area_at(&read, 0, &area));
            assert_string_equal(area.name, is_long ? "" : text);
            buffer_free(&bytes);
        }
    }
}

static void second_key_is_skipped(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct wdb5_table table = wdb5_areas(versions[i]);
        struct buffer bytes;
        struct table read;
        table.flags |= WDB5_SECOND_KEY;
        add_areas(&table);
        wdb5_put(&table.second_key, (const uint32_t[]){5, 6, 7, 8}, 4);
        finish(&table, &bytes, &read, TABLE_AREAS);
        check_area(&read, 0, &elwynn);
        check_area(&read, 1, &northshire);
        buffer_free(&bytes);
    }
}

static void text_without_an_end_is_none(void **state)
{
    (void)state;
    for (size_t i = 0; i < VERSIONS; i++) {
        struct wdb5_table table = wdb5_areas(versions[i]);
        struct buffer bytes;
        struct table read;
        struct dbc_area area;
        table.highest_id = table.lowest_id;
        table.flags |= WDB5_TEXTS_INSIDE;
        wdb5_add_area_inside(&table, "Northshire", "Northshire Valley", 1, 12);
        buffer_u32le(&table.ids, 9);
        memset(table.records.data + 8, 'x', table.records.size - 8);
        finish(&table, &bytes, &read, TABLE_AREAS);
        assert_true(table_area_at(&read, 0, &area));
        assert_string_equal(area.name, "");
        assert_int_equal(area.map_id, 0);
        buffer_free(&bytes);
    }
}

/* The common data of WDB6: u16 and u8 columns beyond the record; 0 for an id without a value. */
static void put_common(struct buffer *common, size_t padding)
{
    static const uint8_t zeros[3];
    wdb5_put(common, (const uint32_t[]){6}, 1);
    for (int i = 0; i < 4; i++) {
        wdb5_put(common, (const uint32_t[]){0}, 1);
        buffer_u8(common, 0);
    }
    wdb5_put(common, (const uint32_t[]){2}, 1);
    buffer_u8(common, 1);
    for (uint32_t id = 12; id < 14; id++) {
        buffer_u32le(common, id);
        buffer_u16le(common, 530);
        buffer_append(common, zeros, padding * 2);
    }
    wdb5_put(common, (const uint32_t[]){1}, 1);
    buffer_u8(common, 2);
    buffer_u32le(common, 9);
    buffer_u8(common, 12);
    buffer_append(common, zeros, padding * 3);
}

static void common_data_of_wdb6(void **state)
{
    (void)state;
    for (size_t padding = 0; padding < 2; padding++) {
        struct wdb5_table table = wdb5_areas("WDB6");
        struct buffer bytes;
        struct table read;
        table.field_count = 4;
        wdb5_add_area(&table, 12, "Elwynn Forest", 7, 7);
        wdb5_add_area(&table, 9, "Northshire Valley", 7, 7);
        put_common(&table.common, padding);
        finish(&table, &bytes, &read, TABLE_AREAS);
        check_area(&read, 0, &elwynn);
        check_area(&read, 1, &northshire);
        buffer_free(&bytes);
    }
}

/* The table of pallet and common data; of others than Elwynn `common` says the parents, or, if it
 * is not those, field 0, which is no column of areas. */
static void read_with_common(const struct buffer *common, bool is_parents, struct buffer *bytes,
                             struct table *read)
{
    struct wdb5_table table = wdb5_areas("WDC1");
    const uint32_t size = (uint32_t)common->size;
    for (unsigned i = 0; i < 4; i++) {
        const struct wdb5_field *field = &table.fields[i];
        const bool is_common = i == 0 && !is_parents;
        wdb5_put_column(&table.columns, 8 * field->place, is_common ? 0 : 8 * field->width,
                        (uint32_t[5]){is_common ? size : 0, is_common ? 2 : 0, 0, 0, 0});
    }
    wdb5_put_column(&table.columns, 160, 2, (uint32_t[5]){12, 3, 160, 2, 0});
    wdb5_put_column(&table.columns, 0, 0, (uint32_t[5]){is_parents ? size : 0, 2, 0, 0, 0});
    wdb5_put_column(&table.columns, 192, 24, (uint32_t[5]){0});
    wdb5_put(&table.pallet, (const uint32_t[]){0, 1, 530}, 3);
    buffer_append(&table.common, common->data, common->size);
    wdb5_add_area(&table, 12, "Elwynn Forest", 2, 7);
    wdb5_add_area(&table, 9, "Northshire Valley", 0, 7);
    finish(&table, bytes, read, TABLE_AREAS);
}

static void pallet_and_common_data_of_wdc1(void **state)
{
    (void)state;
    struct buffer common = {0};
    struct buffer bytes;
    struct table read;
    wdb5_put(&common, (const uint32_t[]){9, 12}, 2);
    read_with_common(&common, true, &bytes, &read);
    check_area(&read, 0, &elwynn);
    check_area(&read, 1, &northshire);
    buffer_free(&bytes);
    buffer_free(&common);
}

/* The value of Northshire is the first; the others are of areas that there are not. */
static void of_too_many_values_apart_some_are_left_out_and_told(void **state)
{
    (void)state;
    for (uint32_t count = TABLE_COMMON_MAX; count <= TABLE_COMMON_MAX + 1; count++) {
        struct buffer common = {0};
        struct buffer bytes;
        struct table read;
        for (uint32_t i = 0; i < count; i++) {
            wdb5_put(&common, (const uint32_t[]){9 + i * 100, 12}, 2);
        }
        warnings = 0;
        read_with_common(&common, true, &bytes, &read);
        check_area(&read, 1, &northshire);
        assert_int_equal(warnings, count - TABLE_COMMON_MAX);
        buffer_free(&bytes);
        warnings = 0; /* of a field that nobody asks for nothing is lost */
        read_with_common(&common, false, &bytes, &read);
        check_area(&read, 0, &elwynn);
        assert_int_equal(warnings, 0);
        buffer_free(&bytes);
        buffer_free(&common);
    }
}

/* Reads an area whose map and zone are columns of bits, of which all are ones in the record. */
static struct dbc_area area_of_ones(uint32_t bits, uint32_t kind, uint32_t flags)
{
    struct wdb5_table table = wdb5_areas("WDC1");
    struct buffer bytes;
    struct table read;
    struct dbc_area area;
    for (unsigned i = 0; i < 4; i++) {
        const struct wdb5_field *field = &table.fields[i];
        wdb5_put_column(&table.columns, 8 * field->place, 8 * field->width, (uint32_t[5]){0});
    }
    wdb5_put_column(&table.columns, 160, bits, (uint32_t[5]){0, kind, 160, bits, flags});
    wdb5_put_column(&table.columns, 176, bits, (uint32_t[5]){0, kind, 176, bits, flags});
    wdb5_put_column(&table.columns, 192, 24, (uint32_t[5]){0});
    wdb5_add_area(&table, 12, "Nowhere", 0xFFFF, 0xFFFF);
    finish(&table, &bytes, &read, TABLE_AREAS);
    assert_true(table_area_at(&read, 0, &area));
    assert_true(table_find_area(&read, 12, &area));
    assert_string_equal(area.name, "Nowhere");
    buffer_free(&bytes);
    return (struct dbc_area){.map_id = area.map_id, .parent = area.parent};
}

static void none_in_signed_bits_was_the_map_4095(void **state)
{
    (void)state;
    static const struct {
        uint32_t bits, kind, flags, map, parent;
    } rows[] = {
        {12, 1, 1, DBC_NO_MAP, 0}, {12, 5, 1, DBC_NO_MAP, 0}, {12, 5, 0, DBC_NO_MAP, 0},
        {1, 5, 0, DBC_NO_MAP, 0},  {12, 1, 0, 4095, 4095},    {3, 1, 0, 7, 7},
        {8, 1, 0, 255, 255},       {8, 0, 0, DBC_NO_MAP, 0},  {16, 0, 0, DBC_NO_MAP, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct dbc_area area = area_of_ones(rows[i].bits, rows[i].kind, rows[i].flags);
        assert_int_equal(area.map_id, rows[i].map);
        assert_int_equal(area.parent, rows[i].parent);
    }
}

static void signed_bits_keep_other_numbers(void **state)
{
    (void)state;
    struct wdb5_table table = wdb5_areas("WDC1");
    struct buffer bytes;
    struct table read;
    struct table_row row;
    for (unsigned i = 0; i < 4; i++) {
        const struct wdb5_field *field = &table.fields[i];
        wdb5_put_column(&table.columns, 8 * field->place, 8 * field->width, (uint32_t[5]){0});
    }
    wdb5_put_column(&table.columns, 160, 12, (uint32_t[5]){0, 1, 160, 12, 1});
    wdb5_put_column(&table.columns, 176, 12, (uint32_t[5]){0, 5, 176, 12, 1});
    wdb5_put_column(&table.columns, 192, 24, (uint32_t[5]){0});
    wdb5_add_area(&table, 12, "Signed", 0x7FF, 0x800);
    finish(&table, &bytes, &read, TABLE_AREAS);
    assert_true(table_row_at(&read, 0, &row));
    assert_int_equal(row_cell(&row, 4, 0), 2047);
    assert_int_equal(row_cell(&row, 5, 0), (uint32_t)-2048);
    buffer_free(&bytes);
}

/* WDB5 and WDB6 do not say which columns are signed. */
static void none_in_columns_of_bytes_is_none(void **state)
{
    (void)state;
    struct wdb5_table table = wdb5_areas("WDB6");
    struct buffer bytes;
    struct table read;
    struct dbc_area area;
    table.fields[5] = (struct wdb5_field){24, 22, 2};
    wdb5_add_area(&table, 12, "Nowhere", 0xFFFF, 0xFFFF);
    table.records.data[24] = 0xFF;
    finish(&table, &bytes, &read, TABLE_AREAS);
    assert_true(table_area_at(&read, 0, &area));
    assert_int_equal(area.map_id, DBC_NO_MAP);
    assert_int_equal(area.parent, 0);
    buffer_free(&bytes);
}

/* Beyond, a record has the column's default. */
static void of_common_data_16384_values_are_looked_at(void **state)
{
    (void)state;
    for (uint32_t before = 16383; before <= 16384; before++) {
        struct buffer common = {0};
        struct buffer bytes;
        struct table read;
        struct dbc_area area;
        for (uint32_t i = 0; i < before; i++) {
            wdb5_put(&common, (const uint32_t[]){1000 + i, 5}, 2);
        }
        wdb5_put(&common, (const uint32_t[]){9, 12}, 2);
        read_with_common(&common, true, &bytes, &read);
        assert_true(table_area_at(&read, 1, &area));
        assert_int_equal(area.parent, before == 16383 ? 12 : 0);
        buffer_free(&bytes);
        buffer_free(&common);
    }
}

/* A table of one record of 20 numbers, each of 32 bits, with texts apart. */
static void build_wide(struct buffer *bytes, uint32_t layout, uint32_t name_field,
                       uint32_t number_field)
{
    struct wdb5_table table = {.magic = "WDB5", .layout = layout, .count = 1, .record_bytes = 80};
    table.field_count = WDB5_FIELDS_MAX;
    for (uint32_t i = 0; i < 20; i++) {
        if (i < WDB5_FIELDS_MAX) {
            table.fields[i] = (struct wdb5_field){32, 4 * i, 4};
        }
        buffer_u32le(&table.records, i == 0 ? 1 : i == name_field ? 8 : i == number_field ? 2 : 0);
    }
    table.flags = WDB5_IDS;
    table.lowest_id = table.highest_id = 36;
    buffer_append(&table.strings, "\0Folder\0Name", 13);
    buffer_u32le(&table.ids, 36);
    wdb5_build(bytes, &table);
}

static void maps_of_7_0_have_names(void **state)
{
    (void)state;
    static const uint32_t layouts[] = {0xB32E648C, 0xF7CF2DA2, 0xBDBE8188, 0x98BE9895};
    for (size_t i = 0; i < 4; i++) {
        struct buffer bytes;
        struct table read;
        struct dbc_map map;
        build_wide(&bytes, layouts[i], 4, 14);
        assert_int_equal(table_read(bytes.data, bytes.size, TABLE_MAPS, &diag, &read), ADTMAP_OK);
        assert_true(table_map_at(&read, 0, &map));
        assert_int_equal(map.id, 36);
        assert_string_equal(map.folder, "Folder");
        assert_string_equal(map.name, "Name");
        assert_int_equal(map.instance, DBC_INSTANCE_RAID);
        assert_int_equal(map.wdt_file_id, 0);
        buffer_free(&bytes);
    }
}

static void liquids_of_7_x_have_classes(void **state)
{
    (void)state;
    static const uint32_t layouts[] = {0x28B44DCB, 0x99FC34E5, 0xEB9E4B52, 0xBBB8B593, 0x3313BBF3};
    for (size_t i = 0; i < 5; i++) {
        struct buffer bytes;
        struct table read;
        struct dbc_liquid liquid;
        build_wide(&bytes, layouts[i], 1, 13);
        assert_int_equal(table_read(bytes.data, bytes.size, TABLE_LIQUIDS, &diag, &read),
                         ADTMAP_OK);
        assert_true(table_liquid_at(&read, 0, &liquid));
        assert_string_equal(liquid.name, "Folder");
        assert_int_equal(liquid.class, DBC_MAGMA);
        buffer_free(&bytes);
    }
}

/* Reads all there is from a copy that ends where the bytes end. */
static enum adtmap_status read_all(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size + 1);
    struct table db2;
    struct table_row row;
    assert_non_null(copy);
    memcpy(copy, data, size);
    enum adtmap_status status = table_read_cells(copy, size, &diag, &db2);
    if (!status) {
        const struct db2_layout *layout = table_layout_of_db2(TABLE_AREAS, db2.layout_hash);
        db2.texts = layout ? layout->texts : 0;
        for (uint32_t i = 0; i < table_count(&db2) && i < 64; i++) {
            for (uint32_t k = 0; k < 24 && table_row_at(&db2, i, &row); k++) {
                (void)row_cell(&row, k, 0);
                assert_true(strlen(row_cell_string(&row, k)) < 100);
            }
        }
    }
    free(copy);
    return status;
}

/* Tables that together have every part. */
static void build_all(size_t variant, struct buffer *bytes)
{
    struct wdb5_table table = wdb5_areas(versions[variant % VERSIONS]);
    if (variant < VERSIONS) {
        add_areas(&table);
        wdb5_put(&table.copies, (const uint32_t[]){99, 9}, 2);
    } else {
        add_areas_inside(&table);
    }
    if (strcmp(table.magic, "WDB6") == 0) {
        put_common(&table.common, 0);
    } else if (strcmp(table.magic, "WDB5") == 0) {
        table.flags |= WDB5_SECOND_KEY;
        wdb5_put(&table.second_key, (const uint32_t[]){5, 6, 7, 8}, 4);
    }
    wdb5_build(bytes, &table);
}

static void table_cut_at_any_byte_is_refused(void **state)
{
    (void)state;
    for (size_t variant = 0; variant < 2 * VERSIONS; variant++) {
        struct buffer bytes;
        build_all(variant, &bytes);
        assert_int_equal(read_all(bytes.data, bytes.size), ADTMAP_OK);
        for (size_t size = 0; size < bytes.size; size++) {
            assert_int_not_equal(read_all(bytes.data, size), ADTMAP_OK);
        }
        buffer_free(&bytes);
    }
}

static void sizes_that_lie_are_survived(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {0, 1, 3, 5, 66, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF};
    for (size_t variant = 0; variant < 2 * VERSIONS; variant++) {
        struct buffer bytes;
        build_all(variant, &bytes);
        for (size_t at = 4; at + 4 <= bytes.size; at++) {
            for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
                uint8_t before[4];
                memcpy(before, bytes.data + at, 4);
                for (size_t k = 0; k < 4; k++) {
                    bytes.data[at + k] = (uint8_t)(sizes[i] >> 8 * k);
                }
                (void)read_all(bytes.data, bytes.size);
                memcpy(bytes.data + at, before, 4);
            }
        }
        buffer_free(&bytes);
    }
}

static void too_many_records_are_refused(void **state)
{
    (void)state;
    struct wdb5_table table = wdb5_areas("WDB5");
    struct buffer bytes;
    struct table db2;
    add_areas_inside(&table);
    table.highest_id = table.lowest_id + TABLE_RECORDS_MAX;
    wdb5_build(&bytes, &table);
    assert_int_equal(table_read_cells(bytes.data, bytes.size, &diag, &db2), ADTMAP_LIMIT);
    assert_string_equal(failure.what, "262145 records: more than 262144");
    buffer_free(&bytes);
}

int test_db2_wdb5(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_with_ids_apart),
        cmocka_unit_test(records_with_ids_inside),
        cmocka_unit_test(copies_have_ids_of_their_own),
        cmocka_unit_test(copies_beyond_1024_are_left_out),
        cmocka_unit_test(texts_inside_the_records),
        cmocka_unit_test(texts_of_4096_bytes_are_none),
        cmocka_unit_test(second_key_is_skipped),
        cmocka_unit_test(text_without_an_end_is_none),
        cmocka_unit_test(common_data_of_wdb6),
        cmocka_unit_test(pallet_and_common_data_of_wdc1),
        cmocka_unit_test(of_too_many_values_apart_some_are_left_out_and_told),
        cmocka_unit_test(none_in_signed_bits_was_the_map_4095),
        cmocka_unit_test(signed_bits_keep_other_numbers),
        cmocka_unit_test(none_in_columns_of_bytes_is_none),
        cmocka_unit_test(of_common_data_16384_values_are_looked_at),
        cmocka_unit_test(maps_of_7_0_have_names),
        cmocka_unit_test(liquids_of_7_x_have_classes),
        cmocka_unit_test(table_cut_at_any_byte_is_refused),
        cmocka_unit_test(sizes_that_lie_are_survived),
        cmocka_unit_test(too_many_records_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
