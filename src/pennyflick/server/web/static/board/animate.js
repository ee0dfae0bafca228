/** A shot moves on the board: its path pieces evaluated at any frame rate. */

/** @typedef {[number, number, number, number, number, number, number]} Piece t0, t1, x, y, vx, vy, deceleration */

/**
 * Where a piece is at an instant.
 * @param {Piece} piece
 * @param {number} instant
 * @returns {[number, number]}
 */
function pieceAt([t0, t1, x, y, vx, vy, deceleration], instant) {
  const t = Math.min(Math.max(instant, t0), t1) - t0;
  const speed = Math.hypot(vx, vy);
  if (speed === 0) return [x, y];
  const share = t - (0.5 * deceleration * t * t) / speed;
  return [x + vx * share, y + vy * share];
}

/**
 * Where a disc is at an instant of its path; the last piece holds after its end.
 * @param {Piece[]} pieces
 * @param {number} instant
 * @returns {[number, number]}
 */
export function pathAt(pieces, instant) {
  for (const piece of pieces) if (instant <= piece[1]) return pieceAt(piece, instant);
  return pieceAt(pieces[pieces.length - 1], instant);
}

/**
 * The corners of a path, for drawing it as a line.
 * @param {Piece[]} pieces
 */
export function corners(pieces) {
  return [...pieces.map((piece) => pieceAt(piece, piece[0])), pieceAt(pieces[pieces.length - 1], Infinity)];
}

export const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Runs a shot's clock: calls `draw(instant)` every frame and resolves at the end or when skipped.
 */
export class Clock {
  /** @param {number} duration seconds of the shot */
  constructor(duration) {
    this.duration = duration;
    this.instant = 0;
    this.frame = 0;
    this.speed = 1;
    this.held = false; // it stands still until it goes on
    /** @type {(() => void) | null} */
    this.finish = null;
  }

  /**
   * @param {(instant: number) => void} draw
   * @param {number} speed 1 is real time
   * @param {number} [from]
   * @returns {Promise<void>}
   */
  run(draw, speed, from = 0) {
    this.stop();
    return new Promise((resolve) => {
      let last = /** @type {number | null} */ (null);
      this.instant = from;
      this.speed = speed;
      this.finish = () => {
        cancelAnimationFrame(this.frame);
        this.finish = null;
        resolve();
      };
      const tick = (/** @type {number} */ now) => {
        // a hidden or stalled page must not jump: no frame counts for more than a tenth of a second
        this.instant += last === null || this.held ? 0 : (Math.min(now - last, 100) / 1000) * this.speed;
        last = now;
        draw(Math.min(this.instant, this.duration));
        if (this.instant >= this.duration) this.finish?.();
        else this.frame = requestAnimationFrame(tick);
      };
      this.frame = requestAnimationFrame(tick);
    });
  }

  /** Ends the run where it is. */
  stop() {
    this.finish?.();
  }
}
