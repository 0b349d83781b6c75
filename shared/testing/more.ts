import { describe, test } from 'vitest';
import { triesAll } from './first-of.ts';

type Named<Registered> = (name: string, registered: Registered, milliseconds?: number) => void;
type TestMore = Named<() => void | Promise<void>> & Pick<typeof test, 'each'>;
type DescribeMore = Named<() => void> & Pick<typeof describe, 'each'>;

const absent = Object.assign(() => undefined, { each: () => () => undefined });

/** Works like `test`, but only in the fault tests. `npm test` does not even count these redundant tests as skipped. */
export const testMore: TestMore = triesAll ? test : absent;

/**
 * Works like `describe`, but only in the fault tests. Use it only for groups of `testMore`, because Vitest refuses
 * empty groups.
 */
export const describeMore: DescribeMore = triesAll ? describe : absent;
