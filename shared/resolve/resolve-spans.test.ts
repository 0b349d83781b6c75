import { describe, expect, test } from 'vitest';
import type { NodeId } from '#shared/template/document/document.ts';
import { usedSources } from '#shared/template/movie/used-sources.ts';
import { readJson, writeJson } from '#shared/template-json/json.ts';
import { formatTemplate } from '#shared/template-xml/edit/write.ts';
import { locateFindings } from '#shared/template-xml/read/problems.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { withoutIds } from '#shared/template-xml/testing/without-ids.ts';
import { timelineFindings } from '#shared/timeline/checks.ts';
import { resolveTemplate } from './resolve.ts';
import { listVariables } from './variables.ts';

const sourceOf = (text: string) => {
  const { source } = readTemplate(
    `<movie width="64" height="64" framerate="25"><scene duration="50">${text}</scene></movie>`,
  );
  if (source === null) throw new Error('the template cannot be read');
  return source;
};

function read(content: string, values: Readonly<Record<string, string>> = {}) {
  const source = sourceOf(`<text>${content}</text>`);
  const { movie, findings } = resolveTemplate(source.document, {
    values: new Map(Object.entries(values)),
    missing: 'error',
  });
  const [layer] = movie?.scenes[0]?.layers ?? [];
  const all = [...findings, ...(movie === null ? [] : timelineFindings(movie))];
  const problems = locateFindings(all, source).map(({ code, line, path }) => [code, line, path]);
  return { source, movie, text: layer?.kind === 'text' ? layer : null, problems };
}

/** Returns the styled ranges of a text and their styles. */
function pieces({ text }: ReturnType<typeof read>) {
  return (text?.spans ?? []).map(({ start, end, namedBy: _, ...look }) => [text?.content.slice(start, end), look]);
}

describe('spans', () => {
  test('are ranges of one text with the white space between them', () => {
    const { text, problems } = read(
      '<content>Hello <span size="60" weight="700">Ada</span> <span style="italic">L</span>\n!</content>',
    );
    expect(problems).toEqual([]);
    expect(text?.content).toBe('Hello Ada L\n!');
    expect(text?.spans).toEqual([
      { start: 6, end: 9, size: 60, weight: 700 },
      { start: 10, end: 11, slant: 'italic' },
    ]);
  });

  test('are absent if none of them changes the style', () => {
    expect(read('<content> \n <![CDATA[Hi]]> </content>').text).not.toHaveProperty('spans');
    expect(read('<content> \n <![CDATA[Hi]]> </content>').text?.content).toBe('Hi');
    const empty = read('<content>a<span>b</span><span color="#f00"/></content>').text;
    expect(empty).toMatchObject({ content: 'ab' });
    expect(empty).not.toHaveProperty('spans');
  });

  test('inherit the attributes of the spans around them', () => {
    const nested = read(
      '<content><span size="20" underline="true">a<span size="30" underline="false">b</span>c</span></content>',
    );
    expect(pieces(nested)).toEqual([
      ['a', { size: 20, underline: true }],
      ['b', { size: 30, underline: false }],
      ['c', { size: 20, underline: true }],
    ]);
  });

  test('accept variables in their text and attributes', () => {
    const content = '<content>Hi <span color="${tone, #f00}" fontsize="${big, 50}">${name}</span></content>';
    const { variables } = listVariables(read(content).source.document);
    expect(variables.map(({ name, type, default: standard }) => [name, type, standard])).toEqual([
      ['tone', 'color', '#f00'],
      ['big', 'number', '50'],
      ['name', 'text', null],
    ]);
    expect(pieces(read(content, { name: 'Ada', big: '70' }))).toMatchObject([['Ada', { size: 70 }]]);
    expect(read(content).problems).toEqual([['variable/missing', 1, 'movie/scene/text/content/span']]);
    expect(read(content, { name: 'Ada', tone: 'red?' }).problems).toEqual([
      ['variable/refused', 1, 'movie/scene/text/content/span@color'],
    ]);
  });

  test('are omitted if they are disabled', () => {
    expect(read('<content>a<span enabled="false">b<span>c</span></span>d</content>').text?.content).toBe('ad');
  });

  test('can name fonts, which are sources of the movie', () => {
    const named = (family: string) =>
      `<content><span font="brand.ttf"><span font="${family}">a</span>b</span></content>`;
    expect(read(named('Nobody')).problems).toEqual([['font/family', 1, 'movie/scene/text/content/span/span@font']]);
    const { movie, problems } = read(named('Noto Sans'));
    expect(problems).toEqual([]);
    expect(movie && usedSources(movie)).toEqual([{ kind: 'asset', name: 'brand.ttf' }]);
  });

  test('spans are limited in depth and number', () => {
    const deep = (count: number) => `<content>${'<span>'.repeat(count)}a${'</span>'.repeat(count)}</content>`;
    expect(read(deep(8)).problems).toEqual([]);
    expect(read(deep(9)).problems.map(([code]) => code)).toEqual(['template/too-deep']);
    const many = (count: number) => `<content>${'<span weight="700">a</span>'.repeat(count)}</content>`;
    expect(read(many(1000)).problems).toEqual([]);
    expect(read(many(1001)).problems.map(([code]) => code)).toEqual(['template/too-many-layers']);
    expect(read('<span>a</span><content>b</content>').problems.map(([code]) => code)).toEqual([
      'template/misplaced-element',
    ]);
    expect(read('<content>a<spam>b</spam></content>').problems.map(([code]) => code)).toEqual([
      'template/unknown-element',
    ]);
    expect(read('<content>a<span size="0">b</span></content>').problems.map(([code]) => code)).toEqual([
      'template/invalid-value',
    ]);
  });

  test('count toward the character limit of the text', () => {
    const half = 'x'.repeat(5000);
    expect(read(`<content>${half}<span>${half}</span></content>`).problems).toEqual([]);
    expect(read(`<content>${half}<span>${half}y</span></content>`).problems).toHaveLength(1);
  });
});

describe('a text with spans', () => {
  const written =
    '<text><content><span color="#f00">a</span> <span>b</span>\n<span> </span><!-- c --> </content></text>';

  test('converts to JSON without loss', () => {
    const { document } = sourceOf(written);
    expect(formatTemplate(document)).toContain(written.slice('<text>'.length, -'</text>'.length));
    let last = 0;
    const back = readJson(JSON.parse(JSON.stringify(writeJson(document))), () => {
      last += 1;
      return `json ${last}` as NodeId;
    });
    expect(back.problems).toEqual([]);
    expect(back.document && withoutIds(back.document)).toEqual(withoutIds(document));
  });
});
