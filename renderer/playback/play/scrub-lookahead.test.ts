import { expect, test } from 'vitest';
import { scrubLookahead } from './player.ts';

test('a slow scrub decodes frames ahead for two steps', () => {
  expect(scrubLookahead(100, 105, 30)).toEqual({ ahead: 10, backwards: false });
  expect(scrubLookahead(100, 95, 30)).toEqual({ ahead: 10, backwards: true });
  expect(scrubLookahead(100, 99, 30)).toEqual({ ahead: 2, backwards: true });
});

test('a jump or a long step decodes few frames ahead', () => {
  expect(scrubLookahead(100, 125, 29.97)).toEqual({ ahead: 30, backwards: false });
  expect(scrubLookahead(100, 900, 30)).toEqual({ ahead: 2, backwards: false });
  expect(scrubLookahead(900, 100, 30)).toEqual({ ahead: 2, backwards: false });
  expect(scrubLookahead(100, 100, 30)).toEqual({ ahead: 2, backwards: false });
  expect(scrubLookahead(null, 100, 30)).toEqual({ ahead: 2, backwards: false });
});

test('an edit disables decoding ahead until the playhead moves', () => {
  expect(scrubLookahead(100, 100, 30, true)).toEqual({ ahead: 0, backwards: false });
  expect(scrubLookahead(100, 105, 30, true)).toEqual({ ahead: 10, backwards: false });
});
