/* The game's own small site below <base>, for browser clients of the original
 * kind: a login by cookie, and a page that gives the client's script a session.
 *
 * The cookie and the session id of a page are different and not
 * interchangeable: the protocol accepts no cookies, so that no other site can
 * act for a player, and scripts never see the cookie. */
#include "base/limits.h"
#include "games/snakes/dialect/self.h"

#include <sodium.h>
#include <stdio.h>

enum { NONCE_BYTES = 12 };

#define COOKIE "snakesid"
#define HEAD                                                                                                                       \
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">"             \
    "<title>Snakes</title><style>body{font:1rem/1.5 system-ui;max-width:40rem;margin:3rem auto;padding:0 1rem}"                    \
    "form{max-width:22rem}label,input,button{display:block;width:100%;box-sizing:border-box;margin:.3rem 0;font:inherit;"          \
    "padding:.4rem}</style><h1>Snakes</h1>"

static const char login_page[] =
    "<form method=\"post\" action=\"login\"><label>Login<input name=\"Login\" required maxlength=\"16\" autocomplete=\"username\">"
    "</label><label>Password<input name=\"password\" type=\"password\" required maxlength=\"100\" "
    "autocomplete=\"current-password\"></label><button>Log in</button></form><p><a href=\"register\">Register</a></p></html>";

/* What the page shows by itself; a client's own scripts find BaseUrl and
 * SessionId. */
static const char game_script[] =
    "async function ask(Request,more){const r=await fetch(BaseUrl+'ajax',{method:'POST',body:new URLSearchParams({Request,"
    "Sid:SessionId,...more})});return r.json()}"
    "function line(list,text){const li=document.createElement('li');li.textContent=text;document.getElementById(list).append(li)}"
    "(async()=>{const me=await ask('whoami');const info=await ask('player info',{PlayerId:me.PlayerId});"
    "document.getElementById('who').textContent=me.PlayerName+(info.Rating===null?'':', rating '+info.Rating);"
    "for(const s of info.PlayerSnakes)line('snakes',s.SnakeName+(s.SnakeId===info.FighterId?' (fighter)':''));"
    "for(const kind of['ordered','challenged']){const f=await ask('fight list',{FightListType:kind});"
    "for(const x of f.FightList)line('fights',new Date(x.FightTime*1000).toLocaleString()+': '+x.Snakes.filter(s=>s)"
    ".map(s=>s.SnakeName).join(', ')+', '+x.TurnCount+' turns')}})();";

/* ---- helpers ------------------------------------------------------------- */

/* <base>: the path without what follows its last slash. */
static struct str base_of(const struct ask *ask)
{
    struct str base = ask->path;

    while (base.len && base.at[base.len - 1] != '/')
        base.len--;
    return base;
}

static struct str cookie_of(const struct ask *ask)
{
    struct str all = ask->cookie;

    while (all.at) {
        struct str one = str_trim(str_cut(&all, ';'));
        struct str name = str_cut(&one, '=');

        if (str_is(name, COOKIE) && one.at)
            return one;
    }
    return STR("");
}

static void cookie_header(struct buf *out, const struct ask *ask, const char *value, int seconds)
{
    buf_printf(out, "Set-Cookie: " COOKIE "=%s; Path=%.*s; Max-Age=%d; HttpOnly; SameSite=Lax\r\n", value, STR_ARG(base_of(ask)),
               seconds);
}

/* Sends the browser to another page of the site. */
static void go_to(struct hall *hall, struct ask *ask, const char *page, struct buf *headers)
{
    buf_printf(headers, "Location: %.*s%s\r\nCache-Control: no-store\r\n", STR_ARG(base_of(ask)), page);
    reply_begin(hall, ask);
    reply_end(hall, ask, 303, "text/plain", headers->at);
}

/* Sends what reply_begin's buffer holds; scripts need the nonce. */
static void page_end(struct hall *hall, struct ask *ask, int status, const char *nonce)
{
    struct buf headers = { 0 };

    buf_text(&headers,
             "Cache-Control: no-store\r\nContent-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; img-src "
             "'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; script-src 'self'");
    if (nonce)
        buf_printf(&headers, " 'nonce-%s'", nonce);
    buf_text(&headers, "\r\n");
    reply_end(hall, ask, status, "text/html; charset=utf-8", headers.at);
    buf_release(&headers);
}

