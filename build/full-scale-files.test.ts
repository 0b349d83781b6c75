import path from 'node:path';
import { expect, test } from 'vitest';
import { findFullScaleFiles } from './full-scale-files.ts';

test('finds the files whose tests all need the full scale', () => {
  const found = findFullScaleFiles(path.resolve(import.meta.dirname, '..'), 'electron/service/**/*.full.test.ts');
  expect(found).toContain('electron/service/http/fuzz.full.test.ts');
  expect(found).not.toContain('electron/service/workspace/kill.full.test.ts');
});
