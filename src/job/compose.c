#include "job/compose.h"

#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/size.h"
#include "codec/png/png_stream.h"
#include "job/picture_png.h"
#include "job/skip.h"
#include "os/file.h"
#include "output/paths.h"
#include "output/web/web_map.h"
#include "output/zoom/web_folder.h"

enum stitch_extent compose_extent(const struct job_settings *settings)
{
    return settings->outputs & JOB_FULL_GRID ? STITCH_GRID : STITCH_CROPPED;
}

bool compose_has_stitched(const struct job_settings *settings)
{
    return (settings->outputs & JOB_STITCH) && job_has_picture(settings);
}

static bool is_empty(const struct tile_set *set)
{
    return tile_set_count(set) == 0;
}

static struct tile_set without(const struct tile_set *set, const struct tile_set *others)
{
    struct tile_set left;
    for (int y = 0; y < TILE_SET_GRID; y++) {
        left.rows[y] = set->rows[y] & ~others->rows[y];
    }
    return left;
}

static void add_all(struct tile_set *set, const struct tile_set *more)
{
    for (int y = 0; y < TILE_SET_GRID; y++) {
        set->rows[y] |= more->rows[y];
    }
}

/* What went into the stitched map. */
static bool hash_stitched(const struct compose *compose, struct hash128 *hash)
{
    struct buffer text = {0};
    struct hash128 settings;
    if (!skip_settings(compose->map_name, compose->settings, &settings)) {
        return false;
    }
    buffer_append(&text, &settings, sizeof settings);
    buffer_u32le(&text, (uint32_t)compose_extent(compose->settings));
    buffer_append(&text, &compose->shown, sizeof compose->shown);
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID; i++) {
        const struct ledger_tile *tile =
            &compose->ledger->tiles[i / TILE_SET_GRID][i % TILE_SET_GRID];
        if (tile_set_has(&compose->shown, i % TILE_SET_GRID, i / TILE_SET_GRID)) {
            buffer_append(&text, &tile->pixels, sizeof tile->pixels);
        }
    }
    bool fine = !text.failed;
    *hash = hash128(text.data, text.size);
    buffer_free(&text);
    return fine;
}

static bool hash_levels(const struct compose *compose, struct hash128 *hash)
{
    const struct job_settings *settings = compose->settings;
    struct buffer text = {0};
    buffer_printf(&text, "%s %d %u %d %d", ADTMAP_VERSION, PIXEL_VERSION,
                  (unsigned)settings->tile.size_px, (int)settings->web_format,
                  (int)settings->effort);
    bool fine = !text.failed;
    *hash = hash128(text.data, text.size);
    buffer_free(&text);
    return fine;
}

/* Tiles of `shown` that are not drawn, but on record. */
static struct tile_set kept_tiles(const struct compose *compose)
{
    struct tile_set kept = without(&compose->shown, &compose->drawn);
    struct tile_set known = ledger_tiles(compose->ledger);
    for (int y = 0; y < TILE_SET_GRID; y++) {
        kept.rows[y] &= known.rows[y];
    }
    return kept;
}

static bool plan_stitched(struct compose *compose, const struct tile_set *kept)
{
    struct ledger *ledger = compose->ledger;
    struct hash128 from;
    char *path = path_stitched(compose->directory, compose->map_name);
    bool fine = path && hash_stitched(compose, &from);
    if (fine) {
        compose->makes_stitched = !is_empty(&compose->drawn) || !ledger->has_stitched ||
                                  !hash128_equal(from, ledger->stitched_from);
    }
    if (fine && !compose->makes_stitched) {
        bool is_there;
        fine = ledger_file_is(path, &ledger->stitched, &is_there);
        compose->makes_stitched = !is_there;
    }
    if (compose->makes_stitched) {
        add_all(&compose->read_back, kept);
    }
    free(path);
    return fine;
}

/* Finds out whether the picture that every web map has is there; false when out of memory. */
static bool find_top(const struct compose *compose, bool *has)
{
    char *layer = web_map_layer_path(compose->directory, WEB_COLOR_LAYER);
    char *top = layer ? pyramid_path(layer, 0, 0, 0, compose->settings->web_format) : NULL;
    bool fine = top != NULL;
    *has = fine && file_exists(top);
    free(top);
    free(layer);
    return fine;
}

/* Zoom levels that are whole: what in them is not as it should be. */
static void plan_changed_levels(struct compose *compose, const struct tile_set *kept)
{
    const struct ledger *ledger = compose->ledger;
    struct tile_set current = *kept;
    add_all(&current, &compose->drawn);
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID; i++) {
        uint32_t x = i % TILE_SET_GRID;
        uint32_t y = i / TILE_SET_GRID;
        bool is_shown = tile_set_has(&ledger->level_tiles, x, y);
        bool is_other =
            !is_shown || !hash128_equal(ledger->level_pixels[y][x], ledger->tiles[y][x].pixels);
        if (tile_set_has(kept, x, y) && is_other) {
            tile_set_add(&compose->to_levels, x, y);
            tile_set_add(&compose->read_back, x, y);
        }
        if (is_shown && !tile_set_has(&current, x, y)) {
            tile_set_add(&compose->to_levels, x, y);
            tile_set_add(&compose->erased, x, y);
        }
    }
}

