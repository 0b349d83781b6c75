import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ffmpeg, makeClip } from '#service/testing/make-media.ts';
import {
  COUNTER_FILTERS,
  COUNTER_HEIGHT,
  COUNTER_WIDTH,
  readCounters,
  readRgbFrames,
} from '#service/testing/measure-film.ts';
import { renderFilm } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { full } from '#shared/testing/full.ts';
import { cases } from '#shared/testing/scale.ts';
import type { FormatName } from './formats/formats.ts';

const RATE = 48_000;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const at = (name: string): string => join(folder.path, name);

beforeAll(async () => {
  folder = await temporaryFolder();
  const counted = { width: COUNTER_WIDTH, height: COUNTER_HEIGHT, picture: 'color=black', filters: COUNTER_FILTERS };
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0', '-g', '12', '-bf', '2', '-c:a', 'aac'];
  await Promise.all([
    makeClip(at('count30.mp4'), { ...counted, rate: '30', seconds: 4, codecs }),
    ffmpeg(
      ...['-f', 'lavfi', '-i', 'color=gray:size=64x36:rate=10:duration=3'],
      ...['-f', 'lavfi', '-i', `aevalsrc=exprs=t/4|t/4:sample_rate=${RATE}:duration=3`],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'pcm_s16le', '-y', at('rising.mov')],
    ),
    ffmpeg(
      ...['-f', 'lavfi', '-i', `aevalsrc=exprs=0.5|0.5:sample_rate=${RATE}:duration=4`],
      ...['-c:a', 'pcm_s16le', '-y', at('steady.wav')],
    ),
  ]);
});
afterAll(() => folder[Symbol.asyncDispose]());

const [WIDTH, HEIGHT] = [64, 36];

/** The colors of the left and the right half of a frame, as letters. */
type Halves = string;

function letterOf(frame: Buffer, x: number): string {
  const offset = (18 * WIDTH + x) * 3;
  const [red = 0, green = 0, blue = 0] = frame.subarray(offset, offset + 3);
  const names = ['r', 'g', 'b'].filter((_, index) => ([red, green, blue][index] ?? 0) > 100);
  return names.join('') || '.';
}

async function halvesOf(xml: string, format: FormatName = 'mp4'): Promise<readonly Halves[]> {
  const { path } = await renderFilm(xml, { folder: folder.path, format, quality: 'high' });
  const frames = await readRgbFrames(path, WIDTH, HEIGHT);
  return frames.map((frame) => `${letterOf(frame, 16)} ${letterOf(frame, 48)}`);
}

const times = (count: number, halves: Halves): Halves[] => Array.from({ length: count }, () => halves);
const GREEN = 'color="#00ff00" width="32" position="16, 0"';

