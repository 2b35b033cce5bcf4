/*
 * A thumbnail is made in four steps:
 *
 * 1. The map, without tiles far away (main_block.h), is put together from pictures of the first
 *    zoom level that is at least as large as it will be shown. It lies in the corner of a
 * transparent square whose edge is the map's longer one, since resample_area takes squares.
 * 2. Margins are cut, the sea around an island and what is around the rooms of a dungeon: rows and
 *    columns whose pixels are transparent or have the colour of the ground, which is that of most
 * of the map's edges. What is left is read again, from a deeper level if it is too small.
 * 3. The square is averaged to its size in the thumbnail. A map whose deepest level is smaller is
 *    enlarged by a whole factor.
 * 4. The map is laid on the ground, in the middle.
 *
 * The largest square is less than twice as wide as the thumbnail: 23 MB for one of 1200 pixels.
 */
#include "output/web/web_thumbnail.h"

#include <stdlib.h>
#include <string.h>

#include "base/size.h"
#include "codec/jpeg_tile.h"
#include "output/web/main_block.h"
#include "output/zoom/pyramid.h"
#include "render/texture/resample.h"

enum {
    RGBA = 4,
    OPAQUE = 255,
    ALIKE_COLORS = 4096,   /* of 16 levels a channel */
    GROUND_TOLERANCE = 12, /* of 255: seas have a grain */
};

const struct web_thumbnail_kind web_thumbnail = {600, 400, 12, 80};
const struct web_thumbnail_kind web_card = {1200, 630, 15, 85};
const struct web_thumbnail_kind web_preview = {60, 40, 1, 70};

/* Dark under both themes of the pages, for maps whose edges have no colour of their own; JPEG has
 * no transparency. */
static const uint8_t neutral[3] = {0x13, 0x1c, 0x24};

/* A part of a zoom level, in its pixels. */
struct zoom_part {
    uint32_t zoom;
    uint32_t left;
    uint32_t top;
    uint32_t width;
    uint32_t height;
};

/* A square of RGBA with the part in its corner. */
struct pixel_square {
    uint8_t *pixels;
    uint32_t edge_px;
};

static uint32_t longer_edge(const struct zoom_part *part)
{
    return part->width > part->height ? part->width : part->height;
}

/* The part's longer edge in the thumbnail. */
static uint32_t fitting_px(const struct zoom_part *part, const struct web_thumbnail_kind *kind)
{
    uint64_t edge = longer_edge(part);
    uint64_t by_width = (kind->width_px - 2 * kind->margin_px) * edge / part->width;
    uint64_t by_height = (kind->height_px - 2 * kind->margin_px) * edge / part->height;
    return (uint32_t)(by_width < by_height ? by_width : by_height);
}

/* The same part in the first level where it is large enough; else in the deepest. */
static struct zoom_part part_of_size(const struct web_map *map, struct zoom_part part,
                                     const struct web_thumbnail_kind *kind)
{
    uint32_t wanted_px = fitting_px(&part, kind);
    while (part.zoom < map->folder.zoom_max && longer_edge(&part) < wanted_px) {
        part = (struct zoom_part){part.zoom + 1, part.left * 2, part.top * 2, part.width * 2,
                                  part.height * 2};
    }
    return part;
}

/* Copies what a picture shows of the square, whose corner is at (left, top) of the level. */
static void place_picture(const uint8_t *picture, int64_t left, int64_t top,
                          const struct pixel_square *square)
{
    int64_t edge = square->edge_px;
    int64_t first = left < 0 ? -left : 0;
    int64_t end = edge - left < WEB_TILE_PX ? edge - left : WEB_TILE_PX;
    for (int64_t y = top < 0 ? -top : 0; y < WEB_TILE_PX && top + y < edge; y++) {
        memcpy(square->pixels + ((top + y) * edge + left + first) * RGBA,
               picture + (y * WEB_TILE_PX + first) * RGBA, (size_t)(end - first) * RGBA);
    }
}

