import { sizeWithEffects } from '../compositor/effects/apply-effects.ts';
import type { DrawingLayout } from '../drawings/drawing/drawing.ts';
import type { NodeId } from '../template/document/document.ts';
import type { Layer, Movie } from '../template/movie/movie.ts';
import type { Size } from '../template/values/placement.ts';
import { boundsAround, type LayerBox, layerBoxesAt } from '../timeline/boxes.ts';
import { buildTimeline } from '../timeline/build-timeline.ts';
import type { Affine, Rect } from '../timeline/layer-state.ts';
import { boundsOf, IDENTITY, multiplyAffine } from '../timeline/placement.ts';
import { presetSpan } from '../timeline/presets.ts';
import type { Timeline } from '../timeline/timeline.ts';
import type { KnownSizes } from '../timeline/timeline-kinds.ts';

/** A layer in a frame in which it is visible: it is played, and its opacity is at least 0.5. */
export interface LayerSample {
  readonly frame: number;
  /** Whether the layer and its groups are almost still, and no entrance or exit is running. */
  readonly rests: boolean;
  /** The areas of letters, one per line of a text, or the box of another layer, in pixels of the film. */
  readonly ink: readonly Rect[];
  /** The font size of a text in pixels of the film; 0 for other layers. */
  readonly em: number;
  readonly matrix: Affine;
  /** The size of the picture before the matrix. */
  readonly size: Size;
  /** The opacity of the layer, multiplied by the opacities of its groups. */
  readonly opacity: number;
  /** The fraction of the ink that the box of a group cuts off. */
  readonly cut: number;
  /** The index among the layers of the frame, from the lowest. */
  readonly order: number;
}

/** A layer with the frames in which it is visible, in order. */
export interface LayerTrack {
  readonly layer: Layer;
  readonly samples: readonly LayerSample[];
}

/** The layers of a film in selected frames. */
export interface FilmTracks {
  readonly tracks: readonly LayerTrack[];
  /** The selected frames, in order. */
  readonly sampledFrames: readonly number[];
  /** Whether the film is too large for this analysis. If so, `tracks` and `sampledFrames` are empty. */
  readonly isTooLarge: boolean;
  /** Returns whether a layer is visible in a frame. */
  readonly isVisible: (node: NodeId, frame: number) => boolean;
}

/** A film to analyze. */
export interface FilmToTrack {
  readonly movie: Movie;
  readonly known: KnownSizes;
  /** Returns the text of a layer at a local frame; null for a layer without a text. */
  readonly textAt: (layer: Layer, localFrame: number) => SetText | null;
}

/** The minimum distance in frames between two selected frames within a segment. A long film has a larger distance. */
const STEP = 3;
/**
 * The maximum number of selected frames, and of layers in all selected frames. Each maximum takes about two seconds and
 * 100 MiB.
 */
const MAX_SAMPLED_FRAMES = 12_000;
const MAX_SAMPLES = 250_000;
/** The maximum movement of a resting layer in pixels per frame, and the maximum change of its scale and opacity. */
const DRIFT = 1;
const CHANGE = 0.02;
/** The minimum opacity of a visible layer. */
const VISIBLE = 0.5;

/**
 * Analyzes all layers of a film in every third frame and at the ends of all segments. In a long film, the distance
 * between the frames is larger.
 */
export function trackLayers(film: FilmToTrack): FilmTracks {
  const { movie } = film;
  const sampledFrames = framesToSample(buildTimeline(movie));
  const tracks = new Map<NodeId, { readonly layer: Layer; readonly samples: LayerSample[] }>();
  const isVisible = visibilityIn(film);
  let count = 0;
  let before: ReadonlyMap<NodeId, LayerBox> = new Map();
  let last = Number.NEGATIVE_INFINITY;
  for (const frame of sampledFrames ?? []) {
    const boxes = boxesAt(film, frame);
    const byId = new Map(boxes.map((box) => [box.layer.id, box]));
    for (const [order, box] of boxes.entries()) {
      count += 1;
      const sample = layerSample(film, box, { frame, order, byId, before, gap: frame - last });
      if (sample === null) continue;
      const track = tracks.get(box.layer.id) ?? { layer: box.layer, samples: [] };
      track.samples.push(sample);
      tracks.set(box.layer.id, track);
    }
    if (count > MAX_SAMPLES) return { tracks: [], sampledFrames: [], isTooLarge: true, isVisible };
    before = byId;
    last = frame;
  }
  return {
    tracks: [...tracks.values()],
    sampledFrames: sampledFrames ?? [],
    isTooLarge: sampledFrames === null,
    isVisible,
  };
}

/** Returns the frames to analyze; null if the film has too many segments. */
function framesToSample({ segments, length }: Timeline): readonly number[] | null {
  if (2 * segments.length > MAX_SAMPLED_FRAMES) return null;
  const step = Math.max(STEP, Math.ceil(length / (MAX_SAMPLED_FRAMES - 2 * segments.length)));
  const frames = new Set<number>();
  for (const { start, end } of segments) {
    for (let frame: number = start; frame < end; frame += step) frames.add(frame);
    if (end > start) frames.add(end - 1);
  }
  return [...frames];
}

