#include "hall/dialect.h"

extern const struct dialect smallworld_dialect;
const struct dialect        smallworld_dialect = { 0 };
