import { captionAt, visibleCues } from '../captions/shown-cues.ts';
import { sizeWithEffects } from '../compositor/effects/apply-effects.ts';
import { type ComposeSources, captionFonts, cuesOfLayer } from '../compositor/scene/compose-sources.ts';
import { sha256 } from '../drawings/drawing/drawing-key.ts';
import { required } from '../lib/assert.ts';
import type { NodeId } from '../template/document/document.ts';
import type { CaptionsLayer, ImageLayer, Layer, LayerOf, Movie, VideoLayer } from '../template/movie/movie.ts';
import type { LayerKind } from '../template/tables/elements.ts';
import { type Color, formatColor } from '../template/values/color.ts';
import { type Frames, frames } from '../template/values/frame-rate.ts';
import type { Size } from '../template/values/placement.ts';
import { originalId, positionsOf } from '../template/variables/repeats.ts';
import { layerStatesAt } from '../timeline/boxes.ts';
import { buildTimeline } from '../timeline/build-timeline.ts';
import { captionDrawing } from '../timeline/caption-drawing.ts';
import { composedEffects, effectsAppliedWhileDecoding } from '../timeline/effects.ts';
import { frameAt } from '../timeline/frame-at.ts';
import { imageDrawing, shapeDrawing, solidBox, textDrawing } from '../timeline/layer-drawing.ts';
import { type LayerState, styleAt, videoStateAt } from '../timeline/layer-state.ts';
import { type PlacementInPixels, placementInPixels } from '../timeline/placement.ts';
import { unitMotionsAt } from '../timeline/presets.ts';
import { layerTime, localFrame, pictureAt } from '../timeline/time.ts';
import type { TimelineSegment } from '../timeline/timeline.ts';
import { type KnownSizes, layerSize } from '../timeline/timeline-kinds.ts';
import { transitionEasing, transitionProgress } from '../timeline/transitions.ts';

/**
 * The properties of a layer by name, such as `text` or `matrix`. A long value is replaced by its digest, which starts
 * with `~`.
 */
export type ShownValues = Readonly<Record<string, string>>;

/** A layer in one frame; also the background, a transition, or a mask. */
export interface ShownLayer {
  /** The place in the template, such as `scene[2]/text[1]`. The second copy of a repeated layer has the suffix `#2`. */
  readonly at: string;
  readonly name: string | null;
  readonly kind: string;
  /** The properties that determine its picture. */
  readonly picture: ShownValues;
  /** The properties that determine its placement in this frame. */
  readonly numbers: ShownValues;
  /** The parts of its matrix; absent in golden files, and for the background and transitions. */
  readonly placement?: PlacementInPixels;
}

/** The sources of a film. The digests can be any texts that distinguish sources. */
export type ShownSources = Pick<ComposeSources, 'images' | 'moving' | 'tables' | 'captions' | 'fonts'> & {
  readonly media: ReadonlyMap<NodeId, { readonly sha256: string }>;
};

/** The film whose layers are listed. */
export interface ShownFilm {
  readonly movie: Movie;
  readonly sources: ShownSources;
  /** Returns the size of an image or a video in square pixels; null if it is unknown. */
  readonly sizeOf: (layer: VideoLayer | ImageLayer) => Size | null;
  /** The drawn sizes of texts and captions; absent while they are unknown. */
  readonly drawnSizes?: KnownSizes;
  /** Returns the place of an element in the template, such as `scene[2]/image`; undefined if it has none. */
  readonly placeOf: (node: NodeId) => string | undefined;
}

/** The layers of one frame. */
export interface ShownFrame {
  /** The place of the scene. In the second half of a transition, the place of the incoming scene. */
  readonly scene: string;
  /** The layers, lowest first. Layers in groups and masks follow their container. */
  readonly layers: readonly ShownLayer[];
}

/** Returns the layers of a frame of the movie with all properties that affect their pixels. */
export function shownFrameAt(film: ShownFilm, frame: number): ShownFrame {
  const { movie } = film;
  const at = required(frameAt(buildTimeline(movie), frame), 'a frame of the film');
  const { segment } = at;
  const root = { film, size: { width: movie.width, height: movie.height } };
  const ground: ShownLayer = {
    ...placed(movie.id, film),
    name: null,
    kind: 'movie',
    picture: { background: shortValue(movie.background) },
    numbers: {},
  };
  const below =
    segment.kind === 'scene' ? sceneLayers(segment, at.frame, root) : transitionLayers(segment, at.frame, root);
  const { over } = segment;
  const above =
    over === null ? [] : layersOf(over.layers, { ...root, clock: over.from + at.frame, length: over.length });
  return { scene: sceneOf(segment, at.frame, film), layers: [ground, ...below, ...above] };
}

