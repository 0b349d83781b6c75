import { describe, expect, it } from 'vitest';
import { required } from '../lib/assert.ts';
import { frames } from '../template/values/frame-rate.ts';
import type { Cue } from './cue.ts';
import { PHRASE_DEFAULTS } from './phrases.ts';
import { readCaptions } from './read-captions.ts';
import { captionAt, visibleCues, wordStateAt } from './shown-cues.ts';
import { endsSentence, isSpread, wordRanges, wordsOfCue } from './words.ts';

const RATE = { numerator: 10, denominator: 1 };

function cuesIn(text: string): readonly Cue[] {
  const read = readCaptions(text);
  if (!read.ok) throw new Error(read.error);
  return read.value.cues;
}

const wordsIn = (text: string) => wordRanges(text).map(({ start, end }) => text.slice(start, end));
const timed = (cue: Cue, source: 'auto' | 'file' | 'spread') =>
  wordsOfCue(cue, source).map(({ start, end, from, to }) => [cue.text.slice(start, end), from, to]);

describe('the words of a text', () => {
  it.each([
    ['two  words', ['two', 'words']],
    ['今日は、いい天気', ['今', '日', 'は、', 'い', 'い', '天', '気']],
    ['「東京」 2026年', ['「東', '京」', '2026', '年']],
    ['สวัสดีครับ', ['สวัสดี', 'ครับ']],
  ])('are the texts between possible line breaks: %s', (text, words) => expect(wordsIn(text)).toEqual(words));
});

it('a sentence ends before the closing marks of any language', () => {
  const ends = ['Hi.', '„Ja.“', '»Ja!«', '«Oui ?»', '“Yes.”', '(so.)', 'है।', 'حالك؟', 'ね。」', 'ok…’'];
  expect(ends.filter((word) => !endsSentence(word))).toEqual([]);
  expect(['3.5', '„ja“', 'no,“', 'a.b'].filter(endsSentence)).toEqual([]);
});

describe('the words of a cue', () => {
  const [cue] = cuesIn('WEBVTT\n\n00:00.000 --> 00:03.000\nOne two <00:01.000>three <00:02.000>four');
  const partly = required(cue, 'the cue');

  it('stay together between two times with `file`', () =>
    expect(timed(partly, 'file')).toEqual([
      ['One two', 0, 1000],
      ['three', 1000, 2000],
      ['four', 2000, 3000],
    ]));

  it('are distributed between two times with `auto`', () =>
    expect(timed(partly, 'auto').slice(0, 2)).toEqual([
      ['One', 0, 500],
      ['two', 500, 1000],
    ]));

  it('are distributed only if they have no times', () => {
    const [whole] = cuesIn('WEBVTT\n\n00:00.000 --> 00:02.000\nOne <00:01.000>two');
    expect([isSpread(partly, 'auto'), isSpread(partly, 'file')]).toEqual([true, false]);
    expect(isSpread(required(whole, 'the cue'), 'auto')).toBe(false);
  });
});

describe('JSON captions', () => {
  it('words without cues become a cue for each sentence', () => {
    const word = (text: string, start: number) => ({ text, start, end: start + 0.5 });
    const cues = cuesIn(JSON.stringify([word('Hello.', 0), word('All', 1), word('good', 1.5)]));
    expect(cues.map(({ text, start, end }) => [text, start, end])).toEqual([
      ['Hello.', 0, 1000],
      ['All good', 1000, 2300],
    ]);
    expect(cues[1]?.words).toEqual([
      { at: 0, from: 1000, to: 1500 },
      { at: 4, from: 1500, to: 2000 },
    ]);
  });

  it.each([
    ['[]', 'no-captions'],
    ['{"layers":[]}', 'no-list'],
    ['[1, 2', 'no-captions'],
    ['{"segments":[]}', 'no-captions'],
  ])('other JSON has no captions: %s', (text, error) => expect(readCaptions(text)).toEqual({ ok: false, error }));

  it('reports a segment that ends before it starts', () => {
    const read = readCaptions('{"segments":[{"text":"a","start":2,"end":1},{"text":"b","start":1,"end":2}]}');
    expect(read).toMatchObject({ ok: true, value: { faults: [{ of: 'order', line: 1 }], cues: [{ text: 'b' }] } });
  });
});

describe('phrases in frames', () => {
  const display = { words: 'spread', phrases: { ...PHRASE_DEFAULTS, maxWords: 2 }, uppercase: 'de' } as const;
  const cues = cuesIn('WEBVTT\n\n00:00.000 --> 00:02.000\nein <b>Fuß</b> ist da');
  const shown = visibleCues(cues, { skip: frames(0), mode: 'cue', display }, RATE, { from: 0, to: 50 });

  it('contain words in upper case with their markup', () => {
    expect(shown.map(({ text }) => text)).toEqual(['EIN FUSS', 'IST DA']);
    expect(shown[0]?.runs).toEqual([{ start: 4, end: 8, isBold: true, isItalic: false, isUnderlined: false }]);
  });

  it('have one active word in each frame', () => {
    const states = (frame: number) =>
      captionAt(shown, frame)?.spoken?.words.map((word) => wordStateAt(word, frame)) ?? null;
    expect([states(0), states(6)]).toEqual([
      ['active', 'upcoming'],
      ['past', 'active'],
    ]);
    expect(captionAt(shown, 40)).toBeNull();
  });
});
