/*
 * The quadtree divides one array of indices, which each step orders by quarter, until a block has
 * few rows. Groups are found by address: equal texts of a pool are one.
 */
#include "output/web/marker_blocks.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/size.h"

enum {
    BLOCK_ROWS = 1000, /* a script of 40 kB */
    DEPTH_MAX = 10,    /* a sixteenth of a tile */
    TENTH = 100000,    /* millionths of a yard */
};

/* The square of the grid that is divided; millionths of a yard. */
struct grid_square {
    int64_t x, y, edge; /* the lowest corner */
    uint32_t depth;
};

bool markers_are_on_page(const struct markers *markers)
{
    size_t points = 0;
    for (size_t i = 0; i < markers->count; i++) {
        points += markers->items[i].shape == MARKER_POINT;
    }
    return points <= MARKERS_ON_PAGE;
}

static size_t quarter_of(const struct marker *marker, const struct grid_square *square)
{
    int64_t half = square->edge / 2;
    return (marker->x >= square->x + half) * 2U + (marker->y >= square->y + half);
}

/* Makes blocks of order[begin..begin + count), which lie in the square. False: too many blocks. */
static bool divide(struct marker_blocks *blocks, size_t *scratch, struct grid_square square,
                   size_t begin, size_t count, size_t rows_max)
{
    const struct marker *items = blocks->markers->items;
    size_t rows = 0;
    for (size_t i = begin; i < begin + count; i++) {
        rows += 1 + items[blocks->order[i]].vertex_count / 8; /* eight points of a line are a row */
    }
    if (rows <= rows_max || square.depth == DEPTH_MAX || count <= 1) {
        if (count > 0 && blocks->count == MARKER_BLOCKS_MAX) {
            return false;
        }
        if (count > 0) {
            blocks->items[blocks->count++] = (struct marker_block){begin, count};
        }
        return true;
    }
    size_t ends[5] = {0};
    for (size_t i = begin; i < begin + count; i++) {
        ends[quarter_of(&items[blocks->order[i]], &square) + 1]++;
    }
    for (size_t quarter = 0; quarter < 4; quarter++) {
        ends[quarter + 1] += ends[quarter];
    }
    size_t at[4];
    memcpy(at, ends, sizeof at);
    for (size_t i = begin; i < begin + count; i++) {
        scratch[at[quarter_of(&items[blocks->order[i]], &square)]++] = blocks->order[i];
    }
    memcpy(blocks->order + begin, scratch, count * sizeof *scratch);
    int64_t half = square.edge / 2;
    for (size_t quarter = 0; quarter < 4; quarter++) {
        const struct grid_square part = {square.x + (int64_t)(quarter / 2) * half,
                                         square.y + (int64_t)(quarter % 2) * half, half,
                                         square.depth + 1};
        if (!divide(blocks, scratch, part, begin + ends[quarter], ends[quarter + 1] - ends[quarter],
                    rows_max)) {
            return false;
        }
    }
    return true;
}

/* The index of a marker's group. Equal texts of a pool are one pointer. */
static size_t group_of(const struct marker_blocks *blocks, const struct marker *marker)
{
    size_t group = 0;
    while (group < blocks->group_count && blocks->groups[group].first->group != marker->group) {
        group++;
    }
    return size_min(group, MARKER_GROUPS_MAX - 1);
}

static void add_to_group(struct marker_blocks *blocks, const struct marker *marker)
{
    size_t number = group_of(blocks, marker);
    struct marker_group *group = &blocks->groups[number];
    if (number == blocks->group_count) {
        blocks->group_count++;
        group->first = marker;
    }
    blocks->has_more_groups |= group->first->group != marker->group;
    group->points += marker->shape == MARKER_POINT;
    group->shapes += marker->shape != MARKER_POINT;
}

bool marker_blocks_make(const struct markers *markers, struct marker_blocks *blocks)
{
    bool are_on_page = markers_are_on_page(markers);
    size_t count = 0;
    *blocks = (struct marker_blocks){.markers = markers};
    blocks->order = malloc((markers->count + 1) * sizeof *blocks->order);
    blocks->items = malloc(MARKER_BLOCKS_MAX * sizeof *blocks->items);
    size_t *scratch = malloc((markers->count + 1) * sizeof *scratch);
    if (!blocks->order || !blocks->items || !scratch) {
        free(scratch);
        return false;
    }
    for (size_t i = 0; i < markers->count && !are_on_page; i++) {
        if (markers->items[i].shape == MARKER_POINT) {
            blocks->order[count++] = i;
        }
    }
    size_t points = count;
    for (size_t i = 0; i < markers->count; i++) {
        if (markers->items[i].shape != MARKER_POINT) {
            blocks->order[count++] = i;
        }
    }
    for (size_t i = 0; i < count; i++) {
        add_to_group(blocks, &markers->items[blocks->order[i]]);
    }
    const int64_t edge = INT64_C(34133333334); /* of the grid */
    const struct grid_square grid = {-edge / 2, -edge / 2, edge, 0};
    size_t rows_max = BLOCK_ROWS;
    while (!divide(blocks, scratch, grid, 0, points, rows_max) ||
           !divide(blocks, scratch, grid, points, count - points, rows_max)) {
        blocks->count = 0;
        rows_max *= 2;
    }
    free(scratch);
    return true;
}

