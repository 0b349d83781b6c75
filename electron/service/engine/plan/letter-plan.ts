import { sizeWithEffects } from '#shared/compositor/effects/apply-effects.ts';
import type { TextDrawing } from '#shared/drawings/drawing/drawing.ts';
import { type CheckOptions, checkGeometry } from '#shared/film-check/check-film.ts';
import { filmChecks } from '#shared/film-check/check-table.ts';
import type { ConfirmedFact } from '#shared/film-check/evidence-checks.ts';
import { type GroundExtreme, restsOf, type TextRests } from '#shared/film-check/ground-extremes.ts';
import { type CheckedMovie, filmToTrack, type TextLayouts } from '#shared/film-check/laid-out-texts.ts';
import {
  areaOf,
  inkBoundsOf,
  intersectionOf,
  type LayerSample,
  type LayerTrack,
  trackLayers,
} from '#shared/film-check/layer-tracks.ts';
import type { DrawnLetters } from '#shared/film-check/letters.ts';
import { labelOf } from '#shared/film-check/other-checks.ts';
import { hasCode } from '#shared/messages/message.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Layer, Movie, TextLayer } from '#shared/template/movie/movie.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { type LayerBox, layerBoxesAt } from '#shared/timeline/boxes.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import { textDrawing } from '#shared/timeline/layer-drawing.ts';
import { boundsOf } from '#shared/timeline/placement.ts';
import type { TimelineSegment } from '#shared/timeline/timeline.ts';
import { formatOf } from '../formats/formats.ts';
import { type ComposedPicture, composedPicture } from './composed-scene.ts';
import { canvasOf } from './picture-graph.ts';
import type { FilmSources } from './planned-sources.ts';

/** The letters of a text in a frame, and their position. */
export interface PlacedLetters extends Pick<DrawnLetters, 'matrix' | 'opacity'> {
  readonly node: NodeId;
  /** The letters alone, without box, outline, and shadow. */
  readonly drawing: TextDrawing;
  /** The outline as a visible edge of the letters: its red, green, blue, and alpha from 0 to 255; null for none. */
  readonly outline: readonly [number, number, number, number] | null;
}

/** Frames of a segment that are composed twice: with and without the fill of the same texts. */
export interface LetterSegment {
  /** The frames of the film, in order. */
  readonly frames: readonly number[];
  /** The number of each frame within the two pictures; null if the pictures consist of only these frames. */
  readonly numbers: readonly number[] | null;
  readonly whole: ComposedPicture;
  /** The same frames without the letters of the texts. */
  readonly textless: ComposedPicture;
  /** The texts of each frame. */
  readonly texts: readonly (readonly PlacedLetters[])[];
}

/** A finding of the geometry: two texts with overlapping boxes, or a strip at an edge. */
export type UncertainFinding =
  | {
      readonly fact: Omit<ConfirmedFact, 'value'>;
      readonly kind: 'overlap';
      readonly letters: readonly PlacedLetters[];
    }
  | {
      readonly fact: Omit<ConfirmedFact, 'value'>;
      readonly kind: 'gap';
      readonly part: ComposedPicture;
      readonly side: 'left' | 'right' | 'top' | 'bottom';
      readonly pixels: number;
    };

/** The frames and drawings for the checks of letters. */
export interface LetterPlan {
  /** The size of the film, to which the matrices refer. */
  readonly film: Size;
  readonly segments: readonly LetterSegment[];
  /** The evenly spread frames of each text. The segments also contain the frames of the extremes. */
  readonly spread: ReadonlyMap<NodeId, ReadonlySet<number>>;
  readonly doubts: readonly UncertainFinding[];
  /** Whether the film has too many texts. */
  readonly isTooLarge: boolean;
}

/** The number of checked frames of each text. */
const FRAMES_PER_TEXT = 5;
/** The maximum number of texts. Checking a text takes some hundredths of a second. */
const MAX_TEXTS = 300;
/** Effects that move or blur the letters of a drawing. */
const RESHAPING: ReadonlySet<string> = new Set(['perspective', 'blur', 'pixelate', 'mosaic', 'rotate', 'crop', 'flip']);

/**
 * Plans the frames from which the readability of a film's texts is measured. Pure; takes milliseconds for each text.
 */
