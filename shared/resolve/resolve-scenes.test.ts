import { describe, expect, test } from 'vitest';
import { withSentence } from '#shared/messages/testing/messages.ts';
import type { ElementNode, TemplateDocument } from '#shared/template/document/document.ts';
import { documentBuilder } from '#shared/template/document/document-builder.arbitrary.ts';
import { createResolveMemory } from './reading-context.ts';
import { resolveTemplate } from './resolve.ts';
import { listVariables } from './variables.ts';

const { element, movie } = documentBuilder();

type Values = Readonly<Record<string, string>>;

const resolve = (template: TemplateDocument, values: Values = {}, missing: 'error' | 'ignore' = 'error') =>
  resolveTemplate(template, { values: new Map(Object.entries(values)), missing });
const codes = (template: TemplateDocument, values: Values = {}, missing: 'error' | 'ignore' = 'error') =>
  resolve(template, values, missing)
    .findings.map(withSentence)
    .map(({ code }) => code);
const scene = (name: string, attributes: Values = {}, ...children: readonly ElementNode[]) =>
  element('scene', { duration: '10', name, ...attributes }, ...children);
const sequence = (attributes: Values, ...children: readonly ElementNode[]) => element('scene', attributes, ...children);
const choice = (condition: string, ...children: readonly ElementNode[]) =>
  sequence({ type: 'choice', condition }, ...children);
const played = (template: TemplateDocument, values: Values = {}) =>
  resolve(template, values)
    .movie?.scenes.filter(({ enabled }) => enabled)
    .map(({ name }) => name)
    .join(' ') ?? null;
const solid = (attributes: Values = {}) => element('solid', attributes);

describe('a condition', () => {
  const template = movie(scene('a'), scene('b', { type: 'optional', condition: '${promo}' }));

  test('plays its scene only if it is true', () => {
    expect(codes(template)).toEqual([]);
    expect(played(template)).toBe('a');
    expect(played(template, { promo: 'yes' })).toBe('a b');
    expect(played(template, { promo: ' Off ' })).toBe('a');
  });

  test('disables its scene if it is false', () => {
    expect(resolve(template).movie?.scenes.map(({ name, enabled }) => [name, enabled])).toEqual([
      ['a', true],
      ['b', false],
    ]);
  });

  test('disables its layer or sound if it is false', () => {
    const sound = element('audio', { src: 'a.wav', condition: '${loud}' });
    const layers = movie(scene('a', {}, solid({ condition: '${plan} = gold' }), sound));
    const of = (values: Values) => {
      const [first] = resolve(layers, values).movie?.scenes ?? [];
      return [first?.layers[0]?.enabled, first?.sounds[0]?.enabled];
    };
    expect(of({ plan: 'silver' })).toEqual([false, false]);
    expect(of({ plan: 'gold', loud: '1' })).toEqual([true, true]);
  });

  test('suppresses findings about variables only where it is false', () => {
    const photo = (attributes: Values = {}) => element('image', { src: '${photo}', ...attributes });
    const inside = (...layers: readonly ElementNode[]) =>
      movie(scene('a'), scene('b', { condition: '${photo}' }, ...layers));
    expect(codes(inside(photo()))).toEqual([]);
    expect(codes(inside(photo({ opacity: '${strength}' })), { strength: '7' })).toEqual([]);
    expect(codes(inside(photo({ opacity: '7' })))).toEqual(['template/invalid-value']);
    expect(codes(inside(photo({ opacity: '${strength}' })), { strength: '7', photo: 'a.png' })).toEqual([
      'variable/refused',
    ]);
    expect(codes(movie(scene('a', {}, photo({ condition: '${photo}' }))))).toEqual([]);
    expect(codes(movie(scene('a', {}, photo())))).toEqual(['variable/missing']);
    expect(resolve(inside(photo()), {}, 'ignore').movie).not.toBeNull();
  });

  test('is an error if it is malformed, even in an excluded scene', () => {
    expect(codes(movie(scene('a', { condition: '${x} =' })))).toEqual(['template/condition']);
    const inside = scene('b', { condition: '${no}' }, solid({ condition: '(${x}' }));
    expect(codes(movie(scene('a'), inside))).toEqual(['template/condition']);
  });

  test('is required by an optional scene and a choice', () => {
    expect(codes(movie(scene('a'), scene('b', { type: 'optional' })))).toEqual(['template/missing-attribute']);
    expect(codes(movie(scene('a'), sequence({ type: 'choice' }, scene('b'))))).toEqual(['template/missing-attribute']);
  });

  test('can exclude all scenes only if empty movies are allowed', () => {
    const none = movie(scene('a', { condition: '${x}' }));
    const [finding] = resolve(none).findings.map(withSentence);
    expect(finding).toMatchObject({ code: 'template/no-scenes', message: expect.stringContaining('condition') });
    expect(
      resolveTemplate(none, { values: new Map(), missing: 'ignore', empty: 'ignore' }).findings.map(withSentence),
    ).toEqual([]);
  });
});

