import { expect, it } from 'vitest';
import { defaultChoices } from '#renderer/project/render-form.ts';
import { en } from '#renderer/strings/en.ts';
import { noMedia } from '#shared/contract/shapes/no-media.ts';
import { required } from '#shared/lib/assert.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { type BlockerInput, blockersOf } from './blockers.ts';
import { checkRender } from './render-check.ts';

const words = en.render;
const mp4 = {
  name: 'mp4',
  label: 'MP4',
  purpose: '',
  extension: 'mp4',
  mimeType: 'video/mp4',
  videoCodec: 'libx264',
  audioCodec: 'aac',
  alpha: 'none' as const,
  available: true,
  sizable: true,
};

function standing(xml: string, change: Partial<BlockerInput> = {}, values: Readonly<Record<string, string>> = {}) {
  const { document } = required(readTemplate(xml).source, 'a template');
  return {
    isTextBroken: false,
    format: mp4,
    encoders: [],
    check: checkRender(document, values, new Map()),
    choices: defaultChoices('${template}'),
    keys: { accessKeyId: '', secretAccessKey: '' },
    nameFault: null,
    ...change,
  };
}

it('an invalid size blocks the render if the format supports a size', () => {
  const choices = { ...defaultChoices('film'), atMost: 'small' };
  const one = film('<scene duration="5"/>');
  const texts = (change: Partial<BlockerInput>) =>
    blockersOf(standing(one, { choices, ...change }), words).map(({ text }) => text);
  expect(texts({})).toContain('Max. file size: Enter a size such as 8 MB');
  expect(texts({ format: { ...mp4, sizable: false } })).not.toContain('Max. file size: Enter a size such as 8 MB');
  expect(texts({ choices: { ...choices, atMost: '8,5 MB' } })).not.toContain(
    'Max. file size: Enter a size such as 8 MB',
  );
});

const film = (inside: string) => `<movie width="64" height="64" framerate="10">${inside}</movie>`;
const two = film(
  '<scene duration="10"><video src="gone.mp4"/><video src="${clip}"/></scene><scene duration="${long}"/>',
);

it('each blocker links to the field that resolves it', () => {
  const choices = { ...defaultChoices('${template}'), destination: 'store', onsuccess: 'soon' } as const;
  expect(blockersOf(standing(two, { choices, format: { ...mp4, available: false } }), words)).toEqual([
    { text: 'mp4 isn’t available here', place: { kind: 'field', field: 'format' } },
    { text: 'clip needs a value', place: { kind: 'value', name: 'clip' } },
    { text: 'long needs a value', place: { kind: 'value', name: 'long' } },
    { text: 'gone.mp4 isn’t in the project', place: { kind: 'assets' } },
    { text: 'Access key ID is empty', place: { kind: 'field', field: 'accessKeyId' } },
    { text: 'Secret access key is empty', place: { kind: 'field', field: 'secretAccessKey' } },
    { text: 'Bucket is empty', place: { kind: 'field', field: 'bucket' } },
    { text: 'On success: Enter an http or https address', place: { kind: 'field', field: 'onsuccess' } },
  ]);
});

it('the blocker for a file names its content', () => {
  const { document } = required(readTemplate(film('<scene duration="10"><video src="a.mp4"/></scene>')).source, 'one');
  const useless = { ...noMedia, reason: '', why: { reason: 'media/text', values: {} } };
  const check = checkRender(document, {}, new Map([['a.mp4', { damage: null, useless }]]));
  expect(blockersOf(standing(two, { check }), words)).toEqual([
    { text: '“a.mp4”: Is a text file, not a video', place: { kind: 'assets' } },
  ]);
});

it('a blocker links to the field of its value, or to the text', () => {
  const wrong = standing(film('<scene duration="${long}"/><scene duration="x"/>'), {}, { long: 'none' });
  expect(blockersOf(wrong, words).map(({ place }) => place)).toMatchObject([
    { kind: 'value', name: 'long' },
    { kind: 'text', finding: { code: 'template/invalid-value' } },
  ]);
});

it('an unparsable text is the only blocker', () => {
  expect(blockersOf(standing(two, { isTextBroken: true }), words)).toEqual([
    { text: 'The XML has an error', place: { kind: 'text', finding: null } },
  ]);
});

it('a valid film has no blockers', () => {
  expect(blockersOf(standing(film('<scene duration="10"/>')), words)).toEqual([]);
});

it('the blocker for a film without enabled scenes mentions only scenes', () => {
  for (const inside of ['', '<scene duration="10" enabled="false"/>'])
    expect(blockersOf(standing(film(inside)), words).map(({ text }) => text)).toEqual([words.blockers.noScenes]);
});
