import type { NodeId } from '../../../../shared/template/document/document.ts';

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
