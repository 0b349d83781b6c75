import type { Film, PlacedTransition } from './film.ts';

const known = new WeakMap<Film, ReadonlyMap<number, readonly PlacedTransition[]>>();

/** The transitions that show a scene together with another or with the background, by the scene's number in the movie. */
export function transitionsBeside(film: Film, scene: number): readonly PlacedTransition[] {
  const made = known.get(film) ?? byScene(film);
  known.set(film, made);
  return made.get(scene) ?? [];
}

function byScene({ transitions }: Film): ReadonlyMap<number, readonly PlacedTransition[]> {
  const found = new Map<number, PlacedTransition[]>();
  for (const placed of transitions) {
    if (placed.length === 0) continue;
    for (const scene of [placed.outgoing, placed.incoming]) {
      if (scene === null) continue;
      const list = found.get(scene);
      if (list === undefined) found.set(scene, [placed]);
      else list.push(placed);
    }
  }
  return found;
}
