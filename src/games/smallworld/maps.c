/* The built-in maps and the text form of maps. Some links of the larger maps
 * are listed by one end only; the lists are shown as they are here, and for
 * the rules a link counts both ways. */
#include "games/smallworld/map.h"

static const char strip[] = "bc 1 2\nb 0 1\n";

static const char strip_shapes[] = "0,0 300,0 300,399 0,399|164,117|172,292\n"
                                   "300,0 300,399 639,399 639,0|502,199|493,287\n";

static const char lake[] = "m 1 2,3,4\ns 1 1,4\nbm 1 1\nc 1 1,2\n";

static const char lake_shapes[] =
    "255,290 234,254 224,213 239,168 287,137 355,135 395,178 398,234 371,284 304,279|267,180|346,173\n"
    "224,213 175,217 132,184 113,136 131,91 185,69 242,77 272,108 287,137 239,168|143,100|218,82\n"
    "269,399 249,385 232,360 230,337 236,305 255,290 304,279 371,284 405,303 418,330 411,356 405,387 396,399|297,316|363,310\n"
    "355,135 365,96 400,69 446,62 505,86 523,138 515,187 487,218 442,233 398,234 395,178|400,75|465,137\n";

static const char coasts[] = "bcgo 0 2,6\nbcs 0 1,3,6,7\nbcgf 0 2,4,7,8\nbcio 1 3,5,8,9,10\n"
                             "bwv 0 4,10\nbch 0 1,2,7,11\nmbcimv 0 2,3,6,8,11,12\nch 1 3,4,7,9,12,13\n"
                             "s 0 4,8,10,13,14\nbcm 1 4,5,9,14\nbs 0 6,7,12,15\ncf 0 7,8,11,13,15,17\n"
                             "co 1 8,9,12,14,17,18,19\nbcgf 0 9,10,13,19,20\nbcgw 1 11,12,16,17\nbhv 1 15,17\n"
                             "bmi 0 12,13,15,16,18\nbvh 0 13,17,19\nbiw 1 13,14,18,20\nbm 0 14,19\n";

static const char coasts_shapes[] = "0,0 0,158 46,146 126,151 104,0|15,15|64,97\n"
                                    "104,0 126,151 154,135 202,107 258,104 277,77 264,0|130,8|130,64\n"
                                    "264,0 277,77 258,104 273,142 297,143 392,113 409,95 393,45 404,0|285,8|317,65\n"
                                    "404,0 393,45 409,95 392,113 422,179 508,160 536,106 503,82 551,36 552,0|412,8|419,65\n"
                                    "552,0 551,36 503,82 536,106 630,123 630,0|560,4|570,55\n"
                                    "0,158 46,146 126,151 154,135 132,256 92,233 0,282|63,165|6,195\n"
                                    "154,135 202,107 258,104 273,142 297,143 305,172 268,222 191,247 132,256|150,190|167,135\n"
                                    "297,143 392,113 444,235 388,277 350,247 308,254 268,222 305,172|300,191|333,137\n"
                                    "422,179 508,160 548,238 565,276 508,317 388,277 444,235|448,240|453,180\n"
                                    "508,160 536,106 630,123 630,242 548,238|546,180|536,123\n"
                                    "0,377 114,343 155,342 160,255 132,256 92,233 0,282|7,305|65,253\n"
                                    "217,339 281,331 312,290 308,254 268,222 191,247 160,255 155,342|214,253|163,287\n"
                                    "308,254 350,247 388,277 508,317 511,374 404,411 281,331 312,290|380,313|318,295\n"
                                    "508,317 565,276 548,238 630,242 630,418 553,416 511,374|546,348|565,287\n"
                                    "0,377 114,343 155,342 217,339 247,387 185,465 0,426|87,375|28,376\n"
                                    "0,426 185,465 186,515 0,515|62,458|6,458\n"
                                    "186,515 288,515 336,369 281,331 217,339 247,387 185,465|202,460|244,398\n"
                                    "288,515 336,369 404,411 408,513|324,411|308,464\n"
                                    "404,411 511,374 553,416 519,471 520,515 408,513|419,411|437,466\n"
                                    "520,515 630,515 630,418 553,416 519,471|529,466|582,422\n";

/* The lake again, with one link less. */
static const char lake_one_sided[] = "m 1 3,4\ns 1 1,4\nbm 1 1\nc 1 1,2\n";

static const char continent[] = "sb 0 2,17,18\nibco 0 1,18,19,3\nbm 0 2,19,21,4\nfb 0 3,21,22,5\n"
                                "vbw 0 4,22,23,6\nob 1 5,23,7\nibw 0 6,23,8,24,26\nbmc 0 7,26,10,9,24\n"
                                "bs 0 8,10,11\nvc 1 9,8,11,26\nicob 1 10,26,27,12\nob 0 11,27,30,13\n"
                                "mb 0 12,30,28,14\nmb 0 13,28,16,15\nhb 0 14,16\nfgb 0 15,20,28,17\n"
                                "bmvic 0 16,20,1,18\nfgc 1 17,20,1,19\nw 0 18,3,21,2,20\nw 1 19,28,29,21\n"
                                "hg 1 20,29,3,4,22\nmi 0 21,25,29,4,5,23\nf 1 22,25,6,5,24\nhg 0 23,26,7,25,8\n"
                                "mv 0 24,22,23,26\nf 1 25,24,7,8,10,11,27\nwg 1 26,11,12,30,29\nov 1 29,30,13,14,16,20\n"
                                "s 0 28,20,21,22,25,27,30\nh 0 29,28,13,12,27\n";

