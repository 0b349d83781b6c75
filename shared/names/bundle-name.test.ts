import { expect, test } from 'vitest';
import { bundleFileName, isBundleName } from './bundle-name.ts';

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
