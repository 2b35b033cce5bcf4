/*
 * A million points make some ten texts each: numbers are printed by hand, as snprintf took a tenth
 * of the time of a point.
 */
#include "cli/points/point_facts.h"

#include <math.h>

#include "base/number.h"
#include "base/size.h"

const char *const point_fact_names[FACTS] = {
    "tile",   "chunk", "area",   "area_name", "zone",    "zone_name", "zone_x",  "zone_y",
    "ground", "hole",  "liquid", "liquid_z",  "surface", "above",     "problem",
};

static void set_fact(struct point_facts *facts, enum point_fact fact, bool is_known, double value)
{
    if (is_known) {
        point_text_decimal(facts->numbers[fact], value);
    }
}

static void set_count(struct point_facts *facts, enum point_fact fact, bool is_known,
                      uint32_t value)
{
    if (is_known) {
        (void)number_print_whole(value, facts->numbers[fact]);
    }
}

static void set_pair(struct point_facts *facts, enum point_fact fact, uint32_t x, uint32_t y)
{
    char *end = number_print_whole(x, facts->numbers[fact]);
    *end = '_';
    (void)number_print_whole(y, end + 1);
}

void point_facts_fill(const struct point_record *record, const struct adtmap_locator *locator,
                      struct point_facts *facts)
{
    static const char *const liquids[] = {"water", "ocean", "magma", "slime"};
    const struct adtmap_place *place = &record->place;
    uint32_t flags = place->flags;
    double z = record->point.z;
    for (int fact = 0; fact < FACTS; fact++) {
        facts->numbers[fact][0] = '\0';
        facts->fields[fact] = (struct point_field){.text = facts->numbers[fact]};
    }
    if (flags & ADTMAP_PLACE_ON_GRID) {
        set_pair(facts, FACT_TILE, place->tile_x, place->tile_y);
        set_pair(facts, FACT_CHUNK, place->chunk_x, place->chunk_y);
    }
    set_count(facts, FACT_AREA, place->area != 0, place->area);
    set_count(facts, FACT_ZONE, place->zone != 0, place->zone);
    set_fact(facts, FACT_ZONE_X, flags & ADTMAP_PLACE_PERCENT, place->zone_x);
    set_fact(facts, FACT_ZONE_Y, flags & ADTMAP_PLACE_PERCENT, place->zone_y);
    set_fact(facts, FACT_GROUND, flags & ADTMAP_PLACE_GROUND, place->ground);
    set_count(facts, FACT_HOLE, flags & ADTMAP_PLACE_TILE, (flags & ADTMAP_PLACE_HOLE) != 0);
    set_fact(facts, FACT_LIQUID_Z, flags & ADTMAP_PLACE_LIQUID, place->liquid_z);
    bool has_surface = flags & (ADTMAP_PLACE_SURFACE | ADTMAP_PLACE_BELOW);
    set_fact(facts, FACT_SURFACE, has_surface, place->surface);
    set_fact(facts, FACT_ABOVE, has_surface && !isnan(z), z - place->surface);
    if (flags & ADTMAP_PLACE_LIQUID) {
        facts->fields[FACT_LIQUID].text = liquids[place->liquid % COUNT_OF(liquids)];
    }
    if (locator) {
        facts->fields[FACT_AREA_NAME].text = adtmap_area_name(locator, place->area);
        facts->fields[FACT_ZONE_NAME].text = adtmap_area_name(locator, place->zone);
    }
    facts->fields[FACT_AREA_NAME].is_quoted = true;
    facts->fields[FACT_ZONE_NAME].is_quoted = true;
}
