import type { z } from 'zod';
import { textsOfValue } from '#shared/batch/given-texts.ts';
import type { renderCalls } from '#shared/contract/calls/renders.ts';
import { type PackageRequest, packageRequest } from '#shared/contract/shapes/package-shapes.ts';
import * as renderShapes from '#shared/contract/shapes/render-shapes.ts';
import type { RequiredCheck } from '#shared/film-check/report.ts';
import { isLanguageTag } from '#shared/formats/languages.ts';
import { assertNever } from '#shared/lib/assert.ts';
import { readByteSize } from '#shared/lib/byte-size.ts';
import { pathWritten, searchRepeatedNames } from '#shared/lib/repeated-names.ts';
import { type Message, message } from '#shared/messages/message.ts';
import { limits } from '#shared/template/document/limits.ts';
import { parseAsWritten } from '#shared/template/values/json-numbers.ts';
import { formatDecimal } from '#shared/template/values/lengths.ts';
import { isLoudnessValue, loudnessBounds } from '#shared/template/variables/film-loudness.ts';
import type { RequestedSpan } from '#shared/timeline/build-timeline.ts';
import type { Destination, DestinationCredentials } from '../../destinations/destination.ts';
import { QUALITIES, type Quality } from '../../engine/formats/format.ts';
import {
  type FormatName,
  formatOf as formatNamed,
  formatNames,
  isFormatName,
  sizedFormats,
} from '../../engine/formats/formats.ts';
import {
  type HardwareName,
  hardwareNames,
  isHardwareName,
  takesHardware,
} from '../../engine/formats/hardware-encoders.ts';
import { fieldIssue } from '../../errors/issues.ts';
import type { Issue } from '../../errors/service-error.ts';
import { jsonFaultPaced } from '../../json/json-text.ts';
import { type JsonExcess, type JsonLimits, jsonExcessPaced, MAX_NUMBER_CHARACTERS } from '../../text/json-excess.ts';
import { yieldRegularly } from '../../waiting/yield-regularly.ts';
import { packageFaults, readRange } from './requested-range.ts';

export type RenderForm = z.output<(typeof renderCalls)['startRender']['body']['schema']>;

/** A destination and its keys. The keys are removed before the request is stored. */
export interface KeyedDestination {
  readonly place: Destination;
  readonly credentials: DestinationCredentials;
}

/** A function that returns the stored keys of an object store by their name; null for an unknown name. */
export type StoredKeys = (name: string) => DestinationCredentials | null;

const noStoredKeys: StoredKeys = () => null;

/** The requested encoding and delivery of a film, independent of its content. */
export interface FilmInput {
  readonly format: FormatName;
  readonly quality: Quality;
  /** The hardware encoder; null for software encoding. */
  readonly hardware: HardwareName | null;
  /** The loudness and the highest true peak of the film; null or absent for the values of the movie. */
  readonly loudness?: string | null;
  readonly truepeak?: string | null;
  /** The maximum size of the film in bytes; null or absent for any size. */
  readonly maxBytes?: number | null;
  /** The parts of the film's package; null or absent for none. */
  readonly package?: PackageRequest | null;
  /** The check before the film is made; null or absent for none. */
  readonly check?: RequiredCheck | null;
  readonly destination: KeyedDestination | null;
  readonly onsuccess: string | null;
  readonly onerror: string | null;
}

/** A parsed form. Invalid fields have their default values, and `issues` describes them. */
export interface ReadForm extends FilmInput {
  readonly subject:
    | { readonly kind: 'xml'; readonly xml: string }
    /** The name of a movie in the project, or in the snapshot with the uid `published`. */
    | { readonly kind: 'movie'; readonly name: string; readonly published: string | null }
    | null;
  readonly variables: ReadonlyMap<string, string>;
  /** The language of the film; null for the language of the movie. */
  readonly language: string | null;
  /** The requested frames; null for the whole film. */
  readonly range: RequestedSpan | null;
  /** The name that lists display. */
  readonly name: string | null;
  /** The name of the template in the project. */
  readonly templateName: string | null;
  readonly async: boolean;
  readonly detach: boolean;
  readonly issues: readonly Issue[];
}

const INVALID = 'render/invalid';
const ADDRESS_LIMIT = 2048;
const NAME_LIMIT = 255;

