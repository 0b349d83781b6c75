import { shownCues, wholeFrame } from '../../../../shared/captions/shown-cues.ts';
import { sizeWithEffects } from '../../../../shared/compositor/effects/apply-effects.ts';
import { composedEffects } from '../../../../shared/film/rows/decoded-effects.ts';
import { effectsAt } from '../../../../shared/film/rows/effects-at.ts';
import { solidBox } from '../../../../shared/film/rows/layer-drawing.ts';
import { hasOneSize, lookAt } from '../../../../shared/film/rows/look.ts';
import type { StretchOverlay } from '../../../../shared/film/scenes/film.ts';
import { type JoinedScenes, type ShownScene, shownScene } from '../../../../shared/film/scenes/shown-scene.ts';
import { type ImageRun, pictureAt } from '../../../../shared/film/time/image-run.ts';
import { layerTime } from '../../../../shared/film/time/layer-time.ts';
import { sourceFrames } from '../../../../shared/film/time/source-run.ts';
import { assertNever } from '../../../../shared/lib/assert.ts';
import type { NodeId } from '../../../../shared/template/document/document.ts';
import type { Effect } from '../../../../shared/template/effects/effects.ts';
import type { MediaSource } from '../../../../shared/template/movie/media-source.ts';
import type {
  CaptionsLayer,
  ImageLayer,
  Layer,
  Movie,
  TextLayer,
  VideoLayer,
} from '../../../../shared/template/movie/movie.ts';
import type { CustomAnimation } from '../../../../shared/template/values/animation.ts';
import { type FrameRate, type Frames, frames } from '../../../../shared/template/values/frame-rate.ts';
import type { Size } from '../../../../shared/template/values/placement.ts';
import {
  type ComposedCanvas,
  type ComposedInput,
  type ComposedLayer,
  type ComposedMask,
  type Decoder,
  type PictureOrigin,
  SVG_RASTERISER,
} from '../parts/composed-part.ts';
import type { SceneSource } from '../parts/scene-source.ts';
import { planDecoder, type ShownFrames } from './decoder-graph.ts';
import { captionFonts, type FilmSources } from './film-sources.ts';
import type { Canvas } from './picture-graph.ts';

/** What layers stand in: a scene, a group, or a layer that they mask. */
export interface LayersIn {
  /** What percentages are of. */
  readonly frame: Size;
  /** How long its clock runs. */
  readonly duration: Frames;
  /** The clock's frame that the piece's first one shows, perhaps before the clock begins. */
  readonly from: number;
  /** The clock's first frame that is seen. */
  readonly notBefore: number;
}

/** The piece of a scene that is planned. */
export interface PieceIn {
  readonly movie: Movie;
  readonly sources: FilmSources;
  readonly canvas: ComposedCanvas & Pick<Canvas, 'toneMaps'>;
  /** How many of the movie's frames lie from one frame to the next. */
  readonly step: FrameRate;
  /** Frames of the canvas. */
  readonly length: number;
  /** Of a custom transition: the scenes that it shows. */
  readonly sides?: JoinedScenes;
  /** Of overlays: how long layers were there before the piece. */
  readonly ranBefore?: StretchOverlay['ranBefore'];
}

/** What layers need: each adds its own. */
export interface LayersPlan {
  readonly decoders: Decoder[];
  readonly inputs: ComposedInput[];
}

/** The layers that are seen in one of the piece's frames, as data. What they are made of is added to the plan. */
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
    plan.inputs.push(...tablesOf(layer, piece.sources));
    const size = maskedSize(layer, plannedSize(layer, origin, within.frame), there, within, piece);
    const masks = masksOf(layer, size, within, piece, plan);
    shown.push({ layer: withoutNames(layer, shown.length, piece.sources), from: origin, masks });
  }
  return shown;
}

/** The tables of colours that are applied to a layer. */
function tablesOf(layer: Layer, { tables }: FilmSources): readonly ComposedInput[] {
  return composedEffects(layer).flatMap(({ id }): readonly ComposedInput[] => {
    const sha256 = tables.get(id);
    return sha256 === undefined ? [] : [{ kind: 'table', sha256 }];
  });
}

/** An effect whose id is its place, and whose table is named by its digest. */
function effectNamed(effect: Effect, number: number, { tables }: FilmSources): Effect {
  const id = `effect ${number}` as NodeId;
  const named = { id, ...(effect.animations && { animations: effect.animations.map(withoutIds) }) };
  if (effect.type !== 'cube') return { ...effect, ...named };
  return { ...effect, ...named, parameters: { ...effect.parameters, src: tables.get(effect.id) ?? null, url: null } };
}

