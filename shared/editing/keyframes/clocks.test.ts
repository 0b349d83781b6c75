import { expect, test } from 'vitest';
import { elementId, film, movieOf } from '../model/testing/editing.ts';
import { clockOf, localFrameAt } from './animated.ts';

test('times of layers, group members, effects, and sounds are local', () => {
  const source = film(
    '<scene duration="40"><solid/></scene>',
    '<transition duration="10"/>',
    '<scene duration="100">',
    '<group offset="20" width="50%"><text content="A" offset="5" duration="30"><filter type="blur"/></text></group>',
    '<audio src="a.mp3" offset="8"/>',
    '</scene>',
    '<audio src="b.mp3" offset="3" duration="50"/>',
  );
  const movie = movieOf(source);
  const clock = (name: string, index = 0) => clockOf(movie, elementId(source, name, index));
  expect(clock('solid')).toEqual({ begin: 0, length: 40, whole: { width: 100, height: 50 } });
  expect(clock('group')).toEqual({ begin: 50, length: 80, whole: { width: 100, height: 50 } });
  expect(clock('text')).toEqual({ begin: 55, length: 30, whole: { width: 50, height: 50 } });
  expect(clock('filter')).toEqual(clock('text'));
  expect(clock('audio')).toMatchObject({ begin: 38, length: 92 });
  expect(clock('audio', 1)).toMatchObject({ begin: 3, length: 50 });
  expect(clock('scene')).toBeNull();
  expect(localFrameAt({ begin: 55, length: 30, whole: { width: 1, height: 1 } }, 60)).toBe(5);
});
