/* What pages need of a map beyond its struct: levels, the archive, where its markers are. */
#include "output/web/web_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "output/zoom/pmtiles.h"

char *web_map_markers_path(const char *directory)
{
    return path_join(directory, "markers.geojson");
}

uint32_t web_map_tile_px(uint32_t zoom)
{
    return ((uint32_t)WEB_TILE_PX << zoom) / TILE_SET_GRID;
}

uint32_t web_map_zoom(const struct web_map *map, struct stitch_bounds part, uint32_t wanted_px)
{
    uint32_t edge = part.columns > part.rows ? part.columns : part.rows;
    uint32_t zoom = 0;
    while (zoom < map->folder.zoom_max && edge * web_map_tile_px(zoom) < wanted_px) {
        zoom++;
    }
    return zoom;
}

enum adtmap_status web_map_write_archive(const char *path, const struct web_map *map,
                                         const struct diag *diag)
{
    struct buffer metadata = {0};
    const struct web_folder *folder = &map->folder;
    struct json json = json_to(&metadata, JSON_PAGE);
    json_object(&json, NULL);
    json_string(&json, "name", map->card.name);
    json_string(&json, "type", "baselayer");
    json_string(&json, "format", image_format_names[folder->format]);
    json_string(&json, "generator", "adtmap");
    json_string(&json, "description",
                "The 64x64 grid of tiles is the whole square: longitudes and latitudes are made "
                "up");
    json_end(&json);
    buffer_u8(&metadata, 0);
    enum adtmap_status status = !metadata.failed
                                    ? pmtiles_write(path, folder, (const char *)metadata.data,
                                                    web_degrees(map->card.bounds), diag)
                                    : diag_fail_memory(diag);
    buffer_free(&metadata);
    return status;
}

void web_map_free(struct web_map *map)
{
    web_folder_free(&map->folder);
    buffer_free(&map->preview);
    for (uint32_t i = 0; i < map->layer_count; i++) {
        web_folder_free(&map->layers[i].folder);
    }
    free(map->layers);
    marker_blocks_free(&map->blocks);
    markers_free(&map->markers);
    free(map->contents);
    *map = (struct web_map){0};
}
