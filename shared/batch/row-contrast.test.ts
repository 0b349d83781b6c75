import { expect, it } from 'vitest';
import { required } from '#shared/lib/assert.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { rowContrast } from './row-contrast.ts';

/**
 * Returns the contrast problems of a scene with these layers and values. The columns `ink` and `ground` have the colors
 * of text and background.
 */
function problemsOf(layers: string, values: Readonly<Record<string, string>>, scene = ''): readonly string[] {
  const xml = `<movie width="640" height="360" framerate="10"><scene duration="5"${scene}>${layers}</scene></movie>`;
  const { document } = required(readTemplate(xml).source, 'a template');
  const { movie } = resolveTemplate(document, { values: new Map(Object.entries(values)), missing: 'error' });
  const problems = rowContrast(document, new Set(['ink', 'ground']))?.(required(movie, 'a movie')) ?? [];
  return problems.map(({ variable, says }) => `${variable}: ${inEnglish(says)}`);
}
const text = (more = '') => `<text content="Hello" color="\${ink, #ffffff}"${more}/>`;

it('the check reports a column color with too little contrast', () => {
  expect(problemsOf(text(), { ink: '#ffffff' })).toEqual([]);
  expect(problemsOf(text(), { ink: '#101010' })).toEqual([
    'ink: “Hello” is hard to read: its contrast is 1.1 : 1; aim for at least 3 : 1. Change its color or its background.',
  ]);
});

it('the background comes from text boxes, full-frame solids, or scenes', () => {
  expect(problemsOf(text(' background="#202020"'), { ink: '#303030' })).toHaveLength(1);
  expect(problemsOf(`<solid color="\${ground, #000000}"/><text content="Hi"/>`, { ground: '#f0f0f0' })).toEqual([
    expect.stringContaining('ground: “Hi” is hard to read'),
  ]);
  expect(problemsOf(`<solid color="\${ground, #000000}"/><text content="Hi"/>`, { ground: '#303030' })).toEqual([]);
  expect(problemsOf('<text content="Hi"/>', { ground: '#fffff0' }, ` background="\${ground, #000000}"`)).toHaveLength(
    1,
  );
});

it('the check ignores unknown backgrounds, outlined letters, and fixed colors', () => {
  const dark = { ink: '#101010' };
  expect(problemsOf(`<image src="a.png"/>${text()}`, dark)).toEqual([]);
  expect(problemsOf(`<solid color="#ffffff" width="100" height="50"/>${text()}`, dark)).toEqual([]);
  expect(problemsOf(text(' outline="2, #ffffff"'), dark)).toEqual([]);
  expect(problemsOf(text(' enabled="false"'), dark)).toEqual([]);
  expect(problemsOf('<text content="Hi" color="#101010"/>', dark)).toEqual([]);
});
