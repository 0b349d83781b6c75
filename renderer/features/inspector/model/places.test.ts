import { expect, test } from 'vitest';
import { percent, pixels } from '#shared/template/values/lengths.ts';
import { PLACES, placeOf, pointOfPlace } from '../compound/place-control.tsx';

test('each named position converts to a point and back', () => {
  for (const from of ['corner', 'middle'] as const)
    for (const place of PLACES) expect(placeOf(pointOfPlace(place, from), from)).toBe(place);
  expect(pointOfPlace('topright', 'corner')).toEqual({ across: percent(100), down: percent(0) });
  expect(pointOfPlace('topright', 'middle')).toEqual({ across: percent(50), down: percent(-50) });
});

test('a point between named positions gives null', () => {
  expect(placeOf({ across: percent(30), down: percent(0) }, 'corner')).toBeNull();
  expect(placeOf({ across: pixels(50), down: pixels(0) }, 'middle')).toBeNull();
  expect(placeOf({ across: pixels(0), down: pixels(0) }, 'middle')).toBe('center');
});