describe('frames with an overlay', () => {
  // A plain scene (10), a composed one (10), a transition of 4 frames, and another plain one (10): 26 frames.
  const movie = (overlay: string, rate = '10') =>
    `<movie width="${WIDTH}" height="${HEIGHT}" framerate="${rate}"><scene duration="10"/><scene duration="10"><solid color="#ff0000"/></scene>
     <transition type="slide" duration="4"/><scene duration="10"/>${overlay}</movie>`;
  const alone = [...times(10, '. .'), ...times(6, 'r r'), 'r r', '. r', '. r', '. .', ...times(6, '. .')];

  test('show the overlay above scenes and transitions at its exact times', async () => {
    const plainFrames = await halvesOf(movie(''));
    expect(plainFrames).toHaveLength(26);
    const coveredFrames = await halvesOf(movie(`<overlay><solid ${GREEN} offset="5" duration="17"/></overlay>`));
    expect(coveredFrames).toEqual(
      plainFrames.map((halves, frame) => (frame >= 5 && frame < 22 ? `${halves[0]} g` : halves)),
    );
    // The transition below is unchanged.
    expect(plainFrames.slice(0, 16)).toEqual(alone.slice(0, 16));
  });

  full.test('show a later overlay above an earlier one', async () => {
    const coveredFrames = await halvesOf(
      movie(
        `<overlay><solid ${GREEN} offset="2"/></overlay><overlay><solid color="#0000ff" width="32" position="16, 0" offset="4" duration="20"/></overlay>`,
      ),
    );
    expect(coveredFrames.map((halves) => halves.split(' ')[1])).toEqual([
      ...['.', '.'],
      ...['g', 'g'],
      ...times(20, 'b'),
      ...['g', 'g'],
    ]);
  });

  full.test('keyframes of an overlay continue across scenes and transitions', async () => {
    const bar = `<solid color="#00ff00" height="36" position="-64, 0"><animation><key time="0" position="-64, 0"/><key time="26" position="0, 0"/></animation></solid>`;
    const { path } = await renderFilm(movie(`<overlay>${bar}</overlay>`), { folder: folder.path, quality: 'high' });
    const frames = await readRgbFrames(path, WIDTH, HEIGHT);
    const wide = frames.map(
      (frame) => Array.from({ length: WIDTH }, (_, x) => letterOf(frame, x)).lastIndexOf('g') + 1,
    );
    for (const [frame, width] of wide.entries())
      expect(Math.abs(width - (frame * WIDTH) / 26), `frame ${frame}`).toBeLessThanOrEqual(1.5);
  });

  test.each(
    cases(0, [
      ['mp4', '24000/1001'],
      ['mov', '30000/1001'],
      ['webm', '7'],
    ] as const),
  )('an overlay has exact frames in %s at %s fps', async (format, rate) => {
    const plainFrames = await halvesOf(movie('', rate), format);
    const coveredFrames = await halvesOf(
      movie(`<overlay><solid ${GREEN} offset="5" duration="17"/></overlay>`, rate),
      format,
    );
    expect(coveredFrames).toEqual(
      plainFrames.map((halves, frame) => (frame >= 5 && frame < 22 ? `${halves[0]} g` : halves)),
    );
  });

  full.test('show the sampled overlay in a format with half the rate', async () => {
    const coveredFrames = await halvesOf(
      movie(`<overlay><solid ${GREEN} offset="5" duration="17"/></overlay>`, '100'),
      'gif',
    );
    const green = coveredFrames.flatMap((halves, frame) => (halves.endsWith('g') ? [frame] : []));
    // Frames 5 to 21 at 100 fps correspond to frames 2½ to 10½ at 50 fps.
    expect([coveredFrames.length, green[0], green.at(-1)]).toEqual([13, 3, 10]);
  });
});

full.test('the video of an overlay continues from scene to scene', async () => {
  const xml = `<movie width="${COUNTER_WIDTH}" height="${COUNTER_HEIGHT}" framerate="30"><scene duration="20"/><scene duration="21" background="#800000"/>
    <transition duration="8"/><scene duration="20"/><overlay><video src="count30.mp4" audio="false" offset="3" skip="7" duration="40"/></overlay></movie>`;
  const { path } = await renderFilm(xml, { folder: folder.path });
  const counters = await readCounters(path);
  expect(counters).toHaveLength(53);
  expect(counters.slice(3, 43)).toEqual(Array.from({ length: 40 }, (_, frame) => 7 + frame));
});

full.describe('the sound of an overlay', () => {
  const film = (overlay: string) =>
    `<movie width="${WIDTH}" height="${HEIGHT}" framerate="10"><scene duration="10"/><transition duration="4"/><scene duration="20"/>${overlay}</movie>`;
  const soundOf = async (xml: string): Promise<(seconds: number) => number> => {
    const { path } = await renderFilm(xml, { folder: folder.path, format: 'mov' });
    const samples = await ffmpeg('-i', path, '-f', 's16le', '-');
    return (seconds) => samples.readInt16LE(4 * Math.round(seconds * RATE)) / 32_768;
  };

  test('comes from videos of the overlay, and transitions do not fade it', async () => {
    const sampleAt = await soundOf(
      film('<overlay><video src="rising.mov" offset="5" skip="2" volume="0.5" scale="0.1"/></overlay>'),
    );
    for (const seconds of [0.6, 0.8, 1.2, 1.9]) expect(sampleAt(seconds)).toBeCloseTo((seconds - 0.3) / 8, 3);
    expect(sampleAt(0.49)).toBe(0);
  });

  test('ducks the music', async () => {
    const sampleAt = await soundOf(
      film(
        '<overlay><audio src="steady.wav" offset="1s" duration="0.5s" volume="0.1"/></overlay><audio src="steady.wav" duck="0.5" duckfade="0.1s"/>',
      ),
    );
    expect([sampleAt(0.5), sampleAt(1.2), sampleAt(1.8)]).toEqual([
      expect.closeTo(0.5, 3),
      expect.closeTo(0.25 + 0.05, 3),
      expect.closeTo(0.5, 3),
    ]);
  });
});
