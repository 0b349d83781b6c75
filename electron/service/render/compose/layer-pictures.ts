import { fillGradient } from '../../../../shared/compositor/gradient.ts';
import type { Address } from '../../../../shared/compositor/kernels/kernels.ts';
import type { KernelMemory } from '../../../../shared/compositor/kernels/memory.ts';
import type { Picture, PixelPicture } from '../../../../shared/compositor/pictures/picture.ts';
import type { Pictures } from '../../../../shared/compositor/pictures/pictures.ts';
import type { Drawing } from '../../../../shared/drawings/drawing/drawing.ts';
import { drawingScale } from '../../../../shared/film/rows/drawing-scale.ts';
import { imageDrawing, shapeDrawing, solidBox, textDrawing } from '../../../../shared/film/rows/layer-drawing.ts';
import { lookAt } from '../../../../shared/film/rows/look.ts';
import type { DrawnLook } from '../../../../shared/film/rows/row.ts';
import { layerTime, ownFrame } from '../../../../shared/film/time/layer-time.ts';
import { assertNever, required } from '../../../../shared/lib/assert.ts';
import type { Layer } from '../../../../shared/template/movie/movie.ts';
import { toBt709 } from '../../../../shared/template/values/color.ts';
import type { Frames } from '../../../../shared/template/values/frame-rate.ts';
import type { Gradient } from '../../../../shared/template/values/gradient.ts';
import type { Size } from '../../../../shared/template/values/placement.ts';
import type { ComposedLayer, ComposedScene } from '../parts/composed-part.ts';
import type { DecodedPictures, Drawn } from './compose-task.ts';
import { frameBytes } from './raw-frame.ts';

/** The pictures of a part's layers, as they are in one frame after another. */
export interface LayerPictures {
  /**
   * Has everything drawn that a frame shows of layers. `slots` are where the frames of the decoders lie.
   * @param frame Of the clock that they count in.
   */
  prepare(
    layers: readonly ComposedLayer[],
    frame: number,
    stage: Stage,
    slots: readonly (number | null)[],
  ): Promise<void>;
  /** Whether a layer is seen in the frame that was prepared: it is there, and its source has not ended and hides it. */
  isSeen(layer: Layer): boolean;
  /** In pixels of the film; of a layer that was prepared. */
  sizeOf(layer: Layer): Size;
  pictureOf(layer: Layer): { readonly picture: Picture; readonly size: Size };
  /** Pixels of its picture for one of the film; of a layer that was prepared. */
  scaleOf(layer: Layer, stage: Stage): number;
  /** What is drawn anew for each frame is let go, and nothing is prepared any more. */
  forget(): void;
  dispose(): void;
}

/** What layers stand in: a scene, a group, or a layer that they mask. */
export interface Stage {
  /** What percentages are of, in pixels of the film. */
  readonly frame: Size;
  /** How long its clock runs. */
  readonly duration: Frames;
  /** Pixels of its picture for one of the film. */
  readonly scale: number;
}

interface OnKernels {
  readonly memory: KernelMemory;
  readonly pictures: Pictures;
}

/** What a layer shows at the moment. */
interface Shown {
  readonly size: Size;
  readonly picture: () => Picture;
}

