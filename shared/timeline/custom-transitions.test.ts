import { describe, expect, test } from 'vitest';
import { required } from '#shared/lib/assert.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { usedSources } from '#shared/template/movie/used-sources.ts';
import { locateFindings } from '#shared/template-xml/read/problems.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { playedSources } from './played-sources.ts';
import { sceneNamed } from './transitions.ts';

function resolved(inside: string, values: Readonly<Record<string, string>> = {}) {
  const { source } = readTemplate(`<movie width="64" height="64" framerate="25">\n${inside}\n</movie>`);
  if (source === null) throw new Error('the template cannot be read');
  const result = resolveTemplate(source.document, { values: new Map(Object.entries(values)), missing: 'error' });
  return { ...result, problems: locateFindings(result.findings, source) };
}

const problemsOf = (inside: string, values?: Readonly<Record<string, string>>) =>
  resolved(inside, values).problems.map(({ code, reason, path }) => [code, reason, path]);

const times = (count: number, what: string) => what.repeat(count);
const between = (inside: string, type = 'custom') => `<transition type="${type}" duration="10">${inside}</transition>`;
const film = (inside: string, more = '') =>
  `<scene id="a" duration="50"/>${between(inside)}<scene id="b" duration="50"/>${more}`;

test('a custom transition can show the adjacent scenes', () => {
  expect(problemsOf(film('<scene><layer ref="a"/><layer ref=" b "/></scene>'))).toEqual([]);
  const more = '<scene id="run"><scene duration="20"/><scene id="c" duration="9"/></scene>';
  expect(problemsOf(`<scene id="a" duration="50"/>${between('<scene><layer ref="run"/></scene>')}${more}`)).toEqual([]);
});

test('a custom transition can show adjacent scenes without ids', () => {
  const inside = '<scene><layer ref="@outgoing"/><layer ref="@incoming"/></scene>';
  expect(problemsOf(film(inside))).toEqual([]);
  const words = '<resources><variable name="words" type="list" default="x, y, z"/></resources>';
  const repeated = `<scene each="\${words}"><scene id="s" duration="50"/>${between(inside)}</scene>`;
  const { movie, problems } = resolved(words + repeated);
  expect(problems).toEqual([]);
  const [, second, third] = movie?.scenes ?? [];
  const sides = { outgoing: second ?? null, incoming: third ?? null };
  expect([sceneNamed('@outgoing', sides), sceneNamed('@incoming', sides)]).toEqual([second, third]);
  // Ids take precedence over `@outgoing` and `@incoming`. Both scenes have the id `s`, which then refers to the first
  // one.
  expect(sceneNamed('s', sides)).toBe(second);
  expect(sceneNamed('@incoming', { ...sides, outgoing: { ...required(second, 'it'), refs: ['@incoming'] } })?.id).toBe(
    second?.id,
  );
});

test('a misspelled scene reference is reported with a correction', () => {
  const [finding] = resolved(film('<scene><layer ref="@outgoin"/></scene>')).findings;
  expect(finding).toMatchObject({ code: 'template/unknown-ref', says: { values: { meant: '@outgoing' } } });
});

describe('the findings of a custom transition', () => {
  test.each([
    [
      'a transition without a scene',
      film(''),
      [['template/missing-attribute', 'template/no-layer', 'movie/transition']],
    ],
    [
      'a transition that shows no other scene',
      film('<scene><solid/></scene>'),
      [['template/missing-attribute', 'template/no-layer', 'movie/transition/scene']],
    ],
    [
      'a reference to a missing scene',
      film('<scene><layer ref="aa"/></scene>'),
      [['template/unknown-ref', 'template/unknown-ref', 'movie/transition/scene/layer@ref']],
    ],
    [
      'a reference to a scene elsewhere',
      film('<scene><layer ref="c"/></scene>', '<scene id="c" duration="50"/>'),
      [['template/unknown-ref', 'template/ref-not-beside', 'movie/transition/scene/layer@ref']],
    ],
    [
      'a layer without a reference',
      film('<scene><layer/></scene>'),
      [['template/missing-attribute', 'template/missing-attribute', 'movie/transition/scene/layer']],
    ],
    [
      'a duplicate id',
      film('<scene id="b"><layer ref="a"/></scene>'),
      [['template/duplicate-id', 'template/duplicate-id', 'movie/scene[2]@id']],
    ],
    [
      'a second scene, and a scene in another transition',
      `${film('<scene><layer ref="a"/></scene><scene/>')}${between('<scene/>', 'fade')}<scene duration="50"/>`,
      [
        ['template/mixed-scene', 'template/second-scene', 'movie/transition[1]/scene[2]'],
        ['template/mixed-scene', 'template/scene-in-transition', 'movie/transition[2]/scene'],
      ],
    ],
    [
      'a layer after its end',
      film('<scene><layer ref="a"/><solid offset="10"/></scene>'),
      [['template/layer-outside', 'template/layer-outside', 'movie/transition/scene/solid@offset']],
    ],
    [
      'an unknown font family',
      film('<scene><layer ref="a"/><text content="a" font="Brand"/></scene>'),
      [['font/family', 'font/family', 'movie/transition/scene/text@font']],
    ],
    [
      'too many scenes',
      film(`<scene>${times(17, '<layer ref="a"/>')}</scene>`),
      [['template/too-many-layers', 'template/shown-scenes', 'movie/transition/scene/layer[17]']],
    ],
    [
      'more videos than it may show, those of a scene that is shown twice counted twice',
      `<scene id="a" duration="50">${times(16, '<video src="a.mp4"/>')}</scene>${between('<scene><layer ref="a"/><layer ref="a"/><video src="a.mp4"/></scene>')}<scene duration="50"/>`,
      [['template/too-many-layers', 'template/shown-videos', 'movie/transition']],
    ],
  ])('include %s', (_, inside, expected) => {
    expect(problemsOf(inside)).toEqual(expected);
  });

  test('exclude disabled scenes and transitions', () => {
    const optional = `<scene id="a" duration="50"/>${between('<scene><layer ref="b"/></scene>')}<scene id="b" duration="50" condition="\${b}"/><scene duration="50"/>`;
    expect(problemsOf(optional, { b: 'yes' })).toEqual([]);
    expect(problemsOf(optional, { b: 'no' })).toEqual([]);
  });
});

test('a scene layer outside a transition is omitted with a warning', () => {
  const { problems: found, movie } = resolved('<scene id="a" duration="50"><solid/><layer ref="a"/></scene>');
  expect(found.map(({ reason, path, severity }) => [reason, path, severity])).toEqual([
    ['template/layer-elsewhere', 'movie/scene/layer', 'warning'],
  ]);
  expect(movie?.scenes[0]?.layers.map(({ kind }) => kind)).toEqual(['solid']);
});

test('the sources of a custom transition include only its enabled layers', () => {
  const inside =
    '<scene><layer ref="a"/><image src="one.png"/><image src="off.png" enabled="false"/><text content="a" font="brand.ttf"/><audio src="whoosh.mp3"/></scene>';
  const { movie } = resolved(film(inside));
  if (movie === null) throw new Error('it has no problem');
  const names = (sources: readonly { readonly kind: string; readonly name?: string }[]) =>
    new Set(sources.map(({ name }) => name));
  const played = new Set(['one.png', 'brand.ttf', 'whoosh.mp3']);
  expect(names(usedSources(movie))).toEqual(new Set([...played, 'off.png']));
  expect(names(playedSources(movie).map(({ source }) => source))).toEqual(played);
});
