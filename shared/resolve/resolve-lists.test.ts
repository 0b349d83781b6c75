import { describe, expect, test } from 'vitest';
import { required } from '#shared/lib/assert.ts';
import { locateFindings } from '#shared/template-xml/read/problems.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { createResolveMemory } from './reading-context.ts';
import { type ResolveOptions, resolveTemplate } from './resolve.ts';
import { listVariables, needsValue } from './variables.ts';

const PRODUCTS = `
  <resources>
    <variable name="products" type="list" min="1" max="3">
      <field name="name" required="true"/>
      <field name="price" type="number" min="0" default="1"/>
      <field name="tags" type="list"/>
      <item name="Tea" price="4.90" tags="hot, green"/>
      <item name="Cake"/>
    </variable>
  </resources>`;

function sourceOf(content: string) {
  const xml = `<movie width="320" height="180" framerate="10">${content}</movie>`;
  return required(readTemplate(xml).source, 'the template');
}

function resolved(
  content: string,
  values: Readonly<Record<string, unknown>> = {},
  options: Partial<ResolveOptions> = {},
) {
  const source = sourceOf(content);
  const texts = Object.entries(values).map(
    ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
  );
  const found = resolveTemplate(source.document, { values: new Map(texts), missing: 'error', ...options });
  return { ...found, problems: locateFindings(found.findings, source), source };
}

function contents({ movie }: ReturnType<typeof resolved>): readonly (readonly string[])[] {
  return required(movie, 'the movie').scenes.map(({ layers }) =>
    layers.flatMap((layer) => (layer.kind === 'text' ? [layer.content] : [])),
  );
}

const SCENE = '<scene duration="10" each="${products}"><text content="${item.name} ${item.price}"/></scene>';

