import { expect, test } from 'vitest';
import { listVariables } from '#shared/resolve/variables.ts';
import { sourceOf } from '#shared/template-xml/testing/read-source.ts';
import { cellEntryOf, toggledByKey } from './cell-entry.ts';

const { variables } = listVariables(
  sourceOf(`<movie width="64" height="64" framerate="10">
  <resources>
    <variable name="price" type="number" min="0" max="99.5" step="0.5"/>
    <variable name="size" type="choice" choices="s: Small, l: Large"/>
    <variable name="face" type="font"/>
    <variable name="song" type="sound"/>
    <variable name="products" type="list" max="9"><field name="name"/></variable>
  </resources>
  <scene duration="10" type="optional" condition="\${sale, true}">
    <solid color="\${tint, #fff}"/>
    <image src="\${photo, a.png}"/>
    <video url="\${link, https://example.com/a.mp4}"/>
    <text content="\${title, Hello} \${size, s}" font="\${face, Inter}" size="\${price, 12}"/>
    <audio src="\${song, a.mp3}"/>
  </scene>
</movie>`).document,
);
const entryOf = (name: string) => cellEntryOf(variables.find((variable) => variable.name === name) ?? null);

test('the declaration of a variable determines its cell editor', () => {
  expect(entryOf('price')).toEqual({ kind: 'number', min: 0, max: 99.5, step: 0.5, precision: 1 });
  expect(entryOf('size')).toMatchObject({ kind: 'choice', choices: [{ value: 's', label: 'Small' }, { value: 'l' }] });
  expect(entryOf('face')).toEqual({ kind: 'font' });
  expect(entryOf('products')).toMatchObject({
    kind: 'list',
    declaration: { max: 9, list: { fields: [{ name: 'name' }] } },
  });
  expect(entryOf('song')).toEqual({ kind: 'asset', shows: ['audio', 'video'] });
});

test('the uses of a variable without a declaration determine its cell editor', () => {
  expect(entryOf('tint')).toEqual({ kind: 'colour' });
  expect(entryOf('photo')).toEqual({ kind: 'asset', shows: ['image'] });
  expect(entryOf('title')).toEqual({ kind: 'text', proposals: [] });
});

test('a column without a variable has a text editor', () => {
  expect(entryOf('link')).toEqual({ kind: 'text', proposals: [] });
  expect(entryOf('nobody')).toEqual({ kind: 'text', proposals: [] });
});

test('Space, Enter, and F2 toggle a switch cell', () => {
  expect(['Enter', ' ', 'F2'].map((key) => toggledByKey(key, 'true'))).toEqual(['false', 'false', 'false']);
  expect(['Enter', ' '].map((key) => toggledByKey(key, ''))).toEqual(['true', 'true']);
  expect(['t', 'T', '1', 'f', '0', 'x'].map((key) => toggledByKey(key, ''))).toEqual([
    'true',
    'true',
    'true',
    'false',
    'false',
    null,
  ]);
});
