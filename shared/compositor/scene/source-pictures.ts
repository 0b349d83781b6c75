import { required } from '../../lib/assert.ts';
import type { Layer } from '../../template/movie/movie.ts';
import { type Paint, toBt709 } from '../../template/values/color.ts';
import type { Size } from '../../template/values/placement.ts';
import type { LayerState } from '../../timeline/layer-state.ts';
import { fillsFrameAtRest } from '../../timeline/plain-scenes.ts';
import type { Compositor } from '../compositor.ts';
import type { Address } from '../kernels/kernels.ts';
import type { KernelMemory } from '../kernels/memory.ts';
import { lengthOf } from '../pixels/frames.ts';
import type { Picture, Pictures, PixelPicture, RawFrame } from '../pixels/picture.ts';
import {
  type ComposedCanvas,
  type ComposedLayer,
  type ComposedScene,
  composedSize,
  type DecodedPictures,
  type Drawn,
  frameBytes,
  workingFormat,
} from './composed-scene.ts';

export interface KernelContext {
  readonly memory: KernelMemory;
  readonly pictures: Pictures;
  readonly withEffects: Compositor['withEffects'];
  /** The number of pixels per pixel of the film, on both axes. */
  readonly frameScale: number;
  /** Creates a composer for a scene inside a layer; absent if layers cannot contain scenes. */
  readonly compose?: (scene: ComposedScene) => InnerScene;
}

/** A composer of a scene that is nested in another scene. */
interface InnerScene {
  prepareAt(frame: number, slots: readonly (number | null)[]): Promise<InnerFrame>;
  dispose(): void;
}

interface InnerFrame {
  readonly base: { readonly bytes: ArrayBufferLike } | null;
  paint(target: RawFrame): void;
}

/** Creates the picture of a video in the kernels' memory. All frames use the same memory. */
export function createVideoPicture(
  { picture: { width, height, pixelFormat }, slots, effects = [] }: DecodedPictures,
  { memory, pictures, withEffects }: KernelContext,
) {
  let changedPicture: PixelPicture | null = null;
  let allocated: { readonly raw: Address; readonly picture: PixelPicture } | null = null;
  const allocate = () => {
    allocated ??= {
      raw: memory.take(frameBytes({ width, height, pixelFormat })),
      picture: pictures.create({ width, height }, { isOpaque: pixelFormat !== 'yuva444p' }),
    };
    return allocated;
  };
  return {
    /** @param size The size of the layer, the unit of lengths in its effects. */
    load: (slot: number, size: Size): Picture => {
      const { raw, picture } = allocate();
      memory.bytes().set(new Uint8Array(required(slots[slot], 'a slot of the decoder')), raw);
      pictures.fillFromFrame(picture, { width, height, format: pixelFormat, at: raw });
      if (effects.length === 0) return picture;
      if (changedPicture !== null) pictures.release(changedPicture);
      changedPicture = withEffects(picture, size, effects);
      return changedPicture;
    },
    dispose: () => {
      if (changedPicture !== null) pictures.release(changedPicture);
      changedPicture = null;
      if (allocated === null) return;
      memory.giveBack(allocated.raw);
      pictures.release(allocated.picture);
      allocated = null;
    },
  };
}

/** Creates the picture of a whole scene in the kernels' memory. All frames use the same memory. */
export function createScenePicture(scene: ComposedScene, { memory, pictures, compose, frameScale }: KernelContext) {
  const size = composedSize(scene.canvas, frameScale);
  const inner = required(compose, 'what composes scenes')(scene);
  const frame = takeFrame(scene.canvas, frameScale, memory);
  const picture = pictures.create(size, { isOpaque: frame.format !== 'weighted' });
  return {
    /** Loads a frame of the scene. The last frame is repeated after the end of the scene. */
    load: async (at: number, slots: readonly (number | null)[]): Promise<Picture> => {
      if (at >= scene.duration - TOLERANCE) return picture;
      const { base, paint } = await inner.prepareAt(at, slots);
      if (base !== null) memory.bytes().set(new Uint8Array(base.bytes), frame.at);
      paint(frame);
      pictures.fillFromFrame(picture, frame);
      return picture;
    },
    dispose: () => {
      inner.dispose();
      memory.giveBack(frame.at);
      pictures.release(picture);
    },
  };
}

