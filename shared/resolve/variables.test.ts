import { describe, expect, test } from 'vitest';
import { withSentence } from '#shared/messages/testing/messages.ts';
import type { TemplateDocument } from '#shared/template/document/document.ts';
import { documentBuilder } from '#shared/template/document/document-builder.arbitrary.ts';
import { listVariables, needsValue } from './variables.ts';

const { element, movie, document } = documentBuilder();

const places = (template: TemplateDocument) =>
  listVariables(template).variables.map(({ name, offset, numframes }) => ({ name, offset, numframes }));
const messages = (template: TemplateDocument) =>
  listVariables(template)
    .findings.map(withSentence)
    .map(({ message }) => message);
const named = (duration: string, name = 'x', further = {}) => element('scene', { duration, name, ...further });

test('variables are listed in the order of first use', () => {
  const effect = element('filter', { type: 'saturation', saturation: '${power, 1}' });
  const clip = element('video', { url: 'https://example.org/${file, "a, b", UE}.mp4' }, effect);
  const first = element('scene', { duration: '50' }, clip);
  const second = element('scene', { duration: '25', name: '${file}' });
  const use = (name: string) =>
    listVariables(movie(first, second)).variables.find((variable) => variable.name === name);
  expect(use('file')).toEqual({
    name: 'file',
    type: 'media',
    default: 'a, b',
    options: ['U', 'E'],
    choices: [],
    declaration: null,
    uses: [
      {
        name: 'file',
        node: clip.id,
        element: 'video',
        attribute: 'url',
        text: null,
        source: { form: 'url', kind: 'media' },
        scene: { id: first.id, index: 0, last: 0 },
        comparison: null,
        inCondition: false,
        inExpression: false,
        needsValue: true,
        type: 'media',
        whole: false,
        placeholder: { kind: 'placeholder', name: 'file', default: 'a, b', options: ['U', 'E'] },
      },
      {
        name: 'file',
        node: second.id,
        element: 'scene',
        attribute: 'name',
        text: null,
        source: null,
        scene: { id: second.id, index: 1, last: 1 },
        comparison: null,
        inCondition: false,
        inExpression: false,
        needsValue: true,
        type: 'text',
        whole: true,
        placeholder: { kind: 'placeholder', name: 'file', default: null, options: [] },
      },
    ],
    offset: 0,
    numframes: 75,
  });
  expect(listVariables(movie(first, second)).variables.map(({ name }) => name)).toEqual(['file', 'power']);
});

describe('the type of a variable', () => {
  test.each([
    ['movie', 'width', 'number'],
    ['movie', 'framerate', 'text'],
    ['scene', 'duration', 'time'],
    ['scene', 'name', 'text'],
    ['video', 'url', 'media'],
    ['video', 'src', 'media'],
    ['video', 'skip', 'time'],
    ['video', 'audio', 'boolean'],
    ['video', 'fit', 'text'],
    ['filter', 'enabled', 'boolean'],
    ['filter', 'intensity', 'number'],
    ['filter', 'saturation', 'number'],
    ['filter', 'fill', 'color'],
    ['filter', 'color', 'text'],
    ['filter', 'whatever', 'text'],
    ['image', 'src', 'media'],
    ['audio', 'duration', 'time'],
    ['text', 'constructor', 'text'],
  ])('is determined by the attribute: %s %s is %s', (name, attribute, type) => {
    const root = element('movie', {}, element(name, { [attribute]: '${a}' }));
    expect(listVariables(document(root)).variables.map((variable) => variable.type)).toEqual([type]);
  });

  test('is determined by the effect’s type, which can be a variable', () => {
    const effect = element('filter', { type: '${kind, vignette}', color: '${tint}', aperture: '${reach}' });
    const types = listVariables(
      movie(element('scene', { duration: '5' }, element('video', { src: 'a' }, effect))),
    ).variables;
    expect(types.map(({ name, type }) => [name, type])).toEqual([
      ['kind', 'text'],
      ['tint', 'color'],
      ['reach', 'number'],
    ]);
  });
});

