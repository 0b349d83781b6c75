/** The first error of a text that is not JSON (RFC 8259). */
export interface JsonFault {
  readonly fault: JsonFaultKind;
  /** The line of the error, from 1. */
  readonly line: number;
  /** The column of the error, from 1, in UTF-16 units. */
  readonly column: number;
}

export type JsonFaultKind =
  /** The text ends inside a list, object, or value. */
  | 'end'
  | 'open-text'
  | 'value'
  | 'name'
  | 'colon'
  | 'comma'
  | 'trailing-comma'
  /** A quotation mark other than `"`. */
  | 'quotes'
  /** A line break or another control character inside a text. */
  | 'control'
  | 'escape'
  | 'number'
  /** Another value after the first one, for example in JSON Lines. */
  | 'after';

/** The global of the platform. It is declared here because this folder uses no DOM or Node types. */
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string };
declare const TextEncoder: new () => { encode(text: string): Uint8Array };

/** The number of bytes per step between two yields. A step takes less than a millisecond. */
const STEP_BYTES = 64 * 1024;

const [QUOTE, APOSTROPHE, BACKSLASH, COMMA, COLON] = [0x22, 0x27, 0x5c, 0x2c, 0x3a];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];
const [TAB, LF, CR, SPACE, DOT, MINUS, PLUS, ZERO] = [0x09, 0x0a, 0x0d, 0x20, 0x2e, 0x2d, 0x2b, 0x30];
const LITERALS = ['true', 'false', 'null'].map((word) => new TextEncoder().encode(word));
const ESCAPES: ReadonlySet<number | undefined> = new Set(new TextEncoder().encode('"\\/bfnrt'));

/** Returns the first error of a text; null for valid JSON. A byte order mark at the start is not an error. */
export function jsonFault(text: string | Uint8Array): JsonFault | null {
  const search = searchJsonFault(typeof text === 'string' ? new TextEncoder().encode(text) : text);
  for (;;) {
    const step = search.next();
    if (step.done === true) return step.value;
  }
}

/** Works like {@link jsonFault}, but yields after every 64 KiB, where the caller can pause. */
export function* searchJsonFault(json: Uint8Array): Generator<void, JsonFault | null> {
  const state: State = { levels: [], next: 'value' };
  let at = json[0] === 0xef && json[1] === 0xbb && json[2] === 0xbf ? 3 : 0;
  let pause = STEP_BYTES;
  while (at < json.length) {
    const byte = json[at];
    if (byte === SPACE || byte === LF || byte === CR || byte === TAB) at += 1;
    else {
      const step = readToken(state, json, at);
      if (step.fault !== null) return { fault: step.fault, ...placeOf(json, step.at) };
      at = step.at;
    }
    if (at >= pause) {
      pause = at + STEP_BYTES;
      yield;
    }
  }
  return state.next === 'nothing' ? null : { fault: 'end', ...placeOf(json, json.length) };
}

interface State {
  /** For each open level, whether it is an object. The innermost level is last. */
  readonly levels: boolean[];
  /** The tokens that are valid next. `end` is a closing bracket. */
  next: 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'comma or end' | 'nothing';
}

/** The index after a token, or the index of an error with its kind. */
interface Step {
  readonly at: number;
  readonly fault: JsonFaultKind | null;
}

/** Reads the token at an index. The index must not be at white space. */
function readToken(state: State, json: Uint8Array, at: number): Step {
  const byte = json[at];
  const failed = (fault: JsonFaultKind): Step => ({ at, fault });
  const isInObject = state.levels.at(-1) === true;
  switch (state.next) {
    case 'nothing':
      return failed('after');
    case 'colon':
      if (byte !== COLON) return failed('colon');
      state.next = 'value';
      return { at: at + 1, fault: null };
    case 'comma or end':
      if (byte === (isInObject ? OBJECT_END : LIST_END)) return closeLevel(state, at);
      if (byte !== COMMA) return failed('comma');
      state.next = isInObject ? 'name' : 'value';
      return { at: at + 1, fault: null };
    case 'name':
    case 'name or end':
      return readName(state, json, at);
    default:
      return readValue(state, json, at);
  }
}