/** Reads the form of a render, with pauses for other work. Never throws, and reports all issues together. */
export async function readRenderForm(form: RenderForm, storedKeys: StoredKeys = noStoredKeys): Promise<ReadForm> {
  const issues: Issue[] = [];
  const yieldTurn = yieldRegularly();
  const destination = await readJsonField(form.destination, 'destination', issues, yieldTurn);
  const variables = await readJsonField(form.variables, 'variables', issues, yieldTurn);
  const range = await readJsonField(form.range, 'range', issues, yieldTurn);
  const parts = await readJsonField(form.package, 'package', issues, yieldTurn);
  return {
    subject: subjectOf(form, issues),
    variables: variables === null ? new Map() : variablesIn(variables, 'variables', issues),
    language: languageOf(form.language, issues),
    range: readRange(range, issues),
    name: nameOf(form.name, 'name', issues),
    templateName: nameOf(form.template_name, 'template_name', issues) ?? nameOf(form.movie, 'movie', []),
    async: flagOf(form.async, 'async', issues),
    detach: flagOf(form.detach, 'detach', issues),
    ...readFilmInput(
      { ...form, destination: destination ?? undefined, package: parts ?? undefined },
      issues,
      storedKeys,
    ),
    issues,
  };
}

/** Reads the fields that a form and a batch share. Adds their problems to `issues`. */
export function readFilmInput(
  fields: {
    readonly format?: string | undefined;
    readonly quality?: string | undefined;
    readonly encoder?: string | undefined;
    readonly loudness?: string | number | undefined;
    readonly truepeak?: string | number | undefined;
    readonly maxbytes?: string | number | undefined;
    readonly package?: unknown;
    readonly destination?: unknown;
    readonly onsuccess?: string | undefined;
    readonly onerror?: string | undefined;
  },
  issues: Issue[],
  storedKeys: StoredKeys = noStoredKeys,
): FilmInput {
  const format = formatOf(fields.format, issues);
  const hardware = hardwareIn(fields.encoder, format, issues);
  return {
    format,
    hardware,
    quality: qualityOf(fields.quality, issues),
    loudness: loudnessOf(fields.loudness, 'loudness', issues),
    truepeak: loudnessOf(fields.truepeak, 'truepeak', issues),
    maxBytes: maxBytesIn(fields.maxbytes, { format, hardware }, issues),
    package: fields.package === undefined ? null : packageOf(fields.package, issues),
    destination: fields.destination === undefined ? null : destinationOf(fields.destination, issues, storedKeys),
    onsuccess: addressOf(fields.onsuccess, 'onsuccess', issues),
    onerror: addressOf(fields.onerror, 'onerror', issues),
  };
}

function subjectOf({ template = '', movie = '', published = '' }: RenderForm, issues: Issue[]): ReadForm['subject'] {
  if (template !== '' && movie === '' && published === '') return { kind: 'xml', xml: template };
  if (movie !== '' && template === '')
    return { kind: 'movie', name: movie, published: published === '' ? null : published };
  const problem =
    template === ''
      ? message('field/no-template-or-movie')
      : movie === ''
        ? message('field/published-without-movie')
        : message('field/template-and-movie');
  issues.push(fieldIssue(INVALID, 'template', problem));
  return null;
}

function formatOf(text: string | undefined, issues: Issue[]): FormatName {
  if (text === undefined || text === '') return 'mp4';
  if (isFormatName(text)) return text;
  issues.push(fieldIssue(INVALID, 'format', message('field/no-such-format', { names: formatNames })));
  return 'mp4';
}

function qualityOf(text: string | undefined, issues: Issue[]): Quality {
  if (text === undefined || text === '') return 'standard';
  const quality = QUALITIES.find((name) => name === text);
  if (quality === undefined)
    issues.push(fieldIssue(INVALID, 'quality', message('field/no-such-quality', { names: QUALITIES })));
  return quality ?? 'standard';
}

/** Reads the language. Returns null if it is missing or not a valid language tag. */
function languageOf(text: string | undefined, issues: Issue[]): string | null {
  const tag = text?.trim() ?? '';
  if (tag === '') return null;
  if (isLanguageTag(tag)) return tag;
  issues.push(fieldIssue(INVALID, 'language', message('field/no-language', { field: 'language' })));
  return null;
}

