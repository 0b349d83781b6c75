import { basename } from 'node:path';
import { type ParseArgsOptionDescriptor, parseArgs } from 'node:util';
import type { PackageRequest } from '#shared/contract/shapes/package-shapes.ts';
import type { RequiredCheck } from '#shared/film-check/report.ts';
import { isLanguageTag } from '#shared/formats/languages.ts';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { isLoudnessValue } from '#shared/template/variables/film-loudness.ts';
import { QUALITIES, type Quality } from '../engine/formats/format.ts';
import type { FormatName } from '../engine/formats/formats.ts';
import type { HardwareName } from '../engine/formats/hardware-encoders.ts';
import {
  boundsOf,
  isReplaced,
  type ListArgument,
  listArguments,
  notUtf8,
  onlyTemplate,
  type RowsOptions,
  runArguments,
  type TableInvocation,
  tableArguments,
  tableCommandOptions,
  tableInvocation,
  tableOptions,
  type WatchArguments,
  watchArguments,
  watchOptions,
} from './batch-arguments.ts';
import { type CheckArguments, checkArguments, checkOptions } from './check-arguments.ts';
import { type DesignsInvocation, designsArguments, type NewInvocation, newArguments } from './designs-arguments.ts';
import { fontsArguments, type InstalledInvocation, referenceArguments } from './fonts-arguments.ts';
import { chooseFormat, chooseHardware, chooseMaxBytes, parsePackage } from './package-output.ts';
import { type RequiredCheckValues, requiredCheckArguments, requiredCheckOptions } from './required-check.ts';

/** The parsed command line. */
export type Invocation =
  | { readonly command: 'help'; readonly topic: CommandName | null }
  | { readonly command: 'version' }
  | RenderInvocation
  | BatchInvocation
  | WatchInvocation
  | TableInvocation
  | ({ readonly command: 'validate' } & TemplateArguments)
  | { readonly command: 'variables'; readonly template: string; readonly json: boolean }
  | CheckInvocation
  | DesignsInvocation
  | NewInvocation
  | InstalledInvocation;

export interface RenderInvocation extends TemplateArguments {
  readonly command: 'render';
  readonly output: string;
  readonly format: FormatName;
  readonly quality: Quality;
  /** The hardware encoder; null for software encoding. */
  readonly hardware: HardwareName | null;
  /** The maximum size of the film in bytes; null for any size. */
  readonly maxBytes: number | null;
  /** The folder of the assets; null for the template's folder. */
  readonly assetsFolder: string | null;
  /** The private hosts from which sources can be fetched. */
  readonly allowedHosts: readonly string[];
  readonly cache: boolean;
  /** The parts of the film's package; null for none. */
  readonly package: PackageRequest | null;
  /** The check that the film has to pass before it is rendered; null for none. */
  readonly requiredCheck: RequiredCheck | null;
}

/** The arguments of a check of one film or of the films of a table. */
export type CheckInvocation = { readonly command: 'check' } & TemplateArguments & CheckArguments;

/** The arguments of a batch: the values for all films, and the table of values for each film. */
export interface BatchInvocation extends Omit<RenderInvocation, 'command'> {
  readonly command: 'batch';
  /** The templates. Each row becomes a film of each template; `template` is the first one. */
  readonly templates: readonly string[];
  /** The languages. Each film is made in each language; null for one film. */
  readonly languages: readonly string[] | null;
  /** The column with the language of each row; null without such a column. */
  readonly languageColumn: string | null;
  /** The file with the table. */
  readonly rows: string;
  /** The way in which the table is read. */
  readonly table: Omit<RowsOptions, 'language'>;
  /** The tables that fill lists by key. */
  readonly lists: readonly ListArgument[];
  /** The pattern of file names, with `${column}` and `${index}`. */
  readonly name: string;
  /** The maximum number of films that are made at the same time; null for the plan of this machine. */
  readonly jobs: number | null;
  readonly manifest: string | null;
}

/** The arguments of `watch`. Its `name` is null for the value of the key column. */
export type WatchInvocation = Omit<BatchInvocation, 'command' | 'name' | 'manifest'> &
  WatchArguments & { readonly command: 'watch'; readonly name: string | null };