void marker_blocks_free(struct marker_blocks *blocks)
{
    free(blocks->order);
    free(blocks->items);
    *blocks = (struct marker_blocks){0};
}

static const struct marker *marker_at(const struct marker_blocks *blocks,
                                      const struct marker_block *block, size_t i)
{
    return &blocks->markers->items[blocks->order[block->begin + i]];
}

/* What a block holds: its box, and the middle of its markers. */
struct block_outline {
    int64_t low[2], high[2]; /* millionths */
    int64_t sum[2];
    size_t shapes;
    size_t of_group[MARKER_GROUPS_MAX];
};

static void reach(struct block_outline *outline, int64_t x, int64_t y)
{
    const int64_t at[2] = {x, y};
    for (int axis = 0; axis < 2; axis++) {
        outline->low[axis] = at[axis] < outline->low[axis] ? at[axis] : outline->low[axis];
        outline->high[axis] = at[axis] > outline->high[axis] ? at[axis] : outline->high[axis];
    }
}

static void find_outline(const struct marker_blocks *blocks, const struct marker_block *block,
                         struct block_outline *outline)
{
    *outline =
        (struct block_outline){.low = {INT64_MAX, INT64_MAX}, .high = {INT64_MIN, INT64_MIN}};
    for (size_t i = 0; i < block->count; i++) {
        const struct marker *marker = marker_at(blocks, block, i);
        reach(outline, marker->x, marker->y);
        for (size_t k = 0; k < marker->vertex_count; k++) {
            const struct marker_vertex *vertex = &blocks->markers->vertices[marker->first + k];
            reach(outline, vertex->x, vertex->y);
        }
        outline->shapes += marker->shape != MARKER_POINT;
        outline->sum[0] += marker->x;
        outline->sum[1] += marker->y;
        outline->of_group[group_of(blocks, marker)]++;
    }
}

/* A number of yards, rounded to a tenth towards zero. */
static void put_tenths(struct json *json, int64_t millionths)
{
    json_decimal(json, NULL, millionths / TENTH * TENTH);
}

/* [lowest x, y, highest x, y, middle x, y, lines and areas, [group, markers, ...]] */
static void put_block(struct json *json, const struct marker_blocks *blocks,
                      const struct marker_block *block)
{
    struct block_outline outline;
    find_outline(blocks, block, &outline);
    int64_t count = (int64_t)block->count;
    const int64_t numbers[] = {outline.low[0],  outline.low[1],         outline.high[0],
                               outline.high[1], outline.sum[0] / count, outline.sum[1] / count};
    json_break(json, 0);
    json_array(json, NULL);
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        put_tenths(json, numbers[i]);
    }
    json_number(json, NULL, (double)outline.shapes);
    json_array(json, NULL);
    for (size_t group = 0; group < blocks->group_count; group++) {
        if (outline.of_group[group]) {
            json_number(json, NULL, (double)group);
            json_number(json, NULL, (double)outline.of_group[group]);
        }
    }
    json_end(json);
    json_end(json);
}

void marker_blocks_data(struct json *json, const struct marker_blocks *blocks)
{
    json_object(json, "points");
    enum json_style before = json_set_style(json, JSON_SCRIPT);
    json_array(json, "groups");
    for (size_t i = 0; i < blocks->group_count; i++) {
        const struct marker_group *group = &blocks->groups[i];
        json_object(json, NULL);
        bool is_rest = blocks->has_more_groups && i == MARKER_GROUPS_MAX - 1;
        json_string(json, "name", is_rest ? "Others" : group->first->group);
        json_string(json, "icon", group->first->icon);
        json_string(json, "color", group->first->color);
        json_bool(json, "hidden", group->first->is_hidden);
        json_number(json, "count", (double)(group->points + group->shapes));
        json_end(json);
    }
    json_end(json);
    json_array(json, "blocks");
    for (size_t i = 0; i < blocks->count; i++) {
        put_block(json, blocks, &blocks->items[i]);
    }
    json_end(json);
    json_set_style(json, before);
    json_end(json);
}

