/*
 * Tiles are read row by row, so a picture takes the memory of one row, however large the zone is; a
 * scaled one that of its result. Scaling adds each pixel of a tile to the results that it counts
 * for, with a triangle as wide as a result's step: each tile is read once, in any order, and what
 * no tile covers is background by its share.
 */
#include "output/zones/zone_picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/number.h"
#include "codec/png/png_filter.h"
#include "codec/png/png_read.h"
#include "codec/png/png_stream.h"
#include "formats/grid.h"

/* The edges of a frame in tiles from the grid's north-west corner: left, right, top, bottom. */
static void tiles_of_frame(const int64_t frame[4], double edges[4])
{
    for (int i = 0; i < 4; i++) {
        edges[i] = grid_tile_at(number_of_millionths(frame[i]));
    }
}

struct zone_rectangle zone_rectangle(const int64_t frame[4], uint32_t size_px)
{
    double edges[4];
    int64_t lines[4];
    tiles_of_frame(frame, edges);
    for (int i = 0; i < 4; i += 2) {
        lines[i] = llround(edges[i] * size_px);
        lines[i + 1] = llround(edges[i + 1] * size_px);
        if (lines[i] == lines[i + 1]) {
            lines[i] = (int64_t)floor(edges[i] * size_px);
            lines[i + 1] = lines[i] + 1;
        }
    }
    return (struct zone_rectangle){
        .left = lines[0], .right = lines[1], .top = lines[2], .bottom = lines[3]};
}

bool zone_rectangle_fits(const struct zone_rectangle *rectangle)
{
    double width = (double)(rectangle->right - rectangle->left);
    return width * (double)(rectangle->bottom - rectangle->top) <= ZONE_PIXELS_MAX;
}

void zone_rectangle_edges(const struct zone_rectangle *rectangle, uint32_t size_px, double edges[4])
{
    const int64_t lines[4] = {rectangle->left, rectangle->right, rectangle->top, rectangle->bottom};
    for (int i = 0; i < 4; i++) {
        edges[i] = grid_edge_yd((double)lines[i] / size_px);
    }
}

const char *const zone_edges[4] = {"west", "east", "north", "south"};

void zone_frame_describe(struct json *json, const char *key, const int64_t frame[4])
{
    json_object(json, key);
    for (int i = 0; i < 4; i++) {
        json_decimal(json, zone_edges[i], frame[i]);
    }
    json_end(json);
}

struct tile_set zone_frame_tiles(const int64_t frame[4])
{
    double edges[4];
    struct tile_set tiles = {0};
    tiles_of_frame(frame, edges);
    for (struct tile_step tile = {0}; tile_next(&tile);) {
        if (tile.x + 1 > edges[0] && tile.x < edges[1] && tile.y + 1 > edges[2] &&
            tile.y < edges[3]) {
            tile_set_add(&tiles, tile.x, tile.y);
        }
    }
    return tiles;
}

/* Opens the picture of a tile. Its messages name the file for as long as *path is there, which the
 * caller frees. */
static enum adtmap_status open_tile(const struct zone_tiles *tiles, uint32_t x, uint32_t y,
                                    const struct diag *diag, char **path, struct png_rows **rows)
{
    uint32_t width;
    uint32_t height;
    *path = tiles->path(tiles->user, x, y);
    enum adtmap_status status =
        *path ? png_rows_open(*path, diag, rows, &width, &height) : diag_fail_memory(diag);
    if (!status && (width != tiles->size_px || height != tiles->size_px)) {
        const struct diag at_path = diag_at(diag, *path);
        status = diag_fail(&at_path, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                           "is %u x %u pixels, and no tile of %u", (unsigned)width,
                           (unsigned)height, (unsigned)tiles->size_px);
    }
    return status;
}

/* A row of tiles being read. */
struct zone_row {
    char *paths[TILE_SET_GRID];
    struct png_rows *rows[TILE_SET_GRID];
};

