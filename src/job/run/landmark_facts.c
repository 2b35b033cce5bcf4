#include "job/run/landmark_facts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "job/records/flight_facts.h"
#include "job/records/numbered_facts.h"
#include "output/manifest/manifest.h"
#include "output/web_text.h"
#include "scene/map/client_landmarks.h"

/* The Eastern Kingdoms of 3.3.5 have 350 landmarks. */
enum { LANDMARKS_MAX = 1 << 12, VALUE_BYTES = MARKER_NAME_BYTES + 64 };

/* How pages and facts show a kind. */
static const struct look {
    const char *word;
    const char *group;
    const char *icon;
    const char *color;
} looks[LANDMARK_KINDS] = {
    [LANDMARK_FLIGHT] = {"flight", "Flight masters", "flag", "#23744f"},
    [LANDMARK_GRAVEYARD] = {"graveyard", "Graveyards", "cross", "#56616d"},
    [LANDMARK_ENTRANCE] = {"entrance", "Dungeons and raids", "cave", "#7446ad"},
};

struct recording {
    struct build_log *log;
    uint32_t count;
    bool out_of_memory;
};

static void record_landmark(void *user, const struct landmark *landmark)
{
    struct recording *recording = user;
    char name[MARKER_NAME_BYTES];
    char value[VALUE_BYTES];
    if (recording->count < LANDMARKS_MAX) {
        manifest_copy_text(landmark->name, name, sizeof name);
        snprintf(value, sizeof value, "%s %" PRId64 " %" PRId64 " %s", looks[landmark->kind].word,
                 web_text_millionths(landmark->x), web_text_millionths(landmark->y), name);
        recording->out_of_memory |=
            !numbered_fact_set(recording->log, LANDMARK_FACTS_PREFIX, recording->count++, value);
    }
}

enum adtmap_status landmark_facts_record(struct run *run)
{
    struct recording recording = {run->log, 0, false};
    bool is_asked = run->settings->outputs & JOB_LANDMARKS;
    const struct diag quiet = {run->diag.file, NULL, run->diag.failure};
    const struct diag *diag = is_asked || run->has_pages ? &run->diag : &quiet;
    const struct assets *assets = run->map->data->assets;
    enum adtmap_status status =
        client_landmarks_visit(assets, run->map_name, diag, record_landmark, &recording);
    if (!status && (recording.out_of_memory ||
                    !numbered_facts_end(run->log, LANDMARK_FACTS_PREFIX, recording.count))) {
        status = diag_fail_memory(&run->diag);
    }
    status = status ? status : flight_facts_record(run->log, assets, run->map_name, diag);
    if (!status && recording.count == 0 && is_asked) {
        const struct diag at_map = diag_at(&run->diag, run->map_name);
        diag_warn(&at_map, NULL, NO_OFFSET,
                  "the tables of the data mark no flight master, graveyard or entrance here");
    }
    return status;
}

/* False for a fact that was damaged. */
static bool read_landmark(const char *value, struct marker *marker)
{
    const char *at = strchr(value, ' ');
    const struct look *look = NULL;
    char *end;
    for (int i = 0; i < LANDMARK_KINDS && at; i++) {
        size_t length = strlen(looks[i].word);
        if ((size_t)(at - value) == length && strncmp(looks[i].word, value, length) == 0) {
            look = &looks[i];
        }
    }
    if (!look) {
        return false;
    }
    marker->x = strtoll(at, &end, 10);
    marker->y = strtoll(end, &end, 10);
    snprintf(marker->name, sizeof marker->name, "%s", *end == ' ' ? end + 1 : "");
    snprintf(marker->icon, sizeof marker->icon, "%s", look->icon);
    snprintf(marker->color, sizeof marker->color, "%s", look->color);
    snprintf(marker->group, sizeof marker->group, "%s", look->group);
    return marker->name[0] != '\0' && marker_is_on_grid(marker);
}

enum adtmap_status landmark_facts_markers(const struct build_log *log, const struct diag *diag,
                                          struct markers *markers)
{
    uint32_t count = numbered_facts_count(log, LANDMARK_FACTS_PREFIX, LANDMARKS_MAX);
    *markers = (struct markers){calloc((size_t)count + 1, sizeof *markers->items), 0};
    for (uint32_t i = 0; i < count && markers->items; i++) {
        struct marker *marker = &markers->items[markers->count];
        *marker = (struct marker){0};
        markers->count += read_landmark(numbered_fact(log, LANDMARK_FACTS_PREFIX, i), marker);
    }
    return markers->items ? ADTMAP_OK : diag_fail_memory(diag);
}

struct hash128 landmark_facts_hash(const struct build_log *log)
{
    return numbered_facts_hash(log, LANDMARK_FACTS_PREFIX, LANDMARKS_MAX);
}
