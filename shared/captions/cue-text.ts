import type { Cue, CueRun, CueWord } from './cue.ts';
import { type CueTime, momentIn } from './cue-time.ts';

/** A tag, as far as it can be one: a `<` that begins none is a character. */
const TAG = /<(\/?)([a-zA-Z][a-zA-Z0-9]*)(?![a-zA-Z0-9])[^<>]*>|<([\d:.,]{1,20})>|\{\\[^{}]*\}/g;
const ENTITY = /&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|([a-zA-Z]{2,5}));/g;
const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
  ['lrm', '\u200e'],
  ['rlm', '\u200f'],
]);

/**
 * What a cue says, and how it is set. Of its markup `b`, `i`, `u` and moments count; all other tags, and the commands in
 * braces of SubStation, are taken out.
 */
export function readCueText(written: string, time: CueTime): Pick<Cue, 'text' | 'runs' | 'words'> {
  const open = { b: 0, i: 0, u: 0 };
  const runs: CueRun[] = [];
  const words: CueWord[] = [];
  let text = '';
  const add = (plain: string): void => {
    // What is taken out may have been all that a line had.
    const piece = text === '' ? plain.trimStart() : plain;
    if (piece === '') return;
    const start = text.length;
    text += piece.replace(ENTITY, characterOf);
    const style = { isBold: open.b > 0, isItalic: open.i > 0, isUnderlined: open.u > 0 };
    if (style.isBold || style.isItalic || style.isUnderlined) addRun(runs, { start, end: text.length, ...style });
  };
  let done = 0;
  for (const match of written.matchAll(TAG)) {
    const [tag, slash = '', name = '', moment] = match;
    const from = moment === undefined ? null : momentIn(moment);
    if (moment !== undefined && from === null) continue;
    add(written.slice(done, match.index));
    done = match.index + tag.length;
    const style = name.toLowerCase();
    if (from !== null) addWord(words, { at: text.length, from }, time);
    else if (style === 'br') add('\n');
    else if (style === 'b' || style === 'i' || style === 'u') open[style] = Math.max(0, open[style] + (slash ? -1 : 1));
  }
  add(written.slice(done));
  return trimmed(text, runs, words);
}

function characterOf(whole: string, decimal?: string, hex?: string, name = ''): string {
  if (decimal === undefined && hex === undefined) return NAMED.get(name) ?? whole;
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  const isCharacter = code >= 0x20 && code <= 0x10_ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : '';
}

/** One that goes on as the last one was is the same run. */
function addRun(runs: CueRun[], run: CueRun): void {
  const last = runs.at(-1);
  const goesOn =
    last?.end === run.start &&
    last.isBold === run.isBold &&
    last.isItalic === run.isItalic &&
    last.isUnderlined === run.isUnderlined;
  if (goesOn) runs.splice(-1, 1, { ...last, end: run.end });
  else runs.push(run);
}

/** A moment that is not behind the one before it, or lies outside of the cue, says nothing. */
function addWord(words: CueWord[], word: CueWord, { start, end }: CueTime): void {
  const before = words.at(-1)?.from ?? start;
  if (word.from <= before || word.from >= end) return;
  if (words.at(-1)?.at === word.at) words.pop();
  words.push(word);
}

/** Without the white space behind its end. */
function trimmed(whole: string, runs: readonly CueRun[], words: readonly CueWord[]): ReturnType<typeof readCueText> {
  const text = whole.trimEnd();
  return {
    text,
    runs: runs.map((run) => ({ ...run, end: Math.min(run.end, text.length) })).filter(({ start, end }) => end > start),
    words: words.filter(({ at }) => at < text.length),
  };
}
