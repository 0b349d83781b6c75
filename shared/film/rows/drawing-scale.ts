import type { Layer } from '../../template/movie/movie.ts';
import type { Animation, KeyProperty, PresetType } from '../../template/values/animation.ts';
import type { FrameRate, Frames } from '../../template/values/frame-rate.ts';
import type { Size } from '../../template/values/placement.ts';
import { layerTime } from '../time/layer-time.ts';
import { placementAt } from './placement-at.ts';

/** Larger than this nothing is drawn, however near it comes. */
const LARGEST = 4;
/** Of a side of a picture. */
const MOST_PIXELS = 8192;
/** It only moves while it changes; half of the pixels are enough then. */
const WHILE_MOVING = 0.5;

/**
 * How many pixels a layer's picture needs for one of its own: the scale that it rests at, if that is more than 1, and at
 * least half of what it ever has. Of an image or a video also what a window that moves over it enlarges. It is the same
 * in all frames of the layer, so it is drawn once.
 */
export function drawingScale(layer: Layer, scene: Frames, rate: FrameRate, frame: Size, picture: Size): number {
  const { first, length } = layerTime(layer, scene);
  const around = { frame, rate, length, picture };
  const moves = layer.animations.some(({ enabled }) => enabled);
  const end = Math.max(first, length - 1);
  // What keeps its size is the same in all frames: a layer of an overlay may last as long as the film.
  const last = !moves ? first : layer.animations.every(keepsSize) ? Math.min(first + 1, end) : end;
  let [resting, greatest, zoom, before] = [1, 1, 1, Number.NaN];
  for (let own: number = first; own <= last; own++) {
    const { matrix, window } = placementAt(layer, own, around);
    const { a, b, c, d } = matrix;
    const scale = Math.max(Math.sqrt(a * a + b * b), Math.sqrt(c * c + d * d));
    if (scale === before || !moves) resting = Math.max(resting, scale);
    greatest = Math.max(greatest, scale);
    before = scale;
    if (window !== null) zoom = Math.max(zoom, picture.width / window.width);
  }
  const isFitted = layer.kind === 'image' || layer.kind === 'video';
  const wanted = Math.min(LARGEST, Math.max(resting, WHILE_MOVING * greatest)) * (isFitted ? zoom : 1);
  return Math.min(wanted, Math.max(1, MOST_PIXELS / Math.max(picture.width, picture.height)));
}

const MOVING: ReadonlySet<string> = new Set([
  'fadein',
  'fadeout',
  'slidein',
  'slideout',
] satisfies readonly PresetType[]);
const MOVED: ReadonlySet<string> = new Set([
  'position',
  'opacity',
  'color',
  'fill',
  'stroke',
  'fontsize',
  'volume',
  'pan',
] satisfies readonly KeyProperty[]);

/** Whether an animation changes neither scale nor rotation of its layer, nor moves a window over it. */
function keepsSize(animation: Animation): boolean {
  if (!animation.enabled) return true;
  if (animation.kind === 'preset') return MOVING.has(animation.preset.type);
  return animation.keys.every(({ values }) => Object.keys(values).every((property) => MOVED.has(property)));
}
