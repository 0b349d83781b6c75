import { expect, it } from 'vitest';
import { TRANSITION_DIRECTIONS, TRANSITION_TYPES } from '#shared/template/tables/transition-attributes.ts';
import { directionsOf, withType } from './motion-section.tsx';

it('the transition types together offer every direction of the template language', () => {
  const all = TRANSITION_TYPES.flatMap(directionsOf);
  expect(new Set(all)).toEqual(new Set(TRANSITION_DIRECTIONS));
  expect(directionsOf('fade')).toEqual([]);
  expect(directionsOf('push')).toEqual(['left', 'right', 'top', 'bottom']);
});

it('a new transition type keeps the duration and a supported direction', () => {
  expect(withType({ type: 'wipe', direction: 'top', duration: '1s' }, 'push')).toEqual({
    ...{ type: 'push', direction: 'top', duration: '1s' },
  });
  expect(withType({ type: 'wipe', direction: 'topleft', duration: '1s' }, 'push')).toEqual({
    ...{ type: 'push', duration: '1s' },
  });
  expect(withType(undefined, 'fade')).toEqual({ type: 'fade' });
});