/** Allocates memory for a frame in which layers are composed. */
export function takeFrame(canvas: ComposedCanvas, frameScale: number, memory: KernelMemory): RawFrame {
  const frame = { ...composedSize(canvas, frameScale), format: workingFormat(canvas) };
  return { ...frame, at: memory.take(lengthOf(frame)) };
}

/** The tolerance for rounding errors of frame numbers, less than one frame. */
const TOLERANCE = 1e-9;

/** Copies a drawing into the kernels' memory. An image without transparency is marked as opaque. */
export function pixelsOf(
  { layout, picture: drawn }: Drawn,
  isImage: boolean,
  { pictures }: { readonly pictures: Pictures },
): PixelPicture {
  const { width, height, originX, originY, scaleX, scaleY, rgba } = drawn;
  const box = { left: originX, top: originY, width: layout.width * scaleX, height: layout.height * scaleY };
  const isOpaque = isImage && isOpaqueAll(rgba);
  const picture = pictures.create({ width, height }, { box, isOpaque });
  pictures.fillFromRgba(picture, rgba);
  return picture;
}

/** Returns whether all alpha values are 255. A simple loop is fast enough for every frame of an animated image. */
function isOpaqueAll(rgba: Uint8Array): boolean {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 255) return false;
  return true;
}

/** Returns a picture of one color. */
export function solidPicture({ alpha, ...color }: Paint, size: Size): Picture {
  const { luma, differenceBlue, differenceRed } = toBt709(color);
  return { kind: 'solid', ...size, color: [luma, differenceBlue, differenceRed, Math.round(alpha * 255)] };
}

/** Returns a transparent picture. */
export function emptyPicture(size: Size): Picture {
  return { kind: 'solid', ...size, color: [0, 0, 0, 0] };
}

/**
 * Returns the decoder of the lowest layer if its frame can be the canvas: the frame is opaque and covers the film
 * exactly. Returns null otherwise.
 */
export function canvasDecoder(
  rows: readonly LayerState[],
  byLayer: ReadonlyMap<Layer, ComposedLayer>,
  { canvas }: ComposedScene,
  decoded: readonly DecodedPictures[],
  frameScale: number,
): number | null {
  const [lowest] = rows;
  const { from, masks } = (lowest && byLayer.get(lowest.layer)) ?? {};
  if (lowest === undefined || from?.kind !== 'decoder') return null;
  const { picture, effects = [] } = decoded[from.decoder] ?? {};
  const { a, b, c, d, e, f } = lowest.matrix;
  const isAtPlace = a === 1 && b === 0 && c === 0 && d === 1 && e === 0 && f === 0;
  const covers = picture?.width === canvas.width && picture.height === canvas.height;
  const isWhole = lowest.opacity === 1 && lowest.blendMode === 'normal' && lowest.window === null;
  const isAsDecoded = lowest.effects.length === 0 && masks?.length === 0 && effects.length === 0;
  const isInFormat = picture?.pixelFormat === workingFormat(canvas);
  return frameScale === 1 && isAtPlace && covers && isWhole && isAsDecoded && isInFormat ? from.decoder : null;
}

/**
 * Aligns a frame-filling video to even pixels in yuv420p, because two pixels share chroma. Existing films depend on
 * this placement.
 */
export function roundedToChroma(row: LayerState, canvas: ComposedCanvas): LayerState {
  const isReshaped = row.effects.some(({ type }) => type === 'crop' || type === 'rotate' || type === 'perspective');
  if (workingFormat(canvas) !== 'yuv420p' || isReshaped || !fillsFrameAtRest(row.layer)) return row;
  const even = (pixels: number): number => Math.floor(pixels / 2) * 2;
  return { ...row, matrix: { ...row.matrix, e: even(row.matrix.e), f: even(row.matrix.f) } };
}
