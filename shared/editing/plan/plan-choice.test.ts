import { expect, test } from 'vitest';
import { edited, film, linesOf, movieOf, sceneId } from '../testing/editing.ts';

test('scenes become the cases of a choice by a variable of its own, of which the first is played', () => {
  const source = film(
    '<scene name="Open" duration="10"/>',
    '<scene name="Red" duration="20"/>',
    '<transition duration="5"/>',
    '<scene name="Blue" duration="30"><text content="${variant}"/></scene>',
    '<scene name="Last" duration="10"/>',
  );
  const done = edited(source, { type: 'scene/make-choice', scenes: [sceneId(source, 1), sceneId(source, 2)] });
  expect(linesOf(done.source)).toEqual([
    '<scene name="Open" duration="10"/>',
    '<scene type="choice" condition="${variant2, a}">',
    '<scene name="Red" duration="20" case="a"/>',
    '<scene name="Blue" duration="30" case="b">',
    '<text content="${variant}"/>',
    '</scene>',
    '</scene>',
    '<scene name="Last" duration="10"/>',
  ]);
  const played = movieOf(done.source).scenes.filter(({ enabled }) => enabled);
  expect(played.map(({ name }) => name)).toEqual(['Open', 'Red', 'Last']);
  expect(done.label).toBe('Make a choice of 2 scenes');
});

test('one scene becomes a choice of itself and a copy, which is changed then', () => {
  const source = film('<scene name="Only" duration="10"/>');
  const done = edited(source, { type: 'scene/make-choice', scenes: [sceneId(source, 0)] });
  expect(linesOf(done.source)).toEqual([
    '<scene type="choice" condition="${variant, a}">',
    '<scene name="Only" duration="10" case="a"/>',
    '<scene name="Only" duration="10" case="b"/>',
    '</scene>',
  ]);
});
