/* What the files of the Snakes dialect share: its memory, one request while it
 * is answered, and the rows it keeps in the store. */
#ifndef SNAKES_DIALECT_SELF_H
#define SNAKES_DIALECT_SELF_H

#include "games/snakes/dialect/fields.h"
#include "games/snakes/fight.h"
#include "people/account.h"
#include "tables/dialect.h"

enum {
    LOGIN_WINDOW = 180, /* max clock difference in a handshake */
    SESSION_SECONDS_MOST = 365 * 24 * 3600,
    SNAKES_EACH = 10,
    SKINS = 6,
    SLOTS = 10,
    LIST_LENGTH = 10, /* fights in each of a player's two lists */
    SALT_LENGTH = 8,
    HASH_LENGTH = 40,
    SID_LENGTH = 32,
    LOGIN_LEAST = 3,
    LOGIN_MOST = 16,
    LOGIN_ROOM = 24, /* with one that no client can send: "#" and the account's number */
    NAME_LEAST = 2,  /* characters of a player's name */
    NAME_MOST = 40,

    SESSIONS_EACH = 16,      /* of one player; a new one ends the oldest */
    KEPT_EACH = 300,         /* fights of the lab per address; the oldest are deleted */
    KEPT_MOST = 2000,        /* in total; the oldest are deleted */
    FIGHTS_PER_MINUTE = 300, /* of one address */
    TRIES_PER_MINUTE = 3000,
    LARGE_BODY = 64 * 1024, /* of JSON: takes as long to read as dozens of moves, and four programs fit */
    LARGE_PER_MINUTE = 60,  /* of one address */
};

/* A session of the protocol, or of the pages of the game's own site: the id of
 * the latter is a cookie and works nowhere else. */
enum session_kind { SESSION_SID, SESSION_PAGE };
enum { SESSION_HASH = 32 };

struct session {
    unsigned char     hash[SESSION_HASH]; /* of its id, which is kept nowhere */
    enum session_kind kind;
    uint64_t          player;
    int64_t           auth;    /* the account's authorization number when it was opened */
    int64_t           opened;  /* milliseconds since 1970, as the next two */
    int64_t           expires; /* slides with each request */
    int64_t           stored;  /* when it expires according to the store */
    bool              slid;    /* since that was written */
    struct session   *older;   /* of the same player */
};

/* Statements, by the file that uses them. */
struct player_sql {
    struct stmt *add, *by_id, *by_login, *by_name, *best, *rate, *pend;
};
struct snake_sql {
    struct stmt *add, *by_id, *edit, *erase, *of_player, *count, *named, *bots;
};
struct lab_sql {
    struct stmt *keep, *keeps, *drop, *over, *of_address, *all, *oldest;
};
struct fight_sql {
    struct stmt *order, *pending, *fighter_add, *fighters, *programs, *fighters_erase;
    struct stmt *standing, *stand, *add, *by_id, *erase, *lists, *seen, *seen_by;
    struct stmt *slot_put, *slot, *slots, *slot_rename, *slot_erase;
};

struct snakes {
    struct hall      *hall;
    struct player_sql player;
    struct snake_sql  snake;
    struct fight_sql  fight;
    struct lab_sql    lab;
    struct stmt      *next_id;
    char              secret[65]; /* makes stable salts for unknown logins */
    struct sessions  *sessions;
    int64_t           session_seconds; /* how long one lasts after its last request */
    unsigned char     address_key[16]; /* of the hashes of addresses */
    struct map        computing;       /* by fight: who waits for its result */
    struct map        labs;            /* fights of the lab that the pool computes, by number */
    struct slowed    *slowed;          /* logins that wait (slow.c) */
    int               n_slowed;
    bool              waited; /* the one at hand has */
};

extern const char *const snakes__migrations[]; /* tables.c */

/* One request. A handler writes its reply (snakes__call_reply and following),
 * or sets the fault, or says that the answer comes later. */
struct call {
    struct snakes  *self;
    struct hall    *hall;
    struct ask     *ask;
    struct form     form;
    struct args     args;
    struct fault    fault;
    uint64_t        player; /* of the session */
    struct session *session;
    struct buf      reply;
    struct jout     out;
    bool            later;
    bool            kept; /* the reply contains only what is on disk */
};

/* Begins the reply: {"Response":name. */
struct jout       *snakes__call_reply(struct call *c, const char *name);
void               snakes__call_ack(struct call *c);
static inline bool snakes__call_nack(struct call *c, int code, const char *text)
{
    return fault_set(&c->fault, code, "%s", text);
}

/* RequestId as JSON, empty if there was none, and a reply with it; `reply` is
 * the object without its end. */
void snakes__request_id_dump(const struct form *form, struct buf *out);
void snakes__send_reply(struct hall *hall, struct ask *ask, struct buf *reply, struct str request_id);

