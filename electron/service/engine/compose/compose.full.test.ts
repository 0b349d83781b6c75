import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ffmpeg, makeClip } from '#service/testing/make-media.ts';
import { COUNTER_FILTERS, COUNTER_HEIGHT, COUNTER_WIDTH, counterIn } from '#service/testing/measure-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { required } from '#shared/lib/assert.ts';
import { toBt709 } from '#shared/template/values/color.ts';
import { full } from '#shared/testing/full.ts';
import { cases } from '#shared/testing/scale.ts';
import { createCachedFrames, partFrames } from './cached-frames.ts';
import { composedFrames, plainFrames } from './testing/composed-frames.ts';

const WIDTH = 160;
const HEIGHT = 90;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const at = (name: string): string => join(folder.path, name);

beforeAll(async () => {
  folder = await temporaryFolder();
  await makeClip(at('clip.mp4'), { width: WIDTH, height: HEIGHT });
  await makeClip(at('wide.mp4'), { width: 200, height: 60, picture: 'testsrc' });
  await makeClip(at('turned.mp4'), { width: 90, height: 160, filters: 'transpose=1', pixelFormat: 'yuvj420p' });
  const counted = { width: COUNTER_WIDTH, height: COUNTER_HEIGHT, filters: COUNTER_FILTERS, seconds: 4 };
  await makeClip(at('counted.mp4'), { ...counted, codecs: ['-c:v', 'libx264', '-crf', '10', '-c:a', 'aac'] });
  // The left half is opaque, and the right half is half transparent.
  const alpha = "format=yuva444p,geq=lum='lum(X,Y)':cb='cb(X,Y)':cr='cr(X,Y)':a='if(lt(X,80),255,128)'";
  const encoded = { filters: alpha, pixelFormat: 'argb', sound: null, codecs: ['-c:v', 'qtrle'] };
  await makeClip(at('alpha.mov'), { width: WIDTH, height: HEIGHT, picture: 'color=white', ...encoded });
  const quarters = "geq=r='if(lt(X,20),255,0)':g='if(lt(Y,20),255,0)':b=0";
  await ffmpeg(
    '-f',
    'lavfi',
    '-i',
    'color=black:s=40x40',
    '-vf',
    `format=gbrp,${quarters}`,
    '-frames:v',
    '1',
    at('quarters.png'),
  );
});
afterAll(() => folder[Symbol.asyncDispose]());

const movie = (scene: string, attributes = 'duration="8"', size = `width="${WIDTH}" height="${HEIGHT}"`): string =>
  `<movie ${size} framerate="25"><scene ${attributes}>${scene}</scene></movie>`;
const VIDEO = '<video src="clip.mp4"/>';
const composed = (xml: string) => composedFrames(xml, { folder: folder.path });

interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the distinct luma values inside and outside of an area of a frame. */
function lumaOf(frame: Buffer | undefined, { left, top, width, height }: Area) {
  const [inside, outside] = [new Set<number>(), new Set<number>()];
  const luma = required(frame, 'a frame').subarray(0, WIDTH * HEIGHT);
  for (const [index, value] of luma.entries()) {
    const [x, y] = [index % WIDTH, Math.floor(index / WIDTH)];
    const isInside = x >= left && x < left + width && y >= top && y < top + height;
    (isInside ? inside : outside).add(value);
  }
  return { inside: [...inside], outside: [...outside] };
}

const RED = toBt709({ red: 255, green: 0, blue: 0 });
const BLUE = toBt709({ red: 0, green: 0, blue: 255 });

test('a solid covers its area of a video and no other byte', async () => {
  const before = await plainFrames(movie(VIDEO), { folder: folder.path });
  const frames = await composed(movie(`${VIDEO}<solid color="#ff0000" width="40" height="20" position="-30, 11"/>`));
  expect(frames).toHaveLength(8);
  for (const [number, frame] of frames.entries()) {
    const expected = Buffer.from(required(before[number], 'a frame of the plain scene'));
    for (let y = 46; y < 66; y++) expected.fill(RED.luma, y * WIDTH + 30, y * WIDTH + 70);
    const colors = WIDTH * HEIGHT;
    for (const [plane, value] of [RED.differenceBlue, RED.differenceRed].entries())
      for (let y = 23; y < 33; y++) {
        const row = colors + (plane * colors) / 4 + (y * WIDTH) / 2;
        expected.fill(value, row + 15, row + 35);
      }
    expect(frame.equals(expected)).toBe(true);
  }
});

test('a layer is visible from its offset for its duration', async () => {
  const area = { left: 60, top: 36, width: 40, height: 18 };
  const solid = '<solid color="#ff0000" width="40" height="18" offset="2" duration="3"/>';
  const frames = await composed(movie(solid, 'duration="8" background="#0000ff"'));
  const shown = frames.map((frame) => lumaOf(frame, area));
  expect(shown.map(({ inside }) => inside)).toEqual(
    [false, false, true, true, true, false, false, false].map((isThere) => [(isThere ? RED : BLUE).luma]),
  );
  expect(new Set(shown.flatMap(({ outside }) => outside))).toEqual(new Set([BLUE.luma]));
});

