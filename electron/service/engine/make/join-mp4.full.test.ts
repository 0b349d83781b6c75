import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BlobSource, EncodedPacketSink, Input, MP4 } from 'mediabunny';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ffmpeg, makeClip } from '#service/testing/make-media.ts';
import {
  COUNTER_FILTERS,
  COUNTER_HEIGHT,
  COUNTER_WIDTH,
  readCounters,
  readFrameTimes,
} from '#service/testing/measure-film.ts';
import { renderFilm } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { required } from '#shared/lib/assert.ts';
import { full } from '#shared/testing/full.ts';
import { cases } from '#shared/testing/scale.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const at = (name: string): string => join(folder.path, name);

beforeAll(async () => {
  folder = await temporaryFolder();
  const counted = { width: COUNTER_WIDTH, height: COUNTER_HEIGHT, picture: 'color=black', filters: COUNTER_FILTERS };
  await makeClip(at('count.mp4'), { ...counted, rate: '30', seconds: 6, codecs: ['-c:v', 'libx264', '-c:a', 'aac'] });
});
afterAll(() => folder[Symbol.asyncDispose]());
beforeEach(() => rm(at('workshop'), { recursive: true, force: true }));

/** Scenes of a clip with counted frames: the first frame and the number of frames. */
type Scenes = readonly (readonly [number, number])[];

function render(scenes: Scenes, framerate = '30') {
  const each = scenes.map(
    ([skip, length]) => `<scene duration="${length}"><video src="count.mp4" skip="${skip}"/></scene>`,
  );
  return renderFilm(
    `<movie width="${COUNTER_WIDTH}" height="${COUNTER_HEIGHT}" framerate="${framerate}">${each.join('')}</movie>`,
    { folder: folder.path, workshop: { folder: at('workshop'), isCacheOn: true } },
  );
}

const counts = (scenes: Scenes): readonly number[] =>
  scenes.flatMap(([start, length]) => Array.from({ length }, (_, index) => start + index));

