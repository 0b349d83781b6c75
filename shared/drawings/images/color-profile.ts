import type { CodePoints } from './heif-facts.ts';

/**
 * The columns of the matrices from linear RGB to XYZ under D50, by the code point of the primaries (ISO/IEC 23091-2,
 * table 2). BT.709 has the primaries of sRGB, so it needs no profile.
 */
const MATRICES: ReadonlyMap<number, readonly (readonly number[])[]> = new Map([
  // BT.2020.
  [
    9,
    [
      [0.673459, 0.279039, -0.00193],
      [0.165661, 0.675338, 0.029979],
      [0.125083, 0.045623, 0.796849],
    ],
  ],
  // The primaries of Display P3.
  [
    12,
    [
      [0.515102, 0.241182, -0.001051],
      [0.291965, 0.692236, 0.041882],
      [0.157153, 0.066583, 0.784378],
    ],
  ],
]);
const SRGB_MATRIX = [
  [0.436074, 0.222504, 0.013932],
  [0.385065, 0.716879, 0.097105],
  [0.14308, 0.060617, 0.714173],
];
const D50 = [0.9642, 1, 0.8249];
/** The exponents of the transfer functions that are power functions. The other SDR functions are close to sRGB. */
const GAMMAS: ReadonlyMap<number, number> = new Map([
  [4, 2.2],
  [5, 2.8],
  [8, 1],
]);
/** The parameters of the sRGB curve as a parametric curve of type 3 (ICC.1, 10.18). */
const SRGB_CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045];

/**
 * Returns an RGB profile (ICC.1:2022) for code points that differ from sRGB; null if the picture is treated as sRGB.
 */
export function profileOf(colors: CodePoints | null): Uint8Array | null {
  if (colors === null) return null;
  const matrix = MATRICES.get(colors.primaries);
  const gamma = GAMMAS.get(colors.transfer);
  if (matrix === undefined && gamma === undefined) return null;
  const curve =
    gamma === undefined
      ? [tagType('para'), Uint8Array.of(0, 3, 0, 0), ...SRGB_CURVE.map(fixed)]
      : [tagType('para'), Uint8Array.of(0, 0, 0, 0), fixed(gamma)];
  const name = latin1('\0R\0G\0B');
  const text = joined([tagType('mluc'), word(1), word(12), latin1('enUS'), word(name.length), word(28), name]);
  const [red, green, blue] = (matrix ?? SRGB_MATRIX).map(xyz);
  const tags: readonly (readonly [signature: string, content: Uint8Array | undefined])[] = [
    ['desc', text],
    ['cprt', text],
    ['wtpt', xyz(D50)],
    ['rXYZ', red],
    ['gXYZ', green],
    ['bXYZ', blue],
    ...(['rTRC', 'gTRC', 'bTRC'] as const).map((signature) => [signature, joined(curve)] as const),
  ];
  let at = 128 + 4 + 12 * tags.length;
  const [table, contents]: [Uint8Array[], Uint8Array[]] = [[word(tags.length)], []];
  for (const [signature, content = new Uint8Array(0)] of tags) {
    table.push(latin1(signature), word(at), word(content.length));
    const padded = joined([content, new Uint8Array((4 - (content.length % 4)) % 4)]);
    contents.push(padded);
    at += padded.length;
  }
  const header = new Uint8Array(128);
  header.set(word(at), 0);
  header.set(word(0x04300000), 8);
  header.set(latin1('mntrRGB XYZ '), 12);
  header.set(latin1('acsp'), 36);
  header.set(joined(D50.map(fixed)), 68);
  return joined([header, ...table, ...contents]);
}

/** Transfer functions that are treated as sRGB. */
const LIKE_SRGB: ReadonlySet<number> = new Set([1, 6, 13, 14, 15]);

/** Returns whether {@link profileOf} supports the primaries and the transfer function of the code points. */
export function hasProfileFor({ primaries, transfer }: CodePoints): boolean {
  const isKnown = primaries === 1 || MATRICES.has(primaries);
  return isKnown && (GAMMAS.has(transfer) || LIKE_SRGB.has(transfer));
}

function tagType(type: string): Uint8Array {
  return joined([latin1(type), word(0)]);
}

function xyz(values: readonly number[]): Uint8Array {
  return joined([tagType('XYZ '), ...values.map(fixed)]);
}

/** Encodes an `s15Fixed16Number`. */
function fixed(value: number): Uint8Array {
  return word(Math.round(value * 65_536) >>> 0);
}

/** Encodes an unsigned number in four bytes, the most significant first. */
export function word(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}

export function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
