import { useCallback } from 'react';
import { type FieldContext, scopeOf, useReading } from '#renderer/editor/fields.ts';
import { itemsAround } from '#renderer/editor/selectors.ts';
import { isEqual } from '#renderer/interaction/equality.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import type { MenuEntry } from '#renderer/ui/overlays/menu-entry.ts';
import { textOfValue } from '#shared/expressions/values.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { valueOfName } from '#shared/template/placeholders/substitute.ts';
import { type ScopedName, scopedNames } from '#shared/template/variables/repeats.ts';

/** A name that lists define, with its value in the displayed copy; null if the value is a list or missing. */
export interface OfferedName extends ScopedName {
  readonly default: string | null;
}

const NO_VALUES: ReadonlyMap<string, string> = new Map();

/** Returns the names that the lists around an element define in one of its attributes. */
export function offeredNamesIn(context: FieldContext, node: NodeId, attribute: string): readonly OfferedName[] {
  const scope = scopeOf(context, node, attribute);
  return scopedNames(itemsAround(context.document, node, attribute), scope).map((each) => {
    const value = valueOfName(each.name, { values: NO_VALUES, defaults: NO_VALUES, scope });
    return { ...each, default: value === undefined ? null : textOfValue(value) };
  });
}

const NO_NAMES: readonly OfferedName[] = [];

/** Returns the names that the lists around an element define in one of its attributes. */
export function useOfferedNames(node: NodeId | undefined, attribute: string): readonly OfferedName[] {
  const read = useCallback(
    (context: FieldContext) => (node === undefined ? NO_NAMES : offeredNamesIn(context, node, attribute)),
    [node, attribute],
  );
  return useReading(read, isEqual);
}

/** Returns the menu entries for the items around an element: their fields with values, the number, and the count. */
export function offeredEntries(
  names: readonly OfferedName[],
  words: Catalogue['inspector'],
  onUse: (name: string) => void,
): readonly MenuEntry[] {
  // A list is no text, and `first` and `last` are only useful in conditions and expressions.
  const labels: Readonly<Record<string, string>> = { index: words.menuIndex, count: words.menuCount };
  const entries = names
    .filter(({ kind, name }) => kind === 'value' || (kind === 'position' && Object.hasOwn(labels, name)))
    .map(
      ({ kind, name, label, default: value }): MenuEntry => ({
        kind: 'command',
        id: `item ${name}`,
        label: kind === 'position' ? (labels[name] ?? name) : (label ?? name),
        end: value === null ? undefined : shortened(value),
        run: () => onUse(name),
      }),
    );
  return entries.length === 0 ? [] : [{ kind: 'heading', id: 'items', label: words.menuItems }, ...entries];
}

/** The maximum length of a value in a menu, in characters. */
const MAX_VALUE = 18;

/** Shortens a value for the end of a menu entry. */
export function shortened(text: string): string {
  return text.length <= MAX_VALUE ? text : `${text.slice(0, MAX_VALUE - 1).toWellFormed()}…`;
}