static void show_login(struct hall *hall, struct ask *ask, int status, const char *message)
{
    struct buf *page = reply_begin(hall, ask);

    buf_text(page, HEAD);
    if (message)
        buf_printf(page, "<p role=\"alert\">%s</p>", message);
    buf_text(page, login_page);
    page_end(hall, ask, status, NULL);
}

static void reply_nack(struct hall *hall, struct ask *ask, const char *text)
{
    struct jout out = jout_to(reply_begin(hall, ask));

    jout_open_object(&out);
    jout_field_text(&out, "Response", "nack");
    jout_field_text(&out, "Error", str_utf8(str_of(text)) ? text : "bad format");
    jout_close_object(&out);
    reply_end(hall, ask, 200, "application/json; charset=utf-8", "Cache-Control: no-store\r\n");
}

/* ---- login data ---------------------------------------------------------- */

/* Like `login data` of the protocol, but without a login if the cookie is
 * valid. */
void snakes__handle_site_data(struct hall *hall, void *arg, struct ask *ask)
{
    static const uint8_t fields[] = { FIELD_OPTIONAL | FIELD_LOGIN, FIELD_END };
    struct snakes       *self = arg;
    struct fault         fault = { .code = NACK_NONE };
    struct session      *s = snakes__session_find(self, cookie_of(ask), SESSION_PAGE);
    struct player        p;
    struct form          form;
    struct args          args;
    char                 salt[SALT_LENGTH + 1];

    form_parse(&form, ask->body);
    bool       good = fields_check(&form, fields, &args, &fault);
    struct str login = args.text[FIELD_LOGIN];
    if (good && !login.at && s && snakes__player_by_id(self, s->player, &p))
        login = str_of(p.login);
    if (!good || !login.at) {
        reply_nack(hall, ask, good ? "Login is missing" : fault.text);
    } else {
        snakes__salt_of(self, login, salt);
        struct jout out = jout_to(reply_begin(hall, ask));
        jout_open_object(&out);
        jout_field_text(&out, "Response", "login data");
        jout_field_str(&out, "Login", login);
        jout_field_text(&out, "Salt", salt);
        jout_field_int(&out, "Timestamp", hall_now(hall) / 1000);
        jout_close_object(&out);
        reply_end(hall, ask, 200, "application/json; charset=utf-8", "Cache-Control: no-store\r\n");
    }
    form_release(&form);
}

/* ---- login --------------------------------------------------------------- */

static const char *const problems[] = {
    [LOGIN_WRONG] = "unknown login or wrong password",
    [LOGIN_TOO_MANY] = "too many wrong passwords: wait a minute",
};

/* Opens the session of the cookie and adds its header to `headers`. */
static const char *enter(struct snakes *self, struct ask *ask, const struct handshake *h, struct buf *headers)
{
    struct player     p;
    char              id[SID_LENGTH + 1];
    enum login_result result = snakes__log_in(self, ask, h, &p);

    if (result != LOGIN_RIGHT)
        return problems[result];
    if (!snakes__session_open(self, &p, SESSION_PAGE, id))
        return "too many players are logged in: try again in a few minutes";
    cookie_header(headers, ask, id, LIMIT_SESSION_DAYS * 24 * 3600);
    return NULL;
}

/* From a client's script: the hash was made in the browser. */
static void login_by_hash(struct snakes *self, struct ask *ask, const struct form *form)
{
    static const uint8_t fields[] = { FIELD_LOGIN, FIELD_TIMESTAMP, FIELD_HASH, FIELD_END };
    struct fault         fault = { .code = NACK_NONE };
    struct args          args;
    struct buf           headers = { 0 };
    const char          *problem = fault.text;

    if (fields_check(form, fields, &args, &fault))
        problem =
            enter(self, ask, &(struct handshake){ args.text[FIELD_LOGIN], args.number[FIELD_TIMESTAMP], args.text[FIELD_HASH] },
                  &headers);
    if (problem) {
        reply_nack(self->hall, ask, problem);
    } else {
        buf_text(&headers, "Cache-Control: no-store\r\n");
        buf_text(reply_begin(self->hall, ask), "{\"Response\":\"ack\"}");
        reply_end(self->hall, ask, 200, "application/json; charset=utf-8", headers.at);
    }
    buf_release(&headers);
}

