import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { captionAt } from '../captions/shown-cues.ts';
import type { DrawnPicture, TextDrawing } from '../drawings/drawing/drawing.ts';
import { createPainter, type Painter } from '../drawings/painter.ts';
import { bundledOrSample, openKit } from '../drawings/testing/open-kit.ts';
import { required } from '../lib/assert.ts';
import { CAPTION_LOOKS } from '../template/tables/captions-attributes.ts';
import { phraseChangeAt, phraseFrames } from './caption-drawing.ts';
import { CAPTION_SCRIPTS, captionDrawingAt, SAMPLE_FRAME, shownCaptions } from './testing/caption-samples.ts';

let painter: Painter;

beforeAll(async () => {
  painter = createPainter(await openKit());
});
afterAll(() => painter.delete());

function drawn(drawing: TextDrawing): DrawnPicture {
  const result = painter.draw(drawing, bundledOrSample);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

/** Returns the first and last column with a pixel of a color. Columns count from the left edge of the box. */
function columnsOf({ rgba, width, originX }: DrawnPicture, [red, green, blue]: readonly number[]) {
  const columns = new Set<number>();
  for (let at = 0; at < rgba.length; at += 4)
    if (rgba[at] === red && rgba[at + 1] === green && rgba[at + 2] === blue && rgba[at + 3] === 255)
      columns.add(((at / 4) % width) - originX);
  return { first: Math.min(...columns), last: Math.max(...columns), count: columns.size };
}

describe.each(Object.entries(CAPTION_SCRIPTS))('phrases in %s', (_, content) => {
  test.each(CAPTION_LOOKS)('keep their lines in each frame: %s', (look) => {
    const each = shownCaptions(content, `look="${look}" size="30"`);
    const layouts = [3, 4, 30, 31, 60, 80].map((frame) => {
      const caption = captionAt(each.cues, frame);
      return { cue: caption?.text, layout: drawn(captionDrawingAt(each, frame)).layout };
    });
    for (const { cue, layout } of layouts) {
      const same = layouts.find((other) => other.cue === cue && other.layout.words?.from === layout.words?.from);
      expect(layout.lines).toEqual(same?.layout.lines);
      expect(layout).toMatchObject({ overflows: false, missing: [] });
    }
  });
});

describe('a phrase', () => {
  test('is cut before the first word outside the box', () => {
    const long = shownCaptions('seven long words that need very many lines', 'group="phrase" maxlines="1" size="40"');
    const first = drawn(captionDrawingAt(long, 0)).layout;
    expect(first.lines).toHaveLength(1);
    expect(first.words).toEqual({ from: 0, to: 2 });
    expect(drawn(captionDrawingAt(long, 80)).layout.words?.to).toBe(8);
  });

  test('has the same height in all frames', () => {
    for (const content of ['a', 'several words on several lines of a box'])
      expect(
        drawn(captionDrawingAt(shownCaptions(content, 'group="phrase" size="20" padding="5"'), 1)).height,
      ).toBeLessThan(80);
    expect(captionDrawingAt(shownCaptions('a', 'group="phrase" size="20" padding="5"'), 0).height).toBe(58);
  });

  test('reports characters without a glyph in the drawing of each word', () => {
    const words = shownCaptions('One 汉 three 字', 'look="pill" size="30"');
    for (const frame of [1, 30, 50, 80])
      expect(drawn(captionDrawingAt(words, frame)).layout.missing).toEqual(['汉', '字']);
  });

  test('is divided again if its layout changes', () => {
    const content = 'several words on several lines';
    const ends = [20, 40, 20].map((size) => {
      const narrow = shownCaptions(content, `group="phrase" maxlines="1" size="${size}"`);
      return drawn(captionDrawingAt(narrow, 0)).layout.words?.to;
    });
    expect(ends).toEqual([5, 2, 5]);
  });

  test('shrinks only a word that is wider than the box', () => {
    const wide = shownCaptions('Donaudampfschifffahrtsgesellschaft fährt', 'group="phrase" size="40"');
    expect(drawn(captionDrawingAt(wide, 0)).layout).toMatchObject({ words: { from: 0, to: 1 }, overflows: false });
    expect(drawn(captionDrawingAt(wide, 0)).layout.size).toBeLessThan(40);
    expect(drawn(captionDrawingAt(wide, 89)).layout.size).toBe(40);
  });

  test('enters within its time, beginning with its first visible word', () => {
    const { layer, cues } = shownCaptions('One two', 'group="phrase" maxwords="1" phrasein="fadein" phrasetime="4"');
    const spoken = required(captionAt(cues, 0)?.spoken, 'the words');
    const display = required(layer.display, 'the display');
    const opacity = (frame: number) => phraseChangeAt(display, phraseFrames(spoken, undefined), frame)?.opacity ?? 1;
    expect([0, 1, 2, 3, 4].map(opacity)).toEqual([0, 1, 2, 3, 4].map(opacity).toSorted());
    expect(opacity(0)).toBeGreaterThan(0);
    expect([opacity(3) < 1, opacity(4)]).toEqual([true, 1]);
  });
});

describe('the words of captions', () => {
  const WORD = '<word state="active" color="#f00" background="#00f" padding="0 4"/>';

  test('have a pill behind only the active word', () => {
    const two = shownCaptions('AAAA BBBB', 'size="40" xalign="left"', WORD);
    const [first, second] = [drawn(captionDrawingAt(two, 0)), drawn(captionDrawingAt(two, 60))].map((each) =>
      columnsOf(each, [0, 0, 255]),
    );
    expect(first?.first).toBe(-4);
    expect(second?.first).toBeGreaterThan(first?.last ?? 0);
  });

  test('have a pill that slides within its line', () => {
    const two = shownCaptions('AAAA BBBB', 'size="40" xalign="left" pilltime="6"', WORD);
    const at = captionDrawingAt(two, 0).words?.[0]?.end;
    const change = Array.from({ length: 90 }, (_, frame) => frame).find(
      (frame) => captionDrawingAt(two, frame).words?.[1]?.pill,
    );
    const lefts = [0, 2, 4, 8].map(
      (after) => columnsOf(drawn(captionDrawingAt(two, (change ?? 0) + after)), [0, 0, 255]).first,
    );
    expect([at, lefts]).toEqual([4, lefts.toSorted((one, other) => one - other)]);
    expect(new Set(lefts).size).toBeGreaterThan(2);
  });

  test('have several pills if right-to-left text separates the parts of a word', () => {
    const mixed = shownCaptions('سلام abc/سلام', 'size="40"', '<word state="active" background="#00f"/>');
    const { count, first, last } = columnsOf(drawn(captionDrawingAt(mixed, 80)), [0, 0, 255]);
    expect(count).toBeLessThan(last - first + 1 + 4);
    expect(count).toBeGreaterThan(20);
  });

  test('are swept in the reading direction', () => {
    const sweep = '<word state="active" color="#f00" sweep="true"/>';
    const left = columnsOf(drawn(captionDrawingAt(shownCaptions('HHHHHHHH', 'size="40"', sweep), 30)), [255, 0, 0]);
    const right = columnsOf(drawn(captionDrawingAt(shownCaptions('שששששששש', 'size="40"', sweep), 30)), [255, 0, 0]);
    expect(left.last).toBeLessThan(SAMPLE_FRAME.width * 0.4);
    expect(right.first).toBeGreaterThan(SAMPLE_FRAME.width * 0.4);
  });

  test('stay in place if a neighbor is scaled', () => {
    const plain = drawn(
      captionDrawingAt(shownCaptions('AA BB CC', 'size="40"', '<word state="upcoming" color="#0f0"/>'), 0),
    );
    const scaled = drawn(
      captionDrawingAt(
        shownCaptions(
          'AA BB CC',
          'size="40"',
          '<word state="active" scale="1.5"/><word state="upcoming" color="#0f0"/>',
        ),
        0,
      ),
    );
    expect(columnsOf(scaled, [0, 255, 0])).toEqual(columnsOf(plain, [0, 255, 0]));
    expect(columnsOf(scaled, [255, 255, 255]).first).toBeLessThan(columnsOf(plain, [255, 255, 255]).first);
  });

  test('change their state with the longer ease of both states', () => {
    const eased = shownCaptions('One two', 'size="40"', '<word state="active" color="#000" ease="4"/>');
    const reds = Array.from({ length: 8 }, (_, frame) => captionDrawingAt(eased, frame).words?.[0]?.color?.red);
    expect(reds.slice(4)).toEqual([0, 0, 0, 0]);
    expect(new Set(reds.slice(0, 5)).size).toBe(5);
  });

  test('keep their space while they are hidden', () => {
    const hidden = shownCaptions('AA BB', 'size="40" xalign="left"', '<word state="upcoming" opacity="0"/>');
    const { last } = columnsOf(drawn(captionDrawingAt(hidden, 0)), [255, 255, 255]);
    expect(columnsOf(drawn(captionDrawingAt(hidden, 80)), [255, 255, 255]).last).toBeGreaterThan(last);
  });
});

test('boxes of lines are as wide as their lines', () => {
  const lines = shownCaptions('One line and a much longer second line', 'boxes="line" background="#00f" size="30"');
  const { rgba, width, height } = drawn(captionDrawingAt(lines, 0));
  const inked = (y: number) =>
    Array.from({ length: width }, (_, x) => rgba[(y * width + x) * 4 + 3] ?? 0).filter((alpha) => alpha > 0).length;
  expect(inked(Math.floor(height * 0.2))).not.toBe(inked(Math.floor(height * 0.9)));
});
