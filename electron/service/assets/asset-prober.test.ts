import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { fakeTool } from '#service/testing/fake-tool.ts';
import { makeSound } from '#service/testing/make-media.ts';
import { testTools } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { incoming, scratchWorkspace } from '#service/workspace/testing/scratch-workspace.ts';
import { createAssetProber } from './asset-prober.ts';

test('assets with older facts are probed after new assets', async () => {
  await using scratch = await scratchWorkspace();
  const { assets, projects, database } = scratch.workspace;
  const project = projects.create('Films').uid;
  const add = (name: string) => assets.create(project, name, incoming(name));
  await add('seen.txt');
  await add('seen too.txt');
  const older = { kind: 'other', durationSeconds: null, width: null, height: null, frameRate: null, hasAudio: false };
  database.run('UPDATE asset SET media = ?', JSON.stringify(older));
  // These facts are from an earlier version, which stored the reason only as English text.
  await add('said.txt');
  const said = { ...older, damage: null, fontFamily: null, reason: 'is a text file' };
  database.run("UPDATE asset SET media = ? WHERE name = 'said.txt'", JSON.stringify(said));
  await add('new.txt');
  const reasons = () => assets.list(project).assets.map(({ media }) => media?.reason);
  expect(reasons()).toEqual([undefined, 'is a text file', null, null]);
  expect(assets.withOlderMedia()).toHaveLength(3);

  const prober = createAssetProber(scratch.workspace, testTools, (error) => {
    throw error;
  });
  prober.wake();
  await waitUntil(() => assets.withOlderMedia().length === 0 && assets.withoutMedia(1).length === 0);
  await prober.stop();
  expect(reasons()).toEqual(Array.from({ length: 4 }, () => 'is a text file, not a video'));
  expect(assets.list(project).assets[0]?.media?.why).toEqual({ reason: 'media/text', values: {} });
});

test('an asset that an earlier version stored as slow is probed again', async () => {
  await using scratch = await scratchWorkspace();
  const { assets, projects, database } = scratch.workspace;
  const project = projects.create('Films').uid;
  await assets.create(project, 'a.txt', incoming('a text'));
  const slow = { kind: 'other', damage: null, fontFamily: null, reason: 'takes too long to analyze' };
  database.run('UPDATE asset SET media = ?', JSON.stringify({ ...slow, why: { reason: 'media/slow', values: {} } }));

  const prober = createAssetProber(scratch.workspace, testTools, (error) => {
    throw error;
  });
  prober.wake();
  await waitUntil(() => assets.list(project).assets[0]?.media?.why?.reason === 'media/text');
  await prober.stop();
});

test('a probe that takes too long is not stored as a fact', async () => {
  await using scratch = await scratchWorkspace();
  await using folder = await temporaryFolder();
  const { assets, projects } = scratch.workspace;
  const project = projects.create('Films').uid;
  await assets.create(project, 'a.wav', incoming(`RIFF\x24\0\0\0WAVEfmt ${'\0'.repeat(40)}`));
  await assets.create(project, 'b.txt', incoming('a text'));
  const started = join(folder.path, 'started');
  const ffprobe = await fakeTool(folder.path, 'hanging-ffprobe', `touch ${started}; while :; do sleep 1; done`);
  const tools = async () => ({ ...(await testTools()), ffprobe });
  const prober = createAssetProber(scratch.workspace, tools, (error) => {
    throw error;
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    prober.wake();
    await waitUntil(() => existsSync(started));
    vi.advanceTimersByTime(900_000);
    const media = () => assets.list(project).assets.map((asset) => asset.media);
    await waitUntil(() => media()[1] !== null);
    expect(media()[0]).toBeNull();
  } finally {
    vi.useRealTimers();
    await prober.stop();
  }
});

test('an asset whose probe stalls is probed at most three times', async () => {
  await using scratch = await scratchWorkspace();
  await using folder = await temporaryFolder();
  const { assets, projects } = scratch.workspace;
  const project = projects.create('Films').uid;
  await assets.create(project, 'a.wav', incoming(`RIFF\x24\0\0\0WAVEfmt ${'\0'.repeat(40)}`));
  const count = join(folder.path, 'count');
  const ffprobe = await fakeTool(folder.path, 'hanging-ffprobe', `echo >> ${count}; while :; do sleep 1; done`);
  const tools = async () => ({ ...(await testTools()), ffprobe });
  const prober = createAssetProber(scratch.workspace, tools, (error) => {
    throw error;
  });
  const probes = () => (existsSync(count) ? readFileSync(count).length : 0);
  const isProbed = (name: string) =>
    assets.list(project).assets.some((asset) => asset.name === name && asset.media !== null);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    for (const attempt of [1, 2, 3]) {
      await waitUntil(() => {
        prober.wake();
        return probes() === attempt;
      });
      vi.advanceTimersByTime(900_000);
    }
    // Each of these files is probed only when the previous probe has ended.
    for (const name of ['b.txt', 'c.txt']) {
      await assets.create(project, name, incoming(name));
      await waitUntil(() => isProbed(name));
    }
    expect([probes(), isProbed('a.wav')]).toEqual([3, false]);
  } finally {
    vi.useRealTimers();
    await prober.stop();
  }
});

