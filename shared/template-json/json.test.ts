import { describe, expect, test } from 'vitest';
import { required } from '#shared/lib/assert.ts';
import { anyDocument, withoutNodeIds } from '#shared/template/document/document.arbitrary.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { documentBuilder } from '#shared/template/document/document-builder.arbitrary.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { fc } from '#shared/testing/properties.ts';
import { readJson, writeJson } from './json.ts';

const { element, movie, comment, text } = documentBuilder();

function read(value: unknown) {
  let last = 0;
  return readJson(value, () => {
    last += 1;
    return `n${last}` as NodeId;
  });
}
const faults = (value: unknown) => read(value).problems.map(({ path, message }) => `${path}: ${message}`);
const inMovie = (...children: readonly unknown[]) => ({ schemaVersion: 1, movie: { element: 'movie', children } });
const nested = (depth: number): unknown =>
  depth === 0 ? { element: 'deepest' } : { element: 'x', children: [nested(depth - 1)] };

/** Returns the XML of a list with these fields and items, and of a text that is repeated for it. */
function listXml(names: readonly string[], items: readonly (readonly string[])[], each: string): string {
  const escaped = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const fields = names.map((name) => `<field name="${name}" type="list"><field name="inner"/></field>`).join('');
  const written = items.map(
    (values) => `<item ${names.map((name, at) => `${name}="${escaped(values[at] ?? '')}"`).join(' ')}/>`,
  );
  return (
    `<movie width="32" height="18" framerate="10"><resources><variable name="a" type="list" min="1">${fields}` +
    `${written.join('')}</variable></resources><scene each="\${${each}}" as="it" where="\${it.b} &gt; 0" sort="-b" reverse="true" ` +
    'from="-2" to="1" step="3" duration="1"><text each="${it.tags}" content="${item}"/></scene></movie>'
  );
}

test('lists convert from XML to JSON and back without loss', () => {
  const name = fc.stringMatching(/^[A-Za-z_][\w-]{0,9}$/);
  const value = fc.stringMatching(/^[ -~äöß€]{0,20}$/);
  const lists = fc.tuple(
    fc.uniqueArray(name, { minLength: 1, maxLength: 5 }),
    fc.array(fc.array(value, { minLength: 5, maxLength: 5 }), { maxLength: 4 }),
    name,
  );
  fc.assert(
    fc.property(lists, ([names, items, each]) => {
      const { document } = required(readTemplate(listXml(names, items, each)).source, 'the template');
      const json = writeJson(document);
      const back = required(read(JSON.parse(JSON.stringify(json))).document, 'the document');
      expect(withoutNodeIds(back)).toEqual(withoutNodeIds(document));
    }),
  );
});

test('the JSON of a template has the structure of its XML', () => {
  const template = {
    ...movie(
      comment(' opening '),
      element('scene', { duration: '${len, 50}' }, element('video', { src: 'a.mp4' })),
      text('stray'),
      text('a < b', true),
    ),
    declaration: true,
    prolog: [comment(' by hand ')],
  };
  expect(writeJson(template)).toEqual({
    schemaVersion: 1,
    declaration: true,
    prolog: [' by hand '],
    movie: {
      element: 'movie',
      attributes: { width: '100', height: '50', framerate: '25' },
      children: [
        { comment: ' opening ' },
        {
          element: 'scene',
          attributes: { duration: '${len, 50}' },
          children: [{ element: 'video', attributes: { src: 'a.mp4' } }],
        },
        { text: 'stray' },
        { cdata: 'a < b' },
      ],
    },
    variables: [{ name: 'len', type: 'time', defaultvalue: '50', options: [], offset: 0, numframes: 50 }],
  });
});

test('documents convert to JSON and back without loss', () =>
  fc.assert(
    fc.property(anyDocument, (document) => {
      const json = writeJson(document);
      const { document: again, problems } = read(JSON.parse(JSON.stringify(json)));
      expect(problems).toEqual([]);
      expect(again && withoutNodeIds(again)).toEqual(withoutNodeIds(document));
      // Compare the JSON texts, because the order of attributes matters.
      expect(again && JSON.stringify(writeJson(again))).toBe(JSON.stringify(json));
    }),
  ));

test('elements and attributes can be named like properties of Object.prototype', () => {
  const json: unknown = JSON.parse(
    '{"schemaVersion":1,"movie":{"element":"constructor","attributes":{"__proto__":"x","toString":"y"}}}',
  );
  const { document } = read(json);
  expect(document?.root).toMatchObject({
    name: 'constructor',
    attributes: [
      { name: '__proto__', value: 'x' },
      { name: 'toString', value: 'y' },
    ],
  });
  expect(document && JSON.stringify(writeJson(document).movie)).toBe(
    '{"element":"constructor","attributes":{"__proto__":"x","toString":"y"}}',
  );
});

test('the JSON can have unquoted numbers and omit lists', () => {
  const { document } = read(
    inMovie({ element: 'video', attributes: { audio: false, skip: 25, intensity: 0.0000001 } }),
  );
  expect(document?.root.children[0]).toMatchObject({
    attributes: [
      { name: 'audio', value: 'false' },
      { name: 'skip', value: '25' },
      { name: 'intensity', value: '0.0000001' },
    ],
    children: [],
  });
});

test('every node of the document has a unique id', () => {
  const { document } = read({ ...inMovie({ element: 'scene' }, { comment: 'c' }, { text: 't' }), prolog: ['p'] });
  const root = document?.root;
  const ids = [document?.prolog[0]?.id, root?.id, ...(root?.children.map(({ id }) => id) ?? [])];
  expect(new Set(ids).size).toBe(5);
});

