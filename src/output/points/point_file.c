/*
 * Lines are found in one buffer that holds the longest line and a read. A quote may span lines in
 * CSV; one that never ends would swallow the file, so reading goes on behind the line where it
 * opened, when 1 MiB has passed or the file ends.
 */
#include "output/points/point_file.h"

#include <errno.h>
#include <string.h>

#include "base/size.h"
#include "base/text.h"

enum { READ_BYTES = 256 << 10 };

/* Reads more behind what is left, which moves to the front. False at the end, or on failure. */
static bool read_more(struct point_file *file)
{
    size_t left = file->end - file->begin;
    if (file->is_at_end) {
        return false;
    }
    if (!file->buffer.data && !buffer_extend(&file->buffer, POINT_LINE_MAX + READ_BYTES)) {
        errno = ENOMEM;
        return false;
    }
    memmove(file->buffer.data, file->buffer.data + file->begin, left);
    file->begin = 0;
    file->end = left;
    size_t got = file->buffer.size - left;
    if (file->file) {
        got = fread(file->buffer.data + left, 1, got, file->file);
    } else {
        got = size_min(got, file->bytes_left);
        memcpy(file->buffer.data + left, file->bytes, got);
        file->bytes += got;
        file->bytes_left -= got;
    }
    file->end += got;
    file->is_at_end = got == 0;
    return got > 0;
}

static void skip_mark(struct point_file *file)
{
    static const uint8_t mark[] = {0xEF, 0xBB, 0xBF};
    if (file->line == 0 && file->end - file->begin >= sizeof mark &&
        memcmp(file->buffer.data + file->begin, mark, sizeof mark) == 0) {
        file->begin += sizeof mark;
    }
}

/* What the buffer has of the next line. */
struct line_extent {
    size_t bytes;  /* up to its end, or all that is there */
    bool is_whole; /* its end is there */
    uint64_t ends; /* of lines within it */
    /* CSV: a quote is open at the end, or something stands behind it that must not. */
    bool is_open, is_wrong;
    size_t quote_at;     /* the quote that opened last */
    uint64_t quote_ends; /* ends of lines before it */
    size_t separators;
};

static struct line_extent plain_extent(const char *begin, size_t size)
{
    const char *end = memchr(begin, '\n', size);
    return (struct line_extent){.bytes = end ? (size_t)(end - begin) : size,
                                .is_whole = end != NULL};
}

static struct line_extent csv_extent(const char *begin, size_t size, char separator)
{
    struct line_extent line = {0};
    enum csv_state state = CSV_FIELD;
    while (line.bytes < size && !line.is_wrong) {
        char c = begin[line.bytes];
        if (c == '\n' && state != CSV_QUOTED) {
            line.is_whole = true;
            return line;
        }
        enum csv_state next = csv_next(state, separator, c);
        if (state == CSV_FIELD && next == CSV_QUOTED) {
            line.quote_at = line.bytes;
            line.quote_ends = line.ends;
        }
        line.ends += c == '\n';
        line.separators += state != CSV_QUOTED && c == separator;
        line.is_wrong = next == CSV_WRONG;
        state = next;
        line.bytes++;
    }
    line.is_open = state == CSV_QUOTED;
    return line;
}

/* Passes over the rest of the line where a quote opened. False where its end is not there. */
static bool recover(struct point_file *file, const struct line_extent *line)
{
    const char *quote = (const char *)file->buffer.data + file->begin + line->quote_at;
    const char *end = memchr(quote, '\n', file->end - file->begin - line->quote_at);
    if (!end && !file->is_at_end) {
        return false;
    }
    file->begin = end ? (size_t)(end + 1 - (const char *)file->buffer.data) : file->end;
    file->line += 1 + file->extra + line->quote_ends;
    file->extra = 0;
    file->problem = point_text_open_quote;
    return true;
}

static enum point_line too_long(struct point_file *file)
{
    file->problem = "more than 1 MiB";
    return POINT_LINE_WRONG;
}

const char *const point_file_given_up =
    "more than 262144 lines were left out: the rest is not read";
_Static_assert(POINT_WRONG_LINES_MAX == 262144, "as the message says");

bool point_file_goes_on(struct point_file *file)
{
    file->wrong_lines += file->wrong_lines <= POINT_WRONG_LINES_MAX;
    return file->file == stdin || file->wrong_lines <= POINT_WRONG_LINES_MAX;
}

