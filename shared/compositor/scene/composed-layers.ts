import { visibleCues, wholeFrameAt } from '../../captions/shown-cues.ts';
import type { NodeId } from '../../template/document/document.ts';
import type { Effect } from '../../template/effects/effects.ts';
import type {
  CaptionsLayer,
  ImageLayer,
  Layer,
  LayerOf,
  MediaSource,
  TextLayer,
  VideoLayer,
} from '../../template/movie/movie.ts';
import type { LayerKind } from '../../template/tables/elements.ts';
import type { CustomAnimation } from '../../template/values/animation.ts';
import type { CaptionDisplay } from '../../template/values/caption-style.ts';
import { type FrameRate, frames } from '../../template/values/frame-rate.ts';
import type { Size } from '../../template/values/placement.ts';
import { codeBox } from '../../timeline/codes.ts';
import { withoutVariableNames } from '../../timeline/counted-text.ts';
import { composedEffects, effectsAt } from '../../timeline/effects.ts';
import { solidBox } from '../../timeline/layer-drawing.ts';
import { hasOneSize, styleAt } from '../../timeline/layer-state.ts';
import { backgroundOf } from '../../timeline/plain-scenes.ts';
import { type ImageRun, layerTime, pictureAt, sourceFrames } from '../../timeline/time.ts';
import { currentScene, type ShownScene } from '../../timeline/transitions.ts';
import { sizeWithEffects } from '../effects/apply-effects.ts';
import { type ComposeSources, captionFonts, cuesOfLayer, type RunningSource } from './compose-sources.ts';
import type { ComposedLayer, ComposedMask, PictureOrigin } from './composed-scene.ts';
import {
  framesOf,
  innerOf,
  type LayersIn,
  loopRuns,
  type PieceIn,
  type SegmentFrames,
  TOLERANCE,
} from './piece-frames.ts';

export interface ShownVideo {
  readonly layer: VideoLayer;
  /** The frames of each loop of the source; at least one loop. */
  readonly turns: readonly SegmentFrames[];
  readonly within: LayersIn;
}

/** Receives the videos and other sources of the layers. */
export interface LayersPort {
  /** Adds a video. Returns the size of its decoded picture. */
  readonly planVideo: (video: ShownVideo) => Size;
  /** Adds a source that is read unchanged, or a color table. */
  readonly read: (kind: 'bytes' | 'table', sha256: string) => void;
}

/** A plan to which the layers add their decoders and sources. */
export interface LayersPlan {
  /** The number of videos added so far. */
  decoders: number;
  readonly port: LayersPort;
}

/** Returns plain data of the layers that appear in at least one frame of the piece. Adds their sources to the plan. */
export function composedLayers(
  layers: readonly Layer[],
  within: LayersIn,
  piece: PieceIn,
  plan: LayersPlan,
): readonly ComposedLayer[] {
  const composed: ComposedLayer[] = [];
  for (const layer of layers) {
    const visibleFrames = layer.enabled ? framesOf(layer, within, piece) : null;
    const origin = visibleFrames === null ? null : originOf(layer, { there: visibleFrames, within, piece, plan });
    if (visibleFrames === null || origin === null) continue;
    for (const table of tableDigestsOf(layer, piece.sources)) plan.port.read('table', table);
    const size = maskedSize(layer, plannedSize(layer, origin, within.frame), visibleFrames, within, piece);
    const masks = masksOf(layer, size, within, piece, plan);
    composed.push({ layer: withoutNames(layer, composed.length, piece.sources), from: origin, masks });
  }
  return composed;
}

/** Returns the digests of the color tables of a layer's effects. */
function tableDigestsOf(layer: Layer, { tables }: ComposeSources): readonly string[] {
  return composedEffects(layer).flatMap(({ id }) => tables.get(id) ?? []);
}

/** The planning functions of a layer kind. */
interface ComposedKind<Kind extends LayerKind> {
  /** Returns the origin of a layer's picture; null if the layer shows nothing. */
  readonly origin: (layer: LayerOf<Kind>, at: LayerAt) => PictureOrigin | null;
  /**
   * Returns the layer with only the fields that affect the picture and are not in its origin. `common` replaces the
   * fields that all layers share.
   */
  readonly withoutNames: (layer: LayerOf<Kind>, common: CommonFields, sources: ComposeSources) => LayerOf<Kind>;
}

/** The frames of a layer, and the plan that its sources are added to. */
interface LayerAt {
  readonly there: SegmentFrames;
  readonly within: LayersIn;
  readonly piece: PieceIn;
  readonly plan: LayersPlan;
}

/** Normalized fields of all layers. Nested layers are composed separately. */
type CommonFields = Pick<Layer, 'id' | 'name' | 'effects' | 'animations' | 'masks'>;

const DRAWN_KIND = {
  origin: (): PictureOrigin => ({ kind: 'drawing' }),
  withoutNames: <Drawn extends Layer>(layer: Drawn, common: CommonFields): Drawn => ({ ...layer, ...common }),
};

