import { assertNever } from '../../lib/assert.ts';
import { toBt709 } from '../../template/values/color.ts';
import { inPixels } from '../../template/values/lengths.ts';
import type { Address } from '../kernels/kernels.ts';
import type { ScratchSpace } from '../pixels/frames.ts';
import { type Picture, type PixelPicture, pixelAt, type Size, strideOf } from '../pixels/picture.ts';
import { blurred, glowing, keyed, noisy, shadowed, sharpened, tiltShifted, usualEdge } from './blur.ts';
import {
  byCube,
  byteTables,
  drawVignette,
  hueNumbers,
  matrixNumbers,
  saturationNumbers,
  sepiaMatrix,
  tintMatrix,
} from './colors.ts';
import type { PictureEffect } from './picture-effect.ts';
import { NO_MARGINS, projected, rasterized, reshaped, turned, turnedSize } from './reshape.ts';

const WHITE = { red: 255, green: 255, blue: 255 };

/**
 * A picture with effects, as a new one that the caller gives back. `size` is the layer's own size in pixels of the film,
 * in which lengths are given; {@link sizeWithEffects} is what becomes of it.
 * @param frame The layer's own.
 */
export function withEffects(
  room: ScratchSpace,
  picture: Picture,
  size: Size,
  effects: readonly PictureEffect[],
  frame = 0,
): PixelPicture {
  let current = picture.kind === 'solid' ? rasterized(room, picture) : reshaped(room, picture, NO_MARGINS);
  let box = size;
  for (const effect of effects) {
    const changed = applied(room, current, box, effect, frame);
    if (changed !== current) room.pictures.release(current);
    current = changed;
    box = sizeWithEffects(box, [effect]);
  }
  return current;
}

/** The size of a layer after its effects: cutting makes it smaller, turning larger; what spreads beyond the box counts for nothing. */
export function sizeWithEffects(size: Size, effects: readonly PictureEffect[]): Size {
  return effects.reduce((before, effect) => {
    if (effect.type === 'rotate') return turnedSize(before, effect.parameters.angle);
    if (effect.type !== 'crop') return before;
    const { left, right, top, bottom } = cutOff(effect.parameters, before);
    return { width: Math.max(1, before.width - left - right), height: Math.max(1, before.height - top - bottom) };
  }, size);
}

/** The same picture, changed, or another one. */
function applied(
  room: ScratchSpace,
  picture: PixelPicture,
  size: Size,
  effect: PictureEffect,
  frame: number,
): PixelPicture {
  const scale = { across: picture.box.width / size.width, down: picture.box.height / size.height };
  const { across, down } = scale;
  switch (effect.type) {
    case 'saturation':
      return colorsTurned(room, picture, saturationNumbers(effect.parameters.intensity));
    case 'hue':
      return colorsTurned(room, picture, hueNumbers(effect.parameters.angle));
    case 'brightness': {
      const { intensity } = effect.parameters;
      return lookedUp(room, picture, (value) => value * intensity);
    }
    case 'contrast': {
      const { intensity } = effect.parameters;
      return lookedUp(room, picture, (value) => (value - 127.5) * intensity + 127.5);
    }
    case 'gamma': {
      const { gamma } = effect.parameters;
      return lookedUp(room, picture, (value) => 255 * (value / 255) ** (1 / gamma));
    }
    case 'invert': {
      const { amount } = effect.parameters;
      return lookedUp(room, picture, (value) => value + (255 - 2 * value) * amount);
    }
    case 'grayscale':
      return multiplied(room, picture, tintMatrix(WHITE, effect.parameters.amount));
    case 'tint':
      return multiplied(room, picture, tintMatrix(effect.parameters.color, effect.parameters.amount));
    case 'sepia':
      return multiplied(room, picture, sepiaMatrix(effect.parameters.amount));
    case 'colormatrix':
      return multiplied(room, picture, effect.parameters.matrix);
    case 'vignette': {
      const { color, aperture } = effect.parameters;
      return vignetted(room, picture, packed(toBt709(color), 255), aperture);
    }
    case 'flip':
      return mirrored(room, picture, effect.parameters.axis);
    case 'crop': {
      const { left, top, right, bottom } = cutOff(effect.parameters, size);
      return cropped(room, picture, {
        left: left * across,
        top: top * down,
        right: right * across,
        bottom: bottom * down,
      });
    }
    case 'blur': {
      const { radius, edge } = effect.parameters;
      return blurred(room, picture, radius * across, edge === 'auto' ? usualEdge(picture) : edge);
    }
    case 'dropshadow': {
      const { offset, radius, color } = effect.parameters;
      return shadowed(room, picture, {
        across: inPixels(offset.across, size.width) * across,
        down: inPixels(offset.down, size.height) * down,
        deviation: radius * across,
        color: packed(toBt709(color), Math.round(255 * color.alpha)),
      });
    }
    case 'rotate':
      return turned(room, picture, size, effect.parameters.angle, scale);
    case 'perspective':
      return projected(room, picture, size, effect.parameters, scale);
    case 'sharpen':
      return sharpened(room, picture, effect.parameters, scale);
    case 'glow':
      return glowing(room, picture, effect.parameters, scale);
    case 'tiltshift':
      return tiltShifted(room, picture, effect.parameters, scale);
    case 'chromakey':
      return keyed(room, picture, effect.parameters);
    case 'noise':
      return noisy(room, picture, effect.parameters, scale, frame);
    case 'cube': {
      const { src, amount } = effect.parameters;
      return byCube(room, picture, src ?? '', amount);
    }
    default:
      return assertNever(effect);
  }
}

