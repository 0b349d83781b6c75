import { assertNever, invariant, required } from '../../lib/assert.ts';
import type { MixedStyle } from '../../template/movie/movie.ts';
import type { Affine } from '../../timeline/layer-state.ts';
import type { Address } from '../kernels/kernels.ts';
import type { KernelMemory } from '../kernels/memory.ts';
import { type Blending, drawCopy, drawSampled } from './draw-layer.ts';
import {
  colorsOf,
  copyFrame,
  type FrameColor,
  fillFrame,
  frameColor,
  frameTarget,
  lengthOf,
  planesOf,
  type ScratchSpace,
  whole,
} from './frames.ts';
import { clearEdges, extendEdges, type PixelPicture, pixelAt, type RawFrame, type Size } from './picture.ts';
import { samplingsOf } from './sampling.ts';

/** A frame of a transition. */
export interface TransitionToMix {
  readonly look: MixedStyle;
  /** The progress: 0 shows only A, and 1 shows only B. Values outside this range affect only positions. */
  readonly progress: number;
  /** The finished frame of the outgoing scene. */
  readonly a: RawFrame;
  /** The finished frame of the incoming scene. */
  readonly b: RawFrame;
  /** The color where neither frame is visible; null in weighted frames, where these pixels stay empty. */
  readonly background: FrameColor | null;
  /** The image of a luminance transition at the size of the frame. */
  readonly image?: PixelPicture | null;
}

const PLAIN: Blending = { opacity: 256, blendMode: 'normal' };