function sceneOf(segment: TimelineSegment, within: number, film: ShownFilm): string {
  const { outgoing, incoming } = segment.kind === 'scene' ? { outgoing: segment, incoming: segment } : segment;
  const isFirstHalf = segment.kind === 'scene' || 2 * (segment.from + within) < segment.length;
  const side = isFirstHalf ? (outgoing ?? incoming) : (incoming ?? outgoing);
  return side === null ? 'movie' : placeOf(side.scene.id, film);
}

interface Root {
  readonly film: ShownFilm;
  /** The size to which percentages refer. */
  readonly size: Size;
}

interface Container extends Root {
  /** The local frame of the container. */
  readonly clock: number;
  /** The length of the container. */
  readonly length: Frames;
}

function sceneLayers(
  { scene, layers, from }: Pick<Extract<TimelineSegment, { kind: 'scene' }>, 'scene' | 'layers' | 'from'>,
  within: number,
  root: Root,
): readonly ShownLayer[] {
  const ground: ShownLayer = {
    ...placed(scene.id, root.film),
    name: scene.name,
    kind: 'scene',
    picture: { background: shortValue(scene.background) },
    numbers: {},
  };
  return [ground, ...layersOf(layers, { ...root, clock: from + within, length: scene.duration })];
}

function transitionLayers(
  segment: Extract<TimelineSegment, { kind: 'transition' }>,
  within: number,
  root: Root,
): readonly ShownLayer[] {
  const { transition, outgoing, incoming, from, length } = segment;
  const sides = [outgoing, incoming].flatMap((side) => (side === null ? [] : sceneLayers(side, within, root)));
  const { look } = transition;
  const progress = transitionProgress(transitionEasing(transition), from + within, length);
  const { images } = root.film.sources;
  const own =
    look.type === 'custom'
      ? { type: 'custom', background: look.background }
      : { ...look, ...(look.type === 'luma' && { source: images.get(transition.id) ?? look.source }) };
  const shown: ShownLayer = {
    ...placed(transition.id, root.film),
    name: null,
    kind: 'transition',
    picture: valuesOf(own),
    numbers: valuesOf({ progress }),
  };
  const between =
    look.type === 'custom'
      ? layersOf(
          look.layers.filter(({ enabled }) => enabled),
          { ...root, clock: from + within, length },
        )
      : [];
  return [...sides, shown, ...between];
}

function layersOf(layers: readonly Layer[], container: Container): readonly ShownLayer[] {
  return layers.flatMap((layer): readonly ShownLayer[] => {
    const { film, size, length, clock } = container;
    if (!layer.enabled) return [];
    const time = layerTime(layer, length);
    const frame = localFrame(time, clock);
    if (frame === null) return [];
    const own = { film, size, clock: frame, length: time.length };
    const look = styleAt(layer, frame, time.length, size);
    const picture = layerSize(layer, size, look, knownSizes(film), frame);
    const context = { frame: size, rate: film.movie.frameRate, sceneLength: length };
    const stateOf = (pictureSize: Size) =>
      layerStatesAt([layer], clock, { ...context, sizeOf: () => pictureSize, sizeAfter: sizeWithEffects })[0];
    const state = stateOf(picture);
    if (state === undefined) return [];
    const isLaidOut = layer.kind === 'text' || layer.kind === 'captions';
    const drawn =
      isLaidOut && film.drawnSizes !== undefined
        ? stateOf(layerSize(layer, size, look, film.drawnSizes, frame))
        : undefined;
    const after = sizeWithEffects(picture, state.effects);
    const shown: ShownLayer = {
      ...placed(layer.id, film),
      name: layer.name,
      kind: layer.kind,
      picture: pictureOf(layer, state, own),
      numbers: { ...numbersOf(layer, state, film), ...(drawn && valuesOf({ [DRAWN_MATRIX]: numbersIn(drawn) })) },
      placement: placementInPixels(layer, frame, {
        frame: size,
        rate: context.rate,
        length: time.length,
        picture: after,
      }),
    };
    const inside =
      layer.kind === 'group' ? layersOf(layer.layers, { ...own, size: solidBox(layer, size, state.look) }) : [];
    const masks = layer.masks
      .filter(({ enabled }) => enabled)
      .flatMap((mask) => layersOf(mask.layers, { ...own, size: after }));
    return [shown, ...inside, ...masks];
  });
}

