import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DrawingLayout, TextDrawing } from '../drawing/drawing.ts';
import { bundledFonts } from '../fonts/bundled-fonts.ts';
import { createPainter, type Painter } from '../painter.ts';
import { bundledOrSample, openKit } from '../testing/open-kit.ts';
import { pictureDigest } from '../testing/picture-digest.ts';
import { ink, text } from '../testing/some-drawings.ts';

let painter: Painter;

beforeAll(async () => {
  painter = createPainter(await openKit());
});
afterAll(() => painter.delete());

function layOut(content: string, change: Partial<TextDrawing> = {}): DrawingLayout {
  const layout = painter.layOut(text(content, change), bundledOrSample);
  if (!layout.ok) throw new Error(JSON.stringify(layout.error));
  return layout.value;
}

const digestOf = (content: string, change: Partial<TextDrawing>) =>
  pictureDigest(painter.draw(text(content, change), bundledOrSample));

const lines = (content: string, change: Partial<TextDrawing> = {}) =>
  layOut(content, change).lines.map(({ start, end }) => content.slice(start, end));

/** The width of "Hello" in Noto Sans for a size of 1; the advances have 1000 units per em. */
const HELLO = (741 + 564 + 258 + 258 + 605) / 1000;

describe('a text without a box', () => {
  test('has the rounded size of its lines', () => {
    expect(layOut('Hello')).toMatchObject({ width: Math.ceil(HELLO * 40), height: 48, size: 40, overflows: false });
    expect(layOut('Hello\nH', { size: 33 })).toMatchObject({ width: Math.ceil(HELLO * 33), height: Math.ceil(79.2) });
  });

  test('has lines of equal height with any fonts', () => {
    const { lines: set, height } = layOut('Hello\nمرحبا\nสวัสดี\n👍', { lineHeight: 2 });
    expect(height).toBe(320);
    // Noto Sans extends 1069 units above and 293 below the baseline.
    const first = 40 + ((1069 - 293) / 1000 / 2) * 40;
    expect(set.map(({ baseline }) => Math.round(baseline * 100) / 100)).toEqual(
      [0, 80, 160, 240].map((top) => Math.round((top + first) * 100) / 100),
    );
  });

  test('has spacing after each cluster and keeps the first glyph', () => {
    const [tight, wide] = [layOut('Hello'), layOut('Hello', { letterSpacing: 10 })];
    expect(wide.width).toBe(Math.ceil(HELLO * 40 + 50));
    expect(wide.lines[0]?.left).toBeCloseTo(tight.lines[0]?.left ?? Number.NaN, 3);
  });

  test('includes its padding in its size', () => {
    const padding = { top: 1, right: 20, bottom: 3, left: 10 };
    expect(layOut('Hello', { padding })).toMatchObject({ width: Math.ceil(HELLO * 40) + 30, height: 52 });
    expect(layOut('Hello', { padding }).lines[0]?.left).toBe(10);
  });
});

describe('lines', () => {
  test('wrap between words, or within a word that is too wide', () => {
    expect(lines('one two three', { width: 160 })).toEqual(['one two', 'three']);
    expect(lines('Superlongword', { width: 120 }).length).toBeGreaterThan(1);
  });

  test('wrap between words of a language without spaces', () => {
    expect(lines('ภาษาไทยตัดคำตามพจนานุกรม', { width: 220 })).toEqual(['ภาษาไทยตัด', 'คำตาม', 'พจนานุกรม']);
  });

  test.each([
    ['left', [0, 0]],
    ['right', [1, 1]],
    ['center', [0.5, 0.5]],
    ['start', [0, 1]],
    ['end', [1, 0]],
  ] as const)('are aligned with and without a width: %s', (xAlign, shares) => {
    for (const width of [null, 400]) {
      const layout = layOut('hello\nשלום', { xAlign, width });
      for (const [index, share] of shares.entries()) {
        const line = layout.lines[index];
        // Without a given width, the box is as wide as the widest line, rounded up.
        expect(line?.left).toBeCloseTo((layout.width - (line?.width ?? 0)) * share, 2);
      }
    }
  });

  test.each([
    ['top', 0],
    ['middle', 0.5],
    ['bottom', 1],
  ] as const)('are aligned vertically: %s', (yAlign, share) => {
    const free = (200 - 48) * share;
    const [line] = layOut('hello', { height: 200, yAlign }).lines;
    expect(line?.baseline).toBeCloseTo(free + 39.52, 2);
  });

  test('overflow beyond the maximum number', () => {
    const layout = layOut('one\ntwo\nthree', { maxLines: 2 });
    expect(layout).toMatchObject({ height: 96, overflows: true });
    expect(layout.lines).toHaveLength(2);
    expect(layOut('one\ntwo', { maxLines: 2 })).toMatchObject({ overflows: false });
  });
});

