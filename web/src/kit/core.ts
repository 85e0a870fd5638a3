/** What every page uses, held together: the bundler makes a chunk for each set
 *  of pages that share a module, and a dozen tiny files cost more than they
 *  save. Every page imports this, so all of it shares one set. */
import * as games from "../games/index";
import * as api from "./api";
import * as away from "./away";
import * as chunk from "./chunk";
import * as dialog from "./dialog";
import * as empty from "./empty";
import * as fate from "./fate";
import * as feed from "./feed";
import * as game from "./game";
import * as hall from "./hall";
import * as icons from "./icons";
import * as keep from "./keep";
import * as lang from "./lang";
import * as route from "./route";
import * as settings from "./settings";
import * as sheets from "./sheets";

Object.freeze([games, api, away, chunk, dialog, empty, fate, feed, game, hall, icons, keep, lang, route, settings, sheets]);
