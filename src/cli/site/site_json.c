/*
 * The schema is made of the same rows that read the file, so that an editor offers what `publish`
 * takes; what a row's kind allows becomes a type, a range or a list of words.
 */
#include "cli/site/site_json.h"

#include <string.h>

#include "base/json.h"
#include "base/size.h"
#include "cli/site/site_keys.h"
#include "cli/site/site_title.h"

/* The type of a single value, as members of an object. */
static void add_single(struct json *json, const struct option_row *row)
{
    const struct option_kind *kind = row->kind;
    if (!kind->takes_value || kind == &option_on_off) {
        json_string(json, "type", "boolean");
    } else if (kind == &option_choice) {
        json_array(json, "enum");
        for (const char *const *choice = row->choices; *choice; choice++) {
            json_string(json, NULL, *choice);
        }
        json_end(json);
    } else if (kind == &option_whole || kind == &option_numbers || kind == &option_real ||
               kind == &option_float) {
        bool is_whole = kind == &option_whole || kind == &option_numbers;
        json_string(json, "type", is_whole ? "integer" : "number");
        if (row->low != 0 || row->high != 0) {
            json_number(json, "minimum", row->low);
            json_number(json, "maximum", row->high);
        }
    } else { /* texts that look like numbers, as `sun: 10` and `title: 335`, need no quotes */
        json_array(json, "type");
        json_string(json, NULL, "string");
        json_string(json, NULL, "number");
        json_end(json);
    }
}

static void add_property(struct json *json, const struct option_row *row)
{
    json_object(json, row->name);
    if (row->kind->repeats) {
        json_string(json, "type", "array");
        json_object(json, "items");
        add_single(json, row);
        json_end(json);
    } else {
        add_single(json, row);
    }
    if (row->kind == &site_names || row->kind == &site_titles) {
        json_bool(json, "uniqueItems", true);
    }
    json_string(json, "description", row->help);
    json_end(json);
}

/* The members of a section's object: its keys, of which some are required, and no others. At the
 * top, the other sections are among them. */
static void add_section(struct json *json, enum site_section section,
                        struct render_request *request)
{
    const struct site_section_row *row = &site_sections[section];
    struct site_entry entry;
    struct site_keys keys = {0};
    site_keys_own(section, &entry, &keys);
    if (row->draws) {
        site_keys_drawing(request, &keys);
    }
    json_string(json, "type", "object");
    json_object(json, "properties");
    for (size_t i = 0; i < keys.count; i++) {
        add_property(json, keys.items[i].row);
    }
    for (int i = SITE_TOP + 1; i < SITE_SECTIONS; i++) {
        const struct site_section_row *below = &site_sections[i];
        if (below->parent != section) {
            continue;
        }
        json_object(json, below->name);
        if (below->entries_max > 0) {
            json_string(json, "type", "array");
            json_object(json, "items");
            add_section(json, (enum site_section)i, request);
            json_end(json);
        } else {
            add_section(json, (enum site_section)i, request);
        }
        json_string(json, "description", below->about);
        if (below->is_needed) {
            json_number(json, "minItems", 1);
        }
        json_end(json);
    }
    json_end(json);
    json_array(json, "required");
    json_string(json, NULL, section == SITE_TOP ? "version" : NULL);
    for (int i = SITE_TOP + 1; i < SITE_SECTIONS; i++) {
        if (site_sections[i].parent == section && site_sections[i].is_needed) {
            json_string(json, NULL, site_sections[i].name);
        }
    }
    json_string(json, NULL, row->required);
    json_end(json);
    json_bool(json, "additionalProperties", false);
}

void site_json_schema(struct buffer *text)
{
    struct render_request request;
    struct json json = json_to(text, JSON_INDENTED);
    render_request_default(&request);
    json_object(&json, NULL);
    add_section(&json, SITE_TOP, &request);
    json_string(&json, "$schema", "https://json-schema.org/draft/2020-12/schema");
    json_string(&json, "title", site_sections[SITE_TOP].about);
    json_end(&json);
}
