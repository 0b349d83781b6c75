/** A SHA-256 digest in both notations of the service. */
export interface Digest {
  /** The digest in lowercase hex, as in `received` and in etags. */
  readonly hex: string;
  /** The value of the header `Content-Digest` (RFC 9530). */
  readonly header: string;
}

export async function digestOf(bytes: ArrayBuffer): Promise<Digest> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { hex, header: `sha-256=:${btoa(String.fromCharCode(...hash))}:` };
}

const PIECE = 64 * 1024;

/**
 * Returns a fingerprint of a file: the digest of its beginning, middle, end, and size. It distinguishes files of the
 * same size without reading them completely.
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

/** The error for an unreadable file, which was changed, moved, or deleted since it was chosen. */
export class FileChangedError extends Error {
  override readonly name = 'FileChangedError';
}

/** Reads the bytes of a blob. Throws {@link FileChangedError} if they cannot be read. */
export async function readBlob(blob: Blob): Promise<ArrayBuffer> {
  try {
    return await blob.arrayBuffer();
  } catch (error) {
    throw new FileChangedError('The file was changed, moved or deleted.', { cause: error });
  }
}
