/** A SHA-256 in the two notations of the service. */
export interface Digest {
  /** The digest in lower-case hex, as in `received` and etags. */
  readonly hex: string;
  /** The header field `Content-Digest` (RFC 9530). */
  readonly header: string;
}

export async function digestOf(bytes: ArrayBuffer): Promise<Digest> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { hex, header: `sha-256=:${btoa(String.fromCharCode(...hash))}:` };
}

const PIECE = 64 * 1024;

/**
 * Returns a fingerprint of a file from its beginning, middle, and end. It distinguishes files of the same size without
 * reading whole files.
 */
export async function fingerprintOf(file: Blob): Promise<string> {
  const middle = Math.max(0, Math.floor(file.size / 2) - PIECE / 2);
  const pieces = [
    file.slice(0, PIECE),
    file.slice(middle, middle + PIECE),
    file.slice(Math.max(0, file.size - PIECE)),
    `${file.size}`,
  ];
  return (await digestOf(await readBlob(new Blob(pieces)))).hex;
}

/** The file is unreadable: it was changed, moved, or deleted since it was chosen. */
export class FileChangedError extends Error {
  override readonly name = 'FileChangedError';
}

/** Reads the bytes of a blob. Throws {@link FileChangedError} if its file changed. */
export async function readBlob(blob: Blob): Promise<ArrayBuffer> {
  try {
    return await blob.arrayBuffer();
  } catch (error) {
    throw new FileChangedError('The file was changed, moved or deleted.', { cause: error });
  }
}