static void close_row(struct zone_row *row)
{
    for (int x = 0; x < TILE_SET_GRID; x++) {
        png_rows_close(row->rows[x]);
        free(row->paths[x]);
    }
    *row = (struct zone_row){0};
}

/* Opens the tiles of row `y` that the rectangle has a part of. */
static enum adtmap_status open_row(const struct zone_tiles *tiles,
                                   const struct zone_rectangle *rectangle, uint32_t y,
                                   const struct diag *diag, struct zone_row *row)
{
    enum adtmap_status status = ADTMAP_OK;
    for (uint32_t x = 0; x < TILE_SET_GRID && !status; x++) {
        int64_t left = (int64_t)x * tiles->size_px;
        if (tile_set_has(tiles->present, x, y) && left < rectangle->right &&
            left + tiles->size_px > rectangle->left) {
            status = open_tile(tiles, x, y, diag, &row->paths[x], &row->rows[x]);
        }
    }
    return status;
}

/* Copies the next row of the tiles to where they are in `line`, the rectangle's; `tile` has room
 * for a row of one. */
static enum adtmap_status read_line(const struct zone_tiles *tiles,
                                    const struct zone_rectangle *rectangle, struct zone_row *row,
                                    uint8_t *tile, uint8_t *line)
{
    for (int x = 0; x < TILE_SET_GRID; x++) {
        int64_t begin = (int64_t)x * tiles->size_px;
        int64_t end = begin + tiles->size_px;
        if (!row->rows[x]) {
            continue;
        }
        enum adtmap_status status = png_rows_next(row->rows[x], tile);
        if (status) {
            return status;
        }
        int64_t from = begin > rectangle->left ? begin : rectangle->left;
        int64_t to = end < rectangle->right ? end : rectangle->right;
        memcpy(line + 4 * (from - rectangle->left), tile + 4 * (from - begin),
               4 * (size_t)(to - from));
    }
    return ADTMAP_OK;
}

/* Reads the rows of the rectangle in the row of tiles at `y`, and those above its part. */
static enum adtmap_status write_row(const struct zone_tiles *tiles,
                                    const struct zone_rectangle *rectangle, int64_t y,
                                    const struct png_options *options, struct png_stream *stream,
                                    const struct diag *diag, uint8_t *scratch)
{
    size_t width = (size_t)(rectangle->right - rectangle->left);
    uint8_t *tile = scratch;
    uint8_t *line = tile + 4 * (size_t)tiles->size_px;
    uint8_t *packed = line + 4 * width;
    struct zone_row row = {0};
    int64_t top = y * tiles->size_px;
    int64_t bottom = top + tiles->size_px;
    bool is_on_grid = y >= 0 && y < TILE_SET_GRID;
    bottom = bottom < rectangle->bottom ? bottom : rectangle->bottom;
    enum adtmap_status status =
        is_on_grid ? open_row(tiles, rectangle, (uint32_t)y, diag, &row) : ADTMAP_OK;
    for (size_t i = 0; i < 4 * width; i++) {
        line[i] = tiles->background[i % 4];
    }
    for (int64_t at = top; at < bottom && !status; at++) {
        status = read_line(tiles, rectangle, &row, tile, line);
        if (!status && at >= rectangle->top) {
            png_pack_kind(options->kind, line, (uint32_t)width, packed);
            status = png_stream_rows(stream, packed, 1, 0);
        }
    }
    close_row(&row);
    return status;
}

