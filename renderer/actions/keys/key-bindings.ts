import { keysText, parseKeys } from '#renderer/ui/keyboard/keys.ts';
import type { Action } from '../model/action.ts';

/** Keys that somebody chose instead of the table's, by action; an empty list is an action without keys. */
export type KeyBindings = Readonly<Record<string, readonly string[]>>;

/** The keys of an action as they are now. */
export function keysOf(action: Pick<Action, 'id' | 'keys'>, bindings: KeyBindings): readonly string[] {
  return bindings[action.id] ?? action.keys ?? [];
}

/** What was remembered, as far as it is bindings: keys that can't be read and unknown actions are left out. */
export function readBindings(stored: unknown, actions: readonly Pick<Action, 'id'>[]): KeyBindings {
  if (typeof stored !== 'object' || stored === null) return {};
  const known = new Set(actions.map(({ id }) => id));
  const bindings: Record<string, readonly string[]> = {};
  for (const [id, keys] of Object.entries(stored)) {
    if (!known.has(id) || !Array.isArray(keys)) continue;
    bindings[id] = keys.filter((each): each is string => typeof each === 'string' && parseKeys(each) !== null);
  }
  return bindings;
}

/** The same keys on two actions that can be met on one screen. */
export interface KeyConflict {
  readonly keys: string;
  readonly actions: readonly [string, string];
}

/** Every pair of actions that would fire on the same keys. */
export function keyConflicts(
  actions: readonly Pick<Action, 'id' | 'keys' | 'scope'>[],
  bindings: KeyBindings,
): readonly KeyConflict[] {
  const conflicts: KeyConflict[] = [];
  const taken = new Map<string, Pick<Action, 'id' | 'scope'>[]>();
  for (const action of actions) {
    for (const keys of new Set(keysOf(action, bindings).map(canonical))) {
      const others = taken.get(keys) ?? [];
      for (const other of others) {
        if (meet(action, other)) conflicts.push({ keys, actions: [other.id, action.id] });
      }
      taken.set(keys, [...others, action]);
    }
  }
  return conflicts;
}

function meet({ scope: one }: Pick<Action, 'scope'>, { scope: other }: Pick<Action, 'scope'>): boolean {
  if (one === other || one === 'global' || other === 'global') return true;
  return (one === 'film' && other === 'editor') || (one === 'editor' && other === 'film');
}

/** Writes keys that are pressed alike in one way. */
function canonical(keys: string): string {
  const chord = parseKeys(keys);
  return chord === null ? keys : keysText(chord);
}
