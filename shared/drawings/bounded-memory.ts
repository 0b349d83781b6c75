/** The id of the memory section of a WebAssembly module (core specification, 5.5.8). */
const MEMORY_SECTION = 5;
const PAGE_BYTES = 65536;

/**
 * Sets the maximum memory of a module. Excessive work then fails before it exhausts the memory of the machine. Throws
 * if the bytes are not a module with exactly one memory.
 */
export function withBoundedMemory(module: Uint8Array, bytes: number): Uint8Array {
  let at = 8;
  const number = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = module[at++];
      if (byte === undefined) throw new Error('the module ends early');
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < module.length) {
    const start = at;
    const section = module[at++];
    const size = number();
    const content = at;
    if (section === MEMORY_SECTION) {
      const [count, flags] = [number(), number()];
      if (count !== 1 || flags > 1) throw new Error('the module has no memory that can be bounded');
      const limits = [1, 1, ...leb128(number()), ...leb128(Math.floor(bytes / PAGE_BYTES))];
      const bounded = [MEMORY_SECTION, ...leb128(limits.length), ...limits];
      return joined(module.subarray(0, start), Uint8Array.from(bounded), module.subarray(content + size));
    }
    at = content + size;
  }
  throw new Error('the module has no memory of its own');
}

/** Encodes a number as unsigned LEB128 (5.2.2). */
function leb128(value: number): readonly number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest & 0x7f) | 0x80);
  }
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
