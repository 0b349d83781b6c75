import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { frameRate, frames } from '#shared/template/values/frame-rate.ts';
import type { Cue } from './cue.ts';
import { readCaptions } from './read-captions.ts';
import { type CaptionOptions, captionAt, captionChanges, visibleCues } from './shown-cues.ts';

const all = { from: 0, to: 100_000 };
const whole: CaptionOptions = { skip: frames(0), mode: 'cue' };
const cues = (text: string): readonly Cue[] => {
  const read = readCaptions(text);
  return read.ok ? read.value.cues : [];
};
const cue = (start: number, end: number, text = 'x'): Cue => ({ start, end, text, runs: [], words: [] });
const spans = (...options: Parameters<typeof visibleCues>) => visibleCues(...options).map(({ from, to }) => [from, to]);

describe('frames of a cue', () => {
  test.each([
    [frameRate(25), 1000, 3000, [25, 75]],
    [frameRate(30_000, 1001), 1000, 3000, [30, 90]],
    [frameRate(24_000, 1001), 10_010, 20_020, [240, 480]],
    // Times halfway between two frames are rounded up.
    [frameRate(25), 1020, 1060, [26, 27]],
    [frameRate(1), 499, 500, [0, 1]],
    [frameRate(240), 3_599_999, 359_999_999, [864_000, 86_400_000]],
  ])('are rounded from times at %j from %i ms to %i ms', (rate, start, end, span) => {
    expect(spans([cue(start, end)], whole, rate, { from: 0, to: 1e9 })).toEqual([span]);
  });

  test('are empty if start and end round to one frame', () => {
    expect(spans([cue(1001, 1010)], whole, frameRate(25), all)).toEqual([]);
  });

  test('are counted from the in-point of the layer', () => {
    const skipped = { ...whole, skip: frames(30) };
    expect(spans([cue(0, 1000), cue(1000, 2000)], skipped, frameRate(25), all)).toEqual([[-5, 20]]);
  });

  test('are limited to the requested range', () => {
    const three = [cue(0, 1000), cue(1000, 2000), cue(2000, 3000)];
    expect(spans(three, whole, frameRate(25), { from: 25, to: 50 })).toEqual([[25, 50]]);
  });
});

test('adjacent cues neither overlap nor leave gaps at any frame rate', () => {
  fc.assert(
    fc.property(
      fc.nat(100_000),
      fc.integer({ min: 1, max: 5000 }),
      fc.constantFrom(frameRate(24_000, 1001), frameRate(25), frameRate(30_000, 1001), frameRate(7, 3)),
      (start, duration, rate) => {
        const end = start + duration;
        const [one, other] = [cue(start, end), cue(end, end + 10_000)];
        const shown = visibleCues([one, other], whole, rate, { from: 0, to: 1e9 });
        const second = shown.at(-1);
        if (shown.length === 2) expect(shown[0]?.to).toBe(second?.from);
      },
    ),
  );
});

describe('captions in a frame', () => {
  const shown = (text: string, mode: 'cue' | 'word' = 'cue') =>
    visibleCues(cues(text), { ...whole, mode }, frameRate(10), all);

  test('are null if no cue is visible', () => {
    const one = shown('00:01.000 --> 00:02.000\nHello');
    expect([9, 9.9, 10, 19, 19.5, 20].map((frame) => captionAt(one, frame)?.text ?? null)).toEqual([
      null,
      null,
      'Hello',
      'Hello',
      'Hello',
      null,
    ]);
  });

  test('contain the lines of all visible cues in order', () => {
    const two = shown('00:01.000 --> 00:03.000\n<b>One</b>\n\n00:02.000 --> 00:04.000\n<i>Two</i>');
    const style = { isBold: false, isItalic: false, isUnderlined: false, isHidden: false };
    expect(captionAt(two, 25)).toEqual({
      text: 'One\nTwo',
      runs: [
        { ...style, start: 0, end: 3, isBold: true },
        { ...style, start: 4, end: 7, isItalic: true },
      ],
    });
    expect(captionAt(two, 35)?.text).toBe('Two');
  });

  test('hide words that appear later and keep their space', () => {
    const words = '00:01.000 --> 00:05.000\nOne <00:02.000>two <b>and <00:03.000>three</b>!';
    const hiddenTexts = (frame: number) => {
      const caption = captionAt(shown(words, 'word'), frame);
      return caption?.runs.flatMap(({ start, end, isHidden }) => (isHidden ? [caption.text.slice(start, end)] : []));
    };
    expect(hiddenTexts(10)).toEqual(['two ', 'and three', '!']);
    expect(hiddenTexts(20)).toEqual(['three', '!']);
    expect(hiddenTexts(30)).toEqual([]);
    expect(captionAt(shown(words), 10)?.runs.some(({ isHidden }) => isHidden)).toBe(false);
  });

  test('change only where a cue or a word begins or ends', () => {
    expect(captionChanges(shown('00:01.000 --> 00:05.000\nOne <00:02.000>two', 'word'))).toEqual([10, 20, 50]);
  });
});
