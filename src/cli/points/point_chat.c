/*
 * Servers print positions in many forms; what they share is X:, Y: and Z: in this order with a
 * number behind each, and a line with Map: before them, which holds for all that follow. Per cent
 * are read from the end of the line, since names of zones have blanks and digits.
 */
#include "cli/points/point_chat.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "output/points/point_text.h"

/* Far beyond any map, and short enough as text. */
#define XYZ_MAX 1e9
#define PERCENT_MAX 1e6

bool point_chat_read(struct point_chat *chat, const char *line, char text[256])
{
    const char *map = strstr(line, "Map:");
    const char *at = line;
    double xyz[3];
    if (map) {
        char *end;
        chat->map = strtoull(map + 4, &end, 10);
        chat->has_map = end > map + 4;
    }
    for (size_t i = 0; i < 3; i++) {
        static const char *const names[] = {"X:", "Y:", "Z:"};
        char *end;
        at = at ? strstr(at, names[i]) : NULL;
        if (!at) {
            return false;
        }
        xyz[i] = strtod(at + 2, &end);
        if (end == at + 2 || !(fabs(xyz[i]) <= XYZ_MAX)) {
            return false;
        }
        at = end;
    }
    char name[32] = "";
    if (chat->has_map) {
        snprintf(name, sizeof name, "%llu", (unsigned long long)chat->map);
    }
    snprintf(text, 256, "%s\t%.6f\t%.6f\t%.6f", name, xyz[0], xyz[1], xyz[2]);
    return true;
}

const char *point_percent_read(const struct zones *zones, char *line, char text[256])
{
    double percent[2];
    for (int i = 1; i >= 0; i--) {
        size_t length = strlen(line);
        while (length > 0 && strchr(" \t,;%", line[length - 1])) {
            line[--length] = '\0';
        }
        char *word = line + length;
        while (word > line && !strchr(" \t,;", word[-1])) {
            word--;
        }
        percent[i] = point_text_number(word);
        if (isnan(percent[i])) {
            return "two numbers in per cent are wanted at the end";
        }
        if (fabs(percent[i]) > PERCENT_MAX) {
            return "a number in per cent is out of range";
        }
        *word = '\0';
    }
    char *name;
    unsigned long id = strtoul(line, &name, 10);
    bool has_id = name > line && id <= UINT32_MAX && strchr(" \t,;", *name);
    name = has_id ? name + strspn(name, " \t,;") : line;
    for (size_t length = strlen(name); length > 0 && strchr(" \t,;", name[length - 1]); length--) {
        name[length - 1] = '\0';
    }
    const struct zone_area *zone =
        has_id ? zones_find(zones, (uint32_t)id) : zones_find_name(zones, name);
    if (zone && has_id && text_compare_nocase_n(zone->name, name, strlen(name)) != 0) {
        return "the zone of this number has another name";
    }
    double x, y;
    if (!zone) {
        return "no such zone in the client's AreaTable";
    }
    if (!zones_point_of(zones, zone->id, percent, &x, &y)) {
        return "the zone has no map in the client's tables";
    }
    snprintf(text, 256, "%u\t%.6f\t%.6f\t", (unsigned)zone->map_id, x, y);
    return NULL;
}
