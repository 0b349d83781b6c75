import type { ParsedValue } from './placeholder.ts';
import { applyOptions } from './placeholder-text.ts';

/** What placeholders are replaced by. */
export interface Substitution {
  /** Given with the request, by name of the variable. */
  readonly values: ReadonlyMap<string, string>;
  /** Of the whole document: the first default stated for each name. */
  readonly defaults: ReadonlyMap<string, string>;
}

export type Substituted =
  | { readonly kind: 'text'; readonly text: string; readonly variables: readonly string[] }
  | { readonly kind: 'missing'; readonly variables: readonly string[] };

/**
 * Replaces the placeholders of a value that has no faults, once: what a value brings in is never looked at again. A
 * given value goes before the placeholder's own default, and that before one stated elsewhere for the same name.
 */
export function substitute(value: ParsedValue, { values, defaults }: Substitution): Substituted {
  const texts: string[] = [];
  const variables = new Set<string>();
  const missing = new Set<string>();
  for (const part of value.parts) {
    if (part.kind === 'text') {
      texts.push(part.text);
      continue;
    }
    variables.add(part.name);
    const text = values.get(part.name) ?? part.default ?? defaults.get(part.name);
    if (text === undefined) missing.add(part.name);
    else texts.push(applyOptions(text, part.options));
  }
  return missing.size > 0
    ? { kind: 'missing', variables: [...missing] }
    : { kind: 'text', text: texts.join(''), variables: [...variables] };
}