interface Cut {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What is cut off a picture of that size; a pixel of it is left. */
function cutOff(edges: Extract<PictureEffect, { readonly type: 'crop' }>['parameters'], { width, height }: Size): Cut {
  const within = (value: number, side: number) => Math.max(0, Math.min(side - 1, value));
  const left = within(inPixels(edges.left, width), width);
  const top = within(inPixels(edges.top, height), height);
  return {
    left,
    top,
    right: within(inPixels(edges.right, width), width - left),
    bottom: within(inPixels(edges.bottom, height), height - top),
  };
}

function packed({ luma, differenceBlue, differenceRed }: ReturnType<typeof toBt709>, opacity: number): number {
  return luma | (differenceBlue << 8) | (differenceRed << 16) | (opacity << 24);
}

/** Calls for every row of a picture. */
function eachRow(picture: PixelPicture, change: (at: Address, y: number) => void): PixelPicture {
  for (let y = 0; y < picture.height; y++) change(pixelAt(picture, 0, y), y);
  return picture;
}

function colorsTurned(
  { kernels }: ScratchSpace,
  picture: PixelPicture,
  [cosine, sine]: readonly [cosine: number, sine: number],
): PixelPicture {
  return eachRow(picture, (at) => kernels.turnColors(at, cosine, sine, picture.width));
}

function lookedUp(room: ScratchSpace, picture: PixelPicture, change: (value: number) => number): PixelPicture {
  const tables = byteTables(change);
  const at = room.kept(`bytes ${tables.subarray(0, 256).join(' ')}`, () => tables);
  return eachRow(picture, (row) => room.kernels.lookUp(row, at, picture.width));
}

function multiplied(room: ScratchSpace, picture: PixelPicture, matrix: readonly number[]): PixelPicture {
  const at = room.kept(`matrix ${matrix.join(' ')}`, () => new Uint8Array(matrixNumbers(matrix).buffer));
  return eachRow(picture, (row) => room.kernels.matrix(row, at, picture.width));
}

function vignetted(room: ScratchSpace, picture: PixelPicture, color: number, aperture: number): PixelPicture {
  const { width, height } = picture;
  const weights = room.kept(`vignette ${width} ${height} ${aperture}`, () => {
    const bytes = new Uint8Array(width * height);
    drawVignette(picture, aperture, bytes);
    return bytes;
  });
  return eachRow(picture, (row, y) => room.kernels.tint(row, weights + y * width, color, width));
}

function mirrored({ pictures, kernels }: ScratchSpace, picture: PixelPicture, axis: 'x' | 'y'): PixelPicture {
  const { width, height, box, isOpaque } = picture;
  const mirroredBox =
    axis === 'x' ? { ...box, left: width - box.left - box.width } : { ...box, top: height - box.top - box.height };
  const result = pictures.create(picture, { isOpaque, box: mirroredBox });
  const [from, to, stride] = [pixelAt(picture, 0, 0), pixelAt(result, 0, 0), strideOf(picture)];
  kernels.mirror(from, stride, to, stride, width, height, axis === 'x' ? 0 : 1);
  return result;
}

/** Cut to whole pixels. What an effect before has spread beyond the box goes as well. */
function cropped(room: ScratchSpace, picture: PixelPicture, cut: Cut): PixelPicture {
  const { box } = picture;
  const left = Math.round(box.left + cut.left);
  const top = Math.round(box.top + cut.top);
  const right = Math.max(left + 1, Math.round(box.left + box.width - cut.right));
  const bottom = Math.max(top + 1, Math.round(box.top + box.height - cut.bottom));
  const margins = { left: -left, top: -top, right: right - picture.width, bottom: bottom - picture.height };
  const result = reshaped(room, picture, margins);
  return { ...result, box: { left: 0, top: 0, width: result.width, height: result.height } };
}
