import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../testing/open-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service[Symbol.asyncDispose]());

describe('projects', () => {
  it('are created, listed under both spellings with what is in them, and deleted', async () => {
    const { client } = service;
    const created = await service.fetch('/v1/project/My%20f%C3%BCnf%20films', { method: 'POST' });
    expect(created.status).toBe(201);
    const { 'Project-UID': uid, ...rest } = (await created.json()) as Record<string, string>;
    expect(rest).toEqual({ uid, name: 'My fünf films' });
    const project = uid ?? '';
    await client.call('createAsset', { parameters: { project, name: 'a.txt' }, body: '12345' });

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

  it('have names that can be shown', async () => {
    for (const name of ['%0a', '%20', '%E2%80%AEtxt.exe']) {
      const answer = await service.fetch(`/v1/project/${name}`, { method: 'POST' });
      expect(await answer.json()).toMatchObject({ status: 400, code: 'project/invalid-name' });
    }
  });

  it('may have the same name, and are created with whatever body an old client sends along', async () => {
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
