/** A SHA-256 in the two spellings that the service uses. */
export interface Digest {
  /** Lower-case hex, as in `received` and entity tags. */
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

/** Tells a file from others of its size without reading all of it: by its head, middle and tail. */
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

/** The file cannot be read any more: it was changed, moved or deleted since it was chosen. */
export class FileChangedError extends Error {
  override readonly name = 'FileChangedError';
}

/** A blob's bytes; throws {@link FileChangedError} where its file is not what it was. */
export async function readBlob(blob: Blob): Promise<ArrayBuffer> {
  try {
    return await blob.arrayBuffer();
  } catch (error) {
    throw new FileChangedError('The file was changed, moved or deleted.', { cause: error });
  }
}
