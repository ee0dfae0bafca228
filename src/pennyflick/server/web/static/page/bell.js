/** *Ring me when it is my turn*: only after a click this browser asks its push service for an address, and tells it to the server. */

const buttons = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll("[data-ring]")]);
const key = buttons[0]?.dataset.key ?? "";
let on = buttons[0]?.dataset.on === "yes"; // as the server knows it: whoever was forgotten there is not rung, whatever the browser still has
let able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** Whether one could still ask to be rung. */
export const mayOffer = () => able && !on;

/** @type {() => void} */
let after = () => {};

/** @param {() => void} act whenever it was switched on or off */
export function whenSwitched(act) {
  after = act;
}

for (const button of buttons) button.addEventListener("click", () => void (on ? switchOff() : switchOn()).catch(fail));
void find().catch(() => tell(""));

/** What the server rings must still be there: a person may have taken it back in the browser's own settings. */
async function find() {
  if (!able) return tell("");
  const worker = await navigator.serviceWorker.getRegistration("/");
  const kept = await worker?.pushManager.getSubscription();
  on = on && Boolean(kept && isOurs(kept)) && Notification.permission === "granted";
  tell("");
}

async function switchOn() {
  if ((await Notification.requestPermission()) !== "granted") return tell("Your browser keeps notifications from this page; its settings can allow them.");
  await navigator.serviceWorker.register("/worker.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  const old = await pushManager.getSubscription();
  if (old && !isOurs(old)) await old.unsubscribe(); // the server has another key than it had
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  const { endpoint = "", keys = {} } = made.toJSON();
  const reply = await fetch("/bell", { method: "POST", body: new URLSearchParams({ endpoint, p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" }) });
  if (!reply.ok) return tell(await reply.text());
  on = true;
  tell("You will be rung when it is your turn and you are not at the table.");
}

async function switchOff() {
  await fetch("/bell/off", { method: "POST" });
  const worker = await navigator.serviceWorker.getRegistration("/");
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
  on = false;
  tell("You will not be rung any more.");
}

function fail() {
  tell("This device could not be reached by its push service; it cannot be rung.");
}

/** @param {string} sentence */
function tell(sentence) {
  for (const button of buttons) {
    button.hidden = !able || (button.dataset.ring === "offer" && on);
    if (button.dataset.ring === "switch") button.setAttribute("aria-pressed", String(on));
  }
  for (const place of document.querySelectorAll("[data-ring-says]")) place.textContent = sentence;
  after();
}

/** @param {PushSubscription} subscription */
function isOurs({ options }) {
  const made = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return made.length > 0 && made.every((byte, place) => byte === bytes(key)[place]);
}

/** @param {string} text base64url */
function bytes(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}