/* The form of our own page, which needs no script. */
static void login_by_password(struct snakes *self, struct ask *ask, struct str login, struct str password)
{
    struct buf  headers = { 0 };
    char        salt[SALT_LENGTH + 1], verifier[HASH_LENGTH + 1], hash[HASH_LENGTH + 1];
    int64_t     now = hall_now(self->hall) / 1000;
    const char *problem = problems[LOGIN_WRONG];

    if (!snakes__login_fault(login)) {
        snakes__salt_of(self, login, salt);
        snakes__verifier_make(login, password, salt, verifier);
        snakes__handshake_make(verifier, now, hash);
        problem = enter(self, ask, &(struct handshake){ login, now, str_of(hash) }, &headers);
        sodium_memzero(verifier, sizeof verifier);
    }
    if (problem)
        show_login(self->hall, ask, 403, problem);
    else
        go_to(self->hall, ask, "game", &headers);
    buf_release(&headers);
}

void snakes__handle_site_login(struct hall *hall, void *arg, struct ask *ask)
{
    struct form form;

    if (ask->method != METHOD_POST) {
        show_login(hall, ask, 200, NULL);
        return;
    }
    form_parse(&form, ask->body);
    const struct form_node *login = form_get(&form, NULL, STR("Login")), *password = form_get(&form, NULL, STR("password"));
    if (login && !login->array && snakes__is_slowed(arg, ask, login->value, snakes__handle_site_login)) {
        form_release(&form);
        return;
    }
    if (password && !password->array)
        login_by_password(arg, ask, login && !login->array ? login->value : STR(""), password->value);
    else
        login_by_hash(arg, ask, &form);
    form_release(&form);
}

void snakes__handle_site_logout(struct hall *hall, void *self, struct ask *ask)
{
    struct session *s = snakes__session_find(self, cookie_of(ask), SESSION_PAGE);
    struct buf      headers = { 0 };

    if (s)
        snakes__session_end(self, s);
    cookie_header(&headers, ask, "", 0);
    go_to(hall, ask, "login", &headers);
    buf_release(&headers);
}

/* ---- the game ------------------------------------------------------------ */

void snakes__handle_site_game(struct hall *hall, void *arg, struct ask *ask)
{
    struct snakes  *self = arg;
    struct session *s = snakes__session_find(self, cookie_of(ask), SESSION_PAGE);
    struct player   p;
    struct buf      headers = { 0 };
    unsigned char   bytes[NONCE_BYTES];
    char            sid[SID_LENGTH + 1], nonce[2 * NONCE_BYTES + 1];

    if (!s || !snakes__player_by_id(self, s->player, &p)) {
        go_to(hall, ask, "login", &headers);
        buf_release(&headers);
        return;
    }
    if (!snakes__session_open(self, &p, SESSION_SID, sid)) {
        show_login(hall, ask, 503, "too many players are logged in: try again in a few minutes");
        return;
    }
    hall_random(bytes, sizeof bytes);
    sodium_bin2hex(nonce, sizeof nonce, bytes, sizeof bytes);
    struct buf *page = reply_begin(hall, ask);
    buf_text(page, HEAD);
    buf_printf(page,
               "<p id=\"who\"></p><h2>My snakes</h2><ul id=\"snakes\"></ul><h2>My fights</h2><ul id=\"fights\"></ul>"
               "<p><a href=\"/lab\">Lab</a> <a href=\"logout\">Log out</a></p><script nonce=\"%s\">var "
               "BaseUrl=\"%.*s\",SessionId=\"%s\";%s</script></html>",
               nonce, STR_ARG(base_of(ask)), sid, game_script);
    page_end(hall, ask, 200, nonce);
}

/* Registration here needs no captcha: the picture says so. */
void snakes__handle_site_captcha(struct hall *hall, void *self, struct ask *ask)
{
    (void)self;
    buf_text(reply_begin(hall, ask), "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"160\" height=\"24\"><text x=\"4\" "
                                     "y=\"17\" font-size=\"14\">no code needed</text></svg>");
    reply_end(hall, ask, 200, "image/svg+xml", "Cache-Control: no-store\r\n");
}
