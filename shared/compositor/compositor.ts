import { invariant } from '../lib/assert.ts';
import type { Affine, LayerState, Rect } from '../timeline/layer-state.ts';
import { boundsOf } from '../timeline/placement.ts';
import { withEffects } from './effects/apply-effects.ts';
import type { PictureEffect } from './effects/picture-effect.ts';
import { marginBeside } from './effects/reshape.ts';
import type { Kernels } from './kernels/kernels.ts';
import type { KernelMemory } from './kernels/memory.ts';
import { drawCopy, drawSampled, drawWindow } from './pixels/draw-layer.ts';
import {
  createScratchSpace,
  type DrawTarget,
  type FrameColor,
  fillFrame,
  frameTarget,
  pictureTarget,
  type ScratchSpace,
  whole,
  writeAlpha,
} from './pixels/frames.ts';
import { mixFrames, type TransitionToMix } from './pixels/mix-frames.ts';
import {
  type AlphaOutput,
  type Picture,
  type Pictures,
  type PixelPicture,
  type PixelRectangle,
  pixelAt,
  type RawFrame,
  type Size,
  strideOf,
} from './pixels/picture.ts';
import type { Cube } from './pixels/read-cube.ts';
import { samplingsOf } from './pixels/sampling.ts';

/** The fields of a layer state that determine how its picture is composed. */
export type PlacedState = Pick<LayerState, 'matrix' | 'opacity' | 'blendMode' | 'window'>;

/** A layer in one frame. Its picture already includes its effects and masks. */
export interface LayerToCompose {
  readonly row: PlacedState;
  /** The layer's own size in pixels of the film, which is also the unit of `row.matrix` and `row.window`. */
  readonly size: Size;
  readonly picture: Picture;
}

/**
 * Returns whether two lists of layers compose to the same pixels. Compares the pictures by identity, so the pixels of the
 * pictures must not have changed in between.
 */
export function areComposedAlike(one: readonly LayerToCompose[], other: readonly LayerToCompose[]): boolean {
  return one.length === other.length && one.every((layer, index) => isComposedLike(layer, other[index]));
}

function isComposedLike(one: LayerToCompose, other: LayerToCompose | undefined): boolean {
  if (other === undefined || !isSamePicture(one.picture, other.picture)) return false;
  const { matrix: m, opacity, blendMode, window } = one.row;
  const { matrix: n } = other.row;
  return (
    opacity === other.row.opacity &&
    blendMode === other.row.blendMode &&
    one.size.width === other.size.width &&
    one.size.height === other.size.height &&
    m.a === n.a &&
    m.b === n.b &&
    m.c === n.c &&
    m.d === n.d &&
    m.e === n.e &&
    m.f === n.f &&
    window === null &&
    other.row.window === null
  );
}

/** Compares the data of a solid, because each frame creates a new object. */
function isSamePicture(one: Picture, other: Picture): boolean {
  if (one.kind === 'pixels' || other.kind === 'pixels') return one === other;
  return one.color.every((value, index) => value === other.color[index]);
}

/** The background of a frame and its layers, from bottom to top. */
export interface FrameToCompose {
  /**
   * The background: a color, null for none in a weighted frame, or `canvas` for the existing content of the canvas. An
   * opaque video can be decoded directly into the canvas, for example. With `canvas`, only the pixels under layers
   * change.
   */
  readonly background: FrameColor | 'canvas' | null;
  readonly layers: readonly LayerToCompose[];
}

/** Composes frames from layer states and pictures. It allocates its scratch memory once; `dispose` frees it. */
export interface Compositor {
  readonly pictures: Pictures;
  readonly composeFrame: (frame: FrameToCompose, canvas: RawFrame) => void;
  /**
   * Draws layers onto an empty picture, for a group or a mask of `size` pixels of the film. The matrices of the layers
   * map to the box of `into`. The picture can be reused.
   */
  readonly composePicture: (layers: readonly LayerToCompose[], size: Size, into: PixelPicture) => void;
  /**
   * Applies effects and returns a new picture, which the caller frees with `pictures.release`. `size` is the layer's
   * size in pixels of the film, the unit of lengths; `sizeWithEffects` returns the resulting size. `frame` is the
   * layer's local frame, an integer.
   */
  readonly withEffects: (
    picture: Picture,
    size: Size,
    effects: readonly PictureEffect[],
    frame?: number,
  ) => PixelPicture;
  /** Multiplies the opacity of a picture by a mask, in place. The mask has the same size in pixels. */
  readonly hide: (picture: PixelPicture, mask: PixelPicture, shown: Shown) => void;
  /**
   * Draws a frame of a transition. All three frames have the same size and format, and the canvas is a separate frame.
   */
  readonly mixFrames: (transition: TransitionToMix, canvas: RawFrame) => void;
  /** Writes a finished weighted frame as a frame of the output. */
  readonly writeAlpha: (frame: RawFrame, alpha: AlphaOutput, output: RawFrame) => void;
  readonly dispose: () => void;
}

/**
 * The channel of a mask that determines the opacity of a picture: luminance or a color channel over black, or the
 * opacity of the mask. `isInverted` swaps visible and hidden.
 */
export interface Shown {
  readonly channel: (typeof MASK_CHANNELS)[number];
  readonly isInverted: boolean;
}

