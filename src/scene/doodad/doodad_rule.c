/*
 * The rule in order; the first step that decides is final:
 *
 *   pattern    a line of --doodad-rules
 *   name       the file's name has a word of what people build, or of stone: drawn
 *              the file's name has a word of plants, animals or effects: left out
 *   folder     a folder is named after plants, animals or effects: left out
 *   material   more than CUT_SHARE_MAX of the area is cut out by alpha or blended: left out
 *   size       the longest side of the box is below SIDE_LEAST_YD: left out
 *   default    drawn
 *
 * Names come first because foliage and fences are made of the same material: cards with alpha. The
 * words of what people build come before those of plants ("treehouse", "streetlamp"). Words may
 * stand anywhere in a name, but not in one of `misleading` ("arch" in "architect"). What the names
 * leave open is foliage if it is mostly cards.
 */
#include "scene/doodad/doodad_rule.h"

#include <math.h>
#include <string.h>

#include "base/path.h"
#include "base/size.h"
#include "map/placement/placement_filter.h"

#define CUT_SHARE_MAX 0.5F
#define SIDE_LEAST_YD 2.0F
#define CROWN_LEAST_YD 3.0F

static const char *const built[] = {
    "altar",   "anvil",   "arch",     "banner",   "barrel", "barricade", "bench",    "boat",
    "bone",    "boulder", "brazier",  "bridge",   "broken", "building",  "cage",     "campfire",
    "cannon",  "cart",    "catapult", "chest",    "cliff",  "column",    "crate",    "crystal",
    "curb",    "dock",    "fence",    "fishing",  "flag",   "floor",     "fountain", "gate",
    "grave",   "house",   "hull",     "hut",      "lamp",   "lantern",   "machine",  "monolith",
    "obelisk", "outcrop", "pillar",   "pipe",     "plank",  "planter",   "platform", "pole",
    "post",    "pylon",   "raft",     "rock",     "roost",  "rubble",    "ruin",     "scaffold",
    "ship",    "shrine",  "sign",     "skeleton", "skull",  "stair",     "statue",   "stone",
    "street",  "table",   "tent",     "tomb",     "torch",  "totem",     "tower",    "wagon",
    "wall",    "well",    "wreck",
};

static const char *const grown[] = {
    "bamboo",  "birch",   "bird",    "bramble", "branch",   "bubbles", "bush",   "butterfl",
    "cactus",  "canopy",  "cattail", "coral",   "critter",  "fern",    "firefl", "fish",
    "flower",  "foliage", "fungus",  "grass",   "hedge",    "kelp",    "leaf",   "leaves",
    "lilypad", "lotus",   "maple",   "moss",    "mushroom", "orchid",  "palm",   "plant",
    "root",    "sapling", "seaweed", "shrub",   "smoke",    "sponge",  "steam",  "thistle",
    "tree",    "vines",   "weed",    "wheat",   "willow",
};

static const char *const folders[] = {
    "birds",   "bugs",   "bush",  "bushes",   "cactus",    "coral",
    "critter", "fern",   "ferns", "fireflys", "fish",      "flowers",
    "grass",   "hedges", "ivy",   "mushroom", "mushrooms", "particleemitters",
    "plants",  "shrubs", "tree",  "trees",    "vines",     "weeds",
};

/* Of `grown` and `folders`: what has a crown. */
static const char *const crowned[] = {
    "bamboo", "birch", "bush",  "canopy",  "foliage", "hedge",
    "maple",  "palm",  "shrub", "sapling", "tree",    "willow",
};

static const char *const crowned_folders[] = {"bush",   "bushes", "hedges",
                                              "shrubs", "tree",   "trees"};

/* Words that contain one of the lists and mean something else. */
static const char *const misleading[] = {
    "architect", "clamp", "design", "tentacle", "vegetable",
};

/* Whether the text from `at` on is part of a misleading word. */
static bool is_misleading(const char *text, const char *at)
{
    for (size_t i = 0; i < COUNT_OF(misleading); i++) {
        const char *begin = strstr(text, misleading[i]);
        if (begin && at >= begin && at < begin + strlen(misleading[i])) {
            return true;
        }
    }
    return false;
}

/* Which letters follow one another in a text: a bit a pair, of the last five bits of each. Few
 * texts have the first two letters of a word without the word, so that most searches are not begun.
 */
struct letter_pairs {
    uint32_t follows[32]; /* of each letter */
};

static struct letter_pairs pairs_of(const char *text)
{
    struct letter_pairs pairs = {{0}};
    for (; *text; text++) {
        pairs.follows[*text & 31] |= (uint32_t)1 << (text[1] & 31);
    }
    return pairs;
}

/* Words are those above, of two letters and more. */
static bool may_contain(const struct letter_pairs *pairs, const char *word)
{
    return pairs->follows[word[0] & 31] >> (word[1] & 31) & 1;
}

