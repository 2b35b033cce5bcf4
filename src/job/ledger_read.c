/* The lines of a ledger's file: the part of job/ledger.h that reads. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "job/ledger.h"
#include "os/file.h"

/* What is left of a line. */
struct line {
    const char *at;
    const char *end;
    bool bad;
};

static uint64_t get_number(struct line *line, int base, uint64_t most)
{
    char *end = NULL;
    line->at += line->at < line->end && *line->at == ' ';
    size_t digits = strspn(line->at, base == 10 ? "0123456789" : "0123456789abcdef");
    bool is_digit = digits > 0 && (digits > 1 || line->at[1] != 'x');
    errno = 0;
    uint64_t value = is_digit ? strtoull(line->at, &end, base) : 0;
    if (!is_digit || end > line->end || errno || value > most) {
        line->bad = true;
        return 0;
    }
    line->at = end;
    return value;
}

static struct hash128 get_hash(struct line *line)
{
    enum { HALF = 16 };
    char half[HALF + 1] = "";
    struct hash128 hash = {0};
    line->at += line->at < line->end && *line->at == ' ';
    if (line->end - line->at < 2 * HALF || strspn(line->at, "0123456789abcdef") != 2 * HALF) {
        line->bad = true;
        return hash;
    }
    memcpy(half, line->at, HALF);
    hash.high = strtoull(half, NULL, 16);
    memcpy(half, line->at + HALF, HALF);
    hash.low = strtoull(half, NULL, 16);
    line->at += 2 * HALF;
    return hash;
}

/* Whether the line was read well, to its end. */
static bool is_whole(struct line *line)
{
    line->bad |= line->at != line->end;
    return !line->bad;
}

static struct ledger_file get_file(struct line *line)
{
    struct ledger_file file;
    file.bytes = get_number(line, 10, UINT64_MAX);
    file.key = get_number(line, 16, UINT64_MAX);
    file.contents = get_hash(line);
    return file;
}

/* A ledger being read: numbers in the file to numbers in memory. */
struct reading {
    struct ledger *ledger;
    uint32_t *numbers;
    uint32_t count;
    uint32_t capacity;
    bool out_of_memory;
};

static void read_input(struct reading *reading, struct line *line)
{
    char name[NOTE_NAME_BYTES];
    struct note note = {.name = name};
    uint32_t number = (uint32_t)get_number(line, 10, UINT32_MAX - 1);
    note.identity = get_hash(line);
    note.key = get_number(line, 16, UINT64_MAX);
    size_t length = line->end > line->at ? (size_t)(line->end - line->at) - 1 : 0;
    if (line->bad || length == 0 || length >= sizeof name || number != reading->count) {
        line->bad = true;
        return;
    }
    memcpy(name, line->at + 1, length);
    name[length] = '\0';
    if (reading->count == reading->capacity) {
        uint32_t capacity = reading->capacity ? 2 * reading->capacity : 1024;
        uint32_t *numbers = reallocarray(reading->numbers, capacity, sizeof *numbers);
        reading->out_of_memory |= !numbers;
        if (!numbers) {
            return;
        }
        reading->numbers = numbers;
        reading->capacity = capacity;
    }
    if (ledger_input(reading->ledger, &note, &reading->numbers[reading->count])) {
        reading->count++;
    } else {
        reading->out_of_memory = true;
    }
}

static void read_tile_inputs(struct reading *reading, struct line *line, struct ledger_tile *tile)
{
    uint32_t count = line->at < line->end ? 1 : 0;
    for (const char *at = line->at; at < line->end; at++) {
        count += *at == ',';
    }
    tile->inputs = reallocarray(NULL, (size_t)count + 1, sizeof *tile->inputs);
    reading->out_of_memory |= !tile->inputs;
    for (uint32_t i = 0; tile->inputs && i < count && !line->bad; i++) {
        uint32_t number = (uint32_t)get_number(line, 10, UINT32_MAX);
        line->at += line->at < line->end && *line->at == ',';
        line->bad |= number >= reading->count;
        tile->inputs[tile->input_count++] = line->bad ? 0 : reading->numbers[number];
    }
    line->bad |= !tile->inputs || line->at != line->end;
}

static void read_tile(struct reading *reading, struct line *line)
{
    struct ledger_tile tile = {0};
    uint32_t x = (uint32_t)get_number(line, 10, TILE_SET_GRID - 1);
    uint32_t y = (uint32_t)get_number(line, 10, TILE_SET_GRID - 1);
    tile.settings = get_hash(line);
    tile.how = get_hash(line);
    tile.pixels = get_hash(line);
    tile.missing_assets = (uint32_t)get_number(line, 10, UINT32_MAX);
    tile.file = get_file(line);
    if (!line->bad) {
        read_tile_inputs(reading, line, &tile);
    }
    if (line->bad) {
        free(tile.inputs);
    } else {
        ledger_set_tile(reading->ledger, x, y, &tile);
    }
}

static void read_gone(struct reading *reading, struct line *line)
{
    uint32_t x = (uint32_t)get_number(line, 10, TILE_SET_GRID - 1);
    uint32_t y = (uint32_t)get_number(line, 10, TILE_SET_GRID - 1);
    if (is_whole(line)) {
        ledger_forget_tile(reading->ledger, x, y);
    }
}

static void read_lost(struct reading *reading, struct line *line)
{
    uint32_t x = (uint32_t)get_number(line, 10, TILE_SET_GRID - 1);
    uint32_t y = (uint32_t)get_number(line, 10, TILE_SET_GRID - 1);
    if (is_whole(line)) {
        ledger_lose_layers(reading->ledger, x, y);
    }
}

