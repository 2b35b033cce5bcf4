#include "cli/site/site_json.h"

#include <string.h>

#include <cjson/cJSON.h>

#include "base/size.h"
#include "cli/common.h"
#include "cli/site/site_keys.h"
#include "cli/site/site_title.h"

static cJSON *typed(const char *type)
{
    cJSON *value = cJSON_CreateObject();
    cJSON_AddStringToObject(value, "type", type);
    return value;
}

static void add_range(cJSON *value, const struct option_row *row)
{
    if (row->low != 0 || row->high != 0) {
        cJSON_AddNumberToObject(value, "minimum", row->low);
        cJSON_AddNumberToObject(value, "maximum", row->high);
    }
}

static cJSON *one_of(const char *const *choices)
{
    cJSON *value = cJSON_CreateObject();
    cJSON *names = cJSON_AddArrayToObject(value, "enum");
    for (; *choices; choices++) {
        common_json_append(names, cJSON_CreateString(*choices));
    }
    return value;
}

/* Texts that look like numbers, as `sun: 10` and `title: 335`, need no quotes. */
static cJSON *text(void)
{
    static const char *const types[] = {"string", "number"};
    cJSON *value = cJSON_CreateObject();
    common_json_put(value, "type", cJSON_CreateStringArray(types, COUNT_OF(types)));
    return value;
}

/* The type of a single value. */
static cJSON *single(const struct option_row *row)
{
    const struct option_kind *kind = row->kind;
    if (!kind->takes_value || kind == &option_on_off) {
        return typed("boolean");
    }
    if (kind == &option_choice) {
        return one_of(row->choices);
    }
    if (kind == &option_whole || kind == &option_numbers || kind == &option_real) {
        cJSON *value = typed(kind == &option_real ? "number" : "integer");
        add_range(value, row);
        return value;
    }
    return text();
}

static cJSON *list_of(cJSON *items)
{
    cJSON *value = typed("array");
    common_json_put(value, "items", items);
    return value;
}

static cJSON *property(const struct option_row *row)
{
    cJSON *value = row->kind->repeats ? list_of(single(row)) : single(row);
    if (row->kind == &site_names || row->kind == &site_titles) {
        cJSON_AddTrueToObject(value, "uniqueItems");
    }
    cJSON_AddStringToObject(value, "description", row->help);
    return value;
}

static bool is_required(enum site_section section, const char *name)
{
    return strcmp(name, "version") == 0 ||
           (site_section_repeats(section) && strcmp(name, "name") == 0);
}

/* An object with the keys of a section, and no others. */
static cJSON *section_schema(enum site_section section, struct render_request *request)
{
    struct site_values values = {0};
    struct site_keys keys;
    cJSON *schema = typed("object");
    cJSON *properties = cJSON_AddObjectToObject(schema, "properties");
    cJSON *required = cJSON_AddArrayToObject(schema, "required");
    site_keys_list(section, &values, request, &keys);
    for (size_t i = 0; i < keys.count; i++) {
        const struct option_row *row = keys.items[i].row;
        common_json_put(properties, row->name, property(row));
        if (is_required(section, row->name)) {
            common_json_append(required, cJSON_CreateString(row->name));
        }
    }
    cJSON_AddFalseToObject(schema, "additionalProperties");
    return schema;
}

struct cJSON *site_json_schema(void)
{
    struct render_request request;
    render_request_default(&request);
    cJSON *schema = section_schema(SITE_TOP, &request);
    cJSON *properties = cJSON_GetObjectItem(schema, "properties");
    cJSON_AddStringToObject(schema, "$schema", "https://json-schema.org/draft/2020-12/schema");
    cJSON_AddStringToObject(schema, "title", site_section_about[SITE_TOP]);
    for (int i = SITE_TOP + 1; i < SITE_SECTIONS; i++) {
        enum site_section section = (enum site_section)i;
        cJSON *entry = section_schema(section, &request);
        cJSON *value = site_section_repeats(section) ? list_of(entry) : entry;
        cJSON_AddStringToObject(value, "description", site_section_about[i]);
        common_json_put(properties, site_section_names[i], value);
    }
    cJSON_AddNumberToObject(cJSON_GetObjectItem(properties, site_section_names[SITE_MAP]),
                            "minItems", 1);
    common_json_append(cJSON_GetObjectItem(schema, "required"),
                       cJSON_CreateString(site_section_names[SITE_MAP]));
    return schema;
}
