/** The doorbell: shows that it is somebody's turn, and leads to the table. It keeps nothing and stands between nobody and the server. */

const worker = /** @type {any} */ (self);
const ICON = "/static/bell/icon-192.png";

worker.addEventListener("push", (/** @type {any} */ event) => {
  const { title, line, path } = event.data.json();
  event.waitUntil(worker.registration.showNotification(title, { body: line, tag: path, icon: ICON, data: { path } }));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data.path));
});

/**
 * To the page that shows the match already, or to a new one.
 * @param {string} path
 */
async function lead(path) {
  const address = worker.location.origin + path;
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((/** @type {any} */ page) => page.url.split(/[?#]/)[0] === address);
  return there ? there.focus() : worker.clients.openWindow(address);
}
