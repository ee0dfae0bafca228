/** The controls of a decision: numbers for a flick, points for a placement, buttons for a choice. Every game's, none's in particular. */

/** @import {Ask, Decision, Pt} from "../wire.js" */
import { FULL_TURN, SPEED_LIMIT, powerText, pullSpeed, speedPull } from "./aim.js";
import { button, element } from "../page/page.js";
import { plain } from "../page/saying.js";
import { blindly } from "./hand.js";
import { teller } from "./known.js";

/**
 * What the person is about to answer.
 * @typedef {object} Aim
 * @property {number} ask index in decision.asks
 * @property {string} disc the disc to flick, or the one being put
 * @property {string | null} held the penny held for a side-flick
 * @property {Record<string, Pt>} points where discs are put: the flick's start, or a whole placement
 * @property {number | null} direction hundredths of a degree; null: nothing has aimed yet
 * @property {number} speed mm/s
 * @property {boolean} typed the numbers were typed: nobody watches the hand
 * @property {boolean} stroke a finger has struck through the disc: no hand adds anything
 * @property {boolean} drawn a pull by key is held
 * @property {number} target which of the targets it was last turned to
 * @property {string | null} call
 * @property {boolean} putting a click or drag puts the disc (true) or aims it
 * @property {string} refused why the server would not accept the placement as it stands; empty: it would
 */

/**
 * @typedef {object} Hands what the controls can do
 * @property {(change: Partial<Aim>) => void} change
 * @property {(by: number) => void} turn
 * @property {(disc: string, point: Pt) => void} put
 * @property {() => void} send
 * @property {(key: string) => void} choose
 * @property {(ask: number) => void} take another of the asks
 */

export const AIM_FIRST = matchMedia("(pointer: coarse)").matches ? "Aim first: pull back, or tap where it should go." : "Aim first: pull, click where it should go, or press T.";
const FINE = "pennyflick-fine";
const STEP_PX = 6; // of a pull that a click on Harder or Softer is worth

/** @param {string} word */
const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1).replaceAll("-", " ");

/** @param {Ask} ask */
export const isAimed = (ask) => ask.kind === "flick" || ask.kind === "side-flick";

/**
 * @param {Ask} ask
 * @param {string} disc
 */
export function regionOf(ask, disc) {
  if (ask.kind === "flick") return ask.discs[disc] ?? null;
  if (ask.kind === "side-flick") return ask.at;
  return ask.kind === "place" ? (ask.discs[disc] ?? null) : null;
}

/**
 * The discs that an ask lets one pick.
 * @param {Ask} ask
 * @returns {string[]}
 */
export function discsOf(ask) {
  if (ask.kind === "flick" || ask.kind === "place") return Object.keys(ask.discs);
  return ask.kind === "side-flick" ? [ask.disc] : [];
}

/** @param {Ask} ask */
function askName(ask) {
  if (ask.kind === "flick") return ask.word === "normal" ? "Flick" : `${capital(ask.word)} flick`;
  if (ask.kind === "side-flick") return "Side-flick";
  if (ask.kind === "place") return Object.keys(ask.discs).length > 2 ? "Place the discs" : `Put ${Object.keys(ask.discs).join(", ")}`;
  return "Choose";
}

/**
 * Builds the controls anew for a decision and the aim as it stands.
 * @param {HTMLElement} holder
 * @param {Decision} decision
 * @param {Aim} aim
 * @param {Hands} hands
 */
export function build(holder, decision, aim, hands) {
  const shown = decision.asks.map((ask, index) => ({ ask, index })).filter(({ ask }) => ask.kind !== "choose");
  const parts = [];
  if (shown.length > 1) parts.push(tabs(shown, aim, hands));
  const ask = decision.asks[aim.ask];
  if (ask && isAimed(ask)) parts.push(...aimControls(ask, aim, hands));
  if (ask?.kind === "place") parts.push(...placeControls(ask, aim, hands));
  const choices = decision.choices.map(({ key, sentence }) => button(plain(teller.viewer, sentence), () => hands.choose(key), { "data-choose": key, id: `choose-${key}` }));
  if (choices.length) parts.push(element("div", { class: "options" }, ...choices));
  holder.replaceChildren(...parts);
}

