import { toBt709 } from '../../template/values/color.ts';
import type { Affine } from '../../timeline/layer-state.ts';
import type { Address } from '../kernels/kernels.ts';
import { drawSampled } from '../pixels/draw-layer.ts';
import { pictureTarget, type ScratchSpace, whole } from '../pixels/frames.ts';
import { clearEdges, extendEdges, type PixelPicture, pixelAt, strideOf } from '../pixels/picture.ts';
import { samplingsOf } from '../pixels/sampling.ts';
import type { BlurEdge, PictureEffect } from './picture-effect.ts';
import { emptyAround, type Margins, marginBeside, NO_MARGINS, reshaped, type Scale } from './reshape.ts';

/**
 * The largest standard deviation, in pixels, that is applied at full resolution. For a wider blur, the picture is
 * halved first.
 */
const MAX_DEVIATION = 8;

/** The steps of a blur with a standard deviation in pixels. */
interface BlurSteps {
  readonly halvings: number;
  /** The radius of each of the three box blurs, in pixels at the halved size; 0 turns the blur off. */
  readonly radius: number;
  /** The distance by which the blur spreads, in pixels of the picture. */
  readonly reach: number;
}

/**
 * Computes the steps by W3C Filter Effects 1, 9.3.4: three box blurs of size d = ⌊σ 3 √(2π) ÷ 4 + ½⌋ pixels, rounded
 * up to an odd number.
 */
function blurSteps(deviation: number): BlurSteps {
  const halvings = Math.max(0, Math.ceil(Math.log2(deviation / MAX_DEVIATION)));
  const width = Math.floor((deviation / 2 ** halvings) * 3 * (Math.sqrt(2 * Math.PI) / 4) + 0.5);
  const radius = Math.floor(width / 2);
  return { halvings, radius, reach: 3 * radius * 2 ** halvings };
}

/** Returns the edge mode that `auto` means for a picture. */
export function defaultEdge({ isOpaque }: Pick<PixelPicture, 'isOpaque'>): BlurEdge {
  return isOpaque ? 'clamp' : 'spread';
}

/**
 * Blurs a picture and returns a new one. The standard deviation is in pixels of the picture. A clamped picture keeps
 * its size.
 */
export function blurred(
  scratch: ScratchSpace,
  picture: PixelPicture,
  deviation: number,
  edge = defaultEdge(picture),
): PixelPicture {
  const soft = blurredBy(scratch, { ...picture, isOpaque: edge === 'clamp' }, deviation);
  return { ...soft, isOpaque: soft.isOpaque && picture.isOpaque };
}

/** Blurs a picture. If the picture is opaque, its edge pixels are repeated outside. */
function blurredBy(scratch: ScratchSpace, picture: PixelPicture, deviation: number): PixelPicture {
  const { halvings, radius, reach } = blurSteps(deviation);
  const isWider = !picture.isOpaque && radius > 0;
  const marginOf = (side: number) => (isWider ? marginBeside(side, reach) : 0);
  const [across, down] = [marginOf(picture.width), marginOf(picture.height)];
  const unit = 2 ** halvings;
  const fill = (side: number) => (picture.isOpaque ? 0 : (unit - (side % unit)) % unit);
  const margins: Margins = {
    left: across,
    top: down,
    right: across + fill(picture.width + 2 * across),
    bottom: down + fill(picture.height + 2 * down),
  };
  const result = reshaped(scratch, picture, margins);
  if (radius === 0) return result;
  if (halvings === 0) {
    blurInPlace(scratch, result, radius);
    return result;
  }
  let small = halved(scratch, result);
  for (let time = 1; time < halvings; time++) {
    const smaller = halved(scratch, small);
    scratch.pictures.release(small);
    small = smaller;
  }
  blurInPlace(scratch, small, radius);
  enlarge(scratch, small, result, unit);
  scratch.pictures.release(small);
  return result;
}

function halved(scratch: ScratchSpace, picture: PixelPicture): PixelPicture {
  const { pictures, kernels, memory } = scratch;
  const { width, height, isOpaque } = picture;
  const half = pictures.create({ width: Math.ceil(width / 2), height: Math.ceil(height / 2) }, { isOpaque });
  // If a side is odd, its last pixels are averaged with the repeated edge or with empty pixels.
  if (isOpaque) extendEdges(memory, picture);
  const [from, to] = [pixelAt(picture, 0, 0), pixelAt(half, 0, 0)];
  kernels.halve(from, strideOf(picture), to, strideOf(half), half.width, half.height);
  if (isOpaque) clearEdges(memory, picture);
  return half;
}