describe('a declared list', () => {
  test('has its items as the default, and defaults for its fields', () => {
    expect(contents(resolved(PRODUCTS + SCENE))).toEqual([['Tea 4.90'], ['Cake 1']]);
  });

  test('takes any number of JSON for a number', () => {
    const scene =
      '<scene duration="10" each="${products}" where="${item.price} &lt; 0.1"><text content="${item.name}"/></scene>';
    const products = [0.1 + 0.2, 0.1, 3e-17].map((price, at) => ({ name: String(at), price }));
    const found = resolved(PRODUCTS + scene, { products });
    expect(found.problems).toEqual([]);
    expect(contents(found)).toEqual([['2']]);
  });

  test('repeats elements over a field that is a list', () => {
    const nested =
      '<scene duration="10" each="${products}" as="p"><text content="x"/><text each="${p.tags}" content="${p.name} ${item}"/></scene>';
    expect(contents(resolved(PRODUCTS + nested))).toEqual([['x', 'Tea hot', 'Tea green'], ['x']]);
  });

  test('is false in a condition if it has no items', () => {
    const scenes = `${SCENE}<scene duration="10" condition="\${products}"><text content="some"/></scene><scene duration="10"><text content="end"/></scene>`;
    const { movie } = resolved(PRODUCTS.replace('min="1"', '') + scenes, { products: [] });
    expect(movie?.scenes.map(({ enabled }) => enabled)).toEqual([false, true]);
  });

  test('has no items by default, and a form leaves it optional', () => {
    const declared = (attributes: string) =>
      `<resources><variable name="e" type="list" ${attributes}/></resources><scene duration="10"><text each="\${e}" content="\${item}"/><text content="x\${e}\${= count(e)}"/></scene>`;
    const isRequired = (attributes: string) =>
      listVariables(sourceOf(declared(attributes)).document).variables.map(needsValue);
    expect(contents(resolved(declared('')))).toEqual([['x0']]);
    expect(contents(resolved(declared(''), { e: ['a', 'b'] }))).toEqual([['a', 'b', 'x["a","b"]2']]);
    expect([isRequired(''), isRequired('min="1"'), isRequired('required="true"')]).toEqual([[false], [true], [true]]);
    expect(resolved(declared('min="1"')).problems.map(({ code }) => code)).toContain('variable/missing');
  });

  test('uses the default of a placeholder before it counts as empty', () => {
    const list = '<resources><variable name="e" type="list"/></resources>';
    expect(
      contents(resolved(`${list}<scene duration="10"><text each="\${e, a}" content="\${item}"/></scene>`)),
    ).toEqual([['a']]);
  });

  test.each([
    ['list/unreadable', '[1,', null],
    ['list/count', [{ name: 'a' }, { name: 'b' }, { name: 'c' }, { name: 'd' }], null],
    ['variable/refused', [{ name: 'a', price: -1 }], 'price'],
    ['variable/missing', [{ price: 1 }], 'name'],
  ])('reports %s at the use of the list', (code, products, field) => {
    const { problems, movie } = resolved(PRODUCTS + SCENE, { products });
    const problem = problems.find((each) => each.code === code);
    expect(movie).toBeNull();
    expect(problem?.path).toBe('movie/scene@each');
    if (field !== null) expect(problem?.values).toMatchObject({ list: 'products', item: 1, field });
  });

  test.each([
    ['min="-1"', 'min'],
    ['max="2.5"', 'max'],
  ])('requires a whole number of items: %s', (written, attribute) => {
    const { problems } = resolved(PRODUCTS.replace('min="1" max="3"', written) + SCENE);
    expect(problems.map(({ code, path }) => [code, path])).toEqual([
      ['template/invalid-value', `movie/resources/variable@${attribute}`],
    ]);
  });

  test('names a record that `each` gets in place of a list', () => {
    const { problems } = resolved(PRODUCTS + SCENE.replace('${products}', '${= products[1]}'));
    expect(problems).toMatchObject([{ code: 'expression/value', values: { reason: 'record' } }]);
  });

  test('reports a refused field at the attribute of its item', () => {
    const { problems } = resolved(PRODUCTS.replace('4.90', 'free') + SCENE);
    expect(problems.map(({ code, path }) => [code, path])).toEqual([
      ['variable/refused', 'movie/resources/variable/item[1]@price'],
    ]);
  });

  test('reports the same refused field of three items and counts the others', () => {
    const list = PRODUCTS.replace('max="3"', '');
    const products = Array.from({ length: 50 }, (_, at) => ({ name: at === 7 ? '' : 'x', price: 'y' }));
    const messages = resolved(list + SCENE, { products }).problems.map(({ message }) => message);
    expect(messages.map((text) => (/\d+ more/.exec(text) ?? /Item \d+/.exec(text))?.[0])).toEqual([
      ...['Item 1', 'Item 2', 'Item 3', '47 more', 'Item 8'],
    ]);
  });

  test('warns about an undeclared attribute of an item', () => {
    const { problems } = resolved(PRODUCTS.replace('price="4.90"', 'cost="4.90"') + SCENE);
    expect(problems.map(({ code, path, severity }) => [code, path, severity])).toEqual([
      ['list/field', 'movie/resources/variable/item[1]@cost', 'warning'],
    ]);
  });

  test('warns about an unknown field of `sort`', () => {
    const sorted = (sort: string) =>
      resolved(PRODUCTS + SCENE.replace('each=', `sort="${sort}" each=`)).problems.map(({ code, path, message }) => [
        ...[code, path, /Did you mean `(\w+)`/.exec(message)?.[1]],
      ]);
    expect(sorted('-price, item.name')).toEqual([]);
    expect(sorted('nmae, -price')).toEqual([['list/field', 'movie/scene@sort', 'name']]);
    expect(sorted('weight')).toEqual([['list/field', 'movie/scene@sort', undefined]]);
  });

  test('reports a list with both a default and items', () => {
    const { problems } = resolved(PRODUCTS.replace('min="1"', 'default="[]"') + SCENE);
    expect(problems.map(({ code }) => code)).toContain('template/duplicate-attribute');
  });
});

