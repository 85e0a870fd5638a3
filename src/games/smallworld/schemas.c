/* JSON Schemas of Small World's views, boards and forms, and the names of its
 * things. Words and ranges are printed from the tables that the rules use. */
#include "game/schema.h"
#include "games/smallworld/map.h"

/* ---- names ------------------------------------------------------------- */

static void named(const char *name, const char *text, struct jout *out)
{
    jout_open_object(out);
    jout_field_text(out, "name", name);
    jout_field_text(out, "title", name);
    jout_field_text(out, "text", text);
    jout_close_object(out);
}

static void traits_out(const char *key, const char *const *names, const struct trait *rows, int n, struct jout *out)
{
    jout_field_array(out, key);
    for (int i = 1; i <= n; i++)
        named(names[i], rows[i].text, out);
    jout_close_array(out);
}

void smallworld_names(struct jout *out)
{
    traits_out("races", smallworld_race_names, races, RACES, out);
    traits_out("powers", smallworld_power_names, powers, POWERS, out);
    jout_field_array(out, "lands");
    for (int i = 0; i < LANDS; i++)
        named(smallworld_land_words[i], lands[i].text, out);
    jout_close_array(out);
    jout_field_array(out, "marks");
    for (int i = 0; i < MARKS; i++)
        named(marks[i].name, marks[i].text, out);
    jout_close_array(out);
}

/* ---- the view ---------------------------------------------------------- */

/* clang-format off */
#define SEAT .max = PLAYERS_MAX - 1
#define REGION .min = 1, .max = REGIONS_MAX
#define BADGE .min = 1, .max = UINT8_MAX
#define TOKENS .max = UINT8_MAX
#define COINS .max = INT16_MAX
#define RACE .type = WORD, .words = smallworld_race_names, .n = RACES + 1
#define POWER .type = WORD, .words = smallworld_power_names, .n = POWERS + 1

#define BADGE_FACTS                                                             \
    { "id", "number of the badge, never used twice in a game", BADGE },         \
    { "race", "its race", RACE },                                               \
    { "power", "its power", POWER }
static const struct shape badge_members[] = {
    BADGE_FACTS,
    { "tokens", "tokens in hand and on the map", TOKENS },
    { 0 },
};
static const struct shape player_members[] = {
    { "coins", "coins, open to all", COINS },
    { "hand", "tokens in hand; below 0: Amazons owe them at their redeployment", .min = -LENT_MOST, .max = TOKENS_MOST },
    { "inGame", "false: left the game", .type = BOOL },
    { "current", "the active race, or null", .type = OBJECT, .inside = badge_members, .flags = NULLABLE },
    { "declined", "the race in decline, or null", .type = OBJECT, .inside = badge_members, .flags = NULLABLE },
    { 0 },
};
static const struct shape player = { .meaning = "a player", .type = OBJECT, .inside = player_members };
static const struct shape shown_members[] = {
    BADGE_FACTS,
    { "tokens", "tokens that it brings", TOKENS },
    { "price", "coins that it costs: its position, one on each badge before it", .max = BADGES_SHOWN - 1 },
    { "coins", "coins on it, for whoever takes it", TOKENS },
    { 0 },
};
static const struct shape shown = { .meaning = "a badge on display", .type = OBJECT, .inside = shown_members };

static const char *const lost_tribe[] = { LOST_TRIBE, NULL };
static const struct shape holders[] = {
    { .meaning = "a race, or null: nobody", RACE, .flags = NULLABLE },
    { .meaning = "a lost tribe", .type = WORD, .words = lost_tribe },
    { 0 },
};
static const struct shape price_part_members[] = {
    { .meaning = "what for", .type = WORD, .words = price_part_names },
    { .meaning = "tokens", .min = -UINT8_MAX, .max = UINT8_MAX },
    { 0 },
};
static const struct shape price_part = { .meaning = "a part of the need", .type = TUPLE, .inside = price_part_members };
static const struct shape cost_members[] = {
    { "need", "tokens that the attack takes", TOKENS },
    { "with_die", "the hand is too small: the die must help", .type = BOOL },
    { "parts", "what the need is made of", .type = LIST, .min = 1, .max = PRICE_PARTS_MAX, .inside = &price_part },
    { 0 },
};
static const struct shape region_members[] = {
    { "owner", "seat that holds it; absent: nobody", SEAT, .flags = OPTIONAL },
    { "badge", "badge that holds it; absent: none", BADGE, .flags = OPTIONAL },
    { "race", "who is there", .type = ONE_OF, .inside = holders },
    { "power", "power of that race, or null", POWER, .flags = NULLABLE },
    { "lost_tribe", "a lost tribe is there", .type = BOOL },
    { "tokens", "tokens there", TOKENS },
    { "encampments", "encampments there", .max = ENCAMPMENTS_MOST },
    { "hole", "a hole in the ground", .type = BOOL },
    { "dragon", "the dragon", .type = BOOL },
    { "hero", "a hero", .type = BOOL },
    { "fortress", "a fortress", .type = BOOL },
    { "lair", "a Troll lair", .type = BOOL },
    { "declined", "held by a race in decline, or never conquered yet", .type = BOOL },
    { "price", "tokens that an attack by the active seat takes; absent where it cannot attack now", TOKENS, .flags = OPTIONAL },
    { "cost", "the same in detail", .type = OBJECT, .inside = cost_members, .flags = OPTIONAL },
    { 0 },
};
static const struct shape region = { .meaning = "a region", .type = OBJECT, .inside = region_members };
static const struct shape defence_members[] = {
    { "seat", "who must place tokens of a lost region", SEAT },
    { "lost", "the lost region", REGION },
    { "tokens", "how many", TOKENS },
    { 0 },
};
static const struct shape friendship_members[] = {
    { "diplomat", "whose active regions are safe", SEAT },
    { "friend", "from whom, until that seat has finished its turn", SEAT },
    { 0 },
};
static const struct shape income_members[] = {
    { "regions", "one coin for each region held", COINS },
    { "race", "from the active race", COINS },
    { "power", "from its power", COINS },
    { "declined", "from the race in decline", COINS },
    { "total", "all of it", COINS },
    { 0 },
};
static const struct shape view_members[] = {
    { "turn", "rounds played, from 0", .max = TURNS_MOST },
    { "turns", "rounds of the game", .max = TURNS_MOST },
    { "stage", "part of the turn", .type = WORD, .words = stage_names, .n = STAGES },
    { "active", "seat whose turn it is, also while another defends", SEAT },
    { "defence", "in stage defend", .type = OBJECT, .inside = defence_members, .flags = OPTIONAL },
    { "friendship", "while there is one", .type = OBJECT, .inside = friendship_members, .flags = OPTIONAL },
    { "die", "a Berserk die that waits for its attack", .max = DIE_MOST, .flags = OPTIONAL },
    { "dragonUsed", "the dragon attacked in this turn", .type = BOOL },
    { "enchanted", "Sorcerers enchanted in this turn", .type = BOOL },
    { "available", "tokens that the active seat's redeployment would have", TOKENS },
    { "income", "what the active seat would earn if its turn ended now; null after the game", .type = OBJECT, .inside = income_members, .flags = NULLABLE },
    { "players", "by seat", .type = LIST, .min = 2, .max = PLAYERS_MAX, .inside = &player },
    { "badges", "on display, by position", .type = LIST, .max = BADGES_SHOWN, .inside = &shown },
    { "regions", "by number, the first one being region 1", .type = LIST, .max = REGIONS_MAX, .inside = &region },
    { 0 },
};

