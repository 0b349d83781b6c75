import type { BrandKit } from '#shared/brand/brand-kit.ts';

/** What was done to a brand on its screen. */
export interface KitHistory {
  /** Those before the one that is shown, the last one last. */
  readonly past: readonly BrandKit[];
  /** Those that were taken back, the next one last. */
  readonly future: readonly BrandKit[];
}

export const NOTHING_DONE: KitHistory = { past: [], future: [] };

/** More steps than anybody takes back. */
const MOST_STEPS = 200;

/** The history once a brand has become another one. */
export function afterStep({ past }: KitHistory, before: BrandKit): KitHistory {
  return { past: [...past, before].slice(-MOST_STEPS), future: [] };
}

/** The brand before the last step (-1), or behind the one that was taken back (1); null where there is none. */
export function travel(
  { past, future }: KitHistory,
  shown: BrandKit,
  direction: -1 | 1,
): { readonly kit: BrandKit; readonly history: KitHistory } | null {
  const [from, to] = direction === -1 ? [past, future] : [future, past];
  const kit = from.at(-1);
  if (kit === undefined) return null;
  const [rest, taken] = [from.slice(0, -1), [...to, shown]];
  return { kit, history: direction === -1 ? { past: rest, future: taken } : { past: taken, future: rest } };
}
