/* Reads built ADTs for tests and stores status, tile, failure and warnings. */
#ifndef TESTS_ADT_READING_H
#define TESTS_ADT_READING_H

#include <stdlib.h>
#include <string.h>

#include "formats/adt/adt.h"
#include "formats/adt_builder.h"
#include "formats/captured.h"

struct reading {
    enum adtmap_status status;
    struct adt_tile *tile; /* NULL after a failure */
    struct adtmap_message failure;
    struct captured captured;
    struct arena arena;
    uint8_t *data; /* a copy of exact size, so that sanitizers detect reads outside */
};

/* Memory that is used again for the next reading: tests read thousands of files. */
static struct arena reading_kept;

/* Reads the first `size` bytes of `bytes`. */
static inline void reading_begin(struct reading *reading, const struct buffer *bytes, size_t size,
                                 enum adt_alpha_depth depth)
{
    memset(reading, 0, sizeof *reading);
    reading->arena = reading_kept;
    reading_kept = (struct arena){0};
    struct adtmap_log log = {captured_write, &reading->captured};
    struct diag diag = {"test.adt", &log, &reading->failure};
    reading->data = malloc(size ? size : 1);
    memcpy(reading->data, bytes->data, size);
    const struct adt_files files = {.root = {.data = reading->data, .size = size}};
    const struct adt_request facts = {.contents = ADT_TERRAIN, .alpha_depth = depth};
    reading->status = adt_read(&files, &facts, &reading->arena, &diag, &reading->tile);
    if (reading->status) {
        reading->tile = NULL;
    }
}

static inline void reading_end(struct reading *reading)
{
    arena_free(&reading_kept);
    reading_kept = reading->arena;
    arena_reset(&reading_kept);
    free(reading->data);
}

/* Builds a file from `plan` and reads it. */
static inline void reading_of(struct reading *reading, const struct adt_plan *plan,
                              enum adt_alpha_depth depth)
{
    struct adt_built built;
    adt_build(plan, &built);
    reading_begin(reading, &built.bytes, built.bytes.size, depth);
    adt_built_free(&built);
}

/* A tile with all features: three 4-bit alpha maps, shadows, colours, holes, references. */
static inline struct adt_plan plan_of_4_bits(void)
{
    return (struct adt_plan){
        .tile_x = 30,
        .tile_y = 41,
        .chunk_count = BUILT_CHUNKS,
        .flags = BUILT_FLAG_SHADOW | BUILT_FLAG_COLORS | BUILT_FLAG_FIXED,
        .holes = 0x8421,
        .texture_count = 6,
        .layer_count = 4,
        .layers = {{2, 0, BUILT_ALPHA_NONE},
                   {5, 0x100, BUILT_ALPHA_4BIT},
                   {0, 0x100, BUILT_ALPHA_4BIT},
                   {3, 0x100, BUILT_ALPHA_4BIT}},
        .doodad_refs = 2,
        .object_refs = 1,
    };
}

/* As plan_of_4_bits, with 8-bit maps, raw and run-length coded in one chunk. */
static inline struct adt_plan plan_of_8_bits(void)
{
    struct adt_plan plan = plan_of_4_bits();
    plan.layers[1] = (struct built_layer){5, 0x300, BUILT_ALPHA_RUNS};
    plan.layers[2] = (struct built_layer){0, 0x100, BUILT_ALPHA_8BIT};
    plan.layers[3] = (struct built_layer){3, 0x300, BUILT_ALPHA_RUNS};
    return plan;
}

#endif
