import type { DesignEntry } from '#renderer/api/queries/use-designs.ts';

type DesignVariable = DesignEntry['variables'][number];

/** The rank of each variable type in forms: texts first, followed by files, style, and lists. */
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
  list: 6,
};

const PARTS: readonly string[] = ['crop', 'focus'];

/**
 * Returns the variables of a design in form order, sorted by rank. Omits variables that only set the visible part of a
 * picture.
 */
export function variablesInFillOrder({ variables }: Pick<DesignEntry, 'variables'>): readonly DesignVariable[] {
  const rankOf = ({ type, declaration }: DesignVariable) => RANKS[declaration?.type ?? type];
  const isPart = ({ uses }: DesignVariable) => uses.some(({ attribute }) => PARTS.includes(attribute));
  return variables.filter((variable) => !isPart(variable)).toSorted((one, other) => rankOf(one) - rankOf(other));
}