describe('an invalid template', () => {
  test.each([
    [null, ': A dynamic movie is an object with `schemaVersion` and `movie`.'],
    [[], ': A dynamic movie is an object with `schemaVersion` and `movie`.'],
    [{}, 'schemaVersion: This version only reads `schemaVersion` 1.'],
    [{ schemaVersion: 2 }, 'schemaVersion: This version only reads `schemaVersion` 1.'],
    [{ schemaVersion: 1 }, 'movie: This must be an element: an object with `element`, its name.'],
    [{ ...inMovie(), declaration: 1 }, 'declaration: This must be true or false.'],
    [{ ...inMovie(), prolog: 'x' }, 'prolog: This must be a list.'],
    [
      { ...inMovie(), epilog: ['a--b'] },
      'epilog[0]: XML doesn’t allow a comment that contains `--` or a carriage return, or ends with `-`.',
    ],
    [
      { ...inMovie(), childs: [] },
      ': There is no field `childs` here; the fields are `schemaVersion`, `declaration`, `prolog`, `movie`, `epilog`, `variables`, and `$schema`.',
    ],
    [inMovie({ element: 'a' }, {}), 'movie/children[1]: This must be an element: an object with `element`, its name.'],
    [
      inMovie({ element: 'a', childs: [] }),
      'movie/children[0]: There is no field `childs` here; the fields are `element`, `attributes`, and `children`.',
    ],
    [inMovie({ element: 'a b' }), 'movie/children[0]: `a b` isn’t a valid XML element name.'],
    [
      inMovie({ element: 'a', attributes: [] }),
      'movie/children[0]/attributes: This must be an object of attributes by name.',
    ],
    [
      inMovie({ element: 'a', attributes: { '1': 'x' } }),
      'movie/children[0]/attributes: `1` isn’t a valid XML attribute name.',
    ],
    [inMovie({ element: 'a', attributes: { b: null } }), 'movie/children[0]/attributes/b: This must be a string.'],
    [
      inMovie({ element: 'a', attributes: { b: '\u0001' } }),
      'movie/children[0]/attributes/b: This text contains the character U+0001, which XML doesn’t allow. Remove it.',
    ],
    [
      inMovie({ element: 'a', attributes: { b: '\ud800' } }),
      'movie/children[0]/attributes/b: This text contains the character U+D800, which XML doesn’t allow. Remove it.',
    ],
    [inMovie({ text: ' ' }), 'movie/children[0]/text: Whitespace alone isn’t text in XML. Remove it.'],
    [inMovie({ text: 'a' }, { text: 'b' }), 'movie/children[1]: Two adjacent texts are one text in XML. Join them.'],
    [
      inMovie({ cdata: ']]>' }),
      'movie/children[0]/cdata: A CDATA section can’t contain `]]>` or a carriage return. Use `text`.',
    ],
    [inMovie({ comment: 1 }), 'movie/children[0]/comment: This must be a string.'],
    [
      inMovie({ comment: 'a', element: 'b' }),
      'movie/children[0]: There is no field `element` here; the fields are `comment`.',
    ],
  ])('is refused with the path of the invalid field: %j', (value, fault) => {
    expect(faults(value)).toEqual([fault]);
    expect(read(value).document).toBeNull();
  });

  test('JSON problems have the same form as XML problems', () => {
    expect(read(null).problems).toEqual([
      {
        code: 'json/not-a-template',
        severity: 'error',
        message: 'A dynamic movie is an object with `schemaVersion` and `movie`.',
        reason: 'json/no-template',
        values: {},
        line: null,
        column: null,
        path: '',
        range: null,
      },
    ]);
  });

  test('never causes an exception', () =>
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withNullPrototype: true, withMap: true }), (value) => {
        const { document, problems } = read(value);
        expect(document === null).toBe(problems.length > 0);
        expect(read(inMovie(value)).problems.length).toBeLessThanOrEqual(100);
      }),
    ));
});

describe('limits', () => {
  test('elements nest at most 64 levels deep', () => {
    expect(faults({ schemaVersion: 1, movie: nested(63) })).toEqual([]);
    expect(faults({ schemaVersion: 1, movie: nested(64) })).toEqual([
      `movie${'/children[0]'.repeat(64)}: Elements can be nested 64 levels deep; this one is deeper.`,
    ]);
  });

  test('a template has at most 100,000 elements', () => {
    const many = (count: number) => inMovie(...Array.from({ length: count }, () => ({ element: 'x' })));
    expect(faults(many(99_999))).toEqual([]);
    expect(faults(many(100_010))).toEqual(['movie/children[99999]: A template can have up to 100000 elements.']);
  });

  test('a movie has at most 10,000 scenes', () => {
    const scenes = Array.from({ length: 10_001 }, () => ({ element: 'scene' }));
    expect(faults(inMovie(...scenes.slice(1)))).toEqual([]);
    expect(read(inMovie(...scenes)).problems.map(({ code, path }) => ({ code, path }))).toEqual([
      { code: 'template/too-many-scenes', path: 'movie' },
    ]);
  });

  test('reading stops after 100 problems, even in a cyclic object', () => {
    expect(faults(inMovie(...Array.from({ length: 50_000 }, () => null)))).toHaveLength(100);
    const snake: { element: string; children: unknown[] } = { element: 'x', children: [] };
    snake.children.push(snake, snake);
    expect(read({ schemaVersion: 1, movie: snake }).document).toBeNull();
  });
});
