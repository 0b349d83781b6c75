import { type ParseArgsOptionDescriptor, parseArgs } from 'node:util';
import { isLanguageTag } from '#shared/formats/languages.ts';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { isLoudnessValue } from '#shared/template/variables/film-loudness.ts';
import { boundsOf, isReplaced, notUtf8, onlyTemplate } from './batch-arguments.ts';

/** The template of a command with the values of its variables. */
export interface TemplateArguments {
  readonly template: string;
  /** The values of `--var`, in order. */
  readonly variables: readonly VariableArgument[];
  readonly variablesFile: string | null;
  /** The brand file. Its values are used for variables that have no other value. */
  readonly brandFile: string | null;
  /** The language of the film; null for the language of the movie. */
  readonly language: string | null;
  /** The loudness of the film; null for the value of the movie. */
  readonly loudness: string | null;
  /** The highest true peak of the film; null for the value of the movie. */
  readonly truepeak: string | null;
  readonly json: boolean;
}

export interface VariableArgument {
  readonly name: string;
  readonly value: string;
}

export type Options = Readonly<Record<string, ParseArgsOptionDescriptor>>;

export const templateOptions = {
  var: { type: 'string', multiple: true, default: [] },
  vars: { type: 'string' },
  brand: { type: 'string' },
  language: { type: 'string' },
  loudness: { type: 'string' },
  truepeak: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const satisfies Options;

/**
 * Calls `parseArgs` and keeps the result type that it infers from the options. Throws {@link RepeatedOption} for an
 * option with two different values, because one would have no effect.
 */
export function parseOptions<const Descriptors extends Options>(args: readonly string[], options: Descriptors) {
  const { tokens, ...parsed } = parseArgs({
    args: withNegativeNumbers(args, options),
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

/**
 * Joins an option and the negative number after it, such as `--loudness -14`. `parseArgs` refuses the separate form,
 * because the number begins like an option. No option begins with a digit.
 */
function withNegativeNumbers(args: readonly string[], options: Options): string[] {
  const joined: string[] = [];
  const end = args.indexOf('--');
  for (const [index, argument] of args.entries()) {
    const before = joined.at(-1) ?? '';
    const isOption = before.startsWith('--') && options[before.slice(2)]?.type === 'string';
    const isBeforeEnd = end === -1 || index < end;
    if (isOption && isBeforeEnd && /^-\.?\d/.test(argument)) joined.splice(-1, 1, `${before}=${argument}`);
    else joined.push(argument);
  }
  return joined;
}

export class RepeatedOption extends Error {
  override readonly name = 'RepeatedOption';

  constructor(option: string) {
    super(`--${option} is given twice with different values; give it once`);
  }
}

export interface TemplateValues {
  readonly var: readonly string[];
  readonly vars?: string | undefined;
  readonly brand?: string | undefined;
  readonly language?: string | undefined;
  readonly loudness?: string | undefined;
  readonly truepeak?: string | undefined;
  readonly json: boolean;
}

export function templateArguments(
  values: TemplateValues,
  positionals: readonly string[],
): Result<TemplateArguments, string> {
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
