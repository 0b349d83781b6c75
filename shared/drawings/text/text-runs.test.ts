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

function draw(content: string, change: Partial<TextDrawing> = {}): DrawnPicture {
  const drawn = painter.draw(text(content, change), bundledOrSample);
  if (!drawn.ok) throw new Error(JSON.stringify(drawn.error));
  return drawn.value;
}

const layOut = (content: string, change: Partial<TextDrawing> = {}) => draw(content, change).layout;
const lines = (content: string, change: Partial<TextDrawing> = {}) =>
  layOut(content, change).lines.map(({ start, end }) => content.slice(start, end));

const red = ink('ff0000');
const bold = { fonts: chooseFonts([], 700, 'normal', []).fonts, weight: 700 };

/** Returns a run over a word of a text. */
function run(content: string, word: string, look: Omit<TextRun, 'start' | 'end'>): TextRun {
  const start = content.indexOf(word);
  return { start, end: start + word.length, ...look };
}

/** The width of "He" in Noto Sans for a size of 1; the advances have 1000 units per em. */
const HE = (741 + 564) / 1000;

/** Returns the first and the last column with an exact color, from the left edge of the box. */
function columnsOf({ rgba, width, originX }: DrawnPicture, color: readonly number[]): readonly [number, number] {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = 0; at < rgba.length; at += 4) {
    if (color.some((part, channel) => rgba[at + channel] !== part)) continue;
    const column = ((at / 4) % width) - originX;
    first = Math.min(first, column);
    last = Math.max(last, column);
  }
  return [first, last];
}

describe('text runs', () => {
  test.each(['fine office', 'مرحبا بالعالم', 'नमस्ते', 'สวัสดี', '👩‍👩‍👧‍👦 🇩🇪 👍🏽', 'a سلام b'])(
    'a run in the style of the text changes no byte: %s',
    (content) => {
      const plain = draw(content);
      const characters = [...content];
      for (const [at, character] of characters.entries()) {
        const start = characters.slice(0, at).join('').length;
        const end = start + `${character}${characters[at + 1] ?? ''}`.length;
        const runs = [{ start, end, color: ink('ffffff') }];
        expect(Buffer.from(draw(content, { runs }).rgba).equals(Buffer.from(plain.rgba))).toBe(true);
      }
    },
  );

  test('leave letters in place when they change the color', () => {
    const content = 'HeHe';
    const runs = [{ start: 2, end: 4, color: red }];
    const drawn = draw(content, { runs });
    const split = HE * 40;
    const [whiteFrom, whiteTo] = columnsOf(drawn, [255, 255, 255, 255]);
    const [redFrom, redTo] = columnsOf(drawn, [255, 0, 0, 255]);
    expect([whiteFrom < 8, whiteTo < split, redFrom > split, redTo > split + 40]).toEqual([true, true, true, true]);
    expect(drawn.layout).toEqual(draw(content).layout);
  });

  test('determine the line height by their largest size', () => {
    const runs = [{ start: 2, end: 4, size: 80 }];
    expect(layOut('HeHe', { runs })).toMatchObject({ width: Math.ceil(HE * 40 + HE * 80), height: 96, size: 40 });
    expect(layOut('HeHe\nH', { runs })).toMatchObject({ height: 192 });
    expect(layOut('HeHe', { runs: [{ start: 2, end: 4, size: 20 }] })).toMatchObject({ height: 48 });
  });

  test('can have their own face', () => {
    const content = 'Hello Hello';
    const [plain, partly, wholly] = [{}, { runs: [run(content, ' Hello', bold)] }, bold].map(
      (change) => layOut(content, change).lines[0]?.width ?? Number.NaN,
    );
    expect((plain ?? 0) < (partly ?? 0) && (partly ?? 0) < (wholly ?? 0)).toBe(true);
  });

  test('are scaled with the text by autosize', () => {
    const box = { width: 200, height: 200, autosize: 'fill' } as const;
    const runs = [{ start: 2, end: 4, size: 80 }];
    const { size, overflows, lines: set } = layOut('HeHe', { ...box, runs });
    // The letters of half of the text are twice as large, so the width of the box is 3 × HE × size.
    expect([size, overflows]).toEqual([Math.floor((2 * 200) / (HE * 3)) / 2, false]);
    expect(set[0]?.width).toBeCloseTo(HE * 3 * (size ?? 0), 2);
    expect(layOut('HeHe', { ...box, height: 60, runs }).size).toBe(25);
  });

  test('wrap like the text, even within a word', () => {
    const content = 'one two three';
    expect(lines(content, { width: 160, runs: [run(content, 'wo th', { color: red })] })).toEqual(['one two', 'three']);
    const runs = [run(content, 'two', { size: 80 })];
    expect(lines(content, { width: 160, runs })).toEqual(['one', 'two', 'three']);
  });

  test('determine the style of the ellipsis by the last run', () => {
    const content = 'one\ntwo\nthree';
    const runs = [{ start: 0, end: content.length, color: red }];
    const drawn = draw(content, { runs, maxLines: 2 });
    expect(drawn.layout).toMatchObject({ overflows: true, height: 96 });
    expect(drawn.rgba.every((part, at) => at % 4 === 0 || at % 4 === 3 || part === 0)).toBe(true);
    expect(drawn.rgba).toEqual(draw(content, { color: red, maxLines: 2 }).rgba);
  });

  test('have a single opacity where letters overlap', () => {
    const half = ink('ffffff', 0.5);
    expect(draw('سلام', { runs: [{ start: 0, end: 4, color: half }] }).rgba).toEqual(
      draw('سلام', { color: half }).rgba,
    );
    const mixed = draw('HeHe', { runs: [{ start: 2, end: 4, color: half }] });
    expect(columnsOf(mixed, [255, 255, 255, 255])[1]).toBeLessThan(HE * 40);
    expect(columnsOf(mixed, [128, 128, 128, 128])[1]).toBeGreaterThan(HE * 40 + 40);
  });

  test('can have different underlines or none', () => {
    const content = 'HeHe';
    const own = draw(content, { runs: [{ start: 2, end: 4, lines: ['underline'] }] });
    const without = draw(content, { lines: ['underline'], runs: [{ start: 0, end: 2, lines: [] }] });
    expect(own.rgba).toEqual(without.rgba);
    expect(own.rgba).not.toEqual(draw(content).rgba);
  });

  test('report missing characters', () => {
    expect(layOut('a汉b', { runs: [{ start: 1, end: 2, color: red }] }).missing).toEqual(['汉']);
  });

  test('keep outline and shadow unchanged in another color', () => {
    const around = {
      outline: { width: 3, color: ink('000000') },
      shadow: { across: 4, down: 4, blur: 4, color: ink('000000', 0.5) },
    };
    const runs = [{ start: 2, end: 4, color: red }];
    const [plain, colored] = [draw('HeHe', around), draw('HeHe', { ...around, runs })];
    const alphas = ({ rgba }: DrawnPicture) => rgba.filter((_, at) => at % 4 === 3);
    expect(alphas(colored)).toEqual(alphas(plain));
  });
});
