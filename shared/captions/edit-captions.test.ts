import { describe, expect, it, test } from 'vitest';
import { required } from '../lib/assert.ts';
import {
  cuesInText,
  newCaptions,
  withCue,
  withCueAfter,
  withoutCue,
  withoutWordTimes,
  withSplitCue,
  withWordTimes,
  wordsOfWrittenCue,
} from './edit-captions.ts';
import { readCaptions } from './read-captions.ts';

const SRT = [
  '1',
  '00:00:01,000 --> 00:00:03,000',
  'Hello <i>there</i>',
  '',
  '2',
  '00:00:04,000 --> 00:00:05,000',
  'Two',
  'lines',
  '',
].join('\r\n');
const VTT = [
  'WEBVTT',
  '',
  'NOTE nothing to say',
  '',
  'first',
  '00:01.000 --> 00:03.000 align:start',
  'Hello there',
  '',
  '00:04.000 --> 00:05.000',
  'Bye',
].join('\n');

const cuesOf = (text: string) => cuesInText(text).map(({ start, end, words }) => [start, end, words]);

test('cues are returned as written, with their markup', () => {
  expect(cuesOf(SRT)).toEqual([
    [1000, 3000, 'Hello <i>there</i>'],
    [4000, 5000, 'Two\nlines'],
  ]);
  expect(cuesOf(VTT)).toEqual([
    [1000, 3000, 'Hello there'],
    [4000, 5000, 'Bye'],
  ]);
});

test('an edit changes only the words or the times of its cue', () => {
  expect(withCue(SRT, 1, { words: 'Good day' })).toBe(SRT.replace('Hello <i>there</i>', 'Good day'));
  expect(withCue(SRT, 5, { end: 6500 })).toBe(SRT.replace('00:00:05,000', '00:00:06,500'));
  expect(withCue(VTT, 5, { start: 3_601_500, end: 3_602_000 })).toBe(
    VTT.replace('00:01.000 --> 00:03.000', '01:00:01.500 --> 01:00:02.000'),
  );
});

test('an edit removes empty lines and keeps the minimum length', () => {
  expect(cuesOf(withCue(SRT, 1, { words: 'a\n\n  b --> c \n' }))[0]).toEqual([1000, 3000, 'a\nb → c']);
  expect(cuesOf(withCue(SRT, 1, { start: 9000 }))[0]).toEqual([9000, 9100, 'Hello <i>there</i>']);
});

test('an edit that removes all words of a cue removes the cue', () => {
  const remaining = ['1', '00:00:04,000 --> 00:00:05,000', 'Two', 'lines', ''].join('\r\n');
  expect(withoutCue(SRT, 1)).toBe(remaining);
  expect(withCue(SRT, 1, { words: '  ' })).toBe(remaining);
  expect(cuesOf(withoutCue(VTT, 5))).toEqual([[4000, 5000, 'Bye']]);
  expect(withoutCue(VTT, 5)).not.toContain('first');
});

test('a split divides the cue’s time in proportion to its letters', () => {
  const split = withSplitCue(SRT, 5, 3);
  expect(cuesOf(split?.text ?? '')).toEqual([
    [1000, 3000, 'Hello <i>there</i>'],
    [4000, 4375, 'Two'],
    [4375, 5000, 'lines'],
  ]);
  expect(split?.text.match(/^\d+$/gm)).toEqual(['1', '2', '3']);
  expect(cuesInText(split?.text ?? '').map(({ line }) => line)).toContain(split?.second);
  expect(cuesOf(withSplitCue(VTT, 5, 5)?.text ?? '').slice(0, 2)).toEqual([
    [1000, 2000, 'Hello'],
    [2000, 3000, 'there'],
  ]);
  expect(withSplitCue(SRT, 5, 0)).toBe(null);
});

test('a cue is added after another cue or to an empty file', () => {
  const added = withCueAfter(SRT, 5, { start: 5000, words: 'New' });
  expect(cuesOf(added.text).at(-1)).toEqual([5000, 7000, 'New']);
  expect(cuesInText(added.text).at(-1)?.line).toBe(added.second);
  expect(cuesOf(withCueAfter('', null, { start: 0, words: 'New' }).text)).toEqual([[0, 2000, 'New']]);
  expect(cuesOf(newCaptions('Caption'))).toEqual([[0, 2000, 'Caption']]);
});

test('edited files are valid captions', () => {
  for (const text of [
    newCaptions('A'),
    withSplitCue(SRT, 1, 6)?.text ?? '',
    withCueAfter(VTT, 8, { start: 6000, words: 'C' }).text,
  ]) {
    const read = readCaptions(text);
    expect(read.ok && read.value.faults).toEqual([]);
    expect(read.ok && read.value.cues.length).toBe(cuesInText(text).length);
  }
});

describe('word times', () => {
  const FILE = 'WEBVTT\n\n00:00.000 --> 00:02.000\nOne two three\n';
  const cueOf = (text: string) => required(cuesInText(text)[0], 'the cue');

  it('are written before each word but the first', () => {
    const words = required(wordsOfWrittenCue(cueOf(FILE), 'WebVTT') ?? undefined, 'the words');
    const moved = words.map((word, index) => (index === 1 ? { ...word, from: 900 } : word));
    const timed = withWordTimes(FILE, cueOf(FILE), moved);
    expect(cueOf(timed).words).toBe('One <00:00:00.900>two <00:00:01.142>three');
    expect(wordsOfWrittenCue(cueOf(timed), 'WebVTT')?.map(({ text, from, to }) => [text, from, to])).toEqual([
      ['One', 0, 900],
      ['two', 900, 1142],
      ['three', 1142, 2000],
    ]);
    expect(withoutWordTimes(timed, cueOf(timed))).toBe(FILE);
  });

  it('are not offered beside other markup', () => {
    const styled = FILE.replace('two', '<b>two</b>');
    expect(wordsOfWrittenCue(cueOf(styled), 'WebVTT')).toBeNull();
  });
});