static bool plan_levels(struct compose *compose, const struct tile_set *kept)
{
    const struct ledger *ledger = compose->ledger;
    struct hash128 how;
    if (!hash_levels(compose, &how)) {
        return false;
    }
    compose->to_levels = compose->drawn;
    bool is_whole = ledger->levels == LEVELS_WHOLE && hash128_equal(how, ledger->levels_how);
    if (is_whole && !find_top(compose, &is_whole)) {
        return false;
    }
    if (is_whole) {
        plan_changed_levels(compose, kept);
    } else {
        compose->clears_levels = ledger->levels != LEVELS_NONE;
        add_all(&compose->to_levels, kept);
        add_all(&compose->read_back, kept);
    }
    compose->makes_levels = !is_empty(&compose->to_levels);
    compose->website.is_unchanged = !compose->makes_levels;
    return true;
}

bool compose_plan(struct compose *compose)
{
    struct tile_set kept = kept_tiles(compose);
    uint32_t outputs = compose->settings->outputs;
    return (!compose_has_stitched(compose->settings) || plan_stitched(compose, &kept)) &&
           (!(outputs & JOB_WEB) || plan_levels(compose, &kept));
}

bool compose_products(const struct compose *compose, uint32_t *products)
{
    char *page = path_join(compose->directory, "index.html");
    bool fine = page != NULL;
    bool lacks_page = (compose->settings->outputs & JOB_WEB) && fine && !file_exists(page);
    *products = (compose->makes_stitched ? JOB_STITCH : 0U) |
                (compose->makes_levels || lacks_page ? JOB_WEB : 0U);
    free(page);
    return fine;
}

enum adtmap_status compose_list_tasks(const struct compose *compose, struct tile_task **tasks,
                                      uint32_t *count)
{
    *count = 0;
    *tasks = calloc(TILE_SET_GRID * TILE_SET_GRID, sizeof **tasks);
    if (!*tasks) {
        return diag_fail_memory(compose->diag);
    }
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID; i++) {
        struct tile_task task = {.x = i % TILE_SET_GRID, .y = i / TILE_SET_GRID};
        if (tile_set_has(&compose->drawn, task.x, task.y)) {
            task.work = TILE_DRAW;
        } else if (tile_set_has(&compose->read_back, task.x, task.y)) {
            task.work = TILE_READ_BACK;
        } else if (tile_set_has(&compose->erased, task.x, task.y)) {
            task.work = TILE_ERASE;
        } else {
            continue;
        }
        (*tasks)[(*count)++] = task;
    }
    return ADTMAP_OK;
}

/* Pixels in a row of the stitched map. */
static size_t row_pixels(const struct compose *compose)
{
    struct stitch_bounds bounds = stitch_bounds(&compose->shown, compose_extent(compose->settings));
    size_t size_px = compose->settings->tile.size_px;
    return bounds.columns * size_px * size_px;
}

/* A row of tiles of all pictures that are stitched. */
static size_t row_bytes(const struct compose *compose)
{
    const struct job_settings *settings = compose->settings;
    size_t pixel_bytes = 0;
    if (compose_has_stitched(settings)) {
        pixel_bytes += png_kind_channels(picture_png_kind(&settings->tile));
    }
    if (settings->outputs & JOB_STITCH) {
        pixel_bytes += (size_t)layers_of(settings)->count * COMPOSE_LAYER_PIXEL_BYTES;
    }
    return pixel_bytes * row_pixels(compose);
}

size_t compose_stitch_budget(const struct compose *compose, const struct memory_plan *memory,
                             size_t pixel_bytes)
{
    size_t row = row_bytes(compose);
    return row ? memory->stitch_bytes / row * row_pixels(compose) * pixel_bytes : 0;
}

/* What compressing all pictures that are stitched takes. */
static size_t stream_bytes(const struct compose *compose, const struct stitch_bounds *bounds,
                           unsigned threads)
{
    const struct job_settings *settings = compose->settings;
    size_t width = (size_t)bounds->columns * settings->tile.size_px;
    size_t bytes = 0;
    if (compose_has_stitched(settings)) {
        bytes +=
            png_stream_bytes(width * png_kind_channels(picture_png_kind(&settings->tile)), threads);
    }
    if (settings->outputs & JOB_STITCH) {
        bytes += layers_of(settings)->count *
                 png_stream_bytes(width * COMPOSE_LAYER_PIXEL_BYTES, threads);
    }
    return bytes;
}

