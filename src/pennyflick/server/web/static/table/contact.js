/** The line to the first contact: how far a disc goes straight on until it touches something. Geometry, no physics. */

/** @import {Pt} from "../wire.js" */

/** @typedef {{x: number, y: number, r: number}} Round a disc or a peg */

/**
 * How far the middle of a disc goes until it touches one of the others or reaches the edge; null: it meets nothing.
 * @param {Round} disc
 * @param {Pt} way a vector of length 1
 * @param {Round[]} others
 * @param {Pt[]} edge
 */
export function freeWay(disc, way, others, edge) {
  const met = others.map((other) => untilTouch(disc, way, other));
  const left = edge.map((corner, i) => untilCrossed(disc, way, corner, edge[(i + 1) % edge.length]));
  const nearest = Math.min(...met, ...left);
  return Number.isFinite(nearest) ? nearest : null;
}

/**
 * @param {Round} disc
 * @param {Pt} way
 * @param {Round} other
 */
function untilTouch(disc, [ux, uy], other) {
  const [dx, dy, apart] = [other.x - disc.x, other.y - disc.y, other.r + disc.r];
  const along = dx * ux + dy * uy;
  const aside = Math.abs(dx * uy - dy * ux);
  if (along <= 0 || aside >= apart) return Infinity;
  return Math.max(0, along - Math.sqrt(apart * apart - aside * aside));
}

/**
 * @param {Round} disc
 * @param {Pt} way
 * @param {Pt} a
 * @param {Pt} b
 */
function untilCrossed(disc, [ux, uy], a, b) {
  const [ex, ey, ax, ay] = [b[0] - a[0], b[1] - a[1], a[0] - disc.x, a[1] - disc.y];
  const across = ux * ey - uy * ex;
  if (Math.abs(across) < 1e-9) return Infinity;
  const far = (ax * ey - ay * ex) / across;
  const share = (ax * uy - ay * ux) / across;
  return far > 1e-6 && share >= 0 && share <= 1 ? far : Infinity;
}