describe('the frames of a variable', () => {
  test('include the overlap of transitions', () => {
    const root = element(
      'movie',
      { width: '16', height: '16', framerate: '25' },
      named('50'),
      element('transition', { duration: '10' }),
      named('20', '${a}'),
      element('transition', {}),
      element('transition', { duration: '19' }),
      named('40', '${b}'),
    );
    // Half a second is 13 frames. With the 10 frames of the other transition, this exceeds the 20 frames of the scene.
    // Therefore, each transition gets 20/23 of its duration.
    expect(places(document(root))).toEqual([
      { name: 'a', offset: 42, numframes: 20 },
      { name: 'b', offset: 51, numframes: 40 },
    ]);
  });

  test('extend from the first to the last scene that uses the variable', () => {
    expect(places(movie(named('10'), named('1s', '${a}'), named('3'), named('4', '${a} ${b}'), named('5')))).toEqual([
      { name: 'a', offset: 10, numframes: 32 },
      { name: 'b', offset: 38, numframes: 4 },
    ]);
  });

  test('are all frames of the movie for a use outside of scenes', () => {
    const root = element('movie', { width: '${w}', height: '50', framerate: '25' }, named('10'), named('20', '${w}'));
    expect(places(document(root))).toEqual([{ name: 'w', offset: 0, numframes: 30 }]);
  });

  test('are null after a scene of unknown duration', () => {
    expect(places(movie(named('${len, 2s}', '${a}'), named('${open}', '${b}'), named('5', '${c}')))).toEqual([
      { name: 'len', offset: 0, numframes: 50 },
      { name: 'a', offset: 0, numframes: 50 },
      { name: 'open', offset: 50, numframes: null },
      { name: 'b', offset: 50, numframes: null },
      { name: 'c', offset: null, numframes: null },
    ]);
  });

  test('exclude disabled scenes', () => {
    const off = { enabled: 'false' };
    expect(places(movie(named('10', 'x', off), named('10', '${a}', off), named('7', '${b}')))).toEqual([
      { name: 'a', offset: 0, numframes: 0 },
      { name: 'b', offset: 0, numframes: 7 },
    ]);
  });

  test('have no `numframes` for a duration in seconds at an unknown rate', () => {
    const root = element('movie', { framerate: 'x' }, named('10', '${a}'), named('1s', '${b}'));
    expect(places(document(root))).toEqual([
      { name: 'a', offset: 0, numframes: 10 },
      { name: 'b', offset: 10, numframes: null },
    ]);
  });
});

describe('a conflict of a variable', () => {
  test('names both uses and is located at the later one', () => {
    const first = element('scene', { duration: '${a, 5}' });
    const second = element('scene', { duration: '5', name: '${a, six}' });
    expect(listVariables(movie(first, second)).findings.map(withSentence)).toEqual([
      {
        code: 'variable/conflict',
        at: { node: second.id, attribute: 'name' },
        message:
          'The variable `a` is used as time in `duration` of `scene` (scene 1) and as text in `name` of `scene` (scene 2). Use two variables.',
      },
      {
        code: 'variable/conflict',
        at: { node: second.id, attribute: 'name' },
        message:
          'The variable `a` has the default "5" in `duration` of `scene` (scene 1) and "six" in `name` of `scene` (scene 2); ' +
          'each place uses its own. Use one default or two variables.',
      },
    ]);
  });

  test('is absent with one type and one default', () => {
    expect(
      messages(movie(named('5', '${a, x}'), named('5', '${a}'), element('scene', { duration: '5', unknown: '${a}' }))),
    ).toEqual([]);
  });

  test('exists for each additional default', () => {
    expect(
      messages(movie(named('5', '${a, x}'), named('5', '${a, y}'), named('5', '${a, y}'), named('5', '${a, z}'))),
    ).toHaveLength(2);
  });
});

test('a template without a movie root can have variables', () => {
  const root = element('film', { title: '${a, x}' }, element('reel', { name: '${b}' }));
  expect(listVariables(document(root)).variables.map(({ name }) => name)).toEqual(['a', 'b']);
});

describe('the variables of expressions', () => {
  const found = (value: string, further = {}) =>
    listVariables(movie(named('5', value, further))).variables.map((variable) => ({
      name: variable.name,
      type: variable.type,
      needsValue: needsValue(variable),
    }));

  test('are numbers beside arithmetic and in numeric arguments', () => {
    expect(found("${= price * 2 ~ round(weight) ~ name ~ default(nick, '')}")).toEqual([
      { name: 'price', type: 'number', needsValue: true },
      { name: 'weight', type: 'number', needsValue: true },
      { name: 'name', type: 'text', needsValue: true },
      { name: 'nick', type: 'text', needsValue: false },
    ]);
  });

  test.each([
    ["${= money(price, 'EUR')}", '${= given(price)}', ['number']],
    ['${= price * 2}', '${= price > 3}', ['number']],
    ['${= if(price, price + 1, 2)}', 'true', ['number']],
    ['${price} ${= price * 2}', 'true', ['number']],
    ['${= upper(name)} ${name}', '${= name}', ['text']],
  ])('do not conflict as texts or numbers: %s', (value, condition, types) => {
    const { variables, findings } = listVariables(movie(named('5', value, { condition })));
    expect(findings).toEqual([]);
    expect(variables.map(({ type }) => type)).toEqual(types);
  });

  test('conflict as numbers with other types of attributes', () => {
    const color = element('solid', { color: '${a}' });
    const { findings } = listVariables(movie(element('scene', { duration: '5', name: '${= a * 2}' }, color)));
    expect(findings.map(({ code }) => code)).toEqual(['variable/conflict']);
  });

  test('do not need a value in conditions', () => {
    expect(found('x', { condition: '${= price > 10}' })).toEqual([{ name: 'price', type: 'text', needsValue: false }]);
  });

  test('do not include the language unless a declaration or placeholder names it', () => {
    expect(found('${= language ~ direction}')).toEqual([]);
    expect(found('${= language} ${language, de}').map(({ name }) => name)).toEqual(['language']);
  });
});
