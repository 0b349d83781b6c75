import type { Dicer } from '@fastify/busboy';
import { malformed, openParts } from './multipart-parts.ts';

export interface MultipartFile {
  readonly contentType: string | null;
  /** To be read to its end; throws `request/invalid` if another file follows. */
  readonly stream: AsyncIterable<Uint8Array>;
}

interface Found {
  readonly contentType: string | null;
  readonly content: Dicer.PartStream;
}

/**
 * The one file of a `multipart/form-data` body (RFC 7578), streamed; fields that are no file are passed over. Throws
 * `request/invalid` for a body without a file, and `request/incomplete` for one that ends too early.
 */
export async function multipartFile(body: AsyncIterable<Uint8Array>, boundary: string): Promise<MultipartFile> {
  const files: Found[] = [];
  const reader = openParts(body, boundary, (part, disposition, { 'content-type': type }) => {
    if (!isFile(disposition)) part.resume();
    else if (files.length > 0) return malformed('it holds more than one file');
    else files.push({ contentType: type?.[0]?.trim() || null, content: part });
    return null;
  });
  for (;;) {
    const [file] = files;
    if (file !== undefined) return { contentType: file.contentType, stream: fileThenNothing(file, reader) };
    if (!(await reader.readMore())) throw malformed('it holds no file');
  }
}

async function* fileThenNothing(
  { content }: Found,
  reader: ReturnType<typeof openParts>,
): AsyncGenerator<Uint8Array, void> {
  try {
    do {
      // What the parser has found is taken before it is given more.
      for (let found = content.read(); found instanceof Uint8Array; found = content.read()) yield found;
    } while (await reader.readMore());
  } finally {
    await reader.cancel();
  }
}

/** "filename" marks what came from a file input (RFC 7578, 4.2). */
function isFile(disposition: string): boolean {
  return /^form-data\b.*;[ \t]*filename\*?=/i.test(disposition.trim());
}
