import type { DesignEntry } from '#renderer/api/queries/use-designs.ts';

type DesignVariable = DesignEntry['variables'][number];

/** The rank of each variable type: texts come first, then files, then style. */
const RANKS: Readonly<
  Record<NonNullable<NonNullable<DesignVariable['declaration']>['type']> | DesignVariable['type'], number>
> = {
  text: 1,
  number: 1,
  time: 1,
  choice: 2,
  boolean: 2,
  image: 3,
  video: 3,
  media: 3,
  color: 4,
  font: 4,
  sound: 5,
};

const PARTS: readonly string[] = ['crop', 'focus'];

/**
 * Returns the variables of a design in the order in which users fill them in. Variables of the same rank keep their
 * order. A variable for the visible part of a picture has the rank of the picture.
 */
export function variablesInFillOrder({ variables }: Pick<DesignEntry, 'variables'>): readonly DesignVariable[] {
  const rankOf = ({ type, declaration }: DesignVariable) => RANKS[declaration?.type ?? type];
  const isPart = ({ uses }: DesignVariable) => uses.some(({ attribute }) => PARTS.includes(attribute));
  return variables.filter((each) => !isPart(each)).toSorted((one, other) => rankOf(one) - rankOf(other));
}
