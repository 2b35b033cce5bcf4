#include "output/web/web_asset.h"

#include <string.h>

const struct web_asset *web_asset_find(const char *name)
{
    const struct web_asset *asset = web_assets;
    while (asset->name && strcmp(asset->name, name) != 0) {
        asset++;
    }
    return asset->name ? asset : NULL;
}
