import type { NodeId } from '#shared/template/document/document.ts';
import type { Movie } from '#shared/template/movie/movie.ts';

type Ids = ReadonlySet<NodeId>;

/**
 * Returns the open scenes after a click on the arrow of a scene: that scene only, or none. With Alt, the other open
 * scenes stay open.
 */
export function toggledScene(open: Ids, scene: NodeId, beside: boolean): Ids {
  if (open.has(scene)) return new Set([...open].filter((id) => id !== scene));
  return beside ? new Set([...open, scene]) : new Set([scene]);
}

/** Returns the set after an id was added or removed. */
export function withId(ids: Ids, id: NodeId, isIn: boolean): Ids {
  if (ids.has(id) === isIn) return ids;
  return isIn ? new Set([...ids, id]) : new Set([...ids].filter((each) => each !== id));
}

/** Returns the ids for which a condition is true. If it is true for all, the set is the same object. */
export function filteredIds(ids: Ids, keeps: (id: NodeId) => boolean): Ids {
  const left = [...ids].filter(keeps);
  return left.length === ids.size ? ids : new Set(left);
}

/** Returns the open scenes after a choice plays another case. The new case is open in place of the previous one. */
export function followedCases(open: Ids, before: Movie | null, now: Movie | null): Ids {
  const gone = (before?.scenes ?? []).filter(({ id, enabled, choices }) => enabled && choices && open.has(id));
  if (gone.length === 0 || now === null) return open;
  const next = new Set(open);
  for (const { id } of gone) {
    const scene = now.scenes.find((each) => each.id === id);
    const choice = scene?.choices?.at(-1)?.choice;
    if (scene === undefined || scene.enabled || choice === undefined) continue;
    const played = now.scenes.find(
      ({ enabled, choices }) => enabled && choices?.some((each) => each.choice === choice),
    );
    if (played === undefined) continue;
    next.delete(id);
    next.add(played.id);
  }
  return [...next].every((id) => open.has(id)) ? open : next;
}
