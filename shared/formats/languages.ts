import { CLDR_TABLES } from './cldr-tables.ts';
import type { LanguageTable, NumberTable } from './language-table.ts';

/** A language for formatting values. */
export interface Language {
  /** The tag as written. */
  readonly tag: string;
  /** The tag of the table in use; null if no table fits, so the English table is used. */
  readonly found: string | null;
  readonly table: LanguageTable;
  /** The symbols and patterns of the chosen digits. */
  readonly numbers: NumberTable;
  /** The digits from zero to nine. */
  readonly digits: string;
  /** Whether the case of letters follows the Turkish rules. */
  readonly isTurkish: boolean;
}

/** The tags of all tables. Languages precede regions. */
export const LANGUAGE_TAGS: readonly string[] = Object.keys(CLDR_TABLES);

/** The default language of films. */
export const DEFAULT_LANGUAGE = 'en';

/** The digits of each numbering system (UTS 35, `-u-nu-`). */
const DIGITS = { latn: '0123456789', arab: '٠١٢٣٤٥٦٧٨٩', deva: '०१२३४५६७८९' } as const;

const languages = new Map<string, Language>();
const tables = new Map<string, LanguageTable>();

/** The maximum number of cached languages, which is limited because clients choose the tags. */
const MAX_LANGUAGES = 200;

/** Returns whether a text has the syntax of a language tag (BCP 47): subtags of 1 to 8 letters or digits. */
export function isLanguageTag(tag: string): boolean {
  return tag.length <= 64 && /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/.test(tag);
}

/**
 * Returns the language of a tag. Without a table for the tag, uses the table of its shorter form, such as `de` for
 * `de-LU`, or otherwise the table of `en`. The extensions `-u-nu-latn`, `-u-nu-arab`, and `-u-nu-deva` select the
 * digits.
 */
export function findLanguage(tag: string): Language {
  const remembered = languages.get(tag);
  if (remembered !== undefined) return remembered;
  const found = tableTag(tag);
  const table = readTable(found ?? DEFAULT_LANGUAGE);
  const system = digitsOf(tag);
  const [spoken = ''] = tag.toLowerCase().split('-');
  const language: Language = {
    tag,
    found,
    table,
    numbers: merged(table.numbers, table.otherDigits[system]) as NumberTable,
    digits: DIGITS[system],
    isTurkish: spoken === 'tr',
  };
  if (languages.size >= MAX_LANGUAGES) languages.clear();
  languages.set(tag, language);
  return language;
}

function tableTag(tag: string): string | null {
  const subtags = subtagsOf(tag);
  for (let length = subtags.length; length > 0; length -= 1) {
    const shorter = subtags.slice(0, length).join('-');
    const found = LANGUAGE_TAGS.find((each) => each.toLowerCase() === shorter);
    if (found !== undefined) return found;
  }
  return null;
}

/** Returns the lowercase subtags before the extensions, which begin with a subtag of a single character. */
function subtagsOf(tag: string): readonly string[] {
  return tag
    .toLowerCase()
    .replace(/-[a-z0-9]-.*$/, '')
    .split('-');
}

function digitsOf(tag: string): keyof typeof DIGITS {
  const [, system] = /-u(?:-[a-z0-9]{2,8})*?-nu-(latn|arab|deva)(?:-|$)/.exec(tag.toLowerCase()) ?? [];
  return system === 'arab' || system === 'deva' ? system : 'latn';
}

function readTable(tag: string): LanguageTable {
  const remembered = tables.get(tag);
  if (remembered !== undefined) return remembered;
  const [language = ''] = tag.split('-');
  const own: unknown = JSON.parse(CLDR_TABLES[tag] ?? '{}');
  const table = (language === tag ? own : merged(readTable(language), own)) as LanguageTable;
  tables.set(tag, table);
  return table;
}

/** Merges the differences into a table. Null removes a part. */
function merged(base: unknown, difference: unknown): unknown {
  if (difference === undefined) return base;
  if (!isObject(base) || !isObject(difference)) return difference;
  const names = [...new Set([...Object.keys(base), ...Object.keys(difference)])];
  return Object.fromEntries(
    names.filter((name) => difference[name] !== null).map((name) => [name, merged(base[name], difference[name])]),
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The languages and scripts that are written from right to left. */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set([
  ...['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'iw', 'ks', 'ps', 'sd', 'ug', 'ur', 'yi'],
  ...['arab', 'hebr', 'syrc', 'thaa', 'nkoo', 'adlm', 'rohg'],
]);

/** Returns the writing direction of a language tag. A script in the tag takes precedence. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  const [language = '', ...subtags] = subtagsOf(tag);
  const script = subtags.find((each) => /^[a-z]{4}$/.test(each));
  return RIGHT_TO_LEFT.has(script ?? language) ? 'rtl' : 'ltr';
}
