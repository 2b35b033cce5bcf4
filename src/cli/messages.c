/*
 * A line is hashed twice: whole, to print it once, and with numbers and colours counted as one, to
 * count its kind.
 */
#include "cli/messages.h"

#include <ctype.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/hash.h"
#include "base/hash_index.h"
#include "base/utf8.h"
#include "os/file.h"
#include "os/process.h"

enum {
    LINE_BYTES = 768,
    STATUS_BYTES = 128,
    KIND_LIMIT = 5,  /* lines printed of one kind */
    KINDS_MAX = 256, /* kinds that are distinguished; further ones share the last */
};

/* Messages that differ only in their numbers and files. */
struct message_kind {
    uint64_t hash;
    size_t printed;
    size_t held_back;
    char example[LINE_BYTES];
};

/* A line that was seen. */
struct seen_line {
    uint64_t hash;
    size_t count; /* the count of warnings that it last was part of */
};

struct messages {
    pthread_mutex_t lock;
    enum verbosity verbosity;
    struct adtmap_log log;
    size_t warnings; /* different ones since the last messages_take_warnings */
    size_t count;    /* how often that was called */
    bool errors_once;
    struct message_kind *kinds[KINDS_MAX];
    size_t kind_count;
    struct seen_line *lines;
    struct hash_index seen; /* of lines */
    char status[STATUS_BYTES];
    char advice[LINE_BYTES]; /* "": none */
};

static void receive(void *user, const struct adtmap_message *message)
{
    messages_write(user, message);
}

struct messages *messages_open(enum verbosity verbosity)
{
    struct messages *messages = calloc(1, sizeof *messages);
    if (!messages) {
        return NULL;
    }
    pthread_mutex_init(&messages->lock, NULL);
    messages->verbosity = verbosity;
    messages->log = (struct adtmap_log){receive, messages};
    return messages;
}

const struct adtmap_log *messages_log(const struct messages *messages)
{
    return &messages->log;
}

/* Prints a line above the status line. The lock is held. */
static void print_line(const struct messages *messages, const char *line)
{
    char text[LINE_BYTES + STATUS_BYTES + 128];
    const char *erase = messages->status[0] ? "\r\033[K" : "";
    int size = snprintf(text, sizeof text, "%s%s\n%s", erase, line, messages->status);
    process_write_stderr(text, (size_t)size);
}

static void make_line(const struct adtmap_message *message, char line[LINE_BYTES])
{
    static const char *const levels[] = {
        [ADTMAP_ERROR] = "error",
        [ADTMAP_WARNING] = "warning",
        [ADTMAP_INFO] = "info",
        [ADTMAP_NOTICE] = "notice",
    };
    int used = snprintf(line, LINE_BYTES, "adtmap: %s: ", levels[message->level]);
    adtmap_message_format(message, line + used, LINE_BYTES - (size_t)used);
    if (message->level == ADTMAP_ERROR && message->file[0] == '~' && !file_exists(message->file)) {
        used = (int)strlen(line);
        snprintf(line + used, LINE_BYTES - (size_t)used,
                 " ('~' is not expanded in quotes: write the path without them, or \"$HOME\"/...)");
    }
    utf8_make_shown(line); /* file names and texts come from strangers */
}

/* True: the line was not seen before, or is not remembered (MESSAGES_SEEN_MAX, no memory).
 * *is_counted: it is part of this count of warnings, in which each line counts once. */
static bool is_new_line(struct messages *messages, const char *line, bool *is_counted)
{
    uint64_t hash = hash64(line, strlen(line));
    struct hash_probe probe = hash_index_probe(&messages->seen, hash);
    while (hash_index_next(&messages->seen, &probe)) {
        struct seen_line *seen = &messages->lines[probe.number];
        if (seen->hash == hash) {
            *is_counted = seen->count == messages->count;
            seen->count = messages->count;
            return false;
        }
    }
    *is_counted = false;
    size_t count = messages->seen.count;
    if (count < MESSAGES_SEEN_MAX && ARRAY_ROOM(messages->lines, count)) {
        messages->lines[count] = (struct seen_line){hash, messages->count};
        (void)hash_index_add(&messages->seen, hash, (uint32_t)count);
    }
    return true;
}

/* Hash of level, chunk and text, every run of digits and every colour counting as one. */
static uint64_t kind_hash(const struct adtmap_message *message)
{
    char folded[sizeof message->what + 16];
    size_t used = (size_t)snprintf(folded, 16, "%d%s:", (int)message->level, message->chunk);
    for (const char *at = message->what; *at; at++) {
        enum { COLOR_DIGITS = 6 };
        bool is_color = *at == '#' && strspn(at + 1, "0123456789abcdef") == COLOR_DIGITS;
        at += is_color ? COLOR_DIGITS : 0;
        bool digit = is_color || isdigit((unsigned char)*at) != 0;
        if (digit && folded[used - 1] == '#') {
            continue;
        }
        folded[used++] = digit ? '#' : *at;
    }
    return hash64(folded, used);
}