function boxesAt({ movie, known }: FilmToTrack, frame: number): readonly LayerBox[] {
  return layerBoxesAt(movie, frame, { known, sizeAfter: sizeWithEffects }).filter(({ masked }) => masked === null);
}

interface SampleContext {
  readonly frame: number;
  readonly order: number;
  readonly byId: ReadonlyMap<NodeId, LayerBox>;
  readonly before: ReadonlyMap<NodeId, LayerBox>;
  /** The number of frames since the previous selected frame. */
  readonly gap: number;
}

function layerSample(film: FilmToTrack, box: LayerBox, context: SampleContext): LayerSample | null {
  const { layer, matrix, size } = box;
  if (!box.isPlayed || layer.kind === 'group') return null;
  const chain = [box, ...box.groups.flatMap((id) => context.byId.get(id) ?? [])];
  const opacity = chain.reduce((product, { state }) => product * state.opacity, 1);
  if (opacity < VISIBLE) return null;
  const isText = layer.kind === 'text' || layer.kind === 'captions';
  const text = isText ? film.textAt(layer, box.localFrame) : null;
  if (isText && text === null) return null;
  const ink = text === null ? [boundsOf(matrix, size)] : inkOf(text, matrix, size);
  if (ink.length === 0) return null;
  const em = (text?.layout.size ?? 0) * Math.hypot(matrix.c, matrix.d);
  const { before, gap, frame, order } = context;
  const rests = chain.every((each) => isResting(each, before.get(each.layer.id), gap, film.movie));
  return { frame, rests, ink, em, matrix, size, opacity, cut: cutShare(ink, chain.slice(1)), order };
}

/**
 * Returns whether a layer rests: it has been almost still since the previous selected frame, and no entrance or exit is
 * running.
 * @param gap The number of frames since the previous selected frame.
 */
export function isResting(
  box: LayerBox,
  before: LayerBox | undefined,
  gap: number,
  { frameRate }: Pick<Movie, 'frameRate'>,
): boolean {
  if (before === undefined) return false;
  const moved = (['a', 'b', 'c', 'd'] as const).some((key) => Math.abs(box.matrix[key] - before.matrix[key]) > CHANGE);
  const shifted = (['e', 'f'] as const).some(
    (key) => Math.abs(box.matrix[key] - before.matrix[key]) > DRIFT * Math.max(gap, STEP),
  );
  const fades = Math.abs(box.state.opacity - before.state.opacity) > CHANGE;
  const { layer, localFrame, length } = box;
  const isEnteringOrLeaving =
    'animations' in layer &&
    layer.animations.some((animation) => {
      if (animation.kind !== 'preset') return false;
      const { phase, begin, all } = presetSpan(animation, length, frameRate);
      return (phase === 'in' && localFrame <= begin + all) || (phase === 'out' && localFrame >= begin);
    });
  return !(moved || shifted || fades || isEnteringOrLeaving);
}

/** The height of most letters above the baseline, and the depth of most letters below it, in em. */
const ASCENT = 0.74;
const DEPTH = 0.02;
const DESCENT = 0.2;
/** Letters that extend below the baseline, and all letters of scripts other than Latin, Greek, and Cyrillic. */
const DESCENDERS =
  /[gjpqyQ,;ÇçŞşĢģßμρφχψβγηςξζруфцщд]|[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]/u;

/** A layout with its text. */
export interface SetText {
  readonly layout: DrawingLayout;
  readonly content: string;
}

/** Returns the estimated area of the letters of each line from the layout of a text, in pixels of the film. */
function inkOf({ layout, content }: SetText, matrix: Affine, picture: Size): readonly Rect[] {
  const { lines, size, width, height } = layout;
  const em = size ?? 0;
  // An effect such as `rotate` changes the size of the picture around its middle.
  const across = (picture.width - width) / 2;
  const down = (picture.height - height) / 2;
  return lines
    .filter((line) => line.width > 0)
    .map((line) => {
      const depth = DESCENDERS.test(content.slice(line.start, line.end)) ? DESCENT : DEPTH;
      const top = line.baseline - ASCENT * em + down;
      const placed = multiplyAffine(matrix, { ...IDENTITY, e: line.left + across, f: top });
      return boundsOf(placed, { width: line.width, height: (ASCENT + depth) * em });
    });
}

/**
 * Returns the largest fraction of the ink that the box of a single group cuts off. Ignores groups without a written
 * side and rotated groups.
 */
function cutShare(ink: readonly Rect[], groups: readonly LayerBox[]): number {
  const all = ink.reduce((sum, rect) => sum + areaOf(rect), 0);
  if (all === 0) return 0;
  return groups.reduce((worst, { layer, matrix, size }) => {
    if (layer.kind !== 'group' || (layer.box.width === null && layer.box.height === null)) return worst;
    if (Math.abs(matrix.b) > CHANGE || Math.abs(matrix.c) > CHANGE) return worst;
    const box = boundsOf(matrix, size);
    const inside = ink.reduce((sum, rect) => sum + areaOf(intersectionOf(rect, box)), 0);
    return Math.max(worst, 1 - inside / all);
  }, 0);
}