/** Null where there is nothing to be seen of it. */
function originOf(
  layer: Layer,
  there: ShownFrames,
  within: LayersIn,
  piece: PieceIn,
  { decoders, inputs }: LayersPlan,
): PictureOrigin | null {
  const { sources, movie, canvas } = piece;
  switch (layer.kind) {
    case 'video': {
      const source = sources.media.get(layer.id);
      if (!hasPicture(source)) return null;
      const { width, height } = within.frame;
      const frame = { ...canvas, width, height };
      const lasts = sourceFrames(layer, source.facts.video.endSeconds, movie.frameRate);
      const turns = turnsOf(layer, there, lasts, piece.step);
      if (turns.length === 0) return null;
      const { decoder, size } = planDecoder(layer, turns, source, within, movie.frameRate, frame);
      decoders.push(decoder);
      inputs.push(...decoder.inputs);
      return { kind: 'decoder', decoder: decoders.length - 1, size };
    }
    case 'image':
      return imageOrigin(layer, there, piece, inputs);
    case 'text': {
      const { fonts, spanFonts, files } = sources.fonts(layer);
      inputs.push(...files.map((sha256): ComposedInput => ({ kind: 'bytes', sha256 })));
      return { kind: 'text', fonts, ...(spanFonts !== undefined && { spanFonts }) };
    }
    case 'captions':
      return captionsOrigin(layer, there, piece, inputs);
    case 'group': {
      const inner = innerOf(layer, solidBox(layer, within.frame), within);
      return { kind: 'group', layers: composedLayers(layer.layers, inner, piece, { decoders, inputs }) };
    }
    case 'layer': {
      const shown = piece.sides && shownScene(layer, piece.sides, within.duration);
      return shown ? sceneOrigin(shown, there, piece, { decoders, inputs }) : null;
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
  there: ShownFrames,
  { sources, movie, ranBefore }: PieceIn,
  inputs: ComposedInput[],
): PictureOrigin | null {
  const image = sources.images.get(layer.id);
  if (image === undefined) return null;
  inputs.push({ kind: 'bytes', sha256: image });
  const delays = sources.moving.get(image);
  const drawnBy = sources.vectors.has(image) && { drawnBy: SVG_RASTERISER };
  if (delays === undefined) return { kind: 'image', sha256: image, ...drawnBy };
  const before = ranBefore?.get(layer.id);
  const run = { delays, end: layer.end ?? 'loop', ...(before !== undefined && { before }) };
  return isSeenOf(run, there, movie.frameRate) ? { kind: 'image', sha256: image, run } : null;
}

function captionsOrigin(
  layer: CaptionsLayer,
  there: ShownFrames,
  { sources, movie, step }: PieceIn,
  inputs: ComposedInput[],
): PictureOrigin | null {
  const cues = shownCues(sources.captions.get(layer.id)?.cues ?? [], layer, movie.frameRate, ownRange(there, step));
  if (cues.length === 0) return null;
  const { fonts, files } = captionFonts(layer, cues, sources);
  inputs.push(...files.map((sha256): ComposedInput => ({ kind: 'bytes', sha256 })));
  return { kind: 'captions', fonts, cues };
}

/** Whether one of the frames shows anything of an image that moves: one that has ended is hidden to the end. */
function isSeenOf(run: ImageRun, { from }: ShownFrames, rate: FrameRate): boolean {
  return pictureAt(run, from, rate) !== null;
}

/** Which of a layer's own frames are shown, from the first to behind the last. */
function ownRange({ from, length }: ShownFrames, { numerator, denominator }: FrameRate) {
  return { from: wholeFrame(from), to: wholeFrame(from + ((length - 1) * numerator) / denominator) + 1 };
}

/** A whole scene as one picture. Where it has no frame any more its last one is held. */
function sceneOrigin(
  { scene, layers, from: begin }: ShownScene,
  { from: own, first, length }: ShownFrames,
  piece: PieceIn,
  plan: LayersPlan,
): PictureOrigin {
  const { movie, step: exact, canvas } = piece;
  const { duration } = scene;
  const step = exact.numerator / exact.denominator;
  const back = step * Math.max(0, Math.floor((begin + own - duration) / step + ALMOST) + 1);
  const at = begin + own - back;
  const running = Math.min(length, Math.ceil((duration - at) / step - ALMOST));
  const { toneMaps: _, ...frame } = canvas;
  const clock = { frame, duration, from: at - first * step, notBefore: at };
  const shown = composedLayers(layers, clock, { ...piece, length: first + running }, plan);
  const { red, green, blue } = scene.background ?? movie.background;
  const picture = { kind: 'scene', canvas: frame, background: { red, green, blue } } as const;
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

/** What masks of a layer are planned in: its size after its effects, where that changes as large as it ever is. */
function maskedSize(layer: Layer, size: Size, there: ShownFrames, within: LayersIn, { step }: PieceIn): Size {
  const { duration, frame } = within;
  const effects = composedEffects(layer);
  const isSteady = hasOneSize(layer) && effects.every(({ animations }) => animations === undefined);
  if (layer.masks.length === 0 || isSteady) return sizeWithEffects(size, effects);
  const { length } = layerTime(layer, duration);
  const largest = { width: 1, height: 1 };
  for (let number = 0; number < there.length; number++) {
    const own = there.from + (number * step.numerator) / step.denominator;
    const isOne = hasOneSize(layer) || !('box' in layer);
    const box = isOne ? size : solidBox(layer, frame, lookAt(layer, own, length, frame));
    const { width, height } = sizeWithEffects(box, effectsAt(effects, own, length, box, sizeWithEffects));
    largest.width = Math.max(largest.width, width);
    largest.height = Math.max(largest.height, height);
  }
  return largest;
}

/** The clock of a layer, for those that stand in it. */
function innerOf(layer: Layer, frame: Size, { duration, from }: LayersIn): LayersIn {
  const { start, first, length } = layerTime(layer, duration);
  return { frame, duration: length, from: from - start + first, notBefore: first };
}

/** How large a layer is before it is drawn. Texts and images without a box count as large as the frame. */
function plannedSize(layer: Layer, origin: PictureOrigin, frame: Size): Size {
  if (origin.kind === 'decoder') return origin.size;
  return layer.kind === 'video' || layer.kind === 'layer' ? frame : solidBox(layer, frame);
}

/** Which frames of a piece show a layer; null for none. */
function framesOf(layer: Layer, within: LayersIn, { step, length }: PieceIn): ShownFrames | null {
  const { from, duration, notBefore } = within;
  const { numerator, denominator } = step;
  const { start, end, first: left } = layerTime(layer, duration);
  // Number of the first frame that does not lie before a frame of the clock.
  const numberAt = (frame: number): number =>
    Math.min(length, Math.max(0, Math.ceil(((frame - from) * denominator) / numerator - ALMOST)));
  const first = numberAt(Math.max(start, notBefore));
  const behind = numberAt(end);
  if (behind <= first) return null;
  return { from: from + (first * numerator) / denominator - start + left, first, length: behind - first };
}

/**
 * The frames that a layer shows, from where its source begins each time. There are none where it is hidden.
 * @param lasts After how many of the layer's own frames its source has ended.
 */
function turnsOf(
  { end, freeze }: VideoLayer,
  there: ShownFrames,
  lasts: number,
  { numerator, denominator }: FrameRate,
): readonly ShownFrames[] {
  const { from, first, length } = there;
  // How many of the frames show one of the layer's own before that.
  const before = (own: number): number =>
    Math.min(length, Math.max(0, Math.ceil(((own - from) * denominator) / numerator - ALMOST)));
  if (freeze !== null || end === 'hold' || (end === 'loop' && lasts === 0)) return [there];
  if (end === 'hide') return before(lasts) === 0 ? [] : [{ ...there, length: before(lasts) }];
  const turns: ShownFrames[] = [];
  for (let turn = Math.floor(from / lasts + ALMOST), at = 0; at < length; turn++) {
    const behind = before((turn + 1) * lasts);
    const own = from + (at * numerator) / denominator - turn * lasts;
    if (behind > at) turns.push({ from: own, first: first + at, length: behind - at });
    at = behind;
  }
  return turns;
}

/** Less than any rounding of a frame's number. */
const ALMOST = 1e-9;

function hasPicture(
  source: SceneSource | undefined,
): source is SceneSource & { readonly facts: { readonly video: NonNullable<SceneSource['facts']['video']> } } {
  return source !== undefined && source.facts.video !== null;
}

/**
 * A layer without what tells nothing of its picture: ids are its place in the scene, its source is its digest, and its
 * sound is not heard here. So equal pictures have equal data.
 */
function withoutNames(layer: Layer, index: number, sources: FilmSources): Layer {
  const id = `layer ${index}` as NodeId;
  const effects = layer.effects.map((effect, number) => effectNamed(effect, number, sources));
  const animations = layer.animations.map((animation, number) =>
    animation.kind === 'custom' ? withoutIds(animation, number) : { ...animation, id: `animation ${number}` as NodeId },
  );
  // What stands in it is composed data of its own.
  const seen = { id, name: null, effects, animations, masks: [] };
  switch (layer.kind) {
    case 'video':
      return { ...withoutSound(layer), ...seen, ...NOT_SEEN, source: digestOf(sources.media.get(layer.id)?.sha256) };
    case 'image':
      return { ...withoutEnd(layer), ...seen, source: digestOf(sources.images.get(layer.id)) };
    case 'text':
      return { ...withoutFamilies(layer), ...seen };
    case 'captions': {
      // Which cues are seen when, the layer's origin says.
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

/** Which fonts they are, their digests say. */
function withoutFamilies({ spans, style, ...layer }: TextLayer): TextLayer {
  const looks = spans?.map(({ families: _, namedBy: __, ...span }) => span);
  return { ...layer, style: { ...style, families: [] }, ...(looks && { spans: looks }) };
}

function withoutSound({ soundAnimations: _, ...layer }: VideoLayer): VideoLayer {
  return layer;
}

/** What an image that moves shows at its end stands with its delays; of another it says nothing. */
function withoutEnd({ end: _, ...layer }: ImageLayer): ImageLayer {
  return layer;
}

/** An animation whose id, and those of its keys, are their places. */
function withoutIds<Values>(animation: CustomAnimation<Values>, number: number): CustomAnimation<Values> {
  const keys = animation.keys.map((key, at) => ({ ...key, id: `key ${at}` as NodeId }));
  return { ...animation, id: `animation ${number}` as NodeId, keys };
}

/** What of a video its decoder says, and what is heard of it. */
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
