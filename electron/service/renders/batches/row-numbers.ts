import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import { ServiceError } from '../../errors/service-error.ts';

/** The numbers of selected rows of a batch, starting at 1. */
export type RowNumbers = ReadonlySet<number>;

/** Parses row numbers such as `1-40,45`. Throws `request/invalid`. */
export function readRowNumbers(text: string): RowNumbers {
  const numbers = new Set<number>();
  for (const part of text.split(',')) {
    const [, first, last = first] = /^\s*(\d{1,6})(?:-(\d{1,6}))?\s*$/.exec(part) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (!(from >= 1 && to >= from && to <= serviceLimits.batchRows))
      throw new ServiceError('request/invalid', `“${part.slice(0, 40)}” isn’t a list of rows. Write rows as 1-40,45.`);
    for (let number = from; number <= to; number += 1) numbers.add(number);
  }
  return numbers;
}
