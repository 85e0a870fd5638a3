/* Results of functions that can fail.
 *
 * A function that can fail returns `enum err`, stores its results through its
 * last arguments and leaves those untouched on failure. A refusal is not a
 * failure: ERR_REFUSED comes with a static sentence (`const char **why`) that
 * can be shown to a person. BUG() is for our own mistakes, never for bad input. */
#ifndef BASE_ERR_H
#define BASE_ERR_H

/* clang-format off */
#define ERR_LIST(X)                                              \
    X(OK,        "done")                                         \
    X(MORE,      "input is a valid prefix; read more and retry") \
    X(MALFORMED, "input can never become valid")                 \
    X(REFUSED,   "understood, but not allowed now")              \
    X(STALE,     "made on an old state of things")               \
    X(FULL,      "a stated limit was reached")                   \
    X(NONE,      "not found")                                    \
    X(IO,        "a system call failed; see the log")
/* clang-format on */

enum err {
#define X(name, text) ERR_##name,
    ERR_LIST(X)
#undef X
};

/* Describes a result, for logs. */
const char *err_text(enum err err);

/* An internal error: prints where on stderr and aborts. */
#define BUG(what) bug_at(__FILE__, __LINE__, what)
_Noreturn void bug_at(const char *file, int line, const char *what);

#define ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))

#endif
