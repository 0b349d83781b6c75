import { expect, it } from 'vitest';
import { TRANSITION_DIRECTIONS, TRANSITION_TYPES } from '#shared/template/tables/transition-attributes.ts';
import { directionsOf, withType } from './transition-directions.ts';

it('offers the ways that a type has, each of the language at least once', () => {
  const all = TRANSITION_TYPES.flatMap(directionsOf);
  expect(new Set(all)).toEqual(new Set(TRANSITION_DIRECTIONS));
  expect(directionsOf('fade')).toEqual([]);
  expect(directionsOf('push')).toEqual(['left', 'right', 'top', 'bottom']);
});

it('another type keeps the way where it has it, and the duration always', () => {
  expect(withType({ type: 'wipe', direction: 'top', duration: '1s' }, 'push')).toEqual({
    ...{ type: 'push', direction: 'top', duration: '1s' },
  });
  expect(withType({ type: 'wipe', direction: 'topleft', duration: '1s' }, 'push')).toEqual({
    ...{ type: 'push', duration: '1s' },
  });
  expect(withType(undefined, 'fade')).toEqual({ type: 'fade' });
});
