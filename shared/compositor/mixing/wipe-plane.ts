import { assertNever } from '../../lib/assert.ts';
import type { MixedLook } from '../../template/movie/transition.ts';
import type { Size } from '../pictures/picture.ts';

type Wipe = Extract<MixedLook, { readonly type: 'wipe' }>;

/** How much of B is in pixel (x, y) of a plane, in 256ths: (start + x across + y down) >> shift, kept within 0 and 256. */
export interface WipePlane {
  readonly start: number;
  readonly across: number;
  readonly down: number;
  readonly shift: number;
}

/**
 * g = clamp((p (1 + s) − t) ÷ s, 0, 1): t is the way of the pixel's centre from the side where it begins, 0 to 1. `step` is
 * how many of the frame's pixels one of the plane stands for, across and down.
 */
export function wipePlane({ from, softness }: Wipe, progress: number, frame: Size, step: number): WipePlane {
  const [x, y] = wayFrom(from);
  const parts = Math.abs(x) + Math.abs(y);
  const pixel = 1 / (parts === 2 ? Math.max(frame.width, frame.height) : x !== 0 ? frame.width : frame.height);
  const s = Math.max(softness, pixel);
  // t = first + x acrossWay + y downWay, x and y counting pixels of the plane.
  const acrossWay = (x * step) / (parts * frame.width);
  const downWay = (y * step) / (parts * frame.height);
  const first = (Number(x < 0) + Number(y < 0)) / parts + (acrossWay + downWay) / 2;
  const p = Math.max(0, Math.min(1, progress));
  const factor = 256 / s;
  const start = factor * (p * (1 + s) - first) + 0.5;
  const [across, down] = [-factor * acrossWay, -factor * downWay];
  // As many bits behind the point as 32 bits leave.
  const most = Math.abs(start) + (Math.abs(across) * frame.width + Math.abs(down) * frame.height) / step + 1;
  const shift = Math.max(0, Math.min(16, 30 - Math.ceil(Math.log2(most))));
  const whole = (value: number) => Math.round(value * 2 ** shift);
  return { start: whole(start), across: whole(across), down: whole(down), shift };
}

/** Across and down: 1 where the way goes to the right or down, −1 where it goes to the left or up. */
function wayFrom(from: Wipe['from']): readonly [x: number, y: number] {
  switch (from) {
    case 'left':
      return [1, 0];
    case 'right':
      return [-1, 0];
    case 'top':
      return [0, 1];
    case 'bottom':
      return [0, -1];
    case 'topleft':
      return [1, 1];
    case 'topright':
      return [-1, 1];
    case 'bottomleft':
      return [1, -1];
    case 'bottomright':
      return [-1, -1];
    default:
      return assertNever(from);
  }
}
