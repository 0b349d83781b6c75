import { expect, it } from 'vitest';
import { sessionPrefixFor, sessionPrefixIn } from './session-prefix.ts';

const NAME = 'AAAAAAAAAA-_bbbbbbbbbb';

it.each([
  [`/s/${NAME}/`, sessionPrefixFor(NAME)],
  [`/s/${NAME}/v1/list/project`, sessionPrefixFor(NAME)],
  [`/s/${NAME}`, ''],
  [`/s/${NAME}x/`, ''],
  [`/S/${NAME}/`, ''],
  [`//s/${NAME}/`, ''],
  [`/v1/s/${NAME}/`, ''],
  ['/', ''],
])('the session prefix of %s is %j', (path, place) => {
  expect(sessionPrefixIn(path)).toBe(place);
});
