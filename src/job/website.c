#include "job/website.h"

#include <stdlib.h>

#include "os/file.h"
#include "output/web/web_map.h"
#include "output/web/web_site.h"

static struct web_site site_of(const struct job_settings *settings, const char *name)
{
    return (struct web_site){
        .out = settings->out,
        .leaflet = settings->leaflet,
        .archive_map = settings->outputs & JOB_PMTILES ? name : NULL,
    };
}

enum adtmap_status website_prepare(const struct job_settings *settings, const char *name,
                                   const struct diag *diag, struct website *website)
{
    if (!(settings->outputs & JOB_WEB)) {
        return ADTMAP_OK;
    }
    uint32_t size_px = settings->tile.size_px;
    struct web_site site = site_of(settings, name);
    enum adtmap_status status = web_site_check(&site, name, size_px, settings->web_format, diag);
    if (!status && settings->markers) {
        status = markers_load(settings->markers, diag, &website->markers);
    }
    struct pyramid_depth depth = pyramid_depth(size_px);
    if (!status && depth.tile_px != size_px) {
        diag_warn(diag, NULL, NO_OFFSET,
                  "zoom levels have %u px a tile, averaged from %u px: sizes that are 256 px "
                  "doubled or halved are shown as drawn",
                  (unsigned)depth.tile_px, (unsigned)size_px);
    }
    return status;
}

enum adtmap_status website_begin(const struct job_settings *settings, const char *directory,
                                 const struct tile_set *tiles, const struct diag *diag,
                                 struct website *website)
{
    if (!(settings->outputs & JOB_WEB)) {
        return ADTMAP_OK;
    }
    const struct pyramid_options options = {settings->tile.size_px, settings->web_format,
                                            settings->effort};
    char *layer = web_map_layer_path(directory, WEB_COLOR_LAYER);
    enum adtmap_status status = layer
                                    ? pyramid_open(layer, tiles, &options, diag, &website->pyramid)
                                    : diag_fail_memory(diag);
    free(layer);
    return status;
}

enum adtmap_status website_finish_levels(struct website *website)
{
    struct pyramid *pyramid = website->pyramid;
    website->pyramid = NULL;
    return pyramid ? pyramid_finish(pyramid) : ADTMAP_OK;
}

static enum adtmap_status write_markers(const char *directory, const struct markers *markers,
                                        const struct diag *diag)
{
    struct buffer text = {0};
    char *path = web_map_markers_path(directory);
    markers_geojson(&text, markers);
    enum adtmap_status status = path && !text.failed
                                    ? file_write_atomic(path, text.data, text.size, diag)
                                    : diag_fail_memory(diag);
    buffer_free(&text);
    free(path);
    return status;
}

enum adtmap_status website_write(const struct job_settings *settings, const char *name,
                                 const char *directory, const struct website *website,
                                 const struct diag *diag)
{
    if (!(settings->outputs & JOB_WEB)) {
        return ADTMAP_OK;
    }
    enum adtmap_status status = ADTMAP_OK;
    if (settings->markers) {
        status = write_markers(directory, &website->markers, diag);
    }
    struct web_site site = site_of(settings, name);
    site.unchanged_map = website->is_unchanged ? name : NULL;
    struct web_site_result result;
    return status ? status : web_site_write(&site, diag, &result);
}

void website_free(struct website *website)
{
    pyramid_abort(website->pyramid);
    markers_free(&website->markers);
    *website = (struct website){0};
}
