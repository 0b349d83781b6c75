import { isLanguageTag } from '#shared/formats/languages.ts';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { pollSeconds } from '#shared/live-tables/poll-times.ts';
import { loudnessBounds } from '#shared/template/variables/film-loudness.ts';

/**
 * A table whose rows become the items of a list. A row of the batch gets the items whose column `key` equals its column
 * `of`.
 */
export interface ListArgument {
  readonly name: string;
  readonly file: string;
  readonly key: string;
  readonly of: string;
}

/** The maximum numbers of templates and languages of a run. HTTP has the same limits. */
const MAX_TEMPLATES = 20;
const MAX_LANGUAGES = 50;

/** Parses the templates and languages of a batch, and the default pattern of its file names. */
export function runArguments(
  values: {
    readonly language?: string | undefined;
    readonly languages?: string | undefined;
    readonly 'language-column'?: string | undefined;
  },
  templates: readonly string[],
) {
  const { language, languages: list, 'language-column': languageColumn = null } = values;
  const template = onlyTemplate(templates.slice(0, 1));
  if (!template.ok) return template;
  if (templates.length > MAX_TEMPLATES) return err(`${templates.length} templates; the limit is ${MAX_TEMPLATES}`);
  const again = templates.find((name, at) => templates.indexOf(name) < at);
  if (again !== undefined) return err(`the template ${again} is given twice; give it once`);
  const languages = list?.split(',').map((tag) => tag.trim()) ?? null;
  const wrong = languages?.find((tag) => !isLanguageTag(tag));
  if (wrong !== undefined) return err(`--languages ${list}: “${wrong}” isn’t a language tag; write tags as de,pt-BR`);
  if (languages !== null && languages.length > MAX_LANGUAGES)
    return err(`--languages has ${languages.length} languages; the limit is ${MAX_LANGUAGES}`);
  if (languages !== null && new Set(languages.map((tag) => tag.toLowerCase())).size < languages.length)
    return err(`--languages ${list}: a language is given twice; give it once`);
  const ways = [language, list, languageColumn ?? undefined].filter((way) => way !== undefined);
  if (ways.length > 1) return err('choose one of --language, --languages, and --language-column');
  const parts = ['${index}'];
  if (templates.length > 1) parts.push('${movie}');
  if (languages !== null && languages.length > 1) parts.push('${language}');
  return ok({ templates, languages, languageColumn, usualName: parts.join('-') });
}

/** Parses `--list NAME=FILE` with the `--key NAME:COLUMN=COLUMN` of each list. */
export function listArguments(
  files: readonly string[],
  keys: readonly string[],
): Result<readonly ListArgument[], string> {
  const columns = new Map<string, { readonly key: string; readonly of: string }>();
  for (const argument of keys) {
    const [, name, key, of] = /^([^:=]+):([^=]+)=(.+)$/.exec(argument) ?? [];
    if (name === undefined || key === undefined || of === undefined)
      return err(`--key ${argument}: write it as list:column=column, such as products:order=id`);
    columns.set(name, { key, of });
  }
  const lists: ListArgument[] = [];
  for (const argument of files) {
    const [, name, file] = /^([^=]+)=(.+)$/.exec(argument) ?? [];
    if (name === undefined || file === undefined) return err(`--list ${argument}: write it as list=file`);
    const key = columns.get(name);
    if (key === undefined) return err(`--list ${argument}: missing --key ${name}:COLUMN=COLUMN`);
    lists.push({ name, file, ...key });
  }
  const unused = [...columns.keys()].find((name) => lists.every((list) => list.name !== name));
  return unused === undefined ? ok(lists) : err(`--key ${unused}: missing --list ${unused}=FILE`);
}

/** Returns the one template of a command. */
export function onlyTemplate(positionals: readonly string[]): Result<string, string> {
  const [template, surplus] = positionals;
  if (template === undefined || template === '') return err('missing template file');
  return surplus === undefined ? ok(template) : err(`unexpected argument ${surplus}: only one template is allowed`);
}

/** Parses the options of a table. */
export function tableArguments(values: {
  readonly sheet?: string | undefined;
  readonly header?: string | undefined;
  readonly hidden: boolean;
  readonly 'fill-merged': boolean;
}): Result<Omit<RowsOptions, 'language'>, string> {
  const { sheet = null, header, hidden, 'fill-merged': fillMerged } = values;
  const number = header === undefined || !/^\d{1,7}$/.test(header) ? 0 : Number(header);
  if (header !== undefined && header !== 'none' && number < 1)
    return err(`--header ${header}: write the number of the row with the names of the columns, or none`);
  return ok({ sheet, hidden, fillMerged, header: header === undefined ? null : header === 'none' ? 'none' : number });
}