export function planLetters(
  checked: CheckedMovie,
  sources: FilmSources,
  layouts: TextLayouts,
  filters: ReadonlySet<string>,
  options: CheckOptions,
  extremes: readonly GroundExtreme[],
): LetterPlan {
  const { movie } = checked;
  const film = { width: movie.width, height: movie.height };
  const tracks = trackLayers(filmToTrack(checked, layouts));
  const texts = plainTexts(tracks.tracks);
  if (tracks.isTooLarge || texts.length > MAX_TEXTS)
    return { film, segments: [], spread: new Map(), doubts: [], isTooLarge: true };
  const planning = { film: checked, movie, sources, layouts, filters };
  const { measured, spread } = measuredFramesOf(texts, fadesIn(planning), extremes);
  const timeline = buildTimeline(movie);
  const segments = timeline.segments.flatMap((segment): readonly LetterSegment[] => {
    const inside = [...measured].filter(([frame]) => frame >= segment.start && frame < segment.end);
    return inside.length === 0 ? [] : segmentsOf(segment, inside, planning);
  });
  return { film, segments, spread, doubts: doubtsOf(texts, planning, options), isTooLarge: false };
}

/**
 * Returns the times in which the measured texts rest, for finding the lightest and the darkest picture behind them.
 * Empty for a film with too many texts. Pure; takes milliseconds for each text.
 */
export function measuredRests(checked: CheckedMovie, layouts: TextLayouts): TextRests {
  const { movie } = checked;
  const { tracks, sampledFrames } = trackLayers(filmToTrack(checked, layouts));
  const texts = plainTexts(tracks);
  if (texts.length > MAX_TEXTS) return { texts: [], rate: movie.frameRate };
  const isFading = fadesIn({ film: checked, movie, layouts });
  const rests = restsOf(texts, sampledFrames, movie, ({ frame }) => !isFading(frame));
  return { texts: rests, rate: movie.frameRate };
}

function plainTexts(tracks: readonly LayerTrack[]): readonly LayerTrack[] {
  return tracks.filter(({ layer }) => layer.kind === 'text' && hasPlainPlace(layer));
}

interface Planning {
  readonly film: CheckedMovie;
  readonly movie: Movie;
  readonly sources: FilmSources;
  readonly layouts: TextLayouts;
  readonly filters: ReadonlySet<string>;
}

/** Returns whether the letters of a text are at the position that its matrix gives, in the color of its style. */
function hasPlainPlace(layer: Layer): boolean {
  if (layer.kind !== 'text' || layer.effects.some(({ type }) => RESHAPING.has(type))) return false;
  return !layer.animations.some(
    ({ kind, ...rest }) => kind === 'custom' && 'keys' in rest && rest.keys.some(({ values }) => 'color' in values),
  );
}

/** The checked frames, in order, with the texts that are checked in each frame. */
type MeasuredFrames = ReadonlyMap<number, readonly { readonly track: LayerTrack; readonly sample: LayerSample }[]>;

/** The maximum distance in frames at which a text uses a frame that is already checked for another text. */
const NEAR = 9;

/** The number of frames between two compared opacities, and the difference that counts as a fade. */
const FADE_STEP = 3;
const FADE = 0.02;

/** Returns a function that checks whether a layer that fills the frame is fading, for example at the end of a film. */
function fadesIn({ film, movie, layouts }: Pick<Planning, 'film' | 'movie' | 'layouts'>): (frame: number) => boolean {
  const { known } = filmToTrack(film, layouts);
  const remembered = new Map<number, boolean>();
  const boxesAt = (frame: number) => layerBoxesAt(movie, Math.max(0, frame), { known, sizeAfter: sizeWithEffects });
  const fillsFrame = ({ matrix, size }: LayerBox): boolean => {
    const { left, top, width, height } = boundsOf(matrix, size);
    return left <= 0.5 && top <= 0.5 && left + width >= movie.width - 0.5 && top + height >= movie.height - 0.5;
  };
  return (frame) => {
    const isKnown = remembered.get(frame);
    if (isKnown !== undefined) return isKnown;
    const before = new Map(boxesAt(frame - FADE_STEP).map((box) => [box.layer.id, box.state.opacity]));
    const fades = boxesAt(frame).some((box) => {
      const earlier = before.get(box.layer.id) ?? box.state.opacity;
      return box.isPlayed && Math.abs(box.state.opacity - earlier) > FADE && fillsFrame(box);
    });
    remembered.set(frame, fades);
    return fades;
  };
}

/**
 * Returns the checked frames of all texts: five per text, evenly spread over the frames in which it rests and `isFading`
 * returns false. Uses a nearby frame of another text if there is one. Adds the frames with the lightest and the
 * darkest picture behind each text.
 */
