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

const RATE = 48_000;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const at = (name: string): string => join(folder.path, name);

beforeAll(async () => {
  folder = await temporaryFolder();
  const counted = { width: COUNTER_WIDTH, height: COUNTER_HEIGHT, picture: 'color=black', filters: COUNTER_FILTERS };
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0', '-g', '12', '-bf', '2', '-c:a', 'aac'];
  const steady = (name: string, level: number) =>
    ffmpeg(
      ...['-f', 'lavfi', '-i', 'color=gray:size=64x36:rate=10:duration=3'],
      ...['-f', 'lavfi', '-i', `aevalsrc=exprs=${level}|${level}:sample_rate=${RATE}:duration=3`],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'pcm_s16le', '-y', at(name)],
    );
  await Promise.all([
    makeClip(at('count30.mp4'), { ...counted, rate: '30', seconds: 4, codecs }),
    steady('one.mov', 0.5),
    steady('other.mov', 0.25),
    steady('third.mov', 0.125),
  ]);
});
afterAll(() => folder[Symbol.asyncDispose]());

/**
 * Returns two counted scenes of 20 frames, the second starting at 40, with a transition of 8 frames. `key` makes the
 * ids unique.
 */
function countedScenes(inside: string, key = ''): string {
  const withUniqueIds = inside.replaceAll(/ref="(\w)"/g, `ref="$1${key}"`);
  return `<scene id="a${key}" duration="20"><video src="count30.mp4" audio="false"/></scene>
    <transition type="custom" duration="8"><scene>${withUniqueIds}</scene></transition>
    <scene id="b${key}" duration="20"><video src="count30.mp4" skip="40" audio="false"/></scene>`;
}

/** Returns the counters that are visible in the film. */
async function countersOf(scenes: string, rate = '30'): Promise<readonly number[]> {
  const xml = `<movie width="${COUNTER_WIDTH}" height="${COUNTER_HEIGHT}" framerate="${rate}">${scenes}</movie>`;
  const { path } = await renderFilm(xml, { folder: folder.path });
  return readCounters(path);
}

const run = (from: number, count: number): number[] => Array.from({ length: count }, (_, frame) => from + frame);
const held = (value: number, count: number): number[] => Array.from({ length: count }, () => value);

full.test('a transition between copies shows the scenes beside it', async () => {
  const layers = (out: string, into: string) =>
    `<scene><layer ref="${out}"><mask><shape width="100%" height="100%"/></mask></layer><layer ref="${into}" opacity="0.5"/></scene>`;
  const transition = (inside: string) => `<transition type="custom" duration="8">${inside}</transition>`;
  const clip = (id: string, skip: number) =>
    `<scene id="${id}" duration="20"><video src="count30.mp4" skip="${skip}" audio="false"/></scene>`;
  const written = `${clip('a', 0)}${transition(layers('a', 'b'))}${clip('b', 40)}${transition(layers('b', 'c'))}${clip('c', 80)}`;
  const repeated = `<resources><variable name="skips" type="list" of="number" default="0, 40, 80"/></resources>
    <scene each="\${skips}"><scene id="copy" duration="20"><video src="count30.mp4" skip="\${item}" audio="false"/></scene>
    ${transition(layers('@outgoing', '@incoming'))}</scene>`;
  const framesOf = async (scenes: string) => {
    const xml = `<movie width="${COUNTER_WIDTH}" height="${COUNTER_HEIGHT}" framerate="30">${scenes}</movie>`;
    const { path } = await renderFilm(xml, { folder: folder.path });
    return readRgbFrames(path, COUNTER_WIDTH, COUNTER_HEIGHT);
  };
  expect(await framesOf(repeated)).toEqual(await framesOf(written));
});

