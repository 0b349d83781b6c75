import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { full } from '#shared/testing/full.ts';
import { incoming, never, scratchWorkspace, streamOf } from './testing/scratch-workspace.ts';

test('a workspace with 10,000 assets and 100 open uploads lists and opens', async () => {
  await using scratch = await scratchWorkspace();
  const { projects, assets, uploads, blobs, database } = scratch.workspace;
  const project = projects.create('Films').uid;
  const blob = await blobs.put(streamOf('same'), { limitBytes: 10, signal: never });
  database.transaction(() => {
    for (let n = 0; n < 10_000; n++) assets.assign(project, `Film ${n} – fertig.mp4`, blob, 'video/mp4');
    for (let n = 0; n < 100; n++) uploads.start(project, { name: `f${n}`, chunkCount: 1000, chunkSize: 2 ** 20 });
  });
  const media = {
    kind: 'video',
    durationSeconds: 1,
    width: 1280,
    height: 720,
    frameRate: '30',
    videoCodec: 'h264',
    audioCodec: 'aac',
    hasAudio: true,
    pictureSeconds: null,
    damage: null,
    fontFamily: null,
    reason: null,
  } as const;
  await assets.setMedia(blob.sha256, media);
  expect(assets.list(project).assets).toHaveLength(10_000);

  await scratch.reopen();
  expect(scratch.workspace.projects.list()).toHaveLength(1);
  expect(scratch.workspace.uploads.list(project)).toHaveLength(100);
});

full.test('many simultaneous files are stored in bounded memory', async () => {
  await using scratch = await scratchWorkspace();
  const { projects, assets } = scratch.workspace;
  const project = projects.create('Films').uid;
  const piece = Buffer.alloc(65_536, 'piece');
  async function* long(): AsyncGenerator<Uint8Array> {
    for (let n = 0; n < 128; n++) yield piece;
  }
  const before = process.memoryUsage().arrayBuffers;
  await Promise.all(
    Array.from({ length: 50 }, (_, n) => assets.put(project, `f${n}`, incoming('', { stream: long() }))),
  );
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100 * 2 ** 20);
  const expected = createHash('sha256');
  for (let n = 0; n < 128; n++) expected.update(piece);
  expect(new Set(assets.list(project).assets.map(({ sha256 }) => sha256))).toEqual(new Set([expected.digest('hex')]));
});
