/* A connection to PostgreSQL and queries on it, for the files of the log. */
#ifndef STORE_PGSIDE_H
#define STORE_PGSIDE_H

#include "base/buf.h"
#include "base/err.h"
#include "store/pq.h"

#include <pthread.h>
#include <stdint.h>

enum { PG_PARAMS_MAX = 8, PG_OFTEN_MAX = 2 };

struct pgside {
    const char     *url;
    const char     *listen;              /* run after connecting, or NULL */
    const char     *often[PG_OFTEN_MAX]; /* frequent queries, prepared at their first use; compared by address */
    PGconn         *conn;                /* NULL: not connected */
    int64_t         connected_us;
    bool            prepared[PG_OFTEN_MAX]; /* in this session */
    bool            warned;                 /* the latest query caused a warning */
    pthread_mutex_t lock;
};

/* A parameter: text, a number or bytes. */
struct pgparam {
    enum { PG_TEXT, PG_INT, PG_BYTES } kind;
    const char *text;
    int64_t     number;
    struct str  bytes;
};
#define PG_T(t) ((struct pgparam){ .kind = PG_TEXT, .text = (t) })
#define PG_I(n) ((struct pgparam){ .kind = PG_INT, .number = (n) })
#define PG_B(b) ((struct pgparam){ .kind = PG_BYTES, .bytes = (b) })

struct pgside *pgside_new(const char *url, const char *listen);
void           pgside_free(struct pgside *p);

/* Does the server refuse connections, or not answer? */
bool pg_is_away(const char *url);

/* Connects unless already connected. */
bool pgside_connect(struct pgside *p, char problem[256]);
void pgside_drop(struct pgside *p);

/* Runs a query, which must cast its parameters ($1::bigint). NULL: it failed, and
 * the connection was dropped. `binary`: fields are in PostgreSQL's binary format. */
PGresult *pgside_query(struct pgside *p, const char *sql, const struct pgparam *params, int n, bool binary, char problem[256]);

/* The same without parameters and results. */
bool pgside_run(struct pgside *p, const char *sql, char problem[256]);

/* Fields of a text result. */
int64_t     pgfield_int(const PGresult *r, int row, int column);
bool        pgfield_bool(const PGresult *r, int row, int column);
const char *pgfield_text(const PGresult *r, int row, int column);
/* Of a binary one. */
int64_t     pgfield_bigint(const PGresult *r, int row, int column);
struct str  pgfield_bytes(const PGresult *r, int row, int column);

#endif
