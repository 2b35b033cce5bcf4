/*
 * The lights of the demo world: Light.dbc, LightParams.dbc and LightIntBand.dbc, and before 1.9 the
 * lights.lit of a map. The island has a
 * mild day, its swamp a green one and its volcano a red one, so that a map at any hour shows where
 * they end.
 */
#ifndef DEMO_TABLES_LIGHT_TABLES_H
#define DEMO_TABLES_LIGHT_TABLES_H

#include <stdbool.h>

#include "demo/tables/dbc_write.h"

/* The records of each table, in the layout of 1.12 (`is_old`) or of 3.3.5. `map` is the number of
 * the island. */
void light_tables_put_lights(struct dbc_table *table, uint32_t map, bool is_old);
void light_tables_put_params(struct dbc_table *table);
void light_tables_put_bands(struct dbc_table *table);

/* The same lights and colours as a lights.lit of 0.5.3 to 0.10. */
void light_tables_put_lit(struct buffer *out);

#endif