/* The first word of the list that the text contains; NULL: none. */
static const char *find_word(const char *const *words, size_t count, const char *text)
{
    const struct letter_pairs pairs = pairs_of(text);
    for (size_t i = 0; i < count; i++) {
        const char *at = may_contain(&pairs, words[i]) ? strstr(text, words[i]) : NULL;
        while (at && is_misleading(text, at)) {
            at = strstr(at + 1, words[i]);
        }
        if (at) {
            return words[i];
        }
    }
    return NULL;
}

/* The first name that is a folder of the path; NULL: none. */
static const char *find_folder(const char *const *names, size_t count, const char *path)
{
    const struct letter_pairs pairs = pairs_of(path);
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(names[i]);
        const char *first = may_contain(&pairs, names[i]) ? strstr(path, names[i]) : NULL;
        for (const char *at = first; at; at = strstr(at + 1, names[i])) {
            if ((at == path || at[-1] == '/') && at[length] == '/') {
                return names[i];
            }
        }
    }
    return NULL;
}

static const char *rule_file(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool doodad_judge_name(const struct adtmap_doodad_rules *rules, const char *name,
                       struct doodad_verdict *verdict)
{
    for (size_t i = 0; i < rules->count; i++) {
        const struct adtmap_doodad_rule *rule = &rules->items[i];
        if (placement_pattern_matches(rule->pattern, name)) {
            *verdict =
                (struct doodad_verdict){rule->include != 0, DOODAD_BY_PATTERN, rule->pattern};
            return true;
        }
    }
    const char *word = find_word(built, COUNT_OF(built), rule_file(name));
    if (word) {
        *verdict = (struct doodad_verdict){true, DOODAD_BY_NAME, word};
        return true;
    }
    word = find_word(grown, COUNT_OF(grown), rule_file(name));
    *verdict = (struct doodad_verdict){false, DOODAD_BY_NAME, word};
    if (!word) {
        word = find_folder(folders, COUNT_OF(folders), name);
        *verdict = (struct doodad_verdict){false, DOODAD_BY_FOLDER, word};
    }
    return word != NULL;
}

/* adt_doodad_wanted, of doodads of minimaps where the user has no rules. */
static bool may_be_of_minimap(const char *name)
{
    static const struct adtmap_doodad_rules none;
    struct doodad_verdict verdict;
    char canonical[NAME_BYTES];
    return !name_canonical(name, canonical) || !doodad_judge_name(&none, canonical, &verdict) ||
           verdict.is_drawn;
}

adt_doodad_wanted *doodad_name_filter(const struct adtmap_settings *settings)
{
    const bool has_rules = settings->doodad_rules.count > 0;
    return settings->doodads == ADTMAP_DOODADS_MINIMAP && !has_rules ? may_be_of_minimap : NULL;
}

float doodad_longest_side(const struct m2_model *model)
{
    float longest = 0.0F;
    for (int i = 0; i < 3; i++) {
        longest = fmaxf(longest, model->box.high[i] - model->box.low[i]);
    }
    return longest;
}

struct doodad_verdict doodad_judge_model(const struct m2_model *model, float cut_share)
{
    if (cut_share > CUT_SHARE_MAX) {
        return (struct doodad_verdict){false, DOODAD_BY_MATERIAL, NULL};
    }
    if (doodad_longest_side(model) < SIDE_LEAST_YD) {
        return (struct doodad_verdict){false, DOODAD_BY_SIZE, NULL};
    }
    return (struct doodad_verdict){true, DOODAD_BY_DEFAULT, NULL};
}

bool doodad_relief_by_name(const char *name, enum doodad_relief *relief)
{
    static const struct adtmap_doodad_rules none;
    struct doodad_verdict verdict;
    *relief = DOODAD_RELIEF_SHAPE;
    if (!doodad_judge_name(&none, name, &verdict)) {
        return false;
    }
    if (!verdict.is_drawn) {
        const bool is_crown = find_word(crowned, COUNT_OF(crowned), rule_file(name)) ||
                              find_folder(crowned_folders, COUNT_OF(crowned_folders), name);
        *relief = is_crown ? DOODAD_RELIEF_CROWN : DOODAD_RELIEF_NOTHING;
    }
    return true;
}

enum doodad_relief doodad_relief_by_model(const struct m2_model *model, float cut_share)
{
    if (doodad_judge_model(model, cut_share).is_drawn) {
        return DOODAD_RELIEF_SHAPE;
    }
    return doodad_longest_side(model) >= CROWN_LEAST_YD ? DOODAD_RELIEF_CROWN
                                                        : DOODAD_RELIEF_NOTHING;
}

bool doodad_crown_is_wide(const struct adt_box *box)
{
    static const float wide_yd = 14.0F / 0.72F; /* of which branches fill 0.72 */
    return fmaxf(box->high[0] - box->low[0], box->high[1] - box->low[1]) > wide_yd;
}

const char *doodad_reason_name(enum doodad_reason reason)
{
    static const char *const names[] = {
        [DOODAD_BY_PATTERN] = "pattern", [DOODAD_BY_NAME] = "name",
        [DOODAD_BY_FOLDER] = "folder",   [DOODAD_BY_MATERIAL] = "material",
        [DOODAD_BY_SIZE] = "size",       [DOODAD_BY_DEFAULT] = "default",
    };
    return names[reason];
}
