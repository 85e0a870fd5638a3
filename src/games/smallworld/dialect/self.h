/* The Small World door, private to its files here.
 *
 *     dialect.c   routes, life, a request from body to reply
 *     commands.c  the one table of commands, fields and their errors
 *     words.[ch]  every word that an answer can carry
 *     lobby.c     users, messages, games before they start
 *     maps.c      maps
 *     upload.[ch] maps that come in: reading them, and what is wrong with them
 *     pictures.c  their pictures
 *     atlas.c     maps through the hall's API
 *     play.c      commands of a running game
 *     look.c      getGameState, getGameList, what the hall shows
 *     saves.c     recorded commands, saveGame, loadGame
 *     seal.c      what keeps saved games from being read or changed
 *     events.c    what happens at tables, through whichever door; AI seats
 *     store.c     tables and statements
 *
 * What must last is in the tables of store.c; in memory there are only
 * requests that wait for a password, and what a table's `door_data` caches. */
#ifndef SMALLWORLD_DIALECT_SELF_H
#define SMALLWORLD_DIALECT_SELF_H

#include "base/shelf.h"
#include "games/smallworld/dialect/words.h"
#include "games/smallworld/map.h"
#include "hall/hall.h"
#include "people/account.h"
#include "tables/dialect.h"
#include "tables/table.h"

#define DOOR "smallworld" /* our name in table events */
#define SEAL "sealed"     /* member of a saved list's first command */
#define PICTURES "/smallworld/public/imgs/"

enum {
    BODY_MOST = 2 * 1024 * 1024, /* maps are large */
    LARGE_BODY = 64 * 1024,      /* takes as long to parse as hundreds of moves */
    RECORDED_MOST = 2 * 1024,    /* of a command that is kept as it was sent; not in test mode */
    SAVED_MOST = 1024 * 1024,    /* of a saved game: loadGame must take it */
    JSON_DEPTH = 24,
    FIELDS_MAX = 8,
    MESSAGES_SHOWN = 100,
    /* Maps: everybody gets all of them in one list, so it must stay small.
     * Those of unknown people leave room for those of accounts. Nothing of this
     * counts in test mode. */
    MAPS_EACH = 20,                  /* of one account, or of one address without an account */
    MAPS_BYTES_EACH = 192 * 1024,    /* of the same */
    MAPS_BYTES_MOST = 1024 * 1024,   /* of all maps */
    MAPS_BYTES_UNOWNED = 256 * 1024, /* of those without an account */
    MAP_BYTES_LEAST = 1024,          /* what a map counts beside its regions */
    PICTURES_BYTES_MOST = 256 * 1024 * 1024,
    PICTURES_BYTES_UNOWNED = 32 * 1024 * 1024,
    PICTURE_PATH_MOST = 1024,
    PICTURE_BYTES_MOST = 1024 * 1024, /* of one that comes through the hall's API */
    ANSWERS_MOST = 1024 * 1024,       /* bytes that answer a list of commands; those after it are not run */
    UPLOADS_PER_MINUTE = 300,         /* maps and pictures from one address */
    GAMES_LISTED = 300,               /* the newest; each takes as long as a move; not in test mode */
    GAMES_PER_MINUTE = 300,           /* opened by one user, and messages; the hall's API counts with us */
    MESSAGES_PER_MINUTE = 300,
    SEAL_KEY_BYTES = 32,
    SEAL_TEXT = 160,               /* room for a seal as text */
    RANDSEED_MOST = 47126,         /* a game's randseed is drawn from 1 to this in test mode, */
    RANDSEED_MODULUS = 2147483647, /* and what is given counts modulo this, 0 as 1 */
};

/* ---- what is kept (store.c) ------------------------------------- */

struct user {
    int64_t  id;      /* 1, 2, 3... of this protocol; accounts have numbers of their own */
    uint64_t account; /* 0: a computer player */
    int64_t  sid;     /* 0: not logged in */
    bool     robot;
    char     name[LIMIT_NAME_BYTES + 1];
    int64_t  game; /* where they sit, 0: nowhere */
    uint64_t table;
    int      seat;
};

/* Name and seats of a game: a cache of database rows in table.door_data,
 * dropped at every change. */