function measuredFramesOf(
  texts: readonly LayerTrack[],
  isFading: (frame: number) => boolean,
  extremes: readonly GroundExtreme[],
): { readonly measured: MeasuredFrames; readonly spread: LetterPlan['spread'] } {
  const measured = new Map<number, { track: LayerTrack; sample: LayerSample }[]>();
  const spread = new Map<NodeId, ReadonlySet<number>>();
  const add = (track: LayerTrack, sample: LayerSample): void => {
    const all = measured.get(sample.frame) ?? [];
    if (!all.some((each) => each.track === track)) measured.set(sample.frame, [...all, { track, sample }]);
  };
  for (const track of texts) {
    const resting = track.samples.filter(({ rests, frame }) => rests && !isFading(frame));
    const chosen = new Set<LayerSample>();
    for (let index = 0; index < FRAMES_PER_TEXT; index++) {
      const exact = resting[Math.floor(((index + 0.5) * resting.length) / FRAMES_PER_TEXT)];
      if (exact === undefined) continue;
      const most = Math.min(NEAR, resting.length / 4);
      const near = resting.find(({ frame }) => measured.has(frame) && Math.abs(frame - exact.frame) <= most);
      chosen.add(near ?? exact);
    }
    for (const sample of chosen) add(track, sample);
    spread.set(track.layer.id, new Set([...chosen].map(({ frame }) => frame)));
  }
  for (const { node, frame } of extremes) {
    const track = texts.find(({ layer }) => layer.id === node);
    const sample = track?.samples.findLast((each) => each.frame <= frame);
    if (track !== undefined && sample !== undefined) add(track, { ...sample, frame });
  }
  return { measured: new Map([...measured].toSorted(([one], [other]) => one - other)), spread };
}

function segmentsOf(
  segment: TimelineSegment,
  measured: readonly (readonly [number, MeasuredFrames extends ReadonlyMap<number, infer Seen> ? Seen : never])[],
  planning: Planning,
): readonly LetterSegment[] {
  const nodes = new Set(measured.flatMap(([, seen]) => seen.map(({ track }) => track.layer.id)));
  const segments: LetterSegment[] = [];
  // Check overlapping texts separately, because the fill of one text is part of the background of the other.
  for (const group of apartGroups(measured, nodes)) {
    const frames = measured.flatMap(([frame, seen]) =>
      seen.some(({ track }) => group.has(track.layer.id)) ? [frame] : [],
    );
    const bare = withoutFill(planning.movie, group);
    const texts = frames.map((frame) => lettersAt(frame, group, planning));
    const length = segment.end - segment.start;
    const whole = pictureOf(segment, { after: 0, length }, planning.movie, planning);
    const same = buildTimeline(bare).segments.find(({ start, end }) => start === segment.start && end === segment.end);
    if (same === undefined) continue;
    if (whole.decoders.length === 0) {
      const textless = pictureOf(same, { after: 0, length }, bare, planning);
      segments.push({ frames, numbers: frames.map((frame) => frame - segment.start), whole, textless, texts });
      continue;
    }
    // A decoder reads its frames in order, so each frame is a separate part.
    for (const [index, frame] of frames.entries()) {
      const range = { after: frame - segment.start, length: 1 };
      segments.push({
        ...{ frames: [frame], numbers: null, texts: [texts[index] ?? []] },
        whole: pictureOf(segment, range, planning.movie, planning),
        textless: pictureOf(same, range, bare, planning),
      });
    }
  }
  return segments;
}

/** Groups texts so that no two texts of a group overlap in a checked frame. */
function apartGroups(
  measured: readonly (readonly [number, readonly { readonly track: LayerTrack; readonly sample: LayerSample }[]])[],
  nodes: ReadonlySet<string>,
): readonly ReadonlySet<string>[] {
  const meets = new Map<string, Set<string>>();
  for (const [, seen] of measured)
    for (const [index, one] of seen.entries())
      for (const other of seen.slice(index + 1)) {
        if (areaOf(intersectionOf(inkBoundsOf(one.sample), inkBoundsOf(other.sample))) === 0) continue;
        const pair = [one.track.layer.id, other.track.layer.id] as const;
        for (const [from, to] of [pair, pair.toReversed() as unknown as typeof pair])
          meets.set(from, (meets.get(from) ?? new Set()).add(to));
      }
  const groups: Set<string>[] = [];
  for (const node of nodes) {
    const free = groups.find((group) => ![...(meets.get(node) ?? [])].some((other) => group.has(other)));
    if (free === undefined) groups.push(new Set([node]));
    else free.add(node);
  }
  return groups;
}

