#include "store/pq.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

struct pq pq;

#ifdef HAVE_LIBPQ

bool pq_load(char problem[256])
{
    static const char *const names[] = {
#define X(type, name, args) "PQ" #name,
        PQ_FUNCTIONS(X)
#undef X
    };
    void **pointers = (void **)&pq; /* pq has nothing else in it */
    void  *library = dlopen("libpq.so.5", RTLD_NOW);
    bool   ok = library;

    for (size_t i = 0; ok && i < sizeof names / sizeof names[0]; i++)
        ok = (pointers[i] = dlsym(library, names[i]));
    if (!ok)
        snprintf(problem, 256, "PostgreSQL's library libpq.so.5 cannot be loaded: install libpq5 (%.150s)", dlerror());
    if (!ok && library)
        dlclose(library);
    return ok;
}

#else

bool pq_load(char problem[256])
{
    snprintf(problem, 256, "this build has no PostgreSQL: install libpq-dev and build again");
    return false;
}

#endif
