import { expect, it } from 'vitest';
import { isKnownBad, majorVersion } from './tools-version.ts';

it.each([
  ['4.4.2-0ubuntu0.22.04.1', true],
  ['5.0', true],
  ['n4.2.1', true],
  ['5.1.9-0+deb12u1', false],
  ['8.0', false],
  ['N-110000-gabcdef', false],
])('FFmpeg %s is in the known-bad range: %s', (version, bad) => {
  expect(isKnownBad(version)).toBe(bad);
});

it.each([
  ['5.1.9-0+deb12u1', 5],
  ['7.1.5', 7],
  ['n12.0', 12],
  ['N-110000-gabcdef', Number.POSITIVE_INFINITY],
])('the major version of FFmpeg %s is %s', (version, major) => {
  expect(majorVersion(version)).toBe(major);
});
