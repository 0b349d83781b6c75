import { expect, test } from 'vitest';
import { film } from '#shared/editing/model/testing/editing.ts';
import { required } from '#shared/lib/assert.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import type { CodeLayer } from '#shared/template/movie/movie.ts';
import { locateFindings } from '#shared/template-xml/read/problems.ts';
import { framedLayers } from './boxes.ts';
import { codeBox, codeLayout, codePixels } from './codes.ts';

/** Resolves a scene with these layers. The movie has 640 × 360 pixels and 25 frames per second. */
function resolved(layers: string, duration = 100, values: Readonly<Record<string, string>> = {}) {
  const source = film(`<scene duration="${duration}">${layers}</scene>`);
  const { movie, findings } = resolveTemplate(source.document, {
    values: new Map(Object.entries(values)),
    missing: 'error',
  });
  return { movie, findings: locateFindings(findings, source) };
}

const problemsOf = (layers: string, duration?: number, values?: Readonly<Record<string, string>>) =>
  resolved(layers, duration, values).findings.map(({ code, path: at }) => `${code} ${at.split('/').at(-1)}`);

function codeOf(attributes: string): CodeLayer {
  const { movie, findings } = resolved(`<code ${attributes}/>`);
  const found = movie === null ? [] : framedLayers(movie).map(({ layer }) => layer);
  const code = found.find((layer) => layer.kind === 'code');
  return required(code, `a code; findings: ${JSON.stringify(findings)}`);
}

const FRAME = { width: 640, height: 360 };

test('the default box has four pixels per module', () => {
  expect(codeBox(codeOf('content="A"'), FRAME)).toEqual({ width: 4 * 29, height: 4 * 29 });
  expect(codeBox(codeOf('content="A" margin="0" height="50%"'), FRAME)).toEqual({ width: 4 * 21, height: 180 });
});

test('modules have whole pixels, and the remaining space surrounds the code', () => {
  const code = codeOf('content="A" width="200" height="123"');
  const box = codeBox(code, FRAME);
  expect(codeLayout(code, box)).toMatchObject({ module: 4, left: 58, top: 19 });
  expect(codeLayout(code, { width: 28, height: 200 })).toMatchObject({ module: 0 });
});

test('the modules are drawn without smoothing', () => {
  const code = codeOf('content="A" margin="1" color="#0000ff" background="#ff000080" width="70" height="70"');
  const {
    code: qr,
    module,
    left,
    top,
  } = required(codeLayout(code, { width: 70, height: 70 }) ?? undefined, 'a layout');
  const pixels = codePixels(code, { width: 70, height: 70 });
  const pixelAt = (x: number, y: number) => [...pixels.subarray(4 * (70 * y + x), 4 * (70 * y + x) + 4)];
  // The background is premultiplied.
  expect([module, left, top, pixelAt(0, 0)]).toEqual([3, 3, 3, [128, 0, 0, 128]]);
  for (let y = 0; y < 63; y++)
    for (let x = 0; x < 63; x++) {
      const isDark = qr.dark[Math.floor(y / 3) * 21 + Math.floor(x / 3)] === 1;
      expect(pixelAt(3 + x, 3 + y)).toEqual(isDark ? [0, 0, 255, 255] : [128, 0, 0, 128]);
    }
});

test('a code in a tiny box has only its background', () => {
  const code = codeOf('content="A" width="20" height="20"');
  expect(new Set(codePixels(code, { width: 20, height: 20 }))).toEqual(new Set([255]));
});

test('a content that is too long for a code is reported', () => {
  expect(problemsOf('<code/>')).toEqual(['template/missing-attribute code']);
  expect(problemsOf('<code content=""/>')).toEqual(['code/empty code@content']);
  expect(problemsOf('<code content="${link}"/>', 100, { link: '' })).toEqual(['code/empty code@content']);
  expect(problemsOf(`<code content="${'x'.repeat(1274)}" level="H"/>`)).toEqual(['code/too-long code@content']);
  expect(problemsOf('<code type="ean13" content="A"/>')).toEqual(['template/invalid-value code@type']);
});

test('small modules are reported in pixels of the film', () => {
  const SMALL = ['code/small code@content'];
  expect(problemsOf('<code content="A"/>')).toEqual([]);
  expect(problemsOf('<code content="A" width="86" height="200"/>')).toEqual(SMALL);
  expect(problemsOf('<code content="A" width="87" height="200"/>')).toEqual([]);
  expect(problemsOf('<code content="A" scale="0.7"/>')).toEqual(SMALL);
  expect(problemsOf('<group scale="0.5"><code content="A" scale="1.6"/></group>')).toEqual([]);
  expect(problemsOf('<group scale="0.5"><code content="A" scale="1.4"/></group>')).toEqual(SMALL);
  expect(problemsOf('<code content="A"><animation type="zoomin" duration="10"/></code>')).toEqual([]);
});

test('weak contrast and inverted colors are reported', () => {
  const WEAK = ['code/contrast code@color'];
  const problems = (color: string, background: string) =>
    problemsOf(`<code content="A" color="${color}" background="${background}"/>`);
  expect(problems('#777777', '#ffffff')).toEqual([]);
  expect(problems('#999999', '#ffffff')).toEqual(WEAK);
  expect(problems('#00000060', '#ffffff')).toEqual(WEAK);
  expect(problems('#ffffff', '#000000')).toEqual(WEAK);
  expect(problems('#ffffff', '#00000000')).toEqual([]);
});

test('a narrow margin and a short time are reported', () => {
  expect(problemsOf('<code content="A" margin="3"/>')).toEqual(['code/margin code@margin']);
  expect(problemsOf('<code content="A"/>', 50)).toEqual([]);
  expect(problemsOf('<code content="A"/>', 49)).toEqual(['code/short code']);
  expect(problemsOf('<group offset="60"><code content="A"/></group>')).toEqual(['code/short code']);
  expect(problemsOf('<code content="A" enabled="false" margin="0"/>', 10)).toEqual([]);
});
