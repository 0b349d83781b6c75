import { diffArrays } from 'diff';
import type { TemplateDocument } from '../../template/document/document.ts';
import type { Finding } from '../../template/document/problem.ts';
import { locateFindings } from '../read/problems.ts';
import { readTemplate } from '../read/read.ts';

/** Two edited versions of a text, and their common origin. */
export interface DivergedTexts {
  /** The last version that both sides had. */
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
}

/**
 * Merges two edited versions of a template. Returns the text with the changes of both sides. Returns null in three
 * cases: the sides changed the same attribute, text, or element differently; a version is not well-formed; or the
 * merged template would have an error that neither side has. `findingsOf` returns the findings of a well-formed
 * template.
 */
export function mergeTemplates({ base, mine, theirs }: DivergedTexts, findingsOf: FindingsOf): string | null {
  if (mine === theirs || theirs === base) return mine;
  if (mine === base) return theirs;
  // First ensure that all versions are well-formed. Otherwise, splitting can take time proportional to the square of
  // the length.
  const mineErrors = errorsOf(mine, findingsOf);
  const theirErrors = errorsOf(theirs, findingsOf);
  if (mineErrors === null || theirErrors === null || !isWellFormed(base)) return null;
  const merged = mergeTexts({ base, mine, theirs });
  if (merged === null || merged === mine || merged === theirs) return merged;
  const errors = errorsOf(merged, findingsOf);
  const known = new Set([...mineErrors, ...theirErrors]);
  return errors?.every((error) => known.has(error)) === true ? merged : null;
}

type FindingsOf = (document: TemplateDocument) => readonly Finding[];

/** A difference between the base and one of the sides. */
interface Hunk {
  /** The range of replaced tokens in the base; `to` is exclusive. An empty range is an insertion. */
  readonly from: number;
  readonly to: number;
  /** The tokens that replace the range. */
  readonly tokens: readonly string[];
}

/**
 * The maximum number of removed and inserted tokens of a side. The comparison time is proportional to the square of
 * this number; at the maximum, it is about 0.2 s.
 */
const MAX_EDITS = 2_000;

/**
 * Merges the tokens of two sides. If they differ in too many tokens, merges their lines. Returns null for a conflict.
 */
function mergeTexts({ base, mine, theirs }: DivergedTexts): string | null {
  for (const split of [splitMarkup, splitLines]) {
    const tokens = split(base);
    const ours = hunksBetween(tokens, split(mine));
    const others = ours && hunksBetween(tokens, split(theirs));
    if (ours !== null && others !== null) return mergeHunks(tokens, ours, others);
  }
  return null;
}

/** Returns the differences in order; null if there are more than {@link MAX_EDITS}. */
function hunksBetween(base: readonly string[], side: readonly string[]): readonly Hunk[] | null {
  const changes = diffArrays([...base], [...side], { maxEditLength: MAX_EDITS });
  if (changes === undefined) return null;
  const hunks: Hunk[] = [];
  let at = 0;
  let open: Hunk | null = null;
  for (const { added, removed, value } of changes) {
    if (!added && !removed) {
      if (open !== null) hunks.push(open);
      open = null;
      at += value.length;
      continue;
    }
    const { from, tokens }: Pick<Hunk, 'from' | 'tokens'> = open ?? { from: at, tokens: [] };
    if (removed) at += value.length;
    open = { from, to: at, tokens: added ? [...tokens, ...value] : tokens };
  }
  return open === null ? hunks : [...hunks, open];
}

/**
 * Applies the hunks of both sides. Equal hunks are applied once, and new attributes of one tag one after the other.
 * Returns null if other hunks replace the same token or insert at the same position.
 */
