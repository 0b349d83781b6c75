import type { Layer, Movie, Scene } from '../template/movie/movie.ts';
import { playedLength, startsOf } from '../template/movie/scene-starts.ts';
import { type Frames, frames } from '../template/values/frame-rate.ts';
import type { Film, PlacedSound, ScenePlace, Stretch } from './film.ts';
import { layerTime } from './layer-time.ts';

const films = new WeakMap<Movie, Film>();

/** The film of a movie; made once for each. */
export function settle(movie: Movie): Film {
  const known = films.get(movie);
  if (known !== undefined) return known;
  const starts = startsOf(movie.scenes.map(playedLength));
  const length = starts.at(-1) ?? frames(0);
  const scenes = movie.scenes.map((scene, index): ScenePlace => {
    const [start = length, end = length] = starts.slice(index, index + 2);
    return { scene, index, start, end };
  });
  const stretches = scenes.flatMap(stretchesOf);
  const film = { movie, scenes, stretches, sounds: stretches.flatMap(({ sounds }) => sounds), length };
  films.set(movie, film);
  return film;
}

/** Every layer of the film that is played, in the order of time and from the lowest. */
export function playedLayers(movie: Movie): readonly Layer[] {
  return settle(movie).stretches.flatMap(({ layers }) => layers);
}

/** The layers of a scene that are switched on, from the lowest; also of a scene that is switched off itself. */
export function layersOf({ layers }: Scene): readonly Layer[] {
  return layers.every(({ enabled }) => enabled) ? layers : layers.filter(({ enabled }) => enabled);
}

function stretchesOf({ scene, start, end }: ScenePlace): readonly Stretch[] {
  if (!scene.enabled) return [];
  const layers = layersOf(scene);
  const from = scene.shown?.from ?? frames(0);
  const sounds = layers.flatMap((layer) => soundOf(layer, scene, start));
  return [{ kind: 'scene', scene, start, end, from, layers, sounds }];
}

/** The sound of a layer, where it has one and is there at all, in a scene that starts there. */
function soundOf(layer: Layer, { duration, shown }: Scene, sceneStart: Frames): readonly PlacedSound[] {
  if (layer.kind !== 'video' || !layer.audio) return [];
  const { from, length } = shown ?? { from: 0, length: duration };
  const time = layerTime(layer, duration);
  const start = Math.max(time.start, from);
  const end = Math.min(time.end, from + length);
  if (start >= end) return [];
  const inPoint = frames(layer.skip + time.first + start - time.start);
  return [{ layer, start: frames(sceneStart + start - from), end: frames(sceneStart + end - from), inPoint }];
}
