/*
 * Lines for people: changes of one kind on one line, placements of one name and fate together, so
 * that a moved wood is a line and not a thousand.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/size.h"
#include "cli/common.h"
#include "cli/diff/diff_report.h"

const char *tile_fate_name(enum tile_fate fate)
{
    static const char *const names[] = {
        [TILE_SAME] = "same",       [TILE_ADDED] = "added",           [TILE_REMOVED] = "removed",
        [TILE_CHANGED] = "changed", [TILE_UNREADABLE] = "unreadable",
    };
    return names[fate];
}

const char *placement_fate_name(enum placement_fate fate)
{
    static const char *const names[] = {
        [PLACEMENT_ADDED] = "added",
        [PLACEMENT_MOVED] = "moved",
        [PLACEMENT_REMOVED] = "removed",
        [PLACEMENT_REMODELED] = "model changed",
    };
    return names[fate];
}

/* Continues a summary that ends with `separator`; gives what comes before the next count. */
static const char *print_counts(const uint32_t counts[TILE_UNREADABLE + 1], const char *what,
                                const char *separator)
{
    static const enum tile_fate order[] = {TILE_ADDED, TILE_REMOVED, TILE_CHANGED, TILE_UNREADABLE};
    for (size_t i = 0; i < COUNT_OF(order); i++) {
        uint32_t count = counts[order[i]];
        if (count > 0) {
            printf("%s%" PRIu32 " %s%s %s", separator, count, what, count == 1 ? "" : "s",
                   tile_fate_name(order[i]));
            separator = ", ";
        }
    }
    return separator;
}

void diff_print_summary(const char *map, const uint32_t tiles[TILE_UNREADABLE + 1],
                        const uint32_t zones[TILE_UNREADABLE + 1])
{
    static const char first[] = ": ";
    common_print_name(map);
    const char *separator = print_counts(tiles, "tile", first);
    if (zones) {
        separator = print_counts(zones, "zone", separator);
    }
    if (separator == first) {
        fputs(": the same", stdout);
    }
}

static void print_area(const struct diff_report *report, size_t side, uint32_t id)
{
    struct dbc_area area;
    printf("%" PRIu32, id);
    if (report->areas[side] && area_names_find(report->areas[side], id, &area)) {
        fputs(" (", stdout);
        common_print_name(area.name);
        putchar(')');
    }
}

/* Lists the textures that were added, then those removed, then those repainted. */
static void print_textures(const struct tile_diff *diff)
{
    static const char *const words[] = {"added", "removed", "repainted"};
    for (size_t k = 0; k < COUNT_OF(words); k++) {
        for (uint32_t i = 0; i < diff->texture_count; i++) {
            const struct texture_change *texture = &diff->textures[i];
            const uint32_t layers[] = {texture->added_to, texture->removed_from,
                                       texture->repainted_in};
            if (layers[k] > 0) {
                printf("      texture %s: ", words[k]);
                common_print_name(texture->name);
                printf(" (%" PRIu32 " layer%s)\n", layers[k], layers[k] == 1 ? "" : "s");
            }
        }
    }
}

static void print_areas(const struct diff_report *report, const struct tile_diff *diff)
{
    for (uint32_t i = 0; i < diff->area_count; i++) {
        fputs("      area ", stdout);
        print_area(report, 0, diff->areas[i].old_id);
        fputs(" becomes ", stdout);
        print_area(report, 1, diff->areas[i].new_id);
        printf(" (%" PRIu32 " chunk%s)\n", diff->areas[i].chunk_count,
               diff->areas[i].chunk_count == 1 ? "" : "s");
    }
}

/* "height 145 vertices in 1 chunk, by up to 5 yd". */
static void print_change(enum change_kind kind, const struct change *change, const char *separator)
{
    printf("%s%s %" PRIu64 " %s in %" PRIu32 " chunk%s", separator, change_kind_name(kind),
           change->count, change_kind_unit(kind, change->count), change->chunk_count,
           change->chunk_count == 1 ? "" : "s");
    if ((kind == CHANGE_HEIGHT || kind == CHANGE_LIQUIDS) && change->largest > 0) {
        printf(", by up to %.4g yd", change->largest);
    }
}

