/* What is wrong with a point of a database, and what would set it right. */
#ifndef CLI_POINTS_POINT_CHECK_H
#define CLI_POINTS_POINT_CHECK_H

#include "base/buffer.h"
#include "cli/points/point_record.h"
#include "output/points/point_columns.h"

/* What is wrong with a point; "" if nothing is. Heights may be off by `yards`. */
void point_check(const struct point_record *record, bool has_map, double yards, char problem[256]);

/* Whether the height of a point is right only if it swims, which nothing says. */
bool point_check_guesses(const struct point_record *record, double yards);

/* Whether the area or zone that a point's columns say is not checked: WMOs have areas of their own.
 */
bool point_check_skips_area(const struct point_record *record);

/* Appends ", `column` = value" for each of the input's columns that is wrong, and for areas and
 * zones that are 0 or missing, outside WMOs. */
void point_check_sets(const struct point_record *record, double yards,
                      const struct point_columns *columns, struct buffer *sets);

#endif
