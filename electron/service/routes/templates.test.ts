import { describe, expect, test } from 'vitest';
import { failureOf, templateXml } from '#service/movies/testing/template-xml.ts';
import { openWorkspaceServer } from '#service/publishing/testing/workspace-server.ts';

describe('the calls for templates', () => {
  test('save a template and export its movie', async () => {
    await using service = await openWorkspaceServer();
    const { server, project } = service;
    const path = `/v1/xml/local/${project}/Hello`;
    const xml = `\uFEFF<!-- ä -->\r\n${templateXml('2s')}`;

    const created = await server.fetch(path, { method: 'POST', body: xml });
    expect([created.status, await created.json()]).toEqual([
      201,
      { name: 'Hello', movie: 'Hello', exported: true, revision: 1, variables: [], issues: [] },
    ]);
    const again = await server.fetch(path, { method: 'POST', body: xml });
    expect([again.status, again.headers.get('etag')]).toEqual([200, created.headers.get('etag')]);

    const read = await server.fetch(path);
    expect(read.headers.get('content-type')).toBe('application/xml');
    expect(read.headers.get('etag')).toBe(created.headers.get('etag'));
    expect(Buffer.from(await read.arrayBuffer()).toString()).toBe(xml);
    expect(await (await server.fetch(`/v1/list/xml/${project}`)).json()).toEqual({
      templates: [{ name: 'Hello', updatedAt: '2030-01-01T00:00:00.000Z', revision: 1, durationFrames: 50, errors: 0 }],
    });
    expect(await (await server.fetch(`/v1/list/sdl/${project}`)).json()).toMatchObject({ SDLS: ['Hello'] });
  });

  test('refuse a template that is sent as JSON', async () => {
    await using service = await openWorkspaceServer();
    const { server, project } = service;
    const path = `/v1/xml/local/${project}/Hello`;
    const post = (type: string, body: string = templateXml('2s')) =>
      server.fetch(path, { method: 'POST', body, headers: { 'content-type': type } });
    const refused = await post('application/json; charset=utf-8', '{"xml":"<movie/>"}');
    expect([refused.status, await refused.json()]).toMatchObject([
      415,
      { code: 'request/content-type', detail: expect.stringContaining('Send it as application/xml.') },
    ]);
    for (const type of ['application/x-www-form-urlencoded', 'text/xml', 'application/json'])
      expect((await post(type)).ok).toBe(true);
  });

  test('merge a save with a newer revision', async () => {
    await using service = await openWorkspaceServer();
    const { server, project } = service;
    const path = `/v1/xml/local/${project}/Hello`;
    const text = templateXml('2s', '<solid color="#111111"/>');
    const first = (await server.fetch(path, { method: 'POST', body: text })).headers.get('etag') ?? '';
    await server.fetch(path, { method: 'POST', body: text.replace('2s', '3s') });
    const stale = { method: 'POST', body: text.replace('#111111', '#eeeeee'), headers: { 'if-match': first } };
    expect((await server.fetch(path, stale)).status).toBe(412);
    const merged = await server.fetch(`${path}?merge=true`, stale);
    expect([merged.status, await merged.json()]).toMatchObject([200, { revision: 3, merged: true }]);
    expect(await (await server.fetch(path)).text()).toBe(text.replace('2s', '3s').replace('#111111', '#eeeeee'));
  });

  test.each([
    [{}, { author: { kind: 'program', name: '' }, label: null }],
    [
      { 'scenewright-author': 'Caf%C3%A9 50%25', 'scenewright-label': '  Larger\ttitles ' },
      { author: { kind: 'program', name: 'Café 50%' }, label: 'Larger titles' },
    ],
    [
      { 'scenewright-author': '100% us', 'scenewright-author-kind': 'agent', 'scenewright-label': 'x'.repeat(200) },
      { author: { kind: 'agent', name: '100% us' }, label: 'x'.repeat(80) },
    ],
    [
      { 'scenewright-author-kind': 'admin', 'scenewright-author': 'a%E2%80%AEb%0Ac', 'scenewright-label': '%20' },
      { author: { kind: 'program', name: 'a b c' }, label: null },
    ],
  ])('list the author and the label of a revision: %j', async (headers, origin) => {
    await using service = await openWorkspaceServer();
    const { server, project } = service;
    const path = `/v1/xml/local/${project}/Hello`;
    await server.fetch(path, { method: 'POST', body: templateXml('2s'), headers });
    expect(await (await server.fetch(`${path}/revisions`)).json()).toMatchObject({ revisions: [origin] });
  });

  test('save a template without scenes', async () => {
    await using service = await openWorkspaceServer();
    const { server, project } = service;
    const path = `/v1/xml/local/${project}/Empty`;
    const xml = '<movie width="1280" height="720" framerate="25"/>';

    const saved = await server.fetch(path, { method: 'POST', body: xml });
    expect([saved.status, await saved.json()]).toMatchObject([201, { movie: 'Empty', issues: [] }]);
    expect(await (await server.fetch(path)).text()).toBe(xml);
    expect(await (await server.fetch(`/v1/list/xml/${project}`)).json()).toMatchObject({
      templates: [{ name: 'Empty', durationFrames: 0 }],
    });
  });

  test('return revisions and 304', async () => {
    await using service = await openWorkspaceServer();
    const { server, project } = service;
    const path = `/v1/xml/local/${project}/a`;
    const first = await server.fetch(path, { method: 'POST', body: templateXml('1') });
    const second = await server.fetch(path, { method: 'POST', body: templateXml('2') });
    const etag = second.headers.get('etag') ?? '';

    expect(await (await server.fetch(`${path}?revision=1`)).text()).toBe(templateXml('1'));
    expect((await server.fetch(`${path}?revision=3`)).status).toBe(404);
    expect((await server.fetch(`${path}?revision=0`)).status).toBe(400);
    expect((await server.fetch(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
    const revisions = await (await server.fetch(`${path}/revisions`)).json();
    expect(revisions).toMatchObject({
      revisions: [
        { revision: 2, etag },
        { revision: 1, etag: first.headers.get('etag'), size: templateXml('1').length },
      ],
    });
  });

  test('refuse a save over a newer version with 412', async () => {
    await using service = await openWorkspaceServer();
    const { server, project } = service;
    const path = `/v1/xml/local/${project}/a`;
    const save = async (body: string, headers: Record<string, string>) =>
      await server.fetch(path, { method: 'POST', headers, body });
    const etag = (await save(templateXml('1'), { 'if-none-match': '*' })).headers.get('etag') ?? '';

    expect((await save(templateXml('2'), { 'if-match': etag })).status).toBe(200);
    const refused = await save(templateXml('3'), { 'if-match': etag });
    expect([refused.status, await refused.json()]).toMatchObject([412, { code: 'template/precondition' }]);
    expect((await save(templateXml('3'), { 'if-none-match': '*' })).status).toBe(412);
    expect((await server.fetch(path, { method: 'DELETE', headers: { 'if-match': etag } })).status).toBe(412);
    expect(service.templates.get(project, 'a').revision).toBe(2);
  });

  test('delete a template with its movie', async () => {
    await using service = await openWorkspaceServer();
    const { server, project } = service;
    const path = `/v1/xml/local/${project}/a`;
    await server.fetch(path, { method: 'POST', body: templateXml() });

    const deleted = await server.fetch(path, { method: 'DELETE' });
    expect([deleted.status, await deleted.json()]).toEqual([200, { deleted: ['a'] }]);
    expect((await server.fetch(path)).status).toBe(404);
    expect((await server.fetch(`/v1/sdl/${project}/a`)).status).toBe(404);
  });

  test('accept only the region of the service', async () => {
    await using service = await openWorkspaceServer();
    const { server, project } = service;
    for (const method of ['GET', 'POST', 'DELETE'])
      expect(
        await (
          await server.fetch(`/v1/xml/moon/${project}/a`, { method, ...(method === 'POST' && { body: '<a/>' }) })
        ).json(),
      ).toMatchObject({ status: 404, code: 'access/region' });
  });

  test('refuse invalid templates with 422 and large ones with 413', async () => {
    await using service = await openWorkspaceServer();
    const { server, project, templates } = service;
    const path = `/v1/xml/local/${project}/a`;

    const invalid = await server.fetch(path, { method: 'POST', body: '<movie>' });
    expect([invalid.status, await invalid.json()]).toMatchObject([
      422,
      { code: 'template/invalid', issues: [{ line: 1 }] },
    ]);
    const large = await server.fetch(path, { method: 'POST', body: ' '.repeat(5 * 2 ** 20 + 1) });
    expect([large.status, await large.json()]).toMatchObject([413, { code: 'request/too-large' }]);
    expect(await failureOf(() => templates.get(project, 'a'))).toMatchObject({ code: 'template/not-found' });
  });

  test('store the editing record of a template', async () => {
    await using service = await openWorkspaceServer();
    const { server, project } = service;
    const path = `/v1/editing/${project}/a`;
    expect((await server.fetch(path)).status).toBe(404);
    await server.fetch(`/v1/xml/local/${project}/a`, { method: 'POST', body: templateXml() });
    const empty = await server.fetch(path);
    const etag = empty.headers.get('etag') ?? '';
    const put = async (body: string, ifMatch: string) =>
      await server.fetch(path, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', 'if-match': ifMatch },
        body,
      });

    expect(await empty.json()).toEqual({});
    expect((await put('[]', etag)).status).toBe(400);
    const saved = await put('{"markers":[{"id":"a","frame":5,"name":""}]}', etag);
    expect([saved.status, await saved.json()]).toEqual([200, { markers: [{ id: 'a', frame: 5, name: '' }] }]);
    expect((await put('{}', etag)).status).toBe(412);
    const read = await server.fetch(path);
    expect([await read.json(), read.headers.get('etag')]).toEqual([
      { markers: [{ id: 'a', frame: 5, name: '' }] },
      saved.headers.get('etag'),
    ]);
  });
});