enum point_line point_file_next(struct point_file *file, enum point_kind kind, const char **line,
                                size_t *length)
{
    const char separator = csv_separator(kind);
    bool is_too_long = false; /* the line was begun, and what is there of it passed over */
    for (;;) {
        if (file->begin == file->end && !read_more(file)) {
            return (file->file && ferror(file->file)) || !file->buffer.data ? POINT_LINE_FAILED
                   : is_too_long                                            ? too_long(file)
                                                                            : POINT_LINE_END;
        }
        skip_mark(file);
        const char *begin = (const char *)file->buffer.data + file->begin;
        size_t size = file->end - file->begin;
        struct line_extent found = separator && !is_too_long ? csv_extent(begin, size, separator)
                                                             : plain_extent(begin, size);
        bool is_all = size > POINT_LINE_MAX || file->is_at_end;
        if ((found.is_wrong || (found.is_open && is_all)) && recover(file, &found)) {
            return POINT_LINE_WRONG;
        }
        if (!found.is_whole && !is_all) {
            (void)read_more(file);
            continue;
        }
        if (!is_too_long) {
            file->line += 1 + file->extra;
            file->extra = found.ends;
        }
        if (!found.is_whole && !file->is_at_end) {
            is_too_long = true;
            file->begin = file->end;
            continue;
        }
        file->begin += found.bytes + found.is_whole;
        if (is_too_long || found.bytes > POINT_LINE_MAX) {
            return too_long(file);
        }
        size = found.bytes - (found.bytes > 0 && begin[found.bytes - 1] == '\r');
        if (size > 0) {
            *line = begin;
            *length = size;
            return POINT_LINE;
        }
    }
}

const char *point_file_look(struct point_file *file, const char *behind, size_t *length)
{
    if (file->begin == file->end) {
        (void)read_more(file);
    }
    *length = 0;
    if (!file->buffer.data) {
        return "";
    }
    skip_mark(file);
    const char *begin = behind ? behind : (const char *)file->buffer.data + file->begin;
    const char *end = (const char *)file->buffer.data + file->end;
    while (begin < end &&
           (begin[0] == '\n' || (end - begin > 1 && begin[0] == '\r' && begin[1] == '\n'))) {
        begin++;
    }
    size_t size = (size_t)(end - begin);
    const char *line_end = size ? memchr(begin, '\n', size) : NULL;
    *length = line_end ? (size_t)(line_end - begin) : size;
    return begin;
}

/* Whether an object of JSON begins, behind blanks. */
static bool begins_object(const char *line, size_t length)
{
    while (length > 0 && strchr(" \t", line[0])) {
        line++;
        length--;
    }
    return length > 0 && line[0] == '{';
}

bool point_file_may_be_table(const char *line, size_t length)
{
    return begins_object(line, length) || memchr(line, '\t', length) || memchr(line, ',', length) ||
           memchr(line, ';', length);
}

bool point_file_is_chat(const char *line, size_t length)
{
    if (length == 0 || begins_object(line, length) || memchr(line, '\t', length)) {
        return false;
    }
    const char *x = bytes_find(line, length, "X:");
    return bytes_find(line, length, "Map:") ||
           (x && bytes_find(x, length - (size_t)(x - line), "Y:"));
}

enum point_kind point_file_kind(struct point_file *file)
{
    size_t length;
    const char *begin = point_file_look(file, NULL, &length);
    if (begins_object(begin, length)) {
        return POINT_JSONL;
    }
    if (length == 0 || memchr(begin, '\t', length)) {
        return POINT_TSV;
    }
    size_t semicolons = csv_extent(begin, length, ';').separators;
    size_t commas = csv_extent(begin, length, ',').separators;
    return semicolons > 0 && semicolons >= commas ? POINT_SEMICOLONS
           : commas > 0                           ? POINT_CSV
                                                  : POINT_TSV;
}

enum point_kind point_file_csv_kind(struct point_file *file)
{
    return point_file_kind(file) == POINT_SEMICOLONS ? POINT_SEMICOLONS : POINT_CSV;
}

void point_file_close(struct point_file *file)
{
    if (file->file && file->file != stdin) {
        fclose(file->file);
    }
    buffer_free(&file->buffer);
    *file = (struct point_file){0};
}
