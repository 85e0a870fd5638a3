/* A game without a protocol of its own: the hall API serves it. */
#include "hall/dialect.h"

extern const struct dialect template_dialect;
const struct dialect        template_dialect = { 0 };
