/*
 * The list page of a site with several renderings is that of one rendering (web_page.h) with other
 * parts: addresses lead through a rendering's folder, cards stand under headings, and the first
 * rendering lends pictures and shared files.
 */
#include "output/web/web_portal.h"

#include <string.h>

#include "base/buffer.h"
#include "base/json.h"
#include "base/number.h"
#include "output/web/web_page.h"
#include "output/web/web_site.h"
#include "output/web/web_thumbnail.h"

/* "RENDERING/MAP/" */
static void print_address(struct buffer *text, const char *folder, const char *map)
{
    buffer_address(text, folder);
    buffer_u8(text, '/');
    buffer_address(text, map);
    buffer_u8(text, '/');
}

/* With one rendering, the card is the link. */
static void print_links(struct buffer *text, const struct web_portal_card *card)
{
    if (card->link_count == 1) {
        return;
    }
    buffer_printf(text, "<p class=\"renderings\">");
    for (size_t i = 0; i < card->link_count; i++) {
        buffer_printf(text, "%s<a href=\"", i ? " " : "");
        print_address(text, card->links[i].folder, card->map.name);
        buffer_printf(text, "index.html\" aria-label=\"");
        buffer_html(text, card->map.title);
        buffer_printf(text, ": ");
        buffer_html(text, card->links[i].title);
        buffer_printf(text, "\">");
        buffer_html(text, card->links[i].title);
        buffer_printf(text, "</a>");
    }
    buffer_printf(text, "</p>");
}

/* Appends what `print` makes of the map in its first rendering. */
static void print_map(struct buffer *text, const struct web_portal_card *card,
                      void (*print)(struct buffer *, const struct web_map_card *, const char *))
{
    struct buffer base = {0};
    print_address(&base, card->links[0].folder, card->map.name);
    buffer_u8(&base, 0);
    print(text, &card->map, base.failed ? "" : (const char *)base.data);
    text->failed |= base.failed;
    buffer_free(&base);
}

static bool is_same_group(const struct web_portal_card *a, const struct web_portal_card *b)
{
    return a->group && b->group ? strcmp(a->group, b->group) == 0 : a->group == b->group;
}

/* The folder of the first rendering that has the world; NULL: none has it. */
static const char *folder_of(const struct web_portal *portal, const struct web_world *world)
{
    for (size_t i = 0; i < portal->rendering_count; i++) {
        if (web_world_is_in(portal, world, portal->renderings[i].folder)) {
            return portal->renderings[i].folder;
        }
    }
    return NULL;
}

/* The pictures of a world's maps side by side, with a link to its page in a rendering. */
static void print_world(struct buffer *text, const struct web_portal *portal,
                        const struct web_world *world, const char *folder)
{
    buffer_printf(text, "<li><a class=\"card world\" href=\"");
    buffer_address(text, folder);
    buffer_printf(text, "/" WEB_WORLD_PREFIX "%s/index.html\"><span class=\"world-maps\">",
                  world->name);
    for (size_t i = 0; i < portal->count; i++) {
        const struct web_portal_card *card = &portal->cards[i];
        bool is_shown = false;
        for (size_t k = 0; k < world->count; k++) {
            is_shown |= strcmp(world->frames[k].map, card->map.name) == 0;
        }
        if (is_shown && card->map.has_thumbnail) {
            buffer_printf(text, "<img src=\"");
            print_address(text, card->links[0].folder, card->map.name);
            buffer_printf(text,
                          WEB_THUMBNAIL_FILE "\" alt=\"\" loading=\"lazy\" width=\"%u\" "
                                             "height=\"%u\">",
                          (unsigned)web_thumbnail.width_px, (unsigned)web_thumbnail.height_px);
        }
    }
    buffer_printf(text, "</span><span class=\"text\"><strong>");
    buffer_html(text, world->title);
    buffer_printf(text, "</strong><small>Maps in one frame</small></span></a></li>\n");
}

/* Worlds come before maps. */
static void print_worlds(struct buffer *text, const struct web_portal *portal)
{
    size_t count = 0;
    for (size_t i = 0; i < portal->world_count; i++) {
        count += folder_of(portal, &portal->worlds[i]) != NULL;
    }
    if (count > 0) {
        buffer_printf(text,
                      "<section style=\"--cards:%zu\">\n<h2>Worlds</h2>\n<ul class=\"cards\">\n",
                      count);
        for (size_t i = 0; i < portal->world_count; i++) {
            const char *folder = folder_of(portal, &portal->worlds[i]);
            if (folder) {
                print_world(text, portal, &portal->worlds[i], folder);
            }
        }
        buffer_printf(text, "</ul>\n</section>\n");
    }
}

/* Whether maps stand under headings, or worlds do. */
static bool has_headings(const struct web_portal *portal)
{
    bool has = portal->world_count > 0;
    for (size_t i = 0; i < portal->count; i++) {
        has |= portal->cards[i].group != NULL;
    }
    return has;
}

