import type { Drawing } from './drawing.ts';

/** Returns the digest of a drawing's data. Equal drawings have the same key in any field order. */
export function drawingKey(drawing: Drawing): string {
  return sha256(JSON.stringify(drawing, inOrder));
}

/** Sorts the fields of objects by name. Used as a replacer for `JSON.stringify`. */
function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** The fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2). */
const ROUNDS = fractions(64, Math.cbrt);
/** The fractional parts of the square roots of the first eight primes (5.3.3). */
const START = fractions(8, Math.sqrt);

/**
 * Returns the SHA-256 of a text's UTF-8 bytes, in lower-case hex (FIPS 180-4). The function is synchronous, runs in
 * Node and in pages, and is slow for long texts.
 */
export function sha256(text: string): string {
  const blocks = padded(utf8(text));
  const hash = Uint32Array.from(START);
  const schedule = new Uint32Array(64);
  for (let at = 0; at < blocks.length; at += 16) addBlock(hash, blocks.subarray(at, at + 16), schedule);
  return Array.from(hash, (word) => word.toString(16).padStart(8, '0')).join('');
}

function addBlock(hash: Uint32Array, block: Uint32Array, schedule: Uint32Array): void {
  schedule.set(block);
  for (let t = 16; t < 64; t++) {
    const [before, early] = [word(schedule, t - 2), word(schedule, t - 15)];
    const one = rotateRight(before, 17) ^ rotateRight(before, 19) ^ (before >>> 10);
    const zero = rotateRight(early, 7) ^ rotateRight(early, 18) ^ (early >>> 3);
    schedule[t] = one + word(schedule, t - 7) + zero + word(schedule, t - 16);
  }
  let [a, b, c, d, e, f, g, h] = [0, 1, 2, 3, 4, 5, 6, 7].map((index) => word(hash, index)) as Eight;
  for (let t = 0; t < 64; t++) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first =
      h + (rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)) + choice + word(ROUNDS, t) + word(schedule, t);
    const second = (rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)) + majority;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) >>> 0, c, b, a, (first + second) >>> 0];
  }
  for (const [index, value] of [a, b, c, d, e, f, g, h].entries()) hash[index] = word(hash, index) + value;
}

type Eight = [number, number, number, number, number, number, number, number];

/** Pads the bytes to whole blocks of sixteen words: the bytes, a 1 bit, zeros, and the length in bits (5.1.1). */
function padded(bytes: Uint8Array): Uint32Array {
  const blocks = new Uint32Array(Math.ceil((bytes.length + 9) / 64) * 16);
  const put = (at: number, byte: number) => {
    blocks[at >> 2] = word(blocks, at >> 2) | (byte << (24 - 8 * (at & 3)));
  };
  for (const [at, byte] of bytes.entries()) put(at, byte);
  put(bytes.length, 0x80);
  blocks[blocks.length - 2] = Math.floor((bytes.length * 8) / 2 ** 32);
  blocks[blocks.length - 1] = bytes.length * 8;
  return blocks;
}

function utf8(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text.toWellFormed()) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
  }
  return Uint8Array.from(bytes);
}

function rotateRight(value: number, bits: number): number {
  return (value >>> bits) | (value << (32 - bits));
}

function word(words: Uint32Array, index: number): number {
  return words[index] ?? 0;
}

function fractions(count: number, root: (value: number) => number): Uint32Array {
  const words: number[] = [];
  for (let candidate = 2; words.length < count; candidate++) {
    let isPrime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor++) if (candidate % divisor === 0) isPrime = false;
    if (isPrime) words.push(Math.floor((root(candidate) % 1) * 2 ** 32));
  }
  return Uint32Array.from(words);
}
