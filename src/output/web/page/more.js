/* adtmap: what pages load where they need it: markers in parts and players, which most maps do not have, maps of zones,
 * the comparison of renderings, what shares a view, and what follows a map that is being made. */
import { makeComparison } from './comparison.js';
import { followChanges } from './follow.js';
import { makeLivePage } from './live_page.js';
import { makePointPage } from './point_page.js';
import { makeShare } from './share.js';
import { siteData } from './site_data.js';
import { makeZoneView } from './zone_view.js';

siteData.more = { followChanges, makeComparison, makeLivePage, makePointPage, makeShare, makeZoneView };
