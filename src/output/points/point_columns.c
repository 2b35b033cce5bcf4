/*
 * Roles are found by name, in the order of the table: an earlier name of a role goes before a later
 * one, and of equal ones the first column. Members of JSON lines may come in another order or
 * number on each line: the roles of the first line stay with their names.
 */
#include "output/points/point_columns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/size.h"
#include "base/text.h"

/* The names that a role goes by, of AzerothCore's, TrinityCore's and cmangos' tables among others.
 */
static const char *const names[POINT_ROLES][8] = {
    [ROLE_MAP] = {"map", "mapid", "map_id", "continentid", "target_map"},
    [ROLE_X] = {"x", "position_x", "positionx", "pos_x", "locx", "loc_x", "target_position_x"},
    [ROLE_Y] = {"y", "position_y", "positiony", "pos_y", "locy", "loc_y", "target_position_y"},
    [ROLE_Z] = {"z", "position_z", "positionz", "pos_z", "locz", "loc_z", "target_position_z"},
    [ROLE_AREA] = {"areaid", "area_id"},
    [ROLE_ZONE] = {"zoneid", "zone_id", "ghostzone"},
    [ROLE_KEY] = {"guid", "id"},
    [ROLE_ENTRY] = {"entry", "id1", "id"},
    [ROLE_NAME] = {"name"},
    [ROLE_GROUP] = {"group"},
    [ROLE_ICON] = {"icon"},
    [ROLE_COLOR] = {"color", "colour"},
    [ROLE_TEXT] = {"text"},
    [ROLE_LINK] = {"link"},
    [ROLE_PICTURE] = {"picture"},
    [ROLE_HIDDEN] = {"hidden"},
    [ROLE_PATH] = {"path", "path_id"},
    [ROLE_POINT] = {"point"},
    [ROLE_SHAPE] = {"shape"},
};

/* The first of `count` columns with each role: one of an earlier name goes before. */
static void find_roles(const char *const *columns, size_t count, int roles[POINT_ROLES])
{
    for (enum point_role role = 0; role < POINT_ROLES; role++) {
        roles[role] = -1;
        for (size_t n = 0; n < COUNT_OF(names[role]) && names[role][n] && roles[role] < 0; n++) {
            for (size_t i = 0; i < count && roles[role] < 0; i++) {
                roles[role] = text_compare_nocase(columns[i], names[role][n]) == 0 ? (int)i : -1;
            }
        }
    }
}

void point_columns_free(struct point_columns *columns)
{
    for (size_t i = 0; i < columns->count; i++) {
        free(columns->names[i]);
        free(columns->unique ? columns->unique[i] : NULL);
    }
    free(columns->unique);
    *columns = (struct point_columns){0};
}

bool point_columns_are_names(const struct point_fields *fields)
{
    const char *texts[POINT_FIELDS_MAX];
    int roles[POINT_ROLES];
    for (size_t i = 0; i < fields->count; i++) {
        texts[i] = fields->fields[i].text ? fields->fields[i].text : "";
    }
    find_roles(texts, fields->count, roles);
    return roles[ROLE_X] >= 0;
}

/* False when out of memory. */
static bool add_name(struct point_columns *columns, const char *name)
{
    char *copy = strdup(name ? name : "");
    if (copy) {
        columns->names[columns->count++] = copy;
    }
    return copy != NULL;
}

/* Whether one of the first `count` columns has the name, or a name of its own that is the same. */
static bool has_name(const struct point_columns *columns, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(columns->names[i], name) == 0 ||
            (columns->unique && columns->unique[i] && strcmp(columns->unique[i], name) == 0)) {
            return true;
        }
    }
    return false;
}

