import { invariant, required } from '../../lib/assert.ts';
import type { MixedLook } from '../../template/movie/transition.ts';
import type { Address } from '../kernels/kernels.ts';
import { colorsOf, planesOf } from '../pictures/frames.ts';
import type { Frame } from '../pictures/picture.ts';
import type { DrawingRoom } from '../pictures/room.ts';
import type { TransitionToMix } from './transition-to-mix.ts';
import { LUMINANCE_STEP, luminanceWays, pixelOfWay, placedWays, wipeNumbers } from './wipe-ways.ts';

type WipeByWays = Extract<MixedLook, { readonly type: 'circle' | 'clock' | 'luma' }>;

/** Draws a frame of a wipe in which every pixel has a way of its own: by its place, or by an image. */
export function wipeByWays(room: DrawingRoom, transition: TransitionToMix, look: WipeByWays, canvas: Frame): void {
  const { a, b, progress } = transition;
  const [planesA, planesB] = [planesOf(a), planesOf(b)];
  const { edge, waysOf } = waysIn(room, transition, look, canvas);
  const { start, slope, shift } = wipeNumbers(progress, Math.max(look.softness, edge));
  for (const [index, to] of planesOf(canvas).entries()) {
    const [from, into] = [planesA[index]?.at ?? 0, planesB[index]?.at ?? 0];
    const ways = waysOf(index === 0 ? 1 : colorsOf(canvas));
    room.kernels.wipeBy(from, into, ways, start, slope, shift, to.at, to.length);
  }
}

interface Ways {
  /** How narrow its edge can be. */
  readonly edge: number;
  /** Where the ways of a plane lie, by how many of the frame's pixels one of the plane stands for. */
  readonly waysOf: (step: 1 | 2) => Address;
}

function waysIn({ kept, memory }: DrawingRoom, transition: TransitionToMix, look: WipeByWays, canvas: Frame): Ways {
  const size = `${canvas.width} ${canvas.height}`;
  if (look.type !== 'luma')
    return {
      edge: pixelOfWay(look.type, canvas),
      waysOf: (step) => kept(`${look.type} ${size} ${step}`, () => placedWays(look.type, canvas, step)),
    };
  const image = required(transition.image ?? undefined, 'the image that a transition goes by');
  invariant(image.width === canvas.width && image.height === canvas.height, 'it is as large as the frame');
  const name = `luma ${JSON.stringify(look.source)} ${size}`;
  return {
    edge: LUMINANCE_STEP,
    waysOf: (step) => kept(`${name} ${step}`, () => luminanceWays(memory.bytes(), image, step)),
  };
}