/* A group is as wide as its cards need, so that small ones stand side by side. */
static void print_groups(struct buffer *text, const struct web_portal *portal)
{
    buffer_printf(text, "<div class=\"groups\">\n");
    print_worlds(text, portal);
    for (size_t i = 0; i < portal->count; i++) {
        const struct web_portal_card *card = &portal->cards[i];
        if (i == 0 || !is_same_group(card, card - 1)) {
            size_t end = i + 1;
            while (end < portal->count && is_same_group(card, &portal->cards[end])) {
                end++;
            }
            buffer_printf(text, "%s<section style=\"--cards:%zu\">\n",
                          i ? "</ul>\n</section>\n" : "", end - i);
            if (card->group) {
                buffer_printf(text, "<h2>");
                buffer_html(text, card->group);
                buffer_printf(text, "</h2>\n");
            } else if (has_headings(portal)) { /* cards side by side begin at one height */
                buffer_printf(text, "<div class=\"no-heading\"></div>\n");
            }
            buffer_printf(text, "<ul class=\"cards\">\n");
        }
        buffer_printf(text, "<li>");
        print_map(text, card, web_page_card);
        print_links(text, card);
        buffer_printf(text, "</li>\n");
    }
    buffer_printf(text, "</ul>\n</section>\n</div>\n");
}

void web_portal_page(struct buffer *text, const struct web_portal *portal)
{
    const struct web_brand *brand = &portal->brand;
    struct web_list_parts parts = {0};
    buffer_html(&parts.title, portal->title);
    buffer_printf(&parts.sum, "%zu %s", portal->count, portal->count == 1 ? "map" : "maps");
    if (brand->description) {
        buffer_html(&parts.summary, brand->description);
        buffer_printf(&parts.description, "<p class=\"description\">");
        buffer_append(&parts.description, parts.summary.data, parts.summary.size);
        buffer_printf(&parts.description, "</p>\n");
    } else {
        buffer_append(&parts.summary, parts.sum.data, parts.sum.size);
    }
    if (brand->footer) {
        buffer_html(&parts.footer, brand->footer);
        buffer_printf(&parts.footer, " \xc2\xb7 ");
    }
    if (brand->logo) {
        buffer_printf(&parts.logo, "<img class=\"logo\" src=\"%s\" alt=\"\">\n", brand->logo);
    }
    buffer_html(&parts.language, brand->language ? brand->language : "en");
    web_brand_print_accent(&parts.accent, brand);
    print_address(&parts.files, portal->cards[0].links[0].folder, WEB_SITE_SHARED_FOLDER);
    web_page_print_card(&parts.card, &portal->cards[0].map);
    print_map(&parts.hero, &portal->cards[0], web_page_print_hero);
    web_page_print_ground(&parts.ground, &portal->cards[0].map.look);
    print_groups(&parts.content, portal);
    web_page_print_list(text, &parts);
}

/* Name, title and maps of each world that the rendering has. */
static void put_worlds(struct json *json, const struct web_portal *portal, const char *folder)
{
    json_array(json, "worlds");
    for (size_t i = 0; i < portal->world_count; i++) {
        if (web_world_is_in(portal, &portal->worlds[i], folder)) {
            json_array(json, NULL);
            json_string(json, NULL, portal->worlds[i].name);
            json_string(json, NULL, portal->worlds[i].title);
            json_array(json, NULL);
            for (size_t k = 0; k < portal->worlds[i].count; k++) {
                json_string(json, NULL, portal->worlds[i].frames[k].map);
            }
            json_end(json);
            json_end(json);
        }
    }
    json_end(json);
}

/* By the map that is entered: the map where that is, and X and Y on it, as pages have them of
 * landmarks, so that they find the landmark of an entrance. */
static void put_entrances(struct json *json, const struct web_portal *portal)
{
    json_object(json, "entrances");
    for (size_t i = 0; i < portal->entrance_count; i++) {
        const struct web_entrance *entrance = &portal->entrances[i];
        json_array(json, entrance->of);
        json_string(json, NULL, entrance->on);
        json_decimal(json, NULL, web_page_tenths(number_millionths(entrance->x)));
        json_decimal(json, NULL, web_page_tenths(number_millionths(entrance->y)));
        json_end(json);
    }
    json_end(json);
}

void web_portal_script(struct buffer *text, const struct web_portal *portal, const char *folder)
{
    struct json json = json_to(text, JSON_PAGE);
    web_page_begin_data(text, "site");
    if (!portal) {
        buffer_printf(text, "null;\n");
        return;
    }
    json_object(&json, NULL);
    json_lines(&json, 2);
    json_string(&json, "title", portal->title);
    json_string(&json, "rendering", folder);
    web_brand_members(&json, &portal->brand);
    json_object(&json, "maps");
    json_lines(&json, 4);
    for (size_t i = 0; i < portal->count; i++) {
        const struct web_portal_card *card = &portal->cards[i];
        json_array(&json, card->map.name);
        for (size_t k = 0; k < card->link_count; k++) {
            json_array(&json, NULL);
            json_string(&json, NULL, card->links[k].folder);
            json_string(&json, NULL, card->links[k].title);
            if (card->links[k].date) {
                json_string(&json, NULL, card->links[k].date);
            }
            json_end(&json);
        }
        json_end(&json);
    }
    json_end(&json);
    put_worlds(&json, portal, folder);
    put_entrances(&json, portal);
    json_end(&json);
    buffer_printf(text, ";\n");
}
