import type { Drawing, TextDrawing } from '../../drawings/drawing/drawing.ts';
import { required } from '../../lib/assert.ts';
import type { CodeLayer, Layer, LayerOf, TextLayer } from '../../template/movie/movie.ts';
import type { LayerKind } from '../../template/tables/elements.ts';
import type { Gradient } from '../../template/values/color.ts';
import type { FrameRate, Frames } from '../../template/values/frame-rate.ts';
import type { Size } from '../../template/values/placement.ts';
import { codeBox, codePixels } from '../../timeline/codes.ts';
import {
  type DrawingPlace,
  drawingScale,
  imageDrawing,
  shapeDrawing,
  solidBox,
  textDrawing,
} from '../../timeline/layer-drawing.ts';
import { type AnimatedStyle, hasOneSize, styleAt } from '../../timeline/layer-state.ts';
import { layerTime, localFrame, pictureAt } from '../../timeline/time.ts';
import type { LayerToCompose } from '../compositor.ts';
import { fillGradient } from '../effects/colors.ts';
import { createFrameCache } from '../pixels/frames.ts';
import type { Picture, PixelPicture } from '../pixels/picture.ts';
import type { ComposedLayer, ComposedScene, DecodedPictures, Drawn, PictureOrigin } from './composed-scene.ts';
import {
  createScenePicture,
  createVideoPicture,
  emptyPicture,
  type KernelContext,
  pixelsOf,
  solidPicture,
} from './source-pictures.ts';
import {
  type CaptionAtFrame,
  captionAtFrame,
  captionParts,
  type KeyedDrawing,
  keyed,
  type PartDrawing,
  textParts,
} from './text-part-pictures.ts';

/** The current picture of a layer. */
interface LayerPicture {
  readonly size: Size;
  readonly picture: () => Picture;
  /** The visible parts of a text that move separately, from bottom to top, placed in its box. */
  readonly parts?: readonly LayerToCompose[];
}

interface PixelLayerPicture extends LayerPicture {
  readonly pixels: PixelPicture;
}

/** A drawing in the kernels' memory. */
type DrawnLayerPicture = PixelLayerPicture & PartDrawing;

/** The pictures of the layers of a part, prepared frame by frame. */
export interface LayerPictures {
  /**
   * Prepares the pictures of the layers in a frame. `slots` has the memory slot of each decoder's frame; null if the
   * decoder has no frame.
   * @param frame The frame on the clock of the layers.
   */
  prepare(
    layers: readonly ComposedLayer[],
    frame: number,
    stage: Stage,
    slots: readonly (number | null)[],
  ): Promise<void>;
  /** Requests the drawings of captions in a later frame, so that `prepare` does not have to wait for them. */
  foresee(layers: readonly ComposedLayer[], frame: number, stage: Stage): void;
  /**
   * Returns whether a layer is visible in the prepared frame: it appears, and it is not hidden because its source has
   * ended.
   */
  isSeen(layer: Layer): boolean;
  /** Returns the size of a prepared layer in pixels of the film. */
  sizeOf(layer: Layer): Size;
  pictureOf(layer: Layer): { readonly picture: Picture; readonly size: Size };
  /**
   * Returns the parts of a text that move separately, from bottom to top, placed in its box; null if the text is a
   * single picture.
   */
  partsOf(layer: Layer): readonly LayerToCompose[] | null;
  /** Returns the number of picture pixels per pixel of the film, for a prepared layer. */
  scaleOf(layer: Layer, stage: Stage): number;
  /** Frees changing pictures that this frame did not use. Resets the prepared layers. */
  forget(): void;
  dispose(): void;
}

/** The container of layers: a scene, a group, or, for the layers of a mask, the masked layer. */
export interface Stage {
  /** The size to which percentages refer, in pixels of the film. */
  readonly frame: Size;
  /** The duration of the container's clock. */
  readonly duration: Frames;
  /** The number of picture pixels per pixel of the film. */
  readonly scale: number;
  /** The factor in `scale` that reduces the frame for a preview; 1 for a frame at full size. */
  readonly frameScale: number;
  /** Whether the size of the frame is constant. If so, drawings with relative sides are the same in every frame. */
  readonly isSteady: boolean;
}

/**
 * The lifetime of a drawing. `always`: the whole part. `one loop`: as long as memory allows, for example until the
 * next loop of an image. `once`: as long as consecutive frames use it.
 */
type Lifetime = 'always' | 'one loop' | 'once';

interface LayerFrame {
  /** The layer's local frame. */
  readonly own: number;
  readonly stage: Stage;
  /** The memory slot of each decoder's frame; null if the decoder has no frame. */
  readonly slots: readonly (number | null)[];
  readonly look: AnimatedStyle | null;
  readonly lifetime: Lifetime;
}