/** Draws a frame of a transition. The canvas is a separate frame. */
export function mixFrames(scratch: ScratchSpace, transition: TransitionToMix, canvas: RawFrame): void {
  const { kernels, memory } = scratch;
  const { look, progress, a, b } = transition;
  const length = lengthOf(canvas);
  const weight = weightOf(progress);
  switch (look.type) {
    case 'crossfade':
      kernels.mix(a.at, b.at, weight, canvas.at, length);
      return;
    case 'fade': {
      const [from, amount] = progress < 0.5 ? [a, weightOf(2 * progress)] : [b, weightOf(2 - 2 * progress)];
      const [sources, targets] = [planesOf(from), planesOf(canvas)];
      const values = [...frameColor(look.color), 255];
      for (const [index, { at, length: bytes }] of sources.entries())
        kernels.mixValue(at, values[index] ?? 0, amount, targets[index]?.at ?? 0, bytes);
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
      wipeByThresholds(scratch, transition, look, canvas);
      return;
    case 'slide':
      copyFrame(memory, a, canvas);
      drawFrame(scratch, b, slideMatrix(look.from, progress - 1, canvas), canvas, false);
      return;
    case 'reveal':
      copyFrame(memory, b, canvas);
      drawFrame(scratch, a, slideMatrix(look.from, progress, canvas), canvas, false);
      return;
    case 'push':
      fillFrame(memory, canvas, transition.background);
      // Extend the edge of A below B. Otherwise, the background would be visible between them.
      drawFrame(scratch, a, slideMatrix(look.from, progress, canvas), canvas, true);
      drawFrame(scratch, b, slideMatrix(look.from, progress - 1, canvas), canvas, false);
      return;
    case 'zoom': {
      const [zoomed, scale] = look.way === 'in' ? [a, progress] : [b, 1 - progress];
      copyFrame(memory, zoomed, canvas);
      drawFrame(scratch, zoomed, enlargeMatrix(1 + look.amount * scale, canvas), canvas, false);
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

/** Moves a frame away from a side by a fraction of its length. */
function slideMatrix(from: 'left' | 'right' | 'top' | 'bottom', part: number, { width, height }: Size): Affine {
  const identity = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };
  switch (from) {
    case 'left':
      return { ...identity, e: part * width };
    case 'right':
      return { ...identity, e: -part * width };
    case 'top':
      return { ...identity, f: part * height };
    case 'bottom':
      return { ...identity, f: -part * height };
    default:
      return assertNever(from);
  }
}

/** Returns the matrix that scales a frame around its center. */
function enlargeMatrix(scale: number, { width, height }: Size): Affine {
  return { a: scale, b: 0, c: 0, d: scale, e: ((1 - scale) * width) / 2, f: ((1 - scale) * height) / 2 };
}

/**
 * Draws a frame over the canvas. Draws the colors and the opacity of a weighted frame as two opaque frames, because the
 * frame must replace the pixels below it.
 */
function drawFrame(
  scratch: ScratchSpace,
  frame: RawFrame,
  matrix: Affine,
  canvas: RawFrame,
  isExtended: boolean,
): void {
  if (canvas.format !== 'weighted') {
    drawOpaque(scratch, frame, matrix, canvas, isExtended);
    return;
  }
  const { memory } = scratch;
  const [from, to] = [opacityFrame(memory, frame), opacityFrame(memory, canvas)];
  drawOpaque(scratch, { ...frame, format: 'yuv444p' }, matrix, { ...canvas, format: 'yuv444p' }, isExtended);
  drawOpaque(scratch, from, matrix, to, isExtended);
  const area = canvas.width * canvas.height;
  memory.bytes().copyWithin(canvas.at + 3 * area, to.at, to.at + area);
  for (const { at } of [from, to]) memory.giveBack(at);
}

/** Returns a frame whose luma is the opacity of a weighted frame. Its other planes are undefined. */
function opacityFrame(memory: KernelMemory, { at, width, height }: RawFrame): RawFrame {
  const area = width * height;
  const opacity = memory.take(3 * area);
  memory.bytes().copyWithin(opacity, at + 3 * area, at + 4 * area);
  return { width, height, format: 'yuv444p', at: opacity };
}

function drawOpaque(
  scratch: ScratchSpace,
  frame: RawFrame,
  matrix: Affine,
  canvas: RawFrame,
  isExtended: boolean,
): void {
  const { pictures, memory } = scratch;
  const picture = pictures.create(frame, { isOpaque: true });
  pictures.fillFromFrame(picture, frame);
  if (isExtended) extendEdges(memory, picture);
  const samplings = samplingsOf(picture, { matrix, window: null, size: frame }, pictures);
  const target = frameTarget(scratch.kernels, canvas, () => scratch.backdrop(canvas.width));
  if (samplings !== null && (isExtended || !drawCopy(samplings, target)))
    drawSampled(scratch, samplings, PLAIN, whole(target), target);
  if (isExtended) clearEdges(memory, picture);
  pictures.release(picture);
}

type Wipe = Extract<MixedStyle, { readonly type: 'wipe' }>;

/** The weight of B in pixel (x, y) of a plane, in 256ths: (start + x across + y down) >> shift, clamped to 0 to 256. */
export interface WipePlane {
  readonly start: number;
  readonly across: number;
  readonly down: number;
  readonly shift: number;
}

/**
 * Computes the weight of B: g = clamp((p (1 + s) − t) ÷ s, 0, 1). p is the progress, and s is the softness. t is the
 * distance of the pixel's center from the starting side, 0 to 1. `step` is the number of frame pixels per pixel of the
 * plane on each axis.
 */
function wipePlane({ from, softness }: Wipe, progress: number, frame: Size, step: number): WipePlane {
  const [x, y] = directionFrom(from);
  const parts = Math.abs(x) + Math.abs(y);
  const pixel = 1 / (parts === 2 ? Math.max(frame.width, frame.height) : x !== 0 ? frame.width : frame.height);
  const s = Math.max(softness, pixel);
  // The distance t of a pixel (x, y) of the plane is first + x acrossWay + y downWay.
  const acrossStep = (x * step) / (parts * frame.width);
  const downStep = (y * step) / (parts * frame.height);
  const first = (Number(x < 0) + Number(y < 0)) / parts + (acrossStep + downStep) / 2;
  const p = Math.max(0, Math.min(1, progress));
  const factor = 256 / s;
  const start = factor * (p * (1 + s) - first) + 0.5;
  const [across, down] = [-factor * acrossStep, -factor * downStep];
  // Choose the number of fractional bits with which the numbers fit into 32 bits.
  const most = Math.abs(start) + (Math.abs(across) * frame.width + Math.abs(down) * frame.height) / step + 1;
  const shift = Math.max(0, Math.min(16, 30 - Math.ceil(Math.log2(most))));
  const whole = (value: number) => Math.round(value * 2 ** shift);
  return { start: whole(start), across: whole(across), down: whole(down), shift };
}

/** Returns the direction on each axis: 1 for right or down, −1 for left or up. */
function directionFrom(from: Wipe['from']): readonly [x: number, y: number] {
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

type ThresholdWipe = Extract<MixedStyle, { readonly type: 'circle' | 'clock' | 'luma' }>;

/** Draws a frame of a wipe in which each pixel has a threshold, computed from its position or from an image. */
function wipeByThresholds(
  scratch: ScratchSpace,
  transition: TransitionToMix,
  look: ThresholdWipe,
  canvas: RawFrame,
): void {
  const { a, b, progress } = transition;
  const [planesA, planesB] = [planesOf(a), planesOf(b)];
  const { edge, thresholdsOf } = thresholdsFor(scratch, transition, look, canvas);
  const { start, slope, shift } = wipeNumbers(progress, Math.max(look.softness, edge));
  for (const [index, to] of planesOf(canvas).entries()) {
    const [from, into] = [planesA[index]?.at ?? 0, planesB[index]?.at ?? 0];
    const thresholds = thresholdsOf(index === 0 ? 1 : colorsOf(canvas));
    scratch.kernels.wipeBy(from, into, thresholds, start, slope, shift, to.at, to.length);
  }
}

interface Thresholds {
  readonly edge: number;
  /**
   * Returns the address of a plane's thresholds. `step` is the number of frame pixels per pixel of the plane on each
   * axis.
   */
  readonly thresholdsOf: (step: 1 | 2) => Address;
}

function thresholdsFor(
  { cached, memory }: ScratchSpace,
  transition: TransitionToMix,
  look: ThresholdWipe,
  canvas: RawFrame,
): Thresholds {
  const size = `${canvas.width} ${canvas.height}`;
  if (look.type !== 'luma')
    return {
      edge: pixelDistance(look.type, canvas),
      thresholdsOf: (step) => cached(`${look.type} ${size} ${step}`, () => positionThresholds(look.type, canvas, step)),
    };
  const image = required(transition.image ?? undefined, 'the image that a transition goes by');
  invariant(image.width === canvas.width && image.height === canvas.height, 'it is as large as the frame');
  const name = `luma ${JSON.stringify(look.source)} ${size}`;
  return {
    edge: LUMINANCE_STEP,
    thresholdsOf: (step) => cached(`${name} ${step}`, () => luminanceThresholds(memory.bytes(), image, step)),
  };
}

/**
 * Numbers that give the weight of the incoming frame (B) at threshold t, in 256ths: (start − t × slope) >> shift,
 * clamped to 0 to 256. t has 16 bits.
 */
interface WipeNumbers {
  readonly start: number;
  readonly slope: number;
  readonly shift: number;
}

/** The largest 16-bit threshold: the end of the wipe. */
const MAX_THRESHOLD = 65_535;

/** The smallest width of a soft edge: the precision of the thresholds. */
const MIN_EDGE = 1 / 32_768;

/** Computes the numbers for the weight g = clamp((p (1 + s) − t) ÷ s, 0, 1). p is the progress, and s is `edge`. */
function wipeNumbers(progress: number, edge: number): WipeNumbers {
  const s = Math.max(MIN_EDGE, edge);
  const p = Math.max(0, Math.min(1, progress));
  // Choose the number of fractional bits with which the numbers fit into 32 bits.
  const shift = Math.max(0, Math.min(16, 30 - Math.ceil(Math.log2(256 / s + 257))));
  const slope = Math.round(((256 / s) * 2 ** shift) / MAX_THRESHOLD);
  // Use the rounded slope. Otherwise, the wipe would not begin with only A and end with only B.
  return { start: Math.round(p * MAX_THRESHOLD * slope + (256 * p + 0.5) * 2 ** shift), slope, shift };
}

/** Wipes whose thresholds depend only on the position of a pixel. */
type PositionWipe = 'circle' | 'clock';

/**
 * Returns the width of a pixel as a difference of thresholds. For a clock, measures at the nearer edge of the frame.
 */
function pixelDistance(wipe: PositionWipe, { width, height }: Size): number {
  return wipe === 'circle' ? 2 / Math.hypot(width, height) : 1 / (Math.PI * Math.min(width, height));
}

/**
 * Computes t of each pixel's center as two bytes, the lower byte first. For a circle, t is the distance from the center
 * of the frame ÷ half the diagonal. For a clock, t is the clockwise angle from 12 o'clock ÷ 360°. `step` is the number
 * of frame pixels per pixel of the plane on each axis.
 */
function positionThresholds(wipe: PositionWipe, frame: Size, step: number): Uint8Array {
  const half = Math.hypot(frame.width, frame.height) / 2;
  return thresholdsOf(frame, step, (column, row) => {
    const [x, y] = [(column + 0.5) * step, (row + 0.5) * step];
    const [across, down] = [x - frame.width / 2, y - frame.height / 2];
    if (wipe === 'circle') return Math.hypot(across, down) / half;
    const fraction = Math.atan2(across, -down) / (2 * Math.PI);
    return fraction < 0 ? fraction + 1 : fraction;
  });
}

function thresholdsOf(frame: Size, step: number, distanceAt: (column: number, row: number) => number): Uint8Array {
  const [width, height] = [frame.width / step, frame.height / step];
  const bytes = new Uint8Array(2 * width * height);
  let at = 0;
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const whole = Math.max(0, Math.min(MAX_THRESHOLD, Math.round(MAX_THRESHOLD * distanceAt(column, row))));
      bytes[at++] = whole & 255;
      bytes[at++] = whole >> 8;
    }
  return bytes;
}

/** The smallest soft edge of a wipe by luminance: one step of the 8-bit image. */
const LUMINANCE_STEP = 1 / 255;

/**
 * Computes t of each pixel as two bytes: 1 − the luminance of the image over black. Averages the luminance over the
 * frame pixels that share the pixel of the plane.
 */
function luminanceThresholds(bytes: Uint8Array, image: PixelPicture, step: number): Uint8Array {
  return thresholdsOf(image, step, (column, row) => {
    let sum = 0;
    for (let y = row * step; y < (row + 1) * step; y++)
      for (let x = column * step; x < (column + 1) * step; x++) sum += luminanceAt(bytes, pixelAt(image, x, y));
    return 1 - sum / step ** 2;
  });
}

/** Returns the luminance of a pixel over black, 0 to 1. The luma of the pixel is premultiplied and in limited range. */
function luminanceAt(bytes: Uint8Array, at: number): number {
  const [luma = 0, opacity = 0] = [bytes[at], bytes[at + 3]];
  return Math.max(0, Math.min(1, (luma - (16 * opacity) / 255) / 219));
}