/**
 * The name of the matrix of a text with its drawn size. Its position is rounded to whole pixels, so it can change
 * although the matrix of the fixed size does not.
 */
export const DRAWN_MATRIX = 'drawn matrix';

function numbersIn({ matrix: { a, b, c, d, e, f } }: LayerState): readonly number[] {
  return [a, b, c, d, e, f];
}

/**
 * Returns a fixed size for texts and captions. Their matrix then changes only with their placement; other properties
 * contain all other changes.
 */
function knownSizes({ sizeOf }: ShownFilm) {
  return { ofSource: sizeOf, ofText: () => TEXT_SIZE, ofCaptions: () => TEXT_SIZE };
}

const TEXT_SIZE = { width: 100, height: 100 };

/** Returns the placement of a layer in its container. */
function numbersOf(layer: Layer, state: LayerState, film: ShownFilm): ShownValues {
  const { opacity, blendMode, window, effects } = state;
  const decoded = layer.kind === 'video' ? effectsAppliedWhileDecoding(layer) : [];
  const written = composedEffects(layer);
  const all = [...decoded, ...(written.length === 0 ? [] : effects)];
  const masks = layer.masks.filter(({ enabled }) => enabled);
  return {
    ...valuesOf({ matrix: numbersIn(state) }),
    ...(opacity !== 1 && valuesOf({ opacity })),
    ...(blendMode !== 'normal' && valuesOf({ blend: blendMode })),
    ...(window !== null && valuesOf({ window })),
    ...Object.fromEntries(
      all.map(({ id, type, parameters }, index) => [
        `effect ${index + 1}`,
        shortValue({ type, parameters: withoutSource(parameters), table: film.sources.tables.get(id) }),
      ]),
    ),
    ...(masks.length > 0 && valuesOf({ mask: masks.map(({ channel, isInverted }) => [channel, isInverted]) })),
  };
}

/** Removes the source of a color table, because the properties contain its digest. */
function withoutSource(parameters: object): object {
  const { source: _, ...rest } = parameters as { readonly source?: unknown };
  return rest;
}

interface OwnClock extends Root {
  readonly clock: number;
  readonly length: Frames;
}

/** Returns all properties that affect the picture of a layer, except its placement. */
function pictureOf<Kind extends LayerKind>(
  layer: LayerOf<Kind>,
  { look }: Pick<LayerState, 'look'>,
  { film, size, clock, length }: OwnClock,
): ShownValues {
  const values: PictureValues<Kind> = pictureValues[layer.kind] ?? ownValues;
  return values(layer, { film, place: { frame: size, scale: 1, look }, clock, length });
}

interface PictureClock {
  readonly film: ShownFilm;
  readonly place: { readonly frame: Size; readonly scale: number; readonly look: LayerState['look'] };
  readonly clock: number;
  readonly length: Frames;
}

type PictureValues<Kind extends LayerKind> = (layer: LayerOf<Kind>, at: PictureClock) => ShownValues;

