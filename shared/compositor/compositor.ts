import { invariant } from '../lib/assert.ts';
import type { Affine, LayerState, Rect } from '../timeline/layer-state.ts';
import { boundsOf } from '../timeline/placement.ts';
import { withEffects } from './effects/apply-effects.ts';
import type { PictureEffect } from './effects/picture-effect.ts';
import { spaceBeside } from './effects/reshape.ts';
import type { Kernels } from './kernels/kernels.ts';
import type { KernelMemory } from './kernels/memory.ts';
import { drawCopy, drawSampled, drawWindow } from './pixels/draw-layer.ts';
import {
  createRoom,
  fillFrame,
  frameTarget,
  pictureTarget,
  type ScratchSpace,
  type Target,
  whole,
} from './pixels/frames.ts';
import { mixFrames, type TransitionToMix } from './pixels/mix-frames.ts';
import {
  type Box,
  type Frame,
  type Picture,
  type Pictures,
  type PixelPicture,
  pixelAt,
  type Size,
  strideOf,
} from './pixels/picture.ts';
import type { Cube } from './pixels/read-cube.ts';
import { samplingsOf } from './pixels/sampling.ts';

/** What a row says about how its picture is laid over the others. */
export type PlacedRow = Pick<LayerState, 'matrix' | 'opacity' | 'blendMode' | 'window'>;

/** A layer in one frame. Effects and masks are in its picture already. */
export interface LayerToCompose {
  readonly row: PlacedRow;
  /** The layer's own size in pixels of the film: what `row.matrix` and `row.window` count in. */
  readonly size: Size;
  readonly picture: Picture;
}

/** A frame's layers from the lowest to the topmost. */
export interface FrameToCompose {
  /**
   * What lies under the lowest: a colour of BT.709 in limited range, or what the canvas holds already: an opaque video at
   * its place that was read right into it, of which only those pixels are touched over which something is laid.
   */
  readonly ground: readonly [y: number, cb: number, cr: number] | 'canvas';
  readonly layers: readonly LayerToCompose[];
}

/** Draws frames of rows and pictures. Memory that it takes for itself is taken once, and given back by `dispose`. */
export interface Compositor {
  readonly pictures: Pictures;
  readonly composeFrame: (frame: FrameToCompose, canvas: Frame) => void;
  /**
   * Draws layers over nothing: a group's or a mask's picture, of that size in pixels of the film. Their rows' matrices
   * lead to its box. `into` may be used again and again.
   */
  readonly composePicture: (layers: readonly LayerToCompose[], size: Size, into: PixelPicture) => void;
  /**
   * A picture with effects, as a new one that is given back by `pictures.release`. `size` is the layer's in pixels of the
   * film, in which lengths are given; `sizeWithEffects` says what becomes of it. `frame` is the layer's own, a whole number.
   */
  readonly withEffects: (
    picture: Picture,
    size: Size,
    effects: readonly PictureEffect[],
    frame?: number,
  ) => PixelPicture;
  /** Hides of a picture what a mask of the same size in pixels does not show. */
  readonly hide: (picture: PixelPicture, mask: PixelPicture, shown: Shown) => void;
  /** Draws a frame of a transition; the canvas is neither of its frames. All three are of one size and format. */
  readonly mixFrames: (transition: TransitionToMix, canvas: Frame) => void;
  readonly dispose: () => void;
}

/** What of a mask's picture shows: luminance, a colour, each over black, or opacity; or what it leaves. */
export interface Shown {
  readonly channel: (typeof MASK_CHANNELS)[number];
  readonly isInverted: boolean;
}

/** In the order of the kernel's numbers. */
const MASK_CHANNELS = ['luma', 'red', 'green', 'blue', 'alpha'] as const;

