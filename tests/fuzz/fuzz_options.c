/* Option values: the first byte selects the kind of option, the rest is its value. */
#include <stdlib.h>
#include <string.h>

#include "cli/options/option_kinds.h"
#include "fuzz/fuzz.h"

struct values {
    uint32_t whole;
    struct option_optional_real real;
    float number;
    float light[3];
    float direction[3];
    struct option_numbers numbers;
    struct option_optional_colors colors;
    struct option_optional_tiles tiles;
    uint8_t background[4];
    uint32_t bits;
    int choice;
};

static const char *const choices[] = {"one", "two", NULL};

#define ROW(kind_, field)                                                                          \
    .name = #field, .kind = &option_##kind_, .offset = offsetof(struct values, field)

static const struct option_row rows[] = {
    {ROW(whole, whole), .low = 16, .high = 8192},
    {ROW(real, real), .low = 0, .high = 1},
    {ROW(real, real)},
    {ROW(light, light), .low = 0, .high = 2},
    {ROW(direction, direction)},
    {ROW(numbers, numbers)},
    {ROW(colors, colors)},
    {ROW(tiles, tiles)},
    {ROW(background, background)},
    {ROW(on_off, bits), .value = 1},
    {ROW(choice, choice), .choices = choices},
    {ROW(float, number), .low = 0, .high = 1},
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct values values;
    char problem[OPTION_PROBLEM_BYTES];
    char shown[OPTION_DEFAULT_BYTES];
    if (size == 0) {
        return -1;
    }
    const struct option_row *row = &rows[data[0] % (sizeof rows / sizeof *rows)];
    char *text = malloc(size);
    if (!text) {
        return -1;
    }
    memset(&values, 0, sizeof values);
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    if (option_apply(row, &values, text, problem) && row->kind->show) {
        row->kind->show(row, (const char *)&values + row->offset, shown);
    }
    free(text);
    return 0;
}
