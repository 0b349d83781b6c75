import type { Address } from '../../../../shared/compositor/kernels.ts';
import type { KernelMemory } from '../../../../shared/compositor/memory.ts';
import type { Picture, PixelPicture } from '../../../../shared/compositor/picture.ts';
import type { Pictures } from '../../../../shared/compositor/pictures.ts';
import type { Drawing, DrawingFault } from '../../../../shared/drawings/drawing/drawing.ts';
import { drawingScale } from '../../../../shared/film/drawing-scale.ts';
import { imageDrawing, shapeDrawing, solidBox, textDrawing } from '../../../../shared/film/layer-drawing.ts';
import { layerTime, ownFrame } from '../../../../shared/film/layer-time.ts';
import { lookAt } from '../../../../shared/film/motion/look.ts';
import type { DrawnLook } from '../../../../shared/film/row.ts';
import { assertNever, required } from '../../../../shared/lib/assert.ts';
import type { Result } from '../../../../shared/lib/result.ts';
import type { Layer } from '../../../../shared/template/movie/movie.ts';
import { toBt709 } from '../../../../shared/template/values/color.ts';
import type { Size } from '../../../../shared/template/values/placement.ts';
import type { ComposedLayer, ComposedScene } from '../parts/composed-part.ts';
import type { DecodedPictures, Drawn } from './compose-task.ts';
import { frameBytes } from './raw-frame.ts';

/** The pictures of a part's layers, as they are in one frame after another. */
export interface LayerPictures {
  /** Has everything drawn that a frame of the scene shows. `slots` are where the frames of the decoders lie. */
  prepare(sceneFrame: number, slots: readonly (number | null)[]): Promise<void>;
  /** In pixels of the film; of a layer that was prepared. */
  sizeOf(layer: Layer): Size;
  pictureOf(layer: Layer): { readonly picture: Picture; readonly size: Size };
  /** What is drawn anew for each frame is let go. */
  forget(): void;
  dispose(): void;
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
  scene: ComposedScene,
  decoded: readonly DecodedPictures[],
  on: OnKernels,
  draw: (drawing: Drawing) => Promise<Result<Drawn, DrawingFault>>,
): LayerPictures {
  const videos = decoded.map(({ picture, slots }) => createVideoPicture(picture, slots, on));
  const scales = new Map<Layer, number>();
  /** What does not change stays, by the drawing's data. */
  const kept = new Map<string, Shown & { readonly pixels: PixelPicture }>();
  const moving = new Map<string, Shown & { readonly pixels: PixelPicture }>();
  const shown = new Map<Layer, Shown>();

  const scaleOf = (layer: Layer, size: Size): number => {
    const scale = scales.get(layer) ?? drawingScale(layer, scene.duration, scene.frameRate, scene.canvas, size);
    scales.set(layer, scale);
    return scale;
  };
  const drawn = async (layer: Layer, drawingAt: (scale: number) => Drawing, look: DrawnLook | null): Promise<Shown> => {
    const scale = scaleOf(layer, scene.canvas);
    const drawing = drawingAt(scale);
    const key = JSON.stringify(drawing);
    const known = kept.get(key) ?? moving.get(key);
    if (known !== undefined) return known;
    const result = await draw(drawing);
    if (!result.ok) throw new Error(`a drawing that was laid out cannot be drawn: ${result.error.code}`);
    const pixels = pixelsOf(result.value, on);
    const { width, height } = result.value.layout;
    const made = { size: { width, height }, picture: () => pixels, pixels };
    (look === null ? kept : moving).set(key, made);
    return made;
  };
  const show = async (
    { layer, from }: ComposedLayer,
    own: number,
    slots: readonly (number | null)[],
  ): Promise<Shown> => {
    const { length } = layerTime(layer, scene.duration);
    const look = lookAt(layer, own, length);
    const within = (scale: number) => ({ frame: scene.canvas, scale, look });
    switch (layer.kind) {
      case 'video': {
        if (from.kind !== 'decoder') throw new Error('a video without a decoder');
        const slot = required(slots[from.decoder] ?? undefined, 'a frame of a video that is there');
        return { size: from.size, picture: () => required(videos[from.decoder], 'its decoder').load(slot) };
      }
      case 'solid': {
        const size = solidBox(layer, scene.canvas);
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
        return drawn(layer, (scale) => shapeDrawing(layer, within(scale)), look);
      case 'text':
        return drawn(layer, (scale) => textDrawing(layer, from.kind === 'text' ? from.fonts : [], within(scale)), look);
      case 'image':
        return drawn(
          layer,
          (scale) => imageDrawing(layer, from.kind === 'image' ? from.sha256 : '', within(scale)),
          null,
        );
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
    prepare: async (sceneFrame, slots) => {
      shown.clear();
      for (const each of scene.layers) {
        const own = ownFrame(layerTime(each.layer, scene.duration), sceneFrame);
        if (own !== null) shown.set(each.layer, await show(each, own, slots));
      }
    },
    sizeOf: (layer) => of(layer).size,
    pictureOf: (layer) => ({ picture: of(layer).picture(), size: of(layer).size }),
    forget: () => letGo(moving),
    dispose: () => {
      letGo(moving);
      letGo(kept);
      for (const video of videos) video.dispose();
    },
  };
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

/** A drawing in the kernels' memory. */
function pixelsOf({ layout, picture: drawn }: Drawn, { pictures }: OnKernels): PixelPicture {
  const { width, height, originX, originY, scaleX, scaleY, rgba } = drawn;
  const box = { left: originX, top: originY, width: layout.width * scaleX, height: layout.height * scaleY };
  const picture = pictures.create({ width, height }, { box });
  pictures.fillFromRgba(picture, rgba);
  return picture;
}
