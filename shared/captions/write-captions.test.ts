import { describe, expect, test } from 'vitest';
import { readCaptions } from './read-captions.ts';
import { subRip, type WritableCue, webVtt, withoutOverlaps } from './write-captions.ts';

function cue(start: number, end: number, text: string, more: Partial<WritableCue> = {}): WritableCue {
  return { start, end, text, runs: [], words: [], ...more };
}

function reread(text: string) {
  const read = readCaptions(text);
  if (!read.ok) throw new Error(read.error);
  expect(read.value.faultCount).toBe(0);
  return read.value.cues;
}

const bold = { start: 6, end: 11, isBold: true, isItalic: false, isUnderlined: true };
const cues = [
  cue(33, 1500, 'Hello world', { runs: [bold] }),
  cue(2000, 3_723_456, 'two\nlines & <more>'),
  cue(3_800_000, 3_900_000, 'one two', { words: [{ at: 4, from: 3_850_000 }] }),
];

describe('a written caption file', () => {
  test('is read back equal as WebVTT', () => {
    expect(reread(webVtt(cues))).toEqual(cues);
  });

  test('is read back equal as SubRip, without times of words', () => {
    expect(reread(subRip(cues))).toEqual(
      cues.map((each) => ({ ...each, text: each.text.replace('<', '<\u2060'), words: [] })),
    );
  });

  test('omits blank lines and arrows in a cue', () => {
    const text = subRip([cue(0, 1000, 'a\n\n\nb --> c')]);
    expect(text).toBe('1\n00:00:00,000 --> 00:00:01,000\na\nb --\u2060> c\n');
  });
});

describe('cues in a track without overlaps', () => {
  test('are joined while several are visible', () => {
    const pieces = withoutOverlaps([cue(0, 1000, 'a', { runs: [{ ...bold, start: 0, end: 1 }] }), cue(500, 1500, 'b')]);
    expect(pieces.map(({ start, end, text }) => [start, end, text])).toEqual([
      [0, 500, 'a'],
      [500, 1000, 'a\nb'],
      [1000, 1500, 'b'],
    ]);
    expect(pieces[1]?.runs).toEqual([{ ...bold, start: 0, end: 1 }]);
  });

  test('stay the same if they are apart', () => {
    expect(withoutOverlaps(cues)).toEqual(cues);
  });
});
