#include "hall/dialect.h"

extern const struct dialect snakes_dialect;
const struct dialect        snakes_dialect = { 0 };
