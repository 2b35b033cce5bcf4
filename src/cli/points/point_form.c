/*
 * A text is words and numbers. The first numbers that stand together are the place: those behind
 * the labels X and Y, or else the first two or more in a row. What stands before them says which
 * form it is.
 */
#include "cli/points/point_form.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adtmap/adtmap.h"
#include "base/size.h"
#include "base/text.h"
#include "formats/file_kinds.h"
#include "formats/grid.h"
#include "output/points/point_text.h"

enum { TOKENS_MAX = 128, COORDINATES_MAX = 4 }; /* X, Y, Z and the way one looks */

#define BLANKS " \t\r\n"
#define SEPARATORS BLANKS ",;:=|%()[]{}"

struct token {
    size_t at, end;
    bool is_number, has_sign;
    double value;
};

struct token_list {
    char text[POINT_FORM_BYTES]; /* as it looks */
    size_t count;
    struct token items[TOKENS_MAX];
};

static size_t digits_at(const char *text)
{
    return strspn(text, "0123456789");
}

/* The bytes of a number that ends there: its sign of per cent is not one of them. 0: none. */
static size_t number_at(const char *text)
{
    size_t sign = *text == '-' || *text == '+';
    size_t whole = digits_at(text + sign);
    size_t length = sign + whole;
    size_t part = text[length] == '.' ? digits_at(text + length + 1) : 0;
    if (text[length] == '.' && (whole > 0 || part > 0)) {
        length += 1 + part;
    }
    const char *next = text + length;
    next += *next == '%';
    return whole + part > 0 && (!*next || strchr(BLANKS ",;:/|()[]{}", *next)) ? length : 0;
}

static void put_tokens(struct token_list *list)
{
    const char *text = list->text;
    size_t at = strspn(text, SEPARATORS);
    while (text[at] && list->count < TOKENS_MAX) {
        size_t number = number_at(text + at);
        size_t length = number ? number : strcspn(text + at, SEPARATORS);
        bool has_sign = number && text[at + number] == '%';
        list->items[list->count++] = (struct token){
            .at = at,
            .end = at + length + has_sign,
            .is_number = number > 0,
            .has_sign = has_sign,
            .value = number ? strtod(text + at, NULL) : 0,
        };
        at += length + has_sign;
        at += strspn(text + at, SEPARATORS);
    }
}

/* Blanks and minus signs of other alphabets are those of ASCII. Cuts off blanks at both ends and
 * before signs of per cent. */
static void copy_plain(char *to, const char *from)
{
    size_t length = 0;
    from += strspn(from, BLANKS);
    while (*from) {
        static const struct {
            const char *from;
            char to;
        } pairs[] = {{"\xe2\x88\x92", '-'}, {"\xc2\xa0", ' '}};
        size_t i = 0;
        while (i < 2 && strncmp(from, pairs[i].from, strlen(pairs[i].from)) != 0) {
            i++;
        }
        while (*from == '%' && length > 0 && strchr(BLANKS, to[length - 1])) {
            length--;
        }
        to[length++] = i < 2 ? pairs[i].to : *from;
        from += i < 2 ? strlen(pairs[i].from) : 1;
    }
    while (length > 0 && strchr(BLANKS, to[length - 1])) {
        length--;
    }
    to[length] = '\0';
}

/* The bytes of "41,6": a number with a decimal comma, which is at `*comma`. 0: none. */
static size_t comma_number_at(const char *text, size_t *comma)
{
    size_t sign = *text == '-' || *text == '+';
    size_t whole = digits_at(text + sign);
    size_t part = whole && text[sign + whole] == ',' ? digits_at(text + sign + whole + 1) : 0;
    *comma = sign + whole;
    return part ? sign + whole + 1 + part : 0;
}

/* Two numbers with decimal commas get points; a slash between numbers becomes a blank. */
static void settle_marks(char *text)
{
    bool is_done = false;
    for (size_t i = 0; text[i] && !is_done; i++) {
        size_t commas[2];
        size_t first = i > 0 && isdigit((unsigned char)text[i - 1])
                           ? 0
                           : comma_number_at(text + i, &commas[0]);
        size_t gap = first ? strspn(text + i + first, BLANKS ";/") : 0;
        size_t second = gap ? comma_number_at(text + i + first + gap, &commas[1]) : 0;
        char next = second ? text[i + first + gap + second] : '\0';
        if (second && next != ',' && !isdigit((unsigned char)next)) {
            text[i + commas[0]] = '.';
            text[i + first + gap + commas[1]] = '.';
            is_done = true;
        }
    }
    for (size_t i = 1; text[i]; i++) {
        size_t before = i;
        while (before > 0 && strchr(BLANKS, text[before - 1])) {
            before--;
        }
        const char *next = text + i + 1 + strspn(text + i + 1, BLANKS);
        if (text[i] == '/' && before > 0 &&
            (isdigit((unsigned char)text[before - 1]) || text[before - 1] == '%') && *next &&
            strchr("-+.0123456789", *next)) {
            text[i] = ' ';
        }
    }
}

