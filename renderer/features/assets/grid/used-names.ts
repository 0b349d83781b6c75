import type { Layer, MediaSource, Movie, Scene } from '#shared/template/movie/movie.ts';
import {
  sourcesOfFonts,
  sourcesOfLayer,
  sourcesOfSound,
  sourcesOfTransition,
  withNestedLayers,
} from '#shared/template/movie/used-sources.ts';
import type { UsedName } from './asset-items.ts';

const NOTHING: readonly UsedName[] = [];
const cache = new WeakMap<Movie, readonly UsedName[]>();

/**
 * Returns the distinct assets that a movie uses, with the numbers of their scenes. An asset of the whole movie has no
 * scenes.
 */
export function usedNames(movie: Movie | null): readonly UsedName[] {
  if (movie === null) return NOTHING;
  const cached = cache.get(movie);
  if (cached !== undefined) return cached;
  const scenes = new Map<string, Set<number>>();
  const addUse = ({ source }: { readonly source: MediaSource }, scene: number | null) => {
    if (source.kind !== 'asset' || source.unset === true) return;
    const numbers = scenes.get(source.name) ?? new Set<number>();
    scenes.set(source.name, scene === null ? numbers : numbers.add(scene));
  };
  const layers: Layer[] = [];
  const addUsesInside = ({ layers: own, sounds }: Pick<Scene, 'layers' | 'sounds'>, scene: number | null) => {
    for (const layer of withNestedLayers(own)) {
      layers.push(layer);
      for (const each of sourcesOfLayer(layer)) addUse(each, scene);
    }
    for (const each of sounds.flatMap(sourcesOfSound)) addUse(each, scene);
  };
  for (const [index, scene] of movie.scenes.entries()) addUsesInside(scene, index + 1);
  // A transition counts as part of the scene after it. A transition at the end of the movie counts as part of the last
  // scene.
  for (const transition of movie.transitions) {
    const scene = Math.min(transition.behind + 1, movie.scenes.length);
    for (const each of sourcesOfTransition(transition)) addUse(each, scene);
    if (transition.look.type === 'custom') addUsesInside(transition.look, scene);
  }
  for (const overlay of movie.overlays) addUsesInside(overlay, null);
  for (const each of [...movie.sounds.flatMap(sourcesOfSound), ...sourcesOfFonts(movie, layers)]) addUse(each, null);
  const used = [...scenes].map(([name, numbers]) => ({ name, scenes: [...numbers] }));
  cache.set(movie, used);
  return used;
}
