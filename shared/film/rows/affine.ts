import type { Size } from '../../template/values/placement.ts';
import type { Affine, Rect } from './row.ts';

/** Where a layer lies in one frame, everything in pixels and degrees. */
export interface PlacementInPixels {
  /** Where the pivot comes to lie, from the frame's upper left corner. */
  readonly x: number;
  readonly y: number;
  /** The pivot, from the middle of the picture. */
  readonly anchorX: number;
  readonly anchorY: number;
  readonly scaleX: number;
  readonly scaleY: number;
  /** Degrees, clockwise. */
  readonly rotation: number;
}

/**
 * x = X + cos θ · s_x · (q_x − c_x) − sin θ · s_y · (q_y − c_y), y = Y + sin θ · s_x · (q_x − c_x) + cos θ · s_y · (q_y − c_y),
 * with c = (w ÷ 2 + anchor_x, h ÷ 2 + anchor_y).
 */
export function affineOf(placement: PlacementInPixels, picture: Size): Affine {
  const { x, y, scaleX, scaleY, rotation } = placement;
  const { cos, sin } = turned(rotation);
  const centreX = picture.width / 2 + placement.anchorX;
  const centreY = picture.height / 2 + placement.anchorY;
  const [a, b, c, d] = [cos * scaleX, sin * scaleX, -sin * scaleY, cos * scaleY];
  return { a, b, c, d, e: x - a * centreX - c * centreY, f: y - b * centreX - d * centreY };
}

/** The smallest upright rectangle that a picture fills where the matrix puts it. */
export function boundsOf({ a, b, c, d, e, f }: Affine, { width, height }: Size): Rect {
  const left = e + Math.min(0, a * width) + Math.min(0, c * height);
  const right = e + Math.max(0, a * width) + Math.max(0, c * height);
  const top = f + Math.min(0, b * width) + Math.min(0, d * height);
  const bottom = f + Math.max(0, b * width) + Math.max(0, d * height);
  return { left, top, width: right - left, height: bottom - top };
}

/** The nearest whole number; halves go down, which is to the left and upwards. */
export function halvesDown(value: number): number {
  return Math.ceil(value - 0.5);
}

/** Quarter turns are exact, so that what is turned by them stays on whole pixels. */
function turned(degrees: number): { readonly cos: number; readonly sin: number } {
  const within = ((degrees % 360) + 360) % 360;
  if (within === 0) return { cos: 1, sin: 0 };
  if (within === 90) return { cos: 0, sin: 1 };
  if (within === 180) return { cos: -1, sin: 0 };
  if (within === 270) return { cos: 0, sin: -1 };
  const angle = (within * Math.PI) / 180;
  return { cos: Math.cos(angle), sin: Math.sin(angle) };
}