describe('a movie whose scenes all come from a list', () => {
  const scenes = '<scene each="${tags}" duration="10"><text content="${item}"/></scene>';

  test('has no problem while the list is unknown', () => {
    for (const content of [scenes, `<scene>${scenes}</scene>`, '<scene condition="${tags}" duration="10"/>'])
      expect(resolved(content, {}, { missing: 'ignore' })).toMatchObject({ movie: null, problems: [] });
    const literal = resolved('<scene enabled="false" duration="10"/>', {}, { missing: 'ignore' });
    expect(literal.problems.map(({ code }) => code)).toEqual(['template/no-scenes']);
  });

  test('has no scene if the list is empty', () => {
    const { problems } = resolved(scenes, { tags: '' });
    expect(problems).toMatchObject([{ code: 'template/no-scenes', message: expect.stringContaining('empty lists') }]);
  });
});

test('an empty list between two transitions gives no warning', () => {
  const scene = '<scene duration="10"/>';
  const fade = '<transition type="fade" duration="2"/>';
  const codesOf = (between: string) =>
    resolved(scene + fade + between + fade + scene, { tags: '' }).problems.map(({ code }) => code);
  expect(codesOf('<scene each="${tags}" duration="10"/>')).toEqual([]);
  expect(codesOf('<scene><scene each="${tags}" duration="10"/></scene>')).toEqual([]);
  expect(codesOf('<solid each="${tags}"/>')).toContain('template/transition-place');
});

describe('a sequence whose lists leave no scene', () => {
  const tags =
    '<scene each="${products}"><scene each="${item.tags}" as="tag" duration="10"><text content="${tag}"/></scene></scene>';

  test('plays nothing', () => {
    const { movie, problems } = resolved(PRODUCTS + tags);
    expect(problems).toEqual([]);
    expect(movie?.scenes.map(({ layers }) => layers.length)).toEqual([1, 1]);
    const twice =
      PRODUCTS + tags.replace('<scene each', '<scene><scene each').replace('</scene></scene>', '</scene>'.repeat(3));
    expect(resolved(twice, { products: [{ name: 'a', tags: '' }] }).problems.map(({ code }) => code)).toEqual([
      'template/no-scenes',
    ]);
  });

  test('remains the case that a choice plays', () => {
    const choice = `<scene type="choice" condition="a"><scene case="a">${tags}</scene><scene duration="10"><text content="else"/></scene></scene><scene duration="10"/>`;
    const { movie, problems } = resolved(PRODUCTS + choice, { products: [{ name: 'a', tags: '' }] });
    expect(problems).toEqual([]);
    expect(movie?.scenes.map(({ enabled }) => enabled)).toEqual([false, true]);
  });

  test('has no length in the extents of variables', () => {
    const empty = PRODUCTS.replace('hot, green', '');
    const end = '<scene duration="10"><text content="${end}"/></scene>';
    const { variables } = listVariables(sourceOf(empty + tags + end).document);
    expect(variables.find(({ name }) => name === 'end')).toMatchObject({ offset: 0, numframes: 10 });
  });
});

describe('a repeated element that is not played', () => {
  const text = '<text each="${list}" content="${item}"/>';
  const end = '<scene duration="5"><text content="end"/></scene>';
  const played = (content: string, values: Readonly<Record<string, unknown>> = {}) => {
    const { movie, problems } = resolved(content + end, values);
    return [
      problems.map(({ code, items = [] }) => [code, ...items.map(({ index }) => index)].join(' ')),
      movie !== null,
    ];
  };

  test.each([
    [`<scene duration="5" condition="false"><text content="x"/>${text}</scene>`, {}],
    [`<scene duration="5" condition="\${list}"><text content="x"/>${text}</scene>`, {}],
    [`<scene duration="5" condition="false"><text content="x"/>${text}</scene>`, { list: '[' }],
    [`<scene duration="5" each="\${list}" condition="\${list}"><text content="x"/></scene>`, {}],
    [`<scene condition="no"><scene duration="5" each="\${list}"><text content="x"/></scene></scene>`, {}],
    [
      `<scene type="choice" condition="a"><scene case="b" duration="5">${text}</scene><scene duration="5"><text content="y"/></scene></scene>`,
      {},
    ],
  ])('does not need its list: %s', (content, values) => {
    expect(played(content, values)).toEqual([[], true]);
  });

  test('needs its list only in the copies that are played', () => {
    const inner =
      '<scene each="${list}" condition="${item.on}" duration="5"><text content="x"/><text each="${= item.price}" content="y"/></scene>';
    expect(played(inner, { list: [{ on: 'no' }, { on: 'yes', price: '1' }, { on: 'no' }] })).toEqual([[], true]);
    expect(played(inner, { list: [{ on: 'no' }, { on: 'yes' }] })).toEqual([['expression/value 2'], false]);
  });

  test('reports a condition of its items, which needs the list', () => {
    expect(played('<scene each="${list}" condition="${item.on}" duration="5"><text content="x"/></scene>')).toEqual([
      ['variable/missing'],
      false,
    ]);
  });

  test('reports that it has too many copies', () => {
    const many =
      '<scene duration="5" condition="false"><text each="${= range(1, 9000)}" content="x"><filter type="blur"/></text></scene>';
    expect(played(many.repeat(12))).toEqual([['list/too-many'], false]);
  });
});

