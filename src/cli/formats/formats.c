/* The tables of format_rows.h as Markdown. */
#include "cli/formats.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/size.h"
#include "cli/formats/format_rows.h"

static const struct format_section *const sections[] = {
    &format_wdt,      &format_wdl,       &format_adt, &format_mcnk,
    &format_wmo_root, &format_wmo_group, &format_m2,  &format_mdx,
};

static void print_ids(const struct format_row *row)
{
    fputs(row->unknown ? row->unknown : row->ids[0]->text, stdout);
    for (size_t i = 1; i < ROW_IDS && row->ids[i]; i++) {
        printf(", %s", row->ids[i]->text);
    }
}

static void print_field(const struct format_row *row)
{
    const uint32_t *flag = row->flags;
    for (const char *at = row->field; *at; at++) {
        if (*at == '#') {
            printf("0x%" PRIX32, *flag++);
        } else {
            putchar(*at);
        }
    }
}

static void print_row(const struct format_row *row)
{
    fputs("| ", stdout);
    print_ids(row);
    fputs(" | ", stdout);
    print_field(row);
    printf(" | %s | %s | %s | `%s` |", row->is_read ? "yes" : "no", row->picture, row->info,
           row->file);
    for (size_t i = 0; i < ROW_MEMBERS && row->members[i]; i++) {
        printf("%s `%s`", i ? "," : "", row->members[i]);
    }
    fputs(" | ", stdout);
    printf("%s%s|\n", row->remark ? row->remark : "", row->remark ? " " : "");
}

void formats_print(void)
{
    for (size_t i = 0; i < COUNT_OF(sections); i++) {
        printf("%s## %s\n\n", i ? "\n" : "", sections[i]->title);
        if (sections[i]->introduction) {
            printf("%s\n\n", sections[i]->introduction);
        }
        puts("| chunk | field | read | picture | info | file | member | remark |\n"
             "|---|---|---|---|---|---|---|---|");
        for (size_t k = 0; k < sections[i]->count; k++) {
            print_row(&sections[i]->rows[k]);
        }
    }
}
