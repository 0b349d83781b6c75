import { expect, test } from 'vitest';
import { checkMarks } from './ruler.tsx';

const warning = (from: number, to: number) => ({ severity: 'warning' as const, from, to });
const error = (from: number, to: number) => ({ severity: 'error' as const, from, to });
const span = { from: 0, to: 1000, pixelsPerFrame: 2 };

test('findings that touch are one mark', () => {
  const findings = Array.from({ length: 1000 }, (_, at) => warning(at * 10, at * 10 + 10));
  expect(checkMarks(findings, { ...span, pixelsPerFrame: 0.3, to: 3000 })).toEqual([
    { severity: 'warning', frame: 0, left: 0, right: 3000 },
  ]);
});

test('a finding inside another finding does not shorten its mark', () => {
  expect(checkMarks([warning(0, 100), warning(10, 20)], span)).toEqual([
    { severity: 'warning', frame: 0, left: 0, right: 200 },
  ]);
});

test('findings with a gap have separate marks of at least two pixels', () => {
  expect(checkMarks([warning(0, 10), warning(20, 20)], span)).toEqual([
    { severity: 'warning', frame: 0, left: 0, right: 20 },
    { severity: 'warning', frame: 20, left: 40, right: 42 },
  ]);
});

test('errors come after the warnings that they cover', () => {
  expect(checkMarks([error(0, 10), warning(5, 20)], span).map(({ severity }) => severity)).toEqual([
    'warning',
    'error',
  ]);
});

test('findings out of view have no marks', () => {
  const findings = [warning(0, 10), warning(100, 110), warning(900, 910)];
  expect(checkMarks(findings, { ...span, from: 100, to: 400 }).map(({ frame }) => frame)).toEqual([100]);
});
