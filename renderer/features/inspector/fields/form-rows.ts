import type { AttributeSpec, AttributeSpecs, AttributeType } from '#shared/template/value-types/attribute-types.ts';

/** The sort rank of each attribute type in a form. Types that users change most often come first. */
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
  gain: 2,
  'signed-time': 1,
  'part-of-time': 1,
  repeat: 2,
  language: 6,
  loudness: 6,
  length: 2,
  point: 2,
  origin: 2,
  pair: 2,
  edges: 2,
  padding: 2,
  percentages: 2,
  easing: 4,
  handle: 4,
  paint: 4,
  background: 4,
  outline: 4,
  shadow: 4,
  matrix: 4,
  gradient: 4,
  fonts: 4,
  condition: 6,
  cases: 6,
  'variable-name': 6,
  choices: 6,
};

/** Returns the attributes of a registry entry as form rows. Attributes that are shown elsewhere are omitted. */
export function formRows(
  specs: AttributeSpecs,
  elsewhere: readonly string[],
): readonly (readonly [name: string, spec: AttributeSpec<unknown>])[] {
  return Object.entries(specs)
    .filter(([name]) => !elsewhere.includes(name))
    .sort(([, one], [, other]) => ranks[one.type.kind] - ranks[other.type.kind]);
}
