/* Results of functions that can fail.
 *
 * A function that can fail returns `enum err`, puts its results into its last
 * arguments and leaves those untouched on failure. A refusal is no failure of
 * ours: ERR_REFUSED comes with a static sentence (`const char **why`) that may
 * be shown to a person. BUG() is for our own mistakes, never for input. */
#ifndef BASE_ERR_H
#define BASE_ERR_H

/* clang-format off */
#define ERR_LIST(X)                                              \
    X(OK,        "done")                                         \
    X(MORE,      "input is a valid prefix; read more and retry") \
    X(MALFORMED, "input can never become valid")                 \
    X(REFUSED,   "understood, but not allowed now")              \
    X(FULL,      "a stated limit was reached")                   \
    X(NONE,      "there is no such thing")                       \
    X(STALE,     "made on an old state of things")               \
    X(IO,        "the system refused; the log says why")
/* clang-format on */

enum err {
#define X(name, text) ERR_##name,
    ERR_LIST(X)
#undef X
};

/* The sentence of a result, for logs. */
const char *err_text(enum err err);

/* Our own mistake: says where on stderr and aborts. */
#define BUG(what) bug_at(__FILE__, __LINE__, what)
_Noreturn void bug_at(const char *file, int line, const char *what);

#define ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))

#endif