struct card {
    int64_t    id, map;
    int        ai; /* computer players announced */
    int        players, turns;
    bool       dead; /* everybody has left it */
    struct str name, description, map_name, map_text;
    int64_t    user[SEATS_MAX];
    bool       robot[SEATS_MAX];
    bool       gone[SEATS_MAX]; /* left the game */
    struct buf memory;          /* behind the texts */
    struct buf lands;           /* per region, NUL-terminated: its part of getGameState that never changes */
};

/* A map belongs to the account that uploaded it; without one, to whoever comes
 * from the same address. The built-in ones are the operator's. */
struct map_row {
    int64_t    id;
    uint64_t   account;
    bool       built_in;
    struct str address;
    struct str name, regions, shapes, picture, layout; /* good until the statement is done */
    int        players, turns;
};

struct statements {
    struct stmt *user_by_sid, *user_by_id, *user_by_account, *user_by_name, *user_add, *user_sid, *user_rename, *user_top;
    struct stmt *counter, *counter_set, *accounts, *key, *key_add;
    struct stmt *message_add, *message_drop, *message_top, *message_said, *message_unsay, *messages;
    struct stmt *map_add, *map_top, *map_by_id, *map_by_name, *maps, *map_picture, *map_drop, *map_count, *map_span, *maps_bytes,
        *maps_each, *maps_each_bytes, *pictures_bytes, *picture_put, *picture_drop, *picture;
    struct stmt *game_add, *game_top, *game_by_id, *game_by_table, *game_by_name, *games, *games_newest, *any_game, *games_waiting,
        *game_map, *game_dead, *game_over;
    struct stmt *seats, *seat_put, *seat_leave, *seats_leave, *seat_erase, *seat_move_up;
    struct stmt *command_add, *command_top, *command_get, *command_set, *commands;
    struct stmt *wipe[8];
};

struct smallworld {
    struct hall      *hall;
    struct statements sql;
    struct request   *waiting; /* for a password */
    bool              test_mode, robots_play;
    int64_t           grace_ms;
    int               ai_level; /* of our computer players */
    uint8_t           seal_key[SEAL_KEY_BYTES];
    struct buf        scratch;
    struct {
        int64_t    count, top; /* of the maps that `text` lists; 0: it is not written */
        struct buf text;
    } map_list;
    struct shelf boards, pictures; /* of maps, by their numbers, as JSON */
};

extern const char *const smallworld_migrations[], *const smallworld_erase_table[];
void smallworld_prepare_statements(struct smallworld *s);

bool    sw_user_by_sid(struct smallworld *s, int64_t sid, struct user *out);
bool    sw_user_by_id(struct smallworld *s, int64_t id, struct user *out);
bool    sw_user_by_account(struct smallworld *s, uint64_t account, struct user *out);
bool    sw_user_by_name(struct smallworld *s, struct str name, struct user *out); /* computer players only */
int64_t sw_user_add(struct smallworld *s, uint64_t account, struct str name, bool robot);
int64_t sw_user_log_in(struct smallworld *s, int64_t user); /* a new sid; the old one is dead */
void    sw_user_log_out(struct smallworld *s, int64_t user);
/* The user of an account, made if there is none yet. */
int64_t sw_user_of_account(struct smallworld *s, const struct account *account);

bool          sw_has_row(struct smallworld *s, const struct table *t); /* is the table known here? */
struct card  *sw_card_of(struct smallworld *s, struct table *t);
void          sw_card_drop(struct table *t);
struct table *sw_game_table(struct smallworld *s, int64_t game); /* NULL: no such game */
/* The same for whoever asks by its number: private tables of the hall do not exist here. */
struct table *sw_game_listed(struct smallworld *s, int64_t game);
/* A game everybody left: its name is free, no list shows it. */
void          sw_game_die(struct smallworld *s, struct table *t);
void          sw_game_die_if_empty(struct smallworld *s, struct table *t);
void          sw_game_erase(struct smallworld *s, int64_t game); /* as if it had never been */
bool          sw_map_row_next(struct stmt *q, struct map_row *out);
bool          sw_map_by_id(struct smallworld *s, int64_t id, struct map_row *out); /* then stmt_done(s->sql.map_by_id) */
/* The first column of the first row, 0 without one: highest ids, counters. */
int64_t       sw_row_top(struct stmt *q);
/* Adds a row whose parameters from ?2 on are bound; ?1 becomes the next id, which is returned. */
int64_t       sw_row_add(struct stmt *add, struct stmt *top);
void          sw_table_map_text(const struct table *t, struct buf *out);