test('names the item whose filter has a fault', () => {
  const scene = '<scene each="${list}" where="${= 1 / item.stock > 0}" duration="5"><text content="x"/></scene>';
  const { problems } = resolved(scene, { list: [1, 0, 0, 2, 0, 0, 0].map((stock) => ({ stock })) });
  expect(problems.map(({ items }) => items)).toEqual([
    ...[2, 3, 5].map((index) => [{ list: 'list', index }]),
    undefined,
  ]);
  expect(problems.at(-1)?.message).toMatch(/2 more/);
});

test('names the fields of a record in place of a list', () => {
  const { problems } = resolved('<scene each="${= list[1]}" duration="5"><text content="x"/></scene>', {
    list: [{ a: 1 }],
  });
  expect(problems[0]?.message).toMatch(/is a record; use one of its fields: .*a/);
});

test('warns about attributes that shape a list without a list', () => {
  const scene = '<scene duration="10" as="x" where="false" sort="x"><text content="a" step="2"/></scene>';
  const { movie, problems } = resolved(scene);
  expect(movie).not.toBeNull();
  expect(problems.map(({ path, severity }) => [path, severity])).toEqual([
    ['movie/scene@as', 'warning'],
    ['movie/scene@where', 'warning'],
    ['movie/scene@sort', 'warning'],
    ['movie/scene/text@step', 'warning'],
  ]);
});