/* The members behind the place; those at the end that are missing are left out. */
static void put_looks(struct json *json, const struct marker *marker, const struct marker *first)
{
    const char *const texts[] = {strcmp(marker->icon, first->icon) != 0 ? marker->icon : "",
                                 strcmp(marker->color, first->color) != 0 ? marker->color : "",
                                 marker->text, marker->link, marker->picture};
    size_t count = COUNT_OF(texts);
    while (count > 0 && !texts[count - 1][0]) {
        count--;
    }
    for (size_t i = 0; i < count; i++) {
        if (texts[i][0]) {
            json_string(json, NULL, texts[i]);
        } else {
            json_number(json, NULL, 0);
        }
    }
}

/* Differences of the rounded numbers, so that errors do not add up. */
static void put_vertices(struct json *json, const struct marker_vertex *vertices, size_t count)
{
    int64_t x = 0, y = 0;
    json_array(json, NULL);
    for (size_t i = 0; i < count; i++) {
        int64_t next_x = vertices[i].x / TENTH;
        int64_t next_y = vertices[i].y / TENTH;
        json_decimal(json, NULL, (next_x - x) * TENTH);
        json_decimal(json, NULL, (next_y - y) * TENTH);
        x = next_x;
        y = next_y;
    }
    json_end(json);
}

void marker_blocks_script(struct buffer *text, const struct marker_blocks *blocks, size_t number)
{
    const struct marker_block *block = &blocks->items[number];
    struct json json = json_to(text, JSON_SCRIPT);
    buffer_printf(text, "adtmap.points[%zu] = ", number);
    json_array(&json, NULL);
    for (size_t i = 0; i < block->count; i++) {
        const struct marker *marker = marker_at(blocks, block, i);
        size_t group = group_of(blocks, marker);
        json_break(&json, 0);
        json_array(&json, NULL);
        json_number(&json, NULL, (double)group);
        json_string(&json, NULL, marker->name);
        if (marker->shape == MARKER_POINT) {
            put_tenths(&json, marker->x);
            put_tenths(&json, marker->y);
        } else {
            put_vertices(&json, blocks->markers->vertices + marker->first, marker->vertex_count);
            json_number(&json, NULL, marker->shape == MARKER_AREA);
        }
        put_looks(&json, marker, blocks->groups[group].first);
        json_end(&json);
    }
    json_end(&json);
    buffer_printf(text, ";\n");
}

/* A marker by its name, in a group and a block. */
struct named {
    const char *name;
    size_t group, block;
};

static int compare_named(const void *a, const void *b)
{
    const struct named *one = a;
    const struct named *other = b;
    if (one->name != other->name) { /* equal texts are one pointer */
        return strcmp(one->name, other->name);
    }
    return one->group != other->group ? (one->group > other->group) - (one->group < other->group)
                                      : (one->block > other->block) - (one->block < other->block);
}

bool marker_blocks_names(struct buffer *text, const struct marker_blocks *blocks, size_t *left)
{
    size_t count = 0;
    struct named *all = malloc((blocks->markers->count + 1) * sizeof *all);
    *left = 0;
    if (!all) {
        return false;
    }
    for (size_t block = 0; block < blocks->count; block++) {
        for (size_t i = 0; i < blocks->items[block].count; i++) {
            const struct marker *marker = marker_at(blocks, &blocks->items[block], i);
            all[count++] = (struct named){marker->name, group_of(blocks, marker), block};
        }
    }
    array_sort(all, count, sizeof *all, compare_named);
    struct json json = json_to(text, JSON_SCRIPT);
    buffer_printf(text, "adtmap.points.names = ");
    json_array(&json, NULL);
    for (size_t i = 0, end; i < count;) {
        const struct named *first = &all[i];
        bool is_full = text->size > MARKER_NAMES_BYTES_MAX;
        *left += is_full;
        if (!is_full) {
            json_break(&json, 0);
            json_array(&json, NULL);
            json_number(&json, NULL, (double)first->group);
            json_string(&json, NULL, first->name);
        }
        for (; i < count && all[i].name == first->name && all[i].group == first->group; i = end) {
            for (end = i; end < count && compare_named(&all[i], &all[end]) == 0; end++) {
            }
            if (!is_full) {
                json_number(&json, NULL, (double)all[i].block);
                json_number(&json, NULL, (double)(end - i));
            }
        }
        if (!is_full) {
            json_end(&json);
        }
    }
    json_end(&json);
    buffer_printf(text, ";\n");
    free(all);
    return true;
}
