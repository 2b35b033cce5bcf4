/* The lines of a log's file: the part of graph/build_log.h that reads. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/path.h"
#include "graph/build_log.h"
#include "os/file_stamp.h"

/* What is left of a line, which a NUL ends. */
struct log_line {
    char *at;
    bool bad;
};

/* A log being read: numbers in the file to numbers in memory. */
struct log_reading {
    struct build_log *log;
    uint32_t *numbers;
    uint32_t count;
    const struct blob *blob; /* as read; the lines are a copy */
    const char *lines;
    bool has_other_sum;
    bool ends_with_sum;
    bool out_of_memory;
};

/* The text up to the next `end`, or up to the end of the line. */
static char *get_text(struct log_line *line, char end)
{
    char *text = line->at;
    char *stop = strchr(text, end);
    if (stop) {
        *stop = '\0';
        line->at = stop + 1;
    } else {
        line->at = text + strlen(text);
    }
    return text;
}

static uint64_t get_number(struct log_line *line, char end, int base, uint64_t most)
{
    const char *text = get_text(line, end);
    const char *digits = base == 10 ? "0123456789" : "0123456789abcdef";
    errno = 0;
    uint64_t value = strtoull(text, NULL, base);
    bool is_number = text[0] != '\0' && text[strspn(text, digits)] == '\0';
    if (!is_number || errno || value > most) {
        line->bad = true;
        return 0;
    }
    return value;
}

static struct hash128 get_hash(struct log_line *line, char end)
{
    enum { HALF = 16 };
    const char *text = get_text(line, end);
    uint64_t halves[2] = {0};
    size_t length = strspn(text, "0123456789abcdef");
    if (strcmp(text, "-") == 0) {
        return (struct hash128){0};
    }
    line->bad |= length != (size_t)2 * HALF || text[length] != '\0';
    for (size_t i = 0; i < (size_t)2 * HALF && !line->bad; i++) {
        halves[i / HALF] =
            halves[i / HALF] << 4 | (unsigned)(text[i] <= '9' ? text[i] - '0' : text[i] - 'a' + 10);
    }
    return (struct hash128){.high = halves[0], .low = halves[1]};
}

static bool add_number(struct log_reading *reading, uint32_t number)
{
    bool fine = ARRAY_ROOM(reading->numbers, reading->count);
    if (fine) {
        reading->numbers[reading->count++] = number;
    }
    return fine;
}

static void read_input(struct log_reading *reading, struct log_line *line)
{
    uint32_t number = (uint32_t)get_number(line, ' ', 10, UINT32_MAX - 1);
    struct dependency dep = {.content_id = get_hash(line, ' ')};
    dep.key = get_number(line, ' ', 16, UINT64_MAX);
    dep.name = line->at;
    size_t length = strlen(dep.name);
    if (line->bad || length == 0 || length >= DEP_NAME_BYTES || number != reading->count) {
        line->bad = true;
        return;
    }
    if (!build_log_input(reading->log, &dep, &number) || !add_number(reading, number)) {
        reading->out_of_memory = true;
    }
}

static void read_inputs(struct log_reading *reading, struct log_line *line,
                        struct build_record *record)
{
    struct log_line list = {get_text(line, '\t'), false};
    uint32_t count = list.at[0] ? 1 : 0;
    for (const char *at = list.at; *at; at++) {
        count += *at == ',';
    }
    record->inputs = array_resize(NULL, (size_t)count + 1, sizeof *record->inputs);
    reading->out_of_memory |= !record->inputs;
    for (uint32_t i = 0; record->inputs && i < count && !list.bad; i++) {
        uint32_t number = (uint32_t)get_number(&list, ',', 10, UINT32_MAX);
        list.bad |= number >= reading->count;
        record->inputs[record->input_count++] = list.bad ? 0 : reading->numbers[number];
    }
    line->bad |= list.bad || !record->inputs;
}

/* The rest of the line, NULL when it is empty. */
static char *get_note(struct log_reading *reading, const struct log_line *line)
{
    char *note = line->at[0] && !line->bad ? strdup(line->at) : NULL;
    reading->out_of_memory |= line->at[0] && !line->bad && !note;
    return note;
}

/* Puts the record and sets `published`, which build_log_put does not take from a record. */
static void put(struct log_reading *reading, const struct log_line *line,
                const struct build_record *record)
{
    if (line->bad || reading->out_of_memory) {
        free(record->inputs);
        free(record->note);
        return;
    }
    if (!build_log_put(reading->log, record)) {
        reading->out_of_memory = true;
        return;
    }
    build_log_find_any(reading->log, record->id)->published = record->published;
}

