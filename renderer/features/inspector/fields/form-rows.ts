import type { AttributeSpec, AttributeSpecs } from '../../../../shared/template/attribute-spec.ts';
import type { AttributeType } from '../../../../shared/template/attribute-types.ts';

/** The order of a form's rows by their type of value, whatever the order of the table: the most changed first. */
const ranks: Readonly<Record<AttributeType<unknown>['kind'], number>> = {
  asset: 0,
  url: 0,
  time: 1,
  integer: 2,
  number: 2,
  'frame-rate': 3,
  choice: 4,
  color: 4,
  boolean: 5,
  text: 6,
};

/** The attributes of a table as rows of a form, less those that are shown elsewhere. */
export function formRows(
  specs: AttributeSpecs,
  elsewhere: readonly string[],
): readonly (readonly [name: string, spec: AttributeSpec<unknown>])[] {
  return Object.entries(specs)
    .filter(([name]) => !elsewhere.includes(name))
    .sort(([, one], [, other]) => ranks[one.type.kind] - ranks[other.type.kind]);
}
