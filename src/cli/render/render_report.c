/*
 * JSON, lines and the exit status are made of one result. Lines leave out what is zero; the tiles
 * that failed come last, once more, where a person looks.
 */
#include "cli/render/render_report.h"

#include <stdio.h>

#include "base/size.h"
#include "cli/data_advice.h"
#include "os/process.h"

/* The name of a reason in JSON, and its text for people. */
static const struct {
    const char *name;
    const char *why;
} reasons[] = {
    [UP_TO_DATE] = {"current", "is up to date"},
    [DIRTY_NEW] = {"new", "is not drawn yet, or failed"},
    [DIRTY_FORCED] = {"forced", "is to be drawn again"},
    [DIRTY_RECORD] = {"record", "is on record in a log that is damaged"},
    [DIRTY_RECIPE] = {"settings", "was drawn with other settings"},
    [DIRTY_MAP] = {"map", "the WDT, or the tiles next to it, have changed"},
    [DIRTY_INPUT] = {"input", "has changed, is new or gone"},
    [DIRTY_OUTPUT] = {"output", "its PNG is not as it was written"},
    [DIRTY_STRICT] = {"strict", "was drawn without things that are missing"},
    [DIRTY_NODE] = {"node", "is made of what has changed"},
    [DIRTY_GONE] = {"gone", "is no tile of the map any more"},
};

static const struct {
    uint32_t output;
    const char *name;
    const char *what;
} products[] = {
    {PRODUCT_STITCHED, "stitched", "the stitched map would be made again"},
    {PRODUCT_WEB, "web", "zoom levels and pages would be made again"},
    {PRODUCT_TEXTS, "manifest", "map.json would be written again"},
    {PRODUCT_MINIMAP, "minimap", "files of the client's minimap would be written again"},
    {PRODUCT_ZONES, "zones", "maps of zones would be made again"},
    {PRODUCT_WORLD_FILES, "world-files", "world files would be written again"},
    {PRODUCT_LEFTOVER, "leftover", "files that the map no longer has would be removed"},
};

static void add_lists(struct json *json, const struct job_result *result)
{
    json_array(json, "changes");
    for (uint32_t i = 0; i < result->change_count; i++) {
        const struct job_change *change = &result->changes[i];
        json_object(json, NULL);
        json_format(json, "tile", "%u_%u", (unsigned)change->x, (unsigned)change->y);
        json_string(json, "reason", reasons[change->reason].name);
        json_string(json, "input", change->input[0] ? change->input : NULL);
        json_end(json);
    }
    json_end(json);
    json_array(json, "products");
    for (size_t i = 0; i < COUNT_OF(products); i++) {
        json_string(json, NULL, result->products & products[i].output ? products[i].name : NULL);
    }
    json_end(json);
    json_array(json, "failed");
    for (uint32_t i = 0; i < result->failure_count; i++) {
        const struct job_failure *failure = &result->failures[i];
        char reason[sizeof failure->message];
        adtmap_message_format(&failure->message, reason, sizeof reason);
        json_object(json, NULL);
        json_format(json, "tile", "%u_%u", (unsigned)failure->x, (unsigned)failure->y);
        json_string(json, "reason", reason);
        json_end(json);
    }
    json_end(json);
    json_array(json, "not_removed");
    for (uint32_t i = 0; i < result->stuck_count; i++) {
        char reason[sizeof *result->stuck];
        adtmap_message_format(&result->stuck[i], reason, sizeof reason);
        json_string(json, NULL, reason);
    }
    json_end(json);
}

