import { visibleCues, wholeFrameAt } from '../../captions/shown-cues.ts';
import { SVG_DRAWER } from '../../drawings/svg-drawer.ts';
import { assertNever } from '../../lib/assert.ts';
import type { NodeId } from '../../template/document/document.ts';
import type { Effect } from '../../template/effects/effects.ts';
import type {
  CaptionsLayer,
  ImageLayer,
  Layer,
  MediaSource,
  Movie,
  TextLayer,
  VideoLayer,
} from '../../template/movie/movie.ts';
import type { CustomAnimation } from '../../template/values/animation.ts';
import { type FrameRate, type Frames, frames } from '../../template/values/frame-rate.ts';
import type { Size } from '../../template/values/placement.ts';
import { composedEffects, effectsAt } from '../../timeline/effects.ts';
import { solidBox } from '../../timeline/layer-drawing.ts';
import { hasOneSize, styleAt } from '../../timeline/layer-state.ts';
import { type ImageRun, layerTime, pictureAt, sourceFrames } from '../../timeline/time.ts';
import type { SegmentOverlay } from '../../timeline/timeline.ts';
import { currentScene, type JoinedScenes, type ShownScene } from '../../timeline/transitions.ts';
import { sizeWithEffects } from '../effects/apply-effects.ts';
import { type ComposeSources, captionFonts, type RunningSource } from './compose-sources.ts';
import type { ComposedCanvas, ComposedLayer, ComposedMask, PictureOrigin } from './composed-scene.ts';

/** The frames of a video that a part shows. */
export interface SegmentFrames {
  /** The layer's own frame that the first frame shows, in frames of the movie. It can be fractional. */
  readonly from: number;
  /** The index of the first frame of the part in which the layer appears. */
  readonly first: number;
  readonly length: number;
}

/** The container of layers: a scene, a group, or, for the layers of a mask, the masked layer. */
export interface LayersIn {
  /** The size to which percentages refer. */
  readonly frame: Size;
  /** The duration of the container's clock. */
  readonly duration: Frames;
  /**
   * The frame of the container's clock that the first frame of the piece shows. It can be before the start of the
   * clock.
   */
  readonly from: number;
  /** The first visible frame of the container's clock. */
  readonly notBefore: number;
}

/** The piece of a scene that is planned. */
export interface PieceIn {
  readonly movie: Movie;
  readonly sources: ComposeSources;
  readonly canvas: ComposedCanvas;
  /** The number of movie frames per frame of the canvas. */
  readonly step: FrameRate;
  /** The number of frames of the canvas. */
  readonly length: number;
  /** The scenes that a custom transition shows. */
  readonly sides?: JoinedScenes;
  /** The time that the layers of an overlay ran before the piece. */
  readonly ranBefore?: SegmentOverlay['ranBefore'];
}

/** A video in a scene. */
export interface ShownVideo {
  readonly layer: VideoLayer;
  /** The frames that each playback of the source shows; at least one playback. */
  readonly turns: readonly SegmentFrames[];
  readonly within: LayersIn;
}

/** Collects the decoders and sources of the layers. */
export interface LayersPort {
  /** Plans the frames of a video and returns the size of its picture. */
  readonly planVideo: (video: ShownVideo) => Size;
  /** Adds a source that is read unchanged, or a color table. */
  readonly read: (kind: 'bytes' | 'table', sha256: string) => void;
}

/** The plan to which layers add their needs. */
export interface LayersPlan {
  /** The number of videos so far. */
  decoders: number;
  readonly port: LayersPort;
}

/** Returns the layers that appear in at least one frame of the piece, as plain data. Adds their sources to the plan. */
export function composedLayers(
  layers: readonly Layer[],
  within: LayersIn,
  piece: PieceIn,
  plan: LayersPlan,
): readonly ComposedLayer[] {
  const shown: ComposedLayer[] = [];
  for (const layer of layers) {
    const there = layer.enabled ? framesOf(layer, within, piece) : null;
    const origin = there === null ? null : originOf(layer, there, within, piece, plan);
    if (there === null || origin === null) continue;
    for (const table of tablesOf(layer, piece.sources)) plan.port.read('table', table);
    const size = maskedSize(layer, plannedSize(layer, origin, within.frame), there, within, piece);
    const masks = masksOf(layer, size, within, piece, plan);
    shown.push({ layer: withoutNames(layer, shown.length, piece.sources), from: origin, masks });
  }
  return shown;
}

