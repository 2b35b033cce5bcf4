/* adtmap: what pages load where they need it: markers in parts and players, which most maps do not have, the search, maps
 * of zones, the comparison of renderings, the page of keys, what shares a view, and what follows a map that is being made. */
import { makeComparison } from './comparison.js';
import { followChanges } from './follow.js';
import { showKeys } from './key_list.js';
import { makeLivePage } from './live_page.js';
import { makeMapSearch } from './map_search.js';
import { makePointPage } from './point_page.js';
import { makeShare } from './share.js';
import { siteData } from './site_data.js';
import { makeZoneView } from './zone_view.js';

siteData.more = { followChanges, makeComparison, makeLivePage, makeMapSearch, makePointPage, makeShare, makeZoneView, showKeys };
