import { isLanguageTag } from '#shared/formats/languages.ts';
import { err, ok, type Result } from '#shared/lib/result.ts';

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

/** The maximum numbers of templates and languages of a run, as over HTTP. */
const MAX_TEMPLATES = 20;
const MAX_LANGUAGES = 50;

/** Parses the templates and languages of a batch, and the usual pattern of its file names. */
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

/** The way in which a table is read. */
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

/** The options of tables. */
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
