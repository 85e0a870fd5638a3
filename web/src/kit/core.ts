/** What every page uses, held together: the bundler makes a chunk for each set
 *  of entry points that share a module, and a dozen tiny files cost more than
 *  they save. Every page and every game imports this, so all of it is one set. */
import "preact";
import "preact/hooks";
import "preact/jsx-runtime";
import "@preact/signals";
import "../games/index";
import "./api";
import "./away";
import "./chunk";
import "./dialog";
import "./empty";
import "./fate";
import "./feed";
import "./game";
import "./hall";
import "./icons";
import "./keep";
import "./lang";
import "./route";
import "./settings";
import "./sheets";
