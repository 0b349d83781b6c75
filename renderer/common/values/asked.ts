import { variableWords } from '#renderer/strings/design-words.ts';
import { roleOf } from '#shared/template/tables/roles.ts';
import type { DeclaredType } from '#shared/template/tables/variable-attributes.ts';
import type { VariableType } from '#shared/template/value-types/attribute-types.ts';
import type { Choice } from '#shared/template/value-types/variable-types.ts';
import type { Variable } from '#shared/template/variables/variables.ts';
import type { ShownKind } from '../sources/source-list.tsx';

/** A variable as far as it is called something; the service tells of a design's in its own shape. */
export interface Named {
  readonly name: string;
  readonly declaration?: { readonly label?: string | null | undefined } | null | undefined;
}

/** What forms call a variable. */
export function labelOf({ name, declaration }: Named): string {
  const label = declaration?.label?.trim();
  return label ? variableWords(name, label) : name;
}

/** Texts that forms show as the label of a variable: in the language of the page, and as it is written. */
export function labelsOf(variable: Named): readonly string[] {
  return [...new Set([labelOf(variable), variable.declaration?.label?.trim() || variable.name])];
}

/** The label of a variable, with its name in parentheses where they differ. */
export function labelWithName(variable: Named): string {
  const label = labelOf(variable);
  return label === variable.name ? label : `${label} (${variable.name})`;
}

/** The line that forms say of a variable; null where nothing is said. */
export function helpOf({ name, declaration }: Variable): string | null {
  const help = declaration?.help ?? null;
  return help === null ? null : variableWords(name, help.trim());
}

/** What a variable is, as people are told it: as it is declared, else as its uses take it. */
export function shownType({ type, declaration }: Variable): VariableType | DeclaredType {
  return declaration?.type ?? type;
}

/**
 * Rows under the headings that their declarations name, those without one first; null is no heading. A heading is in the
 * words of its first row.
 */
export function groupsOf<Row extends { readonly variable: Variable }>(
  rows: readonly Row[],
): readonly (readonly [heading: string | null, rows: readonly Row[]])[] {
  const groups = Map.groupBy(rows, ({ variable }) => variable.declaration?.group?.trim() || null);
  const plain = groups.get(null) ?? [];
  const headed = [...groups].flatMap(([heading, group]): [string, readonly Row[]][] =>
    heading === null ? [] : [[variableWords(group[0]?.variable.name ?? '', heading), group]],
  );
  return plain.length === 0 ? headed : [[null, plain], ...headed];
}

/** Rows as they are asked for: declared ones in the order of their declarations, the others behind them as they come. */
export function inAskedOrder<Row extends { readonly variable: Pick<Variable, 'name'> }>(
  rows: readonly Row[],
  declared: Iterable<string>,
): readonly Row[] {
  const places = new Map([...declared].map((name, place) => [name, place]));
  const placeOf = ({ variable }: Row) => places.get(variable.name) ?? places.size;
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** The values of which one is chosen; null where any text may be given. */
export function choicesOf({ name, declaration }: Variable): readonly Choice[] | null {
  if (declaration?.type !== 'choice' || declaration.choices.length === 0) return null;
  return declaration.choices.map(({ value, label }) => ({
    value,
    label: label === null ? null : variableWords(name, label),
  }));
}

/** What a text field proposes: choices that are not the only ones. */
export function proposalsOf({ type, choices, declaration }: Variable): readonly string[] {
  return declaration?.type !== 'choice' && type === 'text' ? choices : [];
}

/** What a field for numbers is bound by. */
export function numberBounds({ declaration }: Variable): {
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly step: number;
  readonly precision: number;
} {
  const { min = null, max = null, step = null } = declaration ?? {};
  const figures = [min, max, step].map((each) => (each === null ? 0 : figuresOf(each)));
  return {
    min: min ?? undefined,
    max: max ?? undefined,
    step: step ?? 0.01,
    precision: step === null ? Math.max(4, ...figures) : Math.max(...figures),
  };
}

/** The number that a value is; null where the value is empty. */
export function numberOf(value: string | null): number | null {
  return value === null || value.trim() === '' ? null : Number(value);
}

/** Figures behind the point. */
function figuresOf(value: number): number {
  const [, figures = ''] = String(value).split('.');
  return Math.min(15, figures.length);
}

/** The kinds of assets that a variable of media is given. */
export function assetKindsOf({ declaration, uses }: Variable): readonly ShownKind[] {
  switch (declaration?.type) {
    case 'image':
      return ['image'];
    case 'sound':
      return ['audio', 'video'];
    case 'video':
      return ['video'];
    case 'font':
      return ['font'];
    default: {
      const use = uses.find(({ source }) => source !== null);
      if (use?.source?.kind === 'image') return ['image'];
      if (use?.source?.kind === 'font') return ['font'];
      if (use?.source?.kind === 'captions') return ['captions'];
      return use !== undefined && roleOf({ name: use.element }) === 'sound' ? ['audio', 'video'] : ['video'];
    }
  }
}
