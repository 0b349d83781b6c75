import { expect, test } from 'vitest';
import { sourceOf } from '#shared/template-xml/testing/read-source.ts';
import { attempt, edited, film, linesOf, movieOf, sceneId } from '../model/testing/editing.ts';

test('scenes become cases of a choice with a new variable', () => {
  const source = film(
    '<scene name="Open" duration="10"/>',
    '<scene name="Red" duration="20"/>',
    '<transition duration="5"/>',
    '<scene name="Blue" duration="30"><text content="${variant}"/></scene>',
    '<scene name="Last" duration="10"/>',
  );
  const result = edited(source, { type: 'scene/make-choice', scenes: [sceneId(source, 1), sceneId(source, 2)] });
  expect(linesOf(result.source)).toEqual([
    '<scene name="Open" duration="10"/>',
    '<scene type="choice" condition="${variant2, a}">',
    '<scene name="Red" duration="20" case="a"/>',
    '<scene name="Blue" duration="30" case="b"><text content="${variant}"/></scene>',
    '</scene>',
    '<scene name="Last" duration="10"/>',
  ]);
  const played = movieOf(result.source).scenes.filter(({ enabled }) => enabled);
  expect(played.map(({ name }) => name)).toEqual(['Open', 'Red', 'Last']);
  expect(result.label).toBe('Make 2 scenes a choice');
});

test('a single scene becomes a choice with a copy of the scene', () => {
  const source = film('<scene name="Only" duration="10"/>');
  const result = edited(source, { type: 'scene/make-choice', scenes: [sceneId(source, 0)] });
  expect(linesOf(result.source)).toEqual([
    '<scene type="choice" condition="${variant, a}">',
    '<scene name="Only" duration="10" case="a"/>',
    '<scene name="Only" duration="10" case="b"/>',
    '</scene>',
  ]);
});

test('a choice keeps the lines and comments of its scenes', () => {
  const text = [
    '<movie width="320" height="180" framerate="25">',
    '  <!-- For spring. -->',
    '  <scene name="Red"',
    '         duration="20">',
    "    <text content='One'/>",
    '  </scene>',
    '  <scene name="Blue" duration="30"><!-- odd --></scene>',
    '</movie>',
    '',
  ].join('\n');
  const source = sourceOf(text);
  const result = edited(source, { type: 'scene/make-choice', scenes: [sceneId(source, 0), sceneId(source, 1)] });
  expect(result.source.text).toBe(
    [
      '<movie width="320" height="180" framerate="25">',
      '  <scene type="choice" condition="${variant, a}">',
      '    <!-- For spring. -->',
      '    <scene name="Red"',
      '           duration="20"',
      '           case="a">',
      "      <text content='One'/>",
      '    </scene>',
      '    <scene name="Blue" duration="30" case="b"><!-- odd --></scene>',
      '  </scene>',
      '</movie>',
      '',
    ].join('\n'),
  );
});

const CHOICE = [
  '<scene type="choice" condition="${season, a}">',
  '  <scene name="Spring" duration="10" case="a, c"/>',
  '  <!-- Leaves. -->',
  '  <scene name="Autumn" duration="20"/>',
  '</scene>',
];

test('a copied case becomes another case of its choice', () => {
  const source = film(...CHOICE);
  const result = edited(source, { type: 'scene/make-choice', scenes: [sceneId(source, 1)] });
  expect(linesOf(result.source).slice(-4)).toEqual([
    '<!-- Leaves. -->',
    '<scene name="Autumn" duration="20"/>',
    '<scene name="Autumn" duration="20" case="b"/>',
    '</scene>',
  ]);
  expect(result.label).toBe('Add case “b”');
});

test('a case can move only within its choice', () => {
  const source = film(...CHOICE, '<scene name="Last" duration="5"/>');
  const [spring, autumn, last] = [sceneId(source, 0), sceneId(source, 1), sceneId(source, 2)];
  const result = edited(source, { type: 'scene/move', scenes: [autumn], to: { before: spring } });
  expect(linesOf(result.source).slice(1, 4)).toEqual([
    '<!-- Leaves. -->',
    '<scene name="Autumn" duration="20"/>',
    '<scene name="Spring" duration="10" case="a, c"/>',
  ]);
  expect(attempt(source, { type: 'scene/move', scenes: [autumn], to: { after: last } }).ok).toBe(false);
  expect(attempt(source, { type: 'scene/make-choice', scenes: [autumn, last] })).toMatchObject({
    error: expect.stringContaining('same sequence or choice'),
  });
});