static const char ridge[] = "bmifg 0 2\nm 0 1,3\nmi 1 2,4\nm 1 3,5\n"
                            "mi 0 4\n";

const struct default_map default_maps[DEFAULT_MAPS] = {
    { "defaultMap1", 2, 5, strip, strip_shapes },
    { "defaultMap2", 3, 5, lake, lake_shapes },
    { "defaultMap3", 4, 5, coasts, coasts_shapes },
    { "defaultMap4", 5, 5, continent, "" },
    { "defaultMap5", 2, 5, lake_one_sided, "" },
    { "defaultMap6", 2, 7, continent, "" },
    { "defaultMap7", 2, 5, ridge, "" },
};

const struct default_map *default_map_for(int seats)
{
    static const uint8_t by_seats[] = { [2] = 5, [3] = 1, [4] = 2, [5] = 3 };

    return &default_maps[by_seats[seats]];
}

int land_by_letter(char letter)
{
    for (int i = 0; i < LANDS; i++)
        if (lands[i].letter == letter)
            return i;
    return -1;
}

int land_by_word(struct str word)
{
    for (int i = 0; i < LANDS; i++)
        if (str_is(word, smallworld_land_words[i]))
            return i;
    return -1;
}

enum err map_read_head(struct str *text, struct map_head *out)
{
    struct str line = str_cut(text, '\n');
    struct str id = str_cut(&line, ' '), players = str_cut(&line, ' '), turns = str_cut(&line, ' ');
    int64_t    p, t, number;

    if (!str_int(id, &number) || !str_int(players, &p) || !str_int(turns, &t))
        return ERR_MALFORMED;
    if (number < 0 || p < 2 || p > PLAYERS_MAX || t < 1 || t > 10)
        return ERR_MALFORMED;
    *out = (struct map_head){ .id = number, .players = (int)p, .turns = (int)t, .name = line };
    return ERR_OK;
}

static struct str dash_is_none(struct str s)
{
    return str_is(s, "-") ? STR("") : s;
}

enum err map_next_region(struct str *text, struct map_region *out)
{
    if (text->len == 0)
        return ERR_NONE;
    struct str line = str_cut(text, '\n');
    struct str land = dash_is_none(str_cut(&line, ' ')), population = str_cut(&line, ' ');
    int64_t    tribes;

    if (!line.at || !str_int(population, &tribes) || tribes < 0 || tribes > UINT8_MAX)
        return ERR_MALFORMED;
    *out = (struct map_region){ .land = land, .population = (int)tribes, .adjacent = dash_is_none(line) };
    return ERR_OK;
}

bool map_next_number(struct str *list, int64_t *out)
{
    return list->len > 0 && str_int(str_cut(list, ','), out);
}

bool map_next_point(struct str *list, struct point *out)
{
    struct str point = str_cut(list, ' '), x = str_cut(&point, ',');
    int64_t    across, down;

    /* Fractions are dropped. */
    if (!str_int(str_cut(&x, '.'), &across) || !str_int(str_cut(&point, '.'), &down))
        return false;
    if (across < 0 || across > INT16_MAX || down < 0 || down > INT16_MAX)
        return false;
    *out = (struct point){ (int)across, (int)down };
    return true;
}

/* Lines count from 1; the head is line 1. */
static enum err bad_line(struct refusal *why, int line)
{
    return no(why, REFUSE_BAD_MAP, line);
}

/* In a second pass, since links may point ahead. */
static enum err read_links(struct str text, struct world *w, struct refusal *why)
{
    struct map_region line;

    for (int i = 0; map_next_region(&text, &line) == ERR_OK; i++) {
        int64_t other;

        while (line.adjacent.len > 0) {
            if (!map_next_number(&line.adjacent, &other) || other < 1 || other > w->regions || other == i + 1)
                return bad_line(why, i + 2);
            world_link(w, i, (int)other - 1);
        }
    }
    return ERR_OK;
}

static bool read_land(struct str letters, struct world *w, int region)
{
    for (size_t i = 0; i < letters.len; i++) {
        int land = land_by_letter(letters.at[i]);

        if (land < 0)
            return false;
        w->region[region].land |= (uint16_t)(1 << land);
        set_add(&w->with[land], region);
    }
    return true;
}

enum err map_regions_into_world(struct str text, struct world *w, struct refusal *why)
{
    struct map_region line;
    enum err          err;

    for (struct str rest = text; (err = map_next_region(&rest, &line)) != ERR_NONE;) {
        if (err != ERR_OK || w->regions == REGIONS_MAX || !read_land(line.land, w, w->regions))
            return bad_line(why, w->regions + 2);
        w->region[w->regions].tokens = (uint8_t)line.population;
        w->region[w->regions++].marks = MARK_DECLINED;
    }
    for (int i = 0; i < DEFAULT_MAPS && !w->built_in; i++)
        if (str_is(text, default_maps[i].regions))
            w->built_in = (uint8_t)(i + 1);
    return read_links(text, w, why);
}

enum err map_into_world(struct str text, struct world *w, struct refusal *why)
{
    struct map_head head;

    if (map_read_head(&text, &head) != ERR_OK)
        return bad_line(why, 1);
    if (head.players != w->seats)
        return no_two(why, REFUSE_MAP_SEATS, head.players, w->seats);
    w->turns = (uint8_t)head.turns;
    w->map = head.id <= UINT32_MAX ? (uint32_t)head.id : 0;
    return map_regions_into_world(text, w, why);
}
