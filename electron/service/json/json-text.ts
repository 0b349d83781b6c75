import { decodeText, firstBadByte } from '#shared/lib/decode-text.ts';
import { type JsonFault, searchJsonFault } from '#shared/lib/json-fault.ts';
import { type Message, message } from '#shared/messages/message.ts';
import { parseAsWritten } from '#shared/template/values/json-numbers.ts';
import { ServiceError } from '../errors/service-error.ts';
import { jsonExcessPaced, MAX_NUMBER_CHARACTERS } from '../text/json-excess.ts';
import { yieldRegularly } from '../waiting/yield-regularly.ts';

const MAX_DEPTH = 100;
/** The maximum number of names in one object. Requests need fewer names, and looking up more takes long. */
const MAX_NAMES = 20_000;
/** The number of bytes that are parsed without a pause. For any content, this takes a few milliseconds. */
const PIECE = 64 * 1024;
const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const SPACES: ReadonlySet<number | undefined> = new Set([0x20, 0x09, 0x0a, 0x0d]);
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * Parses JSON that can be hostile. It must be UTF-8 and at most 100 levels deep, have at most 20,000 names in an object
 * and 1,000 characters in a number, and must not contain the key `__proto__`. Parses large JSON in pieces and lets
 * other work run in between. The platform's parser blocks for most of a second on hundreds of thousands of keys. Throws
 * `request/invalid`.
 */
export async function parseJson(
  bytes: Uint8Array,
  { numbers = 'parsed', mostLevels = MAX_DEPTH }: JsonOptions = {},
): Promise<unknown> {
  const read: Read = numbers === 'parsed' ? JSON.parse : parseAsWritten;
  const yieldTurn = yieldRegularly();
  const excess = await jsonExcessPaced(bytes, { levels: mostLevels }, yieldTurn);
  if (excess === 'number') throw refusal(`A number in the JSON has more than ${MAX_NUMBER_CHARACTERS} characters.`);
  if (excess !== null) throw refusal(`The JSON is more than ${mostLevels} levels deep.`);
  const value = async (from: number, to: number): Promise<unknown> => {
    const [start, end] = trimmed(bytes, from, to);
    await yieldTurn();
    if (end - start > PIECE) {
      const [first, last] = [bytes[start], bytes[end - 1]];
      if (first === LIST && last === LIST_END) return await list(...trimmed(bytes, start + 1, end - 1));
      if (first === OBJECT && last === OBJECT_END) return await object(...trimmed(bytes, start + 1, end - 1));
    }
    return parse(read, bytes.subarray(start, end));
  };
  const list = async (from: number, to: number): Promise<unknown[]> => {
    const all: unknown[] = [];
    for (const { start, end, isLarge } of piecesOf(bytes, from, to)) {
      if (isLarge) all.push(await value(start, end));
      else for (const item of parseAs(read, Array.isArray, '[', bytes.subarray(start, end), ']')) all.push(item);
      await yieldTurn();
    }
    return all;
  };
  const object = async (from: number, to: number): Promise<unknown> => {
    const all: Record<string, unknown> = {};
    let names = 0;
    for (const { start, end, isLarge } of piecesOf(bytes, from, to)) {
      if (isLarge) {
        names += 1;
        const colon = endOfKey(bytes, start, end);
        const key = parse(read, bytes.subarray(start, colon));
        if (typeof key !== 'string') throw invalidJson();
        if (key === '__proto__') throw prototypeKey();
        all[key] = await value(colon + 1, end);
      } else {
        const members = parseAs(read, isObject, '{', bytes.subarray(start, end), '}');
        for (const [key, member] of Object.entries(members)) {
          names += 1;
          all[key] = member;
        }
      }
      if (names > MAX_NAMES) throw refusal(`An object in the JSON has more than ${MAX_NAMES} keys.`);
      await yieldTurn();
    }
    return all;
  };
  const hasMark = BYTE_ORDER_MARK.every((byte, at) => bytes[at] === byte);
  try {
    return await value(hasMark ? BYTE_ORDER_MARK.length : 0, bytes.length);
  } catch (error) {
    if (!(error instanceof InvalidJson)) throw error;
    if (error.reason === 'encoding') {
      const { byte, line } = firstBadByte(bytes);
      throw refusal(`The JSON isn’t UTF-8: line ${line} has the byte ${byte}. Send it as UTF-8.`, error);
    }
    const fault = await jsonFaultPaced(bytes, yieldTurn);
    throw refusal(fault === null ? '' : message('body/not-json', fault), error);
  }
}

export interface JsonOptions {
  /**
   * The treatment of numbers. With `as-written`, a number that `JSON.parse` would change becomes a string of its
   * digits.
   */
  readonly numbers?: 'parsed' | 'as-written' | undefined;
  /** The maximum nesting depth of lists and objects; 100 by default. */
  readonly mostLevels?: number;
}

