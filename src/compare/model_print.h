/*
 * A number for what a model looks like. It is a sum over triangles, so that it does not depend on
 * the order of triangles, vertices and batches, in which files of several eras differ.
 */
#ifndef COMPARE_MODEL_PRINT_H
#define COMPARE_MODEL_PRINT_H

#include "assets/assets.h"
#include "assets/wmo_model.h"
#include "formats/m2/m2.h"

struct model_print {
    uint64_t shape;  /* triangles and materials */
    uint64_t colors; /* of vertices; 0 without any */
};

/* `assets` name textures that are given by file ids. */
struct model_print model_print_of_m2(const struct m2_model *model, const struct assets *assets);
struct model_print model_print_of_wmo(const struct wmo_model *model, const struct assets *assets);

#endif