/* Sids end with a new password and with the account. */
enum err smallworld_account_changed(struct store *store, const struct account_change *change, struct refusal *why);

void smallworld_wipe(struct smallworld *s); /* test mode: everything of this game, and its accounts */

/* ---- commands ----------------------------------------------------------- */

enum field_type { FIELD_NONE, FIELD_INT, FIELD_STR, FIELD_LIST, FIELD_OBJ };

struct field {
    const char     *name;
    enum field_type type;
    bool            mandatory;
    int64_t         least, most; /* of the value, or of the length in characters */
    enum word       error;
};

struct value {
    bool              given;
    int64_t           number;
    struct str        text;
    const struct jin *json;
};

/* A command in progress. `out` is inside the answer's object. */
struct call {
    struct smallworld   *s;
    struct request      *request;
    const struct action *action;
    const struct jin    *json;
    struct value         value[FIELDS_MAX];
    struct jout         *out;
    size_t               start;  /* of the answer, in the buffer behind `out` */
    enum word            result; /* once it has run */
    struct user          user;
    struct table        *table;   /* where the user sits, for those that need a game */
    struct loading      *loading; /* part of loadGame, or NULL */
    int                  dice;    /* to be told with a refusal, -1: none */
    bool                 pending; /* answered later */
};

/* The commands of a game start with these checks, in this order. */
enum command_flags {
    NEEDS_USER = 1, /* the sid is known */
    NEEDS_GAME = 2, /* and sits in a game */
    RECORDED = 4,   /* saveGame lists it; loadGame takes it */
};

struct action {
    const char *name;
    unsigned    flags;
    enum word (*run)(struct call *c);
    struct field fields[FIELDS_MAX];
};
const struct action *sw_action_by_name(struct str name);

/* The answer comes later, by request_resume: discards what was written. */
void sw_call_wait(struct call *c);

/* Runs one command and writes its answer, an object. False: it is pending. */
bool sw_call_run(struct call *c, struct buf *out);

/* The value of a field, by its name in the command's row. */
const struct value *sw_arg(const struct call *c, const char *name);
/* An int of this protocol: a JSON integer or a string of digits. */
bool                sw_wire_int(const struct jin *v, int64_t *out);

/* Handlers, one a command. */
enum word sw_do_reset_server(struct call *c);
enum word sw_do_register(struct call *c);
enum word sw_do_login(struct call *c);
enum word sw_do_logout(struct call *c);
enum word sw_do_send_message(struct call *c);
enum word sw_do_get_messages(struct call *c);
enum word sw_do_upload_map(struct call *c);
enum word sw_do_create_default_maps(struct call *c);
enum word sw_do_create_game(struct call *c);
enum word sw_do_join_game(struct call *c);
enum word sw_do_ai_join(struct call *c);
enum word sw_do_leave_game(struct call *c);
enum word sw_do_set_readiness(struct call *c);
enum word sw_do_get_game_list(struct call *c);
enum word sw_do_get_map_list(struct call *c);
enum word sw_do_get_game_state(struct call *c);
enum word sw_do_save_game(struct call *c);
enum word sw_do_load_game(struct call *c);
enum word sw_do_select_race(struct call *c);
enum word sw_do_conquer(struct call *c);
enum word sw_do_decline(struct call *c);
enum word sw_do_redeploy(struct call *c);
enum word sw_do_defend(struct call *c);
enum word sw_do_dragon_attack(struct call *c);
enum word sw_do_enchant(struct call *c);
enum word sw_do_throw_dice(struct call *c);
enum word sw_do_select_friend(struct call *c);
enum word sw_do_finish_turn(struct call *c);

/* ---- requests (dialect.c) ------------------------------------------------ */

/* A pending command of `request` has its answer: the rest of the body goes on.
 * `fill` adds members to a good answer and may be NULL. */
void sw_request_resume(struct request *request, enum word word, void (*fill)(struct jout *out, int64_t a, int64_t b), int64_t a,
                       int64_t b);
/* The address that it came from, for rate limits. */
struct str sw_request_peer(const struct request *request);
/* May a request of this address cost as much as a large body? Counts it. */
bool       sw_large_allowed(struct hall *hall, struct str peer);
bool       sw_body_allowed(struct hall *hall, const struct ask *ask);

/* ---- the parts ----------------------------------------------------------- */