interface Piece {
  readonly start: number;
  readonly end: number;
  /** Whether the piece is a single element that is longer than {@link PIECE}. */
  readonly isLarge: boolean;
}

/** Splits the elements or members between two brackets into pieces of limited length. A comma separates two pieces. */
function* piecesOf(bytes: Uint8Array, from: number, to: number): Generator<Piece> {
  let start = from;
  while (start < to) {
    let end = endOfElement(bytes, start, to);
    if (end - start > PIECE) yield { start, end, isLarge: true };
    else {
      while (end < to) {
        const next = endOfElement(bytes, end + 1, to);
        if (next - start > PIECE) break;
        end = next;
      }
      yield { start, end, isLarge: false };
    }
    // Refuse a comma that does not separate two elements.
    if (trimmed(bytes, start, end).every((at) => at === end) || end + 1 === to) throw invalidJson();
    start = end + 1;
  }
}

/** Returns the index of the comma after an element, or the end of the text. */
function endOfElement(bytes: Uint8Array, from: number, to: number): number {
  let depth = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfText(bytes, at, to);
    else if (byte === LIST || byte === OBJECT) depth += 1;
    else if (byte === LIST_END || byte === OBJECT_END) depth -= 1;
    else if (byte === COMMA && depth === 0) return at;
  }
  return to;
}

/** Returns the index of the colon after a member's key. */
function endOfKey(bytes: Uint8Array, from: number, to: number): number {
  let at = trimmed(bytes, from, to)[0];
  if (bytes[at] !== QUOTE) throw invalidJson();
  at = endOfText(bytes, at, to) + 1;
  while (SPACES.has(bytes[at])) at += 1;
  if (bytes[at] !== COLON) throw invalidJson();
  return at;
}

/** Returns the index of the quote at the end of a text. */
function endOfText(bytes: Uint8Array, opening: number, to: number): number {
  let at = opening + 1;
  while (at < to && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

function trimmed(bytes: Uint8Array, from: number, to: number): readonly [start: number, end: number] {
  let [start, end] = [from, to];
  while (start < end && SPACES.has(bytes[start])) start += 1;
  while (end > start && SPACES.has(bytes[end - 1])) end -= 1;
  return [start, end];
}

type Read = (json: string) => unknown;

function parseAs<Value>(
  read: Read,
  isExpected: (value: unknown) => value is Value,
  opening: string,
  bytes: Uint8Array,
  closing: string,
): Value {
  const value = parse(read, bytes, opening, closing);
  if (!isExpected(value)) throw invalidJson();
  return value;
}

function parse(read: Read, bytes: Uint8Array, prefix = '', suffix = ''): unknown {
  const text = decodeText(bytes, 'utf-8', 'keep');
  if (text === null) throw new InvalidJson('encoding');
  let value: unknown;
  try {
    value = read(prefix + text + suffix);
  } catch (error) {
    // Do not repeat the parser's message, because it quotes the text, which may contain a secret.
    throw invalidJson(error);
  }
  refusePrototypes(value, bytes);
  return value;
}

/** Refuses the key `__proto__`. Searches the value only if its text contains the key or escapes, which is rare. */
function refusePrototypes(value: unknown, bytes: Uint8Array): void {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!isObject(value) || !(text.includes('__proto__') || text.includes('\\u'))) return;
  for (let level: object[] = [value]; level.length > 0; ) {
    if (level.some((item) => Object.hasOwn(item, '__proto__'))) throw prototypeKey();
    level = level.flatMap((item) => Object.values(item).filter(isObject));
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function prototypeKey(): ServiceError {
  return refusal('The JSON can’t have a key `__proto__`.');
}

/** An error in the syntax or the encoding of JSON; its place is unknown. */
class InvalidJson extends Error {
  override readonly name = 'InvalidJson';
  readonly reason: 'syntax' | 'encoding';

  constructor(reason: InvalidJson['reason'], options: ErrorOptions = {}) {
    super(reason, options);
    this.reason = reason;
  }
}

function invalidJson(cause?: unknown): InvalidJson {
  return new InvalidJson('syntax', { cause });
}

/** Returns the first error of JSON; null for valid JSON. Lets other work run in between. */
export async function jsonFaultPaced(bytes: Uint8Array, yieldTurn: () => Promise<void>): Promise<JsonFault | null> {
  const search = searchJsonFault(bytes);
  for (;;) {
    const step = search.next();
    if (step.done === true) return step.value;
    await yieldTurn();
  }
}

function refusal(detail: string | Message, cause?: unknown): ServiceError {
  return new ServiceError('request/invalid', detail, { cause });
}
