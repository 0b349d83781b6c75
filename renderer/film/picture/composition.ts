import type { DecodedEffect } from '#shared/film/rows/decoded-effects.ts';
import type { Fit } from '#shared/template/values/fit.ts';
import type { Size } from '#shared/template/values/placement.ts';
import type { Picture } from './picture.ts';

/** How the numbers of a picture are to be read as colours. */
export interface ColorReading {
  readonly matrix: 'bt709' | 'bt601' | 'bt2020' | 'smpte240m' | 'fcc' | 'rgb';
  readonly range: 'limited' | 'full';
}

/** sRGB, as browsers give pictures. */
export const RGB: ColorReading = { matrix: 'rgb', range: 'full' };

export type Rotation = 0 | 90 | 180 | 270;

/** One layer of a frame: a picture and what is done with it. */
export interface ComposedLayer {
  readonly picture: Picture;
  readonly color: ColorReading;
  /** Clockwise, before all else. */
  readonly rotation: Rotation;
  /** Its size in square pixels, turned upright: what is fitted into the frame. */
  readonly display: Size;
  readonly fit: Fit;
  /** As a row has them. */
  readonly effects: readonly DecodedEffect[];
}

/** One frame of a film, from the lowest layer to the topmost, on black. */
export interface Composition {
  /** Of the film as MP4 holds it: see `filmSize`. */
  readonly frame: Size;
  readonly layers: readonly ComposedLayer[];
}

/** Whether two frames are drawn alike, because they have the same pictures and do the same with them. */
export function sameComposition(left: Composition, right: Composition): boolean {
  return (
    sameSize(left.frame, right.frame) &&
    left.layers.length === right.layers.length &&
    left.layers.every((layer, index) => sameLayer(layer, right.layers[index]))
  );
}

function sameLayer(left: ComposedLayer, right: ComposedLayer | undefined): boolean {
  return (
    right !== undefined &&
    left.picture === right.picture &&
    left.color === right.color &&
    left.rotation === right.rotation &&
    sameSize(left.display, right.display) &&
    left.fit === right.fit &&
    left.effects.length === right.effects.length &&
    left.effects.every((effect, index) => effect === right.effects[index])
  );
}

function sameSize(left: Size, right: Size): boolean {
  return left.width === right.width && left.height === right.height;
}
