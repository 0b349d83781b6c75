import { expect, test } from 'vitest';
import { isLowOnDisk, shortVersion } from './status-bar.tsx';

test.each([
  ['5.1.9-0+deb12u1', '5.1.9'],
  ['n7.1-184-gdc07f98934', 'n7.1'],
  ['8', '8'],
  ['git-2026-01-01-abcdef', 'git-2026-01-01-abcdef'],
])('the version %s is displayed as %s', (version, short) => {
  expect(shortVersion(version)).toBe(short);
});

test('a disk with less than 2 GB of free space is low', () => {
  expect([isLowOnDisk(1_999_999_999), isLowOnDisk(2_000_000_000)]).toEqual([true, false]);
});
