import type { Variable } from '#shared/template/variables/variables.ts';
import { patternOf } from './film-name.ts';

/** Longer texts are messages, and make no good names. */
const MOST_CHARACTERS = 60;

/**
 * The pattern for names of films that a form fills in: the template, and the first short text of the form that has a
 * value, such as `Birthday greeting ${name}`.
 */
export function fillInPattern(
  template: string,
  rows: readonly {
    readonly variable: Pick<Variable, 'name' | 'type' | 'declaration'>;
    readonly value: string | null;
  }[],
): string {
  const named = rows.find(({ variable: { type, declaration }, value }) => {
    const isText = (declaration?.type ?? type) === 'text' && declaration?.multiline !== true;
    return isText && value !== null && value.trim() !== '' && value.length <= MOST_CHARACTERS;
  });
  const start = patternOf(template);
  return named === undefined ? start : `${start} \${${named.variable.name}}`;
}
