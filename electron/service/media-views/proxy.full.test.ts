import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodePng } from '#service/testing/decode-png.ts';
import {
  damagePackets,
  ffmpeg,
  ffprobe,
  makeAlphaWebm,
  makeClip,
  makeEditList,
  makeFlashAndBeep,
  makeRotated,
  makeSound,
  makeVariableRate,
} from '#service/testing/make-media.ts';
import {
  COUNTER_FILTERS,
  COUNTER_HEIGHT,
  COUNTER_WIDTH,
  measureSync,
  readCounters,
  readFrameTimes,
  readRgbFrames,
} from '#service/testing/measure-film.ts';
import { openService } from '#service/testing/open-service.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { full } from '#shared/testing/full.ts';
import { cases } from '#shared/testing/scale.ts';
import { openViewWorld, type ViewWorld } from './testing/view-world.ts';

const counted = { width: COUNTER_WIDTH, height: COUNTER_HEIGHT, picture: 'color=black', filters: COUNTER_FILTERS };
const LOSSLESS = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0', '-g', '250', '-bf', '2', '-c:a', 'aac'];

let world: ViewWorld;
beforeAll(async () => {
  world = await openViewWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

/** Uploads a file and waits for its proxy. Returns the path of the proxy. */
async function proxyOf(name: string): Promise<string> {
  await world.add(name);
  const ask = async () => {
    const answer = await world.view('proxy', { src: name }, { method: 'POST' });
    return (await answer.json()) as { state: string; error: unknown };
  };
  let last: Awaited<ReturnType<typeof ask>> = { state: '', error: null };
  await waitUntil(async () => {
    last = await ask();
    return last.state === 'ready' || last.state === 'failed';
  }, 60);
  expect(last).toMatchObject({ state: 'ready', error: null });
  const answer = await world.view('proxy', { src: name });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    expect.stringMatching(/^(?:video|audio)\/mp4$/),
  ]);
  const path = world.at(`${name}.stand-in.mp4`);
  await writeFile(path, new Uint8Array(await answer.arrayBuffer()));
  return path;
}

test('damage that a proxy or waveform decodes is in facts and assets', async () => {
  const faultsOf = async (name: string) => {
    const { faults } = (await (await world.view('facts', { src: name })).json()) as { faults?: unknown };
    return faults;
  };
  for (const [name, view, at] of [
    ['proxy.mp4', 'proxy', 2],
    ['waveform.mp4', 'waveform', 3],
  ] as const) {
    await makeClip(world.at(name), { seconds: 6, width: 64, height: 36 });
    await damagePackets(world.at(name), 'audio', at, at + 0.5);
    await world.add(name);
    expect(await faultsOf(name)).toBeUndefined();
    if (view === 'proxy') await proxyOf(name);
    else await (await world.view(view, { src: name })).arrayBuffer();
    const faults = [{ from: expect.closeTo(at, 0), until: expect.any(Number) }];
    expect(await faultsOf(name), name).toEqual(faults);
    await waitUntil(async () => (await world.media(name))?.faults !== undefined, 60);
    expect((await world.media(name))?.faults).toEqual(faults);
  }
});

test("damage that only a film decodes is in its asset's facts", async () => {
  await using service = await openService();
  const project = await service.createProject();
  const path = await makeClip(world.at('film.mp4'), { seconds: 4, width: 64, height: 36 });
  await damagePackets(path, 'audio', 2, 2.5);
  await service.putAsset(project, 'film.mp4', await readFile(path));
  const faultsOf = async () => (await service.listAssets(project))[0]?.media?.faults;
  await waitUntil(async () => (await service.listAssets(project))[0]?.media !== null);
  expect(await faultsOf()).toBeUndefined();
  const template = '<movie width="64" height="36" framerate="25"><scene><video src="film.mp4"/></scene></movie>';
  expect(await service.render(project, { template })).toMatchObject({ state: 'succeeded' });
  expect(await faultsOf()).toEqual([{ from: expect.closeTo(2, 0), until: expect.any(Number) }]);
});

