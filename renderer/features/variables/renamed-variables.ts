import type { Variable } from '#shared/template/variables/variables.ts';
import { findingAt, placeKey } from '#shared/template/variables/written-values.ts';

/** A variable that has another name now. */
export interface RenamedVariable {
  readonly from: string;
  readonly to: string;
}

/**
 * The variable that was renamed between two versions of a template, however that was done: by name, in the XML, by
 * undo. One name is gone, one is new, and the new one stands exactly where the other stood. Null where it was something
 * else.
 */
export function renamedVariable(before: readonly Variable[], now: readonly Variable[]): RenamedVariable | null {
  if (before === now) return null;
  const [gone, ...goneToo] = missingFrom(before, now);
  const [fresh, ...freshToo] = missingFrom(now, before);
  if (gone === undefined || fresh === undefined || goneToo.length > 0 || freshToo.length > 0) return null;
  return placesOf(gone) === placesOf(fresh) ? { from: gone.name, to: fresh.name } : null;
}

function missingFrom(some: readonly Variable[], others: readonly Variable[]): readonly Variable[] {
  const names = new Set(others.map(({ name }) => name));
  return some.filter(({ name }) => !names.has(name));
}

function placesOf({ uses, declaration }: Variable): string {
  return [declaration?.node ?? '', ...uses.map((use) => placeKey(findingAt(use)))].join('\n');
}
