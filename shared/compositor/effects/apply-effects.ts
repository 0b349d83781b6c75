import { assertNever } from '../../lib/assert.ts';
import { toBt709 } from '../../template/values/color.ts';
import { inPixels } from '../../template/values/lengths.ts';
import type { Address } from '../kernels/kernels.ts';
import type { ScratchSpace } from '../pixels/frames.ts';
import { type Picture, type PixelPicture, pixelAt, type Size, strideOf } from '../pixels/picture.ts';
import { blurred, defaultEdge, glowing, keyed, noisy, shadowed, sharpened, tiltShifted } from './blur.ts';
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
import { NO_MARGINS, projected, rasterized, reshaped, rotated, rotatedSize } from './reshape.ts';

const WHITE = { red: 255, green: 255, blue: 255 };

/**
 * Applies effects and returns a new picture, which the caller frees. `size` is the layer's own size in pixels of the
 * film, the unit of lengths; {@link sizeWithEffects} returns the resulting size.
 * @param frame The local frame of the layer.
 */
export function withEffects(
  scratch: ScratchSpace,
  picture: Picture,
  size: Size,
  effects: readonly PictureEffect[],
  frame = 0,
): PixelPicture {
  let current = picture.kind === 'solid' ? rasterized(scratch, picture) : reshaped(scratch, picture, NO_MARGINS);
  let box = size;
  for (const effect of effects) {
    const changed = applyEffect(scratch, current, box, effect, frame);
    if (changed !== current) scratch.pictures.release(current);
    current = changed;
    box = sizeWithEffects(box, [effect]);
  }
  return current;
}

/**
 * Returns the size of a layer after its effects. Cropping reduces it, and rotating enlarges it. An effect that spreads
 * beyond the box leaves it unchanged.
 */
export function sizeWithEffects(size: Size, effects: readonly PictureEffect[]): Size {
  return effects.reduce((before, effect) => {
    if (effect.type === 'rotate') return rotatedSize(before, effect.parameters.angle);
    if (effect.type !== 'crop') return before;
    const { left, right, top, bottom } = cropMargins(effect.parameters, before);
    return { width: Math.max(1, before.width - left - right), height: Math.max(1, before.height - top - bottom) };
  }, size);
}