describe('the direction of a paragraph', () => {
  const side = (content: string, direction: TextDrawing['direction'] = 'auto') =>
    (layOut(content, { width: 1000, xAlign: 'start', direction }).lines[0]?.left ?? 0) > 100 ? 'right' : 'left';

  test.each([
    ['hello שלום', 'left'],
    ['שלום hello', 'right'],
    ['123 שלום', 'right'],
    ['٣ hello', 'left'],
    ['👍 (مرحبا)', 'right'],
    ['123', 'left'],
    ['\u200f123', 'right'],
    ['नमस्ते', 'left'],
  ])('follows the first strong character: %s, %s', (content, expected) => {
    expect(side(content)).toBe(expected);
  });

  test('follows an explicit direction', () => {
    expect([side('hello', 'rtl'), side('שלום', 'ltr')]).toEqual(['right', 'left']);
  });
});

describe('autosize', () => {
  const box = { width: 400, height: 120, size: 72 } as const;
  const title = 'A title that is too long';

  test('fits lines that wrap within the box despite letter spacing', () => {
    const spaced = { width: 720, height: 320, size: 150, minSize: 15, letterSpacing: 3, lineHeight: 0.98 } as const;
    const layout = layOut('lorem ipsum lorem ipsum lorem ipsum lore', { ...spaced, autosize: 'shrink' });
    expect(Math.max(...layout.lines.map(({ width }) => width))).toBeGreaterThan(720);
    expect(layout.overflows).toBe(false);
  });

  test('shrinks to the largest half pixel at which all lines fit', () => {
    const { size, overflows } = layOut(title, { ...box, autosize: 'shrink' });
    expect(overflows).toBe(false);
    const fits = (requested: number) => !layOut(title, { ...box, size: requested }).overflows;
    expect([fits(size ?? 0), fits((size ?? 0) + 0.5)]).toEqual([true, false]);
    expect((size ?? 0) * 2).toBe(Math.round((size ?? 0) * 2));
  });

  test('shrinks a long word instead of breaking it', () => {
    const { lines: set, size } = layOut('Superlongwordwithoutbreak', { width: 200, autosize: 'shrink' });
    expect(set).toHaveLength(1);
    expect(size).toBe(14.5);
  });

  test('keeps a size between two half pixels if the text fits', () => {
    expect(layOut('Hi', { ...box, size: 33.3, autosize: 'shrink' }).size).toBe(33.3);
  });

  test('enlarges the text to its box within the line limit', () => {
    expect(layOut('Hi', { ...box, autosize: 'fill' }).size).toBe(100);
    const one = layOut(title, { ...box, autosize: 'fill', maxLines: 1 });
    expect(one.lines).toHaveLength(1);
    expect(one.overflows).toBe(false);
  });

  test('stops at the minimum size and omits lines that do not fit', () => {
    const layout = layOut(`${title}, much too long for two lines`, { ...box, autosize: 'shrink', minSize: 50 });
    expect(layout).toMatchObject({ size: 50, overflows: true });
    expect(layout.lines).toHaveLength(2);
  });

  test('finds the exact size of a text with letter spacing', () => {
    const spaced = { ...box, letterSpacing: 6 };
    const { size } = layOut(title, { ...spaced, autosize: 'shrink' });
    const fits = (requested: number) => !layOut(title, { ...spaced, size: requested }).overflows;
    expect([fits(size ?? 0), fits((size ?? 0) + 0.5)]).toEqual([true, false]);
  });

  test('lets lines overflow the box with autosize `none`', () => {
    const layout = layOut('one\ntwo\nthree', { height: 60 });
    expect(layout).toMatchObject({ height: 60, overflows: true });
    expect(layout.lines).toHaveLength(3);
  });
});

