import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Cue } from '../captions/cue.ts';
import { captionAt, type TimedCue, visibleCues } from '../captions/shown-cues.ts';
import type { DrawnPicture, TextDrawing } from '../drawings/drawing/drawing.ts';
import { createPainter, type Painter } from '../drawings/painter.ts';
import { bundledOrSample, openKit } from '../drawings/testing/open-kit.ts';
import { text } from '../drawings/testing/some-drawings.ts';
import { required } from '../lib/assert.ts';
import { resolveTemplate } from '../resolve/resolve.ts';
import type { CaptionsLayer } from '../template/movie/movie.ts';
import { CAPTION_LOOKS } from '../template/tables/captions-attributes.ts';
import { sourceOf } from '../template-xml/testing/read-source.ts';
import { captionDrawing, phraseChangeAt, phraseFrames } from './caption-drawing.ts';

let painter: Painter;

beforeAll(async () => {
  painter = createPainter(await openKit());
});
afterAll(() => painter.delete());

const RATE = { numerator: 30, denominator: 1 };
const FRAME = { width: 360, height: 640 };
const { fonts } = text('');

interface Shown {
  readonly layer: CaptionsLayer;
  readonly cues: readonly TimedCue[];
}

/** Returns captions of 90 frames with spread words. */
function shown(content: string, attributes: string, inside = ''): Shown {
  const xml = `<movie width="360" height="640" framerate="30"><scene duration="90"><captions src="a" words="spread" ${attributes}>${inside}</captions></scene></movie>`;
  const { movie } = resolveTemplate(sourceOf(xml).document, { values: new Map(), missing: 'error' });
  const layer = required(movie?.scenes[0]?.layers[0], 'the captions') as CaptionsLayer;
  const cue: Cue = { start: 0, end: 3000, text: content, runs: [], words: [] };
  return { layer, cues: visibleCues([cue], layer, RATE, { from: 0, to: 99 }) };
}

function drawingAt({ layer, cues }: Shown, frame: number): TextDrawing {
  const caption = required(captionAt(cues, frame) ?? undefined, 'a caption');
  return captionDrawing(layer, caption, { plain: fonts }, { frame: FRAME, scale: 1, look: null }, frame);
}