/* lobby.c */
/* Where a game stands, in the numbers of the protocol. */
enum { GAME_STARTED, GAME_WAITING, GAME_IN_PROGRESS, GAME_FINISHED, GAME_DEAD };
int       sw_game_state(struct smallworld *s, struct table *t);
int64_t   sw_game_add(struct smallworld *s, uint64_t table, int64_t map, struct str name, struct str description, int ai);
void      sw_leave_seat(struct smallworld *s, const struct user *user);
int       sw_robots_missing(struct smallworld *s, struct table *t);
/* Seats a computer player, driven by us or by a program outside. */
enum word sw_seat_robot(struct smallworld *s, struct table *t, bool driven, struct user *out);
bool      sw_sits_in(struct smallworld *s, struct table *t, int64_t user);
void      sw_robot_user(struct smallworld *s, struct table *t, struct user *out);

/* maps.c */
int         sw_count_regions(struct str regions);
int64_t     sw_map_add(struct smallworld *s, const struct map_row *map);
bool        sw_map_name_taken(struct smallworld *s, struct str name);
bool        sw_room_for_map(struct smallworld *s, const struct map_row *map); /* for its owner, and at all */
void        sw_map_write_text(const struct map_row *row, struct buf *out);
/* Land and neighbours, as members of an object. */
void        sw_region_out(const struct map_region *region, const char *land, const char *near, struct jout *out);
/* "coordinates", "raceCoords" and "powerCoords" from a line of shapes; what it
 * lacks from another. */
void        sw_shape_out(struct str line, struct str other, struct jout *out);
/* "picture" of a map, inside an object; "" if it has none. */
void        sw_picture_out(struct smallworld *s, int64_t map, struct jout *out);
/* Outlines and places that are made up, for a map given by its region lines;
 * nothing for one that cannot be played. */
void        sw_layout_shapes(struct str regions, struct buf *out);
void        sw_map_choices(struct hall *hall, void *self, struct jout *out); /* maps that can be played, for forms */
enum err    sw_map_prepare(struct hall *hall, void *self, const struct jin *options, struct setup *setup, struct buf *extra,
                           struct refusal *why);
void        sw_default_maps_create(struct smallworld *s);
bool        sw_default_maps_taken(struct smallworld *s);
/* Keeps a picture of the kind `extension` and tells the map where it is. False:
 * there is no room. */
bool        sw_picture_keep(struct smallworld *s, const struct map_row *map, const char *extension, struct str bytes);
enum err    sw_unsay(struct hall *hall, void *self, int64_t line);
ask_handler sw_handle_picture_upload, sw_handle_picture;

/* atlas.c */
ask_handler sw_handle_maps, sw_handle_map_upload, sw_handle_map, sw_handle_map_check, sw_handle_map_picture;
void        sw_atlas_failed(struct hall *hall, void *self, struct ask *ask, const char *problem);

/* look.c */
void sw_describe_table(struct hall *hall, void *self, const struct table *t, int seat, struct jout *out);

/* saves.c */
struct loading {
    int64_t  first; /* the first game created by this load, 0: none yet */
    int64_t  game;  /* the latest */
    uint64_t seed;  /* outside test mode: what was sealed; 0: it had not started */
};
void    sw_record_call(struct call *c, struct table *t, const struct move *m); /* m: what it became, NULL if it is no move */
void    sw_record_leave(struct smallworld *s, int64_t game, int64_t user);
void    sw_record_event(struct smallworld *s, struct table *t, const struct table_event *event);
int64_t sw_randseed_of(const struct table *t);

/* seal.c */
void sw_seal_key(struct smallworld *s); /* reads it, or makes it */
/* A list of commands in the one form that is sealed: members sorted, seals left
 * out, and to `hide` also what would tell dice and decks. */
void sw_normal_list(const struct jin *list, bool hide, struct buf *out);
void sw_seal(const struct smallworld *s, uint64_t seed, struct str list, char out[SEAL_TEXT]);
/* False: it was not made for this list, or not by this server. */
bool sw_unseal(const struct smallworld *s, struct str text, struct str list, uint64_t *seed);

/* events.c */
/* Gives a table that came without us (opened in the hall, imported) its rows. */
void sw_adopt(struct smallworld *s, struct table *t);
void sw_happened(struct hall *hall, void *self, struct table *t, const struct table_event *event);
void sw_robots_wanted(struct smallworld *s, int64_t game); /* seats our computer players after the grace time */
void sw_robots_after_start(struct smallworld *s);

#endif
