import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeClip } from '#service/testing/make-media.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { required } from '#shared/lib/assert.ts';
import { full } from '#shared/testing/full.ts';
import { cases } from '#shared/testing/scale.ts';
import { composedFrames } from './compose/testing/composed-frames.ts';

const WIDTH = 64;
const HEIGHT = 48;
const AREA = WIDTH * HEIGHT;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
  // The colors of the two flat halves. No effect clips these colors.
  const colors = "geq=lum='if(lt(X,32),90,160)':cb='if(lt(X,16),110,140)':cr='if(lt(X,16),150,120)'";
  await makeClip(join(folder.path, 'halves.mp4'), {
    width: WIDTH,
    height: HEIGHT,
    sound: null,
    picture: 'color=gray',
    filters: `format=yuv420p,${colors},setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709:range=tv`,
    codecs: ['-c:v', 'libx264', '-qp', '0', '-colorspace', 'bt709', '-color_range', 'tv'],
  });
});
afterAll(() => folder[Symbol.asyncDispose]());

const drawn = new Map<string, Promise<Buffer>>();

/** Returns a yuv420p frame of a scene with these layers. Frames that many tests use are rendered once. */
function frameOf(layers: string, background = '#000000'): Promise<Buffer> {
  const key = `${background} ${layers}`;
  const frame = drawn.get(key) ?? draw(layers, background);
  drawn.set(key, frame);
  return frame;
}

async function draw(layers: string, background: string): Promise<Buffer> {
  const scene = `<scene duration="2" background="${background}">${layers}</scene>`;
  const xml = `<movie width="${WIDTH}" height="${HEIGHT}" framerate="25">${scene}</movie>`;
  return required((await composedFrames(xml, { folder: folder.path }))[1], 'a frame');
}

type Rgb = readonly [red: number, green: number, blue: number];

/** Returns the Y, Cb, and Cr values of a pixel. */
function codesAt(frame: Buffer, x: number, y: number): readonly [luma: number, blue: number, red: number] {
  const chroma = Math.floor(y / 2) * (WIDTH / 2) + Math.floor(x / 2);
  return [frame[y * WIDTH + x] ?? 0, frame[AREA + chroma] ?? 0, frame[1.25 * AREA + chroma] ?? 0];
}

/** Converts limited-range BT.709 to R'G'B' from 0 to 255. */
function rgbAt(frame: Buffer, x: number, y: number): Rgb {
  const [code, cb, cr] = codesAt(frame, x, y);
  const luma = (code - 16) / 219;
  const [blueDifference, redDifference] = [(cb - 128) / 224, (cr - 128) / 224];
  const [red, blue] = [luma + 1.5748 * redDifference, luma + 1.8556 * blueDifference];
  const green = (luma - 0.2126 * red - 0.0722 * blue) / 0.7152;
  return [255 * red, 255 * green, 255 * blue];
}

const clipped = (value: number): number => Math.max(0, Math.min(255, value));
const luminance = ([red, green, blue]: Rgb): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue;
const times = (rows: readonly (readonly number[])[], color: Rgb): Rgb => {
  const [red = 0, green = 0, blue = 0] = rows.map(
    ([r = 0, g = 0, b = 0, added = 0]) => r * color[0] + g * color[1] + b * color[2] + 255 * added,
  );
  return [red, green, blue];
};
const each = (color: Rgb, change: (part: number) => number): Rgb => [
  change(color[0]),
  change(color[1]),
  change(color[2]),
];
const mixed = (one: Rgb, other: Rgb, part: number): Rgb => [
  one[0] + (other[0] - one[0]) * part,
  one[1] + (other[1] - one[1]) * part,
  one[2] + (other[2] - one[2]) * part,
];
const SEPIA = [
  [0.393, 0.769, 0.189],
  [0.349, 0.686, 0.168],
  [0.272, 0.534, 0.131],
];

/** The expected colors by the formulas of the language reference. */
const formulas: readonly (readonly [attributes: string, formula: (color: Rgb) => Rgb])[] = [
  ['type="brightness" intensity="1.3"', (color) => each(color, (part) => part * 1.3)],
  ['type="contrast" intensity="0.6"', (color) => each(color, (part) => (part - 127.5) * 0.6 + 127.5)],
  ['type="gamma" gamma="1.8"', (color) => each(color, (part) => 255 * (part / 255) ** (1 / 1.8))],
  ['type="grayscale"', (color) => each(color, () => luminance(color))],
  [
    'type="grayscale" amount="0.4"',
    (color) =>
      mixed(
        color,
        each(color, () => luminance(color)),
        0.4,
      ),
  ],
  ['type="sepia" amount="0.7"', (color) => mixed(color, times(SEPIA, color), 0.7)],
  [
    'type="invert" amount="0.8"',
    (color) =>
      mixed(
        color,
        each(color, (part) => 255 - part),
        0.8,
      ),
  ],
  ['type="tint" color="#ff8000"', (color) => [luminance(color), (luminance(color) * 128) / 255, 0]],
  [
    'type="colormatrix" matrix="0 1 0 0, 0.5 0 0.5 0, 0 0 0.8 0.1"',
    (color) =>
      times(
        [
          [0, 1, 0, 0],
          [0.5, 0, 0.5, 0],
          [0, 0, 0.8, 0.1],
        ],
        color,
      ),
  ],
  [
    'type="colortwist" matrix="1 0 0 0 -0.1 0 1 0 0 0 0 0 1 0 0.1 0 0 0 1 0"',
    (color) => [color[0] - 25.5, color[1], color[2] + 25.5],
  ],
];

