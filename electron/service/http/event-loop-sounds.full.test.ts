// @module-tag full-scale
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeSound } from '#service/testing/make-media.ts';
import { startServiceProcess } from '#service/testing/service-process.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { longestTask, MAX_BLOCK_MILLISECONDS } from './testing/longest-task.ts';

const SCENES = 2000;

test('measuring the loudness of 2,000 scenes blocks at most 200 ms', {
  tags: ['promise:P13'],
}, async () => {
  await using folder = await temporaryFolder();
  await using service = await startServiceProcess(join(folder.path, 'workspace'), { watched: true });
  const project = await service.createProject();
  const body = await readFile(await makeSound(join(folder.path, 'tone.wav'), { seconds: 1 }));
  await service.putAsset(project, 'tone.wav', body);
  const scene = '<scene duration="1"><solid/><audio src="tone.wav"/></scene>';
  // Each attempt needs a different film, because results are cached.
  let tries = 0;
  const ask = () => {
    const scenes = scene.repeat(SCENES - tries++);
    const template = `<movie width="64" height="36" framerate="10">${scenes}</movie>`;
    const form = new URLSearchParams({ template });
    return service.fetch(`/v1/loudness/local/${project}`, { method: 'POST', body: form });
  };
  expect(await longestTask(service, ask, 200)).toBeLessThan(MAX_BLOCK_MILLISECONDS);
});
