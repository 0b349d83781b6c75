import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ServiceError } from '#service/errors/service-error.ts';
import type { ProjectUid } from '#service/storage/ports.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { required } from '#shared/lib/assert.ts';
import { readRender, startRender } from '../testing/calls.ts';
import { manualWorker } from '../testing/hand-worker.ts';
import { openJobWorld } from '../testing/job-world.ts';

const DESTINATION = {
  ...{ type: 's3', aws_access_key_id: 'AK', aws_secret_access_key: 'canary', bucket: 'films', filename: 'a.mp4' },
  endpoint: 'https://store.example',
};

it('deleting a project deletes the keys of its renders', async () => {
  await using folder = await temporaryFolder();
  const worker = manualWorker(folder.path);
  await using world = await openJobWorld(folder.path, {
    worker,
    send: async () => {
      throw new ServiceError('destination/failed', 'It said 503.');
    },
  });
  world.queue.start();
  const template = '<movie width="64" height="64" framerate="10"><scene duration="5"/></movie>';
  const { id } = await startRender(world, { template, async: 'true', destination: JSON.stringify(DESTINATION) });
  await waitUntil(() => worker.runs.length === 1);
  const run = required(worker.runs[0], 'a run');
  run.report({ kind: 'rendering' });
  await run.finish();
  await waitUntil(
    async () => (await readRender(world, id))['state'] === 'failed' && world.queue.counts().running === 0,
  );
  const keys = () => readdir(join(world.foundation.workspace, 'secrets'));
  expect(await keys()).toHaveLength(1);
  await world.queue.cancelProject(world.project as ProjectUid);
  expect(await keys()).toEqual([]);
});
