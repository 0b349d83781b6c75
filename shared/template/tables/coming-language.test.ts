import { describe, expect, test } from 'vitest';
import { film } from '#shared/editing/testing/editing.ts';
import { locateFindings } from '#shared/template-xml/read/problems.ts';
import { childElements, type ElementNode, elementsOf } from '../document/document.ts';
import { createFindingLog } from '../document/findings.ts';
import { limits } from '../document/limits.ts';
import { sourcesOfEffect } from '../movie/used-sources.ts';
import { createValueBudget } from '../placeholders/value-budget.ts';
import { readContent } from '../reading/read-content.ts';
import type { ReadingContext } from '../reading/reading-context.ts';
import { comingLanguage } from '../testing/coming-language.ts';
import { sourcesOf } from '../variables/sources.ts';
import { scanVariables } from '../variables/variable-uses.ts';
import { listVariables } from '../variables/variables.ts';

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

describe('text that holds placeholders', () => {
  test('is looked through for variables where the table says that the element holds text, and only there', () => {
    const { uses } = scanVariables(source.document, comingLanguage);
    expect(
      uses.map(({ name, element, attribute, type, scene }) => [name, element, attribute, type, scene?.index]),
    ).toEqual([
      ['name', 'title', null, 'text', 0],
      ['name', 'title', null, 'text', 0],
    ]);
    expect(new Set(uses.map(({ text }) => text)).size).toBe(2);
    expect(scanVariables(source.document).uses).toEqual([]);
  });

  test('gives the variable its default, and the scene that shows it its place', () => {
    const { variables } = listVariables(source.document, comingLanguage);
    expect(variables).toMatchObject([{ name: 'name', type: 'text', default: 'friend', offset: 0, numframes: 10 }]);
  });

  test('is resolved, all its pieces joined', () => {
    expect(readContent(reading({ name: 'Ada' }), titleIn(source), comingLanguage)).toBe('Hello Ada of Ada');
  });

  test('without a value is told at the piece that needs it, by line and column', () => {
    const context = reading({});
    expect(readContent(context, titleIn(source), comingLanguage)).toBeUndefined();
    const [problem, ...others] = locateFindings(context.log.findings(), source);
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ code: 'variable/missing', path: 'movie/scene/title', line: 3 });
    const { start = 0, end = 0 } = problem?.range ?? {};
    expect(source.text.slice(start, end)).toContain(' of ${name}');
  });

  test('that is malformed is told at its place', () => {
    const broken = film('<scene duration="10">', '<title>Hi ${na me}</title>', '</scene>');
    const [problem] = locateFindings(scanVariables(broken.document, comingLanguage).malformed, broken);
    expect(problem).toMatchObject({ code: 'variable/malformed', line: 3 });
    const { start = 0, end = 0 } = problem?.range ?? {};
    expect(broken.text.slice(start, end)).toBe('Hi ${na me}');
  });

  test('is held to the length that a value may have', () => {
    const context = reading({ name: 'x'.repeat(limits.valueBytes + 1) });
    expect(readContent(context, titleIn(source), comingLanguage)).toBeUndefined();
    expect(context.log.findings().map(({ code }) => code)).toContain('variable/too-long');
  });
});

describe('sources of an element', () => {
  const layers = film(
    '<scene duration="10"><video src="a.mp4"/><title font="b.ttf">A</title><picture url="https://example.org/c.png"><filter type="${how, cube}" src="d.cube"/><filter type="flip" src="e"/></picture></scene>',
  );

  test('are named by the table: files and addresses, of layers and of effects', () => {
    const named = [...elementsOf(layers.document.root)].flatMap((element) =>
      sourcesOf(element, comingLanguage).map(({ form, kind, value }) => [element.name, form, kind, value]),
    );
    expect(named).toEqual([
      ['video', 'asset', 'media', 'a.mp4'],
      ['title', 'asset', 'font', 'b.ttf'],
      ['picture', 'url', 'image', 'https://example.org/c.png'],
      ['filter', 'asset', 'table', 'd.cube'],
    ]);
  });

  test('of an effect that was resolved are found by its type', () => {
    const [id] = childElements(layers.document.root).map((scene) => scene.id);
    if (id === undefined) throw new Error('there is no scene');
    expect(
      sourcesOfEffect({ id, type: 'cube', parameters: { src: 'd.cube', strength: 1 } }, comingLanguage.effects),
    ).toEqual([{ source: { kind: 'asset', name: 'd.cube' }, kind: 'table', at: { node: id, attribute: 'src' } }]);
  });
});