describe('characters', () => {
  test('are reported in text order if no font has them', () => {
    expect(layOut('abc 汉字 汉').missing).toEqual(['汉', '字']);
    expect(layOut('abc 汉字', { width: 200, height: 60, autosize: 'shrink' }).missing).toEqual(['汉', '字']);
    expect(layOut('一二三四五六七八九十百').missing).toEqual([...'一二三四五六七八九十']);
    expect(layOut('Grüße مرحبا\u200d שלום\ufe0f नमस्ते สวัสดี 👩‍👩‍👧‍👦 🇩🇪').missing).toEqual([]);
  });

  test('use the color font if they request color', () => {
    const draw = (content: string) => {
      const drawn = painter.draw(text(content, { color: ink('ff0000') }), bundledOrSample);
      return drawn.ok ? drawn.value.rgba : new Uint8Array();
    };
    const isRed = (rgba: Uint8Array) => rgba.every((part, at) => at % 4 === 0 || at % 4 === 3 || part === 0);
    expect([isRed(draw('©')), isRed(draw('©\ufe0f'))]).toEqual([true, false]);
  });
});

test('a file that is not a font is reported as unreadable', () => {
  const bold = bundledFonts[1]?.digest ?? '';
  const drawing = text('Hello', { fonts: ['broken', bold] });
  const bytesOf = (digest: string) => (digest === 'broken' ? new Uint8Array(100) : bundledOrSample(digest));
  const fault = { ok: false, error: { code: 'font/unreadable', digest: 'broken' } };
  expect(painter.layOut(drawing, bytesOf)).toEqual(fault);
  expect(painter.draw(drawing, bytesOf)).toEqual(fault);
});

describe('autosize of a text without spaces', () => {
  const box = { width: 400, height: 400, autosize: 'shrink' } as const;

  test.each([
    ['Thai', 'ภาษาไทยตัดคำตามพจนานุกรม'],
    ['hyphens', 'Donau-Dampfschifffahrts-Gesellschaft'],
    ['an address', 'https://example.com/alpha/beta?gamma=delta'],
    ['zero-width spaces', 'first\u200bsecond\u200bthird\u200bfourth\u200bfifth'],
    ['soft hyphens', 'Donau\u00addampf\u00adschifffahrts\u00adgesell\u00adschaft'],
    ['emoji', '👩‍👩‍👧‍👦👍🏽🇩🇪👩‍👩‍👧‍👦👍🏽🇩🇪👩‍👩‍👧‍👦👍🏽🇩🇪'],
    ['ideographs that no font has', '这是一个没有空格的中文句子它应该在方框里自动换行'],
  ])('wraps the text instead of shrinking it: %s', (_, content) => {
    const layout = layOut(content, box);
    expect(layout).toMatchObject({ size: 40, overflows: false });
    expect(layout.lines.length).toBeGreaterThan(1);
    expect(Math.max(...layout.lines.map(({ width }) => width))).toBeLessThanOrEqual(400);
  });

  test('shrinks the text until its longest segment fits', () => {
    const content = 'Kurz-Rindfleischetikettierungsüberwachung';
    const fits = layOut('Rindfleischetikettierungsüberwachung', box).size ?? 0;
    const layout = layOut(content, box);
    expect(layout.size).toBe(fits);
    expect(layout.size).toBeLessThan(40);
    expect(lines(content, { ...box, size: fits, autosize: 'none' })[0]).toBe('Kurz-');
  });

  test('ignores zero-width spaces around the text', () => {
    for (const content of ['Superlongwordwithoutbreak', 'Superlong-word', 'Donaudampfschiff!']) {
      const { size } = layOut(content, { ...box, width: 200 });
      const spaced = layOut(`\u200b${content}\u200b`, { ...box, width: 200 });
      expect(spaced.size).toBe(size);
    }
  });
});

describe('a soft hyphen', () => {
  test('is visible only at the end of a line', async () => {
    const soft = 'Donau\u00addampf\u00adschiff';
    expect(await digestOf(soft, { width: 270 })).toBe(await digestOf('Donau\u00addampf-schiff', { width: 270 }));
    expect(await digestOf(soft, { width: 500 })).toBe(await digestOf('Donau\u2060dampf\u2060schiff', { width: 500 }));
  });

  test('prevents a break if the hyphen does not fit', () => {
    const { lines: set } = layOut('Donau\u00addampf', { width: 1000 });
    expect(set).toHaveLength(1);
    const narrow = layOut('Donau', {}).lines[0]?.width ?? 0;
    expect(lines('a Donau\u00addampf', { width: narrow + 1 })[0]).toBe('a');
  });
});

