const [QUOTE, BACKSLASH, COMMA, PLUS, MINUS, POINT, ZERO, NINE] = [0x22, 0x5c, 0x2c, 0x2b, 0x2d, 0x2e, 0x30, 0x39];
const [LIST, LIST_END, OBJECT, OBJECT_END, LARGE_E, SMALL_E] = [0x5b, 0x5d, 0x7b, 0x7d, 0x45, 0x65];

/** The maximum length of a number. The longest number that a program writes exactly has about 770 digits. */
export const MAX_NUMBER_CHARACTERS = 1000;
/** The number of bytes that are searched without a pause. Searching them takes less than a millisecond. */
const PIECE = 64 * 1024;

export interface JsonLimits {
  /** The maximum nesting depth of lists and objects. */
  readonly levels: number;
  /** The maximum number of commas, which separate members and elements; no limit by default. */
  readonly commas?: number;
}

/** The limit that a JSON text exceeds. */
export type JsonExcess = 'levels' | 'commas' | 'number';

/**
 * Searches JSON for the first violation of a limit without parsing it. A parser would block for a long time on millions
 * of levels, or on a number of millions of digits. Yields after each 64 KiB, so that the caller can pause. Returns null
 * if the limits hold. The result is arbitrary for text that is not JSON.
 */
export function* searchJsonExcess(
  json: Uint8Array,
  { levels, commas = Number.POSITIVE_INFINITY }: JsonLimits,
): Generator<undefined, JsonExcess | null> {
  let [depth, commaCount, pause] = [0, 0, PIECE];
  for (let at = 0; at < json.length; at++) {
    if (at >= pause) {
      pause = at + PIECE;
      yield;
    }
    switch (json[at]) {
      case QUOTE:
        at = endOfText(json, at);
        break;
      case LIST:
      case OBJECT:
        depth += 1;
        if (depth > levels) return 'levels';
        break;
      case LIST_END:
      case OBJECT_END:
        depth -= 1;
        break;
      case COMMA:
        commaCount += 1;
        if (commaCount > commas) return 'commas';
        break;
      default:
        if (isNumberCharacter(json[at])) {
          const length = lengthOfNumber(json, at);
          if (length > MAX_NUMBER_CHARACTERS) return 'number';
          at += length - 1;
        }
    }
  }
  return null;
}

/** Returns the result of {@link searchJsonExcess}, without pauses. */
export function jsonExcess(json: Uint8Array, limits: JsonLimits): JsonExcess | null {
  const search = searchJsonExcess(json, limits);
  for (;;) {
    const step = search.next();
    if (step.done === true) return step.value;
  }
}

/** Returns the result of {@link searchJsonExcess}. Awaits `yieldTurn` after each piece of the text. */
export async function jsonExcessPaced(
  json: Uint8Array,
  limits: JsonLimits,
  yieldTurn: () => Promise<void>,
): Promise<JsonExcess | null> {
  const search = searchJsonExcess(json, limits);
  for (;;) {
    const step = search.next();
    if (step.done === true) return step.value;
    await yieldTurn();
  }
}

/** Returns the index of the closing quote. */
function endOfText(json: Uint8Array, opening: number): number {
  let at = opening + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}

/** Returns the length of a number. Stops after the limit. */
function lengthOfNumber(json: Uint8Array, start: number): number {
  let length = 1;
  while (length <= MAX_NUMBER_CHARACTERS && isNumberCharacter(json[start + length])) length += 1;
  return length;
}

function isNumberCharacter(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  if (byte >= ZERO && byte <= NINE) return true;
  return byte === POINT || byte === MINUS || byte === PLUS || byte === SMALL_E || byte === LARGE_E;
}
