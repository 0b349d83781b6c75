import { spawnSync } from 'node:child_process';
import jsQr from 'jsqr';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderFilm, testTools } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { qrCode } from '#shared/template/values/qr-code.ts';
import { composedFrames } from './compose/testing/composed-frames.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

const WIDTH = 854;
const HEIGHT = 480;
const samples = [
  { content: 'https://example.org/r/4711', level: 'M', version: 2 },
  { content: `https://example.org/${'r'.repeat(80)}`, level: 'M', version: 6 },
  { content: `https://example.org/${'r'.repeat(260)}`, level: 'M', version: 12 },
] as const;

test('an encoded draft of 480 lines shows readable codes', async () => {
  const colors = ['color="#000000"', 'color="#24506b" background="#f4ead8"'];
  const codes = samples.flatMap(({ content, version }) =>
    [2, 4].flatMap((module) => colors.map((color) => ({ content, color, side: module * (17 + 4 * version + 8) }))),
  );
  const scenes = codes.map(
    ({ content, color, side }) =>
      `<scene duration="3" background="#335577"><code content="${content}" ${color} width="${side}" height="${side}"/></scene>`,
  );
  const film = `<movie width="${WIDTH}" height="${HEIGHT}" framerate="25">${scenes.join('')}</movie>`;
  const { path } = await renderFilm(film, { folder: folder.path, quality: 'draft' });
  const { ffmpeg } = await testTools();
  const select = ['-vf', "select='eq(mod(n,3),1)'", '-fps_mode', 'passthrough'];
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgba', 'pipe:1'];
  const { stdout } = spawnSync(ffmpeg, ['-v', 'error', '-i', path, ...select, ...raw], { maxBuffer: 2 ** 28 });
  const size = 4 * WIDTH * HEIGHT;
  const read = codes.map((_, index) => {
    const pixels = new Uint8ClampedArray(stdout.subarray(index * size, (index + 1) * size));
    return jsQr(pixels, WIDTH, HEIGHT)?.data;
  });
  expect(samples.map(({ content, level }) => qrCode(content, level)?.version)).toEqual([2, 6, 12]);
  expect(read).toEqual(codes.map(({ content }) => content));
});

test('the modules of a composed code have sharp edges', async () => {
  const code = '<code content="4711" width="90" height="90"/>';
  const film = `<movie width="120" height="90" framerate="25"><scene duration="1">${code}</scene></movie>`;
  const [frame] = await composedFrames(film, { folder: folder.path });
  const qr = qrCode('4711', 'M');
  // The code has 29 × 29 modules of three pixels with its margin. Black is 16 and white is 235.
  const lumaAt = (x: number, y: number) => frame?.[y * 120 + x];
  for (let y = 0; y < 63; y++)
    for (let x = 0; x < 63; x++) {
      const isDark = qr?.dark[Math.floor(y / 3) * 21 + Math.floor(x / 3)] === 1;
      expect(lumaAt(15 + 13 + x, 13 + y)).toBe(isDark ? 16 : 235);
    }
});

test('a layer masked by a code shows its light or dark modules', async () => {
  const masked = async (invert: boolean) => {
    const mask = `<mask invert="${invert}"><code content="4711" width="90" height="90"/></mask>`;
    const solid = `<solid color="#ffffff" width="90" height="90">${mask}</solid>`;
    const scene = `<scene duration="1" background="#000000">${solid}</scene>`;
    const [frame] = await composedFrames(`<movie width="120" height="90" framerate="25">${scene}</movie>`, {
      folder: folder.path,
    });
    return frame;
  };
  const [light, dark] = [await masked(false), await masked(true)];
  const qr = qrCode('4711', 'M');
  for (let y = 0; y < 63; y++)
    for (let x = 0; x < 63; x++) {
      const isDark = qr?.dark[Math.floor(y / 3) * 21 + Math.floor(x / 3)] === 1;
      const at = (13 + y) * 120 + 15 + 13 + x;
      expect([light?.[at], dark?.[at]]).toEqual(isDark ? [16, 235] : [235, 16]);
    }
});