/** The maximum number of later frames whose drawings are known. */
const MAX_FORESEEN = 8;

/** Prepares the picture of a layer; null if it shows nothing. */
type ShowLayer<Kind extends LayerKind> = (
  shown: { readonly layer: LayerOf<Kind>; readonly from: PictureOrigin },
  frame: LayerFrame,
) => LayerPicture | null | Promise<LayerPicture | null>;

/** @param draw Requests the pixels of a drawing. */
export function createLayerPictures(
  { frameRate }: Pick<ComposedScene, 'frameRate'>,
  decoded: readonly DecodedPictures[],
  on: KernelContext,
  draw: (drawing: Drawing) => Promise<Drawn>,
): LayerPictures {
  const videos = decoded.map((frames) => createVideoPicture(frames, on));
  const scales = new Map<Layer, number>();
  /** Unchanging drawings, by their data. */
  const unchanging = new Map<string, DrawnLayerPicture>();
  /** Changing drawings. Each is freed when a frame does not use it. */
  const moving = new Map<string, DrawnLayerPicture>();
  /** Gradients and codes that do not change, by their data. */
  const filled = new Map<string, PixelLayerPicture>();
  const movingFilled = new Map<string, PixelLayerPicture>();
  const loopCache = createFrameCache<DrawnLayerPicture>(on.pictures.release);
  const caches = { always: unchanging, 'one loop': loopCache, once: moving };
  /** The keys of the drawings that the prepared frame uses. */
  const usedKeys = new Set<string>();
  const pictures = new Map<Layer, LayerPicture>();
  const scenes = new Map<Layer, ReturnType<typeof createScenePicture>>();

  /** The drawings of captions in later frames, by layer. */
  const foreseen = new Map<Layer, readonly CaptionAtFrame[]>();
  /** The drawings that were requested before the frame that uses them, by their data. */
  const requested = new Map<string, Promise<Drawn>>();
  const request = ({ drawing, key }: KeyedDrawing): void => {
    if (requested.has(key) || Object.values(caches).some((cache) => cache.get(key) !== undefined)) return;
    const drawn = draw(drawing);
    // The frame that uses the drawing reports the failure.
    drawn.catch(() => undefined);
    requested.set(key, drawn);
  };

  const scaleOf = (layer: Layer, { frame, duration, scale: outer, frameScale }: Stage, size: Size): number => {
    const own = () => drawingScale(layer, duration, frameRate, frame, size);
    const scale = scales.get(layer) ?? frameScale * scaleWithin(outer / frameScale, own(), size);
    scales.set(layer, scale);
    return scale;
  };
  const releaseUnused = (drawings: Map<string, PixelLayerPicture>): void => {
    for (const [key, { pixels }] of drawings) {
      if (usedKeys.has(key)) continue;
      on.pictures.release(pixels);
      drawings.delete(key);
    }
  };
  const drawnPicture = async (
    layer: Layer,
    stage: Stage,
    drawingAt: (scale: number) => Drawing,
    lifetime: Lifetime,
  ): Promise<DrawnLayerPicture> => {
    const scale = scaleOf(layer, stage, stage.frame);
    return await drawnOnce(layer, keyed(drawingAt(scale)), lifetime);
  };
  const drawnOnce = async (
    layer: Layer,
    { drawing, key }: KeyedDrawing,
    lifetime: Lifetime,
  ): Promise<DrawnLayerPicture> => {
    usedKeys.add(key);
    const existing = caches[lifetime].get(key);
    if (existing !== undefined) return existing;
    const picture = await (requested.get(key) ?? draw(drawing));
    requested.delete(key);
    const pixels = pixelsOf(picture, layer.kind === 'image', on);
    const { width, height } = picture.layout;
    const created = { size: { width, height }, picture: () => pixels, pixels, layout: picture.layout };
    caches[lifetime].set(key, created);
    return created;
  };
  const gradientPicture = (layer: Layer, gradient: Gradient, stage: Stage, size: Size): LayerPicture => {
    const scale = scaleOf(layer, stage, size);
    const key = JSON.stringify([gradient, size, scale]);
    usedKeys.add(key);
    const cache = stage.isSteady && hasOneSize(layer) ? filled : movingFilled;
    const existing = cache.get(key);
    if (existing !== undefined) return existing;
    const side = (length: number) => Math.max(1, Math.min(MAX_SIDE, Math.round(length * scale)));
    const isOpaque = gradient.stops.every(({ color }) => color.alpha === 1);
    const pixels = on.pictures.create({ width: side(size.width), height: side(size.height) }, { isOpaque });
    fillGradient(on.memory, pixels, gradient, size);
    const created = { size, picture: () => pixels, pixels };
    cache.set(key, created);
    return created;
  };
  const codePicture = (layer: CodeLayer, stage: Stage): LayerPicture => {
    const { content, level, margin, color, background } = layer;
    const size = codeBox(layer, stage.frame);
    const key = JSON.stringify([content, level, margin, color, background, size]);
    usedKeys.add(key);
    const cache = stage.isSteady ? filled : movingFilled;
    const existing = cache.get(key);
    if (existing !== undefined) return existing;
    // Draw the code at the scale of the film, even for a smaller frame. Otherwise, some modules would be wider than
    // others.
    const drawn = { width: Math.min(MAX_SIDE, size.width), height: Math.min(MAX_SIDE, size.height) };
    const pixels = on.pictures.create(drawn, { isOpaque: color.alpha === 1 && background.alpha === 1 });
    on.pictures.fillFromRgba(pixels, codePixels(layer, drawn));
    const created = { size, picture: () => pixels, pixels };
    cache.set(key, created);
    return created;
  };
  const textPicture = async (
    layer: TextLayer,
    from: PictureOrigin,
    own: number,
    stage: Stage,
    look: AnimatedStyle | null,
  ): Promise<LayerPicture> => {
    const { frame } = stage;
    const lifetime = textLifetime(look, stage);
    const drawingAt = (scale: number) => drawingOfText(layer, from, { frame, scale, look });
    const whole = await drawnPicture(layer, stage, drawingAt, lifetime);
    const { length } = layerTime(layer, stage.duration);
    const timing = { frame: own, length, rate: frameRate, scale: scaleOf(layer, stage, frame), look };
    const parts = await textParts({ ...layer, ...look?.text }, whole, timing, (part) =>
      drawnPicture(layer, stage, (scale) => ({ ...drawingAt(scale), part }), lifetime),
    );
    return parts === null ? whole : { ...whole, parts };
  };
  const imagePicture: ShowLayer<'image'> = ({ layer, from }, { own, stage, lifetime }) => {
    if (from.kind !== 'image') throw new Error('an image without its digest');
    const picture = (from.run && pictureAt(from.run, own, frameRate)) ?? 0;
    const at = (scale: number) => imageDrawing(layer, from.sha256, { frame: stage.frame, scale }, picture);
    return drawnPicture(layer, stage, at, from.run === undefined ? lifetime : 'one loop');
  };
  const captionsPicture: ShowLayer<'captions'> = async ({ layer, from }, { own, stage, look, lifetime }) => {
    const scale = scaleOf(layer, stage, stage.frame);
    const found =
      foreseen.get(layer)?.find((each) => each.own === own) ??
      captionAtFrame(layer, from, own, { frame: stage.frame, look, scale });
    if (found === null) return null;
    // Cache the drawings of captions only while memory allows, because a long scene has thousands of captions. A drawing
    // with an active word is used only while the word is active.
    const unchanged = layer.display === undefined ? 'one loop' : 'once';
    const cached = lifetime === 'always' ? unchanged : lifetime;
    const drawn: DrawnLayerPicture[] = [];
    for (const drawing of found.drawings) drawn.push(await drawnOnce(layer, drawing, cached));
    const whole = required(drawn.at(-1), 'a drawing of a caption');
    const parts = captionParts(layer, found, drawn);
    return parts === null ? whole : { ...whole, parts };
  };
  const scenePicture = async (
    layer: Layer,
    from: PictureOrigin,
    own: number,
    slots: readonly (number | null)[],
  ): Promise<Picture> => {
    if (from.kind !== 'scene') throw new Error('a layer that shows no scene');
    const scene = scenes.get(layer) ?? createScenePicture(from.scene, on);
    scenes.set(layer, scene);
    return await scene.load(from.from + own, slots);
  };
  /** The functions by layer kind. A missing kind is a compilation error. */
  const pictureKinds: { readonly [Kind in LayerKind]: ShowLayer<Kind> } = {
    video: ({ from }, { slots }) => {
      if (from.kind !== 'decoder') throw new Error('a video without a decoder');
      const slot = required(slots[from.decoder] ?? undefined, 'a frame of a video that is there');
      return { size: from.size, picture: () => required(videos[from.decoder], 'its decoder').load(slot, from.size) };
    },
    image: imagePicture,
    captions: captionsPicture,
    text: ({ layer, from }, { own, stage, look }) => textPicture(layer, from, own, stage, look),
    solid: ({ layer }, { stage, look }) => {
      const size = solidBox(layer, stage.frame, look);
      if (layer.gradient !== undefined) return gradientPicture(layer, layer.gradient, stage, size);
      const solid = solidPicture(look?.color ?? layer.color, size);
      return { size, picture: () => solid };
    },
    shape: ({ layer }, { stage, look, lifetime }) =>
      drawnPicture(layer, stage, (scale) => shapeDrawing(layer, { frame: stage.frame, scale, look }), lifetime),
    code: ({ layer }, { stage }) => codePicture(layer, stage),
    group: ({ layer }, { stage }) => {
      const size = solidBox(layer, stage.frame);
      return { size, picture: () => emptyPicture(size) };
    },
    layer: async ({ layer, from }, { own, stage, slots }) => {
      const picture = await scenePicture(layer, from, own, slots);
      return { size: stage.frame, picture: () => picture };
    },
  };
  const show = async <Kind extends LayerKind>(
    layer: LayerOf<Kind>,
    from: PictureOrigin,
    own: number,
    stage: Stage,
    slots: readonly (number | null)[],
  ): Promise<LayerPicture | null> => {
    const { length } = layerTime(layer, stage.duration);
    const look = styleAt(layer, own, length, stage.frame);
    const lifetime = look === null && stage.isSteady ? 'always' : 'once';
    return await pictureKinds[layer.kind]({ layer, from }, { own, stage, slots, look, lifetime });
  };
  const preparedPicture = (layer: Layer): LayerPicture =>
    required(pictures.get(layer), 'a layer that is there was prepared');
  return {
    prepare: async (layers, frame, stage, slots) => {
      for (const layer of layers) {
        const own = localFrame(layerTime(layer.layer, stage.duration), frame);
        const isPresent = own !== null && !isHidden(layer, slots, own, frameRate);
        const picture = isPresent ? await show(layer.layer, layer.from, own, stage, slots) : null;
        if (picture !== null) pictures.set(layer.layer, picture);
      }
    },
    foresee: (layers, frame, stage) => {
      for (const { layer, from } of layers) {
        if (layer.kind !== 'captions') continue;
        const time = layerTime(layer, stage.duration);
        const own = localFrame(time, frame);
        if (own === null) continue;
        const look = styleAt(layer, own, time.length, stage.frame);
        const scale = scaleOf(layer, stage, stage.frame);
        const found = captionAtFrame(layer, from, own, { frame: stage.frame, look, scale });
        if (found === null) continue;
        foreseen.set(layer, [...(foreseen.get(layer) ?? []).slice(1 - MAX_FORESEEN), found]);
        for (const each of found.drawings) request(each);
      }
    },
    isSeen: (layer) => pictures.has(layer),
    scaleOf: (layer, stage) => scaleOf(layer, stage, preparedPicture(layer).size),
    sizeOf: (layer) => preparedPicture(layer).size,
    partsOf: (layer) => preparedPicture(layer).parts ?? null,
    pictureOf: (layer) => ({ picture: preparedPicture(layer).picture(), size: preparedPicture(layer).size }),
    forget: () => {
      releaseUnused(moving);
      releaseUnused(movingFilled);
      usedKeys.clear();
      loopCache.trim();
      pictures.clear();
    },
    dispose: () => {
      usedKeys.clear();
      releaseUnused(moving);
      loopCache.dispose();
      releaseUnused(unchanging);
      releaseUnused(filled);
      releaseUnused(movingFilled);
      for (const source of [...videos, ...scenes.values()]) source.dispose();
    },
  };
}