function drawn(drawing: TextDrawing): DrawnPicture {
  const result = painter.draw(drawing, bundledOrSample);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

/** Returns the first and the last column of pixels with the channels of a color, from the left edge of the box. */
function columnsOf({ rgba, width, originX }: DrawnPicture, [red, green, blue]: readonly number[]) {
  const columns = new Set<number>();
  for (let at = 0; at < rgba.length; at += 4)
    if (rgba[at] === red && rgba[at + 1] === green && rgba[at + 2] === blue && rgba[at + 3] === 255)
      columns.add(((at / 4) % width) - originX);
  return { first: Math.min(...columns), last: Math.max(...columns), count: columns.size };
}

const SCRIPTS = {
  Latin: 'We make a thousand films of one table.',
  Arabic: 'نصنع ألف فيلم من جدول واحد كل يوم',
  Hebrew: 'אנחנו עושים אלף סרטים מטבלה אחת',
  Devanagari: 'हम एक तालिका से हज़ार फ़िल्में बनाते हैं',
  Thai: 'เราทำภาพยนตร์นับพันเรื่องจากตารางเดียว',
};

describe.each(Object.entries(SCRIPTS))('phrases in %s', (_, content) => {
  test.each(CAPTION_LOOKS)('keep their lines in each frame: %s', (look) => {
    const each = shown(content, `look="${look}" size="30"`);
    const layouts = [3, 4, 30, 31, 60, 80].map((frame) => {
      const caption = captionAt(each.cues, frame);
      return { cue: caption?.text, layout: drawn(drawingAt(each, frame)).layout };
    });
    for (const { cue, layout } of layouts) {
      const same = layouts.find((other) => other.cue === cue && other.layout.words?.from === layout.words?.from);
      expect(layout.lines).toEqual(same?.layout.lines);
      expect(layout).toMatchObject({ overflows: false, missing: [] });
    }
  });
});

describe('a phrase', () => {
  test('is cut before the first word that does not fit', () => {
    const long = shown('seven long words that need very many lines', 'group="phrase" maxlines="1" size="40"');
    const first = drawn(drawingAt(long, 0)).layout;
    expect(first.lines).toHaveLength(1);
    expect(first.words).toEqual({ from: 0, to: 2 });
    expect(drawn(drawingAt(long, 80)).layout.words?.to).toBe(8);
  });

  test('has the height of its lines whatever it shows', () => {
    for (const content of ['a', 'several words on several lines of a box'])
      expect(drawn(drawingAt(shown(content, 'group="phrase" size="20" padding="5"'), 1)).height).toBeLessThan(80);
    expect(drawingAt(shown('a', 'group="phrase" size="20" padding="5"'), 0).height).toBe(58);
  });

  test('shrinks only a word that is wider than the box', () => {
    const wide = shown('Donaudampfschifffahrtsgesellschaft fährt', 'group="phrase" size="40"');
    expect(drawn(drawingAt(wide, 0)).layout).toMatchObject({ words: { from: 0, to: 1 }, overflows: false });
    expect(drawn(drawingAt(wide, 0)).layout.size).toBeLessThan(40);
    expect(drawn(drawingAt(wide, 89)).layout.size).toBe(40);
  });

  test('comes in within its time from its first visible word', () => {
    const { layer, cues } = shown('One two', 'group="phrase" maxwords="1" phrasein="fadein" phrasetime="4"');
    const spoken = required(captionAt(cues, 0)?.spoken, 'the words');
    const display = required(layer.display, 'the display');
    const opacity = (frame: number) => phraseChangeAt(display, phraseFrames(spoken, undefined), frame)?.opacity ?? 1;
    expect([0, 1, 2, 3, 4].map(opacity)).toEqual([0, 1, 2, 3, 4].map(opacity).toSorted());
    expect(opacity(0)).toBeGreaterThan(0);
    expect([opacity(3) < 1, opacity(4)]).toEqual([true, 1]);
  });
});

describe('words', () => {
  const WORD = '<word state="active" color="#f00" background="#00f" padding="0 4"/>';

  test('a pill lies behind the active word alone', () => {
    const two = shown('AAAA BBBB', 'size="40" xalign="left"', WORD);
    const [first, second] = [drawn(drawingAt(two, 0)), drawn(drawingAt(two, 60))].map((each) =>
      columnsOf(each, [0, 0, 255]),
    );
    expect(first?.first).toBe(-4);
    expect(second?.first).toBeGreaterThan(first?.last ?? 0);
  });

  test('a pill slides between words of its line', () => {
    const two = shown('AAAA BBBB', 'size="40" xalign="left" pilltime="6"', WORD);
    const at = drawingAt(two, 0).words?.[0]?.end;
    const change = Array.from({ length: 90 }, (_, frame) => frame).find(
      (frame) => drawingAt(two, frame).words?.[1]?.pill,
    );
    const lefts = [0, 2, 4, 8].map(
      (after) => columnsOf(drawn(drawingAt(two, (change ?? 0) + after)), [0, 0, 255]).first,
    );
    expect([at, lefts]).toEqual([4, lefts.toSorted((one, other) => one - other)]);
    expect(new Set(lefts).size).toBeGreaterThan(2);
  });

  test('a right-to-left word that a line parts has a pill for each part', () => {
    const mixed = shown('سلام abc/سلام', 'size="40"', '<word state="active" background="#00f"/>');
    const { count, first, last } = columnsOf(drawn(drawingAt(mixed, 80)), [0, 0, 255]);
    expect(count).toBeLessThan(last - first + 1 + 4);
    expect(count).toBeGreaterThan(20);
  });

  test('a sweep follows the reading direction', () => {
    const sweep = '<word state="active" color="#f00" sweep="true"/>';
    const left = columnsOf(drawn(drawingAt(shown('HHHHHHHH', 'size="40"', sweep), 30)), [255, 0, 0]);
    const right = columnsOf(drawn(drawingAt(shown('שששששששש', 'size="40"', sweep), 30)), [255, 0, 0]);
    expect(left.last).toBeLessThan(FRAME.width * 0.4);
    expect(right.first).toBeGreaterThan(FRAME.width * 0.4);
  });

  test('a scaled word leaves its neighbors in place', () => {
    const plain = drawn(drawingAt(shown('AA BB CC', 'size="40"', '<word state="upcoming" color="#0f0"/>'), 0));
    const scaled = drawn(
      drawingAt(
        shown('AA BB CC', 'size="40"', '<word state="active" scale="1.5"/><word state="upcoming" color="#0f0"/>'),
        0,
      ),
    );
    expect(columnsOf(scaled, [0, 255, 0])).toEqual(columnsOf(plain, [0, 255, 0]));
    expect(columnsOf(scaled, [255, 255, 255]).first).toBeLessThan(columnsOf(plain, [255, 255, 255]).first);
  });

  test('a change of state takes the longer ease', () => {
    const eased = shown('One two', 'size="40"', '<word state="active" color="#000" ease="4"/>');
    const reds = Array.from({ length: 8 }, (_, frame) => drawingAt(eased, frame).words?.[0]?.color?.red);
    expect(reds.slice(4)).toEqual([0, 0, 0, 0]);
    expect(new Set(reds.slice(0, 5)).size).toBe(5);
  });

  test('hidden words keep their space', () => {
    const hidden = shown('AA BB', 'size="40" xalign="left"', '<word state="upcoming" opacity="0"/>');
    const { last } = columnsOf(drawn(drawingAt(hidden, 0)), [255, 255, 255]);
    expect(columnsOf(drawn(drawingAt(hidden, 80)), [255, 255, 255]).last).toBeGreaterThan(last);
  });
});

test('boxes of lines are as wide as their lines', () => {
  const lines = shown('One line and a much longer second line', 'boxes="line" background="#00f" size="30"');
  const { rgba, width, height } = drawn(drawingAt(lines, 0));
  const inked = (y: number) =>
    Array.from({ length: width }, (_, x) => rgba[(y * width + x) * 4 + 3] ?? 0).filter((alpha) => alpha > 0).length;
  expect(inked(Math.floor(height * 0.2))).not.toBe(inked(Math.floor(height * 0.9)));
});
