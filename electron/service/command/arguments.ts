import { basename } from 'node:path';
import type { PackageRequest } from '#shared/contract/shapes/package-shapes.ts';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { QUALITIES, type Quality } from '../engine/formats/format.ts';
import type { FormatName } from '../engine/formats/formats.ts';
import type { HardwareName } from '../engine/formats/hardware-encoders.ts';
import {
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
import { type FrameInvocation, frameArguments, type SheetInvocation, sheetArguments } from './picture-arguments.ts';
import {
  type BrandedCheck,
  type RequiredCheckValues,
  requiredCheckArguments,
  requiredCheckOptions,
} from './required-check.ts';
import {
  type Options,
  parseOptions,
  RepeatedOption,
  type TemplateArguments,
  type TemplateValues,
  templateArguments,
  templateOptions,
} from './template-arguments.ts';
import { type TestInvocation, testArguments } from './test-arguments.ts';

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
  | FrameInvocation
  | SheetInvocation
  | TestInvocation
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
  readonly requiredCheck: BrandedCheck | null;
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
  /** The options for reading the table. */
  readonly table: Omit<RowsOptions, 'language'>;
  /** The tables that fill lists by key. */
  readonly lists: readonly ListArgument[];
  /** The pattern of file names, with `${column}` and `${index}`. */
  readonly name: string;
  /** The maximum number of films that are made at the same time; null for the plan of this machine. */
  readonly jobs: number | null;
  readonly manifest: string | null;
}

/** The arguments of `watch`. If `name` is null, the value of the key column names the film. */
export type WatchInvocation = Omit<BatchInvocation, 'command' | 'name' | 'manifest'> &
  WatchArguments & { readonly command: 'watch'; readonly name: string | null };

const COMMAND_NAMES = [
  'render',
  'batch',
  'watch',
  'table',
  'check',
  'frame',
  'sheet',
  'test',
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
    const { values, positionals } = parseOptions(args, renderOptions);
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
    const { values, positionals } = parseOptions(args, batchOptions);
    return batchArguments(values, positionals);
  },
  watch: (args) => {
    const { values, positionals } = parseOptions(args, { ...batchOptions, ...watchOptions });
    const watch = watchArguments(values, positionals);
    if (!watch.ok) return watch;
    const batch = batchArguments({ ...values, key: watch.value.listKeys }, positionals.slice(0, 1));
    if (!batch.ok) return batch;
    return ok({ ...batch.value, ...watch.value.watch, command: 'watch', name: values.name ?? null });
  },
  table: (args) => {
    const { values, positionals } = parseOptions(args, tableCommandOptions);
    return tableInvocation(values, positionals);
  },
  check: (args) => {
    const { values, positionals } = parseOptions(args, { ...templateOptions, ...checkOptions });
    const shared = templateArguments(values, positionals);
    const check = checkArguments(values);
    if (!shared.ok) return shared;
    if (!check.ok) return check;
    return ok({ ...shared.value, ...check.value, command: 'check' });
  },
  frame: frameArguments,
  sheet: sheetArguments,
  test: testArguments,
  validate: (args) => {
    const { values, positionals } = parseOptions(args, templateOptions);
    const shared = templateArguments(values, positionals);
    return shared.ok ? ok({ command: 'validate', ...shared.value }) : shared;
  },
  variables: (args) => {
    const { values, positionals } = parseOptions(args, variablesOptions);
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

/** Parses the arguments that `batch` and `watch` share. */
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