/** The functions by layer kind. A missing kind is a compilation error. */
const composedKinds: { readonly [Kind in LayerKind]: ComposedKind<Kind> } = {
  video: {
    origin: videoOrigin,
    withoutNames: (layer, common, { media }) => ({
      ...withoutSound(layer),
      ...common,
      ...NOT_SEEN,
      source: digestOf(media.get(layer.id)?.sha256),
    }),
  },
  image: {
    origin: imageOrigin,
    withoutNames: (layer, common, { images }) => ({
      ...withoutEnd(layer),
      ...common,
      source: digestOf(images.get(layer.id)),
    }),
  },
  text: {
    origin: textOrigin,
    withoutNames: (layer, common) => ({ ...withoutFamilies(layer), ...common }),
  },
  captions: {
    origin: captionsOrigin,
    // Omit the source, the in-point, and the mode, because the layer's origin contains the timed cues.
    withoutNames: ({ cues: _, soft: __, burned: ___, display, ...layer }, common) => ({
      ...layer,
      ...common,
      ...(display && { display: shownDisplay(display) }),
      source: digestOf(),
      skip: frames(0),
      mode: 'cue',
      style: { ...layer.style, families: [] },
    }),
  },
  solid: DRAWN_KIND,
  shape: DRAWN_KIND,
  code: DRAWN_KIND,
  group: {
    origin: (layer, { within, piece, plan }) => {
      const inner = innerOf(layer, solidBox(layer, within.frame), within);
      return { kind: 'group', layers: composedLayers(layer.layers, inner, piece, plan) };
    },
    withoutNames: (layer, common) => ({ ...layer, ...common, layers: [] }),
  },
  layer: {
    origin: (layer, { there, within, piece, plan }) => {
      const shown = piece.sides && currentScene(layer, piece.sides, within.duration);
      return shown ? sceneOrigin(shown, there, piece, plan) : null;
    },
    withoutNames: (layer, common) => ({ ...layer, ...common, ref: '', first: null }),
  },
};

/** Removes the rules that divide words into phrases, because the layer's origin contains the phrases. */
function shownDisplay({ phrases, ...display }: CaptionDisplay): CaptionDisplay {
  return { ...display, words: 'auto', uppercase: null, phrases: phrases && PHRASES };
}

const PHRASES = { maxWords: null, pause: 0, sentences: true, hold: 0 };

function originOf<Kind extends LayerKind>(layer: LayerOf<Kind>, at: LayerAt): PictureOrigin | null {
  return composedKinds[layer.kind].origin(layer, at);
}

function videoOrigin(layer: VideoLayer, { there, within, piece, plan }: LayerAt): PictureOrigin | null {
  const { sources, movie, step } = piece;
  const source = sources.media.get(layer.id);
  if (!hasPicture(source)) return null;
  const sourceLength = sourceFrames(layer, source.facts.video.endSeconds, movie.frameRate);
  const loops = loopRuns(layer, there, sourceLength, step);
  if (loops.length === 0) return null;
  const size = plan.port.planVideo({ layer, turns: loops, within });
  plan.decoders += 1;
  return { kind: 'decoder', decoder: plan.decoders - 1, size };
}

function textOrigin(layer: TextLayer, { piece, plan }: LayerAt): PictureOrigin {
  const { fonts, spanFonts, files } = piece.sources.fonts(layer);
  for (const sha256 of files) plan.port.read('bytes', sha256);
  return { kind: 'text', fonts, ...(spanFonts !== undefined && { spanFonts }) };
}

function imageOrigin(layer: ImageLayer, { there, piece, plan }: LayerAt): PictureOrigin | null {
  const { sources, movie, ranBefore } = piece;
  const image = sources.images.get(layer.id);
  if (image === undefined) return null;
  plan.port.read('bytes', image);
  const delays = sources.moving.get(image);
  const renderer = sources.vectors.get(image);
  const drawnBy = renderer !== undefined && { drawnBy: renderer };
  if (delays === undefined) return { kind: 'image', sha256: image, ...drawnBy };
  const before = ranBefore?.get(layer.id);
  const run = { delays, end: layer.end ?? 'loop', ...(before !== undefined && { before }) };
  return isVisible(run, there, movie.frameRate) ? { kind: 'image', sha256: image, run } : null;
}

function captionsOrigin(layer: CaptionsLayer, { there, piece, plan }: LayerAt): PictureOrigin | null {
  const { sources, movie, step } = piece;
  const all = cuesOfLayer(layer, sources, movie.frameRate);
  const cues = visibleCues(all, layer, movie.frameRate, ownRange(there, step));
  if (cues.length === 0) return null;
  const { fonts, files } = captionFonts(layer, cues, sources);
  for (const sha256 of files) plan.port.read('bytes', sha256);
  return { kind: 'captions', fonts, cues };
}

/**
 * Returns whether an animated image is visible in at least one frame. With `end="hide"`, the image is hidden after its
 * last frame, so checking the first frame is enough.
 */
function isVisible(run: ImageRun, { from }: SegmentFrames, rate: FrameRate): boolean {
  return pictureAt(run, from, rate) !== null;
}

