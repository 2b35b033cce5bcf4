#include "faults/records.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "faults/child.h"
#include "job/ledger.h"

static const struct note *sorted_inputs;

bool records_are_at(const char *path)
{
    return strstr(path, "/.adtmap/ledger") != NULL;
}

static int compare_inputs(const void *left, const void *right)
{
    const struct note *a = &sorted_inputs[*(const uint32_t *)left];
    const struct note *b = &sorted_inputs[*(const uint32_t *)right];
    return strcmp(a->name, b->name);
}

static void put_in_order(struct ledger *ledger)
{
    sorted_inputs = ledger->inputs;
    for (uint32_t i = 0; i < ledger->input_count; i++) {
        ledger->inputs[i].key = 0;
    }
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID; i++) {
        struct ledger_tile *tile = &ledger->tiles[i / TILE_SET_GRID][i % TILE_SET_GRID];
        tile->file.key = 0;
        if (tile->input_count > 0) {
            qsort(tile->inputs, tile->input_count, sizeof *tile->inputs, compare_inputs);
        }
    }
    ledger->stitched.key = 0;
}

/* The ledger as text that depends on its records alone; NULL when it cannot be read. */
static char *read_in_order(const char *path, size_t *size)
{
    static const char ordered[] = "ledger-in-order";
    const struct diag nobody = {0};
    struct ledger *ledger = ledger_create();
    bool fine = ledger && ledger_read(ledger, path, &nobody) == ADTMAP_OK;
    if (fine) {
        put_in_order(ledger);
        fine = ledger_write(ledger, ordered, &nobody) == ADTMAP_OK;
    }
    ledger_destroy(ledger);
    char *text = fine ? read_whole(ordered, size) : NULL;
    unlink(ordered);
    return text;
}

bool records_are_same(const char *path, const char *other)
{
    size_t size = 0;
    size_t other_size = 0;
    char *text = read_in_order(path, &size);
    char *other_text = read_in_order(other, &other_size);
    bool same = text && other_text && size == other_size && memcmp(text, other_text, size) == 0;
    free(text);
    free(other_text);
    return same;
}
