import { describe, expect, it } from 'vitest';
import { required } from '#shared/lib/assert.ts';
import { effectTypesOf } from '#shared/template/effects/effects.ts';
import { LANGUAGE } from '#shared/template/tables/language.ts';
import { futureLanguage } from '#shared/template/testing/coming-language.ts';
import { declarationsIn } from '#shared/template/variables/declarations.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { completionsAt } from './completions.ts';
import { hoverAt } from './hover-docs.ts';

const lists = `<movie width="1" height="1" framerate="1"><resources><variable name="p" type="list">
  <field name="name"/><field name="tags" type="list"><field name="tag"/></field></variable></resources></movie>`;
const { document } = required(readTemplate(lists).source, 'the lists');
const names = {
  assets: ['a.mp4', 'q&a.mp4'],
  variables: [{ name: 'hero', default: 'a.mp4' }],
  declarations: declarationsIn(document.root),
};

/** Returns the items that are offered at the `|`, and the text after insertion of the first item. */
function offered(marked: string, language = LANGUAGE) {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const list = completionsAt(text, offset, names, language);
  const [first] = list?.items ?? [];
  const written =
    list === null || first === undefined
      ? text
      : text.slice(0, list.from) +
        first.insert.slice(0, first.cursor) +
        '|' +
        first.insert.slice(first.cursor) +
        text.slice(list.to);
  return { labels: list?.items.map(({ label }) => label) ?? [], written };
}

/** The attributes that repeat an element for each item of a list. */
const repetition = ['each', 'as', 'where', 'sort', 'reverse', 'from', 'to', 'step'];
const inMovie = '<movie width="1" height="1" framerate="1">';

describe('completion', () => {
  it.each([
    ['|', ['movie']],
    [`${inMovie}|`, ['scene', 'transition', 'audio', 'overlay', 'resources', '</movie>']],
    [
      `${inMovie}<scene duration="1"><|`,
      [
        'video',
        'image',
        'text',
        'captions',
        'solid',
        'shape',
        'code',
        'group',
        'layer',
        'audio',
        'scene',
        'transition',
        '</scene>',
      ],
    ],
    [
      `${inMovie}<overlay><|`,
      ['video', 'image', 'text', 'captions', 'solid', 'shape', 'code', 'group', 'audio', '</overlay>'],
    ],
    [`${inMovie}<transition><|`, ['scene', '</transition>']],
    [`${inMovie}<scene><video><|`, ['filter', 'transform', 'mask', 'animation', '</video>']],
    [`${inMovie}<scene duration="1"></|`, ['</scene>']],
    [
      `${inMovie}<scene |`,
      [
        'duration',
        'extra',
        'background',
        'type',
        'condition',
        'case',
        'chapter',
        'id',
        'name',
        'enabled',
        'unchecked',
        ...repetition,
      ],
    ],
    [
      `${inMovie}<scene duration="1" |/>`,
      [
        'extra',
        'background',
        'type',
        'condition',
        'case',
        'chapter',
        'id',
        'name',
        'enabled',
        'unchecked',
        ...repetition,
      ],
    ],
    ['<filter type="saturation" |', ['intensity', 'enabled']],
    ['<filter type="saturation" saturation="2" |', ['enabled']],
    ['<filter type="|"', [...effectTypesOf('filter'), '${hero}']],
    ['<transform type="flip" axis="|"/>', ['x', 'y', '${hero}']],
    ['<video fit="|"/>', ['contain', 'cover', 'stretch', 'none', '${hero}']],
    ['<video src="|"/>', ['a.mp4', 'q&a.mp4', '${hero}']],
    ['<transition type="push" direction="|"/>', ['left', 'right', 'top', 'bottom', '${hero}']],
    ['<video src="${|"/>', ['hero']],
    ['<!-- | -->', []],
  ])('offers the items at %s', (text, labels) => {
    expect(offered(text).labels).toEqual(labels);
  });

  it.each([
    [`${inMovie}|`, `${inMovie}<scene|/>`],
    [`${inMovie}<sce|`, `${inMovie}<scene|/>`],
    ['<scene><video|', '<scene><video src="|"/>'],
    ['<filter ty|', '<filter type="|"'],
    ['<filter ty|="x"/>', '<filter type|="x"/>'],
    ['<scene></|', '<scene></scene>|'],
    ['<video src="${h|}"/>', '<video src="${hero|}"/>'],
    ['<video src="${|"/>', '<video src="${hero}|"/>'],
  ])('inserts %s', (text, written) => {
    expect(offered(text).written).toBe(written);
  });
});