test('an asset whose probe is killed is probed again', async () => {
  await using scratch = await scratchWorkspace();
  await using folder = await temporaryFolder();
  const { assets, projects } = scratch.workspace;
  const project = projects.create('Films').uid;
  const sound = await makeSound(join(folder.path, 'a.wav'), { seconds: 1 });
  await assets.create(project, 'a.wav', incoming(readFileSync(sound)));
  // The first run is killed, as by a system that is short of memory.
  const first = join(folder.path, 'has-run');
  const real = await testTools();
  const script = `[ -e ${first} ] && exec ${real.ffprobe} "$@"; touch ${first}; kill -KILL $$`;
  const ffprobe = await fakeTool(folder.path, 'killed-ffprobe', script);
  const tools = async () => ({ ...real, ffprobe });
  const prober = createAssetProber(scratch.workspace, tools, (error) => {
    throw error;
  });
  const kinds = () => assets.list(project).assets.map((asset) => asset.media?.kind);
  prober.wake();
  await waitUntil(() => existsSync(first));
  // Saving an asset starts a run. Facts of the killed probe would not be replaced.
  await assets.create(project, 'b.txt', incoming('a text'));
  await waitUntil(() => kinds()[0] !== undefined && kinds()[1] !== undefined);
  expect(kinds()).toEqual(['audio', 'other']);
  await prober.stop();
});

test('captions are detected by their content', async () => {
  await using scratch = await scratchWorkspace();
  const { assets, projects, database } = scratch.workspace;
  const project = projects.create('Films').uid;
  const add = (name: string, text: string) => assets.create(project, name, incoming(text));
  await add('a.srt', '1\n00:00:01,000 --> 00:00:02,500\nHello\n');
  await add('b.ass', '[Script Info]\nTitle: none\n');
  await add('c.txt', '00:01.000 --> 00:04.000\nHello\n');
  await add('d.txt', 'An arrow --> and no time\n');
  const unknown = { kind: 'other', damage: null, fontFamily: null, reason: 'contains subtitles, not a video' };
  const why = { reason: 'media/subtitles', values: {} };
  database.run("UPDATE asset SET media = ? WHERE name < 'c'", JSON.stringify({ ...unknown, why }));
  expect(assets.withOlderMedia().map(({ name }) => name)).toEqual(['a.srt', 'b.ass']);

  const prober = createAssetProber(scratch.workspace, testTools, (error) => {
    throw error;
  });
  prober.wake();
  await waitUntil(() => assets.withOlderMedia().length === 0 && assets.withoutMedia(1).length === 0);
  await prober.stop();
  const facts = assets
    .list(project)
    .assets.map(({ name, media }) => [name, media?.kind, media?.durationSeconds, media?.why?.reason]);
  expect(facts).toEqual([
    ['a.srt', 'captions', 2.5, undefined],
    ['b.ass', 'other', null, 'media/other-captions'],
    ['c.txt', 'captions', 4, undefined],
    ['d.txt', 'other', null, 'media/text'],
  ]);
});

test('an asset that is saved during the last probe is probed', async () => {
  await using scratch = await scratchWorkspace();
  const { assets, projects } = scratch.workspace;
  const project = projects.create('Films').uid;
  await assets.create(project, 'first.txt', incoming('first'));
  const late = await assets.create(project, 'late.txt', incoming('late'));
  let lateIsSaved = false;
  const withoutMedia: typeof assets.withoutMedia = (limit) => {
    const found = assets.withoutMedia(limit).filter(({ name }) => lateIsSaved || name !== late.name);
    if (found.length === 0 && !lateIsSaved) {
      queueMicrotask(() => {
        lateIsSaved = true;
        prober.wake();
      });
    }
    return found;
  };
  const prober = createAssetProber(
    { ...scratch.workspace, assets: { ...assets, withoutMedia } },
    testTools,
    (error) => {
      throw error;
    },
  );
  prober.wake();
  await waitUntil(() => assets.list(project).assets.every(({ media }) => media !== null));
  await prober.stop();
});

test('FFmpeg is located only if an asset must be probed', async () => {
  await using scratch = await scratchWorkspace();
  const { assets, projects } = scratch.workspace;
  let searches = 0;
  const tools = () => {
    searches += 1;
    return testTools();
  };
  const prober = createAssetProber(scratch.workspace, tools, (error) => {
    throw error;
  });
  prober.wake();
  expect(searches).toBe(0);
  const project = projects.create('Films').uid;
  await assets.create(project, 'first.txt', incoming('first'));
  prober.wake();
  await waitUntil(() => assets.list(project).assets.every(({ media }) => media !== null));
  await prober.stop();
  expect(searches).toBe(1);
});
