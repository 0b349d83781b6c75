import { expect, test } from 'vitest';
import { type FaultSpan, faultFindings, playedFaults, type UsedSource } from './decode-faults.ts';

const use = (from: number, until: number, faults: readonly FaultSpan[]): UsedSource => ({
  ...{ node: 'a' as UsedSource['node'], sha256: 'digest', source: 'a.ts' },
  ...{ from, until, faults },
});
const valuesOf = (uses: readonly UsedSource[], more: readonly FaultSpan[] = []) =>
  faultFindings(uses, new Map([['digest', more]])).map(({ says }) => [says?.code, says?.values as object]);

test('a damaged place that reading and decoding find is reported once', () => {
  const faults = [{ from: 2, until: 2.2 }];
  expect(valuesOf([use(0, 5, faults), use(0, 3, faults)], [{ from: 2.1, until: 2.1 }])).toEqual([
    ['source/faulty', { source: 'a.ts', seconds: 2, more: 0 }],
  ]);
  expect(valuesOf([use(0, 5, faults)], [{ from: 4, until: 4 }])).toEqual([
    ['source/faulty', { source: 'a.ts', seconds: 2, more: 1 }],
  ]);
  expect(valuesOf([use(3, 5, faults)])).toEqual([]);
});

test('a skipped beginning is reported for each range of its source', () => {
  const faults: readonly FaultSpan[] = [
    { from: 0, until: 9, skipped: true },
    { from: 10, until: 10 },
  ];
  const played = playedFaults(faults);
  expect(played[1]).toEqual({ from: 1, until: 1 });
  expect(valuesOf([use(3, 5, played)])).toEqual([['source/skipped', { source: 'a.ts', seconds: 9 }]]);
  expect(valuesOf([use(0, 5, played)])).toHaveLength(2);
});
