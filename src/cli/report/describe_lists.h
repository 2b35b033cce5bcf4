/* Lists of a report: how many entries they have at most, and files with how often they are used. */
#ifndef CLI_REPORT_DESCRIBE_LISTS_H
#define CLI_REPORT_DESCRIBE_LISTS_H

#include <stddef.h>
#include <stdint.h>

struct cJSON;

/* An entry takes up to 3 KiB as JSON: a list that is as long as the file allows would take 80 times
 * the memory of the file. Real tiles place fewer than 20000 doodads. */
enum { DESCRIBE_LIST_MAX = 32768 };

/*
 * How many of `count` entries a list shows: at most `most`. If there are more, adds the member
 * "LIST_left_out" with the rest to `facts`.
 */
size_t describe_shown(struct cJSON *facts, const char *list, size_t count, size_t most);

/* A file that something refers to: its name, or NULL and its file id. The rest is set below. */
struct used_file {
    const char *name;
    uint32_t file_id;
    uint32_t uses;
    size_t order; /* of the first use */
};

/* Memory for `count` of them; NULL, which common_json_is_whole remembers, when out of memory. */
struct used_file *used_files_alloc(size_t count);

/* Adds the array `list` of {name, `unit`: uses}, with each file once, in order of first use. Frees
 * the files; NULL: adds nothing. */
void describe_used_files(struct cJSON *facts, const char *list, const char *unit,
                         struct used_file *files, size_t count);

#endif