static void write_json(struct buffer *text, const struct job_result *result, size_t warnings)
{
    static const struct json_field counts[] = {
        JSON_FIELD("from_wdl", struct job_result, low_res),
        JSON_FIELD("absent", struct job_result, absent),
        JSON_FIELD("missing_assets", struct job_result, missing_assets),
        JSON_FIELD("incomplete", struct job_result, incomplete),
        JSON_FIELD("bare", struct job_result, bare),
    };
    static const struct json_field times[] = {
        JSON_FIELD("read", struct job_times, read),
        JSON_FIELD("decode", struct job_times, decode),
        JSON_FIELD("draw", struct job_times, draw),
        JSON_FIELD("encode", struct job_times, encode),
        JSON_FIELD("write", struct job_times, write),
    };
    struct json json = json_to(text, JSON_INDENTED);
    json_object(&json, NULL);
    json_string(&json, "map", result->map);
    json_string(&json, "directory", result->directory);
    json_number(&json, "tiles", result->drawn);
    json_number(&json, "unchanged", result->unchanged);
    json_number(&json, "taken_over", result->taken_over);
    add_lists(&json, result);
    json_fields(&json, counts, COUNT_OF(counts), result);
    json_number(&json, "warnings", (double)warnings);
    json_number(&json, "seconds", result->seconds);
    json_object(&json, "stage_seconds");
    json_fields(&json, times, COUNT_OF(times), &result->times);
    json_end(&json);
    json_number(&json, "peak_bytes", process_peak_bytes());
    json_end(&json);
}

/* "out/Azeroth: 847 tiles in 12.30 s, 12 unchanged, 4 from the WDL, 9 with missing files, 2 failed,
 * 1 not removed, 3 listed without a file" */
static void print_summary(const struct job_result *result, size_t warnings)
{
    const struct {
        uint32_t count;
        const char *what;
    } counts[] = {
        {result->unchanged, "unchanged"},          {result->taken_over, "files taken over"},
        {result->low_res, "from the WDL"},         {result->incomplete, "with missing files"},
        {result->failure_count, "failed"},         {result->stuck_count, "not removed"},
        {result->absent, "listed without a file"},
    };
    printf("%s: %u %s in %.2f s", result->directory, (unsigned)result->drawn,
           common_tile_word(result->drawn), result->seconds);
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        if (counts[i].count > 0) {
            printf(", %u %s", (unsigned)counts[i].count, counts[i].what);
        }
    }
    if (warnings > 0) {
        printf(", %zu %s", warnings, warnings == 1 ? "warning" : "warnings");
    }
    putchar('\n');
}

/* "32_48: world/maps/azeroth/azeroth_32_48.adt has changed" */
static void format_change(const struct job_change *change, char *text, size_t size)
{
    snprintf(text, size, "%u_%u: %s%s%s", (unsigned)change->x, (unsigned)change->y, change->input,
             change->input[0] ? " " : "", reasons[change->reason].why);
}

/* "out/Azeroth: 3 tiles would change, 844 would not; 12 files would be taken over" */
static void print_change_count(const struct job_result *result)
{
    printf("%s: %u %s would change, %u would not", result->directory,
           (unsigned)result->change_count, common_tile_word(result->change_count),
           (unsigned)result->unchanged);
    if (result->taken_over > 0) {
        printf("; %u %s would be taken over", (unsigned)result->taken_over,
               result->taken_over == 1 ? "file" : "files");
    }
}

/* Prints what --check found: one line a tile, then the outputs that are joined from tiles. */
static void print_check(const struct job_result *result)
{
    char line[256];
    for (uint32_t i = 0; i < result->change_count; i++) {
        format_change(&result->changes[i], line, sizeof line);
        printf("%s: %s\n", result->directory, line);
    }
    for (size_t i = 0; i < COUNT_OF(products); i++) {
        if (result->products & products[i].output) {
            printf("%s: %s\n", result->directory, products[i].what);
        }
    }
    print_change_count(result);
    putchar('\n');
}

/* The same in one line. */
static void print_brief_check(const struct job_result *result)
{
    print_change_count(result);
    for (size_t i = 0; i < COUNT_OF(products); i++) {
        if (result->products & products[i].output) {
            printf("; %s", products[i].what);
        }
    }
    putchar('\n');
}