/** The options for reading a table. */
export interface RowsOptions {
  /** The sheet of a workbook; null for the sheet in the name of the file, or for the first one. */
  readonly sheet: string | null;
  /** The number of the row with the names of the columns; null for the first row with content. */
  readonly header: number | 'none' | null;
  readonly hidden: boolean;
  readonly fillMerged: boolean;
  /** The language of numbers and dates; null for English. */
  readonly language: string | null;
}

/** The arguments of `table`, which shows how a table is read. */
export interface TableInvocation {
  readonly command: 'table';
  readonly file: string;
  readonly options: RowsOptions;
  readonly json: boolean;
}

export const tableOptions = {
  sheet: { type: 'string' },
  header: { type: 'string' },
  hidden: { type: 'boolean', default: false },
  'fill-merged': { type: 'boolean', default: false },
} as const;

export const tableCommandOptions = {
  ...tableOptions,
  language: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

/** Parses the arguments of `table`. */
export function tableInvocation(
  values: Parameters<typeof tableArguments>[0] & { readonly language?: string | undefined; readonly json: boolean },
  [file = '', surplus]: readonly string[],
): Result<TableInvocation, string> {
  if (file === '') return err('missing table file');
  if (surplus !== undefined) return err(`unexpected argument ${surplus}: only one table is allowed`);
  const { language = null, json } = values;
  if (language !== null && !isLanguageTag(language))
    return err(`--language ${language} isn’t a language tag; write a tag as de or pt-BR`);
  const table = tableArguments(values);
  return table.ok ? ok({ command: 'table', file, json, options: { ...table.value, language } }) : table;
}

/** Returns the range of an attribute of the loudness in words. */
export function boundsOf(attribute: keyof typeof loudnessBounds): string {
  const { minimum, maximum } = loudnessBounds[attribute];
  return `${minimum} to ${maximum}`;
}

/** Checks whether a text contains U+FFFD. The system inserts this character in place of bytes that are not UTF-8. */
export function isReplaced(text: string): boolean {
  return text.includes('\uFFFD');
}

/** Returns the error of an argument that is not UTF-8. */
export function notUtf8(argument: string): string {
  return `${argument}: isn’t UTF-8. Type it in a UTF-8 terminal, or put values in a UTF-8 file for --vars`;
}

/** The arguments of `watch` in addition to the arguments of a batch. */
export interface WatchArguments {
  /** The column that identifies rows; null to choose one. */
  readonly key: string | null;
  /** The interval between requests to an address in seconds. */
  readonly every: number;
  readonly removed: 'keep' | 'trash';
  readonly once: boolean;
  readonly dryRun: boolean;
  /** Whether to apply a new state of the table that removes or changes many rows. */
  readonly yes: boolean;
}

/** The additional options of `watch`. */
export const watchOptions = {
  every: { type: 'string' },
  removed: { type: 'string', default: 'keep' },
  once: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
} as const;

interface WatchValues {
  readonly key: readonly string[];
  readonly list: readonly string[];
  readonly every?: string | undefined;
  readonly removed: string;
  readonly languages?: string | undefined;
  readonly 'language-column'?: string | undefined;
  readonly manifest?: string | undefined;
  readonly once: boolean;
  readonly 'dry-run': boolean;
  readonly yes: boolean;
}

/** Parses the options of `watch`. `listKeys` are the values of `--key` that belong to lists. */
export function watchArguments(
  values: WatchValues,
  positionals: readonly string[],
): Result<{ readonly watch: WatchArguments; readonly listKeys: readonly string[] }, string> {
  const template = onlyTemplate(positionals);
  if (!template.ok) return template;
  const lists = values.list.map((list) => list.split('=')[0] ?? '');
  const isOfList = (column: string) => lists.some((list) => column.startsWith(`${list}:`) && column.includes('='));
  const [key = null, surplus] = values.key.filter((each) => !isOfList(each));
  if (surplus !== undefined) return err(`--key ${surplus}: only one column can identify the rows`);
  const { minimum, usual, maximum } = pollSeconds;
  const every = values.every === undefined ? usual : /^\d{1,6}$/.test(values.every) ? Number(values.every) : 0;
  if (every < minimum || every > maximum)
    return err(`--every ${values.every}: use a number of seconds from ${minimum} to ${maximum}`);
  const removed = (['keep', 'trash'] as const).find((each) => each === values.removed);
  if (removed === undefined) return err(`--removed ${values.removed}: use keep or trash`);
  const unused = (['languages', 'language-column', 'manifest'] as const).find((name) => values[name] !== undefined);
  if (unused !== undefined) return err(`--${unused} is an option of batch`);
  const { once, 'dry-run': dryRun, yes } = values;
  const watch = { key, every, removed, once, dryRun, yes };
  return ok({ watch, listKeys: values.key.filter(isOfList) });
}