static enum adtmap_status read_picture(const struct web_folder *folder, uint32_t zoom, uint32_t x,
                                       uint32_t y, const struct diag *diag, uint8_t *picture)
{
    char *path = pyramid_path(folder->path, zoom, x, y, folder->format);
    const struct diag at_path = diag_at(diag, path);
    enum adtmap_status status =
        path ? image_decode(folder->format, path, &at_path, picture) : diag_fail_memory(diag);
    free(path);
    return status;
}

/* Puts the part together; `picture` has room for WEB_TILE_BYTES. */
static enum adtmap_status compose(const struct web_map *map, const struct zoom_part *part,
                                  const struct diag *diag, uint8_t *picture,
                                  const struct pixel_square *square)
{
    uint32_t right = part->left + part->width;
    uint32_t bottom = part->top + part->height;
    enum adtmap_status status = ADTMAP_OK;
    for (uint32_t y = part->top / WEB_TILE_PX; y * WEB_TILE_PX < bottom; y++) {
        for (uint32_t x = part->left / WEB_TILE_PX; x * WEB_TILE_PX < right && !status; x++) {
            if (!web_folder_has(&map->folder, part->zoom, x, y)) {
                continue;
            }
            status = read_picture(&map->folder, part->zoom, x, y, diag, picture);
            if (!status) {
                place_picture(picture, (int64_t)x * WEB_TILE_PX - part->left,
                              (int64_t)y * WEB_TILE_PX - part->top, square);
            }
        }
    }
    return status;
}

/* Replaces the pixels of the square, if it has any. */
static enum adtmap_status read_part(const struct web_map *map, const struct zoom_part *part,
                                    const struct diag *diag, struct pixel_square *square)
{
    uint8_t *picture = malloc(WEB_TILE_BYTES);
    free(square->pixels);
    square->edge_px = longer_edge(part);
    square->pixels = calloc((size_t)square->edge_px * square->edge_px, RGBA);
    enum adtmap_status status = picture && square->pixels
                                    ? compose(map, part, diag, picture, square)
                                    : diag_fail_memory(diag);
    free(picture);
    return status;
}

/* Whether a pixel that is drawn lies at the edge of the part, or of what is drawn. */
static bool is_at_edge(const struct pixel_square *square, const struct zoom_part *part, uint32_t x,
                       uint32_t y)
{
    const size_t row = (size_t)square->edge_px * RGBA;
    const uint8_t *alpha = square->pixels + y * row + (size_t)x * RGBA + 3;
    if (alpha[0] == 0) {
        return false;
    }
    return x == 0 || y == 0 || x + 1 == part->width || y + 1 == part->height || !alpha[-RGBA] ||
           !alpha[RGBA] || !*(alpha - row) || !alpha[row];
}

/* Whether a pixel lies on a tile of the map. */
static bool is_on_tile(const struct web_map *map, const struct zoom_part *part, uint32_t x,
                       uint32_t y)
{
    uint32_t tile = web_map_tile_px(part->zoom);
    return tile_set_has(&map->tiles, (part->left + x) / tile, (part->top + y) / tile);
}

/* Whether nothing is drawn at a pixel of a tile, next to one where something is. */
static bool is_beyond_edge(const struct web_map *map, const struct pixel_square *square,
                           const struct zoom_part *part, uint32_t x, uint32_t y)
{
    const size_t row = (size_t)square->edge_px * RGBA;
    const uint8_t *alpha = square->pixels + y * row + (size_t)x * RGBA + 3;
    if (alpha[0] > 0 || !is_on_tile(map, part, x, y)) {
        return false;
    }
    return (x > 0 && alpha[-RGBA]) || (y > 0 && *(alpha - row)) ||
           (x + 1 < part->width && alpha[RGBA]) || (y + 1 < part->height && alpha[row]);
}

/* A map ends in its sea or, as dungeons on a background do, in the colour of nothing. This is the
 * mean of the colours at its edges that are alike, if they are more than half of all. A map that
 * ends within its tiles has no ground. */
