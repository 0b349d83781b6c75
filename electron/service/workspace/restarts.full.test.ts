// @module-tag full-scale
import { expect, test } from 'vitest';
import { createDatabase, openDatabaseFile } from '#service/storage/database/database.ts';
import { createHealth } from '#service/storage/health.ts';
import { startServiceProcess } from '#service/testing/service-process.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { fillWorkspace } from './testing/full-workspace.ts';

const KILLS = 5;

// `npm run bench -- --only restart` measures the time of a start.
test('a workspace with 10,000 assets opens completely after each kill', async () => {
  await using folder = await temporaryFolder();
  const project = await fillWorkspace(folder.path);
  for (let round = 0; round < KILLS; round++) {
    // The process is killed each time, so the next start checks everything.
    await using service = await startServiceProcess(folder.path);
    const assets = await service.listAssets(project);
    const { uploads } = await service.client.call('listUploads', { parameters: { project }, query: {} });
    const { renders } = await service.client.call('listRenders', { parameters: { project }, query: {} });
    expect([assets.length, uploads.length, renders.length]).toEqual([10_000, 100, 100]);
  }
  const database = createDatabase(openDatabaseFile(`${folder.path}/db.sqlite`, 1000), createHealth(console), console);
  expect(database.get('PRAGMA integrity_check')?.['integrity_check']).toBe('ok');
  database.close();
});
