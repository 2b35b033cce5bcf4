/*
 * GeoJSON (RFC 7946), a feature a line, in the style JSON_PAGE of base/json.h. Positions are
 * [-Y, X], or [-Y, X, Z]: east, north, up (game_axes.h). The member "crs" of GeoJSON 2008 says so,
 * as RFC 7946 knows nothing but degrees.
 */
#ifndef OUTPUT_GEOJSON_H
#define OUTPUT_GEOJSON_H

#include "base/json.h"
#include "output/game_axes.h"

/* A FeatureCollection; between its beginning and its end stand features. */
static inline struct json geojson_begin(struct buffer *text)
{
    struct json json = json_to(text, JSON_PAGE);
    json_object(&json, NULL);
    json_string(&json, "type", "FeatureCollection");
    json_object(&json, "crs");
    json_string(&json, "type", "name");
    json_object(&json, "properties");
    json_string(&json, "name", GAME_AXES_WKT);
    json_end(&json);
    json_end(&json);
    json_array(&json, "features");
    json_lines(&json, 2);
    return json;
}

static inline void geojson_end(struct json *json)
{
    json_end(json);
    json_end(json);
    buffer_u8(json->text, '\n');
}

/* A feature has the objects "geometry" and "properties", in any order, then json_end. */
static inline void geojson_feature(struct json *json)
{
    json_object(json, NULL);
    json_string(json, "type", "Feature");
}

/* A geometry has "coordinates", then json_end. */
static inline void geojson_geometry(struct json *json, const char *type)
{
    json_object(json, "geometry");
    json_string(json, "type", type);
}

#endif