/* Whether a run has changed nothing: what failed before may fail again. */
static bool is_idle(const struct job_result *result)
{
    return result->drawn == 0 && result->taken_over == 0 &&
           result->change_count <= result->failure_count &&
           (result->failure_count > 0 || !result->is_changed);
}

/* False, said on stderr, when out of memory. */
static bool print_result(struct messages *messages, const struct render_run *run,
                         const struct job_settings *job, const struct job_result *result)
{
    const struct common_options *common = run->common;
    size_t warnings = messages_take_warnings(messages);
    if (run->is_repeat && is_idle(result)) {
        return true;
    }
    if (common->json) {
        struct buffer text = {0};
        write_json(&text, result, warnings);
        return common_print_json(messages, &text);
    }
    if (common->verbosity == VERBOSITY_QUIET) {
        return true;
    }
    if (job->is_check) {
        bool is_brief = run->is_brief && common->verbosity != VERBOSITY_ALL;
        (is_brief ? print_brief_check : print_check)(result);
        return true;
    }
    print_summary(result, warnings);
    if ((job->outputs & JOB_ZONES || job->worldmap) && result->zone_row[0]) {
        printf("no row of the map in WorldMapArea.dbc; one could be: %s\n", result->zone_row);
    }
    if (job->outputs & JOB_WEB && !run->is_repeat) {
        printf("page: %s/index.html\n", result->directory);
    }
    return true;
}

static bool name_tiles(struct messages *messages, const char *map, const struct tile_set *tiles,
                       const char *what)
{
    for (struct tile_step tile = {0}; tile_set_next(tiles, &tile);) {
        messages_error(messages, "%s: %u_%u %s", map, (unsigned)tile.x, (unsigned)tile.y, what);
    }
    return tile_set_count(tiles) > 0;
}

enum exit_status render_report(struct messages *messages, const struct render_run *run,
                               const struct job_settings *job, const struct job_result *result)
{
    /* With -v: why tiles were drawn. */
    for (uint32_t i = 0; i < result->change_count && !job->is_check; i++) {
        struct adtmap_message message = {.level = ADTMAP_INFO, .offset = -1};
        format_change(&result->changes[i], message.what, sizeof message.what);
        messages_write(messages, &message);
    }
    for (uint32_t i = 0; i < result->failure_count; i++) {
        messages_write(messages, &result->failures[i].message);
    }
    for (uint32_t i = 0; i < result->stuck_count; i++) {
        messages_write(messages, &result->stuck[i]);
    }
    if (result->bare > 0 && !job->is_check) {
        messages_advise(messages,
                        "%s: tiles without any ground texture, left open: %u of %u drawn; "
                        "--light noggit draws such ground white, --layer height its heights",
                        result->map, (unsigned)result->bare, (unsigned)result->drawn);
    }
    if (result->missing_assets > 0) {
        data_advise(messages, run->data);
    }
    if (result->without_shadows > 0 && result->with_shadows == 0 && result->unchanged == 0 &&
        !job->tiles && !job->is_check && job->tile.shadows == ADTMAP_SHADOWS_BAKED &&
        job->tile.light.shadow_diffuse > 0.0F) {
        messages_advise(messages,
                        "%s: none of the tiles drawn has baked shadows; --shadows cast draws those "
                        "of all that stands there",
                        result->map);
    }
    if (!print_result(messages, run, job, result)) {
        return EXIT_NOT_RUN;
    }
    /* A tile of the WDT without a file is no failure, unless it was asked for by name. */
    bool lacking = name_tiles(messages, result->map, &result->unlisted, "is not a tile of the map");
    lacking |= name_tiles(messages, result->map, &result->missing, "has no ADT in the data");
    bool would_change =
        job->is_check && (result->change_count > 0 || result->products || result->taken_over > 0);
    bool is_wrong = result->failure_count > 0 || result->stuck_count > 0 || lacking;
    if (run->is_wrong) {
        *run->is_wrong = is_wrong;
    }
    return is_wrong || would_change ? EXIT_PARTIAL : EXIT_OK;
}
