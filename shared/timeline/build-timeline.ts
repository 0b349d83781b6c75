import type { Layer, Movie, Scene, Transition } from '../template/movie/movie.ts';
import { playedWithNested } from '../template/movie/used-sources.ts';
import { type Frames, frames } from '../template/values/frame-rate.ts';
import { overlayLayers, withOverlays } from './overlays.ts';
import { layerTime } from './time.ts';
import type {
  PlacedSound,
  PlacedTransition,
  SegmentSide,
  Timeline,
  TimelineScene,
  TimelineSegment,
  TransitionSegment,
} from './timeline.ts';

/** A range of at least one frame of a timeline. `to` is exclusive. */
export interface FrameSpan {
  readonly from: number;
  readonly to: number;
}

/** A requested range. If `to` is null, the range ends with the timeline. */
export interface RequestedSpan {
  readonly from: number;
  readonly to: number | null;
}

const timelines = new WeakMap<Movie, Timeline>();

/** Returns the timeline of a movie. Caches it by movie. */
export function buildTimeline(movie: Movie): Timeline {
  const cached = timelines.get(movie);
  if (cached !== undefined) return cached;
  const whole = buildWholeTimeline(movie);
  const timeline = withOverlays(movie.span === null ? whole : timelineWithin(whole, movie.span));
  timelines.set(movie, timeline);
  return timeline;
}

/**
 * Returns every enabled layer of the timeline once, in the order of time and then from the lowest layer. Nested layers
 * follow their container. The layers of overlays are last.
 */
export function playedLayers(movie: Movie): readonly Layer[] {
  const { segments } = buildTimeline(movie);
  const layers = segments.flatMap((segment) => segment.layers);
  const distinct = movie.transitions.length === 0 ? layers : [...new Set(layers)];
  const over = movie.span === null ? overlayLayers(movie) : visibleOverlays(movie, segments);
  return playedWithNested(over.length === 0 ? distinct : [...distinct, ...over]);
}

/**
 * Returns the overlay layers that are visible in at least one segment. A range does not need the sources of other
 * overlay layers.
 */
function visibleOverlays(movie: Movie, segments: readonly TimelineSegment[]): readonly Layer[] {
  const visibleIds = new Set(segments.flatMap(({ over }) => over?.layers.map(({ id }) => id) ?? []));
  return overlayLayers(movie).filter(({ id }) => visibleIds.has(id));
}

/** Returns the enabled layers of a scene, from the lowest. Also works for a disabled scene. */
export function layersOf({ layers }: Scene): readonly Layer[] {
  return playedOf(layers);
}

function playedOf(layers: readonly Layer[]): readonly Layer[] {
  return layers.every(({ enabled }) => enabled) ? layers : layers.filter(({ enabled }) => enabled);
}

function buildWholeTimeline(movie: Movie): Timeline {
  const played = playedScenes(movie.scenes);
  const joints = jointsOf(movie, played);
  const { scenes, length } = placesOf(movie.scenes, played, joints);
  const sceneAt = (at: number): TimelineScene | null => scenes[played[at] ?? -1] ?? null;
  const segments = joints.flatMap((joint, at): readonly TimelineSegment[] => {
    const [outgoing, incoming] = [sceneAt(at - 1), sceneAt(at)];
    const next = joints[at + 1]?.length ?? 0;
    return [
      ...transitionSegment(joint, outgoing, incoming),
      ...(incoming === null ? [] : loneSegment(incoming, joint.length, next)),
    ];
  });
  const transitions = joints.flatMap(({ transition, length: frameCount }, at): readonly PlacedTransition[] => {
    if (transition === null) return [];
    const [outgoing, incoming] = [sceneAt(at - 1), sceneAt(at)];
    const start = incoming?.start ?? frames(length - frameCount);
    return [
      { transition, start, length: frameCount, outgoing: outgoing?.index ?? null, incoming: incoming?.index ?? null },
    ];
  });
  const sounds = scenes.flatMap(({ scene, start }) => (scene.enabled ? soundsOf(scene, start) : []));
  return { movie, scenes, segments, transitions, sounds, length, whole: { origin: 0, length } };
}

/** Scene i + 1 starts at start(i) + L(i) − d(i), because a transition of d frames begins before the end of scene i. */
function placesOf(
  scenes: readonly Scene[],
  played: readonly number[],
  joints: readonly Joint[],
): { readonly scenes: readonly TimelineScene[]; readonly length: Frames } {
  const last = played.length - 1;
  let next = frames(0);
  let length = frames(0);
  let at = 0;
  const timelineScenes = scenes.map((scene, index): TimelineScene => {
    const start = next;
    if (!scene.enabled) return { scene, index, start, end: start, origin: start };
    const end = frames(start + scene.duration);
    length = end;
    next = at === last ? end : frames(end - (joints[at + 1]?.length ?? 0));
    at += 1;
    return { scene, index, start, end, origin: start };
  });
  return { scenes: timelineScenes, length };
}

