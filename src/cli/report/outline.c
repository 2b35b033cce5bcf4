/*
 * A writer of JSON with other functions behind it (base/json.h): whatever describes a file makes
 * the same calls, and these print lines. Lists with an entry for each chunk or placement are left
 * out unless they are asked for, with all that is in them: `hidden` counts the levels.
 */
#include "cli/report/outline.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/size.h"
#include "base/utf8.h"

static struct outline *of_json(struct json *json)
{
    return (struct outline *)(void *)json;
}

/* Lists that are too long to read unless asked for, and how many entries they lack. */
static bool is_long_list(const char *name)
{
    static const char *const names[] = {"map_chunks",    "doodad_placements", "wmo_placements",
                                        "material_list", "sequence_list",     "blend_mesh_list",
                                        "light_list",    "tile_files",        "texture_motions"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        if (strncmp(names[i], name, strlen(names[i])) == 0) {
            return true;
        }
    }
    return false;
}

/* The members' names are written for programs. */
static void print_name(struct buffer *text, const char *name)
{
    for (; *name; name++) {
        buffer_u8(text, (uint8_t)(*name == '_' ? ' ' : *name));
    }
}

static void print_string(struct outline *outline, const char *string)
{
    struct buffer *text = outline->json.text;
    char *shown = outline->is_terminal ? strdup(string) : NULL;
    if (shown) {
        utf8_make_shown(shown);
    }
    text->failed |= outline->is_terminal && !shown;
    buffer_printf(text, "%s", shown ? shown : string);
    free(shown);
}

/* Offsets are hexadecimal, as in messages. */
static void print_value(struct outline *outline, const char *key, const struct json_value *value)
{
    struct buffer *text = outline->json.text;
    if (value->kind == JSON_STRING || value->kind == JSON_RAW) {
        print_string(outline, value->text);
    } else if (value->kind == JSON_NUMBER && key && strstr(key, "offset")) {
        buffer_printf(text, "0x%" PRIx64, (uint64_t)value->number);
    } else if (value->kind == JSON_NUMBER) {
        buffer_printf(text, "%.10g", value->number);
    } else {
        buffer_printf(text, "%s", value->number != 0.0 ? "yes" : "no");
    }
}

static void begin_level(struct json *json, const char *key, bool is_array)
{
    struct outline *outline = of_json(json);
    struct buffer *text = json->text;
    size_t depth = outline->depth;
    if (outline->hidden > 0 || (depth == 1 && is_array && !outline->is_long && is_long_list(key))) {
        outline->hidden++;
        return;
    }
    unsigned indent = depth > 1 ? outline->levels[depth - 1].indent + 2 : 4;
    if (depth > 0 && !is_array) { /* an object of a list */
        indent = outline->levels[depth - 1].indent;
        if (depth == 2 && !outline->levels[depth - 1].is_filled) {
            buffer_printf(text, "  ");
            print_name(text, outline->levels[depth - 1].name);
            buffer_u8(text, ':');
        }
        outline->levels[depth - 1].is_filled = true;
        buffer_printf(text, "\n%*s", (int)indent, "");
    }
    assert(depth < OUTLINE_DEPTH_MAX);
    outline->levels[depth].is_array = is_array;
    outline->levels[depth].is_filled = false;
    outline->levels[depth].indent = indent;
    snprintf(outline->levels[depth].name, OUTLINE_NAME_BYTES, "%s", key ? key : "");
    outline->depth++;
}

static void end_level(struct json *json)
{
    struct outline *outline = of_json(json);
    if (outline->hidden > 0) {
        outline->hidden--;
        return;
    }
    outline->depth--;
    if (outline->depth == 1 && outline->levels[1].is_filled) {
        buffer_u8(json->text, '\n');
    }
}

static void add_value(struct json *json, const char *key, const struct json_value *value)
{
    struct outline *outline = of_json(json);
    struct buffer *text = json->text;
    size_t depth = outline->depth;
    bool is_fact = depth == 1;
    if (outline->hidden > 0 || (is_fact && !outline->is_long && is_long_list(key))) {
        return;
    }
    bool is_first = !outline->levels[depth - 1].is_filled;
    outline->levels[depth - 1].is_filled = true;
    if (is_fact) { /* "  name: value" */
        buffer_printf(text, "  ");
        print_name(text, key);
        buffer_printf(text, ": ");
        print_value(outline, key, value);
        buffer_u8(text, '\n');
    } else if (outline->levels[depth - 1].is_array) {
        const char *name = outline->levels[depth - 1].name;
        if (is_first) {
            buffer_printf(text, "%s", depth == 2 ? "  " : ", ");
            print_name(text, name);
            buffer_printf(text, "%s", depth == 2 ? ":" : "");
        }
        /* names of files take a line each */
        bool is_line = depth == 2 && value->kind == JSON_STRING && !strstr(name, "_set");
        buffer_printf(text, "%s", is_line ? "\n    " : " ");
        print_value(outline, NULL, value);
    } else { /* of an object in a list */
        if (!is_first) {
            buffer_printf(text, ", ");
            print_name(text, key);
            buffer_u8(text, ' ');
        }
        print_value(outline, key, value);
    }
}

void outline_open(struct outline *outline, struct buffer *text, bool is_long, bool is_terminal)
{
    static const struct json_target target = {begin_level, end_level, add_value};
    *outline = (struct outline){
        .json = {.text = text, .target = &target},
        .is_long = is_long,
        .is_terminal = is_terminal,
    };
}