test('the proxy and the waveform of joined MP3s contain both parts', async () => {
  const parts = await Promise.all(
    [22_050, 48_000].map(async (rate) => {
      const path = world.at(`part-${rate}.mp3`);
      await ffmpeg('-f', 'lavfi', '-i', 'sine=440:d=1', '-ar', String(rate), path);
      return await readFile(path);
    }),
  );
  await writeFile(world.at('joined.mp3'), Buffer.concat(parts));
  const samples = await ffmpeg('-i', await proxyOf('joined.mp3'), '-f', 'f32le', '-ac', '1', '-ar', '8000', '-');
  const peakAt = (second: number) =>
    Math.max(...Array.from({ length: 800 }, (_, index) => samples.readFloatLE(4 * (second * 8000 + index))));
  expect(peakAt(0.5)).toBeGreaterThan(0.05);
  expect(peakAt(1.5) / peakAt(0.5)).toBeCloseTo(1, 0);
  expect(samples.length / 4 / 8000).toBeCloseTo(2.08, 1);
  const answer = await world.view('waveform', { src: 'joined.mp3', perSecond: '10' });
  const { peaks } = (await answer.json()) as { readonly peaks: readonly number[] };
  expect((peaks[15] ?? 0) / (peaks[5] ?? 0)).toBeCloseTo(1, 0);
  expect(peaks[5]).toBeGreaterThan(5);
  const facts = (await (await world.view('facts', { src: 'joined.mp3' })).json()) as object;
  expect(facts).toMatchObject({ needsProxy: true, proxyReasons: ['changes'] });
  expect(facts).not.toHaveProperty('faults');
});

/** Returns the times of frames by the clock of the file, which starts at zero with the first stream. */
async function ownTimes(path: string): Promise<readonly number[]> {
  const { format } = (await ffprobe(path, '-show_entries', 'format=start_time')) as { format: { start_time: string } };
  return (await readFrameTimes(path)).map((time) => Math.round((time - Number(format.start_time)) * 1e6) / 1e6);
}

describe('a source that a browser displays differently from the film', () => {
  const factsOf = async (query: Readonly<Record<string, string>>) =>
    (await (await world.view('facts', query)).json()) as {
      readonly needsProxy: boolean;
      readonly proxyReasons: readonly string[];
      readonly container: string;
      readonly durationSeconds: number;
      readonly changes: readonly object[];
      readonly video: {
        readonly fieldOrder: string | null;
        readonly displayWidth: number;
        readonly displayHeight: number;
      };
    };
  const sizeAfter = (transform: unknown): readonly [number, number] =>
    transform === 'transposed' ? [180, 320] : [320, 180];
  const filmFrame = async (src: string, width: number, height: number): Promise<Uint8Array> => {
    const template = `<movie width="${width}" height="${height}" framerate="25"><scene><video src="${src}"/></scene></movie>`;
    const init = { method: 'POST', body: new URLSearchParams({ template, frame: '0' }) };
    const answer = await world.service.fetch(`/v1/frame/local/${world.project}`, init);
    expect(answer.status === 200 ? '' : await answer.text()).toBe('');
    return decodePng(new Uint8Array(await answer.arrayBuffer())).pixels;
  };
  /** Returns the mean difference between the bytes of two pictures. */
  const differenceOf = (one: Uint8Array, other: Uint8Array | undefined): number =>
    one.reduce((sum, value, index) => sum + Math.abs(value - (other?.[index] ?? 0)), 0) / one.length;

  test('needs a proxy for interlaced video unless deinterlace is false', async () => {
    const coding = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-flags', '+ilme+ildct'];
    await makeClip(world.at('fields.mp4'), { sound: null, codecs: coding });
    await world.add('fields.mp4');
    expect(await factsOf({ src: 'fields.mp4' })).toMatchObject({
      needsProxy: true,
      proxyReasons: expect.arrayContaining(['interlaced']),
      video: { fieldOrder: expect.stringMatching(/^(?:top|bottom)$/) },
    });
    const unchanged = await factsOf({ src: 'fields.mp4', deinterlace: 'false' });
    expect(unchanged.proxyReasons).not.toContain('interlaced');
  });

  test.each(['mirrored', 'flipped', 'transposed', 45] as const)(
    'has another display matrix, which its proxy applies: %s',
    async (transform) => {
      const name = `${transform}.mp4`;
      await makeRotated(world.at(name), transform, { seconds: 0.2, sound: null });
      const [proxy] = await readRgbFrames(await proxyOf(name), ...sizeAfter(transform));
      const { needsProxy, proxyReasons, video } = await factsOf({ src: name });
      expect([needsProxy, proxyReasons]).toEqual([true, ['transform']]);
      expect([video.displayWidth, video.displayHeight]).toEqual(sizeAfter(transform));
      expect(differenceOf(await filmFrame(name, ...sizeAfter(transform)), proxy)).toBeLessThan(5);
    },
  );

  test('changes its size and gets a proxy of its steady copy', async () => {
    for (const [name, width] of Object.entries({ 'small.webm': 320, 'large.webm': 640 }))
      await makeClip(world.at(name), { width, height: width / 2, sound: null });
    await writeFile(world.at('list.txt'), 'file small.webm\nfile large.webm\n');
    await ffmpeg('-f', 'concat', '-i', world.at('list.txt'), '-c', 'copy', world.at('grows.webm'));
    const path = await proxyOf('grows.webm');
    expect(await factsOf({ src: 'grows.webm' })).toMatchObject({
      needsProxy: true,
      proxyReasons: ['changes'],
      container: 'matroska',
      changes: [{ of: 'picture', seconds: 2 }],
      video: { displayWidth: 640 },
    });
    const times = await ownTimes(path);
    expect([times.length, times.at(-1)]).toEqual([100, 3.96]);
    const original = await world.view('original', { src: 'grows.webm' });
    expect(Buffer.from(await original.arrayBuffer())).toEqual(await readFile(world.at('grows.webm')));
  });
});

