import { encodeQR } from 'qr';
import type { Paint } from './color.ts';

/** The levels of error correction of QR codes (ISO/IEC 18004, 6.5.1). */
export const CODE_LEVELS = ['L', 'M', 'Q', 'H'] as const;
export type CodeLevel = (typeof CODE_LEVELS)[number];

/** The content and the look of a code. */
export interface CodeDesign {
  /** The content. Its length must be within the capacity at this level. */
  readonly content: string;
  readonly level: CodeLevel;
  /** The width of the quiet zone, in modules. */
  readonly margin: number;
  readonly color: Paint;
  readonly background: Paint;
}

type CodeMode = 'numeric' | 'alphanumeric' | 'byte';

/** A QR code without its quiet zone. */
export interface QrCode {
  readonly mode: CodeMode;
  /** The version, 1 to 40. */
  readonly version: number;
  /** The number of modules per side. */
  readonly modules: number;
  /** The modules in row-major order: 1 is dark, 0 is light. */
  readonly dark: Uint8Array;
}

/** The codes of recent contents. A code of version 40 has 31,329 bytes. */
const known = new Map<string, QrCode | null>();
const MAX_KNOWN = 200;

/**
 * Returns the QR code of a content: one segment in the shortest mode, the smallest version, and the mask with the
 * lowest penalty. Returns null if the content is empty or exceeds the capacity of version 40 at this level.
 */
export function qrCode(content: string, level: CodeLevel): QrCode | null {
  const key = level + content;
  const before = known.get(key);
  if (before !== undefined) return before;
  const code = content === '' ? null : encoded(content, level);
  if (known.size >= MAX_KNOWN) known.clear();
  // Do not cache contents that are too long: their keys would need too much memory.
  if (code !== null) known.set(key, code);
  return code;
}

const LEVEL_NAMES = { L: 'low', M: 'medium', Q: 'quartile', H: 'high' } as const;

/** The capacity of version 40 at level L in the densest mode (ISO/IEC 18004, table 7). */
const MAX_DIGITS = 7089;

function encoded(content: string, level: CodeLevel): QrCode | null {
  if (content.length > MAX_DIGITS) return null;
  const mode = modeOf(content);
  let best: { readonly dark: Uint8Array; readonly modules: number; readonly penalty: number } | null = null;
  for (let mask = 0; mask < MASKS; mask++) {
    const rows = withMask(content, { ecc: LEVEL_NAMES[level], encoding: mode, mask, border: 1 });
    if (rows === null) return null;
    const modules = rows.length - 2;
    const dark = new Uint8Array(modules * modules);
    for (let y = 0; y < modules; y++)
      for (let x = 0; x < modules; x++) dark[y * modules + x] = rows[y + 1]?.[x + 1] === true ? 1 : 0;
    const penalty = penaltyOf(dark, modules);
    if (best === null || penalty < best.penalty) best = { dark, modules, penalty };
  }
  if (best === null) return null;
  const { dark, modules } = best;
  return { mode, version: (modules - 17) / 4, modules, dark };
}

const MASKS = 8;

/** The error message of the QR library for a content that exceeds the capacity of version 40. */
const TOO_LONG = 'Capacity overflow';

function withMask(content: string, options: Parameters<typeof encodeQR>[2]): boolean[][] | null {
  try {
    return encodeQR(content, 'raw', options);
  } catch (error) {
    if (error instanceof Error && error.message === TOO_LONG) return null;
    throw error;
  }
}

function modeOf(content: string): CodeMode {
  if (/^[0-9]*$/.test(content)) return 'numeric';
  return /^[0-9A-Z $%*+\-./:]*$/.test(content) ? 'alphanumeric' : 'byte';
}

/** Returns the penalty of a symbol (ISO/IEC 18004, 7.8.3.1, table 11). */
function penaltyOf(dark: Uint8Array, modules: number): number {
  let penalty = 0;
  for (let line = 0; line < modules; line++) {
    penalty += linePenalty(dark, modules, line * modules, 1);
    penalty += linePenalty(dark, modules, line, modules);
  }
  let count = 0;
  for (let y = 0; y < modules; y++)
    for (let x = 0; x < modules; x++) {
      const at = y * modules + x;
      const color = dark[at] ?? 0;
      count += color;
      if (x + 1 === modules || y + 1 === modules) continue;
      if (dark[at + 1] === color && dark[at + modules] === color && dark[at + modules + 1] === color) penalty += 3;
    }
  // The penalty is 10 per 5 % of difference between the share of dark modules and one half.
  const share = (100 * count) / (modules * modules);
  return penalty + 10 * Math.floor(Math.abs(share - 50) / 5);
}

/** The bits of the pattern 1:1:3:1:1 with four light modules before or after it. */
const LIGHT_BEFORE = 0b00001011101;
const LIGHT_AFTER = 0b10111010000;
const PATTERN_BITS = 0b11111111111;

/** Returns the penalty of the runs, and of the patterns that resemble a finder pattern, in a row or a column. */
function linePenalty(dark: Uint8Array, modules: number, first: number, step: number): number {
  let penalty = 0;
  let run = 0;
  let color = -1;
  let bits = 0;
  for (let index = 0; index < modules; index++) {
    const module = dark[first + index * step] ?? 0;
    run = module === color ? run + 1 : 1;
    color = module;
    if (run === 5) penalty += 3;
    else if (run > 5) penalty += 1;
    bits = ((bits << 1) | module) & PATTERN_BITS;
    if (index >= 10 && (bits === LIGHT_BEFORE || bits === LIGHT_AFTER)) penalty += 40;
  }
  return penalty;
}
