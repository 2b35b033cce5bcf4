/* adtmap: what pages load where they need it: markers in parts and players, which most maps do not have, maps of zones, and
 * the comparison of renderings. */
import { makeComparison } from './comparison.js';
import { makeLivePage } from './live_page.js';
import { makePointPage } from './point_page.js';
import { siteData } from './site_data.js';
import { makeZoneView } from './zone_view.js';

siteData.more = { makeComparison, makeLivePage, makePointPage, makeZoneView };
