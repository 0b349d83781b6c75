import { type FormPiece, malformed, readParts } from './multipart-parts.ts';

export interface MultipartFile {
  readonly contentType: string | null;
  /** To be read to its end; throws `request/invalid` if another file follows. */
  readonly stream: AsyncIterable<Uint8Array>;
}

/**
 * The one file of a `multipart/form-data` body (RFC 7578), streamed; fields that are no file are passed over. Throws
 * `request/invalid` for a body without a file, and `request/incomplete` for one that ends too early.
 */
export async function multipartFile(body: AsyncIterable<Uint8Array>, boundary: string): Promise<MultipartFile> {
  const pieces = readParts(body, boundary);
  try {
    for (;;) {
      const next = await pieces.next();
      if (next.done === true) throw malformed('it holds no file');
      const piece = next.value;
      if (piece.kind === 'part' && piece.head.isFile)
        return { contentType: piece.head.contentType, stream: fileThenNothing(pieces) };
    }
  } catch (error) {
    await pieces.return();
    throw error;
  }
}

async function* fileThenNothing(pieces: AsyncGenerator<FormPiece, void>): AsyncGenerator<Uint8Array, void> {
  let isInFile = true;
  for await (const piece of pieces) {
    if (piece.kind === 'bytes') {
      if (isInFile) yield piece.bytes;
      continue;
    }
    isInFile = false;
    if (piece.head.isFile) throw malformed('it holds more than one file');
  }
}