describe('the end of a line', () => {
  test.each([
    ['U+0085', '\u0085'],
    ['U+2028', '\u2028'],
    ['U+2029', '\u2029'],
    ['U+000B', '\v'],
    ['U+000C', '\f'],
    ['U+000D', '\r'],
    ['U+000D U+000A', '\r\n'],
  ])('is at %s', async (_, end) => {
    const same = { xAlign: 'center', autosize: 'shrink', width: 300, height: 200 } as const;
    expect(await digestOf(`one${end}two three`, same)).toBe(await digestOf('one\ntwo three', same));
  });

  test('begins a paragraph with its own direction', () => {
    const layout = layOut('hello\u0085שלום', { width: 1000, xAlign: 'start' });
    expect(layout.lines.map(({ left }) => left > 100)).toEqual([false, true]);
  });

  test('keeps the positions of runs', async () => {
    const runs = [{ start: 1, end: 4, color: ink('ff0000') }];
    expect(await digestOf('ab\u0085cd', { runs })).toBe(await digestOf('ab\ncd', { runs }));
  });
});

test.each([
  ['\u2067abc\u2069 שלום', 'right'],
  ['\u2066שלום\u2069 abc', 'left'],
  ['\u2068abc \u2067x\u2069 y\u2069 שלום', 'right'],
  ['\u2067abc', 'left'],
  ['\u2069abc שלום', 'left'],
])('isolated characters do not affect the direction of a paragraph: %j', (content, expected) => {
  const left = layOut(content, { width: 1000, xAlign: 'start' }).lines[0]?.left ?? 0;
  expect(left > 100 ? 'right' : 'left').toBe(expected);
});

describe('a character without a glyph', () => {
  test.each([
    ['a control of Windows-1252', 'don\u0092t', '\u0092'],
    ['NUL', 'don\u0000t', '\u0000'],
    ['U+007F', 'don\u007ft', '\u007f'],
    ['an annotation', 'don\ufff9t', '\ufff9'],
  ])('takes no width and is reported: %s', (_, content, missing) => {
    expect(layOut(content).missing).toEqual([missing]);
    expect(layOut(content).width).toBe(layOut('don\u2060t').width);
    const boxed = { width: 200, height: 60, autosize: 'shrink' } as const;
    expect(layOut(content, boxed).missing).toEqual([missing]);
  });

  test('is not reported for tabs, line breaks, joiners, and direction marks', () => {
    expect(layOut('a\tb\vc\fd\re\u0085f\u2028g\u200eh\u200di\u00adj\ufeff').missing).toEqual([]);
  });

  test('is drawn as U+FFFD if it is an unpaired surrogate', () => {
    expect(layOut('a\ud800b').missing).toEqual(['\ud800']);
    expect(layOut('a\ud800b').width).toBe(layOut('a\ufffdb').width);
  });
});

describe('a word that is wider than its box', () => {
  const shrunk = { width: 100, height: 400, autosize: 'shrink', size: 40, minSize: 30 } as const;

  test.each([
    ['at the smallest size', 'a Rindfleischetikettierung', shrunk, 'Rindfleischetikettierung'],
    ['without shrinking', 'Rindfleischetikettierung', { width: 100 }, 'Rindfleischetikettierung'],
    ['after a fitting line', 'a b c d e f Donaudampfschiff x', { width: 100 }, 'Donaudampfschiff'],
  ])('is reported as broken: %s', (_, content, change, word) => {
    expect(layOut(content, change).brokenWord).toBe(word);
  });

  test.each([
    ['words that fit', 'one two three four', { width: 100 }],
    ['a text that shrinks', 'Rindfleisch', { ...shrunk, minSize: 5 }],
    ['ideographs', '这是一个没有空格的中文句子', { width: 100 }],
    ['soft hyphens', 'Rind\u00adfleisch\u00adeti\u00adketten', { width: 200 }],
    ['hyphens and slashes', 'aaa-bbb-ccc/ddd/eee', { width: 120 }],
    ['zero-width spaces', 'aaaa\u200bbbbb\u200bcccc', { width: 120 }],
    ['no width', 'Rindfleischetikettierung', {}],
    ['forced lines', 'abc\u2028def\u000bghi\ndef', { width: 100 }],
  ])('is not reported for %s', (_, content, change) => {
    expect(layOut(content, change).brokenWord).toBeUndefined();
  });
});
