/* A game without a protocol of its own: the hall API serves it. */
#include "tables/dialect.h"

extern const struct dialect template_dialect;
const struct dialect        template_dialect = { .part.name = "template" };