/** The mask channels. The index of a channel is its number in the kernel. */
const MASK_CHANNELS = ['luma', 'red', 'green', 'blue', 'alpha'] as const;

/** @param cubeNamed Returns the color table that an effect names. */
export function createCompositor(
  kernels: Kernels,
  memory: KernelMemory,
  cubeNamed: (name: string) => Cube = noCube,
): Compositor {
  const scratch = createScratchSpace(kernels, memory, cubeNamed);
  return {
    pictures: scratch.pictures,
    composeFrame({ background, layers }, canvas) {
      if (background !== 'canvas') fillFrame(memory, canvas, background);
      const target = frameTarget(kernels, canvas, () => scratch.backdrop(canvas.width));
      for (const layer of layers) draw(scratch, layer, layer.row.matrix, target);
    },
    composePicture(layers, size, into) {
      memory.bytes().fill(0, into.at, into.at + strideOf(into) * (into.height + 2));
      const target = pictureTarget(kernels, into);
      const { left, top, width, height } = into.box;
      const [across, down] = [width / size.width, height / size.height];
      for (const layer of layers) {
        const { a, b, c, d, e, f } = layer.row.matrix;
        const matrix = {
          a: a * across,
          b: b * down,
          c: c * across,
          d: d * down,
          e: e * across + left,
          f: f * down + top,
        };
        draw(scratch, layer, matrix, target);
      }
      scratch.pictures.changed(into);
    },
    withEffects: (picture, size, effects, frame) => withEffects(scratch, picture, size, effects, frame),
    hide(picture, mask, { channel, isInverted }) {
      invariant(picture.width === mask.width && picture.height === mask.height, 'the mask is as large as the picture');
      const number = MASK_CHANNELS.indexOf(channel);
      for (let y = 0; y < picture.height; y++) {
        const [at, from] = [pixelAt(picture, 0, y), pixelAt(mask, 0, y)];
        kernels.mask(at, from, number, isInverted ? 1 : 0, picture.width);
      }
      scratch.pictures.changed(picture);
    },
    mixFrames: (transition, canvas) => mixFrames(scratch, transition, canvas),
    writeAlpha: (frame, alpha, output) => writeAlpha(scratch, frame, alpha, output),
    dispose: scratch.dispose,
  };
}

function noCube(name: string): never {
  throw new Error(`there is no table ${name}`);
}

function draw(scratch: ScratchSpace, { row, size, picture }: LayerToCompose, matrix: Affine, target: DrawTarget): void {
  const { blendMode, window } = row;
  const opacity = Math.floor(256 * row.opacity + 0.5);
  if (opacity <= 0) return;
  if (window !== null && picture.kind === 'pixels') {
    drawWindow(scratch, picture, { matrix, window, size }, { opacity, blendMode }, target);
    return;
  }
  const samplings = samplingsOf(picture, { matrix, window: null, size }, scratch.pictures);
  if (samplings === null) return;
  const isPlain = opacity === 256 && blendMode === 'normal';
  if (isPlain && drawCopy(samplings, target)) return;
  drawSampled(scratch, samplings, { opacity, blendMode }, whole(target), target);
}

/** The size and the box of a group's picture, in its pixels. */
export interface GroupArea {
  readonly size: Size;
  /** The position of the group's own box in its picture. */
  readonly box: PixelRectangle;
}

/**
 * Returns the pixel area that a group's picture needs: its box, and the parts of its layers outside the box. Limits it
 * to the largest picture side.
 * @param layers The layers that can extend outside the box, placed in it.
 * @param scale Pixels per pixel of the film.
 */
export function groupArea(layers: readonly LayerToCompose[], frame: Size, scale: number): GroupArea {
  const areas = layers.map(reachOf);
  const [width, height] = [Math.max(1, Math.ceil(frame.width * scale)), Math.max(1, Math.ceil(frame.height * scale))];
  const beyond = (side: number, far: readonly number[]) => marginBeside(side, Math.ceil(Math.max(0, ...far) * scale));
  const left = beyond(
    width,
    areas.map((area) => -area.left),
  );
  const top = beyond(
    height,
    areas.map((area) => -area.top),
  );
  const right = beyond(
    width,
    areas.map((area) => area.left + area.width - frame.width),
  );
  const bottom = beyond(
    height,
    areas.map((area) => area.top + area.height - frame.height),
  );
  return {
    size: { width: left + width + right, height: top + height + bottom },
    box: { left, top, width: frame.width * scale, height: frame.height * scale },
  };
}

/** Returns the bounds of a layer's picture, including shadows beyond its box. */
function reachOf({ row, size, picture }: LayerToCompose): Rect {
  const { matrix } = row;
  if (picture.kind === 'solid' || row.window !== null) return boundsOf(matrix, size);
  const { box } = picture;
  const [across, down] = [perPixel(size.width, box.width), perPixel(size.height, box.height)];
  const [x, y] = [-box.left * across, -box.top * down];
  const corner = { e: matrix.a * x + matrix.c * y + matrix.e, f: matrix.b * x + matrix.d * y + matrix.f };
  return boundsOf({ ...matrix, ...corner }, { width: picture.width * across, height: picture.height * down });
}

/**
 * Returns the number of film pixels per picture pixel of a side; 1 for a side without pixels. A text whose letters all
 * overlap has no width, but is still visible.
 */
function perPixel(side: number, pixels: number): number {
  return pixels > 0 ? side / pixels : 1;
}