/** @param cubeNamed The tables of colours that effects name. */
export function createCompositor(
  kernels: Kernels,
  memory: KernelMemory,
  cubeNamed: (name: string) => Cube = noCube,
): Compositor {
  const room = createRoom(kernels, memory, cubeNamed);
  return {
    pictures: room.pictures,
    composeFrame({ ground, layers }, canvas) {
      if (ground !== 'canvas') fillFrame(memory, canvas, ground);
      const target = frameTarget(kernels, canvas, () => room.ground(canvas.width));
      for (const layer of layers) draw(room, layer, layer.row.matrix, target);
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
        draw(room, layer, matrix, target);
      }
      room.pictures.changed(into);
    },
    withEffects: (picture, size, effects, frame) => withEffects(room, picture, size, effects, frame),
    hide(picture, mask, { channel, isInverted }) {
      invariant(picture.width === mask.width && picture.height === mask.height, 'the mask is as large as the picture');
      const number = MASK_CHANNELS.indexOf(channel);
      for (let y = 0; y < picture.height; y++) {
        const [at, from] = [pixelAt(picture, 0, y), pixelAt(mask, 0, y)];
        kernels.mask(at, from, number, isInverted ? 1 : 0, picture.width);
      }
      room.pictures.changed(picture);
    },
    mixFrames: (transition, canvas) => mixFrames(room, transition, canvas),
    dispose: room.dispose,
  };
}

function noCube(name: string): never {
  throw new Error(`there is no table ${name}`);
}

function draw(room: ScratchSpace, { row, size, picture }: LayerToCompose, matrix: Affine, target: Target): void {
  const { blendMode, window } = row;
  const opacity = Math.floor(256 * row.opacity + 0.5);
  if (opacity <= 0) return;
  if (window !== null && picture.kind === 'pixels') {
    drawWindow(room, picture, { matrix, window, size }, { opacity, blendMode }, target);
    return;
  }
  const samplings = samplingsOf(picture, { matrix, window: null, size }, room.pictures);
  if (samplings === null) return;
  const isPlain = opacity === 256 && blendMode === 'normal';
  if (isPlain && drawCopy(samplings, target)) return;
  drawSampled(room, samplings, { opacity, blendMode }, whole(target), target);
}

/** In pixels of a picture. */
export interface GroupArea {
  readonly size: Size;
  /** Where the group's own box lies in it. */
  readonly box: Box;
}

/**
 * The pixels that a group's picture needs: its box, and what its layers reach beyond it, up to a picture's largest side.
 * @param layers Those that may reach beyond it, placed in its box.
 * @param scale Pixels for one of the film.
 */
export function groupArea(layers: readonly LayerToCompose[], frame: Size, scale: number): GroupArea {
  const reached = layers.map(reachOf);
  const [width, height] = [Math.max(1, Math.ceil(frame.width * scale)), Math.max(1, Math.ceil(frame.height * scale))];
  const beyond = (side: number, far: readonly number[]) => spaceBeside(side, Math.ceil(Math.max(0, ...far) * scale));
  const left = beyond(
    width,
    reached.map((each) => -each.left),
  );
  const top = beyond(
    height,
    reached.map((each) => -each.top),
  );
  const right = beyond(
    width,
    reached.map((each) => each.left + each.width - frame.width),
  );
  const bottom = beyond(
    height,
    reached.map((each) => each.top + each.height - frame.height),
  );
  return {
    size: { width: left + width + right, height: top + height + bottom },
    box: { left, top, width: frame.width * scale, height: frame.height * scale },
  };
}

/** Where a layer's picture lies, shadows beyond its box included. */
function reachOf({ row, size, picture }: LayerToCompose): Rect {
  const { matrix } = row;
  if (picture.kind === 'solid' || row.window !== null) return boundsOf(matrix, size);
  const { box } = picture;
  const [across, down] = [perPixel(size.width, box.width), perPixel(size.height, box.height)];
  const [x, y] = [-box.left * across, -box.top * down];
  const corner = { e: matrix.a * x + matrix.c * y + matrix.e, f: matrix.b * x + matrix.d * y + matrix.f };
  return boundsOf({ ...matrix, ...corner }, { width: picture.width * across, height: picture.height * down });
}

/** Of the film for a pixel of a picture. A text whose letters lie one over another has a box without width, and still shows. */
function perPixel(side: number, pixels: number): number {
  return pixels > 0 ? side / pixels : 1;
}