static void read_shard(struct reading *reading, struct line *line)
{
    struct ledger_shard shard = {0};
    shard.shard.index = (uint32_t)get_number(line, 10, SHARDS_MAX);
    shard.shard.count = (uint32_t)get_number(line, 10, SHARDS_MAX);
    shard.settings = get_hash(line);
    shard.plan = get_hash(line);
    shard.effort = (uint32_t)get_number(line, 10, PNG_SMALL);
    shard.is_whole = get_number(line, 10, 1) != 0;
    if (is_whole(line)) {
        reading->ledger->shard = shard;
    }
}

static void read_asked(struct reading *reading, struct line *line)
{
    uint32_t y = (uint32_t)get_number(line, 10, TILE_SET_GRID - 1);
    uint64_t row = get_number(line, 16, UINT64_MAX);
    if (is_whole(line)) {
        reading->ledger->shard.asked_for.rows[y] = row;
    }
}

static void read_stitched(struct reading *reading, struct line *line)
{
    struct hash128 from = get_hash(line);
    struct ledger_file file = get_file(line);
    if (is_whole(line)) {
        ledger_set_stitched(reading->ledger, from, &file);
    }
}

static void read_levels(struct reading *reading, struct line *line)
{
    struct ledger *ledger = reading->ledger;
    static const char begun[] = " begun";
    ledger->level_tiles = (struct tile_set){0};
    if ((size_t)(line->end - line->at) == strlen(begun) &&
        memcmp(line->at, begun, strlen(begun)) == 0) {
        ledger->levels = LEVELS_BEGUN;
        return;
    }
    struct hash128 how = get_hash(line);
    ledger->levels = is_whole(line) ? LEVELS_WHOLE : LEVELS_BEGUN;
    ledger->levels_how = how;
}

static void read_level(struct reading *reading, struct line *line)
{
    struct ledger *ledger = reading->ledger;
    uint32_t x = (uint32_t)get_number(line, 10, TILE_SET_GRID - 1);
    uint32_t y = (uint32_t)get_number(line, 10, TILE_SET_GRID - 1);
    struct hash128 pixels = get_hash(line);
    if (is_whole(line)) {
        tile_set_add(&ledger->level_tiles, x, y);
        ledger->level_pixels[y][x] = pixels;
    } else {
        ledger->levels = LEVELS_BEGUN;
    }
}

static void read_line(struct reading *reading, struct line *line)
{
    static const struct {
        const char *word;
        void (*read)(struct reading *reading, struct line *line);
    } kinds[] = {
        {"input", read_input},       {"tile", read_tile},     {"gone", read_gone},
        {"stitched", read_stitched}, {"levels", read_levels}, {"level", read_level},
        {"shard", read_shard},       {"asked", read_asked},   {"lost", read_lost},
    };
    size_t length = strcspn(line->at, " \n");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strlen(kinds[i].word) == length && memcmp(line->at, kinds[i].word, length) == 0) {
            line->at += length;
            kinds[i].read(reading, line);
            return;
        }
    }
    line->bad = true;
}

/* `text` ends in a NUL. */
static enum adtmap_status read_text(struct ledger *ledger, const char *text,
                                    const struct diag *diag)
{
    struct reading reading = {.ledger = ledger};
    uint32_t bad = 0;
    size_t head = strlen(LEDGER_HEAD);
    if (strncmp(text, LEDGER_HEAD, head) != 0) {
        return diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET,
                         "not a ledger that this adtmap reads");
    }
    const char *end;
    for (const char *at = text + head; (end = strchr(at, '\n')); at = end + 1) {
        struct line line = {at, end, false};
        read_line(&reading, &line);
        bad += line.bad;
    }
    free(reading.numbers);
    if (bad > 0) {
        diag_warn(diag, NULL, NO_OFFSET, "%u lines are no records; passed over", (unsigned)bad);
    }
    return reading.out_of_memory ? diag_fail_memory(diag) : ADTMAP_OK;
}

enum adtmap_status ledger_read(struct ledger *ledger, const char *path, const struct diag *diag)
{
    struct blob blob;
    struct diag at_path = diag_at(diag, path);
    if (!file_exists(path)) {
        return ADTMAP_OK;
    }
    enum adtmap_status status = file_map(path, &at_path, &blob);
    if (status) {
        return status;
    }
    char *text = blob.size <= LEDGER_BYTES_MAX ? malloc(blob.size + 1) : NULL;
    if (blob.size > LEDGER_BYTES_MAX) {
        status = diag_fail(&at_path, ADTMAP_LIMIT, NULL, NO_OFFSET, "over the limit of %d bytes",
                           LEDGER_BYTES_MAX);
    } else if (!text) {
        status = diag_fail_memory(&at_path);
    } else {
        memcpy(text, blob.data, blob.size);
        text[blob.size] = '\0';
        bool was_changed = ledger->is_changed;
        status = read_text(ledger, text, &at_path);
        ledger->is_changed = was_changed;
    }
    free(text);
    blob_release(&blob);
    return status;
}

enum adtmap_status ledger_read_earlier(struct ledger *ledger, const char *path, const char *then,
                                       const struct diag *diag)
{
    struct adtmap_message why = {0};
    const struct diag quiet = {path, diag->log, &why};
    enum adtmap_status status = ledger_read(ledger, path, &quiet);
    if (status == ADTMAP_UNSUPPORTED || status == ADTMAP_LIMIT) {
        diag_warn(&quiet, NULL, NO_OFFSET, "%.200s; %s", why.what, then);
        return ADTMAP_OK;
    }
    if (status && diag->failure) {
        *diag->failure = why;
    }
    return status;
}