/* Runs remove the files of records, so a path must not lead out of the map's folder, nor a note out
 * of a client's. What parts folders on Windows counts everywhere: a log may come from elsewhere. */
static bool is_below(const char *path)
{
    size_t length = strlen(path);
    bool climbs = strncmp(path, "../", 3) == 0 || strstr(path, "/../") ||
                  (length >= 2 && strcmp(path + length - 2, "..") == 0);
    bool has_drive = length >= 2 && path[1] == ':';
    bool is_file = length > 0 && path[length - 1] != '/';
    return is_file && path[0] != '/' && !climbs && !has_drive && !strchr(path, '\\');
}

/* The node of a line; `name` is room for its name. */
static struct node_id get_node(const struct log_reading *reading, struct log_line *line,
                               char name[NODE_PATH_BYTES])
{
    struct node_id id = {0};
    const char *path = get_text(line, '\t');
    line->bad |= !is_below(path) || !node_parse(path, reading->log->map, &id, name);
    return id;
}

static void read_made(struct log_reading *reading, struct log_line *line)
{
    char name[NODE_PATH_BYTES];
    struct build_record record = {.id = get_node(reading, line, name), .state = BUILD_MADE};
    record.recipe = get_hash(line, ' ');
    record.nodes = get_hash(line, ' ');
    record.pixels = get_hash(line, ' ');
    record.file.bytes = get_number(line, ' ', 10, UINT64_MAX);
    record.file.key = get_number(line, ' ', 16, UINT64_MAX);
    record.file.content = get_hash(line, ' ');
    record.published = record.file.content;
    if (strncmp(line->at, "= ", 2) == 0) { /* of that content */
        line->at += 2;
    } else {
        record.published = get_hash(line, ' ');
    }
    record.missing_assets = (uint32_t)get_number(line, '\t', 10, UINT32_MAX);
    if (!line->bad) {
        read_inputs(reading, line, &record);
        record.note = get_note(reading, line);
        line->bad |= node_is_client(record.id) && record.note && !is_below(record.note);
    }
    put(reading, line, &record);
}

static void read_other(struct log_reading *reading, struct log_line *line, enum build_state state)
{
    char name[NODE_PATH_BYTES];
    struct build_record record = {.id = get_node(reading, line, name), .state = state};
    record.published = get_hash(line, '\t');
    line->bad |= state != BUILD_FAILED && line->at[0];
    record.note = get_note(reading, line);
    put(reading, line, &record);
}

static void read_fact(struct log_reading *reading, struct log_line *line)
{
    const char *name = get_text(line, '\t');
    line->bad |= name[0] == '\0';
    if (!line->bad) {
        const char *value = line->at[0] ? line->at : NULL;
        reading->out_of_memory |= !build_log_set_fact(reading->log, name, value);
    }
}

/* The sum is that of all bytes before its line. */
static void read_sum(struct log_reading *reading, const char *text, struct log_line *line)
{
    struct hash128 sum = get_hash(line, '\t');
    struct hash128 own = hash128(reading->blob->data, (size_t)(text - reading->lines));
    reading->has_other_sum |= !line->bad && !hash128_equal(sum, own);
}

/* Whether the line is a record. */
static bool read_line(struct log_reading *reading, char *text)
{
    struct log_line line = {text, false};
    const char *kind = get_text(&line, '\t');
    reading->ends_with_sum = false;
    if (strcmp(kind, "made") == 0) {
        read_made(reading, &line);
    } else if (strcmp(kind, "input") == 0) {
        read_input(reading, &line);
    } else if (strcmp(kind, "failed") == 0) {
        read_other(reading, &line, BUILD_FAILED);
    } else if (strcmp(kind, "absent") == 0) {
        read_other(reading, &line, BUILD_ABSENT);
    } else if (strcmp(kind, "gone") == 0) {
        read_other(reading, &line, BUILD_GONE);
    } else if (strcmp(kind, "fact") == 0) {
        read_fact(reading, &line);
    } else if (strcmp(kind, "sum") == 0) {
        read_sum(reading, text, &line);
        reading->ends_with_sum = !line.bad;
    } else if (strcmp(kind, "map") == 0) {
        reading->log->map = reading->log->map ? reading->log->map : strdup(line.at);
        reading->out_of_memory |= !reading->log->map;
    } else {
        return false;
    }
    return !line.bad;
}