/* Ids in requests are texts; anything but a plain number in canonical form is
 * unknown: 0. */
uint64_t snakes__id_read(struct str text);
void     snakes__id_field(struct jout *out, const char *key, uint64_t id); /* a string, or null for 0 */
uint64_t snakes__id_next(struct snakes *self, const char *kind);           /* never reused */

/* ---- players (players.c) --------------------------------------- */

struct player {
    uint64_t id;
    char     login[LOGIN_ROOM];
    char     name[4 * NAME_MOST + 1];
    char     salt[SALT_LENGTH + 1];
    char     hash[HASH_LENGTH + 1];
    bool     rated;
    int64_t  rating;
    uint64_t fighter, pending;
    int64_t  auth;
};

void snakes__players_prepare(struct snakes *self);
void snakes__player_from_row(struct stmt *q, struct player *out); /* of one of player_sql's queries */
bool snakes__player_by_id(struct snakes *self, uint64_t id, struct player *out);
bool snakes__player_by_login(struct snakes *self, struct str login, struct player *out);
bool snakes__player_by_name(struct snakes *self, struct str name, struct player *out);
#define PLAYER_IS_RATED "WHERE rating IS NOT NULL"
void snakes__player_rate(struct snakes *self, uint64_t id, bool rated, int64_t rating, uint64_t fighter);
void snakes__player_changed(struct snakes *self, uint64_t id); /* or their fighter: after every write that `whoami` could show */
void snakes__player_pend(struct snakes *self, uint64_t id, uint64_t fight);
/* Makes a player for an account that has none. False: the login or the name is
 * taken. */
bool snakes__player_add(struct snakes *self, uint64_t account, struct str login, struct str name, struct str salt, struct str hash);

/* hash = SHA1(SHA1(login ":" password) salt), in lower-case hex. */
void snakes__verifier_make(struct str login, struct str password, const char *salt, char hash[HASH_LENGTH + 1]);
/* SHA1(verifier stamp), which a client sends to log in. */
void snakes__handshake_make(const char *verifier, int64_t stamp, char hash[HASH_LENGTH + 1]);
void snakes__salt_draw(char salt[SALT_LENGTH + 1]);

/* The client's part of a login: hash = SHA1(verifier stamp). */
struct handshake {
    struct str login;
    int64_t    stamp; /* seconds since 1970 */
    struct str hash;
};
enum login_result { LOGIN_RIGHT, LOGIN_WRONG, LOGIN_TOO_MANY };
enum login_result snakes__log_in(struct snakes *self, struct ask *ask, const struct handshake *h, struct player *p);
void              snakes__salt_of(struct snakes *self, struct str login, char salt[SALT_LENGTH + 1]);

/* ---- slow logins (slow.c) ------------------------------------------------- */

/* Must the login wait? Then `handle` is called again with the ask. */
bool snakes__is_slowed(struct snakes *self, struct ask *ask, struct str login,
                       void (*handle)(struct hall *hall, void *self, struct ask *ask));
void snakes__slow_goodbye(struct hall *hall, void *self); /* all are handled now */

/* ---- sessions (sessions.c) ---------------------------------------------- */

void            snakes__sessions_begin(struct snakes *self);
void            snakes__sessions_forget(struct snakes *self); /* after a failed commit */
void            snakes__sessions_release(struct snakes *self);
struct session *snakes__session_find(struct snakes *self, struct str sid,
                                     enum session_kind kind); /* NULL: not valid; else its end is extended */
bool            snakes__session_open(struct snakes *self, const struct player *p, enum session_kind kind,
                                     char sid[SID_LENGTH + 1]); /* false: too many are open */
void            snakes__session_end(struct snakes *self, struct session *s);

/* Answers a request whose fields have been checked. */
typedef void run_fn(struct call *c);

/* ---- requests of players (players.c) ------------------------------------ */

run_fn snakes__run_info, snakes__run_whoami, snakes__run_login_data, snakes__run_login, snakes__run_logout, snakes__run_ping,
    snakes__run_ratings, snakes__run_player_list, snakes__run_player_info;
void snakes__handle_register(struct hall *hall, void *self, struct ask *ask);

/* ---- accounts (account.c) --------------------------------------- */

enum err snakes__account_changed(struct store *store, const struct account_change *change, struct refusal *why);
void     snakes__add_samples(struct store *store, uint64_t account, struct str name);

/* What is wrong with the login or name of a new player, or NULL. */
const char *snakes__login_fault(struct str login);
const char *snakes__name_fault(struct str name);

/* ---- snakes (snakes.c) ----------------------------------------- */

struct snake_row {
    uint64_t   id, player;
    char       name[4 * 40 + 1];
    char       type; /* 'N' or 'B' */
    int64_t    skin;
    struct buf description, program, notes; /* program: text form; notes: JSON array of the maps' descriptions */
};

