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
const known = new WeakMap<Movie, readonly UsedName[]>();

/** Returns the assets that a movie uses, each once, with its scenes. An asset of the whole movie has no scenes. */
export function usedNames(movie: Movie | null): readonly UsedName[] {
  if (movie === null) return NOTHING;
  const before = known.get(movie);
  if (before !== undefined) return before;
  const scenes = new Map<string, Set<number>>();
  const note = ({ source }: { readonly source: MediaSource }, scene: number | null) => {
    if (source.kind !== 'asset') return;
    const numbers = scenes.get(source.name) ?? new Set<number>();
    scenes.set(source.name, scene === null ? numbers : numbers.add(scene));
  };
  const layers: Layer[] = [];
  const noteInside = ({ layers: own, sounds }: Pick<Scene, 'layers' | 'sounds'>, scene: number | null) => {
    for (const layer of withNestedLayers(own)) {
      layers.push(layer);
      for (const each of sourcesOfLayer(layer)) note(each, scene);
    }
    for (const each of sounds.flatMap(sourcesOfSound)) note(each, scene);
  };
  for (const [index, scene] of movie.scenes.entries()) noteInside(scene, index + 1);
  // A transition belongs to the scene after it. The transition at the end of the movie belongs to the last scene.
  for (const transition of movie.transitions) {
    const scene = Math.min(transition.behind + 1, movie.scenes.length);
    for (const each of sourcesOfTransition(transition)) note(each, scene);
    if (transition.look.type === 'custom') noteInside(transition.look, scene);
  }
  for (const overlay of movie.overlays) noteInside(overlay, null);
  for (const each of [...movie.sounds.flatMap(sourcesOfSound), ...sourcesOfFonts(movie, layers)]) note(each, null);
  const used = [...scenes].map(([name, numbers]) => ({ name, scenes: [...numbers] }));
  known.set(movie, used);
  return used;
}
