import type { NodeId } from '#shared/template/document/document.ts';
import type { Scene } from '#shared/template/movie/movie.ts';
import { hasBar, type Row } from './row.ts';

type Ids = ReadonlySet<NodeId>;

/** Rows of what a search keeps; what is shown whole keeps all that is listed below it. */
export function keptRows(
  rows: readonly Row[],
  { kept, whole }: { readonly kept: Ids; readonly whole: Ids },
): readonly Row[] {
  const withAll = new Set(whole);
  return rows.filter((row) => {
    const isBelow = withAll.has(row.parent);
    if (isBelow) withAll.add(row.id);
    return isBelow || kept.has(row.id);
  });
}

/**
 * Rows without those layers and sounds of scenes that do not play in a frame of the film, and without what is listed
 * below them. What belongs to the movie as a whole stays.
 */
export function rowsPlayingAt(rows: readonly Row[], scenes: readonly Scene[], frame: number): readonly Row[] {
  const played = new Map<NodeId, boolean | null>();
  /** Whether a scene is played; null for what is no scene. */
  const isPlayed = (owner: NodeId): boolean | null => {
    const before = played.get(owner);
    if (before !== undefined) return before;
    const found = scenes.find(({ id }) => id === owner)?.enabled ?? null;
    played.set(owner, found);
    return found;
  };
  const gone = new Set<NodeId>();
  return rows.filter((row) => {
    const ofScene = isPlayed(row.owner);
    const stays =
      !gone.has(row.parent) && (ofScene === null || !hasBar(row) || (ofScene && isEnabled(row) && isThere(row, frame)));
    if (!stays) gone.add(row.id);
    return stays;
  });
}

function isEnabled(row: Row & { readonly kind: 'layer' | 'sound' }): boolean {
  return row.kind === 'layer' ? row.layer.enabled : row.sound.enabled;
}

function isThere(
  { start, end, limit }: { readonly start: number; readonly end: number; readonly limit: number },
  frame: number,
) {
  return start <= frame && frame < Math.min(end, limit);
}

/** How many layers and sounds are in one list of rows and not in another. */
export function hiddenOf(all: readonly Row[], shown: readonly Row[]): number {
  const count = (rows: readonly Row[]) => rows.filter(hasBar).length;
  return count(all) - count(shown);
}
