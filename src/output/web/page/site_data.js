/*
 * adtmap: what the scripts next to this one put into a global object, as a page from disk may load nothing
 * else: `maps`, `map` and `site` come before this script, and what load() of scripts.js asks for after it.
 */
export const siteData = (globalThis.adtmap ??= {});
