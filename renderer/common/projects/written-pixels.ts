/** A number of pixels; null of any other length. */
export function pixelsWritten(written: string): number | null {
  return /^\s*[+-]?\d+(\.\d+)?\s*$/.test(written) ? Number(written) : null;
}
