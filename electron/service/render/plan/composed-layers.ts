import { sizeWithEffects } from '../../../../shared/compositor/effects/apply-effects.ts';
import { composedEffects } from '../../../../shared/film/rows/decoded-effects.ts';
import { solidBox } from '../../../../shared/film/rows/layer-drawing.ts';
import { layerTime } from '../../../../shared/film/time/layer-time.ts';
import { sourceFrames } from '../../../../shared/film/time/source-run.ts';
import { assertNever } from '../../../../shared/lib/assert.ts';
import type { NodeId } from '../../../../shared/template/document/document.ts';
import type { Effect } from '../../../../shared/template/effects/effects.ts';
import type { MediaSource } from '../../../../shared/template/movie/media-source.ts';
import type { Layer, Movie, VideoLayer } from '../../../../shared/template/movie/movie.ts';
import { type FrameRate, type Frames, frames } from '../../../../shared/template/values/frame-rate.ts';
import type { Size } from '../../../../shared/template/values/placement.ts';
import type {
  ComposedCanvas,
  ComposedInput,
  ComposedLayer,
  ComposedMask,
  Decoder,
  PictureOrigin,
} from '../parts/composed-part.ts';
import type { SceneSource } from '../parts/scene-source.ts';
import { planDecoder, type ShownFrames } from './decoder-graph.ts';
import type { FilmSources } from './film-sources.ts';
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
    if (origin === null) continue;
    plan.inputs.push(...tablesOf(layer, piece.sources));
    const size = sizeWithEffects(plannedSize(layer, origin, within.frame), composedEffects(layer));
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
  if (effect.type !== 'cube') return { ...effect, id };
  return { ...effect, id, parameters: { ...effect.parameters, src: tables.get(effect.id) ?? null, url: null } };
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
    case 'image': {
      const image = sources.images.get(layer.id);
      if (image === undefined) return null;
      inputs.push({ kind: 'bytes', sha256: image });
      return { kind: 'image', sha256: image };
    }
    case 'text': {
      const { fonts, files } = sources.fonts(layer);
      inputs.push(...files.map((sha256): ComposedInput => ({ kind: 'bytes', sha256 })));
      return { kind: 'text', fonts };
    }
    case 'group': {
      const inner = innerOf(layer, solidBox(layer, within.frame), within);
      return { kind: 'group', layers: composedLayers(layer.layers, inner, piece, { decoders, inputs }) };
    }
    case 'solid':
    case 'shape':
      return { kind: 'drawing' };
    default:
      return assertNever(layer);
  }
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

/** The clock of a layer, for those that stand in it. */
function innerOf(layer: Layer, frame: Size, { duration, from }: LayersIn): LayersIn {
  const { start, first, length } = layerTime(layer, duration);
  return { frame, duration: length, from: from - start + first, notBefore: first };
}

/** How large a layer is before it is drawn. Texts and images without a box count as large as the frame. */
function plannedSize(layer: Layer, origin: PictureOrigin, frame: Size): Size {
  if (origin.kind === 'decoder') return origin.size;
  return layer.kind === 'video' ? frame : solidBox(layer, frame);
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
  const animations = layer.animations.map((animation, number) => {
    const named = { ...animation, id: `animation ${number}` as NodeId };
    return named.kind === 'custom'
      ? { ...named, keys: named.keys.map((key, at) => ({ ...key, id: `key ${at}` as NodeId })) }
      : named;
  });
  // What stands in it is composed data of its own.
  const seen = { id, name: null, effects, animations, masks: [] };
  switch (layer.kind) {
    case 'video':
      return { ...withoutSound(layer), ...seen, ...NOT_SEEN, source: digestOf(sources.media.get(layer.id)?.sha256) };
    case 'image':
      return { ...layer, ...seen, source: digestOf(sources.images.get(layer.id)) };
    case 'text':
      return { ...layer, ...seen, style: { ...layer.style, families: [] } };
    case 'group':
      return { ...layer, ...seen, layers: [] };
    case 'solid':
    case 'shape':
      return { ...layer, ...seen };
    default:
      return assertNever(layer);
  }
}

function withoutSound({ soundAnimations: _, ...layer }: VideoLayer): VideoLayer {
  return layer;
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
