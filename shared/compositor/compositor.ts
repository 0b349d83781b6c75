import type { Affine } from '../film/rows/row.ts';
import { invariant } from '../lib/assert.ts';
import type { Cube } from './cube/read-cube.ts';
import { withEffects } from './effects/apply-effects.ts';
import type { PictureEffect } from './effects/picture-effect.ts';
import type { FrameToCompose, LayerToCompose } from './frame-to-compose.ts';
import type { Kernels } from './kernels/kernels.ts';
import type { KernelMemory } from './kernels/memory.ts';
import { drawCopy, drawSampled } from './laying/draw-layer.ts';
import { drawWindow } from './laying/draw-window.ts';
import { samplingsOf } from './laying/sampling.ts';
import { mixFrames } from './mixing/mix-frames.ts';
import type { TransitionToMix } from './mixing/transition-to-mix.ts';
import { fillFrame } from './pictures/frames.ts';
import type { Frame, Picture, PixelPicture, Size } from './pictures/picture.ts';
import { type Pictures, pixelAt, strideOf } from './pictures/pictures.ts';
import { createRoom, type DrawingRoom } from './pictures/room.ts';
import { frameTarget, pictureTarget, type Target, whole } from './pictures/target.ts';

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

function draw(room: DrawingRoom, { row, size, picture }: LayerToCompose, matrix: Affine, target: Target): void {
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
