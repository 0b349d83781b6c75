import { captionAt } from '../../captions/shown-cues.ts';
import type { Drawing, DrawingLayout, TextDrawing, TextDrawingPart } from '../../drawings/drawing/drawing.ts';
import { assertNever, required } from '../../lib/assert.ts';
import type { CaptionsLayer, ImageLayer, Layer, TextLayer } from '../../template/movie/movie.ts';
import { type Gradient, type Paint, toBt709 } from '../../template/values/color.ts';
import type { FrameRate, Frames } from '../../template/values/frame-rate.ts';
import type { Size } from '../../template/values/placement.ts';
import {
  captionDrawing,
  type DrawnIn,
  drawingScale,
  imageDrawing,
  shapeDrawing,
  solidBox,
  textDrawing,
} from '../../timeline/layer-drawing.ts';
import { type AnimatedStyle, hasOneSize, type Rect, styleAt } from '../../timeline/layer-state.ts';
import { type PlacedPart, placeParts, type TextPart, textPartsAt } from '../../timeline/text-parts.ts';
import { layerTime, localFrame, pictureAt } from '../../timeline/time.ts';
import type { LayerToCompose } from '../compositor.ts';
import { fillGradient } from '../effects/colors.ts';
import { createFrameCache } from '../pixels/frames.ts';
import type { Picture, PixelPicture } from '../pixels/picture.ts';
import type { ComposedLayer, ComposedScene, DecodedPictures, Drawn, PictureOrigin } from './composed-scene.ts';
import { createScenePicture, createVideoPicture, type OnKernels, pixelsOf } from './source-pictures.ts';

/** The current picture of a layer. */
interface Shown {
  readonly size: Size;
  readonly picture: () => Picture;
  /** The visible parts of a text that move independently, from bottom to top, placed in its box. */
  readonly parts?: readonly LayerToCompose[];
}

interface ShownPixels extends Shown {
  readonly pixels: PixelPicture;
}

/** A drawing in the kernels' memory. */
interface ShownDrawing extends ShownPixels {
  readonly layout: DrawingLayout;
}

/** The pictures of a part's layers, frame by frame. */
export interface LayerPictures {
  /**
   * Prepares everything that layers show in a frame. `slots` are the slots of the decoded frames.
   * @param frame The frame of the clock that the layers use.
   */
  prepare(
    layers: readonly ComposedLayer[],
    frame: number,
    stage: Stage,
    slots: readonly (number | null)[],
  ): Promise<void>;
  /**
   * Returns whether a layer is visible in the prepared frame: it appears, and its source has not hidden it at its end.
   */
  isSeen(layer: Layer): boolean;
  /** Returns the size of a prepared layer in pixels of the film. */
  sizeOf(layer: Layer): Size;
  pictureOf(layer: Layer): { readonly picture: Picture; readonly size: Size };
  /**
   * Returns the parts of a text that move independently, from bottom to top, placed in its box; null if the text is one
   * picture.
   */
  partsOf(layer: Layer): readonly LayerToCompose[] | null;
  /** Returns the picture pixels per pixel of the film, for a prepared layer. */
  scaleOf(layer: Layer, stage: Stage): number;
  /** Frees changing pictures that this frame did not use, and resets the prepared layers. */
  forget(): void;
  dispose(): void;
}

/** The container of layers: a scene, a group, or, for the layers of a mask, the masked layer. */
export interface Stage {
  /** The size to which percentages refer, in pixels of the film. */
  readonly frame: Size;
  /** The duration of the container's clock. */
  readonly duration: Frames;
  /** Picture pixels per pixel of the film. */
  readonly scale: number;
  /** The share of `scale` that a reduced frame causes; 1 for a frame at full size. */
  readonly reduced: number;
  /** Whether the size of the frame is constant. Then drawings with relative sides are the same in every frame. */
  readonly isSteady: boolean;
}

/**
 * The lifetime of a drawing. `always`: the whole part. `for a turn`: until the next loop of an image, while memory
 * allows. `once`: this frame.
 */
type Lifetime = 'always' | 'for a turn' | 'once';