static bool is_label(const struct token_list *list, size_t i, char label)
{
    return i < list->count && list->items[i].end == list->items[i].at + 1 &&
           tolower((unsigned char)list->text[list->items[i].at]) == label;
}

static bool is_number(const struct token_list *list, size_t i)
{
    return i < list->count && list->items[i].is_number;
}

/* Whether tokens i and i + 1 are numbers in a row. */
static bool is_next(const struct token_list *list, size_t i)
{
    if (!is_number(list, i) || !is_number(list, i + 1)) {
        return false;
    }
    size_t end = list->items[i].end;
    return end + strspn(list->text + end, BLANKS ",;:=|/") >= list->items[i + 1].at;
}

/* Copies what stands before a token, without what leads over to it. */
static void copy_lead(const struct token_list *list, size_t i, char *lead)
{
    size_t length = list->items[i].at;
    memcpy(lead, list->text, length);
    while (length > 0 && strchr(BLANKS ",;:=|([{", lead[length - 1])) {
        length--;
    }
    lead[length] = '\0';
}

static bool is_percent(double value)
{
    return value >= 0 && value <= 100;
}

static void put_numbers(struct point_form *form, enum point_form_kind kind,
                        const struct token *first, const struct token *second)
{
    form->kind = kind;
    form->values[0] = first->value;
    form->values[1] = second->value;
    form->may_be_percent = is_percent(first->value) && is_percent(second->value);
    form->is_percent = first->has_sign || second->has_sign;
}

/* Two numbers of 0 to 100 alone may be either; a sign leaves no doubt. */
static void settle_bare(struct point_form *form, size_t count)
{
    form->name[0] = '\0';
    form->kind = POINT_FORM_YARDS;
    form->is_bare = count == 2 && !form->is_percent && form->may_be_percent;
    if (form->is_percent) {
        form->kind = form->may_be_percent ? POINT_FORM_PERCENT : POINT_FORM_NONE;
    }
}

/* X 775 Y -1450 Z 20; what stands before them may be a map. */
static bool read_labelled(const struct token_list *list, struct point_form *form)
{
    for (size_t i = 0; i < list->count; i++) {
        if (is_label(list, i, 'x') && is_number(list, i + 1) && is_label(list, i + 2, 'y') &&
            is_number(list, i + 3)) {
            put_numbers(form, POINT_FORM_YARDS, &list->items[i + 1], &list->items[i + 3]);
            if (is_label(list, i + 4, 'z') && is_number(list, i + 5)) {
                form->values[2] = list->items[i + 5].value;
            }
            copy_lead(list, i, form->name);
            return true;
        }
    }
    return false;
}

/* The rest of a text behind the words of a command, each followed by blanks or the end; NULL: it
 * is not that. */
static const char *behind_command(const char *text, const char *const *words)
{
    for (size_t i = 0; words[i]; i++) {
        size_t length = strlen(words[i]);
        if (text_compare_nocase_n(text, words[i], length) != 0 ||
            (text[length] && !strchr(BLANKS, text[length]))) {
            return NULL;
        }
        text += length + strspn(text + length, BLANKS);
    }
    return text;
}

static bool is_go(const char *lead)
{
    static const char *const commands[][3] = {
        {".go"}, {".go", "xy"}, {".go", "xyz"}, {".worldport"}};
    bool is_one = false;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        const char *rest = behind_command(lead, commands[i]);
        is_one |= rest && !*rest;
    }
    return is_one;
}

/* The rest of a text behind who says it, "[Guild] Bob: "; all of it where nobody is named. */
static const char *behind_speaker(const char *text)
{
    const char *rest = text;
    for (const char *c = text; *c && c[1]; c++) {
        if (strchr(":]", *c) && strchr(BLANKS, c[1])) {
            rest = c + 1 + strspn(c + 1, BLANKS);
        }
    }
    return rest;
}

/* .go xyz X Y Z MAP; the map is a number. */
static void read_go(struct point_form *form, const struct token *numbers, size_t count)
{
    put_numbers(form, POINT_FORM_YARDS, &numbers[0], &numbers[1]);
    form->is_command = true;
    form->values[2] = count > 2 ? numbers[2].value : (double)NAN;
    form->name[0] = '\0';
    if (count > 3 && numbers[3].value >= 0 && numbers[3].value <= UINT32_MAX) {
        snprintf(form->name, sizeof form->name, "%.0f", numbers[3].value);
    }
}

