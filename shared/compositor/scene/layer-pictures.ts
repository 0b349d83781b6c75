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
import { type AnimatedStyle, hasOneSize, lookAt, type Rect } from '../../timeline/layer-state.ts';
import { type PlacedPart, placeParts, type TextPart, textPartsAt } from '../../timeline/text-parts.ts';
import { layerTime, ownFrame, pictureAt } from '../../timeline/time.ts';
import type { LayerToCompose } from '../compositor.ts';
import { fillGradient } from '../effects/colors.ts';
import { createShownFrames } from '../pixels/frames.ts';
import type { Picture, PixelPicture } from '../pixels/picture.ts';
import type { ComposedLayer, ComposedScene, DecodedPictures, Drawn, PictureOrigin } from './composed-scene.ts';
import { createScenePicture, createVideoPicture, type OnKernels, pixelsOf } from './source-pictures.ts';

/** What a layer shows at the moment. */
interface Shown {
  readonly size: Size;
  readonly picture: () => Picture;
  /** Of a text whose parts move by themselves: those that are seen, from the lowest, placed in its box. */
  readonly parts?: readonly LayerToCompose[];
}

interface ShownPixels extends Shown {
  readonly pixels: PixelPicture;
}

/** Something drawn, in the kernels' memory. */
interface ShownDrawing extends ShownPixels {
  readonly layout: DrawingLayout;
}

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
  /** The parts of a text that move by themselves, from the lowest, placed in its box; null where it is one picture. */
  partsOf(layer: Layer): readonly LayerToCompose[] | null;
  /** Pixels of its picture for one of the film; of a layer that was prepared. */
  scaleOf(layer: Layer, stage: Stage): number;
  /** What changes and was not asked for in this frame is let go, and nothing is prepared any more. */
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
  /** What of that is only because the whole frame has fewer pixels than the film; 1 where it has all. */
  readonly reduced: number;
  /** Whether the frame is as large all the time: then drawings whose sides are parts of it are the same in each. */
  readonly isSteady: boolean;
}

/** How long a drawing is kept: to the end; while there is room, for the next turn of an image; for this frame. */
type CachedPicture = 'always' | 'for a turn' | 'once';

