/* adtmap: what pages load where they need it: markers in parts and players, which most maps do not have, and maps of zones. */
import { makeLivePage } from './live_page.js';
import { makePointPage } from './point_page.js';
import { siteData } from './site_data.js';
import { makeZoneView } from './zone_view.js';

siteData.more = { makeLivePage, makePointPage, makeZoneView };