describe('a proxy has the frames of its source at the same times', () => {
  const writers: Readonly<Record<string, (path: string) => Promise<string>>> = {
    'film.mov': (path) => makeClip(path, { ...counted, rate: '24000/1001', seconds: 3, codecs: LOSSLESS }),
    'uneven.mp4': (path) => makeVariableRate(path, { seconds: 3 }),
    'cut.mp4': (path) => makeEditList(path),
    'broadcast.ts': (path) => makeClip(path, { rate: '25' }),
    'coarse.mkv': (path) => makeClip(path, { ...counted, rate: '60', seconds: 2, codecs: LOSSLESS, sound: null }),
    'old.avi': (path) => makeClip(path, { rate: '25', sound: null }),
    'old.wmv': (path) => makeClip(path, { rate: '25' }),
    'disc.mpg': (path) => makeClip(path, { rate: '25' }),
    'ntsc.mp4': (path) => makeClip(path, { ...counted, rate: '30000/1001', seconds: 4, codecs: LOSSLESS }),
  };
  test.each(cases(1, Object.keys(writers)))('%s', async (name) => {
    const path = await (writers[name] ?? makeClip)(world.at(name));
    const proxy = await proxyOf(name);
    const [requested, found] = [await ownTimes(path), await ownTimes(proxy)];
    expect(found).toHaveLength(requested.length);
    const apart = requested.map((time, index) => Math.abs(time - (found[index] ?? Number.NaN)));
    expect(Math.max(...apart)).toBeLessThan(1e-5);
    if (/^(?:ntsc|film|coarse)/.test(name))
      expect(await readCounters(proxy)).toEqual(requested.map((_, index) => index));
  });

  full.test('has a sync frame at least every ten frames', async () => {
    await makeClip(world.at('groups.mp4'), { seconds: 3, codecs: LOSSLESS });
    const { frames } = (await ffprobe(
      await proxyOf('groups.mp4'),
      '-select_streams',
      'v',
      '-show_entries',
      'frame=key_frame,pict_type',
    )) as {
      frames: readonly { key_frame: number; pict_type: string }[];
    };
    const keys = frames.flatMap(({ key_frame: isKey }, index) => (isKey === 1 ? [index] : []));
    expect(keys[0]).toBe(0);
    expect(Math.max(...keys.map((key, index) => (keys[index + 1] ?? frames.length) - key))).toBeLessThanOrEqual(10);
    expect(frames.some(({ pict_type: type }) => type === 'B')).toBe(false);
  });

  test('has its sound and picture in sync', async () => {
    await makeFlashAndBeep(world.at('beep.mkv'), { seconds: 4 });
    for (const delay of await measureSync(await proxyOf('beep.mkv'))) expect(Math.abs(delay)).toBeLessThan(5);
  });
});

