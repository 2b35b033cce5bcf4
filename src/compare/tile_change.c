#include "compare/tile_change.h"

static const struct {
    const char *name, *unit, *units;
} kinds[CHANGE_KINDS] = {
    [CHANGE_HEIGHT] = {"height", "vertex", "vertices"},
    [CHANGE_NORMALS] = {"normals", "vertex", "vertices"},
    [CHANGE_COLORS] = {"colors", "vertex", "vertices"},
    [CHANGE_TEXTURES] = {"textures", "layer", "layers"},
    [CHANGE_ALPHA] = {"alpha", "texel", "texels"},
    [CHANGE_SHADOWS] = {"shadows", "texel", "texels"},
    [CHANGE_HOLES] = {"holes", "quad", "quads"},
    [CHANGE_AREAS] = {"areas", "chunk", "chunks"},
    [CHANGE_IMPASSABLE] = {"impassable", "chunk", "chunks"},
    [CHANGE_LIQUIDS] = {"liquids", "quad", "quads"},
    [CHANGE_WMOS] = {"wmos", "placement", "placements"},
    [CHANGE_DOODADS] = {"doodads", "placement", "placements"},
};

const char *change_kind_name(enum change_kind kind)
{
    return kinds[kind].name;
}

const char *change_kind_unit(enum change_kind kind, uint64_t count)
{
    return count == 1 ? kinds[kind].unit : kinds[kind].units;
}
