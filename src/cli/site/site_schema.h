/* The keys of a site file as a schema of libcyaml. */
#ifndef CLI_SITE_SITE_SCHEMA_H
#define CLI_SITE_SITE_SCHEMA_H

#include <cyaml/cyaml.h>

#include "cli/site/site_document.h"

/* What libcyaml fills in. */
struct site_raw {
    struct site_cell *entries[SITE_SECTIONS];
    uint32_t counts[SITE_SECTIONS];
    struct site_cell top[SITE_KEYS_MAX];
};

struct site_schema {
    cyaml_schema_field_t fields[SITE_SECTIONS][SITE_KEYS_MAX + SITE_SECTIONS];
    cyaml_schema_value_t entries[SITE_SECTIONS];
    cyaml_schema_value_t text;
    cyaml_schema_value_t root;
};

/* Fills in the schema, which points into itself and borrows the names of `keys`. */
void site_schema_make(const struct site_keys keys[SITE_SECTIONS], struct site_schema *schema);

#endif
