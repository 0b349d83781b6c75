import { utf8Length } from '../lib/utf8-length.ts';
import { nameKey, nameProblem } from './asset-name.ts';

const NAME_BYTES = 255;
const REPLACED = /(?:[/\\:*?"<>|\p{Cc}\p{Bidi_Control}]|%(?:25)*(?:2f|5c|00|2e))+/giu;

/** Converts a file name to the most similar valid asset name. Returns valid names unchanged. */
export function usableName(fileName: string): string {
  const composed = fileName.toWellFormed().normalize('NFC');
  if (nameProblem(composed) === null) return composed;
  const { stem, extension } = splitName(trimmed(composed.replace(REPLACED, '-')));
  for (const candidate of stem === '' ? [] : [`${stem}${extension}`, `_${stem}${extension}`]) {
    const short = shortened(candidate);
    if (nameProblem(short) === null) return short;
  }
  return `file${nameProblem(`file${extension}`) === null ? extension : ''}`;
}

/** Returns the name if it is free. Otherwise, adds the first free number: `film.mp4` becomes `film (2).mp4`. */
export function freeName(name: string, isTaken: (key: string) => boolean): string {
  if (!isTaken(nameKey(name))) return name;
  const { stem, extension } = splitName(name);
  const base = stem.replace(/ \(\d{1,6}\)$/u, '');
  for (let number = 2; ; number++) {
    const candidate = numbered(base, number, extension);
    if (!isTaken(nameKey(candidate))) return candidate;
  }
}

function numbered(base: string, number: number, extension: string): string {
  let stem = base;
  while (nameProblem(`${stem} (${number})${extension}`) !== null && stem.length > 1)
    stem = stem.slice(0, -1).toWellFormed();
  return `${stem} (${number})${extension}`;
}

/** Splits a name into its stem and its extension with the dot. A dot at the start belongs to the stem. */
export function splitName(name: string): { readonly stem: string; readonly extension: string } {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? { stem: name, extension: '' } : { stem: name.slice(0, dot), extension: name.slice(dot) };
}

function trimmed(name: string): string {
  return name.replace(/[. ]+$/u, '').trimStart();
}

/** Truncates the stem to the maximum length. Does not split characters. */
function shortened(name: string): string {
  const { stem, extension } = splitName(name);
  const characters = [...stem];
  while (characters.length > 1 && utf8Length(`${characters.join('')}${extension}`) > NAME_BYTES) characters.pop();
  return `${characters.join('').trimEnd()}${extension}`;
}
