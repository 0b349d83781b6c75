import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fakeTool } from '#service/testing/fake-tool.ts';
import { makeClip } from '#service/testing/make-media.ts';
import { testTools } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { isRunning, waitUntil } from '#service/testing/wait-until.ts';
import { full } from '#shared/testing/full.ts';
import { openViewWorld, type ViewWorld } from './testing/view-world.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let world: ViewWorld;
const pids = () => `${folder.path}/pids`;
const running = (): readonly number[] =>
  readFileSync(pids(), { encoding: 'utf8', flag: 'a+' })
    .trim()
    .split('\n')
    .filter(Boolean)
    .map(Number)
    .filter(isRunning);

beforeAll(async () => {
  folder = await temporaryFolder();
  const { ffmpeg, ffprobe } = await testTools();
  // The runs that make a view never end. Probing a source and all other runs use the real program.
  const script = `case "$*" in *framehash*) ;; *-i*) echo $$ >> ${pids()}; sleep 600 ;; esac\nexec ${ffmpeg} "$@"`;
  const environment = {
    PATH: process.env['PATH'],
    SCENEWRIGHT_FFMPEG: await fakeTool(folder.path, 'endless', script),
    SCENEWRIGHT_FFPROBE: ffprobe,
  };
  world = await openViewWorld({ environment });
  await makeClip(world.at('clip.mp4'), { seconds: 1 });
  await world.add('clip.mp4');
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

test('a view is stopped when its last request is canceled', async () => {
  const leave = [new AbortController(), new AbortController()] as const;
  const asked = leave.map(({ signal }) => world.view('frame', { src: 'clip.mp4' }, { signal }));
  const ends = Promise.allSettled(asked);
  await waitUntil(() => running().length === 1);
  leave[0].abort();
  await expect(asked[0]).rejects.toThrow();
  // The other request still waits for the view.
  expect(running()).toHaveLength(1);
  leave[1].abort();
  await ends;
  await waitUntil(() => running().length === 0);
});

test('only two views are made at the same time', async () => {
  const leave = new AbortController();
  const asked = Array.from({ length: 12 }, (_, index) =>
    world.view('frame', { src: 'clip.mp4', width: String(20 + index) }, { signal: leave.signal }),
  );
  const ends = Promise.allSettled(asked);
  await waitUntil(() => running().length === 2);
  leave.abort();
  await ends;
  await waitUntil(() => running().length === 0);
});

full.test('closing the service ends a proxy in progress', async () => {
  const state = await world.view('proxy', { src: 'clip.mp4' }, { method: 'POST' });
  expect(await state.json()).toMatchObject({ state: expect.stringMatching(/^(?:queued|working)$/) });
  const asked = world.view('frame', { src: 'clip.mp4' });
  const answered = asked.then(
    (answer) => answer.status,
    () => null,
  );
  await waitUntil(() => running().length === 2);
  await world.service.close();
  expect([503, null]).toContain(await answered);
  expect(running()).toEqual([]);
});
