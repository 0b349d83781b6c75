import { statement } from '../../statements/statement.ts';
import { shortened } from '../../statements/wording.ts';
import type { Finding } from '../document/problem.ts';
import { roleOf } from '../tables/roles.ts';
import type { DeclaredType } from '../tables/variable-attributes.ts';
import type { SourceKind, VariableType } from '../value-types/attribute-types.ts';
import type { Declaration } from './declarations.ts';
import { placeOfUse, type VariableUse } from './variable-uses.ts';
import { findingAt } from './written-values.ts';

/** Of one variable; nobody mends more before reading again. */
const MOST_USES = 10;

/** Which uses take values of a type, beside those that take it for a text, which take all. */
const takenBy: Readonly<Record<DeclaredType, readonly VariableType[] | 'all'>> = {
  text: [],
  // A bare number is a time, too: so many frames.
  number: ['number', 'time'],
  color: ['color'],
  boolean: ['boolean'],
  time: ['time'],
  video: ['media'],
  image: ['media'],
  sound: ['media'],
  font: ['media'],
  // What it is offered as, its choices say.
  choice: 'all',
};

/** What places that name a source are given by a type. */
const sourcesOfType: Readonly<Partial<Record<DeclaredType, SourceKind>>> = {
  video: 'media',
  image: 'image',
  sound: 'media',
  font: 'font',
};

/** The type that lists of variables have for a declared one, which knows fewer; null where its uses have to say. */
export function listedType(type: DeclaredType | null): VariableType | null {
  switch (type) {
    case 'video':
    case 'image':
    case 'sound':
      return 'media';
    case 'font':
    case 'choice':
    case null:
      return null;
    default:
      return type;
  }
}

/** Uses that cannot take what their variable is declared as: told at each of the first few, and at the declaration. */
export function typeConflicts(declaration: Declaration, uses: readonly VariableUse[]): readonly Finding[] {
  const { type } = declaration;
  if (type === null) return [];
  const wrong = uses.filter((use) => !takes(use, type)).slice(0, MOST_USES);
  const conflict = (use: VariableUse, at: Finding['at']): Finding => ({
    code: 'variable/conflict',
    at,
    says: statement('variable/type-not-taken', {
      variable: shortened(declaration.name),
      type,
      use: { ...placeOfUse(use), type: use.type ?? '' },
    }),
  });
  return wrong.flatMap((use, index) => [
    ...(index === 0 ? [conflict(use, { node: declaration.node, attribute: 'type' })] : []),
    conflict(use, findingAt(use)),
  ]);
}

function takes({ type, source, element }: VariableUse, declared: DeclaredType): boolean {
  if (type === null || type === 'text') return true;
  const taken = takenBy[declared];
  if (taken === 'all') return true;
  if (!taken.includes(type)) return false;
  if (source === null) return true;
  // A film's sound can be heard alone; a sound shows nothing.
  if (declared === 'sound' && roleOf({ name: element }) !== 'sound') return false;
  return source.kind === sourcesOfType[declared];
}
