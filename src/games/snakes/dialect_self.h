/* What the files of the Snakes dialect share: its memory, one request while it
 * is answered, and the rows it keeps in the store. */
#ifndef SNAKES_DIALECT_SELF_H
#define SNAKES_DIALECT_SELF_H

#include "games/snakes/dialect_fields.h"
#include "games/snakes/fight.h"
#include "hall/account.h"
#include "hall/dialect.h"

enum {
    LOGIN_WINDOW = 180, /* how far a handshake's time may be off */
    SESSION_SECONDS_MOST = 365 * 24 * 3600,
    SNAKES_EACH = 10,
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
};

struct session {
    char     sid[SID_LENGTH + 1];
    uint64_t player;
    int64_t  auth;    /* the account's authorization number when it was opened */
    int64_t  expires; /* milliseconds since 1970 */
};

/* Statements, by the file that uses them. */
struct player_sql {
    struct stmt *add, *by_id, *by_login, *by_name, *best, *rate, *pend;
};
struct snake_sql {
    struct stmt *add, *by_id, *edit, *erase, *of_player, *count, *named, *bots;
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
    struct stmt      *next_id;
    char              secret[65];      /* makes stable salts for logins that do not exist */
    struct map        sessions;        /* by a keyed hash of the sid */
    int64_t           session_seconds; /* how long one lives after its latest request */
    int64_t           sessions_most;   /* open at a time; beyond, logins are put off */
    unsigned char     session_key[16];
    struct map        computing; /* by fight: who waits for its result */
};

extern const char *const snakes__migrations[]; /* dialect_tables.c */

/* One request. A handler writes its reply (snakes__call_reply and what follows), or
 * sets the fault, or says that the answer comes later. */
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
    bool            kept; /* the reply tells only what the disk holds */
};

/* Begins the reply: {"Response":name. */
struct jout       *snakes__call_reply(struct call *c, const char *name);
void               snakes__call_ack(struct call *c);
static inline bool snakes__call_nack(struct call *c, int code, const char *text)
{
    return fault_set(&c->fault, code, "%s", text);
}

/* RequestId's JSON, empty if there was none, and a reply with it; `reply` is
 * the object without its end. */
void snakes__request_id_dump(const struct form *form, struct buf *out);
void snakes__send_reply(struct hall *hall, struct ask *ask, struct buf *reply, struct str request_id);

/* Ids in requests are texts; one that is no plain number in canonical form is
 * unknown: 0. */
uint64_t snakes__id_read(struct str text);
void     snakes__id_field(struct jout *out, const char *key, uint64_t id); /* a string, or null for 0 */
uint64_t snakes__id_next(struct snakes *self, const char *kind);           /* never reused */

/* ---- players (dialect_players.c) --------------------------------------- */

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
#define PLAYER_IS_RATED "WHERE rating IS NOT NULL"
void snakes__player_rate(struct snakes *self, uint64_t id, bool rated, int64_t rating, uint64_t fighter);
void snakes__player_changed(struct snakes *self, uint64_t id); /* or his fighter: after every write that `whoami` could show */
void snakes__player_pend(struct snakes *self, uint64_t id, uint64_t fight);
/* A player for an account that has none yet. False: the login or the name is
 * taken. */
bool snakes__player_add(struct snakes *self, uint64_t account, struct str login, struct str name, struct str salt, struct str hash);

/* hash = SHA1(SHA1(login ":" password) salt), in lower-case hex. */
void snakes__verifier_make(struct str login, struct str password, const char *salt, char hash[HASH_LENGTH + 1]);
void snakes__salt_draw(char salt[SALT_LENGTH + 1]);

void            snakes__sessions_begin(struct snakes *self);
struct session *snakes__session_find(struct snakes *self, struct str sid);         /* NULL: not valid; else slid on */
struct session *snakes__session_open(struct snakes *self, const struct player *p); /* NULL: too many are open */
void            snakes__sessions_release(struct snakes *self);

void snakes__run_info(struct call *c);
void snakes__run_whoami(struct call *c);
void snakes__run_login_data(struct call *c);
void snakes__run_login(struct call *c);
void snakes__run_logout(struct call *c);
void snakes__run_ping(struct call *c);
void snakes__run_ratings(struct call *c);
void snakes__run_player_list(struct call *c);
void snakes__run_player_info(struct call *c);
void snakes__handle_register(struct hall *hall, void *self, struct ask *ask);

