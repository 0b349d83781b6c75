import { type Statement, statement } from '../../statements/statement.ts';
import { shortened } from '../../statements/wording.ts';
import type { ProblemCode } from '../document/problem.ts';
import type { ElementName } from '../tables/elements.ts';
import type { ValueRefusal } from '../value-types/attribute-types.ts';
import type { FrameRate } from '../values/frame-rate.ts';
import type { Declaration } from './declarations.ts';
import { refusalOf } from './judge-value.ts';

interface DeclarationFault {
  readonly code: ProblemCode;
  /** Which is at fault, or is lacking. */
  readonly attribute: 'max' | 'choices' | 'default';
  readonly says: Statement;
}

const ELEMENT: ElementName = 'variable';

/** What the attributes of a declaration say against one another, each of which can be read. */
export function declarationFaults(
  declared: Omit<Declaration, 'node'>,
  rate: FrameRate | null,
): readonly DeclarationFault[] {
  const { min, max, type, choices, default: fallback } = declared;
  if (min !== null && max !== null && min > max)
    return [
      { code: 'template/variable-limits', attribute: 'max', says: statement('template/variable-limits', { min, max }) },
    ];
  if (type === 'choice' && choices.length === 0) {
    const says = statement('template/missing-attribute', { element: ELEMENT, names: ['choices'] });
    return [{ code: 'template/missing-attribute', attribute: 'choices', says }];
  }
  const reason = fallback === null ? null : refusalOf(declared, fallback, rate);
  if (fallback === null || reason === null) return [];
  const says = statement('template/invalid-value', refusedAttribute('default', fallback, reason));
  return [{ code: 'template/invalid-value', attribute: 'default', says }];
}

/** What a statement tells of an attribute of a declaration whose value is refused. */
export function refusedAttribute(attribute: string, text: string, reason: ValueRefusal) {
  return { attribute, element: ELEMENT, text: shortened(text), reason };
}
