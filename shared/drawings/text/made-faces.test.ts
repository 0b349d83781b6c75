import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DrawnPicture, TextDrawing, TextRun } from '../drawing/drawing.ts';
import { chooseFonts } from '../fonts/choose-fonts.ts';
import { createPainter, type Painter } from '../painter.ts';
import { bundledOrSample, openKit } from '../testing/open-kit.ts';
import { ink, text } from '../testing/some-drawings.ts';

let painter: Painter;

beforeAll(async () => {
  painter = createPainter(await openKit());
});
afterAll(() => painter.delete());

const regular = chooseFonts([], 400, 'normal', []).fonts;
const bold = chooseFonts([], 700, 'normal', []).fonts;

function draw(content: string, runs: readonly TextRun[], change: Partial<TextDrawing> = {}): DrawnPicture {
  const drawn = painter.draw(
    text(content, { fonts: regular, width: 300, height: 60, ...change, runs }),
    bundledOrSample,
  );
  if (!drawn.ok) throw new Error(JSON.stringify(drawn.error));
  return drawn.value;
}

/** Returns the coverage between two columns: the sum of alpha as a number of opaque pixels. */
function covered({ width, height, originX, rgba }: DrawnPicture, from: number, to: number): number {
  let sum = 0;
  for (let y = 0; y < height; y++)
    for (let x = Math.max(0, from + originX); x < Math.min(width, to + originX); x++)
      sum += (rgba[(y * width + x) * 4 + 3] ?? 0) / 255;
  return Math.round(sum);
}

const widthOf = (content: string, runs: readonly TextRun[], change: Partial<TextDrawing> = {}) =>
  draw(content, runs, change).layout.lines[0]?.width ?? 0;

describe('a text in a requested style', () => {
  const italic = chooseFonts([], 400, 'italic', []).fonts;
  const synthesized = ['italic'] as const;

  test('is slanted without an italic face, except for upright runs', () => {
    const [upright, slanted] = [draw('lll', []), draw('lll', [], { made: synthesized })];
    expect(slanted.width).toBeGreaterThan(upright.width);
    expect(draw('lll', [{ start: 0, end: 3, made: [] }], { made: synthesized }).rgba).toEqual(upright.rgba);
  });

  test('is slanted only in scripts without an italic face', () => {
    expect(draw('lll', [], { fonts: italic, made: synthesized }).rgba).toEqual(draw('lll', [], { fonts: italic }).rgba);
    expect(draw('ลลล', [], { fonts: italic, made: synthesized }).rgba).not.toEqual(
      draw('ลลล', [], { fonts: italic }).rgba,
    );
  });
});

describe('a run', () => {
  test('uses the bold fonts of the run only for its letters', () => {
    const whole = widthOf('one two', []);
    const second = widthOf('one two', [{ start: 4, end: 7, fonts: bold, weight: 700, made: ['bold'] }]);
    const both = widthOf('one two', [{ start: 0, end: 7, fonts: bold, weight: 700, made: ['bold'] }]);
    expect(second).toBeGreaterThan(whole);
    expect(both).toBeGreaterThan(second);
  });

  test('is emboldened if no face is bold', () => {
    const plain = covered(draw('مرحبا', []), 0, 300);
    const heavy = covered(draw('مرحبا', [{ start: 0, end: 5, fonts: bold, weight: 700, made: ['bold'] }]), 0, 300);
    expect(heavy).toBeGreaterThan(plain * 1.1);
  });

  test('is slanted if no face is italic', () => {
    const [upright, slanted] = [draw('lll', []), draw('lll', [{ start: 0, end: 3, made: ['italic'] }])];
    expect(slanted.rgba).not.toEqual(upright.rgba);
    // The letters lean to the right, so the slanted text is wider at the top.
    expect(slanted.width).toBeGreaterThan(upright.width);
  });

  test('has underlines only beneath its own letters', () => {
    const line = draw('one two', [{ start: 4, end: 7, lines: ['underline'] }]);
    const plain = draw('one two', []);
    const half = Math.round(widthOf('one ', []));
    expect(covered(line, 0, half - 4)).toBe(covered(plain, 0, half - 4));
    expect(covered(line, half, 300)).toBeGreaterThan(covered(plain, half, 300) + 20);
  });

  test('is invisible but occupies space if it is hidden', () => {
    const hidden = { start: 4, end: 7, isHidden: true, lines: ['underline'] as const } as const;
    const around = { outline: { width: 3, color: ink('000000') }, shadow: null };
    const [all, some] = [draw('one two', [], around), draw('one two', [hidden], around)];
    expect(some.layout.lines).toEqual(all.layout.lines);
    const second = Math.round(widthOf('one t', []));
    expect(covered(all, second, 300)).toBeGreaterThan(100);
    expect(covered(some, second, 300)).toBe(0);
    expect(covered(some, 0, 30)).toBe(covered(all, 0, 30));
  });

  test('keeps letters joined across a change of color', () => {
    const joined = widthOf('مرحبا', []);
    expect(widthOf('مرحبا', [{ start: 2, end: 5, isHidden: true }])).toBeCloseTo(joined, 3);
  });
});

test('a run in the style of the text changes nothing', () => {
  expect(draw('one two', [{ start: 0, end: 3 }]).rgba).toEqual(draw('one two', []).rgba);
});
