import { expect, test } from 'vitest';
import { cutCues } from './cue-row.tsx';

test('the row counts captions that the ends of the layer cut', () => {
  const spans = [
    { from: 0, to: 30 },
    { from: 70, to: 120 },
    { from: 100, to: 130 },
    { from: 40, to: 100 },
  ];
  expect([cutCues(spans, 0, 100), cutCues(spans, 10, 100), cutCues(spans, 0, 200)]).toEqual([1, 2, 0]);
});