/* ---- accounts (dialect_account.c) --------------------------------------- */

enum err snakes__account_changed(struct store *store, const struct account_change *change, const char **why);
void     snakes__add_samples(struct store *store, uint64_t account, struct str name);

/* What is wrong with a login or a name of a new player, or NULL. */
const char *snakes__login_fault(struct str login);
const char *snakes__name_fault(struct str name);

/* ---- snakes (dialect_snakes.c) ----------------------------------------- */

struct snake_row {
    uint64_t   id, player;
    char       name[4 * 40 + 1];
    char       type; /* 'N' or 'B' */
    int64_t    skin;
    struct buf description, program, notes; /* program: text form; notes: JSON array of the maps' descriptions */
};

void snakes__snakes_prepare(struct snakes *self);
bool snakes__snake_by_id(struct snakes *self, uint64_t id, struct snake_row *out);
void snakes__snake_release(struct snake_row *s);
/* ProgramDescription, Templates and Maps. */
void snakes__program_fields(struct jout *out, struct str description, struct str program, struct str notes);
/* The program of a request, all of stage four's checks on maps: skin (13),
 * lines (20), heads (19). */
bool snakes__program_of_request(struct call *c, struct snake_row *s);

void snakes__run_snake_list(struct call *c);
void snakes__run_skin_list(struct call *c);
void snakes__run_snake_info(struct call *c);
void snakes__run_snake_new(struct call *c);
void snakes__run_snake_edit(struct call *c);
void snakes__run_snake_delete(struct call *c);
void snakes__run_snake_assign(struct call *c);

/* ---- fights (dialect_fights.c, dialect_compute.c, dialect_show.c, dialect_slots.c)  */

void snakes__fights_prepare(struct snakes *self);
void snakes__fights_release(struct snakes *self);

/* May the player see this finished fight? In one of his lists or slots. */
bool snakes__fight_visible(struct snakes *self, uint64_t player, uint64_t fight);
void snakes__fight_erase(struct snakes *self, uint64_t fight);
/* One of a player's lists as an array of its own: "FightList". */
void snakes__fight_list(struct snakes *self, struct jout *out, const char *key, uint64_t player, struct str kind);
/* Deletes a fight that nobody can see any more. */
void snakes__fight_sweep(struct snakes *self, uint64_t fight);

void snakes__run_fight_list(struct call *c);
void snakes__run_fight_info(struct call *c);
void snakes__run_fight_test(struct call *c);
void snakes__run_fight_train(struct call *c);
void snakes__run_fight_challenge(struct call *c);
void snakes__run_fight_cancel(struct call *c);
void snakes__run_slot_list(struct call *c);
void snakes__run_slot_view(struct call *c);
void snakes__run_slot_save(struct call *c);
void snakes__run_slot_rename(struct call *c);
void snakes__run_slot_delete(struct call *c);

/* ---- the hall API (dialect_hall.c) --------------------------------------- */

void snakes__handle_league(struct hall *hall, void *self, struct ask *ask);
void snakes__handle_bots(struct hall *hall, void *self, struct ask *ask);
void snakes__handle_fights(struct hall *hall, void *self, struct ask *ask);
void snakes__handle_fight(struct hall *hall, void *self, struct ask *ask);
void snakes__handle_session(struct hall *hall, void *self, struct ask *ask);

/* ---- lists with pages (dialect_lists.c) --------------------------------- */

struct list_key {
    const char *word;   /* in SortBy, after '<' or '>' */
    const char *column; /* what it stands for */
};

/* A list as a query. */
struct list {
    const char            *columns, *table, *join, *where; /* the last two may be empty */
    const char            *id;                             /* the column that breaks ties */
    const struct list_key *keys;                           /* ends with a NULL word */
    const char *const     *normal;                         /* SortBy where none is given */
};

/* The wanted page: writes FirstIndex, SortBy and TotalCount into the reply and
 * gives the query of the page's rows. */
struct stmt *snakes__list_open(struct call *c, const struct list *list);
void         snakes__list_close(struct stmt *q);
int64_t      snakes__list_count(struct snakes *self, const char *table, const char *where);

#endif
