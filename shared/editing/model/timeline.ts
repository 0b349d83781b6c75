import type { NodeId } from '../../template/document/document.ts';
import type { Layer, Movie, Scene, SoundLayer } from '../../template/movie/movie.ts';
import { type FrameRate, type Frames, frames } from '../../template/values/frame-rate.ts';
import { buildTimeline } from '../../timeline/build-timeline.ts';
import { layerTime } from '../../timeline/time.ts';
import { type TimedPart, timedPart } from './layer-moves.ts';

/** Where the scenes of a movie lie in time. A scene that is switched off takes none. */
export interface SceneTimes {
  readonly scenes: readonly Scene[];
  /** First frame of each scene, and behind them the end of the film. */
  readonly starts: readonly Frames[];
  readonly total: Frames;
}

const NO_SCENES: SceneTimes = { scenes: [], starts: [frames(0)], total: frames(0) };
const timelines = new WeakMap<Movie, SceneTimes>();

/** A scene's frames on the timeline: up to where the next one begins, also where a transition shows both together. */
export interface SceneOnTimeline {
  readonly scene: Scene;
  /** Among all scenes of the movie. */
  readonly index: number;
  readonly start: Frames;
  /** Behind its last frame. A scene that is not played takes no frames: it ends where it starts. */
  readonly end: Frames;
}

/** The timeline of a movie; made once for each. */
export function timelineOf(movie: Movie | null): SceneTimes {
  if (movie === null) return NO_SCENES;
  const known = timelines.get(movie);
  if (known !== undefined) return known;
  const { scenes, length } = buildTimeline(movie);
  const timeline = { scenes: movie.scenes, starts: [...scenes.map(({ start }) => start), length], total: length };
  timelines.set(movie, timeline);
  return timeline;
}

export function sceneOfIndex({ scenes, starts, total }: SceneTimes, index: number): SceneOnTimeline | null {
  const scene = scenes[index];
  if (scene === undefined) return null;
  return { scene, index, start: starts[index] ?? total, end: starts[index + 1] ?? total };
}

/** The scene of an id; null when the movie has none. */
export function sceneOfId(timeline: SceneTimes, id: NodeId): SceneOnTimeline | null {
  return sceneOfIndex(
    timeline,
    timeline.scenes.findIndex((scene) => scene.id === id),
  );
}

/** The scene that shows a frame; at the film's end and behind it the last that shows anything. Null for an empty film. */
export function sceneAt(timeline: SceneTimes, frame: number): SceneOnTimeline | null {
  const { scenes, starts, total } = timeline;
  if (total === 0) return null;
  const requested = Math.min(Math.max(0, frame), total - 1);
  // The last scene that starts at or before the frame; those that take no time share a start with the one behind them.
  let low = 0;
  let high = scenes.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= requested) low = middle;
    else high = middle - 1;
  }
  return sceneOfIndex(timeline, low);
}

/** The scenes that show a frame from `first` up to `end`, and those that lie there switched off; for what is on screen. */
export function scenesBetween(timeline: SceneTimes, first: number, end: number): readonly SceneOnTimeline[] {
  let from = sceneAt(timeline, first)?.index ?? 0;
  while (from > 0 && timeline.starts[from - 1] === timeline.starts[from]) from -= 1;
  const found: SceneOnTimeline[] = [];
  for (let index = from; ; index++) {
    const each = sceneOfIndex(timeline, index);
    if (each === null || (each.start >= end && each.start > first)) return found;
    found.push(each);
  }
}

/** The cut before or behind a frame, as the up and down keys want it; null when there is none. */
export function nearbyCut({ starts }: SceneTimes, frame: number, direction: 'previous' | 'next'): Frames | null {
  if (direction === 'next') return starts.find((start) => start > frame) ?? null;
  return starts.findLast((start) => start < frame) ?? null;
}

/** A frame that can be shown: from 0 to the last of the film. */
export function clampFrame({ total }: SceneTimes, frame: number): Frames {
  return frames(Math.min(Math.max(0, Math.round(frame)), Math.max(0, total - 1)));
}

/** Nominal frames a second, which timecode counts by: 30 at 30000/1001. */
export function nominalRate({ numerator, denominator }: FrameRate): number {
  return Math.max(1, Math.round(numerator / denominator));
}

/** A layer or sound of the film with its times, and where its clock begins in the film. */
export interface PlacedPart extends TimedPart {
  readonly source: Layer | SoundLayer;
  /** What it stands in: a scene, an overlay, a group, or the movie. */
  readonly parent: NodeId;
  /** The frame of the film that its offset counts from. */
  readonly clock: number;
  /** Whether something counts its frames: presets, keys, what is in its masks. */
  readonly hasMotion: boolean;
}

/** How many frames of the movie a source has; null while that is not known. */
export type SourceFrames = (part: Layer | SoundLayer) => number | null;

/** These layers and sounds, wherever in the film they stand, in the order in which they are found. */
export function placedParts(
  movie: Movie,
  ids: ReadonlySet<NodeId>,
  sourceFrames: SourceFrames = () => null,
): readonly PlacedPart[] {
  const { scenes, starts, total } = timelineOf(movie);
  const found: PlacedPart[] = [];
  const add = (part: Layer | SoundLayer, within: Within): void => {
    if (!ids.has(part.id)) return;
    const overlap = part.kind === 'audio' ? 0 : part.overlap;
    const { start, end } = layerTime({ ...part, overlap }, within.length);
    const hasMotion =
      part.kind !== 'audio' && (part.animations.length > 0 || part.masks.length > 0 || hasEffectKeys(part));
    const timed = timedPart(part, Math.max(part.duration ?? 0, end - start), sourceFrames(part));
    found.push({ ...timed, source: part, parent: within.parent, clock: within.clock, hasMotion });
  };
  const walk = (layers: readonly Layer[], sounds: readonly SoundLayer[], within: Within): void => {
    for (const layer of layers) {
      add(layer, within);
      if (layer.kind !== 'group') continue;
      const { start, first, length } = layerTime(layer, within.length);
      walk(layer.layers, [], { parent: layer.id, clock: within.clock + start - first, length });
    }
    for (const sound of sounds) add(sound, within);
  };
  for (const [at, { id, layers, sounds, duration }] of scenes.entries()) {
    walk(layers, sounds, { parent: id, clock: starts[at] ?? total, length: duration });
  }
  for (const { id, layers, sounds } of movie.overlays) walk(layers, sounds, { parent: id, clock: 0, length: total });
  walk([], movie.sounds, { parent: movie.id, clock: 0, length: frames(total) });
  return found;
}

interface Within {
  readonly parent: NodeId;
  readonly clock: number;
  readonly length: Frames;
}

function hasEffectKeys({ effects }: Layer): boolean {
  return effects.some(({ animations = [] }) => animations.length > 0);
}
