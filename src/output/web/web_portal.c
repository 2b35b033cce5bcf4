#include "output/web/web_portal.h"

#include <string.h>

#include "base/size.h"
#include "output/web/web_asset.h"
#include "output/web/web_page.h"
#include "output/web/web_site.h"
#include "output/web_text.h"

enum { CARD_PX = 320 };

/* "RENDERING/MAP/" */
static void print_address(struct buffer *text, const char *folder, const char *map)
{
    web_text_address(text, folder);
    buffer_u8(text, '/');
    web_text_address(text, map);
    buffer_u8(text, '/');
}

/* With one rendering, the card is the link. */
static void print_links(struct buffer *text, const struct web_portal_card *card)
{
    buffer_printf(text, "<p class=\"renderings\">");
    for (size_t i = 0; i < card->link_count && card->link_count > 1; i++) {
        buffer_printf(text, "%s<a href=\"", i ? " " : "");
        print_address(text, card->links[i].folder, card->map.name);
        buffer_printf(text, "index.html\">");
        web_text_html(text, card->links[i].title);
        buffer_printf(text, "</a>");
    }
    buffer_printf(text, "</p>");
}

static void print_card(struct buffer *text, const struct web_portal_card *card)
{
    struct buffer base = {0};
    unsigned tiles = tile_set_count(&card->map.tiles);
    print_address(&base, card->links[0].folder, card->map.name);
    buffer_u8(&base, 0);
    const char *address = base.failed ? "" : (const char *)base.data;
    buffer_printf(text, "<li><a class=\"card\" href=\"%sindex.html\"><span class=\"frame\">",
                  address);
    web_page_mosaic(text, &card->map, address, CARD_PX);
    buffer_printf(text, "</span><span class=\"text\"><strong>");
    web_text_html(text, card->map.title);
    buffer_printf(text, "</strong><small>%u %s of %u px</small></span></a>", tiles,
                  tiles == 1 ? "tile" : "tiles", (unsigned)card->map.size_px);
    print_links(text, card);
    buffer_printf(text, "</li>\n");
    text->failed |= base.failed;
    buffer_free(&base);
}

static bool is_same_group(const struct web_portal_card *a, const struct web_portal_card *b)
{
    return a->group && b->group ? strcmp(a->group, b->group) == 0 : a->group == b->group;
}

static void print_groups(struct buffer *text, const struct web_portal *portal)
{
    for (size_t i = 0; i < portal->count; i++) {
        const struct web_portal_card *card = &portal->cards[i];
        if (i == 0 || !is_same_group(card, card - 1)) {
            buffer_printf(text, i ? "</ul>\n" : "");
            if (card->group) {
                buffer_printf(text, "<h2>");
                web_text_html(text, card->group);
                buffer_printf(text, "</h2>\n");
            }
            buffer_printf(text, "<ul class=\"cards\">\n");
        }
        print_card(text, card);
    }
    buffer_printf(text, "</ul>\n");
}

void web_portal_page(struct buffer *text, const struct web_portal *portal)
{
    struct buffer title = {0};
    struct buffer sum = {0};
    struct buffer files = {0};
    struct buffer groups = {0};
    const struct web_asset *page = web_asset_find("portal.html");
    web_text_html(&title, portal->title);
    buffer_printf(&sum, "%zu %s", portal->count, portal->count == 1 ? "map" : "maps");
    print_address(&files, portal->cards[0].links[0].folder, WEB_SITE_SHARED_FOLDER);
    print_groups(&groups, portal);
    const struct web_text_value values[] = {
        {"title", &title}, {"sum", &sum}, {"files", &files}, {"groups", &groups}};
    web_text_expand(text, (const char *)page->data, page->size, values, COUNT_OF(values));
    text->failed |= title.failed || sum.failed || files.failed || groups.failed;
    buffer_free(&title);
    buffer_free(&sum);
    buffer_free(&files);
    buffer_free(&groups);
}

static void print_map_links(struct buffer *text, const struct web_portal_card *card)
{
    web_text_json(text, card->map.name);
    buffer_printf(text, ": [");
    for (size_t i = 0; i < card->link_count; i++) {
        buffer_printf(text, "%s[", i ? ", " : "");
        web_text_json(text, card->links[i].folder);
        buffer_printf(text, ", ");
        web_text_json(text, card->links[i].title);
        buffer_printf(text, "]");
    }
    buffer_printf(text, "]");
}

void web_portal_script(struct buffer *text, const struct web_portal *portal, const char *folder)
{
    buffer_printf(text, "globalThis.adtmap = globalThis.adtmap || {};\nadtmap.site = ");
    if (!portal) {
        buffer_printf(text, "null;\n");
        return;
    }
    buffer_printf(text, "{\n  \"rendering\": ");
    web_text_json(text, folder);
    buffer_printf(text, ",\n  \"maps\": {");
    for (size_t i = 0; i < portal->count; i++) {
        buffer_printf(text, "%s\n    ", i ? "," : "");
        print_map_links(text, &portal->cards[i]);
    }
    buffer_printf(text, "\n  }\n};\n");
}
