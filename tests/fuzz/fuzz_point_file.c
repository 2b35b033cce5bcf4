/* Files of points, in the kind that their first line tells and in each kind: lines come in order,
 * none beyond the last end of a line, and none longer than it may be. */
#include <stdlib.h>
#include <string.h>

#include "fuzz/fuzz.h"
#include "output/points/point_file.h"

static uint64_t count_ends(const uint8_t *data, size_t size)
{
    uint64_t count = 0;
    for (size_t i = 0; i < size; i++) {
        count += data[i] == '\n';
    }
    return count;
}

static void read_all(const uint8_t *data, size_t size, enum point_kind kind)
{
    struct point_file file = {.bytes = data, .bytes_left = size, .name = "points"};
    struct point_fields fields = {0};
    const char *line;
    size_t length;
    uint64_t last = 0;
    enum point_line found;
    while ((found = point_file_next(&file, kind, &line, &length)) != POINT_LINE_END) {
        bool is_wrong = found == POINT_LINE_WRONG;
        if (found == POINT_LINE_FAILED || file.line <= last || (is_wrong && !file.problem) ||
            (!is_wrong && (length == 0 || length > POINT_LINE_MAX))) {
            abort();
        }
        last = file.line;
        if (!is_wrong) {
            (void)point_text_split(kind, line, length, &fields);
        }
    }
    if (last > count_ends(data, size) + 1) {
        abort();
    }
    point_fields_free(&fields);
    point_file_close(&file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct point_file file = {.bytes = data, .bytes_left = size, .name = "points"};
    size_t length;
    const char *line = point_file_look(&file, NULL, &length);
    if (!point_file_is_chat(line, length) && !point_file_may_be_table(line, length)) {
        (void)point_file_look(&file, line + length, &length);
    }
    (void)point_file_csv_kind(&file);
    point_file_close(&file);
    for (enum point_kind kind = POINT_TSV; kind < POINT_KINDS; kind++) {
        read_all(data, size, kind);
    }
    return 0;
}