full.describe('the picture of a proxy', () => {
  const sizeOf = async (path: string) => {
    const { streams } = (await ffprobe(
      path,
      '-select_streams',
      'v',
      '-show_entries',
      'stream=width,height,sample_aspect_ratio,pix_fmt,color_space',
    )) as { streams: readonly object[] };
    return streams[0];
  };

  full.test('is upright with square pixels and at most 720 lines', async () => {
    await makeRotated(world.at('phone.mp4'), 90, { seconds: 1, width: 1920, height: 1080 });
    expect(await sizeOf(await proxyOf('phone.mp4'))).toMatchObject({
      width: 406,
      height: 720,
      pix_fmt: 'yuv420p',
      color_space: 'bt709',
    });
    await makeClip(world.at('wide.mp4'), { seconds: 1, filters: 'setsar=2/1' });
    expect(await sizeOf(await proxyOf('wide.mp4'))).toMatchObject({
      width: 640,
      height: 180,
      sample_aspect_ratio: '1:1',
    });
  });

  full.test('is in BT.709 for any source', async () => {
    // The source is small and untagged, which implies BT.601. A wrong matrix would change the red.
    await makeClip(world.at('red.mp4'), { seconds: 1, picture: 'color=red' });
    const [frame] = await readRgbFrames(await proxyOf('red.mp4'), 320, 180);
    const [red = 0, green = 255, blue = 255] = frame?.subarray(0, 3) ?? [];
    expect(red).toBeGreaterThan(250);
    expect(Math.max(green, blue)).toBeLessThan(6);
  });

  full.test('is black in transparent areas', async () => {
    await makeAlphaWebm(world.at('alpha.webm'), { seconds: 1, picture: 'color=white' });
    const [frame] = await readRgbFrames(await proxyOf('alpha.webm'), 320, 180);
    const luma = (x: number) => frame?.[(90 * 320 + x) * 3] ?? -1;
    expect(luma(40)).toBeGreaterThan(230);
    expect(luma(280)).toBeLessThan(16);
  });
});

full.test('a sound without a picture also has a proxy', async () => {
  await makeSound(world.at('tone.wma'), { extra: ['-c:a', 'wmav2'] });
  const { streams } = (await ffprobe(
    await proxyOf('tone.wma'),
    '-show_entries',
    'stream=codec_name,sample_rate,channels',
  )) as { streams: readonly object[] };
  expect(streams).toEqual([expect.objectContaining({ codec_name: 'aac', sample_rate: '48000', channels: 2 })]);
});

full.test('the progress of a proxy is announced in events', async () => {
  const controller = new AbortController();
  const stream = await world.service.client.open('followEvents', { signal: controller.signal });
  let text = '';
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const piece of stream.body ?? []) text += decoder.decode(piece as Uint8Array);
  })().catch(() => undefined);
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=30:d=20', '-c:v', 'mpeg2video', world.at('told.mpg'));
  await proxyOf('told.mpg');
  const reported = () =>
    [...text.matchAll(/^event: media\.proxy\ndata: (.*)$/gm)].map(([, data = '']) => JSON.parse(data) as object);
  await waitUntil(() => reported().some((event) => JSON.stringify(event).includes('"ready"')));
  controller.abort();
  await reading;
  const states = JSON.stringify(reported());
  for (const state of ['queued', 'working', 'ready']) expect(states).toContain(`"state":"${state}"`);
  expect(states).toContain('"src":"told.mpg"');
});