/** Returns the segment in which a scene is visible without a transition. */
function loneSegment({ scene, start, end }: TimelineScene, before: Frames, after: number): readonly TimelineSegment[] {
  const [first, last] = [frames(start + before), frames(end - after)];
  if (first >= last) return [];
  const sounds = soundsOf(scene, start).filter((sound) => sound.start < last && sound.end > first);
  const isJoined = before + after > 0;
  return [
    {
      kind: 'scene',
      scene,
      start: first,
      end: last,
      from: before,
      isJoined,
      layers: layersOf(scene),
      over: null,
      sounds,
    },
  ];
}

function transitionSegment(
  { transition, length }: Joint,
  outgoing: TimelineScene | null,
  incoming: TimelineScene | null,
): readonly TransitionSegment[] {
  if (transition === null || length === 0) return [];
  const start = incoming?.start ?? frames((outgoing?.end ?? length) - length);
  const sides = { outgoing: sideAt(outgoing, start), incoming: sideAt(incoming, start) };
  const { look } = transition;
  const own = look.type === 'custom' ? playedOf(look.layers) : [];
  const layers = [...(sides.outgoing?.layers ?? []), ...(sides.incoming?.layers ?? []), ...own];
  const end = frames(start + length);
  return [{ kind: 'transition', transition, start, end, from: frames(0), length, layers, over: null, ...sides }];
}

function sideAt(side: TimelineScene | null, start: Frames): SegmentSide | null {
  if (side === null) return null;
  return { scene: side.scene, layers: layersOf(side.scene), from: frames(start - side.start) };
}

/** The clock of the layers in a scene or in a nested group. */
interface Clock {
  /** The frame of the timeline at frame 0 of the clock. */
  readonly origin: number;
  readonly length: Frames;
  /** The visible frames, in frames of the timeline. `until` is exclusive. */
  readonly from: number;
  readonly until: number;
}

const NO_SOUNDS: readonly PlacedSound[] = [];

interface CachedSounds {
  readonly start: Frames;
  readonly sounds: readonly PlacedSound[];
}

/** The cached sounds of each scene, together with its start. An edit changes few scenes and few starts. */
const soundsByScene = new WeakMap<Scene, CachedSounds>();

/** Returns the sounds of the videos of a scene that begins at `start`. */
function soundsOf(scene: Scene, start: Frames): readonly PlacedSound[] {
  if (scene.layers.length === 0) return NO_SOUNDS;
  const cached = soundsByScene.get(scene);
  if (cached?.start === start) return cached.sounds;
  const sounds = soundsFrom(scene, start);
  soundsByScene.set(scene, { start, sounds });
  return sounds;
}

function soundsFrom(scene: Scene, start: Frames): readonly PlacedSound[] {
  const clock = { origin: start, length: scene.duration, from: 0, until: scene.duration };
  return layersOf(scene).flatMap((layer) => soundsOfLayer(layer, clock));
}

/** Returns the audible sounds of a layer and its inner layers within the range of the clock. */
function soundsOfLayer(layer: Layer, clock: Clock): readonly PlacedSound[] {
  const { origin, from, until } = clock;
  const time = layerTime(layer, clock.length);
  if (layer.kind === 'group') {
    const begin = time.start - time.first;
    const inner = {
      origin: origin + begin,
      length: time.length,
      from: Math.max(from - begin, time.first),
      until: Math.min(until - begin, time.length),
    };
    return playedOf(layer.layers).flatMap((child) => soundsOfLayer(child, inner));
  }
  if (layer.kind !== 'video' || !layer.audio || layer.freeze !== null) return [];
  const start = Math.max(time.start, from);
  const end = Math.min(time.end, until);
  if (start >= end) return [];
  const inPoint = frames(layer.skip + time.first + start - time.start);
  return [{ layer, start: frames(origin + start), end: frames(origin + end), inPoint }];
}

/** Cuts a range out of a timeline. The frames of the range look the same as in the whole timeline. */
function timelineWithin(timeline: Timeline, { from, to }: NonNullable<Movie['span']>): Timeline {
  const end = Math.min(to, timeline.length);
  const length = frames(Math.max(0, end - from));
  const shifted = (frame: number) => frames(Math.min(length, Math.max(0, frame - from)));
  return {
    movie: timeline.movie,
    scenes: timeline.scenes.map(
      (played): TimelineScene => ({
        ...played,
        start: shifted(played.start),
        end: shifted(played.end),
        origin: played.origin - from,
      }),
    ),
    segments: timeline.segments
      .filter((segment) => segment.start < end && segment.end > from)
      .map((segment) => cutSegment(segment, from, end, shifted)),
    transitions: timeline.transitions.map((placed) => ({ ...placed, start: placed.start - from })),
    sounds: timeline.sounds.flatMap((sound) => cutSound(sound, from, end)),
    length,
    whole: { origin: timeline.whole.origin - from, length: timeline.whole.length },
  };
}