/** Returns the color tables of a layer's effects. */
function tablesOf(layer: Layer, { tables }: ComposeSources): readonly string[] {
  return composedEffects(layer).flatMap(({ id }) => tables.get(id) ?? []);
}

/** Returns the origin of a layer's picture; null if the layer shows nothing. */
function originOf(
  layer: Layer,
  there: SegmentFrames,
  within: LayersIn,
  piece: PieceIn,
  plan: LayersPlan,
): PictureOrigin | null {
  const { sources, movie } = piece;
  const { port } = plan;
  switch (layer.kind) {
    case 'video': {
      const source = sources.media.get(layer.id);
      if (!hasPicture(source)) return null;
      const lasts = sourceFrames(layer, source.facts.video.endSeconds, movie.frameRate);
      const turns = turnsOf(layer, there, lasts, piece.step);
      if (turns.length === 0) return null;
      const size = port.planVideo({ layer, turns, within });
      plan.decoders += 1;
      return { kind: 'decoder', decoder: plan.decoders - 1, size };
    }
    case 'image':
      return imageOrigin(layer, there, piece, port);
    case 'text': {
      const { fonts, spanFonts, files } = sources.fonts(layer);
      for (const sha256 of files) port.read('bytes', sha256);
      return { kind: 'text', fonts, ...(spanFonts !== undefined && { spanFonts }) };
    }
    case 'captions':
      return captionsOrigin(layer, there, piece, port);
    case 'group': {
      const inner = innerOf(layer, solidBox(layer, within.frame), within);
      return { kind: 'group', layers: composedLayers(layer.layers, inner, piece, plan) };
    }
    case 'layer': {
      const shown = piece.sides && currentScene(layer, piece.sides, within.duration);
      return shown ? sceneOrigin(shown, there, piece, plan) : null;
    }
    case 'solid':
    case 'shape':
      return { kind: 'drawing' };
    default:
      return assertNever(layer);
  }
}

function imageOrigin(
  layer: ImageLayer,
  there: SegmentFrames,
  { sources, movie, ranBefore }: PieceIn,
  port: LayersPort,
): PictureOrigin | null {
  const image = sources.images.get(layer.id);
  if (image === undefined) return null;
  port.read('bytes', image);
  const delays = sources.moving.get(image);
  const drawnBy = sources.vectors.has(image) && { drawnBy: SVG_DRAWER.name };
  if (delays === undefined) return { kind: 'image', sha256: image, ...drawnBy };
  const before = ranBefore?.get(layer.id);
  const run = { delays, end: layer.end ?? 'loop', ...(before !== undefined && { before }) };
  return isVisible(run, there, movie.frameRate) ? { kind: 'image', sha256: image, run } : null;
}

function captionsOrigin(
  layer: CaptionsLayer,
  there: SegmentFrames,
  { sources, movie, step }: PieceIn,
  port: LayersPort,
): PictureOrigin | null {
  const cues = visibleCues(sources.captions.get(layer.id)?.cues ?? [], layer, movie.frameRate, ownRange(there, step));
  if (cues.length === 0) return null;
  const { fonts, files } = captionFonts(layer, cues, sources);
  for (const sha256 of files) port.read('bytes', sha256);
  return { kind: 'captions', fonts, cues };
}

/** Returns whether an animated image is visible. It can hide after its end. */
function isVisible(run: ImageRun, { from }: SegmentFrames, rate: FrameRate): boolean {
  return pictureAt(run, from, rate) !== null;
}

/** Returns the range of the layer's own frames; the end is exclusive. */
function ownRange({ from, length }: SegmentFrames, { numerator, denominator }: FrameRate) {
  return { from: wholeFrameAt(from), to: wholeFrameAt(from + ((length - 1) * numerator) / denominator) + 1 };
}

