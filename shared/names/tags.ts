import { nameKey } from './asset-name.ts';

/** The maximum number of tags per asset, and of characters per tag. */
export const MAX_TAGS = 20;
export const TAG_CHARACTERS = 40;

/** Matches control characters, characters that change the text direction, and commas, which separate typed tags. */
const FORBIDDEN = /[\p{Cc}\p{Bidi_Control},]/u;

/** Returns whether a text is a valid tag: 1 to 40 characters in NFC, without white space at its ends. */
export function isTag(text: string): boolean {
  return (
    text !== '' &&
    [...text].length <= TAG_CHARACTERS &&
    text.isWellFormed() &&
    text === cleanTag(text) &&
    !FORBIDDEN.test(text)
  );
}

/** Normalizes a tag: NFC, trimmed, with single spaces. */
function cleanTag(text: string): string {
  return text.normalize('NFC').trim().replaceAll(/\s+/gu, ' ');
}

/** Splits typed tags at commas. Returns null if a tag is invalid. */
export function typedTags(text: string): readonly string[] | null {
  const tags = text
    .split(',')
    .map(cleanTag)
    .filter((tag) => tag !== '');
  return tags.every(isTag) ? tags : null;
}

/** Removes tags that differ only in case. Keeps the first spelling. */
export function distinctTags(tags: readonly string[]): readonly string[] {
  const tagsByKey = new Map<string, string>();
  for (const tag of tags) if (!tagsByKey.has(nameKey(tag))) tagsByKey.set(nameKey(tag), tag);
  return [...tagsByKey.values()];
}

/** Returns whether a list contains a tag, ignoring case. */
export function hasTag(tags: readonly string[], tag: string): boolean {
  const key = nameKey(tag);
  return tags.some((existing) => nameKey(existing) === key);
}
