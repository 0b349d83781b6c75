import { nameKey } from './asset-name.ts';

/** How many tags an asset has at most, and how many characters one has. */
export const MOST_TAGS = 20;
export const TAG_CHARACTERS = 40;

/** Control characters, those that turn the direction of writing, and commas, which part tags where they are typed. */
const FORBIDDEN = /[\p{Cc}\p{Bidi_Control},]/u;

/** Whether a text can be a tag as it stands: 1 to 40 characters, composed, without white space at its ends. */
export function isTag(text: string): boolean {
  return (
    text !== '' &&
    [...text].length <= TAG_CHARACTERS &&
    text.isWellFormed() &&
    text === cleanTag(text) &&
    !FORBIDDEN.test(text)
  );
}

/** A text as a tag is kept: composed (NFC), and white space trimmed and made single spaces. */
function cleanTag(text: string): string {
  return text.normalize('NFC').trim().replaceAll(/\s+/gu, ' ');
}

/** The tags that a person typed, parted by commas; null where one of them can be none. */
export function typedTags(text: string): readonly string[] | null {
  const tags = text
    .split(',')
    .map(cleanTag)
    .filter((tag) => tag !== '');
  return tags.every(isTag) ? tags : null;
}

/** Each tag once, whatever its case: the first spelling stays. */
export function distinctTags(tags: readonly string[]): readonly string[] {
  const known = new Map<string, string>();
  for (const tag of tags) if (!known.has(nameKey(tag))) known.set(nameKey(tag), tag);
  return [...known.values()];
}

/** Whether a list has a tag, in whatever letters. */
export function hasTag(tags: readonly string[], tag: string): boolean {
  const key = nameKey(tag);
  return tags.some((each) => nameKey(each) === key);
}