describe('frames of a custom transition', () => {
  const allCases: readonly (readonly [what: string, inside: string, expected: readonly number[]])[] = [
    ['the last frames of the outgoing scene', '<layer ref="a"/>', run(12, 8)],
    ['the first frames of the incoming scene', '<layer ref="b"/>', run(40, 8)],
    ['frames skipped from the first frame', '<layer ref="b" overlap="-9"/>', run(51, 8)],
    ['frames from a fixed first frame', '<layer ref="a" overlap="5"/>', run(5, 8)],
    ['the last frame after the end of its scene', '<layer ref="a" overlap="-3"/>', [17, 18, 19, ...held(19, 5)]],
    ['no frames before the start of its scene', '<layer ref="a" overlap="-100"/>', run(0, 8)],
    ['the last frame alone if all are skipped', '<layer ref="b" overlap="99"/>', held(59, 8)],
    [
      'one scene after the other',
      '<layer ref="a" duration="3"/><layer ref="b" offset="3"/>',
      [...run(12, 3), ...run(40, 5)],
    ],
    [
      'a scene twice at different times',
      '<layer ref="a" overlap="2"/><layer ref="a" overlap="7" offset="4"/>',
      [...run(2, 4), ...run(7, 4)],
    ],
  ];
  const selectedCases = cases(4, allCases);
  /** The counters of one film with all cases. Each has 12 frames, the transition, and 12 frames. */
  let all: readonly number[];
  beforeAll(async () => {
    all = await countersOf(selectedCases.map(([, inside], index) => countedScenes(inside, String(index))).join(''));
    expect(all).toHaveLength(selectedCases.length * 32);
  });

  test.each(selectedCases.map((selectedCase, index) => [...selectedCase, index] as const))(
    'show %s',
    (_, _inside, expected, index) => {
      expect(all.slice(index * 32, (index + 1) * 32)).toEqual([...run(0, 12), ...expected, ...run(48, 12)]);
    },
  );

  full.test('a disabled layer shows nothing', async () => {
    const counters = await countersOf(countedScenes('<layer ref="a" enabled="false"/><layer ref="b" offset="6"/>'));
    expect(counters.slice(12, 20)).toEqual([...held(-1, 6), 40, 41]);
  });

  full.test('a long transition is cut to the length of its scenes', async () => {
    const xml = `<movie width="${COUNTER_WIDTH}" height="${COUNTER_HEIGHT}" framerate="30">
      <scene id="a" duration="10"><video src="count30.mp4" audio="false"/></scene>
      <transition type="custom" duration="30"><scene><layer ref="a"/></scene></transition>
      <scene id="b" duration="10"><video src="count30.mp4" skip="40" audio="false"/></scene></movie>`;
    const { path } = await renderFilm(xml, { folder: folder.path });
    expect(await readCounters(path)).toEqual(run(0, 10));
  });

  full.test('a fractional frame rate shows the right frames', async () => {
    const counters = await countersOf(
      countedScenes('<layer ref="a" duration="4"/><layer ref="b" offset="4"/>'),
      '30000/1001',
    );
    expect(counters.slice(12, 20)).toEqual([...run(12, 4), ...run(40, 4)]);
  });
});

const [WIDTH, HEIGHT] = [64, 36];

/** Returns the colors of the left and the right half of each frame. */
async function halvesOf(xml: string, format: 'mp4' | 'mov' = 'mp4'): Promise<readonly string[]> {
  const { path } = await renderFilm(xml, { folder: folder.path, format, quality: 'high' });
  const letter = (frame: Buffer, x: number): string => {
    const offset = (18 * WIDTH + x) * 3;
    return ['r', 'g', 'b'].filter((_, part) => (frame[offset + part] ?? 0) > 100).join('') || '.';
  };
  return (await readRgbFrames(path, WIDTH, HEIGHT)).map((frame) => `${letter(frame, 16)} ${letter(frame, 48)}`);
}

const two = (inside: string, rate = '10') =>
  `<movie width="${WIDTH}" height="${HEIGHT}" framerate="${rate}"><scene id="a" duration="6" background="#ff0000"/>
   <transition type="custom" duration="4"><scene background="#0000ff">${inside}</scene></transition>
   <scene duration="6" id="b"><solid color="#00ff00"/></scene></movie>`;

