/* Preloaded by tests/nodes/trouble.py: names that end in ".invalid" are looked up
 * for two seconds, as by a name server that does not answer. */
#include <dlfcn.h>
#include <netdb.h>
#include <string.h>
#include <unistd.h>

int getaddrinfo(const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **found)
{
    static int (*next)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
    const char *end = host ? strrchr(host, '.') : NULL;

    if (end && strcmp(end, ".invalid") == 0) {
        sleep(2);
        return EAI_AGAIN;
    }
    if (!next)
        *(void **)&next = dlsym(RTLD_NEXT, "getaddrinfo");
    return next(host, service, hints, found);
}
