import type { PlannableCommand } from '#shared/editing/commands.ts';
import { type Statement, statement } from '#shared/statements/statement.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { LayerRow, Row } from '../grid/row.ts';

/** A place among the layers of one parent: an index from the lowest, counted without those that are moved. */
export interface LayerPlace {
  readonly parent: NodeId;
  readonly index: number;
  /** Pixels from the first row at which the gap is. */
  readonly top: number;
  readonly depth: number;
}

/**
 * Where layers would go that are dropped at a height among the rows; null where none can. Rows of others may be hidden:
 * they keep their places. What is moved has rows.
 */
export function placeAt(
  rows: readonly Row[],
  tops: readonly number[],
  moving: ReadonlySet<NodeId>,
  y: number,
): LayerPlace | null {
  let best: LayerPlace | null = null;
  const consider = (place: LayerPlace) => {
    if (best === null || Math.abs(place.top - y) < Math.abs(best.top - y)) best = place;
  };
  rows.forEach((row, at) => {
    if (row.kind !== 'layer' || isWithin(rows, row, moving)) return;
    const behind = row.rank.count - row.rank.place - movedBehind(rows, row, moving);
    const top = tops[at] ?? 0;
    const place = { parent: row.parent, depth: row.depth };
    // Above a row is in front of it.
    consider({ ...place, index: behind + 1, top });
    consider({ ...place, index: behind, top: tops[endOf(rows, at)] ?? top });
  });
  return best;
}

/** How many of the layers that are moved lie behind one of the same parent. */
function movedBehind(rows: readonly Row[], { parent, rank }: LayerRow, moving: ReadonlySet<NodeId>): number {
  const isBehind = (each: Row) => each.kind === 'layer' && each.parent === parent && each.rank.place > rank.place;
  return rows.filter((each) => moving.has(each.id) && isBehind(each)).length;
}

/** Whether a row is one of those that are moved, or stands in one. */
function isWithin(rows: readonly Row[], row: Row, moving: ReadonlySet<NodeId>): boolean {
  if (moving.has(row.id)) return true;
  const parent = rows.find(({ id }) => id === row.parent);
  return parent !== undefined && isWithin(rows, parent, moving);
}

/** Behind a row and all that is listed under it. */
function endOf(rows: readonly Row[], at: number): number {
  const row = rows[at];
  let end = at + 1;
  while (row !== undefined && end < rows.length && (rows[end]?.depth ?? 0) > row.depth) end += 1;
  return end;
}

/** Puts layers to a place, in the order in which they lie over one another. `ids` are from the lowest. */
export function orderCommand(ids: readonly NodeId[], { parent, index }: LayerPlace): PlannableCommand | null {
  const commands = ids.map((layer, at) => ({ type: 'layer/move', layer, parent, index: index + at }) as const);
  const [only] = commands;
  if (only === undefined) return null;
  const label: Statement = statement('step/move', { what: statement('target/layers', { count: ids.length }) });
  return commands.length === 1 ? only : { type: 'batch', label, commands };
}

/** Layers of one parent in front of the next one, or behind it; null where there is none. `layers` are from the lowest. */
export function stepCommand(
  layers: readonly NodeId[],
  moving: ReadonlySet<NodeId>,
  parent: NodeId,
  direction: -1 | 1,
): PlannableCommand | null {
  const ids = layers.filter((id) => moving.has(id));
  const staying = layers.filter((id) => !moving.has(id));
  const edge = direction > 0 ? layers.findLastIndex((id) => moving.has(id)) : layers.findIndex((id) => moving.has(id));
  const beside = layers[edge + direction];
  if (edge < 0 || beside === undefined) return null;
  const index = staying.indexOf(beside) + (direction > 0 ? 1 : 0);
  return orderCommand(ids, { parent, index, top: 0, depth: 0 });
}