/**
 * @param {{ask: Ask, index: number}[]} shown
 * @param {Aim} aim
 * @param {Hands} hands
 */
function tabs(shown, aim, hands) {
  const row = element("div", { class: "row tabs", role: "group", "aria-label": "What to do" });
  for (const { ask, index } of shown) {
    row.append(button(askName(ask), () => hands.take(index), { "aria-pressed": String(index === aim.ask), "data-ask": String(index), id: `ask-${index}` }));
  }
  return row;
}

/**
 * @param {Ask} ask
 * @param {Aim} aim
 * @param {Hands} hands
 */
function aimControls(ask, aim, hands) {
  const form = /** @type {HTMLFormElement} */ (element("form", { class: "aim", id: "aim", autocomplete: "off" }));
  const discs = discsOf(ask);
  if (discs.length > 1) form.append(labelled("Disc", picker("disc", discs, aim.disc, (disc) => hands.change({ disc })), "whole"));
  if (ask.kind === "side-flick" && ask.held.length > 1) form.append(labelled("Held penny", picker("held", ask.held, aim.held ?? "", (held) => hands.change({ held })), "whole"));
  if (regionOf(ask, aim.disc)) form.append(putSwitch(aim, hands));
  if (ask.kind === "flick") for (const call of ask.calls) form.append(callBox(call, aim, hands));
  form.append(
    lettingGo(ask, aim, hands),
    fineAim(ask, aim, hands),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    hands.send();
  });
  return [form];
}

/**
 * How hard, in words, and the buttons that change it and let go.
 * @param {Ask} ask
 * @param {Aim} aim
 * @param {Hands} hands
 */
function lettingGo(ask, aim, hands) {
  const power = element("p", { class: "power", id: "power" });
  const fire = element("button", { class: "primary", id: "fire", "aria-describedby": "power" }, ask.kind === "side-flick" ? "Side-flick" : "Flick");
  return element("div", { class: "letting-go whole" }, powerStep("Softer", -STEP_PX, aim, hands), power, powerStep("Harder", STEP_PX, aim, hands), fire);
}

/**
 * @param {string} word which a narrow screen replaces by a sign
 * @param {number} by pixels of a pull
 * @param {Aim} aim
 * @param {Hands} hands
 */
function powerStep(word, by, aim, hands) {
  const made = button("", () => hands.change({ speed: Math.round(pullSpeed(speedPull(aim.speed) + by)), typed: false }), { id: word.toLowerCase(), "aria-label": word });
  made.append(element("span", { class: "word" }, word), element("span", { class: "sign", "aria-hidden": "true" }, by < 0 ? "−" : "+"));
  return made;
}

/**
 * @param {Ask} ask
 * @param {Aim} aim
 * @param {Hands} hands
 */
function fineAim(ask, aim, hands) {
  const paced = (/** @type {number} */ by) => hands.change({ speed: within(aim.speed + by), typed: false });
  const direction = numberInput("direction", "", "0", "359.99", "0.01", (value) => hands.change({ direction: ((Math.round(value * 100) % FULL_TURN) + FULL_TURN) % FULL_TURN, typed: true }));
  const speed = numberInput("speed", String(aim.speed), "1", String(SPEED_LIMIT), "1", (value) => hands.change({ speed: within(Math.round(value)), typed: true }));
  const fields = [
    stepper("Direction in degrees", direction, [["−1°", -100], ["−0.1", -10]], [["+0.1", 10], ["+1°", 100]], hands.turn),
    stepper("Speed in mm/s", speed, [["softer", -100]], [["harder", 100]], paced),
    ...(regionOf(ask, aim.disc) ? pointInputs(aim, hands) : []),
  ];
  return fine("Fine aim", fields);
}

