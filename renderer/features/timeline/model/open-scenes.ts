import type { NodeId } from '#shared/template/document/document.ts';
import type { Movie } from '#shared/template/movie/movie.ts';

type Ids = ReadonlySet<NodeId>;

/** What is open after the arrow of a scene was pressed: that one alone or none, with Alt it beside the others. */
export function toggledScene(open: Ids, scene: NodeId, beside: boolean): Ids {
  if (open.has(scene)) return new Set([...open].filter((id) => id !== scene));
  return beside ? new Set([...open, scene]) : new Set([scene]);
}

/** A set with something in it, or without it. */
export function withId(ids: Ids, id: NodeId, isIn: boolean): Ids {
  if (ids.has(id) === isIn) return ids;
  return isIn ? new Set([...ids, id]) : new Set([...ids].filter((each) => each !== id));
}

/** Those of which something holds; the same set where it holds of all. */
export function kept(ids: Ids, isKept: (id: NodeId) => boolean): Ids {
  const left = [...ids].filter(isKept);
  return left.length === ids.size ? ids : new Set(left);
}

/** What stays open when a choice plays another of its scenes: that one in the place of the one that it played before. */
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