function pictureOf(
  segment: TimelineSegment,
  { after, length }: { readonly after: number; readonly length: number },
  movie: Movie,
  { sources, filters }: Planning,
): ComposedPicture {
  // Full chroma resolution. Otherwise, thin letters would share their color with neighboring pixels.
  const canvas = {
    ...canvasOf(movie, formatOf('mp4'), filters),
    frameRate: movie.frameRate,
    pixelFormat: 'yuv444p' as const,
  };
  return composedPicture(segment, { after, moment: after, length }, movie, sources, canvas);
}

/** Returns the letters of texts in a frame. */
function lettersAt(
  frame: number,
  nodes: ReadonlySet<string>,
  { film, movie, sources, layouts }: Planning,
): readonly PlacedLetters[] {
  const { known } = filmToTrack(film, layouts);
  const boxes = layerBoxesAt(movie, frame, { known, sizeAfter: sizeWithEffects });
  const byId = new Map(boxes.map((box) => [box.layer.id, box]));
  return boxes.flatMap((box): readonly PlacedLetters[] => {
    const { layer } = box;
    if (layer.kind !== 'text' || !nodes.has(layer.id) || box.masked !== null || !box.isPlayed) return [];
    return [lettersOf(layer, box, byId, sources)];
  });
}

function lettersOf(
  layer: TextLayer,
  box: LayerBox,
  byId: ReadonlyMap<string, LayerBox>,
  sources: FilmSources,
): PlacedLetters {
  const { fonts, spanFonts } = sources.fonts(layer);
  const look = box.state.look;
  const drawing = textDrawing(layer, fonts, { frame: box.frame, scale: 1, look }, spanFonts);
  const { outline, size } = drawing;
  const least = filmChecks['text/low-contrast'].thresholds.outline;
  const chain = [box, ...box.groups.flatMap((id) => byId.get(id) ?? [])];
  return {
    node: layer.id,
    drawing: { ...drawing, background: null, shadow: null, outline: null },
    matrix: box.matrix,
    opacity: chain.reduce((product, { state }) => product * state.opacity, 1),
    outline:
      outline !== null && outline.width >= least * size
        ? [outline.color.red, outline.color.green, outline.color.blue, outline.color.alpha]
        : null,
  };
}

/**
 * Returns a movie in which these texts have no letters. Their boxes and shadows stay. An outline also fills the letters,
 * so that it would hide the picture behind them.
 */
function withoutFill(movie: Movie, nodes: ReadonlySet<string>): Movie {
  const bare = (layer: Layer): Layer => {
    if (layer.kind === 'group') return { ...layer, layers: layer.layers.map(bare) };
    if (layer.kind !== 'text' || !nodes.has(layer.id)) return layer;
    const color = { ...layer.style.color, alpha: 0 };
    const spans = layer.spans?.map((span) => ({ ...span, ...(span.color && { color: { ...span.color, alpha: 0 } }) }));
    return { ...layer, style: { ...layer.style, color, outline: null }, ...(spans && { spans }) };
  };
  return {
    ...movie,
    scenes: movie.scenes.map((scene) => ({ ...scene, layers: scene.layers.map(bare) })),
    overlays: movie.overlays.map((overlay) => ({ ...overlay, layers: overlay.layers.map(bare) })),
  };
}

/** Returns the findings of the geometry that the pixels can confirm or refute. */
function doubtsOf(
  texts: readonly LayerTrack[],
  planning: Planning,
  options: CheckOptions,
): readonly UncertainFinding[] {
  const { film, movie, layouts } = planning;
  const only = ['text/overlap', 'picture/edge-gap'] as const;
  const { findings } = checkGeometry(film, layouts, { ...options, level: 'quick', only });
  return findings.flatMap(({ says, node, from, to }): readonly UncertainFinding[] => {
    const frame = Math.floor((from + to - 1) / 2);
    if (node === null) return [];
    if (hasCode(says, 'check/overlap')) {
      const { other } = says.values;
      const lower = texts.find(
        ({ layer, samples }) =>
          layer.id !== node &&
          labelOf(layer) === other &&
          samples.some((each) => each.frame >= from && each.frame < to),
      );
      if (lower === undefined) return [];
      const letters = lettersAt(frame, new Set([node, lower.layer.id]), planning);
      const fact = { code: 'text/overlap', node, other } as const;
      return letters.length === 2 ? [{ fact, kind: 'overlap', letters }] : [];
    }
    if (!hasCode(says, 'check/edge-gap')) return [];
    const segment = buildTimeline(movie).segments.find(({ start, end }) => frame >= start && frame < end);
    if (segment === undefined) return [];
    const part = pictureOf(segment, { after: frame - segment.start, length: 1 }, movie, planning);
    const { side, pixels } = says.values;
    return [{ fact: { code: 'picture/edge-gap', node, other: null }, kind: 'gap', part, side, pixels }];
  });
}
