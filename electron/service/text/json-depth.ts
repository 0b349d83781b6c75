const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = new Set([0x5b, 0x7b]);
const CLOSE = new Set([0x5d, 0x7d]);

/**
 * Checks whether JSON nests lists and objects deeper than a limit, without parsing it: a parser blocks for a long time
 * on millions of levels. For text that is not JSON, the result is arbitrary.
 */
export function isDeeper(json: Uint8Array, levels: number): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] ?? 0;
    if (isText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (OPEN.has(byte)) {
      depth += 1;
      if (depth > levels) return true;
    } else if (CLOSE.has(byte)) depth -= 1;
  }
  return false;
}