/** Returns the range of whole local frames of a layer; the end is exclusive. */
function ownRange({ from, length }: SegmentFrames, { numerator, denominator }: FrameRate) {
  return { from: wholeFrameAt(from), to: wholeFrameAt(from + ((length - 1) * numerator) / denominator) + 1 };
}

/** Plans a whole scene as one picture. Its last frame is repeated after its end. */
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
  const layersOfScene = composedLayers(layers, clock, { ...piece, length: first + running }, plan);
  const picture = { kind: 'scene', canvas, background: backgroundOf(scene, movie) } as const;
  const times = { frameRate: movie.frameRate, duration, layers: layersOfScene, from: clock.from, step: exact };
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
 * Returns the size for which masks are planned: the size of the layer after effects. If the size changes, returns the
 * maximum over all frames.
 */
function maskedSize(layer: Layer, size: Size, visibleFrames: SegmentFrames, within: LayersIn, { step }: PieceIn): Size {
  const { duration, frame } = within;
  const effects = composedEffects(layer);
  const isSteady = hasOneSize(layer) && effects.every(({ animations }) => animations === undefined);
  if (layer.masks.length === 0 || isSteady) return sizeWithEffects(size, effects);
  const { length } = layerTime(layer, duration);
  const largest = { width: 1, height: 1 };
  for (let number = 0; number < visibleFrames.length; number++) {
    const own = visibleFrames.from + (number * step.numerator) / step.denominator;
    const isOne = hasOneSize(layer) || !('box' in layer);
    const box = isOne ? size : solidBox(layer, frame, styleAt(layer, own, length, frame));
    const { width, height } = sizeWithEffects(box, effectsAt(effects, own, length, box, sizeWithEffects));
    largest.width = Math.max(largest.width, width);
    largest.height = Math.max(largest.height, height);
  }
  return largest;
}

/** Returns the size of a layer that is not drawn yet. A text or an image without a box has the size of the frame. */
function plannedSize(layer: Layer, origin: PictureOrigin, frame: Size): Size {
  if (origin.kind === 'decoder') return origin.size;
  if (layer.kind === 'code') return codeBox(layer, frame);
  return layer.kind === 'video' || layer.kind === 'layer' ? frame : solidBox(layer, frame);
}

function hasPicture(source: RunningSource | undefined): source is RunningSource & {
  readonly facts: { readonly video: NonNullable<RunningSource['facts']['video']> };
} {
  return source !== undefined && source.facts.video !== null;
}

/**
 * Normalizes a layer, so that equal pictures have equal data. Replaces ids by positions in the scene and the source by
 * its digest. Removes sound.
 */
function withoutNames(layer: Layer, index: number, sources: ComposeSources): Layer {
  const id = `layer ${index}` as NodeId;
  const effects = layer.effects.map((effect, number) => effectNamed(effect, number, sources));
  const animations = layer.animations.map((animation, number) =>
    animation.kind === 'custom' ? withoutIds(animation, number) : { ...animation, id: `animation ${number}` as NodeId },
  );
  const common = { id, name: null, effects, animations, masks: [] };
  return normalized(layer, common, sources);
}

function normalized<Kind extends LayerKind>(
  layer: LayerOf<Kind>,
  common: CommonFields,
  sources: ComposeSources,
): LayerOf<Kind> {
  return composedKinds[layer.kind].withoutNames(layer, common, sources);
}

/** Replaces the id of an effect by its position, and its color table by its digest. */
function effectNamed(effect: Effect, number: number, { tables }: ComposeSources): Effect {
  const id = `effect ${number}` as NodeId;
  const named = { id, ...(effect.animations && { animations: effect.animations.map(withoutIds) }) };
  if (effect.type !== 'cube') return { ...effect, ...named };
  return { ...effect, ...named, parameters: { ...effect.parameters, src: tables.get(effect.id) ?? null, url: null } };
}

/** Removes the font families, because the digests identify the fonts, and the names of variables. */
function withoutFamilies({ spans, style, counted, ...layer }: TextLayer): TextLayer {
  const looks = spans?.map(({ families: _, namedBy: __, ...span }) => span);
  return {
    ...layer,
    style: { ...style, families: [] },
    ...(looks && { spans: looks }),
    ...(counted && { counted: withoutVariableNames(counted) }),
  };
}

function withoutSound({ soundAnimations: _, ...layer }: VideoLayer): VideoLayer {
  return layer;
}

/** Removes `end`: the origin of an animated image contains it, and other images ignore it. */
function withoutEnd({ end: _, ...layer }: ImageLayer): ImageLayer {
  return layer;
}

/** Replaces the ids of an animation and its keyframes by their positions. */
function withoutIds<Values>(animation: CustomAnimation<Values>, number: number): CustomAnimation<Values> {
  const keys = animation.keys.map((key, at) => ({ ...key, id: `key ${at}` as NodeId }));
  return { ...animation, id: `animation ${number}` as NodeId, keys };
}

/** Neutral values for the fields of a video that only its decoder or its sound plan uses. */
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
