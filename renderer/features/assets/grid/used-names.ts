import { withInner } from '../../../../shared/template/movie/inner-layers.ts';
import type { Movie } from '../../../../shared/template/movie/movie.ts';
import { sourcesOfLayer } from '../../../../shared/template/movie/used-sources.ts';
import type { UsedName } from './asset-items.ts';

const NOTHING: readonly UsedName[] = [];
const known = new WeakMap<Movie, readonly UsedName[]>();

/** The assets that a film shows, each once, with its scenes; made once for each film. */
export function usedNames(movie: Movie | null): readonly UsedName[] {
  if (movie === null) return NOTHING;
  const before = known.get(movie);
  if (before !== undefined) return before;
  const scenes = new Map<string, Set<number>>();
  for (const [index, scene] of movie.scenes.entries()) {
    for (const { source } of withInner(scene.layers).flatMap(sourcesOfLayer)) {
      if (source.kind !== 'asset') continue;
      scenes.set(source.name, (scenes.get(source.name) ?? new Set<number>()).add(index + 1));
    }
  }
  const used = [...scenes].map(([name, numbers]) => ({ name, scenes: [...numbers] }));
  known.set(movie, used);
  return used;
}

/** Whether two films show the same assets in the same scenes: most edits change nothing of that. */
export function sameNames(one: readonly UsedName[], other: readonly UsedName[]): boolean {
  if (one === other) return true;
  if (one.length !== other.length) return false;
  return one.every(({ name, scenes }, at) => {
    const its = other[at];
    return its?.name === name && its.scenes.length === scenes.length && scenes.every((n, i) => its.scenes[i] === n);
  });
}
