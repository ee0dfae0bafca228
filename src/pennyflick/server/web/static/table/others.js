/** Others' aims as they move: the chosen disc and its line, drawn softly. */

/** @import {Aim, Aimed, Pt} from "../wire.js" */
import { FULL_TURN, powerShare } from "./aim.js";
import { isHere } from "./company.js";
import { board, known } from "./known.js";

const LINE_PX = [30, 150]; // the least, and what full power adds: as one's own
const layer = board.layer("others");

/** @type {Map<string, Aimed>} by seat */
const aims = new Map();

/** @param {Aimed} aimed */
export function hearAimed(aimed) {
  aims.set(aimed.seat, aimed);
  drawOthers();
}

/** Draws the aims of those who are here and aim at the decision at hand; none while a shot is shown. */
export function drawOthers() {
  board.clear(layer);
  if (known.showing) return;
  for (const { version, seat, aim } of aims.values()) if (aim && version === known.state.version && isHere(seat)) drawAim(aim);
}

/** @param {Aim} aim */
function drawAim({ disc, direction_cdeg, speed_mm_s, start }) {
  const place = start ?? known.state.layout[disc];
  if (typeof place !== "object") return;
  const [[x, y], radius, pixel] = [/** @type {Pt} */ (place), board.radius(disc), board.mmPerPixel()];
  board.draw(layer, "circle", { cx: x, cy: y, r: radius + 2.5, class: "other-disc" });
  if (direction_cdeg === null || direction_cdeg === undefined) return;
  const angle = (direction_cdeg / FULL_TURN) * 2 * Math.PI;
  const far = radius + (LINE_PX[0] + LINE_PX[1] * powerShare(speed_mm_s)) * pixel;
  const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
  board.draw(layer, "line", { x1: x + ux * radius, y1: y + uy * radius, x2: x + ux * far, y2: y + uy * far, class: "other-line" });
}