export function areaOf({ width, height }: Rect): number {
  return Math.max(0, width) * Math.max(0, height);
}

/** Returns the intersection of two rectangles; its sides are 0 if the rectangles do not overlap. */
export function intersectionOf(one: Rect, other: Rect): Rect {
  const left = Math.max(one.left, other.left);
  const top = Math.max(one.top, other.top);
  const right = Math.min(one.left + one.width, other.left + other.width);
  const bottom = Math.min(one.top + one.height, other.top + other.height);
  return { left, top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

/** Returns the bounds of the ink of a layer. */
export function inkBoundsOf({ ink }: Pick<LayerSample, 'ink'>): Rect {
  return boundsAround(ink);
}

/** A visible layer in a frame, with the bounds of its ink or box in pixels of the film. */
export interface VisibleBox {
  readonly node: NodeId;
  readonly bounds: Rect;
}

/** Returns the visible layers in a frame, from the lowest. Groups are left out, because their layers are listed. */
export function visibleBoxesAt(film: FilmToTrack, frame: number): readonly VisibleBox[] {
  const boxes = boxesAt(film, frame);
  const byId = new Map(boxes.map((box) => [box.layer.id, box]));
  const context = { frame, byId, before: new Map<NodeId, LayerBox>(), gap: 1 };
  return boxes.flatMap((box, order) => {
    const sample = layerSample(film, box, { ...context, order });
    return sample === null ? [] : [{ node: box.layer.id, bounds: inkBoundsOf(sample) }];
  });
}

/**
 * Returns a function that returns whether a layer is visible in a frame. The function caches frames, because the ends
 * of several layers are often in the same frames.
 */
function visibilityIn(film: FilmToTrack): FilmTracks['isVisible'] {
  const seen = new Map<number, ReadonlySet<NodeId>>();
  return (node, frame) => {
    const known = seen.get(frame);
    if (known !== undefined) return known.has(node);
    const boxes = boxesAt(film, frame);
    const byId = new Map(boxes.map((box) => [box.layer.id, box]));
    const context = { frame, order: 0, byId, before: byId, gap: 1 };
    const visible = new Set(
      boxes.filter((box) => layerSample(film, box, context) !== null).map(({ layer }) => layer.id),
    );
    seen.set(frame, visible);
    return visible.has(node);
  };
}

/** A range of frames in which a condition is true; `to` is exclusive. */
export interface FrameRun {
  readonly from: number;
  readonly to: number;
  readonly samples: readonly LayerSample[];
}

/**
 * Returns the ranges of selected frames in which a condition is true. A selected frame without the layer ends a range.
 */
export function runsOf(
  { samples }: LayerTrack,
  sampledFrames: readonly number[],
  holds: (sample: LayerSample) => boolean = () => true,
): readonly FrameRun[] {
  const places = placesOf(sampledFrames);
  const runs: { from: number; to: number; samples: LayerSample[] }[] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const sample of samples) {
    if (!holds(sample)) continue;
    const place = places.get(sample.frame) ?? 0;
    const run = place === last + 1 ? runs.at(-1) : undefined;
    if (run === undefined) runs.push({ from: sample.frame, to: sample.frame + 1, samples: [sample] });
    else {
      run.to = sample.frame + 1;
      run.samples.push(sample);
    }
    last = place;
  }
  return runs;
}

const placesByFrames = new WeakMap<readonly number[], ReadonlyMap<number, number>>();

function placesOf(sampledFrames: readonly number[]): ReadonlyMap<number, number> {
  const known = placesByFrames.get(sampledFrames) ?? new Map(sampledFrames.map((frame, place) => [frame, place]));
  placesByFrames.set(sampledFrames, known);
  return known;
}

/**
 * Returns a range with its exact first and last frame, because a layer can appear or disappear between two selected
 * frames.
 */
export function exactRun(run: FrameRun, node: NodeId, { sampledFrames, isVisible }: FilmTracks): FrameRun {
  const places = placesOf(sampledFrames);
  const before = sampledFrames[(places.get(run.from) ?? 0) - 1];
  const after = sampledFrames[(places.get(run.to - 1) ?? 0) + 1];
  let { from, to } = run;
  // Use bisection, because two selected frames of a long film can be far apart.
  for (let hidden = before ?? from - 1; from - hidden > 1; ) {
    const middle = (from + hidden) >> 1;
    if (isVisible(node, middle)) from = middle;
    else hidden = middle;
  }
  for (let hidden = after ?? to; hidden - to > 0; ) {
    const middle = (to + hidden) >> 1;
    if (isVisible(node, middle)) to = middle + 1;
    else hidden = middle;
  }
  return { ...run, from, to };
}
