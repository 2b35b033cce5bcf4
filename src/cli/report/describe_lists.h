/* Names of files in a report, and its lists: how many entries they have at most, and files with how
 * often they are used. */
#ifndef CLI_REPORT_DESCRIBE_LISTS_H
#define CLI_REPORT_DESCRIBE_LISTS_H

#include <stddef.h>
#include <stdint.h>

struct json;

/* A file's name; "id:<number>" where it has none; "" where it has neither. */
void describe_asset(struct json *facts, const char *key, const char *name, uint32_t file_id);

/* A list that is as long as the file allows would take 40 times the memory of the file. Real tiles
 * place fewer than 20000 doodads. */
enum { DESCRIBE_LIST_MAX = 32768 };

/* Begins the array `list`, and returns how many of `count` entries it shows: at most `most`. */
size_t describe_begin_list(struct json *facts, const char *list, size_t count, size_t most);

/* Ends it. If there are more, adds the member "LIST_left_out" with the rest. */
void describe_end_list(struct json *facts, const char *list, size_t count, size_t most);

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