/* Of a name that ends in a number the last two are the place. */
static void read_named(const struct token_list *list, struct point_form *form,
                       const struct token *numbers, size_t count, const char *lead)
{
    char name[POINT_FORM_BYTES * 2];
    int length = snprintf(name, sizeof name, "%s", lead);
    for (size_t i = 0; i + 2 < count; i++) {
        length += snprintf(name + length, sizeof name - (size_t)length, " %.*s",
                           (int)(numbers[i].end - numbers[i].at), list->text + numbers[i].at);
    }
    put_numbers(form, POINT_FORM_NAMED, &numbers[count - 2], &numbers[count - 1]);
    if ((size_t)length >= sizeof form->name || (form->is_percent && !form->may_be_percent)) {
        form->kind = POINT_FORM_NONE;
        return;
    }
    memcpy(form->name, name, (size_t)length + 1);
}

/* /way ZONE 41.6 61.8 and words about it. */
static void read_way(const struct token_list *list, struct point_form *form,
                     const struct token *numbers, size_t count, const char *zone)
{
    form->is_command = true;
    if (*zone == '#') {
        form->kind = POINT_FORM_NUMBER;
        snprintf(form->name, sizeof form->name, "%.*s", (int)strcspn(zone, BLANKS), zone);
        return;
    }
    if (*zone) {
        char name[POINT_FORM_BYTES];
        snprintf(name, sizeof name, "%s", zone);
        read_named(list, form, numbers, count, name);
    } else {
        put_numbers(form, POINT_FORM_PERCENT, &numbers[0], &numbers[1]);
        form->name[0] = '\0';
    }
    if (form->kind != POINT_FORM_NONE) {
        form->kind = form->may_be_percent ? POINT_FORM_PERCENT : POINT_FORM_NONE;
    }
}

/* The rest behind /way or /tway; NULL: it is neither. */
static const char *behind_way(const char *lead)
{
    static const char *const ways[][2] = {{"/way"}, {"/tway"}};
    const char *way = behind_command(lead, ways[0]);
    return way ? way : behind_command(lead, ways[1]);
}

/* Numbers alone. */
static void read_bare(struct point_form *form, const struct token *numbers, size_t count)
{
    put_numbers(form, POINT_FORM_YARDS, &numbers[0], &numbers[1]);
    form->values[2] = count > 2 ? numbers[2].value : (double)NAN;
    settle_bare(form, count);
}

/* `is_said`: behind brackets, where "Bob: " and "says: " are no name of a place. */
static void read_run(const struct token_list *list, bool is_said, struct point_form *form)
{
    size_t first = 0;
    while (first < list->count && !is_next(list, first)) {
        first++;
    }
    if (first >= list->count) {
        return;
    }
    size_t count = 2;
    while (is_next(list, first + count - 1)) {
        count++;
    }
    const struct token *numbers = &list->items[first];
    const char *tail = list->text + numbers[count - 1].end;
    bool is_alone = !tail[strspn(tail, BLANKS ",;.)]}")];
    copy_lead(list, first, form->name);
    const char *own = behind_speaker(form->name);
    const char *way = behind_way(form->name);
    way = way ? way : behind_way(own);
    if (is_go(form->name) || is_go(own)) {
        read_go(form, numbers, count);
    } else if (way) {
        read_way(list, form, numbers, count, way);
    } else if (form->name[0] && is_alone) {
        char lead[POINT_FORM_BYTES];
        bool is_speaker = is_said && list->text[strlen(form->name)] == ':';
        memcpy(lead, form->name, sizeof lead);
        form->said_count = is_speaker && count <= COORDINATES_MAX ? count : 0;
        for (size_t i = 0; i < form->said_count && i < COUNT_OF(form->said); i++) {
            form->said[i] = numbers[i].value;
        }
        read_named(list, form, numbers, count, lead);
    } else if (is_alone && count <= COORDINATES_MAX) {
        read_bare(form, numbers, count);
    }
}

/* One or two digits before `end`, and what is before them; false: there are none. */
static bool read_digits(const char *text, size_t *end, unsigned *number)
{
    size_t begin = *end;
    while (begin > 0 && *end - begin < 2 && isdigit((unsigned char)text[begin - 1])) {
        begin--;
    }
    *number = begin < *end ? (unsigned)strtoul(text + begin, NULL, 10) : 0;
    bool is_there = begin < *end;
    *end = begin;
    return is_there;
}

