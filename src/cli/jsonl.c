#include "cli/jsonl.h"

#include "base/jin.h"
#include "base/jout.h"
#include "base/mem.h"

#include <errno.h>

enum {
    LINE_BYTES_MAX = 4 * 1024 * 1024, /* bytes of one line */
    ROWS_MAX = 10 * 1000 * 1000,      /* of one table */
    DEPTH = 4,
};

void jsonl_begin(struct jsonl *j, FILE *file)
{
    *j = (struct jsonl){ .file = file };
    if (sodium_init() < 0)
        BUG("the system provides no random numbers");
    crypto_hash_sha256_init(&j->hash);
}

void jsonl_release(struct jsonl *j)
{
    buf_release(&j->text);
}

/* The hash of all lines so far. */
static void hash_so_far(const struct jsonl *j, char hex[65])
{
    crypto_hash_sha256_state copy = j->hash;
    unsigned char            hash[crypto_hash_sha256_BYTES];

    crypto_hash_sha256_final(&copy, hash);
    sodium_bin2hex(hex, 65, hash, sizeof hash);
}

/* ---- writing ----------------------------------------------------------- */

static bool write_line(struct jsonl *j)
{
    buf_char(&j->text, '\n');
    crypto_hash_sha256_update(&j->hash, (const unsigned char *)j->text.at, j->text.len);
    bool written = fwrite(j->text.at, 1, j->text.len, j->file) == j->text.len;
    buf_clear(&j->text);
    return written;
}

static void write_values(struct jout *out, const struct column *columns, int n, const struct value *values)
{
    jout_open_object(out);
    for (int i = 0; i < n; i++) {
        if (columns[i].text)
            jout_field_text(out, columns[i].name, values[i].text);
        else
            jout_field_int(out, columns[i].name, values[i].number);
    }
    jout_close_object(out);
}

static bool write_row(struct jsonl *j, const struct history_row *row)
{
    struct jout out = jout_to(&j->text);

    jout_open_array(&out);
    jout_int(&out, row->seq);
    jout_str(&out, (struct str){ &row->kind, 1 });
    jout_int(&out, row->seat);
    jout_int(&out, row->at);
    jout_text(&out, row->text);
    jout_close_array(&out);
    return write_line(j);
}

bool jsonl_write(struct jsonl *j, const struct history *h)
{
    struct jout out = jout_to(&j->text);
    char        hex[65];

    jout_open_object(&out);
    jout_key(&out, "table");
    write_values(&out, table_columns, TABLE_COLUMNS, h->table);
    jout_field_array(&out, "seats");
    for (int i = 0; i < h->seats; i++)
        write_values(&out, seat_columns, SEAT_COLUMNS, h->seat[i]);
    jout_close_array(&out);
    jout_field_int(&out, "rows", h->n);
    if (history_seed_hash(h, hex))
        jout_field_text(&out, "seed_hash", hex);
    jout_close_object(&out);
    bool written = write_line(j);
    for (uint32_t i = 0; written && i < h->n; i++)
        written = write_row(j, &h->rows[i]);
    j->tables++;
    j->rows += h->n;
    return written;
}

bool jsonl_write_end(struct jsonl *j)
{
    struct jout out = jout_to(&j->text);
    char        hex[65];

    hash_so_far(j, hex);
    jout_open_object(&out);
    jout_field_bool(&out, "end", true);
    jout_field_int(&out, "tables", j->tables);
    jout_field_int(&out, "rows", j->rows);
    jout_field_text(&out, "sha256", hex);
    jout_close_object(&out);
    return write_line(j) && fflush(j->file) == 0;
}

/* ---- reading ----------------------------------------------------------- */

static enum err damaged(char problem[256], const char *what)
{
    snprintf(problem, 256, "%s", what);
    return ERR_MALFORMED;
}

/* Parses the next line, without adding it to the hash. */
static enum err read_line(struct jsonl *j, struct jin **out, char problem[256])
{
    int c;

    buf_clear(&j->text);
    j->line++;
    while ((c = getc_unlocked(j->file)) != EOF && c != '\n') {
        if (j->text.len == LINE_BYTES_MAX)
            return damaged(problem, "the line is too long");
        buf_char(&j->text, (char)c);
    }
    if (c == EOF)
        return damaged(problem, ferror(j->file) ? strerror(errno) : "the export ends too early");
    if (jin_parse(buf_view(&j->text), DEPTH, 0, out) != ERR_OK)
        return damaged(problem, "not JSON");
    buf_char(&j->text, '\n');
    return ERR_OK;
}

