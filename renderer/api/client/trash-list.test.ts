import { expect, test } from 'vitest';
import { openService } from '#service/testing/open-service.ts';
import { latestInTrash, withoutTrashed } from './trash-list.ts';

test('the trash lookup returns the latest deleted asset per name', async () => {
  await using service = await openService();
  const { client } = service;
  const project = await service.createProject('trash');
  const deleted = async (name: string, body: string) => {
    await service.putAsset(project, name, new TextEncoder().encode(body));
    await client.call('deleteAsset', { parameters: { project, name } });
  };
  await deleted('a', 'first');
  await deleted('b', 'one');
  await deleted('a', 'second!');
  await deleted('c', 'one');
  const sizes = async (...names: readonly string[]) =>
    (await latestInTrash(client, project, names)).map(({ name, size }) => [name, size]);
  expect(await sizes('b', 'a', 'nothing')).toEqual([
    ['a', 7],
    ['b', 3],
  ]);
  expect(await sizes()).toEqual([]);

  const trash = await client.call('listTrash', { parameters: { project } });
  const [latest] = trash.assets;
  const less = withoutTrashed(trash, latest?.id ?? '');
  expect([less.count, less.bytes, less.assets.map(({ name }) => name)]).toEqual([3, 15, ['a', 'b', 'a']]);
  expect(withoutTrashed(less, latest?.id ?? '')).toBe(less);
});
