import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '#service/testing/open-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service[Symbol.asyncDispose]());

describe('projects', () => {
  it('are created, listed with counts, and deleted', async () => {
    const { client } = service;
    const created = await service.fetch('/v1/project/My%20f%C3%BCnf%20films', { method: 'POST' });
    expect(created.status).toBe(201);
    const { 'Project-UID': uid, ...rest } = (await created.json()) as Record<string, string>;
    expect(rest).toEqual({ uid, name: 'My fünf films' });
    const project = uid ?? '';
    await service.putAsset(project, 'a.txt', '12345');

    const listed = await client.call('listProjects');
    expect(listed.Projects).toEqual([[project, 'My fünf films']]);
    expect(listed.projects).toMatchObject([
      { uid: project, name: 'My fünf films', counts: { assets: 1, movies: 0, templates: 0 }, bytes: 5 },
    ]);

    expect(await client.call('deleteProject', { parameters: { project } })).toEqual({ deleted: [project] });
    expect((await client.call('listProjects')).Projects).toEqual([]);
    const again = await service.fetch(`/v1/project/${project}`, { method: 'DELETE' });
    expect(await again.json()).toMatchObject({ status: 404, code: 'project/not-found' });
  });

  it('are renamed and keep their uid', async () => {
    const { client } = service;
    const project = await service.createProject('Old');
    const renamed = await client.call('renameProject', { parameters: { project }, body: { name: 'New' } });
    expect(renamed).toMatchObject({ uid: project, name: 'New' });
    const listed = await client.call('listProjects');
    expect(listed.projects.find(({ uid }) => uid === project)?.name).toBe('New');
    const refused = await service.fetch(`/v1/project/${project}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'a/b' }),
    });
    expect(await refused.json()).toMatchObject({ status: 400, code: 'project/invalid-name' });
    await client.call('deleteProject', { parameters: { project } });
  });

  it('are duplicated with their content', async () => {
    const { client } = service;
    const project = await service.createProject();
    const template = { region: 'local', project, name: 'opening' };
    const xml = (duration: number) =>
      `<movie width="320" height="180" framerate="25"><scene duration="${duration}"><video src="clip"/></scene></movie>`;
    await service.putAsset(project, 'clip', 'some bytes');
    for (const duration of [10, 20]) await client.call('saveTemplate', { parameters: template, body: xml(duration) });
    await client.call('saveEditing', { parameters: { project, name: 'opening' }, body: { marker: 5 } });

    const copy = await client.call('duplicateProject', { parameters: { project }, body: { name: 'Films copy' } });
    expect(copy).toMatchObject({ name: 'Films copy', counts: { assets: 1, templates: 1 }, bytes: 10 });
    await client.call('deleteProject', { parameters: { project } });

    const copied = { ...template, project: copy.uid };
    const asset = await client.open('readAsset', { parameters: { project: copy.uid, name: 'clip' } });
    expect(await asset.text()).toBe('some bytes');
    expect(await (await client.open('readTemplate', { parameters: copied })).text()).toBe(xml(20));
    const { revisions } = await client.call('listRevisions', { parameters: copied });
    expect(revisions.map(({ revision }) => revision)).toEqual([2, 1]);
    const first = await client.open('readTemplate', { parameters: copied, query: { revision: 1 } });
    expect(await first.text()).toBe(xml(10));
    const editing = await client.call('readEditing', { parameters: { project: copy.uid, name: 'opening' } });
    expect(editing).toEqual({ marker: 5 });
    await client.call('deleteProject', { parameters: { project: copy.uid } });
  });

  it('need names that can be displayed', async () => {
    for (const name of ['%0a', '%20', '%E2%80%AEtxt.exe']) {
      const answer = await service.fetch(`/v1/project/${name}`, { method: 'POST' });
      expect(await answer.json()).toMatchObject({ status: 400, code: 'project/invalid-name' });
    }
  });

  it('can share a name', async () => {
    const uids = await Promise.all(
      ['', '{}', 'a=b'].map(async (body) => {
        const answer = await service.fetch('/v1/project/twin', { method: 'POST', body });
        expect(answer.status).toBe(201);
        return ((await answer.json()) as { readonly uid: string }).uid;
      }),
    );
    expect(new Set(uids).size).toBe(3);
  });
});