/** The tolerance in levels. One step of Cb changes blue by 2.1 levels. */
const BY_CODES = 3;

describe('effects change the colors of videos and solids by their formulas', () => {
  test.each(cases(3, formulas))('%s', async (attributes, formula) => {
    const video = (inside: string) => frameOf(`<video src="halves.mp4">${inside}</video>`);
    const solid = (inside: string) => frameOf(`<solid color="#5a8cb4">${inside}</solid>`);
    for (const frame of [video, solid]) {
      const [before, after] = [await frame(''), await frame(`<filter ${attributes}/>`)];
      for (const x of [4, 24, 48]) {
        const requested = each(formula(rgbAt(before, x, 20)), clipped);
        const found = rgbAt(after, x, 20);
        for (const [part, value] of requested.entries())
          expect(Math.abs((found[part] ?? 0) - value)).toBeLessThanOrEqual(BY_CODES);
      }
    }
  });

  test('hue rotates Cb and Cr and keeps luma', async () => {
    const video = (inside: string) => frameOf(`<video src="halves.mp4">${inside}</video>`);
    const [before, after] = [await video(''), await video('<filter type="hue" angle="90"/>')];
    for (const x of [4, 24, 48]) {
      const [luma, blue, red] = codesAt(before, x, 20);
      const requested = [luma, 128 - (red - 128), 128 + (blue - 128)];
      for (const [part, value] of codesAt(after, x, 20).entries())
        expect(Math.abs(value - (requested[part] ?? 0))).toBeLessThanOrEqual(1);
    }
  });
});

full.test('effects with neutral values change no byte', async () => {
  const neutral = [
    ...['brightness" intensity="1', 'contrast" intensity="1', 'gamma" gamma="1', 'hue" angle="-720'],
    ...['grayscale" amount="0', 'sepia" amount="0', 'invert" amount="0', 'tint" color="#f00" amount="0'],
    ...[
      'colormatrix" matrix="1 0 0 0 0 1 0 0 0 0 1 0',
      'blur" radius="0',
      'dropshadow" color="#ff000000',
      'sharpen" amount="0',
    ],
    ...['glow" intensity="0', 'tiltshift" radius="0', 'noise" amount="0'],
  ].map((type) => `<filter type="${type}"/>`);
  const inside = `${neutral.join('')}<transform type="crop" top="0" left="0%"/><transform type="rotate" angle="-360"/>`;
  const shown = async (layer: (inside: string) => string) => [await frameOf(layer('')), await frameOf(layer(inside))];
  for (const layer of [
    (within: string) => `<video src="halves.mp4">${within}</video>`,
    (within: string) => `<text content="A" size="30" color="#ff8000">${within}</text>`,
  ]) {
    const [before, after] = await shown(layer);
    expect(after?.equals(required(before, 'a frame'))).toBe(true);
  }
});

/** Returns the sum, the mean, and the variance of luma above black along a row. */
function spreadAlong(frame: Buffer, y: number) {
  const light = Array.from({ length: WIDTH }, (_, x) => (frame[y * WIDTH + x] ?? 16) - 16);
  const sum = light.reduce((all, value) => all + value, 0);
  const middle = light.reduce((all, value, x) => all + value * x, 0) / sum;
  const square = light.reduce((all, value, x) => all + value * (x - middle) ** 2, 0) / sum;
  return { sum, middle, square };
}

full.test('blur equals three box filters and keeps the total light', async () => {
  const square = (inside: string) => frameOf(`<solid color="#ffffff80" width="12" height="40">${inside}</solid>`);
  const [sharp, soft] = [await square(''), await square('<filter type="blur" radius="4"/>')];
  const [before, after] = [spreadAlong(sharp, 24), spreadAlong(soft, 24)];
  // Radius 4 gives ⌊4 × 3 √(2π) ÷ 4 + ½⌋ = 8, rounded up to the odd number 9. A box filter of width 9 has the variance
  // (81 − 1) ÷ 12.
  expect(Math.abs(Math.sqrt(after.square - before.square) - Math.sqrt((3 * 80) / 12))).toBeLessThan(0.1);
  expect(Math.abs(after.sum / before.sum - 1)).toBeLessThan(0.02);
  expect(after.middle).toBeCloseTo(before.middle, 1);
});

