// What every page has: nodes made of text, never of markup; what this browser
// remembers; words with the API.
"use strict";

const api = "/api/v1";
const $ = (id) => document.getElementById(id);
const kept = { token: "meeple.token", name: "meeple.name" };

// ---- nodes ------------------------------------------------------------------

function make(tag, props = {}, ...children) {
  const node = Object.assign(document.createElement(tag), props);
  node.append(...children);
  return node;
}

function button(text, kind, onclick, label) {
  const node = make("button", { type: "button", className: kind, textContent: text, onclick });
  if (label) node.setAttribute("aria-label", label);
  return node;
}

// ---- complaints -------------------------------------------------------------

function complain(text) {
  $("problem").textContent = text || "";
  $("problem").hidden = !text;
}

async function attempt(work) {
  complain("");
  try {
    await work();
  } catch (error) {
    complain(error.message || "the server cannot be reached");
  }
}

// ---- the API ----------------------------------------------------------------

class Refused extends Error {
  constructor(status, error) {
    super(error.message);
    this.status = status;
    this.code = error.code;
  }
}

async function call(method, path, body, headers = {}) {
  const token = remembered(kept.token);
  if (token) headers.Authorization = "Bearer " + token;
  const reply = await fetch(api + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  const answer = reply.status === 204 ? null : await reply.json();
  if (reply.ok) return answer;
  if (answer.error.code === "session_over") forgetMe();
  throw new Refused(reply.status, answer.error);
}

// ---- me ---------------------------------------------------------------------

function remembered(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function remember(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // A browser that keeps nothing makes a new guest each time.
  }
}

function showMe() {
  const name = remembered(kept.name);
  $("me").textContent = name ? "You are " + name + "." : "You are not known here yet.";
}

function forgetMe() {
  remember(kept.token, null);
  remember(kept.name, null);
  showMe();
}
