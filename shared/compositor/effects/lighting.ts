import { toBt709 } from '../../template/values/color.ts';
import type { Address } from '../kernels/kernels.ts';
import type { PixelPicture } from '../pictures/picture.ts';
import { pixelAt } from '../pictures/pictures.ts';
import type { DrawingRoom } from '../pictures/room.ts';
import { blurred } from './blur.ts';
import type { PictureEffect } from './picture-effect.ts';
import { NO_MARGINS, reshaped, type Scale } from './reshape.ts';

type ParametersOf<Type extends PictureEffect['type']> = Extract<PictureEffect, { readonly type: Type }>['parameters'];

/** Black of BT.709 in limited range, the first byte the lowest. */
const BLACK = 0x80_80_10;

/** c + amount (c − blur), in place. */
export function sharpened(
  room: DrawingRoom,
  picture: PixelPicture,
  { amount, radius }: ParametersOf<'sharpen'>,
  { across }: Scale,
): PixelPicture {
  const soft = blurred(room, picture, radius * across);
  const factor = Math.round(65_536 * amount);
  eachPair(picture, soft, (at, other) => room.kernels.sharpen(at, other, factor, picture.width));
  room.pictures.release(soft);
  return picture;
}

/** Colours screened with the blur of those that are brighter than the threshold, in place. */
export function glowing(
  room: DrawingRoom,
  picture: PixelPicture,
  { threshold, radius, intensity }: ParametersOf<'glow'>,
  { across }: Scale,
): PixelPicture {
  const { kernels, memory, pictures } = room;
  const { width, height } = picture;
  const bright = reshaped(room, picture, NO_MARGINS);
  const table = room.kept(`glow ${threshold}`, () => darkening(threshold));
  const weights = memory.take(width);
  for (let y = 0; y < height; y++) {
    const at = pixelAt(bright, 0, y);
    kernels.luminances(at, table, weights, width);
    kernels.tint(at, weights, BLACK, width);
  }
  memory.giveBack(weights);
  const soft = blurred(room, bright, radius * across);
  pictures.release(bright);
  const factor = Math.round(65_536 * intensity);
  eachPair(picture, soft, (at, other) => kernels.screen(at, other, factor, width));
  pictures.release(soft);
  return picture;
}

/** How much of a pixel of each luminance does not glow: 255 for all of it. */
function darkening(threshold: number): Uint8Array {
  const first = 255 * threshold;
  return Uint8Array.from({ length: 256 }, (_, luminance) => {
    const glows = luminance <= first ? 0 : Math.min(1, (luminance - first) / (255 - first));
    return Math.round(255 * (1 - glows));
  });
}

/** A picture mixed with its blur, row by row: a new one, as large as the blur. */
export function tiltShifted(
  room: DrawingRoom,
  picture: PixelPicture,
  { focusheight, focussize, transitionwidth, radius }: ParametersOf<'tiltshift'>,
  { across }: Scale,
): PixelPicture {
  const { kernels, pictures } = room;
  const soft = blurred(room, picture, radius * across);
  const { box, width } = soft;
  const [left, top] = [box.left - picture.box.left, box.top - picture.box.top];
  const [right, bottom] = [width - picture.width - left, soft.height - picture.height - top];
  const sharp = reshaped(room, picture, { left, top, right, bottom });
  for (let y = 0; y < soft.height; y++) {
    const beyond = Math.abs((y + 0.5 - box.top) / box.height - focusheight) - focussize / 2;
    const part = beyond <= 0 ? 0 : Math.min(1, transitionwidth === 0 ? 1 : beyond / transitionwidth);
    const [from, to] = [pixelAt(sharp, 0, y), pixelAt(soft, 0, y)];
    kernels.mix(from, to, Math.floor(256 * part + 0.5), to, 4 * width);
  }
  pictures.release(sharp);
  return soft;
}

/** A picture without what has the colour of a key: a new one, through which one may see. */
export function keyed(
  room: DrawingRoom,
  picture: PixelPicture,
  { color, tolerance, softness, spill }: ParametersOf<'chromakey'>,
): PixelPicture {
  const { differenceBlue, differenceRed } = toBt709(color);
  const [blue, red] = [differenceBlue - 128, differenceRed - 128];
  const table = room.kept(`key ${blue} ${red} ${tolerance} ${softness}`, () => shownOf(blue, red, tolerance, softness));
  const length = Math.hypot(blue, red);
  // Grey lies in no direction.
  const [x, y] = length === 0 ? [0, 0] : [blue / length, red / length];
  const fixed = (value: number, unit: number) => Math.round(unit * value);
  const result = { ...reshaped(room, picture, NO_MARGINS), isOpaque: false };
  for (let row = 0; row < result.height; row++)
    room.kernels.key(
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

/** How much is left of the opacity, 0 to 255, for every Cb and Cr: by their distance from the key's. */
function shownOf(blue: number, red: number, tolerance: number, softness: number): Uint8Array {
  const shown = new Uint8Array(65_536);
  for (let cb = 0; cb < 256; cb++)
    for (let cr = 0; cr < 256; cr++) {
      const beyond = Math.hypot(cb - 128 - blue, cr - 128 - red) / 128 - tolerance;
      const part = beyond <= 0 ? 0 : Math.min(1, softness === 0 ? 1 : beyond / softness);
      shown[256 * cb + cr] = Math.round(255 * part);
    }
  return shown;
}

/** Adds to each colour what only looks like chance, in place; `frame` is the layer's own. */
export function noisy(
  room: DrawingRoom,
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
    room.kernels.noise(pixelAt(picture, 0, y), u, du, row, factor, color ? 1 : 0, width);
  }
  return picture;
}

/** Calls for every row of a picture with the row of another that lies beneath it. */
function eachPair(picture: PixelPicture, other: PixelPicture, change: (at: Address, other: Address) => void): void {
  const [left, top] = [other.box.left - picture.box.left, other.box.top - picture.box.top];
  for (let y = 0; y < picture.height; y++) change(pixelAt(picture, 0, y), pixelAt(other, left, y + top));
}