/** Plans a whole scene as one picture. The last frame of the scene stays after its end. */
function sceneOrigin(
  { scene, layers, from: begin }: ShownScene,
  { from: own, first, length }: SegmentFrames,
  piece: PieceIn,
  plan: LayersPlan,
): PictureOrigin {
  const { movie, step: exact, canvas } = piece;
  const { duration } = scene;
  const step = exact.numerator / exact.denominator;
  const back = step * Math.max(0, Math.floor((begin + own - duration) / step + TOLERANCE) + 1);
  const at = begin + own - back;
  const running = Math.min(length, Math.ceil((duration - at) / step - TOLERANCE));
  const clock = { frame: canvas, duration, from: at - first * step, notBefore: at };
  const shown = composedLayers(layers, clock, { ...piece, length: first + running }, plan);
  const { red, green, blue } = scene.background ?? movie.background;
  const picture = { kind: 'scene', canvas, background: { red, green, blue } } as const;
  const times = { frameRate: movie.frameRate, duration, layers: shown, from: clock.from, step: exact };
  return { kind: 'scene', from: begin - back, scene: { ...picture, ...times } };
}

function masksOf(
  layer: Layer,
  size: Size,
  within: LayersIn,
  piece: PieceIn,
  plan: LayersPlan,
): readonly ComposedMask[] {
  return layer.masks
    .filter(({ enabled }) => enabled)
    .map(({ channel, isInverted, layers }) => ({
      channel,
      isInverted,
      layers: composedLayers(layers, innerOf(layer, size, within), piece, plan),
    }));
}

/**
 * Returns the size for which masks are planned: the size of the layer after effects. For a size that changes, returns
 * the maximum over all frames.
 */
function maskedSize(layer: Layer, size: Size, there: SegmentFrames, within: LayersIn, { step }: PieceIn): Size {
  const { duration, frame } = within;
  const effects = composedEffects(layer);
  const isSteady = hasOneSize(layer) && effects.every(({ animations }) => animations === undefined);
  if (layer.masks.length === 0 || isSteady) return sizeWithEffects(size, effects);
  const { length } = layerTime(layer, duration);
  const largest = { width: 1, height: 1 };
  for (let number = 0; number < there.length; number++) {
    const own = there.from + (number * step.numerator) / step.denominator;
    const isOne = hasOneSize(layer) || !('box' in layer);
    const box = isOne ? size : solidBox(layer, frame, styleAt(layer, own, length, frame));
    const { width, height } = sizeWithEffects(box, effectsAt(effects, own, length, box, sizeWithEffects));
    largest.width = Math.max(largest.width, width);
    largest.height = Math.max(largest.height, height);
  }
  return largest;
}

/** Returns a layer as the container of the layers inside it. */
function innerOf(layer: Layer, frame: Size, { duration, from }: LayersIn): LayersIn {
  const { start, first, length } = layerTime(layer, duration);
  return { frame, duration: length, from: from - start + first, notBefore: first };
}

/**
 * Returns the size of a layer before it is drawn. For a text or an image without a box, returns the size of the frame.
 */
function plannedSize(layer: Layer, origin: PictureOrigin, frame: Size): Size {
  if (origin.kind === 'decoder') return origin.size;
  return layer.kind === 'video' || layer.kind === 'layer' ? frame : solidBox(layer, frame);
}

/** Returns the frames of a piece in which a layer appears; null if there are none. */
function framesOf(layer: Layer, within: LayersIn, { step, length }: PieceIn): SegmentFrames | null {
  const { from, duration, notBefore } = within;
  const { numerator, denominator } = step;
  const { start, end, first: left } = layerTime(layer, duration);
  // Returns the index of the first canvas frame at or after the given frame of the clock.
  const numberAt = (frame: number): number =>
    Math.min(length, Math.max(0, Math.ceil(((frame - from) * denominator) / numerator - TOLERANCE)));
  const first = numberAt(Math.max(start, notBefore));
  const after = numberAt(end);
  if (after <= first) return null;
  return { from: from + (first * numerator) / denominator - start + left, first, length: after - first };
}

/**
 * Returns the frames that a layer shows, one item per playback of its source; empty if the layer is hidden.
 * @param lasts The number of the layer's own frames after which its source ends.
 */
