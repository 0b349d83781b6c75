import { playedWithInner } from '../../template/movie/inner-layers.ts';
import type { Layer, Movie, Scene } from '../../template/movie/movie.ts';
import { type Frames, frames } from '../../template/values/frame-rate.ts';
import { layerTime } from '../time/layer-time.ts';
import type {
  Film,
  FilmScene,
  PlacedSound,
  PlacedTransition,
  Stretch,
  StretchSide,
  TransitionStretch,
} from './film.ts';
import { filmWithin } from './film-within.ts';
import { type Joint, jointsOf, playedScenes } from './joints.ts';
import { overlayLayers, withOverlays } from './overlaid.ts';

const films = new WeakMap<Movie, Film>();

/** The film of a movie; made once for each. */
export function settle(movie: Movie): Film {
  const known = films.get(movie);
  if (known !== undefined) return known;
  const whole = settleWhole(movie);
  const film = withOverlays(movie.span === null ? whole : filmWithin(whole, movie.span));
  films.set(movie, film);
  return film;
}

/**
 * Every layer of the film that is played, each once, in the order of time and from the lowest; those in a layer come after
 * it, those of overlays last.
 */
export function playedLayers(movie: Movie): readonly Layer[] {
  const { stretches } = settle(movie);
  const layers = stretches.flatMap((stretch) => stretch.layers);
  const apart = movie.transitions.length === 0 ? layers : [...new Set(layers)];
  const over = movie.span === null ? overlayLayers(movie) : overlaysShown(movie, stretches);
  return playedWithInner(over.length === 0 ? apart : [...apart, ...over]);
}

/** Those that some stretch shows: of a range the others may lack what they are made of. */
function overlaysShown(movie: Movie, stretches: readonly Stretch[]): readonly Layer[] {
  const shown = new Set(stretches.flatMap(({ over }) => over?.layers.map(({ id }) => id) ?? []));
  return overlayLayers(movie).filter(({ id }) => shown.has(id));
}

/** The layers of a scene that are switched on, from the lowest; also of a scene that is switched off itself. */
export function layersOf({ layers }: Scene): readonly Layer[] {
  return playedOf(layers);
}

function playedOf(layers: readonly Layer[]): readonly Layer[] {
  return layers.every(({ enabled }) => enabled) ? layers : layers.filter(({ enabled }) => enabled);
}

function settleWhole(movie: Movie): Film {
  const played = playedScenes(movie.scenes);
  const joints = jointsOf(movie, played);
  const { scenes, length } = placesOf(movie.scenes, played, joints);
  const sceneAt = (at: number): FilmScene | null => scenes[played[at] ?? -1] ?? null;
  const stretches = joints.flatMap((joint, at): readonly Stretch[] => {
    const [outgoing, incoming] = [sceneAt(at - 1), sceneAt(at)];
    const next = joints[at + 1]?.length ?? 0;
    return [
      ...transitionStretch(joint, outgoing, incoming),
      ...(incoming === null ? [] : aloneStretch(incoming, joint.length, next)),
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
  return { movie, scenes, stretches, transitions, sounds, length, whole: { origin: 0, length } };
}

/** start(i + 1) = start(i) + L(i) − d(i): a transition between two scenes makes the second begin before the first ends. */
function placesOf(
  scenes: readonly Scene[],
  played: readonly number[],
  joints: readonly Joint[],
): { readonly scenes: readonly FilmScene[]; readonly length: Frames } {
  const last = played.length - 1;
  let next = frames(0);
  let length = frames(0);
  let at = 0;
  const filmScenes = scenes.map((scene, index): FilmScene => {
    const start = next;
    if (!scene.enabled) return { scene, index, start, end: start, origin: start };
    const end = frames(start + scene.duration);
    length = end;
    next = at === last ? end : frames(end - (joints[at + 1]?.length ?? 0));
    at += 1;
    return { scene, index, start, end, origin: start };
  });
  return { scenes: filmScenes, length };
}

/** What a scene shows alone: between the transition before it and that behind it. */
function aloneStretch({ scene, start, end }: FilmScene, before: Frames, behind: number): readonly Stretch[] {
  const [first, last] = [frames(start + before), frames(end - behind)];
  if (first >= last) return [];
  const sounds = soundsOf(scene, start).filter((sound) => sound.start < last && sound.end > first);
  const isJoined = before + behind > 0;
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

function transitionStretch(
  { transition, length }: Joint,
  outgoing: FilmScene | null,
  incoming: FilmScene | null,
): readonly TransitionStretch[] {
  if (transition === null || length === 0) return [];
  const start = incoming?.start ?? frames((outgoing?.end ?? length) - length);
  const sides = { outgoing: sideAt(outgoing, start), incoming: sideAt(incoming, start) };
  const { look } = transition;
  const own = look.type === 'custom' ? playedOf(look.layers) : [];
  const layers = [...(sides.outgoing?.layers ?? []), ...(sides.incoming?.layers ?? []), ...own];
  const end = frames(start + length);
  return [{ kind: 'transition', transition, start, end, from: frames(0), length, layers, over: null, ...sides }];
}

function sideAt(side: FilmScene | null, start: Frames): StretchSide | null {
  if (side === null) return null;
  return { scene: side.scene, layers: layersOf(side.scene), from: frames(start - side.start) };
}

/** A clock that layers count in: a scene's, or that of a group in it. */
interface Clock {
  /** The frame of the film at which it begins. */
  readonly origin: number;
  readonly length: Frames;
  /** Which of its frames are shown; without `until`. */
  readonly from: number;
  readonly until: number;
}

const NO_SOUNDS: readonly PlacedSound[] = [];

interface HeardFrom {
  readonly start: Frames;
  readonly sounds: readonly PlacedSound[];
}

/** Of scenes, which never change, where they started last: an edit leaves most of them where they were. */
const heard = new WeakMap<Scene, HeardFrom>();

/** What is heard of a scene that starts there. */
function soundsOf(scene: Scene, start: Frames): readonly PlacedSound[] {
  if (scene.layers.length === 0) return NO_SOUNDS;
  const known = heard.get(scene);
  if (known?.start === start) return known.sounds;
  const sounds = soundsFrom(scene, start);
  heard.set(scene, { start, sounds });
  return sounds;
}

function soundsFrom(scene: Scene, start: Frames): readonly PlacedSound[] {
  const clock = { origin: start, length: scene.duration, from: 0, until: scene.duration };
  return layersOf(scene).flatMap((layer) => soundsOfLayer(layer, clock));
}

/** The sounds of a layer and of those in it, where they have one and are there at all. */
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
    return playedOf(layer.layers).flatMap((each) => soundsOfLayer(each, inner));
  }
  if (layer.kind !== 'video' || !layer.audio || layer.freeze !== null) return [];
  const start = Math.max(time.start, from);
  const end = Math.min(time.end, until);
  if (start >= end) return [];
  const inPoint = frames(layer.skip + time.first + start - time.start);
  return [{ layer, start: frames(origin + start), end: frames(origin + end), inPoint }];
}