static void count_line(struct jsonl *j)
{
    crypto_hash_sha256_update(&j->hash, (const unsigned char *)j->text.at, j->text.len);
}

static bool read_values(const struct jin *object, const struct column *columns, int n, struct value *out)
{
    for (int i = 0; i < n; i++) {
        const struct jin *v = jin_get(object, columns[i].name);
        struct str        text;

        if (!columns[i].text) {
            if (jin_kind(v) != JIN_INT || !jin_int(v, &out[i].number))
                return false;
        } else {
            if (!jin_string(v, &text))
                return false;
            out[i].text = mem_text(text);
        }
    }
    return true;
}

static enum err read_head(const struct jin *head, struct history *h, int64_t *rows, char problem[256])
{
    const struct jin *seats = jin_get(head, "seats");
    char              hex[65];

    if (!read_values(jin_get(head, "table"), table_columns, TABLE_COLUMNS, h->table) || h->table[TABLE_ID].number < 1)
        return damaged(problem, "a column of the table is missing or of the wrong type");
    if (jin_kind(seats) != JIN_ARRAY || jin_count(seats) > SEATS_MAX)
        return damaged(problem, "the seats are missing or too many");
    for (size_t i = 0; i < jin_count(seats); i++) {
        struct value *seat = h->seat[h->seats++];

        if (!read_values(jin_at(seats, i), seat_columns, SEAT_COLUMNS, seat) || seat[SEAT_SEAT].number < 0 ||
            seat[SEAT_SEAT].number >= SEATS_MAX)
            return damaged(problem, "a column of a seat is missing or of the wrong type");
    }
    if (!jin_int(jin_get(head, "rows"), rows) || *rows < 0 || *rows > ROWS_MAX)
        return damaged(problem, "the number of rows is missing or too large");
    if (history_seed_hash(h, hex) && !str_is(jin_str_or(jin_get(head, "seed_hash"), ""), hex))
        return damaged(problem, "the seed is not the one whose hash was published");
    return ERR_OK;
}

static enum err read_row(struct jsonl *j, struct history *h, char problem[256])
{
    struct jin *line = NULL;
    struct str  kind, text;
    int64_t     seq, seat, at;
    enum err    err = read_line(j, &line, problem);

    if (err != ERR_OK)
        return err;
    if (!jin_int(jin_at(line, 0), &seq) || seq != h->n || !jin_string(jin_at(line, 1), &kind) || kind.len != 1 ||
        !jin_int(jin_at(line, 2), &seat) || seat < 0 || seat > UINT8_MAX || !jin_int(jin_at(line, 3), &at) ||
        !jin_string(jin_at(line, 4), &text) || jin_count(line) != 5)
        err = damaged(problem, "this is not the next row of the table's journal");
    else
        history_add(
            h, &(struct journal_row){ .seq = (uint32_t)seq, .kind = kind.at[0], .seat = (uint8_t)seat, .at = at, .text = text });
    jin_free(line);
    count_line(j);
    return err;
}

static enum err read_end(struct jsonl *j, const struct jin *end, char problem[256])
{
    char hex[65];

    hash_so_far(j, hex);
    if (jin_int_or(jin_get(end, "tables"), -1) != j->tables || jin_int_or(jin_get(end, "rows"), -1) != j->rows)
        return damaged(problem, "tables or rows are missing before this line");
    if (!str_is(jin_str_or(jin_get(end, "sha256"), ""), hex))
        return damaged(problem, "the checksum does not match: a line before this one was changed");
    if (getc(j->file) != EOF)
        return damaged(problem, "data after the end of the export");
    return ERR_NONE;
}

enum err jsonl_read(struct jsonl *j, struct history *h, char problem[256])
{
    struct jin *line = NULL;
    int64_t     rows = 0;
    enum err    err = read_line(j, &line, problem);

    *h = (struct history){ 0 };
    if (err != ERR_OK)
        return err;
    if (jin_get(line, "end")) {
        err = read_end(j, line, problem);
    } else {
        err = read_head(line, h, &rows, problem);
        count_line(j);
    }
    jin_free(line);
    while (err == ERR_OK && h->n < rows)
        err = read_row(j, h, problem);
    j->tables++;
    j->rows += h->n;
    if (err != ERR_OK)
        history_release(h);
    return err;
}