/* ---- the board --------------------------------------------------------- */

static const struct shape land = { .meaning = "a kind of land", .type = WORD, .words = smallworld_land_words };
static const struct shape neighbour = { .meaning = "number of a region", REGION };
static const struct shape coordinate = { .meaning = "x or y", .max = INT16_MAX };
static const struct shape point = { .meaning = "x and y", .type = LIST, .min = 2, .max = 2, .inside = &coordinate };
static const struct shape place_members[] = {
    { "land", "what it is, and what it has", .type = LIST, .max = LANDS, .inside = &land },
    { "near", "numbers of its neighbours", .type = LIST, .max = REGIONS_MAX - 1, .inside = &neighbour },
    { "outline", "corners, in order", .type = LIST, .min = 3, .max = LAYOUT_CORNERS, .inside = &point },
    { "label", "where to put its name", .type = LIST, .min = 2, .max = 2, .inside = &coordinate },
    { "name", "what words call it", .type = TEXT },
    { 0 },
};
static const struct shape place = { .meaning = "a region", .type = OBJECT, .inside = place_members };
static const struct shape board_members[] = {
    { "map", "number in the list of maps, null if the table's map is not in it", .max = INT64_C(1) << 53, .flags = NULLABLE },
    { "width", "of the picture that all coordinates are in", .max = INT16_MAX },
    { "height", "the same", .max = INT16_MAX },
    { "regions", "by number, the first one being region 1", .type = LIST, .max = REGIONS_MAX, .inside = &place },
    { 0 },
};

/* ---- forms ------------------------------------------------------------- */

static const char *const redeploy[] = { "redeploy", NULL }, *const defend[] = { "defend", NULL };

static const struct shape redeploy_region_members[] = {
    { "region", "its number", REGION },
    { "name", "its name", .type = TEXT },
    { "least", "tokens that keep it; a region that is not named is given up", .min = 1, .max = 1 },
    { 0 },
};
static const struct shape redeploy_region = { .meaning = "a region", .type = OBJECT, .inside = redeploy_region_members };
static const struct shape redeploy_members[] = {
    FORM(redeploy, "redeploy N (R T)*N [E (R N)*E F H R*H], -1 for what is not there", redeploy),
    { "tokens", "to be placed; what is over goes to the last region named", TOKENS },
    { "regions", "where", .type = LIST, .min = 1, .max = REGIONS_MAX, .inside = &redeploy_region },
    { "encampments", "how many there are", .max = ENCAMPMENTS_MOST },
    { "fortress", "one may be built", .type = BOOL },
    { "heroes", "how many there are, each in a region of its own", .max = HEROES_MOST },
    { 0 },
};
static const struct shape defend_region_members[] = {
    { "region", "its number", REGION },
    { "name", "its name", .type = TEXT },
    { 0 },
};
static const struct shape defend_region = { .meaning = "a region", .type = OBJECT, .inside = defend_region_members };
static const struct shape defend_members[] = {
    FORM(defend, "defend (R T)*", defend),
    { "tokens", "to be placed, all of them", TOKENS },
    { "regions", "where", .type = LIST, .min = 1, .max = REGIONS_MAX, .inside = &defend_region },
    { 0 },
};
static const struct shape forms[] = {
    { .meaning = "redeploying", .type = OBJECT, .inside = redeploy_members },
    { .meaning = "placing tokens of a lost region", .type = OBJECT, .inside = defend_members },
    { 0 },
};

const struct shapes smallworld_shapes = { .view = view_members, .board = board_members, .forms = forms };
/* clang-format on */
