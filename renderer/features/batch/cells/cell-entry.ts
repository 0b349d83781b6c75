import type { MediaKind } from '#renderer/project/source-picker.tsx';
import { assetKindsOf, choicesOf, numberBounds, proposalsOf } from '#renderer/project/variable-inputs.ts';
import type { Variable } from '#shared/resolve/variables.ts';
import type { Choice } from '#shared/template/value-types/text-types.ts';
import type { Declaration } from '#shared/template/variables/declarations.ts';

/** The kind of input for the cells of a column. It depends on the declaration of the variable, or else on its uses. */
export type CellEntry =
  | { readonly kind: 'text'; readonly proposals: readonly string[] }
  | ({ readonly kind: 'number' } & ReturnType<typeof numberBounds>)
  | { readonly kind: 'colour' }
  | { readonly kind: 'switch' }
  | { readonly kind: 'choice'; readonly choices: readonly Choice[] }
  | { readonly kind: 'asset'; readonly shows: readonly MediaKind[] }
  | { readonly kind: 'font' }
  | ListEntry;

/** A cell with the items of a list, which are edited in a dialog. */
export interface ListEntry {
  readonly kind: 'list';
  readonly declaration: Pick<Declaration, 'name' | 'min' | 'max'> & { readonly list: NonNullable<Declaration['list']> };
}

const PLAIN: CellEntry = { kind: 'text', proposals: [] };

/**
 * Returns the kind of input for a column. `variable` is null for a column without a variable, for example a column used
 * only in file names.
 */
export function cellEntryOf(variable: Variable | null): CellEntry {
  if (variable === null) return PLAIN;
  const { declaration } = variable;
  if (declaration?.list != null) {
    const { name, list, min, max } = declaration;
    return { kind: 'list', declaration: { name, list, min, max } };
  }
  const choices = choicesOf(variable);
  if (choices !== null) return { kind: 'choice', choices };
  if (declaration?.type === 'font') return { kind: 'font' };
  switch (variable.type) {
    case 'number':
      return { kind: 'number', ...numberBounds(variable) };
    case 'color':
      return { kind: 'colour' };
    case 'boolean':
      return { kind: 'switch' };
    case 'media':
      return takesAssets(variable) ? { kind: 'asset', shows: assetKindsOf(variable) } : PLAIN;
    case 'time':
    case 'text':
      return { kind: 'text', proposals: proposalsOf(variable) };
    default:
      return variable.type satisfies never;
  }
}

/**
 * Returns whether the cells of a media variable offer assets. Returns false if all its uses require a URL. A declared
 * variable without uses accepts assets, as in forms.
 */
function takesAssets({ uses }: Variable): boolean {
  return !uses.some(({ source }) => source?.form === 'url') || uses.some(({ source }) => source?.form === 'asset');
}

/** Returns the value of a switch cell after a key press; null if the key does not change the value. */
export function toggledByKey(key: string, text: string): 'true' | 'false' | null {
  switch (key.toLowerCase()) {
    case 'enter':
    case 'f2':
    case ' ':
      return text.trim() === 'true' ? 'false' : 'true';
    case 't':
    case '1':
      return 'true';
    case 'f':
    case '0':
      return 'false';
    default:
      return null;
  }
}