enum adtmap_status compose_divide(const struct compose *compose, unsigned threads,
                                  uint32_t tile_count, struct memory_plan *memory)
{
    const struct job_settings *settings = compose->settings;
    unsigned channels = png_kind_channels(picture_png_kind(&settings->tile));
    struct stitch_bounds bounds = stitch_bounds(&compose->shown, compose_extent(settings));
    const struct memory_need need = {
        .bound_bytes = settings->memory_bytes,
        .threads = threads,
        .tile_count = tile_count ? tile_count : 1,
        .tile_bytes = memory_tile_bytes(&settings->tile, channels, layers_of(settings)->count),
        .row_bytes = row_bytes(compose),
        .row_columns = bounds.columns,
        .stream_bytes = stream_bytes(compose, &bounds, threads),
    };
    return memory_divide(&need, compose->diag, memory);
}

static enum adtmap_status open_stitch(struct compose *compose, unsigned threads,
                                      const struct memory_plan *memory)
{
    const struct job_settings *settings = compose->settings;
    const struct png_text_chunk texts[] = {{"Map", compose->map_name}};
    struct stitch_options options = {
        .size_px = settings->tile.size_px,
        .extent = compose_extent(settings),
        .png = {picture_png_kind(&settings->tile), settings->effort, texts, COUNT_OF(texts)},
        .budget_bytes = compose_stitch_budget(compose, memory,
                                              png_kind_channels(picture_png_kind(&settings->tile))),
        .workers = memory->workers,
        .threads = threads,
    };
    memcpy(options.background, settings->tile.background, sizeof options.background);
    char *path = path_stitched(compose->directory, compose->map_name);
    enum adtmap_status status =
        path ? stitch_open(path, &compose->shown, &options, compose->diag, &compose->stitch)
             : diag_fail_memory(compose->diag);
    free(path);
    return status;
}

/* Nobody brings the tiles that failed in other runs: rows must not wait for them. */
static void skip_failed(struct compose *compose)
{
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID; i++) {
        uint32_t x = i % TILE_SET_GRID;
        uint32_t y = i / TILE_SET_GRID;
        if (tile_set_has(&compose->shown, x, y) && !tile_set_has(&compose->drawn, x, y) &&
            !tile_set_has(&compose->read_back, x, y)) {
            stitch_skip(compose->stitch, x, y);
        }
    }
}

/* Removes the pictures of zoom levels that nobody finished. */
static enum adtmap_status clear_levels(const struct compose *compose)
{
    struct web_folder folder = {0};
    char *layer = web_map_layer_path(compose->directory, WEB_COLOR_LAYER);
    enum adtmap_status status =
        layer ? web_folder_read(layer, compose->diag, &folder) : diag_fail_memory(compose->diag);
    for (size_t i = 0; i < folder.count && !status; i++) {
        const struct web_tile *tile = &folder.tiles[i];
        char *path = pyramid_path(layer, tile->zoom, tile->x, tile->y, folder.format);
        status = path ? file_remove(path, compose->diag) : diag_fail_memory(compose->diag);
        free(path);
    }
    web_folder_free(&folder);
    free(layer);
    return status == ADTMAP_NOT_FOUND ? ADTMAP_OK : status;
}

enum adtmap_status compose_open(struct compose *compose, unsigned threads,
                                const struct memory_plan *memory)
{
    enum adtmap_status status = ADTMAP_OK;
    if (compose->makes_stitched) {
        status = open_stitch(compose, threads, memory);
    }
    if (!status && compose->stitch) {
        skip_failed(compose);
    }
    if (!status && compose->makes_levels) {
        status = ledger_begin_levels(compose->ledger, compose->diag);
    }
    if (!status && compose->makes_levels && compose->clears_levels) {
        status = clear_levels(compose);
    }
    if (!status && compose->makes_levels) {
        status = website_begin(compose->settings, compose->directory, &compose->to_levels,
                               compose->diag, &compose->website);
    }
    return status;
}

static enum adtmap_status finish_stitched(struct compose *compose)
{
    struct stitch *stitch = compose->stitch;
    struct hash128 from;
    struct ledger_file file;
    compose->stitch = NULL;
    enum adtmap_status status = stitch_finish(stitch);
    if (status) {
        return status;
    }
    char *path = path_stitched(compose->directory, compose->map_name);
    if (!path || !hash_stitched(compose, &from)) {
        status = diag_fail_memory(compose->diag);
    } else if (ledger_file_of(path, &file) == ADTMAP_OK) {
        ledger_set_stitched(compose->ledger, from, &file);
    }
    free(path);
    return status;
}

enum adtmap_status compose_finish(struct compose *compose)
{
    struct hash128 how;
    enum adtmap_status status = compose->stitch ? finish_stitched(compose) : ADTMAP_OK;
    if (!status) {
        status = website_finish_levels(&compose->website);
    }
    if (!status && compose->makes_levels) {
        if (!hash_levels(compose, &how)) {
            return diag_fail_memory(compose->diag);
        }
        ledger_finish_levels(compose->ledger, how, &compose->shown);
    }
    return status;
}

void compose_free(struct compose *compose)
{
    stitch_abort(compose->stitch);
    compose->stitch = NULL;
    website_free(&compose->website);
}