describe('completion in an element with text content', () => {
  it.each([
    ['<scene><title>|</title>', ['filter', '</title>', '${hero}']],
    ['<scene><title>Hello |</title>', ['filter', '</title>', '${hero}']],
    ['<scene><title>Hello ${|</title>', ['hero']],
    ['<scene><title>${hero}, ${h|}</title>', ['hero']],
    ['<scene><title>${hero} |<b/>${', ['filter', '</title>', '${hero}']],
    ['<scene><title><b/>${|', ['hero']],
    ['<scene><title>${a <b/>x|', ['filter', '</title>', '${hero}']],
    ['<scene><title><![CDATA[a < ${|]]></title>', ['hero']],
    ['<scene><title><![CDATA[|]]></title>', ['${hero}']],
    ['<scene><title><![CDATA[|', ['${hero}']],
    ['<scene><title><![CDATA|[]]></title>', []],
    ['<scene><title><![CDATA[]]|></title>', []],
    ['<scene><![CDATA[${|]]></scene>', []],
    ['<scene>${|</scene>', ['video', 'title', 'picture', '</scene>']],
  ])('offers the items at %s', (text, labels) => {
    expect(offered(text, futureLanguage).labels).toEqual(labels);
  });

  it.each([
    ['<title>Hi ${|</title>', '<title>Hi ${hero}|</title>'],
    ['<title>Hi ${h|}</title>', '<title>Hi ${hero|}</title>'],
    ['<title>Hi ${|, friend}</title>', '<title>Hi ${hero|, friend}</title>'],
    ['<title><![CDATA[${|]]></title>', '<title><![CDATA[${hero}|]]></title>'],
    ['<scene><ti|</scene>', '<scene><video src="|"/></scene>'],
  ])('inserts %s', (text, written) => {
    expect(offered(text, futureLanguage).written).toBe(written);
  });

  it('inserts an element with text content and its end tag', () => {
    const title = completionsAt('<scene><', 8, names, futureLanguage)?.items.find(({ label }) => label === 'title');
    expect(title).toMatchObject({ insert: 'title></title>', cursor: 'title>'.length });
  });

  it('is automatic only in a placeholder or tag that was started', () => {
    const isStarted = (marked: string) =>
      completionsAt(marked.replace('|', ''), marked.indexOf('|'), names, futureLanguage)?.isStarted;
    expect(['<title>Hi |', '<title><![CDATA[ |]]>', '<scene> |'].map(isStarted)).toEqual([false, false, false]);
    expect(['<title>${|', '<title><![CDATA[${|]]>', '<title><|', '<title></|'].map(isStarted)).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });

  it('offers nothing for an unknown element', () => {
    expect(offered('<scene><title>${|</title>').labels).toEqual(['</title>']);
  });
});

describe('completion in expressions', () => {
  it.each([
    ['<scene name="${= he|}"/>', '<scene name="${= hero|}"/>'],
    ['<scene name="${= 1 &lt; roun|}"/>', '<scene name="${= 1 &lt; round(|)}"/>'],
    ['<scene name="a ${= 1} ${= roun|', '<scene name="a ${= 1} ${= round(|)'],
    [`<scene name='\${= compact(1, |)}'/>`, `<scene name='\${= compact(1, "long"|)}'/>`],
    ['<scene name="${= \'}\' ~ trunca|}"/>', '<scene name="${= \'}\' ~ truncate(|)}"/>'],
  ])('%s becomes %s', (marked, written) => {
    expect(offered(marked).written).toBe(written);
  });

  it('offers placeholders after an expression', () => {
    expect(offered('<scene name="${= 1}${|"/>').labels).toEqual(['hero']);
  });
});

describe('hover in expressions', () => {
  const variable = (name: string) => ({ name, type: 'text', default: null, uses: 1, sample: null }) as const;
  it.each([
    ['<scene name="${= 1 &lt; ro|und(hero)}"/>', 'round'],
    ['<scene name="${= 1 &lt; round(her|o)}"/>', 'hero'],
    ['<scene name="${= customer.na|me}"/>', 'customer.name'],
  ])('%s describes %s', (marked, name) => {
    const found = hoverAt(marked.replace('|', ''), marked.indexOf('|'), variable);
    expect(found?.doc.name).toBe(name);
    expect(marked.replace('|', '').slice(found?.from, found?.to)).toBe(name);
  });
});

describe('completion in lists', () => {
  const positions = ['index', 'count', 'first', 'last'];
  it.each([
    ['<scene each="${p}"><text content="${|', ['item.name', 'item.tags', ...positions, 'hero']],
    ['<scene each="${p}"><text content="${|}"/>', ['item.name', 'item.tags', ...positions, 'hero']],
    [
      '<scene each="${p}"><text><content>${|</content></text></scene>',
      ['item.name', 'item.tags', ...positions, 'hero'],
    ],
    [
      '<scene each="${p}" as="x"><text each="${x.tags}" content="${|',
      ['x.name', 'x.tags', 'item.tag', ...positions, 'hero'],
    ],
    ['<scene each="${p}" condition="${|', ['item.name', 'item.tags', ...positions, 'hero']],
    ['<scene each="${|', ['hero']],
    ['<scene each="${p}"/><text content="${|', ['hero']],
    ['<scene each="${p}"><text content="${= item.n|', ['item.name']],
  ])('a list around an element defines names: %s', (marked, labels) => {
    expect(offered(inMovie + marked).labels).toEqual(labels);
  });
});
