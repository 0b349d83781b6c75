/** How a file's letters are written. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

/** The encoding of a file: by its mark, by its zeros, else UTF-8 if it can be that, else what older programs write. */
export function guessEncoding(bytes: Uint8Array): Encoding {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const zeros = zerosIn(bytes.subarray(0, 4096));
  if (zeros.odd > zeros.even * 4 && zeros.odd > zeros.pairs / 4) return 'utf-16le';
  if (zeros.even > zeros.odd * 4 && zeros.even > zeros.pairs / 4) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** The text without a byte order mark. */
export function decodeTable(bytes: Uint8Array, encoding: Encoding): string {
  return new TextDecoder(encoding).decode(bytes);
}

/** Zeros among the first and the second bytes of pairs: western letters in UTF-16 have one each. */
function zerosIn(bytes: Uint8Array): { readonly even: number; readonly odd: number; readonly pairs: number } {
  let even = 0;
  let odd = 0;
  for (const [at, byte] of bytes.entries()) {
    if (byte !== 0) continue;
    if (at % 2 === 0) even += 1;
    else odd += 1;
  }
  return { even, odd, pairs: bytes.length / 2 };
}
