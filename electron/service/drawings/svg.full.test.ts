import { createServer } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { image } from '#shared/drawings/testing/some-drawings.ts';
import { hostileSvgs, sampleSvg } from '#shared/drawings/testing/svg-samples.ts';
import { full } from '#shared/testing/full.ts';
import { cases } from '#shared/testing/scale.ts';
import { createDrawings } from './drawings.ts';

const drawings = createDrawings();
afterAll(() => drawings[Symbol.asyncDispose]());

const signal = new AbortController().signal;
const draw = async (svg: Uint8Array, changes: Parameters<typeof image>[1] = {}, scale = 1) => {
  const drawn = await drawings.draw({ ...image('svg', changes), scale }, () => Promise.resolve(svg), signal);
  if (!drawn.ok) throw new Error(drawn.error.code);
  const { width, rgba } = drawn.value;
  const at = (x: number, y: number) => [...rgba.subarray(4 * (y * width + x), 4 * (y * width + x) + 4)];
  return { ...drawn.value, at };
};

describe('a drawn SVG', () => {
  test('has its colors, premultiplied by their opacity', async () => {
    const { at } = await draw(
      sampleSvg('<rect width="24" height="32" fill="#f00"/><rect x="24" width="24" height="16" fill="#00ff0080"/>'),
    );
    expect([at(5, 5), at(30, 5), at(30, 25)]).toEqual([
      [255, 0, 0, 255],
      [0, 128, 0, 128],
      [0, 0, 0, 0],
    ]);
  });

  test('has gradients and expanded entities', async () => {
    const inside =
      '<linearGradient id="g"><stop stop-color="#000"/><stop offset="1" stop-color="&w;"/></linearGradient><rect width="48" height="32" fill="url(#g)"/>';
    const { at } = await draw(sampleSvg(inside, undefined, '<!DOCTYPE svg [<!ENTITY w "#ffffff">]>'));
    expect(at(1, 16)[0]).toBeLessThan(20);
    expect(at(24, 16)[0]).toBeGreaterThan(115);
    expect(at(46, 16)[0]).toBeGreaterThan(235);
  });

  test('has text in bundled fonts for any font family', async () => {
    const text = (family: string, words: string) =>
      draw(sampleSvg(`<text y="24" font-size="20" font-family="${family}">${words}</text>`));
    const [arial, noto, hebrew] = [
      await text('Arial', 'Ab'),
      await text('Noto Sans', 'Ab'),
      await text('serif', 'שלום'),
    ];
    expect(arial.rgba).toEqual(noto.rgba);
    expect(noto.rgba.some((value) => value > 200)).toBe(true);
    expect(hebrew.rgba).not.toEqual(noto.rgba);
  });

  test('is sharp at its display size', async () => {
    // The right half is filled. At the natural size, its edge is inside a pixel.
    const svg = sampleSvg('<rect x="2.5" width="3" height="4"/>', 'width="5" height="4"');
    const once = await draw(svg);
    expect([once.width, once.height, once.at(2, 1)[3]]).toEqual([5, 4, 128]);
    const larger = await draw(svg, {}, 4);
    expect([larger.width, larger.height, larger.scaleX]).toEqual([20, 16, 4]);
    expect([larger.at(9, 8)[3], larger.at(10, 8)[3]]).toEqual([0, 255]);
    const wide = await draw(svg, { width: 500, fit: 'contain' });
    expect([wide.width, wide.height, wide.at(249, 8)[3], wide.at(250, 8)[3]]).toEqual([500, 400, 0, 255]);
  });

  test('is cropped, scaled, and stretched like any image', async () => {
    const svg = sampleSvg(
      '<rect width="24" height="32" fill="#f00"/><rect x="24" width="24" height="32" fill="#00f"/>',
    );
    const nothing = { amount: 0, unit: 'px' } as const;
    const cut = await draw(svg, {
      crop: { top: nothing, right: nothing, bottom: nothing, left: { amount: 50, unit: '%' } },
    });
    expect([cut.width, cut.height, cut.at(0, 0), cut.at(23, 31)]).toEqual([24, 32, [0, 0, 255, 255], [0, 0, 255, 255]]);
    const covered = await draw(svg, { width: 10, height: 32, fit: 'cover', focus: { across: 0, down: 0 } });
    expect([covered.width, covered.height, covered.at(9, 5)]).toEqual([10, 32, [255, 0, 0, 255]]);
    const stretched = await draw(svg, { width: 96, height: 8, fit: 'stretch' });
    expect([stretched.width, stretched.height, stretched.at(40, 4), stretched.at(55, 4)]).toEqual([
      96,
      8,
      [255, 0, 0, 255],
      [0, 0, 255, 255],
    ]);
  });

  test('has equal bytes each time and in each thread', async () => {
    const svg = sampleSvg(
      '<g filter="url(#b)"><filter id="b"><feGaussianBlur stdDeviation="2"/></filter><circle cx="20" cy="16" r="9"/><text y="20" rotate="10">Hé</text></g>',
    );
    await using other = createDrawings();
    const drawing = { ...image('svg'), scale: 2 };
    const [first, second] = [await draw(svg, {}, 2), await other.draw(drawing, () => Promise.resolve(svg), signal)];
    expect(second).toMatchObject({ ok: true, value: { rgba: first.rgba } });
  });

  test('has the recorded bytes for text and curves', async () => {
    const { rgba } = await draw(
      sampleSvg(
        '<path d="M2 30C10 -20 30 60 46 2" stroke="#07c" stroke-width="3" fill="none"/><text x="3" y="22" font-size="18">Ag</text>',
      ),
    );
    const digest = await crypto.subtle.digest('SHA-256', rgba as Uint8Array<ArrayBuffer>);
    expect(Buffer.from(digest).toString('hex')).toBe(
      '0f95505191c3e7d6bcd8ed45c1821531907c0afffcda8bc6c39d65aa3a209759',
    );
  });
});

test('an SVG cannot read files and URLs', async () => {
  let asked = 0;
  await using server = createServer(() => {
    asked += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { readonly port: number };
  const own = (href: string) => `<image href="${href}" width="48" height="32"/>`;
  const inside = [`http://127.0.0.1:${port}/a.png`, import.meta.url, import.meta.filename].map(own).join('');
  const { rgba } = await draw(sampleSvg(`${inside}<style>@import url(http://127.0.0.1:${port}/a.css);</style>`));
  expect(rgba.every((value) => value === 0)).toBe(true);
  expect(asked).toBe(0);
});

full.test('an ordinary SVG of 800 KB is drawn within the time limit', async () => {
  const curve = (index: number) =>
    `<path d="M${index % 480} ${index % 300}c9.5 -20.25 30.125 16 ${index % 20} 2.5q4 9 12 3z" fill="#07c"/>`;
  const curves = Array.from({ length: 12_000 }, (_, index) => curve(index)).join('');
  expect((await draw(sampleSvg(curves, 'width="480" height="320"'), {}, 4)).width).toBe(1920);
});

describe('a hostile SVG does not affect the next one', () => {
  test.each(cases(8, Object.entries(hostileSvgs)))('%s', async (_, bomb) => {
    const svg = bomb();
    const drawn = await drawings.draw(image('hostile'), () => Promise.resolve(svg), signal);
    if (!drawn.ok) expect(drawn.error.code).toMatch(/^source\/(?:kind|unreadable|too-large)$/);
    expect((await draw(sampleSvg('<rect width="48" height="32"/>'))).at(5, 5)).toEqual([0, 0, 0, 255]);
  });
});