function cutSegment(
  segment: TimelineSegment,
  from: number,
  end: number,
  shifted: (frame: number) => Frames,
): TimelineSegment {
  const skipped = Math.max(0, from - segment.start);
  const cut = { start: shifted(segment.start), end: shifted(segment.end), from: frames(segment.from + skipped) };
  if (segment.kind === 'transition')
    return {
      ...segment,
      ...cut,
      outgoing: cutSide(segment.outgoing, skipped),
      incoming: cutSide(segment.incoming, skipped),
    };
  return { ...segment, ...cut, sounds: segment.sounds.flatMap((sound) => cutSound(sound, from, end)) };
}

function cutSide(side: SegmentSide | null, skipped: number): SegmentSide | null {
  return side === null ? null : { ...side, from: frames(side.from + skipped) };
}

/** Cuts a sound to a range of frames of the timeline. The times of the result are relative to `from`. */
function cutSound(sound: PlacedSound, from: number, end: number): readonly PlacedSound[] {
  const start = Math.max(sound.start, from);
  const until = Math.min(sound.end, end);
  if (until <= start) return [];
  const inPoint = frames(sound.inPoint + start - sound.start);
  return [{ ...sound, start: frames(start - from), end: frames(until - from), inPoint }];
}

/** The fields of a transition that determine its length. */
type TransitionTiming = Pick<Transition, 'enabled' | 'behind' | 'duration'>;

/** A boundary of enabled scenes: between two of them, before the first, or after the last. */
export interface Joint<One extends TransitionTiming = Transition> {
  /** The transition with an effect; null for a cut. */
  readonly transition: One | null;
  /** The length in frames. It is less than the duration if the scenes are too short, and 0 for a cut. */
  readonly length: Frames;
}

const CUT = { transition: null, length: frames(0) };

/**
 * Returns the joints of the enabled scenes: one before each scene, and one after the last scene. Among several
 * transitions without an enabled scene between them, only the first enabled transition has an effect. If the
 * transitions of a scene exceed its length, each transition gets ⌊d × min(L_a ÷ D_a, L_b ÷ D_b, 1)⌋ frames, where L is
 * the length of a scene and D is the total duration of its transitions.
 * @param played The indexes of the enabled scenes, in order.
 */
export function jointsOf<One extends TransitionTiming>(
  {
    scenes,
    transitions,
  }: { readonly scenes: readonly Pick<Scene, 'duration'>[]; readonly transitions: readonly One[] },
  played: readonly number[],
): readonly Joint<One>[] {
  if (transitions.length === 0) return [...played, 0].map(() => CUT);
  const effective = effectiveTransitions(transitions, played);
  const requested = effective.map((transition) => transition?.duration ?? 0);
  return effective.map((transition, joint): Joint<One> => {
    if (transition === null) return CUT;
    const own = transition.duration;
    const shares = [joint - 1, joint].map((at) => {
      const length = scenes[played[at] ?? -1]?.duration;
      const both = (requested[at] ?? 0) + (requested[at + 1] ?? 0);
      return length === undefined || both <= length ? own : Math.floor((own * length) / both);
    });
    return { transition, length: frames(Math.min(...shares)) };
  });
}

/**
 * Returns the enabled transitions without an effect: they directly follow another transition. Two transitions with a
 * disabled scene between them are both valid.
 */
export function ignoredTransitions({
  scenes,
  transitions,
}: Pick<Movie, 'scenes' | 'transitions'>): readonly Transition[] {
  const effective = new Set(effectiveTransitions(transitions, playedScenes(scenes)));
  const places = new Set<number>();
  return transitions.filter((transition) => {
    if (!transition.enabled) return false;
    const first = !places.has(transition.behind);
    places.add(transition.behind);
    return !first && !effective.has(transition);
  });
}

/** Returns the indexes of the enabled scenes. */
export function playedScenes(scenes: readonly Pick<Scene, 'enabled'>[]): readonly number[] {
  return scenes.flatMap(({ enabled }, index) => (enabled ? [index] : []));
}

function effectiveTransitions<One extends TransitionTiming>(
  transitions: readonly One[],
  played: readonly number[],
): readonly (One | null)[] {
  const effective: (One | null)[] = Array.from({ length: played.length + 1 }, () => null);
  if (played.length === 0) return effective;
  let joint = 0;
  for (const transition of transitions) {
    if (!transition.enabled) continue;
    while (joint < played.length && (played[joint] ?? 0) < transition.behind) joint += 1;
    effective[joint] ??= transition;
  }
  return effective;
}

/**
 * Returns the movie with a timeline of only these frames, which count from its current first frame. Scenes,
 * transitions, and sounds keep their local times, and all frames look the same as in the whole movie.
 */
export function movieWithin(movie: Movie, { from, to }: RequestedSpan): Movie {
  const current = movie.span ?? { from: 0, to: Number.POSITIVE_INFINITY };
  const end = to === null ? current.to : Math.min(current.to, current.from + to);
  return { ...movie, span: { from: frames(current.from + from), to: frames(Math.min(end, MAX_FRAME)) } };
}

/** A frame number after the end of any movie. JSON represents it exactly. */
const MAX_FRAME = Number.MAX_SAFE_INTEGER;
