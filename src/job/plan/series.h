/*
 * A series is one kind of picture for all tiles: the map's pictures, or a data layer. The build log
 * has a fact for each series, "picture" or "layer NAME". Manifests and pages read it, as they
 * do not know the settings of the run that drew the tiles.
 */
#ifndef JOB_PLAN_SERIES_H
#define JOB_PLAN_SERIES_H

#include "graph/build_log.h"
#include "graph/graph.h"
#include "job/settings/job_settings.h"
#include "output/areas/area_grid.h"
#include "output/manifest/manifest_layers.h"

struct series {
    struct hash128 recipe;  /* of tiles that count as the series' */
    struct hash128 program; /* recipe_program: adtmap that made them */
    uint32_t size_px;
    enum png_effort effort;
    uint8_t background[4];       /* of pictures */
    enum adtmap_low_res low_res; /* of pictures */
    enum manifest_range range;   /* of layers */
    float range_yd[2];           /* of layers */
    const char *settings;        /* of pictures: manifest_settings, borrowed; else "" */
};

/* The name of the fact: of the pictures for "", else of a layer. */
void series_fact_name(const char *series, char name[64]);

/* Reads the fact; `settings` borrows it until it is set again. False when there is none. */
bool series_read(const struct build_log *log, const char *name, struct series *series);

/* Records a series that this run makes. False when out of memory. */
bool series_record(struct build_log *log, const char *name, const struct series *series);

/* The series of the run's settings: of pictures, or of layer `index`. False when out of memory. */
bool series_of_picture(const char *map, const struct job_settings *settings, struct buffer *text,
                       struct series *series);
bool series_of_layer(const char *map, const struct job_settings *settings, uint32_t index,
                     struct series *series);

/* Facts of layers begin with it. The name of the layer, NULL for another fact. */
#define SERIES_LAYER_PREFIX "layer "
#define SERIES_FLOOR_PREFIX SERIES_LAYER_PREFIX "storey-"
const char *series_layer_of_fact(const char *fact);

/*
 * The note of a picture: whether it is drawn from the WDL, what the map says of the tile's terrain
 * (recipe_facts.layer; nothing reads it again), and the areas of the chunks, which may be NULL.
 */
void series_print_picture_note(struct buffer *note, bool is_low_res, struct hash128 facts,
                               const struct area_tile *areas);
bool series_is_low_res(const struct build_record *picture);
bool series_read_areas(const struct build_record *picture, struct area_tile *areas);

/* What a manifest says of a tile of a layer, as the note of its record, and back. `areas` are those
 * of the chunks. */
void series_print_note(struct buffer *note, struct adtmap_layer layer, const float ground_yd[2],
                       const float range_yd[2], const struct area_tile *areas);
bool series_read_note(const char *note, float ground_yd[2], float range_yd[2]);

#endif
