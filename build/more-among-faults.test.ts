import path from 'node:path';
import { expect, test } from 'vitest';
import { moreAmongFaults } from './more-among-faults.ts';

test('finds slow tests that the fault tests run with larger amounts', () => {
  const more = moreAmongFaults(path.resolve(import.meta.dirname, '..'), '{designs,electron}/**/*.slow.test.ts');
  for (const name of ['designs/designs', 'electron/service/engine/sounds', 'electron/service/workspace/kill'])
    expect(more).toContain(`${name}.slow.test.ts`);
  expect(more).not.toContain('electron/service/engine/effects.slow.test.ts');
});
