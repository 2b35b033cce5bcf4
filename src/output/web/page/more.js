/* adtmap: what most maps do not have, and their pages do not load: markers in parts, and players. */
import { makeLivePage } from './live_page.js';
import { makePointPage } from './point_page.js';
import { siteData } from './site_data.js';

siteData.more = { makeLivePage, makePointPage };
