import type { DesignEntry } from '#renderer/api/queries/use-designs.ts';

type DesignVariable = DesignEntry['variables'][number];

/** What somebody has to write comes first, then files, then how it looks. */
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
 * The variables that a design asks for, in the order in which people think of them; those alike stay in theirs. Which
 * part of a picture is seen is asked for at the picture, and counts with it.
 */
export function askedVariables({ variables }: Pick<DesignEntry, 'variables'>): readonly DesignVariable[] {
  const rankOf = ({ type, declaration }: DesignVariable) => RANKS[declaration?.type ?? type];
  const isPart = ({ uses }: DesignVariable) => uses.some(({ attribute }) => PARTS.includes(attribute));
  return variables.filter((each) => !isPart(each)).toSorted((one, other) => rankOf(one) - rankOf(other));
}