test('blur does not darken a video at its edges', async () => {
  const frame = await frameOf('<video src="halves.mp4"><filter type="blur" radius="5"/></video>');
  const [corner, ...others] = [0, 20 * WIDTH, (HEIGHT - 1) * WIDTH].map((at) => frame[at] ?? 0);
  expect(Math.abs((corner ?? 0) - 90)).toBeLessThanOrEqual(1);
  expect(others).toEqual([corner, corner]);
});

test('a blurred solid has the same soft edges as a shape', async () => {
  const blur = '<filter type="blur" radius="3"/>';
  const size = 'width="30" height="20"';
  const solid = await frameOf(`<solid color="#ff0000" ${size}>${blur}</solid>`);
  const shape = await frameOf(`<shape fill="#ff0000" ${size}>${blur}</shape>`);
  expect(Math.max(...solid.map((value, at) => Math.abs(value - (shape[at] ?? 0))))).toBeLessThanOrEqual(1);
  const clamped = await frameOf(`<solid color="#ff0000" ${size}><filter type="blur" radius="3" edge="clamp"/></solid>`);
  expect(clamped).toEqual(await frameOf(`<solid color="#ff0000" ${size}/>`));
});

test('a shadow has its offset, color, and opacity', async () => {
  const shadow = '<filter type="dropshadow" offset="10, 50%" radius="0" color="#ffffff80"/>';
  const frame = await frameOf(`<shape width="20" height="10" fill="#ff0000">${shadow}</shape>`);
  // The box is from 22 to 42 across and from 19 to 29 down. Its shadow is 10 pixels further right and 5 further down.
  expect(rgbAt(frame, 25, 22).map(Math.round)).toEqual([
    expect.closeTo(255, -1),
    expect.closeTo(0, -1),
    expect.closeTo(0, -1),
  ]);
  expect(Math.abs((frame[31 * WIDTH + 45] ?? 0) - (16 + 219 * (128 / 255)))).toBeLessThanOrEqual(1);
  expect([frame[31 * WIDTH + 30], frame[35 * WIDTH + 45], frame[20 * WIDTH + 45]]).toEqual([16, 16, 16]);
});

