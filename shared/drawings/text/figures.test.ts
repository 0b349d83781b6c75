import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TextDrawing } from '../drawing/drawing.ts';
import { chooseFonts } from '../fonts/choose-fonts.ts';
import { createPainter, type Painter } from '../painter.ts';
import { bundledOrSample, openKit } from '../testing/open-kit.ts';
import { text } from '../testing/some-drawings.ts';

let painter: Painter;

beforeAll(async () => {
  painter = createPainter(await openKit());
});
afterAll(() => painter.delete());

function lineOf(content: string, change: Partial<TextDrawing>) {
  const { fonts } = chooseFonts([], 400, 'normal', []);
  const set = painter.layOut(
    text(content, { size: 96, width: 900, xAlign: 'center', fonts, ...change }),
    bundledOrSample,
  );
  if (!set.ok) throw new Error(JSON.stringify(set.error));
  const [line] = set.value.lines;
  if (line === undefined) throw new Error('a text without a line');
  return line;
}

test('tabular digits stay in place while a number counts', () => {
  const lefts = new Map<number, number[]>();
  for (let frame = 0; frame < 300; frame++) {
    const content = String(Math.round((frame * 11_111) / 299));
    const { left, width } = lineOf(content, { figures: 'tabular' });
    // Digits of equal width divide the line evenly.
    const places = [...content].map((_, index) => left + (index * width) / content.length);
    for (const [index, place] of places.entries()) {
      const key = content.length * 100 + index;
      lefts.set(key, [...(lefts.get(key) ?? []), place]);
    }
  }
  const moved = [...lefts.values()].map((places) => Math.max(...places) - Math.min(...places));
  expect(Math.max(...moved)).toBeLessThan(0.02);
});

test('proportional digits have their own widths', () => {
  const widthOf = (content: string, figures?: 'tabular' | 'proportional') =>
    lineOf(content, figures === undefined ? {} : { figures }).width;
  expect(widthOf('1111', 'proportional')).toBeLessThan(widthOf('8888', 'proportional') - 1);
  expect(widthOf('1111', 'tabular')).toBe(widthOf('8888', 'tabular'));
  // The digits of the font are tabular without a feature.
  expect(widthOf('1111', 'tabular')).toBe(widthOf('1111'));
});

test('all tabular digits have the same width', () => {
  const widths = Array.from(
    { length: 10 },
    (_, digit) => lineOf(`${digit}${digit}${digit}`, { figures: 'tabular' }).width,
  );
  expect(Math.max(...widths) - Math.min(...widths)).toBeLessThan(0.02);
});
