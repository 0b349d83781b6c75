import type { NodeId } from '#shared/template/document/document.ts';
import type { Movie } from '#shared/template/movie/movie.ts';

type Ids = ReadonlySet<NodeId>;

/**
 * Returns the expanded scenes after a click on the arrow of a scene. The click collapses an expanded scene. It expands
 * a collapsed scene and, without Alt, collapses the other scenes.
 */
export function toggledScene(open: Ids, scene: NodeId, keepsOthers: boolean): Ids {
  if (open.has(scene)) return new Set([...open].filter((id) => id !== scene));
  return keepsOthers ? new Set([...open, scene]) : new Set([scene]);
}

/** Returns the set with an id added or removed; the same set if nothing changes. */
export function withId(ids: Ids, id: NodeId, isIncluded: boolean): Ids {
  if (ids.has(id) === isIncluded) return ids;
  return isIncluded ? new Set([...ids, id]) : new Set([...ids].filter((each) => each !== id));
}

/** Returns the ids for which a condition is true. Returns the same set if the condition is true for all ids. */
export function filteredIds(ids: Ids, condition: (id: NodeId) => boolean): Ids {
  const remaining = [...ids].filter(condition);
  return remaining.length === ids.size ? ids : new Set(remaining);
}

/**
 * Returns the expanded scenes after a choice plays another case. If the previous case was expanded, the new case is
 * expanded in its place.
 */
export function followedCases(open: Ids, before: Movie | null, now: Movie | null): Ids {
  const openCases = (before?.scenes ?? []).filter(({ id, enabled, choices }) => enabled && choices && open.has(id));
  if (openCases.length === 0 || now === null) return open;
  const next = new Set(open);
  for (const { id } of openCases) {
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
