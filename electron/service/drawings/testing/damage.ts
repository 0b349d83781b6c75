/** Returns a generator of numbers from 0 to 1. Equal seeds give equal numbers. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}

/** A function that damages the bytes of a file. The functions are used in rotation. */
type Damage = (bytes: Buffer, random: () => number) => Buffer;

/** The size of the first part of a file, which contains its structure. */
const HEAD_BYTES = 400;
/** False lengths, counts, and offsets: zero, the maximum, the largest positive number, and some in between. */
const LIES = [0, 0xffffffff, 0x7fffffff, 0x80000000, 0x00ffffff, 0x0000ffff, 0x10000000, 1];

function inside(bytes: Buffer, random: () => number, within = bytes.length): number {
  return Math.floor(random() * Math.max(1, Math.min(bytes.length, within) - 4));
}

/** Flips a bit in this number of bytes among the first `within` bytes. */
function flipped(count: number, within?: number): Damage {
  return (bytes, random) => {
    for (let left = count; left > 0; left--) {
      const at = inside(bytes, random, within);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
    }
    return bytes;
  };
}

/** Writes a false number of this size to an even position near the start. */
function lying(size: 2 | 4, isLittle: boolean): Damage {
  return (bytes, random) => {
    const at = Math.floor(inside(bytes, random, HEAD_BYTES) / 2) * 2;
    const lie = LIES[Math.floor(random() * LIES.length)] ?? 0;
    if (size === 2) bytes.writeUInt16LE(lie & 0xffff, at);
    else if (isLittle) bytes.writeUInt32LE(lie, at);
    else bytes.writeUInt32BE(lie, at);
    return bytes;
  };
}

const cut: Damage = (bytes, random) => bytes.subarray(0, Math.floor(bytes.length * random()));
const doubled: Damage = (bytes, random) => {
  const at = inside(bytes, random);
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(inside(bytes, random))]);
};
const blanked: Damage = (bytes, random) => {
  const at = inside(bytes, random);
  return bytes.fill(random() < 0.5 ? 0 : 255, at, Math.min(bytes.length, at + 1 + Math.floor(random() * 300)));
};

const DAMAGES: readonly Damage[] = [
  cut,
  flipped(1),
  lying(4, false),
  flipped(20, HEAD_BYTES),
  lying(4, true),
  blanked,
  lying(2, true),
  flipped(1, HEAD_BYTES),
  flipped(400),
  doubled,
];

/** Returns damaged copies of a file. Each is damaged in a different way or at a different position. */
export function damagedCopies(bytes: Uint8Array, count: number, seed: number): readonly Buffer[] {
  const random = numbers(seed);
  return Array.from({ length: count }, (_, index) => {
    const damage = DAMAGES[index % DAMAGES.length];
    return damage === undefined ? Buffer.from(bytes) : damage(Buffer.from(bytes), random);
  });
}