/* A line with a NUL in it is no record: what follows the NUL would be lost. */
static uint32_t read_lines(struct log_reading *reading, char *at, const char *end)
{
    uint32_t bad = 0;
    char *line_end;
    while (at < end && !reading->out_of_memory &&
           (line_end = memchr(at, '\n', (size_t)(end - at)))) {
        *line_end = '\0';
        bad += strlen(at) != (size_t)(line_end - at) || !read_line(reading, at);
        at = line_end + 1;
    }
    return bad;
}

static enum adtmap_status read_text(struct build_log *log, const struct blob *blob,
                                    const struct diag *diag)
{
    struct log_reading reading = {.log = log, .blob = blob};
    size_t head = strlen(BUILD_LOG_HEAD);
    if (blob->size < head || memcmp(blob->data, BUILD_LOG_HEAD, head) != 0) {
        return diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET,
                         "is no build log of this adtmap");
    }
    char *text = malloc(blob->size);
    if (!text) {
        return diag_fail_memory(diag);
    }
    memcpy(text, blob->data, blob->size);
    reading.lines = text;
    uint32_t bad = read_lines(&reading, text + head, text + blob->size);
    free(text);
    free(reading.numbers);
    if (bad > 0) {
        diag_warn(diag, NULL, NO_OFFSET, "%u lines are no records; passed over", (unsigned)bad);
    }
    if (reading.has_other_sum) {
        diag_warn(diag, NULL, NO_OFFSET, "has other bytes than were written: it is damaged");
    }
    log->has_other_sum |= reading.has_other_sum;
    log->is_cut_short = !reading.ends_with_sum;
    log->is_changed = bad > 0 || reading.has_other_sum;
    log->is_damaged |= log->is_changed;
    return reading.out_of_memory ? diag_fail_memory(diag) : ADTMAP_OK;
}

enum adtmap_status build_log_read(struct build_log *log, const char *path, const struct diag *diag)
{
    struct diag at_path = diag_at(diag, path);
    struct blob blob = {0};
    struct file_stamp stamp;
    struct private_folder folder;
    enum adtmap_status status = build_log_open_folder(path, private_folder_open, diag, &folder);
    if (!status && !private_folder_is_open(&folder)) {
        return ADTMAP_OK;
    }
    if (!status) {
        status = private_file_read(&folder, path_base(path), BUILD_LOG_BYTES_MAX, diag, &blob);
    }
    private_folder_close(&folder);
    if (status == ADTMAP_NOT_FOUND) {
        return ADTMAP_OK;
    }
    if (file_stamp_of(path, &stamp) && (!log->written_ns || stamp.changed_ns < log->written_ns)) {
        log->written_ns = stamp.changed_ns;
    }
    if (!status) {
        status = read_text(log, &blob, &at_path);
    }
    blob_release(&blob);
    return status;
}

static bool is_of_kind(const char *line, const char *kind)
{
    size_t length = strlen(kind);
    return strncmp(line, kind, length) == 0 && line[length] == '\t';
}

struct build_log *build_log_peek_facts(const char *path, const char *map)
{
    enum { HEAD_BYTES = 8192 };
    char text[HEAD_BYTES + 1];
    struct private_folder folder;
    struct log_reading reading = {0};
    size_t head = strlen(BUILD_LOG_HEAD);
    if (build_log_open_folder(path, private_folder_open, &diag_silent, &folder) ||
        !private_folder_is_open(&folder)) {
        return NULL;
    }
    text[private_file_read_start(&folder, path_base(path), text, HEAD_BYTES)] = '\0';
    private_folder_close(&folder);
    reading.log = strncmp(text, BUILD_LOG_HEAD, head) == 0 ? build_log_create() : NULL;
    char *line = text + head;
    for (char *end; reading.log && (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        if (!is_of_kind(line, "map") && !is_of_kind(line, "fact")) {
            break;
        }
        (void)read_line(&reading, line);
    }
    if (reading.log &&
        (reading.out_of_memory || !reading.log->map || strcmp(reading.log->map, map) != 0)) {
        build_log_destroy(reading.log);
        reading.log = NULL;
    }
    return reading.log;
}

enum adtmap_status build_log_read_earlier(struct build_log *log, const char *path, const char *then,
                                          const struct diag *diag)
{
    struct adtmap_message why = {0};
    struct diag own = {path, diag->log, &why};
    enum adtmap_status status = build_log_read(log, path, &own);
    if (!status) {
        return ADTMAP_OK;
    }
    if (diag_is_transient(status)) {
        return diag_pass_on(diag, status, &why);
    }
    log->is_changed = true;
    diag_warn(&own, NULL, NO_OFFSET, "%.200s: %s", why.what, then);
    return ADTMAP_OK;
}