function readName(state: State, json: Uint8Array, at: number): Step {
  if (json[at] === OBJECT_END) return state.next === 'name' ? { at, fault: 'trailing-comma' } : closeLevel(state, at);
  if (json[at] !== QUOTE) return { at, fault: isOtherQuote(json, at) ? 'quotes' : 'name' };
  state.next = 'colon';
  return readText(json, at);
}

function closeLevel(state: State, at: number): Step {
  state.levels.pop();
  state.next = state.levels.length === 0 ? 'nothing' : 'comma or end';
  return { at: at + 1, fault: null };
}

function readValue(state: State, json: Uint8Array, at: number): Step {
  const byte = json[at];
  if (byte === LIST || byte === OBJECT) {
    state.levels.push(byte === OBJECT);
    state.next = byte === OBJECT ? 'name or end' : 'value or end';
    return { at: at + 1, fault: null };
  }
  if (byte === LIST_END && state.levels.at(-1) === false)
    return state.next === 'value or end' ? closeLevel(state, at) : { at, fault: 'trailing-comma' };
  state.next = state.levels.length === 0 ? 'nothing' : 'comma or end';
  if (byte === QUOTE) return readText(json, at);
  if (byte === MINUS || isDigit(byte)) return readNumber(json, at);
  const literal = LITERALS.find((word) => word.every((letter, index) => json[at + index] === letter));
  if (literal !== undefined) return { at: at + literal.length, fault: null };
  return { at, fault: isOtherQuote(json, at) ? 'quotes' : 'value' };
}

/** Reads a text. `opening` is the index of its opening quote. */
function readText(json: Uint8Array, opening: number): Step {
  let at = opening + 1;
  for (; at < json.length && json[at] !== QUOTE; at += 1) {
    const byte = json[at] ?? 0;
    if (byte < SPACE) return { at, fault: 'control' };
    if (byte !== BACKSLASH) continue;
    at += 1;
    if (json[at] === 0x75) {
      for (let digit = 1; digit <= 4; digit += 1)
        if (!isHexDigit(json[at + digit])) return { at: at - 1, fault: 'escape' };
      at += 4;
    } else if (!ESCAPES.has(json[at])) return { at: at - 1, fault: 'escape' };
  }
  return at < json.length ? { at: at + 1, fault: null } : { at: opening, fault: 'open-text' };
}

function readNumber(json: Uint8Array, start: number): Step {
  let at = json[start] === MINUS ? start + 1 : start;
  const readDigits = (): boolean => {
    const from = at;
    while (isDigit(json[at])) at += 1;
    return at > from;
  };
  const failed: Step = { at: start, fault: 'number' };
  if (json[at] === ZERO) at += 1;
  else if (!readDigits()) return failed;
  if (json[at] === DOT) {
    at += 1;
    if (!readDigits()) return failed;
  }
  if (((json[at] ?? 0) | 0x20) === 0x65) {
    at += json[at + 1] === PLUS || json[at + 1] === MINUS ? 2 : 1;
    if (!readDigits()) return failed;
  }
  return isDigit(json[at]) || json[at] === DOT ? failed : { at, fault: null };
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= 0x39;
}

function isHexDigit(byte: number | undefined): boolean {
  const lower = (byte ?? 0) | 0x20;
  return isDigit(byte) || (lower >= 0x61 && lower <= 0x66);
}

/** Checks for an apostrophe or a quotation mark from U+2018 to U+201F. */
function isOtherQuote(json: Uint8Array, at: number): boolean {
  const third = json[at + 2] ?? 0;
  return json[at] === APOSTROPHE || (json[at] === 0xe2 && json[at + 1] === 0x80 && third >= 0x98 && third <= 0x9f);
}

/** The maximum number of bytes of a line that are decoded to count columns. */
const LINE_BYTES = 64 * 1024;

function placeOf(json: Uint8Array, at: number): Pick<JsonFault, 'line' | 'column'> {
  let [line, start] = [1, 0];
  for (let index = 0; index < at; index += 1) {
    const byte = json[index];
    if (byte !== LF && !(byte === CR && json[index + 1] !== LF)) continue;
    line += 1;
    start = index + 1;
  }
  const decodedFrom = Math.max(start, at - LINE_BYTES);
  const column = decodedFrom - start + new TextDecoder().decode(json.subarray(decodedFrom, at)).length + 1;
  return { line, column };
}
