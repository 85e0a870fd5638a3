/* Players' snakes: writing, editing and naming programs, and choosing the
 * fighter. */
#include "games/snakes/dialect/self.h"
#include "games/snakes/samples.h"
#include "tables/meter.h"

#define SNAKE_COLUMNS "id, player, name, type, skin, description, program, notes"

static const char *const skins[SKINS] = { "- по умолчанию -", "белая", "желтая", "зеленая", "красная", "синяя" };

void snakes__snakes_prepare(struct snakes *self)
{
    struct store *s = hall_store(self->hall);

    self->snake = (struct snake_sql){
        .add = store_prepare(s, "INSERT INTO snakes_snakes (" SNAKE_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"),
        .by_id = store_prepare(s, "SELECT " SNAKE_COLUMNS " FROM snakes_snakes WHERE id = ?1"),
        .edit =
            store_prepare(s, "UPDATE snakes_snakes SET name = ?2, type = ?3, skin = ?4, description = ?5, program = ?6, notes = ?7"
                             " WHERE id = ?1"),
        .erase = store_prepare(s, "DELETE FROM snakes_snakes WHERE id = ?1"),
        .of_player = store_prepare(s, "SELECT " SNAKE_COLUMNS " FROM snakes_snakes WHERE player = ?1 ORDER BY name, id"),
        .count = store_prepare(s, "SELECT count(*) FROM snakes_snakes WHERE player = ?1"),
        .named = store_prepare(s, "SELECT id FROM snakes_snakes WHERE player = ?1 AND name = ?2"),
        .bots = store_prepare(
            s, "SELECT s.id AS id, s.name AS name, s.skin AS skin, s.player AS player, p.name AS player_name, s.description,"
               " s.program, s.notes FROM snakes_snakes s"
               " JOIN snakes_players p ON p.id = s.player WHERE s.type = 'B' ORDER BY s.name, s.id LIMIT ?1"),
    };
}

/* ---- rows ---------------------------------------------------------------- */

void snakes__snake_from_row(struct stmt *q, struct snake_row *out)
{
    *out = (struct snake_row){ .id = (uint64_t)stmt_col_int(q, 0), .player = (uint64_t)stmt_col_int(q, 1) };
    str_copy(stmt_col_text(q, 2), out->name, sizeof out->name);
    out->type = str_is(stmt_col_text(q, 3), "B") ? 'B' : 'N';
    out->skin = stmt_col_int(q, 4);
    buf_str(&out->description, stmt_col_text(q, 5));
    buf_str(&out->program, stmt_col_text(q, 6));
    buf_str(&out->notes, stmt_col_text(q, 7));
}

bool snakes__snake_by_id(struct snakes *self, uint64_t id, struct snake_row *out)
{
    struct stmt *q = self->snake.by_id;

    if (!id)
        return false;
    stmt_int(q, 1, (int64_t)id);
    bool found = stmt_row(q);
    if (found)
        snakes__snake_from_row(q, out);
    stmt_done(q);
    return found;
}

void snakes__snake_release(struct snake_row *s)
{
    buf_release(&s->description);
    buf_release(&s->program);
    buf_release(&s->notes);
}

void snakes__snake_of_sample(int number, struct snake_row *out)
{
    const struct sample *sample = &snake_samples[number];
    struct snake_program program;
    struct jout          notes = jout_to(&out->notes);

    out->id = (uint64_t)(-1 - number);
    out->type = 'B';
    out->skin = sample->skin;
    str_copy(str_of(sample->name), out->name, sizeof out->name);
    buf_text(&out->description, sample->description);
    sample_program(sample, &program);
    program_write(&program, &out->program);
    jout_open_array(&notes);
    for (int i = 0; i < program.n_maps; i++)
        jout_text(&notes, "");
    jout_close_array(&notes);
}

static void bind_snake(struct stmt *q, int from, const struct snake_row *s)
{
    stmt_text(q, from, str_of(s->name));
    stmt_text(q, from + 1, (struct str){ &s->type, 1 });
    stmt_int(q, from + 2, s->skin);
    stmt_text(q, from + 3, buf_view(&s->description));
    stmt_text(q, from + 4, buf_view(&s->program));
    stmt_text(q, from + 5, buf_view(&s->notes));
}

void snakes__snake_add(struct snakes *self, struct snake_row *s)
{
    struct stmt *q = self->snake.add;

    s->id = snakes__id_next(self, "snake");
    stmt_int(q, 1, (int64_t)s->id);
    stmt_int(q, 2, (int64_t)s->player);
    bind_snake(q, 3, s);
    stmt_run(q);
    meter_charge(self->hall, s->player, snakes__snake_bytes(s));
}

size_t snakes__snake_bytes(const struct snake_row *s)
{
    return s->description.len + s->program.len + s->notes.len;
}

void snakes__snake_edit(struct snakes *self, const struct snake_row *s)
{
    stmt_int(self->snake.edit, 1, (int64_t)s->id);
    bind_snake(self->snake.edit, 2, s);
    stmt_run(self->snake.edit);
    snakes__player_changed(self, s->player);
}

void snakes__snake_erase(struct snakes *self, uint64_t id)
{
    stmt_int(self->snake.erase, 1, (int64_t)id);
    stmt_run(self->snake.erase);
}

int64_t snakes__snake_count(struct snakes *self, uint64_t player)
{
    struct stmt *q = self->snake.count;
    int64_t      owned = 0;

    stmt_int(q, 1, (int64_t)player);
    if (stmt_row(q))
        owned = stmt_col_int(q, 0);
    stmt_done(q);
    return owned;
}

uint64_t snakes__snake_named(struct snakes *self, uint64_t player, struct str name)
{
    struct stmt *q = self->snake.named;
    uint64_t     id = 0;

    stmt_int(q, 1, (int64_t)player);
    stmt_text(q, 2, name);
    if (stmt_row(q))
        id = (uint64_t)stmt_col_int(q, 0);
    stmt_done(q);
    return id;
}

/* ---- programs ------------------------------------------------------------ */

/* Programs are shown with every fight, so they are not decoded for it: their
 * text form and the notes are cut into pieces that are sent as they are. */

/* One line from the first to the last non-blank cell; `cells` are pairs of
 * letters. */
static void lines_field(struct jout *out, struct str cells)
{
    size_t first = 0, end = cells.len & ~(size_t)1; /* stored data may be damaged */

    while (first < end && cells.at[first] == '-')
        first += 2;
    while (end > first && cells.at[end - 1] == '-')
        end -= 2;
    jout_field_array(out, "Lines");
    if (first < end) {
        jout_open_object(out);
        jout_field_int(out, "X", (int64_t)(first / 2 % MAP_SIDE));
        jout_field_int(out, "Y", (int64_t)(first / 2 / MAP_SIDE));
        jout_field_str(out, "Line", (struct str){ cells.at + first, end - first });
        jout_close_object(out);
    }
    jout_close_array(out);
}

/* Cuts the next string, with its quotes, from an array of strings as jout
 * writes it; `array` starts with '[' or ','. */
static struct str cut_note(struct str *array)
{
    size_t end = 2; /* behind the opening quote */

    while (end < array->len) {
        const char *quote = memchr(array->at + end, '"', array->len - end);
        const char *before = quote;

        if (!quote)
            break;
        while (before[-1] == '\\')
            before--;
        end = (size_t)(quote - array->at) + 1;
        if ((quote - before) % 2 == 0) { /* an even number of backslashes: it is not escaped */
            struct str note = { array->at + 1, end - 1 };

            *array = (struct str){ array->at + end, array->len - end };
            return note;
        }
    }
    return STR("\"\"");
}

void snakes__program_fields(struct jout *out, struct str description, struct str program, struct str notes)
{
    struct str templates = str_cut(&program, ';');

    jout_field_str(out, "ProgramDescription", description);
    jout_field_array(out, "Templates");
    for (int i = 0; i < TEMPLATES; i++)
        jout_str(out, str_cut(&templates, ','));
    jout_close_array(out);
    jout_field_array(out, "Maps");
    while (program.at) {
        struct str head = str_cut(&program, ';');

        if (head.len != 2)
            break; /* not as we wrote it */
        jout_open_object(out);
        jout_field_raw(out, "Description", cut_note(&notes));
        jout_field_int(out, "HeadX", head.at[0] - '0');
        jout_field_int(out, "HeadY", head.at[1] - '0');
        lines_field(out, str_cut(&program, ';'));
        jout_close_object(out);
    }
    jout_close_array(out);
}

static bool check_skin(struct call *c, uint64_t snake)
{
    int64_t    skin = c->args.number[FIELD_SKIN_ID];
    struct buf id = { 0 };

    if (!args_have(&c->args, FIELD_SKIN_ID) || skin <= SKINS)
        return true;
    if (snake)
        buf_uint(&id, snake);
    fault_set(&c->fault, NACK_SKIN, "snake \"%s\": there is no skin %lld", id.len ? id.at : "", (long long)skin);
    buf_release(&id);
    return false;
}

/* Puts the given templates and maps into the snake's program. */
static bool take_program(struct call *c, struct snake_row *s, struct snake_program *p)
{
    if (args_have(&c->args, FIELD_TEMPLATES))
        memcpy(p->template, c->args.template, sizeof p->template);
    if (!args_have(&c->args, FIELD_MAPS))
        return true;
    buf_clear(&s->notes);
    return maps_build(&c->form, c->args.maps, p, &s->notes, &c->fault);
}

static void keep_program(struct call *c, struct snake_row *s, const struct snake_program *p)
{
    if (args_have(&c->args, FIELD_PROGRAM_DESCRIPTION)) {
        buf_clear(&s->description);
        buf_str(&s->description, c->args.text[FIELD_PROGRAM_DESCRIPTION]);
    }
    buf_clear(&s->program);
    program_write(p, &s->program);
}

bool snakes__program_of_request(struct call *c, struct snake_row *s)
{
    struct snake_program p = { .present = 1 };

    if (!check_skin(c, 0) || !take_program(c, s, &p) || !maps_check_heads(&p, &c->fault))
        return false;
    keep_program(c, s, &p);
    str_copy(c->args.text[FIELD_SNAKE_NAME], s->name, sizeof s->name);
    s->skin = c->args.number[FIELD_SKIN_ID];
    return true;
}

/* ---- requests ------------------------------------------------------------ */

void snakes__run_skin_list(struct call *c)
{
    struct jout *out = snakes__call_reply(c, "skin list");

    jout_field_array(out, "SkinList");
    for (size_t i = 0; i < SKINS; i++) {
        jout_open_object(out);
        jout_field_int(out, "SkinId", (int64_t)i + 1);
        jout_field_text(out, "SkinName", skins[i]);
        jout_close_object(out);
    }
    jout_close_array(out);
}

void snakes__snake_fields(struct jout *out, uint64_t id, struct str name, struct str type, int64_t skin)
{
    snakes__id_field(out, "SnakeId", id);
    jout_field_str(out, "SnakeName", name);
    jout_field_str(out, "SnakeType", type);
    jout_field_int(out, "SkinId", skin);
}

void snakes__run_snake_list(struct call *c)
{
    static const struct list_key keys[] = { { "SnakeName", "s.name" }, { "PlayerName", "p.name" }, { 0 } };
    static const char *const     normal[] = { "<SnakeName", "<PlayerName", NULL };
    struct str                   types = args_have(&c->args, FIELD_SNAKE_TYPES) ? c->args.text[FIELD_SNAKE_TYPES] : STR("BN");
    struct list                  list = {
                         .columns = "s.id, s.name, s.type, s.skin, s.player, p.name",
                         .table = "snakes_snakes s",
                         .join = "JOIN snakes_players p ON p.id = s.player",
                         .where = "",
                         .id = "s.id",
                         .keys = keys,
                         .normal = normal,
    };

    if (types.len == 2 && types.at[0] == types.at[1])
        types.len = 1;
    if (types.len == 1)
        list.where = types.at[0] == 'B' ? "WHERE s.type = 'B'" : "WHERE s.type = 'N'";
    struct jout *out = snakes__call_reply(c, "snake list");
    jout_field_str(out, "SnakeTypes", types);
    struct stmt *q = snakes__list_open(c, &list);
    jout_field_array(out, "SnakeList");
    while (stmt_row(q)) {
        jout_open_object(out);
        snakes__snake_fields(out, (uint64_t)stmt_col_int(q, 0), stmt_col_text(q, 1), stmt_col_text(q, 2), stmt_col_int(q, 3));
        snakes__id_field(out, "PlayerId", (uint64_t)stmt_col_int(q, 4));
        jout_field_str(out, "PlayerName", stmt_col_text(q, 5));
        jout_close_object(out);
    }
    jout_close_array(out);
    snakes__list_close(q);
}

/* The snake of the request (8); with `own`, it has to be the player's (16). */
static bool snake_of_request(struct call *c, bool own, struct snake_row *s)
{
    struct str id = c->args.text[FIELD_SNAKE_ID];

    if (!snakes__snake_by_id(c->self, snakes__id_read(id), s))
        return fault_set(&c->fault, NACK_NO_SNAKE, "unknown snake %.*s", STR_ARG(quoted(id)));
    if (own && s->player != c->player) {
        snakes__snake_release(s);
        return fault_set(&c->fault, NACK_NOT_YOURS, "snake %.*s belongs to somebody else", STR_ARG(id));
    }
    return true;
}

void snakes__run_snake_info(struct call *c)
{
    struct snake_row s;
    struct player    owner = { 0 };

    if (!snake_of_request(c, false, &s))
        return;
    snakes__player_by_id(c->self, s.player, &owner);
    struct jout *out = snakes__call_reply(c, "snake info");
    snakes__id_field(out, "SnakeId", s.id);
    jout_field_text(out, "SnakeName", s.name);
    jout_field_str(out, "SnakeType", (struct str){ &s.type, 1 });
    jout_field_int(out, "SkinId", s.skin);
    snakes__id_field(out, "PlayerId", s.player);
    jout_field_text(out, "PlayerName", owner.name);
    if (s.type == 'B' || s.player == c->player)
        snakes__program_fields(out, buf_view(&s.description), buf_view(&s.program), buf_view(&s.notes));
    snakes__snake_release(&s);
}

/* Does another snake of the player have this name (19)? */
static bool name_is_free(struct call *c, struct str name, uint64_t but)
{
    uint64_t other = snakes__snake_named(c->self, c->player, name);

    return !other || other == but
               ? true
               : fault_set(&c->fault, NACK_INVALID, "SnakeName: you already have a snake named %.*s", STR_ARG(quoted(name)));
}

bool snakes__may_write(struct call *c)
{
    return meter_allows(c->hall, c->player) ||
           snakes__call_nack(c, NACK_UNAVAILABLE, "too much was stored from here within a minute: wait a little");
}

void snakes__run_snake_new(struct call *c)
{
    struct snake_row s = { .player = c->player, .type = c->args.text[FIELD_SNAKE_TYPE].at[0] };

    if (snakes__snake_count(c->self, c->player) >= SNAKES_EACH)
        fault_set(&c->fault, NACK_TOO_MANY, "a player has at most %d snakes", SNAKES_EACH);
    else if (snakes__program_of_request(c, &s) && name_is_free(c, str_of(s.name), 0) && snakes__may_write(c)) {
        snakes__snake_add(c->self, &s);
        snakes__id_field(snakes__call_reply(c, "snake new"), "SnakeId", s.id);
    }
    snakes__snake_release(&s);
}

static bool is_fighter(struct call *c, const struct snake_row *s)
{
    return fault_set(&c->fault, NACK_IS_FIGHTER, "snake %llu is your fighter", (unsigned long long)s->id);
}

static bool edit(struct call *c, struct snake_row *s)
{
    struct snake_program p;
    struct player        owner;

    if (program_read(buf_view(&s->program), &p) != ERR_OK || !snakes__player_by_id(c->self, c->player, &owner))
        return false;
    if (!check_skin(c, s->id) || !take_program(c, s, &p))
        return false;
    if (owner.fighter == s->id && str_is(c->args.text[FIELD_SNAKE_TYPE], "B"))
        return is_fighter(c, s);
    if (!maps_check_heads(&p, &c->fault))
        return false;
    if (args_have(&c->args, FIELD_SNAKE_NAME) && !name_is_free(c, c->args.text[FIELD_SNAKE_NAME], s->id))
        return false;

    keep_program(c, s, &p);
    if (args_have(&c->args, FIELD_SNAKE_NAME))
        str_copy(c->args.text[FIELD_SNAKE_NAME], s->name, sizeof s->name);
    if (args_have(&c->args, FIELD_SNAKE_TYPE))
        s->type = c->args.text[FIELD_SNAKE_TYPE].at[0];
    if (args_have(&c->args, FIELD_SKIN_ID))
        s->skin = c->args.number[FIELD_SKIN_ID];
    snakes__snake_edit(c->self, s);
    return true;
}

/* Runs `change`, which may set the fault, on a snake of the player. */
static void change_own(struct call *c, bool (*change)(struct call *c, struct snake_row *s))
{
    struct snake_row s;

    if (!snake_of_request(c, true, &s))
        return;
    if (change(c, &s))
        snakes__call_ack(c);
    snakes__snake_release(&s);
}

void snakes__run_snake_edit(struct call *c)
{
    change_own(c, edit);
}

static bool erase(struct call *c, struct snake_row *s)
{
    struct player owner;

    if (snakes__player_by_id(c->self, c->player, &owner) && owner.fighter == s->id)
        return is_fighter(c, s);
    snakes__snake_erase(c->self, s->id);
    return true;
}

void snakes__run_snake_delete(struct call *c)
{
    change_own(c, erase);
}

static bool assign(struct call *c, struct snake_row *s)
{
    struct player owner;

    if (s->type == 'B')
        return fault_set(&c->fault, NACK_BOT_FIGHTER, "snake %llu is a bot", (unsigned long long)s->id);
    if (!snakes__player_by_id(c->self, c->player, &owner))
        return false;
    snakes__player_rate(c->self, owner.id, true, owner.rated ? owner.rating : 0, s->id);
    return true;
}

void snakes__run_snake_assign(struct call *c)
{
    change_own(c, assign);
}