export function createLayerPictures(
  { frameRate }: Pick<ComposedScene, 'frameRate'>,
  decoded: readonly DecodedPictures[],
  on: OnKernels,
  draw: (drawing: Drawing) => Promise<Drawn>,
): LayerPictures {
  const videos = decoded.map(({ picture, slots }) => createVideoPicture(picture, slots, on));
  const scales = new Map<Layer, number>();
  /** What does not change stays, by the drawing's data. */
  const kept = new Map<string, Shown & { readonly pixels: PixelPicture }>();
  const moving = new Map<string, Shown & { readonly pixels: PixelPicture }>();
  const shown = new Map<Layer, Shown>();

  const scaleOf = (layer: Layer, { frame, duration, scale: outer }: Stage, size: Size): number => {
    const scale = scales.get(layer) ?? scaleWithin(outer, drawingScale(layer, duration, frameRate, frame, size), size);
    scales.set(layer, scale);
    return scale;
  };
  const drawn = async (
    layer: Layer,
    stage: Stage,
    drawingAt: (scale: number) => Drawing,
    look: DrawnLook | null,
  ): Promise<Shown> => {
    const scale = scaleOf(layer, stage, stage.frame);
    const drawing = drawingAt(scale);
    const key = JSON.stringify(drawing);
    const known = kept.get(key) ?? moving.get(key);
    if (known !== undefined) return known;
    const picture = await draw(drawing);
    const pixels = pixelsOf(picture, layer.kind === 'image', on);
    const { width, height } = picture.layout;
    const made = { size: { width, height }, picture: () => pixels, pixels };
    (look === null ? kept : moving).set(key, made);
    return made;
  };
  const shaded = (layer: Layer, gradient: Gradient, stage: Stage, size: Size): Shown => {
    const scale = scaleOf(layer, stage, size);
    const key = JSON.stringify([gradient, size, scale]);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const side = (length: number) => Math.max(1, Math.min(MOST_PIXELS, Math.round(length * scale)));
    const isOpaque = gradient.stops.every(({ color }) => color.alpha === 1);
    const pixels = on.pictures.create({ width: side(size.width), height: side(size.height) }, { isOpaque });
    fillGradient(on.memory, pixels, gradient, size);
    const made = { size, picture: () => pixels, pixels };
    kept.set(key, made);
    return made;
  };
  const show = async (
    { layer, from }: ComposedLayer,
    own: number,
    stage: Stage,
    slots: readonly (number | null)[],
  ): Promise<Shown> => {
    const { frame } = stage;
    const { length } = layerTime(layer, stage.duration);
    const look = lookAt(layer, own, length);
    const within = (scale: number) => ({ frame, scale, look });
    switch (layer.kind) {
      case 'video': {
        if (from.kind !== 'decoder') throw new Error('a video without a decoder');
        const slot = required(slots[from.decoder] ?? undefined, 'a frame of a video that is there');
        return { size: from.size, picture: () => required(videos[from.decoder], 'its decoder').load(slot) };
      }
      case 'solid': {
        const size = solidBox(layer, frame);
        if (layer.gradient !== undefined) return shaded(layer, layer.gradient, stage, size);
        const { alpha, ...color } = look?.color ?? layer.color;
        const { luma, differenceBlue, differenceRed } = toBt709(color);
        const solid: Picture = {
          kind: 'solid',
          ...size,
          color: [luma, differenceBlue, differenceRed, Math.round(alpha * 255)],
        };
        return { size, picture: () => solid };
      }
      case 'shape':
        return drawn(layer, stage, (scale) => shapeDrawing(layer, within(scale)), look);
      case 'text':
        return drawn(
          layer,
          stage,
          (scale) => textDrawing(layer, from.kind === 'text' ? from.fonts : [], within(scale)),
          look,
        );
      case 'image':
        return drawn(
          layer,
          stage,
          (scale) => imageDrawing(layer, from.kind === 'image' ? from.sha256 : '', within(scale)),
          null,
        );
      case 'group': {
        const size = solidBox(layer, frame);
        return { size, picture: () => nothing(size) };
      }
      default:
        return assertNever(layer);
    }
  };
  const of = (layer: Layer): Shown => required(shown.get(layer), 'a layer that is there was prepared');
  const letGo = (drawings: Map<string, { readonly pixels: PixelPicture }>): void => {
    for (const { pixels } of drawings.values()) on.pictures.release(pixels);
    drawings.clear();
  };
  return {
    prepare: async (layers, frame, stage, slots) => {
      for (const each of layers) {
        const own = ownFrame(layerTime(each.layer, stage.duration), frame);
        if (own !== null && !isHidden(each, slots)) shown.set(each.layer, await show(each, own, stage, slots));
      }
    },
    isSeen: (layer) => shown.has(layer),
    scaleOf: (layer, stage) => scaleOf(layer, stage, of(layer).size),
    sizeOf: (layer) => of(layer).size,
    pictureOf: (layer) => ({ picture: of(layer).picture(), size: of(layer).size }),
    forget: () => {
      letGo(moving);
      shown.clear();
    },
    dispose: () => {
      letGo(moving);
      letGo(kept);
      for (const video of videos) video.dispose();
    },
  };
}

/** Of a side of a picture. */
const MOST_PIXELS = 8192;
/** Larger than this nothing is drawn, however large what it stands in is shown. */
const LARGEST = 4;

function scaleWithin(outer: number, own: number, { width, height }: Size): number {
  return Math.min(Math.max(own, Math.min(LARGEST, outer * own)), Math.max(own, MOST_PIXELS / Math.max(width, height)));
}

function nothing(size: Size): Picture {
  return { kind: 'solid', ...size, color: [0, 0, 0, 0] };
}

/** A decoder has a frame wherever its layer is seen. */
function isHidden({ from }: ComposedLayer, slots: readonly (number | null)[]): boolean {
  return from.kind === 'decoder' && slots[from.decoder] === null;
}

/** A video's picture in the kernels' memory, of one frame after another. */
function createVideoPicture(
  { width, height, pixelFormat }: DecodedPictures['picture'],
  slots: DecodedPictures['slots'],
  { memory, pictures }: OnKernels,
) {
  let taken: { readonly raw: Address; readonly picture: PixelPicture } | null = null;
  const place = () => {
    taken ??= {
      raw: memory.take(frameBytes({ width, height, pixelFormat })),
      picture: pictures.create({ width, height }, { isOpaque: pixelFormat !== 'yuva444p' }),
    };
    return taken;
  };
  return {
    load: (slot: number): Picture => {
      const { raw, picture } = place();
      memory.bytes().set(new Uint8Array(required(slots[slot], 'a slot of the decoder')), raw);
      if (pixelFormat === 'yuva444p') pictures.fillFromYuva(picture, raw);
      else pictures.fillFromFrame(picture, { width, height, format: pixelFormat, at: raw });
      return picture;
    },
    dispose: () => {
      if (taken === null) return;
      memory.giveBack(taken.raw);
      pictures.release(taken.picture);
      taken = null;
    },
  };
}

/** A drawing in the kernels' memory. An image without transparency is opaque up to its edge. */
export function pixelsOf(
  { layout, picture: drawn }: Drawn,
  isImage: boolean,
  { pictures }: { readonly pictures: Pictures },
): PixelPicture {
  const { width, height, originX, originY, scaleX, scaleY, rgba } = drawn;
  const box = { left: originX, top: originY, width: layout.width * scaleX, height: layout.height * scaleY };
  const isOpaque = isImage && rgba.every((value, at) => at % 4 !== 3 || value === 255);
  const picture = pictures.create({ width, height }, { box, isOpaque });
  pictures.fillFromRgba(picture, rgba);
  return picture;
}