export interface TemplateArguments {
  readonly template: string;
  /** The values of `--var`, in order. */
  readonly variables: readonly VariableArgument[];
  readonly variablesFile: string | null;
  /** The brand file. Its values are used for variables that have no other value. */
  readonly brandFile: string | null;
  /** The language of the film; null for the language of the movie. */
  readonly language: string | null;
  /** The loudness and the highest true peak of the film; null for the values of the movie. */
  readonly loudness: string | null;
  readonly truepeak: string | null;
  readonly json: boolean;
}

export interface VariableArgument {
  readonly name: string;
  readonly value: string;
}

const COMMAND_NAMES = [
  'render',
  'batch',
  'watch',
  'table',
  'check',
  'validate',
  'variables',
  'designs',
  'new',
  'fonts',
  'reference',
] as const;
export type CommandName = (typeof COMMAND_NAMES)[number];
/** All commands. The last four parse their own arguments. */
const commandList = [...COMMAND_NAMES, 'service', 'worker', 'agents', 'mcp'].join(', ');

type Options = Readonly<Record<string, ParseArgsOptionDescriptor>>;

const templateOptions = {
  var: { type: 'string', multiple: true, default: [] },
  vars: { type: 'string' },
  brand: { type: 'string' },
  language: { type: 'string' },
  loudness: { type: 'string' },
  truepeak: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const satisfies Options;

const renderOptions = {
  ...templateOptions,
  ...requiredCheckOptions,
  out: { type: 'string', short: 'o' },
  format: { type: 'string' },
  quality: { type: 'string', default: 'standard' },
  'max-bytes': { type: 'string' },
  encoder: { type: 'string', default: 'software' },
  assets: { type: 'string' },
  'allow-host': { type: 'string', multiple: true, default: [] },
  'no-cache': { type: 'boolean', default: false },
  package: { type: 'string', multiple: true, default: [] },
} as const satisfies Options;

const batchOptions = {
  ...renderOptions,
  ...tableOptions,
  format: { type: 'string', default: 'mp4' },
  rows: { type: 'string' },
  languages: { type: 'string' },
  'language-column': { type: 'string' },
  list: { type: 'string', multiple: true, default: [] },
  key: { type: 'string', multiple: true, default: [] },
  name: { type: 'string' },
  jobs: { type: 'string' },
  manifest: { type: 'string' },
} as const satisfies Options;

const variablesOptions = { json: { type: 'boolean', default: false } } as const satisfies Options;

/** Parses the arguments after the program's name. Any error is a sentence for users. */
export function parseInvocation(args: readonly string[]): Result<Invocation, string> {
  const [first, ...rest] = args;
  if (first === undefined) return err(`missing command: ${commandList}`);
  if (first === '--version' || first === '-v' || first === 'version') return ok({ command: 'version' });
  if (first === '--help' || first === '-h') return ok({ command: 'help', topic: null });
  if (first === 'help') return ok({ command: 'help', topic: asCommandName(rest[0]) });
  const name = asCommandName(first);
  if (name === null) {
    return err(
      first.startsWith('-')
        ? `options follow a command: ${commandList}`
        : `unknown command ${first === '' ? "''" : first}; choose from ${commandList}`,
    );
  }
  if (isHelpRequested(rest)) return ok({ command: 'help', topic: name });
  try {
    return parsers[name](rest);
  } catch (error) {
    if (isArgumentError(error)) return err(firstSentence(error.message));
    throw error;
  }
}

const parsers: Readonly<Record<CommandName, (args: readonly string[]) => Result<Invocation, string>>> = {
  render: (args) => {
    const { values, positionals } = parse(args, renderOptions);
    if (values.out === undefined || values.out === '') {
      const template = templateArguments(values, positionals);
      return template.ok ? err('missing output file: --out FILE') : template;
    }
    const format = chooseFormat(values.format, values.out);
    const shared = renderArguments(values, positionals, values.out, format);
    if (shared.ok && isReplaced(basename(values.out))) return err(notUtf8(`--out ${values.out}`));
    return shared.ok ? ok({ command: 'render', ...shared.value }) : shared;
  },
  batch: (args) => {
    const { values, positionals } = parse(args, batchOptions);
    return batchArguments(values, positionals);
  },
  watch: (args) => {
    const { values, positionals } = parse(args, { ...batchOptions, ...watchOptions });
    const watch = watchArguments(values, positionals);
    if (!watch.ok) return watch;
    const batch = batchArguments({ ...values, key: watch.value.listKeys }, positionals.slice(0, 1));
    if (!batch.ok) return batch;
    return ok({ ...batch.value, ...watch.value.watch, command: 'watch', name: values.name ?? null });
  },
  table: (args) => {
    const { values, positionals } = parse(args, tableCommandOptions);
    return tableInvocation(values, positionals);
  },
  check: (args) => {
    const { values, positionals } = parse(args, { ...templateOptions, ...checkOptions });
    const shared = templateArguments(values, positionals);
    const check = checkArguments(values);
    if (!shared.ok) return shared;
    if (!check.ok) return check;
    return ok({ ...shared.value, ...check.value, command: 'check' });
  },
  validate: (args) => {
    const { values, positionals } = parse(args, templateOptions);
    const shared = templateArguments(values, positionals);
    return shared.ok ? ok({ command: 'validate', ...shared.value }) : shared;
  },
  variables: (args) => {
    const { values, positionals } = parse(args, variablesOptions);
    const template = onlyTemplate(positionals);
    return template.ok ? ok({ command: 'variables', template: template.value, json: values.json }) : template;
  },
  designs: designsArguments,
  new: newArguments,
  fonts: fontsArguments,
  reference: referenceArguments,
};

type BatchValues = RenderValues &
  Parameters<typeof runArguments>[0] &
  Parameters<typeof tableArguments>[0] & {
    readonly format: string;
    readonly rows?: string | undefined;
    readonly list: readonly string[];
    readonly key: readonly string[];
    readonly jobs?: string | undefined;
  } & Readonly<Partial<Record<'out' | 'name' | 'manifest', string | undefined>>>;

/** Parses the arguments of a batch, which `watch` has, too. */
function batchArguments(values: BatchValues, positionals: readonly string[]): Result<BatchInvocation, string> {
  const { out, rows, manifest = null } = values;
  const run = runArguments(values, positionals);
  if (!run.ok) return run;
  const name = values.name ?? run.value.usualName;
  if (out === undefined || out === '') return err('missing output folder: --out FOLDER');
  if (rows === undefined || rows === '') return err('missing table: --rows FILE');
  const shared = renderArguments(values, positionals.slice(0, 1), out, chooseFormat(values.format, ''));
  if (!shared.ok) return shared;
  const jobs = values.jobs === undefined ? null : /^\d{1,2}$/.test(values.jobs) ? Number(values.jobs) : 0;
  if (isReplaced(name)) return err(notUtf8(`--name ${name}`));
  if (jobs === 0) return err(`--jobs ${values.jobs}: use a number from 1 to 99`);
  const lists = listArguments(values.list, values.key);
  if (!lists.ok) return lists;
  const table = tableArguments(values);
  if (!table.ok) return table;
  const { templates, languages, languageColumn } = run.value;
  const ofRun = { templates, languages, languageColumn, table: table.value };
  return ok({ ...shared.value, ...ofRun, command: 'batch', rows, lists: lists.value, name, jobs, manifest });
}

interface RenderValues extends TemplateValues, RequiredCheckValues {
  readonly quality: string;
  readonly 'max-bytes'?: string | undefined;
  readonly encoder: string;
  readonly assets?: string | undefined;
  readonly 'allow-host': readonly string[];
  readonly 'no-cache': boolean;
  readonly package: readonly string[];
}

/** Parses the arguments that `render` and `batch` share. */
function renderArguments(
  values: RenderValues,
  positionals: readonly string[],
  output: string,
  format: Result<FormatName, string>,
): Result<Omit<RenderInvocation, 'command'>, string> {
  const shared = templateArguments(values, positionals);
  if (!shared.ok) return shared;
  if (!format.ok) return format;
  const quality = QUALITIES.find((candidate) => candidate === values.quality);
  if (quality === undefined) return err(`unknown quality ${values.quality}; choose from ${QUALITIES.join(', ')}`);
  const hardware = chooseHardware(values.encoder, format.value);
  if (!hardware.ok) return hardware;
  const maxBytes = chooseMaxBytes(values['max-bytes'], format.value, hardware.value);
  if (!maxBytes.ok) return maxBytes;
  const parts = parsePackage(values.package);
  if (!parts.ok) return parts;
  const requiredCheck = requiredCheckArguments(values);
  if (!requiredCheck.ok) return requiredCheck;
  return ok({
    ...shared.value,
    output,
    format: format.value,
    quality,
    hardware: hardware.value,
    maxBytes: maxBytes.value,
    assetsFolder: values.assets ?? null,
    allowedHosts: values['allow-host'],
    cache: !values['no-cache'],
    package: parts.value,
    requiredCheck: requiredCheck.value,
  });
}

/**
 * Calls `parseArgs` and keeps the result type that it infers from the options. Throws {@link RepeatedOption} for an
 * option with two different values, because one of them would have no effect.
 */
function parse<const Descriptors extends Options>(args: readonly string[], options: Descriptors) {
  const { tokens, ...parsed } = parseArgs({
    args: [...args],
    options,
    allowPositionals: true,
    strict: true,
    tokens: true,
  });
  const valuesByOption = new Map<string, string | undefined>();
  for (const token of tokens) {
    if (token.kind !== 'option' || options[token.name]?.multiple === true) continue;
    const { name, value } = token;
    if (valuesByOption.has(name) && valuesByOption.get(name) !== value) throw new RepeatedOption(name);
    valuesByOption.set(name, value);
  }
  return parsed;
}

class RepeatedOption extends Error {
  override readonly name = 'RepeatedOption';

  constructor(option: string) {
    super(`--${option} is given twice with different values; give it once`);
  }
}

interface TemplateValues {
  readonly var: readonly string[];
  readonly vars?: string | undefined;
  readonly brand?: string | undefined;
  readonly language?: string | undefined;
  readonly loudness?: string | undefined;
  readonly truepeak?: string | undefined;
  readonly json: boolean;
}

function templateArguments(values: TemplateValues, positionals: readonly string[]): Result<TemplateArguments, string> {
  const template = onlyTemplate(positionals);
  if (!template.ok) return template;
  const variables: VariableArgument[] = [];
  for (const argument of values.var) {
    const equals = argument.indexOf('=');
    if (equals < 1) return err(`--var ${argument}: write it as name=value`);
    if (isReplaced(argument)) return err(notUtf8(`--var ${argument}`));
    variables.push({ name: argument.slice(0, equals), value: argument.slice(equals + 1) });
  }
  const { vars: variablesFile = null, brand: brandFile = null, language = null, json } = values;
  const { loudness = null, truepeak = null } = values;
  if (language !== null && !isLanguageTag(language))
    return err(`--language ${language}: use a language tag, such as de or pt-BR`);
  if (loudness !== null && !isLoudnessValue('loudness', loudness))
    return err(`--loudness ${loudness}: use a number from ${boundsOf('loudness')}, or none`);
  if (truepeak !== null && !isLoudnessValue('truepeak', truepeak))
    return err(`--truepeak ${truepeak}: use a number from ${boundsOf('truepeak')}`);
  const given = { language, loudness, truepeak };
  return ok({ template: template.value, variables, variablesFile, brandFile, ...given, json });
}

/** Returns the command with this name; null if there is none. */
export function asCommandName(text: string | undefined): CommandName | null {
  return COMMAND_NAMES.find((name) => name === text) ?? null;
}

function isHelpRequested(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return (end === -1 ? args : args.slice(0, end)).some((argument) => argument === '--help' || argument === '-h');
}

function isArgumentError(error: unknown): error is Error {
  if (error instanceof RepeatedOption) return true;
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

/** Removes Node's advice about positional arguments that start with a dash. */
function firstSentence(message: string): string {
  return message.split(/\.\s/)[0] ?? message;
}