/** Applies three moving averages along each axis, in place. */
function blurInPlace({ pictures, kernels }: ScratchSpace, picture: PixelPicture, radius: number): void {
  const other = pictures.create(picture);
  const [a, b, stride] = [pixelAt(picture, 0, 0), pixelAt(other, 0, 0), strideOf(picture)];
  const { width, height } = picture;
  kernels.blurAcross(a, stride, b, stride, width, height, radius);
  kernels.blurAcross(b, stride, a, stride, width, height, radius);
  kernels.blurAcross(a, stride, b, stride, width, height, radius);
  kernels.blurDown(b, stride, a, stride, width, height, radius);
  kernels.blurDown(a, stride, b, stride, width, height, radius);
  kernels.blurDown(b, stride, a, stride, width, height, radius);
  pictures.release(other);
}

/** Fills a picture with an enlarged copy of a smaller one. */
function enlarge({ kernels, memory }: ScratchSpace, small: PixelPicture, large: PixelPicture, times: number): void {
  if (large.isOpaque) extendEdges(memory, small);
  const step = 65_536 / times;
  const first = Math.round(step / 2 - 32_768);
  for (let y = 0; y < large.height; y++) {
    const v = first + y * step;
    kernels.sample(pixelAt(small, 0, 0), strideOf(small), first, v, step, 0, pixelAt(large, 0, y), large.width);
  }
}

type ParametersOf<Type extends PictureEffect['type']> = Extract<PictureEffect, { readonly type: Type }>['parameters'];

/** Black of BT.709 in limited range; Y is the lowest byte. */
const BLACK = 0x80_80_10;

/** Sharpens a picture in place: c + amount (c − blur). */
export function sharpened(
  scratch: ScratchSpace,
  picture: PixelPicture,
  { amount, radius }: ParametersOf<'sharpen'>,
  { across }: Scale,
): PixelPicture {
  const soft = blurred(scratch, picture, radius * across);
  const factor = Math.round(65_536 * amount);
  eachPair(picture, soft, (at, other) => scratch.kernels.sharpen(at, other, factor, picture.width));
  scratch.pictures.release(soft);
  return picture;
}

/** Screens a picture with the blur of its colors above the threshold, in place. */
export function glowing(
  scratch: ScratchSpace,
  picture: PixelPicture,
  { threshold, radius, intensity }: ParametersOf<'glow'>,
  { across }: Scale,
): PixelPicture {
  const { kernels, memory, pictures } = scratch;
  const { width, height } = picture;
  const bright = reshaped(scratch, picture, NO_MARGINS);
  const table = scratch.cached(`glow ${threshold}`, () => darkeningTable(threshold));
  const weights = memory.take(width);
  for (let y = 0; y < height; y++) {
    const at = pixelAt(bright, 0, y);
    kernels.luminances(at, table, weights, width);
    kernels.tint(at, weights, BLACK, width);
  }
  memory.giveBack(weights);
  const soft = blurred(scratch, bright, radius * across);
  pictures.release(bright);
  const factor = Math.round(65_536 * intensity);
  eachPair(picture, soft, (at, other) => kernels.screen(at, other, factor, width));
  pictures.release(soft);
  return picture;
}

/** Returns a table by luminance. An entry is the fraction of a pixel that does not glow, times 255. */
function darkeningTable(threshold: number): Uint8Array {
  const first = 255 * threshold;
  return Uint8Array.from({ length: 256 }, (_, luminance) => {
    const brightness = luminance <= first ? 0 : Math.min(1, (luminance - first) / (255 - first));
    return Math.round(255 * (1 - brightness));
  });
}

/** Mixes a picture with its blur, row by row. Returns a new picture of the size of the blur. */
export function tiltShifted(
  scratch: ScratchSpace,
  picture: PixelPicture,
  { focusheight, focussize, transitionwidth, radius }: ParametersOf<'tiltshift'>,
  { across }: Scale,
): PixelPicture {
  const { kernels, pictures } = scratch;
  const soft = blurred(scratch, picture, radius * across);
  const { box, width } = soft;
  const [left, top] = [box.left - picture.box.left, box.top - picture.box.top];
  const [right, bottom] = [width - picture.width - left, soft.height - picture.height - top];
  const sharp = reshaped(scratch, picture, { left, top, right, bottom });
  for (let y = 0; y < soft.height; y++) {
    const beyond = Math.abs((y + 0.5 - box.top) / box.height - focusheight) - focussize / 2;
    const part = beyond <= 0 ? 0 : Math.min(1, transitionwidth === 0 ? 1 : beyond / transitionwidth);
    const [from, to] = [pixelAt(sharp, 0, y), pixelAt(soft, 0, y)];
    kernels.mix(from, to, Math.floor(256 * part + 0.5), to, 4 * width);
  }
  pictures.release(sharp);
  return soft;
}

