import type { Action } from '#renderer/actions/action.ts';
import { type KeyBindings, type KeyConflict, keysOf } from '#renderer/actions/keys.ts';
import { matchesShortcut } from '#renderer/interaction/word-search.ts';
import { keysLabel } from '#renderer/ui/format/keys.ts';

/** An action in the list of keys. */
export interface KeyRow {
  readonly id: string;
  readonly label: string;
  readonly keys: readonly string[];
  /** Whether the user has changed the keys of the action. */
  readonly isChanged: boolean;
  /** The labels of other actions with the same keys. */
  readonly conflicts: readonly string[];
}

/**
 * Returns the rows whose label or keys match a search. Actions with keys come first; otherwise, the table order is
 * kept.
 */
export function keyRows(
  actions: readonly (Pick<Action, 'id' | 'keys'> & { readonly words: string })[],
  bindings: KeyBindings,
  conflicts: readonly KeyConflict[],
  { query, mac }: { readonly query: string; readonly mac: boolean },
): readonly KeyRow[] {
  const words = new Map(actions.map((action) => [action.id, action.words]));
  const rows = actions.map((action): KeyRow => {
    const others = conflicts.flatMap(({ actions: [one, other] }) =>
      one === action.id ? [other] : other === action.id ? [one] : [],
    );
    return {
      id: action.id,
      label: action.words,
      keys: keysOf(action, bindings),
      isChanged: Object.hasOwn(bindings, action.id),
      conflicts: [...new Set(others)].map((id) => words.get(id) ?? id),
    };
  });
  return rows.filter(({ label, keys }) =>
    matchesShortcut(query, { label, keys: keys.map((key) => keysLabel(key, mac)) }),
  );
}
