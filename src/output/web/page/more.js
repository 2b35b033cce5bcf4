/* adtmap: what pages load where they need it: markers in parts and players, which most maps do not have, maps of zones,
 * the comparison of renderings, and what shares a view. */
import { makeComparison } from './comparison.js';
import { makeLivePage } from './live_page.js';
import { makePointPage } from './point_page.js';
import { makeShare } from './share.js';
import { siteData } from './site_data.js';
import { makeZoneView } from './zone_view.js';

siteData.more = { makeComparison, makeLivePage, makePointPage, makeShare, makeZoneView };
