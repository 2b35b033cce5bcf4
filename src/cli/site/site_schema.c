#include "cli/site/site_schema.h"

#include <string.h>

static cyaml_schema_value_t text_value(void)
{
    return (cyaml_schema_value_t){
        .type = CYAML_STRING,
        .flags = CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL,
        .data_size = sizeof(char),
        .string = {.min = 0, .max = CYAML_UNLIMITED},
    };
}

static cyaml_schema_value_t list_of(const cyaml_schema_value_t *entry, uint32_t entry_bytes)
{
    return (cyaml_schema_value_t){
        .type = CYAML_SEQUENCE,
        .flags = CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL,
        .data_size = entry_bytes,
        .sequence = {.entry = entry, .min = 0, .max = CYAML_UNLIMITED},
    };
}

/* The key whose cell begins at `offset`: of a list its items and their count, else its text. */
static cyaml_schema_field_t key_field(const struct site_schema *schema,
                                      const struct option_row *row, size_t offset)
{
    cyaml_schema_field_t field = {.key = row->name, .value = text_value()};
    field.data_offset = (uint32_t)(offset + offsetof(struct site_cell, text));
    if (row->kind->repeats) {
        field.data_offset = (uint32_t)(offset + offsetof(struct site_cell, items));
        field.count_offset = (uint32_t)(offset + offsetof(struct site_cell, count));
        field.count_size = sizeof(uint32_t);
        field.value = list_of(&schema->text, sizeof(char *));
    }
    return field;
}

/* Appends the keys, whose cells begin at `offset`. */
static cyaml_schema_field_t *add_keys(const struct site_schema *schema,
                                      const struct site_keys *keys, size_t offset,
                                      cyaml_schema_field_t *end)
{
    for (size_t i = 0; i < keys->count; i++) {
        *end++ = key_field(schema, keys->items[i].row, offset + i * sizeof(struct site_cell));
    }
    return end;
}

static cyaml_schema_field_t section_field(const struct site_schema *schema,
                                          enum site_section section)
{
    cyaml_schema_field_t field = {
        .key = site_section_names[section],
        .data_offset =
            (uint32_t)(offsetof(struct site_raw, entries) + section * sizeof(struct site_cell *)),
        .value = schema->entries[section],
    };
    field.value.flags = CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL;
    if (site_section_repeats(section)) {
        field.count_offset =
            (uint32_t)(offsetof(struct site_raw, counts) + section * sizeof(uint32_t));
        field.count_size = sizeof(uint32_t);
        field.value = list_of(&schema->entries[section], schema->entries[section].data_size);
    }
    return field;
}

static cyaml_schema_value_t mapping_of(const cyaml_schema_field_t *fields, uint32_t bytes)
{
    return (cyaml_schema_value_t){
        .type = CYAML_MAPPING,
        .flags = CYAML_FLAG_DEFAULT,
        .data_size = bytes,
        .mapping = {.fields = fields},
    };
}

void site_schema_make(const struct site_keys keys[SITE_SECTIONS], struct site_schema *schema)
{
    memset(schema, 0, sizeof *schema);
    schema->text = text_value();
    cyaml_schema_field_t *top =
        add_keys(schema, &keys[SITE_TOP], offsetof(struct site_raw, top), schema->fields[SITE_TOP]);
    for (int i = SITE_TOP + 1; i < SITE_SECTIONS; i++) {
        add_keys(schema, &keys[i], 0, schema->fields[i]);
        schema->entries[i] =
            mapping_of(schema->fields[i], (uint32_t)(keys[i].count * sizeof(struct site_cell)));
        *top++ = section_field(schema, (enum site_section)i);
    }
    schema->root = mapping_of(schema->fields[SITE_TOP], sizeof(struct site_raw));
    schema->root.flags = CYAML_FLAG_POINTER;
}
