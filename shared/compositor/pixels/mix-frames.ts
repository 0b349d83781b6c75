import { assertNever, invariant, required } from '../../lib/assert.ts';
import type { MixedStyle } from '../../template/movie/movie.ts';
import { toBt709 } from '../../template/values/color.ts';
import type { Affine } from '../../timeline/layer-state.ts';
import type { Address } from '../kernels/kernels.ts';
import { drawCopy, drawSampled, type Laying } from './draw-layer.ts';
import { colorsOf, copyFrame, fillFrame, frameTarget, lengthOf, planesOf, type ScratchSpace, whole } from './frames.ts';
import { clearEdges, extendEdges, type Frame, type PixelPicture, pixelAt, type Size } from './picture.ts';
import { samplingsOf } from './sampling.ts';

/** A frame of a transition. */
export interface TransitionToMix {
  readonly look: MixedStyle;
  /** How far it has come: 0 is all A, 1 all B. Only places follow one that is below or above. */
  readonly progress: number;
  /** The outgoing and the incoming scene's frame, both finished. */
  readonly a: Frame;
  readonly b: Frame;
  /** What is seen where neither is: of BT.709 in limited range. */
  readonly background: readonly [y: number, cb: number, cr: number];
  /** Of one that goes by the luminance of an image: that, as large as the frame. */
  readonly image?: PixelPicture | null;
}

const PLAIN: Laying = { opacity: 256, blendMode: 'normal' };

/** Draws a frame of a transition; the canvas is neither of its frames. */
export function mixFrames(room: ScratchSpace, transition: TransitionToMix, canvas: Frame): void {
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

function drawFrame(room: ScratchSpace, frame: Frame, matrix: Affine, canvas: Frame, isExtended: boolean): void {
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

type Wipe = Extract<MixedStyle, { readonly type: 'wipe' }>;

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
function wipePlane({ from, softness }: Wipe, progress: number, frame: Size, step: number): WipePlane {
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

type WipeByWays = Extract<MixedStyle, { readonly type: 'circle' | 'clock' | 'luma' }>;

/** Draws a frame of a wipe in which every pixel has a way of its own: by its place, or by an image. */
function wipeByWays(room: ScratchSpace, transition: TransitionToMix, look: WipeByWays, canvas: Frame): void {
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

function waysIn({ kept, memory }: ScratchSpace, transition: TransitionToMix, look: WipeByWays, canvas: Frame): Ways {
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

/** How much of B is where its number of 16 bits is t, in 256ths: (start − t × slope) >> shift, kept within 0 and 256. */
interface WipeNumbers {
  readonly start: number;
  readonly slope: number;
  readonly shift: number;
}

/** The largest number of a pixel: the end of the way. */
const WHOLE_WAY = 65_535;

/** A way is as exact as its steps, so an edge is never narrower than this. */
const LEAST_EDGE = 1 / 32_768;

/** g = clamp((p (1 + s) − t) ÷ s, 0, 1), `edge` being s. */
function wipeNumbers(progress: number, edge: number): WipeNumbers {
  const s = Math.max(LEAST_EDGE, edge);
  const p = Math.max(0, Math.min(1, progress));
  // As many bits behind the point as 32 bits leave.
  const shift = Math.max(0, Math.min(16, 30 - Math.ceil(Math.log2(256 / s + 257))));
  const slope = Math.round(((256 / s) * 2 ** shift) / WHOLE_WAY);
  // Of the whole slope, so that the way begins with all of A and ends with all of B.
  return { start: Math.round(p * WHOLE_WAY * slope + (256 * p + 0.5) * 2 ** shift), slope, shift };
}

/** Ways that follow from a pixel's place alone. */
type PlacedWay = 'circle' | 'clock';

/** How wide a pixel is on such a way: of a clock at the frame's nearer edge. */
function pixelOfWay(way: PlacedWay, { width, height }: Size): number {
  return way === 'circle' ? 2 / Math.hypot(width, height) : 1 / (Math.PI * Math.min(width, height));
}

/**
 * t of each pixel's centre as two bytes, the lower one first: its distance from the frame's middle ÷ half the diagonal,
 * or its angle from 12 o'clock, clockwise, ÷ 360°. `step` is how many of the frame's pixels one of the plane stands for.
 */
function placedWays(way: PlacedWay, frame: Size, step: number): Uint8Array {
  const half = Math.hypot(frame.width, frame.height) / 2;
  return waysOf(frame, step, (column, row) => {
    const [x, y] = [(column + 0.5) * step, (row + 0.5) * step];
    const [across, down] = [x - frame.width / 2, y - frame.height / 2];
    if (way === 'circle') return Math.hypot(across, down) / half;
    const turns = Math.atan2(across, -down) / (2 * Math.PI);
    return turns < 0 ? turns + 1 : turns;
  });
}

function waysOf(frame: Size, step: number, wayAt: (column: number, row: number) => number): Uint8Array {
  const [width, height] = [frame.width / step, frame.height / step];
  const bytes = new Uint8Array(2 * width * height);
  let at = 0;
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const whole = Math.max(0, Math.min(WHOLE_WAY, Math.round(WHOLE_WAY * wayAt(column, row))));
      bytes[at++] = whole & 255;
      bytes[at++] = whole >> 8;
    }
  return bytes;
}

/** How narrow the edge of a wipe by luminance can be: a step of the image. */
const LUMINANCE_STEP = 1 / 255;

/** t of each pixel likewise: 1 − the luminance of an image's pixel over black, or of several their mean. */
function luminanceWays(bytes: Uint8Array, image: PixelPicture, step: number): Uint8Array {
  return waysOf(image, step, (column, row) => {
    let sum = 0;
    for (let y = row * step; y < (row + 1) * step; y++)
      for (let x = column * step; x < (column + 1) * step; x++) sum += luminanceAt(bytes, pixelAt(image, x, y));
    return 1 - sum / step ** 2;
  });
}

/** 0 to 1; a pixel's luma is weighted, and in limited range. */
function luminanceAt(bytes: Uint8Array, at: number): number {
  const [luma = 0, opacity = 0] = [bytes[at], bytes[at + 3]];
  return Math.max(0, Math.min(1, (luma - (16 * opacity) / 255) / 219));
}
