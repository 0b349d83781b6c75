import type { NodeId } from '../../template/document/document.ts';
import type { Layer, Movie, Scene, SoundLayer } from '../../template/movie/movie.ts';
import { type FrameRate, type Frames, frames } from '../../template/values/frame-rate.ts';
import { buildTimeline } from '../../timeline/build-timeline.ts';
import { layerTime } from '../../timeline/time.ts';
import { type TimedPart, timedPart } from './layer-moves.ts';

/** The start frames of the scenes of a movie. Disabled scenes have no frames. */
export interface SceneTimes {
  readonly scenes: readonly Scene[];
  /** The first frame of each scene, followed by the end of the movie. */
  readonly starts: readonly Frames[];
  readonly total: Frames;
}

const NO_SCENES: SceneTimes = { scenes: [], starts: [frames(0)], total: frames(0) };
const timelines = new WeakMap<Movie, SceneTimes>();

/**
 * A scene with its frames on the timeline. The frames end where the next scene starts, although a transition can
 * display both scenes.
 */
export interface SceneOnTimeline {
  readonly scene: Scene;
  /** The index among all scenes of the movie. */
  readonly index: number;
  readonly start: Frames;
  /** The frame after the last frame of the scene. A disabled scene ends at its start. */
  readonly end: Frames;
}

/** Returns the start frames of the scenes of a movie. Caches them by movie. */
export function timelineOf(movie: Movie | null): SceneTimes {
  if (movie === null) return NO_SCENES;
  const cached = timelines.get(movie);
  if (cached !== undefined) return cached;
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

/** Returns the scene with this id; null if the movie has none. */
export function sceneOfId(timeline: SceneTimes, id: NodeId): SceneOnTimeline | null {
  return sceneOfIndex(
    timeline,
    timeline.scenes.findIndex((scene) => scene.id === id),
  );
}

/**
 * Returns the scene at a frame. At or after the end of the movie, returns the last scene with frames. Returns null for
 * an empty movie.
 */
export function sceneAt(timeline: SceneTimes, frame: number): SceneOnTimeline | null {
  const { scenes, starts, total } = timeline;
  if (total === 0) return null;
  const requested = Math.min(Math.max(0, frame), total - 1);
  // Find the last scene that starts at or before the frame. A disabled scene has the same start as the next scene.
  let low = 0;
  let high = scenes.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= requested) low = middle;
    else high = middle - 1;
  }
  return sceneOfIndex(timeline, low);
}

/**
 * Returns the scenes with at least one frame from `first` (inclusive) to `end` (exclusive), and the disabled scenes
 * between them.
 */
export function scenesBetween(timeline: SceneTimes, first: number, end: number): readonly SceneOnTimeline[] {
  let from = sceneAt(timeline, first)?.index ?? 0;
  while (from > 0 && timeline.starts[from - 1] === timeline.starts[from]) from -= 1;
  const scenes: SceneOnTimeline[] = [];
  for (let index = from; ; index++) {
    const scene = sceneOfIndex(timeline, index);
    if (scene === null || (scene.start >= end && scene.start > first)) return scenes;
    scenes.push(scene);
  }
}

/** Returns the nearest cut before or after a frame, for the arrow keys; null if there is none. */
export function nearbyCut({ starts }: SceneTimes, frame: number, direction: 'previous' | 'next'): Frames | null {
  if (direction === 'next') return starts.find((start) => start > frame) ?? null;
  return starts.findLast((start) => start < frame) ?? null;
}

/** Clamps a frame to the movie: from 0 to its last frame. */
export function clampFrame({ total }: SceneTimes, frame: number): Frames {
  return frames(Math.min(Math.max(0, Math.round(frame)), Math.max(0, total - 1)));
}

/** Returns the nominal frames per second of timecode: 30 at 30000/1001. */
export function nominalRate({ numerator, denominator }: FrameRate): number {
  return Math.max(1, Math.round(numerator / denominator));
}

/** A layer or sound with its times and the start of its container's clock on the timeline. */
export interface PlacedPart extends TimedPart {
  readonly source: Layer | SoundLayer;
  /** The container: a scene, an overlay, a group, or the movie. */
  readonly parent: NodeId;
  /** The frame of the timeline at which the clock of the container starts. */
  readonly clock: number;
  /** Whether the layer has presets, keyframes, or masks, which depend on local frames. */
  readonly hasMotion: boolean;
}

/** Returns the length of a source in frames of the movie; null if it is unknown. */
export type SourceFrames = (part: Layer | SoundLayer) => number | null;

/** Returns these layers and sounds from any depth of the movie, in the order in which they are found. */
export function placedParts(
  movie: Movie,
  ids: ReadonlySet<NodeId>,
  sourceFrames: SourceFrames = () => null,
): readonly PlacedPart[] {
  const { scenes, starts, total } = timelineOf(movie);
  const parts: PlacedPart[] = [];
  const add = (part: Layer | SoundLayer, container: Container): void => {
    if (!ids.has(part.id)) return;
    const overlap = part.kind === 'audio' ? 0 : part.overlap;
    const { start, end } = layerTime({ ...part, overlap }, container.length);
    const hasMotion =
      part.kind !== 'audio' && (part.animations.length > 0 || part.masks.length > 0 || hasEffectKeys(part));
    const timed = timedPart(part, Math.max(part.duration ?? 0, end - start), sourceFrames(part));
    parts.push({ ...timed, source: part, parent: container.parent, clock: container.clock, hasMotion });
  };
  const walk = (layers: readonly Layer[], sounds: readonly SoundLayer[], container: Container): void => {
    for (const layer of layers) {
      add(layer, container);
      if (layer.kind !== 'group') continue;
      const { start, first, length } = layerTime(layer, container.length);
      walk(layer.layers, [], { parent: layer.id, clock: container.clock + start - first, length });
    }
    for (const sound of sounds) add(sound, container);
  };
  for (const [at, { id, layers, sounds, duration }] of scenes.entries()) {
    walk(layers, sounds, { parent: id, clock: starts[at] ?? total, length: duration });
  }
  for (const { id, layers, sounds } of movie.overlays) walk(layers, sounds, { parent: id, clock: 0, length: total });
  walk([], movie.sounds, { parent: movie.id, clock: 0, length: frames(total) });
  return parts;
}

interface Container {
  readonly parent: NodeId;
  readonly clock: number;
  readonly length: Frames;
}

function hasEffectKeys({ effects }: Layer): boolean {
  return effects.some(({ animations = [] }) => animations.length > 0);
}
