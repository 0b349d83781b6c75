import { describe, test } from 'vitest';
import { triesAll } from './first-of.ts';

interface Named<Registered> {
  (name: string, registered: Registered, milliseconds?: number): void;
  (name: string, options: { tags?: string[]; timeout?: number }, registered: Registered): void;
}
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
