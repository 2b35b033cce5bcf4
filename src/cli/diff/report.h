/*
 * What 'compare' and 'diff' have found, to be told: a part for each map, or one for two folders of
 * pictures, and in it an item for each thing that was compared, in the order in which it is told.
 * Who compares fills it in: picture_report.c, data_report.c, log_report.c. Five writers go over it,
 * a file each: text and JSON for standard output, JUnit XML, Markdown and a page for files.
 *
 * Text and JSON are written part by part, while what was compared is still there: JSON has all its
 * numbers, which the items name. Files are written at the end, from the texts of all parts.
 */
#ifndef CLI_DIFF_REPORT_H
#define CLI_DIFF_REPORT_H

#include "base/buffer.h"
#include "base/diag.h"
#include "base/json.h"

enum report_verdict {
    REPORT_SAME,
    REPORT_DIFFERENT,
    REPORT_ADDED,      /* only the second side has it */
    REPORT_REMOVED,    /* only the first side has it */
    REPORT_UNREADABLE, /* on one side */
    REPORT_VERDICTS
};

/* "same", "different", ... */
const char *report_verdict_name(enum report_verdict verdict);

/* The pictures of an item. */
enum report_shown { REPORT_BEFORE = 1, REPORT_AFTER = 2, REPORT_DIFF = 4 };

struct report_item;
struct report_part;

/* What an item is about. */
struct report_kind {
    const char *word;   /* before its name: "tile"; "": the name says it */
    const char *array;  /* the key of the array in JSON that has it; NULL: none has */
    const char *line;   /* in text: %m is the part's name, %n the item's, %w the word */
    const char *behind; /* comes between the line and the reason */
    bool is_grouped;    /* in text and files items of one name and word are one, unless is_long */

    /* Adds the members of its object in JSON. */
    void (*describe)(struct json *json, const struct report_part *part,
                     const struct report_item *item);
};

/* Texts are numbers of bytes in part->texts. */
struct report_item {
    const struct report_kind *kind;
    enum report_verdict verdict;
    const char *word; /* "moved"; "": the reason tells the verdict */
    uint32_t number;  /* for kind->describe */
    size_t name;
    size_t reason;  /* one line; 0: none */
    size_t details; /* further lines for text, a text each, and an empty one; 0: none */
    size_t picture; /* below the page's folder, without its end; 0: none */
    unsigned shown; /* of enum report_shown: PICTURE.before.png and so on */
    uint32_t width[2], height[2]; /* of before and after; 0: not known */
};

struct report_part_kind {
    const char *arrays[3]; /* of its object in JSON, in this order; NULL: no more */
    const char *array_if;  /* the one that is left out if it is empty; NULL: none */

    /* Adds the members before the arrays. */
    void (*describe)(struct json *json, const struct report_part *part);
};

struct report_part {
    const struct report_part_kind *kind;
    const void *subject; /* what was compared; borrowed while text and JSON are written */
    size_t name;         /* of the map; 0: of pictures of two folders */
    size_t summary;      /* "Demo: 1 tile added"; 0: none */
    bool is_long;
    struct report_item *items; /* of ARRAY_ROOM */
    size_t count;
    size_t counts[REPORT_VERDICTS];
    struct buffer texts;
    bool failed; /* out of memory */
};

struct report {
    const char *command;       /* "adtmap compare" */
    struct report_part *parts; /* of ARRAY_ROOM */
    size_t count;
    bool failed; /* out of memory */
};

/* Adds a part; NULL when out of memory. */
struct report_part *report_add_part(struct report *report, const struct report_part_kind *kind,
                                    const void *subject);

/* Adds an item, borrowed until the next one is added; NULL when out of memory. */
struct report_item *report_add(struct report_part *part, const struct report_kind *kind,
                               enum report_verdict verdict, const char *word, uint32_t number);

/* Adds a text; in pieces the caller appends to part->texts in between. */
size_t report_text(struct report_part *part, const char *text);
size_t report_text_begin(struct report_part *part);
void report_text_end(struct report_part *part);

/* Whether nothing was lost as memory ran out. */
bool report_is_whole(const struct report *report);

/* Frees all parts, and leaves an empty report. */
void report_free(struct report *report);

/* A text that was added. */
static inline const char *report_text_of(const struct report_part *part, size_t text)
{
    return text ? (const char *)part->texts.data + text : "";
}

/* What readers are told of together with item `index`: that and those behind it, at least 1. */
size_t report_group(const struct report_part *part, size_t index);

/* What an item is, "Demo tile 32_40", and what of it, "changed: height 145 vertices in 1 chunk"; of
 * a group what it has in common. The text is in `room`, which is emptied before; "" when out of
 * memory, which room->failed tells. */
const char *report_label(const struct report_part *part, size_t index, struct buffer *room);
const char *report_message(const struct report_part *part, size_t index, struct buffer *room);

/* Prints a part on stdout, for people. */
void report_print(const struct report_part *part);

/* Adds a part as an object. */
void report_json(struct json *json, const struct report_part *part);

/* Append "before", "after" or "diff", and the address of such a picture below the page. */
const char *report_shown_name(enum report_shown shown);
void report_append_address(struct buffer *text, const struct report_part *part,
                           const struct report_item *item, enum report_shown shown);

/*
 * Write all parts, and explain it on `diag` if that fails. The page is DIR/index.html. Markdown is
 * a line of counts and a table of what is not the same; with the address at which DIR is published
 * it shows the page's pictures. Names are shown as they are, whatever they contain. Hosts take
 * comments of 65536 characters. ADTMAP_IO, ADTMAP_NO_MEMORY.
 */
enum {
    REPORT_MARKDOWN_ROWS = 100,
    REPORT_MARKDOWN_SHOWN = 40, /* rows with pictures */
    REPORT_MARKDOWN_BYTES = 60000,
};
enum adtmap_status report_write_html(const struct report *report, const char *folder,
                                     const struct diag *diag);
enum adtmap_status report_write_junit(const struct report *report, const char *path,
                                      const struct diag *diag);
enum adtmap_status report_write_markdown(const struct report *report, const char *address,
                                         const char *path, const struct diag *diag);

/* Append "1 picture differs", "3 of 12 maps differ" or "All 12 maps are the same", and "9 the same,
 * 2 different": verdicts from `first` on that a picture has. */
void report_append_headline(struct buffer *text, const struct report *report);
void report_append_counts(struct buffer *text, const struct report *report,
                          enum report_verdict first);

/* Of maps instead of counts: whether the part has a summary that a reader needs. */
bool report_has_summary(const struct report_part *part);

/* How many there are, in all parts. */
size_t report_count(const struct report *report, enum report_verdict verdict);
size_t report_count_all(const struct report *report);

#endif