/** @param draw Requests the pixels of a drawing. */
export function createLayerPictures(
  { frameRate }: Pick<ComposedScene, 'frameRate'>,
  decoded: readonly DecodedPictures[],
  on: OnKernels,
  draw: (drawing: Drawing) => Promise<Drawn>,
): LayerPictures {
  const videos = decoded.map((each) => createVideoPicture(each, on));
  const scales = new Map<Layer, number>();
  /** Unchanging drawings, by their data. */
  const still = new Map<string, ShownDrawing>();
  /** Changing drawings; each stays as long as consecutive frames use it. */
  const moving = new Map<string, ShownDrawing>();
  const gradients = new Map<string, ShownPixels>();
  const movingGradients = new Map<string, ShownPixels>();
  const turning = createFrameCache<ShownDrawing>(on.pictures.release);
  const caches = { always: still, 'for a turn': turning, once: moving };
  /** The keys of the drawings that the prepared frame uses. */
  const requested = new Set<string>();
  const shown = new Map<Layer, Shown>();
  const scenes = new Map<Layer, ReturnType<typeof createScenePicture>>();

  const scaleOf = (layer: Layer, { frame, duration, scale: outer, reduced }: Stage, size: Size): number => {
    const own = () => drawingScale(layer, duration, frameRate, frame, size);
    const scale = scales.get(layer) ?? reduced * scaleWithin(outer / reduced, own(), size);
    scales.set(layer, scale);
    return scale;
  };
  const letGo = (drawings: Map<string, ShownPixels>): void => {
    for (const [key, { pixels }] of drawings) {
      if (requested.has(key)) continue;
      on.pictures.release(pixels);
      drawings.delete(key);
    }
  };
  const drawn = async (
    layer: Layer,
    stage: Stage,
    drawingAt: (scale: number) => Drawing,
    lifetime: Lifetime,
  ): Promise<ShownDrawing> => {
    const scale = scaleOf(layer, stage, stage.frame);
    const drawing = drawingAt(scale);
    const key = JSON.stringify(drawing);
    requested.add(key);
    const known = caches[lifetime].get(key);
    if (known !== undefined) return known;
    const picture = await draw(drawing);
    const pixels = pixelsOf(picture, layer.kind === 'image', on);
    const { width, height } = picture.layout;
    const made = { size: { width, height }, picture: () => pixels, pixels, layout: picture.layout };
    caches[lifetime].set(key, made);
    return made;
  };
  const shaded = (layer: Layer, gradient: Gradient, stage: Stage, size: Size): Shown => {
    const scale = scaleOf(layer, stage, size);
    const key = JSON.stringify([gradient, size, scale]);
    requested.add(key);
    const among = stage.isSteady && hasOneSize(layer) ? gradients : movingGradients;
    const known = among.get(key);
    if (known !== undefined) return known;
    const side = (length: number) => Math.max(1, Math.min(MAX_SIDE, Math.round(length * scale)));
    const isOpaque = gradient.stops.every(({ color }) => color.alpha === 1);
    const pixels = on.pictures.create({ width: side(size.width), height: side(size.height) }, { isOpaque });
    fillGradient(on.memory, pixels, gradient, size);
    const made = { size, picture: () => pixels, pixels };
    among.set(key, made);
    return made;
  };
  const textShown = async (
    layer: TextLayer,
    from: PictureOrigin,
    own: number,
    stage: Stage,
    look: AnimatedStyle | null,
  ): Promise<Shown> => {
    const { frame } = stage;
    const lifetime = look === null && stage.isSteady ? 'always' : 'once';
    const drawingAt = (scale: number) => drawingOfText(layer, from, { frame, scale, look });
    const whole = await drawn(layer, stage, drawingAt, lifetime);
    const { length } = layerTime(layer, stage.duration);
    const around = { frame: own, length, rate: frameRate, scale: scaleOf(layer, stage, frame), look };
    const parts = await textParts(layer, whole, around, (part) =>
      drawn(layer, stage, (scale) => ({ ...drawingAt(scale), part }), lifetime),
    );
    return parts === null ? whole : { ...whole, parts };
  };
  const sceneShown = async (
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
  const show = async (
    { layer, from }: ComposedLayer,
    own: number,
    stage: Stage,
    slots: readonly (number | null)[],
  ): Promise<Shown | null> => {
    const { frame } = stage;
    const { length } = layerTime(layer, stage.duration);
    const look = styleAt(layer, own, length, frame);
    const within = (scale: number) => ({ frame, scale, look });
    const lifetime = look === null && stage.isSteady ? 'always' : 'once';
    switch (layer.kind) {
      case 'video': {
        if (from.kind !== 'decoder') throw new Error('a video without a decoder');
        const slot = required(slots[from.decoder] ?? undefined, 'a frame of a video that is there');
        return { size: from.size, picture: () => required(videos[from.decoder], 'its decoder').load(slot, from.size) };
      }
      case 'solid': {
        const size = solidBox(layer, frame, look);
        if (layer.gradient !== undefined) return shaded(layer, layer.gradient, stage, size);
        const solid = solidOf(look?.color ?? layer.color, size);
        return { size, picture: () => solid };
      }
      case 'shape':
        return drawn(layer, stage, (scale) => shapeDrawing(layer, within(scale)), lifetime);
      case 'text':
        return await textShown(layer, from, own, stage, look);
      case 'image':
      case 'captions': {
        const toDraw = drawingOfFile(layer, from, { own, frameRate, within: { frame, look }, lifetime });
        return toDraw && drawn(layer, stage, toDraw.at, toDraw.lifetime);
      }
      case 'layer': {
        const picture = await sceneShown(layer, from, own, slots);
        return { size: frame, picture: () => picture };
      }
      case 'group': {
        const size = solidBox(layer, frame);
        return { size, picture: () => nothing(size) };
      }
      default:
        return assertNever(layer);
    }
  };
  const shownOf = (layer: Layer): Shown => required(shown.get(layer), 'a layer that is there was prepared');
  return {
    prepare: async (layers, frame, stage, slots) => {
      for (const each of layers) {
        const own = localFrame(layerTime(each.layer, stage.duration), frame);
        const isThere = own !== null && !isHidden(each, slots, own, frameRate);
        const seen = isThere ? await show(each, own, stage, slots) : null;
        if (seen !== null) shown.set(each.layer, seen);
      }
    },
    isSeen: (layer) => shown.has(layer),
    scaleOf: (layer, stage) => scaleOf(layer, stage, shownOf(layer).size),
    sizeOf: (layer) => shownOf(layer).size,
    partsOf: (layer) => shownOf(layer).parts ?? null,
    pictureOf: (layer) => ({ picture: shownOf(layer).picture(), size: shownOf(layer).size }),
    forget: () => {
      letGo(moving);
      letGo(movingGradients);
      requested.clear();
      turning.trim();
      shown.clear();
    },
    dispose: () => {
      requested.clear();
      letGo(moving);
      turning.dispose();
      letGo(still);
      letGo(gradients);
      letGo(movingGradients);
      for (const each of [...videos, ...scenes.values()]) each.dispose();
    },
  };
}

function solidOf({ alpha, ...color }: Paint, size: Size): Picture {
  const { luma, differenceBlue, differenceRed } = toBt709(color);
  return { kind: 'solid', ...size, color: [luma, differenceBlue, differenceRed, Math.round(alpha * 255)] };
}

/** The time of a layer for which it is drawn. */
interface DrawnMoment {
  readonly own: number;
  readonly frameRate: FrameRate;
  readonly within: Omit<DrawnIn, 'scale'>;
  /** The lifetime of the drawing if the layer does not change. */
  readonly lifetime: Lifetime;
}

/**
 * Returns the drawing of a layer at a moment as a function of the scale, with its lifetime; null if the layer shows
 * nothing.
 */
function drawingOfFile(
  layer: ImageLayer | CaptionsLayer,
  from: PictureOrigin,
  { own, frameRate, within, lifetime }: DrawnMoment,
): { readonly at: (scale: number) => Drawing; readonly lifetime: Lifetime } | null {
  if (layer.kind === 'image') {
    if (from.kind !== 'image') throw new Error('an image without its digest');
    const picture = (from.run && pictureAt(from.run, own, frameRate)) ?? 0;
    const at = (scale: number) => imageDrawing(layer, from.sha256, { ...within, scale }, picture);
    return { at, lifetime: from.run === undefined ? lifetime : 'for a turn' };
  }
  const caption = from.kind === 'captions' ? captionAt(from.cues, own) : null;
  if (from.kind !== 'captions' || caption === null) return null;
  const at = (scale: number) => captionDrawing(layer, caption, from.fonts, { ...within, scale });
  // A long scene has thousands of captions, so their drawings are cached only while memory allows.
  return { at, lifetime: lifetime === 'always' ? 'for a turn' : lifetime };
}

function drawingOfText(layer: TextLayer, from: PictureOrigin, within: DrawnIn): TextDrawing {
  const { fonts, spanFonts } = from.kind === 'text' ? from : { fonts: [] };
  return textDrawing(layer, fonts, within, spanFonts);
}

/** The largest side of a picture, in pixels. */
const MAX_SIDE = 8192;
/** The maximum enlargement above the scale of a drawing; it also applies in an enlarged container. */
const MAX_ENLARGEMENT = 4;

function scaleWithin(outer: number, own: number, { width, height }: Size): number {
  return Math.min(
    Math.max(own, Math.min(MAX_ENLARGEMENT, outer * own)),
    Math.max(own, MAX_SIDE / Math.max(width, height)),
  );
}

function nothing(size: Size): Picture {
  return { kind: 'solid', ...size, color: [0, 0, 0, 0] };
}

/** Returns whether a layer is hidden: its decoder has no frame, or its animated image has ended. */
function isHidden({ from }: ComposedLayer, slots: readonly (number | null)[], own: number, rate: FrameRate): boolean {
  if (from.kind === 'image') return from.run !== undefined && pictureAt(from.run, own, rate) === null;
  return from.kind === 'decoder' && slots[from.decoder] === null;
}

/** The values that determine the parts of a text, besides the text itself. */
interface PartsIn {
  /** The layer's own frame; it can be fractional. */
  readonly frame: number;
  /** The number of the layer's own frames in which it appears. */
  readonly length: number;
  readonly rate: FrameRate;
  /** Drawing pixels per pixel of the film. */
  readonly scale: number;
  readonly look: AnimatedStyle | null;
}

/**
 * Returns the visible parts of a text in a frame, from bottom to top, placed in its box; null if the text does not move
 * and is one picture. The box does not move. Outlines and shadows lie beneath all letters, as in the whole text.
 * @param draw Draws a part. Each part is drawn once.
 */
async function textParts(
  layer: TextLayer,
  whole: ShownDrawing,
  { frame, length, rate, scale, look }: PartsIn,
  draw: (part: TextDrawingPart) => Promise<ShownDrawing>,
): Promise<readonly LayerToCompose[] | null> {
  const most = mostParts(layer, whole.layout.size ?? 0, scale, look);
  const parts = textPartsAt(layer, whole.layout, frame, { length, rate, most });
  if (parts === null) return null;
  const letters: { readonly part: TextPart; readonly drawn: ShownDrawing; readonly ink: Rect }[] = [];
  for (const part of parts) {
    const drawn = await draw({ kind: 'letters', start: part.start, end: part.end });
    letters.push({ part, drawn, ink: inkOf(drawn) });
  }
  const placed = placeParts(letters, whole.size, whole.layout.size ?? 0);
  const laid: LayerToCompose[] = [];
  const { background, outline, shadow } = layer.style;
  if (background !== null) laid.push(toCompose(await draw({ kind: 'box' }), { matrix: AT_ITS_PLACE, opacity: 1 }));
  if (outline !== null || shadow !== null)
    for (const [index, { start, end }] of parts.entries())
      laid.push(toCompose(await draw({ kind: 'beneath', start, end }), placed[index]));
  return [...laid, ...letters.map(({ drawn }, index) => toCompose(drawn, placed[index]))];
}

const AT_ITS_PLACE = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

function toCompose(
  { size, pixels }: ShownDrawing,
  { matrix, opacity }: PlacedPart = { matrix: AT_ITS_PLACE, opacity: 1 },
): LayerToCompose {
  return { row: { matrix, opacity, blendMode: 'normal', window: null }, size, picture: pixels };
}

/**
 * Returns the bounds of the non-empty pixels of a drawing, in pixels of the film from the upper left corner of the
 * text's box.
 */
function inkOf({ pixels, size }: ShownDrawing): Rect {
  const { box, width, height } = pixels;
  const [across, down] = [size.width / Math.max(1, box.width), size.height / Math.max(1, box.height)];
  return { left: -box.left * across, top: -box.top * down, width: width * across, height: height * down };
}

/** The maximum number of units that move independently. With more units, neighbors move together. */
const MAX_PARTS = 200;
/** The maximum number of characters to lay out for all parts: each part lays out the whole text. */
const MAX_SET_CHARACTERS = 200_000;
/** The maximum number of pixels of all parts. */
const MAX_PARTS_PIXELS = 48_000_000;
/** The maximum number of parts of a text with keyframes. Each frame draws these parts again. */
const MAX_CHANGING_PARTS = 20;

/** Returns how many parts a text can have within the limits of time and memory. */
function mostParts({ content, style }: TextLayer, size: number, scale: number, look: AnimatedStyle | null): number {
  const { outline, shadow } = style;
  const reach = (outline?.width ?? 0) + (shadow === null ? 0 : 1.5 * shadow.blur);
  const side = scale * (size + 2 * reach);
  const layers = outline === null && shadow === null ? 1 : 2;
  return Math.max(
    1,
    Math.floor(
      Math.min(
        look === null ? MAX_PARTS : MAX_CHANGING_PARTS,
        MAX_SET_CHARACTERS / Math.max(1, content.length),
        MAX_PARTS_PIXELS / Math.max(1, layers * side * side),
      ),
    ),
  );
}
