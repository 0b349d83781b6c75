import { decodeText, encodingOfMark } from '../../lib/decode-text.ts';
import { err, ok, type Result } from '../../lib/result.ts';

type Triple = readonly [red: number, green: number, blue: number];

/** A color table. One dimension maps red, green, and blue separately; three dimensions map a color as a whole. */
export interface Cube {
  readonly dimensions: 1 | 3;
  /** The number of entries along an axis. */
  readonly size: number;
  /** The input value of the first entry; usually 0. */
  readonly least: Triple;
  /** The input value of the last entry; usually 1. */
  readonly most: Triple;
  /** Red, green, and blue of each entry; red varies fastest. */
  readonly values: Float32Array;
}

/** The reason why a text is not a valid table, with the line, counted from 1. */
export interface CubeFault {
  readonly of: 'no-size' | 'two-sizes' | 'size' | 'line' | 'count' | 'range';
  readonly line: number;
}

/** The limits of a table file in bytes, and of the number of entries along an axis. */
export const cubeLimits = { bytes: 16 * 2 ** 20, size1d: 65_536, size3d: 65 };

/** The number of lines between two yields. */
const LINES_PER_STEP = 2000;
/** The maximum number of characters in a line. */
const MAX_LINE_LENGTH = 1000;
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * Decodes a .cube file and removes its byte order mark. Every byte is valid: the numbers are ASCII, but a title can
 * have any encoding.
 */
export function decodeCube(bytes: Uint8Array): string {
  const marked = encodingOfMark(bytes);
  return (marked === null ? null : decodeText(bytes, marked)) ?? decodeText(bytes, 'windows-1252') ?? '';
}

/** Reads a .cube file synchronously; see {@link readingCube}. */
export function readCube(text: string): Result<Cube, CubeFault> {
  const reading = readingCube(text);
  for (;;) {
    const step = reading.next();
    if (step.done === true) return step.value;
  }
}

/**
 * Reads a .cube file (Adobe's Cube LUT Specification 1.0, with the input ranges of DaVinci Resolve) in steps. Stores at
 * most as many numbers as the declared size requires, even if the text is longer.
 */
export function* readingCube(text: string): Generator<void, Result<Cube, CubeFault>> {
  const reading: Reading = { size: null, dimensions: 3, least: [0, 0, 0], most: [1, 1, 1], values: null, filled: 0 };
  const lineEnd = /\r\n|\r|\n/g;
  let line = 0;
  for (let from = 0; from <= text.length; ) {
    line += 1;
    if (line % LINES_PER_STEP === 0) yield;
    lineEnd.lastIndex = from;
    const lineBreak = lineEnd.exec(text);
    const end = lineBreak?.index ?? text.length;
    const fault = end - from > MAX_LINE_LENGTH ? 'line' : readLine(reading, text.slice(from, end).trim());
    if (fault !== null) return err({ of: fault, line });
    from = end + (lineBreak?.[0].length ?? 1);
  }
  const { size, dimensions, least, most, values, filled } = reading;
  if (size === null) return err({ of: 'no-size', line });
  if (values === null || filled < values.length) return err({ of: 'count', line });
  if (least.some((value, axis) => !((most[axis] ?? 0) > value))) return err({ of: 'range', line });
  return ok({ dimensions, size, least, most, values });
}

interface Reading {
  size: number | null;
  dimensions: 1 | 3;
  least: Triple;
  most: Triple;
  values: Float32Array | null;
  filled: number;
}

/** Reads a line. Returns the fault; null if there is none. */
function readLine(reading: Reading, written: string): CubeFault['of'] | null {
  if (written === '' || written.startsWith('#')) return null;
  const [word = '', ...rest] = written.split(/\s+/);
  if (!DECIMAL.test(word)) return readKeyword(reading, word, rest);
  if (reading.size === null) return 'no-size';
  const colors = numbersIn([word, ...rest], 3);
  if (colors === null) return 'line';
  reading.values ??= new Float32Array(3 * reading.size ** reading.dimensions);
  if (reading.filled === reading.values.length) return 'count';
  reading.values.set(colors, reading.filled);
  reading.filled += 3;
  return null;
}

/** Reads a line with a keyword. Returns the fault; null if there is none. */
function readKeyword(reading: Reading, word: string, rest: readonly string[]): CubeFault['of'] | null {
  switch (word) {
    case 'TITLE':
      return null;
    case 'LUT_1D_SIZE':
      return readSize(reading, 1, rest);
    case 'LUT_3D_SIZE':
      return readSize(reading, 3, rest);
    case 'DOMAIN_MIN':
    case 'DOMAIN_MAX': {
      const [red = 0, green = 0, blue = 0] = numbersIn(rest, 3) ?? [];
      reading[word === 'DOMAIN_MIN' ? 'least' : 'most'] = [red, green, blue];
      return numbersIn(rest, 3) === null ? 'line' : null;
    }
    case 'LUT_1D_INPUT_RANGE':
    case 'LUT_3D_INPUT_RANGE': {
      const [least = 0, most = 0] = numbersIn(rest, 2) ?? [];
      reading.least = [least, least, least];
      reading.most = [most, most, most];
      return numbersIn(rest, 2) === null ? 'line' : null;
    }
    default:
      return 'line';
  }
}

function readSize(reading: Reading, dimensions: 1 | 3, rest: readonly string[]): CubeFault['of'] | null {
  if (reading.size !== null) return 'two-sizes';
  const [size = 0] = numbersIn(rest, 1) ?? [];
  if (!Number.isInteger(size) || size < 2 || size > cubeLimits[dimensions === 1 ? 'size1d' : 'size3d']) return 'size';
  reading.size = size;
  reading.dimensions = dimensions;
  return null;
}

/** Parses a list of exactly `count` numbers; null if the list is invalid. */
function numbersIn(words: readonly string[], count: number): readonly number[] | null {
  if (words.length !== count || !words.every((word) => DECIMAL.test(word))) return null;
  const numbers = words.map(Number);
  return numbers.every((value) => Number.isFinite(Math.fround(value))) ? numbers : null;
}