enum adtmap_status zone_picture_write(const char *path, const struct zone_tiles *tiles,
                                      const struct zone_rectangle *rectangle,
                                      const struct png_options *options, const struct diag *diag)
{
    uint32_t width = (uint32_t)(rectangle->right - rectangle->left);
    uint32_t height = (uint32_t)(rectangle->bottom - rectangle->top);
    struct png_stream *stream = NULL;
    uint8_t *scratch = malloc(4 * (size_t)tiles->size_px + 8 * (size_t)width);
    enum adtmap_status status =
        scratch ? png_stream_open(path, width, height, options, 1, diag, &stream)
                : diag_fail_memory(diag);
    int64_t size_px = tiles->size_px;
    int64_t first = rectangle->top >= 0 ? rectangle->top / size_px
                                        : -((-rectangle->top + size_px - 1) / size_px);
    for (int64_t y = first; !status && y * size_px < rectangle->bottom; y++) {
        status = write_row(tiles, rectangle, y, options, stream, diag, scratch);
    }
    free(scratch);
    if (status) {
        png_stream_abort(stream);
        return status;
    }
    return png_stream_commit(stream);
}

/*
 * One direction of scaling. Pixel i of the tiles counts for result o with
 *
 *     max(0, 1 - |i + 1/2 - start - (o + 1/2) step| / radius) / sum[o]
 *
 * where sum[o] makes all weights of a result add up to 1.
 */
struct axis {
    double start, step, radius; /* in pixels of the tiles */
    uint32_t count;             /* of the result */
    float sum[ZONE_MAP_WIDTH];
};

static double weight(const struct axis *axis, int64_t in, int64_t out)
{
    double middle = axis->start + ((double)out + 0.5) * axis->step;
    return fmax(0, 1 - fabs((double)in + 0.5 - middle) / axis->radius);
}

static void set_axis(double begin, double end, uint32_t size_px, uint32_t count, struct axis *axis)
{
    axis->start = begin * size_px;
    axis->step = (end - begin) * size_px / count;
    axis->radius = fmax(axis->step, 1);
    axis->count = count;
    for (uint32_t out = 0; out < count; out++) {
        double sum = 0;
        double middle = axis->start + (out + 0.5) * axis->step;
        int64_t last = (int64_t)floor(middle + axis->radius);
        for (int64_t in = (int64_t)floor(middle - axis->radius); in <= last; in++) {
            sum += weight(axis, in, out);
        }
        axis->sum[out] = (float)sum;
    }
}

/* The results that a pixel of the tiles counts for; none where first > last. */
static void find_range(const struct axis *axis, int64_t in, int64_t *first, int64_t *last)
{
    double at = ((double)in + 0.5 - axis->start) / axis->step - 0.5;
    double reach = axis->radius / axis->step;
    double low = fmax(ceil(at - reach), 0);
    double high = fmin(floor(at + reach), (double)axis->count - 1);
    *first = low <= high ? (int64_t)low : 1;
    *last = low <= high ? (int64_t)high : 0;
}

/* Colours times alpha, alpha, and how much of the result is seen so far; the rest is background. */
enum { SUM_ALPHA = 3, SUM_SEEN, SUMS };

/* Adds a row of a tile, whose first pixel is `left`, to `line`, a row of results. */
static void add_pixels(const struct axis *axis, const uint8_t *rgba, int64_t left, uint32_t count,
                       float *line)
{
    for (uint32_t i = 0; i < count; i++) {
        int64_t first;
        int64_t last;
        find_range(axis, left + i, &first, &last);
        for (int64_t out = first; out <= last; out++) {
            float part = (float)weight(axis, left + i, out) / axis->sum[out];
            float alpha = part * rgba[4 * (size_t)i + 3];
            float *sums = line + SUMS * out;
            for (int k = 0; k < 3; k++) {
                sums[k] += alpha * rgba[4 * (size_t)i + (size_t)k];
            }
            sums[SUM_ALPHA] += alpha;
            sums[SUM_SEEN] += part;
        }
    }
}