const COUNTED = `width="${COUNTER_WIDTH}" height="${COUNTER_HEIGHT}"`;

describe('a composed video', () => {
  const counters = async (video: string, piece?: { readonly from: number; readonly length: number }) => {
    const xml = movie(video, 'duration="60"', COUNTED);
    const frames = await composedFrames(xml, { folder: folder.path, ...(piece !== undefined && { piece }) });
    return frames.map(counterIn);
  };
  const from = (first: number, length: number): readonly number[] => Array.from({ length }, (_, at) => first + at);

  test('starts at its offset with the frame at its in-point', async () => {
    const seen = await counters('<video src="counted.mp4" skip="10" offset="3" duration="5"/>');
    expect(seen).toEqual([-1, -1, -1, ...from(10, 5), ...Array(52).fill(-1)]);
  });

  full.test('shows the same frames in a range as in the whole scene', async () => {
    const video = '<video src="counted.mp4" skip="7" offset="5" opacity="0.999"/>';
    const whole = await counters(video);
    expect(whole.slice(5)).toEqual(from(7, 55));
    for (const start of [0, 4, 5, 31, 59])
      expect(await counters(video, { from: start, length: 60 - start })).toEqual(whole.slice(start));
  });

  full.test('plays at its speed, also in a range of the scene', async () => {
    const numbers = async (attributes: string, count: number) =>
      (await counters(`<video src="counted.mp4" ${attributes}/>`)).slice(0, count);
    expect(await numbers('speed="2" skip="4"', 40)).toEqual(Array.from({ length: 40 }, (_, at) => 4 + 2 * at));
    const slow = await numbers('speed="0.5" skip="30"', 60);
    expect(slow).toEqual(Array.from({ length: 60 }, (_, at) => 30 + Math.floor(at / 2)));
    const piece = await counters('<video src="counted.mp4" speed="0.5" skip="30"/>', { from: 31, length: 20 });
    expect(piece).toEqual(slow.slice(31, 51));
    expect((await numbers('speed="1.5"', 9)).filter((_, at) => at % 2 === 0)).toEqual([0, 3, 6, 9, 12]);
  });

  full.test('holds its last frame, loops, or disappears after its end', async () => {
    // The source has frames 0 to 99. Six frames remain from frame 94 on.
    const ends = async (end: string) =>
      (await counters(`<video src="counted.mp4" skip="94" end="${end}"/>`)).slice(0, 14);
    expect(await ends('hold')).toEqual([...from(94, 6), ...Array(8).fill(99)]);
    expect(await ends('loop')).toEqual([...from(94, 6), ...from(94, 6), 94, 95]);
    expect(await ends('hide')).toEqual([...from(94, 6), ...Array(8).fill(-1)]);
    expect((await counters('<video src="counted.mp4" skip="90" speed="2" end="loop"/>')).slice(0, 7)).toEqual([
      ...[90, 92, 94, 96, 98, 90, 92],
    ]);
    const late = '<video src="counted.mp4" skip="94" end="loop" offset="3" overlap="2"/>';
    const whole = await counters(late);
    expect(whole.slice(0, 10)).toEqual([-1, -1, -1, ...from(96, 4), ...from(94, 3)]);
    expect(await counters(late, { from: 20, length: 11 })).toEqual(whole.slice(20, 31));
    expect(await counters('<video src="counted.mp4" skip="400" end="loop"/>')).toEqual(Array(60).fill(99));
  });

  test('shows its frozen frame regardless of its other attributes', async () => {
    expect(await counters('<video src="counted.mp4" freeze="1.2s" skip="4" speed="3" end="hide"/>')).toEqual(
      Array(60).fill(30),
    );
  });

  full.test('skips its start or ends early by its overlap', async () => {
    expect((await counters('<video src="counted.mp4" overlap="4" offset="2"/>')).slice(0, 6)).toEqual([
      -1,
      -1,
      ...from(4, 4),
    ]);
    expect((await counters('<video src="counted.mp4" overlap="-4"/>')).slice(54)).toEqual([54, 55, -1, -1, -1, -1]);
  });
});

full.test('cached decoded frames give the same bytes without decoding', async () => {
  const cached = createCachedFrames({ bytes: 2 ** 20, idleMilliseconds: 60_000 }, () => ({
    [Symbol.dispose]: () => undefined,
  }));
  const decodes: boolean[] = [];
  // The title is drawn into the decoded frames, which must not change the cached ones.
  const render = async (name: string) => {
    using frames = partFrames(cached);
    let isDecoded = false;
    const watched = {
      ...frames,
      find: (decoder: Parameters<typeof frames.find>[0]) => {
        const found = frames.find(decoder);
        isDecoded = found === null;
        return found;
      },
    };
    const xml = movie(`${VIDEO}<text content="${name}" size="24"/>`);
    const made = await composedFrames(xml, { folder: folder.path, cachedFrames: watched });
    frames.keep();
    decodes.push(isDecoded);
    return made;
  };
  const made: (readonly Buffer[])[] = [];
  for (const name of ['Ada', 'Grace', 'Ada', 'Ada']) made.push(await render(name));
  expect(decodes).toEqual([true, true, false, false]);
  expect(made[1]).not.toEqual(made[0]);
  expect(made[2]).toEqual(made[0]);
  expect(made[3]).toEqual(made[0]);
});

