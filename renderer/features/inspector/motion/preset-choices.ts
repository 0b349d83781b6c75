import type { PresetType } from '#shared/template/values/animation.ts';
import type { PresetPhase } from '../model/preset-groups.ts';

/** The presets of one phase, in the order of the gallery. */
export interface PresetGroup {
  readonly phase: PresetPhase;
  readonly presets: readonly PresetType[];
}

/** Returns the presets whose name or phase contains all terms. Groups without any are left out. */
export function filterGroups(
  groups: readonly PresetGroup[],
  search: string,
  names: {
    readonly presets: Readonly<Record<PresetType, string>>;
    readonly moments: Readonly<Record<PresetPhase, string>>;
  },
): readonly PresetGroup[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  return groups
    .map(({ phase, presets }) => ({
      phase,
      presets: presets.filter((preset) => has(`${names.presets[preset]} ${names.moments[phase]}`)),
    }))
    .filter(({ presets }) => presets.length > 0);
}

/** The position of a cell in pixels. */
export interface Cell {
  readonly left: number;
  readonly top: number;
}

/**
 * Returns the cell to which a key leads. The cells are in rows of several groups, and the last row of a group can be
 * short. Left and right lead to the neighbor, up and down to the nearest cell in the neighboring row, Home and End to
 * the first and the last cell. Null at an edge and for other keys.
 */
export function cellBeside(key: string, from: number, cells: readonly Cell[]): number | null {
  const target = targetOf(key, from, cells);
  return target === null || target === from || cells[target] === undefined ? null : target;
}

function targetOf(key: string, from: number, cells: readonly Cell[]): number | null {
  switch (key) {
    case 'ArrowLeft':
      return from - 1;
    case 'ArrowRight':
      return from + 1;
    case 'ArrowUp':
      return inRow(from, cells, -1);
    case 'ArrowDown':
      return inRow(from, cells, 1);
    case 'Home':
      return 0;
    case 'End':
      return cells.length - 1;
    default:
      return null;
  }
}

function inRow(from: number, cells: readonly Cell[], direction: -1 | 1): number | null {
  const here = cells[from];
  if (here === undefined) return null;
  const ways = cells.map(({ top }) => (top - here.top) * direction).filter((way) => way > 1);
  if (ways.length === 0) return null;
  const next = here.top + Math.min(...ways) * direction;
  const row = [...cells.entries()].filter(([, { top }]) => Math.abs(top - next) <= 1);
  const [nearest] = row.toSorted(
    ([, one], [, other]) => Math.abs(one.left - here.left) - Math.abs(other.left - here.left),
  );
  return nearest?.[0] ?? null;
}
