import { Dicer } from '@fastify/busboy';
import { ServiceError } from '../../errors/service-error.ts';

/** How much may follow the beginning of a part whose head has not ended. */
const HEAD_BYTES = 16 * 1024;

export interface MultipartFile {
  readonly contentType: string | null;
  /** To be read to its end; throws `request/invalid` if another file follows. */
  readonly stream: AsyncIterable<Uint8Array>;
}

/** The `boundary` of a `multipart/form-data` content type (RFC 2046: 1 to 70 characters). Throws `request/invalid`. */
export function boundaryOf(contentType: string): string {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw malformed('its boundary is missing');
  return boundary;
}

/**
 * The one file of a `multipart/form-data` body (RFC 7578), streamed; fields that are no file are passed over. Throws
 * `request/invalid` for a body without a file, and `request/incomplete` for one that ends too early.
 */
export async function multipartFile(body: AsyncIterable<Uint8Array>, boundary: string): Promise<MultipartFile> {
  const form = openForm(body, boundary);
  while (form.file() === null) if (!(await form.readMore())) throw malformed('it holds no file');
  return { contentType: form.file()?.contentType ?? null, stream: fileThenNothing(form) };
}

async function* fileThenNothing(form: FormReader): AsyncGenerator<Uint8Array, void> {
  const content = form.file()?.content;
  try {
    do {
      // What the parser has found is taken before it is given more.
      for (let found = content?.read(); found instanceof Uint8Array; found = content?.read()) yield found;
    } while (await form.readMore());
  } finally {
    await form.cancel();
  }
}

interface FormReader {
  /** The first file that was found so far. */
  readonly file: () => { readonly contentType: string | null; readonly content: Dicer.PartStream } | null;
  /** Gives the parser the next piece of the body; false at the end of the body, which has to be that of the form. */
  readonly readMore: () => Promise<boolean>;
  /** Lets go of the body, wherever in it one is. */
  readonly cancel: () => Promise<void>;
}

/** Names of headers in lower case; a header may stand there several times. */
type PartHead = Readonly<Record<string, readonly string[] | undefined>>;

/** What the parser finds in a body, which it is given piece by piece. */
function openForm(body: AsyncIterable<Uint8Array>, boundary: string): FormReader {
  const chunks = body[Symbol.asyncIterator]();
  const parser = new Dicer({ boundary });
  let file: ReturnType<FormReader['file']> = null;
  let refusal: ServiceError | null = null;
  /** How much has come behind the beginning of a head that has not ended; null where there is none. */
  let headBytes: number | null = null;
  let taken: Promise<unknown> = Promise.resolve();
  const over = Promise.withResolvers<boolean>();
  parser.once('finish', () => over.resolve(true)).on('error', () => over.resolve(false));
  let isOver = false;
  over.promise.then(() => {
    isOver = true;
  });
  // The parser passes over a part whose head does not end, and the file would be taken for whole.
  const refuseOpenHead = () => {
    if (headBytes !== null) refusal ??= malformed('the head of a part does not end');
  };
  parser.on('part', (part) => {
    refuseOpenHead();
    headBytes = 0;
    // The parser itself is told as well.
    part.on('error', () => undefined);
    part.on('header', (head) => {
      headBytes = null;
      const { 'content-disposition': disposition, 'content-type': type } = head as PartHead;
      if (disposition?.[0] === undefined) refusal ??= malformed('a part has no Content-Disposition');
      else if (!isFile(disposition[0])) part.resume();
      else if (file === null) file = { contentType: type?.[0]?.trim() || null, content: part };
      else refusal ??= malformed('it holds more than one file');
    });
  });
  return {
    file: () => file,
    readMore: async () => {
      // It is not taken by the parser as long as what was found in it waits to be read.
      await Promise.race([taken, over.promise]);
      const next = await chunks.next();
      if (next.done === true) {
        parser.end();
        if (!(await over.promise)) throw new ServiceError('request/incomplete', 'The last boundary is missing.');
        refuseOpenHead();
        if (refusal !== null) throw refusal;
        return false;
      }
      // What follows the last boundary has no meaning.
      if (isOver) return true;
      if (headBytes !== null) headBytes += next.value.byteLength;
      taken = new Promise((resolve) => parser.write(next.value, resolve));
      if (headBytes !== null && headBytes > HEAD_BYTES) refusal ??= malformed('the head of a part is too long');
      if (refusal !== null) throw refusal;
      return true;
    },
    cancel: async () => {
      await chunks.return?.();
    },
  };
}

/** "filename" marks what came from a file input (RFC 7578, 4.2). */
function isFile(disposition: string): boolean {
  return /^form-data\b.*;[ \t]*filename\*?=/i.test(disposition.trim());
}

function malformed(why: string): ServiceError {
  return new ServiceError('request/invalid', `This is no multipart/form-data with one file: ${why}.`);
}