/** Applies an effect. Returns the same picture, changed in place, or a new picture. */
function applyEffect(
  scratch: ScratchSpace,
  picture: PixelPicture,
  size: Size,
  effect: PictureEffect,
  frame: number,
): PixelPicture {
  const scale = { across: picture.box.width / size.width, down: picture.box.height / size.height };
  const { across, down } = scale;
  switch (effect.type) {
    case 'saturation':
      return rotateColors(scratch, picture, saturationNumbers(effect.parameters.intensity));
    case 'hue':
      return rotateColors(scratch, picture, hueNumbers(effect.parameters.angle));
    case 'brightness': {
      const { intensity } = effect.parameters;
      return lookUpBytes(scratch, picture, (value) => value * intensity);
    }
    case 'contrast': {
      const { intensity } = effect.parameters;
      return lookUpBytes(scratch, picture, (value) => (value - 127.5) * intensity + 127.5);
    }
    case 'gamma': {
      const { gamma } = effect.parameters;
      return lookUpBytes(scratch, picture, (value) => 255 * (value / 255) ** (1 / gamma));
    }
    case 'invert': {
      const { amount } = effect.parameters;
      return lookUpBytes(scratch, picture, (value) => value + (255 - 2 * value) * amount);
    }
    case 'grayscale':
      return multiplyColors(scratch, picture, tintMatrix(WHITE, effect.parameters.amount));
    case 'tint':
      return multiplyColors(scratch, picture, tintMatrix(effect.parameters.color, effect.parameters.amount));
    case 'sepia':
      return multiplyColors(scratch, picture, sepiaMatrix(effect.parameters.amount));
    case 'colormatrix':
      return multiplyColors(scratch, picture, effect.parameters.matrix);
    case 'vignette': {
      const { color, aperture } = effect.parameters;
      return darkenEdges(scratch, picture, packColor(toBt709(color), 255), aperture);
    }
    case 'flip':
      return mirror(scratch, picture, effect.parameters.axis);
    case 'crop': {
      const { left, top, right, bottom } = cropMargins(effect.parameters, size);
      return crop(scratch, picture, {
        left: left * across,
        top: top * down,
        right: right * across,
        bottom: bottom * down,
      });
    }
    case 'blur': {
      const { radius, edge } = effect.parameters;
      return blurred(scratch, picture, radius * across, edge === 'auto' ? defaultEdge(picture) : edge);
    }
    case 'dropshadow': {
      const { offset, radius, color } = effect.parameters;
      return shadowed(scratch, picture, {
        across: inPixels(offset.across, size.width) * across,
        down: inPixels(offset.down, size.height) * down,
        deviation: radius * across,
        color: packColor(toBt709(color), Math.round(255 * color.alpha)),
      });
    }
    case 'rotate':
      return rotated(scratch, picture, size, effect.parameters.angle, scale);
    case 'perspective':
      return projected(scratch, picture, size, effect.parameters, scale);
    case 'sharpen':
      return sharpened(scratch, picture, effect.parameters, scale);
    case 'glow':
      return glowing(scratch, picture, effect.parameters, scale);
    case 'tiltshift':
      return tiltShifted(scratch, picture, effect.parameters, scale);
    case 'chromakey':
      return keyed(scratch, picture, effect.parameters);
    case 'noise':
      return noisy(scratch, picture, effect.parameters, scale, frame);
    case 'cube': {
      const { src, amount } = effect.parameters;
      return byCube(scratch, picture, src ?? '', amount);
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

/** Returns the number of pixels to cut off at each side. At least one pixel remains. */
function cropMargins(
  edges: Extract<PictureEffect, { readonly type: 'crop' }>['parameters'],
  { width, height }: Size,
): Cut {
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

function packColor({ luma, differenceBlue, differenceRed }: ReturnType<typeof toBt709>, opacity: number): number {
  return luma | (differenceBlue << 8) | (differenceRed << 16) | (opacity << 24);
}

/** Calls a function for every row of a picture. */
function eachRow(picture: PixelPicture, change: (at: Address, y: number) => void): PixelPicture {
  for (let y = 0; y < picture.height; y++) change(pixelAt(picture, 0, y), y);
  return picture;
}

function rotateColors(
  { kernels }: ScratchSpace,
  picture: PixelPicture,
  [cosine, sine]: readonly [cosine: number, sine: number],
): PixelPicture {
  return eachRow(picture, (at) => kernels.turnColors(at, cosine, sine, picture.width));
}

function lookUpBytes(scratch: ScratchSpace, picture: PixelPicture, change: (value: number) => number): PixelPicture {
  const tables = byteTables(change);
  const at = scratch.cached(`bytes ${tables.subarray(0, 256).join(' ')}`, () => tables);
  return eachRow(picture, (row) => scratch.kernels.lookUp(row, at, picture.width));
}

function multiplyColors(scratch: ScratchSpace, picture: PixelPicture, matrix: readonly number[]): PixelPicture {
  const at = scratch.cached(`matrix ${matrix.join(' ')}`, () => new Uint8Array(matrixNumbers(matrix).buffer));
  return eachRow(picture, (row) => scratch.kernels.matrix(row, at, picture.width));
}

function darkenEdges(scratch: ScratchSpace, picture: PixelPicture, color: number, aperture: number): PixelPicture {
  const { width, height } = picture;
  const weights = scratch.cached(`vignette ${width} ${height} ${aperture}`, () => {
    const bytes = new Uint8Array(width * height);
    drawVignette(picture, aperture, bytes);
    return bytes;
  });
  return eachRow(picture, (row, y) => scratch.kernels.tint(row, weights + y * width, color, width));
}

function mirror({ pictures, kernels }: ScratchSpace, picture: PixelPicture, axis: 'x' | 'y'): PixelPicture {
  const { width, height, box, isOpaque } = picture;
  const mirroredBox =
    axis === 'x' ? { ...box, left: width - box.left - box.width } : { ...box, top: height - box.top - box.height };
  const result = pictures.create(picture, { isOpaque, box: mirroredBox });
  const [from, to, stride] = [pixelAt(picture, 0, 0), pixelAt(result, 0, 0), strideOf(picture)];
  kernels.mirror(from, stride, to, stride, width, height, axis === 'x' ? 0 : 1);
  return result;
}

/** Crops to whole pixels. Also removes pixels that an earlier effect drew outside the box. */
function crop(scratch: ScratchSpace, picture: PixelPicture, cut: Cut): PixelPicture {
  const { box } = picture;
  const left = Math.round(box.left + cut.left);
  const top = Math.round(box.top + cut.top);
  const right = Math.max(left + 1, Math.round(box.left + box.width - cut.right));
  const bottom = Math.max(top + 1, Math.round(box.top + box.height - cut.bottom));
  const margins = { left: -left, top: -top, right: right - picture.width, bottom: bottom - picture.height };
  const result = reshaped(scratch, picture, margins);
  return { ...result, box: { left: 0, top: 0, width: result.width, height: result.height } };
}