test('a cropped picture is smaller and centered', async () => {
  const frame = await frameOf(
    '<video src="halves.mp4"><transform type="crop" left="50%" top="8" bottom="8"/></video>',
    '#0000ff',
  );
  // The cropped picture covers 32 × 32 pixels of the right half.
  const isPicture = (x: number, y: number) => frame[y * WIDTH + x] === 160;
  expect([isPicture(16, 8), isPicture(47, 39), isPicture(15, 8), isPicture(48, 39), isPicture(16, 7)]).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('a vignette stays in place while the picture moves', async () => {
  const image = (inside: string) =>
    frameOf(`<video src="halves.mp4"><filter type="vignette" aperture="1.5"/>${inside}</video>`);
  const [still, moved] = [await image(''), await image('<animation type="kenburns" zoom="2" focus="100%, 50%"/>')];
  // The right corner has the same color, darkened by the same amount.
  expect(Math.abs((still[WIDTH - 1] ?? 0) - (moved[WIDTH - 1] ?? 0))).toBeLessThanOrEqual(2);
});

full.test('a chroma key makes its color transparent in videos and drawn layers', async () => {
  const key = '<filter type="chromakey" color="#00b140" tolerance="0.1" softness="0.1" spill="0"/>';
  for (const layer of ['solid', 'shape']) {
    const color = (paint: string) => (layer === 'solid' ? `color="${paint}"` : `fill="${paint}"`);
    const beneath = `<solid color="#c06020"/><${layer} ${color('#00b140')} width="32">${key}</${layer}>`;
    const frame = await frameOf(beneath);
    expect(codesAt(frame, 32, 24)).toEqual(codesAt(frame, 2, 2));
    const other = await frameOf(beneath.replace('#00b140" ', '#4000b1" '));
    expect(codesAt(other, 32, 24)).not.toEqual(codesAt(other, 2, 2));
  }
  // The left quarter of the video has a distinct color.
  const before = await frameOf('<video src="halves.mp4"/>');
  const [red, green, blue] = rgbAt(before, 4, 20).map((part) =>
    Math.round(clipped(part)).toString(16).padStart(2, '0'),
  );
  const keyed = key.replace('#00b140', `#${red}${green}${blue}`).replace('softness="0.1"', 'softness="0"');
  const frame = await frameOf(`<solid color="#c06020"/><video src="halves.mp4">${keyed}</video>`);
  expect(codesAt(frame, 4, 20)).toEqual(codesAt(await frameOf('<solid color="#c06020"/>'), 4, 20));
  expect(codesAt(frame, 40, 20)).toEqual(codesAt(before, 40, 20));
});

test('noise differs in each frame and is reproducible', async () => {
  const scene = '<scene duration="3"><solid color="#808080"><filter type="noise" amount="0.5"/></solid></scene>';
  const xml = `<movie width="${WIDTH}" height="${HEIGHT}" framerate="25">${scene}</movie>`;
  const [frames, again] = [
    await composedFrames(xml, { folder: folder.path }),
    await composedFrames(xml, { folder: folder.path, piece: { from: 1, length: 2 } }),
  ];
  expect(frames[0]?.equals(required(frames[1], 'a frame'))).toBe(false);
  expect(again.map((frame, index) => frame.equals(required(frames[index + 1], 'a frame')))).toEqual([true, true]);
});

test('a color table applies to drawn layers and videos', async () => {
  const swapped = ['0 0 0', '0 1 0', '1 0 0', '1 1 0', '0 0 1', '0 1 1', '1 0 1', '1 1 1'];
  await writeFile(join(folder.path, 'swap.cube'), ['LUT_3D_SIZE 2', ...swapped].join('\n'));
  for (const layer of ['<solid color="#5a8cb4">', '<video src="halves.mp4">']) {
    const end = layer.startsWith('<solid') ? '</solid>' : '</video>';
    const before = rgbAt(await frameOf(`${layer}${end}`), 48, 20);
    const after = rgbAt(await frameOf(`${layer}<filter type="lut" src="swap.cube"/>${end}`), 48, 20);
    const requested = [before[1], before[0], before[2]].map(clipped);
    for (const [part, value] of requested.entries()) expect(Math.abs((after[part] ?? 0) - value)).toBeLessThan(4);
  }
});

test('a rotated layer has transparent corners in its bounding box', async () => {
  const turned = '<transform type="rotate" angle="90"/>';
  const frame = await frameOf(
    `<solid width="20" height="10" color="#ffffff" origin="0, 0" anchor="-50%, -50%" position="4, 6">${turned}</solid>`,
  );
  const lit = (x: number, y: number) => (frame[y * WIDTH + x] ?? 0) > 200;
  expect([lit(4, 6), lit(13, 25), lit(3, 6), lit(14, 10), lit(8, 26), lit(8, 5)]).toEqual([
    ...[true, true],
    ...[false, false, false, false],
  ]);
  const video = await frameOf('<video src="halves.mp4"><transform type="rotate" angle="90"/></video>', '#ff0000');
  expect(codesAt(video, 2, 24)).toEqual(codesAt(await frameOf('', '#ff0000'), 2, 24));
  // The left half is now on top.
  expect([codesAt(video, 32, 10)[0], codesAt(video, 32, 38)[0]]).toEqual([90, 160]);
});

test('a perspective transform keeps the box and moves the corners', async () => {
  const corners = 'upperleft="25%, 0" upperright="75%, 0"';
  const frame = await frameOf(`<solid color="#ffffff"><transform type="perspective" ${corners}/></solid>`);
  const lit = (x: number, y: number) => (frame[y * WIDTH + x] ?? 0) > 128;
  // The upper edge is half as wide as the frame, and the lower edge is as wide as the frame.
  expect([lit(20, 1), lit(43, 1), lit(12, 1), lit(51, 1), lit(1, 46), lit(62, 46), lit(4, 24), lit(59, 24)]).toEqual([
    ...[true, true, false, false],
    ...[true, true, false, false],
  ]);
  const still = await frameOf('<solid color="#ffffff"><transform type="perspective" lowerright="100%, 100%"/></solid>');
  expect(still.equals(await frameOf('<solid color="#ffffff"/>'))).toBe(true);
});

test('a solid with a gradient ignores its color and can be transparent', async () => {
  const frame = await frameOf('<solid color="#ffffff" gradient="90, #ff0000, #0000ff"/>');
  for (const x of [8, 32, 55]) {
    const part = (x + 0.5) / WIDTH;
    const [red, green, blue] = rgbAt(frame, x, 20);
    expect(Math.abs(red - 255 * (1 - part))).toBeLessThan(8);
    expect(Math.abs(green)).toBeLessThan(8);
    expect(Math.abs(blue - 255 * part)).toBeLessThan(8);
  }
  const fading = await frameOf('<solid gradient="0, #ffffffff, #ffffff00"/>', '#000000');
  expect([fading[2 * WIDTH] ?? 0, fading[46 * WIDTH] ?? 0].map((luma) => luma > 128)).toEqual([false, true]);
});