/** Reads a loudness or a true peak. Returns null if it is missing or invalid. */
function loudnessOf(
  given: string | number | undefined,
  field: 'loudness' | 'truepeak',
  issues: Issue[],
): string | null {
  const text = typeof given === 'number' ? formatDecimal(given) : String(given ?? '').trim();
  if (text === '') return null;
  if (isLoudnessValue(field, text)) return text;
  const values = { field, ...loudnessBounds[field] };
  const problem = field === 'loudness' ? message('field/no-loudness', values) : message('field/out-of-bounds', values);
  issues.push(fieldIssue(INVALID, field, problem));
  return null;
}

/** Reads the maximum size of a film in bytes. Returns null if it is missing or invalid. */
function maxBytesIn(
  given: string | number | undefined,
  { format, hardware }: Pick<FilmInput, 'format' | 'hardware'>,
  issues: Issue[],
): number | null {
  const text = typeof given === 'number' ? formatDecimal(given) : String(given ?? '').trim();
  if (text === '') return null;
  const bytes = readByteSize(text);
  if (bytes === null)
    issues.push(fieldIssue(INVALID, 'maxbytes', message('field/no-byte-size', { field: 'maxbytes' })));
  const { label, sizing } = formatNamed(format);
  if (sizing === undefined)
    issues.push(fieldIssue(INVALID, 'maxbytes', message('format/no-size', { format: label, names: sizedFormats })));
  else if (hardware !== null) issues.push(fieldIssue(INVALID, 'maxbytes', message('format/no-size-by-hardware')));
  return bytes;
}

/** Reads the parts of a package. Returns null if they are invalid. */
function packageOf(value: unknown, issues: Issue[]): PackageRequest | null {
  const parsed = packageRequest.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const { field, says } of packageFaults(value)) issues.push(fieldIssue(INVALID, field, says));
  return null;
}

/**
 * Reads the encoder. Returns null for software encoding, which is the default. For an invalid encoder, adds an issue
 * and returns null.
 */
function hardwareIn(text: string | undefined, format: FormatName, issues: Issue[]): HardwareName | null {
  if (text === undefined || text === '' || text === 'software') return null;
  if (!isHardwareName(text)) {
    const names = ['software', ...hardwareNames];
    issues.push(fieldIssue(INVALID, 'encoder', message('field/no-such-encoder', { names })));
    return null;
  }
  if (takesHardware(format)) return text;
  const { label } = formatNamed(format);
  issues.push(fieldIssue(INVALID, 'encoder', message('field/no-hardware-for-format', { format: label })));
  return null;
}

/** Reads the displayed name: any characters up to the limit. Returns null if it is missing or invalid. */
function nameOf(text: string | undefined, path: string, issues: Issue[]): string | null {
  if (text === undefined || text === '') return null;
  if (text.length <= NAME_LIMIT) return text;
  issues.push(fieldIssue(INVALID, path, message('field/too-long', { field: path, most: NAME_LIMIT })));
  return null;
}

function flagOf(text: string | undefined, path: string, issues: Issue[]): boolean {
  const word = text?.toLowerCase() ?? '';
  if (word === 'true') return true;
  if (word !== '' && word !== 'false')
    issues.push(fieldIssue(INVALID, path, message('field/no-boolean', { field: path })));
  return false;
}

/**
 * Reads an address for notifications. Returns null if it is missing or invalid. The address guard checks its host
 * before the render and before each notification.
 */
function addressOf(text: string | undefined, path: string, issues: Issue[]): string | null {
  if (text === undefined || text === '') return null;
  const url = text.length <= ADDRESS_LIMIT && URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    issues.push(fieldIssue(INVALID, path, message('field/no-address', { field: path })));
  else if (url.username !== '' || url.password !== '')
    issues.push(fieldIssue(INVALID, path, message('field/address-with-credentials', { field: path })));
  else return text;
  return null;
}

/**
 * Reads a destination, which contains its keys or the name of stored keys. Returns null if it is invalid. Issues never
 * contain a received value, because it may be a key.
 */
