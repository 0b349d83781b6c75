import { describe, test } from 'vitest';
import { scale } from './scale.ts';

interface Named<Registered> {
  (name: string, registered: Registered, milliseconds?: number): void;
  (name: string, options: { tags?: string[]; timeout?: number }, registered: Registered): void;
}

interface Full {
  readonly test: Named<() => void | Promise<void>> & Pick<typeof test, 'each'>;
  /**
   * Use it for groups that contain only `full.test`: at the quick scale, a plain group would be empty, and Vitest
   * refuses empty groups.
   */
  readonly describe: Named<() => void> & Pick<typeof describe, 'each'>;
}

const absent = Object.assign(() => undefined, { each: () => () => undefined });

/**
 * `test` and `describe` that exist only at the full scale. At the quick scale, they do nothing, and the tests are
 * missing in the report.
 */
export const full: Full = scale === 'full' ? { test, describe } : { test: absent, describe: absent };