/**
 * Everything in numbers, for whoever wants it: opened once, open ever after.
 * @param {string} title
 * @param {HTMLElement[]} fields
 */
function fine(title, fields) {
  const fold = /** @type {HTMLDetailsElement} */ (element("details", { class: "fine whole", id: "fine" }, element("summary", { id: "fine-aim" }, title), element("div", { class: "aim" }, ...fields)));
  fold.open = localStorage.getItem(FINE) === "open";
  fold.addEventListener("toggle", () => localStorage.setItem(FINE, fold.open ? "open" : "closed"));
  return fold;
}

/** @param {number} speed */
const within = (speed) => Math.min(SPEED_LIMIT, Math.max(1, speed));

/**
 * @param {Aim} aim
 * @param {Hands} hands
 */
function putSwitch(aim, hands) {
  const row = element("div", { class: "row whole", role: "group", "aria-label": "What the pointer on the board does" });
  row.append(
    button("Aim", () => hands.change({ putting: false }), { "aria-pressed": String(!aim.putting), id: "aiming" }),
    button(`Move ${aim.disc}`, () => hands.change({ putting: true }), { "aria-pressed": String(aim.putting), id: "putting" }),
  );
  return row;
}

/**
 * @param {Aim} aim
 * @param {Hands} hands
 */
function pointInputs(aim, hands) {
  const at = () => aim.points[aim.disc] ?? [0, 0]; // asked anew each time: a drag may have moved it meanwhile
  const [x, y] = at();
  return [
    labelled(`${aim.disc} x (mm)`, numberInput("x", x.toFixed(1), "", "", "0.1", (value) => hands.put(aim.disc, [value, at()[1]]))),
    labelled(`${aim.disc} y (mm)`, numberInput("y", y.toFixed(1), "", "", "0.1", (value) => hands.put(aim.disc, [at()[0], value]))),
  ];
}

/**
 * @param {import("../wire.js").AskPlace} ask
 * @param {Aim} aim
 * @param {Hands} hands
 */
function placeControls(ask, aim, hands) {
  const form = element("form", { class: "aim", id: "aim", autocomplete: "off" });
  const discs = discsOf(ask);
  form.append(element("button", { class: "primary whole", id: "fire" }, putWords(ask, aim)), element("p", { class: "keeping refused whole", id: "why-not", role: "status" }));
  if (discs.length > 1) form.append(labelled("Disc to move", picker("disc", discs, aim.disc, (disc) => hands.change({ disc })), "whole"));
  form.append(element("p", { class: "small quiet whole" }, "Drag on the board, click where it should go, or type. It snaps to what is legal."), fine("Fine placing", pointInputs(aim, hands)));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    hands.send();
  });
  return [form];
}

/**
 * What the button says that takes a placement: a formation that nobody has touched is taken as it lies.
 * @param {import("../wire.js").AskPlace} ask
 * @param {Aim} aim
 */
function putWords(ask, aim) {
  const discs = discsOf(ask);
  const untouched = discs.every((disc) => String(aim.points[disc]) === String(ask.suggested[disc]));
  if (discs.length > 2 && untouched) return "Take this formation";
  return discs.length > 1 ? "Put them here" : `Put ${discs[0]} here`;
}

/**
 * The button of a placement as it stands: what it says, and why it waits.
 * @param {HTMLElement} holder
 * @param {import("../wire.js").AskPlace} ask
 * @param {Aim} aim
 */
export function refreshPlacing(holder, ask, aim) {
  const fire = /** @type {HTMLButtonElement | null} */ (holder.querySelector("#fire"));
  const why = /** @type {HTMLElement | null} */ (holder.querySelector("#why-not"));
  if (!fire || !why) return;
  const words = putWords(ask, aim);
  if (fire.textContent !== words) fire.textContent = words;
  fire.disabled = aim.refused !== "";
  why.hidden = !aim.refused;
  if (why.textContent !== aim.refused) why.textContent = aim.refused;
}