/* Gives each column whose name one before it has a name of its own. False when out of memory. */
static bool number_names(struct point_columns *columns)
{
    for (size_t i = 1; i < columns->count; i++) {
        if (!has_name(columns, i, columns->names[i])) {
            continue;
        }
        size_t room = strlen(columns->names[i]) + sizeof "_4294967295";
        columns->unique =
            columns->unique ? columns->unique : calloc(POINT_FIELDS_MAX, sizeof *columns->unique);
        char *name = columns->unique ? malloc(room) : NULL;
        if (!name) {
            return false;
        }
        unsigned ordinal = 2;
        do {
            snprintf(name, room, "%s_%u", columns->names[i], ordinal++);
        } while (has_name(columns, columns->count, name));
        columns->unique[i] = name;
    }
    return true;
}

/* Takes the fields, or the names of members, as columns. */
static const char *set_names(struct point_columns *columns, const struct point_fields *fields,
                             bool is_members)
{
    point_columns_free(columns);
    for (size_t i = 0; i < fields->count; i++) {
        if (!add_name(columns, is_members ? fields->names[i] : fields->fields[i].text)) {
            point_columns_free(columns);
            return point_text_no_memory;
        }
    }
    if (!number_names(columns)) {
        point_columns_free(columns);
        return point_text_no_memory;
    }
    find_roles((const char *const *)columns->names, columns->count, columns->roles);
    const char *problem =
        columns->roles[ROLE_X] < 0   ? "no column x or position_x; --columns can name them"
        : columns->roles[ROLE_Y] < 0 ? "no column y or position_y; --columns can name them"
                                     : NULL;
    if (problem) {
        point_columns_free(columns);
    }
    return problem;
}

const char *point_columns_set(struct point_columns *columns, const struct point_fields *fields)
{
    return set_names(columns, fields, false);
}

const char *point_columns_check(const struct point_columns *columns,
                                const struct point_fields *fields)
{
    if (fields->count == columns->count) {
        return NULL;
    }
    return fields->count < columns->count ? "too few columns" : "too many columns";
}

const char *point_columns_set_members(struct point_columns *columns,
                                      const struct point_fields *fields)
{
    return set_names(columns, fields, true);
}

const char *point_columns_follow(struct point_columns *columns, const struct point_fields *fields,
                                 const struct point_columns *first, bool *is_new)
{
    *is_new = columns->count == 0 || columns->members != fields->count;
    for (size_t i = 0; i < fields->count && !*is_new; i++) {
        *is_new = strcmp(columns->names[i], fields->names[i]) != 0;
    }
    if (!*is_new) {
        return NULL;
    }
    point_columns_free(columns);
    bool fine = true;
    for (size_t i = 0; i < fields->count && fine; i++) {
        fine = add_name(columns, fields->names[i]);
    }
    columns->members = columns->count;
    find_roles((const char *const *)columns->names, columns->count, columns->roles);
    for (enum point_role role = 0; role < POINT_ROLES && first->count > 0 && fine; role++) {
        int *mine = &columns->roles[role];
        if (first->roles[role] < 0) {
            continue;
        }
        const char *name = first->names[first->roles[role]];
        size_t member = 0;
        while (member < columns->members && strcmp(columns->names[member], name) != 0) {
            member++;
        }
        if (member < columns->members) {
            *mine = (int)member;
        } else if (*mine < 0 || role == ROLE_KEY) {
            *mine = columns->count < POINT_FIELDS_MAX ? (int)columns->count : -1;
            fine = *mine < 0 || add_name(columns, name);
        }
    }
    if (!fine) {
        point_columns_free(columns);
    }
    return fine ? NULL : point_text_no_memory;
}

void point_columns_align(const struct point_columns *columns, struct point_fields *fields)
{
    struct point_field aligned[POINT_FIELDS_MAX] = {0};
    for (size_t c = 0; c < columns->count; c++) {
        for (size_t i = 0; i < fields->count; i++) {
            if (strcmp(columns->names[c], fields->names[i]) == 0) {
                aligned[c] = fields->fields[i];
                break;
            }
        }
    }
    memcpy(fields->fields, aligned, columns->count * sizeof *aligned);
    fields->count = columns->count;
}
