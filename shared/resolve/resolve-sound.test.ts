import { expect, test } from 'vitest';
import { sourceOf } from '#shared/template-xml/testing/read-source.ts';
import { resolveTemplate } from './resolve.ts';

const findingsOf = (inside: string) => {
  const { document } = sourceOf(`<movie width="160" height="90" framerate="25">${inside}</movie>`);
  return resolveTemplate(document, { values: new Map(), missing: 'error' }).findings.map(({ code, says }) => [
    code,
    says.values,
  ]);
};
const sounds = (count: number) => '<audio src="a.wav"/>'.repeat(count);

test('a movie has at most 32 sounds, and a scene 500', () => {
  expect(findingsOf(`${sounds(32)}<scene duration="1">${sounds(500)}</scene>`)).toEqual([]);
  expect(findingsOf(`${sounds(33)}<scene duration="1"/>`)).toEqual([
    ['template/too-many-layers', { most: 32, sounds: 33, within: 'movie' }],
  ]);
  expect(findingsOf(`<scene duration="1">${sounds(501)}</scene>`)).toEqual([
    ['template/too-many-layers', { most: 500, sounds: 501, within: 'scene' }],
  ]);
});