/** @param draw Asks for a drawing. */
export function createLayerPictures(
  { frameRate }: Pick<ComposedScene, 'frameRate'>,
  decoded: readonly DecodedPictures[],
  on: OnKernels,
  draw: (drawing: Drawing) => Promise<Drawn>,
): LayerPictures {
  const videos = decoded.map((each) => createVideoPicture(each, on));
  const scales = new Map<Layer, number>();
  /** What does not change stays, by the drawing's data. */
  const kept = new Map<string, ShownDrawing>();
  /** What changes stays for as long as frame after frame asks for it. */
  const moving = new Map<string, ShownDrawing>();
  const gradients = new Map<string, ShownPixels>();
  const movingGradients = new Map<string, ShownPixels>();
  const turning = createShownFrames<ShownDrawing>(on.pictures.release);
  const keeping = { always: kept, 'for a turn': turning, once: moving };
  /** What the frame that is prepared has asked for. */
  const asked = new Set<string>();
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
      if (asked.has(key)) continue;
      on.pictures.release(pixels);
      drawings.delete(key);
    }
  };
  const drawn = async (
    layer: Layer,
    stage: Stage,
    drawingAt: (scale: number) => Drawing,
    keep: CachedPicture,
  ): Promise<ShownDrawing> => {
    const scale = scaleOf(layer, stage, stage.frame);
    const drawing = drawingAt(scale);
    const key = JSON.stringify(drawing);
    asked.add(key);
    const known = keeping[keep].get(key);
    if (known !== undefined) return known;
    const picture = await draw(drawing);
    const pixels = pixelsOf(picture, layer.kind === 'image', on);
    const { width, height } = picture.layout;
    const made = { size: { width, height }, picture: () => pixels, pixels, layout: picture.layout };
    keeping[keep].set(key, made);
    return made;
  };
  const shaded = (layer: Layer, gradient: Gradient, stage: Stage, size: Size): Shown => {
    const scale = scaleOf(layer, stage, size);
    const key = JSON.stringify([gradient, size, scale]);
    asked.add(key);
    const among = stage.isSteady && hasOneSize(layer) ? gradients : movingGradients;
    const known = among.get(key);
    if (known !== undefined) return known;
    const side = (length: number) => Math.max(1, Math.min(MOST_SIDE, Math.round(length * scale)));
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
    const keep = look === null && stage.isSteady ? 'always' : 'once';
    const drawingAt = (scale: number) => drawingOfText(layer, from, { frame, scale, look });
    const whole = await drawn(layer, stage, drawingAt, keep);
    const { length } = layerTime(layer, stage.duration);
    const around = { frame: own, length, rate: frameRate, scale: scaleOf(layer, stage, frame), look };
    const parts = await textParts(layer, whole, around, (part) =>
      drawn(layer, stage, (scale) => ({ ...drawingAt(scale), part }), keep),
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
    const look = lookAt(layer, own, length, frame);
    const within = (scale: number) => ({ frame, scale, look });
    const keep = look === null && stage.isSteady ? 'always' : 'once';
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
        return drawn(layer, stage, (scale) => shapeDrawing(layer, within(scale)), keep);
      case 'text':
        return await textShown(layer, from, own, stage, look);
      case 'image':
      case 'captions': {
        const toDraw = drawingOfFile(layer, from, { own, frameRate, within: { frame, look }, keep });
        return toDraw && drawn(layer, stage, toDraw.at, toDraw.keep);
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
  const of = (layer: Layer): Shown => required(shown.get(layer), 'a layer that is there was prepared');
  return {
    prepare: async (layers, frame, stage, slots) => {
      for (const each of layers) {
        const own = ownFrame(layerTime(each.layer, stage.duration), frame);
        const isThere = own !== null && !isHidden(each, slots, own, frameRate);
        const seen = isThere ? await show(each, own, stage, slots) : null;
        if (seen !== null) shown.set(each.layer, seen);
      }
    },
    isSeen: (layer) => shown.has(layer),
    scaleOf: (layer, stage) => scaleOf(layer, stage, of(layer).size),
    sizeOf: (layer) => of(layer).size,
    partsOf: (layer) => of(layer).parts ?? null,
    pictureOf: (layer) => ({ picture: of(layer).picture(), size: of(layer).size }),
    forget: () => {
      letGo(moving);
      letGo(movingGradients);
      asked.clear();
      turning.trim();
      shown.clear();
    },
    dispose: () => {
      asked.clear();
      letGo(moving);
      turning.dispose();
      letGo(kept);
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

/** The moment that a drawing is of. */
interface DrawnMoment {
  readonly own: number;
  readonly frameRate: FrameRate;
  readonly within: Omit<DrawnIn, 'scale'>;
  /** For how long, if it does not change by itself. */
  readonly keep: CachedPicture;
}

/** What a layer shows at a moment, drawn at a scale, and how long that is kept; null where it shows nothing. */
function drawingOfFile(
  layer: ImageLayer | CaptionsLayer,
  from: PictureOrigin,
  { own, frameRate, within, keep }: DrawnMoment,
): { readonly at: (scale: number) => Drawing; readonly keep: CachedPicture } | null {
  if (layer.kind === 'image') {
    if (from.kind !== 'image') throw new Error('an image without its digest');
    const picture = (from.run && pictureAt(from.run, own, frameRate)) ?? 0;
    const at = (scale: number) => imageDrawing(layer, from.sha256, { ...within, scale }, picture);
    return { at, keep: from.run === undefined ? keep : 'for a turn' };
  }
  const caption = from.kind === 'captions' ? captionAt(from.cues, own) : null;
  if (from.kind !== 'captions' || caption === null) return null;
  const at = (scale: number) => captionDrawing(layer, caption, from.fonts, { ...within, scale });
  // A long scene has thousands of them.
  return { at, keep: keep === 'always' ? 'for a turn' : keep };
}

function drawingOfText(layer: TextLayer, from: PictureOrigin, within: DrawnIn): TextDrawing {
  const { fonts, spanFonts } = from.kind === 'text' ? from : { fonts: [] };
  return textDrawing(layer, fonts, within, spanFonts);
}

/** Of a side of a picture. */
const MOST_SIDE = 8192;
/** Larger than this nothing is drawn, however large what it stands in is shown. */
const LARGEST = 4;

function scaleWithin(outer: number, own: number, { width, height }: Size): number {
  return Math.min(Math.max(own, Math.min(LARGEST, outer * own)), Math.max(own, MOST_SIDE / Math.max(width, height)));
}

function nothing(size: Size): Picture {
  return { kind: 'solid', ...size, color: [0, 0, 0, 0] };
}

/** A decoder has a frame wherever its layer is seen; an image that moves may have ended. */
function isHidden({ from }: ComposedLayer, slots: readonly (number | null)[], own: number, rate: FrameRate): boolean {
  if (from.kind === 'image') return from.run !== undefined && pictureAt(from.run, own, rate) === null;
  return from.kind === 'decoder' && slots[from.decoder] === null;
}

/** What the parts of a text depend on beside it. */
interface PartsIn {
  /** The layer's own frame, whole or not. */
  readonly frame: number;
  /** How long the layer is there, in its own frames. */
  readonly length: number;
  readonly rate: FrameRate;
  /** Pixels of the drawing for one of the film. */
  readonly scale: number;
  readonly look: AnimatedStyle | null;
}

/**
 * The parts of a text that are seen in a frame, from the lowest, placed in its box; null where all of it rests and is one
 * picture. The box stays; outlines and shadows lie beneath all letters, as they do in the whole text.
 * @param draw Draws a part; each is drawn once.
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

/** What of a drawing is not empty, in pixels of the film from the upper left corner of the text's box. */
function inkOf({ pixels, size }: ShownDrawing): Rect {
  const { box, width, height } = pixels;
  const [across, down] = [size.width / Math.max(1, box.width), size.height / Math.max(1, box.height)];
  return { left: -box.left * across, top: -box.top * down, width: width * across, height: height * down };
}

/** Units of a text that move by themselves; of more, neighbours are put together. */
const MOST_PARTS = 200;
/** Characters that are set for all parts together: each part is drawn with the whole text set. */
const MOST_SET = 200_000;
/** Pixels that all parts may take together. */
const MOST_PARTS_PIXELS = 48_000_000;
/** Where keys change the text each frame draws its parts anew. */
const MOST_CHANGING = 20;

/** How many parts a text may have, so that drawing and keeping them has an end. */
function mostParts({ content, style }: TextLayer, size: number, scale: number, look: AnimatedStyle | null): number {
  const { outline, shadow } = style;
  const reach = (outline?.width ?? 0) + (shadow === null ? 0 : 1.5 * shadow.blur);
  const side = scale * (size + 2 * reach);
  const layers = outline === null && shadow === null ? 1 : 2;
  return Math.max(
    1,
    Math.floor(
      Math.min(
        look === null ? MOST_PARTS : MOST_CHANGING,
        MOST_SET / Math.max(1, content.length),
        MOST_PARTS_PIXELS / Math.max(1, layers * side * side),
      ),
    ),
  );
}
