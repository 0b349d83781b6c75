import { describe, test } from 'vitest';
import { scale } from './scale.ts';

interface Named<Registered> {
  (name: string, registered: Registered, milliseconds?: number): void;
  (name: string, options: { tags?: string[]; timeout?: number }, registered: Registered): void;
}

interface Full {
  readonly test: Named<() => void | Promise<void>> & Pick<typeof test, 'each'>;
  /** Use it only for groups of `full.test`, because Vitest refuses empty groups. */
  readonly describe: Named<() => void> & Pick<typeof describe, 'each'>;
}

const absent = Object.assign(() => undefined, { each: () => () => undefined });

/**
 * `test` and `describe` for the full scale only. The quick scale does not even count these redundant tests as skipped.
 */
export const full: Full = scale === 'full' ? { test, describe } : { test: absent, describe: absent };