/** The kinds whose picture depends on more than the layer's own values. */
const pictureValues: { readonly [Kind in LayerKind]?: PictureValues<Kind> } = {
  text: (layer, { film: { movie, sources }, place, clock, length }) => {
    const { fonts, spanFonts } = sources.fonts(layer);
    const motions = unitMotionsAt(layer.animations, clock, length, movie.frameRate);
    const units = motions.map(({ unit, at }) => [unit, SAMPLES.map((index) => at(index, SAMPLES.length))]);
    return {
      ...drawingValues(textDrawing(layer, fonts, place, spanFonts)),
      ...(units.length > 0 && valuesOf({ animation: units })),
    };
  },
  captions: (layer, { film, place, clock }) => captionValues(layer, place, clock, film),
  image: (layer, { film: { movie, sources }, place, clock }) => {
    const image = sources.images.get(layer.id) ?? '';
    const delays = sources.moving.get(image);
    const end = layer.end ?? 'loop';
    const picture = delays === undefined ? 0 : pictureAt({ delays, end }, clock, movie.frameRate);
    return drawingValues({ ...imageDrawing(layer, image, place), frame: picture });
  },
  shape: (layer, { place }) => drawingValues(shapeDrawing(layer, place)),
  solid: (layer, { place: { frame, look } }) =>
    valuesOf({ color: layer.color, gradient: layer.gradient, ...solidBox(layer, frame, look) }),
  video: (layer, { film, clock }) => {
    const { frame, inPoint, speed } = videoStateAt(layer, frames(Math.floor(clock)));
    const { box, fit, crop, focus, end } = layer;
    const source = film.sources.media.get(layer.id)?.sha256;
    return valuesOf({ source, 'source frame': [inPoint, frame, speed], box, fit, crop, focus, end });
  },
  group: (layer, { place: { frame, look } }) => valuesOf(solidBox(layer, frame, look)),
  layer: (layer, { clock }) => valuesOf({ ref: layer.ref, 'source frame': [layer.first, clock] }),
};

/** Returns the values of a layer whose picture depends only on them and on their keyframes. */
function ownValues(layer: Layer, { place: { look } }: PictureClock): ShownValues {
  const { id: _, name: __, placement: ___, animations: ____, effects: _____, masks: ______, ...own } = layer;
  return valuesOf({ ...own, ...(look !== null && { look }) });
}

/** The indexes of the text units whose motion is sampled. */
const SAMPLES = [0, 1, 2, 3, 4, 5, 6, 7];

function captionValues(
  layer: CaptionsLayer,
  place: Parameters<typeof captionDrawing>[3],
  clock: number,
  { movie, sources }: ShownFilm,
): ShownValues {
  const all = cuesOfLayer(layer, sources, movie.frameRate);
  const cues = visibleCues(all, layer, movie.frameRate, { from: Math.floor(clock), to: Math.floor(clock) + 1 });
  const caption = captionAt(cues, clock);
  if (caption === null) return {};
  const { fonts } = captionFonts(layer, cues, sources);
  return drawingValues(captionDrawing(layer, caption, fonts, place, clock));
}

/** The property names of drawing fields with a different name. */
const NAMES: Readonly<Record<string, string>> = {
  content: 'text',
  fonts: 'font',
  runs: 'spans',
  image: 'source',
  frame: 'source frame',
};

function drawingValues(drawing: object): ShownValues {
  const named = Object.entries(drawing).flatMap(([name, value]) =>
    name === 'kind' || name === 'scale' ? [] : [[NAMES[name] ?? name.toLowerCase(), value] as const],
  );
  return valuesOf(Object.fromEntries(named));
}

function placed(node: NodeId, film: ShownFilm): Pick<ShownLayer, 'at'> {
  const copies = positionsOf(node).map((position) => `#${position}`);
  return { at: `${placeOf(node, film)}${copies.join('')}` };
}

function placeOf(node: NodeId, { placeOf: of }: ShownFilm): string {
  return of(originalId(node)) ?? '';
}

/** Converts fields to short texts. Omits absent values. */
export function valuesOf(fields: object): ShownValues {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value == null ? [] : [[name, shortValue(value)] as const])),
  );
}

/** The maximum lengths of texts, and of other values, that are not replaced by digests. */
const MAX_TEXT = 40;
const MAX_DATA = 24;
const DIGEST_CHARACTERS = 12;
/** The prefix of a digest. */
const DIGEST = '~';

/** Converts a value to a short text or to its digest. Numbers have at most six decimals. */
function shortValue(value: unknown): string {
  if (typeof value === 'string' && value.length <= MAX_TEXT && !value.startsWith(DIGEST)) return value;
  if (isColor(value)) return `${formatColor(value)}${(value.alpha ?? 1) === 1 ? '' : ` ${value.alpha}`}`;
  const text = JSON.stringify(value, rounded) ?? '';
  return text.length <= MAX_DATA ? text : `${DIGEST}${sha256(text).slice(0, DIGEST_CHARACTERS)}`;
}

function isColor(value: unknown): value is Color & { readonly alpha?: number } {
  return typeof value === 'object' && value !== null && 'red' in value && 'green' in value && 'blue' in value;
}

function rounded(_name: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 1e6) / 1e6 : value;
}