/** Replaces the only cached part with this number of frames by the file that `change` writes. */
async function replacePart(frames: number, change: (path: string, output: string) => Promise<unknown>): Promise<void> {
  const entries = await readdir(at('workshop/kept'), { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const isPicture = (await readFile(path)).includes('vide') && !(await readFile(path)).includes('soun');
    if (!isPicture || (await readFrameTimes(path)).length !== frames) continue;
    await change(path, at('changed.mp4'));
    const bytes = await readFile(at('changed.mp4'));
    await writeFile(join(dirname(path), createHash('sha256').update(bytes).digest('hex')), bytes);
    return await rm(path);
  }
  throw new Error(`No part has ${frames} frames.`);
}

describe('a film that is joined without FFmpeg', () => {
  test.each(cases(1, ['24000/1001', '999983/40000', '25/2', '25', '30', '30000/1001', '60']))(
    'shows each frame on time at %s fps, with very short scenes',
    async (framerate) => {
      const lengths = [1, 2, 3, 1, 9, 4, 40, 2];
      const { path } = await render(
        lengths.map((length, index) => [index, length]),
        framerate,
      );
      const [numerator = 0, denominator = 1] = framerate.split('/').map(Number);
      const times = await readFrameTimes(path);
      expect(times).toHaveLength(lengths.reduce((sum, length) => sum + length, 0));
      for (const [index, time] of times.entries()) expect(time).toBeCloseTo((index * denominator) / numerator, 5);
    },
  );

  test('shows the frames of its scenes in order', async () => {
    const scenes: Scenes = [
      [0, 1],
      [50, 2],
      [7, 31],
      [100, 3],
      [3, 12],
    ];
    expect(await readCounters((await render(scenes)).path)).toEqual(counts(scenes));
  });
});

/** Returns the sorted times of all packets. Uses mediabunny, a reader that is independent of FFmpeg. */
async function timesOf(path: string): Promise<Readonly<Record<string, readonly number[]>>> {
  const input = new Input({ source: new BlobSource(new Blob([await readFile(path)])), formats: [MP4] });
  const times: Record<string, readonly number[]> = {};
  for (const track of await input.getTracks()) {
    const each: number[] = [];
    for await (const { timestamp } of new EncodedPacketSink(track).packets()) each.push(timestamp);
    times[track.type] = each.toSorted((left, right) => left - right);
  }
  return times;
}

test('a reader other than FFmpeg finds the same frames and packets', async () => {
  const scenes: Scenes = [
    [0, 1],
    [50, 2],
    [7, 90],
  ];
  const { video = [], audio = [] } = await timesOf((await render(scenes)).path);
  expect(video).toHaveLength(93);
  for (const [frame, time] of video.entries()) expect(time).toBeCloseTo(frame / 30, 6);
  expect(audio[0]).toBeCloseTo(-1024 / 48_000, 6);
  for (const [packet, time] of audio.entries()) expect(time).toBeCloseTo(((packet - 1) * 1024) / 48_000, 6);
  expect(audio.at(-1)).toBeLessThan(93 / 30);
});

describe('a cached part', () => {
  const scenes: Scenes = [
    [0, 20],
    [50, 12],
  ];

  full.test('is joined by FFmpeg if its decoder configuration differs', async () => {
    await render(scenes);
    await replacePart(12, (path, output) =>
      ffmpeg('-i', path, ...['-c:v', 'libx264', '-profile:v', 'baseline', '-crf', '10', '-f', 'mp4', '-y', output]),
    );
    const more: Scenes = [...scenes, [90, 5]];
    expect(await readCounters((await render(more)).path)).toEqual(counts(more));
  });

  full.test.each([
    ['another number of frames', ['-frames:v', '7'], /A scene has 7 of 12 frames/],
    ['no tables', ['-f', 'h264'], /can’t be read/],
  ] as const)('fails the film and is remade afterward if it has %s', async (_, options, message) => {
    await render(scenes);
    await replacePart(12, (path, output) => ffmpeg('-i', path, '-c', 'copy', ...options, '-y', output));
    const more: Scenes = [...scenes, [90, 5]];
    await expect(render(more)).rejects.toMatchObject({
      code: 'render/wrong-output',
      message: expect.stringMatching(message),
    });
    expect(await readCounters((await render(more)).path)).toEqual(counts(more));
  });

  full.test('fails the film if its frames end too early', async () => {
    await render(scenes);
    await replacePart(12, async (path, output) => {
      const bytes = await readFile(path);
      // Remove bytes from the end of the frames. The tables after the frames stay.
      const start = required(bytes.indexOf('mdat'), 'frames') - 4;
      bytes.writeUInt32BE(bytes.readUInt32BE(start) - 8, start);
      await writeFile(output, Buffer.concat([bytes.subarray(0, start + 8), bytes.subarray(start + 16)]));
    });
    await expect(render([...scenes, [90, 5]])).rejects.toMatchObject({ code: 'render/wrong-output' });
  });

  test.each(
    cases(1, [
      ['first', 'start', [[50, 12], ...scenes.slice(0, 1)]],
      ['last', 'end', [...scenes, [0, 20], [50, 12]]],
    ] as const),
  )('fails the film if a sync frame is broken: %s scene', async (_, end, film: Scenes) => {
    await render(scenes);
    await replacePart(12, async (path, output) => {
      const bytes = await readFile(path);
      damageSyncFrame(bytes, bytes.indexOf('mdat') + 4);
      await writeFile(output, bytes);
    });
    await expect(render(film)).rejects.toMatchObject({
      code: 'render/wrong-output',
      message: expect.stringContaining(`The ${end} of its video can’t be decoded.`),
    });
    expect(await readCounters((await render(film)).path)).toEqual(counts(film));
  });
});

const IDR_SLICE = 5;
/** A slice header whose first macroblock is far beyond the end of the picture (H.264, 7.3.3: `first_mb_in_slice`). */
const INVALID_POSITION = [0x00, 0x10, 0x80];

/** Damages the header of the first slice of a sync frame. The lengths and types of all units stay valid. */
function damageSyncFrame(bytes: Buffer, start: number): void {
  let unit = start;
  while (((bytes[unit + 4] ?? 0) & 31) !== IDR_SLICE) unit += 4 + bytes.readUInt32BE(unit);
  bytes.set(INVALID_POSITION, unit + 5);
}
