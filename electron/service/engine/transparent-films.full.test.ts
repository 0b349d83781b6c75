import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entriesOf } from '#service/bundles/testing/zip-entries.ts';
import { decodeRgbaPng } from '#service/testing/decode-png.ts';
import { ffmpeg, ffprobe } from '#service/testing/make-media.ts';
import { readWebpFrames } from '#service/testing/read-webp.ts';
import { renderFilm } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { composedFrames } from './compose/testing/composed-frames.ts';
import type { FormatName } from './formats/formats.ts';

const WIDTH = 320;
const HEIGHT = 180;
const AREA = WIDTH * HEIGHT;

let temporary: Awaited<ReturnType<typeof temporaryFolder>>;
let folder = '';
beforeAll(async () => {
  temporary = await temporaryFolder();
  folder = temporary.path;
});
afterAll(() => temporary[Symbol.asyncDispose]());

const movie = (inside: string, matte = '#000000') =>
  `<movie width="${WIDTH}" height="${HEIGHT}" framerate="25" background="transparent" matte="${matte}">${inside}</movie>`;

/** A bar with a soft shadow and a text, which fade in and move, followed by a crossfade to a text alone. */
const LOWER_THIRD = movie(`<scene duration="16">
  <text content="Ada Lovelace" size="26" color="#ffffff" background="#c8102e" padding="12 24" radius="14"
    shadow="2 4 8 #000000" position="-20, 50">
    <animation><key time="0" opacity="0" position="-60, 50"/><key time="10" opacity="1" position="-20, 50"/></animation>
  </text>
</scene>
<transition type="crossfade" duration="6"/>
<scene duration="16"><text content="Mathematician" size="24" color="#f2c230" position="0, 40"/></scene>`);

/** Returns the composed frames in yuva444p, without premultiplication. */
const composed = async (xml: string, format: FormatName = 'apng') => {
  const segments: Buffer[] = [];
  for (let segment = 0; segment < 3; segment++)
    segments.push(...(await composedFrames(xml, { folder, format, segment })));
  return segments;
};

/** Renders a film and returns its decoded frames. */
async function decoded(format: FormatName, xml: string, pixelFormat: string): Promise<readonly Buffer[]> {
  const { path, frames } = await renderFilm(xml, { folder, format });
  const decoder = format === 'webm' ? ['-c:v', 'libvpx-vp9'] : [];
  const filters = pixelFormat.startsWith('rgb') ? ['-vf', `format=${pixelFormat}`] : ['-pix_fmt', pixelFormat];
  return split(
    await ffmpeg(...decoder, '-i', path, ...filters, '-fps_mode', 'passthrough', '-f', 'rawvideo', '-'),
    frames,
  );
}

function split(bytes: Buffer, count: number): readonly Buffer[] {
  const size = bytes.length / count;
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
}

/** Returns the differences between decoded frames and composed frames, in levels of the decoded bit depth. */
function differences(frames: readonly Buffer[], read: (frame: number, at: number) => number, levels: number) {
  const alpha = { sum: 0, most: 0 };
  const color = { sum: 0, most: 0, count: 0 };
  const squares = { black: 0, white: 0 };
  for (const [number, frame] of frames.entries())
    for (let pixel = 0; pixel < AREA; pixel++) {
      const opacity = frame[3 * AREA + pixel] ?? 0;
      const readOpacity = read(number, 3 * AREA + pixel) / levels;
      const difference = Math.abs(opacity - readOpacity);
      alpha.sum += difference;
      alpha.most = Math.max(alpha.most, difference);
      for (const [name, code] of [
        ['black', 16],
        ['white', 235],
      ] as const) {
        const over = (luma: number, share: number) => code + ((luma - code) * share) / 255;
        const error = over(frame[pixel] ?? 0, opacity) - over(read(number, pixel) / levels, readOpacity);
        squares[name] += error ** 2;
      }
      if (opacity < 8) continue;
      for (const plane of [0, 1, 2]) {
        const at = plane * AREA + pixel;
        const error = Math.abs((frame[at] ?? 0) * levels - read(number, at));
        color.sum += error;
        color.most = Math.max(color.most, error);
        color.count += 1;
      }
    }
  const pixels = frames.length * AREA;
  return {
    alpha: { mean: alpha.sum / pixels, most: alpha.most },
    color: { mean: color.sum / color.count, most: color.most },
    overBlack: Math.sqrt(squares.black / pixels),
    overWhite: Math.sqrt(squares.white / pixels),
  };
}

test('an animated PNG has every pixel of the composed frames', async () => {
  const frames = await composed(LOWER_THIRD);
  const size = ['-f', 'rawvideo', '-pixel_format', 'yuva444p', '-video_size', `${WIDTH}x${HEIGHT}`, '-framerate', '25'];
  const toRgb = 'scale=in_color_matrix=bt709:in_range=tv:out_range=pc:flags=accurate_rnd,format=rgba';
  const raw = join(folder, 'composed.yuv');
  await writeFile(raw, Buffer.concat(frames));
  const expected = await ffmpeg(...size, '-i', raw, '-vf', toRgb, '-f', 'rawvideo', '-');
  const read = await decoded('apng', LOWER_THIRD, 'rgba');
  expect(Buffer.concat(read).equals(expected)).toBe(true);
  const opacities = frames.map((frame) => frame.subarray(3 * AREA));
  expect(opacities.flatMap((plane) => [...new Set(plane)]).length).toBeGreaterThan(1000);
});