test('a transparent video shows the layer below by its opacity', async () => {
  const frames = await composed(movie('<solid color="#000000"/><video src="alpha.mov"/>', 'duration="3"'));
  const left = lumaOf(frames[1], { left: 0, top: 0, width: 80, height: HEIGHT });
  expect(left.inside).toEqual([235]);
  const [half = 0, ...others] = left.outside;
  expect(others).toEqual([]);
  expect(Math.abs(half - (16 + (235 - 16) * (128 / 255)))).toBeLessThan(2);
});

test('an image is cropped and scaled before it is placed', async () => {
  const image = '<image src="quarters.png" crop="0, 50%, 50%, 0" width="40" height="40" position="-20, 5"/>';
  const frames = await composed(movie(image, 'duration="2" background="#0000ff"'));
  const { inside, outside } = lumaOf(frames[1], { left: 40, top: 30, width: 40, height: 40 });
  // The group shows the upper left quarter of the picture at twice its size. That quarter is yellow.
  expect(inside).toEqual([toBt709({ red: 255, green: 255, blue: 0 }).luma]);
  expect(outside).toEqual([BLUE.luma]);
});

test('effects apply to solids and images', async () => {
  const [grey] = await composed(
    movie('<solid color="#ff0000"><filter type="saturation" intensity="0"/></solid>', 'duration="1"'),
  );
  const colors = required(grey, 'a frame').subarray(WIDTH * HEIGHT);
  expect([new Set(colors), grey?.[0]]).toEqual([new Set([128]), RED.luma]);
  const image = (inside: string) => movie(`<image src="quarters.png">${inside}</image>`, 'duration="1"');
  const [plain] = await composed(image(''));
  const [mirrored] = await composed(image('<transform type="flip" axis="x"/>'));
  const row = (frame: Buffer | undefined) => [...(frame?.subarray(30 * WIDTH + 60, 30 * WIDTH + 100) ?? [])];
  expect(new Set(row(plain)).size).toBeGreaterThan(1);
  expect(row(mirrored)).toEqual(row(plain).toReversed());
});

test('a title that moves by subpixels differs in every frame', async () => {
  const before = await plainFrames(movie(VIDEO), { folder: folder.path });
  const title =
    '<text content="Ag" size="24"><animation><key time="0" position="-20, 0"/><key time="8" position="-17, 0"/></animation></text>';
  const frames = await composed(movie(title, 'duration="8" background="#0000ff"'));
  expect(new Set(frames.map((frame) => frame.toString('base64'))).size).toBe(8);
  const over = await composed(movie(`${VIDEO}${title}`));
  for (const [number, frame] of over.entries())
    for (const y of [0, 20, 70, 89])
      expect(frame.subarray(y * WIDTH, (y + 1) * WIDTH)).toEqual(before[number]?.subarray(y * WIDTH, (y + 1) * WIDTH));
});

describe('a scene that FFmpeg alone can make', () => {
  const scenes: readonly (readonly [string, string])[] = [
    ['a video', VIDEO],
    ['a contained video', '<video src="wide.mp4"/>'],
    ['a covering video', '<video src="wide.mp4" fit="cover" skip="7"/>'],
    ['a stretched video', '<video src="turned.mp4" fit="stretch"/>'],
    ['a rotated video in full range', '<video src="turned.mp4"/>'],
    ['saturation', '<video src="clip.mp4"><filter type="saturation" intensity="1.7"/></video>'],
    ['a vignette', '<video src="wide.mp4"><filter type="vignette" aperture="1.2" color="#402010"/></video>'],
    ['flips', '<video src="clip.mp4"><transform type="flip" axis="x"/><transform type="flip" axis="y"/></video>'],
    ['two layers', `${VIDEO}<video src="wide.mp4" skip="3"/>`],
    ['a transparent video over another', `${VIDEO}<video src="alpha.mov"/>`],
  ];
  test.each(cases(2, scenes))('differs by at most 1 when composed: %s', async (_, layers) => {
    const xml = movie(layers, 'duration="4"');
    const plain = await plainFrames(xml, { folder: folder.path });
    const frames = await composed(xml);
    expect(frames).toHaveLength(4);
    const apart = frames.map((frame, number) =>
      frame.reduce((most, value, at) => Math.max(most, Math.abs(value - (plain[number]?.[at] ?? 999))), 0),
    );
    expect(Math.max(...apart)).toBeLessThanOrEqual(1);
  });
});