/**
 * @param {string} call
 * @param {Aim} aim
 * @param {Hands} hands
 */
function callBox(call, aim, hands) {
  const box = /** @type {HTMLInputElement} */ (element("input", { type: "checkbox", id: `call-${call}` }));
  box.checked = aim.call === call;
  box.addEventListener("change", () => hands.change({ call: box.checked ? call : null }));
  return element("label", { class: "whole row", for: `call-${call}` }, box, `Call a ${call}`);
}

/**
 * @param {string} words
 * @param {HTMLElement} input
 * @param {string} [name]
 */
const labelled = (words, input, name = "") => element("label", { class: name }, element("span", {}, words), input);

/**
 * @param {string} id
 * @param {string[]} values
 * @param {string} chosen
 * @param {(value: string) => void} change
 */
function picker(id, values, chosen, change) {
  const select = /** @type {HTMLSelectElement} */ (element("select", { id: `aim-${id}` }));
  for (const value of values) select.append(new Option(value, value, false, value === chosen));
  select.addEventListener("change", () => change(select.value));
  return select;
}

/**
 * @param {string} id
 * @param {string} value
 * @param {string} min
 * @param {string} max
 * @param {string} step
 * @param {(value: number) => void} change
 */
function numberInput(id, value, min, max, step, change) {
  const input = /** @type {HTMLInputElement} */ (element("input", { type: "number", id: `aim-${id}`, value, step, inputmode: "decimal" }));
  if (min) input.min = min;
  if (max) input.max = max;
  input.addEventListener("input", () => (input.dataset.typing = "yes"));
  input.addEventListener("change", () => {
    delete input.dataset.typing;
    if (Number.isFinite(input.valueAsNumber)) change(input.valueAsNumber);
  });
  return input;
}

/**
 * A number between buttons that change it a little.
 * @param {string} words
 * @param {HTMLElement} input
 * @param {[string, number][]} less
 * @param {[string, number][]} more
 * @param {(by: number) => void} change
 */
function stepper(words, input, less, more, change) {
  const what = words.split(" ")[0];
  const make = (/** @type {[string, number]} */ [step, by]) => button(step, () => change(by), { "aria-label": `${what} ${step}`, id: `step-${what}-${by}` });
  const row = element("div", { class: "stepper", role: "group", "aria-label": `${what}, a little` }, ...less.map(make), input, ...more.map(make));
  return element("div", { class: "whole" }, element("label", { for: input.id }, words), row);
}

/**
 * Shows the aim's numbers in the controls that stand, so that whoever is typing keeps his place.
 * @param {HTMLElement} holder
 * @param {Aim} aim
 */
export function refresh(holder, aim) {
  const [x, y] = aim.points[aim.disc] ?? [0, 0];
  const degrees = aim.direction === null ? "" : (aim.direction / 100).toFixed(2);
  const values = { direction: degrees, speed: String(aim.speed), x: x.toFixed(1), y: y.toFixed(1) };
  for (const [id, value] of Object.entries(values)) {
    const input = /** @type {HTMLInputElement | null} */ (holder.querySelector(`#aim-${id}`));
    if (input && !input.dataset.typing && !sameNumber(input.value, value)) input.value = value; // half a number stays
  }
  refreshPower(holder, aim);
}

/**
 * @param {string} a
 * @param {string} b
 */
const sameNumber = (a, b) => a === b || (a !== "" && b !== "" && Number(a) === Number(b));

/**
 * Whether one can let go, and how hard it would be.
 * @param {HTMLElement} holder
 * @param {Aim} aim
 */
function refreshPower(holder, aim) {
  const power = holder.querySelector("#power");
  if (!power) return;
  const words = aim.direction === null ? AIM_FIRST : powerText(aim.speed) + blindly(aim);
  if (power.textContent !== words) power.textContent = words;
  holder.querySelector("#fire")?.setAttribute("aria-disabled", String(aim.direction === null)); // not disabled: it keeps the focus, and says why
}
