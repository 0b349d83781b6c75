import type { DesignEntry } from '../../../api/queries/use-designs.ts';

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

/** The variables of a design in the order in which people think of them; those alike stay in theirs. */
export function askedOrder(variables: readonly DesignVariable[]): readonly DesignVariable[] {
  const rankOf = ({ type, declaration }: DesignVariable) => RANKS[declaration?.type ?? type];
  return variables.toSorted((one, other) => rankOf(one) - rankOf(other));
}
