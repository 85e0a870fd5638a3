#include "store/json.h"

#include "store/sqlite.h"

#include <limits.h>

void row_write(struct stmt *q, int from, int to, struct jout *out)
{
    for (int i = from; i < to; i++) {
        int type = sqlite3_column_type(q->sql, i);

        jout_key(out, sqlite3_column_name(q->sql, i));
        if (type == SQLITE_INTEGER)
            jout_int(out, stmt_col_int(q, i));
        else if (type == SQLITE_FLOAT)
            jout_real(out, stmt_col_real(q, i), 1);
        else if (type == SQLITE_TEXT)
            jout_str(out, stmt_col_text(q, i));
        else
            jout_null(out);
    }
}

enum err rows_write_page(struct stmt *q, int limit, struct jout *out, const char *key, int64_t *next)
{
    int     n = 0;
    int64_t last = 0;

    *next = 0;
    jout_field_array(out, key);
    while (stmt_row(q)) {
        if (n++ == limit) {
            *next = last;
            break;
        }
        last = stmt_col_int(q, 0);
        jout_open_object(out);
        row_write(q, 0, sqlite3_column_count(q->sql), out);
        jout_close_object(out);
    }
    jout_close_array(out);
    return stmt_done(q);
}

enum err rows_write(struct stmt *q, struct jout *out, const char *key)
{
    int64_t next;

    return rows_write_page(q, INT_MAX, out, key, &next);
}
