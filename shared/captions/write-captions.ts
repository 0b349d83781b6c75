import type { Cue } from './cue.ts';

/** A cue to write. Its times are in milliseconds from the start of the film. */
export type WritableCue = Omit<Cue, 'words'> & {
  readonly words: readonly { readonly at: number; readonly from: number }[];
};

/** Formats cues as a SubRip file with the markup `b`, `i`, and `u`. Omits word times, which SubRip does not support. */
export function subRip(cues: readonly WritableCue[]): string {
  const blocks = cues.map(
    (cue, index) => `${index + 1}\n${timesOf(cue, ',')}\n${writtenText({ ...cue, words: [] }, plainText)}\n`,
  );
  return blocks.join('\n');
}

/** Formats cues as a WebVTT file with the markup `b`, `i`, and `u`, and with word times (WebVTT, 6.1). */
export function webVtt(cues: readonly WritableCue[]): string {
  const blocks = cues.map((cue) => `\n${timesOf(cue, '.')}\n${writtenText(cue, escaped)}\n`);
  return `WEBVTT\n${blocks.join('')}`;
}

/**
 * Returns cues without overlaps, for tracks in which only one cue can be visible at a time. Simultaneous cues become
 * one cue with one line for each.
 */
export function withoutOverlaps(cues: readonly WritableCue[]): readonly WritableCue[] {
  const moments = [...new Set(cues.flatMap(({ start, end }) => [start, end]))].toSorted((one, other) => one - other);
  const pieces: WritableCue[] = [];
  let before: readonly WritableCue[] = [];
  let next = 0;
  let visible: readonly WritableCue[] = [];
  for (const [index, start] of moments.entries()) {
    const end = moments[index + 1];
    visible = visible.filter((cue) => cue.end > start);
    while (next < cues.length && (cues[next]?.start ?? 0) <= start) {
      const cue = cues[next];
      if (cue !== undefined && cue.end > start) visible = [...visible, cue];
      next += 1;
    }
    const last = pieces.at(-1);
    const isSame = visible.length === before.length && visible.every((cue, at) => cue === before[at]);
    before = visible;
    if (end === undefined || visible.length === 0) continue;
    if (isSame && last !== undefined) pieces.splice(-1, 1, { ...last, end });
    else pieces.push(joined(visible, { start, end }));
  }
  return pieces;
}

function joined(cues: readonly WritableCue[], time: { readonly start: number; readonly end: number }): WritableCue {
  let text = '';
  const runs = cues.flatMap((cue) => {
    const at = text === '' ? 0 : text.length + 1;
    text = text === '' ? cue.text : `${text}\n${cue.text}`;
    return cue.runs.map((run) => ({ ...run, start: run.start + at, end: run.end + at }));
  });
  const [only] = cues;
  return { ...time, text, runs, words: cues.length === 1 ? (only?.words ?? []) : [] };
}

function timesOf({ start, end }: WritableCue, mark: ',' | '.'): string {
  return `${timestamp(start, mark)} --> ${timestamp(end, mark)}`;
}

function timestamp(milliseconds: number, mark: ',' | '.'): string {
  const two = (count: number) => String(count).padStart(2, '0');
  const seconds = Math.floor(milliseconds / 1000);
  const whole = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return `${whole}${mark}${String(milliseconds % 1000).padStart(3, '0')}`;
}

/** Returns the text with its tags. Omits blank lines, which would end the cue. */
function writtenText({ text, runs, words }: WritableCue, write: (plain: string) => string): string {
  const stops = new Set([
    0,
    text.length,
    ...runs.flatMap(({ start, end }) => [start, end]),
    ...words.map(({ at }) => at),
  ]);
  const places = [...stops].toSorted((one, other) => one - other);
  const pieces = places.map((start, index) => {
    const word = words.find(({ at }) => at === start && at > 0);
    const run = runs.find((each) => each.start <= start && each.end > start);
    const plain = write(text.slice(start, places[index + 1] ?? start));
    return `${word === undefined ? '' : `<${timestamp(word.from, '.')}>`}${plain === '' ? '' : tagged(plain, run)}`;
  });
  return pieces.join('').replace(/(?:\r\n|\r|\n)\s*(?=[\r\n])/g, '');
}

function tagged(text: string, run: Cue['runs'][number] | undefined): string {
  const tags = [run?.isBold === true && 'b', run?.isItalic === true && 'i', run?.isUnderlined === true && 'u'];
  return tags.reduceRight<string>((inside, tag) => (tag === false ? inside : `<${tag}>${inside}</${tag}>`), text);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Inserts an invisible character into arrows and tags in a text, because SubRip has no escapes. */
function plainText(text: string): string {
  return text.replaceAll('-->', '--\u2060>').replace(/<(?=\/?[a-z\d])/gi, '<\u2060');
}