describe('copies', () => {
  test('keep the names of items out of the variables', () => {
    const { variables } = listVariables(
      sourceOf(`${SCENE}<scene duration="1"><text content="\${item.name}"/></scene>`).document,
    );
    expect(variables.map(({ name, uses }) => [name, uses.length])).toEqual([
      ['products', 1],
      ['item.name', 1],
    ]);
  });

  test('have nodes with different ids', () => {
    const { movie } = resolved(PRODUCTS + SCENE);
    const ids = movie?.scenes.flatMap(({ id, layers }) => [id, ...layers.map((layer) => layer.id)]) ?? [];
    expect(new Set(ids).size).toBe(4);
  });

  test('have problems that name the item of each list around them', () => {
    const nested =
      '<scene duration="10" each="${products}" as="p"><text each="${= range(1, 2)}" content="${p.none}"/></scene>';
    const { problems } = resolved(nested, { products: [{ name: 'a' }] });
    expect(problems[1]).toMatchObject({
      path: 'movie/scene/text@content',
      items: [
        { list: 'products', index: 1 },
        { list: 'range(1, 2)', index: 2 },
      ],
    });
    expect(problems[1]?.message).toContain('This is in item 1 of `products`, item 2 of `range(1, 2)`.');
  });

  test('report the same problem three times and count the others', () => {
    const scene = '<scene duration="10" each="${= range(1, 50)}"><text content="${item.none}"/></scene>';
    const { problems, movie } = resolved(scene);
    expect(movie).toBeNull();
    expect(problems).toHaveLength(4);
    expect(problems[3]).toMatchObject({ code: 'variable/missing', reason: 'list/others', values: { count: 47 } });
  });

  test('can have scenes with the same id, unlike other scenes', () => {
    const copies = '<scene duration="10" each="${= range(1, 2)}" id="a"/>';
    expect(resolved(copies).problems).toEqual([]);
    expect(resolved(`${copies}<scene duration="10" id="a"/>`).problems.map(({ code }) => code)).toEqual([
      'template/duplicate-id',
    ]);
  });

  test('are separated by a transition after the last scene of a sequence', () => {
    const sequence = `<scene each="\${= range(1, 3)}"><scene duration="20"/><transition type="push" duration="5" condition="not \${last}"/></scene>`;
    const { movie, problems } = resolved(sequence);
    expect(problems).toEqual([]);
    expect(movie?.transitions.map(({ behind, enabled }) => [behind, enabled])).toEqual([
      [1, true],
      [2, true],
      [3, false],
    ]);
  });

  test('can be spans of a text', () => {
    const spans =
      '<scene duration="10"><text><content>A<span each="${= range(1, 3)}" color="#f00">${item}</span></content></text></scene>';
    expect(contents(resolved(spans))).toEqual([['A123']]);
  });

  test('can contain the number of their item in a text', () => {
    const text =
      '<text value="${item.price}"><content>${item.name}: <span each="${item.tags}" as="tag">${= money(value, \'EUR\')} ${tag}</span></content></text>';
    expect(contents(resolved(`${PRODUCTS}<scene duration="10" each="\${products}">${text}</scene>`))).toEqual([
      ['Tea: €4.90 hot€4.90 green'],
      ['Cake: '],
    ]);
  });

  test('can be sounds', () => {
    const sounds = '<scene duration="10"><audio each="${= range(1, 3)}" src="${item}.mp3"/></scene>';
    expect(resolved(sounds).movie?.scenes[0]?.sounds.map(({ source }) => source)).toEqual(
      [1, 2, 3].map((at) => ({ kind: 'asset', name: `${at}.mp3` })),
    );
  });

  test('are resolved again only if their item changes', () => {
    const memory = createResolveMemory();
    const { document } = sourceOf(SCENE);
    const run = (second: string) => {
      const products = JSON.stringify([
        { name: 'a', price: 1 },
        { name: second, price: 1 },
      ]);
      return required(
        resolveTemplate(document, { values: new Map([['products', products]]), missing: 'error', memory }).movie,
        'the movie',
      );
    };
    const [before, after] = [run('b'), run('c')];
    expect(after.scenes[0]).toBe(before.scenes[0]);
    expect(after.scenes[1]).not.toBe(before.scenes[1]);
  });
});

describe('limits', () => {
  const nested = (depth: number, list: string): string =>
    depth === 0 ? '<text content="x"/>' : `<group each="${list}">${nested(depth - 1, list)}</group>`;

  test.each([
    ['copies', nested(3, '${= range(1, 10000)}')],
    ['copies of a given list', nested(4, '${tags}')],
    [
      'visited items',
      nested(2, '${= range(1, 10000)}').replace(
        '<group each="${= range(1, 10000)}"><text',
        '<group where="false" each="${= range(1, 10000)}"><text',
      ),
    ],
  ])('refuses too many %s', (_, content) => {
    const tags = Array.from({ length: 1000 }, (_each, at) => at);
    const { problems, movie } = resolved(`<scene duration="10">${content}</scene>`, { tags });
    expect(movie).toBeNull();
    expect(problems.map(({ code }) => code)).toContain('list/too-many');
  });

  test('refuses lists that are nested too deeply', () => {
    const { problems } = resolved(`<scene duration="10">${nested(5, '${= range(1, 1)}')}</scene>`);
    expect(problems.map(({ code, path }) => [code, path])).toEqual([
      ['list/too-deep', 'movie/scene/group/group/group/group/group@each'],
    ]);
  });
});

test('the frames of a list variable include all copies', () => {
  const content = `${PRODUCTS}<scene duration="5"/>${SCENE}<scene duration="7"><text content="\${end}"/></scene>`;
  const { variables } = listVariables(sourceOf(content).document);
  expect(variables.map(({ name, offset, numframes }) => [name, offset, numframes])).toEqual([
    ['products', 5, 20],
    ['end', 25, 7],
  ]);
});
