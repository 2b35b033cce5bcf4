/* The lines of a log: records and inputs as text, appended to the journal. */
#include "base/number.h"
#include "graph/build_log.h"

static void print_hash(struct buffer *text, char before, struct hash128 hash)
{
    char hex[HASH128_HEX_BYTES] = "-";
    if (hash.low || hash.high) {
        hash128_hex(hash, hex);
    }
    buffer_u8(text, (uint8_t)before);
    buffer_text(text, hex);
}

static void print_key(struct buffer *text, uint64_t key)
{
    char digits[NUMBER_HEX_DIGITS];
    number_print_hex(key, digits);
    buffer_u8(text, ' ');
    buffer_append(text, digits, NUMBER_HEX_DIGITS);
}

void build_log_print_input(struct buffer *text, uint32_t number, const struct dependency *input)
{
    buffer_text(text, "input\t");
    buffer_decimal(text, number);
    print_hash(text, ' ', input->content_id);
    print_key(text, input->key);
    buffer_u8(text, ' ');
    buffer_text(text, input->name);
    buffer_u8(text, '\n');
}

static void print_made(struct buffer *text, const struct build_record *record)
{
    print_hash(text, '\t', record->recipe);
    print_hash(text, ' ', record->nodes);
    print_hash(text, ' ', record->pixels);
    buffer_u8(text, ' ');
    buffer_decimal(text, record->file.bytes);
    print_key(text, record->file.key);
    print_hash(text, ' ', record->file.content);
    if (hash128_equal(record->published, record->file.content)) {
        buffer_text(text, " =");
    } else {
        print_hash(text, ' ', record->published);
    }
    buffer_u8(text, ' ');
    buffer_decimal(text, record->missing_assets);
    buffer_u8(text, '\t');
    for (uint32_t i = 0; i < record->input_count; i++) {
        if (i > 0) {
            buffer_u8(text, ',');
        }
        buffer_decimal(text, record->inputs[i]);
    }
    buffer_u8(text, '\t');
    buffer_text(text, record->note ? record->note : "");
    buffer_u8(text, '\n');
}

void build_log_print_sum(struct buffer *text)
{
    struct hash128 sum = {0};
    if (!text->failed) {
        sum = hash128(text->data, text->size);
    }
    buffer_text(text, "sum");
    print_hash(text, '\t', sum);
    buffer_u8(text, '\n');
}

void build_log_print_record(struct buffer *text, const struct build_record *record)
{
    static const char *const states[] = {
        [BUILD_MADE] = "made",
        [BUILD_FAILED] = "failed",
        [BUILD_ABSENT] = "absent",
        [BUILD_GONE] = "gone",
    };
    buffer_printf(text, "%s\t%s", states[record->state], record->path);
    if (record->state == BUILD_MADE) {
        print_made(text, record);
        return;
    }
    print_hash(text, '\t', record->published);
    if (record->state == BUILD_FAILED) {
        buffer_printf(text, "\t%s", record->note ? record->note : "");
    }
    buffer_u8(text, '\n');
}

void build_log_close_journal(struct build_log *log)
{
    open_file_close(&log->journal);
}

void build_log_append(struct build_log *log, struct buffer *text)
{
    if (open_file_is(log->journal) &&
        (text->failed || open_file_write(log->journal, text->data, text->size, &diag_silent))) {
        build_log_close_journal(log);
    }
    log->is_changed = true;
    buffer_free(text);
}