describe('a choice', () => {
  const template = movie(
    choice('${plan}', scene('gold', { case: 'gold, platinum' }), scene('silver', { case: ' silver ' }), scene('other')),
  );

  test('plays the first scene with a matching case, or the default', () => {
    expect(played(template, { plan: 'platinum' })).toBe('gold');
    expect(played(template, { plan: ' silver' })).toBe('silver');
    expect(played(template, { plan: 'Gold' })).toBe('other');
    expect(played(template)).toBe('other');
    expect(codes(template)).toEqual([]);
  });

  test('is recorded in each of its scenes with the chosen child', () => {
    const inner = choice('x', scene('c', { case: 'x' }));
    const within = sequence({ case: 'later' }, scene('b'), inner);
    const outer = choice('${season}', scene('a', { case: 'spring' }), within);
    const [plain, first, second, third] = resolve(movie(scene('p'), outer)).movie?.scenes ?? [];
    expect(plain?.choices).toBeUndefined();
    expect(first?.choices).toEqual([{ choice: outer.id, case: first?.id }]);
    expect(second?.choices).toEqual([{ choice: outer.id, case: within.id }]);
    expect(third?.choices).toEqual([
      { choice: outer.id, case: within.id },
      { choice: inner.id, case: third?.id },
    ]);
  });

  test('skips disabled scenes', () => {
    const off = choice('${plan}', scene('a', { case: 'x', enabled: 'false' }), scene('b', { case: 'x' }));
    expect(played(movie(off), { plan: 'x' })).toBe('b');
    expect(codes(movie(off), { plan: 'x' })).toEqual([]);
  });

  test('plays nothing and warns if all cases differ', () => {
    const without = movie(scene('a'), choice('${plan}', scene('b', { case: 'x' })));
    expect(played(without, { plan: 'y' })).toBe('a');
    expect(codes(without, { plan: 'y' })).toEqual(['template/no-case']);
  });

  test('compares its value as plain text without operators', () => {
    const plain = movie(choice('${a} = ${b}', scene('x', { case: '1 = 1' }), scene('y')));
    expect(played(plain, { a: '1', b: '1' })).toBe('x');
  });

  test('warns about unreachable cases', () => {
    const twice = choice('${p}', scene('a', { case: 'x' }), scene('b', { case: 'y, x' }), scene('c'), scene('d'));
    expect(codes(movie(twice))).toEqual(['template/case', 'template/case']);
  });

  test('ignores layers and warns about them', () => {
    const mixed = sequence({ type: 'choice', condition: 'x' }, solid(), scene('a'));
    expect(codes(movie(mixed))).toEqual(['template/mixed-scene']);
    expect(played(movie(mixed))).toBe('a');
  });

  test('reports missing variables only in the chosen scene', () => {
    const photo = element('image', { src: '${photo}' });
    const inside = movie(choice('${plan}', scene('a', { case: 'x' }, photo), scene('b')));
    expect(codes(inside)).toEqual([]);
    expect(codes(inside, { plan: 'x' })).toEqual(['variable/missing']);
  });
});

test('a case outside a choice gives a warning', () => {
  expect(codes(movie(scene('a', { case: 'x' })))).toEqual(['template/case']);
});