static void print_tile(const struct diff_report *report, uint32_t tile)
{
    const struct map_diff *diff = report->diff;
    const struct tile_diff *found = diff->tiles[tile];
    const char *separator = ": ";
    printf("  %" PRIu32 "_%" PRIu32 " %s", tile % ADTMAP_GRID, tile / ADTMAP_GRID,
           tile_fate_name(diff->fates[tile]));
    for (int kind = 0; found && kind < CHANGE_KINDS; kind++) {
        if (found->changes[kind].count > 0) {
            print_change((enum change_kind)kind, &found->changes[kind], separator);
            separator = "; ";
        }
    }
    for (int i = 0; i < PLACEMENT_KINDS; i++) {
        enum change_kind kind = i == PLACEMENT_WMO ? CHANGE_WMOS : CHANGE_DOODADS;
        uint32_t count = diff->placement_counts[tile][i];
        if (count > 0) {
            printf("%s%s %" PRIu32 " %s", separator, change_kind_name(kind), count,
                   change_kind_unit(kind, count));
            separator = "; ";
        }
    }
    putchar('\n');
    if (found) {
        print_textures(found);
        print_areas(report, found);
    }
}

static const struct placement_record *present_side(const struct placement_change *change)
{
    return change->fate == PLACEMENT_REMOVED ? &change->from : &change->to;
}

/* "  wmo moved: world/wmo/house.wmo 123 at 31_40, by 3.2 yd". */
static void print_placement(const struct placement_change *change)
{
    const struct placement_record *record = present_side(change);
    printf("  %s %s: ", record->kind == PLACEMENT_WMO ? "wmo" : "doodad",
           placement_fate_name(change->fate));
    common_print_name(record->name);
    printf(" %" PRIu32 " at %" PRIu32 "_%" PRIu32, record->unique_id, record->tile % ADTMAP_GRID,
           record->tile / ADTMAP_GRID);
    if (change->fate == PLACEMENT_MOVED) {
        double sum = 0;
        for (size_t i = 0; i < 3; i++) {
            double part = change->to.position[i] - change->from.position[i];
            sum += part * part;
        }
        printf(", by %.4g yd", sqrt(sum));
    }
    putchar('\n');
}

static bool is_same_group(const struct placement_change *a, const struct placement_change *b)
{
    const struct placement_record *x = present_side(a);
    const struct placement_record *y = present_side(b);
    return a->fate == b->fate && x->kind == y->kind && strcmp(x->name, y->name) == 0;
}

/* Changes of one name stand together; a fate of theirs is a group. */
static void print_placements(const struct diff_report *report)
{
    const struct map_diff *diff = report->diff;
    for (size_t i = 0; i < diff->placement_count; i++) {
        const struct placement_change *change = &diff->placements[i];
        size_t before = 0;
        size_t same = 0;
        for (size_t k = i; k > 0 && is_same_group(&diff->placements[k - 1], change); k--) {
            before++;
        }
        for (size_t k = i; k < diff->placement_count && is_same_group(&diff->placements[k], change);
             k++) {
            same++;
        }
        if (report->is_long || (before == 0 && same == 1)) {
            print_placement(change);
        } else if (before == 0) {
            const struct placement_record *record = present_side(change);
            printf("  %s %s: ", record->kind == PLACEMENT_WMO ? "wmo" : "doodad",
                   placement_fate_name(change->fate));
            common_print_name(record->name);
            printf(" (%zu times)\n", same);
        }
    }
}

void diff_print(const struct diff_report *report)
{
    diff_print_summary(report->map, report->diff->fate_counts, NULL);
    printf(" (of %" PRIu32 ", now %" PRIu32 ")\n", report->diff->tile_counts[0],
           report->diff->tile_counts[1]);
    for (uint32_t tile = 0; tile < TILE_SET_TILES; tile++) {
        if (report->diff->fates[tile] != TILE_SAME) {
            print_tile(report, tile);
        }
    }
    print_placements(report);
}