function turnsOf(
  { end, freeze }: VideoLayer,
  there: SegmentFrames,
  lasts: number,
  { numerator, denominator }: FrameRate,
): readonly SegmentFrames[] {
  const { from, first, length } = there;
  // The number of visible frames before a frame on the layer's own clock.
  const before = (own: number): number =>
    Math.min(length, Math.max(0, Math.ceil(((own - from) * denominator) / numerator - TOLERANCE)));
  if (freeze !== null || end === 'hold' || (end === 'loop' && lasts === 0)) return [there];
  if (end === 'hide') return before(lasts) === 0 ? [] : [{ ...there, length: before(lasts) }];
  const turns: SegmentFrames[] = [];
  for (let turn = Math.floor(from / lasts + TOLERANCE), at = 0; at < length; turn++) {
    const next = before((turn + 1) * lasts);
    const own = from + (at * numerator) / denominator - turn * lasts;
    if (next > at) turns.push({ from: own, first: first + at, length: next - at });
    at = next;
  }
  return turns;
}

/** A tolerance below one frame for rounding errors. */
const TOLERANCE = 1e-9;

function hasPicture(source: RunningSource | undefined): source is RunningSource & {
  readonly facts: { readonly video: NonNullable<RunningSource['facts']['video']> };
} {
  return source !== undefined && source.facts.video !== null;
}

/**
 * Normalizes a layer, so that equal pictures have equal data: ids become positions in the scene, the source becomes its
 * digest, and sound is removed.
 */
function withoutNames(layer: Layer, index: number, sources: ComposeSources): Layer {
  const id = `layer ${index}` as NodeId;
  const effects = layer.effects.map((effect, number) => effectNamed(effect, number, sources));
  const animations = layer.animations.map((animation, number) =>
    animation.kind === 'custom' ? withoutIds(animation, number) : { ...animation, id: `animation ${number}` as NodeId },
  );
  // The composed layer has the nested layers.
  const seen = { id, name: null, effects, animations, masks: [] };
  switch (layer.kind) {
    case 'video':
      return { ...withoutSound(layer), ...seen, ...NOT_SEEN, source: digestOf(sources.media.get(layer.id)?.sha256) };
    case 'image':
      return { ...withoutEnd(layer), ...seen, source: digestOf(sources.images.get(layer.id)) };
    case 'text':
      return { ...withoutFamilies(layer), ...seen };
    case 'captions': {
      // The origin of the layer has the cues with their times.
      const style = { ...layer.style, families: [] };
      return { ...layer, ...seen, source: digestOf(), skip: frames(0), mode: 'cue', style };
    }
    case 'group':
      return { ...layer, ...seen, layers: [] };
    case 'layer':
      return { ...layer, ...seen, ref: '', first: null };
    case 'solid':
    case 'shape':
      return { ...layer, ...seen };
    default:
      return assertNever(layer);
  }
}

/** Replaces the id of an effect by its position, and its color table by its digest. */
function effectNamed(effect: Effect, number: number, { tables }: ComposeSources): Effect {
  const id = `effect ${number}` as NodeId;
  const named = { id, ...(effect.animations && { animations: effect.animations.map(withoutIds) }) };
  if (effect.type !== 'cube') return { ...effect, ...named };
  return { ...effect, ...named, parameters: { ...effect.parameters, src: tables.get(effect.id) ?? null, url: null } };
}

/** Removes the font families: the digests identify the fonts. */
function withoutFamilies({ spans, style, ...layer }: TextLayer): TextLayer {
  const looks = spans?.map(({ families: _, namedBy: __, ...span }) => span);
  return { ...layer, style: { ...style, families: [] }, ...(looks && { spans: looks }) };
}

function withoutSound({ soundAnimations: _, ...layer }: VideoLayer): VideoLayer {
  return layer;
}

/** Removes the end behavior. The origin of an animated image has it, and it has no effect on other images. */
function withoutEnd({ end: _, ...layer }: ImageLayer): ImageLayer {
  return layer;
}

/** Replaces the ids of an animation and its keyframes by their positions. */
function withoutIds<Values>(animation: CustomAnimation<Values>, number: number): CustomAnimation<Values> {
  const keys = animation.keys.map((key, at) => ({ ...key, id: `key ${at}` as NodeId }));
  return { ...animation, id: `animation ${number}` as NodeId, keys };
}

/** Neutral values of the video fields that the decoder or the sound plan applies. */
const NOT_SEEN = {
  audio: false,
  volume: 1,
  pan: 0,
  fadeIn: frames(0),
  fadeOut: frames(0),
  ducks: false,
  speed: 1,
  end: 'hold',
  freeze: null,
} satisfies Partial<VideoLayer>;

function digestOf(sha256 = ''): MediaSource {
  return { kind: 'asset', name: sha256 };
}
