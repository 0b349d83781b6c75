import { expect, test } from 'vitest';
import { bundleFileName, freeProjectName, isBundleName } from './bundle-name.ts';

test('a bundle has its project’s name, shortened to 255 bytes', () => {
  expect(bundleFileName('Grüße & Co')).toBe('Grüße & Co.scenewright');
  const long = bundleFileName('ü'.repeat(127));
  expect(long).toMatch(/^ü+\.scenewright$/);
  expect(Buffer.byteLength(long)).toBeLessThanOrEqual(255);
});

test('a bundle is recognized by its extension', () => {
  expect(['a.scenewright', 'A.SCENEWRIGHT', 'a.xml', 'scenewright'].map(isBundleName)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test.for([
  ['Films', [], 'Films'],
  ['Films', ['films'], 'Films 2'],
  ['Films', ['Films', 'FILMS 2'], 'Films 3'],
  ['Films 2', ['Films 2'], 'Films 3'],
  ['Summer 2026', ['Summer 2026'], 'Summer 2026 2'],
  ['ü'.repeat(127), ['ü'.repeat(127)], `${'ü'.repeat(126)} 2`],
] as const)('the free project name for %s among %j is %s', ([name, taken, free]) => {
  expect(freeProjectName(name, taken)).toBe(free);
});
