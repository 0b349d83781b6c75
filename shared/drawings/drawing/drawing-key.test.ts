import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { ink, shape } from '../testing/some-drawings.ts';
import { drawingKey, sha256 } from './drawing-key.ts';

test.each(['', 'abc', 'Grüße 👍', 'a'.repeat(55), 'a'.repeat(56), 'a'.repeat(64), 'ש'.repeat(1000)])(
  'a key is the hash of the text’s UTF-8 bytes: %j',
  (text) => {
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
  },
);

test('equal drawings have equal keys in any field order', () => {
  const { kind, ...rest } = shape();
  const other = Object.fromEntries(Object.entries({ kind, ...rest }).reverse()) as unknown as typeof rest & {
    kind: typeof kind;
  };
  expect(drawingKey(other)).toBe(drawingKey({ kind, ...rest }));
});

test('drawings with different data have different keys', () => {
  const keys = [shape(), shape({ scale: 2 }), shape({ fill: ink('fffffe') }), shape({ fill: null })].map(drawingKey);
  expect(new Set(keys).size).toBe(4);
});
