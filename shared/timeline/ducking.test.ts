import { expect, test } from 'vitest';
import { fc } from '#shared/testing/properties.ts';
import { duckingDips, duckingGain } from './levels.ts';

test('neighboring spans become one dip', () => {
  const spans = [
    { from: 500, until: 600 },
    { from: 0, until: 100 },
    { from: 250, until: 300 },
    { from: 20, until: 50 },
  ];
  expect(duckingDips(spans, 0.25, 100)).toEqual([
    { from: 0, until: 300, to: 0.25, ramp: 100 },
    { from: 500, until: 600, to: 0.25, ramp: 100 },
  ]);
});

test('a dip without a ramp is exactly as long as its span', () => {
  const [dip] = duckingDips([{ from: 10, until: 20 }], 0.5, 0);
  expect([9, 10, 19, 20].map((sample) => dip && duckingGain(dip, sample))).toEqual([1, 0.5, 0.5, 1]);
});

test('an empty span makes no dip', () => {
  expect(duckingDips([{ from: 5, until: 5 }], 0, 10)).toEqual([]);
});

test('dips never overlap and fully reduce each span', () => {
  const span = fc.tuple(fc.nat(5000), fc.nat(500)).map(([from, length]) => ({ from, until: from + length }));
  fc.assert(
    fc.property(fc.array(span, { maxLength: 20 }), fc.nat(300), (spans, ramp) => {
      const dips = duckingDips(spans, 0.2, ramp);
      for (const { from, until } of spans)
        for (const sample of until > from ? [from, until - 1] : [])
          expect(dips.map((dip) => duckingGain(dip, sample)).toSorted()[0]).toBe(0.2);
      for (let sample = 0; sample < 6000; sample += 7)
        expect(dips.filter((dip) => duckingGain(dip, sample) < 1).length).toBeLessThan(2);
    }),
  );
});