static enum adtmap_status add_tile(const struct zone_tiles *tiles, const struct axis axes[2],
                                   struct tile_step tile, const struct diag *diag, uint8_t *rgba,
                                   float *line, float *sums)
{
    uint32_t size_px = tiles->size_px;
    char *path = NULL;
    struct png_rows *rows = NULL;
    enum adtmap_status status = open_tile(tiles, tile.x, tile.y, diag, &path, &rows);
    for (uint32_t y = 0; y < size_px && !status; y++) {
        int64_t first;
        int64_t last;
        int64_t at = (int64_t)tile.y * size_px + y;
        status = png_rows_next(rows, rgba);
        find_range(&axes[1], at, &first, &last);
        if (status || first > last) {
            continue;
        }
        memset(line, 0, SUMS * ZONE_MAP_WIDTH * sizeof *line);
        add_pixels(&axes[0], rgba, (int64_t)tile.x * size_px, size_px, line);
        for (int64_t out = first; out <= last; out++) {
            float part = (float)weight(&axes[1], at, out) / axes[1].sum[out];
            float *row = sums + SUMS * ZONE_MAP_WIDTH * out;
            for (size_t i = 0; i < SUMS * ZONE_MAP_WIDTH; i++) {
                row[i] += part * line[i];
            }
        }
    }
    png_rows_close(rows);
    free(path);
    return status;
}

static void put_result(const float sums[SUMS], const uint8_t background[4], uint8_t rgba[4])
{
    float unseen = fmaxf(0, 1 - sums[SUM_SEEN]);
    float alpha = sums[SUM_ALPHA] + unseen * background[3];
    for (int k = 0; k < 3; k++) {
        float color = sums[k] + unseen * background[3] * background[k];
        rgba[k] = alpha > 0 ? (uint8_t)fminf(color / alpha + 0.5F, 255) : 0;
    }
    rgba[3] = (uint8_t)fminf(alpha + 0.5F, 255);
}

enum adtmap_status zone_picture_scale(const struct zone_tiles *tiles, const int64_t frame[4],
                                      const struct diag *diag, uint8_t *rgba)
{
    enum { PIXELS = ZONE_MAP_WIDTH * ZONE_MAP_HEIGHT };
    double edges[4];
    struct axis axes[2];
    struct tile_set wanted = zone_frame_tiles(frame);
    float *sums = calloc(SUMS * (PIXELS + ZONE_MAP_WIDTH), sizeof *sums);
    uint8_t *pixels = malloc(4 * (size_t)tiles->size_px);
    enum adtmap_status status = sums && pixels ? ADTMAP_OK : diag_fail_memory(diag);
    tiles_of_frame(frame, edges);
    set_axis(edges[0], edges[1], tiles->size_px, ZONE_MAP_WIDTH, &axes[0]);
    set_axis(edges[2], edges[3], tiles->size_px, ZONE_MAP_HEIGHT, &axes[1]);
    for (struct tile_step tile = {0}; !status && tile_set_next(&wanted, &tile);) {
        if (tile_set_has(tiles->present, tile.x, tile.y)) {
            status = add_tile(tiles, axes, tile, diag, pixels, sums + SUMS * PIXELS, sums);
        }
    }
    for (size_t i = 0; i < PIXELS && !status; i++) {
        put_result(sums + SUMS * i, tiles->background, rgba + 4 * i);
    }
    free(pixels);
    free(sums);
    return status;
}

void zone_picture_file(const uint8_t *rgba, uint32_t number, uint8_t *file)
{
    uint32_t left = number % ZONE_COLUMNS * ZONE_FILE_PX;
    uint32_t top = number / ZONE_COLUMNS * ZONE_FILE_PX;
    for (uint32_t i = 0; i < ZONE_FILE_PX * ZONE_FILE_PX; i++) {
        uint32_t x = left + i % ZONE_FILE_PX;
        uint32_t y = top + i / ZONE_FILE_PX;
        const uint8_t *from = rgba + 4 * ((size_t)y * ZONE_MAP_WIDTH + x);
        bool is_inside = x < ZONE_MAP_WIDTH && y < ZONE_MAP_HEIGHT;
        for (int k = 0; k < 3; k++) {
            file[4 * (size_t)i + (size_t)k] =
                is_inside ? (uint8_t)((from[k] * from[3] + 127) / 255) : 0;
        }
        file[4 * (size_t)i + 3] = 255;
    }
}
