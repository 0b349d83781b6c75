import { ok } from '../../lib/result.ts';
import type { AttributeType } from './attribute-types.ts';

/** A condition as it is written: it is read with its placeholders in place, where they can have values. */
export function conditionType(): AttributeType<string> {
  return { kind: 'condition', variableType: 'text', parse: ok, format: String };
}

/** Values with commas between. */
export function caseList(): AttributeType<readonly string[]> {
  return {
    kind: 'cases',
    variableType: 'text',
    parse: (text) => ok(text.split(',').map((value) => value.trim())),
    format: (cases) => cases.join(', '),
  };
}
