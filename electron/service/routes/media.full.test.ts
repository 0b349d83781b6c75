import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openViewWorld, type ViewWorld } from '#service/media-views/testing/view-world.ts';
import { expectProblem } from '#service/testing/expect-problem.ts';
import { countingFfmpeg } from '#service/testing/faulty-ffmpeg.ts';
import { loopbackServer } from '#service/testing/loopback-server.ts';
import { ffmpeg, makeClip, makeFlashAndBeep, makeRotated, makeSound } from '#service/testing/make-media.ts';
import { testTools } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { sampleSvg } from '#shared/drawings/testing/svg-samples.ts';
import { full } from '#shared/testing/full.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let runs: () => number;
let world: ViewWorld;
beforeAll(async () => {
  folder = await temporaryFolder();
  const counting = await countingFfmpeg(folder.path);
  runs = () => counting.runsOf('view');
  const { ffprobe } = await testTools();
  const environment = { PATH: process.env['PATH'], SCENEWRIGHT_FFMPEG: counting.ffmpeg, SCENEWRIGHT_FFPROBE: ffprobe };
  world = await openViewWorld({ environment });
  const { at, add } = world;
  await Promise.all([
    makeClip(at('clip.mp4'), { seconds: 1 }),
    makeFlashAndBeep(at('beep.mkv'), { seconds: 3 }),
    makeSound(at('tone.wav'), { seconds: 1 }),
    writeFile(at('list.mp4'), '#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nclip.mp4\n#EXT-X-ENDLIST\n'),
    writeFile(at('notes.txt'), 'words'),
  ]);
  for (const name of ['clip.mp4', 'beep.mkv', 'tone.wav', 'list.mp4', 'notes.txt']) await add(name);
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

describe('a view is made once', () => {
  test('a repeated view starts no process', async () => {
    const query = { src: 'clip.mp4', at: '0.2', width: '64' };
    const first = await world.view('frame', query);
    const picture = await first.bytes();
    const before = runs();
    expect(before).toBeGreaterThan(0);
    expect(await (await world.view('frame', query)).bytes()).toEqual(picture);
    expect(runs()).toBe(before);
    expect(await statusOf(world.view('frame', { ...query, at: 'x' }))).toBe(400);
  });

  test('simultaneous callers share one run', async () => {
    const before = runs();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => world.view('strip', { src: 'clip.mp4', count: '3', width: '32' })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    expect(runs()).toBe(before + 1);
  });

  test('a client with the current ETag gets 304 immediately', async () => {
    const query = { src: 'clip.mp4', at: '0.4', width: '64' };
    const first = await world.view('frame', query);
    await first.arrayBuffer();
    const etag = first.headers.get('etag') ?? '';
    expect([etag, first.headers.get('cache-control')]).toEqual([
      expect.stringMatching(/^"[0-9a-f]{32}"$/),
      'private, no-cache',
    ]);
    const again = await world.view('frame', query, { headers: { 'if-none-match': etag } });
    expect([again.status, again.headers.get('etag')]).toEqual([304, etag]);
  });

  test('an address with the current version is cached permanently', async () => {
    const etag = await world.add('clip.mp4');
    const caching = async (v: string) => {
      const answer = await world.view('frame', { src: 'clip.mp4', width: '64', v });
      await answer.arrayBuffer();
      return answer.headers.get('cache-control');
    };
    expect(await caching(etag)).toBe('private, max-age=31536000, immutable');
    expect(await caching(etag.replaceAll('"', ''))).toBe('private, max-age=31536000, immutable');
    expect(await caching('another')).toBe('private, no-cache');
  });

  full.test('other bytes under the same name change the picture', async () => {
    await makeClip(world.at('other.mp4'), { seconds: 1, picture: 'color=red' });
    await world.add('clip.mp4', 'changing.mp4');
    const first = await world.view('frame', { src: 'changing.mp4' });
    await first.arrayBuffer();
    await world.add('other.mp4', 'changing.mp4');
    const second = await world.view('frame', { src: 'changing.mp4' });
    await second.arrayBuffer();
    expect(second.headers.get('etag')).not.toBe(first.headers.get('etag'));
  });
});

async function statusOf(asked: Promise<Response>): Promise<number> {
  const answer = await asked;
  await answer.arrayBuffer();
  return answer.status;
}

describe('a poster of a source or a film', () => {
  /** Returns the luma of the darkest and the brightest part of a JPEG. */
  const lookAt = (answer: Response) => {
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    return brightness(answer);
  };
  const brightness = async (answer: Response) => {
    if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
    const path = world.at('poster.jpg');
    await writeFile(path, new Uint8Array(await answer.arrayBuffer()));
    const grey = await ffmpeg('-i', path, '-vf', 'scale=16:9', '-pix_fmt', 'gray', '-f', 'rawvideo', '-');
    return { darkest: Math.min(...grey), brightest: Math.max(...grey) };
  };
  const film = (name: string) => world.service.fetch(`/v1/poster/${world.project}/${name}`);
  const save = (name: string, xml: string) => world.service.saveTemplate(world.project, name, xml);
  const movie = (...scenes: readonly string[]) =>
    `<movie width="160" height="90" framerate="25">${scenes.join('')}</movie>`;
  const scene = (src: string) => `<scene duration="25"><video src="${src}"/></scene>`;

  beforeAll(async () => {
    const path = world.at('fading.mp4');
    const black = 'color=black:size=160x90:rate=25:duration=2';
    const bars = 'testsrc2=size=160x90:rate=25:duration=3';
    await ffmpeg(
      ...['-f', 'lavfi', '-i', black, '-f', 'lavfi', '-i', bars, '-filter_complex', '[0][1]concat'],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', path],
    );
    await makeClip(world.at('black.mp4'), { seconds: 1, picture: 'color=black' });
    for (const name of ['fading.mp4', 'black.mp4']) await world.add(name);
  });

  test('is the frame that the movie names', async () => {
    const solid = (color: string) => `<scene duration="25"><solid color="${color}"/></scene>`;
    const named = movie(scene('fading.mp4'), solid('#808080'), scene('fading.mp4'));
    await save('named', named.replace('<movie ', '<movie poster="1.5s" '));
    const { darkest, brightest } = await lookAt(await film('named'));
    expect([darkest > 100, brightest < 150]).toEqual([true, true]);
  });

  test('lies over the matte in every format', async () => {
    const half = '<scene duration="25"><solid color="#ffffff00"/></scene>';
    const transparent = movie(half).replace('<movie ', '<movie background="transparent" matte="#808080" ');
    await save('transparent', transparent);
    for (const format of ['png', 'webp']) {
      const answer = await film(`transparent?format=${format}`);
      const { darkest, brightest } = await brightness(answer);
      expect([darkest > 100, brightest < 150, format]).toEqual([true, true, format]);
    }
  });

  test("shows the editor's sample values for variables without a default", async () => {
    const solid = '<scene duration="25"><solid color="${tone}"/></scene>';
    await save('sampled', movie(solid));
    const unset = await film('sampled');
    expect(unset.status).toBe(422);
    await unset.text();
    const body = { dataSets: [{ id: 'a', name: 'A', values: { tone: '#808080' } }], chosen: 'a' };
    await world.service.client.call('saveEditing', { parameters: { project: world.project, name: 'sampled' }, body });
    const { darkest, brightest } = await lookAt(await film('sampled'));
    expect([darkest > 100, brightest < 150]).toEqual([true, true]);
  });

  full.test('skips the black start of a source', async () => {
    const first = await world.view('poster', { src: 'fading.mp4', width: '160' });
    const etag = first.headers.get('etag') ?? '';
    expect((await lookAt(first)).brightest).toBeGreaterThan(100);
    const before = runs();
    const again = await world.view(
      'poster',
      { src: 'fading.mp4', width: '160' },
      { headers: { 'if-none-match': etag } },
    );
    expect([again.status, runs()]).toEqual([304, before]);
  });

  full.test('is black for a black source and missing for sound', async () => {
    expect((await lookAt(await world.view('poster', { src: 'black.mp4' }))).brightest).toBeLessThan(20);
    await expectProblem(world.view('poster', { src: 'tone.wav' }), 422, 'media/no-picture');
  });

  full.test('shows an SVG on gray', async () => {
    const svg = sampleSvg('<rect width="24" height="32" fill="#fff"/>', 'viewBox="0 0 48 32"');
    const name = 'a & b.svg';
    await writeFile(world.at(name), svg);
    const etag = await world.add(name);
    const media = async () => {
      const assets = await world.service.listAssets(world.project);
      return assets.find((asset) => asset.name === name)?.media;
    };
    await waitUntil(async () => (await media()) !== null);
    expect(await media()).toMatchObject({ kind: 'image', width: 48, height: 32, videoCodec: 'svg' });
    const poster = await world.view('poster', { src: name, width: '96', v: etag });
    expect(poster.headers.get('cache-control')).toContain('immutable');
    const { darkest, brightest } = await lookAt(poster);
    expect([darkest > 110 && darkest < 150, brightest > 240]).toEqual([true, true]);
    await writeFile(world.at(name), svg.subarray(0, svg.length - 9));
    await world.add(name);
    await waitUntil(async () => (await media()) !== null);
    await expectProblem(world.view('poster', { src: name }), 422, 'render/invalid');
  });

  test('is made right after the upload of an SVG', async () => {
    const name = 'new.svg';
    await writeFile(world.at(name), sampleSvg('<rect width="24" height="32"/>', 'viewBox="0 0 48 32"'));
    await world.add(name);
    expect((await world.view('poster', { src: name, width: '96' })).status).toBe(200);
  });

  test('skips black scenes and scenes without their source', async () => {
    await save('film', movie(scene('black.mp4'), scene('lost.mp4'), scene('clip.mp4')));
    expect((await lookAt(await film('film'))).brightest).toBeGreaterThan(100);
    const etag = (await film('film')).headers.get('etag') ?? '';
    await save('film', movie(scene('black.mp4')));
    const edited = await film('film');
    expect(edited.headers.get('etag')).not.toBe(etag);
    expect((await lookAt(edited)).brightest).toBeLessThan(20);
  });

  full.test('can be the frame at a given share of a film', async () => {
    await save('two', movie(scene('clip.mp4'), scene('black.mp4')));
    const at = (share: string) => film(`two?width=64&at=${share}`);
    expect((await lookAt(await at('0.1'))).brightest).toBeGreaterThan(100);
    expect((await lookAt(await at('1'))).brightest).toBeLessThan(20);
    expect(await statusOf(at('1.5'))).toBe(400);
  });

  full.test('shows a render with a black middle', async () => {
    const template = movie(scene('clip.mp4'), scene('black.mp4'), scene('black.mp4'));
    const { id } = await world.service.client.call('startRender', {
      parameters: { region: 'local', project: world.project },
      query: {},
      body: { template, async: 'true' },
    });
    const answer = await world.service.fetch(`/v1/renders/${world.project}/${id}/frame`);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect((await brightness(answer)).brightest).toBeGreaterThan(100);
  });

  test('is refused for invalid films', async () => {
    await save('lost', movie(scene('lost.mp4')));
    await save('unset', movie(scene('${clip}')));
    await expectProblem(film('lost'), 422, 'render/invalid');
    await expectProblem(film('unset'), 422, 'render/invalid');
    await expectProblem(film('none'), 404, 'movie/not-found');
  });
});

describe('a waveform', () => {
  test('shows each beep at its time', async () => {
    const { perSecond, peaks, levels } = (await (
      await world.view('waveform', { src: 'beep.mkv', perSecond: '100' })
    ).json()) as {
      perSecond: number;
      peaks: readonly number[];
      levels: readonly number[];
    };
    expect([perSecond, peaks.length]).toEqual([100, 300]);
    const loud = peaks.flatMap((peak, index) => (peak > 100 ? [index] : []));
    expect(loud).toEqual([0, 100, 200].flatMap((start) => [start, start + 1, start + 2, start + 3]));
    // The levels equal the film's levels: mono on both channels has 0.707 of its level on each channel.
    expect(peaks[0]).toBeGreaterThan(138);
    expect(Math.max(...peaks)).toBeLessThan(150);
    // The level of a sine is 3 dB below its peaks. Between the beeps, the level is zero.
    expect(levels).toHaveLength(300);
    expect((levels[1] ?? 0) / (peaks[1] ?? 1)).toBeCloseTo(Math.SQRT1_2, 1);
    expect(levels[50]).toBe(0);
  });
});

describe('the facts about a source', () => {
  test('contain the streams of a clip', async () => {
    const { size } = await readFile(world.at('clip.mp4')).then((bytes) => ({ size: bytes.length }));
    const answer = await world.view('facts', { src: 'clip.mp4' });
    expect(await answer.json()).toMatchObject({
      size,
      container: 'mov',
      contentType: 'video/mp4',
      video: {
        codec: 'h264',
        frameRate: '25',
        frames: 25,
        variableRate: false,
        codedWidth: 320,
        displayHeight: 180,
        bitDepth: 8,
        rotation: 0,
        startSeconds: 0,
        hdr: false,
      },
      audio: { codec: 'aac', sampleRate: 48_000, channels: 1 },
      playable: true,
      needsProxy: false,
      proxyReasons: [],
    });
    const again = await world.view(
      'facts',
      { src: 'clip.mp4' },
      { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } },
    );
    expect(again.status).toBe(304);
  });

  test('contain no facts that only the engine needs: a coarse clock, and a rotation of a steady copy', async () => {
    await makeClip(world.at('coarse.avi'), { seconds: 1, sound: null });
    await makeRotated(world.at('tilted.mp4'), 45, { seconds: 1, sound: null });
    for (const src of ['coarse.avi', 'tilted.mp4']) {
      await world.add(src);
      const answer = await world.view('facts', { src });
      expect([src, answer.status, Object.keys((await answer.json()).video ?? {})]).toEqual([
        src,
        200,
        expect.not.arrayContaining([expect.stringMatching(/tickSeconds|appliedRotation/)]),
      ]);
    }
  });
});

describe('the original file of a source', () => {
  test('is read in ranges', async () => {
    const bytes = await readFile(world.at('clip.mp4'));
    const answer = await world.view('original', { src: 'clip.mp4' }, { headers: { range: 'bytes=10-19' } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([206, 'video/mp4']);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes.subarray(10, 20));
  });

  test('is read from disk for a URL of this service', async () => {
    const url = `http://localhost:1/v1/data/${world.project}/clip.mp4`;
    const answer = await world.view('original', { url });
    expect([answer.status, await answer.bytes()]).toEqual([200, new Uint8Array(await readFile(world.at('clip.mp4')))]);
  });
});

describe('a refused view', () => {
  test.each([
    ['frame', { src: 'none.mp4' }, 404, 'asset/not-found'],
    ['frame', { src: 'list.mp4' }, 422, 'media/invalid'],
    ['original', { src: 'notes.txt' }, 422, 'media/invalid'],
    ['frame', { src: 'tone.wav' }, 422, 'media/no-picture'],
    ['strip', { src: 'tone.wav', count: '2' }, 422, 'media/no-picture'],
    ['proxy', { src: 'clip.mp4' }, 404, 'media/no-proxy'],
    ['frame', {}, 400, 'request/invalid'],
    ['frame', { src: 'clip.mp4', url: 'http://example.com/' }, 400, 'request/invalid'],
    ['frame', { src: 'clip.mp4', at: '-1' }, 400, 'request/invalid'],
    ['frame', { src: 'clip.mp4', width: '1921' }, 400, 'request/invalid'],
    ['strip', { src: 'clip.mp4', count: '121' }, 400, 'request/invalid'],
    ['strip', { src: 'clip.mp4', count: '2', from: '2', to: '1' }, 400, 'request/invalid'],
    ['facts', { url: 'file:///etc/passwd' }, 422, 'media/refused'],
  ])('has the code %s for %j', async (view, query, status, code) => {
    await expectProblem(world.view(view, query as Readonly<Record<string, string>>), status, code);
  });

  test('sends no request to an address of this machine', async () => {
    await using server = await loopbackServer((_, response) => response.end('secret'));
    await expectProblem(world.view('original', { url: `${server.url}/a.mp4` }), 422, 'media/refused');
    expect(server.requests).toHaveLength(0);
  });

  test('has the code media/no-sound for the waveform of a silent source', async () => {
    await makeClip(world.at('silent.mp4'), { seconds: 1, sound: null });
    await world.add('silent.mp4');
    await expectProblem(world.view('waveform', { src: 'silent.mp4' }), 422, 'media/no-sound');
  });
});

full.describe('a remote source on an allowed host', () => {
  full.test('is fetched once for many views', async () => {
    const bytes = await readFile(world.at('clip.mp4'));
    await using server = await loopbackServer((_, response) => response.setHeader('etag', '"1"').end(bytes));
    await using allowed = await openViewWorld({ allowHosts: ['127.0.0.1'] });
    const url = `${server.url}/a.mp4?signature=secret`;
    for (const at of ['0', '0.2', '0.4']) expect((await allowed.view('frame', { url, at })).status).toBe(200);
    expect(server.requests).toHaveLength(1);
    expect(JSON.stringify(allowed.service.lines)).not.toContain('signature=secret');
  });
});