void     snakes__snakes_prepare(struct snakes *self);
void     snakes__snake_from_row(struct stmt *q, struct snake_row *out); /* of a query with all columns */
bool     snakes__snake_by_id(struct snakes *self, uint64_t id, struct snake_row *out);
void     snakes__snake_release(struct snake_row *s);
void     snakes__snake_add(struct snakes *self, struct snake_row *s); /* gives it its id */
size_t   snakes__snake_bytes(const struct snake_row *s);              /* of its texts */
bool     snakes__may_write(struct call *c);                           /* nack: too much was stored lately (tables/meter.h) */
void     snakes__snake_edit(struct snakes *self, const struct snake_row *s);
void     snakes__snake_erase(struct snakes *self, uint64_t id);
int64_t  snakes__snake_count(struct snakes *self, uint64_t player);
uint64_t snakes__snake_named(struct snakes *self, uint64_t player, struct str name); /* 0: the player has none of this name */
/* A built-in sample as a row: nobody's, with id -1, -2, ... */
void     snakes__snake_of_sample(int number, struct snake_row *out);
/* SnakeId, SnakeName, SnakeType and SkinId. */
void     snakes__snake_fields(struct jout *out, uint64_t id, struct str name, struct str type, int64_t skin);
/* ProgramDescription, Templates and Maps. */
void     snakes__program_fields(struct jout *out, struct str description, struct str program, struct str notes);
/* The program of a request, after all checks on maps: skin (13), lines (20),
 * heads (19). */
bool     snakes__program_of_request(struct call *c, struct snake_row *s);

run_fn snakes__run_snake_list, snakes__run_skin_list, snakes__run_snake_info, snakes__run_snake_new, snakes__run_snake_edit,
    snakes__run_snake_delete, snakes__run_snake_assign;

/* ---- fights (fights.c, compute.c, show.c, slots.c)  */

void snakes__fights_prepare(struct snakes *self);
void snakes__fights_release(struct snakes *self);

/* May the player see this finished fight? In one of their lists or slots. */
bool snakes__fight_visible(struct snakes *self, uint64_t player, uint64_t fight);
void snakes__fight_erase(struct snakes *self, uint64_t fight);
/* One of a player's lists as an array of its own: "FightList". */
void snakes__fight_list(struct snakes *self, struct jout *out, const char *key, uint64_t player, struct str kind);
/* Deletes a fight that nobody can see any more. */
void snakes__fight_sweep(struct snakes *self, uint64_t fight);

run_fn snakes__run_fight_list, snakes__run_fight_info, snakes__run_fight_test, snakes__run_fight_train, snakes__run_fight_challenge,
    snakes__run_fight_cancel, snakes__run_slot_list, snakes__run_slot_view, snakes__run_slot_save, snakes__run_slot_rename,
    snakes__run_slot_delete;

/* ---- the hall API (hall.c) --------------------------------------- */

ask_handler snakes__handle_league, snakes__handle_bots, snakes__handle_fights, snakes__handle_fight, snakes__handle_session,
    snakes__handle_mine, snakes__handle_my_snake, snakes__handle_try;

/* A fight in the hall API, for `viewer` (0: nobody). */
void snakes__fight_answer(struct snakes *self, struct ask *ask, uint64_t fight, uint64_t viewer, struct str turns, int status);

/* ---- fights for anybody (lab.c) ------------------------------------------ */

void        snakes__lab_prepare(struct snakes *self);
void        snakes__lab_begin(struct snakes *self);
void        snakes__lab_release(struct snakes *self);
ask_handler snakes__handle_new_fight;
bool        snakes__lab_keeps(struct snakes *self, uint64_t fight);

/* ---- the game's own site (site.c) ---------------------------------------- */

ask_handler snakes__handle_site_data, snakes__handle_site_login, snakes__handle_site_logout, snakes__handle_site_game,
    snakes__handle_site_captcha;

/* ---- lists with pages (lists.c) --------------------------------- */

struct list_key {
    const char *word;   /* in SortBy, after '<' or '>' */
    const char *column; /* what it stands for */
};

/* A list as a query. */
struct list {
    const char            *columns, *table, *join, *where; /* the last two may be empty */
    const char            *id;                             /* the column that breaks ties */
    const struct list_key *keys;                           /* ends with a NULL word */
    const char *const     *normal;                         /* default SortBy */
};

/* The requested page: writes FirstIndex, SortBy and TotalCount into the reply
 * and returns the query of the page's rows. */
struct stmt *snakes__list_open(struct call *c, const struct list *list);
void         snakes__list_close(struct stmt *q);
int64_t      snakes__list_count(struct snakes *self, const char *table, const char *where);

#endif
