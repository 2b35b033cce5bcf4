#include "assets/fallback_color.h"

#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/path.h"
#include "base/size.h"

enum { DARKEST = 0, BRIGHTEST = 232 };

struct material {
    uint8_t rgb[3];
    const char *words; /* separated by spaces */
};

static const struct material materials[] = {
    {{92, 108, 56}, "grass shrub meadow field clover"},
    {{84, 100, 60}, "moss lichen"},
    {{74, 92, 48}, "ashenvale leaf leaves forest jungle bush fern vine pine needle bamboo"},
    {{172, 150, 108}, "sand beach desert dune shore"},
    {{116, 110, 102}, "rock stone cliff mountain boulder wall"},
    {{124, 116, 104}, "gravel pebble rubble"},
    {{206, 212, 220}, "snow frost"},
    {{176, 198, 214}, "ice glacier"},
    {{116, 90, 62}, "dirt soil earth ground"},
    {{86, 72, 52}, "mud swamp bog marsh"},
    {{130, 118, 98}, "road path cobble cobblestone brick tile pave floor"},
    {{66, 92, 112}, "water river lake ocean sea"},
    {{152, 66, 34}, "lava magma fire ember"},
    {{82, 76, 74}, "ash burn burnt char scorch coal"},
    {{160, 138, 76}, "crop farm wheat hay straw"},
    {{118, 108, 72}, "flower petal"},
    {{98, 76, 52}, "root bark wood plank"},
    {{150, 92, 64}, "clay canyon mesa"},
    {{110, 92, 104}, "fungus mushroom coral"},
    {{112, 116, 140}, "crystal"},
    {{96, 96, 60}, "blight plague slime rot"},
};

/* Words of names that say no material: "tileset/generic/black" is what maps lay under holes and
 * beyond their edges. */
static const struct material colors[] = {
    {{8, 8, 8}, "black void abyss"}, {{228, 228, 228}, "white"}, {{128, 128, 128}, "grey gray"},
    {{140, 52, 44}, "red crimson"},  {{72, 104, 56}, "green"},   {{60, 84, 128}, "blue"},
    {{104, 80, 56}, "brown"},        {{168, 148, 72}, "yellow"}, {{96, 64, 116}, "purple violet"},
};

/* For names that say nothing: a colour is a point in this triangle. */
static const uint8_t earth[3] = {126, 104, 74};
static const uint8_t moss[3] = {90, 104, 60};
static const uint8_t stone[3] = {116, 112, 104};

/* The length of the longest of `words` that `text` begins with, 0 for none. */
static size_t match(const char *text, const char *words)
{
    size_t longest = 0;
    while (*words) {
        size_t length = strcspn(words, " ");
        if (length > longest && strncmp(text, words, length) == 0) {
            longest = length;
        }
        words += length + (words[length] == ' ');
    }
    return longest;
}

/*
 * The row of the last word in `stem`; NULL when there is none. Words do not overlap, the first and
 * longest comes first: "grassandorhal" is grass, no sand.
 */
static const struct material *find_word(const char *stem, const struct material *rows, size_t count)
{
    const struct material *last = NULL;
    while (*stem) {
        size_t longest = 0;
        for (size_t i = 0; i < count; i++) {
            size_t length = match(stem, rows[i].words);
            if (length > longest) {
                longest = length;
                last = &rows[i];
            }
        }
        stem += longest ? longest : 1;
    }
    return last;
}

/* The 8 bits of the hash at `place`, 0 to 7. */
static int hash_byte(uint64_t hash, unsigned place)
{
    return (int)(hash >> (8 * place) & 255);
}

/* A point of the triangle, nearer its middle than its corners. */
static void mix_unknown(uint64_t hash, int base[3])
{
    int a = 64 + hash_byte(hash, 4);
    int b = 64 + hash_byte(hash, 5);
    int c = 64 + hash_byte(hash, 6);
    for (int i = 0; i < 3; i++) {
        base[i] = (earth[i] * a + moss[i] * b + stone[i] * c) / (a + b + c);
    }
}

static uint8_t clamp(int value)
{
    return (uint8_t)(value < DARKEST ? DARKEST : value > BRIGHTEST ? BRIGHTEST : value);
}

/* Brightness by up to an eighth; up to 6 from blue to red and 4 of green. */
static void vary(const int base[3], uint64_t hash, uint8_t rgb[3])
{
    int brightness = 256 - 32 + hash_byte(hash, 0) / 4;
    int warmth = hash_byte(hash, 1) * 13 / 256 - 6;
    int green = hash_byte(hash, 2) * 9 / 256 - 4;
    rgb[0] = clamp(base[0] * brightness / 256 + warmth);
    rgb[1] = clamp(base[1] * brightness / 256 + green);
    rgb[2] = clamp(base[2] * brightness / 256 - warmth);
}

void fallback_color(const char *name, uint8_t rgb[3])
{
    char canonical[NAME_BYTES];
    char stem[NAME_BYTES];
    if (!name_canonical(name, canonical)) {
        snprintf(canonical, sizeof canonical, "%s", name);
    }
    uint64_t hash = hash64(canonical, strlen(canonical));
    snprintf(stem, sizeof stem, "%s", path_base(canonical));
    char *dot = strrchr(stem, '.');
    if (dot) {
        *dot = '\0';
    }
    int base[3];
    const struct material *material = find_word(stem, materials, COUNT_OF(materials));
    if (!material) {
        material = find_word(stem, colors, COUNT_OF(colors));
    }
    if (material) {
        for (int i = 0; i < 3; i++) {
            base[i] = material->rgb[i];
        }
    } else {
        mix_unknown(hash, base);
    }
    vary(base, hash, rgb);
}
