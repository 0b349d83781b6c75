import { resolve } from 'node:path';
import { textsOfValue } from '#shared/batch/given-texts.ts';
import { type BrandKit, brandKit } from '#shared/brand/brand-kit.ts';
import { brandValues, mergeBrandValues } from '#shared/brand/brand-values.ts';
import { decodeText, firstBadByte } from '#shared/lib/decode-text.ts';
import { jsonFault } from '#shared/lib/json-fault.ts';
import { pathWritten, repeatedNames } from '#shared/lib/repeated-names.ts';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { message } from '#shared/messages/message.ts';
import { shortened } from '#shared/messages/quoting.ts';
import { jsonFaultWords } from '#shared/messages/requests.en.ts';
import type { Finding } from '#shared/template/document/problem.ts';
import { parseAsWritten } from '#shared/template/values/json-numbers.ts';
import { withLanguage } from '#shared/template/variables/film-language.ts';
import { withLoudness } from '#shared/template/variables/film-loudness.ts';
import { readFileWithin } from '../files/read-at.ts';
import { fileFailure } from './files/file-failure.ts';
import { CommandError } from './shown/report.ts';
import type { TemplateArguments, VariableArgument } from './template-arguments.ts';

export type VariableValues = ReadonlyMap<string, string>;

/**
 * Returns all values of a film: the given values, the values of the brand for other variables, and the requested
 * language and loudness. Relative paths start at `folder`.
 */
export async function readFilmValues(
  args: Pick<TemplateArguments, 'variables' | 'variablesFile' | 'brandFile' | 'language' | 'loudness' | 'truepeak'>,
  folder: string,
): Promise<VariableValues> {
  const givenValues = await readVariableValues(args.variablesFile, folder, args.variables);
  const values = mergeBrandValues(givenValues, await readBrandFile(args.brandFile, folder));
  return withLoudness(withLanguage(values, args.language), args);
}

/** Returns the values of the brand in a file; empty if no file is given. */
export async function readBrandFile(
  name: string | null,
  folder: string,
): Promise<readonly (readonly [name: string, value: string])[]> {
  const brand = await readBrandKit(name, folder);
  return brand === null ? [] : Object.entries(brandValues(brand));
}

/** Returns the brand in a file; null if no file is given. Throws `command/brand-unreadable`. */
export async function readBrandKit(name: string | null, folder: string): Promise<BrandKit | null> {
  if (name === null) return null;
  const text = await readText(resolve(folder, name), name, 'command/brand-unreadable');
  const brand = parseBrand(text);
  if (!brand.ok) throw new CommandError('command/brand-unreadable', `${name}${brand.error}`);
  return brand.value;
}

/** Parses a brand file that the editor exported. The error continues a sentence that starts with the file name. */
export function parseBrand(text: string): Result<BrandKit, string> {
  const json = parseJson(text);
  if (!json.ok) return json;
  const read = brandKit.safeParse(json.value);
  if (read.success) return ok(read.data);
  const [first] = read.error.issues;
  const path = pathWritten(first?.path ?? []);
  return err(`: isn’t a brand: ${path === '' ? '' : `${path}: `}${first?.message ?? ''}`);
}

/**
 * Returns the values of the file and of the arguments. Each argument overrides the file and earlier arguments. Relative
 * paths start at `folder`.
 */
export async function readVariableValues(
  file: string | null,
  folder: string,
  args: readonly VariableArgument[],
): Promise<VariableValues> {
  const fromFile = file === null ? new Map<string, string>() : await readVariablesFile(resolve(folder, file), file);
  return new Map([...fromFile, ...args.map(({ name, value }) => [name, value] as const)]);
}

/** Returns a warning for each name that `--var` gives more than once. The last value is used. */
export function repeatedArguments(args: readonly VariableArgument[]): readonly Finding[] {
  const counts = new Map<string, number>();
  for (const { name } of args) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > 1)
    .map(([name, count]) => ({
      code: 'variable/repeated',
      says: message('variable/repeated', { name: shortened(name), count }),
      at: null,
    }));
}

/** The maximum size of a file of values or of a brand, in bytes. */
const MAX_BYTES = 64_000_000;

/** Reads a file in UTF-8, the encoding of JSON (RFC 8259, 8.1). */
async function readText(
  file: string,
  name: string,
  code: 'command/brand-unreadable' | 'command/variables-unreadable',
): Promise<string> {
  const bytes = await readFileWithin(file, MAX_BYTES).catch((error: unknown) => {
    throw new CommandError(code, fileFailure(name, error), { cause: error });
  });
  if (bytes === null) throw new CommandError(code, `${name}: is larger than 64 MB.`);
  const text = decodeText(bytes);
  if (text !== null) return text;
  const { byte, line } = firstBadByte(bytes);
  throw new CommandError(code, `${name}:${line}: the byte ${byte} isn’t UTF-8. Save the file as UTF-8.`);
}

async function readVariablesFile(file: string, name: string): Promise<VariableValues> {
  const text = await readText(file, name, 'command/variables-unreadable');
  const values = parseVariables(text);
  if (!values.ok) throw new CommandError('command/variables-unreadable', `${name}${values.error}`);
  return values.value;
}

/**
 * Parses a JSON object of values: strings, numbers, booleans, arrays, which are lists, and objects, whose fields are
 * variables such as `customer.name`. The error continues a sentence that starts with the file name.
 */
export function parseVariables(text: string): Result<VariableValues, string> {
  const json = parseJson(text);
  if (!json.ok) return json;
  const object = json.value;
  if (typeof object !== 'object' || object === null || Array.isArray(object))
    return err(
      `: must contain a JSON object of names and values, such as {"title": "Spring"}, but contains ${kindOf(object)}`,
    );
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(object)) {
    const texts = textsOfValue(name, value);
    if (texts === null)
      return err(
        value === null
          ? `: the value of "${name}" must be text, a number, true, false, a list, or an object, but is null`
          : `: the value of "${name}" has too many objects in one another`,
      );
    for (const [variable, variableText] of texts) values.set(variable, variableText);
  }
  return ok(values);
}

function parseJson(text: string): Result<unknown, string> {
  try {
    const json = parseAsWritten(text.replace(/^\uFEFF/, ''));
    const bytes = new TextEncoder().encode(text);
    const [repeated] = repeatedNames(bytes);
    if (repeated === undefined) return ok(json);
    const line = new TextDecoder().decode(bytes.subarray(0, repeated.at)).split('\n').length;
    return err(`:${line}: has the name ${JSON.stringify(repeated.name)} a second time. Remove one of them`);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const { line, column, fault } = jsonFault(text) ?? { line: 1, column: 1, fault: 'value' };
    return err(`:${line}:${column}: isn’t JSON: ${jsonFaultWords[fault]}`);
  }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `the ${typeof value} ${JSON.stringify(value)}`;
}
