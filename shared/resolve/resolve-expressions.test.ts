import { describe, expect, test } from 'vitest';
import { required } from '#shared/lib/assert.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { createResolveMemory } from './reading-context.ts';
import { resolveTemplate } from './resolve.ts';

const film = (inside: string, attributes = '') =>
  required(
    readTemplate(`<movie width="64" height="64" framerate="10"${attributes}>${inside}</movie>`).source,
    'a template',
  ).document;

/** Returns the names of the played scenes, and the codes of the findings. */
function played(document: ReturnType<typeof film>, values: Readonly<Record<string, string>> = {}) {
  const { partial, findings } = resolveTemplate(document, {
    values: new Map(Object.entries(values)),
    missing: 'error',
  });
  const names = partial?.scenes.flatMap(({ enabled, name }) => (enabled ? [name] : [])) ?? [];
  return { names, codes: findings.map(({ code }) => code) };
}

const named = (name: string, further = '') => `<scene duration="1" name="${name}" ${further}/>`;

describe('expressions in a template', () => {
  test('compute times, names, and cases', () => {
    const choice = `<scene type="choice" condition="\${= left(plan, 4)}">${named('a', 'case="gold"')}${named('b')}</scene>`;
    const timed = '<scene duration="${= 2 * length}s" name="${= upper(plan)}"/>';
    expect(played(film(choice + timed), { plan: 'golden', length: '0.5' })).toEqual({
      names: ['a', 'GOLDEN'],
      codes: [],
    });
  });

  test('use the language of the movie', () => {
    const scene = named("${= money(4.9, 'EUR') ~ ' ' ~ language}");
    expect(played(film(scene, ' language="de"')).names).toEqual(['4,90\u00a0€ de']);
    expect(played(film(scene, ' language="${tongue, fr}"'), { tongue: 'nl' }).names).toEqual(['€\u00a04,90 nl']);
  });

  test('read the JSON of a variable without a type as a list', () => {
    const scene = named('${= count(tags)} ${= tags[1]}');
    const declared = (type: string) =>
      `<resources><variable name="tags" ${type} default='["a, b"]'/></resources>${scene}`;
    expect(played(film(declared(''))).names).toEqual(['1 a, b']);
    expect(played(film(named('${= tags ~ 1}')), { tags: '["a"]' }).codes).toEqual(['expression/value']);
  });

  test('are evaluated only in elements that play', () => {
    const off = `${named('a')}<scene duration="1" condition="\${on}" name="\${= 1 / zero}"><text content="\${= nobody + 1}"/></scene>`;
    expect(played(film(off), { on: 'no', zero: '0' }).codes).toEqual([]);
    expect(played(film(off), { on: 'yes', zero: '0' }).codes).toEqual(['expression/value', 'variable/missing']);
    expect(played(film(off.replace('nobody', 'rund(')), { on: 'no', zero: '0' }).codes).toEqual(['expression/syntax']);
  });

  test('share the step limit of a template', () => {
    const scene = named('${= sum(range(1, 9000))}');
    const document = film(scene.repeat(400));
    const memory = createResolveMemory();
    const resolve = () =>
      resolveTemplate(document, { values: new Map(), missing: 'error', memory }).findings.map(({ code }) => code);
    const first = resolve();
    expect(new Set(first)).toEqual(new Set(['expression/too-slow']));
    expect(first.length).toBeLessThan(200);
    expect(resolve()).toEqual(first);
  });

  test("refuse values that violate a variable's declaration", () => {
    const declared = '<resources><variable name="n" type="number" max="5"/></resources>';
    expect(played(film(declared + named('${= n * 2}')), { n: '9' }).codes).toEqual(['variable/refused']);
  });
});

test('an edited text shows the names of variables without a value', () => {
  const scene = (content: string) => film(`<scene duration="1">${content}</scene>`);
  const shown = (content: string, values: Readonly<Record<string, string>> = {}) => {
    const options = { values: new Map(Object.entries(values)), missing: 'ignore' } as const;
    const { partial, movie } = resolveTemplate(scene(content), { ...options, showsPlaceholders: true });
    expect(resolveTemplate(scene(content), options).partial?.scenes[0]?.layers).toEqual([]);
    expect(movie).toBeNull();
    const [layer] = partial?.scenes[0]?.layers ?? [];
    return layer?.kind === 'text' ? layer.content : null;
  };
  expect(shown('<text content="Sale ${=price * 2} for ${name}"/>')).toBe('Sale {price * 2} for {name}');
  expect(shown('<text content="Sale ${=price * 2} for ${name}"/>', { name: 'Bo' })).toBe('Sale {price * 2} for Bo');
  expect(shown('<text><content>Sale <span weight="700">${price}</span></content></text>')).toBe('Sale {price}');
});

test('layers and sounds without a source value keep the written source', () => {
  const scene = film(
    '<scene duration="1"><video src="${clip}.mp4"/><image url="ftp://x"/><audio src="${music}"/><image/></scene>',
  );
  const options = { values: new Map([['music', 'a.mp3']]), missing: 'ignore' } as const;
  const sourcesOf = (showsPlaceholders: boolean) => {
    const [shown] = resolveTemplate(scene, { ...options, showsPlaceholders }).partial?.scenes ?? [];
    return [...(shown?.layers ?? []), ...(shown?.sounds ?? [])].map((part) => ('source' in part ? part.source : null));
  };
  const music = { kind: 'asset', name: 'a.mp3' };
  expect(sourcesOf(false)).toEqual([music]);
  expect(sourcesOf(true)).toEqual([
    { kind: 'asset', name: '{clip}.mp4', unset: true },
    { kind: 'asset', name: 'ftp://x', unset: true },
    { kind: 'asset', name: '', unset: true },
    music,
  ]);
});

test('the cache separates texts with and without placeholders', () => {
  const document = film('<scene duration="1"><text content="${name}"/></scene>');
  const memory = createResolveMemory();
  const layersOf = (showsPlaceholders: boolean) =>
    resolveTemplate(document, { values: new Map(), missing: 'ignore', showsPlaceholders, memory }).partial?.scenes[0]
      ?.layers.length;
  expect([layersOf(false), layersOf(true), layersOf(false)]).toEqual([0, 1, 0]);
});
