import { describe, expect, test } from 'vitest';
import { templateXml } from '#service/movies/testing/template-xml.ts';
import { openWorkspaceServer } from '#service/publishing/testing/workspace-server.ts';
import { expectProblem } from '#service/testing/expect-problem.ts';

const XML = { 'content-type': 'application/xml' };
const JSON_TYPE = { 'content-type': 'application/json' };

describe('the calls for dynamic movies', () => {
  test('create a movie and return it as JSON or XML', async () => {
    await using service = await openWorkspaceServer();
    const { server, project } = service;
    const path = `/v1/sdl/${project}/Hello`;
    const xml = `${templateXml('${length, 2s}')}\r\n`;

    const created = await server.fetch(path, { method: 'POST', headers: XML, body: xml });
    expect(created.status).toBe(201);
    expect(await created.json()).toMatchObject({ name: 'Hello', variables: [{ name: 'length' }], issues: [] });

    const listed = await server.fetch(`/v1/list/sdl/${project}`);
    expect(await listed.json()).toEqual({
      SDLS: ['Hello'],
      movies: [{ name: 'Hello', updatedAt: '2030-01-01T00:00:00.000Z', durationFrames: 50, variables: 1 }],
    });

    const asJson = await server.fetch(path);
    expect(asJson.headers.get('content-type')).toContain('application/json');
    expect(await asJson.json()).toMatchObject({ schemaVersion: 1, movie: { element: 'movie' } });
    const asXml = await server.fetch(path, { headers: { accept: 'application/xml' } });
    expect(asXml.headers.get('content-type')).toContain('application/xml');
    expect(await asXml.text()).toBe(xml);

    const variables = await server.fetch(`/v1/sdlvariables/${project}/Hello`);
    expect(await variables.json()).toMatchObject({ variables: [{ name: 'length', defaultvalue: '2s', options: '' }] });
  });

  test('list the declared variables of a template', async () => {
    await using service = await openWorkspaceServer();
    const { server, project } = service;
    const declared = '<resources><variable name="length" type="time" label="Length" min="25" max="100"/></resources>';
    const xml = templateXml('${length, 2s}').replace('<scene', `${declared}<scene`);
    const created = await server.fetch(`/v1/sdl/${project}/a`, { method: 'POST', headers: XML, body: xml });
    expect(created.status).toBe(201);
    const variables = await server.fetch(`/v1/sdlvariables/${project}/a`);
    expect(await variables.json()).toMatchObject({
      variables: [
        {
          name: 'length',
          type: 'time',
          defaultvalue: '2s',
          declaration: { type: 'time', label: 'Length', required: false, min: 25, max: 100, step: null, choices: [] },
        },
      ],
    });
  });

  test.each(['application/json', 'application/xml'])(
    'answer 304 to a client with the current ETag: %s',
    async (accept) => {
      await using service = await openWorkspaceServer();
      const { server, project } = service;
      const path = `/v1/sdl/${project}/a`;
      await server.fetch(path, { method: 'POST', headers: XML, body: templateXml() });
      const first = await server.fetch(path, { headers: { accept } });
      const etag = first.headers.get('etag') ?? '';

      const again = await server.fetch(path, { headers: { accept, 'if-none-match': `"x", ${etag}` } });
      expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
      // Caches must store the XML and the JSON separately.
      expect([first.headers.get('vary'), again.headers.get('vary')]).toEqual(['accept', 'accept']);
      const other = accept === 'application/json' ? 'application/xml' : 'application/json';
      expect((await server.fetch(path, { headers: { accept: other, 'if-none-match': etag } })).status).toBe(200);
    },
  );

  test('replace a movie with JSON', async () => {
    await using service = await openWorkspaceServer();
    const { server, project } = service;
    const path = `/v1/sdl/${project}/a`;
    const put = { method: 'PUT', headers: XML, body: templateXml() };
    await expectProblem(server.fetch(path, put), 404, 'movie/not-found');
    await server.fetch(path, { ...put, method: 'POST' });
    await expectProblem(server.fetch(path, { ...put, method: 'POST' }), 409, 'movie/exists');
    const json = await (await server.fetch(path)).text();

    const replaced = await server.fetch(path, {
      method: 'PUT',
      headers: JSON_TYPE,
      body: json.replace('"framerate":"25"', '"framerate":50'),
    });
    expect([replaced.status, await replaced.json()]).toEqual([200, { name: 'a', variables: [], issues: [] }]);
    expect(service.movies.get(project, 'a').xml).toContain('framerate="50"');
  });

  test('refuse a movie with errors and report positions', async () => {
    await using service = await openWorkspaceServer();
    const { server, project } = service;
    const body = '<movie width="640" height="360" framerate="25">\n  <scene duration="soon"/>\n</movie>';
    const answer = await server.fetch(`/v1/sdl/${project}/a`, { method: 'POST', headers: XML, body });

    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      code: 'template/invalid',
      issues: [
        { code: 'template/invalid-value', severity: 'error', line: 2, column: 20, path: 'movie/scene@duration' },
      ],
    });
  });

  test('delete one, several, or all movies', async () => {
    await using service = await openWorkspaceServer();
    const { server, project } = service;
    for (const name of ['a', 'b', 'c', 'd'])
      await server.fetch(`/v1/sdl/${project}/${name}`, { method: 'POST', headers: XML, body: templateXml() });
    const remove = async (path: string) => {
      const answer = await server.fetch(`/v1/sdl/${project}${path}`, { method: 'DELETE' });
      return [answer.status, await answer.json()];
    };

    expect(await remove('/a')).toEqual([200, { deleted: ['a'] }]);
    expect(await remove('/a')).toMatchObject([404, { code: 'movie/not-found' }]);
    expect(await remove('?name=b&name=gone')).toMatchObject([404, { code: 'movie/not-found' }]);
    expect(await remove('?name=c&name=b')).toEqual([200, { deleted: ['c', 'b'] }]);
    expect(await remove('')).toEqual([200, { deleted: ['d'] }]);
  });

  test.each([
    'GET /v1/list/sdl/x',
    'GET /v1/sdl/x/a',
    'DELETE /v1/sdl/x',
    'DELETE /v1/sdl/x/a',
    'GET /v1/sdlvariables/x/a',
  ])('answer 404 for a missing project: %s', async (call) => {
    await using service = await openWorkspaceServer();
    const [method = '', path = ''] = call.split(' ');
    await expectProblem(service.server.fetch(path, { method }), 404, 'project/not-found');
  });
});
