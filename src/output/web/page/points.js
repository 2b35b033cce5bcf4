/* adtmap: what the pages of maps with markers in parts, or players, load before they show the map; most maps have neither. */
import { makeLivePage } from './live_page.js';
import { makePointPage } from './point_page.js';
import { siteData } from './site_data.js';

siteData.pointParts = { makeLivePage, makePointPage };
