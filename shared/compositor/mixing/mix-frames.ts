import type { Affine } from '../../film/rows/row.ts';
import { assertNever } from '../../lib/assert.ts';
import { toBt709 } from '../../template/values/color.ts';
import { drawCopy, drawSampled, type Laying } from '../laying/draw-layer.ts';
import { samplingsOf } from '../laying/sampling.ts';
import { clearEdges, extendEdges } from '../pictures/edges.ts';
import { colorsOf, copyFrame, fillFrame, lengthOf, planesOf } from '../pictures/frames.ts';
import type { Frame, Size } from '../pictures/picture.ts';
import type { DrawingRoom } from '../pictures/room.ts';
import { frameTarget, whole } from '../pictures/target.ts';
import type { TransitionToMix } from './transition-to-mix.ts';
import { wipeByWays } from './wipe-by-ways.ts';
import { wipePlane } from './wipe-plane.ts';

const PLAIN: Laying = { opacity: 256, blendMode: 'normal' };

/** Draws a frame of a transition; the canvas is neither of its frames. */
export function mixFrames(room: DrawingRoom, transition: TransitionToMix, canvas: Frame): void {
  const { kernels, memory } = room;
  const { look, progress, a, b } = transition;
  const length = lengthOf(canvas);
  const weight = weightOf(progress);
  switch (look.type) {
    case 'crossfade':
      kernels.mix(a.at, b.at, weight, canvas.at, length);
      return;
    case 'fade': {
      const { luma, differenceBlue, differenceRed } = toBt709(look.color);
      const [from, amount] = progress < 0.5 ? [a, weightOf(2 * progress)] : [b, weightOf(2 - 2 * progress)];
      const [sources, targets] = [planesOf(from), planesOf(canvas)];
      for (const [index, value] of [luma, differenceBlue, differenceRed].entries())
        kernels.mixValue(sources[index]?.at ?? 0, value, amount, targets[index]?.at ?? 0, sources[index]?.length ?? 0);
      return;
    }
    case 'wipe': {
      const [planesA, planesB] = [planesOf(a), planesOf(b)];
      for (const [index, to] of planesOf(canvas).entries()) {
        const { start, across, down, shift } = wipePlane(look, progress, canvas, index === 0 ? 1 : colorsOf(canvas));
        const [from, into] = [planesA[index]?.at ?? 0, planesB[index]?.at ?? 0];
        kernels.wipe(from, into, start, across, down, shift, to.at, to.width, to.height);
      }
      return;
    }
    case 'circle':
    case 'clock':
    case 'luma':
      wipeByWays(room, transition, look, canvas);
      return;
    case 'slide':
      copyFrame(memory, a, canvas);
      drawFrame(room, b, moved(look.from, progress - 1, canvas), canvas, false);
      return;
    case 'reveal':
      copyFrame(memory, b, canvas);
      drawFrame(room, a, moved(look.from, progress, canvas), canvas, false);
      return;
    case 'push':
      fillFrame(memory, canvas, transition.background);
      // A goes on beneath the edge of B, so that nothing shines through between them.
      drawFrame(room, a, moved(look.from, progress, canvas), canvas, true);
      drawFrame(room, b, moved(look.from, progress - 1, canvas), canvas, false);
      return;
    case 'zoom': {
      const [zoomed, scale] = look.way === 'in' ? [a, progress] : [b, 1 - progress];
      copyFrame(memory, zoomed, canvas);
      drawFrame(room, zoomed, enlarged(1 + look.amount * scale, canvas), canvas, false);
      const [under, upper] = look.way === 'in' ? [canvas, b] : [a, canvas];
      kernels.mix(under.at, upper.at, weight, canvas.at, length);
      return;
    }
    default:
      assertNever(look);
  }
}

function weightOf(part: number): number {
  return Math.max(0, Math.min(256, Math.floor(256 * part + 0.5)));
}

/** By that part of the frame's side, away from the side. */
function moved(from: 'left' | 'right' | 'top' | 'bottom', part: number, { width, height }: Size): Affine {
  const still = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };
  switch (from) {
    case 'left':
      return { ...still, e: part * width };
    case 'right':
      return { ...still, e: -part * width };
    case 'top':
      return { ...still, f: part * height };
    case 'bottom':
      return { ...still, f: -part * height };
    default:
      return assertNever(from);
  }
}

/** Around the middle. */
function enlarged(scale: number, { width, height }: Size): Affine {
  return { a: scale, b: 0, c: 0, d: scale, e: ((1 - scale) * width) / 2, f: ((1 - scale) * height) / 2 };
}

function drawFrame(room: DrawingRoom, frame: Frame, matrix: Affine, canvas: Frame, isExtended: boolean): void {
  const { pictures, memory } = room;
  const picture = pictures.create(frame, { isOpaque: true });
  pictures.fillFromFrame(picture, frame);
  if (isExtended) extendEdges(memory, picture);
  const samplings = samplingsOf(picture, { matrix, window: null, size: frame }, pictures);
  const target = frameTarget(room.kernels, canvas, () => room.ground(canvas.width));
  if (samplings !== null && (isExtended || !drawCopy(samplings, target)))
    drawSampled(room, samplings, PLAIN, whole(target), target);
  if (isExtended) clearEdges(memory, picture);
  pictures.release(picture);
}
