import { shownCues, wholeFrame } from '../../captions/shown-cues.ts';
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
import { hasOneSize, lookAt } from '../../timeline/layer-state.ts';
import { type ImageRun, layerTime, pictureAt, sourceFrames } from '../../timeline/time.ts';
import type { SegmentOverlay } from '../../timeline/timeline.ts';
import { currentScene, type JoinedScenes, type ShownScene } from '../../timeline/transitions.ts';
import { sizeWithEffects } from '../effects/apply-effects.ts';
import { type ComposeSources, captionFonts, type RunningSource } from './compose-sources.ts';
import type { ComposedCanvas, ComposedLayer, ComposedMask, PictureOrigin } from './composed-scene.ts';

/** What of a video's frames a part shows. */
export interface SegmentFrames {
  /** The layer's own frame that the first one shows, in frames of the movie; perhaps between two of them. */
  readonly from: number;
  /** The first frame of the part in which it is there. */
  readonly first: number;
  readonly length: number;
}

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
  readonly sources: ComposeSources;
  readonly canvas: ComposedCanvas;
  /** How many of the movie's frames lie from one frame to the next. */
  readonly step: FrameRate;
  /** Frames of the canvas. */
  readonly length: number;
  /** Of a custom transition: the scenes that it shows. */
  readonly sides?: JoinedScenes;
  /** Of overlays: how long layers were there before the piece. */
  readonly ranBefore?: SegmentOverlay['ranBefore'];
}

/** A video as a scene shows it. */
export interface ShownVideo {
  readonly layer: VideoLayer;
  /** What it shows from each time on that its source begins; at least one. */
  readonly turns: readonly SegmentFrames[];
  readonly within: LayersIn;
}

/** Told of what layers are made of, in the order in which they need it. */
export interface LayersPort {
  /** Sees to the frames of a video; how large its picture is for whoever places it. */
  readonly decode: (video: ShownVideo) => Size;
  /** Bytes that are read as they are, or a table of colours. */
  readonly read: (kind: 'bytes' | 'table', sha256: string) => void;
}

/** What layers need: each adds its own. */
export interface LayersPlan {
  /** How many videos there are so far. */
  decoders: number;
  readonly port: LayersPort;
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
    for (const table of tablesOf(layer, piece.sources)) plan.port.read('table', table);
    const size = maskedSize(layer, plannedSize(layer, origin, within.frame), there, within, piece);
    const masks = masksOf(layer, size, within, piece, plan);
    shown.push({ layer: withoutNames(layer, shown.length, piece.sources), from: origin, masks });
  }
  return shown;
}

/** The tables of colours that are applied to a layer. */
function tablesOf(layer: Layer, { tables }: ComposeSources): readonly string[] {
  return composedEffects(layer).flatMap(({ id }) => tables.get(id) ?? []);
}

/** Null where there is nothing to be seen of it. */
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
      const size = port.decode({ layer, turns, within });
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
  return isSeenOf(run, there, movie.frameRate) ? { kind: 'image', sha256: image, run } : null;
}

function captionsOrigin(
  layer: CaptionsLayer,
  there: SegmentFrames,
  { sources, movie, step }: PieceIn,
  port: LayersPort,
): PictureOrigin | null {
  const cues = shownCues(sources.captions.get(layer.id)?.cues ?? [], layer, movie.frameRate, ownRange(there, step));
  if (cues.length === 0) return null;
  const { fonts, files } = captionFonts(layer, cues, sources);
  for (const sha256 of files) port.read('bytes', sha256);
  return { kind: 'captions', fonts, cues };
}

/** Whether one of the frames shows anything of an image that moves: one that has ended is hidden to the end. */
function isSeenOf(run: ImageRun, { from }: SegmentFrames, rate: FrameRate): boolean {
  return pictureAt(run, from, rate) !== null;
}

/** Which of a layer's own frames are shown, from the first to behind the last. */
function ownRange({ from, length }: SegmentFrames, { numerator, denominator }: FrameRate) {
  return { from: wholeFrame(from), to: wholeFrame(from + ((length - 1) * numerator) / denominator) + 1 };
}

/** A whole scene as one picture. Where it has no frame any more its last one is held. */
function sceneOrigin(
  { scene, layers, from: begin }: ShownScene,
  { from: own, first, length }: SegmentFrames,
  piece: PieceIn,
  plan: LayersPlan,
): PictureOrigin {
  const { movie, step: exact, canvas } = piece;
  const { duration } = scene;
  const step = exact.numerator / exact.denominator;
  const back = step * Math.max(0, Math.floor((begin + own - duration) / step + ALMOST) + 1);
  const at = begin + own - back;
  const running = Math.min(length, Math.ceil((duration - at) / step - ALMOST));
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

/** What masks of a layer are planned in: its size after its effects, where that changes as large as it ever is. */
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
function framesOf(layer: Layer, within: LayersIn, { step, length }: PieceIn): SegmentFrames | null {
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
  there: SegmentFrames,
  lasts: number,
  { numerator, denominator }: FrameRate,
): readonly SegmentFrames[] {
  const { from, first, length } = there;
  // How many of the frames show one of the layer's own before that.
  const before = (own: number): number =>
    Math.min(length, Math.max(0, Math.ceil(((own - from) * denominator) / numerator - ALMOST)));
  if (freeze !== null || end === 'hold' || (end === 'loop' && lasts === 0)) return [there];
  if (end === 'hide') return before(lasts) === 0 ? [] : [{ ...there, length: before(lasts) }];
  const turns: SegmentFrames[] = [];
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

function hasPicture(source: RunningSource | undefined): source is RunningSource & {
  readonly facts: { readonly video: NonNullable<RunningSource['facts']['video']> };
} {
  return source !== undefined && source.facts.video !== null;
}

/**
 * A layer without what tells nothing of its picture: ids are its place in the scene, its source is its digest, and its
 * sound is not heard here. So equal pictures have equal data.
 */
function withoutNames(layer: Layer, index: number, sources: ComposeSources): Layer {
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

/** An effect whose id is its place, and whose table is named by its digest. */
function effectNamed(effect: Effect, number: number, { tables }: ComposeSources): Effect {
  const id = `effect ${number}` as NodeId;
  const named = { id, ...(effect.animations && { animations: effect.animations.map(withoutIds) }) };
  if (effect.type !== 'cube') return { ...effect, ...named };
  return { ...effect, ...named, parameters: { ...effect.parameters, src: tables.get(effect.id) ?? null, url: null } };
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