test('a PNG sequence has every pixel of the animated PNG', async () => {
  const expected = await decoded('apng', LOWER_THIRD, 'rgba');
  const { path, frames } = await renderFilm(LOWER_THIRD, { folder, format: 'pngs' });
  const files = await entriesOf(await readFile(path));
  expect([...files.keys()]).toEqual(expected.map((_, index) => `${String(index + 1).padStart(6, '0')}.png`));
  expect(frames).toBe(files.size);
  for (const [index, file] of [...files.values()].entries())
    expect(Buffer.from(decodeRgbaPng(file).pixels).equals(expected[index] ?? Buffer.alloc(0))).toBe(true);
});

test('a lossless WebP has every visible pixel of the animated PNG', async () => {
  const expected = await decoded('apng', LOWER_THIRD, 'rgba');
  const { path } = await renderFilm(LOWER_THIRD, { folder, format: 'webp', quality: 'high' });
  const frames = await readWebpFrames(path, 25);
  expect(frames).toHaveLength(expected.length);
  // The encoder changes the color of pixels without opacity.
  const visible = (frame: Buffer) => Buffer.from(frame.map((value, at) => (frame[at | 3] === 0 ? 0 : value)));
  for (const [index, frame] of frames.entries())
    expect(visible(frame).equals(visible(expected[index] ?? frame.subarray(0, 0)))).toBe(true);
});

test('a WebM file has the alpha mode that browsers need', async () => {
  const { path } = await renderFilm(movie('<scene duration="3"><text content="Ada"/></scene>'), {
    folder,
    format: 'webm',
  });
  const { streams } = (await ffprobe(path, '-show_streams')) as {
    streams: readonly { tags?: Record<string, string> }[];
  };
  const tags = streams.map((stream) => stream.tags?.['alpha_mode'] ?? stream.tags?.['ALPHA_MODE']);
  expect(tags[0]).toBe('1');
});

test('a WebM file keeps opacity and colors within the bounds of VP9', async () => {
  const frames = await composed(LOWER_THIRD);
  const read = await decoded('webm', LOWER_THIRD, 'yuva444p');
  const { alpha, color, overBlack, overWhite } = differences(frames, (number, at) => read[number]?.[at] ?? 0, 1);
  expect(alpha.mean).toBeLessThanOrEqual(0.5);
  expect(color.mean).toBeLessThanOrEqual(3);
  expect(Math.max(overBlack, overWhite)).toBeLessThanOrEqual(2.5);
});

test('ProRes 4444 keeps opacity exactly and colors within 4 of 1023', async () => {
  const frames = await composed(LOWER_THIRD);
  const read = await decoded('mov', LOWER_THIRD, 'yuva444p10le');
  const { alpha, color } = differences(frames, (number, at) => read[number]?.readUInt16LE(2 * at) ?? 0, 4);
  expect(alpha.most).toBeLessThanOrEqual(1);
  expect(color.mean).toBeLessThanOrEqual(4);
});

test('GIF pixels are opaque over the matte from opacity 128, otherwise empty', async () => {
  const xml = LOWER_THIRD.replace('#000000', '#336699');
  const frames = await composed(xml);
  const read = await decoded('gif', xml, 'rgba');
  for (const [number, frame] of frames.entries())
    for (let pixel = 0; pixel < AREA; pixel += 7)
      expect(read[number]?.[4 * pixel + 3]).toBe((frame[3 * AREA + pixel] ?? 0) >= 128 ? 255 : 0);
});

test('each GIF frame replaces the preceding frame', async () => {
  const box = '<solid color="#2a9d8f" width="60" height="40" position="-60, 0"/>';
  // The lowest row is the widest.
  const foot = '<solid color="#e76f51" width="120" height="1" position="-60, 20.5"/>';
  const opaque = `<scene duration="3" background="#264653">${box}</scene>`;
  const xml = movie(`<scene duration="3">${box}${foot}</scene>${opaque}<scene duration="3">${foot}</scene>`);
  const [frames, read] = [await composed(xml), await decoded('gif', xml, 'rgba')];
  const holes = frames.map((frame, number) => {
    const isWrong = (opacity: number, pixel: number) => read[number]?.[4 * pixel + 3] !== (opacity >= 128 ? 255 : 0);
    return [...frame.subarray(3 * AREA)].filter(isWrong).length;
  });
  expect(holes).toEqual(frames.map(() => 0));
});

test('a format that has no opacity shows the film over its matte', async () => {
  const xml = movie('<scene duration="5"><text content="Ada" size="40"/></scene>', '#336699');
  const { path, warnings } = await renderFilm(xml, { folder, format: 'mkv' });
  expect(warnings).toMatchObject([{ code: 'format/no-alpha', says: { values: { matte: '#336699' } } }]);
  const pixels = await ffmpeg('-i', path, '-vf', 'crop=4:4:0:0,format=rgb24', '-frames:v', '1', '-f', 'rawvideo', '-');
  const [red = 0, green = 0, blue = 0] = pixels;
  expect(Math.max(Math.abs(red - 0x33), Math.abs(green - 0x66), Math.abs(blue - 0x99))).toBeLessThanOrEqual(3);
});

test('a transparent film on its matte looks like an opaque film', async () => {
  const inside = '<scene duration="4"><text content="Ada Lovelace" size="40" shadow="2 4 8 #000000"/></scene>';
  const over = await composedFrames(movie(inside, '#204060'), { folder, format: 'mp4' });
  const opaque = await composedFrames(
    `<movie width="${WIDTH}" height="${HEIGHT}" framerate="25" background="#204060">${inside}</movie>`,
    { folder, format: 'mp4' },
  );
  for (const [number, frame] of over.entries())
    for (const [at, value] of frame.entries())
      if (Math.abs(value - (opaque[number]?.[at] ?? 0)) > 1) expect.fail(`byte ${at} of frame ${number}`);
});