function drawingOfText(layer: TextLayer, from: PictureOrigin, within: DrawingPlace): TextDrawing {
  const { fonts, spanFonts } = from.kind === 'text' ? from : { fonts: [] };
  return textDrawing(layer, fonts, within, spanFonts);
}

/**
 * Returns the lifetime of the drawings of a text. If only a counted number changes, each distinct text is drawn once,
 * as long as memory allows.
 */
function textLifetime(look: AnimatedStyle | null, { isSteady }: Stage): Lifetime {
  if (!isSteady) return 'once';
  if (look === null) return 'always';
  return Object.keys(look).every((name) => name === 'text') ? 'one loop' : 'once';
}

/** The largest side of a picture, in pixels. */
const MAX_SIDE = 8192;
/** The maximum enlargement of a drawing for an enlarged container. The layer's own scale can be larger. */
const MAX_ENLARGEMENT = 4;

function scaleWithin(outer: number, own: number, { width, height }: Size): number {
  return Math.min(
    Math.max(own, Math.min(MAX_ENLARGEMENT, outer * own)),
    Math.max(own, MAX_SIDE / Math.max(width, height)),
  );
}

/** Returns whether a layer is hidden because its decoder has no frame or its animated image has ended. */
function isHidden({ from }: ComposedLayer, slots: readonly (number | null)[], own: number, rate: FrameRate): boolean {
  if (from.kind === 'image') return from.run !== undefined && pictureAt(from.run, own, rate) === null;
  return from.kind === 'decoder' && slots[from.decoder] === null;
}
