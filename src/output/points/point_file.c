#include "output/points/point_file.h"

#include <errno.h>
#include <string.h>

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
    size_t got = fread(file->buffer.data + left, 1, file->buffer.size - left, file->file);
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

/* The length of what is there up to the end of the line, which may be behind quotes; the whole of
 * it, with *is_whole false, where the end is not there yet. */
static size_t line_length(const struct point_file *file, enum point_kind kind, bool *is_whole)
{
    const char *begin = (const char *)file->buffer.data + file->begin;
    size_t size = file->end - file->begin;
    size_t at = 0;
    bool is_open = false;
    while (at < size) {
        const char *end = memchr(begin + at, '\n', size - at);
        size_t next = end ? (size_t)(end - begin) : size;
        is_open = kind == POINT_CSV && point_text_is_open(begin + at, next - at, is_open);
        if (end && !is_open) {
            *is_whole = true;
            return next;
        }
        at = next + (end != NULL);
    }
    *is_whole = false;
    return size;
}

enum point_line point_file_next(struct point_file *file, enum point_kind kind, const char **line,
                                size_t *length)
{
    bool is_too_long = false;
    for (;;) {
        bool is_whole;
        if (file->begin == file->end && !read_more(file)) {
            return ferror(file->file) || !file->buffer.data ? POINT_LINE_FAILED
                   : is_too_long                            ? POINT_LINE_TOO_LONG
                                                            : POINT_LINE_END;
        }
        skip_mark(file);
        size_t size = line_length(file, kind, &is_whole);
        if (!is_whole && size <= POINT_LINE_MAX && read_more(file)) {
            continue;
        }
        const char *begin = (const char *)file->buffer.data + file->begin;
        file->begin += size + is_whole;
        if (!is_whole && size > POINT_LINE_MAX) {
            is_too_long = true;
            continue;
        }
        file->line += 1 + file->extra;
        file->extra = 0;
        for (size_t i = 0; i < size && kind == POINT_CSV; i++) {
            file->extra += begin[i] == '\n';
        }
        if (is_too_long || size > POINT_LINE_MAX) {
            return POINT_LINE_TOO_LONG;
        }
        size -= size > 0 && begin[size - 1] == '\r';
        if (size > 0) {
            *line = begin;
            *length = size;
            return POINT_LINE;
        }
    }
}

/* The first line, or what of it there is at once. */
static const char *first_line(struct point_file *file, size_t *length)
{
    if (file->begin == file->end) {
        (void)read_more(file);
    }
    skip_mark(file);
    const char *begin = (const char *)file->buffer.data + file->begin;
    size_t size = file->end - file->begin;
    const char *end = size ? memchr(begin, '\n', size) : NULL;
    *length = end ? (size_t)(end - begin) : size;
    return begin;
}

bool point_file_is_chat(struct point_file *file)
{
    size_t length;
    const char *begin = first_line(file, &length);
    if (length == 0 || begin[0] == '{' || memchr(begin, '\t', length)) {
        return false;
    }
    const char *x = memmem(begin, length, "X:", 2);
    return memmem(begin, length, "Map:", 4) ||
           (x && memmem(x, length - (size_t)(x - begin), "Y:", 2));
}

enum point_kind point_file_kind(struct point_file *file)
{
    size_t length;
    const char *begin = first_line(file, &length);
    if (length > 0 && begin[0] == '{') {
        return POINT_JSONL;
    }
    return length == 0 || memchr(begin, '\t', length) || !memchr(begin, ',', length) ? POINT_TSV
                                                                                     : POINT_CSV;
}

void point_file_close(struct point_file *file)
{
    if (file->file && file->file != stdin) {
        fclose(file->file);
    }
    buffer_free(&file->buffer);
    *file = (struct point_file){0};
}
