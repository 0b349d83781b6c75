/** The section of a WebAssembly module that says its memory (core specification, 5.5.8). */
const MEMORY_SECTION = 5;
const PAGE_BYTES = 65536;

/**
 * A module whose memory grows to so many bytes and no further: work that asks for more fails instead of taking the
 * machine's memory. Throws where the bytes are no module with one memory that has a bound.
 */
export function withBoundedMemory(module: Uint8Array, bytes: number): Uint8Array {
  const bounded = new Uint8Array(module);
  let at = 8;
  const number = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bounded[at++];
      if (byte === undefined) throw new Error('the module ends early');
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < bounded.length) {
    const section = bounded[at++];
    const size = number();
    if (section !== MEMORY_SECTION) {
      at += size;
      continue;
    }
    const [count, flags] = [number(), number()];
    if (count !== 1 || (flags & 1) === 0) throw new Error('the module has no memory with a bound');
    number();
    const start = at;
    number();
    writeNumber(bounded.subarray(start, at), Math.floor(bytes / PAGE_BYTES));
    return bounded;
  }
  throw new Error('the module has no memory of its own');
}

/** Fills all the bytes, so that nothing behind them moves: leading zeros are allowed (5.2.2). */
function writeNumber(into: Uint8Array, value: number): void {
  let rest = value;
  for (let index = 0; index < into.length; index++) {
    into[index] = (rest & 0x7f) | (index < into.length - 1 ? 0x80 : 0);
    rest = Math.floor(rest / 128);
  }
  if (rest > 0) throw new Error('the bound does not fit');
}
