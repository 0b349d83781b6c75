import { describe, expect, test } from 'vitest';
import { easing } from '#shared/template/value-types/easing-type.ts';
import { fc } from '#shared/testing/properties.ts';
import { eased, withHandles } from './animation.ts';

function at(written: string, u: number): number {
  const read = easing().parse(written, null);
  if (!read.ok) throw new Error(`no easing: ${written}`);
  return eased(read.value, u);
}

const NAMES = [
  'linear',
  'ease',
  'ease-in',
  'ease-out',
  'ease-in-out',
  'step',
  'steps(4)',
  'back-in',
  'back-out',
  'back-in-out',
  'elastic-out',
  'bounce-out',
  'cubic-bezier(0.1, 2, 0.9, -1)',
];

test.each(NAMES)('%s begins at exactly 0 and ends at exactly 1', (name) => {
  expect([at(name, -1), at(name, 0), at(name, 1), at(name, 2)]).toEqual([0, 0, 1, 1]);
});

// The expected values result from 150 bisections of the curve parameter, computed with 50 digits.
test.each([
  ['ease', 0.25, 0.408510591],
  ['ease', 0.5, 0.802403388],
  ['ease', 0.75, 0.960458978],
  ['ease-in', 0.25, 0.093464651],
  ['ease-in', 0.5, 0.315356813],
  ['ease-in', 0.75, 0.621861869],
  ['ease-out', 0.25, 0.378138131],
  ['ease-out', 0.5, 0.684643187],
  ['ease-in-out', 0.25, 0.129161931],
  ['ease-in-out', 0.5, 0.5],
])('%s at %d is %d', (name, u, expected) => {
  expect(at(name, u)).toBeCloseTo(expected, 8);
});

test.each([
  ['linear', 0.3, 0.3],
  ['step', 0.999, 0],
  ['steps(4)', 0.49, 0.25],
  ['steps(4)', 0.5, 0.5],
  ['back-in', 0.5, -0.0876975],
  ['back-out', 0.5, 1.0876975],
  ['back-in-out', 0.25, -0.09968184375],
  ['back-in-out', 0.75, 1.09968184375],
  ['elastic-out', 0.075, 1],
  ['elastic-out', 0.15, 1.3535533905932737],
  ['bounce-out', 0.2, 0.3025],
  ['bounce-out', 0.5, 0.765625],
  ['bounce-out', 0.8, 0.94],
  ['bounce-out', 0.95, 0.984531249],
])('%s at %d is %d by its formula', (name, u, expected) => {
  expect(at(name, u)).toBeCloseTo(expected, 6);
});

describe('a Bézier curve as an easing', () => {
  const part = fc.double({ min: 0, max: 1, noNaN: true });
  const free = fc.double({ min: -3, max: 3, noNaN: true });

  test('returns y at the parameter at which x is u', () => {
    fc.assert(
      fc.property(part, free, part, free, part, (x1, y1, x2, y2, t) => {
        const along = (first: number, second: number) =>
          3 * (1 - t) ** 2 * t * first + 3 * (1 - t) * t * t * second + t ** 3;
        // Skip points with a constant x, because their y is ambiguous.
        const slope = 3 * (1 - t) ** 2 * x1 + 6 * (1 - t) * t * (x2 - x1) + 3 * t * t * (1 - x2);
        fc.pre(slope > 1e-3);
        expect(eased({ kind: 'bezier', x1, y1, x2, y2 }, along(x1, x2))).toBeCloseTo(along(y1, y2), 6);
      }),
    );
  });

  test('always returns a finite number', () => {
    fc.assert(
      fc.property(part, free, part, free, part, (x1, y1, x2, y2, u) => {
        expect(Number.isFinite(eased({ kind: 'bezier', x1, y1, x2, y2 }, u))).toBe(true);
      }),
    );
  });
});

test('handles replace the control points of a curve', () => {
  const linear = { kind: 'linear' } as const;
  const even = { reach: 0, speed: 0 };
  const slow = { reach: 0.333, speed: 0 };
  expect(withHandles(linear, null, null)).toBe(linear);
  expect(withHandles(linear, slow, { reach: 0.25, speed: 2 })).toEqual({
    kind: 'bezier',
    x1: 0.333,
    y1: 0,
    x2: 0.75,
    y2: 0.5,
  });
  for (const u of [0.1, 0.5, 0.9]) expect(eased(withHandles(linear, even, even), u)).toBeCloseTo(u, 9);
  const half = withHandles({ kind: 'bezier', x1: 0.1, y1: 0.2, x2: 0.3, y2: 0.4 }, null, even);
  expect(half).toEqual({ kind: 'bezier', x1: 0.1, y1: 0.2, x2: 1, y2: 1 });
});
