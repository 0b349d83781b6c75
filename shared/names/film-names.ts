import { err, ok, type Result } from '../lib/result.ts';
import { utf8Length } from '../lib/utf8-length.ts';
import { type Message, message } from '../messages/message.ts';
import { shortened } from '../messages/quoting.ts';
import { isDeviceName } from './asset-name.ts';

/** A parsed file name pattern with `${variable}` and `${index}`. */
export type NamePattern = readonly (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly name: string }
)[];

const MAX_BYTES = 255;

/** Parses a pattern. The error is the message for the user. */
export function parseNamePattern(text: string): Result<NamePattern, Message> {
  const parts = text.split(/(\$\{[^{}]*\})/).filter((part) => part !== '');
  const pattern = parts.map((part) =>
    part.startsWith('${') && part.endsWith('}')
      ? ({ kind: 'value', name: part.slice(2, -1).trim() } as const)
      : ({ kind: 'text', text: part } as const),
  );
  const broken = pattern.some((part) => (part.kind === 'text' ? part.text.includes('${') : part.name === ''));
  return broken ? err(message('file-name/broken-placeholder')) : ok(pattern);
}

/** Returns the names of the values in a pattern. */
export function namesIn(pattern: NamePattern): readonly string[] {
  return pattern.flatMap((part) => (part.kind === 'value' ? [part.name] : []));
}

/** The maximum number of characters that are taken from a value. File names are much shorter. */
const MAX_CHARACTERS = 1000;

/** Fills in a pattern. A missing value is empty, and long values are truncated. */
export function fillPattern(pattern: NamePattern, values: (name: string) => string | undefined): string {
  return pattern
    .map((part) => (part.kind === 'text' ? part.text : (values(part.name) ?? '').slice(0, MAX_CHARACTERS)))
    .join('');
}

/**
 * Returns a file name that is valid in every file system. It is one path segment with the extension, at most 255 bytes
 * long.
 */
export function safeFileName(filled: string, extension: string): string {
  const ending = `.${extension}`;
  const clean = filled
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes them
    .replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff/\\:*?"<>|]/gu, '-')
    .trim();
  const stem = clean.toLowerCase().endsWith(ending) ? clean.slice(0, -ending.length) : clean;
  const trimmed = stem.replace(/^[. ]+|[. ]+$/g, '');
  const named = trimmed === '' ? 'film' : isDeviceName(trimmed) ? `_${trimmed}` : trimmed;
  return cutTo(named, MAX_BYTES - ending.length) + ending;
}

/** The file name of a film, and the change to the name that the pattern gives. */
interface FilmName {
  readonly name: string;
  /** Null if the name stays, apart from its extension and outer white space. */
  readonly change: NameChange | null;
}

export interface NameChange {
  /** The name that the pattern gives. */
  readonly requested: string;
  readonly name: string;
  /** Whether an earlier film has the name; otherwise no file can have it. */
  readonly isTaken: boolean;
}

/** Returns a function that gives each film of a batch a distinct, valid file name. */
export function createFilmNames(extension: string): (filled: string) => FilmName {
  const distinct = createDistinctNames();
  const ending = `.${extension}`;
  const stemOf = (text: string) => (text.toLowerCase().endsWith(ending) ? text.slice(0, -ending.length) : text);
  return (filled) => {
    const safe = safeFileName(filled, extension);
    const name = distinct(safe);
    const requested = filled.normalize('NFC').trim();
    if (name === safe && stemOf(name) === stemOf(requested)) return { name, change: null };
    return { name, change: { requested, name, isTaken: stemOf(safe) === stemOf(requested) } };
  };
}

/** The maximum number of changed names in warnings: a user does not read more of them. */
const MAX_CHANGES = 100;

/**
 * Returns a warning for each changed name with its row, counted from 1, and one warning without a row for the changes
 * beyond the first 100.
 */
export function nameWarnings(
  changes: readonly (NameChange & { readonly row: number })[],
): readonly { readonly row: number | null; readonly says: Message }[] {
  const more = changes.length - MAX_CHANGES;
  return [
    ...changes.slice(0, MAX_CHANGES).map(({ row, requested, name, isTaken }) => ({
      row,
      says: message('file-name/altered', { row, requested: shortened(requested), name, isTaken }),
    })),
    ...(more > 0 ? [{ row: null, says: message('file-name/more-altered', { more }) }] : []),
  ];
}

/**
 * Returns a function that makes names unique by a number, such as `a.mp4` and `a-2.mp4`. Names that differ only in case
 * are equal.
 */
export function createDistinctNames(): (name: string) => string {
  const taken = new Set<string>();
  const next = new Map<string, number>();
  return (name) => {
    const at = name.lastIndexOf('.');
    const [stem, ending] = [name.slice(0, at), name.slice(at)];
    let candidate = name;
    for (let number = next.get(name.toLowerCase()) ?? 2; taken.has(candidate.toLowerCase()); number++) {
      const suffix = `-${number}`;
      candidate = cutTo(stem, MAX_BYTES - suffix.length - ending.length) + suffix + ending;
      next.set(name.toLowerCase(), number + 1);
    }
    taken.add(candidate.toLowerCase());
    return candidate;
  };
}

/** Truncates a text to a number of UTF-8 bytes without splitting characters. */
function cutTo(text: string, bytes: number): string {
  if (utf8Length(text) <= bytes) return text;
  let length = 0;
  let cut = '';
  for (const character of text) {
    length += utf8Length(character);
    if (length > bytes) break;
    cut += character;
  }
  return cut.replace(/[. ]+$/, '');
}
