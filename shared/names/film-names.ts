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

/**
 * Parses a pattern. The error is a message for users. With `folders`, each `/` in the pattern's own text separates
 * folders. Empty folders, `.`, and `..` are errors.
 */
export function parseNamePattern(text: string, { folders = false } = {}): Result<NamePattern, Message> {
  const parts = text.split(/(\$\{[^{}]*\})/).filter((part) => part !== '');
  const pattern = parts.map((part) =>
    part.startsWith('${') && part.endsWith('}')
      ? ({ kind: 'value', name: part.slice(2, -1).trim() } as const)
      : ({ kind: 'text', text: part } as const),
  );
  const broken = pattern.some((part) => (part.kind === 'text' ? part.text.includes('${') : part.name === ''));
  if (broken) return err(message('file-name/broken-placeholder'));
  const segments = parts
    .map((part) => (part.startsWith('${') ? '$' : part))
    .join('')
    .split('/');
  const isRefused = folders && segments.length > 1 && segments.some(isNoFolder);
  return isRefused ? err(message('file-name/no-folder')) : ok(pattern);
}

/** Returns whether a part of a path is empty, `.`, or `..`. */
function isNoFolder(segment: string): boolean {
  return /^\s*\.{0,2}\s*$/.test(segment);
}

/** Returns the names of the values in a pattern. */
export function namesIn(pattern: NamePattern): readonly string[] {
  return pattern.flatMap((part) => (part.kind === 'value' ? [part.name] : []));
}

/** The maximum number of characters used from a value. File names are much shorter. */
const MAX_CHARACTERS = 1000;

/** Fills in a pattern. A missing value is empty, and long values are truncated. */
export function fillPattern(pattern: NamePattern, values: (name: string) => string | undefined): string {
  return pattern
    .map((part) => (part.kind === 'text' ? part.text : (values(part.name) ?? '').slice(0, MAX_CHARACTERS)))
    .join('');
}

/** Fills in a pattern whose own `/` separates folders. Replaces separators in values with `-`. */
export function fillPathPattern(pattern: NamePattern, values: (name: string) => string | undefined): string {
  return fillPattern(pattern, (name) => values(name)?.replace(/[/\\]/g, '-'));
}

/**
 * Converts a filled-in pattern to a file name that is valid in every file system: one path segment with the extension
 * and at most 255 bytes.
 */
export function safeFileName(filled: string, extension: string): string {
  const ending = `.${extension}`;
  const clean = withoutForbidden(filled);
  const stem = clean.toLowerCase().endsWith(ending) ? clean.slice(0, -ending.length) : clean;
  const trimmed = stem.replace(/^[. ]+|[. ]+$/g, '');
  const named = trimmed === '' ? 'film' : isDeviceName(trimmed) ? `_${trimmed}` : trimmed;
  return cutTo(named, MAX_BYTES - ending.length) + ending;
}

/** Returns a filled-in pattern as the stem of a valid file name. Patterns that lead to the same file have equal stems. */
export function safeStem(filled: string): string {
  return safeFileName(filled, 'mp4').slice(0, -'.mp4'.length);
}

/**
 * Converts a filled-in pattern to a path of folders and a file name that are valid in every file system. Replaces empty
 * names with `film`.
 */
export function safeFilePath(filled: string, extension: string): string {
  const segments = filled.split('/');
  const folders = segments.slice(0, -1).map((segment) => {
    const trimmed = withoutForbidden(segment).replace(/^[. ]+|[. ]+$/g, '');
    return cutTo(trimmed === '' ? 'film' : isDeviceName(trimmed) ? `_${trimmed}` : trimmed, MAX_BYTES);
  });
  return [...folders, safeFileName(segments.at(-1) ?? '', extension)].join('/');
}

function withoutForbidden(text: string): string {
  return (
    text
      .normalize('NFC')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes them
      .replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff/\\:*?"<>|]/gu, '-')
      .trim()
  );
}

/** The file name of a film, with its difference from the result of the pattern. */
interface FilmName {
  readonly name: string;
  /** The change of the name; null if only the extension or white space at its ends differs. */
  readonly change: NameChange | null;
}

export interface NameChange {
  /** The result of the pattern. */
  readonly requested: string;
  readonly name: string;
  /** Whether an earlier film has the requested name. If false, the requested name is not a valid file name. */
  readonly isTaken: boolean;
}

/**
 * Returns a function that gives each film of a batch a distinct, valid file name. With `folders`, the name is a path
 * with `/` as separator. `written` is the result of the pattern if `filled` has other separators in its values.
 */
export function createFilmNames(
  extension: string,
  { folders = false } = {},
): (filled: string, written?: string) => FilmName {
  const distinct = createDistinctNames();
  const ending = `.${extension}`;
  const stemOf = (text: string) => (text.toLowerCase().endsWith(ending) ? text.slice(0, -ending.length) : text);
  return (filled, written = filled) => {
    const safe = folders ? safeFilePath(filled, extension) : safeFileName(filled, extension);
    const name = distinct(safe);
    const requested = written.normalize('NFC').trim();
    if (name === safe && stemOf(name) === stemOf(requested)) return { name, change: null };
    return { name, change: { requested, name, isTaken: stemOf(safe) === stemOf(requested) } };
  };
}

/** The maximum number of changed names that are listed as warnings. Users do not read more. */
const MAX_CHANGES = 100;

/**
 * Returns one warning per changed name with its row, counted from 1. For the changes after the first 100, returns a
 * single warning without a row.
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
 * Returns a function that makes names distinct by adding numbers: `a.mp4` and `a-2.mp4`. Names that differ only in case
 * are treated as equal. A name can be a path.
 */
export function createDistinctNames(): (name: string) => string {
  const taken = new Set<string>();
  const next = new Map<string, number>();
  return (name) => {
    const [from, at] = [name.lastIndexOf('/') + 1, name.lastIndexOf('.')];
    const [folder, stem, ending] = [name.slice(0, from), name.slice(from, at), name.slice(at)];
    let candidate = name;
    for (let number = next.get(name.toLowerCase()) ?? 2; taken.has(candidate.toLowerCase()); number++) {
      const suffix = `-${number}`;
      candidate = folder + cutTo(stem, MAX_BYTES - suffix.length - ending.length) + suffix + ending;
      next.set(name.toLowerCase(), number + 1);
    }
    taken.add(candidate.toLowerCase());
    return candidate;
  };
}

/** Truncates a text to a number of UTF-8 bytes. Does not split characters. */
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