function destinationOf(value: unknown, issues: Issue[], storedKeys: StoredKeys): KeyedDestination | null {
  const parsed = renderShapes.destination.safeParse(value);
  if (!parsed.success) {
    for (const { path } of parsed.error.issues) {
      const field = ['destination', ...path.map(String)].join('.');
      issues.push(fieldIssue(INVALID, field, message('field/missing-or-wrong', { field })));
    }
    return null;
  }
  const { bucket, filename, endpoint = null, region = null, credentials, ...sent } = parsed.data;
  const place = { kind: 'object_store', bucket, filename, endpoint, region } as const;
  if (credentials !== undefined) {
    const stored = storedKeys(credentials);
    if (stored !== null) return { place, credentials: stored };
    issues.push(fieldIssue(INVALID, 'destination.credentials', message('field/no-such-keys')));
    return null;
  }
  const accessKeyId = sent.access_key_id ?? sent.aws_access_key_id ?? '';
  const secretAccessKey = sent.secret_access_key ?? sent.aws_secret_access_key ?? '';
  const missing = [
    ...(accessKeyId === '' ? ['access_key_id'] : []),
    ...(secretAccessKey === '' ? ['secret_access_key'] : []),
  ];
  for (const name of missing)
    issues.push(fieldIssue(INVALID, `destination.${name}`, message('field/missing', { field: `destination.${name}` })));
  if (missing.length > 0) return null;
  return { place, credentials: { accessKeyId, secretAccessKey } };
}

/** The maximum number of reported issues. A user corrects a few issues at a time. */
const MAX_ISSUES = 1000;

/**
 * Returns the value of a JSON form field; null if it is missing or invalid. Adds an issue with line and column for
 * invalid JSON. The issue omits the message of the parser, which may quote a key.
 */
export async function readJsonField(
  text: string | undefined,
  path: string,
  issues: Issue[],
  yieldTurn = yieldRegularly(),
): Promise<unknown> {
  if (text === undefined || text.trim() === '') return null;
  await yieldTurn();
  const excess = await jsonExcessPaced(new TextEncoder().encode(text), JSON_LIMITS, yieldTurn);
  if (excess !== null) {
    issues.push(fieldIssue(INVALID, path, excessMessage(excess, path)));
    return null;
  }
  await yieldTurn();
  try {
    return parseAsWritten(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const fault = await jsonFaultPaced(new TextEncoder().encode(text), yieldTurn);
    issues.push({
      ...fieldIssue(INVALID, path, message('field/not-json', { field: path, ...fault })),
      ...(fault !== null && { line: fault.line, column: fault.column }),
    });
    return null;
  }
}

/** Returns the paths of fields that occur repeatedly in the JSON of a valid form, such as `variables.title`. */
export async function repeatedInForm(form: RenderForm): Promise<readonly string[]> {
  const yieldTurn = yieldRegularly();
  const paths: string[] = [];
  for (const field of ['destination', 'variables', 'range', 'package'] as const)
    for (const repeated of searchRepeatedNames(new TextEncoder().encode(form[field] ?? ''))) {
      if (repeated !== null) paths.push(pathWritten([field, ...repeated.path]));
      await yieldTurn();
    }
  return paths;
}

/**
 * The limits of JSON in a field. No useful field has so many commas, and parsing hundreds of thousands of names would
 * block other requests. The deepest value is a destination with one level.
 */
const JSON_LIMITS = { levels: 100, commas: 2 * limits.givenValues } as const satisfies JsonLimits;

function excessMessage(excess: JsonExcess, field: string): Message {
  switch (excess) {
    case 'levels':
      return message('field/too-deep', { field, most: JSON_LIMITS.levels });
    case 'commas':
      return message('field/too-many-values', { field, most: JSON_LIMITS.commas });
    case 'number':
      return message('field/long-number', { field, most: MAX_NUMBER_CHARACTERS });
    default:
      return assertNever(excess);
  }
}

/**
 * Returns values by name from an object of strings, numbers, booleans, arrays (for lists), and objects with nested
 * values. Adds issues for other values.
 */
export function variablesIn(value: unknown, path: string, issues: Issue[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    issues.push(fieldIssue(INVALID, path, message('field/no-object', { field: path })));
    return values;
  }
  const names = Object.keys(value);
  if (names.length > limits.givenValues) {
    issues.push(
      fieldIssue(
        INVALID,
        path,
        message('field/more-values-than-allowed', { field: path, count: names.length, most: limits.givenValues }),
      ),
    );
    return values;
  }
  for (const [name, variableValue] of Object.entries(value)) {
    if (issues.length >= MAX_ISSUES) break;
    const texts = textsOfValue(name, variableValue);
    for (const [variable, text] of texts ?? []) values.set(variable, text);
    if (texts === null) {
      const shortName = name.slice(0, 255);
      issues.push(
        fieldIssue(INVALID, `${path}.${shortName}`, message('field/value-of-no-simple-kind', { name: shortName })),
      );
    }
  }
  return values;
}
