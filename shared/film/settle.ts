import { frames } from '../template/frame-rate.ts';
import type { Layer, Movie, Scene } from '../template/movie.ts';
import { playedLength, startsOf } from '../template/scene-starts.ts';
import type { Film, PlacedSound, ScenePlace, Stretch } from './film.ts';

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
  const sounds = layers
    .filter(({ audio }) => audio)
    .map((layer): PlacedSound => ({ layer, start, end, inPoint: layer.skip }));
  return [{ kind: 'scene', scene, start, end, from: frames(0), layers, sounds }];
}
