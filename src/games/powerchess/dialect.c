#include "hall/dialect.h"

extern const struct dialect powerchess_dialect;
const struct dialect        powerchess_dialect = { 0 };