/* [tile] [FOLDER/][MAP_]X_Y[_obj0][.adt]: the middle of the tile. */
static bool read_tile(const char *text, struct point_form *form)
{
    static const char *const tile[] = {"tile", NULL};
    const char *rest = behind_command(text, tile);
    text = rest ? rest : text;
    for (const char *c = text; *c; c++) {
        text = *c == '/' || *c == '\\' ? c + 1 : text;
    }
    size_t end = strlen(text);
    const char *dot = strrchr(text, '.');
    if (dot && dot[1] && !strpbrk(dot, BLANKS)) {
        end = (size_t)(dot - text);
    }
    end = file_stem_length(text, end);
    unsigned x, y;
    if (!read_digits(text, &end, &y) || end == 0 || text[--end] != '_' ||
        !read_digits(text, &end, &x)) {
        return false;
    }
    bool is_plain = end == 0 || (end == 3 && text_compare_nocase_n(text, "map", 3) == 0);
    if (!is_plain && text[end - 1] != '_') {
        return false;
    }
    form->kind = POINT_FORM_YARDS;
    form->values[0] = (ADTMAP_GRID / 2 - (y + 0.5)) * TILE_YD;
    form->values[1] = (ADTMAP_GRID / 2 - (x + 0.5)) * TILE_YD;
    snprintf(form->name, sizeof form->name, "%.*s", is_plain ? 0 : (int)(end - 1), text);
    form->is_of_map = true;
    return true;
}

/* The value of a field of an address, decoded; "" without it. */
static void copy_field(const char *fields, const char *name, char *value)
{
    size_t length = strlen(name);
    size_t out = 0;
    while (*fields) {
        if (strncmp(fields, name, length) == 0 && fields[length] == '=') {
            for (const char *c = fields + length + 1; *c && *c != '&'; c++) {
                char digits[3] = {c[1], c[1] ? c[2] : '\0', '\0'};
                bool is_code = *c == '%' && isxdigit((unsigned char)digits[0]) &&
                               isxdigit((unsigned char)digits[1]);
                value[out++] =
                    is_code ? (char)strtoul(digits, NULL, 16) : (char)(*c == '+' ? ' ' : *c);
                c += is_code ? 2 : 0;
            }
            break;
        }
        fields += strcspn(fields, "&");
        fields += *fields == '&';
    }
    value[out] = '\0';
}

/* A link to a page: a mark, or else the middle of the view. False: it is none. */
static bool read_link(const char *text, struct point_form *form)
{
    const char *fields = strchr(text, '#');
    if (!fields || (strncmp(fields, "#map=", 5) != 0 && !strstr(fields, "&map="))) {
        return false;
    }
    char x[POINT_FORM_BYTES];
    char y[POINT_FORM_BYTES];
    copy_field(fields + 1, "mark", x);
    char *blank = strchr(x, ' ');
    if (blank) {
        *blank = '\0';
        memcpy(y, blank + 1, strlen(blank + 1) + 1);
    } else {
        copy_field(fields + 1, "x", x);
        copy_field(fields + 1, "y", y);
    }
    form->values[0] = point_text_number(x);
    form->values[1] = point_text_number(y);
    if (isfinite(form->values[0]) && isfinite(form->values[1])) {
        form->kind = POINT_FORM_YARDS;
        copy_field(fields + 1, "map", form->name);
        form->is_of_map = true;
    }
    return true;
}

static void read_text(const char *text, bool is_said, struct point_form *form)
{
    struct token_list list = {.count = 0};
    snprintf(list.text, sizeof list.text, "%s", text);
    if (read_tile(behind_speaker(list.text), form)) {
        return;
    }
    put_tokens(&list);
    if (!read_labelled(&list, form)) {
        read_run(&list, is_said, form);
    }
}

/* The rest of a text behind brackets, as chats have them around channels, times and names: "[Guild]
 * [Bob]: "; all of it without some. */
static const char *behind_brackets(const char *text)
{
    const char *end;
    while (*text == '[' && (end = strchr(text, ']')) != NULL) {
        text = end + 1 + strspn(end + 1, BLANKS);
        text += *text == ':';
        text += strspn(text, BLANKS);
    }
    return text;
}

void point_form_read(const char *text, struct point_form *form)
{
    char plain[POINT_FORM_BYTES];
    *form = (struct point_form){.values = {0, 0, (double)NAN}};
    copy_plain(plain, text);
    if (read_link(plain, form)) {
        return;
    }
    const char *said = behind_brackets(plain);
    settle_marks(plain);
    if (said > plain) {
        read_text(said, true, form);
    }
    if (form->kind == POINT_FORM_NONE) {
        *form = (struct point_form){.values = {0, 0, (double)NAN}};
        read_text(plain, false, form);
    }
}

bool point_form_read_again(struct point_form *form)
{
    const char *own = behind_speaker(form->name);
    if (form->kind != POINT_FORM_NAMED) {
        return false;
    }
    if (own > form->name) {
        memmove(form->name, own, strlen(own) + 1);
        return true;
    }
    if (form->said_count == 0) {
        return false;
    }
    form->values[0] = form->said[0];
    form->values[1] = form->said[1];
    form->values[2] = form->said_count > 2 ? form->said[2] : (double)NAN;
    form->may_be_percent = is_percent(form->said[0]) && is_percent(form->said[1]);
    settle_bare(form, form->said_count);
    return true;
}
