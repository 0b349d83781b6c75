import { describe, expect, test } from 'vitest';
import { failureOf, jsonBody, templateXml, xmlBody } from './testing/template-xml.ts';
import { testWorkspace } from './testing/test-workspace.ts';
import { variablesOf } from './testing/variables-of.ts';

const JSON_MOVIE = {
  schemaVersion: 1,
  movie: {
    element: 'movie',
    attributes: { width: 640, height: 360, framerate: '25' },
    children: [{ element: 'scene', attributes: { duration: 50 } }],
  },
};

describe('a dynamic movie', () => {
  test('is returned exactly as its XML was sent', async () => {
    await using workspace = await testWorkspace();
    const { movies, project } = workspace;
    const xml = `\uFEFF<?xml version="1.0"?>\r\n<!-- ä -->\r\n${templateXml('2s', "<hologram font='x'>Hello</hologram>")}\r\n`;

    const saved = await movies.create(project, 'Hello', xmlBody(xml));

    expect(movies.get(project, 'Hello').xml).toBe(xml);
    expect(saved.name).toBe('Hello');
    expect(saved.issues.map(({ code, severity, line, path }) => ({ code, severity, line, path }))).toEqual([
      { code: 'template/unknown-element', severity: 'warning', line: 3, path: 'movie/scene/hologram' },
    ]);
  });

  test('is stored as formatted XML if it is sent as JSON', async () => {
    await using workspace = await testWorkspace();
    const { movies, project } = workspace;

    await movies.create(project, 'Hello', jsonBody(JSON_MOVIE));

    expect(movies.get(project, 'Hello').xml).toBe(
      '<movie width="640" height="360" framerate="25">\n  <scene duration="50"/>\n</movie>\n',
    );
    const { json } = await movies.readJson(project, 'Hello');
    expect(JSON.parse(json)).toEqual({
      schemaVersion: 1,
      declaration: false,
      movie: {
        element: 'movie',
        attributes: { width: '640', height: '360', framerate: '25' },
        children: [{ element: 'scene', attributes: { duration: '50' } }],
      },
      variables: [],
    });
  });

  test('is listed by name with its length and number of variables', async () => {
    await using workspace = await testWorkspace();
    const { movies, project, clock } = workspace;
    await movies.create(project, 'b', xmlBody(templateXml('${length, 2s}', '<video src="${clip}"/>')));
    workspace.advance(1000);
    await movies.create(project, 'a', xmlBody(templateXml('${length}')));

    expect(movies.list(project)).toEqual([
      { name: 'a', updatedAt: clock(), durationFrames: null, variables: 1 },
      { name: 'b', updatedAt: clock() - 1000, durationFrames: 50, variables: 2 },
    ]);
  });

  test('is found by its name in any case', async () => {
    await using workspace = await testWorkspace();
    const { movies, project } = workspace;
    await movies.create(project, 'Größe', xmlBody(templateXml()));

    const saved = await movies.replace(project, 'GRÖSSE', xmlBody(templateXml('3s')));

    expect(saved.name).toBe('Größe');
    expect(movies.list(project)).toMatchObject([{ name: 'Größe', durationFrames: 75 }]);
  });

  test('has different tags after a change and as JSON', async () => {
    await using workspace = await testWorkspace();
    const { movies, project } = workspace;
    await movies.create(project, 'a', xmlBody(templateXml()));
    const first = movies.get(project, 'a').etag;
    await movies.replace(project, 'a', xmlBody(templateXml('26')));
    const second = movies.get(project, 'a').etag;

    expect(first).toMatch(/^"[0-9a-f]{64}"$/);
    expect(second).not.toBe(first);
    expect((await movies.readJson(project, 'a')).etag).not.toBe(second);
  });

  test('is unchanged by a second creation', async () => {
    await using workspace = await testWorkspace();
    const { movies, project } = workspace;
    await movies.create(project, 'a', xmlBody(templateXml()));

    expect(await failureOf(movies.create(project, 'A', xmlBody(templateXml('9'))))).toMatchObject({
      code: 'movie/exists',
    });
    expect(movies.get(project, 'a').xml).toBe(templateXml());
  });

  test('is created by only one of two simultaneous creations', async () => {
    await using workspace = await testWorkspace();
    const { movies, project } = workspace;
    const large = templateXml('25', `<!--${'x'.repeat(100_000)}--><video src="clip.mp4"/>`);

    const outcomes = await Promise.allSettled([
      movies.create(project, 'a', xmlBody(large)),
      movies.create(project, 'a', xmlBody(templateXml())),
    ]);

    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(movies.get(project, 'a').xml).toBe(templateXml());
  });

  test('is not found by read, replace, or delete if missing', async () => {
    await using workspace = await testWorkspace();
    const { movies, project } = workspace;
    const failures = [
      await failureOf(() => movies.get(project, 'a')),
      await failureOf(movies.readJson(project, 'a')),
      await failureOf(movies.variables(project, '../a')),
      await failureOf(movies.replace(project, 'a', xmlBody(templateXml()))),
      await failureOf(() => movies.delete(project, ['a'])),
    ];
    for (const failure of failures) expect(failure).toMatchObject({ code: 'movie/not-found' });
  });

  test('is not found in a missing project', async () => {
    await using workspace = await testWorkspace();
    const { movies } = workspace;
    const failures = [
      await failureOf(() => movies.list('nowhere')),
      await failureOf(() => movies.get('nowhere', 'a')),
      await failureOf(movies.create('nowhere', 'a', xmlBody(templateXml()))),
      await failureOf(movies.replace('nowhere', 'a', xmlBody(templateXml()))),
      await failureOf(() => movies.deleteAll('nowhere')),
    ];
    for (const failure of failures) expect(failure).toMatchObject({ code: 'project/not-found' });
  });

  test.each(['a/b', 'nul', 'x'.repeat(256), 'a\u202e', 'a.', ''])('cannot have the name %j', async (name) => {
    await using workspace = await testWorkspace();
    expect(await failureOf(workspace.movies.create(workspace.project, name, xmlBody(templateXml())))).toMatchObject({
      code: 'asset/invalid-name',
    });
  });

  test('is refused with all issues', async () => {
    await using workspace = await testWorkspace();
    const { movies, project } = workspace;
    const failure = await failureOf(
      movies.create(project, 'a', xmlBody('<movie width="1" framerate="25">\n<scene duration="x"/></movie>')),
    );

    expect(failure).toMatchObject({ code: 'template/invalid' });
    expect(failure).toHaveProperty('issues', [
      expect.objectContaining({ code: 'template/missing-attribute', line: 1, path: 'movie' }),
      expect.objectContaining({ code: 'template/invalid-value', line: 1, column: 15, path: 'movie@width' }),
      expect.objectContaining({ code: 'template/invalid-value', line: 2, column: 18, path: 'movie/scene@duration' }),
    ]);
    expect(movies.list(project)).toEqual([]);
    expect(workspace.recorded()).toEqual([]);
  });

  test('is refused with the paths of its JSON fields', async () => {
    await using workspace = await testWorkspace();
    const { movies, project } = workspace;
    const body = jsonBody({
      schemaVersion: 1,
      movie: { element: 'movie', children: [{ element: '1' }, { colour: 1 }] },
    });
    const failure = await failureOf(movies.create(project, 'a', body));

    expect(failure).toHaveProperty('issues', [
      expect.objectContaining({ code: 'json/not-a-template', path: 'movie/children[0]', line: null }),
      expect.objectContaining({ code: 'json/not-a-template', path: 'movie/children[1]', line: null }),
    ]);
  });

  test('is refused if an object of its JSON has a name twice', async () => {
    await using workspace = await testWorkspace();
    const { movies, project } = workspace;
    const scene = '{"element": "scene", "attributes": {"duration": "1", "name": "a", "duration": "2"}}';
    const movie = `{"element": "movie", "attributes": {"width": "2"}, "children": [${scene}]}`;
    const bytes = Buffer.from(`{"schemaVersion": 1, "movie": ${movie}, "variables": [{"name": 1, "name": 2}]}`);
    const failure = await failureOf(movies.create(project, 'a', { spelling: 'json', bytes }));

    expect(failure).toMatchObject({
      issues: [{ reason: 'json/repeated-name', path: 'movie/children[0]/attributes/duration' }],
    });
  });

  test('is saved without values for its variables', async () => {
    await using workspace = await testWorkspace();
    const { movies, project } = workspace;
    const saved = await movies.create(project, 'a', xmlBody(templateXml('${length}', '<video url="${clip}"/>')));

    expect(saved.issues).toEqual([]);
    expect(variablesOf(saved).map(({ name }) => name)).toEqual(['length', 'clip']);
  });

  test('is deleted alone, with others, or with all others', async () => {
    await using workspace = await testWorkspace();
    const { movies, project } = workspace;
    for (const name of ['a', 'b', 'c', 'd', 'e']) await movies.create(project, name, xmlBody(templateXml()));

    expect(movies.delete(project, ['A'])).toEqual(['a']);
    expect(movies.delete(project, ['c', 'b', 'C'])).toEqual(['c', 'b']);
    expect(await movies.deleteAll(project)).toEqual(['d', 'e']);
    expect(movies.list(project)).toEqual([]);
    expect(await movies.deleteAll(project)).toEqual([]);
  });

  test('stays if another movie to delete does not exist', async () => {
    await using workspace = await testWorkspace();
    const { movies, project } = workspace;
    await movies.create(project, 'a', xmlBody(templateXml()));

    expect(await failureOf(() => movies.delete(project, ['a', 'gone']))).toMatchObject({ code: 'movie/not-found' });
    expect(movies.list(project)).toHaveLength(1);
  });

  test('records an event in the transaction of each change', async () => {
    await using workspace = await testWorkspace();
    const { movies, project } = workspace;
    await movies.create(project, 'a', xmlBody(templateXml()));
    await movies.replace(project, 'a', xmlBody(templateXml('2')));
    movies.delete(project, ['a']);

    expect(workspace.recorded()).toEqual([
      { type: 'movie.saved', name: 'a' },
      { type: 'movie.saved', name: 'a' },
      { type: 'movie.deleted', name: 'a' },
    ]);
  });
});
