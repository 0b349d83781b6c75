import { utf8Length } from '../../lib/utf8-length.ts';
import { limits } from '../document/limits.ts';
import type { ParsedValue, PlaceholderOption } from './placeholder.ts';
import { applyOptions } from './placeholder-text.ts';
import { createValueBudget, type ValueBudget } from './value-budget.ts';

/** What placeholders are replaced by. */
export interface Substitution {
  /** Given with the request, by name of the variable. */
  readonly values: ReadonlyMap<string, string>;
  /** Of the whole document: the first default stated for each name. */
  readonly defaults: ReadonlyMap<string, string>;
}

export type Substituted =
  | { readonly kind: 'text'; readonly text: string; readonly variables: readonly string[] }
  | { readonly kind: 'missing'; readonly variables: readonly string[] }
  /** The value, or the values of the template so far together, would be longer than they may be. Nothing was made. */
  | { readonly kind: 'too-long'; readonly of: 'value' | 'template'; readonly variables: readonly string[] };

interface Piece {
  readonly text: string;
  readonly options: readonly PlaceholderOption[];
}

/**
 * Replaces the placeholders of a value that has no faults, once: what a value brings in is never looked at again. A
 * given value goes before the placeholder's own default, and that before one stated elsewhere for the same name. Bytes
 * are counted before anything is made of them, on the budget of whoever replaces many values.
 */
export function substitute(
  value: ParsedValue,
  { values, defaults }: Substitution,
  budget: ValueBudget = createValueBudget(),
): Substituted {
  const pieces: Piece[] = [];
  const variables = new Set<string>();
  const missing = new Set<string>();
  let bytes = 0;
  for (const piece of value.pieces) {
    if (piece.kind === 'text') {
      pieces.push({ text: piece.text, options: [] });
      bytes += utf8Length(piece.text);
      continue;
    }
    variables.add(piece.name);
    const text = values.get(piece.name) ?? piece.default ?? defaults.get(piece.name);
    if (text === undefined) missing.add(piece.name);
    else {
      pieces.push({ text, options: piece.options });
      bytes += budget.lengthOf(text, piece.options);
    }
  }
  if (missing.size > 0) return { kind: 'missing', variables: [...missing] };
  if (bytes > limits.valueBytes) return { kind: 'too-long', of: 'value', variables: [...variables] };
  if (!budget.spend(bytes)) return { kind: 'too-long', of: 'template', variables: [...variables] };
  const made = pieces.map(({ text, options }) => (options.length === 0 ? text : applyOptions(text, options)));
  return { kind: 'text', text: made.join(''), variables: [...variables] };
}
