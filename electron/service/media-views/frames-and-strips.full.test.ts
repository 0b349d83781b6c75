import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ffprobe, makeClip, makeRotated, makeVariableRate } from '#service/testing/make-media.ts';
import { COUNTER_FILTERS, COUNTER_HEIGHT, COUNTER_WIDTH } from '#service/testing/measure-film.ts';
import { full } from '#shared/testing/full.ts';
import { cases } from '#shared/testing/scale.ts';
import { openViewWorld, type ViewWorld } from './testing/view-world.ts';

const counted = { width: COUNTER_WIDTH, height: COUNTER_HEIGHT, picture: 'color=black', filters: COUNTER_FILTERS };
const LOSSLESS = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0', '-g', '12', '-bf', '2', '-c:a', 'aac'];

let world: ViewWorld;
beforeAll(async () => {
  world = await openViewWorld();
  const { at, add } = world;
  const paths = cases(2, [
    () => makeVariableRate(at('uneven.mp4')),
    () => makeClip(at('count30.mp4'), { ...counted, rate: '30', seconds: 6, codecs: LOSSLESS }),
    () => makeRotated(at('upright.mp4'), 90, { seconds: 1 }),
    () => makeClip(at('wide.mp4'), { seconds: 1, filters: 'setsar=2/1' }),
    // The source has no sound, so its picture starts at zero.
    () => makeClip(at('count2997.mkv'), { ...counted, sound: null, rate: '30000/1001', seconds: 6, codecs: LOSSLESS }),
    () => makeClip(at('count25.ts'), { ...counted, sound: null, rate: '25', seconds: 6, codecs: LOSSLESS }),
    () => makeClip(at('long.mp4'), { ...counted, rate: '5', seconds: 150, codecs: [...LOSSLESS, '-g', '10'] }),
  ]).map((make) => make());
  for (const path of await Promise.all(paths)) await add(basename(path));
});
afterAll(() => world[Symbol.asyncDispose]());

full.describe('a frame', () => {
  test.each(
    cases(1, [
      ['count30.mp4', 30],
      ['count2997.mkv', 30_000 / 1001],
      ['count25.ts', 25],
    ]),
  )('is the frame at the requested time: %s', async (src, rate) => {
    const numbers = [0, 1, 11, 12, 13, 77, 149];
    const answers: Response[] = [];
    for (const number of numbers)
      answers.push(await world.view('frame', { src, at: String(number / rate), width: '320' }));
    expect(await world.countersIn(answers)).toEqual(numbers);
  });

  test('is the last frame for a time after the end', async () => {
    const answer = await world.view('frame', { src: 'count30.mp4', at: '100', width: '320' });
    expect(await world.countersIn([answer])).toEqual([179]);
  });

  test.each([
    ['upright.mp4', '90', [90, 160]],
    ['wide.mp4', '320', [320, 90]],
    ['wide.mp4', '1920', [640, 180]],
  ])('has the displayed aspect ratio: %s at width %s', async (src, width, size) => {
    const path = world.at(`shape-${width}.jpg`);
    const answer = await world.view('frame', { src, width });
    await writeFile(path, new Uint8Array(await answer.arrayBuffer()));
    const { streams } = (await ffprobe(path, '-show_entries', 'stream=width,height')) as {
      streams: readonly { width: number; height: number }[];
    };
    expect([streams[0]?.width, streams[0]?.height]).toEqual(size);
  });
});

describe('a filmstrip', () => {
  test.each(cases(1, ['count30.mp4', 'count2997.mkv', 'count25.ts']))(
    'shows the middle frame of each section: %s',
    async (src) => {
      const rate = src === 'count25.ts' ? 25 : src === 'count30.mp4' ? 30 : 30_000 / 1001;
      const answer = await world.view('strip', { src, count: '5', width: '320', from: '1', to: '3' });
      const nearest = [0, 1, 2, 3, 4].map((tile) => Math.floor((1 + (tile + 0.5) * 0.4) * rate + 0.5));
      expect(await world.countersIn([answer], 5)).toEqual(nearest);
    },
  );

  full.test('shows exact frames for distant tiles on request', async () => {
    const answer = await world.view('strip', { src: 'long.mp4', count: '8', width: '320', exact: 'true' });
    const middles = Array.from({ length: 8 }, (_, tile) => Math.floor((tile + 0.5) * (150 / 8) * 5 + 0.5));
    expect(await world.countersIn([answer], 8)).toEqual(middles);
  });

  full.test('shows the sync frame before each position of a long source', async () => {
    const answer = await world.view('strip', { src: 'long.mp4', count: '8', width: '320' });
    const middles = Array.from({ length: 8 }, (_, tile) => Math.floor((tile + 0.5) * (150 / 8) * 5 + 0.5));
    expect(await world.countersIn([answer], 8)).toEqual(middles.map((frame) => Math.floor(frame / 10) * 10));
  });

  full.test('reads only sync frames of a range in one pass', async () => {
    const answer = await world.view('strip', { src: 'long.mp4', count: '4', width: '320', from: '10', to: '90' });
    expect(await world.countersIn([answer], 4)).toEqual([100, 200, 300, 400]);
  });
});

describe('the facts about a source', () => {
  test('include a variable frame rate', async () => {
    const facts = await (await world.view('facts', { src: 'uneven.mp4' })).json();
    expect(facts).toMatchObject({ video: { variableRate: true } });
  });
});
