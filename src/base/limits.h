/* Every limit that is not a game's own. A limit that a protocol document or
 * its spec fixes stands in that game's dialect. */
#ifndef BASE_LIMITS_H
#define BASE_LIMITS_H

/* clang-format off */
enum {
    /* doors */
    LIMIT_CONNECTIONS = 32768,       /* open sockets; the next one is closed at once */
    LIMIT_HEADER_BYTES = 16 * 1024,  /* request line and headers */
    LIMIT_HEADER_FIELDS = 100,
    LIMIT_BODY = 64 * 1024,          /* where a route says nothing else */
    LIMIT_LINE = 16 * 1024,          /* a TCP line without its end */
    LIMIT_WS_MESSAGE = 16 * 1024,    /* where a route says nothing else */
    LIMIT_OUTGOING = 256 * 1024,     /* unsent bytes; a slower reader is cut off */
    LIMIT_HEADER_SECONDS = 10,       /* from the first byte of a request to the end of its headers */
    LIMIT_BODY_SECONDS = 30,
    LIMIT_IDLE_SECONDS = 75,         /* a keep-alive connection without a request */
    LIMIT_LINGER_MS = 2000,          /* after our half close */
    LIMIT_ASKS_WAITING = 65536,      /* requests queued for the hall; beyond: 503 */

    /* hall */
    LIMIT_NAME = 40,                 /* characters of a shown name */
    LIMIT_NAME_BYTES = 4 * LIMIT_NAME,
    LIMIT_CHAT = 300,                /* characters of a message */
    LIMIT_TABLE_BYTES = 512 << 20,   /* memory of tables with their states; the least used go first */
    LIMIT_TABLES_OPEN_EACH = 200,    /* unfinished tables one account may have opened */
    LIMIT_WATCHED_EACH = 64,         /* tables one feed connection follows */
    LIMIT_JOBS_WAITING = 1024,       /* for the worker pool */
    LIMIT_PASSWORD = 200,            /* bytes */
    LIMIT_LOGINS_PER_MINUTE = 30,    /* failures per address, and per name */
    LIMIT_REGISTRATIONS_PER_MINUTE = 300,
    LIMIT_SESSION_DAYS = 30,         /* sliding */

    /* json */
    LIMIT_JSON_DEPTH = 16,
};
/* clang-format on */

#endif
