import { variableLabel } from '#renderer/strings/design-strings.ts';
import type { Variable } from '#shared/resolve/variables.ts';
import { roleOf } from '#shared/template/tables/roles.ts';
import type { DeclaredType } from '#shared/template/tables/variable-attributes.ts';
import type { VariableType } from '#shared/template/value-types/attribute-types.ts';
import type { Choice } from '#shared/template/value-types/text-types.ts';
import { isLimitedToChoices } from '#shared/template/variables/declarations.ts';
import type { MediaKind } from './source-picker.tsx';

/** Returns the type of a variable to display: the declared type, or else the type that its uses require. */
export function shownType({ type, declaration }: Variable): VariableType | DeclaredType {
  return declaration?.type ?? type;
}

/** Returns the choices of a variable; null if any text is allowed. */
export function choicesOf({ name, declaration }: Variable): readonly Choice[] | null {
  if (declaration === null || !isLimitedToChoices(declaration)) return null;
  return declaration.choices.map(({ value, label }) => ({
    value,
    label: label === null ? null : variableLabel(name, label),
  }));
}

/** Returns the suggestions of a text field. */
export function proposalsOf({ type, choices, declaration }: Variable): readonly string[] {
  const isLimited = declaration !== null && isLimitedToChoices(declaration);
  return !isLimited && type === 'text' ? choices : [];
}

/** Returns the limits of a number field. */
export function numberBounds({ declaration }: Variable): {
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly step: number;
  readonly precision: number;
} {
  const { min = null, max = null, step = null } = declaration ?? {};
  const figures = [min, max, step].map((limit) => (limit === null ? 0 : figuresOf(limit)));
  return {
    min: min ?? undefined,
    max: max ?? undefined,
    step: step ?? 0.01,
    precision: step === null ? Math.max(4, ...figures) : Math.max(...figures),
  };
}

/** Returns the number of a value; null if the value is empty. */
export function numberOf(value: string | null): number | null {
  return value === null || value.trim() === '' ? null : Number(value);
}

/** Returns the number of decimal places of a value. */
function figuresOf(value: number): number {
  const [, figures = ''] = String(value).split('.');
  return Math.min(15, figures.length);
}

/** Returns the kinds of assets that a media variable accepts. */
export function assetKindsOf({ declaration, uses }: Variable): readonly MediaKind[] {
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
