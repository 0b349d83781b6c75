import { expect, it } from 'vitest';
import { noMedia } from '#shared/contract/shapes/no-media.ts';
import { required } from '#shared/lib/assert.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import type { FrameSpan } from '#shared/timeline/build-timeline.ts';
import { checkRender, damageNotes, valuesFor } from './render-check.ts';

const { document } = required(
  readTemplate(`<movie width="64" height="64" framerate="10">
    <scene duration="\${length, 10}"><video src="\${clip}"><filter type="saturation" intensity="\${mood, 1}"/></video></scene>
    <scene duration="5" enabled="false"><video src="off.mp4"/></scene>
  </movie>`).source,
  'a template',
);
const sound = { damage: null, useless: null };
const assets = new Map([['a.mp4', sound]]);

it('a variable without a value is a blocker with its name', () => {
  const { blockers, rows, frames } = checkRender(document, {}, assets);
  expect(blockers).toEqual([{ kind: 'unset', names: ['clip'] }]);
  expect(rows.map(({ variable, origin }) => [variable.name, origin])).toEqual([
    ['length', 'default'],
    ['clip', 'none'],
    ['mood', 'default'],
  ]);
  expect(frames).toBeNull();
});

it('declared variables come first, in the order of their declarations', () => {
  const declared = required(
    readTemplate(`<movie width="64" height="64" framerate="10">
  <resources><variable name="who"/><variable name="tint" type="color"/></resources>
  <scene duration="\${length, 10}" background="\${tint, #000000}" name="\${who, Ada}"/>
</movie>`).source,
    'a template',
  );
  const { rows } = checkRender(declared.document, {}, assets);
  expect(rows.map(({ variable }) => variable.name)).toEqual(['who', 'tint', 'length']);
});

it('a missing value blocks only if a played element uses it', () => {
  const conditional = required(
    readTemplate(`<movie width="64" height="64" framerate="10">
      <scene duration="10"><text content="x"/></scene>
      <scene duration="10" type="optional" condition="\${promo}"><text><content>Only \${price}</content></text></scene>
    </movie>`).source,
    'a template',
  ).document;
  const inTheWay = (values: Readonly<Record<string, string>>) => checkRender(conditional, values, assets).blockers;
  expect(inTheWay({})).toEqual([]);
  expect(checkRender(conditional, {}, assets).rows.map(({ origin, problems }) => [origin, problems])).toEqual([
    ['unneeded', []],
    ['unneeded', []],
  ]);
  expect(inTheWay({ promo: 'yes' })).toEqual([{ kind: 'unset', names: ['price'] }]);
  expect(inTheWay({ promo: 'yes', price: '5' })).toEqual([]);
});

it('a refused value is a blocker with a message', () => {
  const { blockers, rows } = checkRender(document, { clip: 'a.mp4', mood: 'much' }, assets);
  expect(blockers).toMatchObject([{ kind: 'refused', name: 'mood', says: { values: { variables: ['mood'] } } }]);
  expect(rows.at(-1)?.problems).toMatchObject([{ code: 'variable/refused' }]);
});

it('a missing asset blocks unless only disabled scenes use it', () => {
  expect(checkRender(document, { clip: 'gone.mp4' }, assets)).toMatchObject({
    blockers: [{ kind: 'missing-assets', names: ['gone.mp4'] }],
    frames: 10,
  });
  expect(checkRender(document, { clip: 'A.mp4', length: '7' }, assets)).toMatchObject({ blockers: [], frames: 7 });
});

it('a source that is not a media file blocks', () => {
  const useless = { ...noMedia, reason: 'is a text file, not a video' };
  const known = new Map([['a.mp4', { damage: null, useless }]]);
  expect(checkRender(document, { clip: 'A.mp4' }, known).blockers).toEqual([
    { kind: 'useless-asset', name: 'A.mp4', media: useless },
  ]);
});

it('the number of frames is null until all source lengths are known', () => {
  const { document: open } = required(
    readTemplate('<movie width="64" height="64" framerate="10"><scene><video src="a.mp4"/></scene></movie>').source,
    'a template',
  );
  expect(checkRender(open, {}, assets)).toMatchObject({ blockers: [], frames: null });
  expect(checkRender(open, {}, assets, { sourceEnds: () => ({ picture: 1.2, sound: null }) })).toMatchObject({
    frames: 12,
  });
});

it('a scene with the missing part of a source has a note', () => {
  const damage = { from: 0.4, until: 1, there: 4, lacking: 6 };
  const cut = new Map([['a.mp4', { damage, useless: null }]]);
  const notes = (values: Readonly<Record<string, string>>, span: FrameSpan | null = null) => {
    const { blockers, picture } = checkRender(document, values, cut);
    expect(blockers).toEqual([]);
    return damageNotes(required(picture, 'a film'), cut, span).map(inEnglish);
  };
  expect(notes({ clip: 'a.mp4' })).toEqual([
    'Only 4 of the 10 frames of “a.mp4” can be read: the file is incomplete or damaged. 6 frames of this scene show the last readable one. Replace it with a complete copy.',
  ]);
  expect(notes({ clip: 'a.mp4', length: '4' })).toEqual([]);
  expect(notes({ clip: 'a.mp4' }, { from: 0, to: 4 })).toEqual([]);
  expect(notes({ clip: 'a.mp4' }, { from: 2, to: 7 })).toEqual([
    expect.stringContaining('3 frames of this scene show'),
  ]);
});

it('a scene with a damaged part of a source has a note', () => {
  const known = new Map([['a.mp4', { damage: null, faults: [{ from: 0.5, until: 0.6 }], useless: null }]]);
  const notes = (span: FrameSpan | null = null) => {
    const { picture } = checkRender(document, { clip: 'a.mp4' }, known);
    return damageNotes(required(picture, 'a film'), known, span).map(inEnglish);
  };
  expect(notes()).toEqual([expect.stringContaining('“a.mp4” is damaged at 0.5 s')]);
  expect(notes({ from: 0, to: 4 })).toEqual([]);
});

it('only declared variables have values, and null removes a value', () => {
  expect(valuesFor(document, { clip: 'a.mp4', other: 'x', mood: '2' }, { mood: null, length: '3' })).toEqual({
    length: '3',
    clip: 'a.mp4',
  });
});
