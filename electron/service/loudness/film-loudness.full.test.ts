// @module-tag full-scale
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openViewWorld, type ViewWorld } from '#service/media-views/testing/view-world.ts';
import { countingFfmpeg } from '#service/testing/faulty-ffmpeg.ts';
import { ffmpeg, makeClip } from '#service/testing/make-media.ts';
import { testTools } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let runs: () => number;
let world: ViewWorld;

/** Creates a stereo sine tone of 1 kHz with peaks at the given number of decibels. */
const sine = (name: string, decibels: number, seconds: number) =>
  ffmpeg(
    ...['-f', 'lavfi', '-i', `aevalsrc=exprs=sin(2*PI*1000*t)*${10 ** (decibels / 20)}:s=48000:d=${seconds}`],
    ...['-ac', '2', '-af', 'pan=stereo|c0=c0|c1=c0', '-c:a', 'pcm_f32le', '-y', world.at(name)],
  );

beforeAll(async () => {
  folder = await temporaryFolder();
  const counting = await countingFfmpeg(folder.path);
  runs = () => counting.runsOf('loudness');
  const { ffprobe } = await testTools();
  const environment = { PATH: process.env['PATH'], SCENEWRIGHT_FFMPEG: counting.ffmpeg, SCENEWRIGHT_FFPROBE: ffprobe };
  world = await openViewWorld({ environment });
  await Promise.all([
    sine('minus-23.wav', -23, 20),
    sine('loud.wav', 0, 5),
    makeClip(world.at('clip.mp4'), { seconds: 1 }),
  ]);
  for (const name of ['minus-23.wav', 'loud.wav', 'clip.mp4']) await world.add(name);
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const movie = (inside: string) => `<movie width="64" height="36" framerate="10">${inside}</movie>`;
const ask = (fields: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<Response> => {
  const body = new URLSearchParams(fields);
  const init = { method: 'POST', body, ...(signal && { signal }) };
  return world.service.fetch(`/v1/loudness/local/${world.project}`, init);
};
const measured = async (inside: string): Promise<unknown> => {
  const answer = await ask({ template: movie(inside) });
  return answer.json();
};

describe('the loudness of a film', () => {
  test('is −23 LUFS for the first signal of EBU Tech 3341', async () => {
    const film = '<scene duration="200"><solid/></scene><audio src="minus-23.wav"/>';
    expect(await measured(film)).toEqual({
      integratedLufs: expect.closeTo(-23, 1),
      normalization: null,
      truePeakDbtp: expect.closeTo(-23, 1),
      rangeLu: 0,
      durationSeconds: 20,
    });
  });

  test('follows volumes and adds up sounds', async () => {
    const half = '<scene duration="200"><solid/></scene><audio src="minus-23.wav" volume="0.5"/>';
    expect(await measured(half)).toMatchObject({ integratedLufs: expect.closeTo(-29, 1) });
    const twice = '<scene duration="200"><solid/></scene><audio src="minus-23.wav"/><audio src="minus-23.wav"/>';
    expect(await measured(twice)).toMatchObject({ integratedLufs: expect.closeTo(-17, 1) });
  });

  test('ignores silence and includes the true peak', async () => {
    const late = '<scene duration="200"><solid/></scene><audio src="loud.wav" start="15s"/>';
    expect(await measured(late)).toMatchObject({
      integratedLufs: expect.closeTo(0, 0),
      truePeakDbtp: expect.closeTo(0, 1),
    });
  });

  test('is null for a silent film', async () => {
    expect(await measured('<scene duration="20"><solid/></scene>')).toEqual({
      integratedLufs: null,
      normalization: null,
      truePeakDbtp: null,
      rangeLu: 0,
      durationSeconds: 2,
    });
  });

  test('is cached without another run of FFmpeg', async () => {
    const film = '<scene duration="100"><solid/></scene><audio src="minus-23.wav"/>';
    const first = await measured(film);
    const before = runs();
    expect(before).toBeGreaterThan(0);
    expect(await measured(film)).toEqual(first);
    expect(runs()).toBe(before);
  });

  test('uses the values of variables', async () => {
    const template = movie('<scene duration="100"><solid/></scene><audio src="${music}"/>');
    const answer = await ask({ template, variables: JSON.stringify({ music: 'minus-23.wav' }) });
    expect(await answer.json()).toMatchObject({ integratedLufs: expect.closeTo(-23, 1) });
    const refused = await ask({ template });
    expect([refused.status, await refused.json()]).toMatchObject([422, { code: 'render/invalid' }]);
  });
});

test('a missing source is reported with its line', async () => {
  const missing = await ask({ template: movie('<scene duration="20"><solid/></scene>\n<audio src="gone.wav"/>') });
  expect([missing.status, await missing.json()]).toMatchObject([
    422,
    { code: 'render/invalid', issues: [{ line: 2 }] },
  ]);
});

test('progress events contain the id of the measurement and the finished fraction', async () => {
  const heard: unknown[] = [];
  const leave = new AbortController();
  const opened = Promise.withResolvers<void>();
  const listening = listen(leave.signal, opened.resolve, (data) => heard.push(data));
  await opened.promise;
  const template = movie('<scene duration="6000"><solid/></scene><audio src="minus-23.wav" loop="true"/>');
  expect((await ask({ template, watch: 'mine' })).status).toBe(200);
  await waitUntil(() => heard.length > 1);
  leave.abort();
  await listening;
  const shares = heard.map((event) => (event as { readonly share: number }).share);
  expect(heard[0]).toMatchObject({ watch: 'mine', share: expect.any(Number) });
  expect(shares).toEqual(shares.toSorted((left, right) => left - right));
  expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
});

/** Calls `onEvent` with the data of each loudness event. Stops when the signal aborts. */
async function listen(signal: AbortSignal, onOpen: () => void, onEvent: (data: unknown) => void): Promise<void> {
  const { body } = await world.service.fetch('/v1/events', { signal });
  if (body === null) throw new Error('no events');
  onOpen();
  let open = '';
  try {
    for await (const piece of body.pipeThrough(new TextDecoderStream())) {
      const blocks = (open + piece).split('\n\n');
      open = blocks.pop() ?? '';
      for (const block of blocks) {
        const [, data] = /^event: loudness\.progress$[\s\S]*?^data: (.*)$/m.exec(block) ?? [];
        if (data !== undefined) onEvent(JSON.parse(data));
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

test('a measurement stops when its client disconnects', async () => {
  const leave = new AbortController();
  const template = movie('<scene duration="36000"><solid/></scene><audio src="minus-23.wav" loop="true"/>');
  const before = runs();
  const asked = ask({ template }, leave.signal);
  await waitUntil(() => runs() > before);
  leave.abort();
  await expect(asked).rejects.toThrow();
  // This film would have to wait if the other measurement still ran, because only one film is measured at a time.
  expect(await measured('<scene duration="30"><solid/></scene>')).toMatchObject({ durationSeconds: 3 });
});