static bool find_ground(const struct web_map *map, const struct pixel_square *square,
                        const struct zoom_part *part, uint8_t color[3])
{
    struct bucket {
        uint32_t count;
        uint32_t sum[3];
    } *buckets = calloc(ALIKE_COLORS, sizeof *buckets);
    if (!buckets) {
        return false;
    }
    uint32_t total = 0;
    const struct bucket *most = buckets;
    for (uint32_t y = 0; y < part->height; y++) {
        const uint8_t *pixel = square->pixels + (size_t)y * square->edge_px * RGBA;
        for (uint32_t x = 0; x < part->width; x++, pixel += RGBA) {
            if (is_at_edge(square, part, x, y)) {
                struct bucket *bucket =
                    &buckets[(pixel[0] >> 4) << 8 | (pixel[1] >> 4) << 4 | pixel[2] >> 4];
                for (size_t c = 0; c < 3; c++) {
                    bucket->sum[c] += pixel[c];
                }
                bucket->count++;
                total++;
                most = bucket->count > most->count ? bucket : most;
            }
            total += is_beyond_edge(map, square, part, x, y)
                         ? 2
                         : 0; /* there is about one a pixel of the edge */
        }
    }
    bool is_most = most->count * 2 > total;
    for (size_t c = 0; c < 3 && is_most; c++) {
        color[c] = (uint8_t)((most->sum[c] + most->count / 2) / most->count);
    }
    free(buckets);
    return is_most;
}

static bool is_ground(const uint8_t *pixel, const struct web_look *look)
{
    bool is_near = look->has_ground;
    for (size_t c = 0; c < 3; c++) {
        is_near &= abs(pixel[c] - look->ground[c]) <= GROUND_TOLERANCE;
    }
    return is_near || pixel[3] == 0;
}

/* What is left without margins; the whole part if nothing is. */
static struct zoom_part cut_margins(const struct pixel_square *square, struct zoom_part part,
                                    const struct web_look *look)
{
    uint32_t box[4] = {part.width, part.height, 0, 0}; /* first column and row, end of both */
    for (uint32_t y = 0; y < part.height; y++) {
        const uint8_t *pixel = square->pixels + (size_t)y * square->edge_px * RGBA;
        for (uint32_t x = 0; x < part.width; x++, pixel += RGBA) {
            if (!is_ground(pixel, look)) {
                box[0] = x < box[0] ? x : box[0];
                box[1] = y < box[1] ? y : box[1];
                box[2] = x + 1 > box[2] ? x + 1 : box[2];
                box[3] = y + 1;
            }
        }
    }
    if (box[2] == 0) {
        return part;
    }
    return (struct zoom_part){part.zoom, part.left + box[0], part.top + box[1], box[2] - box[0],
                              box[3] - box[1]};
}

/* Reads the map and finds what of it is shown, on which ground. */
static enum adtmap_status look_at(const struct web_map *map, const struct web_thumbnail_kind *kind,
                                  const struct diag *diag, struct zoom_part *whole,
                                  struct zoom_part *part, struct pixel_square *square,
                                  struct web_look *look)
{
    uint32_t tile = web_map_tile_px(0);
    const struct stitch_bounds block = main_block(&map->tiles);
    const struct zoom_part tiles = {0, block.x * tile, block.y * tile, block.columns * tile,
                                    block.rows * tile};
    *whole = part_of_size(map, tiles, kind);
    enum adtmap_status status = read_part(map, whole, diag, square);
    if (status) {
        return status;
    }
    look->has_ground = find_ground(map, square, whole, look->ground);
    *part = cut_margins(square, *whole, look);
    return ADTMAP_OK;
}

static enum adtmap_status read_shown(const struct web_map *map,
                                     const struct web_thumbnail_kind *kind, const struct diag *diag,
                                     struct zoom_part *part, struct pixel_square *square,
                                     struct web_look *look)
{
    struct zoom_part whole;
    enum adtmap_status status = look_at(map, kind, diag, &whole, part, square, look);
    if (status) {
        return status;
    }
    *part = part_of_size(map, *part, kind);
    bool is_whole = part->width == whole.width && part->height == whole.height;
    return is_whole ? ADTMAP_OK : read_part(map, part, diag, square);
}

