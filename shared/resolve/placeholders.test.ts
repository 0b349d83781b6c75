import { expect, test } from 'vitest';
import { required } from '#shared/lib/assert.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { originalId } from '#shared/template/variables/repeats.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import type { WhyNoCopies } from './copies.ts';
import { type ResolveOptions, resolveTemplate } from './resolve.ts';

function resolved(content: string, products = '', others: Partial<ResolveOptions> = {}) {
  const xml = `<movie width="320" height="180" framerate="10"><resources>
    <variable name="products" type="list"><field name="name" default="New"/><field name="seconds" type="number"/>
      <field name="tags" type="list"/></variable></resources>${content}</movie>`;
  const { document } = required(readTemplate(xml).source, 'the template');
  const options = { values: new Map([['products', products]]), missing: 'ignore', empty: 'ignore', ...others } as const;
  const { withoutCopies = new Map<NodeId, WhyNoCopies>(), ...film } = resolveTemplate(document, options);
  const shown = resolveTemplate(document, { ...options, placeholders: withoutCopies });
  const movie = required(shown.partial, 'the movie');
  return { film, withoutCopies, movie, names: movie.scenes.map(({ name, enabled }) => `${name} ${enabled}`) };
}

const FIRST = '<scene name="First" duration="2"/><transition duration="0.5"/>';
const EACH = '<scene name="${p.name}" duration="${p.seconds}" each="${products}" as="p"/>';
const LAST = '<transition duration="1"/><scene name="Last" duration="2"/>';

test('a scene of an empty list has a disabled placeholder with the defaults of the fields', () => {
  const { film, withoutCopies, movie, names } = resolved(`${FIRST}${EACH}${LAST}`);
  expect([...withoutCopies.values()]).toEqual(['empty']);
  expect(film.partial?.scenes.map(({ name }) => name)).toEqual(['First', 'Last']);
  expect(names).toEqual(['First true', 'New false', 'Last true']);
  expect(originalId(required(movie.scenes[1], 'it').id)).toBe([...withoutCopies.keys()][0]);
  // The placeholder does not change the film: the same transition plays, at the same frames.
  const [expected, actual] = [required(film.partial, 'it'), movie].map(buildTimeline);
  expect(actual?.length).toBe(expected?.length);
  expect(actual?.transitions.map(({ start, length }) => ({ start, length }))).toEqual(
    expected?.transitions.map(({ start, length }) => ({ start, length })),
  );
});

test('an element with a copy in any surrounding copy has no placeholder', () => {
  const inner = '<scene each="${products}" as="p"><scene name="${t}" duration="1" each="${p.tags}" as="t"/></scene>';
  const some = resolved(inner, '[{"tags":[]},{"tags":["hot"]}]');
  expect(some.withoutCopies.size).toBe(0);
  expect(some.names).toEqual(['hot true']);
  const none = resolved(inner, '[{"tags":[]},{"tags":[]}]');
  expect(none.withoutCopies.size).toBe(1);
  expect(none.names).toEqual([' false']);
  // In the placeholder of the outer element, the inner element has a placeholder too.
  const outer = resolved(inner);
  expect(outer.withoutCopies.size).toBe(1);
  expect(outer.names).toEqual([' false']);
});

test('the reason for missing copies is the list, the chosen items, or an unreadable list', () => {
  const why = (attributes: string, products: string) =>
    [...resolved(`<scene duration="1" each="\${products}" ${attributes}/>`, products).withoutCopies.values()][0];
  expect(why('', '[{"name":"Tea"}]')).toBeUndefined();
  expect(why('where="${item.name} = Jam"', '')).toBe('empty');
  expect(why('where="${item.name} = Jam"', '[{"name":"Tea"}]')).toBe('excluded');
  expect(why('from="2"', '[{"name":"Tea"}]')).toBe('excluded');
  expect(why('', '[{"name":')).toBe('unreadable');
  const missing = { values: new Map<string, string>() };
  expect([...resolved('<scene duration="1" each="${others}"/>', '', missing).withoutCopies.values()]).toEqual([
    'empty',
  ]);
});

test('placeholders of layers and sounds leave the length of their scene open', () => {
  const parts = '<text content="${item.name}" each="${products}"/><audio src="a.mp3" each="${products}"/>';
  const { film, withoutCopies, movie } = resolved(`<scene><video src="a.mp4"/>${parts}</scene>`);
  expect([...withoutCopies.values()]).toEqual(['empty', 'empty']);
  const [scene] = movie.scenes;
  expect(scene?.layers).toMatchObject([{ enabled: true }, { enabled: false, content: 'New' }]);
  expect(scene?.sounds).toMatchObject([{ enabled: false }]);
  expect(scene?.fits).toEqual(film.partial?.scenes[0]?.fits);
});

test('a choice never plays the placeholder of a case', () => {
  const cases = '<scene name="A" case="a" duration="1" each="${products}"/><scene name="Other" duration="1"/>';
  const { names, film } = resolved(`<scene type="choice" condition="a">${cases}</scene>`);
  expect(film.partial?.scenes.map(({ enabled }) => enabled)).toEqual([true]);
  expect(names).toEqual(['A false', 'Other true']);
});
