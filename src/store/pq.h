/* libpq, loaded on first use: a server on SQLite does not need it. Builds without
 * its header only have the types, and pq_load fails. */
#ifndef STORE_PQ_H
#define STORE_PQ_H

#include <stdbool.h>

#ifdef HAVE_LIBPQ
#include <libpq-fe.h>
#else
typedef struct pg_conn   PGconn;
typedef struct pg_result PGresult;
typedef unsigned int     Oid;
typedef struct pgNotify {
    char *relname;
    int   be_pid;
    char *extra;
} PGnotify;
typedef void (*PQnoticeProcessor)(void *arg, const char *message);
typedef enum { CONNECTION_OK, CONNECTION_BAD } ConnStatusType;
typedef enum { PQPING_OK, PQPING_REJECT, PQPING_NO_RESPONSE, PQPING_NO_ATTEMPT } PGPing;
typedef enum { PGRES_EMPTY_QUERY, PGRES_COMMAND_OK, PGRES_TUPLES_OK } ExecStatusType;
#endif

/* clang-format off */
#define PQ_FUNCTIONS(X)                                                                                                     \
    X(PGconn *,          connectdbParams, (const char *const *, const char *const *, int))                                  \
    X(PGPing,            pingParams,      (const char *const *, const char *const *, int))                                  \
    X(ConnStatusType,    status,          (const PGconn *))                                                                 \
    X(void,              finish,          (PGconn *))                                                                       \
    X(char *,            errorMessage,    (const PGconn *))                                                                 \
    X(int,               socket,          (const PGconn *))                                                                 \
    X(PGresult *,        exec,            (PGconn *, const char *))                                                         \
    X(PGresult *,        execParams,      (PGconn *, const char *, int, const Oid *, const char *const *, const int *, const int *, int)) \
    X(PGresult *,        prepare,         (PGconn *, const char *, const char *, int, const Oid *))                          \
    X(PGresult *,        execPrepared,    (PGconn *, const char *, int, const char *const *, const int *, const int *, int)) \
    X(ExecStatusType,    resultStatus,    (const PGresult *))                                                               \
    X(int,               ntuples,         (const PGresult *))                                                               \
    X(char *,            getvalue,        (const PGresult *, int, int))                                                     \
    X(int,               getlength,       (const PGresult *, int, int))                                                     \
    X(int,               getisnull,       (const PGresult *, int, int))                                                     \
    X(void,              clear,           (PGresult *))                                                                     \
    X(int,               consumeInput,    (PGconn *))                                                                       \
    X(PGnotify *,        notifies,        (PGconn *))                                                                       \
    X(void,              freemem,         (void *))                                                                         \
    X(PQnoticeProcessor, setNoticeProcessor, (PGconn *, PQnoticeProcessor, void *))
/* clang-format on */

extern struct pq {
#define X(type, name, args) type(*name) args;
    PQ_FUNCTIONS(X)
#undef X
} pq;

/* False with a message. May be called again, but not by two threads at once. */
bool pq_load(char problem[256]);

#endif
