import { describe, test } from 'vitest';
import { triesAll } from './first-of.ts';

type Named<Registered> = (name: string, registered: Registered, milliseconds?: number) => void;
type TestMore = Named<() => void | Promise<void>> & Pick<typeof test, 'each'>;
type DescribeMore = Named<() => void> & Pick<typeof describe, 'each'>;

const absent = Object.assign(() => undefined, { each: () => () => undefined });

/** As `test`, but among the faults alone: what other tests show as well, in `npm test` is not even counted as skipped. */
export const testMore: TestMore = triesAll ? test : absent;

/** As `describe`, but among the faults alone. A group of `testMore` alone would be empty, which Vitest refuses. */
export const describeMore: DescribeMore = triesAll ? describe : absent;
