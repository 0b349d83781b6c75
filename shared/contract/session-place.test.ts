import { expect, it } from 'vitest';
import { placeOf, sessionPlace } from './session-place.ts';

const NAME = 'AAAAAAAAAA-_bbbbbbbbbb';

it.each([
  [`/s/${NAME}/`, sessionPlace(NAME)],
  [`/s/${NAME}/v1/list/project`, sessionPlace(NAME)],
  [`/s/${NAME}`, ''],
  [`/s/${NAME}x/`, ''],
  [`/S/${NAME}/`, ''],
  [`//s/${NAME}/`, ''],
  [`/v1/s/${NAME}/`, ''],
  ['/', ''],
])('%s has the place %j', (path, place) => {
  expect(placeOf(path)).toBe(place);
});
