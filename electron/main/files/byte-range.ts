/**
 * The one range of a Range header (RFC 9110, 14.1.2), first and last byte included. Null where the whole is to be
 * answered, as for several ranges and for what cannot be understood.
 */
export function byteRange(header: string | null, size: number): readonly [number, number] | 'unsatisfiable' | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  if (first === '') {
    const count = Math.min(Number(last), size);
    return count === 0 ? 'unsatisfiable' : [size - count, size - 1];
  }
  const from = Number(first);
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < from) return null;
  return from >= size ? 'unsatisfiable' : [from, to];
}
