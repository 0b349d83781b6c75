/** Both ends are part of it. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The part of a file that a Range header asks for (RFC 9110, 14.1.2); null where all of it is to be answered, and
 * `unsatisfiable` where the file has no such part. Several ranges at once are answered with the whole file: "A server
 * MAY ignore the Range header field" (14.2), and multipart answers are a known way to make a server work.
 */
export function chooseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, from = '', to = ''] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'unsatisfiable' : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  // "invalid if the last-pos value is present and less than first-pos"; what is invalid is ignored.
  if (to !== '' && Number(to) < first) return null;
  if (first >= size) return 'unsatisfiable';
  return { first, last: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}