/** Removes the key color from a picture. Returns a new picture, which can be transparent. */
export function keyed(
  scratch: ScratchSpace,
  picture: PixelPicture,
  { color, tolerance, softness, spill }: ParametersOf<'chromakey'>,
): PixelPicture {
  const { differenceBlue, differenceRed } = toBt709(color);
  const [blue, red] = [differenceBlue - 128, differenceRed - 128];
  const table = scratch.cached(`key ${blue} ${red} ${tolerance} ${softness}`, () =>
    opacityTable(blue, red, tolerance, softness),
  );
  const length = Math.hypot(blue, red);
  // Gray has no hue, so set its direction to zero.
  const [x, y] = length === 0 ? [0, 0] : [blue / length, red / length];
  const fixed = (value: number, unit: number) => Math.round(unit * value);
  const result = { ...reshaped(scratch, picture, NO_MARGINS), isOpaque: false };
  for (let row = 0; row < result.height; row++)
    scratch.kernels.key(
      pixelAt(result, 0, row),
      table,
      fixed(x, 65_536),
      fixed(y, 65_536),
      fixed(spill * x, 16_384),
      fixed(spill * y, 16_384),
      result.width,
    );
  return result;
}

/** Returns the remaining opacity, 0 to 255, by Cb and Cr. It depends on the distance from the key color. */
function opacityTable(blue: number, red: number, tolerance: number, softness: number): Uint8Array {
  const opacities = new Uint8Array(65_536);
  for (let cb = 0; cb < 256; cb++)
    for (let cr = 0; cr < 256; cr++) {
      const beyond = Math.hypot(cb - 128 - blue, cr - 128 - red) / 128 - tolerance;
      const part = beyond <= 0 ? 0 : Math.min(1, softness === 0 ? 1 : beyond / softness);
      opacities[256 * cb + cr] = Math.round(255 * part);
    }
  return opacities;
}

/** Adds noise to the colors of a picture, in place. `frame` is the local frame of the layer. */
export function noisy(
  scratch: ScratchSpace,
  picture: PixelPicture,
  { amount, size, color, seed }: ParametersOf<'noise'>,
  { across, down }: Scale,
  frame: number,
): PixelPicture {
  const { box, width } = picture;
  const u = Math.round((65_536 * (0.5 - box.left)) / (across * size));
  const du = Math.round(65_536 / (across * size));
  const factor = Math.round(65_536 * amount);
  const common = Math.imul(3 * frame, 362_437) + Math.imul(seed, 1_274_126_177);
  for (let y = 0; y < picture.height; y++) {
    const cell = Math.floor((y + 0.5 - box.top) / (down * size));
    const row = (Math.imul(cell, 668_265_263) + common) | 0;
    scratch.kernels.noise(pixelAt(picture, 0, y), u, du, row, factor, color ? 1 : 0, width);
  }
  return picture;
}

/** Calls a function with every row of a picture and the row of `other` at the same distance from the top of its box. */
function eachPair(picture: PixelPicture, other: PixelPicture, change: (at: Address, other: Address) => void): void {
  const [left, top] = [other.box.left - picture.box.left, other.box.top - picture.box.top];
  for (let y = 0; y < picture.height; y++) change(pixelAt(picture, 0, y), pixelAt(other, left, y + top));
}

/** A shadow in pixels of its picture. */
export interface Shadow {
  readonly across: number;
  readonly down: number;
  readonly deviation: number;
  /** Y, Cb, Cr, and opacity; Y is the lowest byte. */
  readonly color: number;
}

/**
 * Draws a shadow below a picture: its opacity, blurred, moved, and filled with one color. Returns a new picture that
 * includes the shadow.
 */
export function shadowed(scratch: ScratchSpace, picture: PixelPicture, shadow: Shadow): PixelPicture {
  const { pictures, kernels } = scratch;
  const { width, height } = picture;
  const outline = pictures.create(picture);
  for (let y = 0; y < height; y++)
    kernels.silhouette(pixelAt(picture, 0, y), pixelAt(outline, 0, y), shadow.color, width);
  const soft = blurred(scratch, outline, shadow.deviation);
  pictures.release(outline);
  // The position of the shadow's upper left corner in the picture.
  const [left, top] = [shadow.across - soft.box.left, shadow.down - soft.box.top];
  const margins = {
    left: marginBeside(width, Math.ceil(-left)),
    top: marginBeside(height, Math.ceil(-top)),
    right: marginBeside(width, Math.ceil(left + soft.width - width)),
    bottom: marginBeside(height, Math.ceil(top + soft.height - height)),
  };
  const result = emptyAround(scratch, picture, margins, false);
  const matrix: Affine = { a: 1, b: 0, c: 0, d: 1, e: left + margins.left, f: top + margins.top };
  const all = { ...soft, box: { left: 0, top: 0, width: soft.width, height: soft.height } };
  const samplings = samplingsOf(all, { matrix, window: null, size: soft }, pictures);
  const target = pictureTarget(kernels, result);
  if (samplings !== null) drawSampled(scratch, samplings, { opacity: 256, blendMode: 'normal' }, whole(target), target);
  pictures.release(soft);
  const at = pixelAt(result, margins.left, margins.top);
  kernels.over(pixelAt(picture, 0, 0), strideOf(picture), at, strideOf(result), width, height);
  return result;
}