describe('a sequence', () => {
  test('passes its background and condition to its scenes', () => {
    const inner = sequence({ background: '#00f' }, scene('d'), choice('${p}', scene('e', { case: '1' }), scene('f')));
    const outer = sequence(
      { condition: '${on, yes}', background: '#f00' },
      scene('b'),
      scene('c', { background: '#0f0' }),
      inner,
    );
    const template = movie(scene('a'), outer, scene('g'));
    expect(codes(template)).toEqual([]);
    expect(played(template)).toBe('a b c d f g');
    expect(played(template, { on: 'no' })).toBe('a g');
    expect(played(template, { p: '1' })).toBe('a b c d e g');
    const parts = resolve(template).movie?.scenes.map(({ name, background }) => [name, background]) ?? [];
    expect(Object.fromEntries(parts)).toMatchObject({
      a: null,
      b: { red: 255, green: 0, blue: 0 },
      c: { red: 0, green: 255, blue: 0 },
      e: { red: 0, green: 0, blue: 255 },
    });
  });

  test('has no duration and ignores scenes next to layers', () => {
    expect(codes(movie(sequence({ duration: '5' }, scene('a'))))).toEqual(['template/sequence-length']);
    const mixed = movie(scene('a', {}, solid(), scene('b')));
    expect(codes(mixed)).toEqual(['template/mixed-scene']);
    expect(played(mixed)).toBe('a');
  });

  test('disables its scenes if it is disabled', () => {
    expect(played(movie(scene('a'), sequence({ enabled: 'false' }, scene('b'))))).toBe('a');
  });

  test('can be nested at most eight deep', () => {
    const deep = (levels: number): ElementNode =>
      Array.from({ length: levels }).reduce<ElementNode>((inner) => sequence({}, inner), scene('a'));
    expect(played(movie(deep(8)))).toBe('a');
    expect(codes(movie(deep(9)))).toEqual(['template/too-deep']);
  });
});

test('two scenes with the same id are reported, even in sequences', () => {
  const template = movie(scene('a', { id: 'x' }), sequence({}, scene('b', { id: ' x ' }), scene('c', { id: 'y' })));
  expect(codes(template)).toEqual(['template/duplicate-id']);
});

test('scenes in a sequence are reused unless the sequence changes', () => {
  const memory = createResolveMemory();
  const again = (template: TemplateDocument, values: Values = {}) =>
    resolveTemplate(template, { values: new Map(Object.entries(values)), missing: 'error', memory }).movie?.scenes ??
    [];
  const unchanged = scene('a');
  const template = (background: string) =>
    movie(sequence({}, unchanged, scene('b')), sequence({ background }, scene('c', { condition: '${x}' })));
  const [before] = again(template('#f00'));
  expect(again(template('#f00'))[0]).toBe(before);
  expect(again(template('#0f0'), { x: '1' }).map(({ enabled, background }) => [enabled, background])).toEqual([
    [true, null],
    [true, null],
    [true, { red: 0, green: 255, blue: 0, alpha: 1 }],
  ]);
});

describe('variables in conditions', () => {
  const list = (template: TemplateDocument) =>
    listVariables(template).variables.map(({ name, type, choices, offset, numframes }) => [
      name,
      type,
      choices.join(','),
      offset,
      numframes,
    ]);

  test('have the type of their comparisons', () => {
    const photo = element('image', { src: '${photo}', condition: '${photo}' });
    const template = movie(
      scene('a', { condition: "${plan} in 'x, y' and ${count} > 2" }, photo),
      choice('${plan}', scene('b', { case: 'y, z' }), scene('c')),
      scene('d', { condition: '${promo}' }),
    );
    expect(listVariables(template).findings).toEqual([]);
    expect(list(template)).toEqual([
      ['plan', 'text', 'x,y,z', 0, 10],
      ['count', 'number', '', 0, 0],
      ['photo', 'media', '', 0, 0],
      ['promo', 'boolean', '', 10, 0],
    ]);
  });

  test('span the frames of the scenes that use them', () => {
    const template = movie(
      sequence({}, scene('a'), scene('b', {}, element('text', { content: '${name}' }))),
      choice('${plan, x}', scene('c', { duration: '5', case: 'x' }), scene('d', { name: '${other}' })),
      scene('e', { name: '${last}' }),
    );
    expect(list(template)).toEqual([
      ['name', 'text', '', 10, 10],
      ['plan', 'text', 'x', 20, 5],
      ['other', 'text', '', 25, 0],
      ['last', 'text', '', 25, 10],
    ]);
  });
});
