/* Snakes' requests. The hall gives its players a session without a handshake:
 * its Sid is @0. */
#include "kit/composed.h"

/* clang-format off */
static const char *const opening[] = {
    "/api/v1/* 0 Pregister - {\"name\":\"ann\",\"password\":\"secret of ann\"}",
    "/api/v1/* 0 Plogin - {\"name\":\"ann\",\"password\":\"secret of ann\"}",
    "/api/v1/snakes/session 0 P $1 {}",
    NULL
};

static const char *const templates[] = {
    "/snakes/ajax 0 P - Request=whoami&Sid=@0",
    "/snakes/ajax 0 P - Request=ping&Sid=?w",
    "/snakes/ajax 0 P - Request=ratings&Sid=@0&FirstIndex=?w&Count=?w&SortBy[0]=?w",
    "/snakes/ajax 0 P - Request=player+list&Sid=@0&FirstIndex=?w&Count=?w&SortBy[0]=PlayerName&SortBy[1]=?w",
    "/snakes/ajax 0 P - Request=player+info&Sid=@0&PlayerId=?w",
    "/snakes/ajax 0 P - Request=snake+list&Sid=@0&SnakeTypes=?w&SortBy[]=?w",
    "/snakes/ajax 0 P - Request=skin+list&Sid=@0",
    "/snakes/ajax 0 P - Request=snake+info&Sid=@0&SnakeId=?w",
    "/snakes/ajax 0 P - Request=snake+new&Sid=@0&SnakeName=?w&SnakeType=N&SkinId=1&ProgramDescription=&Templates[0]=S&Templates[1]=S&Templates[2]=S&Templates[3]=S&Maps[0][Description]=&Maps[0][HeadX]=3&Maps[0][HeadY]=3&Maps[0][Lines][0][X]=3&Maps[0][Lines][0][Y]=4&Maps[0][Lines][0][Line]=S0",
    "/snakes/ajax 0 P - Request=snake+new&Sid=@0&SnakeName=?w&SnakeType=?w&SkinId=?w&ProgramDescription=?w&Templates[0]=S&Templates[1]=A&Templates[2]=?w&Templates[3]=S&Maps[0][Description]=?w&Maps[0][HeadX]=3&Maps[0][HeadY]=3&Maps[0][Lines][0][X]=3&Maps[0][Lines][0][Y]=4&Maps[0][Lines][0][Line]=S0&Maps[0][Lines][1][X]=?w&Maps[0][Lines][1][Y]=?w&Maps[0][Lines][1][Line]=?w",
    "/snakes/ajax 0 P - Request=snake+edit&Sid=@0&SnakeId=?w&SnakeName=?w&SkinId=?w",
    "/snakes/ajax 0 P - Request=snake+edit&Sid=@0&SnakeId=?w&ProgramDescription=?w&Templates[0]=S&Templates[1]=A&Templates[2]=?w&Templates[3]=S&Maps[0][Description]=?w&Maps[0][HeadX]=3&Maps[0][HeadY]=3&Maps[0][Lines][0][X]=3&Maps[0][Lines][0][Y]=4&Maps[0][Lines][0][Line]=S0&Maps[0][Lines][1][X]=?w&Maps[0][Lines][1][Y]=?w&Maps[0][Lines][1][Line]=?w",
    "/snakes/ajax 0 P - Request=snake+delete&Sid=@0&SnakeId=?w",
    "/snakes/ajax 0 P - Request=snake+assign&Sid=@0&SnakeId=?w",
    "/snakes/ajax 0 P - Request=fight+list&Sid=@0&FightListType=ordered",
    "/snakes/ajax 0 P - Request=fight+info&Sid=@0&FightId=?w",
    "/snakes/ajax 0 P - Request=fight+test&Sid=@0&SnakeName=?w&SkinId=1&ProgramDescription=&Templates[0]=S&Templates[1]=S&Templates[2]=S&Templates[3]=S&Maps[0][Description]=&Maps[0][HeadX]=3&Maps[0][HeadY]=3&Maps[0][Lines][0][X]=3&Maps[0][Lines][0][Y]=4&Maps[0][Lines][0][Line]=S0&OtherSnakeIds[0]=?w&OtherSnakeIds[1]=&OtherSnakeIds[2]=&TurnLimit=?w",
    "/snakes/ajax 0 P - Request=fight+test&Sid=@0&SnakeName=a&SkinId=1&ProgramDescription=?w&Templates[0]=S&Templates[1]=A&Templates[2]=?w&Templates[3]=S&Maps[0][Description]=?w&Maps[0][HeadX]=3&Maps[0][HeadY]=3&Maps[0][Lines][0][X]=3&Maps[0][Lines][0][Y]=4&Maps[0][Lines][0][Line]=S0&Maps[0][Lines][1][X]=?w&Maps[0][Lines][1][Y]=?w&Maps[0][Lines][1][Line]=?w&OtherSnakeIds[0]=&OtherSnakeIds[1]=&OtherSnakeIds[2]=&TurnLimit=20",
    "/snakes/ajax 0 P - Request=fight+train&Sid=@0&SnakeIds[0]=?w&SnakeIds[1]=?w&SnakeIds[2]=&SnakeIds[3]=?w&TurnLimit=?w",
    "/snakes/ajax 0 P - Request=fight+challenge&Sid=@0&PlayerIds[0]=?w&PlayerIds[1]=?w&PlayerIds[2]=?w",
    "/snakes/ajax 0 P - Request=fight+cancel&Sid=@0",
    "/snakes/ajax 0 P - Request=slot+list&Sid=@0",
    "/snakes/ajax 0 P - Request=slot+view&Sid=@0&SlotIndex=?w",
    "/snakes/ajax 0 P - Request=slot+save&Sid=@0&SlotIndex=?w&SlotName=?w&FightId=?w",
    "/snakes/ajax 0 P - Request=slot+rename&Sid=@0&SlotIndex=?w&SlotName=?w",
    "/snakes/ajax 0 P - Request=slot+delete&Sid=@0&SlotIndex=?w",
    "/snakes/ajax 0 P - Request=logout&Sid=?w",
    "/snakes/ajax 0 P - Request=login+data&Login=?w",
    "/snakes/ajax 0 P - Request=login&Login=?w&Timestamp=?w&Hash=8840d1b4655900e128343fd041ad73d9120f387b",
    "/snakes/ajax 0 P - Request=?w&Sid=@0&a[?w][?w]=?w",
    "/snakes/ajax 0 P - Request=info",
    "/snakes/register 0 P - login=?w&name=?w&password=?w",
    "/api/v1/snakes/fights 0 P - {\"snakes\":?v,\"turns\":?n}",
    "/api/v1/snakes/try 0 P - {\"program\":?v,\"programs\":?v}",
    "/api/v1/snakes/mine/* 0 U?w - {\"name\":?t,\"type\":?t,\"skin\":?n,\"program\":?v}",
    NULL
};
/* clang-format on */

const struct composed composed = { opening, templates };
