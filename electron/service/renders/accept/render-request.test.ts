import { expect, test } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { openJobWorld, tinyClip } from '../testing/job-world.ts';
import { checkRenderForm, checkSoundForm } from './render-request.ts';

const never = new AbortController().signal;
const MEBIBYTE = 2 ** 20;

/** Checks a film with this number of layers of a clip. The memory limit of one film is 100 MiB. */
async function checked(layers: number, check: typeof checkRenderForm = checkRenderForm): Promise<unknown> {
  await using folder = await temporaryFolder();
  await using world = await openJobWorld(folder.path);
  const sha256 = await world.putAsset(world.project, 'clip.mp4', await tinyClip(folder.path));
  world.foundation.database.run(`UPDATE asset SET media = '{"width":64,"height":64}' WHERE sha256 = ?`, sha256);
  const scene = `<scene duration="5">${'<video src="clip.mp4"/>'.repeat(layers)}</scene>`;
  const template = `<movie width="64" height="64" framerate="10">${scene}</movie>`;
  const requests = { ...world.requests, memory: { mostOfOne: 100 * MEBIBYTE } };
  return await check({ template }, world.project, requests, never);
}

test('a film that needs too much memory is refused with the amounts', { tags: ['promise:P13'] }, async () => {
  await expect(checked(200)).rejects.toMatchObject({
    code: 'render/memory',
    message: expect.stringContaining('A scene of 64×64 as MP4 needs about 0.3 GB; 0.1 GB is available.'),
  });
});

test('an image of an impossible size passes the memory check', async () => {
  await using folder = await temporaryFolder();
  await using world = await openJobWorld(folder.path);
  const sha256 = await world.putAsset(world.project, 'huge.bmp', await tinyClip(folder.path));
  const media = JSON.stringify({ kind: 'image', width: 2 ** 31 - 1, height: 2 ** 31 });
  world.foundation.database.run('UPDATE asset SET media = ? WHERE sha256 = ?', media, sha256);
  const template =
    '<movie width="64" height="64" framerate="10"><scene duration="5"><image src="huge.bmp"/></scene></movie>';
  const taken = await checkRenderForm({ template }, world.project, world.requests, never);
  expect(taken).toMatchObject({ totalFrames: 5 });
});

test('a sound-only request needs neither picture memory nor encoder', async () => {
  const taken = await checked(200, (form, project, requests) => {
    const context = { ...requests, tools: () => Promise.reject(new Error('no FFmpeg was asked for')) };
    return checkSoundForm(form, project, context);
  });
  expect(taken).toMatchObject({ totalFrames: 5 });
});

test('a film that fits into memory is accepted', async () => {
  expect(await checked(10)).toMatchObject({ totalFrames: 5 });
});