static struct message_kind *find_kind(struct messages *messages,
                                      const struct adtmap_message *message)
{
    uint64_t hash = kind_hash(message);
    for (size_t i = 0; i < messages->kind_count; i++) {
        if (messages->kinds[i]->hash == hash) {
            return messages->kinds[i];
        }
    }
    if (messages->kind_count == KINDS_MAX) {
        return messages->kinds[KINDS_MAX - 1];
    }
    struct message_kind *kind = calloc(1, sizeof *kind);
    if (kind) {
        kind->hash = hash;
        messages->kinds[messages->kind_count++] = kind;
    }
    return kind;
}

/* Counts the line with its kind. True: print it now. */
static bool admit(struct messages *messages, const struct adtmap_message *message, const char *line)
{
    struct message_kind *kind = find_kind(messages, message);
    if (!kind) {
        return true;
    }
    size_t limit = messages->verbosity == VERBOSITY_ALL ? SIZE_MAX
                   : message->level == ADTMAP_NOTICE    ? 0
                                                        : KIND_LIMIT;
    if (kind->printed >= limit) {
        if (kind->held_back++ == 0) {
            snprintf(kind->example, sizeof kind->example, "%s", line);
        }
        return false;
    }
    kind->printed++;
    return true;
}

static void write_locked(struct messages *messages, const struct adtmap_message *message)
{
    char line[LINE_BYTES];
    make_line(message, line);
    bool is_counted;
    if (message->level == ADTMAP_ERROR) {
        if (!messages->errors_once || is_new_line(messages, line, &is_counted)) {
            print_line(messages, line);
        }
        return;
    }
    bool is_new = is_new_line(messages, line, &is_counted);
    messages->warnings += message->level == ADTMAP_WARNING && !is_counted;
    if (!is_new) {
        return;
    }
    bool wanted = messages->verbosity == VERBOSITY_ALL ||
                  (messages->verbosity == VERBOSITY_NORMAL && message->level != ADTMAP_INFO);
    if (wanted && admit(messages, message, line)) {
        print_line(messages, line);
    }
}

void messages_say_errors_once(struct messages *messages)
{
    messages->errors_once = true;
}

void messages_write(struct messages *messages, const struct adtmap_message *message)
{
    pthread_mutex_lock(&messages->lock);
    write_locked(messages, message);
    pthread_mutex_unlock(&messages->lock);
}

void messages_error(struct messages *messages, const char *format, ...)
{
    struct adtmap_message message = {.level = ADTMAP_ERROR, .offset = -1};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message.what, sizeof message.what, format, arguments);
    va_end(arguments);
    messages_write(messages, &message);
}

size_t messages_take_warnings(struct messages *messages)
{
    pthread_mutex_lock(&messages->lock);
    size_t count = messages->warnings;
    messages->warnings = 0;
    messages->count++;
    pthread_mutex_unlock(&messages->lock);
    return count;
}

void messages_advise(struct messages *messages, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    pthread_mutex_lock(&messages->lock);
    if (messages->verbosity != VERBOSITY_QUIET && !messages->advice[0]) {
        vsnprintf(messages->advice, sizeof messages->advice, format, arguments);
        utf8_make_shown(messages->advice);
    }
    pthread_mutex_unlock(&messages->lock);
    va_end(arguments);
}

void messages_status(struct messages *messages, const char *text)
{
    char out[STATUS_BYTES + 16];
    pthread_mutex_lock(&messages->lock);
    snprintf(messages->status, sizeof messages->status, "%s", text);
    int size = snprintf(out, sizeof out, "\r\033[K%s", messages->status);
    process_write_stderr(out, (size_t)size);
    pthread_mutex_unlock(&messages->lock);
}

/* Prints the first line that was held back, and how many followed it. */
static void print_held_back(const struct messages *messages, const struct message_kind *kind)
{
    char line[LINE_BYTES + 64];
    char more[64] = "";
    if (kind->held_back > 1) {
        snprintf(more, sizeof more, " (and %zu more like it; -v prints all)", kind->held_back - 1);
    }
    snprintf(line, sizeof line, "%s%s", kind->example, more);
    print_line(messages, line);
}

void messages_close(struct messages *messages)
{
    if (!messages) {
        return;
    }
    for (size_t i = 0; i < messages->kind_count; i++) {
        if (messages->kinds[i]->held_back > 0) {
            print_held_back(messages, messages->kinds[i]);
        }
        free(messages->kinds[i]);
    }
    if (messages->advice[0]) {
        char line[LINE_BYTES + 32];
        snprintf(line, sizeof line, "adtmap: notice: %s", messages->advice);
        print_line(messages, line);
    }
    free(messages->lines);
    hash_index_free(&messages->seen);
    pthread_mutex_destroy(&messages->lock);
    free(messages);
}
