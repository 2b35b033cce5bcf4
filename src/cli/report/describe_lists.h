/* Names of files in a report, and its lists: how many entries they have at most, and files with how
 * often they are used. */
#ifndef CLI_REPORT_DESCRIBE_LISTS_H
#define CLI_REPORT_DESCRIBE_LISTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct json;

/* A file's name; "id:<number>" where it has none; "" where it has neither. */
void describe_asset(struct json *facts, const char *key, const char *name, uint32_t file_id);

/* A list that is as long as the file allows would take 40 times the memory of the file. Real tiles
 * place fewer than 20000 doodads. */
enum { DESCRIBE_LIST_MAX = 32768 };

/*
 * A list that a loop adds, a turn an entry, which is an object:
 *
 *     for (struct list_walk at = describe_list(facts, "lights", count); describe_next(&at);) {
 *         ... lights[at.index] ...
 *     }
 *
 * Where not all entries are shown, "lights_left_out" has the number of the others.
 */
struct list_walk {
    struct json *facts;
    const char *name;
    size_t count, shown;
    bool is_plain; /* entries are values */
    bool has_begun;
    size_t index; /* of the entry */
};

/* Of DESCRIBE_LIST_MAX objects at most; of all; of values, `most` of them. */
struct list_walk describe_list(struct json *facts, const char *name, size_t count);
struct list_walk describe_whole_list(struct json *facts, const char *name, size_t count);
struct list_walk describe_values(struct json *facts, const char *name, size_t count, size_t most);
bool describe_next(struct list_walk *list);

/* A file that something refers to: its name, or NULL and its file id. The rest is set below. */
struct used_file {
    const char *name;
    uint32_t file_id;
    uint32_t uses;
    size_t order; /* of the first use */
};

/* Adds the array `list` of {name, `unit`: uses}, with each file once, in order of first use. Frees
 * the files, which are from malloc; NULL is out of memory. */
void describe_used_files(struct json *facts, const char *list, const char *unit,
                         struct used_file *files, size_t count);

#endif