function mergeHunks(base: readonly string[], ours: readonly Hunk[], others: readonly Hunk[]): string | null {
  const result: (readonly string[])[] = [];
  let at = 0;
  let [our, other] = [0, 0];
  for (;;) {
    const one = ours[our];
    const two = others[other];
    if (one !== undefined && two !== undefined && touches(one, two)) {
      const tokens = commonTokens(one, two);
      if (tokens === null) return null;
      result.push(base.slice(at, one.from), tokens);
      at = one.to;
      our += 1;
      other += 1;
      continue;
    }
    const isOurs = one !== undefined && (two === undefined || isBefore(one, two));
    const next = isOurs ? one : two;
    if (next === undefined) break;
    result.push(base.slice(at, next.from), next.tokens);
    at = next.to;
    if (isOurs) our += 1;
    else other += 1;
  }
  return [...result, base.slice(at)].flat().join('');
}

/** Returns the tokens of two hunks that touch; null if they conflict. */
function commonTokens(one: Hunk, two: Hunk): readonly string[] | null {
  return isSameHunk(one, two) ? one.tokens : mergedAttributes(one, two);
}

/** Matches an attribute inside a tag, and captures the name. */
const ATTRIBUTE = /^\s+([^\s=/>]+)\s*=\s*(?:"[^"]*"|'[^']*')$/;

/** Returns the attributes that two hunks add to one tag; null for other hunks, and if both add the same name. */
function mergedAttributes(one: Hunk, two: Hunk): readonly string[] | null {
  if (one.from !== one.to || two.from !== two.to) return null;
  const tokens = [...one.tokens, ...two.tokens.filter((token) => !one.tokens.includes(token))];
  const names = tokens.map((token) => ATTRIBUTE.exec(token)?.[1]);
  return names.includes(undefined) || new Set(names).size < names.length ? null : tokens;
}

/**
 * Returns whether two hunks replace a common token or insert at the same position, or whether one inserts into the
 * range that the other replaces.
 */
function touches(one: Hunk, two: Hunk): boolean {
  if (one.from === one.to && two.from === two.to) return one.from === two.from;
  return one.from < two.to && two.from < one.to;
}

function isBefore(one: Hunk, two: Hunk): boolean {
  return one.from === two.from ? one.to <= two.to : one.from < two.from;
}

function isSameHunk(one: Hunk, two: Hunk): boolean {
  return (
    one.from === two.from &&
    one.to === two.to &&
    one.tokens.length === two.tokens.length &&
    one.tokens.every((token, index) => token === two.tokens[index])
  );
}

/**
 * Matches a token outside of tags: a comment, CDATA, an instruction, a closing tag, the start of an opening tag, white
 * space, or text.
 */
const OUTSIDE =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<\/[^>]*>|<[^\s/>]*|\s+|[^<\s](?:[^<]*[^<\s])?/y;
/**
 * Matches a token inside a tag: an attribute with the white space before it, the end of the tag, or any other
 * character.
 */
const INSIDE = /\s+[^\s=/>]+\s*=\s*(?:"[^"]*"|'[^']*')|\s*\/?>|[\s\S]/y;

/** Splits a text into tokens, which a merge never divides. Joining the tokens restores the text. */
function splitMarkup(text: string): readonly string[] {
  const tokens: string[] = [];
  let isInTag = false;
  for (let at = 0; at < text.length; ) {
    const pattern: RegExp = isInTag ? INSIDE : OUTSIDE;
    pattern.lastIndex = at;
    const token: string = pattern.exec(text)?.[0] ?? text.slice(at);
    isInTag = isInTag ? !token.endsWith('>') : /^<[^!?/]/.test(token);
    tokens.push(token);
    at += token.length;
  }
  return tokens;
}

function splitLines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function isWellFormed(text: string): boolean {
  const { source, problems } = readTemplate(text);
  return source !== null && problems.length === 0;
}

/**
 * Returns the errors of a template: their kinds, and the elements around them. Omits positions, indexes, and values,
 * because a merge changes them. Returns null if the text is not well-formed.
 */
function errorsOf(text: string, findingsOf: FindingsOf): readonly string[] | null {
  const { source, problems } = readTemplate(text);
  if (source === null || problems.length > 0) return null;
  return locateFindings(findingsOf(source.document), source)
    .filter(({ severity }) => severity === 'error')
    .map(({ code, reason, path }) => `${code} ${reason} ${path.replaceAll(/\[\d+\]/g, '')}`);
}
