import { cutToFit } from '../lib/cut-to-fit.ts';
import type { PhraseRules } from '../template/values/caption-style.ts';
import { endsSentence, gapBetween, type SpokenWord } from './words.ts';

export const PHRASE_DEFAULTS: PhraseRules = { maxWords: null, pause: 600, sentences: true, hold: 300 };

/** The maximum number of words of a phrase. */
const MAX_PHRASE_WORDS = 60;

/** Words that are displayed together. Times are in milliseconds. */
export interface Phrase<Word extends SpokenWord = SpokenWord> {
  readonly start: number;
  readonly end: number;
  readonly words: readonly PhraseWord<Word>[];
}

/** A word of a phrase, active from `from` to `to`. */
export interface PhraseWord<Word extends SpokenWord = SpokenWord> {
  readonly word: Word;
  readonly from: number;
  readonly to: number;
}

/**
 * Divides a stream of words into phrases. Phrases end at pauses and sentence ends. The words between two ends are
 * divided evenly.
 * @param fits Returns whether words fit into the box together. Phrases that do not fit are cut ({@link cutToFit}).
 */
export function phrasesOf<Word extends SpokenWord>(
  stream: readonly Word[],
  rules: PhraseRules,
  fits: (words: readonly Word[]) => boolean = () => true,
): readonly Phrase<Word>[] {
  const words = inOrder(stream);
  const groups = runsOf(words, rules).flatMap((run) =>
    evenParts(run, rules.maxWords ?? MAX_PHRASE_WORDS).flatMap((part) =>
      cutToFit(part.length, (from, to) => fits(part.slice(from, to))).map(({ from, to }) => part.slice(from, to)),
    ),
  );
  return groups.map((group, index) => timedPhrase(group, groups[index + 1]?.[0] ?? null, rules));
}

/** Makes the start times ascending. An end that precedes its start becomes equal to the start. */
function inOrder<Word extends SpokenWord>(stream: readonly Word[]): readonly Word[] {
  let latest = Number.NEGATIVE_INFINITY;
  return stream.map((word) => {
    latest = Math.max(latest, word.start);
    return { ...word, start: latest, end: Math.max(latest, word.end) };
  });
}

/** Cuts the stream at pauses and after sentences. */
function runsOf<Word extends SpokenWord>(
  words: readonly Word[],
  { pause, sentences }: PhraseRules,
): readonly (readonly Word[])[] {
  const runs: Word[][] = [];
  let before: Word | null = null;
  for (const word of words) {
    const isNew = before === null || word.start - before.end >= pause || (sentences && endsSentence(before.text));
    if (isNew) runs.push([]);
    runs.at(-1)?.push(word);
    before = word;
  }
  return runs;
}

/** Divides words into as few parts as possible. The first parts can have one word more than the others. */
function evenParts<Item>(items: readonly Item[], most: number): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / most);
  const [length, longer] = [Math.floor(items.length / count), items.length % count];
  const startOf = (index: number) => index * length + Math.min(index, longer);
  return Array.from({ length: count }, (_, index) => items.slice(startOf(index), startOf(index + 1)));
}

function timedPhrase<Word extends SpokenWord>(
  group: readonly Word[],
  next: Word | null,
  { pause, hold }: PhraseRules,
): Phrase<Word> {
  const [start, lastEnd] = [group[0]?.start ?? 0, group.at(-1)?.end ?? 0];
  const heldEnd = lastEnd + hold;
  const end = next === null ? heldEnd : next.start - lastEnd < pause ? next.start : Math.min(heldEnd, next.start);
  const words = group.map((word, index) => ({ word, from: word.start, to: group[index + 1]?.start ?? end }));
  return { start, end, words };
}

/** Returns the joined text of words, and the offset of each word in the text, in UTF-16 units. */
export function joinWords(words: readonly SpokenWord[]): {
  readonly text: string;
  readonly offsets: readonly number[];
} {
  let text = '';
  const offsets = words.map((word) => {
    if (text !== '') text += gapBetween(text, word);
    const at = text.length;
    text += word.text;
    return at;
  });
  return { text, offsets };
}
