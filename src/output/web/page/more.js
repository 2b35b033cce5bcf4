/* adtmap: what pages load when they need it: the search, maps of zones, the comparison of renderings, the page of keys, what
 * shares a view, and what follows a map that is being made. */
import { makeComparison } from './comparison.js';
import { followChanges } from './follow.js';
import { showKeys } from './key_list.js';
import { makeMapSearch } from './map_search.js';
import { makeShare } from './share.js';
import { siteData } from './site_data.js';
import { makeZoneView } from './zone_view.js';

siteData.more = { followChanges, makeComparison, makeMapSearch, makeShare, makeZoneView, showKeys };