/* Averages a square that is larger than `edge_px`. */
static enum adtmap_status reduce(struct pixel_square *square, uint32_t edge_px,
                                 const struct diag *diag)
{
    if (square->edge_px <= edge_px) {
        return ADTMAP_OK;
    }
    uint8_t *reduced = malloc((size_t)edge_px * edge_px * RGBA);
    if (!reduced || !resample_area(square->pixels, square->edge_px, reduced, edge_px,
                                   (size_t)edge_px * RGBA, 1)) {
        free(reduced);
        return diag_fail_memory(diag);
    }
    free(square->pixels);
    *square = (struct pixel_square){reduced, edge_px};
    return ADTMAP_OK;
}

/* Draws the part in the middle of the thumbnail, every pixel `factor` times as wide. */
static void blend_in_middle(const struct zoom_part *part, const struct pixel_square *square,
                            uint32_t factor, const struct web_thumbnail_kind *kind, uint8_t *out)
{
    uint32_t edge = square->edge_px * factor;
    uint32_t width = (uint32_t)((uint64_t)edge * part->width / longer_edge(part));
    uint32_t height = (uint32_t)((uint64_t)edge * part->height / longer_edge(part));
    uint32_t left = (kind->width_px - width) / 2;
    uint32_t top = (kind->height_px - height) / 2;
    for (uint32_t y = 0; y < height; y++) {
        const uint8_t *row = square->pixels + (size_t)(y / factor) * square->edge_px * RGBA;
        uint8_t *below = out + ((size_t)(top + y) * kind->width_px + left) * RGBA;
        for (uint32_t x = 0; x < width; x++) {
            const uint8_t *pixel = row + (size_t)(x / factor) * RGBA;
            unsigned alpha = pixel[3];
            for (size_t c = 0; c < 3; c++, below++) {
                *below =
                    (uint8_t)((pixel[c] * alpha + *below * (OPAQUE - alpha) + OPAQUE / 2) / OPAQUE);
            }
            below++;
        }
    }
}

static enum adtmap_status encode(const struct zoom_part *part, const struct pixel_square *square,
                                 uint32_t edge_px, const struct web_look *look,
                                 const struct web_thumbnail_kind *kind, const struct diag *diag,
                                 struct buffer *jpeg)
{
    size_t pixels = (size_t)kind->width_px * kind->height_px;
    uint8_t *out = malloc(pixels * RGBA);
    if (!out) {
        return diag_fail_memory(diag);
    }
    for (size_t i = 0; i < pixels; i++) {
        memcpy(out + i * RGBA, look->has_ground ? look->ground : neutral, 3);
        out[i * RGBA + 3] = OPAQUE;
    }
    blend_in_middle(part, square, edge_px / square->edge_px, kind, out);
    const struct jpeg_size size = {kind->width_px, kind->height_px};
    enum adtmap_status status =
        jpeg_tile_encode(out, size, (size_t)kind->width_px * RGBA, kind->quality, diag, jpeg);
    free(out);
    return status;
}

enum adtmap_status web_thumbnail_make(const struct web_map *map,
                                      const struct web_thumbnail_kind *kind,
                                      const struct diag *diag, struct buffer *jpeg)
{
    struct zoom_part part;
    struct pixel_square square = {0};
    struct web_look look = {0};
    enum adtmap_status status = read_shown(map, kind, diag, &part, &square, &look);
    if (!status) {
        uint32_t edge_px = fitting_px(&part, kind);
        status = reduce(&square, edge_px, diag);
        status = status ? status : encode(&part, &square, edge_px, &look, kind, diag, jpeg);
    }
    free(square.pixels);
    return status;
}

enum adtmap_status web_thumbnail_look(const struct web_map *map, const struct diag *diag,
                                      struct web_look *look)
{
    struct zoom_part whole;
    struct zoom_part part;
    struct pixel_square square = {0};
    enum adtmap_status status = look_at(map, &web_thumbnail, diag, &whole, &part, &square, look);
    free(square.pixels);
    if (status) {
        return status;
    }
    const uint32_t in_pixels[] = {part.left, part.top, part.width, part.height};
    for (size_t i = 0; i < COUNT_OF(in_pixels); i++) {
        look->shown[i] =
            (uint32_t)((uint64_t)in_pixels[i] * WEB_LOOK_UNIT / web_map_tile_px(part.zoom));
    }
    return ADTMAP_OK;
}
