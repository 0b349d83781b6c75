import { describe, expect, test } from 'vitest';
import { film } from '#shared/editing/model/testing/editing.ts';
import type { ReadingContext } from '#shared/resolve/reading-context.ts';
import { readContent } from '#shared/resolve/text.ts';
import { listVariables } from '#shared/resolve/variables.ts';
import { locateFindings } from '#shared/template-xml/read/problems.ts';
import { childElements, type ElementNode, elementsOf } from '../document/document.ts';
import { limits } from '../document/limits.ts';
import { createFindingLog } from '../document/problem.ts';
import { sourcesOfEffect } from '../movie/used-sources.ts';
import { createValueBudget } from '../placeholders/substitute.ts';
import { futureLanguage } from '../testing/coming-language.ts';
import { scanVariables } from '../variables/variable-uses.ts';
import { sourcesOf } from '../variables/written-values.ts';

const source = film(
  '<scene duration="10">',
  '<title>Hello ${name, friend}<![CDATA[ of ${name}]]></title>',
  '<solid>${nobody}</solid>',
  '</scene>',
);

function titleIn(template: ReturnType<typeof film>): ElementNode {
  const title = [...elementsOf(template.document.root)].find(({ name }) => name === 'title');
  if (title === undefined) throw new Error('there is no title');
  return title;
}

function reading(values: Readonly<Record<string, string>>): ReadingContext {
  return {
    values: new Map(Object.entries(values)),
    defaults: new Map(),
    budget: createValueBudget(),
    log: createFindingLog(),
    missing: 'error',
    ignored: new Set(),
    rate: null,
  };
}

describe('a text with placeholders', () => {
  test('is scanned for variables only in elements with text content', () => {
    const { uses } = scanVariables(source.document, futureLanguage);
    expect(
      uses.map(({ name, element, attribute, type, scene }) => [name, element, attribute, type, scene?.index]),
    ).toEqual([
      ['name', 'title', null, 'text', 0],
      ['name', 'title', null, 'text', 0],
    ]);
    expect(new Set(uses.map(({ text }) => text)).size).toBe(2);
    expect(scanVariables(source.document).uses).toEqual([]);
  });

  test('sets the default and the frames of its variable', () => {
    const { variables } = listVariables(source.document, futureLanguage);
    expect(variables).toMatchObject([{ name: 'name', type: 'text', default: 'friend', offset: 0, numframes: 10 }]);
  });

  test('resolves to one string', () => {
    expect(readContent(reading({ name: 'Ada' }), titleIn(source), futureLanguage)).toBe('Hello Ada of Ada');
  });

  test('reports the piece whose placeholder has no value', () => {
    const context = reading({});
    expect(readContent(context, titleIn(source), futureLanguage)).toBeUndefined();
    const [problem, ...others] = locateFindings(context.log.findings(), source);
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ code: 'variable/missing', path: 'movie/scene/title', line: 3 });
    const { start = 0, end = 0 } = problem?.range ?? {};
    expect(source.text.slice(start, end)).toContain(' of ${name}');
  });

  test('reports the range of a malformed placeholder', () => {
    const broken = film('<scene duration="10">', '<title>Hi ${na me}</title>', '</scene>');
    const [problem] = locateFindings(scanVariables(broken.document, futureLanguage).malformed, broken);
    expect(problem).toMatchObject({ code: 'variable/malformed', line: 3 });
    const { start = 0, end = 0 } = problem?.range ?? {};
    expect(broken.text.slice(start, end)).toBe('Hi ${na me}');
  });

  test('is limited to the maximum size of a value', () => {
    const context = reading({ name: 'x'.repeat(limits.valueBytes + 1) });
    expect(readContent(context, titleIn(source), futureLanguage)).toBeUndefined();
    expect(context.log.findings().map(({ code }) => code)).toContain('variable/too-long');
  });
});

describe('sources of an element', () => {
  const layers = film(
    '<scene duration="10"><video src="a.mp4"/><title font="b.ttf">A</title><picture url="https://example.org/c.png"><filter type="${how, cube}" src="d.cube"/><filter type="flip" src="e"/></picture></scene>',
  );

  test('consist of the asset and URL attributes', () => {
    const named = [...elementsOf(layers.document.root)].flatMap((element) =>
      sourcesOf(element, futureLanguage).map(({ form, kind, value }) => [element.name, form, kind, value]),
    );
    expect(named).toEqual([
      ['video', 'asset', 'media', 'a.mp4'],
      ['title', 'asset', 'font', 'b.ttf'],
      ['picture', 'url', 'image', 'https://example.org/c.png'],
      ['filter', 'asset', 'table', 'd.cube'],
    ]);
  });

  test('include the sources in the parameters of a resolved effect', () => {
    const [id] = childElements(layers.document.root).map((scene) => scene.id);
    if (id === undefined) throw new Error('there is no scene');
    expect(
      sourcesOfEffect({ id, type: 'cube', parameters: { src: 'd.cube', strength: 1 } }, futureLanguage.effects),
    ).toEqual([{ source: { kind: 'asset', name: 'd.cube' }, kind: 'table', at: { node: id, attribute: 'src' } }]);
  });
});
