/*
 * Points as people paste them: what .gps prints in a server's chat, and per cent of a zone's map.
 * Both become a line of TSV with the columns map, x, y and z.
 */
#ifndef CLI_POINTS_POINT_CHAT_H
#define CLI_POINTS_POINT_CHAT_H

#include <stdbool.h>
#include <stdint.h>

#include "locate/zones.h"

/* The map that the last "Map:" of a chat names. */
struct point_chat {
    bool has_map;
    uint64_t map;
};

/* Turns a line of a chat into a map and a point. False for a line without one, which may name the
 * map of those to come. */
bool point_chat_read(struct point_chat *chat, const char *line, char text[256]);

/* Turns "12 Elwynn Forest 48.2 42.1" into a map and a point; behind a number the beginning of the
 * name is enough. Changes the line. NULL, or what is wrong; static storage. */
const char *point_percent_read(const struct zones *zones, char *line, char text[256]);

#endif
