import { expect, it } from 'vitest';
import { sessionPrefix, sessionPrefixOf } from './session-prefix.ts';

const NAME = 'AAAAAAAAAA-_bbbbbbbbbb';

it.each([
  [`/s/${NAME}/`, sessionPrefix(NAME)],
  [`/s/${NAME}/v1/list/project`, sessionPrefix(NAME)],
  [`/s/${NAME}`, ''],
  [`/s/${NAME}x/`, ''],
  [`/S/${NAME}/`, ''],
  [`//s/${NAME}/`, ''],
  [`/v1/s/${NAME}/`, ''],
  ['/', ''],
])('the session prefix of %s is %j', (path, place) => {
  expect(sessionPrefixOf(path)).toBe(place);
});
