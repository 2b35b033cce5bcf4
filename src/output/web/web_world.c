#include "output/web/web_world.h"

#include <inttypes.h>
#include <string.h>

#include "base/json.h"
#include "base/number.h"
#include "base/size.h"
#include "output/web/web_page.h"
#include "output/web/web_portal.h"
#include "output/web/web_template.h"

/* The map's card, if it has a page in the rendering. */
static const struct web_portal_card *find_card(const struct web_portal *portal, const char *map,
                                               const char *folder)
{
    for (size_t i = 0; i < portal->count; i++) {
        const struct web_portal_card *card = &portal->cards[i];
        for (size_t k = 0; k < card->link_count && strcmp(card->map.name, map) == 0; k++) {
            if (strcmp(card->links[k].folder, folder) == 0) {
                return card;
            }
        }
    }
    return NULL;
}

bool web_world_is_in(const struct web_portal *portal, const struct web_world *world,
                     const char *folder)
{
    for (size_t i = 0; i < world->count; i++) {
        if (find_card(portal, world->frames[i].map, folder)) {
            return true;
        }
    }
    return false;
}

void web_world_page(struct buffer *text, const struct web_portal *portal,
                    const struct web_world *world, const char *folder)
{
    struct buffer title = {0};
    struct buffer maps = {0};
    struct buffer ground = {0}; /* of the first map that has one */
    buffer_html(&title, world->title);
    for (size_t i = 0; i < world->count; i++) {
        const struct web_portal_card *card = find_card(portal, world->frames[i].map, folder);
        if (card) {
            if (ground.size == 0) {
                web_page_print_ground(&ground, &card->map.look);
            }
            buffer_printf(&maps, "<li><a href=\"../");
            buffer_address(&maps, card->map.name);
            buffer_printf(&maps, "/index.html\">");
            buffer_html(&maps, card->map.title);
            buffer_printf(&maps, "</a></li>\n");
        }
    }
    const struct web_template_value values[] = {
        {"title", &title}, {"maps", &maps}, {"ground", &ground}};
    web_template_page(text, "world.html", values, COUNT_OF(values));
}

static void put_frame(struct json *json, const struct web_frame *frame, const char *title)
{
    json_object(json, NULL);
    json_string(json, "map", frame->map);
    json_string(json, "title", title);
    json_array(json, "offset");
    json_decimal(json, NULL, number_millionths(frame->offset[0]));
    json_decimal(json, NULL, number_millionths(frame->offset[1]));
    json_end(json);
    json_decimal(json, "scale", number_millionths(frame->scale));
    if (frame->is_part) {
        json_array(json, "tiles");
        for (int y = 0; y < TILE_SET_GRID; y++) {
            json_format(json, NULL, "%" PRIx64, frame->tiles.rows[y]);
        }
        json_end(json);
    }
    json_end(json);
}

void web_world_data(struct buffer *text, const struct web_portal *portal,
                    const struct web_world *world, const char *folder)
{
    struct json json = json_to(text, JSON_PAGE);
    web_page_begin_data(text, "world");
    json_object(&json, NULL);
    json_lines(&json, 2);
    json_string(&json, "name", world->name);
    json_string(&json, "title", world->title);
    json_array(&json, "renderings");
    for (size_t i = 0; i < portal->rendering_count; i++) {
        if (web_world_is_in(portal, world, portal->renderings[i].folder)) {
            json_array(&json, NULL);
            json_string(&json, NULL, portal->renderings[i].folder);
            json_string(&json, NULL, portal->renderings[i].title);
            json_end(&json);
        }
    }
    json_end(&json);
    json_array(&json, "frames");
    json_lines(&json, 4);
    for (size_t i = 0; i < world->count; i++) {
        const struct web_portal_card *card = find_card(portal, world->frames[i].map, folder);
        if (card) {
            put_frame(&json, &world->frames[i], card->map.title);
        }
    }
    json_end(&json);
    json_end(&json);
    buffer_printf(text, ";\n");
}
