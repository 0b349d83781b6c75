import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MovieBody } from '../http/handler.ts';
import { failureOf, jsonBody, templateXml, utf8, xmlBody } from './testing/template-xml.ts';
import { type TestWorkspace, testWorkspace } from './testing/test-workspace.ts';

const LARGEST = 5 * 1024 * 1024;
const OPEN = '<movie width="640" height="360" framerate="25">';

/** Bodies that a careless reader would spend a long time, much memory or its stack on. */
const refused: Readonly<Record<string, () => MovieBody>> = {
  'XML over 5 MiB': () => xmlBody(templateXml('1', `<!--${'x'.repeat(LARGEST)}-->`)),
  'entities in entities': () =>
    xmlBody(
      `<!DOCTYPE m [<!ENTITY a "aaaaaaaaaa">${'bcdefgh'
        .split('')
        .map((name, index) => `<!ENTITY ${name} "${`&${'abcdefg'[index]};`.repeat(10)}">`)
        .join('')}]>${templateXml('&h;')}`,
    ),
  'an external entity': () => xmlBody(`<!DOCTYPE m [<!ENTITY a SYSTEM "file:///etc/passwd">]>${templateXml('&a;')}`),
  'elements in elements': () => xmlBody(`${OPEN}${'<a>'.repeat(1_000_000)}`),
  '300,000 attributes': () =>
    xmlBody(`<movie ${Array.from({ length: 300_000 }, (_, index) => `a${index}="1"`).join(' ')}/>`),
  'a million comments begun': () => xmlBody('<!--'.repeat(1_000_000)),
  '100,001 elements': () => xmlBody(`${OPEN}<scene duration="1"/>${'<a/>'.repeat(100_001)}</movie>`),
  'long names in the paths of many problems': () =>
    xmlBody(`${OPEN}<${'e'.repeat(2_000_000)}>${'<scene/>'.repeat(9_000)}`),
  'bytes that are no text': () => ({ spelling: 'xml', bytes: new Uint8Array(LARGEST).fill(0xff) }),
  zeros: () => ({ spelling: 'xml', bytes: new Uint8Array(LARGEST) }),
  'JSON lists in lists': () => jsonBody('['.repeat(LARGEST)),
  'JSON elements in elements': () =>
    jsonBody(`{"schemaVersion":1,"movie":${'{"element":"a","children":['.repeat(90_000)}${']}'.repeat(90_000)}}`),
  'JSON that is not UTF-8': () => ({ spelling: 'json', bytes: new Uint8Array(LARGEST).fill(0xff) }),
  'JSON that becomes more than 5 MiB of XML': () =>
    jsonBody({
      schemaVersion: 1,
      movie: { element: 'movie', attributes: { width: 16, height: 16, framerate: 1, name: '"'.repeat(1_500_000) } },
    }),
  'JSON of a prototype': () => jsonBody('{"__proto__":{"schemaVersion":1},"constructor":1}'),
};

describe('a hostile movie', () => {
  let workspace: TestWorkspace;
  beforeAll(async () => {
    workspace = await testWorkspace();
    // The thread is there in a service that has been asked before.
    const large = templateXml('1', `<!--${'x'.repeat(100_000)}-->`);
    await workspace.movies.create(workspace.project, 'first', xmlBody(large));
  });
  afterAll(() => workspace[Symbol.asyncDispose]());

  test.each(Object.keys(refused))('is refused: %s', async (name) => {
    const { movies, project } = workspace;
    const body = refused[name]?.() ?? jsonBody({});

    const failure = await failureOf(movies.create(project, 'a', body));

    expect(failure).toMatchObject({ code: 'template/invalid' });
    expect(JSON.stringify(failure).length).toBeLessThan(4 * 2 ** 20);
    expect(movies.list(project).map((movie) => movie.name)).toEqual(['first']);
  });

  test('of 5 MiB that says one thing many times is saved, and others are answered meanwhile', async () => {
    await using workspace = await testWorkspace();
    const { movies, project } = workspace;
    const inside = '<video src="${clip, a.mp4}" fit="${fit, cover}"/>'.repeat(45_000);
    const body = xmlBody(templateXml('1', inside));
    const done: string[] = [];
    const saving = movies.create(project, 'large', body).finally(() => done.push('large'));
    await movies.create(project, 'small', xmlBody(templateXml()));
    done.push('small');

    const saved = await saving;
    expect(done).toEqual(['small', 'large']);
    expect(saved.variables.map(({ name, uses }) => [name, uses.length])).toEqual([
      ['clip', 45_000],
      ['fit', 45_000],
    ]);
  });

  test('that uses a variable many times in one attribute lists it once', async () => {
    await using workspace = await testWorkspace();
    const { movies, project } = workspace;
    const xml = templateXml('1', '').replace('<scene', `<scene name="${'${x}'.repeat(90_000)}"`);
    const saved = await movies.create(project, 'a', xmlBody(xml));

    expect(saved.variables).toMatchObject([{ name: 'x', uses: [{ attribute: 'name' }] }]);
  });

  test('does no harm to what is read after it', async () => {
    const { inspector } = workspace;
    const large = templateXml('1', `<!--${'x'.repeat(100_000)}-->`);
    const [bad, good] = await Promise.all([
      inspector.inspect({ spelling: 'xml', bytes: new Uint8Array(100_000) }),
      inspector.inspect({ spelling: 'xml', bytes: utf8(large) }),
    ]);
    expect(bad.movie).toBeNull();
    expect(good.movie?.xml).toBe(large);
  });
});