full.describe('a scene inside of a custom transition', () => {
  test.each(cases(1, ['mp4', 'mov'] as const))(
    'is placed, scaled, masked, and moved like any layer: %s',
    async (format) => {
      const left = '<layer ref="a" scale="0.5, 1" position="-16, 0"/>';
      const right = '<layer ref="b"><mask><solid width="32" position="16, 0" color="#ffffff"/></mask></layer>';
      const moved =
        '<layer ref="b"><animation><key time="0" position="-64, 0" easing="step"/><key time="2" position="0, 0"/></animation></layer>';
      expect((await halvesOf(two(left), format)).slice(2, 6)).toEqual(Array.from({ length: 4 }, () => 'r b'));
      expect((await halvesOf(two(left + right), format)).slice(2, 6)).toEqual(Array.from({ length: 4 }, () => 'r g'));
      expect((await halvesOf(two(moved), format)).slice(2, 6)).toEqual(['b b', 'b b', 'g g', 'g g']);
    },
  );

  full.test('passes through effects and mixes with other layers', async () => {
    const inverted =
      '<layer ref="a"><filter type="invert"/></layer><solid width="32" position="16, 0" color="#ff0000"/>';
    expect((await halvesOf(two(inverted))).slice(2, 6)).toEqual(Array.from({ length: 4 }, () => 'gb r'));
  });

  full.test('can be a sequence that the transition names by id', async () => {
    const xml = `<movie width="${WIDTH}" height="${HEIGHT}" framerate="10">
      <transition type="custom" duration="3"><scene><layer ref="run" scale="0.5, 1" position="-16, 0"/></scene></transition>
      <scene id="run"><scene duration="6" background="#00ff00"/><scene duration="6" background="#ff0000"/></scene></movie>`;
    expect((await halvesOf(xml)).slice(0, 4)).toEqual(['g .', 'g .', 'g .', 'g g']);
  });
});

full.test('an overlay covers a custom transition', async () => {
  const xml = two('<layer ref="a"/>').replace(
    '</movie>',
    '<overlay><solid width="32" position="16, 0" color="#00ff00" offset="3"/></overlay></movie>',
  );
  expect((await halvesOf(xml)).slice(2, 6)).toEqual(['r r', 'r g', 'r g', 'r g']);
});

full.describe('the sound of a custom transition', () => {
  const film = (attributes: string, inside: string) =>
    `<movie width="${WIDTH}" height="${HEIGHT}" framerate="10"><scene id="a" duration="10"><video src="one.mov"/></scene>
     <transition type="custom" duration="8" ${attributes}><scene><layer ref="a"/>${inside}</scene></transition>
     <scene id="b" duration="20"><video src="other.mov"/></scene></movie>`;
  const soundOf = async (xml: string): Promise<(seconds: number) => number> => {
    const { path } = await renderFilm(xml, { folder: folder.path, format: 'mov' });
    const samples = await ffmpeg('-i', path, '-f', 's16le', '-');
    return (seconds) => samples.readInt16LE(4 * Math.round(seconds * RATE)) / 32_768;
  };

  full.test("crossfades both scenes and adds the transition's own sounds", async () => {
    const both = await soundOf(film('sound="both"', '<video src="third.mov" scale="0.1" offset="4"/>'));
    for (const [seconds, value] of [
      [0.1, 0.5],
      [0.4, 0.75],
      [0.7, 0.875],
      [0.95, 0.875],
      [1.05, 0.25],
    ] as const)
      expect([seconds, both(seconds)]).toEqual([seconds, expect.closeTo(value, 3)]);
    const crossed = await soundOf(film('', ''));
    expect(crossed(0.6)).toBeCloseTo(0.5 * Math.SQRT1_2 + 0.25 * Math.SQRT1_2, 3);
  });
});
